//! Makes constants, variables and applications.

use murxla_api::{Application, Fold, SolverError, Sort, SortId, SortShape, TermId};
use murxla_native::fold_arguments;

use crate::datatypes::{Field, Member};
use crate::ffi::{self, NativeOp, NativeSort, NativeTerm, call};
use crate::guard;
use crate::requirements;
use crate::solver::Instance;
use crate::table::{Form, Native};

/// Greater exponents are refused when a formula is asserted.
const MAX_EXPONENT: u32 = 1 << 26;

impl Instance {
    pub(crate) fn make_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let symbol = ffi::c_string(name)?;
        let native_sort = self.sorts.native(sort)?;
        let native = if self.seed.pick(2) == 0 {
            call!(cvc5_mk_const(self.tm, native_sort, symbol.as_ptr()))
        } else {
            self.declare(sort, &symbol)?
        };
        let constant = self.add_term(native)?;
        self.constants.push(native);
        Ok(constant)
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
        let native = self.build(operator, application, &args)?;
        let term = self.add_term(native)?;
        if operator.form == Form::Case
            && let [matched] = application.sorts
        {
            self.cases.insert(term, self.sorts.sort(*matched)?.clone());
        }
        self.note_heap(op, &args, application.sorts)?;
        Ok(term)
    }

    fn build(
        &mut self,
        operator: Native,
        application: &Application<'_>,
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        let (kind, fold, indices) = (operator.kind, application.op.fold, application.indices);
        let more = args.len() > 2 && !matches!(fold, Fold::None | Fold::Variadic);
        self.require_form(operator.form, application)?;
        match operator.form {
            Form::Indexed => self.apply_indexed(kind, indices, args),
            Form::Kind | Form::Binary | Form::Nullary if !indices.is_empty() => {
                self.apply_indexed(kind, indices, args)
            }
            Form::Binary if more => self.fold(operator, fold, args),
            Form::Kind if more && self.seed.pick(3) == 0 => self.fold(operator, fold, args),
            Form::Kind | Form::Binary => self.apply(kind, args),
            Form::Nullary => self.nullary(kind, args),
            Form::ConstArray => {
                let [element] = self.exactly(application, args)?;
                Ok(call!(cvc5_mk_const_array(self.tm, self.given_sort(application)?, element)))
            }
            Form::EmptyBag => {
                let [] = self.exactly(application, args)?;
                Ok(call!(cvc5_mk_empty_bag(self.tm, self.given_sort(application)?)))
            }
            Form::SepNil => {
                let [] = self.exactly(application, args)?;
                Ok(call!(cvc5_mk_sep_nil(self.tm, self.given_sort(application)?)))
            }
            Form::Cardinality => {
                let [] = self.exactly(application, args)?;
                let sort = self.given_sort(application)?;
                let &[bound] = indices else {
                    return Err(self.malformed(application, "1 index"));
                };
                Ok(call!(cvc5_mk_cardinality_constraint(self.tm, sort, bound)))
            }
            Form::Construct => {
                let sort = self.given_sort(application)?;
                let [name] = self.names(application)?;
                self.apply_member(kind, sort, Some(name), Member::Constructor, args)
            }
            Form::Test => {
                let [name] = self.names(application)?;
                self.apply_to_first(kind, Some(name), Member::Tester, args)
            }
            Form::Select => {
                let [constructor, selector] = self.names(application)?;
                let member = Member::Selector(Field::Named(selector));
                self.apply_to_first(kind, Some(constructor), member, args)
            }
            Form::Update => {
                let [constructor, selector] = self.names(application)?;
                let member = Member::Updater(Field::Named(selector));
                self.apply_to_first(kind, Some(constructor), member, args)
            }
            Form::Case => self.case(application, args),
            Form::Tuple => self.tuple(kind, args),
            Form::TupleSelect | Form::TupleUpdate => {
                let [place] = indices else {
                    return Err(self.malformed(application, "one index"));
                };
                let field = Field::At(*place as usize);
                let member = match operator.form {
                    Form::TupleSelect => Member::Selector(field),
                    _ => Member::Updater(field),
                };
                self.apply_to_first(kind, None, member, args)
            }
        }
    }

    /// What the API has no place for cannot be handed to it.
    fn require_form(&self, form: Form, application: &Application<'_>) -> Result<(), SolverError> {
        let by_sort = [
            Form::ConstArray,
            Form::EmptyBag,
            Form::SepNil,
            Form::Cardinality,
            Form::Construct,
            Form::Case,
        ];
        let by_name = [Form::Construct, Form::Select, Form::Test, Form::Update, Form::Case];
        let by_index = [Form::TupleSelect, Form::TupleUpdate, Form::Cardinality];
        let by_kind = [Form::Kind, Form::Binary, Form::Nullary, Form::Indexed];
        if !application.sorts.is_empty() && !by_sort.contains(&form) {
            return Err(self.malformed(application, "no sorts"));
        }
        if !application.names.is_empty() && !by_name.contains(&form) {
            return Err(self.malformed(application, "no names"));
        }
        let takes_indices = by_index.contains(&form) || by_kind.contains(&form);
        if !application.indices.is_empty() && !takes_indices {
            return Err(self.malformed(application, "no indices"));
        }
        Ok(())
    }

    pub(crate) fn malformed(&self, application: &Application<'_>, what: &str) -> SolverError {
        SolverError::Rejected(format!("{} takes {what}", application.op.key))
    }

    fn exactly<const N: usize>(
        &self,
        application: &Application<'_>,
        args: &[NativeTerm],
    ) -> Result<[NativeTerm; N], SolverError> {
        args.try_into().map_err(|_| self.malformed(application, &format!("{N} arguments")))
    }

    fn names<'a, const N: usize>(
        &self,
        application: &Application<'a>,
    ) -> Result<[&'a str; N], SolverError> {
        let names = application.names.try_into();
        names.map_err(|_| self.malformed(application, &format!("{N} names")))
    }

    pub(crate) fn given_sort(
        &self,
        application: &Application<'_>,
    ) -> Result<NativeSort, SolverError> {
        match application.sorts {
            [sort] => self.sorts.native(*sort),
            _ => Err(self.malformed(application, "one sort")),
        }
    }

    fn nullary(&mut self, kind: i32, args: &[NativeTerm]) -> Result<NativeTerm, SolverError> {
        if !args.is_empty() || self.seed.pick(2) == 0 {
            return self.apply_kind(kind, args);
        }
        let tm = self.tm;
        Ok(match self.library.kinds.name(kind) {
            "PI" => call!(cvc5_mk_pi(tm)),
            "REGEXP_NONE" => call!(cvc5_mk_regexp_none(tm)),
            "REGEXP_ALL" => call!(cvc5_mk_regexp_all(tm)),
            "REGEXP_ALLCHAR" => call!(cvc5_mk_regexp_allchar(tm)),
            "SEP_EMP" => call!(cvc5_mk_sep_emp(tm)),
            _ => return self.apply_kind(kind, args),
        })
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
        let arg_sorts = application
            .args
            .iter()
            .map(|arg| self.sort_of_term(*arg))
            .collect::<Result<Vec<Sort>, _>>()?;
        guard::application(&self.library.profile, application, &sorts, &arg_sorts)?;
        self.conduct.setting(requirements::of_application(application.op, &arg_sorts))?;
        match (application.op.key, args) {
            ("OP_CONST_ARRAY", [element]) => {
                guard::need(self.is_value(*element)?, "a constant array takes a value")
            }
            ("OP_REL_JOIN_IMAGE", [_, number]) => {
                let is_number = call!(cvc5_term_is_integer_value(*number));
                guard::need(is_number, "rel.join_image takes a literal")
            }
            // cvc5 has the sort with a significand of two bits, but not this way to its terms.
            ("OP_FP_FP", [_, _, significand]) => {
                let width = self.sort_of_native(*significand)?.width();
                guard::need(width != Some(1), "a significand has two bits and the hidden one")
            }
            ("OP_RE_RANGE", [from, to]) => {
                let are_strings = call!(cvc5_term_is_string_value(*from))
                    && call!(cvc5_term_is_string_value(*to));
                guard::need(are_strings, "re.range takes literals")
            }
            ("OP_INT_POW" | "OP_REAL_POW", [_, exponent]) => {
                let text = self.opaque(*exponent, &Sort::int())?.to_string();
                let text = text.strip_suffix(".0").unwrap_or(&text);
                let is_small = text.parse::<u32>().is_ok_and(|number| number < MAX_EXPONENT);
                guard::need(is_small, "an exponent is a natural number below 2^26")
            }
            ("OP_DT_MATCH_BIND_CASE", [variables @ .., _]) => {
                for variable in variables {
                    guard::need(self.is_variable(*variable)?, "a case binds variables only")?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A kind over its arguments, in one of the two ways that the API has.
    pub(crate) fn apply(
        &mut self,
        kind: i32,
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        if self.seed.pick(4) == 0 {
            return self.apply_indexed(kind, &[], args);
        }
        self.apply_kind(kind, args)
    }

    pub(crate) fn apply_kind(
        &self,
        kind: i32,
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        ffi::live(call!(cvc5_mk_term(self.tm, kind, args.len(), args.as_ptr())), "term")
    }

    fn apply_indexed(
        &mut self,
        kind: i32,
        indices: &[u32],
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        let op = ffi::live(self.indexed_op(kind, indices)?, "operator")?;
        let apply = || -> Result<NativeTerm, SolverError> {
            Ok(call!(cvc5_mk_term_from_op(self.tm, op, args.len(), args.as_ptr())))
        };
        let term = apply();
        call!(cvc5_op_release(op));
        ffi::live(term?, "term")
    }

    fn indexed_op(&mut self, kind: i32, indices: &[u32]) -> Result<NativeOp, SolverError> {
        // A divisor may be longer than an index, so it can be given as a text.
        if let [divisor] = indices
            && self.library.kinds.name(kind) == "DIVISIBLE"
            && self.seed.pick(2) == 0
        {
            let divisor = ffi::c_string(&divisor.to_string())?;
            return Ok(call!(cvc5_mk_op_from_str(self.tm, kind, divisor.as_ptr())));
        }
        Ok(call!(cvc5_mk_op(self.tm, kind, indices.len(), indices.as_ptr())))
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

    /// Gives back handles of terms that no id refers to.
    pub(crate) fn release(&self, terms: &[NativeTerm]) -> Result<(), SolverError> {
        for term in terms {
            call!(cvc5_term_release(*term));
        }
        Ok(())
    }

    pub(crate) fn add_term(&mut self, native: NativeTerm) -> Result<TermId, SolverError> {
        Ok(self.terms.add(ffi::live(native, "term")?))
    }
}
