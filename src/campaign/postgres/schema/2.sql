-- Nobody waits for anybody: a lease is one statement, the row that all machines write is tiny and held for that statement only,
-- and what is delivered writes the rows of its own machine.

-- How far the runs of a campaign were handed out. It is written by each lease: with room in its page, no version of it needs
-- an entry in the index.
CREATE TABLE murxla.progress (
    campaign bigint PRIMARY KEY REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    next_run bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO murxla.progress SELECT id, next_run FROM murxla.campaign;
-- How many are done is the sum over the machines.
ALTER TABLE murxla.campaign DROP COLUMN next_run, DROP COLUMN runs_done;

-- Rows that come and go do not lock the row of their campaign: that would be a list of all that do so at once.
ALTER TABLE murxla.lease DROP CONSTRAINT lease_campaign_fkey, DROP CONSTRAINT lease_site_fkey;
ALTER TABLE murxla.returned DROP CONSTRAINT returned_campaign_fkey;
ALTER TABLE murxla.timeout DROP CONSTRAINT timeout_campaign_fkey;
CREATE INDEX lease_of_site ON murxla.lease (site);

-- The figures of all machines, as somebody added them up lately: not everybody needs to.
CREATE TABLE murxla.total (
    campaign bigint PRIMARY KEY REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    counts text NOT NULL
);

-- Runs that failed in a batch and not alone: the first of each kind, with its files.
CREATE TABLE murxla.unstable (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    hash text NOT NULL,
    key text NOT NULL,
    run bigint NOT NULL,
    seed bigint NOT NULL,
    message text NOT NULL,
    site bigint NOT NULL,
    UNIQUE (campaign, hash)
);
CREATE TABLE murxla.unstable_file (
    unstable bigint NOT NULL REFERENCES murxla.unstable (id) ON DELETE CASCADE,
    name text NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (unstable, name)
);

-- How many runs were done when, about once in a minute: the plot of a report.
CREATE TABLE murxla.point (
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    runs bigint NOT NULL,
    PRIMARY KEY (campaign, at)
);

-- The next runs for a machine: those first that were given back, or whose lease has expired, then those that nobody had. They
-- are fewer towards the end, so that all machines end at about the same time. Without runs: whether others have some, which
-- they may lose. Nobody queues for the row of the progress, which would be a queue of all machines: who has it lays runs
-- ready for some others, and who does not get it looks again in a moment.
CREATE FUNCTION murxla.lease_runs(
    campaign_id bigint, site_id bigint, most bigint, fewest bigint, machines bigint, below bigint, seconds float8,
    OUT lease_id bigint, OUT from_run bigint, OUT to_run bigint, OUT others boolean
) LANGUAGE plpgsql AS $$
DECLARE
    had_to bigint;
    behind bigint;
    next bigint;
    has_progress boolean := false;
    pause float8 := 0.002;
BEGIN
    -- A lease that dies with the server is as one that never was: its runs are handed out again, and whoever has them still
    -- delivers nothing. So nobody waits for the disk while he has the row of the progress.
    PERFORM set_config('synchronous_commit', 'off', true);
    WITH expired AS (
        SELECT lease.id, lease.first FROM murxla.lease
        WHERE lease.campaign = campaign_id AND lease.expires < now() FOR UPDATE SKIP LOCKED
    ), ended AS (
        DELETE FROM murxla.lease USING expired
        WHERE lease.id = expired.id AND lease.first = expired.first RETURNING lease.first, lease.past
    )
    INSERT INTO murxla.returned (campaign, first, past) SELECT campaign_id, ended.first, ended.past FROM ended;
    LOOP
        DELETE FROM murxla.returned WHERE returned.campaign = campaign_id AND returned.first = (
            SELECT free.first FROM murxla.returned AS free
            WHERE free.campaign = campaign_id AND free.first < below ORDER BY free.first LIMIT 1 FOR UPDATE SKIP LOCKED
        ) RETURNING returned.first, returned.past INTO from_run, had_to;
        IF FOUND THEN
            to_run := least(had_to, below, from_run + most);
            IF to_run < had_to THEN
                INSERT INTO murxla.returned (campaign, first, past) VALUES (campaign_id, to_run, had_to);
            END IF;
            EXIT;
        END IF;
        IF has_progress THEN
            from_run := next;
            to_run := from_run + least(most, greatest(fewest, (below - from_run) / (2 * greatest(machines, 1))));
            to_run := least(to_run, below);
            behind := to_run;
            IF below - to_run > 2 * machines * most THEN
                behind := to_run + least(machines / 8, 64) * most;
                INSERT INTO murxla.returned (campaign, first, past)
                    SELECT campaign_id, ready.first, ready.first + most
                    FROM generate_series(to_run, behind - 1, most) AS ready (first);
            END IF;
            UPDATE murxla.progress SET next_run = behind WHERE progress.campaign = campaign_id;
            EXIT;
        END IF;
        SELECT progress.next_run INTO next FROM murxla.progress
            WHERE progress.campaign = campaign_id AND progress.next_run < below FOR UPDATE SKIP LOCKED;
        has_progress := FOUND;
        -- Whoever had it before may have laid some ready.
        CONTINUE WHEN has_progress;
        IF NOT EXISTS (
            SELECT FROM murxla.progress WHERE progress.campaign = campaign_id AND progress.next_run < below
        ) THEN
            from_run := NULL;
            others := EXISTS (SELECT FROM murxla.lease WHERE lease.campaign = campaign_id AND lease.first < below)
                OR EXISTS (SELECT FROM murxla.returned WHERE returned.campaign = campaign_id AND returned.first < below);
            RETURN;
        END IF;
        PERFORM pg_sleep(pause * (0.5 + random()));
        pause := least(pause * 2, 0.2);
    END LOOP;
    lease_id := nextval('murxla.lease_number');
    INSERT INTO murxla.lease (id, first, past, campaign, site, expires)
        VALUES (lease_id, from_run, to_run, campaign_id, site_id, now() + make_interval(secs => seconds));
END $$;

-- Runs that are done leave the leases of their machine, each time some of one lease. Tells of which that is so: what has gone
-- to others meanwhile is not counted.
CREATE FUNCTION murxla.take_runs(site_id bigint, leases bigint[], froms bigint[], tos bigint[])
RETURNS boolean[] LANGUAGE plpgsql AS $$
DECLARE
    had murxla.lease;
    taken boolean[] := '{}';
BEGIN
    FOR place IN 1 .. coalesce(array_length(leases, 1), 0) LOOP
        DELETE FROM murxla.lease WHERE lease.id = leases[place] AND lease.site = site_id AND lease.first = (
            SELECT max(part.first) FROM murxla.lease AS part
            WHERE part.id = leases[place] AND part.first <= froms[place]
        ) AND lease.past >= tos[place] RETURNING lease.* INTO had;
        taken := taken || FOUND;
        IF FOUND THEN
            -- What is left of it, before and behind.
            INSERT INTO murxla.lease (id, first, past, campaign, site, expires)
                SELECT had.id, part.first, part.past, had.campaign, had.site, had.expires
                FROM (VALUES (had.first, froms[place]), (tos[place], had.past)) AS part (first, past)
                WHERE part.first < part.past;
        END IF;
    END LOOP;
    RETURN taken;
END $$;
