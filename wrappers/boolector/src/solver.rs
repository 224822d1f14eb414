//! One instance of Boolector.

use std::collections::HashSet;
use std::sync::Arc;

use murxla_api::{
    Answer, Application, ApplicationSorts, Binder, CallSeed, Command, DatatypeDef, Literal, Reply,
    Solver, SolverError, Sort, SortId, SortKind, SortShape, StandardOptions, TermId,
    higher_order_sort_of,
};
use murxla_native::AssertionStack;

use crate::errors::{catch, rejected, take_late};
use crate::ffi::{Btor, Node};
use crate::handles::{Instance, OwnedNode};
use crate::library::Knowledge;
use crate::literals::ValueMaker;
use crate::sorts::{Told, mk_sort, told};
use crate::table::NativeCall;
use crate::terminator::Terminator;
use crate::terms::{Made, Terms, VariableKind, symbol, variable};
use crate::text_stream::Sink;

/// A constant, an array or a function.
#[derive(Clone)]
pub(crate) struct Symbol {
    pub(crate) term: TermId,
    /// The name that Boolector was given.
    pub(crate) name: Box<str>,
}

/// Which parts of Boolector the terms of an instance need.
#[derive(Clone, Copy, Default)]
pub(crate) struct Parts {
    pub(crate) arrays: bool,
    pub(crate) functions: bool,
    pub(crate) quantifiers: bool,
    pub(crate) variables: bool,
}

/// An instance.
pub(crate) struct BoolectorSolver {
    pub(crate) knowledge: Arc<Knowledge>,
    pub(crate) terms: Terms,
    pub(crate) native: Instance,
    /// Where calls are traced to, if they are; it must outlive the instance.
    pub(crate) trace: Option<Sink>,
    pub(crate) terminator: Terminator,
    pub(crate) assertions: AssertionStack<Node>,
    /// Those of the last check.
    pub(crate) assumptions: Vec<(TermId, Node)>,
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) names: HashSet<Box<str>>,
    pub(crate) parts: Parts,
    /// Whether something was checked.
    pub(crate) was_checked: bool,
    /// The answer of the last check, if it still holds.
    pub(crate) last_answer: Option<Answer>,
    pub(crate) options: StandardOptions,
    /// The options that were set, in this order.
    pub(crate) settings: Vec<(String, String)>,
    /// Why nothing is asked any more.
    spoiled: Option<String>,
    pub(crate) seed: CallSeed,
}

impl BoolectorSolver {
    pub(crate) fn new(knowledge: Arc<Knowledge>) -> Result<BoolectorSolver, SolverError> {
        catch()?;
        take_late();
        Ok(BoolectorSolver {
            knowledge,
            terms: Terms::default(),
            native: Instance::new()?,
            trace: None,
            terminator: Terminator::default(),
            assertions: AssertionStack::new(),
            assumptions: Vec::new(),
            symbols: Vec::new(),
            names: HashSet::new(),
            parts: Parts::default(),
            was_checked: false,
            last_answer: None,
            options: StandardOptions::default(),
            settings: Vec::new(),
            spoiled: None,
            seed: CallSeed::default(),
        })
    }

    /// The native instance.
    pub(crate) fn btor(&self) -> *mut Btor {
        self.native.0
    }

    /// What `act` gives. Once Boolector was left in the midst of its work, nothing is asked any more until the reset.
    fn guarded<T>(
        &mut self,
        act: impl FnOnce(&mut BoolectorSolver) -> Result<T, SolverError>,
    ) -> Result<T, SolverError> {
        if let Some(why) = &self.spoiled {
            return rejected(format!(
                "murxla did not ask, since Boolector was left in the midst of its work: {why}"
            ));
        }
        let result = act(self);
        self.spoiled = take_late();
        result
    }

    /// A name that no symbol of the instance has: Boolector takes each once.
    pub(crate) fn free_name(&mut self, name: &str) -> Box<str> {
        let mut free: Box<str> = name.into();
        let mut number = 0;
        while self.names.contains(&free) {
            number += 1;
            free = format!("{name}!{number}").into();
        }
        self.names.insert(free.clone());
        free
    }

    fn note_sort(&mut self, sort: &Sort) {
        match sort.kind() {
            SortKind::Array => self.parts.arrays = true,
            SortKind::Fun => self.parts.functions = true,
            _ => {}
        }
    }

    fn constant(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let (native, structure) =
            (self.terms.sorts.native(sort)?, self.terms.sorts.sort(sort)?.clone());
        let name = self.free_name(name);
        let btor = self.btor();
        let node = OwnedNode::new(btor, symbol(btor, native, structure.kind(), &name)?);
        self.note_sort(&structure);
        let made = Made::Symbol { sort, name: name.clone() };
        let term = self.terms.add_closed(node, structure, made);
        self.symbols.push(Symbol { term, name });
        Ok(term)
    }

    fn application(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        let btor = self.btor();
        let sorts = self.terms.sorts.natives(application.sorts)?;
        let args = self.terms.all_usable(btor, application.args)?;
        let call = NativeCall {
            op: application.op,
            sorts: &sorts,
            names: application.names,
            indices: application.indices,
            args: &args,
        };
        let node = call.build(btor, &mut self.seed)?;
        let sort = self.sort_of_application(application)?;
        self.note_sort(&sort);
        let made = Made::Application {
            op: application.op,
            sorts: application.sorts.to_vec(),
            names: application.names.iter().map(|name| (*name).into()).collect(),
            indices: application.indices.to_vec(),
            args: application.args.to_vec(),
        };
        Ok(self.terms.add_application(node, sort, application.args, made))
    }

    /// Boolector does not tell truth values from bits, so what is ill-sorted by that alone is refused here.
    fn sort_of_application(&self, application: &Application<'_>) -> Result<Sort, SolverError> {
        let sorts = application.sorts.iter().map(|sort| self.terms.sorts.sort(*sort).cloned());
        let sorts = sorts.collect::<Result<Vec<Sort>, _>>()?;
        let args = application.args.iter().map(|arg| self.terms.sort(*arg).cloned());
        let args = args.collect::<Result<Vec<Sort>, _>>()?;
        let sorts = ApplicationSorts {
            sorts: &sorts,
            names: application.names,
            indices: application.indices,
            args: &args,
        };
        higher_order_sort_of(application.op, &sorts).or_else(|error| rejected(error.to_string()))
    }

    fn binder(
        &mut self,
        binder: Binder,
        variables: &[TermId],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        let [body] = bodies else {
            return rejected(format!("{} takes one body, not {}", binder.key(), bodies.len()));
        };
        let body_sort = self.terms.sort(*body)?.clone();
        let domain = variables.iter().map(|one| self.terms.sort(*one).cloned());
        let domain = domain.collect::<Result<Vec<Sort>, _>>()?;
        let sort = match binder {
            Binder::Lambda if matches!(body_sort.kind(), SortKind::Array | SortKind::Fun) => {
                return rejected("the body of a function is a bit-vector or a truth value");
            }
            Binder::Lambda => Sort::fun(domain, body_sort),
            Binder::Forall | Binder::Exists if body_sort.kind() != SortKind::Bool => {
                return rejected(format!("the body of {} is a truth value", binder.key()));
            }
            _ => Sort::bool(),
        };
        let term = self.terms.bind(self.native.0, binder, variables, *body, sort)?;
        match binder {
            Binder::Lambda => self.parts.functions = true,
            _ => self.parts.quantifiers = true,
        }
        Ok(term)
    }
}

impl Solver for BoolectorSolver {
    fn seed_call(&mut self, seed: u64) {
        self.seed = CallSeed::new(seed);
    }

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        self.guarded(|solver| {
            let structure = solver.terms.sorts.structure(shape)?;
            let natives = shape.try_map(|id| solver.terms.sorts.native(*id))?;
            let native = mk_sort(solver.btor(), &natives, &structure)?;
            Ok(solver.terms.sorts.add(native, structure))
        })
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        let names: Vec<&str> = definitions.iter().map(|one| &*one.name).collect();
        Err(SolverError::Unsupported(format!("Boolector has no datatypes ({})", names.join(", "))))
    }

    fn mk_instance(&mut self, sort: SortId, _: &[SortId]) -> Result<SortId, SolverError> {
        let sort = self.terms.sorts.sort(sort)?;
        rejected(format!("{sort} has no parameters: Boolector has no parametric sorts"))
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        self.guarded(|solver| {
            let native = solver.terms.sorts.native(sort)?;
            let structure = solver.terms.sorts.sort(sort)?.clone();
            let btor = solver.btor();
            let mut maker = ValueMaker { btor, seed: &mut solver.seed };
            let node = OwnedNode::new(btor, maker.value(native, &structure, literal)?);
            let value = literal.value(&structure).or_else(|error| rejected(error.to_string()))?;
            let made = Made::Value { sort, value };
            Ok(solver.terms.add_closed(node, structure, made))
        })
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.guarded(|solver| solver.constant(sort, name))
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.guarded(|solver| {
            let native = solver.terms.sorts.native(sort)?;
            let structure = solver.terms.sorts.sort(sort)?.clone();
            let kind = match structure.kind() {
                SortKind::Array => VariableKind::Array,
                _ => VariableKind::Parameter,
            };
            let name = solver.free_name(name);
            let node = variable(solver.btor(), native, kind, Some(&name))?;
            solver.parts.variables = true;
            solver.note_sort(&structure);
            Ok(solver.terms.add_variable(node, structure, sort, kind))
        })
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        self.guarded(|solver| solver.application(application))
    }

    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        _patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        self.guarded(|solver| solver.binder(binder, vars, bodies))
    }

    fn mk_fun(&mut self, _: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        self.guarded(|solver| solver.binder(Binder::Lambda, vars, &[body]))
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        self.guarded(|solver| solver.terms.replace(solver.native.0, vars, values, body))
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        // A reset makes everything anew.
        if matches!(command, Command::Reset) {
            self.spoiled = None;
        }
        self.guarded(|solver| solver.dispatch(command))
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        self.guarded(|solver| {
            let known = solver.terms.sort(term)?.clone();
            match told(solver.btor(), solver.terms.node(term)?)? {
                Told::Sort(sort) => Ok(sort),
                Told::Function(native, arity) => {
                    let is_it = |sort: &Sort| match sort.shape() {
                        SortShape::Fun(domain, _) => domain.len() == arity as usize,
                        _ => false,
                    };
                    let mut all = solver.terms.sorts.iter();
                    let made = all.find(|(other, sort)| *other == native && is_it(sort));
                    match made.map(|(_, sort)| sort.clone()) {
                        Some(sort) => Ok(sort),
                        // Boolector tells no more of a function whose sort nobody made.
                        None if is_it(&known) => Ok(known),
                        None => Err(SolverError::Broken(format!(
                            "a term of sort {known} is a function of {arity} arguments"
                        ))),
                    }
                }
            }
        })
    }

    fn identity(&self, term: TermId) -> Option<u64> {
        // Negation is a bit of the address.
        self.terms.node(term).ok().map(|node| node.addr() as u64)
    }
}
