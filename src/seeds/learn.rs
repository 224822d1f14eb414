//! Asks a solver about a seed: whether it is satisfiable, and under which values.

use std::io;

use murxla_api::smtlib::STANDARD;
use murxla_api::{ActionKind, Answer, Library, base_action, theory};

use super::KnownSeed;
use super::facts::{asserted, assignment, declared, model_of, notations, satisfies};
use crate::eval::datum_of_value;
use crate::exec::{OptionPolicy, Played, Player, Run};
use crate::mutate::{Needs, Seed};
use crate::sandbox::{Limits, Log};
use crate::smt::{Command, Prepared, Script, Term, import_planted};
use crate::trace::{Call, CallArg, Header, Name};

/// Lines of the log that tell what was learned; to who reads traces they are comments.
const ANSWER: &str = "#~ answer ";
const VALUE: &str = "#~ value ";

/// Adds to a seed what a technique needs and the seed does not say itself.
pub fn learn_seed(
    known: &mut KnownSeed,
    seed: &Seed,
    needs: Needs,
    (solver, library): (&str, &dyn Library),
    limits: &Limits,
) -> io::Result<()> {
    let wants_values = needs >= Needs::Values;
    if needs == Needs::Nothing || (seed.status.is_some() && !wants_values) {
        return Ok(());
    }
    if seed.status != Some(Answer::Unsat) && seed.one_question().is_some() {
        let question = question(&seed.script, false);
        let (answer, values) = ask(&question, (solver, library), limits)?;
        if known.sat.is_none() {
            known.sat = match answer {
                Some(Answer::Sat) => Some(true),
                Some(Answer::Unsat) => Some(false),
                _ => None,
            };
        }
        let mut seed = seed.clone();
        if answer == Some(Answer::Sat) {
            let values = assignment(&seed.script, &values);
            // Fragments are looked at under these also where we cannot tell that they are a model.
            known.satisfied = model_of(&mut seed, values.clone());
            known.values = notations(&seed.script, &values);
            return Ok(());
        }
    }
    if !wants_values {
        return Ok(());
    }
    // Fragments of an unsatisfiable seed are looked at under values that make an assertion false.
    let (_, values) = ask(&question(&seed.script, true), (solver, library), limits)?;
    let values = assignment(&seed.script, &values);
    if satisfies(&seed.script, &values) == Some(false) {
        known.values = notations(&seed.script, &values);
    }
    Ok(())
}

/// The declarations of a script, and one check of all that it asserts, or of the contrary.
fn question(script: &Script, negated: bool) -> Script {
    let formulas = asserted(script);
    let mut script = script.clone();
    script.commands.retain(|command| {
        !matches!(
            command,
            Command::Assert(_)
                | Command::CheckSat
                | Command::CheckSatAssuming(_)
                | Command::Push(_)
                | Command::Pop(_)
                | Command::SetLogic(_)
        )
    });
    let (keyword, value) = ("produce-models".into(), "true".into());
    script.commands.insert(0, Command::SetOption { keyword, value });
    match negated {
        false => script.commands.extend(formulas.into_iter().map(Command::Assert)),
        true => script.commands.extend(some_is_false(&mut script.graph, &formulas)),
    }
    script.commands.push(Command::CheckSat);
    script
}

fn some_is_false(graph: &mut crate::smt::Graph, formulas: &[Term]) -> Option<Command> {
    let not = theory::operator("OP_NOT")?;
    let mut negated = Vec::new();
    for formula in formulas {
        negated.push(graph.apply(not, &[*formula]).ok()?);
    }
    let one = match negated.as_slice() {
        [one] => *one,
        all => graph.apply(theory::operator("OP_OR")?, all).ok()?,
    };
    Some(Command::Assert(one))
}

/// The answer to a script with one check, and the values of what it declares.
fn ask(
    script: &Script,
    (solver, library): (&str, &dyn Library),
    limits: &Limits,
) -> io::Result<(Option<Answer>, Vec<Option<String>>)> {
    let symbols = declared(script);
    let number = |symbol| {
        let place = symbols.iter().position(|one| *one == symbol)?;
        Some(place.to_string().into_boxed_str())
    };
    let Ok(imported) = import_planted(script, &STANDARD, &number) else {
        return Ok((None, Vec::new()));
    };
    let header = Header { for_any_solver: true, ..Header::default() };
    let prepared = Prepared::new(&header, &imported.trace.calls, solver, library.profile());
    let run = Run::in_child(limits, |log| play(prepared.calls(), script, library, log))?;
    let (mut answer, mut values) = (None, vec![None; symbols.len()]);
    for line in String::from_utf8_lossy(&run.outcome.log).lines() {
        if let Some(said) = line.strip_prefix(ANSWER) {
            answer = match said {
                "sat" => Some(Answer::Sat),
                "unsat" => Some(Answer::Unsat),
                _ => None,
            };
        } else if let Some((place, value)) =
            line.strip_prefix(VALUE).and_then(|told| told.split_once(' '))
            && let Some(slot) = place.parse().ok().and_then(|at: usize| values.get_mut(at))
        {
            *slot = Some(value.to_owned());
        }
    }
    Ok((answer, values))
}

/// Plays the calls in this process, which is a child. Constants are planted with their numbers.
fn play(calls: &[Call], script: &Script, library: &dyn Library, log: &Log) {
    let mut player = Player::new(library, OptionPolicy::NoFiles);
    let symbols = declared(script);
    let mut names = Vec::new();
    for call in calls {
        let played = player.play(call);
        let effects = call.effects(library.profile());
        if !played.accepted() && effects.changes_problem() {
            return;
        }
        if let (Some(place), [Name::Term(name), ..]) =
            (call.planted.as_deref().and_then(|text| text.parse::<usize>().ok()), &call.rets[..])
        {
            names.push((place, *name));
        }
        let Played::Answer(answer) = played else { continue };
        log.write(format!("{ANSWER}{answer}\n").as_bytes());
        if answer != Answer::Sat {
            return;
        }
        for (place, name) in &names {
            let Some(row) = base_action("get-value") else { return };
            debug_assert_eq!(row.kind, ActionKind::GetValue);
            let asked = player.play(&Call::new(0, row, vec![CallArg::Terms(vec![*name])]));
            let Played::Values(values) = asked else { continue };
            let sort = &script.graph.symbol(symbols[*place]).sort;
            if let Some(value) = values.first()
                && let Ok(datum) = datum_of_value(value, sort)
                && let Some(text) = datum.to_notation()
            {
                log.write(format!("{VALUE}{place} {text}\n").as_bytes());
            }
        }
        return;
    }
}
