//! Reads values of a model.

use std::ffi::c_uint;

use murxla_api::{
    ArrayValue, DatatypeValue, FunctionValue, SolverError, Sort, SortShape, SpecialValue, Value,
};

use crate::ffi::{Z3_ast, Z3_func_decl, Z3_model, call};
use crate::solver::Z3Solver;
use crate::terms::Native;

impl Z3Solver {
    /// The value of a term or function in a model.
    pub(crate) fn value_in(
        &self,
        model: Z3_model,
        term: Native,
        sort: &Sort,
    ) -> Result<Value, SolverError> {
        match term {
            Native::Term(native) => {
                let value = self.evaluate(model, native)?;
                self.read_value(model, value, sort)
            }
            Native::Lambda(native) => {
                let value = self.evaluate(model, native)?;
                self.read_lambda(model, value, sort)
            }
            Native::Function(function) => self.function_value(model, function, sort),
            Native::Macro(_) => {
                Err(SolverError::Broken("a defined function that is no array".to_owned()))
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
        let read = match sort.shape() {
            SortShape::Array(..) => self.read_array(model, value, sort)?,
            SortShape::Uninterpreted(_) => {
                Some(Value::Abstract(sort.clone(), self.context.print(value)?))
            }
            SortShape::Seq(element) => {
                self.read_sequence(model, value, element)?.map(|all| Value::Seq(sort.clone(), all))
            }
            SortShape::Set(element) => {
                self.read_set(model, value, element)?.map(|all| Value::Set(sort.clone(), all))
            }
            SortShape::Tuple(elements) => {
                if self.decl_kind(value)? == self.kinds.of("OP_TUPLE") {
                    Some(Value::Tuple(self.read_arguments(model, value, elements)?))
                } else {
                    None
                }
            }
            SortShape::Datatype(..) => self.read_datatype(model, value, sort)?,
            _ => self.read_scalar(value, sort)?,
        };
        match read {
            Some(read) => Ok(read),
            None => Ok(Value::Opaque(sort.clone(), self.context.print(value)?)),
        }
    }

    fn read_arguments(
        &self,
        model: Z3_model,
        value: Z3_ast,
        sorts: &[Sort],
    ) -> Result<Vec<Value>, SolverError> {
        let children = self.children(value)?;
        if children.len() != sorts.len() {
            return Err(SolverError::Broken("a value with a wrong number of fields".to_owned()));
        }
        let parts = children.into_iter().zip(sorts);
        parts.map(|(child, sort)| self.read_value(model, child, sort)).collect()
    }

    fn read_datatype(
        &self,
        model: Z3_model,
        value: Z3_ast,
        sort: &Sort,
    ) -> Result<Option<Value>, SolverError> {
        let SortShape::Datatype(datatype, args) = sort.shape() else { return Ok(None) };
        let Some(declaration) = self.declaration(value)? else { return Ok(None) };
        let native = call!(Z3_get_sort(self.context.raw, value));
        let native = self.context.checked(native)?;
        for constructor in &datatype.definition().constructors {
            let (_, found) = self.constructor(native, sort, &constructor.name)?;
            if found == declaration {
                let sorts = datatype
                    .field_sorts(constructor, args)
                    .ok_or_else(|| SolverError::Broken("a field without a sort".to_owned()))?;
                return Ok(Some(Value::Datatype(Box::new(DatatypeValue {
                    sort: sort.clone(),
                    constructor: constructor.name.clone(),
                    fields: self.read_arguments(model, value, &sorts)?,
                }))));
            }
        }
        Ok(None)
    }

    /// A sequence: units joined by concatenation.
    fn read_sequence(
        &self,
        model: Z3_model,
        value: Z3_ast,
        element: &Sort,
    ) -> Result<Option<Vec<Value>>, SolverError> {
        let kind = self.decl_kind(value)?;
        if kind.is_none() {
            return Ok(None);
        }
        if kind == self.kinds.of_special(SpecialValue::SeqEmpty) {
            return Ok(Some(Vec::new()));
        }
        if kind == self.kinds.of("OP_SEQ_UNIT") {
            return Ok(Some(vec![self.read_value(model, self.child(value, 0)?, element)?]));
        }
        if kind != self.kinds.of("OP_SEQ_CONCAT") {
            return Ok(None);
        }
        let mut all = Vec::new();
        for part in self.children(value)? {
            let Some(elements) = self.read_sequence(model, part, element)? else {
                return Ok(None);
            };
            all.extend(elements);
        }
        Ok(Some(all))
    }

    /// A set: singletons joined by union, each element once.
    fn read_set(
        &self,
        model: Z3_model,
        value: Z3_ast,
        element: &Sort,
    ) -> Result<Option<Vec<Value>>, SolverError> {
        let kind = self.decl_kind(value)?;
        if kind.is_none() {
            return Ok(None);
        }
        if kind == self.kinds.of_special(SpecialValue::SetEmpty) {
            return Ok(Some(Vec::new()));
        }
        if kind == self.kinds.of("OP_SET_SINGLETON") {
            return Ok(Some(vec![self.read_value(model, self.child(value, 0)?, element)?]));
        }
        if kind != self.kinds.of("OP_SET_UNION") {
            return Ok(None);
        }
        let mut all: Vec<Value> = Vec::new();
        for part in self.children(value)? {
            let Some(elements) = self.read_set(model, part, element)? else { return Ok(None) };
            for element in elements {
                if !all.contains(&element) {
                    all.push(element);
                }
            }
        }
        Ok(Some(all))
    }

    /// An array: stores on a constant array, or a function of the model used as an array.
    fn read_array(
        &self,
        model: Z3_model,
        value: Z3_ast,
        sort: &Sort,
    ) -> Result<Option<Value>, SolverError> {
        let SortShape::Array(index, element) = sort.shape() else { return Ok(None) };
        let domain = std::slice::from_ref(index);
        let Some((default, entries)) = self.read_stores(model, value, domain, element)? else {
            return Ok(None);
        };
        let one = |(mut indices, element): (Vec<Value>, Value)| Some((indices.pop()?, element));
        let entries = entries.into_iter().filter_map(one).collect();
        Ok(Some(Value::Array(Box::new(ArrayValue { sort: sort.clone(), default, entries }))))
    }

    /// A lambda's value: an array of as many indices as it has variables, if it is not a lambda itself.
    fn read_lambda(
        &self,
        model: Z3_model,
        value: Z3_ast,
        sort: &Sort,
    ) -> Result<Value, SolverError> {
        let SortShape::Fun(domain, codomain) = sort.shape() else {
            return Err(SolverError::Broken("a lambda without a function sort".to_owned()));
        };
        match self.read_stores(model, value, domain, codomain)? {
            Some((default, entries)) => Ok(function_value(sort, default, entries)),
            None => Ok(Value::Opaque(sort.clone(), self.context.print(value)?)),
        }
    }

    /// Default and entries of an array; `None` if it is in no form that can be read.
    #[allow(clippy::type_complexity)]
    fn read_stores(
        &self,
        model: Z3_model,
        value: Z3_ast,
        domain: &[Sort],
        element: &Sort,
    ) -> Result<Option<(Value, Vec<(Vec<Value>, Value)>)>, SolverError> {
        let context = &self.context;
        let mut entries = Vec::new();
        let mut rest = value;
        loop {
            let is_function = call!(Z3_is_as_array(context.raw, rest));
            context.check()?;
            if is_function {
                let made = call!(Z3_get_as_array_func_decl(context.raw, rest));
                let function = context.checked(made)?;
                let sort = Sort::fun(domain, element.clone());
                let Value::Function(function) = self.function_value(model, function, &sort)? else {
                    return Ok(None);
                };
                let mut all = function.entries;
                all.extend(entries.into_iter().rev());
                return Ok(Some((function.default, all)));
            }
            let kind = self.decl_kind(rest)?;
            if kind.is_none() {
                // Some arrays over two places are written as lambdas.
                if *domain != [Sort::bool()] {
                    return Ok(None);
                }
                let default = self.read_at(model, rest, false, element)?;
                let mut all =
                    vec![(vec![Value::Bool(true)], self.read_at(model, rest, true, element)?)];
                all.extend(entries.into_iter().rev());
                return Ok(Some((default, all)));
            }
            if kind == self.kinds.of("OP_CONST_ARRAY") {
                let default = self.read_value(model, self.child(rest, 0)?, element)?;
                entries.reverse();
                return Ok(Some((default, entries)));
            }
            if kind != self.kinds.of("OP_ARRAY_STORE") {
                return Ok(None);
            }
            let children = self.children(rest)?;
            let [below, indices @ .., stored] = children.as_slice() else { return Ok(None) };
            if indices.len() != domain.len() {
                return Ok(None);
            }
            let indices = indices.iter().zip(domain);
            let indices: Vec<Value> = indices
                .map(|(index, sort)| self.read_value(model, *index, sort))
                .collect::<Result<_, _>>()?;
            entries.push((indices, self.read_value(model, *stored, element)?));
            rest = *below;
        }
    }

    /// The value of an array over truth values at one of them.
    fn read_at(
        &self,
        model: Z3_model,
        array: Z3_ast,
        place: bool,
        element: &Sort,
    ) -> Result<Value, SolverError> {
        let context = &self.context;
        let made = match place {
            true => call!(Z3_mk_true(context.raw)),
            false => call!(Z3_mk_false(context.raw)),
        };
        let place = context.keep(context.checked(made)?)?;
        let made = call!(Z3_mk_select(context.raw, array, place));
        let selected = context.keep(context.checked(made)?)?;
        self.read_value(model, self.evaluate(model, selected)?, element)
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
}

fn function_value(sort: &Sort, default: Value, entries: Vec<(Vec<Value>, Value)>) -> Value {
    Value::Function(Box::new(FunctionValue { sort: sort.clone(), default, entries }))
}
