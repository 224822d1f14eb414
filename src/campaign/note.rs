//! The compact form in which a child hands its counts to its parent: one note for each run.
//!
//! Numbers of seven bits each, the lowest first: the single numbers; the names that are new; then, of each table, the
//! rows that are not zero, each with its distance from the one before. Names stand for their places in tables that
//! parent and child have in common from the fork on.

use super::counter::{CallCounter, Names, Pair};

/// No name is longer, and no table has more rows: a child that was hit by stray writes may say anything.
const MOST: u64 = 1 << 16;

/// Among the tables these begin that count what runs have or have not: own actions, operators, options.
const FIRST_OF_RUNS: usize = 3;

fn push(note: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        note.push(number as u8 | 0x80);
        number >>= 7;
    }
    note.push(number as u8);
}

fn pull(note: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (byte, rest) = note.split_first()?;
        *note = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            return Some(number);
        }
    }
    None
}

impl Names {
    fn push_new(&mut self, note: &mut Vec<u8>) {
        let new = self.untold();
        push(note, new.len() as u64);
        for name in new {
            push(note, name.len() as u64);
            note.extend_from_slice(name.as_bytes());
        }
        self.all_told();
    }

    fn pull_new(&mut self, note: &mut &[u8]) -> Option<()> {
        for _ in 0..pull(note)? {
            let length = pull(note).filter(|length| *length <= MOST)?;
            let (name, rest) = note.split_at_checked(length as usize)?;
            *note = rest;
            self.place(std::str::from_utf8(name).ok()?);
        }
        self.all_told();
        Some(())
    }
}

fn push_table(note: &mut Vec<u8>, table: &mut [Pair]) {
    let rows = || table.iter().enumerate().filter(|(_, pair)| **pair != [0, 0]);
    push(note, rows().count() as u64);
    let mut next = 0;
    for (place, [tried, succeeded]) in rows() {
        push(note, (place - next) as u64);
        push(note, *tried);
        push(note, *succeeded);
        next = place + 1;
    }
    table.fill([0, 0]);
}

/// `touched` gets the places of rows that are not zero.
fn pull_table(
    note: &mut &[u8],
    table: &mut [Pair],
    mut touched: Option<&mut Vec<usize>>,
) -> Option<()> {
    let mut next = 0;
    for _ in 0..pull(note)? {
        let place = next + pull(note).filter(|gap| *gap <= MOST)? as usize;
        let row = table.get_mut(place)?;
        row[0] += pull(note)?;
        row[1] += pull(note)?;
        if let Some(touched) = &mut touched {
            touched.push(place);
        }
        next = place + 1;
    }
    Some(())
}

impl CallCounter {
    /// What was counted since the last note, for the counter of the parent. How runs ended is not in it.
    pub fn note(&mut self, note: &mut Vec<u8>) {
        for number in self.single_numbers() {
            push(note, std::mem::take(number));
        }
        for names in self.names() {
            names.push_new(note);
        }
        for table in self.tables() {
            push_table(note, table);
        }
    }

    /// Adds what a child counted; `None` if its note is damaged.
    pub fn absorb(&mut self, mut note: &[u8]) -> Option<()> {
        for number in self.single_numbers() {
            *number += pull(&mut note)?;
        }
        for names in self.names() {
            names.pull_new(&mut note)?;
        }
        let mut touched: [Vec<usize>; 3] = Default::default();
        for (number, table) in self.tables().into_iter().enumerate() {
            let places =
                number.checked_sub(FIRST_OF_RUNS).and_then(|number| touched.get_mut(number));
            pull_table(&mut note, table, places)?;
        }
        for (names, places) in self.names_of_runs().into_iter().zip(touched) {
            places.into_iter().for_each(|place| names.in_run(place, true));
        }
        note.is_empty().then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::counter::tests::TRACE;
    use super::*;
    use crate::trace::read;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 1 << 40, u64::MAX] {
            let mut note = Vec::new();
            push(&mut note, number);
            assert_eq!(pull(&mut note.as_slice()), Some(number));
        }
        assert_eq!(pull(&mut [0x80; 20].as_slice()), None);
        assert_eq!(pull(&mut [].as_slice()), None);
    }

    #[test]
    fn a_parent_knows_what_its_children_counted() {
        let (trace, _) = read(TRACE.as_bytes()).expect("a trace");
        let mut alone = CallCounter::default();
        let mut parent = CallCounter::default();
        for _ in 0..2 {
            let mut child = parent.for_a_child();
            for _ in 0..2 {
                let mut note = Vec::new();
                child.recorded(&trace.calls, true);
                child.note(&mut note);
                assert_eq!(parent.absorb(&note), Some(()));
                alone.recorded(&trace.calls, true);
                alone.one_run(true);
                let mut empty = Vec::new();
                child.note(&mut empty);
                assert!(empty.iter().all(|byte| *byte == 0));
            }
        }
        assert_eq!(parent.take(None), alone.take(None));
    }

    #[test]
    fn damaged_notes_are_refused() {
        let (trace, _) = read(TRACE.as_bytes()).expect("a trace");
        let mut note = Vec::new();
        let mut child = CallCounter::default();
        child.recorded(&trace.calls, true);
        child.note(&mut note);
        for length in 0..note.len() {
            assert_eq!(CallCounter::default().absorb(&note[..length]), None);
        }
        for place in 0..note.len() {
            let mut damaged = note.clone();
            damaged[place] ^= 0xff;
            // Whatever it makes of it, it comes back.
            let _ = CallCounter::default().absorb(&damaged);
        }
    }
}
