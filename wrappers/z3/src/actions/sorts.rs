//! Sorts and constants that Z3 has functions of its own for: lists, enumerations, sets, characters, finite domains, complex numbers.
//! What must hold of them is asked of a solver object on the side.

use std::ffi::c_uint;

use murxla_api::{ANYWHERE, ActionDef, Answer, ArgKind, ReplyKind, SolverError, SortId};

use super::{Engine, Outcome, Own, Run, disagreement, same};
use crate::context::text;
use crate::ffi::{Z3_ast, Z3_func_decl, Z3_sort, call};
use crate::solver::Z3Solver;
use crate::sorts::NativeSort;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-list-sort", &[ArgKind::Sort], ReplyKind::Done),
            Run::Sort(Z3Solver::list_sort),
            &[(ANYWHERE, 3000)],
        ),
        Own::new(
            ActionDef::own("z3-enumeration-sort", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::enumeration_sort),
            &[(ANYWHERE, 4000)],
        ),
        Own::new(
            ActionDef::own("z3-array-set", &[ArgKind::Sort], ReplyKind::Done),
            Run::Sort(Z3Solver::array_set),
            &[(ANYWHERE, 4000)],
        ),
        Own::new(
            ActionDef::own("z3-characters", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::characters),
            &[(ANYWHERE, 3000)],
        ),
        Own::new(
            ActionDef::own("z3-finite-domain", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::finite_domain),
            &[(ANYWHERE, 6000)],
        ),
        Own::new(
            ActionDef::own("z3-float-integers", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::float_integers),
            &[(ANYWHERE, 5000)],
        ),
        Own::new(
            ActionDef::own("z3-complex", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::complex_numbers),
            &[(ANYWHERE, 6000)],
        ),
    ],
    states: &[],
    transitions: &[],
};

impl Z3Solver {
    /// An error unless nothing makes all formulas true.
    fn require_unsat(
        &self,
        function: &'static str,
        what: &'static str,
        formulas: &[Z3_ast],
    ) -> Outcome {
        match self.context.brief_answer(formulas)? {
            Some(Answer::Sat) => Err(disagreement(function, what, "no model of that", "one")),
            _ => Ok(()),
        }
    }

    fn require_sat(
        &self,
        function: &'static str,
        what: &'static str,
        formulas: &[Z3_ast],
    ) -> Outcome {
        match self.context.brief_answer(formulas)? {
            Some(Answer::Unsat) => Err(disagreement(function, what, "a model of that", "none")),
            _ => Ok(()),
        }
    }

    fn some_constant(&self, sort: Z3_sort) -> Result<Z3_ast, SolverError> {
        let made = call!(Z3_mk_fresh_const(self.context.raw, c"some".as_ptr(), sort));
        self.context.keep(self.context.checked(made)?)
    }

    fn applied(&self, function: Z3_func_decl, args: &[Z3_ast]) -> Result<Z3_ast, SolverError> {
        let made = self.apply(function, args)?;
        self.context.keep(self.context.checked(made)?)
    }

    /// Head and tail of a list are what it was made of, and a list is empty or not.
    fn list_sort(&mut self, element: SortId) -> Outcome {
        let NativeSort::Sort(element) = self.sorts.native(element)? else { return Ok(()) };
        let context = &self.context;
        let raw = context.raw;
        let made =
            call!(Z3_mk_fresh_func_decl(raw, c"List".as_ptr(), 0, std::ptr::null(), element));
        // A name that nothing else has.
        let fresh = self.keep_function(made)?;
        let name = call!(Z3_get_decl_name(raw, fresh));
        let name = context.checked(name)?;
        let (mut nil, mut is_nil, mut cons) = (fresh, fresh, fresh);
        let (mut is_cons, mut head, mut tail) = (fresh, fresh, fresh);
        let made = call!(Z3_mk_list_sort(
            raw,
            name,
            element,
            &mut nil,
            &mut is_nil,
            &mut cons,
            &mut is_cons,
            &mut head,
            &mut tail
        ));
        let list = self.keep_sort(made)?;
        for function in [nil, is_nil, cons, is_cons, head, tail] {
            self.keep_function(Some(function))?;
        }
        let (x, rest) = (self.some_constant(element)?, self.some_constant(list)?);
        let longer = self.applied(cons, &[x, rest])?;
        let first = self.applied(head, &[longer])?;
        let others = self.applied(tail, &[longer])?;
        let differ = context.differ(first, x)?;
        self.require_unsat("Z3_mk_list_sort", "the head of a list is not its head", &[differ])?;
        let differ = context.differ(others, rest)?;
        self.require_unsat("Z3_mk_list_sort", "the tail of a list is not its tail", &[differ])?;
        let empty = self.applied(nil, &[])?;
        let is_empty = self.applied(is_nil, &[rest])?;
        let is_longer = self.applied(is_cons, &[rest])?;
        self.require_unsat("Z3_mk_list_sort", "a list is empty and not", &[is_empty, is_longer])?;
        let differ = context.differ(rest, empty)?;
        self.require_unsat(
            "Z3_mk_list_sort",
            "an empty list is not the empty one",
            &[is_empty, differ],
        )?;
        let neither = [context.negation(is_empty)?, context.negation(is_longer)?];
        self.require_unsat("Z3_mk_list_sort", "a list is neither empty nor not", &neither)
    }

    /// As many constants as were named can be different, and no more.
    fn enumeration_sort(&mut self) -> Outcome {
        let count = 1 + self.seed.pick(4);
        let context = &self.context;
        let raw = context.raw;
        let bool = call!(Z3_mk_bool_sort(raw));
        let bool = context.checked(bool)?;
        let (mut names, mut fresh) = (Vec::new(), Vec::new());
        for _ in 0..=count {
            let made =
                call!(Z3_mk_fresh_func_decl(raw, c"enum".as_ptr(), 0, std::ptr::null(), bool));
            let one = self.keep_function(made)?;
            let name = call!(Z3_get_decl_name(raw, one));
            names.push(context.checked(name)?);
            fresh.push(one);
        }
        let (mut constants, mut testers) = (fresh[..count].to_vec(), fresh[..count].to_vec());
        let made = call!(Z3_mk_enumeration_sort(
            raw,
            names[count],
            count as c_uint,
            names.as_ptr(),
            constants.as_mut_ptr(),
            testers.as_mut_ptr()
        ));
        let sort = self.keep_sort(made)?;
        for function in constants.iter().chain(&testers) {
            self.keep_function(Some(*function))?;
        }
        let constructors = call!(Z3_get_datatype_sort_num_constructors(raw, sort));
        context.check()?;
        same(
            "Z3_get_datatype_sort_num_constructors",
            "the constants of an enumeration",
            constructors as usize,
            count,
        )?;
        let mut some = Vec::new();
        for _ in 0..=count {
            some.push(self.some_constant(sort)?);
        }
        let distinct = |terms: &[Z3_ast]| -> Result<Z3_ast, SolverError> {
            let made = call!(Z3_mk_distinct(raw, terms.len() as c_uint, terms.as_ptr()));
            context.keep(context.checked(made)?)
        };
        self.require_unsat(
            "Z3_mk_enumeration_sort",
            "an enumeration has too many elements",
            &[distinct(&some)?],
        )?;
        self.require_sat(
            "Z3_mk_enumeration_sort",
            "an enumeration has all its elements",
            &[distinct(&some[..count])?],
        )?;
        let (first, tester) = (self.applied(constants[0], &[])?, testers[0]);
        let tested = context.negation(self.applied(tester, &[first])?)?;
        self.require_unsat(
            "Z3_mk_enumeration_sort",
            "a tester does not know its constant",
            &[tested],
        )
    }

    /// A set as an array has what was added.
    fn array_set(&mut self, element: SortId) -> Outcome {
        let NativeSort::Sort(element) = self.sorts.native(element)? else { return Ok(()) };
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_mk_set_sort(raw, element));
        let sort = self.keep_sort(made)?;
        let (set, x) = (self.some_constant(sort)?, self.some_constant(element)?);
        let made = call!(Z3_mk_true(raw));
        let yes = context.keep(context.checked(made)?)?;
        let indices = [x];
        let made = call!(Z3_mk_store_n(raw, set, 1, indices.as_ptr(), yes));
        let larger = context.keep(context.checked(made)?)?;
        let made = call!(Z3_mk_set_member(raw, x, larger));
        let member = context.keep(context.checked(made)?)?;
        self.require_unsat(
            "Z3_mk_set_sort",
            "a set lacks what was added",
            &[context.negation(member)?],
        )
    }

    /// A character, its code and its bits are one.
    fn characters(&mut self) -> Outcome {
        let code = [0x30, 0x39, 0x41, 0x61, 0x7f, 0xff, 0x100, 0xffff, 0x1_0000, 0x2_ffff]
            [self.seed.pick(10)] as c_uint;
        let context = &self.context;
        let raw = context.raw;
        let keep = |made: Option<Z3_ast>| context.keep(context.checked(made)?);
        let one = keep(call!(Z3_mk_char(raw, code)))?;
        let made = call!(Z3_get_sort(raw, one));
        let sort = context.checked(made)?;
        if !call!(Z3_is_char_sort(raw, sort)) {
            return Err(disagreement(
                "Z3_is_char_sort",
                "the sort of a character",
                "that of characters",
                "the sort of a character is another".to_owned(),
            ));
        }
        let as_int = keep(call!(Z3_mk_char_to_int(raw, one)))?;
        let made = call!(Z3_mk_int_sort(raw));
        let right = context.number(&code.to_string(), context.checked(made)?)?;
        let differ = context.differ(as_int, right)?;
        self.require_unsat("Z3_mk_char", "a character has another code", &[differ])?;
        let other = self.some_constant(sort)?;
        let bits = keep(call!(Z3_mk_char_to_bv(raw, other)))?;
        let back = keep(call!(Z3_mk_char_from_bv(raw, bits)))?;
        let differ = context.differ(back, other)?;
        self.require_unsat("Z3_mk_char", "a character's bits make another one", &[differ])?;
        let (below, above) = (
            keep(call!(Z3_mk_char_le(raw, one, other)))?,
            keep(call!(Z3_mk_char_le(raw, other, one)))?,
        );
        let neither = [context.negation(below)?, context.negation(above)?];
        self.require_unsat("Z3_mk_char", "characters have no order", &neither)?;
        let digit = keep(call!(Z3_mk_char_is_digit(raw, one)))?;
        let is_digit = (0x30..=0x39).contains(&code);
        let wrong = if is_digit { context.negation(digit)? } else { digit };
        self.require_unsat(
            "Z3_mk_char",
            "a character is a digit that is none, or the other way round",
            &[wrong],
        )
    }

    /// A finite domain tells its size, and its numerals.
    fn finite_domain(&mut self) -> Outcome {
        let size = 1 + self.seed.pick(20) as u64;
        let context = &self.context;
        let raw = context.raw;
        let name = context.symbol(&format!("domain{size}"))?;
        let made = call!(Z3_mk_finite_domain_sort(raw, name, size));
        let sort = self.keep_sort(made)?;
        let mut told = 0;
        let has = call!(Z3_get_finite_domain_sort_size(raw, sort, &mut told));
        context.check()?;
        same("Z3_get_finite_domain_sort_size", "whether a finite domain has a size", has, true)?;
        same("Z3_get_finite_domain_sort_size", "the size of a finite domain", told, size)?;
        let number = (size - 1).to_string();
        let last = context.number(&number, sort)?;
        let mut read = 0;
        if call!(Z3_get_numeral_uint64(raw, last, &mut read)) {
            same("Z3_get_numeral_uint64", "an element of a finite domain", read, size - 1)?;
        }
        context.check()
    }

    /// A small integer as a float, made in two ways.
    fn float_integers(&mut self) -> Outcome {
        let number = [0, 1, -1, 7, -1024, 65_535, 16_777_216][self.seed.pick(7)];
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_mk_fpa_sort_double(raw));
        let sort = self.keep_sort(made)?;
        let made = call!(Z3_mk_fpa_numeral_int(raw, number, sort));
        let one = context.keep(context.checked(made)?)?;
        let made = call!(Z3_mk_fpa_numeral_double(raw, f64::from(number), sort));
        let other = context.keep(context.checked(made)?)?;
        let are_one = call!(Z3_is_eq_ast(raw, one, other));
        same("Z3_mk_fpa_numeral_int", "an integer as a float", are_one, true)
    }

    /// A complex number has the parts that it was made of.
    fn complex_numbers(&mut self) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_mk_complex_sort(raw));
        let sort = self.keep_sort(made)?;
        text(call!(Z3_sort_to_string(raw, sort)));
        let made = call!(Z3_mk_real_sort(raw));
        let real = context.checked(made)?;
        let (re, im) = (self.some_constant(real)?, self.some_constant(real)?);
        let keep = |made: Option<Z3_ast>| context.keep(context.checked(made)?);
        let number = keep(call!(Z3_mk_complex(raw, re, im)))?;
        let real_part = keep(call!(Z3_mk_real_part(raw, number)))?;
        let imaginary_part = keep(call!(Z3_mk_imag_part(raw, number)))?;
        let differ = context.differ(real_part, re)?;
        self.require_unsat(
            "Z3_mk_complex",
            "the real part of a complex number is another",
            &[differ],
        )?;
        let differ = context.differ(imaginary_part, im)?;
        self.require_unsat(
            "Z3_mk_complex",
            "the imaginary part of a complex number is another",
            &[differ],
        )
    }
}
