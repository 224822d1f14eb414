//! The inverse of typing: draws applications of an operator that have a wanted sort.

use std::sync::Arc;

use crate::pattern::Bindings;
use crate::typing::ApplicationSorts;
use crate::{Draw, Fold, Num, Op, Signature, Sort, SortKind, SortPattern, Typing, sort_of};

/// The sorts and indices of an application that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnApplication {
    /// Sorts to give explicitly.
    pub sorts: Vec<Sort>,
    /// Names to give explicitly: members of datatypes.
    pub names: Vec<Arc<str>>,
    /// Indices.
    pub indices: Vec<u32>,
    /// The sorts that the arguments must have.
    pub args: Vec<Sort>,
    /// The sort of the application.
    pub result: Sort,
}

impl DrawnApplication {
    /// An application with neither explicit sorts nor names nor indices.
    pub fn plain(args: Vec<Sort>, result: Sort) -> DrawnApplication {
        DrawnApplication { sorts: Vec::new(), names: Vec::new(), indices: Vec::new(), args, result }
    }

    /// Makes it one of this sort with nothing else, keeping its memory.
    pub fn become_plain(&mut self, result: &Sort) {
        self.sorts.clear();
        self.names.clear();
        self.indices.clear();
        self.args.clear();
        self.result = result.clone();
    }
}

impl Default for DrawnApplication {
    /// Room for an application.
    fn default() -> DrawnApplication {
        DrawnApplication::plain(Vec::new(), Sort::bool())
    }
}

/// How often drawing starts anew when the numbers drawn first leave none for the rest.
const TRIES: usize = 16;

/// Draws an application of `op` with `count` arguments (the nearest number that the operator can have) and, if
/// `wanted` is given, of that sort. `None`: this operator cannot give that sort (or,
/// rarely, the draws were unlucky).
pub fn draw_application(
    op: &Op,
    count: usize,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<DrawnApplication> {
    let mut drawn = DrawnApplication::default();
    let wishes = Wishes { count, sort: wanted, argument: None };
    redraw_application(op, wishes, draw, &mut drawn).then_some(drawn)
}

/// What an application should be like.
#[derive(Clone, Copy, Debug)]
pub struct Wishes<'a> {
    /// How many arguments it has: the nearest number that the operator can have is taken.
    pub count: usize,
    /// Its sort.
    pub sort: Option<&'a Sort>,
    /// The sort of one of its arguments. Where functions type the operator, it is left to chance whether there is
    /// one.
    pub argument: Option<&'a Sort>,
}

/// As [`draw_application`], in place of an application that is not needed any more: its memory is used again. If
/// nothing is drawn, what is there means nothing.
pub fn redraw_application(
    op: &Op,
    wishes: Wishes<'_>,
    draw: &mut dyn Draw,
    drawn: &mut DrawnApplication,
) -> bool {
    let found = redraw(op, wishes, draw, drawn);
    debug_assert!(!found || has_known_heads(op, drawn), "{} {drawn:?}", op.key);
    found
}

fn has_known_heads(op: &Op, drawn: &DrawnApplication) -> bool {
    let heads = op.heads();
    heads.result.contains(drawn.result.kind())
        && drawn.args.iter().all(|sort| heads.args.contains(sort.kind()))
}

fn redraw(op: &Op, wishes: Wishes<'_>, draw: &mut dyn Draw, drawn: &mut DrawnApplication) -> bool {
    let wanted = wishes.sort;
    match &op.typing {
        Typing::Rule { draw: rule, .. } => match rule(op, wanted, draw) {
            // The typing rule has the last word: what it does not accept is never drawn.
            Some(new) if is_well_sorted(op, &new) => {
                *drawn = new;
                true
            }
            _ => false,
        },
        Typing::Pattern(signature) => {
            // What cannot be is not tried again and again.
            if wanted.is_some_and(|wanted| !signature.result.fits_head(wanted)) {
                return false;
            }
            let (least, most) = op.arity();
            let count = wishes.count.max(least).min(most.unwrap_or(usize::MAX));
            let wishes = Wishes { count, ..wishes };
            let mut tries = 0..TRIES;
            let found = tries.any(|_| draw_folded(op, signature, wishes, draw, drawn).is_some());
            // Patterns are read in both directions: what they give, they accept.
            debug_assert!(!found || is_well_sorted(op, drawn), "{} {drawn:?}", op.key);
            found
        }
    }
}

/// The same for an operator that is [uniform](Op::is_uniform): there is but one sort to draw.
pub fn redraw_uniform(
    op: &Op,
    wishes: Wishes<'_>,
    draw: &mut dyn Draw,
    drawn: &mut DrawnApplication,
) -> bool {
    let found = draw_uniform(op, wishes, draw, drawn).is_some();
    debug_assert!(!found || is_well_sorted(op, drawn), "{} {drawn:?}", op.key);
    found
}

fn draw_uniform(
    op: &Op,
    Wishes { count, sort: wanted, argument }: Wishes<'_>,
    draw: &mut dyn Draw,
    drawn: &mut DrawnApplication,
) -> Option<()> {
    let Typing::Pattern(Signature { args: [pattern, ..], result, .. }) = &op.typing else {
        return None;
    };
    let plain = result.plain_sort();
    // The sort of the arguments is the wanted one unless the application always has the same.
    let fixed = match (&plain, wanted) {
        (Some(result), Some(wanted)) if result != wanted => return None,
        (None, Some(wanted)) => Some(wanted),
        _ => None,
    };
    let sort = match (fixed, argument) {
        (Some(fixed), Some(argument)) if fixed != argument => return None,
        (Some(sort), _) | (_, Some(sort)) if pattern.fits_head(sort) => sort.clone(),
        (Some(_), _) | (_, Some(_)) => return None,
        (None, None) => match pattern {
            SortPattern::BitVec(_) => Sort::bit_vec(draw.width()),
            SortPattern::FloatingPoint(..) => draw_format(draw),
            SortPattern::Any(_) => draw.sort(),
            _ => match pattern.plain_sort() {
                Some(sort) => sort,
                None => draw.sort_of_kind(pattern.kind()?)?,
            },
        },
    };
    if sort.width().is_some_and(|width| width > draw.max_width()) {
        return None;
    }
    let (least, most) = op.arity();
    drawn.become_plain(plain.as_ref().unwrap_or(&sort));
    drawn.args.resize(count.max(least).min(most.unwrap_or(usize::MAX)), sort);
    Some(())
}

fn is_well_sorted(op: &Op, drawn: &DrawnApplication) -> bool {
    let names: Vec<&str> = drawn.names.iter().map(|name| &**name).collect();
    let application = ApplicationSorts {
        sorts: &drawn.sorts,
        names: &names,
        indices: &drawn.indices,
        args: &drawn.args,
    };
    sort_of(op, &application).is_ok_and(|sort| sort == drawn.result)
}

impl<'a> Wishes<'a> {
    /// For an application that stands in another one.
    fn of_part(sort: &'a Sort) -> Wishes<'a> {
        Wishes { count: 0, sort: Some(sort), argument: None }
    }
}

fn draw_folded(
    op: &Op,
    signature: &Signature,
    wishes: Wishes<'_>,
    draw: &mut dyn Draw,
    outer: &mut DrawnApplication,
) -> Option<()> {
    draw_once(signature, wishes, draw, outer)?;
    let count = wishes.count;
    if outer.args.len() >= count {
        return Some(());
    }
    // Where all have the sort of the result, there is nothing to draw.
    if op.fold != Fold::None && signature.args.iter().all(|pattern| *pattern == signature.result) {
        outer.args.resize(count, outer.result.clone());
        return Some(());
    }
    let mut inner = DrawnApplication::default();
    while outer.args.len() < count {
        match op.fold {
            Fold::None => return None,
            Fold::LeftAssoc => {
                draw_once(signature, Wishes::of_part(&outer.args[0]), draw, &mut inner)?;
                outer.args.splice(0..1, inner.args.drain(..));
            }
            Fold::RightAssoc => {
                let last = outer.args.pop()?;
                draw_once(signature, Wishes::of_part(&last), draw, &mut inner)?;
                outer.args.append(&mut inner.args);
            }
            Fold::Chainable | Fold::Pairwise | Fold::Variadic => {
                let last = outer.args.last()?.clone();
                outer.args.push(last);
            }
        }
    }
    Some(())
}

/// Draws the signature itself, without folding; the wished count is for how many arguments there should be room.
fn draw_once(
    signature: &Signature,
    Wishes { count, sort: wanted, argument }: Wishes<'_>,
    draw: &mut dyn Draw,
    drawn: &mut DrawnApplication,
) -> Option<()> {
    let mut bindings = Bindings::default();
    if let Some(sort) = argument {
        bind_argument(signature, sort, &mut bindings, draw)?;
    }
    // A result width that is computed is drawn first, so that it stays within the limits.
    let computed = match (wanted, signature.result) {
        _ if argument.is_some() => None,
        (None, SortPattern::BitVec(Num::Add(..) | Num::Sub(..) | Num::Mul(..))) => {
            Some(Sort::bit_vec(draw.width()))
        }
        (None, SortPattern::FloatingPoint(..)) => Some(draw_format(draw)),
        _ => None,
    };
    let fixed = wanted.or(computed.as_ref());
    if let Some(sort) = fixed {
        let most = u64::from(draw.max_width());
        let mut choose = |low: u64, high: u64| draw.between(low, high.min(most));
        if !signature.result.unify(sort, &mut bindings, &mut choose) {
            return None;
        }
    }
    for pattern in signature.sorts.iter().chain(signature.args) {
        bind_free(pattern, signature, &mut bindings, draw)?;
    }
    for index in signature.indices {
        bind_number(index, signature, &mut bindings, draw)?;
    }
    if !signature.constraints.iter().all(|constraint| constraint.holds(&bindings)) {
        return None;
    }
    drawn.result = match fixed {
        Some(sort) => sort.clone(),
        None => signature.result.sort(&bindings)?,
    };
    let result = &drawn.result;
    if result.width().is_some_and(|width| width > draw.max_width()) {
        return None;
    }
    let list = |sorts: &mut Vec<Sort>, patterns: &[SortPattern]| -> Option<()> {
        sorts.clear();
        for pattern in patterns {
            // Equal patterns have equal sorts.
            let same = pattern.is_made_anew() && *pattern == signature.result;
            sorts.push(if same { result.clone() } else { pattern.sort(&bindings)? });
        }
        Some(())
    };
    drawn.names.clear();
    list(&mut drawn.sorts, signature.sorts)?;
    drawn.args.reserve(count);
    list(&mut drawn.args, signature.args)?;
    drawn.indices.clear();
    for index in signature.indices {
        drawn.indices.push(u32::try_from(index.value(&bindings)?).ok()?);
    }
    Some(())
}

/// A sort of floating-point numbers.
fn draw_format(draw: &mut dyn Draw) -> Sort {
    draw.sort_of_kind(SortKind::FloatingPoint).unwrap_or_else(|| {
        let (exponent, significand) = draw.float_format();
        Sort::floating_point(exponent, significand)
    })
}

/// Gives this sort to one of the arguments.
fn bind_argument(
    signature: &Signature,
    sort: &Sort,
    bindings: &mut Bindings,
    draw: &mut dyn Draw,
) -> Option<()> {
    let fits = |pattern: &&SortPattern| pattern.fits_head(sort);
    let count = signature.args.iter().filter(fits).count() as u64;
    let place = if count > 1 { draw.below(count) } else { 0 };
    let pattern = signature.args.iter().filter(fits).nth(place as usize)?;
    let most = u64::from(draw.max_width());
    let mut choose = |low: u64, high: u64| draw.between(low, high.min(most));
    pattern.unify(sort, bindings, &mut choose).then_some(())
}

/// Draws what is still free in a pattern.
fn bind_free(
    pattern: &SortPattern,
    signature: &Signature,
    bindings: &mut Bindings,
    draw: &mut dyn Draw,
) -> Option<()> {
    match *pattern {
        SortPattern::Bool
        | SortPattern::Int
        | SortPattern::Real
        | SortPattern::RoundingMode
        | SortPattern::String
        | SortPattern::RegLan => {}
        SortPattern::BitVec(number) => bind_number(&number, signature, bindings, draw)?,
        SortPattern::FloatingPoint(e, s) => {
            if e.value(bindings).is_none() || s.value(bindings).is_none() {
                let (exponent, significand) = draw.float_format();
                let mut no_choice = |_, _| None;
                let exponent_fits = e.solve(exponent.into(), bindings, &mut no_choice);
                if !(exponent_fits && s.solve(significand.into(), bindings, &mut no_choice)) {
                    return None;
                }
            }
        }
        // A sort that is there already has terms, and need not be made.
        _ if pattern.is_free_collection(bindings) && draw.below(4) != 0 => {
            let sort = draw.sort_of_kind(pattern.kind()?)?;
            pattern.unify(&sort, bindings, &mut |_, _| None).then_some(())?;
        }
        SortPattern::Array(index, element) => {
            bind_free(index, signature, bindings, draw)?;
            bind_free(element, signature, bindings, draw)?;
        }
        SortPattern::Seq(element) | SortPattern::Set(element) | SortPattern::Bag(element) => {
            bind_free(element, signature, bindings, draw)?;
        }
        SortPattern::Fun(domain, codomain) => {
            for pattern in domain {
                bind_free(pattern, signature, bindings, draw)?;
            }
            bind_free(codomain, signature, bindings, draw)?;
        }
        SortPattern::Any(variable) => {
            let slot = &mut bindings.sorts[variable as usize];
            if slot.is_none() {
                *slot = Some(draw.sort());
            }
        }
        SortPattern::OfKind(kind, variable) => {
            let slot = &mut bindings.sorts[variable as usize];
            if slot.is_none() {
                *slot = Some(draw.sort_of_kind(kind)?);
            }
        }
    }
    Some(())
}

/// Draws the free variables of a number, within the bounds that constraints with known other side set.
fn bind_number(
    number: &Num,
    signature: &Signature,
    bindings: &mut Bindings,
    draw: &mut dyn Draw,
) -> Option<()> {
    match *number {
        Num::Const(_) => {}
        Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => {
            bind_number(a, signature, bindings, draw)?;
            bind_number(b, signature, bindings, draw)?;
        }
        Num::Var(index, least) => {
            if bindings.numbers[index as usize].is_some() {
                return Some(());
            }
            let (mut low, mut high) = (u64::from(least), u64::from(draw.max_width()));
            for constraint in signature.constraints {
                let (small, large, strict) = constraint.parts();
                if large == *number
                    && let Some(bound) = small.value(bindings)
                {
                    low = low.max(bound + u64::from(strict));
                }
                if small == *number
                    && let Some(bound) = large.value(bindings)
                {
                    high = high.min(bound.checked_sub(u64::from(strict))?);
                }
            }
            // A width that nothing bounds is drawn as widths are, with their preferences.
            let drawn = if low == 1 && high == u64::from(draw.max_width()) {
                u64::from(draw.width())
            } else {
                draw.between(low, high)?
            };
            bindings.numbers[index as usize] = Some(drawn);
        }
    }
    Some(())
}
