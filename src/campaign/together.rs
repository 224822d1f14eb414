//! Which of the runs before it a run needs to go wrong.

use std::io;
use std::time::Instant;

/// Takes runs away as long as the rest still shows what is wrong with `run`, which is the last of them and stays; `None` if all of
/// them do not show it. At the latest at `until` what is left is what is needed, as far as is known.
pub(super) fn shortest(
    all: Vec<u64>,
    run: u64,
    until: Instant,
    wrong: &mut dyn FnMut(&[u64]) -> io::Result<bool>,
) -> io::Result<Option<Vec<u64>>> {
    if !wrong(&all)? {
        return Ok(None);
    }
    let mut needed: Vec<u64> = all.into_iter().filter(|one| *one != run).collect();
    let mut size = needed.len().div_ceil(2).max(1);
    let with_run = |before: &[u64]| [before, &[run]].concat();
    while !needed.is_empty() {
        let mut place = 0;
        let before = needed.len();
        while place < needed.len() {
            if Instant::now() >= until {
                return Ok(Some(with_run(&needed)));
            }
            let mut fewer = needed.clone();
            fewer.drain(place..(place + size).min(needed.len()));
            match wrong(&with_run(&fewer))? {
                true => needed = fewer,
                false => place += size,
            }
        }
        match size {
            1 if needed.len() == before => break,
            1 => {}
            _ => size = size.div_ceil(2),
        }
    }
    Ok(Some(with_run(&needed)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn check(needs: &[u64], expected: Option<&[u64]>) {
        let until = Instant::now() + Duration::from_secs(60);
        let all: Vec<u64> = (10..200).collect();
        let found = shortest(all, 199, until, &mut |together| {
            Ok(needs.iter().all(|one| together.contains(one)))
        });
        assert_eq!(found.expect("no errors").as_deref(), expected, "{needs:?}");
    }

    #[test]
    fn what_is_needed_is_left() {
        check(&[], Some(&[199]));
        check(&[10], Some(&[10, 199]));
        check(&[17, 18, 150], Some(&[17, 18, 150, 199]));
        check(&[9], None);
    }

    #[test]
    fn time_ends_it() {
        let found = shortest((0..9).collect(), 8, Instant::now(), &mut |_| Ok(true));
        assert_eq!(found.expect("no errors"), Some((0..9).collect()));
    }
}
