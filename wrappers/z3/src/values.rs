//! Reading values out of a model.

use std::ffi::c_uint;

use murxla_api::{ArrayValue, BitVec, FunctionValue, SolverError, Sort, SortShape, TermId, Value};
use num_bigint::BigUint;

use crate::context::text;
use crate::ffi::{self, Z3_ast, Z3_func_decl, Z3_model, call};
use crate::solver::Z3Solver;
use crate::terms::Native;

impl Z3Solver {
    /// The value of a term or function in a model.
    pub(crate) fn value_in(&self, model: Z3_model, term: TermId) -> Result<Value, SolverError> {
        match self.terms.native(term)? {
            Native::Term(native) => {
                let value = self.evaluate(model, native)?;
                let sort = self.read_sort_of(term)?;
                self.read_value(model, value, &sort)
            }
            Native::Function(function) => {
                let sort = self.read_sort_of(term)?;
                self.function_value(model, function, &sort)
            }
        }
    }

    fn evaluate(&self, model: Z3_model, term: Z3_ast) -> Result<Z3_ast, SolverError> {
        let context = &self.context;
        let mut value = term;
        let complete = true;
        let evaluated = call!(Z3_model_eval(context.raw, model, term, complete, &mut value));
        context.check()?;
        if !evaluated {
            return Err(SolverError::Rejected("the model does not evaluate the term".to_owned()));
        }
        context.keep(value)
    }

    fn read_value(
        &self,
        model: Z3_model,
        value: Z3_ast,
        sort: &Sort,
    ) -> Result<Value, SolverError> {
        let context = &self.context;
        let read = match sort.shape() {
            SortShape::Bool => {
                let truth = call!(Z3_get_bool_value(context.raw, value));
                context.check()?;
                match truth {
                    ffi::Z3_L_TRUE => Some(Value::Bool(true)),
                    ffi::Z3_L_FALSE => Some(Value::Bool(false)),
                    _ => None,
                }
            }
            SortShape::BitVec(width) => {
                let is_numeral = call!(Z3_is_numeral_ast(context.raw, value));
                context.check()?;
                if is_numeral { self.read_bits(value, *width)? } else { None }
            }
            SortShape::Array(..) => self.read_array(model, value, sort)?,
            SortShape::Uninterpreted(_) => {
                Some(Value::Abstract(sort.clone(), context.print(value)?))
            }
            SortShape::Fun(..) => None,
        };
        match read {
            Some(read) => Ok(read),
            None => Ok(Value::Opaque(sort.clone(), context.print(value)?)),
        }
    }

    fn read_bits(&self, value: Z3_ast, width: u32) -> Result<Option<Value>, SolverError> {
        let decimal = call!(Z3_get_numeral_string(self.context.raw, value));
        self.context.check()?;
        let bits = BigUint::parse_bytes(text(decimal).as_bytes(), 10);
        Ok(bits.map(|bits| Value::BitVec(BitVec::new(width, bits))))
    }

    /// An array: stores on a constant array, or a function of the model used as an array.
    fn read_array(
        &self,
        model: Z3_model,
        value: Z3_ast,
        sort: &Sort,
    ) -> Result<Option<Value>, SolverError> {
        let context = &self.context;
        let SortShape::Array(index_sort, element_sort) = sort.shape() else { return Ok(None) };
        let mut entries = Vec::new();
        let mut rest = value;
        loop {
            let is_function = call!(Z3_is_as_array(context.raw, rest));
            context.check()?;
            if is_function {
                let made = call!(Z3_get_as_array_func_decl(context.raw, rest));
                let function = context.checked(made)?;
                let function_sort = Sort::fun([index_sort.clone()], element_sort.clone());
                let Value::Function(function) =
                    self.function_value(model, function, &function_sort)?
                else {
                    return Ok(None);
                };
                let below = function.entries.into_iter().filter_map(|(mut arguments, result)| {
                    arguments.pop().map(|argument| (argument, result))
                });
                let mut all: Vec<_> = below.collect();
                all.extend(entries.into_iter().rev());
                return Ok(Some(array(sort, function.default, all)));
            }
            let kind = self.decl_kind(rest)?;
            if kind.is_none() {
                return Ok(None);
            }
            if kind == self.kinds.of("OP_CONST_ARRAY") {
                let default = self.read_value(model, self.child(rest, 0)?, element_sort)?;
                entries.reverse();
                return Ok(Some(array(sort, default, entries)));
            }
            if kind != self.kinds.of("OP_ARRAY_STORE") {
                return Ok(None);
            }
            let index = self.read_value(model, self.child(rest, 1)?, index_sort)?;
            let element = self.read_value(model, self.child(rest, 2)?, element_sort)?;
            entries.push((index, element));
            rest = self.child(rest, 0)?;
        }
    }

    fn function_value(
        &self,
        model: Z3_model,
        function: Z3_func_decl,
        sort: &Sort,
    ) -> Result<Value, SolverError> {
        let context = &self.context;
        let SortShape::Fun(domain, codomain) = sort.shape() else {
            return Err(SolverError::Broken("a function without a function sort".to_owned()));
        };
        let interpretation = call!(Z3_model_get_func_interp(context.raw, model, function));
        context.check()?;
        let Some(interpretation) = interpretation else {
            // The model does not constrain the function: it gives the same to all arguments.
            let default = self.anything(model, codomain)?;
            return Ok(function_value(sort, default, Vec::new()));
        };
        call!(Z3_func_interp_inc_ref(context.raw, interpretation));
        let count = call!(Z3_func_interp_get_num_entries(context.raw, interpretation));
        let mut entries = Vec::new();
        for position in 0..count {
            let made = call!(Z3_func_interp_get_entry(context.raw, interpretation, position));
            let entry = context.checked(made)?;
            call!(Z3_func_entry_inc_ref(context.raw, entry));
            let mut arguments = Vec::new();
            for (place, sort) in domain.iter().enumerate() {
                let made = call!(Z3_func_entry_get_arg(context.raw, entry, place as c_uint));
                arguments.push(self.read_value(model, context.checked(made)?, sort)?);
            }
            let made = call!(Z3_func_entry_get_value(context.raw, entry));
            entries.push((arguments, self.read_value(model, context.checked(made)?, codomain)?));
            call!(Z3_func_entry_dec_ref(context.raw, entry));
        }
        let made = call!(Z3_func_interp_get_else(context.raw, interpretation));
        let otherwise = context.checked(made)?;
        let default = self.read_value(model, otherwise, codomain)?;
        call!(Z3_func_interp_dec_ref(context.raw, interpretation));
        Ok(function_value(sort, default, entries))
    }

    /// A value of the sort, as the model completes an unconstrained constant.
    fn anything(&self, model: Z3_model, sort: &Sort) -> Result<Value, SolverError> {
        let native = self.find_sort(sort)?;
        let made = call!(Z3_mk_fresh_const(self.context.raw, c"any".as_ptr(), native));
        let constant = self.context.keep(self.context.checked(made)?)?;
        let value = self.evaluate(model, constant)?;
        self.read_value(model, value, sort)
    }

    /// The kind of an application's declaration; `None` if the term is none.
    pub(crate) fn decl_kind(&self, term: Z3_ast) -> Result<Option<c_uint>, SolverError> {
        let context = &self.context;
        let is_app = call!(Z3_is_app(context.raw, term));
        context.check()?;
        if !is_app {
            return Ok(None);
        }
        let app = call!(Z3_to_app(context.raw, term));
        let declaration = call!(Z3_get_app_decl(context.raw, context.checked(app)?));
        let kind = call!(Z3_get_decl_kind(context.raw, context.checked(declaration)?));
        context.check()?;
        Ok(Some(kind))
    }

    fn child(&self, term: Z3_ast, position: c_uint) -> Result<Z3_ast, SolverError> {
        let context = &self.context;
        let app = call!(Z3_to_app(context.raw, term));
        let child = call!(Z3_get_app_arg(context.raw, context.checked(app)?, position));
        context.checked(child)
    }
}

fn array(sort: &Sort, default: Value, entries: Vec<(Value, Value)>) -> Value {
    Value::Array(Box::new(ArrayValue { sort: sort.clone(), default, entries }))
}

fn function_value(sort: &Sort, default: Value, entries: Vec<(Vec<Value>, Value)>) -> Value {
    Value::Function(Box::new(FunctionValue { sort: sort.clone(), default, entries }))
}
