//! The model oracle: after sat it asks the solver for the values of all constants and functions, and evaluates each assertion
//! and assumption under them; values that a run asks for must be those of the same model.

use murxla_api::meaning::{Datum, Unknown, equal};
use murxla_api::{ActionKind, Answer, Effects, Profile, StandardOption, Value, base_action};

use super::excluded::Excluded;
use super::told_model::{Names, STEPS, ToldModel, has_operator};
use super::wrong_model::WrongModel;
use super::{Accuses, Asker, Cost, Interest, Oracle, OracleDef, Proof, Step, Verdict, Violation};
use crate::eval::{Evaluator, datum_of_value};
use crate::exec::{Played, Player};
use crate::smt::{FromCalls, Node, Term};
use crate::trace::{Call, CallArg, Trace};

/// Its name.
pub const MODEL: &str = "model";

pub(super) const DEF: OracleDef = OracleDef {
    name: MODEL,
    about: "an assertion or assumption that is false under the model that the solver gives after sat, or a value that \
            is another than that of the term under this model",
    needs: "produce-models; asks get-value after each sat",
    cost: Cost::Some,
    accuses: Accuses::Model,
    by_default: true,
    make: || Box::<Models>::default(),
};

/// Why a term with such an operator is not judged.
const UNCLEAR: &str = "an operator that the solver does not document clearly";

/// Why a model is not judged that the solver does not tell at all.
pub const NO_MODEL: &str = "the solver tells no model";

/// What is said of a model first that makes all assertions of the run true, where the solver asserted something itself.
pub const TRUE_BUT_FOR: &str = "true but for ";

/// A parameter of Z3 by which it makes models or not. Without one, what it tells is an empty model with everything completed.
const MODEL_OF_Z3: &str = "model";

/// The values of so many constants that no assertion has are asked for.
const MOST_CONSTANTS: usize = 50;

/// Whether a solver has calls that exclude models.
fn can_exclude(profile: &Profile) -> bool {
    profile.extension.actions.iter().any(|action| action.effects.any(Effects::EXCLUDES))
}

/// Has the solver make models, if the script does not.
pub fn produce_models(trace: &mut Trace) {
    let sets = |call: &Call| {
        matches!((call.action.kind(), call.args.as_slice()), (ActionKind::SetOption, [CallArg::Text(name), _])
            if &**name == StandardOption::Models.key())
    };
    let (Some(action), false) = (base_action("set-option"), trace.calls.iter().any(sets)) else {
        return;
    };
    let args = [StandardOption::Models.key(), "true"].map(|word| CallArg::Text(word.into()));
    let first = usize::from(!trace.calls.is_empty());
    trace.calls.insert(first, Call::new(0, action, args.to_vec()));
}

/// Knows the model of the last answer.
#[derive(Default)]
struct Models {
    /// Whether the solver gives models.
    on: bool,
    /// What it told of the model of the last check, as long as that holds.
    told: Option<ToldModel>,
    /// Models that were excluded.
    excluded: Vec<Excluded>,
    /// Whether the last check, and the one before it, answered unknown.
    unknown: [bool; 2],
}

impl Oracle for Models {
    fn name(&self) -> &'static str {
        MODEL
    }

    fn interest(&self) -> Interest {
        Interest::COMMANDS.and(Interest::ASKS).and(Interest::QUESTIONS)
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        if !step.played.accepted() {
            return None;
        }
        let effects = step.call.effects(player.profile());
        if effects.any(Effects::FORGETS_ALL) {
            *self = Models::default();
        } else if effects.any(Effects::CHECKS) || effects.ends_answer() {
            let told = self.told.take();
            self.excluded.extend(told.and_then(|told| Excluded::by(step, effects, &told)));
            if let Played::Answer(answer) = step.played {
                self.unknown = [*answer == Answer::Unknown, self.unknown[0]];
            }
        } else if effects.any(Effects::SETS_OPTION)
            && let [CallArg::Text(name), CallArg::Text(value)] = step.call.args.as_slice()
        {
            match &**name {
                name if name == StandardOption::Models.key() => self.on = &**value == "true",
                MODEL_OF_Z3 => self.on &= &**value != "false",
                _ => {}
            }
        }
        None
    }

    fn ask(&mut self, step: &Step<'_>, asker: &mut Asker<'_, '_>) -> Option<Verdict> {
        let questions = step.questions.filter(|_| self.on)?;
        match (step.call.action.kind(), step.played) {
            (ActionKind::CheckSat | ActionKind::CheckSatAssuming, Played::Answer(Answer::Sat)) => {
                self.examine(step, questions, asker)
            }
            (ActionKind::GetValue, Played::Values(values)) => {
                self.compare(step, values, questions, asker)
            }
            _ => None,
        }
    }
}

impl Models {
    /// Evaluates what was asserted and assumed under the model.
    fn examine(
        &mut self,
        step: &Step<'_>,
        questions: &FromCalls,
        asker: &mut Asker<'_, '_>,
    ) -> Option<Verdict> {
        let check = questions.last_check()?;
        let mut terms: Vec<Term> = questions.asserted_at(check).map(|one| one.term).collect();
        terms.extend(&check.assumptions);
        terms.sort();
        terms.dedup();
        let (names, seed) = (Names::of(questions), step.call.seed);
        let mut told = ToldModel::default();
        told.learn(&terms, questions, &names, seed, asker);
        told.learn_unclear(&terms, questions, &names, seed, asker);
        told.learn_open(&terms, questions, &names, seed, asker);
        let graph = questions.graph();
        let excluded = self.judge_excluded(&terms, questions, &names, &mut told, step, asker);
        let unclear_clause = match excluded {
            Ok(unknown) => unknown,
            Err((what, proof)) => {
                self.told = Some(told);
                return Some(self.violation(step, asker, what, proof));
            }
        };
        let mut evaluator = Evaluator::new(graph, &told.assignment).with_budget(STEPS);
        let unclear = asker.player().profile().demands.unclear_operators;
        let mut unknown: Option<Unknown> = None;
        let mut unclear_clauses = None;
        let mut wrong = None;
        for term in &terms {
            if has_operator(questions, *term, unclear) {
                unknown.get_or_insert(Unknown::cannot_tell(UNCLEAR));
                continue;
            }
            match evaluator.evaluate(*term) {
                Ok(Datum::Bool(true)) => {}
                Ok(_) => {
                    wrong = Some(*term);
                    break;
                }
                Err(_) if unclear_clause.is_some() && self.is_excluding(*term) => {
                    unclear_clauses = unclear_clause.clone();
                }
                Err(why) => {
                    unknown.get_or_insert(why);
                }
            }
        }
        let verdict = match (wrong, unknown) {
            (Some(term), _) => {
                let wrong = WrongModel { questions, names: &names, told: &told, seed };
                let (what, proof) = wrong.false_assertion(term, asker);
                self.violation(step, asker, what, proof)
            }
            (None, Some(_)) if told.tells_nothing() => Verdict::CannotTell(NO_MODEL.to_owned()),
            (None, Some(why)) => Verdict::CannotTell(told.reason(&why, graph)),
            (None, None) => unclear_clauses.map_or(Verdict::Holds, |why| {
                Verdict::CannotTell(format!("{TRUE_BUT_FOR}{}", told.reason(&why, graph)))
            }),
        };
        // A run may exclude this model by values that no assertion depends on.
        if can_exclude(asker.player().profile()) {
            let constants: Vec<Term> = graph
                .terms()
                .filter(|term| matches!(graph.node(*term), Node::Constant(_)))
                .filter(|term| names.get(*term).is_some())
                .take(MOST_CONSTANTS)
                .collect();
            told.learn(&constants, questions, &names, seed, asker);
        }
        self.told = Some(told);
        Some(verdict)
    }

    /// Whether a term is a clause by which the solver excludes a model.
    fn is_excluding(&self, term: Term) -> bool {
        self.excluded.iter().any(|excluded| excluded.clause_in(&[term]).is_some())
    }

    /// Lets clauses that excluded other models be true, if this is another model; else tells why nothing can be said. If it is one
    /// that was excluded for certain: what is wrong, and its proof.
    fn judge_excluded(
        &self,
        asked: &[Term],
        questions: &FromCalls,
        names: &Names,
        told: &mut ToldModel,
        step: &Step<'_>,
        asker: &mut Asker<'_, '_>,
    ) -> Result<Option<Unknown>, (String, String)> {
        let mut unknown = None;
        for excluded in &self.excluded {
            let Some(clause) = excluded.clause_in(asked) else { continue };
            let terms: Vec<Term> = excluded.terms().collect();
            told.learn(&terms, questions, names, step.call.seed, asker);
            told.learn_open(&terms, questions, names, step.call.seed, asker);
            match excluded.differs(questions.graph(), told) {
                Ok(true) => told.assignment.set_term(clause, Datum::Bool(true)),
                Ok(false) => {
                    let what = "the model has values that were excluded [excluded values]";
                    let values = excluded.text(questions.graph(), names);
                    let proof = format!(
                        "the model has these values again, which a call excluded:\n{values}"
                    );
                    return Err((what.to_owned(), proof));
                }
                Err(why) => unknown = Some(why),
            }
        }
        Ok(unknown)
    }

    /// Compares values that the run asked for with those of the model.
    fn compare(
        &mut self,
        step: &Step<'_>,
        values: &[Value],
        questions: &FromCalls,
        asker: &mut Asker<'_, '_>,
    ) -> Option<Verdict> {
        let (Some(told), Some(CallArg::Terms(list))) = (&mut self.told, step.call.args.first())
        else {
            return None;
        };
        let graph = questions.graph();
        let unclear = asker.player().profile().demands.unclear_operators;
        let asked = list.iter().zip(values);
        let asked: Vec<_> = asked
            .filter_map(|(name, value)| {
                let term = questions.term(*name)?;
                // The value of a constant is the model; that of a literal shows nothing either.
                let is_plain = matches!(graph.node(term), Node::Constant(_) | Node::Value(_));
                let is_unclear = has_operator(questions, term, unclear);
                (!is_plain && !is_unclear).then_some((*name, term, value))
            })
            .collect();
        if asked.is_empty() {
            return None;
        }
        let terms: Vec<Term> = asked.iter().map(|(_, term, _)| *term).collect();
        let (names, seed) = (Names::of(questions), step.call.seed);
        told.learn(&terms, questions, &names, seed, asker);
        told.learn_unclear(&terms, questions, &names, seed, asker);
        told.learn_open(&terms, questions, &names, seed, asker);
        let mut evaluator = Evaluator::new(graph, &told.assignment).with_budget(STEPS);
        let mut doubt = None;
        for (name, term, value) in asked {
            let known = evaluator.evaluate(term);
            let said = datum_of_value(value, graph.sort(term));
            let same = match (&known, &said) {
                (Ok(known), Ok(said)) => equal(known, said),
                (Err(unknown), _) | (_, Err(unknown)) => Err(unknown.clone()),
            };
            match same {
                Ok(true) => {}
                Ok(false) => {
                    let wrong = WrongModel { questions, names: &names, told, seed };
                    let (what, proof) = wrong.other_value(name, term, value, asker);
                    return Some(self.violation(step, asker, what, proof));
                }
                Err(unknown) => doubt = Some(told.reason(&unknown, graph)),
            }
        }
        let told = |why| Verdict::CannotTell(format!("get-value: {why}"));
        Some(doubt.map_or(Verdict::Holds, told))
    }

    fn violation(
        &self,
        step: &Step<'_>,
        asker: &Asker<'_, '_>,
        mut what: String,
        proof: String,
    ) -> Verdict {
        // What a solver is left with when it gives up is the cause then, whatever the operators are.
        if self.unknown[1]
            && let Some(operators) = what.rfind('[')
        {
            what.truncate(operators);
            what.push_str("[after unknown]");
        }
        Verdict::Violated(Violation {
            oracle: MODEL.into(),
            // The last call is the one that the violation is recorded with.
            call: step.number + asker.calls,
            what,
            proof: Proof::Model(proof),
        })
    }
}
