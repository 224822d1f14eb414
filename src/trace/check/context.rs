//! The context of the trace checker: names, sorts, levels and declarations between two calls.

use std::sync::Arc;

use murxla_api::{
    ActionDef, ActionKind, ArgKind, Datatype, DatatypeDef, ReplyKind, Sort, SortKind, SortShape,
    SpecialValue,
};

use super::sorts::{Depths, group_depth, require_legal};
use super::{Free, OwnRows, Problem, TermFacts};
use crate::trace::own_action::group;
use crate::trace::{Action, Call, CallArg, Name, NameTable, SortName, TermName};

/// What a call does to the names of a trace if the solver accepts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// An instance comes to life.
    New,
    /// The instance ends, with all names.
    Delete,
    /// All names are gone.
    Reset,
    /// New sorts.
    Sorts(Vec<Sort>),
    /// A new term.
    Term(TermFacts),
    /// A new term; the original writes its first argument where we write the last.
    RotatedTerm(TermFacts),
    /// New terms, of which only the solver knows what they are.
    Terms(Vec<TermFacts>),
    /// Only the solver knows.
    Opaque,
}

/// What is known between two calls.
#[derive(Clone, Debug, Default)]
pub struct Context {
    alive: bool,
    /// Sorts by name; `None` if only a solver knows what it is.
    sorts: NameTable<Option<Sort>>,
    terms: NameTable<TermFacts>,
    depths: Depths,
}

impl Context {
    /// The sort with this name, if it is defined; `None` inside if only a solver knows what it is.
    pub fn sort(&self, name: SortName) -> Result<Option<&Sort>, Problem> {
        match self.sorts.get(name.0) {
            Some(sort) => Ok(sort.as_ref()),
            None => Err(Problem::Undefined(Name::Sort(name))),
        }
    }

    /// What is known of the term with this name, if it is defined.
    pub fn term(&self, name: TermName) -> Result<&TermFacts, Problem> {
        match self.terms.get(name.0) {
            Some(facts) => Ok(facts),
            None => Err(Problem::Undefined(Name::Term(name))),
        }
    }

    /// What the call does, or why it makes no sense here.
    pub fn examine(&self, call: &Call, own: &dyn OwnRows) -> Result<Effect, Problem> {
        let kind = call.action.kind();
        // An application looks for its names itself, in the same order.
        let applies =
            matches!((kind, call.args.as_slice()), (ActionKind::MkTerm, [CallArg::Applied(_)]));
        if !(applies && self.alive) {
            self.require_defined(call)?;
        }
        match (kind, self.alive) {
            (ActionKind::New, true) => return Err(Problem::SecondInstance),
            (ActionKind::New, false) => return Ok(Effect::New),
            (_, false) => return Err(Problem::NoInstance),
            (_, true) => {}
        }
        let wrong = || Err(Problem::Arguments(call.action.name().to_owned()));
        match (kind, call.args.as_slice()) {
            (ActionKind::Delete, _) => Ok(Effect::Delete),
            (ActionKind::Reset, _) => Ok(Effect::Reset),
            (ActionKind::Own, words) => match own.action(call.action.name()) {
                Some(action) => match group(action, words) {
                    Some(args) => self.command(action, &args),
                    None => wrong(),
                },
                None => Ok(Effect::Opaque),
            },
            (ActionKind::MkSort, [CallArg::Shape(shape)]) => self.shape(shape),
            (ActionKind::MkSort, [CallArg::Datatypes(group)]) => self.datatypes(group),
            (ActionKind::InstantiateSort, [CallArg::Sort(sort), CallArg::Sorts(args)]) => {
                self.instance(*sort, args)
            }
            (ActionKind::MkConst, [CallArg::Sort(sort), CallArg::Text(_)]) => {
                let sort = self.sort(*sort)?.cloned();
                Ok(Effect::Term(TermFacts { sort, free: Free::None, variable: false }))
            }
            (ActionKind::MkVar, [CallArg::Sort(sort), CallArg::Text(_)]) => {
                let sort = self.sort(*sort)?.cloned();
                let free = match call.rets.first() {
                    Some(Name::Term(name)) => Free::These([*name].into()),
                    _ => Free::None,
                };
                Ok(Effect::Term(TermFacts { sort, free, variable: true }))
            }
            (ActionKind::MkValue, [CallArg::Sort(name), CallArg::Literal(literal)]) => {
                let Some(sort) = self.sort(*name)? else { return Ok(unknown()) };
                if !literal.fits(sort) {
                    let why = format!("the sort {sort} has no literal of this form");
                    return Err(Problem::IllSorted(why));
                }
                if *sort == Sort::real() && literal.divides_by_zero() {
                    return Err(Problem::ZeroDenominator);
                }
                Ok(Effect::Term(TermFacts::closed(sort.clone())))
            }
            (ActionKind::MkSpecialValue, [CallArg::Sort(name), CallArg::Text(key)]) => {
                let Some(sort) = self.sort(*name)? else { return Ok(unknown()) };
                let special = SpecialValue::from_key(key);
                if special.is_none_or(|special| special.sort_kind() != sort.kind()) {
                    let why = format!("the sort {sort} has no special value {key}");
                    return Err(Problem::IllSorted(why));
                }
                Ok(Effect::Term(TermFacts::closed(sort.clone())))
            }
            (ActionKind::MkTerm, [CallArg::Applied(applied)]) => {
                self.applied(applied, &call.rets, own)
            }
            (ActionKind::MkFun, [CallArg::Text(_), CallArg::Terms(vars), CallArg::Term(body)]) => {
                self.definition(vars, *body)
            }
            (ActionKind::TermGetChildren, [CallArg::Term(_)]) => {
                Ok(Effect::Terms(vec![TermFacts::opaque(None); call.rets.len()]))
            }
            (ActionKind::MkRecFun, [CallArg::Sort(name), CallArg::Text(_)]) => {
                let sort = self.sort(*name)?.cloned();
                if let Some(sort) = sort.as_ref().filter(|sort| sort.kind() != SortKind::Fun) {
                    let why = format!("{sort} is not the sort of a function");
                    return Err(Problem::IllSorted(why));
                }
                Ok(Effect::Term(TermFacts { sort, free: Free::None, variable: false }))
            }
            (
                ActionKind::DefineRecFun,
                [CallArg::Term(function), CallArg::Terms(vars), CallArg::Term(body)],
            ) => self.recursive_definition(*function, vars, *body),
            (
                ActionKind::MkLet,
                [CallArg::Terms(vars), CallArg::Terms(values), CallArg::Term(body)],
            ) => self.binding(vars, values, *body),
            _ => match &call.action {
                Action::Base(action) => self.command(action, &call.args),
                Action::Own(_) => wrong(),
            },
        }
    }

    /// An error unless all names that the call uses are defined.
    fn require_defined(&self, call: &Call) -> Result<(), Problem> {
        call.visit_uses(|name| match name {
            Name::Sort(name) => self.sort(name).map(|_| ()),
            Name::Term(name) => self.term(name).map(|_| ()),
        })
    }

    /// Binds the names that the call returns. A name that is bound stays so: the original gives the same name to
    /// terms that its solver finds equal.
    pub fn commit(&mut self, call: &Call, effect: Effect) {
        match effect {
            Effect::None => {}
            Effect::New => self.alive = true,
            Effect::Delete => *self = Context::default(),
            Effect::Reset => *self = Context { alive: true, ..Context::default() },
            Effect::Sorts(sorts) => self.define_sorts(call, &sorts),
            Effect::Term(facts) | Effect::RotatedTerm(facts) => {
                if let [Name::Term(name)] = call.rets.as_slice() {
                    self.terms.add(name.0, facts);
                    return;
                }
                for name in &call.rets {
                    match name {
                        Name::Term(name) => {
                            self.terms.add(name.0, facts.clone());
                        }
                        Name::Sort(_) => self.bind_sort(*name, facts.sort.clone()),
                    }
                }
            }
            Effect::Terms(facts) => {
                for (name, facts) in call.rets.iter().zip(facts) {
                    if let Name::Term(name) = name {
                        self.terms.add(name.0, facts);
                    }
                }
            }
            Effect::Opaque => {
                for name in &call.rets {
                    match name {
                        Name::Term(name) => {
                            self.terms.add(name.0, TermFacts::opaque(None));
                        }
                        Name::Sort(_) => self.bind_sort(*name, None),
                    }
                }
            }
        }
    }

    /// Binds the names that the call returns to these sorts.
    pub fn define_sorts(&mut self, call: &Call, sorts: &[Sort]) {
        self.declare(call, sorts);
        for (name, sort) in call.rets.iter().zip(sorts) {
            self.bind_sort(*name, Some(sort.clone()));
        }
    }

    fn bind_sort(&mut self, name: Name, sort: Option<Sort>) {
        if let Name::Sort(name) = name {
            self.sorts.add(name.0, sort);
        }
    }

    /// Remembers the names of sorts that are declared, and how deep they are.
    fn declare(&mut self, call: &Call, sorts: &[Sort]) {
        let declared = |sort: &Sort| {
            matches!(sort.shape(), SortShape::Datatype(..) | SortShape::Uninterpreted(_))
        };
        if call.action.kind() != ActionKind::MkSort || !sorts.iter().any(declared) {
            return;
        }
        let datatypes: Vec<DatatypeDef<Sort>> = sorts
            .iter()
            .filter_map(|sort| match sort.shape() {
                SortShape::Datatype(datatype, _) => Some(datatype.definition().clone()),
                _ => None,
            })
            .collect();
        let depth = group_depth(&datatypes, &self.depths).unwrap_or(0);
        for sort in sorts {
            match sort.shape() {
                SortShape::Datatype(datatype, _) => {
                    self.depths.add(datatype.name().into(), depth);
                }
                SortShape::Uninterpreted(name) => {
                    self.depths.add(Arc::clone(name), 0);
                }
                _ => {}
            }
        }
    }

    /// An error unless the sort is legal, given that its parts are.
    #[inline]
    pub fn require_legal(&self, sort: &Sort) -> Result<(), Problem> {
        require_legal(sort, &self.depths)
    }

    pub(super) fn require_variables(&self, names: &[TermName]) -> Result<(), Problem> {
        for name in names {
            if !self.term(*name)?.variable {
                return Err(Problem::NotAVariable(*name));
            }
        }
        let mut sorted = names.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Problem::BoundTwice(pair[0])),
            None => Ok(()),
        }
    }

    fn shape(&self, shape: &SortShape<SortName>) -> Result<Effect, Problem> {
        if let SortShape::Uninterpreted(name) = shape
            && self.depths.has(name)
        {
            return Err(Problem::Redeclared(name.to_string()));
        }
        let mut known = true;
        let sort = shape.try_map(|name| {
            let sort = self.sort(*name)?;
            known &= sort.is_some();
            Ok::<Sort, Problem>(sort.cloned().unwrap_or_else(Sort::bool))
        })?;
        if !known {
            return Ok(Effect::Opaque);
        }
        let sort = Sort::new(sort);
        self.require_legal(&sort)?;
        Ok(Effect::Sorts(vec![sort]))
    }

    fn datatypes(&self, group: &[DatatypeDef<SortName>]) -> Result<Effect, Problem> {
        let mut structures = Vec::with_capacity(group.len());
        let mut known = true;
        for definition in group {
            if self.depths.has(&definition.name) {
                return Err(Problem::Redeclared(definition.name.to_string()));
            }
            structures.push(definition.try_map(&mut |name: &SortName| {
                let sort = self.sort(*name)?;
                known &= sort.is_some();
                Ok::<Sort, Problem>(sort.cloned().unwrap_or_else(Sort::bool))
            })?);
        }
        if !known {
            return Ok(Effect::Opaque);
        }
        group_depth(&structures, &self.depths)?;
        let sorts = Datatype::declare(structures).into_iter();
        Ok(Effect::Sorts(sorts.map(|datatype| Sort::datatype(datatype, [])).collect()))
    }

    fn instance(&self, name: SortName, args: &[SortName]) -> Result<Effect, Problem> {
        let mut sorts = Vec::with_capacity(args.len());
        for arg in args {
            match self.sort(*arg)? {
                Some(sort) => sorts.push(sort.clone()),
                None => return Ok(Effect::Opaque),
            }
        }
        let Some(sort) = self.sort(name)? else { return Ok(Effect::Opaque) };
        match sort.shape() {
            SortShape::Datatype(datatype, have)
                if have.is_empty() && datatype.definition().params.len() == sorts.len() =>
            {
                let sort = Sort::datatype(datatype.clone(), sorts);
                self.require_legal(&sort)?;
                Ok(Effect::Sorts(vec![sort]))
            }
            _ => Err(Problem::IllSorted(format!("{sort} does not take {} sorts", args.len()))),
        }
    }

    fn definition(&self, vars: &[TermName], body: TermName) -> Result<Effect, Problem> {
        self.require_variables(vars)?;
        let facts = self.term(body)?;
        let free = facts.free.without(vars);
        if let Some(variable) = free.first() {
            return Err(Problem::Open { term: body, variable });
        }
        let mut domain = Vec::with_capacity(vars.len());
        for var in vars {
            domain.extend(self.term(*var)?.sort.clone());
        }
        let sort = match &facts.sort {
            Some(codomain) if domain.len() == vars.len() => Some(if vars.is_empty() {
                codomain.clone()
            } else {
                Sort::fun(domain, codomain.clone())
            }),
            _ => None,
        };
        if let Some(sort) = &sort {
            self.require_legal(sort)?;
        }
        Ok(Effect::Term(TermFacts { sort, free, variable: false }))
    }

    fn recursive_definition(
        &self,
        function: TermName,
        vars: &[TermName],
        body: TermName,
    ) -> Result<Effect, Problem> {
        let declared = &self.term(function)?.sort;
        let Effect::Term(defined) = self.definition(vars, body)? else { return Ok(Effect::None) };
        match (declared, &defined.sort) {
            (Some(declared), Some(defined)) if declared != defined => {
                let why = format!("{function} has sort {declared}, its definition {defined}");
                Err(Problem::IllSorted(why))
            }
            _ => Ok(Effect::None),
        }
    }

    /// `let`: variables stand for values in a body.
    fn binding(
        &self,
        vars: &[TermName],
        values: &[TermName],
        body: TermName,
    ) -> Result<Effect, Problem> {
        self.require_variables(vars)?;
        self.require_partners(vars, values)?;
        let facts = self.term(body)?;
        let mut free = facts.free.without(vars);
        for value in values {
            free = free.union(&self.term(*value)?.free);
        }
        Ok(Effect::Term(TermFacts { sort: facts.sort.clone(), free, variable: false }))
    }

    /// Each term has a partner of the same sort.
    fn require_partners(&self, terms: &[TermName], partners: &[TermName]) -> Result<(), Problem> {
        if terms.len() != partners.len() {
            let why = format!("{} terms for {}", partners.len(), terms.len());
            return Err(Problem::IllSorted(why));
        }
        for (term, partner) in terms.iter().zip(partners) {
            if let (Some(sort), Some(other)) = (&self.term(*term)?.sort, &self.term(*partner)?.sort)
                && sort != other
            {
                let why = format!("{partner} has sort {other} instead of {sort}");
                return Err(Problem::IllSorted(why));
            }
        }
        Ok(())
    }

    /// A call whose arguments are what its row says.
    fn command(&self, action: &ActionDef, args: &[CallArg]) -> Result<Effect, Problem> {
        let wrong = || Err(Problem::Arguments(action.name.to_owned()));
        if action.args.len() != args.len() {
            return wrong();
        }
        let mut free = Free::None;
        let mut before = None;
        for (kind, arg) in action.args.iter().zip(args) {
            if !self.command_arg(*kind, arg, before)? {
                return wrong();
            }
            before = Some(arg);
            let terms = match arg {
                CallArg::Term(term) => std::slice::from_ref(term),
                CallArg::Terms(terms) => terms,
                _ => &[],
            };
            for term in terms {
                free = free.union(&self.term(*term)?.free);
            }
        }
        match (action.reply, args.first()) {
            (ReplyKind::Rewritten, Some(CallArg::Term(first))) => {
                let sort = self.term(*first)?.sort.clone();
                Ok(Effect::Term(TermFacts { sort, free, variable: false }))
            }
            _ => Ok(Effect::None),
        }
    }

    /// Whether the argument is one of this kind; some depend on the one before.
    fn command_arg(
        &self,
        kind: ArgKind,
        arg: &CallArg,
        before: Option<&CallArg>,
    ) -> Result<bool, Problem> {
        let terms = match (kind, arg) {
            (ArgKind::Formula | ArgKind::Numeric, CallArg::Term(term)) => {
                std::slice::from_ref(term)
            }
            (ArgKind::Formulas | ArgKind::Terms, CallArg::Terms(terms)) => terms,
            (ArgKind::Replacements, CallArg::Terms(terms)) => {
                let Some(CallArg::Terms(partners)) = before else { return Ok(false) };
                return self.require_partners(partners, terms).map(|()| true);
            }
            (ArgKind::SortReplacements, CallArg::Sorts(sorts)) => {
                let Some(CallArg::Sorts(partners)) = before else { return Ok(false) };
                return Ok(sorts.len() == partners.len());
            }
            (ArgKind::Term, CallArg::Term(_))
            | (ArgKind::AnyTerms, CallArg::Terms(_))
            | (ArgKind::Sort, CallArg::Sort(_))
            | (ArgKind::SortList, CallArg::Sorts(_))
            | (ArgKind::Levels, CallArg::Number(_))
            | (
                ArgKind::Logic
                | ArgKind::OptionName
                | ArgKind::OptionValue
                | ArgKind::InfoKeyword
                | ArgKind::Symbol
                | ArgKind::OneOf(_),
                CallArg::Text(_),
            ) => return Ok(true),
            _ => return Ok(false),
        };
        for name in terms {
            let facts = self.term(*name)?;
            if let Some(variable) = facts.free.first() {
                return Err(Problem::Open { term: *name, variable });
            }
            match &facts.sort {
                Some(sort) if kind == ArgKind::Numeric && !sort.is_numeric() => {
                    let why = format!("{name} has sort {sort} instead of a sort of numbers");
                    return Err(Problem::IllSorted(why));
                }
                Some(sort)
                    if !matches!(kind, ArgKind::Terms | ArgKind::Numeric)
                        && *sort != Sort::bool() =>
                {
                    let why = format!("{name} has sort {sort} instead of Bool");
                    return Err(Problem::IllSorted(why));
                }
                _ => {}
            }
        }
        Ok(true)
    }
}

fn unknown() -> Effect {
    Effect::Term(TermFacts { sort: None, free: Free::None, variable: false })
}
