//! The problem of `solvers --check`: a small QF_AUFBV problem that shows whether a solver works through its wrapper.

use murxla_api::{
    Answer, Application, Base, Command, Literal, Reply, Solver, SolverError, SortId, SortShape,
    StandardOption, TermId, Value, theory,
};
use thiserror::Error;

/// What a solver said to the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The answer to the satisfiable part.
    pub answer: Answer,
    /// Terms as SMT-LIB writes them, with their values.
    pub model: Vec<(&'static str, Value)>,
    /// The answer to the unsatisfiable part.
    pub contradiction: Answer,
    /// The core of the unsatisfiable part, as positions of assertions.
    pub core: Vec<usize>,
    /// The number of assertions in the unsatisfiable part.
    pub asserted: usize,
    /// The answer under an assumption that contradicts the assertions.
    pub assuming: Answer,
    /// How many assumptions failed.
    pub failed_assumptions: usize,
}

/// What is wrong with a solver.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// It refused a call of the problem.
    #[error("{0}")]
    Solver(#[from] SolverError),
    /// It answered wrongly.
    #[error("{what} should be {expected}, but is {found}")]
    Wrong {
        /// What was asked.
        what: &'static str,
        /// The only right answer.
        expected: String,
        /// What it said.
        found: String,
    },
}

/// The problem in words, for a person to read.
pub const DESCRIPTION: &str = "QF_AUFBV: memory: BV8 -> BV16 array, f: BV16 -> BV8, 7x = 45, \
                               memory[x] = x:y, f(memory[x]) = y + 1, x < y, memory[x] /= memory[y]";

/// Solves the problem and checks what can be checked without another solver.
pub fn run(solver: &mut dyn Solver) -> Result<Report, Trouble> {
    for option in StandardOption::ALL {
        solver.execute(Command::SetOption { name: option.key(), value: "true" })?;
    }
    solver.execute(Command::SetLogic("QF_AUFBV"))?;
    let mut build = Builder { solver };
    let byte = build.sort(SortShape::BitVec(8))?;
    let word = build.sort(SortShape::BitVec(16))?;
    let bool = build.sort(SortShape::Bool)?;
    let array = build.sort(SortShape::Array(byte, word))?;
    let function = build.sort(SortShape::Fun(vec![word], byte))?;
    let (x, y) = (build.constant(byte, "x")?, build.constant(byte, "y")?);
    let less = build.constant(bool, "less")?;
    let memory = build.constant(array, "memory")?;
    let f = build.constant(function, "f")?;
    let (one, seven, product) =
        (build.byte(byte, "1")?, build.byte(byte, "7")?, build.byte(byte, "45")?);

    let at_x = build.apply("OP_ARRAY_SELECT", &[memory, x])?;
    let at_y = build.apply("OP_ARRAY_SELECT", &[memory, y])?;
    let image = build.apply("OP_UF_APPLY", &[f, at_x])?;
    let times = build.apply("OP_BV_MULT", &[x, seven])?;
    let both = build.apply("OP_BV_CONCAT", &[x, y])?;
    let next = build.apply("OP_BV_ADD", &[y, one])?;
    let below = build.apply("OP_BV_ULT", &[x, y])?;
    let assertions = [
        build.apply("OP_EQUAL", &[times, product])?,
        build.apply("OP_EQUAL", &[at_x, both])?,
        build.apply("OP_EQUAL", &[image, next])?,
        below,
        build.apply("OP_DISTINCT", &[at_x, at_y])?,
        build.apply("OP_EQUAL", &[less, below])?,
    ];
    let above = build.apply("OP_BV_UGT", &[x, y])?;
    let same = build.apply("OP_EQUAL", &[x, y])?;
    for formula in assertions {
        build.solver.execute(Command::Assert(formula))?;
    }

    let solver = build.solver;
    let answer = check(solver, Command::CheckSat, "check-sat", Answer::Sat)?;
    // Every assertion is true in a model; this needs no other solver to tell.
    for value in values(solver, &assertions)? {
        expect("an assertion in the model", &Value::Bool(true), &value)?;
    }
    let shown = [
        ("x", x),
        ("y", y),
        ("less", less),
        ("(select memory x)", at_x),
        ("(f (select memory x))", image),
        ("memory", memory),
        ("f", f),
    ];
    let terms = shown.map(|(_, term)| term);
    let model = shown.iter().map(|(name, _)| *name).zip(values(solver, &terms)?).collect();

    solver.execute(Command::Push(1))?;
    solver.execute(Command::Assert(above))?;
    let contradiction = check(solver, Command::CheckSat, "check-sat after x > y", Answer::Unsat)?;
    let core = terms_of(solver.execute(Command::GetUnsatCore)?)?;
    let all: Vec<TermId> = assertions.iter().copied().chain([above]).collect();
    let core: Vec<usize> =
        core.iter().filter_map(|term| all.iter().position(|other| other == term)).collect();
    // The two bounds on x and y contradict each other, and nothing else does.
    if !(core.contains(&3) && core.contains(&6)) {
        return Err(Trouble::Wrong {
            what: "the unsat core",
            expected: "assertions 3 and 6".to_owned(),
            found: format!("{core:?}"),
        });
    }
    solver.execute(Command::Pop(1))?;
    let assumed = [same];
    let assuming = check(
        solver,
        Command::CheckSatAssuming(&assumed),
        "check-sat-assuming x = y",
        Answer::Unsat,
    )?;
    let failed = terms_of(solver.execute(Command::GetUnsatAssumptions)?)?;
    expect("the list of failed assumptions", &format!("{assumed:?}"), &format!("{failed:?}"))?;
    check(solver, Command::CheckSat, "check-sat after pop", Answer::Sat)?;
    Ok(Report {
        answer,
        model,
        contradiction,
        core,
        asserted: all.len(),
        assuming,
        failed_assumptions: failed.len(),
    })
}

fn check(
    solver: &mut dyn Solver,
    command: Command<'_>,
    what: &'static str,
    expected: Answer,
) -> Result<Answer, Trouble> {
    match solver.execute(command)? {
        Reply::Answer(answer) => {
            expect(what, &expected, &answer)?;
            Ok(answer)
        }
        other => Err(Trouble::Wrong {
            what,
            expected: "an answer".to_owned(),
            found: format!("{other:?}"),
        }),
    }
}

fn expect<T: PartialEq + std::fmt::Display>(
    what: &'static str,
    expected: &T,
    found: &T,
) -> Result<(), Trouble> {
    if expected == found {
        return Ok(());
    }
    Err(Trouble::Wrong { what, expected: expected.to_string(), found: found.to_string() })
}

fn values(solver: &mut dyn Solver, terms: &[TermId]) -> Result<Vec<Value>, Trouble> {
    match solver.execute(Command::GetValue(terms))? {
        Reply::Values(values) if values.len() == terms.len() => Ok(values),
        other => Err(Trouble::Wrong {
            what: "the reply to get-value",
            expected: format!("{} values", terms.len()),
            found: format!("{other:?}"),
        }),
    }
}

fn terms_of(reply: Reply) -> Result<Vec<TermId>, Trouble> {
    match reply {
        Reply::Terms(terms) => Ok(terms),
        other => Err(Trouble::Wrong {
            what: "the reply",
            expected: "a list of terms".to_owned(),
            found: format!("{other:?}"),
        }),
    }
}

struct Builder<'a> {
    solver: &'a mut dyn Solver,
}

impl Builder<'_> {
    fn sort(&mut self, shape: SortShape<SortId>) -> Result<SortId, SolverError> {
        self.solver.mk_sort(&shape)
    }

    fn constant(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.solver.mk_const(sort, name)
    }

    fn byte(&mut self, sort: SortId, decimal: &str) -> Result<TermId, SolverError> {
        let literal = Literal::BitVec { digits: decimal.to_owned(), base: Base::Decimal };
        self.solver.mk_value(sort, &literal)
    }

    fn apply(&mut self, key: &str, args: &[TermId]) -> Result<TermId, SolverError> {
        let op = theory::operator(key)
            .ok_or_else(|| SolverError::Broken(format!("{key} is no operator")))?;
        self.solver.mk_term(&Application { op, sorts: &[], names: &[], indices: &[], args })
    }
}
