//! Folds applications of more than two arguments, where a solver's function takes two.

use murxla_api::Fold;

/// Applies `binary` to two or more arguments as `fold` says; `conjunction` joins the parts of a chain.
pub fn fold_arguments<N: Copy, E>(
    fold: Fold,
    args: &[N],
    mut binary: impl FnMut(N, N) -> Result<N, E>,
    conjunction: impl FnOnce(&[N]) -> Result<N, E>,
) -> Result<Option<N>, E> {
    let (Some(first), Some(last)) = (args.first(), args.last()) else { return Ok(None) };
    match fold {
        Fold::None | Fold::LeftAssoc => {
            args[1..].iter().try_fold(*first, |result, arg| binary(result, *arg)).map(Some)
        }
        Fold::RightAssoc => args[..args.len() - 1]
            .iter()
            .rev()
            .try_fold(*last, |result, arg| binary(*arg, result))
            .map(Some),
        Fold::Chainable | Fold::Pairwise | Fold::Variadic if args.len() == 2 => {
            binary(*first, *last).map(Some)
        }
        Fold::Chainable => {
            let parts: Result<Vec<N>, E> =
                args.windows(2).map(|pair| binary(pair[0], pair[1])).collect();
            conjunction(&parts?).map(Some)
        }
        // More arguments cannot be given two by two.
        Fold::Variadic => Ok(None),
        Fold::Pairwise => {
            let mut parts = Vec::new();
            for (position, arg) in args.iter().enumerate() {
                for other in &args[position + 1..] {
                    parts.push(binary(*arg, *other)?);
                }
            }
            conjunction(&parts).map(Some)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_of_four() {
        let check = |fold, expected: &str| {
            let mut names: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).into();
            let table = std::cell::RefCell::new(&mut names);
            let binary = |x: usize, y: usize| {
                let mut names = table.borrow_mut();
                let text = format!("({}{})", names[x], names[y]);
                names.push(text);
                Ok::<usize, ()>(names.len() - 1)
            };
            let conjunction = |parts: &[usize]| {
                let mut names = table.borrow_mut();
                let text =
                    parts.iter().map(|part| names[*part].clone()).collect::<Vec<_>>().join("&");
                names.push(text);
                Ok(names.len() - 1)
            };
            let result = fold_arguments(fold, &[0, 1, 2, 3], binary, conjunction);
            assert_eq!(names[result.unwrap().unwrap()], expected);
        };
        check(Fold::LeftAssoc, "(((ab)c)d)");
        check(Fold::RightAssoc, "(a(b(cd)))");
        check(Fold::Chainable, "(ab)&(bc)&(cd)");
        check(Fold::Pairwise, "(ab)&(ac)&(ad)&(bc)&(bd)&(cd)");
    }
}
