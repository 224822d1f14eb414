//! Draws terms: first a theory, then one of its operators, so that large theories do not drown small ones.

use std::ops::Range;

use murxla_api::{
    ActionKind, Demand, DrawnApplication, Fold, Heads, KindSet, Linearity, Literal, Op, Sort,
    SortKind, SortShape, Theory, Wishes, redraw_application, redraw_uniform,
};

use super::database::{Term, Variables, Which};
use super::generator::Generator;
use super::offer::{Applicable, Offer, TheoryOffers, Traits, may};
use super::repertoire::Repertoire;
use super::swarm::Swarm;
use crate::oracle::Feedback;
use crate::rng::Rng;
use crate::trace::{Applied, CallArg, Operator, TermName, WrittenLiteral};

/// How often something else is drawn if what was drawn cannot be had.
const TRIES: u32 = 16;
/// How many operators are looked at for one that may be what is wished for.
const LOOKS: u32 = 64;
/// How deep arguments are made for arguments.
const DEEPEST: u32 = 2;
/// How often another argument is drawn in the place of one that would fold.
const OTHERS: u32 = 2;
/// So many terms that were made last are remembered.
const RECENT: usize = 12;

/// What an application should be like.
#[derive(Clone, Copy, Default)]
pub(super) struct Wish<'a> {
    /// Its sort.
    pub(super) sort: Option<&'a Sort>,
    /// A term that should be one of its arguments.
    pub(super) argument: Option<&'a Term>,
    /// How deep we are in making arguments for arguments.
    pub(super) depth: u32,
}

/// Room for an application that is tried; it is used again and again.
#[derive(Default)]
pub(super) struct Attempt {
    drawn: DrawnApplication,
    args: Vec<Term>,
    /// Places of the arguments.
    places: Vec<usize>,
}

impl Generator<'_> {
    pub(super) fn make_any_term(&mut self) -> bool {
        // Formulas are what is asserted: some are asked for.
        let formula = Sort::bool();
        let sort = self.rng.chance(1, 4).then_some(&formula);
        let grows = self.knowledge.is_some() && self.rng.chance(self.numbers.grow, 100);
        let argument = if grows { self.take_recent() } else { None };
        let grown = argument.as_ref().and_then(|argument| {
            self.make_term(Wish { sort, argument: Some(argument), ..Wish::default() })
        });
        let made = grown.or_else(|| self.make_term(Wish { sort, ..Wish::default() }));
        let Some(mut term) = made else { return false };
        if self.scale.is_large {
            term = self.burst(term);
        }
        if self.rng.chance(self.numbers.chains, 100)
            && let Some((op, traits)) = self.last_applied
        {
            // The same operator over and over: deep terms, chains of stores, sums of many parts.
            for _ in 0..self.few(self.numbers.chain_most) {
                let (sort, argument) = (term.sort.clone(), term.clone());
                let wish = Wish { sort: Some(&sort), argument: Some(&argument), depth: DEEPEST };
                match self.apply(op, traits, wish) {
                    Some(next) => term = next,
                    None => break,
                }
            }
        }
        true
    }

    /// Applications over a term, one over the other; the last of them.
    fn burst(&mut self, mut term: Term) -> Term {
        for _ in 0..self.few(self.numbers.burst_most) {
            if self.calls() >= self.numbers.calls_most {
                break;
            }
            let wish = Wish { sort: None, argument: Some(&term), depth: 1 };
            let Some(next) = self.make_term(wish) else { break };
            // It was made shortly before: it is one of the last.
            if let Some(place) = self.recent.iter().rposition(|recent| recent.name == term.name) {
                self.recent.remove(place);
            }
            term = next;
        }
        term
    }

    /// A term as it is wished for; `None` if none was found.
    pub(super) fn make_term(&mut self, wish: Wish<'_>) -> Option<Term> {
        if wish.sort.is_some_and(|sort| !self.swarm.may_give(sort)) {
            return None;
        }
        let kinds =
            |sort: Option<&Sort>| sort.map_or(KindSet::default(), |sort| KindSet::of(sort.kind()));
        let argument = wish.argument.map(|term| &term.sort);
        let wished = Heads { result: kinds(wish.sort), args: kinds(argument) };
        let mut tries = TRIES;
        let mut looks = 0..LOOKS;
        while let Some(offer) = self.next_offer(&mut looks, wished, argument) {
            let traits = offer.traits;
            let made = match offer.applicable {
                Applicable::Op(op) => self.apply(op, traits, wish),
                Applicable::Binder(binder) if wish.depth == 0 => self.bind(binder, wish.sort),
                Applicable::Match if wish.depth == 0 => self.make_match(wish.sort),
                Applicable::Binder(_) | Applicable::Match => continue,
            };
            tries -= 1;
            if made.is_some() || tries == 0 {
                return made;
            }
        }
        None
    }

    /// An application of the operator as it is wished for.
    fn apply(&mut self, op: &'static Op, traits: Traits, wish: Wish<'_>) -> Option<Term> {
        let mut attempt = self.attempts.pop().unwrap_or_default();
        let made = self.attempt(op, traits, wish, &mut attempt);
        if let Some(term) = &made {
            self.last_applied = Some((op, traits));
            if self.scale.is_hard {
                self.hard.add(traits.hard, &attempt.args, term);
            }
        }
        attempt.args.clear();
        self.attempts.push(attempt);
        made
    }

    fn attempt(
        &mut self,
        op: &'static Op,
        traits: Traits,
        wish: Wish<'_>,
        Attempt { drawn, args, places }: &mut Attempt,
    ) -> Option<Term> {
        if !self.apply_known_function(op, wish, drawn) {
            self.draw_sorts(op, traits, wish, drawn)?;
        }
        if traits.plain && wish.argument.is_none() {
            let mut known = None;
            for sort in &drawn.args {
                // The arguments of a uniform operator have all the same sort.
                if !(traits.uniform && known.is_some()) {
                    known = self.database.find(sort);
                }
                args.push(self.other_argument(known, sort, wish.depth, args)?);
            }
            return self.make_application(op, drawn, args);
        }
        // The wished argument stands at one of the places that have its sort.
        let wished = match wish.argument {
            // All have it.
            Some(term) if traits.uniform && traits.plain => {
                Some((self.rng.below(drawn.args.len() as u64) as usize, term))
            }
            Some(term) => {
                let fits = |place: &usize| drawn.args.get(*place) == Some(&term.sort);
                let (repertoire, swarm) = (self.repertoire, &self.swarm);
                places.clear();
                places.extend((0..drawn.args.len()).filter(|place| {
                    fits(place) && (traits.plain || !wants_value(repertoire, swarm, op, *place))
                }));
                Some((*self.rng.pick(places)?, term))
            }
            None => None,
        };
        // Of the factors of a linear product one at most is not a value.
        let product = self.swarm.is_linear() && op.linearity == Linearity::OneFactor;
        let factor = match wished {
            Some((at, _)) => at,
            None if product => self.rng.below(drawn.args.len() as u64) as usize,
            None => 0,
        };
        // Ranges are between characters; those between other strings are empty.
        let characters = op.key == "OP_RE_RANGE" && self.rng.chance(3, 4);
        for (place, sort) in drawn.args.iter().enumerate() {
            args.push(match wished {
                Some((at, term)) if at == place => term.clone(),
                _ if characters => self.make_character()?,
                _ if product && place != factor => self.literal_argument(op, sort)?,
                _ if !traits.plain && wants_value(self.repertoire, &self.swarm, op, place) => {
                    self.literal_argument(op, sort)?
                }
                _ => {
                    let known = self.database.find(sort);
                    self.other_argument(known, sort, wish.depth, args)?
                }
            });
        }
        self.make_application(op, drawn, args)
    }

    /// Functions are used once they are there: a drawn function sort is seldom that of a function.
    fn apply_known_function(
        &mut self,
        op: &Op,
        wish: Wish<'_>,
        drawn: &mut DrawnApplication,
    ) -> bool {
        if op.key != "OP_UF_APPLY" || !self.rng.chance(3, 4) {
            return false;
        }
        let fits = |sort: &Sort| {
            let SortShape::Fun(domain, codomain) = sort.shape() else { return false };
            let takes = |argument: &Term| *sort == argument.sort || domain.contains(&argument.sort);
            wish.sort.is_none_or(|wanted| wanted == codomain) && wish.argument.is_none_or(takes)
        };
        let functions = self.database.inhabited_of_kind(SortKind::Fun);
        let Some(sort) = self.rng.pick_of(functions.filter(|sort| fits(sort))) else {
            return false;
        };
        let SortShape::Fun(domain, codomain) = sort.shape() else { return false };
        drawn.become_plain(codomain);
        drawn.args.push(sort.clone());
        drawn.args.extend_from_slice(domain);
        true
    }

    /// Draws sorts of an application that the solver takes.
    fn draw_sorts(
        &mut self,
        op: &'static Op,
        traits: Traits,
        wish: Wish<'_>,
        drawn: &mut DrawnApplication,
    ) -> Option<()> {
        let count = match op.fold {
            Fold::None => 0,
            _ => 1 + self.few(self.numbers.arguments_most - 1) as usize,
        };
        let argument = wish.argument.map(|term| &term.sort);
        let mut drawer = self.drawer(argument);
        let wishes = Wishes { count, sort: wish.sort, argument };
        let redraw = if traits.uniform { redraw_uniform } else { redraw_application };
        if !redraw(op, wishes, &mut drawer, drawn) {
            return None;
        }
        let allow = |sorts: &[Sort]| sorts.iter().all(|sort| drawer.allows(sort));
        // The arguments of a uniform operator have all the same sort.
        let args = if traits.uniform { &drawn.args[..1] } else { &drawn.args };
        // Many operators give what they take.
        let gives_the_same = args.first() == Some(&drawn.result);
        let allows_result = gives_the_same || drawer.allows(&drawn.result);
        if !(allows_result && allow(args) && allow(&drawn.sorts)) {
            return None;
        }
        let takes_function = || args.iter().any(|sort| sort.kind() == SortKind::Fun);
        if !self.swarm.is_higher_order() && op.key != "OP_UF_APPLY" && takes_function() {
            return None;
        }
        self.fit_heap(op, wish.sort, drawn)
    }

    /// A term of this sort: one that is there, or one that is made.
    pub(super) fn argument(&mut self, sort: &Sort, depth: u32) -> Option<Term> {
        let known = self.database.find(sort);
        self.argument_at(known, sort, depth)
    }

    /// An argument that is none of those before it, if there is another one, and no value if all before it are.
    fn other_argument(
        &mut self,
        known: Option<usize>,
        sort: &Sort,
        depth: u32,
        before: &[Term],
    ) -> Option<Term> {
        let mut argument = self.argument_at(known, sort, depth)?;
        if self.knowledge.is_none() || before.is_empty() {
            return Some(argument);
        }
        let values = before.iter().all(|term| term.literal);
        let folds = |argument: &Term| {
            (values && argument.literal) || before.iter().any(|term| term.name == argument.name)
        };
        for _ in 0..OTHERS {
            if !folds(&argument) {
                return Some(argument);
            }
            argument = self.argument_at(known, sort, depth)?;
        }
        match folds(&argument) && !self.rng.chance(1, 8) {
            true => self.make_const(sort).or(Some(argument)),
            false => Some(argument),
        }
    }

    /// The same where it is known in which place the sort is.
    fn argument_at(&mut self, known: Option<usize>, sort: &Sort, depth: u32) -> Option<Term> {
        if !self.rng.chance(1, 30)
            && let Some(place) = known
            && let Some(term) = self.database.pick_at(&mut self.rng, place, Which::Any)
        {
            return Some(term);
        }
        let made = match self.rng.below(4) {
            0 if depth < DEEPEST => {
                self.make_term(Wish { sort: Some(sort), argument: None, depth: depth + 1 })
            }
            1 => self.make_value(sort),
            2 => self.make_special(sort),
            _ => None,
        };
        made.or_else(|| self.simplest(sort, depth))
            .or_else(|| self.database.pick(&mut self.rng, sort, Which::Any))
    }

    /// The simplest term of a sort.
    fn simplest(&mut self, sort: &Sort, depth: u32) -> Option<Term> {
        match sort.shape() {
            // There are no constants of regular languages.
            SortShape::RegLan => {
                let depth = if depth < DEEPEST { depth + 1 } else { return self.any_language() };
                self.make_term(Wish { sort: Some(sort), argument: None, depth })
                    .or_else(|| self.any_language())
            }
            SortShape::MatchCase(..) => None,
            SortShape::RoundingMode if self.rng.chance(2, 3) => {
                self.make_special(sort).or_else(|| self.make_const(sort))
            }
            _ => self.make_const(sort),
        }
    }

    /// A regular language without arguments.
    fn any_language(&mut self) -> Option<Term> {
        let keys = ["OP_RE_ALL", "OP_RE_ALLCHAR", "OP_RE_NONE"];
        let op = murxla_api::theory::operator(self.rng.pick(&keys)?)?;
        if !self.target.profile.supports(op) {
            return None;
        }
        self.make_application(op, &DrawnApplication::plain(Vec::new(), Sort::reg_lan()), &[])
    }

    /// An argument at a place that takes only literals.
    fn literal_argument(&mut self, op: &Op, sort: &Sort) -> Option<Term> {
        // The number of images of a relation is small and not negative.
        if op.key == "OP_REL_JOIN_IMAGE" {
            return self.make_small_number();
        }
        // Solvers that take only values there take only small ones that are not negative.
        if matches!(op.key, "OP_INT_POW" | "OP_REAL_POW") {
            let digits = self.rng.below(6).to_string();
            return self.make_literal(sort, &number(sort, digits));
        }
        let divides = op.linearity == Linearity::ValueDivisors && self.swarm.is_linear();
        let demands = self.target.profile.demands();
        if divides && demands.into_iter().any(|demand| demand == Demand::NonZeroDivisors) {
            return self.make_divisor(sort);
        }
        let known = self.database.pick(&mut self.rng, sort, Which::Literal);
        known
            .or_else(|| self.make_value(sort))
            .or_else(|| self.make_special(sort))
            .filter(|term| term.literal)
    }

    fn make_small_number(&mut self) -> Option<Term> {
        let literal = Literal::Integer(self.rng.below(5).to_string());
        self.make_literal(&Sort::int(), &literal)
    }

    /// A value that is not zero.
    fn make_divisor(&mut self, sort: &Sort) -> Option<Term> {
        let size = (1 + self.rng.below(100)).to_string();
        let digits = if self.rng.chance(1, 3) { format!("-{size}") } else { size };
        self.make_literal(sort, &number(sort, digits))
    }

    fn make_character(&mut self) -> Option<Term> {
        let text = super::values::character(&mut self.rng);
        self.make_literal(&Sort::string(), &Literal::String(text))
    }

    fn make_literal(&mut self, sort: &Sort, literal: &Literal) -> Option<Term> {
        let name = self.sort_name(sort)?;
        let args = vec![CallArg::Sort(name), CallArg::Literal(WrittenLiteral::new(literal))];
        self.make_input(ActionKind::MkValue, args, sort, true).ok()
    }

    /// Makes the application and remembers it.
    pub(super) fn make_application(
        &mut self,
        op: &'static Op,
        drawn: &DrawnApplication,
        args: &[Term],
    ) -> Option<Term> {
        let term = self.make_unstored(op, drawn, args)?;
        if self.is_constant(term.name) {
            self.database.add_constant(&term);
        } else {
            self.database.add_term(&term);
            self.remember_recent(&term);
        }
        Some(term)
    }

    /// The term is one that others should be made of.
    fn remember_recent(&mut self, term: &Term) {
        if self.knowledge.is_none() || !term.is_closed() || !term.sort.is_first_class() {
            return;
        }
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push(term.clone());
    }

    /// One of the terms that were made last, likely the very last; nobody else gets it.
    pub(super) fn take_recent(&mut self) -> Option<Term> {
        let count = self.recent.len() as u64;
        let back = self.few(count.max(1)) as usize;
        let place = self.recent.len().checked_sub(back)?;
        Some(self.recent.remove(place))
    }

    /// Makes the application.
    pub(super) fn make_unstored(
        &mut self,
        op: &'static Op,
        drawn: &DrawnApplication,
        args: &[Term],
    ) -> Option<Term> {
        if op.theory == Theory::Separation && !self.is_of_heap(op, args) {
            return None;
        }
        let own =
            self.target.profile.own_operators.as_ptr_range().contains(&std::ptr::from_ref(op));
        let base = || Operator::Base(op);
        let empty = || Box::new(Applied::plain(base(), drawn.result.kind(), Vec::new()));
        let mut applied = self.spare.take().unwrap_or_else(empty);
        match own {
            true => applied.operator = Operator::Own(op.key.into()),
            false => applied.operator = base(),
        }
        applied.kind = Some(drawn.result.kind());
        applied.sorts.clear();
        for sort in &drawn.sorts {
            applied.sorts.push(self.sort_name(sort)?);
        }
        applied.names.clear();
        if !drawn.names.is_empty() {
            applied.names.extend(drawn.names.iter().map(|name| Box::from(&**name)));
        }
        applied.args.clear();
        applied.args.extend(args.iter().map(|term| term.name));
        applied.indices.clear();
        applied.indices.extend_from_slice(&drawn.indices);
        match self.make_applied(applied, &drawn.result) {
            Ok(name) => {
                if op.theory == Theory::Separation {
                    self.remember_heap(op, args);
                }
                let free = free_of(args);
                Some(Term { name, sort: drawn.result.clone(), free, literal: false })
            }
            Err(feedback) => {
                if feedback == Feedback::Unsupported {
                    self.swarm.drop(Applicable::Op(op));
                }
                None
            }
        }
    }
}

impl<'a> Generator<'a> {
    /// Something that may have the wished kinds of sorts where they are wished for; `None` if none was found in as
    /// many looks as are left.
    fn next_offer(
        &mut self,
        looks: &mut Range<u32>,
        wished: Heads,
        argument: Option<&Sort>,
    ) -> Option<&'a Offer> {
        let theories = self.swarm.offers();
        // The core is in every run, and in every theory's formulas anyway: it has the weight 1, all others 2.
        // It is the first theory.
        let has_core = theories.first().is_some_and(|offers| offers.theory == Theory::Core);
        let core = usize::from(has_core);
        let weights = (2 * theories.len() - core) as u64;
        let own = argument.and_then(|sort| self.swarm.place_of(sort.kind()));
        for look in looks {
            let drawn = (self.rng.below(weights) as usize + core) / 2;
            // A term is mostly used by its own theory: few operators of others take it.
            let place = own.filter(|_| look % 2 == 0).unwrap_or(drawn);
            let mut offers = theories.get(place)?;
            let wants_hard =
                self.scale.is_hard && self.rng.chance(self.numbers.hard_operators, 100);
            if wants_hard && offers.hard.is_empty() {
                let places = self.swarm.hard_places();
                let hard = hard_place(&mut self.rng, theories, places, wished);
                offers = hard.and_then(|place| theories.get(place)).unwrap_or(offers);
            }
            if !may(&offers.heads, wished) {
                continue;
            }
            let wants_hard = wants_hard && !offers.hard.is_empty();
            let offer = self.rng.pick(if wants_hard { &offers.hard } else { &offers.list })?;
            if may(&offer.heads, wished) {
                return Some(offer);
            }
        }
        None
    }
}

/// The place of a theory with arithmetic of the wished kinds: what is around it, such as arrays, gets more of it.
#[inline(never)]
fn hard_place(
    rng: &mut Rng,
    theories: &[TheoryOffers<'_>],
    places: &[usize],
    wished: Heads,
) -> Option<usize> {
    let fits = |place: &usize| theories[*place].hard.iter().any(|one| may(&one.heads, wished));
    rng.pick_of(places.iter().copied().filter(fits))
}

/// The number of sort Int or Real with these digits.
fn number(sort: &Sort, digits: String) -> Literal {
    match sort.kind() {
        SortKind::Real => Literal::Real(digits),
        _ => Literal::Integer(digits),
    }
}

/// Whether only values are taken at this place.
fn wants_value(repertoire: &Repertoire<'_>, swarm: &Swarm<'_>, op: &Op, place: usize) -> bool {
    repertoire.wants_value(op, place)
        || (op.linearity == Linearity::ValueDivisors && place > 0 && swarm.is_linear())
}

/// The variables that are free in one of the terms.
#[inline]
pub(super) fn free_of(terms: &[Term]) -> Variables {
    match terms.iter().all(Term::is_closed) {
        true => Variables::default(),
        false => free_of_open(terms),
    }
}

/// The same where there are such variables.
#[inline(never)]
fn free_of_open(terms: &[Term]) -> Variables {
    let mut open = terms.iter().filter(|term| !term.is_closed());
    if let (Some(one), None) = (open.next(), open.next()) {
        return one.free.clone();
    }
    let mut free: Vec<TermName> = terms.iter().flat_map(|term| term.free.iter().copied()).collect();
    free.sort_unstable();
    free.dedup();
    free.as_slice().into()
}
