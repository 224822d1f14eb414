//! Every operator that a solver claims: well-sorted applications are accepted and have our sort, ill-sorted
//! ones are refused.

use libtest_mimic::Failed;
use murxla_api::{
    Application, ApplicationSorts, Library, Literal, Op, SolverError, Sort, SortShape,
    SpecialValue, TermId, draw_application, sort_of, theory,
};

use crate::drawing::Drawing;
use crate::terms::Terms;

const DRAWS: usize = 50;

pub fn quick(library: &'static dyn Library) -> Result<(), Failed> {
    let profile = library.profile();
    let mut terms = Terms::new(library.new_solver()?);
    let mut draw = Drawing::new(11, profile);
    let (mut well_sorted, mut ill_sorted) = (0, 0);
    let mut wrongly_accepted = Vec::new();
    for op in theory::operators().filter(|op| profile.supports(op)) {
        let mut drawn_enough = 0;
        for round in 0..4 * DRAWS {
            let Some(drawn) = draw_application(op, 1 + round % 5, None, &mut draw) else {
                continue;
            };
            let all_sorts = drawn.args.iter().chain(&drawn.sorts).chain([&drawn.result]);
            if all_sorts.into_iter().any(|sort| profile.limit_on(sort).is_some()) {
                continue;
            }
            terms.solver.seed_call(round as u64);
            let mut args = Vec::new();
            for sort in &drawn.args {
                args.extend(argument(op, sort, &mut terms)?);
            }
            if args.len() < drawn.args.len() {
                continue;
            }
            let mut sorts = Vec::new();
            for sort in &drawn.sorts {
                sorts.push(terms.sort(sort)?);
            }
            let indices = &drawn.indices;
            let application = Application { op, sorts: &sorts, names: &[], indices, args: &args };
            let what = || format!("{} {:?} {:?}", op.key, drawn.indices, drawn.args);
            let term = terms
                .solver
                .mk_term(&application)
                .map_err(|error| format!("{} is refused: {error}", what()))?;
            let reported = terms.solver.sort_of(term)?;
            if !profile.same_sort(&drawn.result, &reported) {
                return Err(format!("{} has sort {reported}, not {}", what(), drawn.result).into());
            }
            well_sorted += 1;
            drawn_enough += 1;

            // The same with one argument of another sort.
            let place = round % drawn.args.len();
            let other = other_sort(&drawn.args[place]);
            let mut wrong_sorts = drawn.args.clone();
            wrong_sorts[place] = other.clone();
            let seen =
                ApplicationSorts { sorts: &drawn.sorts, names: &[], indices, args: &wrong_sorts };
            if sort_of(op, &seen).is_err() {
                args[place] = argument(op, &other, &mut terms)?.ok_or("no argument")?;
                let application =
                    Application { op, sorts: &sorts, names: &[], indices, args: &args };
                match terms.solver.mk_term(&application) {
                    Err(SolverError::Rejected(_) | SolverError::Unsupported(_)) => ill_sorted += 1,
                    Err(error) => return Err(format!("{}: {error}", what()).into()),
                    Ok(_) => wrongly_accepted.push(format!("{} {wrong_sorts:?}", op.key)),
                }
            }
            if drawn_enough == DRAWS {
                break;
            }
        }
        if drawn_enough < DRAWS {
            return Err(format!("{}: only {drawn_enough} draws", op.key).into());
        }
    }
    println!(
        "{well_sorted} well-sorted applications accepted, {ill_sorted} ill-sorted ones refused, {} accepted",
        wrongly_accepted.len()
    );
    for accepted in wrongly_accepted.iter().take(5) {
        println!("  ill-sorted and accepted: {accepted}");
    }
    if wrongly_accepted.is_empty() {
        return Ok(());
    }
    Err(format!("{} ill-sorted applications were accepted", wrongly_accepted.len()).into())
}

/// A constant; for constant arrays a value, which is what all solvers take.
fn argument(op: &Op, sort: &Sort, terms: &mut Terms) -> Result<Option<TermId>, SolverError> {
    if op.key != "OP_CONST_ARRAY" {
        return terms.some_constant(sort).map(Some);
    }
    let literal = match sort.shape() {
        SortShape::Bool => Literal::Bool(true),
        SortShape::BitVec(_) => Literal::Special(SpecialValue::BvMinSigned),
        _ => return Ok(None),
    };
    let sort = terms.sort(sort)?;
    terms.solver.mk_value(sort, &literal).map(Some)
}

fn other_sort(sort: &Sort) -> Sort {
    if *sort == Sort::bit_vec(7) { Sort::bit_vec(8) } else { Sort::bit_vec(7) }
}
