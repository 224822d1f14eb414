//! The meanings of operators against the solvers: what the evaluator says of random arguments, no solver denies.

mod known;

use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use murxla::sandbox::{self, Class, Limits, Log};
use murxla_api::meaning::{Arg, Call, Datum, Meaning, NothingKnown, Unknown, apply};
use murxla_api::{
    Answer, Application, CallSeed, Command, Library, Op, Profile, SolverError, Sort, SortShape,
    TermId, draw_application, theory,
};

use crate::drawing::Drawing;
use crate::ground::{self, Ground, made};
use crate::terms::Terms;

/// What solvers say otherwise on purpose: where the standard is silent, and they have an answer of their own.
fn differs_by_documentation(solver: &str, key: &str) -> bool {
    // A power is an extension, and each solver's own.
    matches!((solver, key), (_, "OP_INT_POW" | "OP_REAL_POW"))
}

/// A few tuples for each operator.
pub fn quick(name: &str, library: &'static dyn Library) -> Result<(), Failed> {
    check(name, library, 24)
}

/// Many of them.
pub fn long(name: &str, library: &'static dyn Library) -> Result<(), Failed> {
    check(name, library, LONG)
}

/// So many tuples are asked about by the long check.
const LONG: u64 = 2_000;

/// So many tuples are drawn for each that is to be asked about: some cannot be written, and of some nothing is known.
const DRAWN_FOR_ONE: u64 = 30;

/// A row is left if so many of its results were denied.
const DENIED: usize = 100;

/// A row is left if so many of its questions killed the solver, or took it beyond its time.
const DEATHS: usize = 40;

/// A row is left if the solver answered unknown to so many questions, and nothing else to any.
const FRUITLESS: u64 = 20;

/// The same if it refused so many.
const REFUSED: u64 = 100;

/// An application with values for its arguments, and what it gives.
struct Case {
    sorts: Vec<Sort>,
    names: Vec<std::sync::Arc<str>>,
    indices: Vec<u32>,
    args: Vec<Ground>,
    result: (Sort, Datum),
    /// Of a language it is asked whether it has this word; the result is then whether it does.
    word: Option<Datum>,
}

/// What came of the questions about one operator.
#[derive(Default)]
struct Asked {
    /// The solver said that the result is no other one.
    agreed: u64,
    /// It said so of a question by equations.
    by_equations: u64,
    /// Its simplifier alone said so of a question by literals.
    simplified: u64,
    unknown: u64,
    refused: u64,
    /// The numbers of tuples, and whether it denies them also when they are asked alone.
    denied: Vec<(u64, &'static str)>,
    died: Vec<(u64, String)>,
    /// Beyond its time.
    late: u64,
}

impl Asked {
    /// Whether the solver has no answers to such questions.
    fn is_fruitless(&self) -> bool {
        let answered = self.agreed + self.denied.len() as u64;
        answered == 0 && (self.unknown >= FRUITLESS || self.refused >= REFUSED)
    }
}

fn check(name: &str, library: &'static dyn Library, tuples: u64) -> Result<(), Failed> {
    let profile = library.profile();
    let (mut asked, mut equations, mut simplifier, mut rows) = (0, 0, 0, 0);
    let (mut wrong, mut unasked, mut few) = (Vec::new(), Vec::new(), Vec::new());
    let mut fired = vec![0; known::ROWS.len()];
    let own = profile.own_operators.iter();
    let only = std::env::var("MURXLA_MEANINGS_OF").ok();
    for op in theory::operators().chain(own).filter(|op| profile.supports(op)) {
        let has_meaning = matches!(op.meaning, Meaning::Strict(_) | Meaning::Lenient(_));
        let unclear = profile.demands.unclear_operators.contains(&op.key);
        if !has_meaning || unclear || differs_by_documentation(name, op.key) {
            continue;
        }
        if only.as_ref().is_some_and(|only| !is_among(op.key, only)) {
            continue;
        }
        let started = Instant::now();
        let row = ask_row(op, library, tuples)?;
        if tuples >= LONG {
            let (took, denied, died) = (started.elapsed(), row.denied.len(), row.died.len());
            println!(
                "{name}: {}: {} agreed ({} by equations, {} by the simplifier), {denied} denied, {died} died, {took:.1?}",
                op.key, row.agreed, row.by_equations, row.simplified
            );
        }
        asked += row.agreed;
        rows += u32::from(row.agreed > 0);
        let Asked { agreed, by_equations, simplified, unknown, refused, late, .. } = row;
        equations += by_equations;
        simplifier += simplified;
        if agreed == 0 {
            unasked.push(op.key);
        } else if agreed < tuples {
            few.push(format!(
                "{} {agreed} ({unknown} unknown, {refused} refused, {late} late)",
                op.key
            ));
        }
        if agreed > 20 && by_equations == 0 && op.literal_args.is_empty() && op.arity().0 > 0 {
            println!("{name}: {}: nothing was asked by equations", op.key);
        }
        let denied = row.denied.iter().map(|(number, how)| (*number, (*how).to_owned()));
        for (number, what) in denied.chain(row.died) {
            let Some(case) = draw_case(op, number, profile) else { continue };
            match known::place(name, op, &case, &what) {
                Some(place) => fired[place] += 1,
                None => wrong.push(format!("{what}: {number}: {}", describe(op, &case))),
            }
        }
    }
    println!("{name}: fewer than {tuples}: {}", few.join(", "));
    println!("{name}: nothing could be asked about {}", unasked.join(" "));
    for (row, fired) in known::ROWS.iter().zip(&fired).filter(|(row, _)| row.solver == name) {
        println!("{name}: known, {fired} times: {}", row.file);
        if tuples >= LONG && *fired == 0 && only.is_none() {
            wrong.push(format!("{} is not met any more", row.file));
        }
    }
    let known: u32 = fired.iter().sum();
    println!(
        "{name}: {asked} questions about {rows} operators, {equations} by equations and {simplifier} by the simplifier, \
         {known} known errors, {} others",
        wrong.len()
    );
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    if rows < 20 && only.is_none() {
        return Err(format!("only {rows} operators could be asked about").into());
    }
    Ok(())
}

/// Whether a key is in a list of keys, of which `OP_SET_*` stands for all that begin so.
fn is_among(key: &str, list: &str) -> bool {
    list.split(' ').any(|one| match one.strip_suffix('*') {
        Some(start) => key.starts_with(start),
        None => key == one,
    })
}

/// Asks about one operator, in children: what the solver dies of costs one question.
fn ask_row(op: &'static Op, library: &'static dyn Library, tuples: u64) -> Result<Asked, Failed> {
    let mut row = Asked::default();
    let limits = Limits {
        cpu: Duration::from_secs(40),
        wall: Duration::from_secs(400),
        ..Limits::default()
    };
    let mut next = 0;
    while next < tuples * DRAWN_FOR_ONE
        && row.agreed < tuples
        && row.died.len() + (row.late as usize) * 10 < DEATHS
        && row.denied.len() < DENIED
        && !row.is_fruitless()
    {
        let wanted = tuples - row.agreed;
        let outcome = sandbox::run(&limits, |log| {
            if let Err(failed) = ask_from(next, wanted, tuples, op, library, log) {
                eprintln!("{}", failed.message().unwrap_or("failed"));
            }
        })?;
        let mut last = None;
        for line in String::from_utf8_lossy(&outcome.log).lines() {
            match line.split_once(' ') {
                Some(("asks", number)) => last = number.parse().ok(),
                Some((answer, how)) => {
                    let Some(number) = last.take() else { continue };
                    match answer {
                        "agrees" => {
                            row.agreed += 1;
                            row.by_equations += u64::from(how == "equations");
                            row.simplified += u64::from(how == "simplifier");
                        }
                        "denies" => row.denied.push((number, "denied")),
                        "wavers" => row.denied.push((number, "denies after other questions")),
                        "unknown" => row.unknown += 1,
                        _ => row.refused += 1,
                    }
                }
                None => {}
            }
        }
        match (outcome.class, last) {
            (Class::Completed, _) => break,
            (Class::Timeout, Some(number)) => {
                row.late += 1;
                next = number + 1;
            }
            (class, Some(number)) => {
                row.died.push((number, format!("{class:?}")));
                next = number + 1;
            }
            (class, None) => return Err(format!("{}: {class:?}", op.key).into()),
        }
    }
    Ok(row)
}

/// Asks about the tuples from this one on, until so many were agreed on; each question and each answer is logged.
fn ask_from(
    first: u64,
    wanted: u64,
    tuples: u64,
    op: &'static Op,
    library: &'static dyn Library,
    log: &Log,
) -> Result<(), Failed> {
    let by_literals_only = !op.literal_args.is_empty();
    let mut terms = incremental(library)?;
    let (mut agreed, mut denied, mut unknown, mut refused) = (0, 0, 0, 0);
    for number in first..tuples * DRAWN_FOR_ONE {
        let Some(case) = draw_case(op, number, library.profile()) else { continue };
        // Equations and literals in turn; a solver that refuses either refuses the question.
        let by_equations = number % 2 == 1 && !by_literals_only;
        log.write(format!("asks {number}\n").as_bytes());
        let mut how = if by_equations { "equations" } else { "literals" };
        let answer = match ask(&mut terms, op, &case, by_equations) {
            Ok(Told { answer: Answer::Sat, .. } | Told { simplified: Some(false), .. }) => {
                // Asked alone, it may be another question to the solver.
                terms = incremental(library)?;
                match ask(&mut terms, op, &case, by_equations) {
                    Ok(Told { answer: Answer::Unsat, simplified: None | Some(true) }) => "wavers",
                    _ => "denies",
                }
            }
            Ok(Told { answer, simplified }) => match (answer, simplified) {
                (_, Some(true)) => {
                    how = "simplifier";
                    "agrees"
                }
                (Answer::Unsat, _) => "agrees",
                // It does not deny it, and so says nothing.
                _ => "unknown",
            },
            Err(_) => {
                terms = incremental(library)?;
                "refuses"
            }
        };
        log.write(format!("{answer} {how}\n").as_bytes());
        agreed += u64::from(answer == "agrees");
        denied += usize::from(matches!(answer, "denies" | "wavers"));
        unknown += u64::from(answer == "unknown");
        refused += u64::from(answer == "refuses");
        let answered = agreed > 0 || denied > 0;
        let is_fruitless = !answered && (unknown >= FRUITLESS || refused >= REFUSED);
        if agreed == wanted || denied == DENIED || is_fruitless {
            break;
        }
    }
    Ok(())
}

/// A solver that can be asked several questions.
fn incremental(library: &'static dyn Library) -> Result<Terms, Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    let option = Command::SetOption { name: "incremental", value: "true" };
    // Solvers without this option are so anyway.
    match terms.solver.execute(option) {
        Ok(_) | Err(SolverError::Unsupported(_)) => {}
        Err(error) => return Err(error.into()),
    }
    // Most formats, constant arrays and some operators of sets have to be asked for.
    for name in ["fp-exp", "arrays-exp", "sets-exp", "bags-exp"] {
        let _ = terms.solver.execute(Command::SetOption { name, value: "true" });
    }
    // A question that takes long says nothing of meanings. Each solver has at most one of these options.
    for (name, value) in [("tlimit-per", "1000"), ("timeout", "1000"), ("time-limit-per", "1000")] {
        let _ = terms.solver.execute(Command::SetOption { name, value });
    }
    Ok(terms)
}

fn describe(op: &Op, case: &Case) -> String {
    let args: Vec<String> = case.args.iter().map(Ground::to_string).collect();
    let (indices, names, result) = (&case.indices, &case.names, &case.result.1);
    let word = case.word.as_ref().map_or(String::new(), |word| format!(" on {word}"));
    format!("{} {indices:?} {names:?} of {} is not {result}{word}", op.key, args.join(", "))
}

/// What a solver tells of a result.
struct Told {
    /// Whether it may be another one.
    answer: Answer,
    /// Whether it is this one, if the simplifier finds it out. It is not asked where arguments are constants.
    simplified: Option<bool>,
}

/// Asks whether the result may be another one. Where the solver wants functions that are declared, they are defined.
fn ask(
    terms: &mut Terms,
    op: &'static Op,
    case: &Case,
    by_equations: bool,
) -> Result<Told, Failed> {
    terms.solver.execute(Command::Push(1))?;
    let applied = match apply_to(terms, op, case, by_equations, false)? {
        Err(SolverError::Unsupported(_)) => apply_to(terms, op, case, by_equations, true)?,
        applied => applied,
    };
    let mut applied = applied?;
    if let Some(word) = &case.word {
        let word = made(terms, &Sort::string(), word)?;
        applied = terms.apply("OP_STR_IN_RE", &[word, applied])?;
    }
    let result = made(terms, &case.result.0, &case.result.1)?;
    let same = terms.apply("OP_EQUAL", &[applied, result])?;
    let simplified = if by_equations { None } else { simplified(terms, same)? };
    let other = terms.apply("OP_NOT", &[same])?;
    terms.solver.execute(Command::Assert(other))?;
    let answer = terms.check(Command::CheckSat)?;
    terms.solver.execute(Command::Pop(1))?;
    Ok(Told { answer, simplified })
}

/// The operator on the arguments, or on constants that are equal to them; functions with a definition or without.
fn apply_to(
    terms: &mut Terms,
    op: &'static Op,
    case: &Case,
    by_equations: bool,
    defines: bool,
) -> Result<Result<TermId, SolverError>, Failed> {
    let mut args = Vec::new();
    for ground in &case.args {
        let literal = if defines { ground.define(terms)? } else { ground.make(terms)? };
        // There are no constants that are languages, and none that are functions are equal to something in most solvers.
        let plain = !matches!(ground.sort().shape(), SortShape::RegLan | SortShape::Fun(..));
        args.push(if by_equations && plain {
            let constant = terms.constant(&ground.sort())?;
            let equation = terms.apply("OP_EQUAL", &[constant, literal])?;
            terms.solver.execute(Command::Assert(equation))?;
            constant
        } else {
            literal
        });
    }
    let mut sorts = Vec::new();
    for sort in &case.sorts {
        sorts.push(terms.sort(sort)?);
    }
    let names: Vec<&str> = case.names.iter().map(|name| &**name).collect();
    let application =
        Application { op, sorts: &sorts, names: &names, indices: &case.indices, args: &args };
    Ok(terms.solver.mk_term(&application))
}

/// Whether a formula is true, if the simplifier tells.
fn simplified(terms: &mut Terms, formula: TermId) -> Result<Option<bool>, Failed> {
    let simpler = match terms.simplify(formula) {
        Ok(simpler) => simpler,
        // It simplifies what is made.
        Err(SolverError::Unsupported(_)) => formula,
        Err(SolverError::Rejected(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(simpler) = terms.solver.identity(simpler) else { return Ok(None) };
    for value in [true, false] {
        let literal = made(terms, &Sort::bool(), &Datum::Bool(value))?;
        if terms.solver.identity(literal) == Some(simpler) {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// An application on values, if the evaluator has a value for it and it can be written.
fn draw_case(op: &'static Op, number: u64, profile: &Profile) -> Option<Case> {
    let mut drawing = Drawing::new(number, profile);
    let drawn = draw_application(op, 1 + number as usize % 4, None, &mut drawing)?;
    let mut seed = CallSeed::new(number);
    let (mut values, mut grounds) = (Vec::new(), Vec::new());
    for sort in &drawn.args {
        // Solvers may take minutes for wide multiplications, which says nothing of meanings.
        let wide = match sort.shape() {
            SortShape::BitVec(width) => *width > 80,
            SortShape::FloatingPoint(exponent, significand) => exponent + significand > 20,
            _ => false,
        };
        if wide || profile.limit_on(sort).is_some() {
            return None;
        }
        let ground = Ground::draw(sort, &mut seed)?;
        values.push(ground.datum()?);
        grounds.push(ground);
    }
    let call = Call {
        op,
        sorts: &drawn.sorts,
        names: &drawn.names,
        indices: &drawn.indices,
        result: &drawn.result,
    };
    let args: Vec<Arg<'_>> = values.iter().map(Ok).collect();
    let result = match apply(&call, &args, &NothingKnown) {
        Ok(result) => result,
        Err(Unknown::Open(_) | Unknown::TooLarge(_) | Unknown::CannotTell(_)) => return None,
    };
    let (result, word) = match &result {
        Datum::RegLan(_) => {
            let word = ground::draw_word(&mut seed);
            let bool = Sort::bool();
            let op = theory::operator("OP_STR_IN_RE")?;
            let call = Call { op, sorts: &[], names: &[], indices: &[], result: &bool };
            let is_in = apply(&call, &[Ok(&word), Ok(&result)], &NothingKnown).ok()?;
            ((bool, is_in), Some(word))
        }
        _ => ((drawn.result.clone(), result), None),
    };
    Some(Case {
        args: grounds,
        result,
        word,
        sorts: drawn.sorts,
        names: drawn.names,
        indices: drawn.indices,
    })
}
