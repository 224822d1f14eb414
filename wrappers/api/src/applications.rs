//! The inverse of typing over given sorts: all applications of an operator that have a wanted sort, and whose arguments have sorts
//! of a list. Who builds terms of other terms has only such sorts.

use crate::pattern::Bindings;
use crate::{
    ApplicationSorts, Draw, DrawnApplication, Op, Signature, Sort, SortShape, Typing,
    draw_application, sort_of,
};

/// How often numbers that are free are drawn anew if they do not fit.
const TRIES: usize = 16;
/// So often an application is drawn where functions type the operator.
const DRAWS: usize = 12;

/// Gives all applications of this operator, in its smallest arity, that have the wanted sort and arguments of these sorts. What
/// has indices is given without them: [`draw_indices`] draws some. Where functions type the operator, some are drawn.
pub fn applications_over(
    op: &Op,
    wanted: &Sort,
    sorts: &[Sort],
    draw: &mut dyn Draw,
    found: &mut dyn FnMut(DrawnApplication),
) {
    match &op.typing {
        Typing::Pattern(signature) => by_pattern(signature, wanted, sorts, found),
        Typing::Rule { .. } if op.key == "OP_UF_APPLY" => {
            for sort in sorts {
                if let SortShape::Fun(domain, codomain) = sort.shape()
                    && codomain == wanted
                    && domain.iter().all(|one| sorts.contains(one))
                {
                    let args = [std::slice::from_ref(sort), domain].concat();
                    found(DrawnApplication::plain(args, wanted.clone()));
                }
            }
        }
        Typing::Rule { .. } => {
            let mut known: Vec<DrawnApplication> = Vec::new();
            for _ in 0..DRAWS {
                if let Some(drawn) = draw_application(op, 0, Some(wanted), draw)
                    && drawn.args.iter().all(|sort| sorts.contains(sort))
                    && !known.contains(&drawn)
                {
                    found(drawn.clone());
                    known.push(drawn);
                }
            }
        }
    }
}

fn by_pattern(
    signature: &Signature,
    wanted: &Sort,
    sorts: &[Sort],
    found: &mut dyn FnMut(DrawnApplication),
) {
    if !signature.result.fits_head(wanted) {
        return;
    }
    // Mostly the result tells what the arguments are; where it leaves a choice, these are tried first.
    let (mut bindings, mut ambiguous) = (Bindings::default(), false);
    let bound = signature.result.unify(wanted, &mut bindings, &mut |_, _| {
        ambiguous = true;
        None
    });
    if !bound && !ambiguous {
        return;
    }
    if ambiguous {
        bindings = Bindings::default();
    }
    let mut args = Vec::with_capacity(signature.args.len());
    Over { signature, wanted, sorts, found }.from(bindings, &mut args);
}

struct Over<'a> {
    signature: &'a Signature,
    wanted: &'a Sort,
    sorts: &'a [Sort],
    found: &'a mut dyn FnMut(DrawnApplication),
}

impl Over<'_> {
    /// Tries all sorts for the argument after those that are chosen. Operators have few arguments, so this is not deep.
    fn from(&mut self, bindings: Bindings, args: &mut Vec<Sort>) {
        let Some(pattern) = self.signature.args.get(args.len()) else {
            self.give(bindings, args);
            return;
        };
        // What is bound already is one sort.
        if let Some(only) = pattern.sort(&bindings) {
            if self.sorts.contains(&only) {
                args.push(only);
                self.from(bindings, args);
                args.pop();
            }
            return;
        }
        for sort in self.sorts {
            let mut bound = bindings.clone();
            if pattern.fits_head(sort) && pattern.unify(sort, &mut bound, &mut |_, _| None) {
                args.push(sort.clone());
                self.from(bound, args);
                args.pop();
            }
        }
    }

    fn give(&mut self, mut bindings: Bindings, args: &[Sort]) {
        let signature = self.signature;
        let is_indexed = !signature.indices.is_empty();
        if !is_indexed {
            let fits = signature.result.unify(self.wanted, &mut bindings, &mut |_, _| None);
            let constrained = signature.constraints.iter().all(|one| one.holds(&bindings));
            if !fits || !constrained {
                return;
            }
        }
        let given: Option<Vec<Sort>> =
            signature.sorts.iter().map(|pattern| pattern.sort(&bindings)).collect();
        let Some(given) = given else { return };
        let mut drawn = DrawnApplication::plain(args.to_vec(), self.wanted.clone());
        drawn.sorts = given;
        (self.found)(drawn);
    }
}

/// Indices with which the operator, on arguments of these sorts, gives the wanted sort.
pub fn draw_indices(
    op: &Op,
    wanted: &Sort,
    args: &[Sort],
    draw: &mut dyn Draw,
) -> Option<Vec<u32>> {
    let Typing::Pattern(signature) = &op.typing else { return None };
    (0..TRIES).find_map(|_| indices_once(op, signature, (wanted, args), draw))
}

fn indices_once(
    op: &Op,
    signature: &Signature,
    (wanted, args): (&Sort, &[Sort]),
    draw: &mut dyn Draw,
) -> Option<Vec<u32>> {
    let mut bindings = Bindings::default();
    for (pattern, sort) in signature.args.iter().zip(args) {
        pattern.unify(sort, &mut bindings, &mut |_, _| None).then_some(())?;
    }
    let widest = args.iter().chain([wanted]).filter_map(Sort::width).max().unwrap_or(1);
    let most = u64::from(widest);
    let mut choose = |low: u64, high: u64| draw.between(low, high.min(most.max(low)));
    signature.result.unify(wanted, &mut bindings, &mut choose).then_some(())?;
    let mut indices = Vec::with_capacity(signature.indices.len());
    for index in signature.indices {
        let value = match index.value(&bindings) {
            Some(value) => value,
            None => {
                let least = index.least();
                let value = choose(least, most.max(least))?;
                index.solve(value, &mut bindings, &mut |_, _| None).then_some(value)?
            }
        };
        indices.push(u32::try_from(value).ok()?);
    }
    let application = ApplicationSorts { sorts: &[], names: &[], indices: &indices, args };
    sort_of(op, &application).is_ok_and(|sort| sort == *wanted).then_some(indices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory;

    /// Draws the first of all choices.
    struct First(Vec<Sort>);

    impl Draw for First {
        fn below(&mut self, _: u64) -> u64 {
            0
        }

        fn sort(&mut self) -> Sort {
            self.0[0].clone()
        }

        fn width(&mut self) -> u32 {
            1
        }

        fn max_width(&self) -> u32 {
            64
        }
    }

    fn over(key: &str, wanted: &Sort, sorts: &[Sort]) -> Vec<Vec<Sort>> {
        let mut all = Vec::new();
        let op = theory::operator(key).expect(key);
        applications_over(op, wanted, sorts, &mut First(sorts.to_vec()), &mut |drawn| {
            all.push(drawn.args);
        });
        all
    }

    #[test]
    fn arguments_have_given_sorts() {
        let (bv, array) = (Sort::bit_vec, Sort::array(Sort::int(), Sort::bit_vec(8)));
        let sorts = [Sort::bool(), Sort::int(), bv(4), bv(8), array.clone()];
        let [bool, int, bv4, bv8, _] = sorts.clone();
        let equal = over("OP_EQUAL", &bool, &sorts);
        assert_eq!(equal.len(), sorts.len());
        assert_eq!(over("OP_ITE", &int, &sorts), [[bool.clone(), int.clone(), int.clone()]]);
        assert_eq!(over("OP_BV_CONCAT", &bv8, &sorts), [[bv4.clone(), bv4.clone()]]);
        assert_eq!(over("OP_ARRAY_SELECT", &bv8, &sorts), [[array, int]]);
        assert!(over("OP_REAL_ADD", &Sort::real(), &sorts).is_empty());
        assert_eq!(over("OP_BV_EXTRACT", &bv4, &sorts).len(), 2);
        let extract = theory::operator("OP_BV_EXTRACT").expect("extract");
        let indices = draw_indices(extract, &bv4, &[bv8], &mut First(Vec::new()));
        assert_eq!(indices, Some(vec![3, 0]));
        assert_eq!(draw_indices(extract, &bv(8), &[bv4], &mut First(Vec::new())), None);
    }
}
