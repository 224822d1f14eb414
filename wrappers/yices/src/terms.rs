//! Sorts and terms of one instance.

use std::collections::HashMap;
use std::sync::Arc;

use murxla_api::{
    Application, ApplicationSorts, Binder, CallSeed, Literal, Op, SolverError, Sort, SortId,
    SortShape, TermId, sort_of,
};
use murxla_native::{SortTable, TermTable, fold_arguments};

use crate::error::{c_text, count, done, refused, term, type_of};
use crate::ffi::{call, term_t, type_t};
use crate::table::{self, Form, Way};
use crate::{literals, numbers::Numbers};

/// The sorts and terms that one instance made.
///
/// Yices does not tell arrays from functions, so the sort of each term is kept as we know it.
pub struct Terms {
    numbers: Numbers,
    sorts: SortTable<type_t>,
    /// Yices makes a new type at every call; a sort is the same one whenever its name is.
    declared: HashMap<Arc<str>, type_t>,
    natives: TermTable<term_t>,
    known_sorts: Vec<Sort>,
}

impl Terms {
    /// None.
    pub fn new(numbers: Numbers) -> Terms {
        Terms {
            numbers,
            sorts: SortTable::new(),
            declared: HashMap::new(),
            natives: TermTable::new(),
            known_sorts: Vec::new(),
        }
    }

    /// The native term.
    pub fn native(&self, id: TermId) -> Result<term_t, SolverError> {
        self.natives.native(id)
    }

    /// The native terms.
    pub fn natives(&self, ids: &[TermId]) -> Result<Vec<term_t>, SolverError> {
        self.natives.natives(ids)
    }

    /// The sort as we know it, with arrays.
    pub fn known_sort(&self, id: TermId) -> Result<&Sort, SolverError> {
        self.natives.native(id)?;
        self.known_sorts
            .get(id.0 as usize)
            .ok_or_else(|| SolverError::Broken(format!("the sort of term {} is not known", id.0)))
    }

    fn add(&mut self, native: term_t, sort: Sort) -> TermId {
        self.known_sorts.push(sort);
        self.natives.add(native)
    }

    /// Makes a sort.
    pub fn mk_sort(
        &mut self,
        shape: &SortShape<SortId>,
        seed: &mut CallSeed,
    ) -> Result<SortId, SolverError> {
        let structure = self.sorts.structure(shape)?;
        let native = match shape {
            SortShape::Bool => call!(yices_bool_type()),
            SortShape::BitVec(width) => call!(yices_bv_type(*width)),
            SortShape::Array(index, element) => {
                let index = self.sorts.native(*index)?;
                function_type(&[index], self.sorts.native(*element)?, seed)?
            }
            SortShape::Fun(domain, codomain) => {
                let domain = self.sorts.natives(domain)?;
                function_type(&domain, self.sorts.native(*codomain)?, seed)?
            }
            SortShape::Uninterpreted(name) => self.declared_type(name)?,
        };
        Ok(self.sorts.add(type_of(native)?, structure))
    }

    fn declared_type(&mut self, name: &Arc<str>) -> Result<type_t, SolverError> {
        if let Some(there) = self.declared.get(name) {
            return Ok(*there);
        }
        let text = c_text(name)?;
        let native = type_of(call!(yices_new_uninterpreted_type()))?;
        done(call!(yices_set_type_name(native, text.as_ptr())))?;
        self.declared.insert(name.clone(), native);
        Ok(native)
    }

    /// Makes a value.
    pub fn mk_value(
        &mut self,
        sort: SortId,
        literal: &Literal,
        seed: &mut CallSeed,
    ) -> Result<TermId, SolverError> {
        let sort = self.sorts.sort(sort)?.clone();
        let value =
            literal.value(&sort).map_err(|error| SolverError::Rejected(error.to_string()))?;
        let native = literals::make(&value, seed)?;
        Ok(self.add(native, sort))
    }

    /// Makes a constant or a function.
    pub fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let (tau, text) = (self.sorts.native(sort)?, c_text(name)?);
        let native = term(call!(yices_new_uninterpreted_term(tau)))?;
        done(call!(yices_set_term_name(native, text.as_ptr())))?;
        let sort = self.sorts.sort(sort)?.clone();
        Ok(self.add(native, sort))
    }

    /// Makes a variable to be bound.
    pub fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let (tau, text) = (self.sorts.native(sort)?, c_text(name)?);
        let native = term(call!(yices_new_variable(tau)))?;
        done(call!(yices_set_term_name(native, text.as_ptr())))?;
        let sort = self.sorts.sort(sort)?.clone();
        Ok(self.add(native, sort))
    }

    /// Applies an operator.
    pub fn mk_term(
        &mut self,
        application: &Application<'_>,
        seed: &mut CallSeed,
    ) -> Result<TermId, SolverError> {
        let op = application.op;
        let args = self.natives(application.args)?;
        let sorts = application
            .args
            .iter()
            .map(|id| self.known_sort(*id).cloned())
            .collect::<Result<Vec<_>, _>>()?;
        let row = table::row(op.key).ok_or_else(|| {
            SolverError::Unsupported(format!("{}: {}", op.key, table::absence(op.key)))
        })?;
        check_counts(op, application)?;
        let mut call = Call { op, args: &args, indices: application.indices, constant: None };
        if sorts.len() == 2 {
            call.constant = self.shift_amount(&args)?;
        }
        let ways: Vec<&Way> = row
            .ways
            .iter()
            .filter(|way| way.slot.is_present() && call.fits(way, sorts.first()))
            .collect();
        let Some(way) = ways.get(seed.pick(ways.len().max(1))) else {
            return Err(SolverError::Unsupported(format!(
                "{}: this version of the library lacks the function",
                op.key
            )));
        };
        let native = call.build(way.form)?;
        let typed = ApplicationSorts {
            sorts: &[],
            names: application.names,
            indices: application.indices,
            args: &sorts,
        };
        // Yices may accept more than we do, e.g. an array in the place of a function; then it knows the sort.
        let sort = match sort_of(op, &typed) {
            Ok(sort) => sort,
            Err(_) => self.native_sort(native)?,
        };
        Ok(self.add(native, sort))
    }

    /// The second of two arguments as a number, if it is a constant not above the width of the first.
    fn shift_amount(&self, args: &[term_t]) -> Result<Option<u32>, SolverError> {
        let [first, second] = args else { return Ok(None) };
        if call!(yices_term_constructor(*second)) != self.numbers.bv_constant
            || call!(yices_term_is_bitvector(*first)) == 0
        {
            return Ok(None);
        }
        let width = call!(yices_term_bitsize(*first));
        let mut bits = vec![0; call!(yices_term_bitsize(*second)) as usize];
        done(call!(yices_bv_const_value(*second, bits.as_mut_ptr())))?;
        let amount = bits
            .iter()
            .rev()
            .try_fold(0u32, |amount, bit| amount.checked_mul(2)?.checked_add(u32::from(*bit != 0)));
        Ok(amount.filter(|amount| *amount <= width && bits.len() == width as usize))
    }

    /// Binds variables. Yices has no patterns, and ignoring these hints changes no meaning.
    pub fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let mut vars = self.natives(vars)?;
        let body = self.native(body)?;
        let length = count(vars.len())?;
        let native = term(match binder {
            Binder::Forall => call!(yices_forall(length, vars.as_mut_ptr(), body)),
            Binder::Exists => call!(yices_exists(length, vars.as_mut_ptr(), body)),
        })?;
        Ok(self.add(native, Sort::bool()))
    }

    /// The sort of a term as Yices tells it.
    pub fn native_sort(&self, native: term_t) -> Result<Sort, SolverError> {
        self.read_type(type_of(call!(yices_type_of_term(native)))?)
    }

    fn read_type(&self, tau: type_t) -> Result<Sort, SolverError> {
        if call!(yices_type_is_bool(tau)) != 0 {
            return Ok(Sort::bool());
        }
        if call!(yices_type_is_bitvector(tau)) != 0 {
            return match call!(yices_bvtype_size(tau)) {
                0 => Err(refused()),
                width => Ok(Sort::bit_vec(width)),
            };
        }
        if call!(yices_type_is_uninterpreted(tau)) != 0 {
            return self.sorts.find(|native| native == tau).cloned().ok_or_else(|| {
                SolverError::Broken(format!("type {tau} is none that this instance declared"))
            });
        }
        if call!(yices_type_is_function(tau)) != 0 {
            let children = call!(yices_type_num_children(tau));
            let mut sorts = (0..children)
                .map(|place| self.read_type(type_of(call!(yices_type_child(tau, place)))?))
                .collect::<Result<Vec<_>, SolverError>>()?;
            if let Some(codomain) = sorts.pop().filter(|_| !sorts.is_empty()) {
                return Ok(Sort::fun(sorts, codomain));
            }
        }
        Err(SolverError::Broken(format!("type {tau} is of a kind that was never asked for")))
    }
}

/// A function type, by one of the functions for its arity.
fn function_type(
    domain: &[type_t],
    codomain: type_t,
    seed: &mut CallSeed,
) -> Result<type_t, SolverError> {
    let directly = seed.pick(2) == 0;
    Ok(match *domain {
        [a] if directly => call!(yices_function_type1(a, codomain)),
        [a, b] if directly => call!(yices_function_type2(a, b, codomain)),
        [a, b, c] if directly => call!(yices_function_type3(a, b, c, codomain)),
        _ => {
            let length = count(domain.len())?;
            call!(yices_function_type(length, domain.as_ptr(), codomain))
        }
    })
}

/// C functions take a fixed number of indices and at least the operator's arguments.
fn check_counts(op: &Op, application: &Application<'_>) -> Result<(), SolverError> {
    let (least, most) = op.arity();
    let found = application.args.len();
    let wrong = if found < least || most.is_some_and(|most| found > most) {
        format!("{found} arguments")
    } else if application.indices.len() != op.index_count() {
        format!("{} indices", application.indices.len())
    } else if !application.sorts.is_empty() {
        format!("{} sorts", application.sorts.len())
    } else {
        return Ok(());
    };
    Err(SolverError::Rejected(format!("no function builds {} with {wrong}", op.key)))
}

/// An application in native terms.
struct Call<'a> {
    op: &'static Op,
    args: &'a [term_t],
    indices: &'a [u32],
    /// The second argument, if it is a constant to shift by.
    constant: Option<u32>,
}

impl Call<'_> {
    /// Whether this function can build the application.
    fn fits(&self, way: &Way, first: Option<&Sort>) -> bool {
        let length = self.args.len();
        let all_same = self.args.windows(2).all(|pair| pair[0] == pair[1]);
        let sort_fits = way.first.is_none_or(|kind| first.is_some_and(|sort| sort.kind() == kind));
        sort_fits
            && match way.form {
                Form::Unary(_) => length == 1,
                Form::Binary(_) => length == 2 || self.op.arity() == (2, None),
                Form::Ternary(_) => length == 3,
                Form::Quaternary(_) => length == 4,
                Form::Nary(_) => true,
                Form::Index(_) | Form::Rotation(_) => length == 1 && self.indices.len() == 1,
                Form::Indices(_) => length == 1 && self.indices.len() == 2,
                Form::ByConstant(_) => self.constant.is_some(),
                Form::Square(_) => length == 2 && all_same,
                Form::Power(_) => all_same,
            }
    }

    fn build(&self, form: Form) -> Result<term_t, SolverError> {
        match (form, self.args, self.indices) {
            (Form::Unary(function), [arg], _) => function(*arg),
            (Form::Binary(function), args, _) => {
                let conjunction = |parts: &[term_t]| {
                    let mut parts = parts.to_vec();
                    let length = count(parts.len())?;
                    term(call!(yices_and(length, parts.as_mut_ptr())))
                };
                fold_arguments(self.op.fold, args, function, conjunction)?
                    .ok_or_else(|| SolverError::Rejected("no arguments".to_owned()))
            }
            (Form::Ternary(function), [a, b, c], _) => function(*a, *b, *c),
            (Form::Quaternary(function), [a, b, c, d], _) => function(*a, *b, *c, *d),
            (Form::Nary(function), args, _) => function(args),
            (Form::Index(function), [arg], [index]) => function(*arg, *index),
            (Form::Indices(function), [arg], [first, second]) => function(*arg, *first, *second),
            (Form::Rotation(function), [arg], [index]) => {
                // A width of 0 is Yices' way to say that the argument is no bit-vector; the call tells more.
                let width = match call!(yices_term_is_bitvector(*arg)) {
                    0 => 0,
                    _ => call!(yices_term_bitsize(*arg)),
                };
                let fits = width == 0 || *index <= width;
                function(*arg, if fits { *index } else { *index % width })
            }
            (Form::ByConstant(function), [arg, ..], _) => match self.constant {
                Some(amount) => function(*arg, amount),
                None => Err(SolverError::Broken("no amount to shift by".to_owned())),
            },
            (Form::Square(function), [arg, ..], _) => function(*arg),
            (Form::Power(function), [arg, ..], _) => function(*arg, count(self.args.len())?),
            _ => Err(SolverError::Broken(format!("{} was matched wrongly", self.op.key))),
        }
    }
}
