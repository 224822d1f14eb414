//! Every operator that a solver claims: well-sorted applications are accepted and have our sort, ill-sorted
//! ones are refused.

use libtest_mimic::Failed;
use murxla_api::{
    Application, ApplicationSorts, Library, SolverError, Sort, draw_application, sort_of, theory,
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
                args.push(terms.some_constant(sort)?);
            }
            let mut sorts = Vec::new();
            for sort in &drawn.sorts {
                sorts.push(terms.sort(sort)?);
            }
            if op.key == "OP_CONST_ARRAY" && !element_may_be_constant(library, &mut terms)? {
                drawn_enough = DRAWS;
                break;
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
                args[place] = terms.some_constant(&other)?;
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

/// cvc5 takes only values as elements of constant arrays; a constant is refused there.
fn element_may_be_constant(
    library: &'static dyn Library,
    terms: &mut Terms,
) -> Result<bool, Failed> {
    let byte = Sort::bit_vec(8);
    let array = terms.sort(&Sort::array(byte.clone(), byte.clone()))?;
    let element = terms.some_constant(&byte)?;
    let op = theory::operator("OP_CONST_ARRAY").ok_or("no constant arrays")?;
    let application =
        Application { op, sorts: &[array], names: &[], indices: &[], args: &[element] };
    let taken = terms.solver.mk_term(&application).is_ok();
    if !taken && !library.info().path.iter().any(|path| path.to_string_lossy().contains("cvc5")) {
        return Err("a constant as element of a constant array is refused".into());
    }
    Ok(taken)
}

fn other_sort(sort: &Sort) -> Sort {
    if *sort == Sort::bit_vec(7) { Sort::bit_vec(8) } else { Sort::bit_vec(7) }
}
