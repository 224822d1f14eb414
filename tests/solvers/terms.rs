//! Making terms for tests.

use std::collections::HashMap;

use libtest_mimic::Failed;
use murxla_api::{
    Answer, Application, Command, Datatype, Reply, Solver, SolverError, Sort, SortId, SortShape,
    TermId, Value, theory,
};

/// A solver with the sorts and constants that were made so far.
pub struct Terms {
    pub solver: Box<dyn Solver>,
    sorts: HashMap<Sort, SortId>,
    datatypes: HashMap<String, SortId>,
    constants: HashMap<Sort, Vec<TermId>>,
    names: u32,
}

impl Terms {
    pub fn new(solver: Box<dyn Solver>) -> Terms {
        Terms {
            solver,
            sorts: HashMap::new(),
            datatypes: HashMap::new(),
            constants: HashMap::new(),
            names: 0,
        }
    }

    pub fn sort(&mut self, sort: &Sort) -> Result<SortId, SolverError> {
        if let Some(id) = self.sorts.get(sort) {
            return Ok(*id);
        }
        let id = match sort.shape() {
            SortShape::Datatype(datatype, args) => {
                let declared = self.declare(datatype)?;
                let args: Vec<SortId> =
                    args.iter().map(|arg| self.sort(arg)).collect::<Result<_, _>>()?;
                if args.is_empty() { declared } else { self.solver.mk_instance(declared, &args)? }
            }
            shape => {
                let shape = shape.try_map(|child| self.sort(child))?;
                self.solver.mk_sort(&shape)?
            }
        };
        self.sorts.insert(sort.clone(), id);
        Ok(id)
    }

    /// The sort of a datatype without sorts for its parameters; its group is declared once.
    fn declare(&mut self, datatype: &Datatype) -> Result<SortId, SolverError> {
        if let Some(id) = self.datatypes.get(datatype.name()) {
            return Ok(*id);
        }
        let mut definitions = Vec::new();
        for definition in datatype.group() {
            definitions.push(definition.try_map(&mut |sort: &Sort| self.sort(sort))?);
        }
        let ids = self.solver.mk_datatypes(&definitions)?;
        for (definition, id) in datatype.group().iter().zip(&ids) {
            self.datatypes.insert(definition.name.to_string(), *id);
        }
        ids.get(datatype.index())
            .copied()
            .ok_or_else(|| SolverError::Broken("too few sorts for the datatypes".to_owned()))
    }

    /// A name that nothing else has.
    pub fn new_name(&mut self) -> String {
        self.names += 1;
        format!("c{}", self.names)
    }

    /// A new constant.
    pub fn constant(&mut self, sort: &Sort) -> Result<TermId, SolverError> {
        let id = self.sort(sort)?;
        let name = self.new_name();
        let term = self.solver.mk_const(id, &name)?;
        self.constants.entry(sort.clone()).or_default().push(term);
        Ok(term)
    }

    /// A constant that may have been used before.
    pub fn some_constant(&mut self, sort: &Sort) -> Result<TermId, SolverError> {
        match self.constants.get(sort).and_then(|known| known.get(self.names as usize % 4)) {
            Some(term) => Ok(*term),
            None => self.constant(sort),
        }
    }

    pub fn apply(&mut self, key: &str, args: &[TermId]) -> Result<TermId, SolverError> {
        let op = theory::operator(key).expect(key);
        self.solver.mk_term(&Application { op, sorts: &[], names: &[], indices: &[], args })
    }

    pub fn check(&mut self, command: Command<'_>) -> Result<Answer, Failed> {
        match self.solver.execute(command)? {
            Reply::Answer(answer) => Ok(answer),
            other => Err(format!("a check replied {other:?}").into()),
        }
    }

    /// A simpler term.
    pub fn simplify(&mut self, term: TermId) -> Result<TermId, SolverError> {
        match self.solver.execute(Command::Simplify(term))? {
            Reply::Term(simpler) => Ok(simpler),
            other => Err(SolverError::Broken(format!("simplifying gave {other:?}"))),
        }
    }

    /// Defines a function that was declared by `mk_rec_fun`.
    pub fn define_recursive(
        &mut self,
        function: TermId,
        vars: &[TermId],
        body: TermId,
    ) -> Result<(), SolverError> {
        self.solver.execute(Command::DefineRecFun { function, vars, body }).map(|_| ())
    }

    pub fn values(&mut self, terms: &[TermId]) -> Result<Vec<Value>, Failed> {
        match self.solver.execute(Command::GetValue(terms))? {
            Reply::Values(values) => Ok(values),
            other => Err(format!("get-value replied {other:?}").into()),
        }
    }

    pub fn terms(&mut self, command: Command<'_>) -> Result<Vec<TermId>, Failed> {
        match self.solver.execute(command)? {
            Reply::Terms(terms) => Ok(terms),
            other => Err(format!("{command:?} replied {other:?}").into()),
        }
    }
}
