//! The player: examines a call, executes it on the solver, and binds the names of what it returns.

use murxla_api::{
    ActionKind, Application, Arg, Command, Library, Literal, Profile, Reply, Solver, SolverError,
    Sort, SortId, SpecialValue, TermId,
};

use super::handles::Handles;
use super::option_guard::OptionPolicy;
use super::{Played, Skip};
use crate::trace::check::{Context, Effect, TermFacts};
use crate::trace::own_action::group;
use crate::trace::{Action, Applied, Call, CallArg, Name, Operator};

/// What the solver gave for a call.
pub(super) enum NativeReply {
    Nothing,
    Sort(SortId),
    Sorts(Vec<SortId>),
    Term(TermId),
    Terms(Vec<TermId>),
    Reply(Reply),
}

/// Executes calls on one instance of a solver after the other. It reads calls and never draws.
pub struct Player<'a> {
    library: &'a dyn Library,
    policy: OptionPolicy,
    solver: Option<Box<dyn Solver>>,
    context: Context,
    handles: Handles,
    /// Room for the arguments of an application.
    args: Vec<TermId>,
}

impl<'a> Player<'a> {
    /// A player for this library.
    pub fn new(library: &'a dyn Library, policy: OptionPolicy) -> Player<'a> {
        Player {
            library,
            policy,
            solver: None,
            context: Context::default(),
            handles: Handles::default(),
            args: Vec::new(),
        }
    }

    /// A player for the same library, without an instance yet.
    pub fn another(&self) -> Player<'a> {
        Player::new(self.library, self.policy)
    }

    /// What is known of the names bound so far.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// What the solver can do.
    pub fn profile(&self) -> &'a Profile {
        self.library.profile()
    }

    /// The instance, if there is one.
    pub fn solver(&mut self) -> Option<&mut (dyn Solver + 'static)> {
        self.solver.as_deref_mut()
    }

    /// The sort of a term, as the solver tells it.
    pub fn sort_of(&mut self, name: crate::trace::TermName) -> Option<Sort> {
        let id = self.handles.term(name).ok()?;
        self.told_sort(id)
    }

    /// The solver's handle of a term.
    pub fn term_handle(&self, name: crate::trace::TermName) -> Option<TermId> {
        self.handles.term(name).ok()
    }

    /// Executes a call. A call that is not accepted leaves its names unbound, and everything else as it was.
    pub fn play(&mut self, call: &Call) -> Played {
        let profile = self.library.profile();
        if let [CallArg::Applied(applied)] = call.args.as_slice()
            && let Operator::Own(key) = &applied.operator
            && profile.operator(key).is_none()
        {
            return Played::Skipped(Skip::Unsupported(format!("the operator {key}")));
        }
        match self.context.examine(call, profile) {
            Ok(effect) => self.play_examined(call, effect, true),
            Err(problem) => Played::Skipped(Skip::Problem(problem)),
        }
    }

    /// Executes a call with a known effect. What it tells of terms is kept if other calls are examined by it.
    pub(super) fn play_examined(
        &mut self,
        call: &Call,
        effect: Effect,
        keep_terms: bool,
    ) -> Played {
        if let (ActionKind::SetOption, [CallArg::Text(name), CallArg::Text(value)]) =
            (call.action.kind(), call.args.as_slice())
            && let Some(refused) = self.policy.refusal(self.library, name, value)
        {
            return refused;
        }
        let rotated = matches!(effect, Effect::RotatedTerm(_));
        match self.execute(call, rotated) {
            Ok(reply) => self.bind(call, effect, reply, keep_terms),
            Err(error) => error.into(),
        }
    }

    /// `rotated`: the first argument of an application stands where the last one should.
    pub(super) fn execute(
        &mut self,
        call: &Call,
        rotated: bool,
    ) -> Result<NativeReply, SolverError> {
        let Player { library, solver, context, handles, .. } = self;
        if call.action.kind() == ActionKind::New {
            *solver = Some(library.new_solver()?);
            return Ok(NativeReply::Nothing);
        }
        let Some(solver) = solver.as_deref_mut() else {
            return Err(SolverError::Broken("there is no instance of the solver".to_owned()));
        };
        solver.seed_call(call.seed);
        match (call.action.kind(), call.args.as_slice()) {
            (ActionKind::Delete, _) => Ok(NativeReply::Nothing),
            (ActionKind::MkSort, [CallArg::Shape(shape)]) => {
                let shape = shape.try_map(|name| handles.sort(*name, context, solver))?;
                Ok(NativeReply::Sort(solver.mk_sort(&shape)?))
            }
            (ActionKind::MkSort, [CallArg::Datatypes(group)]) => {
                let mut definitions = Vec::with_capacity(group.len());
                for definition in group {
                    let mut sort = |name: &_| handles.sort(*name, context, solver);
                    definitions.push(definition.try_map(&mut sort)?);
                }
                Ok(NativeReply::Sorts(solver.mk_datatypes(&definitions)?))
            }
            (ActionKind::InstantiateSort, [CallArg::Sort(name), CallArg::Sorts(args)]) => {
                let sort = handles.sort(*name, context, solver)?;
                let args: Result<Vec<SortId>, SolverError> =
                    args.iter().map(|arg| handles.sort(*arg, context, solver)).collect();
                Ok(NativeReply::Sort(solver.mk_instance(sort, &args?)?))
            }
            (ActionKind::MkConst, [CallArg::Sort(name), CallArg::Text(symbol)]) => {
                let sort = handles.sort(*name, context, solver)?;
                Ok(NativeReply::Term(solver.mk_const(sort, symbol)?))
            }
            (ActionKind::MkVar, [CallArg::Sort(name), CallArg::Text(symbol)]) => {
                let sort = handles.sort(*name, context, solver)?;
                Ok(NativeReply::Term(solver.mk_var(sort, symbol)?))
            }
            (ActionKind::MkValue, [CallArg::Sort(name), CallArg::Literal(written)]) => {
                let known = context.sort(*name).ok().flatten();
                let Some(literal) = known.and_then(|sort| written.literal(sort)) else {
                    return Err(SolverError::Unsupported(format!("a value of {name}")));
                };
                let sort = handles.sort(*name, context, solver)?;
                Ok(NativeReply::Term(solver.mk_value(sort, &literal)?))
            }
            (ActionKind::MkSpecialValue, [CallArg::Sort(name), CallArg::Text(key)]) => {
                let Some(special) = SpecialValue::from_key(key) else {
                    return Err(SolverError::Unsupported(format!("the special value {key}")));
                };
                let sort = handles.sort(*name, context, solver)?;
                Ok(NativeReply::Term(solver.mk_value(sort, &Literal::Special(special))?))
            }
            (ActionKind::MkTerm, [CallArg::Applied(applied)]) => {
                self.apply(applied, rotated).map(NativeReply::Term)
            }
            (
                ActionKind::MkFun,
                [CallArg::Text(symbol), CallArg::Terms(vars), CallArg::Term(body)],
            ) => {
                let (vars, body) = (handles.terms(vars)?, handles.term(*body)?);
                Ok(NativeReply::Term(solver.mk_fun(symbol, &vars, body)?))
            }
            (
                ActionKind::MkLet,
                [CallArg::Terms(vars), CallArg::Terms(values), CallArg::Term(body)],
            ) => {
                let (vars, values) = (handles.terms(vars)?, handles.terms(values)?);
                Ok(NativeReply::Term(solver.mk_let(&vars, &values, handles.term(*body)?)?))
            }
            (ActionKind::MkRecFun, [CallArg::Sort(name), CallArg::Text(symbol)]) => {
                let sort = handles.sort(*name, context, solver)?;
                Ok(NativeReply::Term(solver.mk_rec_fun(sort, symbol)?))
            }
            _ => self.command(call).map(|reply| match reply {
                Reply::Term(id) => NativeReply::Term(id),
                Reply::NewTerms(ids) => NativeReply::Terms(ids),
                other => NativeReply::Reply(other),
            }),
        }
    }

    /// The same for a call that applies an operator.
    #[inline]
    pub(super) fn execute_application(
        &mut self,
        call: &Call,
        applied: &Applied,
    ) -> Result<TermId, SolverError> {
        if let Some(solver) = self.solver.as_deref_mut() {
            solver.seed_call(call.seed);
        }
        self.apply(applied, false)
    }

    /// Executes a command: of a base action, or of one of the solver's own.
    fn command(&mut self, call: &Call) -> Result<Reply, SolverError> {
        let Player { library, solver, context, handles, .. } = self;
        let Some(solver) = solver.as_deref_mut() else {
            return Err(SolverError::Broken("there is no instance of the solver".to_owned()));
        };
        let unsupported =
            || Err(SolverError::Unsupported(format!("the action {}", call.action.name())));
        match &call.action {
            // What most commands take needs no list.
            Action::Base(action) => match call.args.as_slice() {
                [] => solver.execute(Command::decode(action, &[])?),
                [CallArg::Term(name)] => {
                    let args = [Arg::Term(handles.term(*name)?)];
                    solver.execute(Command::decode(action, &args)?)
                }
                [CallArg::Number(number)] => {
                    solver.execute(Command::decode(action, &[Arg::Number(*number)])?)
                }
                [CallArg::Terms(names)] => {
                    let args = [Arg::Terms(handles.terms(names)?)];
                    solver.execute(Command::decode(action, &args)?)
                }
                [CallArg::Text(first), CallArg::Text(second)] => {
                    let args = [Arg::Text(first), Arg::Text(second)];
                    solver.execute(Command::decode(action, &args)?)
                }
                args => match native_args(args, handles, context, solver)? {
                    Some(args) => solver.execute(Command::decode(action, &args)?),
                    None => unsupported(),
                },
            },
            Action::Own(name) => {
                let Some(action) = library.profile().own_action(name) else {
                    return unsupported();
                };
                let Some(args) = group(action, &call.args) else { return unsupported() };
                match native_args(&args, handles, context, solver)? {
                    Some(args) => solver.execute(Command::decode(action, &args)?),
                    None => unsupported(),
                }
            }
        }
    }

    fn apply(&mut self, applied: &Applied, rotated: bool) -> Result<TermId, SolverError> {
        let Player { library, solver, context, handles, args, .. } = self;
        let Some(solver) = solver.as_deref_mut() else {
            return Err(SolverError::Broken("there is no instance of the solver".to_owned()));
        };
        args.clear();
        for name in &applied.args {
            args.push(handles.term(*name)?);
        }
        let op = match &applied.operator {
            Operator::Base(op) => Some(*op),
            Operator::Own(key) => library.profile().operator(key),
            Operator::Binder(binder) => {
                let Some((vars, _)) = applied.bound(*binder) else {
                    return Err(SolverError::Broken(format!("{} without body", binder.key())));
                };
                let (vars, bodies) = args.split_at(vars.len());
                let patterns: Result<Vec<Vec<TermId>>, SolverError> =
                    applied.patterns.iter().map(|pattern| handles.terms(pattern)).collect();
                return solver.mk_binder(*binder, vars, &patterns?, bodies);
            }
        };
        let Some(op) = op else {
            let key = applied.operator.key();
            return Err(SolverError::Unsupported(format!("the operator {key}")));
        };
        if rotated && !args.is_empty() {
            args.rotate_left(1);
        }
        let indices = &applied.indices;
        if applied.sorts.is_empty() && applied.names.is_empty() {
            return solver.mk_term(&Application { op, sorts: &[], names: &[], indices, args });
        }
        let mut sorts = Vec::with_capacity(applied.sorts.len());
        for name in &applied.sorts {
            sorts.push(handles.sort(*name, context, solver)?);
        }
        let names: Vec<&str> = applied.names.iter().map(|name| &**name).collect();
        solver.mk_term(&Application { op, sorts: &sorts, names: &names, indices, args })
    }

    /// Binds names to what the solver gave.
    pub(super) fn bind(
        &mut self,
        call: &Call,
        mut effect: Effect,
        reply: NativeReply,
        keep_terms: bool,
    ) -> Played {
        let played = match reply {
            NativeReply::Nothing => {
                if effect == Effect::Delete {
                    self.solver = None;
                    self.handles = Handles::default();
                }
                Played::Done(0)
            }
            NativeReply::Sort(id) => self.bind_sorts(call, &[id]),
            NativeReply::Sorts(ids) => self.bind_sorts(call, &ids),
            NativeReply::Term(id) => self.bind_term(call, id),
            NativeReply::Terms(ids) => {
                let mut facts = Vec::new();
                for (name, id) in call.rets.iter().zip(&ids) {
                    if let Name::Term(name) = name {
                        self.handles.bind_term(*name, *id);
                        facts.push(TermFacts::opaque(self.told_sort(*id)));
                    }
                }
                effect = Effect::Terms(facts);
                Played::Done(ids.len())
            }
            NativeReply::Reply(reply) => match reply {
                Reply::Done => {
                    if effect == Effect::Reset {
                        self.handles = Handles::default();
                    }
                    Played::Done(0)
                }
                Reply::Answer(answer) => Played::Answer(answer),
                Reply::Terms(ids) => {
                    let names: Option<Vec<_>> =
                        ids.iter().map(|id| self.handles.name(*id)).collect();
                    match names {
                        Some(names) => Played::Terms(names),
                        None => Played::Broken(
                            "the solver returned a term that it was not given".to_owned(),
                        ),
                    }
                }
                Reply::Values(values) => Played::Values(values),
                Reply::Term(_) | Reply::NewTerms(_) => Played::Done(1),
            },
        };
        let of_terms = matches!(effect, Effect::Term(_) | Effect::Terms(_));
        if keep_terms || !of_terms {
            self.context.commit(call, effect);
        }
        played
    }

    /// Binds a name to a term, of which we know the sort.
    #[inline]
    pub(super) fn bind_term(&mut self, call: &Call, id: TermId) -> Played {
        if let Some(Name::Term(name)) = call.rets.first() {
            self.handles.bind_term(*name, id);
        }
        Played::Done(1)
    }

    /// What the solver says about the sort of a new term, if that is not what we know.
    pub(super) fn bind_sort(&mut self, call: &Call, sort: &Sort, id: SortId) -> Played {
        if let Some(Name::Sort(name)) = call.rets.first() {
            self.handles.bind_sort(*name, id);
        }
        self.context.define_sorts(call, std::slice::from_ref(sort));
        Played::Done(1)
    }

    fn bind_sorts(&mut self, call: &Call, ids: &[SortId]) -> Played {
        for (name, id) in call.rets.iter().zip(ids) {
            if let Name::Sort(name) = name {
                self.handles.bind_sort(*name, *id);
            }
        }
        Played::Done(ids.len())
    }

    fn told_sort(&mut self, id: TermId) -> Option<Sort> {
        self.solver.as_mut()?.sort_of(id).ok()
    }
}

/// The arguments of a command with the solver's handles for their names; `None` if there is one that no command takes.
fn native_args<'a>(
    args: &'a [CallArg],
    handles: &mut Handles,
    context: &Context,
    solver: &mut dyn Solver,
) -> Result<Option<Vec<Arg<'a>>>, SolverError> {
    let mut native = Vec::with_capacity(args.len());
    for arg in args {
        native.push(match arg {
            CallArg::Term(name) => Arg::Term(handles.term(*name)?),
            CallArg::Terms(names) => Arg::Terms(handles.terms(names)?),
            CallArg::Sort(name) => Arg::Sort(handles.sort(*name, context, solver)?),
            CallArg::Sorts(names) => {
                let mut sorts = Vec::with_capacity(names.len());
                for name in names {
                    sorts.push(handles.sort(*name, context, solver)?);
                }
                Arg::Sorts(sorts)
            }
            CallArg::Number(number) => Arg::Number(*number),
            CallArg::Text(text) => Arg::Text(text),
            _ => return Ok(None),
        });
    }
    Ok(Some(native))
}
