//! Makes sorts, and reads them back.

use std::sync::Arc;

use murxla_api::{CallSeed, QuickMap, SolverError, Sort, SortId, SortKind, SortShape};
use murxla_native::SortTable;

use crate::error::{c_text, count, done, refused, type_of};
use crate::ffi::{call, type_t};

/// Why Yices has no sorts of this kind; `None`: it has.
pub const fn lacking(kind: SortKind) -> Option<&'static str> {
    match kind {
        SortKind::Bool
        | SortKind::Int
        | SortKind::Real
        | SortKind::BitVec
        | SortKind::Array
        | SortKind::Tuple
        | SortKind::Fun
        | SortKind::Uninterpreted => None,
        SortKind::FloatingPoint | SortKind::RoundingMode => {
            Some("Yices has no floating-point numbers")
        }
        SortKind::String | SortKind::RegLan => Some("Yices has no strings"),
        SortKind::FiniteField => Some("the API of Yices has no finite fields"),
        SortKind::Seq => Some("Yices has no sequences"),
        SortKind::Set => Some("Yices has no sets"),
        SortKind::Bag => Some("Yices has no bags"),
        SortKind::Datatype | SortKind::MatchCase => {
            Some("Yices has tuples, but no other datatypes")
        }
    }
}

/// The sorts that one instance made.
#[derive(Default)]
pub struct Sorts {
    table: SortTable<type_t>,
    /// Yices makes a new type at every call; a sort is the same one whenever its name is.
    declared: QuickMap<Arc<str>, type_t>,
}

impl Sorts {
    /// The native type.
    pub fn native(&self, id: SortId) -> Result<type_t, SolverError> {
        self.table.native(id)
    }

    /// The structure.
    pub fn sort(&self, id: SortId) -> Result<&Sort, SolverError> {
        self.table.sort(id)
    }

    /// All native types.
    pub fn all(&self) -> Vec<type_t> {
        self.table.iter().map(|(native, _)| native).chain(self.declared.values().copied()).collect()
    }

    /// Makes a sort.
    pub fn make(
        &mut self,
        shape: &SortShape<SortId>,
        seed: &mut CallSeed,
    ) -> Result<SortId, SolverError> {
        let structure = self.table.structure(shape)?;
        let native = match shape {
            SortShape::Bool => call!(yices_bool_type()),
            SortShape::Int => call!(yices_int_type()),
            SortShape::Real => call!(yices_real_type()),
            SortShape::BitVec(width) => call!(yices_bv_type(*width)),
            SortShape::Array(index, element) => {
                let index = self.table.native(*index)?;
                function_type(&[index], self.table.native(*element)?, seed)?
            }
            SortShape::Tuple(elements) => tuple_type(&self.table.natives(elements)?, seed)?,
            SortShape::Fun(domain, codomain) => {
                let domain = self.table.natives(domain)?;
                function_type(&domain, self.table.native(*codomain)?, seed)?
            }
            SortShape::Uninterpreted(name) => self.declared_type(name)?,
            _ => {
                let reason = lacking(structure.kind()).unwrap_or("Yices has no such sort");
                return Err(SolverError::Unsupported(format!("sort {structure}: {reason}")));
            }
        };
        Ok(self.table.add(type_of(native)?, structure))
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

    /// The structure of a native type; arrays are functions there.
    pub fn read(&self, tau: type_t) -> Result<Sort, SolverError> {
        if call!(yices_type_is_bool(tau)) != 0 {
            return Ok(Sort::bool());
        }
        if call!(yices_type_is_int(tau)) != 0 {
            return Ok(Sort::int());
        }
        if call!(yices_type_is_real(tau)) != 0 {
            return Ok(Sort::real());
        }
        if call!(yices_type_is_bitvector(tau)) != 0 {
            return match call!(yices_bvtype_size(tau)) {
                0 => Err(refused()),
                width => Ok(Sort::bit_vec(width)),
            };
        }
        if call!(yices_type_is_uninterpreted(tau)) != 0 {
            return self.table.find(|native| native == tau).cloned().ok_or_else(|| {
                SolverError::Broken(format!("type {tau} is none that this instance declared"))
            });
        }
        if call!(yices_type_is_tuple(tau)) != 0 {
            return self.children(tau).map(Sort::tuple);
        }
        if call!(yices_type_is_function(tau)) != 0 {
            let mut sorts = self.children(tau)?;
            if let Some(codomain) = sorts.pop().filter(|_| !sorts.is_empty()) {
                return Ok(Sort::fun(sorts, codomain));
            }
        }
        Err(SolverError::Broken(format!("type {tau} is of a kind that was never asked for")))
    }

    fn children(&self, tau: type_t) -> Result<Vec<Sort>, SolverError> {
        (0..call!(yices_type_num_children(tau)))
            .map(|place| self.read(type_of(call!(yices_type_child(tau, place)))?))
            .collect()
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

/// A tuple type, by one of the functions for its arity.
fn tuple_type(elements: &[type_t], seed: &mut CallSeed) -> Result<type_t, SolverError> {
    let directly = seed.pick(2) == 0;
    Ok(match *elements {
        [] => {
            return Err(SolverError::Unsupported("Yices has no tuple without elements".to_owned()));
        }
        [a] if directly => call!(yices_tuple_type1(a)),
        [a, b] if directly => call!(yices_tuple_type2(a, b)),
        [a, b, c] if directly => call!(yices_tuple_type3(a, b, c)),
        _ => {
            let length = count(elements.len())?;
            call!(yices_tuple_type(length, elements.as_ptr()))
        }
    })
}

/// The same sort as Yices has it: with functions for arrays.
pub fn with_functions(sort: &Sort) -> Sort {
    let mapped: Result<SortShape<Sort>, std::convert::Infallible> =
        sort.shape().try_map(|part| Ok(with_functions(part)));
    let Ok(mapped) = mapped;
    Sort::new(match mapped {
        SortShape::Array(index, element) => SortShape::Fun(vec![index], element),
        other => other,
    })
}
