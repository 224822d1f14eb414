//! Joinings: how the constants of the parts of a term are named together.
//!
//! Names are given in the order of use, and of joinings that differ by symmetries of the parts, or of the term, there is one.

use super::kinds::Kind;

/// The names of the constants of each part, in the order of their places: numbers of constants of their sorts.
pub(super) type Joining = Vec<Vec<u8>>;

/// All joinings of parts of these kinds, if there are so many constants of each sort. `exchanged`: two parts are the same, and
/// can be exchanged.
pub(super) fn joinings(kinds: &[&Kind], constants: &[usize], exchanged: bool) -> Vec<Joining> {
    let mut found = Vec::new();
    let mut names: Joining = kinds.iter().map(|_| Vec::new()).collect();
    extend(kinds, constants, 0, &mut vec![0; constants.len()], &mut names, &mut found);
    found.retain(|joining| is_least(joining, kinds, constants.len(), exchanged));
    found
}

/// Gives names to the places of the parts from `part` on.
fn extend(
    kinds: &[&Kind],
    constants: &[usize],
    part: usize,
    used: &mut Vec<u8>,
    names: &mut Joining,
    found: &mut Vec<Joining>,
) {
    let Some(kind) = kinds.get(part) else {
        found.push(names.clone());
        return;
    };
    let place = names[part].len();
    let Some(sort) = kind.slots.get(place).map(|sort| usize::from(*sort)) else {
        return extend(kinds, constants, part + 1, used, names, found);
    };
    let most = (usize::from(used[sort]) + 1).min(constants[sort]) as u8;
    for name in 0..most {
        // Two constants of a part stay two.
        let mut before = names[part].iter().zip(&kind.slots);
        if before.any(|(other, of)| *other == name && usize::from(*of) == sort) {
            continue;
        }
        let was = used[sort];
        used[sort] = was.max(name + 1);
        names[part].push(name);
        extend(kinds, constants, part, used, names, found);
        names[part].pop();
        used[sort] = was;
    }
}

/// Whether no symmetry gives a smaller one.
fn is_least(joining: &Joining, kinds: &[&Kind], sorts: usize, exchanged: bool) -> bool {
    let orders: &[bool] = if exchanged { &[false, true] } else { &[false] };
    orders.iter().all(|turned| {
        let mut chosen = vec![0; kinds.len()];
        loop {
            let mut other: Joining = joining
                .iter()
                .zip(kinds)
                .zip(&chosen)
                .map(|((names, kind), chosen)| permuted(names, &kind.symmetries[*chosen]))
                .collect();
            if *turned {
                other.reverse();
            }
            if renamed(&other, kinds, sorts) < *joining {
                return false;
            }
            // The next choice of symmetries.
            let mut part = 0;
            loop {
                let Some(kind) = kinds.get(part) else { return true };
                chosen[part] += 1;
                if chosen[part] < kind.symmetries.len() {
                    break;
                }
                chosen[part] = 0;
                part += 1;
            }
        }
    })
}

/// The names after the constants of a part changed places.
pub(super) fn permuted(names: &[u8], permutation: &[u8]) -> Vec<u8> {
    permutation.iter().map(|place| names[usize::from(*place)]).collect()
}

/// The same joining with names in the order of use.
fn renamed(joining: &Joining, kinds: &[&Kind], sorts: usize) -> Joining {
    let mut names: Vec<Vec<u8>> = vec![Vec::new(); sorts];
    let mut rename = |name: u8, sort: u8| {
        let known = &mut names[usize::from(sort)];
        let place = known.iter().position(|one| *one == name).unwrap_or_else(|| {
            known.push(name);
            known.len() - 1
        });
        place as u8
    };
    let part = |(list, kind): (&Vec<u8>, &&Kind)| {
        list.iter().zip(&kind.slots).map(|(name, sort)| rename(*name, *sort)).collect()
    };
    joining.iter().zip(kinds).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_in_order_of_use() {
        let x = Kind::rigid(&[0]);
        assert_eq!(joinings(&[&x, &x], &[2], false), [[[0], [0]], [[0], [1]]]);
        assert_eq!(joinings(&[&x, &x], &[1], false).len(), 1);
        // Two constants of one sort and one of another.
        let (xy, p) = (Kind::rigid(&[0, 0]), Kind::rigid(&[1]));
        assert_eq!(joinings(&[&xy, &p], &[2, 2], false).len(), 1);
        // x y with x y, y x, x z, z x, y z, z y, z w.
        assert_eq!(joinings(&[&xy, &xy], &[4], false).len(), 7);
        // Under exchange of the parts x z and z y are the same, and so are y z and z x … as x y first renamed.
        assert_eq!(joinings(&[&xy, &xy], &[4], true).len(), 6);
        let sum = Kind { slots: vec![0, 0], symmetries: vec![vec![0, 1], vec![1, 0]] };
        assert_eq!(joinings(&[&sum, &sum], &[4], false).len(), 3);
        assert_eq!(joinings(&[&sum, &x], &[2], false).len(), 1);
    }
}
