//! Every operator that a solver claims: well-sorted applications are accepted and have our sort, ill-sorted
//! ones are refused. Each solver is measured in a process of its own, because a wrong call may end it.

use std::collections::BTreeMap;
use std::process::Command as Process;

use libtest_mimic::Failed;
use murxla_api::{
    Application, ApplicationSorts, Draw, DrawnApplication, Library, Literal, Op, Profile,
    SolverError, Sort, SortShape, SpecialValue, TermId, draw_application, sort_of, theory,
};

use crate::drawing::Drawing;
use crate::known;
use crate::terms::Terms;

const QUICK: usize = 50;
const LONG: usize = 1000;

/// Set in the process that measures one solver: `SOLVER:DRAWS`.
pub const CHILD: &str = "MURXLA_CONFORMANCE";

pub fn quick(name: &'static str) -> Result<(), Failed> {
    let measured = in_child(name, QUICK)?;
    println!("{}", measured.summary());
    measured.verdict(name)
}

/// All solvers, with the matrix of draws at the end.
pub fn long(names: &[&'static str]) -> Result<(), Failed> {
    let measured: Vec<Measured> =
        names.iter().map(|name| in_child(name, LONG)).collect::<Result<_, _>>()?;
    println!("{:<32} {}", "operator", names.join(" "));
    let keys: std::collections::BTreeSet<&String> =
        measured.iter().flat_map(|one| one.operators.keys()).collect();
    for key in keys {
        let cell = |one: &Measured| one.operators.get(key).map_or("-".to_owned(), usize::to_string);
        let cells: Vec<String> = measured
            .iter()
            .zip(names)
            .map(|(one, name)| format!("{:>width$}", cell(one), width = name.len()))
            .collect();
        println!("{key:<32} {}", cells.join(" "));
    }
    let mut draws = 0;
    for (one, name) in measured.iter().zip(names) {
        println!("{name}: {}", one.summary());
        let mut by_reason: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in &one.findings {
            let known = known::row(name, finding).map_or(finding.as_str(), |row| row.why);
            *by_reason.entry(known).or_default() += 1;
        }
        for (reason, count) in by_reason {
            println!("  {count} times: {reason}");
        }
        draws += one.operators.values().sum::<usize>();
    }
    for (one, name) in measured.iter().zip(names) {
        one.verdict(name)?;
        if let [first, ..] = known::silent(name, &one.findings)[..] {
            return Err(format!("{name}: a known row was never met: {}", first.why).into());
        }
    }
    println!("{draws} draws, 0 mismatches beyond those in tests/solvers/known.rs");
    Ok(())
}

/// What one solver did.
#[derive(Default)]
struct Measured {
    /// Accepted draws by operator.
    operators: BTreeMap<String, usize>,
    refused_ill_sorted: usize,
    /// `KIND OPERATOR what happened`.
    findings: Vec<String>,
}

impl Measured {
    fn summary(&self) -> String {
        let accepted: usize = self.operators.values().sum();
        format!(
            "{} operators, {accepted} well-sorted applications accepted with our sort, {} ill-sorted ones \
             refused, {} findings",
            self.operators.len(),
            self.refused_ill_sorted,
            self.findings.len()
        )
    }

    fn verdict(&self, name: &str) -> Result<(), Failed> {
        let unknown: Vec<&String> =
            self.findings.iter().filter(|finding| known::row(name, finding).is_none()).collect();
        match unknown.first() {
            None => Ok(()),
            Some(first) => {
                Err(format!("{} unknown findings, first: {first}", unknown.len()).into())
            }
        }
    }
}

fn in_child(name: &str, draws: usize) -> Result<Measured, Failed> {
    let output =
        Process::new(std::env::current_exe()?).env(CHILD, format!("{name}:{draws}")).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut measured = Measured::default();
    let mut complete = false;
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("accepted", rest)) => {
                let (key, count) = rest.split_once(' ').ok_or("a count")?;
                measured.operators.insert(key.to_owned(), count.parse()?);
            }
            Some(("refused", count)) => measured.refused_ill_sorted += count.parse::<usize>()?,
            Some(("finding", rest)) => measured.findings.push(rest.to_owned()),
            Some(("end", _)) => complete = true,
            _ => {}
        }
    }
    if complete {
        return Ok(measured);
    }
    let last = text.lines().last().unwrap_or_default();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{name} died ({}) after: {last}\n{error}", output.status).into())
}

/// Measures one solver and prints what [`in_child`] reads.
pub fn child(library: &'static dyn Library, draws: usize) -> Result<(), Failed> {
    let profile = library.profile();
    let base = theory::operators();
    for op in base.chain(profile.own_operators).filter(|op| profile.supports(op)) {
        println!("operator {}", op.key);
        let mut measure = Measure {
            profile,
            terms: Terms::new(library.new_solver()?),
            draw: Drawing::new(11, profile),
            refused: 0,
        };
        let accepted = measure.operator(op, draws)?;
        println!("\naccepted {} {accepted}", op.key);
        println!("refused {}", measure.refused);
    }
    println!("end of measurement");
    Ok(())
}

struct Measure {
    profile: &'static Profile,
    terms: Terms,
    draw: Drawing<'static>,
    refused: usize,
}

impl Measure {
    fn operator(&mut self, op: &'static Op, draws: usize) -> Result<usize, Failed> {
        let mut accepted = 0;
        // Sort limits of a solver can make most draws unusable.
        for round in 0..40 * draws {
            if accepted == draws || op.key.starts_with("OP_DT_MATCH") {
                break;
            }
            let Some(drawn) = draw_application(op, 1 + round % 5, None, &mut self.draw) else {
                continue;
            };
            let limited = |sort: &Sort| self.profile.limit_on(sort).is_some();
            if drawn.args.iter().chain(&drawn.sorts).any(limited) || limited(&drawn.result) {
                continue;
            }
            self.terms.solver.seed_call(round as u64);
            let what = format!("{} {:?} {:?}", op.key, drawn.indices, drawn.args);
            let Some(args) = self.arguments(op, &drawn.args)? else { continue };
            match self.apply(op, &drawn, &args) {
                Ok(term) => match self.terms.solver.sort_of(term) {
                    Ok(sort) if self.profile.same_sort(&drawn.result, &sort) => accepted += 1,
                    Ok(sort) => println!("finding sort {what}: {sort} instead of {}", drawn.result),
                    Err(error) => println!("finding sort {what}: {}", one_line(&error)),
                },
                Err(error) => println!("finding refused {what}: {}", one_line(&error)),
            }
            self.ill_sorted(op, drawn, args, round)?;
        }
        if accepted < draws && !op.key.starts_with("OP_DT_MATCH") {
            println!("finding few {}: only {accepted} of {draws} draws", op.key);
        }
        Ok(accepted)
    }

    fn apply(
        &mut self,
        op: &'static Op,
        drawn: &DrawnApplication,
        args: &[TermId],
    ) -> Result<TermId, SolverError> {
        let mut sorts = Vec::new();
        for sort in &drawn.sorts {
            sorts.push(self.terms.sort(sort)?);
        }
        let names: Vec<&str> = drawn.names.iter().map(|name| &**name).collect();
        let indices = &drawn.indices;
        self.terms.solver.mk_term(&Application { op, sorts: &sorts, names: &names, indices, args })
    }

    /// The same application with one argument of another sort.
    fn ill_sorted(
        &mut self,
        op: &'static Op,
        mut drawn: DrawnApplication,
        mut args: Vec<TermId>,
        round: usize,
    ) -> Result<(), Failed> {
        if drawn.args.is_empty() {
            return Ok(());
        }
        let place = round % drawn.args.len();
        let seven = if drawn.args[place] == Sort::bit_vec(7) { 8 } else { 7 };
        drawn.args[place] = Sort::bit_vec(seven);
        let names: Vec<&str> = drawn.names.iter().map(|name| &**name).collect();
        let seen = ApplicationSorts {
            sorts: &drawn.sorts,
            names: &names,
            indices: &drawn.indices,
            args: &drawn.args,
        };
        if sort_of(op, &seen).is_ok() {
            return Ok(());
        }
        args[place] = self.terms.some_constant(&drawn.args[place])?;
        match self.apply(op, &drawn, &args) {
            Err(SolverError::Rejected(_) | SolverError::Unsupported(_)) => self.refused += 1,
            Err(error) => println!("finding broken {} {:?}: {error}", op.key, drawn.args),
            Ok(_) => println!("finding accepted {} {:?}", op.key, drawn.args),
        }
        Ok(())
    }

    /// Constants of these sorts; literals and regular expressions where the operator or the sort needs them.
    /// `None` if there is no such literal.
    fn arguments(&mut self, op: &Op, sorts: &[Sort]) -> Result<Option<Vec<TermId>>, Failed> {
        let mut args = Vec::new();
        for (place, sort) in sorts.iter().enumerate() {
            let literal = op.key == "OP_CONST_ARRAY" || op.literal_args.contains(&place);
            let arg = match sort.shape() {
                SortShape::RegLan => Some(self.regular_expression()?),
                _ if literal => self.literal(sort)?,
                _ => Some(self.terms.some_constant(sort)?),
            };
            let Some(arg) = arg else { return Ok(None) };
            args.push(arg);
        }
        Ok(Some(args))
    }

    fn regular_expression(&mut self) -> Result<TermId, Failed> {
        let text = Literal::String(self.draw.pick(&["", "a", "ab", "\\u{2ffff}"]).to_owned());
        let sort = self.terms.sort(&Sort::string())?;
        let text = self.terms.solver.mk_value(sort, &text)?;
        Ok(self.terms.apply("OP_STR_TO_RE", &[text])?)
    }

    fn literal(&mut self, sort: &Sort) -> Result<Option<TermId>, Failed> {
        let number = self.draw.below(5).to_string();
        let literal = match sort.shape() {
            SortShape::Bool => Literal::Bool(true),
            SortShape::Int => Literal::Integer(number),
            SortShape::Real => Literal::Real(number),
            SortShape::BitVec(_) => Literal::Special(SpecialValue::BvMinSigned),
            SortShape::String => Literal::String(number),
            _ => return Ok(None),
        };
        let sort = self.terms.sort(sort)?;
        Ok(Some(self.terms.solver.mk_value(sort, &literal)?))
    }
}

fn one_line(error: &SolverError) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
