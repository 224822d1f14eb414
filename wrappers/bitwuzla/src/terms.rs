//! Makes constants, variables and applications.

use murxla_api::{Application, Binder, CallSeed, SolverError, SortKind};

use crate::errors::{present, rejected};
use crate::ffi::{BitwuzlaSort, BitwuzlaTerm, BitwuzlaTermManager, c_string, call};
use crate::handles::OwnedTerm;
use crate::library::Knowledge;
use crate::own::WrittenReal;
use crate::sorts::{mk_fp_sort, structure_of};
use crate::table::{self, Guard, Row, Way};

/// Indices below this one cannot make a bit-vector of more than 2^32 bits of one that was made before.
const LARGE_INDEX: u32 = 1 << 12;

/// Makes terms in one term manager. What it returns is a reference that the caller owns.
pub(crate) struct Maker<'a> {
    pub(crate) manager: *mut BitwuzlaTermManager,
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) seed: &'a mut CallSeed,
}

impl Maker<'_> {
    /// A constant, or a variable to be bound.
    pub(crate) fn symbol(
        &self,
        sort: BitwuzlaSort,
        name: &str,
        is_variable: bool,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let name = c_string(name)?;
        let term = match is_variable {
            true => call!(bitwuzla_mk_var(self.manager, sort, name.as_ptr())),
            false => call!(bitwuzla_mk_const(self.manager, sort, name.as_ptr())),
        };
        present(term, "making a symbol")
    }

    /// An application of an operator.
    pub(crate) fn application(
        &mut self,
        application: &Application<'_>,
        sorts: &[BitwuzlaSort],
        args: Vec<BitwuzlaTerm>,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let key = application.op.key;
        let Some(row) = table::row_of(key) else {
            return Err(SolverError::Unsupported(format!("Bitwuzla has no operator {key}")));
        };
        self.guard(row, application)?;
        match row.way {
            Way::Kind(_) if !sorts.is_empty() || !application.names.is_empty() => {
                rejected(format!("{key} takes neither sorts nor names"))
            }
            Way::Kind(kind) => {
                let number = self.knowledge.kinds.require(&kind)?;
                let term = self.term(number, args, application.indices)?;
                if application.indices.iter().any(|index| *index >= LARGE_INDEX) {
                    require_width(term)?;
                }
                Ok(term)
            }
            Way::ConstArray => match (sorts, &*args, application.indices, application.names) {
                ([sort], [element], [], []) => {
                    let array = call!(bitwuzla_mk_const_array(self.manager, *sort, *element));
                    present(array, "bitwuzla_mk_const_array")
                }
                _ => rejected(format!("{key} takes one sort and one argument")),
            },
            Way::FromReal => match (sorts, &*args, application.indices) {
                ([], [mode], [exponent, significand]) => {
                    self.number(*mode, application.names, *exponent, *significand)
                }
                _ => rejected(format!("{key} takes a format and a rounding mode")),
            },
        }
    }

    /// Refuses what Bitwuzla would not although it should.
    fn guard(&self, row: &Row, application: &Application<'_>) -> Result<(), SolverError> {
        let (key, args, indices) = (row.key, application.args, application.indices);
        match (row.guard, indices) {
            (Guard::AtMostArguments(most), _) if args.len() > most => {
                rejected(format!("{key} takes {most} arguments, not {}", args.len()))
            }
            (Guard::PositiveIndex, [0, ..]) => {
                rejected(format!("{key} takes an index of at least 1"))
            }
            (Guard::Format, [exponent, significand]) => {
                self.knowledge.formats.require(*exponent, *significand)
            }
            _ => Ok(()),
        }
    }

    /// A number in a floating-point format.
    fn number(
        &mut self,
        mode: BitwuzlaTerm,
        names: &[&str],
        exponent: u32,
        significand: u32,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let mut pick = |bound: u64| self.seed.pick(bound as usize) as u64;
        let Some(number) = WrittenReal::from_names(names, &mut pick) else {
            return rejected(format!("{names:?} is neither a decimal nor a rational number"));
        };
        let manager = self.manager;
        let sort = mk_fp_sort(manager, exponent, significand)?;
        let term = match number {
            WrittenReal::Decimal(text) => {
                let text = c_string(&text)?;
                call!(bitwuzla_mk_fp_from_real(manager, sort.0, mode, text.as_ptr()))
            }
            WrittenReal::Rational(numerator, denominator) => {
                let (above, below) = (c_string(&numerator)?, c_string(&denominator)?);
                let (above, below) = (above.as_ptr(), below.as_ptr());
                call!(bitwuzla_mk_fp_from_rational(manager, sort.0, mode, above, below))
            }
        };
        present(term, "making a number")
    }

    /// A quantifier or a function.
    pub(crate) fn binder(
        &mut self,
        binder: Binder,
        vars: Vec<BitwuzlaTerm>,
        bodies: &[BitwuzlaTerm],
    ) -> Result<BitwuzlaTerm, SolverError> {
        let Some(kind) = table::binder(binder) else {
            return Err(SolverError::Unsupported(format!("Bitwuzla has no {}", binder.key())));
        };
        let [body] = bodies else {
            return rejected(format!("{} takes one body, not {}", binder.key(), bodies.len()));
        };
        for part in vars.iter().chain([body]) {
            if binder == Binder::Lambda && structure_of(*part)?.kind() == SortKind::Fun {
                return rejected(
                    "a function of functions: Bitwuzla makes it, but cannot solve with it",
                );
            }
        }
        let mut args = vars;
        args.push(*body);
        self.term(self.knowledge.kinds.require(&kind)?, args, &[])
    }

    /// A term of a kind, through the function for its number of arguments or through a general one.
    fn term(
        &mut self,
        kind: u32,
        mut args: Vec<BitwuzlaTerm>,
        indices: &[u32],
    ) -> Result<BitwuzlaTerm, SolverError> {
        let manager = self.manager;
        let numbers: Vec<u64> = indices.iter().map(|index| (*index).into()).collect();
        let term = match (self.seed.pick(3), &*args, &*numbers) {
            (0, [a], []) => call!(bitwuzla_mk_term1(manager, kind, *a)),
            (0, [a, b], []) => call!(bitwuzla_mk_term2(manager, kind, *a, *b)),
            (0, [a, b, c], []) => call!(bitwuzla_mk_term3(manager, kind, *a, *b, *c)),
            (0, [a], [i]) => call!(bitwuzla_mk_term1_indexed1(manager, kind, *a, *i)),
            (0, [a], [i, j]) => call!(bitwuzla_mk_term1_indexed2(manager, kind, *a, *i, *j)),
            (0, [a, b], [i]) => call!(bitwuzla_mk_term2_indexed1(manager, kind, *a, *b, *i)),
            (0, [a, b], [i, j]) => {
                call!(bitwuzla_mk_term2_indexed2(manager, kind, *a, *b, *i, *j))
            }
            (0 | 1, _, []) => {
                let count = count(args.len())?;
                call!(bitwuzla_mk_term(manager, kind, count, args.as_mut_ptr()))
            }
            _ => {
                let (count, index_count) = (count(args.len())?, count(numbers.len())?);
                let (args, numbers) = (args.as_mut_ptr(), numbers.as_ptr());
                call!(bitwuzla_mk_term_indexed(manager, kind, count, args, index_count, numbers))
            }
        };
        present(term, "making a term")
    }
}

/// Refuses a term that is wider than our sorts, and releases it. Bitwuzla counts widths in 64 bits.
fn require_width(term: BitwuzlaTerm) -> Result<(), SolverError> {
    let term = OwnedTerm(term);
    if call!(bitwuzla_term_is_bv(term.0)) {
        let width = call!(bitwuzla_term_bv_get_size(term.0));
        if u32::try_from(width).is_err() {
            return rejected(format!("a bit-vector of {width} bits is too wide for this wrapper"));
        }
    }
    term.into_native();
    Ok(())
}

/// A number of arguments as the API takes it.
pub(crate) fn count(number: usize) -> Result<u32, SolverError> {
    u32::try_from(number).map_err(|_| SolverError::Rejected(format!("{number} arguments")))
}
