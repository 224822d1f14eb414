//! The table of the wrong behaviours that were looked for.

use libtest_mimic::Failed;
use murxla_mock::LieDef;

use crate::hunt::Hunt;

/// So many calls may a minimized trace have: what is needed to declare, assert and ask, and some more.
const MOST_CALLS: usize = 40;

/// So many seconds may all of them take on one processor: ten minutes on two.
const MOST_SECONDS: f64 = 1_200.0;

#[derive(Default)]
pub struct Table {
    rows: usize,
    found: usize,
    seconds: f64,
    wrong: Vec<String>,
}

impl Table {
    /// Prints a row as soon as it is known.
    pub fn add(&mut self, lie: &LieDef, hunt: Hunt) {
        if self.rows == 0 {
            println!(
                "{:32} {:9} {:>6} {:>7} {:15} {:>6} {:>6} also said by",
                "wrong behaviour", "class", "runs", "seconds", "oracle", "calls", "min."
            );
        }
        self.rows += 1;
        self.seconds += hunt.seconds;
        let class = format!("{:?}", lie.class).to_lowercase();
        let (oracle, calls, min) = match &hunt.found {
            Some(found) => {
                (found.oracle.as_str(), found.calls.to_string(), found.minimized.to_string())
            }
            None => ("-", "-".to_owned(), "-".to_owned()),
        };
        println!(
            "{:32} {class:9} {:6} {:7.1} {oracle:15} {calls:>6} {min:>6} {}",
            lie.name,
            hunt.runs,
            hunt.seconds,
            hunt.others.join(", ")
        );
        match hunt.found {
            None => self.wrong.push(format!("{} was not found in {} runs", lie.name, hunt.runs)),
            Some(found) if !found.kept => {
                self.wrong.push(format!("{}: the minimized trace shows something else", lie.name));
            }
            Some(found) if found.minimized > MOST_CALLS => {
                self.wrong.push(format!("{}: {} calls are left", lie.name, found.minimized));
            }
            Some(_) => self.found += 1,
        }
    }

    pub fn end(mut self) -> Result<(), Failed> {
        println!("{:.0} seconds", self.seconds);
        if self.seconds > MOST_SECONDS {
            self.wrong.push(format!("it took {:.0} seconds", self.seconds));
        }
        println!("found {} of {}", self.found, self.rows);
        if self.wrong.is_empty() { Ok(()) } else { Err(self.wrong.join("\n").into()) }
    }
}
