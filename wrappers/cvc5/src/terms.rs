//! Terms: values, constants, variables, applications and binders.

use murxla_api::{
    Application, Base, Binder, Fold, Literal, SolverError, Sort, SortId, SortShape, TermId, Value,
};
use murxla_native::fold_arguments;

use crate::ffi::{self, NativeTerm, call};
use crate::guard;
use crate::solver::Instance;
use crate::table::{Form, Native};

impl Instance {
    pub(crate) fn make_value(
        &mut self,
        sort: SortId,
        literal: &Literal,
    ) -> Result<TermId, SolverError> {
        let structure = self.sorts.sort(sort)?.clone();
        let value = literal.value(&structure);
        let native = match (&value, literal, structure.shape()) {
            (Ok(Value::Bool(value)), ..) => self.make_bool(*value)?,
            (Ok(Value::BitVec(bits)), ..) => {
                let (digits, base) = self.spelling(literal, bits);
                let small = bits.bits().iter_u64_digits().next().unwrap_or(0);
                if bits.width() <= 64 && self.seed.pick(3) == 0 {
                    call!(cvc5_mk_bv_uint64(self.tm, bits.width(), small))
                } else {
                    self.make_bits(bits.width(), &digits, base)?
                }
            }
            // Not a value of that sort, but cvc5 can be asked: it is to refuse.
            (Err(_), Literal::BitVec { digits, base }, SortShape::BitVec(width))
                if !self.library.ends_process() =>
            {
                self.make_bits(*width, digits, *base)?
            }
            (Err(error), ..) => return Err(SolverError::Rejected(error.to_string())),
            (Ok(other), ..) => {
                return Err(SolverError::Unsupported(format!("the value {other}")));
            }
        };
        self.add_term(native)
    }

    fn make_bool(&mut self, value: bool) -> Result<NativeTerm, SolverError> {
        Ok(match (self.seed.pick(2), value) {
            (0, _) => call!(cvc5_mk_boolean(self.tm, value)),
            (_, true) => call!(cvc5_mk_true(self.tm)),
            (_, false) => call!(cvc5_mk_false(self.tm)),
        })
    }

    fn make_bits(&self, width: u32, digits: &str, base: Base) -> Result<NativeTerm, SolverError> {
        let digits = ffi::c_string(digits)?;
        Ok(call!(cvc5_mk_bv(self.tm, width, digits.as_ptr(), base.radix())))
    }

    /// How a bit-vector is written: as the call says, or if the call leaves it open, in any base.
    fn spelling(&mut self, literal: &Literal, bits: &murxla_api::BitVec) -> (String, Base) {
        if let Literal::BitVec { digits, base } = literal {
            return (digits.clone(), *base);
        }
        match self.seed.pick(3) {
            0 => (bits.to_binary(), Base::Binary),
            1 => (bits.bits().to_str_radix(10), Base::Decimal),
            _ => (bits.bits().to_str_radix(16), Base::Hexadecimal),
        }
    }

    pub(crate) fn make_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let symbol = ffi::c_string(name)?;
        let native_sort = self.sorts.native(sort)?;
        let native = if self.seed.pick(2) == 0 {
            call!(cvc5_mk_const(self.tm, native_sort, symbol.as_ptr()))
        } else {
            self.declare(sort, &symbol)?
        };
        self.add_term(native)
    }

    /// A constant by `declare-fun`, which takes a function's sort in parts.
    fn declare(&self, sort: SortId, symbol: &std::ffi::CStr) -> Result<NativeTerm, SolverError> {
        let (solver, symbol) = (self.solver, symbol.as_ptr());
        let native = self.sorts.native(sort)?;
        if !matches!(self.sorts.sort(sort)?.shape(), SortShape::Fun(..)) {
            return Ok(call!(cvc5_declare_fun(solver, symbol, 0, [].as_ptr(), native, true)));
        }
        let mut count = 0;
        let domain = call!(cvc5_sort_fun_get_domain(native, &mut count));
        // SAFETY: the library gave that many sorts, valid until the next call of this function.
        let domain = unsafe { ffi::list(domain, count) };
        let codomain = call!(cvc5_sort_fun_get_codomain(native));
        let function =
            call!(cvc5_declare_fun(solver, symbol, domain.len(), domain.as_ptr(), codomain, true));
        for part in domain.into_iter().chain([codomain]) {
            call!(cvc5_sort_release(part));
        }
        Ok(function)
    }

    pub(crate) fn make_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let symbol = ffi::c_string(name)?;
        let sort = self.sorts.native(sort)?;
        let native = call!(cvc5_mk_var(self.tm, sort, symbol.as_ptr()));
        self.add_term(native)
    }

    pub(crate) fn make_term(
        &mut self,
        application: &Application<'_>,
    ) -> Result<TermId, SolverError> {
        let op = application.op;
        let Some(operator) = self.library.operators.get(op.key).copied() else {
            return Err(SolverError::Unsupported(format!("{} is no operator of cvc5", op.key)));
        };
        let args = self.terms.natives(application.args)?;
        if self.library.ends_process() {
            self.guard_application(application, &args)?;
        }
        let native = match operator.form {
            Form::ConstArray => {
                let ([sort], [element]) = (application.sorts, args.as_slice()) else {
                    return Err(SolverError::Rejected(format!(
                        "{} takes one sort and one argument",
                        op.key
                    )));
                };
                call!(cvc5_mk_const_array(self.tm, self.sorts.native(*sort)?, *element))
            }
            Form::Indexed => self.apply_indexed(operator.kind, application.indices, &args)?,
            Form::Kind if !application.indices.is_empty() => {
                self.apply_indexed(operator.kind, application.indices, &args)?
            }
            Form::Kind if args.len() > 2 && op.fold != Fold::None && self.seed.pick(3) == 0 => {
                self.fold(operator, op.fold, &args)?
            }
            Form::Kind => self.apply(operator.kind, &args)?,
        };
        self.add_term(native)
    }

    fn guard_application(
        &self,
        application: &Application<'_>,
        args: &[NativeTerm],
    ) -> Result<(), SolverError> {
        let sorts = application
            .sorts
            .iter()
            .map(|sort| self.sorts.sort(*sort).cloned())
            .collect::<Result<Vec<Sort>, _>>()?;
        let arg_sorts =
            args.iter().map(|arg| self.sort_of_native(*arg)).collect::<Result<Vec<Sort>, _>>()?;
        guard::application(application, &sorts, &arg_sorts)?;
        if application.op.key == "OP_CONST_ARRAY"
            && let [element] = args
        {
            let is_value = call!(cvc5_term_is_boolean_value(*element))
                || call!(cvc5_term_is_bv_value(*element))
                || call!(cvc5_term_is_const_array(*element));
            guard::need(is_value, "the element of a constant array must be a value")?;
        }
        Ok(())
    }

    /// A kind over its arguments, in one of the two ways that the API has.
    fn apply(&mut self, kind: i32, args: &[NativeTerm]) -> Result<NativeTerm, SolverError> {
        if self.seed.pick(4) == 0 {
            return self.apply_indexed(kind, &[], args);
        }
        self.apply_kind(kind, args)
    }

    fn apply_kind(&self, kind: i32, args: &[NativeTerm]) -> Result<NativeTerm, SolverError> {
        ffi::live(call!(cvc5_mk_term(self.tm, kind, args.len(), args.as_ptr())), "term")
    }

    fn apply_indexed(
        &self,
        kind: i32,
        indices: &[u32],
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        let op = call!(cvc5_mk_op(self.tm, kind, indices.len(), indices.as_ptr()));
        let op = ffi::live(op, "operator")?;
        let apply = || -> Result<NativeTerm, SolverError> {
            Ok(call!(cvc5_mk_term_from_op(self.tm, op, args.len(), args.as_ptr())))
        };
        let term = apply();
        call!(cvc5_op_release(op));
        ffi::live(term?, "term")
    }

    /// More than two arguments in steps of two.
    fn fold(
        &self,
        operator: Native,
        fold: Fold,
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        let mut steps = Vec::new();
        let binary = |a, b| {
            let term = self.apply_kind(operator.kind, &[a, b])?;
            steps.push(term);
            Ok(term)
        };
        let conjunction = |parts: &[NativeTerm]| {
            let and = self.library.kinds.require("AND")?;
            self.apply_kind(and, parts)
        };
        let built = fold_arguments(fold, args, binary, conjunction);
        // The result of the last step is kept, unless a conjunction came after it.
        if let (Ok(Some(result)), Some(last)) = (&built, steps.last())
            && result == last
        {
            steps.pop();
        }
        self.release(&steps)?;
        built?.ok_or_else(|| SolverError::Broken("an application without arguments".to_owned()))
    }

    pub(crate) fn make_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let kinds = &self.library.kinds;
        let kind = kinds.require(match binder {
            Binder::Forall => "FORALL",
            Binder::Exists => "EXISTS",
        })?;
        let list_kind = kinds.require("VARIABLE_LIST")?;
        let vars = self.terms.natives(vars)?;
        let body = self.terms.native(body)?;
        let patterns = patterns
            .iter()
            .map(|pattern| self.terms.natives(pattern))
            .collect::<Result<Vec<_>, _>>()?;
        if self.library.ends_process() {
            self.guard_binder(&vars, &patterns, body)?;
        }
        let mut owned = Vec::new();
        let built = (|| {
            let list = self.apply_kind(list_kind, &vars)?;
            owned.push(list);
            let mut children = vec![list, body];
            if !patterns.is_empty() {
                let pattern_kind = self.library.kinds.require("INST_PATTERN")?;
                for pattern in &patterns {
                    owned.push(self.apply_kind(pattern_kind, pattern)?);
                }
                let all = self.library.kinds.require("INST_PATTERN_LIST")?;
                let hints = self.apply_kind(all, owned.get(1..).unwrap_or_default())?;
                owned.push(hints);
                children.push(hints);
            }
            self.apply_kind(kind, &children)
        })();
        self.release(&owned)?;
        self.add_term(built?)
    }

    fn guard_binder(
        &self,
        vars: &[NativeTerm],
        patterns: &[Vec<NativeTerm>],
        body: NativeTerm,
    ) -> Result<(), SolverError> {
        guard::need(!vars.is_empty(), "a quantifier needs a variable")?;
        for var in vars {
            let kind = call!(cvc5_term_get_kind(*var));
            let is_variable = self.library.kinds.name(kind) == "VARIABLE";
            guard::need(is_variable, "a quantifier binds variables only")?;
        }
        guard::need(patterns.iter().all(|one| !one.is_empty()), "a pattern needs a term")?;
        guard::need(self.sort_of_native(body)? == Sort::bool(), "a quantifier's body is a formula")
    }

    pub(crate) fn sort_of_native(&self, term: NativeTerm) -> Result<Sort, SolverError> {
        self.read_owned(call!(cvc5_term_get_sort(term)))
    }

    /// Gives back handles of terms that no id refers to.
    pub(crate) fn release(&self, terms: &[NativeTerm]) -> Result<(), SolverError> {
        for term in terms {
            call!(cvc5_term_release(*term));
        }
        Ok(())
    }

    fn add_term(&mut self, native: NativeTerm) -> Result<TermId, SolverError> {
        Ok(self.terms.add(ffi::live(native, "term")?))
    }
}
