//! What Z3 tells of terms, declarations and sorts is read in all ways that its API has; the ways must agree with each other and
//! with what we know.

use std::ffi::c_uint;

use murxla_api::{ANYWHERE, ActionDef, ArgKind, ReplyKind, SolverError, SortId, SortShape, TermId};

use super::{Engine, Outcome, Own, Run, disagreement, same};
use crate::context::text;
use crate::ffi::{Z3_ast, Z3_func_decl, Z3_sort, Z3_symbol, call, slot};
use crate::solver::Z3Solver;
use crate::sorts::NativeSort;
use crate::terms::Native;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-inspect-term", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::inspect_term),
            &[(ANYWHERE, 300)],
        ),
        Own::new(
            ActionDef::own("z3-inspect-declaration", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::inspect_declaration),
            &[(ANYWHERE, 400)],
        ),
        Own::new(
            ActionDef::own("z3-inspect-quantifier", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::inspect_quantifiers),
            &[(ANYWHERE, 600)],
        ),
        Own::new(
            ActionDef::own("z3-substitute-functions", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::substitute_functions),
            &[(ANYWHERE, 1500)],
        ),
        Own::new(
            ActionDef::own("z3-inspect-sort", &[ArgKind::Sort], ReplyKind::Done),
            Run::Sort(Z3Solver::inspect_sort),
            &[(ANYWHERE, 600)],
        ),
    ],
    states: &[],
    transitions: &[],
};

/// As Z3 numbers them.
mod ast_kind {
    pub(super) const NUMERAL: u32 = 0;
    pub(super) const APP: u32 = 1;
    pub(super) const VAR: u32 = 2;
    pub(super) const QUANTIFIER: u32 = 3;
}

/// Terms below a term that are looked at.
pub(super) const MOST_BELOW: usize = 60;

impl Z3Solver {
    /// The native term, unless it is a function.
    fn term_to_inspect(&self, term: TermId) -> Result<Option<Z3_ast>, SolverError> {
        Ok(match self.terms.native(term)? {
            Native::Term(native) | Native::Lambda(native) => Some(native),
            Native::Function(_) | Native::Macro(_) => None,
        })
    }

    pub(super) fn ast_kind(&self, term: Z3_ast) -> Result<u32, SolverError> {
        let kind = call!(Z3_get_ast_kind(self.context.raw, term));
        self.context.check()?;
        Ok(kind)
    }

    /// The term and some below it, each once, also in the bodies of binders.
    pub(super) fn terms_below(&self, term: Z3_ast) -> Result<Vec<Z3_ast>, SolverError> {
        let (mut found, mut open) = (Vec::new(), vec![term]);
        while let Some(next) = open.pop() {
            if found.contains(&next) || found.len() >= MOST_BELOW {
                continue;
            }
            found.push(next);
            match self.ast_kind(next)? {
                ast_kind::APP => open.extend(self.children(next)?),
                ast_kind::QUANTIFIER => {
                    let body = call!(Z3_get_quantifier_body(self.context.raw, next));
                    open.push(self.context.keep(self.context.checked(body)?)?);
                }
                _ => {}
            }
        }
        Ok(found)
    }

    fn inspect_term(&mut self, term: TermId) -> Outcome {
        let Some(native) = self.term_to_inspect(term)? else { return Ok(()) };
        for term in self.terms_below(native)? {
            self.inspect(term)?;
        }
        Ok(())
    }

    fn inspect(&self, term: Z3_ast) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let kind = self.ast_kind(term)?;
        let is_app = call!(Z3_is_app(raw, term));
        let is_numeral = call!(Z3_is_numeral_ast(raw, term));
        let is_forall = call!(Z3_is_quantifier_forall(raw, term));
        let is_exists = call!(Z3_is_quantifier_exists(raw, term));
        let is_lambda = call!(Z3_is_lambda(raw, term));
        let is_ground = call!(Z3_is_ground(raw, term));
        let is_well_sorted = call!(Z3_is_well_sorted(raw, term));
        let depth = call!(Z3_get_depth(raw, term));
        context.check()?;
        if !is_well_sorted {
            return Err(disagreement(
                "Z3_is_well_sorted",
                "a term",
                "well-sorted",
                "Z3 says that a term is not well-sorted",
            ));
        }
        let quantifiers = [is_forall, is_exists, is_lambda].iter().filter(|one| **one).count();
        let expected = match kind {
            ast_kind::NUMERAL | ast_kind::APP => is_app && quantifiers == 0,
            ast_kind::VAR => !is_app && quantifiers == 0 && !is_ground,
            ast_kind::QUANTIFIER => !is_app && quantifiers == 1,
            _ => false,
        };
        if !expected {
            return Err(disagreement(
                "Z3_get_ast_kind",
                "the kind of a term",
                "what the other functions say",
                format!(
                    "a term of AST kind {kind} (application: {is_app}, numeral: {is_numeral}, binders: {quantifiers}, \
                 ground: {is_ground})"
                ),
            ));
        }
        // Of floats and rounding modes the two functions mean different things.
        if is_app && self.sort_of_native(term)?.1.is_numeric() {
            let what = "whether a term is a number";
            same("Z3_is_numeral_ast", what, is_numeral, kind == ast_kind::NUMERAL)?;
        }
        let (hash, id) = (call!(Z3_get_ast_hash(raw, term)), call!(Z3_get_ast_id(raw, term)));
        let (hash_again, id_again) =
            (call!(Z3_get_ast_hash(raw, term)), call!(Z3_get_ast_id(raw, term)));
        same("Z3_get_ast_hash", "the hash of one term", hash, hash_again)?;
        same("Z3_get_ast_id", "the number of one term", id, id_again)?;
        if !call!(Z3_is_eq_ast(raw, term, term)) {
            return Err(disagreement(
                "Z3_is_eq_ast",
                "a term and itself",
                "equal",
                "a term is not equal to itself",
            ));
        }
        if is_app {
            self.inspect_application(term, depth, is_ground)?;
        }
        if kind == ast_kind::VAR {
            call!(Z3_get_index_value(raw, term));
            context.check()?;
        }
        Ok(())
    }

    /// An application is its declaration on its children.
    fn inspect_application(&self, term: Z3_ast, depth: c_uint, is_ground: bool) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let app = call!(Z3_to_app(raw, term));
        let app = context.checked(app)?;
        let back = call!(Z3_app_to_ast(raw, app));
        if !call!(Z3_is_eq_ast(raw, context.checked(back)?, term)) {
            return Err(disagreement(
                "Z3_app_to_ast",
                "an application as a term",
                "the same term",
                "an application as a term is another term",
            ));
        }
        let children = self.children(term)?;
        let declaration = call!(Z3_get_app_decl(raw, app));
        let declaration = context.checked(declaration)?;
        let (mut deepest, mut all_ground) = (0, true);
        for child in &children {
            deepest = deepest.max(call!(Z3_get_depth(raw, *child)));
            all_ground &= call!(Z3_is_ground(raw, *child));
        }
        context.check()?;
        same("Z3_get_depth", "the depth of a term and that of its children", depth, deepest + 1)?;
        same("Z3_is_ground", "whether a term and its children are ground", is_ground, all_ground)?;
        let (count, children) = (children.len() as c_uint, children.as_ptr());
        let updated = call!(Z3_update_term(raw, term, count, children));
        if !call!(Z3_is_eq_ast(raw, context.keep(context.checked(updated)?)?, term)) {
            return Err(disagreement(
                "Z3_update_term",
                "a term with its own children",
                "the same term",
                "a term whose children are replaced by themselves is another term",
            ));
        }
        let range = call!(Z3_get_range(raw, declaration));
        let sort = call!(Z3_get_sort(raw, term));
        let (range, sort) = (context.checked(range)?, context.checked(sort)?);
        if !call!(Z3_is_eq_sort(raw, range, sort)) {
            return Err(disagreement(
                "Z3_get_range",
                "the range of a declaration",
                "the sort of the application",
                "the sort of an application is not the range of its declaration",
            ));
        }
        context.check()
    }

    fn inspect_declaration(&mut self, term: TermId) -> Outcome {
        if let Native::Function(function) = self.terms.native(term)? {
            return self.inspect_function(function);
        }
        let Some(native) = self.term_to_inspect(term)? else { return Ok(()) };
        let below = self.terms_below(native)?;
        let chosen = below[self.seed.pick(below.len())];
        match self.declaration(chosen)? {
            Some(declaration) => self.inspect_function(declaration),
            None => Ok(()),
        }
    }

    fn inspect_function(&self, function: Z3_func_decl) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let arity = call!(Z3_get_arity(raw, function));
        let size = call!(Z3_get_domain_size(raw, function));
        context.check()?;
        same("Z3_get_arity", "the arity of a declaration and the size of its domain", arity, size)?;
        let ast = call!(Z3_func_decl_to_ast(raw, function));
        let ast = context.checked(ast)?;
        let back = call!(Z3_to_func_decl(raw, ast));
        if !call!(Z3_is_eq_func_decl(raw, context.checked(back)?, function)) {
            return Err(disagreement(
                "Z3_to_func_decl",
                "a declaration as a term and back",
                "the same",
                "a declaration as a term and back is another declaration",
            ));
        }
        call!(Z3_get_func_decl_id(raw, function));
        context.check()?;
        let name = call!(Z3_get_decl_name(raw, function));
        let name = context.checked(name)?;
        let printed = text(call!(Z3_func_decl_to_string(raw, function)));
        context.check()?;
        if printed.is_empty() {
            return Err(disagreement(
                "Z3_func_decl_to_string",
                "a declaration in print",
                "some text",
                "a declaration is printed as nothing",
            ));
        }
        self.inspect_symbol(name)?;
        for position in 0..size {
            let sort = call!(Z3_get_domain(raw, function, position));
            self.read_symbol_of_sort(context.checked(sort)?)?;
        }
        self.inspect_parameters(function)
    }

    /// A symbol is a number or a text.
    fn inspect_symbol(&self, symbol: Z3_symbol) -> Outcome {
        const NUMBER: u32 = 0;
        let context = &self.context;
        let raw = context.raw;
        let kind = call!(Z3_get_symbol_kind(raw, symbol));
        context.check()?;
        let written = text(call!(Z3_get_symbol_string(raw, symbol)));
        context.check()?;
        if kind == NUMBER {
            let number = call!(Z3_get_symbol_int(raw, symbol));
            context.check()?;
            let digits = written.trim_start_matches("k!");
            return same(
                "Z3_get_symbol_int",
                "a symbol as a number and as a text",
                number.to_string(),
                digits.to_owned(),
            );
        }
        Ok(())
    }

    fn read_symbol_of_sort(&self, sort: Z3_sort) -> Outcome {
        let name = call!(Z3_get_sort_name(self.context.raw, sort));
        self.inspect_symbol(self.context.checked(name)?)
    }

    /// Indices of an operator, such as the bounds of extract.
    fn inspect_parameters(&self, function: Z3_func_decl) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let count = call!(Z3_get_decl_num_parameters(raw, function));
        context.check()?;
        for position in 0..count {
            let kind = call!(Z3_get_decl_parameter_kind(raw, function, position));
            context.check()?;
            match kind {
                0 => _ = call!(Z3_get_decl_int_parameter(raw, function, position)),
                1 => _ = call!(Z3_get_decl_double_parameter(raw, function, position)),
                2 => _ = text(call!(Z3_get_decl_rational_parameter(raw, function, position))),
                3 => {
                    let symbol = call!(Z3_get_decl_symbol_parameter(raw, function, position));
                    self.inspect_symbol(context.checked(symbol)?)?;
                }
                4 => {
                    let sort = call!(Z3_get_decl_sort_parameter(raw, function, position));
                    text(call!(Z3_sort_to_string(raw, context.checked(sort)?)));
                }
                5 => {
                    let ast = call!(Z3_get_decl_ast_parameter(raw, function, position));
                    context.print(context.checked(ast)?)?;
                }
                6 => {
                    let inner = call!(Z3_get_decl_func_decl_parameter(raw, function, position));
                    text(call!(Z3_func_decl_to_string(raw, context.checked(inner)?)));
                }
                // Such as what Z3 keeps to itself.
                _ => {}
            }
            context.check()?;
        }
        Ok(())
    }

    fn inspect_quantifiers(&mut self, term: TermId) -> Outcome {
        let Some(native) = self.term_to_inspect(term)? else { return Ok(()) };
        for term in self.terms_below(native)? {
            if self.ast_kind(term)? == ast_kind::QUANTIFIER {
                self.inspect_quantifier(term)?;
            }
        }
        Ok(())
    }

    /// A quantifier that is made again of its parts is the same term.
    fn inspect_quantifier(&self, term: Z3_ast) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let is_lambda = call!(Z3_is_lambda(raw, term));
        let is_forall = call!(Z3_is_quantifier_forall(raw, term));
        let weight = call!(Z3_get_quantifier_weight(raw, term));
        let count = call!(Z3_get_quantifier_num_bound(raw, term));
        context.check()?;
        let (mut sorts, mut names) = (Vec::new(), Vec::new());
        for position in 0..count {
            let sort = call!(Z3_get_quantifier_bound_sort(raw, term, position));
            sorts.push(context.checked(sort)?);
            let name = call!(Z3_get_quantifier_bound_name(raw, term, position));
            let name = context.checked(name)?;
            self.inspect_symbol(name)?;
            names.push(name);
        }
        let body = call!(Z3_get_quantifier_body(raw, term));
        let body = context.keep(context.checked(body)?)?;
        let mut patterns = Vec::new();
        for position in 0..call!(Z3_get_quantifier_num_patterns(raw, term)) {
            let made = call!(Z3_get_quantifier_pattern_ast(raw, term, position));
            let pattern = context.checked(made)?;
            let ast = call!(Z3_pattern_to_ast(raw, pattern));
            context.keep(context.checked(ast)?)?;
            for place in 0..call!(Z3_get_pattern_num_terms(raw, pattern)) {
                let part = call!(Z3_get_pattern(raw, pattern, place));
                self.ast_kind(context.checked(part)?)?;
            }
            text(call!(Z3_pattern_to_string(raw, pattern)));
            context.check()?;
            patterns.push(pattern);
        }
        let mut excluded = Vec::new();
        for position in 0..call!(Z3_get_quantifier_num_no_patterns(raw, term)) {
            let made = call!(Z3_get_quantifier_no_pattern_ast(raw, term, position));
            excluded.push(context.keep(context.checked(made)?)?);
        }
        let (names_of, sorts_of) = (names.as_ptr(), sorts.as_ptr());
        if is_lambda {
            let made = call!(Z3_mk_lambda(raw, count, sorts_of, names_of, body));
            return self.require_again(made, term);
        }
        // Most quantifiers have no names of their own.
        let id = call!(Z3_get_quantifier_id(raw, term));
        let skolem = call!(Z3_get_quantifier_skolem_id(raw, term));
        context.check()?;
        let (hints, no_hints) = (patterns.len() as c_uint, excluded.len() as c_uint);
        let (Some(id), Some(skolem)) = (id, skolem) else {
            if !excluded.is_empty() || id.is_some() || skolem.is_some() {
                return Ok(());
            }
            let made = call!(Z3_mk_quantifier(
                raw,
                is_forall,
                weight,
                hints,
                patterns.as_ptr(),
                count,
                sorts_of,
                names_of,
                body
            ));
            return self.require_again(made, term);
        };
        let made = call!(Z3_mk_quantifier_ex(
            raw,
            is_forall,
            weight,
            id,
            skolem,
            hints,
            patterns.as_ptr(),
            no_hints,
            excluded.as_ptr(),
            count,
            sorts_of,
            names_of,
            body
        ));
        self.require_again(made, term)
    }

    /// A function in a term, replaced by its application to its own arguments, leaves the term as it is.
    fn substitute_functions(&mut self, term: TermId) -> Outcome {
        let Some(native) = self.term_to_inspect(term)? else { return Ok(()) };
        let context = &self.context;
        let raw = context.raw;
        let uninterpreted = crate::ffi::DeclKind::Uninterpreted as c_uint;
        let is_ground = call!(Z3_is_ground(raw, native));
        context.check()?;
        for below in self.terms_below(native)? {
            let Some(function) = self.declaration(below)? else { continue };
            if !is_ground || self.decl_kind(below)? != Some(uninterpreted) {
                continue;
            }
            let mut args = Vec::new();
            for position in 0..call!(Z3_get_arity(raw, function)) {
                let sort = call!(Z3_get_domain(raw, function, position));
                let made = call!(Z3_mk_bound(raw, position, context.checked(sort)?));
                args.push(context.keep(context.checked(made)?)?);
            }
            let made = self.apply(function, &args)?;
            let itself = context.keep(context.checked(made)?)?;
            let (from, to) = ([function], [itself]);
            let made = call!(Z3_substitute_funs(raw, native, 1, from.as_ptr(), to.as_ptr()));
            let again = context.keep(context.checked(made)?)?;
            let is_same = call!(Z3_is_eq_ast(raw, again, native));
            return same("Z3_substitute_funs", "a function replaced by itself", is_same, true);
        }
        Ok(())
    }

    fn require_again(&self, made: Option<Z3_ast>, term: Z3_ast) -> Outcome {
        let context = &self.context;
        let again = context.keep(context.checked(made)?)?;
        if !call!(Z3_is_eq_ast(context.raw, again, term)) {
            return Err(disagreement(
                "Z3_get_quantifier_body",
                "a binder that is made again of its parts",
                "the same term",
                "a binder that is made again of its parts is another term",
            ));
        }
        Ok(())
    }

    fn inspect_sort(&mut self, sort: SortId) -> Outcome {
        let NativeSort::Sort(native) = self.sorts.native(sort)? else { return Ok(()) };
        let structure = self.sorts.sort(sort)?.clone();
        let context = &self.context;
        let raw = context.raw;
        let told = self.read_sort(native)?;
        if told != structure {
            return Err(disagreement(
                "Z3_get_sort_kind",
                "a sort that is read",
                "the sort that was made",
                format!("a sort {structure} is told as {told}"),
            ));
        }
        let id = call!(Z3_get_sort_id(raw, native));
        same("Z3_get_sort_id", "the number of one sort", id, call!(Z3_get_sort_id(raw, native)))?;
        if !call!(Z3_is_eq_sort(raw, native, native)) {
            return Err(disagreement(
                "Z3_is_eq_sort",
                "a sort and itself",
                "equal",
                "a sort is not equal to itself",
            ));
        }
        if text(call!(Z3_sort_to_string(raw, native))).is_empty() {
            return Err(disagreement(
                "Z3_sort_to_string",
                "a sort in print",
                "some text",
                "a sort is printed as nothing",
            ));
        }
        self.read_symbol_of_sort(native)?;
        let is_seq = call!(Z3_is_seq_sort(raw, native));
        let is_re = call!(Z3_is_re_sort(raw, native));
        let is_char = call!(Z3_is_char_sort(raw, native));
        context.check()?;
        let shape = structure.shape();
        let expected = matches!(shape, SortShape::Seq(_) | SortShape::String);
        same("Z3_is_seq_sort", "whether a sort is one of sequences", is_seq, expected)?;
        let expected = matches!(shape, SortShape::RegLan);
        same("Z3_is_re_sort", "whether a sort is one of regular expressions", is_re, expected)?;
        same("Z3_is_char_sort", "whether a sort is that of characters", is_char, false)?;
        match shape {
            SortShape::Tuple(elements) => {
                let count = call!(Z3_get_tuple_sort_num_fields(raw, native));
                context.check()?;
                same(
                    "Z3_get_tuple_sort_num_fields",
                    "the fields of a tuple",
                    count as usize,
                    elements.len(),
                )
            }
            SortShape::Datatype(datatype, _) => {
                let constructors = &datatype.definition().constructors;
                let count = call!(Z3_get_datatype_sort_num_constructors(raw, native));
                context.check()?;
                same(
                    "Z3_get_datatype_sort_num_constructors",
                    "the constructors of a datatype",
                    count as usize,
                    constructors.len(),
                )?;
                for (number, constructor) in (0..count).zip(constructors) {
                    let made = call!(Z3_get_datatype_sort_constructor(raw, native, number));
                    let made = context.checked(made)?;
                    let arity = call!(Z3_get_arity(raw, made));
                    context.check()?;
                    same(
                        "Z3_get_datatype_sort_constructor",
                        "the fields of a constructor",
                        arity as usize,
                        constructor.fields.len(),
                    )?;
                    let tester = call!(Z3_get_datatype_sort_recognizer(raw, native, number));
                    let arity = call!(Z3_get_arity(raw, context.checked(tester)?));
                    same("Z3_get_datatype_sort_recognizer", "the arguments of a tester", arity, 1)?;
                }
                if slot::Z3_is_recursive_datatype_sort.is_present() {
                    call!(Z3_is_recursive_datatype_sort(raw, native));
                    context.check()?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
