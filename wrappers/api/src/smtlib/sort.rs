//! The text of sorts.

use std::fmt;

use super::{Dialect, STANDARD, SymbolText};
use crate::{Sort, SortShape};

/// Writes a sort; a function sort in the `->` form of SMT-LIB 2.7.
pub fn write_sort(out: &mut dyn fmt::Write, sort: &Sort, dialect: &Dialect) -> fmt::Result {
    let plain = |usual: &'static str| dialect.sort_name(sort.kind()).unwrap_or(usual);
    let head = match sort.shape() {
        SortShape::Bool => return out.write_str(plain("Bool")),
        SortShape::Int => return out.write_str(plain("Int")),
        SortShape::Real => return out.write_str(plain("Real")),
        SortShape::RoundingMode => return out.write_str(plain("RoundingMode")),
        SortShape::String => return out.write_str(plain("String")),
        SortShape::RegLan => return out.write_str(plain("RegLan")),
        SortShape::BitVec(width) => return write!(out, "(_ {} {width})", plain("BitVec")),
        SortShape::FloatingPoint(exponent, significand) => {
            return write!(out, "(_ {} {exponent} {significand})", plain("FloatingPoint"));
        }
        SortShape::FiniteField(modulus) => {
            return write!(out, "(_ {} {modulus})", plain("FiniteField"));
        }
        // A sort that takes sorts is named by its application, which is text already.
        SortShape::Uninterpreted(name) if name.starts_with('(') && name.ends_with(')') => {
            return out.write_str(name);
        }
        SortShape::Uninterpreted(name) => return write!(out, "{}", SymbolText(name)),
        SortShape::Datatype(datatype, args) if args.is_empty() => {
            return write!(out, "{}", SymbolText(datatype.name()));
        }
        SortShape::Tuple(elements) if elements.is_empty() => {
            return out.write_str("UnitTuple");
        }
        SortShape::Datatype(datatype, _) => {
            write!(out, "({}", SymbolText(datatype.name()))?;
            return write_parts(out, sort, dialect);
        }
        SortShape::Array(..) => plain("Array"),
        SortShape::Seq(_) => plain("Seq"),
        SortShape::Set(_) => plain("Set"),
        SortShape::Bag(_) => plain("Bag"),
        SortShape::Tuple(_) => plain("Tuple"),
        SortShape::Fun(..) => plain("->"),
        SortShape::MatchCase(..) => "MatchCase",
    };
    write!(out, "({head}")?;
    write_parts(out, sort, dialect)
}

/// The parts of a sort behind its head, and the parenthesis that closes it.
fn write_parts(out: &mut dyn fmt::Write, sort: &Sort, dialect: &Dialect) -> fmt::Result {
    for part in sort.shape().children() {
        out.write_str(" ")?;
        write_sort(out, part, dialect)?;
    }
    out.write_str(")")
}

/// A sort in a dialect.
#[derive(Clone, Copy)]
pub struct SortText<'a>(pub &'a Sort, pub &'a Dialect);

impl fmt::Display for SortText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sort(f, self.0, self.1)
    }
}

impl fmt::Display for Sort {
    /// As SMT-LIB writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sort(f, self, &STANDARD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SortKind;

    #[test]
    fn sorts_are_written_in_dialects() {
        let odd = Sort::uninterpreted("a b");
        let sort = Sort::set(Sort::array(odd, Sort::uninterpreted("(Pair Int Bool)")));
        assert_eq!(sort.to_string(), "(Set (Array |a b| (Pair Int Bool)))");
        let dialect = Dialect { sorts: &[(SortKind::Set, "FiniteSet")], ..STANDARD };
        assert_eq!(
            SortText(&sort, &dialect).to_string(),
            "(FiniteSet (Array |a b| (Pair Int Bool)))"
        );
        let function = Sort::fun([Sort::int(), Sort::bool()], Sort::int());
        assert_eq!(function.to_string(), "(-> Int Bool Int)");
        assert_eq!(Sort::tuple([]).to_string(), "UnitTuple");
    }
}
