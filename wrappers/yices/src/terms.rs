//! Makes constants, variables and applications.

use murxla_api::{
    Application, ApplicationSorts, Binder, CallSeed, Literal, QuickSet, SolverError, Sort, SortId,
    SortShape, TermId, Typing, sort_of,
};
use murxla_native::TermTable;

use crate::application::Call;
use crate::error::{c_text, count, done, term, type_of};
use crate::ffi::{call, slot, term_t, type_t};
use crate::form::Way;
use crate::numbers::Numbers;
use crate::sorts::{Sorts, with_functions};
use crate::{literals, table};

/// The sorts and terms that one instance made.
///
/// Yices does not tell arrays from functions, and calls a real number an integer if it is one, so the sort of
/// each term is kept as we know it.
pub struct Terms {
    numbers: Numbers,
    /// The terms are for MCSAT, which does not take all that Yices can build.
    pub for_mcsat: bool,
    sorts: Sorts,
    natives: TermTable<term_t>,
    known_sorts: Vec<Sort>,
    /// Constants and variables, which alone can be replaced.
    symbols: QuickSet<term_t>,
    /// Names of constants, variables and assertions.
    names: QuickSet<String>,
}

impl Terms {
    /// None.
    pub fn new(numbers: Numbers) -> Terms {
        Terms {
            numbers,
            for_mcsat: false,
            sorts: Sorts::default(),
            natives: TermTable::new(),
            known_sorts: Vec::new(),
            symbols: QuickSet::default(),
            names: QuickSet::default(),
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

    /// The structure of a sort.
    pub fn sort(&self, id: SortId) -> Result<&Sort, SolverError> {
        self.sorts.sort(id)
    }

    /// Makes a sort.
    pub fn mk_sort(
        &mut self,
        shape: &SortShape<SortId>,
        seed: &mut CallSeed,
    ) -> Result<SortId, SolverError> {
        self.sorts.make(shape, seed)
    }

    /// The sort of a term as Yices tells it.
    pub fn native_sort(&self, native: term_t) -> Result<Sort, SolverError> {
        self.sorts.read(type_of(call!(yices_type_of_term(native)))?)
    }

    /// Whether Yices gave a term a narrower type than we know, as it does with reals that are integers.
    fn is_narrower(&self, native: term_t, known: &Sort) -> bool {
        self.native_sort(native).is_ok_and(|found| found != with_functions(known))
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
        let native = literals::make(literal, &value, seed)?;
        Ok(self.add(native, sort))
    }

    /// Makes a constant or a function.
    pub fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let (tau, text) = (self.sorts.native(sort)?, c_text(name)?);
        let native = term(call!(yices_new_uninterpreted_term(tau)))?;
        done(call!(yices_set_term_name(native, text.as_ptr())))?;
        self.symbols.insert(native);
        self.names.insert(name.to_owned());
        let sort = self.sorts.sort(sort)?.clone();
        Ok(self.add(native, sort))
    }

    /// Makes a variable to be bound.
    pub fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let (tau, text) = (self.sorts.native(sort)?, c_text(name)?);
        let native = term(call!(yices_new_variable(tau)))?;
        done(call!(yices_set_term_name(native, text.as_ptr())))?;
        self.symbols.insert(native);
        self.names.insert(name.to_owned());
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
            SolverError::Unsupported(format!("{}: {}", op.key, table::absence(op)))
        })?;
        check_counts(application)?;
        let mut call = Call { op, args: &args, indices: application.indices, constant: None };
        if sorts.len() == 2 {
            call.constant = self.shift_amount(&args)?;
        }
        let fitting = row.ways.iter().filter(|way| call.fits(way, sorts.first()));
        if fitting.clone().next().is_none() {
            return Err(SolverError::Rejected(format!(
                "no function builds {} with {} arguments and {} indices",
                op.key,
                args.len(),
                application.indices.len()
            )));
        }
        let is_taken =
            |way: &Way| !self.for_mcsat || !std::ptr::eq(way.slot, &slot::yices_divides_atom);
        let mut ways = fitting.filter(|way| way.slot.is_present() && is_taken(way));
        let count = ways.clone().count();
        let Some(way) = ways.nth(seed.pick(count.max(1))) else {
            return Err(SolverError::Unsupported(format!(
                "{}: this version of the library lacks the function",
                op.key
            )));
        };
        way.slot.mark();
        let typed = sort_of(
            op,
            &ApplicationSorts {
                sorts: &[],
                names: application.names,
                indices: application.indices,
                args: &sorts,
            },
        );
        let native = match (call.build(way.form, seed), &typed) {
            (Err(SolverError::Rejected(why)), Ok(_)) => {
                return Err(self.explain(op.key, why, &args, &sorts));
            }
            (built, _) => built?,
        };
        // Yices may accept more than we do, e.g. an array in the place of a function; then it knows the sort.
        let sort = match typed {
            Ok(sort) => sort,
            Err(_) => self.native_sort(native)?,
        };
        Ok(self.add(native, sort))
    }

    /// Why a well-sorted application was refused: a type that is narrower than the sort is no fault.
    fn explain(&self, key: &str, why: String, args: &[term_t], sorts: &[Sort]) -> SolverError {
        let narrowed = args.iter().zip(sorts).find(|(arg, sort)| self.is_narrower(**arg, sort));
        match narrowed {
            Some((_, sort)) => SolverError::Unsupported(format!(
                "{key}: Yices gave an argument of sort {sort} a narrower type: {why}"
            )),
            None => SolverError::Rejected(why),
        }
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
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        let [body] = bodies else {
            return Err(SolverError::Rejected(format!(
                "{} takes one body, not {}",
                binder.key(),
                bodies.len()
            )));
        };
        let mut natives = self.natives(vars)?;
        let native_body = self.native(*body)?;
        let length = count(natives.len())?;
        let (native, sort) = match binder {
            Binder::Forall => {
                (call!(yices_forall(length, natives.as_mut_ptr(), native_body)), Sort::bool())
            }
            Binder::Exists => {
                (call!(yices_exists(length, natives.as_mut_ptr(), native_body)), Sort::bool())
            }
            Binder::Lambda => {
                let domain =
                    vars.iter()
                        .map(|id| self.known_sort(*id).cloned())
                        .collect::<Result<Vec<_>, _>>()?;
                let sort = Sort::fun(domain, self.known_sort(*body)?.clone());
                (call!(yices_lambda(length, natives.as_ptr(), native_body)), sort)
            }
            Binder::Witness | Binder::Comprehension => {
                return Err(SolverError::Unsupported(format!("Yices has no {}", binder.key())));
            }
        };
        let native = term(native)?;
        Ok(self.add(native, sort))
    }

    /// The term with others in place of constants and variables, all at once. Other terms cannot be replaced in
    /// Yices, and are left.
    pub fn substitute(
        &mut self,
        id: TermId,
        from: &[TermId],
        to: &[TermId],
        seed: &mut CallSeed,
    ) -> Result<TermId, SolverError> {
        if from.len() != to.len() {
            return Err(SolverError::Rejected("each term needs a replacement".to_owned()));
        }
        let pairs = self.natives(from)?.into_iter().zip(self.natives(to)?);
        let (from, to): (Vec<term_t>, Vec<term_t>) =
            pairs.filter(|(old, _)| self.symbols.contains(old)).unzip();
        let (native, length) = (self.native(id)?, count(from.len())?);
        let replaced = if seed.pick(2) == 0 {
            term(call!(yices_subst_term(length, from.as_ptr(), to.as_ptr(), native)))?
        } else {
            let mut terms = [native, native];
            let size = count(terms.len())?;
            let (from, to) = (from.as_ptr(), to.as_ptr());
            done(call!(yices_subst_term_array(length, from, to, size, terms.as_mut_ptr())))?;
            terms[0]
        };
        let sort = self.known_sort(id)?.clone();
        Ok(self.add(replaced, sort))
    }

    /// Names a formula; `false` if the name is in use.
    pub fn name_formula(&mut self, formula: term_t, name: &str) -> Result<bool, SolverError> {
        let text = c_text(name)?;
        if !self.names.insert(name.to_owned()) {
            return Ok(false);
        }
        done(call!(yices_set_term_name(formula, text.as_ptr())))?;
        if term(call!(yices_get_term_by_name(text.as_ptr())))? != formula {
            return Err(SolverError::Broken(format!("the name {name} is that of another term")));
        }
        Ok(true)
    }

    /// The name is free again.
    pub fn remove_name(&mut self, name: &str) -> Result<(), SolverError> {
        let text = c_text(name)?;
        call!(yices_remove_term_name(text.as_ptr()));
        self.names.remove(name);
        Ok(())
    }

    /// Constants and variables.
    pub fn is_symbol(&self, native: term_t) -> bool {
        self.symbols.contains(&native)
    }

    /// All native terms.
    pub fn all(&self) -> Result<Vec<term_t>, SolverError> {
        let ids = 0..count(self.known_sorts.len())?;
        ids.map(|id| self.natives.native(TermId(id))).collect()
    }

    /// All native types.
    pub fn all_types(&self) -> Vec<type_t> {
        self.sorts.all()
    }

    /// The children of a term, as Yices keeps it.
    pub fn children(&mut self, id: TermId) -> Result<Vec<TermId>, SolverError> {
        let parent = self.native(id)?;
        let is_sum =
            call!(yices_term_is_sum(parent)) != 0 || call!(yices_term_is_bvsum(parent)) != 0;
        if is_sum || call!(yices_term_is_product(parent)) != 0 {
            return Err(SolverError::Unsupported(
                "the parts of a sum or product have coefficients or exponents, so they are no terms"
                    .to_owned(),
            ));
        }
        let natives = if call!(yices_term_is_projection(parent)) != 0 {
            vec![term(call!(yices_proj_arg(parent)))?]
        } else {
            (0..call!(yices_term_num_children(parent)))
                .map(|place| term(call!(yices_term_child(parent, place))))
                .collect::<Result<Vec<_>, SolverError>>()?
        };
        natives
            .into_iter()
            .map(|native| {
                let sort = self.native_sort(native)?;
                Ok(self.add(native, sort))
            })
            .collect()
    }
}

/// Indices and arguments beyond those of the operator would be ignored. Operators that are typed by a rule
/// have no fixed number of them; there the functions tell.
fn check_counts(application: &Application<'_>) -> Result<(), SolverError> {
    let op = application.op;
    let (least, most) = op.arity();
    let found = application.args.len();
    let is_fixed = matches!(op.typing, Typing::Pattern(_));
    let wrong = if found < least || most.is_some_and(|most| found > most) {
        format!("{found} arguments")
    } else if is_fixed && application.indices.len() != op.index_count() {
        format!("{} indices", application.indices.len())
    } else if !application.sorts.is_empty() {
        format!("{} sorts", application.sorts.len())
    } else if !application.names.is_empty() {
        format!("{} names", application.names.len())
    } else {
        return Ok(());
    };
    Err(SolverError::Rejected(format!("no function builds {} with {wrong}", op.key)))
}
