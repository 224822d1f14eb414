//! The fixedpoint engine: a relation over small bit-vectors or integers grows by facts and rules beside the solver. We know by trying
//! which values it has, and each query must say so.

use std::collections::BTreeSet;
use std::ffi::{c_int, c_uint, c_void};

use murxla_api::{
    ActionDef, Answer, ArgKind, Guard, ReplyKind, SolverError, StateDef, StateKind, Transition,
};

use super::{Engine, Outcome, Own, Run, disagreement};
use crate::context::{Context, Held, c_string, counted, held, text};
use crate::ffi::{Z3_ast, Z3_fixedpoint, Z3_func_decl, Z3_sort, call};
use crate::parameters;
use crate::side::answer_of;
use crate::solver::Z3Solver;

const FIXEDPOINT: &str = "fixedpoint";
const ENGINES: &[&str] = &["auto-config", "spacer", "datalog", "bmc", "spacer-integers"];

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-fixedpoint", &[ArgKind::OneOf(ENGINES)], ReplyKind::Done),
            Run::Word(Z3Solver::make_fixedpoint),
            &[(FIXEDPOINT, 8)],
        ),
        Own::new(
            ActionDef::own("z3-fixedpoint-fact", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::add_fact),
            &[(FIXEDPOINT, 2)],
        ),
        Own::new(
            ActionDef::own("z3-fixedpoint-rule", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::add_rule),
            &[(FIXEDPOINT, 2)],
        ),
        Own::new(
            ActionDef::own("z3-fixedpoint-query", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::query),
            &[(FIXEDPOINT, 3)],
        ),
        Own::new(
            ActionDef::own("z3-fixedpoint-lemmas", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::spacer_lemmas),
            &[(FIXEDPOINT, 8)],
        ),
        Own::new(
            ActionDef::own("z3-fixedpoint-info", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::read_fixedpoint),
            &[(FIXEDPOINT, 6)],
        ),
        Own::new(
            ActionDef::own("z3-fixedpoint-print-parse", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::print_and_parse_rules),
            &[(FIXEDPOINT, 10)],
        ),
    ],
    states: &[StateDef { name: FIXEDPOINT, kind: StateKind::Regular, guard: Guard::Always }],
    transitions: &[
        Transition::go("check_sat", 200, FIXEDPOINT),
        Transition::go(FIXEDPOINT, 4, "create_terms"),
        Transition::go(FIXEDPOINT, 20, "create_sorts"),
    ],
};

/// Bits of a value: few enough to try all.
const BITS: u32 = 4;
/// Values are below this.
const VALUES: u32 = 1 << BITS;

/// How a rule makes a value of another: `x` becomes `x·factor + step` if it is below a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) factor: u32,
    pub(crate) step: u32,
    pub(crate) below: u32,
}

/// The values of a relation: the least set that has the facts and is closed under the rules.
pub(crate) fn values(facts: &[u32], rules: &[Rule]) -> BTreeSet<u32> {
    let mut known: BTreeSet<u32> = facts.iter().copied().collect();
    let mut open: Vec<u32> = facts.to_vec();
    while let Some(value) = open.pop() {
        for rule in rules.iter().filter(|rule| value < rule.below) {
            let next = (value * rule.factor + rule.step) % VALUES;
            if known.insert(next) {
                open.push(next);
            }
        }
    }
    known
}

/// The engine, and what it was told.
pub(crate) struct Relations {
    object: Held<Z3_fixedpoint>,
    relation: Z3_func_decl,
    sort: Z3_sort,
    engine: String,
    is_bits: bool,
    facts: Vec<u32>,
    rules: Vec<Rule>,
    /// Datalog's tables are fixed once it ran.
    queried: bool,
    /// Whether it watches what Spacer learns.
    watched: bool,
}

unsafe extern "C" fn on_lemma(_: *mut c_void, _: Z3_ast, _: c_uint) {}
unsafe extern "C" fn on_event(_: *mut c_void) {}

impl Z3Solver {
    fn make_fixedpoint(&mut self, engine: &str) -> Outcome {
        let is_bits = engine != "spacer-integers";
        let (context, seed) = (&self.context, &mut self.seed);
        let raw = context.raw;
        let made = call!(Z3_mk_fixedpoint(raw));
        let object = held!(context, made, Z3_fixedpoint_inc_ref, Z3_fixedpoint_dec_ref);
        let word = engine.trim_end_matches("-integers");
        let list = call!(Z3_fixedpoint_get_param_descrs(raw, object.raw));
        let drawn = parameters::draw(context, list, seed)?;
        drawn.params.set_word("engine", word)?;
        drawn.params.bound_effort()?;
        call!(Z3_fixedpoint_set_params(raw, object.raw, drawn.params.raw));
        context.check()?;
        let told = format!("{engine} {}", drawn.told);
        drop(drawn);
        let sort = match is_bits {
            true => call!(Z3_mk_bv_sort(raw, BITS)),
            false => call!(Z3_mk_int_sort(raw)),
        };
        let sort = self.keep_sort(sort)?;
        let made = call!(Z3_mk_bool_sort(raw));
        let bool = context.checked(made)?;
        let domain = [sort];
        let made = call!(Z3_mk_fresh_func_decl(raw, c"reached".as_ptr(), 1, domain.as_ptr(), bool));
        let relation = self.keep_function(made)?;
        call!(Z3_fixedpoint_register_relation(raw, object.raw, relation));
        self.context.check()?;
        self.engines.relations = Some(Relations {
            object,
            relation,
            sort,
            engine: told,
            is_bits,
            facts: Vec::new(),
            rules: Vec::new(),
            queried: false,
            watched: false,
        });
        Ok(())
    }

    fn relations(&mut self) -> Result<&mut Relations, SolverError> {
        if self.engines.relations.is_none() {
            self.make_fixedpoint("spacer")?;
        }
        let none = || SolverError::Broken("there is no fixedpoint engine".to_owned());
        self.engines.relations.as_mut().ok_or_else(none)
    }

    fn value_of(&self, number: u32, sort: Z3_sort) -> Result<Z3_ast, SolverError> {
        self.context.number(&number.to_string(), sort)
    }

    fn add_fact(&mut self) -> Outcome {
        let number = self.seed.pick(VALUES as usize) as u32;
        let way = self.seed.pick(2);
        let relations = self.relations()?;
        let (object, relation, sort) = (relations.object.raw, relations.relation, relations.sort);
        let by_table = way == 0 && relations.is_bits && relations.engine.starts_with("datalog");
        let raw = self.context.raw;
        if by_table {
            let mut arguments = [number];
            call!(Z3_fixedpoint_add_fact(raw, object, relation, 1, arguments.as_mut_ptr()));
            self.context.check()?;
        } else {
            let value = self.value_of(number, sort)?;
            let made = self.apply(relation, &[value])?;
            let fact = self.context.keep(self.context.checked(made)?)?;
            call!(Z3_fixedpoint_add_rule(raw, object, fact, None));
            self.context.check()?;
        }
        self.relations()?.facts.push(number);
        Ok(())
    }

    /// For all x: if x is reached and below a bound, its successor is.
    fn rule_term(&self, relations: &Relations, rule: Rule) -> Result<Z3_ast, SolverError> {
        let context = &self.context;
        let raw = context.raw;
        let keep = |made: Option<Z3_ast>| context.keep(context.checked(made)?);
        let x = keep(call!(Z3_mk_bound(raw, 0, relations.sort)))?;
        let factor = self.value_of(rule.factor, relations.sort)?;
        let step = self.value_of(rule.step, relations.sort)?;
        let below = self.value_of(rule.below, relations.sort)?;
        let (product, next, guard);
        if relations.is_bits {
            product = keep(call!(Z3_mk_bvmul(raw, x, factor)))?;
            next = keep(call!(Z3_mk_bvadd(raw, product, step)))?;
            guard = keep(call!(Z3_mk_bvult(raw, x, below)))?;
        } else {
            let factors = [factor, x];
            product = keep(call!(Z3_mk_mul(raw, 2, factors.as_ptr())))?;
            let parts = [product, step];
            let sum = keep(call!(Z3_mk_add(raw, 2, parts.as_ptr())))?;
            let modulus = self.value_of(VALUES, relations.sort)?;
            next = keep(call!(Z3_mk_mod(raw, sum, modulus)))?;
            guard = keep(call!(Z3_mk_lt(raw, x, below)))?;
        }
        let now = keep(self.apply(relations.relation, &[x])?)?;
        let then = keep(self.apply(relations.relation, &[next])?)?;
        let parts = [now, guard];
        let body = keep(call!(Z3_mk_and(raw, 2, parts.as_ptr())))?;
        let implies = keep(call!(Z3_mk_implies(raw, body, then)))?;
        let name = context.symbol("x")?;
        let (sorts, names) = ([relations.sort], [name]);
        let none = std::ptr::null();
        keep(call!(Z3_mk_forall(raw, 0, 0, none, 1, sorts.as_ptr(), names.as_ptr(), implies)))
    }

    fn add_rule(&mut self) -> Outcome {
        const MOST: usize = 6;
        // Bit-vectors have no value that is equal to their number of values.
        let rule = Rule {
            factor: 1 + self.seed.pick(3) as u32,
            step: self.seed.pick(VALUES as usize) as u32,
            below: self.seed.pick(VALUES as usize) as u32,
        };
        let way = self.seed.pick(4);
        self.relations()?;
        let Some(relations) = &self.engines.relations else { return Ok(()) };
        if relations.rules.len() >= MOST {
            return Ok(());
        }
        let term = self.rule_term(relations, rule)?;
        let name = self.context.symbol(&format!("rule{}", relations.rules.len()))?;
        let (raw, object) = (self.context.raw, relations.object.raw);
        match way {
            0 => call!(Z3_fixedpoint_add_rule(raw, object, term, None)),
            1 => call!(Z3_fixedpoint_assert(raw, object, term)),
            2 => {
                call!(Z3_fixedpoint_add_rule(raw, object, term, Some(name)));
                self.context.check()?;
                // The same rule under the same name.
                call!(Z3_fixedpoint_update_rule(raw, object, term, name));
            }
            _ => call!(Z3_fixedpoint_add_rule(raw, object, term, Some(name))),
        }
        self.context.check()?;
        self.relations()?.rules.push(rule);
        Ok(())
    }

    /// Whether a value is reached; or any, by the relation itself.
    fn query(&mut self) -> Outcome {
        let number = self.seed.pick(VALUES as usize) as u32;
        let way = self.seed.pick(5);
        self.relations()?.queried = true;
        let Some(relations) = &self.engines.relations else { return Ok(()) };
        let context = &self.context;
        let (raw, object) = (context.raw, relations.object.raw);
        let known = values(&relations.facts, &relations.rules);
        let value = self.value_of(number, relations.sort)?;
        let made = self.apply(relations.relation, &[value])?;
        let asked = context.keep(context.checked(made)?)?;
        let (result, expected, what) = match way {
            0 => {
                let all = [relations.relation];
                let result = call!(Z3_fixedpoint_query_relations(raw, object, 1, all.as_ptr()));
                (result, !known.is_empty(), "any value".to_owned())
            }
            1 if relations.engine.starts_with("spacer") => {
                let result = call!(Z3_fixedpoint_query_from_lvl(raw, object, asked, 1));
                (result, known.contains(&number), format!("the value {number}"))
            }
            _ => {
                let result = call!(Z3_fixedpoint_query(raw, object, asked));
                (result, known.contains(&number), format!("the value {number}"))
            }
        };
        let Some(answer) = answer_of(context, result)? else { return Ok(()) };
        let right = if expected { Answer::Sat } else { Answer::Unsat };
        if answer.contradicts(right) {
            return Err(disagreement(
                "Z3_fixedpoint_query",
                "the answer",
                "what the facts and rules give",
                format!(
                    "the fixedpoint engine ({}) says {answer} of {what}, of the facts {:?} and the rules {:?}",
                    relations.engine, relations.facts, relations.rules
                ),
            ));
        }
        self.read_answer(relations, answer)
    }

    /// What is told behind an answer: which engine tells what is its own affair.
    fn read_answer(&self, relations: &Relations, answer: Answer) -> Outcome {
        let context = &self.context;
        let (raw, object) = (context.raw, relations.object.raw);
        let is_spacer = relations.engine.starts_with("spacer");
        match answer {
            Answer::Unknown => {
                text(call!(Z3_fixedpoint_get_reason_unknown(raw, object)));
                return context.check();
            }
            Answer::Sat if is_spacer => {
                for way in 0..3 {
                    match way {
                        0 => {
                            let made = call!(Z3_fixedpoint_get_ground_sat_answer(raw, object));
                            if let (Ok(()), Some(told)) = (context.check(), made) {
                                context.print(context.keep(told)?)?;
                            }
                        }
                        1 => {
                            let made = call!(Z3_fixedpoint_get_rules_along_trace(raw, object));
                            if context.check().is_ok() {
                                context.vector(made)?.elements()?;
                            }
                        }
                        _ => {
                            let made = call!(Z3_fixedpoint_get_rule_names_along_trace(raw, object));
                            let _ = (context.check(), made);
                        }
                    }
                }
            }
            _ => {}
        }
        let made = call!(Z3_fixedpoint_get_answer(raw, object));
        if let (Ok(()), Some(told)) = (context.check(), made) {
            context.print(context.keep(told)?)?;
        }
        Ok(())
    }

    /// What Spacer knows by levels; by seed a cover, a constraint, an invariant or a watcher is added.
    fn spacer_lemmas(&mut self) -> Outcome {
        let way = self.seed.pick(6);
        self.relations()?;
        let Some(relations) = &self.engines.relations else { return Ok(()) };
        if !relations.engine.starts_with("spacer") {
            return Ok(());
        }
        let context = &self.context;
        let (raw, object) = (context.raw, relations.object.raw);
        let relation = relations.relation;
        let made = call!(Z3_mk_true(raw));
        let truth = context.keep(context.checked(made)?)?;
        match way {
            0 => {
                let levels = call!(Z3_fixedpoint_get_num_levels(raw, object, relation));
                if context.check().is_ok() {
                    for level in -1..levels.min(4) as c_int {
                        let made =
                            call!(Z3_fixedpoint_get_cover_delta(raw, object, level, relation));
                        if let (Ok(()), Some(told)) = (context.check(), made) {
                            context.print(context.keep(told)?)?;
                        }
                    }
                }
            }
            1 => {
                let made = call!(Z3_fixedpoint_get_reachable(raw, object, relation));
                if let (Ok(()), Some(told)) = (context.check(), made) {
                    context.print(context.keep(told)?)?;
                }
            }
            // What is always true says nothing new.
            2 => {
                call!(Z3_fixedpoint_add_cover(raw, object, -1, relation, truth));
                let _ = context.check();
            }
            3 => {
                call!(Z3_fixedpoint_add_invariant(raw, object, relation, truth));
                let _ = context.check();
            }
            4 => {
                call!(Z3_fixedpoint_add_constraint(raw, object, truth, 1));
                let _ = context.check();
            }
            _ if !relations.watched => {
                let state = std::ptr::null_mut();
                call!(Z3_fixedpoint_add_callback(
                    raw,
                    object,
                    state,
                    Some(on_lemma),
                    Some(on_event),
                    Some(on_event)
                ));
                let _ = context.check();
                self.relations()?.watched = true;
            }
            _ => {}
        }
        Ok(())
    }

    fn read_fixedpoint(&mut self) -> Outcome {
        let way = self.seed.pick(4);
        self.relations()?;
        let Some(relations) = &self.engines.relations else { return Ok(()) };
        let context = &self.context;
        let (raw, object) = (context.raw, relations.object.raw);
        match way {
            0 => {
                text(call!(Z3_fixedpoint_get_help(raw, object)));
                context.check()?;
                parameters::read(context, call!(Z3_fixedpoint_get_param_descrs(raw, object)))
            }
            1 => {
                let made = call!(Z3_fixedpoint_get_statistics(raw, object));
                let statistics = counted!(context, made, Z3_stats_inc_ref, Z3_stats_dec_ref);
                text(call!(Z3_stats_to_string(raw, statistics.raw)));
                context.check()
            }
            2 => {
                let made = call!(Z3_fixedpoint_get_rules(raw, object));
                let rules = context.vector(made)?.elements()?.len();
                let made = call!(Z3_fixedpoint_get_assertions(raw, object));
                let assertions = context.vector(made)?.elements()?.len();
                let added = relations.rules.len() + relations.facts.len();
                if !relations.queried && rules + assertions > 2 * added {
                    return Err(disagreement(
                        "Z3_fixedpoint_get_rules",
                        "the number of rules",
                        "at most those that were added",
                        format!(
                            "{rules} rules and {assertions} assertions are told, where {added} were added"
                        ),
                    ));
                }
                Ok(())
            }
            _ => {
                if relations.engine.starts_with("datalog") && !relations.queried {
                    let kind = context.symbol("interval_relation")?;
                    let kinds = [kind];
                    call!(Z3_fixedpoint_set_predicate_representation(
                        raw,
                        object,
                        relations.relation,
                        1,
                        kinds.as_ptr()
                    ));
                    let _ = context.check();
                }
                Ok(())
            }
        }
    }

    /// The rules, printed and read in another context, give the same answer to a query.
    fn print_and_parse_rules(&mut self) -> Outcome {
        let number = self.seed.pick(VALUES as usize) as u32;
        self.relations()?;
        let Some(relations) = &self.engines.relations else { return Ok(()) };
        let context = &self.context;
        let (raw, object) = (context.raw, relations.object.raw);
        let value = self.value_of(number, relations.sort)?;
        let made = self.apply(relations.relation, &[value])?;
        let mut queries = [context.keep(context.checked(made)?)?];
        let printed = text(call!(Z3_fixedpoint_to_string(raw, object, 1, queries.as_mut_ptr())));
        if context.check().is_err() {
            return Ok(());
        }
        let other = Context::new()?;
        let made = call!(Z3_mk_fixedpoint(other.raw));
        let copy = counted!(&other, made, Z3_fixedpoint_inc_ref, Z3_fixedpoint_dec_ref);
        let params = other.brief()?;
        params.set_word("engine", "spacer")?;
        call!(Z3_fixedpoint_set_params(other.raw, copy.raw, params.raw));
        other.check()?;
        let printed = c_string(&printed)?;
        let made = call!(Z3_fixedpoint_from_string(other.raw, copy.raw, printed.as_ptr()));
        if other.check().is_err() {
            return Ok(());
        }
        let Some(made) = made else { return Ok(()) };
        let asked = other.vector(Some(made))?;
        let known = values(&relations.facts, &relations.rules).contains(&number);
        let right = if known { Answer::Sat } else { Answer::Unsat };
        for query in asked.elements()? {
            let result = call!(Z3_fixedpoint_query(other.raw, copy.raw, query));
            let Some(answer) = answer_of(&other, result)? else { return Ok(()) };
            if answer.contradicts(right) {
                return Err(disagreement(
                    "Z3_fixedpoint_from_string",
                    "the answer after printing and reading",
                    "what the facts and rules give",
                    format!(
                        "rules that are printed and read say {answer} of the value {number}, of the facts {:?} and the \
                     rules {:?}",
                        relations.facts, relations.rules
                    ),
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found() {
        let step = Rule { factor: 1, step: 3, below: 9 };
        assert_eq!(values(&[], &[step]), BTreeSet::new());
        assert_eq!(values(&[0], &[step]), BTreeSet::from([0, 3, 6, 9]));
        let round = Rule { factor: 2, step: 1, below: 16 };
        assert_eq!(values(&[0], &[round]), BTreeSet::from([0, 1, 3, 7, 15]));
        let all_but = |value: &u32| ![2, 12].contains(value);
        assert_eq!(values(&[0, 14], &[step, round]), (0..16).filter(all_but).collect());
    }
}
