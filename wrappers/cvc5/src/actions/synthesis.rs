//! Synthesis: functions that cvc5 finds satisfy the constraints that it was given.

use murxla_api::{ActionDef, Answer, ArgKind, ReplyKind, SolverError, TermId, inspect, mismatch};

use super::{Outcome, Own, Run};
use crate::ffi::{self, NativeGrammar, NativeSynthResult, NativeTerm, call, told};
use crate::side::{EFFORT_OF_SEARCH, Held, Setting, Side};
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own("cvc5-synthesize", &[ArgKind::Formula], ReplyKind::Done),
        Run::Term(Instance::synthesize),
        &[("check_sat", 300)],
    ),
    Own::new(
        ActionDef::own("cvc5-synthesize-invariant", &[], ReplyKind::Done),
        Run::Alone(Instance::synthesize_invariant),
        &[("check_sat", 1000)],
    ),
];

/// What every synthesis needs.
const SYNTHESIS: &[Setting<'_>] = &[(c"sygus", c"true"), EFFORT_OF_SEARCH];

impl Instance {
    /// A function in place of a constant of the formula, over the other constants, such that the formula holds.
    fn synthesize(&mut self, formula: TermId) -> Outcome {
        let (by_grammar, assumes) = (self.seed.pick(3) == 0, self.seed.pick(3) == 0);
        let held = Held::default();
        let Some(natives) = self.plain_formulas(&[formula], &held)? else { return Ok(()) };
        let Some(parts) = self.parts(&natives, &held)? else { return Ok(()) };
        if parts.has_binders() || !self.is_simple(&parts.all)? {
            return Ok(());
        }
        let Some(opened) = self.opened(natives[0], &held)? else { return Ok(()) };
        let side = self.side(SYNTHESIS)?;
        let (mut from, mut to, mut params) = (Vec::new(), Vec::new(), Vec::new());
        for (place, other) in opened.others.iter().filter(|it| **it != opened.constant).enumerate()
        {
            let sort = held.sort(call!(cvc5_term_get_sort(*other)))?;
            let name = ffi::c_string(&format!("u{place}"))?;
            from.push(*other);
            to.push(held.term(call!(cvc5_declare_sygus_var(side.native, name.as_ptr(), sort)))?);
            params.push(held.term(call!(cvc5_mk_var(self.tm, sort, name.as_ptr())))?);
        }
        let (count, first) = (params.len(), params.as_ptr());
        let function = match by_grammar {
            true => {
                let grammar = self.grammar(&side, opened.sort, &params, &natives, &held)?;
                let native = grammar.native;
                held.term(call!(cvc5_synth_fun_with_grammar(
                    side.native,
                    c"found".as_ptr(),
                    count,
                    first,
                    opened.sort,
                    native
                )))?
            }
            false => held.term(call!(cvc5_synth_fun(
                side.native,
                c"found".as_ptr(),
                count,
                first,
                opened.sort
            )))?,
        };
        let mut applied = function;
        if !to.is_empty() {
            let args: Vec<NativeTerm> = [function].into_iter().chain(to.iter().copied()).collect();
            applied = self.made("APPLY_UF", &args, &held)?;
        }
        from.push(opened.constant);
        to.push(applied);
        let constraint = self.replaced(natives[0], &from, &to, &held)?;
        let mut assumed = None;
        if let (true, Some(variable)) = (assumes, to.first().filter(|_| to.len() > 1)) {
            let formula = self.made("EQUAL", &[*variable, *variable], &held)?;
            call!(cvc5_add_sygus_assume(side.native, formula));
            assumed = Some(formula);
        }
        call!(cvc5_add_sygus_constraint(side.native, constraint));
        self.constraints_are_told(&side, constraint, assumed, &held)?;
        for round in 0..2 {
            let Some(true) = self.found(&side, round, &held)? else { break };
            self.solution_holds(&side, function, constraint, by_grammar, &held)?;
        }
        Ok(())
    }

    fn constraints_are_told(
        &self,
        side: &Side,
        constraint: NativeTerm,
        assumed: Option<NativeTerm>,
        held: &Held,
    ) -> Outcome {
        let mut count = 0;
        let told = call!(cvc5_get_sygus_constraints(side.native, &mut count));
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let told = unsafe { held.terms(told, count)? };
        // A conjunction is told as its parts.
        let (mut parts, mut stack) = (Vec::new(), vec![constraint]);
        while let Some(term) = stack.pop() {
            if self.kind_name(term)? != "AND" {
                parts.push(term);
                continue;
            }
            for child in self.children(term)?.into_iter().rev() {
                stack.push(held.term(child)?);
            }
        }
        let same = self.ids(&parts)? == self.ids(&told)?;
        inspect("cvc5_get_sygus_constraints", "what was added", true, same)?;
        let told = call!(cvc5_get_sygus_assumptions(side.native, &mut count));
        // SAFETY: as before.
        let told = unsafe { held.terms(told, count)? };
        let assumed: Vec<NativeTerm> = assumed.into_iter().collect();
        inspect("cvc5_get_sygus_assumptions", "what was added", assumed, told)
    }

    /// Whether there is a solution; `None` if cvc5 refuses the question.
    fn found(&self, side: &Side, round: usize, _held: &Held) -> Result<Option<bool>, SolverError> {
        let Some(result) = side.unless_refused(|| {
            Ok(match round {
                0 => call!(cvc5_check_synth(side.native)),
                _ => call!(cvc5_check_synth_next(side.native)),
            })
        })?
        else {
            return Ok(None);
        };
        let result = ffi::live(result, "synthesis result")?;
        let looked = look_at(result);
        call!(cvc5_synth_result_release(result));
        looked.map(Some)
    }

    /// The constraint holds with the solution in the function's place.
    fn solution_holds(
        &self,
        side: &Side,
        function: NativeTerm,
        constraint: NativeTerm,
        by_grammar: bool,
        held: &Held,
    ) -> Outcome {
        let Some(solution) = side
            .unless_refused(|| held.term(call!(cvc5_get_synth_solution(side.native, function))))?
        else {
            return Ok(());
        };
        let list = call!(cvc5_get_synth_solutions(side.native, 1, &function));
        // SAFETY: the library gave as many terms as were asked for.
        let list = unsafe { held.terms(list, 1)? };
        inspect("cvc5_get_synth_solutions", "of one function", vec![solution], list)?;
        let filled = self.replaced(constraint, &[function], &[solution], held)?;
        // A function in the place of an operator needs a logic that has such.
        let side = self.plain_side()?;
        let Some(simple) =
            side.unless_refused(|| held.term(call!(cvc5_simplify(side.native, filled, false))))?
        else {
            return Ok(());
        };
        let negated = self.made("NOT", &[simple], held)?;
        if self.brief_answer(&[negated])? != Some(Answer::Sat) {
            return Ok(());
        }
        let how = if by_grammar { "a solution by a grammar" } else { "a solution" };
        let shown = format!("{} for {}", self.shown(solution)?, self.shown(constraint)?);
        Err(mismatch("cvc5_get_synth_solution", how, "the constraint holds", &shown))
    }

    /// An invariant of counting upwards, which is one.
    fn synthesize_invariant(&mut self) -> Outcome {
        let (start, step) = (self.seed.pick(4) as i64, 1 + self.seed.pick(3) as i64);
        let (tm, held) = (self.tm, Held::default());
        let side = self.side(SYNTHESIS)?;
        let int_sort = held.sort(call!(cvc5_get_integer_sort(tm)))?;
        let bool_sort = held.sort(call!(cvc5_get_boolean_sort(tm)))?;
        let now = held.term(call!(cvc5_mk_var(tm, int_sort, c"now".as_ptr())))?;
        let then = held.term(call!(cvc5_mk_var(tm, int_sort, c"then".as_ptr())))?;
        let [start, step] = [start, step].map(|number| -> Result<NativeTerm, SolverError> {
            held.term(call!(cvc5_mk_integer_int64(tm, number)))
        });
        let (start, step) = (start?, step?);
        let define = |name: &std::ffi::CStr, vars: &[NativeTerm], body| {
            let (count, vars) = (vars.len(), vars.as_ptr());
            let (name, global) = (name.as_ptr(), true);
            held.term(call!(cvc5_define_fun(
                side.native,
                name,
                count,
                vars,
                bool_sort,
                body,
                global
            )))
        };
        let begins = self.made("EQUAL", &[now, start], &held)?;
        let more = self.made("ADD", &[now, step], &held)?;
        let steps = self.made("EQUAL", &[then, more], &held)?;
        let ends = self.made("GEQ", &[now, start], &held)?;
        let before = define(c"before", &[now], begins)?;
        let between = define(c"between", &[now, then], steps)?;
        let after = define(c"after", &[now], ends)?;
        let (native, first, name) = (side.native, &raw const now, c"kept".as_ptr());
        let kept = held.term(call!(cvc5_synth_fun(native, name, 1, first, bool_sort)))?;
        call!(cvc5_add_sygus_inv_constraint(native, kept, before, between, after));
        let Some(true) = self.found(&side, 0, &held)? else { return Ok(()) };
        let solution = held.term(call!(cvc5_get_synth_solution(native, kept)))?;
        let at = |place: NativeTerm| -> Result<NativeTerm, SolverError> {
            let applied = self.made("APPLY_UF", &[solution, place], &held)?;
            held.term(call!(cvc5_simplify(side.native, applied, false)))
        };
        let free = [c"x", c"y"].map(|name| -> Result<NativeTerm, SolverError> {
            held.term(call!(cvc5_mk_const(tm, int_sort, name.as_ptr())))
        });
        let [x, y] = free;
        let (x, y) = (x?, y?);
        let (at_x, at_y) = (at(x)?, at(y)?);
        let of = |formula| self.replaced(formula, &[now, then], &[x, y], &held);
        let (begins, steps, ends) = (of(begins)?, of(steps)?, of(ends)?);
        let function = "cvc5_add_sygus_inv_constraint";
        let holds = [
            ("it holds at the beginning", self.may_follow(&[begins], at_x, &held)?),
            ("it is kept", self.may_follow(&[at_x, steps], at_y, &held)?),
            ("what must hold follows", self.may_follow(&[at_x], ends, &held)?),
        ];
        for (aspect, holds) in holds {
            if !holds {
                return Err(mismatch(function, aspect, "true", &self.shown(solution)?));
            }
        }
        Ok(())
    }

    /// A grammar of terms of a sort with the operators of the formulas: one symbol for each sort, and a rule for each operator.
    pub(super) fn grammar(
        &self,
        side: &Side,
        start_sort: ffi::NativeSort,
        params: &[NativeTerm],
        formulas: &[NativeTerm],
        held: &Held,
    ) -> Result<Grammar, SolverError> {
        const MOST_RULES: usize = 12;
        let mut symbols: Vec<(ffi::NativeSort, NativeTerm)> = Vec::new();
        let mut rules: Vec<(NativeTerm, NativeTerm)> = Vec::new();
        let start = held.term(call!(cvc5_mk_var(self.tm, start_sort, c"Start".as_ptr())))?;
        symbols.push((start_sort, start));
        let mut symbol_of = |term: NativeTerm| -> Result<NativeTerm, SolverError> {
            let sort = held.sort(call!(cvc5_term_get_sort(term)))?;
            if let Some((_, symbol)) = symbols.iter().find(|(known, _)| *known == sort) {
                return Ok(*symbol);
            }
            let name = ffi::c_string(&format!("S{}", symbols.len()))?;
            let symbol = held.term(call!(cvc5_mk_var(self.tm, sort, name.as_ptr())))?;
            symbols.push((sort, symbol));
            Ok(symbol)
        };
        let Some(parts) = self.parts(formulas, held)? else {
            return Err(SolverError::Rejected("the formulas are too large".to_owned()));
        };
        if parts.has_binders() {
            return Err(SolverError::Rejected("a grammar has no bound variables".to_owned()));
        }
        for param in params {
            rules.push((symbol_of(*param)?, *param));
        }
        for term in &parts.all {
            let kind = self.kind_name(*term)?;
            if rules.len() >= MOST_RULES || matches!(kind, "VARIABLE" | "VARIABLE_LIST") {
                continue;
            }
            if !self.has_values(*term)? {
                continue;
            }
            if !call!(cvc5_term_has_op(*term)) {
                // Constants are parameters where there are some.
                if params.is_empty() || kind != "CONSTANT" {
                    rules.push((symbol_of(*term)?, *term));
                }
                continue;
            }
            let mut children = Vec::new();
            for child in self.children(*term)? {
                let child = held.term(child)?;
                children.push(match self.has_values(child)? {
                    true => symbol_of(child)?,
                    false => child,
                });
            }
            let op = ffi::live(call!(cvc5_term_get_op(*term)), "operator")?;
            let (tm, count, first) = (self.tm, children.len(), children.as_ptr());
            let made = (|| Ok(call!(cvc5_mk_term_from_op(tm, op, count, first))))();
            call!(cvc5_op_release(op));
            // Some take literals alone.
            if let Some(made) = self.if_given(made, held)? {
                rules.push((symbol_of(*term)?, made));
            }
        }
        // A symbol without rules has no terms: it is any value of its sort, or any parameter.
        let names: Vec<NativeTerm> = symbols.iter().map(|(_, symbol)| *symbol).collect();
        let native = call!(cvc5_mk_grammar(
            side.native,
            params.len(),
            params.as_ptr(),
            names.len(),
            names.as_ptr()
        ));
        let grammar = Grammar { native: ffi::live(native, "grammar")? };
        for (place, symbol) in names.iter().enumerate() {
            let of_symbol: Vec<NativeTerm> =
                rules.iter().filter(|(of, _)| of == symbol).map(|(_, rule)| *rule).collect();
            match of_symbol[..] {
                [rule] => call!(cvc5_grammar_add_rule(native, *symbol, rule)),
                [] => {}
                _ => {
                    let (count, first) = (of_symbol.len(), of_symbol.as_ptr());
                    call!(cvc5_grammar_add_rules(native, *symbol, count, first));
                }
            }
            if of_symbol.is_empty() || place % 2 == 1 {
                call!(cvc5_grammar_add_any_constant(native, *symbol));
            }
            if !params.is_empty() && place % 2 == 0 {
                call!(cvc5_grammar_add_any_variable(native, *symbol));
            }
        }
        grammar.look_at()?;
        Ok(grammar)
    }

    /// Whether a symbol of a grammar can stand for a term: not for functions and members of datatypes.
    fn has_values(&self, term: NativeTerm) -> Result<bool, SolverError> {
        let sort = call!(cvc5_term_get_sort(term));
        let is_function = call!(cvc5_sort_is_fun(sort))
            || call!(cvc5_sort_is_dt_constructor(sort))
            || call!(cvc5_sort_is_dt_selector(sort))
            || call!(cvc5_sort_is_dt_tester(sort))
            || call!(cvc5_sort_is_dt_updater(sort))
            || call!(cvc5_sort_is_regexp(sort));
        call!(cvc5_sort_release(sort));
        Ok(!is_function)
    }

    /// Gives a grammar of Boolean terms without parameters to something.
    pub(super) fn with_grammar(
        &self,
        side: &Side,
        formulas: &[NativeTerm],
        held: &Held,
        give: impl FnOnce(NativeGrammar) -> Result<NativeTerm, SolverError>,
    ) -> Result<NativeTerm, SolverError> {
        let bool_sort = held.sort(call!(cvc5_get_boolean_sort(self.tm)))?;
        let grammar = self.grammar(side, bool_sort, &[], formulas, held)?;
        give(grammar.native)
    }
}

/// A grammar that is given back with its last use.
pub(super) struct Grammar {
    pub(super) native: NativeGrammar,
}

impl Grammar {
    /// A grammar is itself, and so is its copy.
    fn look_at(&self) -> Outcome {
        let copy = ffi::live(call!(cvc5_grammar_copy(self.native)), "grammar")?;
        let (equal, different) = (
            call!(cvc5_grammar_is_equal(self.native, copy)),
            call!(cvc5_grammar_is_disequal(self.native, copy)),
        );
        let hashes = [call!(cvc5_grammar_hash(self.native)), call!(cvc5_grammar_hash(copy))];
        call!(cvc5_grammar_release(copy));
        inspect("cvc5_grammar_is_equal", "a copy", true, equal)?;
        inspect("cvc5_grammar_is_disequal", "a copy", false, different)?;
        inspect("cvc5_grammar_hash", "a copy", hashes[0], hashes[1])?;
        let shown = told!(cvc5_grammar_to_string(self.native));
        inspect("cvc5_grammar_to_string", "its first symbol", true, shown.contains("Start"))
    }
}

impl Drop for Grammar {
    fn drop(&mut self) {
        let release = || -> Result<(), SolverError> {
            call!(cvc5_grammar_release(self.native));
            Ok(())
        };
        // Nobody is left to tell of a failure.
        let _ = release();
    }
}

/// Whether a result is one with a solution; it is of one kind, and so is its copy.
fn look_at(result: NativeSynthResult) -> Result<bool, SolverError> {
    let kinds = [
        call!(cvc5_synth_result_has_solution(result)),
        call!(cvc5_synth_result_has_no_solution(result)),
        call!(cvc5_synth_result_is_unknown(result)),
        call!(cvc5_synth_result_is_null(result)),
    ];
    let count = kinds.iter().filter(|is| **is).count();
    inspect("cvc5_synth_result_has_solution", "of one kind", 1, count)?;
    inspect("cvc5_synth_result_is_null", "of a check", false, kinds[3])?;
    let shown = told!(cvc5_synth_result_to_string(result));
    let says = [("(SOLUTION)", kinds[0]), ("(NO_SOLUTION)", kinds[1]), ("(UNKNOWN)", kinds[2])];
    let told = says.iter().find(|(_, is)| *is).map_or("", |(word, _)| word);
    inspect("cvc5_synth_result_to_string", "as it is", told, &shown)?;
    let copy = ffi::live(call!(cvc5_synth_result_copy(result)), "synthesis result")?;
    let (equal, different) = (
        call!(cvc5_synth_result_is_equal(result, copy)),
        call!(cvc5_synth_result_is_disequal(result, copy)),
    );
    let hashes = [call!(cvc5_synth_result_hash(result)), call!(cvc5_synth_result_hash(copy))];
    call!(cvc5_synth_result_release(copy));
    inspect("cvc5_synth_result_is_equal", "a copy", true, equal)?;
    inspect("cvc5_synth_result_is_disequal", "a copy", false, different)?;
    inspect("cvc5_synth_result_hash", "a copy", hashes[0], hashes[1])?;
    Ok(kinds[0])
}
