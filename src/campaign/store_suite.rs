//! What every store does: the same tests for the one in a folder and the one that machines share.

use std::path::Path;

use super::store::{Bucket, Bucketed, Lease, Seen, Store, StoreError};
use super::{Counts, store};
use crate::findings::Key;

/// A key that differs by this.
pub fn key(detail: &str) -> Key {
    Key::of_oracle("z3", "cross-check", detail)
}

/// A finding of a run; its folder has its files.
pub fn seen<'a>(run: u64, key: &'a Key, message: &'a str, folder: &'a Path) -> Seen<'a> {
    Seen { run, seed: u64::MAX - run, key, message, folder }
}

/// The figures of so many runs.
pub fn counts(runs: u64) -> Counts {
    let mut counts = Counts { runs, calls: 3 * runs, ..Counts::default() };
    counts.operators.insert("OP_AND".to_owned(), [2 * runs, runs]);
    counts
}

/// Takes runs that must be there.
pub fn take(store: &mut dyn Store, most: u64, limit: Option<u64>) -> Lease {
    store.lease(1, most, limit).expect("leased").expect("a lease")
}

/// What is asked of a store, which has this folder.
pub type Case = fn(&mut dyn Store, &Path);

/// All of them; each gets a new store, and the folder of a finding.
pub const CASES: &[(&str, Case)] = &[
    ("runs_are_handed_out_once", |store, _| runs_are_handed_out_once(store)),
    ("a_lease_shrinks_and_ends", |store, _| a_lease_shrinks_and_ends(store)),
    ("findings_are_counted_once", findings_are_counted_once),
    ("every_run_is_done_once", |store, _| every_run_is_done_once(store)),
    ("epochs_begin_once", |store, _| epochs_begin_once(store)),
];

/// Runs are handed out once, and those first that were given back.
fn runs_are_handed_out_once(store: &mut dyn Store) {
    let first = take(store, 10, Some(25));
    let second = take(store, 10, Some(25));
    let third = take(store, 10, Some(25));
    assert_eq!((first.runs.clone(), second.runs, third.runs), (0..10, 10..20, 20..25));
    assert_eq!(store.lease(1, 10, Some(25)).expect("asked"), None);
    assert_eq!(store.lease(1, 0, None).expect("asked"), None);
    store.give_back(second.id).expect("given back");
    store.give_back(second.id).expect("nothing to give back");
    assert_eq!(store.lease(2, 10, Some(5)).expect("asked"), None);
    assert_eq!(take(store, 4, Some(25)).runs, 10..14);
    assert_eq!(take(store, 10, Some(16)).runs, 14..16);
    assert_eq!(take(store, 10, None).runs, 16..20);
    assert_eq!(store.runs_done().expect("read"), 0);
}

/// Runs leave a lease from its beginning, each once.
fn a_lease_shrinks_and_ends(store: &mut dyn Store) {
    let Lease { id, .. } = take(store, 10, None);
    store.finish(id, 0..4, &counts(4), &[]).expect("finished");
    for wrong in [0..4, 5..6, 4..11] {
        let error = store.finish(id, wrong, &counts(1), &[]).expect_err("not leased");
        assert!(matches!(error, StoreError::NotLeased { .. }), "{error}");
    }
    store.finish(id, 4..10, &counts(6), &[]).expect("finished");
    let error = store.finish(id, 10..10, &counts(1), &[]).expect_err("ended");
    assert!(matches!(error, StoreError::NotLeased { .. }), "{error}");
    assert_eq!(store.counts().expect("read"), counts(10));
    assert_eq!(store.give_back_all().expect("given back"), 0);
}

/// A run is in a bucket once, however often it is told, and the bucket has what its lowest run said.
pub fn findings_are_counted_once(store: &mut dyn Store, folder: &Path) {
    let Lease { id, .. } = take(store, 10, None);
    let (one, two) = (key("sat/unsat"), key("unsat/sat"));
    let seen = |run, key, message| seen(run, key, message, folder);
    let told = |is_new, count| Bucketed { is_new, count };
    let some = [seen(7, &one, "seven"), seen(7, &one, "seven"), seen(7, &two, "both")];
    let bucketed = store.finish(id, 0..1, &counts(1), &some).expect("finished");
    assert_eq!(bucketed, [told(true, 1), told(false, 1), told(true, 1)]);
    let more = [seen(3, &one, "three"), seen(9, &one, "nine"), seen(7, &two, "again")];
    let bucketed = store.finish(id, 1..2, &counts(1), &more).expect("finished");
    assert_eq!(bucketed, [told(false, 2), told(false, 3), told(false, 1)]);
    let runs = [3, 7, 9].map(|run| (run, u64::MAX - run));
    assert_eq!(store.runs_of(&one).expect("runs"), runs);
    assert_eq!(store.runs_of(&key("other")).expect("runs"), []);
    let bucket = |key: &Key, count, first_run: u64, message: &str| Bucket {
        key: key.clone(),
        count,
        first_run,
        first_seed: u64::MAX - first_run,
        message: message.to_owned(),
    };
    let buckets = store.buckets().expect("buckets");
    assert_eq!(buckets, [bucket(&one, 3, 3, "three"), bucket(&two, 1, 7, "both")]);
    assert_eq!(store.runs_done().expect("read"), 2);
}

/// Whatever several workers do with their leases, each run is done once.
fn every_run_is_done_once(store: &mut dyn Store) {
    const RUNS: u64 = 500;
    let mut number = 88_172_645_463_325_252_u64;
    let mut below = |bound: u64| {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        number % bound
    };
    let mut done = vec![0; RUNS as usize];
    let mut leases: Vec<Lease> = Vec::new();
    while done.contains(&0) {
        let place = below(4) as usize;
        if place >= leases.len() {
            leases.extend(store.lease(place as u32, 1 + below(40), Some(RUNS)).expect("asked"));
        } else if below(3) == 0 {
            store.give_back(leases.swap_remove(place).id).expect("given back");
        } else {
            let Lease { id, runs } = &mut leases[place];
            let some = 1 + below(runs.end - runs.start);
            let now = runs.start..runs.start + some;
            store.finish(*id, now.clone(), &counts(some), &[]).expect("finished");
            runs.start = now.end;
            now.for_each(|run| done[run as usize] += 1);
            if runs.is_empty() {
                leases.swap_remove(place);
            }
        }
    }
    assert!(done.iter().all(|times| *times == 1), "{done:?}");
    for Lease { id, .. } in leases {
        store.give_back(id).expect("given back");
    }
    assert_eq!(store.lease(1, 10, Some(RUNS)).expect("asked"), None);
    assert_eq!(store.counts().expect("read"), counts(RUNS));
    assert_eq!(store.runs_done().expect("read"), RUNS);
}

/// Without other machines an epoch is this one's.
fn epochs_begin_once(store: &mut dyn Store) {
    assert_eq!(store.ask_epoch(128).expect("asked"), store::EpochAnswer::Yours);
}
