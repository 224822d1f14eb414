//! What machines ask most often, each prepared once for a connection. A test of what a server bears asks the same.

/// The next runs: campaign, machine, most, fewest, machines, limit, seconds.
pub const LEASE: &str =
    "SELECT lease_id, from_run, to_run, others FROM murxla.lease_runs($1, $2, $3, $4, $5, $6, $7)";

/// Runs that are done: machine, leases, first runs, past the last runs.
pub const TAKE: &str = "SELECT murxla.take_runs($1, $2, $3, $4)";

/// A delivery: machine, runs, its number, figures, seconds, the number of the one before, without which nothing is done. Leases
/// that still last for long are left as they are.
pub const DELIVER: &str = "WITH renewed AS (UPDATE murxla.lease SET expires = now() + make_interval(secs => $5::float8) \
     WHERE site = $1 AND expires < now() + make_interval(secs => $5::float8 / 2)) \
     UPDATE murxla.site SET runs = runs + $2, delivery = $3, counts = $4, seen = now(), gone = false \
     WHERE id = $1 AND delivery = $6";
