//! Tests of the search, on candidates that are lists of words.

use super::*;

/// Words; what is interesting is a set of words that must stay.
#[derive(Clone, Debug, PartialEq)]
struct Words(Vec<u32>);

impl Candidate for Words {
    fn text(&self) -> Vec<u8> {
        format!("{:?}", self.0).into_bytes()
    }

    fn cost(&self) -> [u64; 2] {
        [self.0.len() as u64, self.0.iter().map(|word| u64::from(*word)).sum()]
    }
}

struct Remove;

impl Pass<Words> for Remove {
    fn name(&self) -> &'static str {
        "remove"
    }

    fn plan<'a>(&'a self, words: &'a Words, _: usize) -> Plan<'a, Words> {
        let apply = move |edits: &[usize]| {
            let kept = words.0.iter().enumerate().filter(|(at, _)| !edits.contains(at));
            Some(Words(kept.map(|(_, word)| *word).collect()))
        };
        Plan { strategy: Strategy::Bisect, edits: words.0.len(), apply: Box::new(apply) }
    }
}

/// Each word becomes a smaller one; not what the test needs.
struct Shrink;

impl Pass<Words> for Shrink {
    fn name(&self) -> &'static str {
        "shrink"
    }

    fn plan<'a>(&'a self, words: &'a Words, _: usize) -> Plan<'a, Words> {
        let apply = move |edits: &[usize]| {
            let mut words = words.clone();
            edits.iter().for_each(|at| words.0[*at] /= 2);
            Some(words)
        };
        Plan { strategy: Strategy::Each, edits: words.0.len(), apply: Box::new(apply) }
    }
}

struct Test<F> {
    interesting: F,
    window: usize,
    tested: Vec<Words>,
}

impl<F: Fn(&Words) -> bool> Tester<Words> for Test<F> {
    type Error = ();

    fn first_interesting(&mut self, candidates: &[Words]) -> Result<Option<usize>, ()> {
        let found = candidates.iter().position(&self.interesting);
        let tested = found.map_or(candidates.len(), |found| found + 1);
        self.tested.extend_from_slice(&candidates[..tested]);
        Ok(found)
    }

    fn window(&self) -> usize {
        self.window
    }
}

#[derive(Default)]
struct Keep {
    kept: Vec<Words>,
    stop_after: Option<usize>,
}

impl Keeper<Words> for Keep {
    type Error = ();

    fn better(&mut self, best: &Words, _: &Figures, _: &Cache) -> Result<(), ()> {
        self.kept.push(best.clone());
        Ok(())
    }

    fn tested(&mut self, _: &Progress<'_, Words>) -> Result<(), ()> {
        Ok(())
    }

    fn is_to_stop(&mut self) -> bool {
        self.stop_after.is_some_and(|most| self.kept.len() >= most)
    }
}

const NEEDED: [u32; 3] = [13, 500, 999];

fn needed(words: &Words) -> bool {
    NEEDED.iter().all(|word| words.0.contains(word))
}

fn reduce(window: usize, keep: &mut Keep) -> (Words, Figures, Ended, Vec<Words>) {
    let mut test = Test { interesting: needed, window, tested: Vec::new() };
    let start = Words((0..1000).collect());
    let mut engine = Engine::new(start, Cache::default(), Figures::default(), &mut test, keep);
    let ended = engine.run(&[&Remove, &Shrink]).expect("no error");
    let (best, figures, _) = engine.into_parts();
    (best, figures, ended, test.tested)
}

#[test]
fn what_is_needed_stays_and_nothing_else() {
    let (best, figures, ended, tested) = reduce(1, &mut Keep::default());
    assert_eq!(best, Words(NEEDED.to_vec()));
    assert_eq!(ended, Ended::Minimal);
    assert_eq!(figures.tests, tested.len() as u64);
    assert!(figures.tests < 120, "{figures:?}");
    let mut texts: Vec<Vec<u8>> = tested.iter().map(Candidate::text).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), tested.len(), "a candidate was tested twice");
}

#[test]
fn the_result_does_not_depend_on_how_many_are_proposed_at_once() {
    let kept = |window: usize| {
        let mut keep = Keep::default();
        reduce(window, &mut keep);
        keep.kept
    };
    for window in [2, 3, 64] {
        assert_eq!(kept(window), kept(1));
    }
}

#[test]
fn who_stops_it_has_the_best_so_far() {
    let mut keep = Keep { stop_after: Some(3), ..Keep::default() };
    let (best, _, ended, _) = reduce(8, &mut keep);
    assert_eq!(ended, Ended::Stopped);
    assert_eq!(keep.kept.last(), Some(&best));
    assert!(needed(&best) && best.0.len() < 1000);
}

#[test]
fn nothing_larger_is_tested() {
    let (.., tested) = reduce(4, &mut Keep::default());
    assert!(tested.iter().all(|words| words.cost() < Words((0..1000).collect()).cost()));
}
