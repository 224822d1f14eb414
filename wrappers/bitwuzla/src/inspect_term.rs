//! What Bitwuzla tells of a term and its parts, against what we know: sorts, kinds, children, indices, values, names; and the
//! same term made again of its parts.

use std::collections::HashSet;

use murxla_api::{RoundingMode, SolverError, Sort, SortKind, SortShape, TermId, inspect, mismatch};

use crate::children::{children, indices};
use crate::errors::present;
use crate::ffi::{BitwuzlaSort, BitwuzlaTerm, call, copy_array, text};
use crate::handles::{OwnedSort, OwnedTerm};
use crate::model::BASES;
use crate::solver::BitwuzlaSolver;
use crate::sorts::{structure, structure_of};
use crate::terms::count;
use crate::text_stream::printed_by;

/// A walk ends after so many parts.
const MOST_PARTS: usize = 100;

/// Longer texts are printed in one base only.
const LONG_TEXT: usize = 10_000;

impl BitwuzlaSolver {
    /// Asks a term and its parts for all that the API tells of them.
    pub(crate) fn inspect_term(&mut self, term: TermId) -> Result<(), SolverError> {
        let root = self.terms.native(term)?;
        let copy = present(call!(bitwuzla_term_copy(root)), "bitwuzla_term_copy")?;
        // A term that is alive has one address, so `owners` keeps all that was seen.
        let (mut owners, mut seen) = (Vec::new(), HashSet::new());
        let mut stack = vec![OwnedTerm(copy)];
        while let Some(current) = stack.pop() {
            if seen.len() >= MOST_PARTS || !seen.insert(current.0) {
                continue;
            }
            let below = children(current.0)?;
            self.inspect_node(current.0, &below)?;
            stack.extend(below);
            owners.push(current);
        }
        Ok(())
    }

    /// Compares two terms in each way that the API has.
    pub(crate) fn compare_terms(&mut self, one: TermId, other: TermId) -> Result<(), SolverError> {
        let natives = (self.terms.native(one)?, self.terms.native(other)?);
        let sorts = [natives.0, natives.1].map(call_sort);
        let [first, second] = sorts;
        let (first, second) = (first?, second?);
        // A sort that is alive has one address.
        let same_sort = first.0 == second.0;
        for (one, other) in [natives, (natives.1, natives.0)] {
            let told = call!(bitwuzla_term_is_equal_sort(one, other));
            inspect("bitwuzla_term_is_equal_sort", "two terms", same_sort, told)?;
        }
        let structures = structure(first.0)? == structure(second.0)?;
        inspect("bitwuzla_term_get_sort", "two terms of one sort", structures, same_sort)?;
        let hash = (call!(bitwuzla_sort_hash(first.0)), call!(bitwuzla_sort_hash(second.0)));
        inspect(
            "bitwuzla_sort_hash",
            "the sorts of two terms",
            true,
            !same_sort || hash.0 == hash.1,
        )?;
        let hash = (call!(bitwuzla_term_hash(natives.0)), call!(bitwuzla_term_hash(natives.1)));
        let same = natives.0 == natives.1;
        inspect("bitwuzla_term_hash", "one term twice", true, !same || hash.0 == hash.1)
    }

    fn inspect_node(&self, term: BitwuzlaTerm, below: &[OwnedTerm]) -> Result<(), SolverError> {
        let sort = structure_of(term)?;
        inspect_sort_of(term, &sort)?;
        let kind = self.knowledge.kinds.name(call!(bitwuzla_term_get_kind(term)));
        for (name, function, holds) in [
            ("CONSTANT", "bitwuzla_term_is_const", call!(bitwuzla_term_is_const(term))),
            ("VARIABLE", "bitwuzla_term_is_var", call!(bitwuzla_term_is_var(term))),
            ("VALUE", "bitwuzla_term_is_value", call!(bitwuzla_term_is_value(term))),
        ] {
            inspect(function, "against the kind of the term", kind == name, holds)?;
        }
        let copy = OwnedTerm(present(call!(bitwuzla_term_copy(term)), "bitwuzla_term_copy")?);
        inspect("bitwuzla_term_copy", "the copy of a term", term.addr(), copy.0.addr())?;
        let hashes = (call!(bitwuzla_term_hash(term)), call!(bitwuzla_term_hash(copy.0)));
        inspect("bitwuzla_term_hash", "the hash of a copy", hashes.0, hashes.1)?;
        let is_indexed = call!(bitwuzla_term_is_indexed(term));
        let indices = if is_indexed { indices(term)? } else { Vec::new() };
        inspect(
            "bitwuzla_term_get_indices",
            "whether there are some",
            is_indexed,
            !indices.is_empty(),
        )?;
        if let Some(name) = self.symbols.get(&term) {
            let told = text(call!(bitwuzla_term_get_symbol(term)));
            inspect("bitwuzla_term_get_symbol", "the name", Some(&**name), told.as_deref())?;
        }
        match kind {
            "VALUE" => self.inspect_value(term, &sort)?,
            "CONSTANT" | "VARIABLE" => {
                inspect("bitwuzla_term_get_children", "a symbol has none", 0, below.len())?;
            }
            _ => self.make_again(term, kind, below, &indices)?,
        }
        inspect_text(term)
    }

    /// A term is that which is made of its kind, its children and its indices.
    fn make_again(
        &self,
        term: BitwuzlaTerm,
        kind: &str,
        below: &[OwnedTerm],
        indices: &[u64],
    ) -> Result<(), SolverError> {
        let manager = self.native.manager;
        let again = match (kind, below) {
            ("CONST_ARRAY", [element]) => {
                let sort = call_sort(term)?;
                call!(bitwuzla_mk_const_array(manager, sort.0, element.0))
            }
            _ => {
                let number = call!(bitwuzla_term_get_kind(term));
                let mut args: Vec<BitwuzlaTerm> = below.iter().map(|child| child.0).collect();
                let (length, index_count) = (count(args.len())?, count(indices.len())?);
                let (args, numbers) = (args.as_mut_ptr(), indices.as_ptr());
                call!(bitwuzla_mk_term_indexed(manager, number, length, args, index_count, numbers))
            }
        };
        let again = OwnedTerm(present(again, "making a term again")?);
        if again.0 == term {
            return Ok(());
        }
        let texts =
            [term, again.0].map(|term| Ok::<_, SolverError>(call!(bitwuzla_term_to_string(term))));
        let [expected, got] = texts;
        let (expected, got) = (text(expected?).unwrap_or_default(), text(got?).unwrap_or_default());
        Err(mismatch(
            "bitwuzla_term_get_children",
            "a term that is made again of its kind, children and indices",
            &expected,
            &got,
        ))
    }

    /// What is told of a value, against its bits; and the value made again of what is printed.
    fn inspect_value(&self, term: BitwuzlaTerm, sort: &Sort) -> Result<(), SolverError> {
        match sort.shape() {
            SortShape::Bool => {
                let value = call!(bitwuzla_term_value_get_bool(term));
                inspect(
                    "bitwuzla_term_is_true",
                    "a value",
                    value,
                    call!(bitwuzla_term_is_true(term)),
                )?;
                let is_false = call!(bitwuzla_term_is_false(term));
                inspect("bitwuzla_term_is_false", "a value", !value, is_false)
            }
            SortShape::BitVec(width) => self.inspect_bits(term, *width as usize),
            SortShape::FloatingPoint(exponent, significand) => {
                inspect_float(term, *exponent as usize, *significand as usize)
            }
            SortShape::RoundingMode => {
                let mode = self.knowledge.rounding.mode(call!(bitwuzla_term_value_get_rm(term)));
                for (known, function, holds) in [
                    (
                        RoundingMode::NearestAway,
                        "bitwuzla_term_is_rm_value_rna",
                        call!(bitwuzla_term_is_rm_value_rna(term)),
                    ),
                    (
                        RoundingMode::NearestEven,
                        "bitwuzla_term_is_rm_value_rne",
                        call!(bitwuzla_term_is_rm_value_rne(term)),
                    ),
                    (
                        RoundingMode::Negative,
                        "bitwuzla_term_is_rm_value_rtn",
                        call!(bitwuzla_term_is_rm_value_rtn(term)),
                    ),
                    (
                        RoundingMode::Positive,
                        "bitwuzla_term_is_rm_value_rtp",
                        call!(bitwuzla_term_is_rm_value_rtp(term)),
                    ),
                    (
                        RoundingMode::Zero,
                        "bitwuzla_term_is_rm_value_rtz",
                        call!(bitwuzla_term_is_rm_value_rtz(term)),
                    ),
                ] {
                    inspect(function, "a value", mode == Some(known), holds)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn inspect_bits(&self, term: BitwuzlaTerm, width: usize) -> Result<(), SolverError> {
        let bits = text(call!(bitwuzla_term_value_get_str(term))).unwrap_or_default();
        inspect("bitwuzla_term_value_get_str", "the number of bits", width, bits.len())?;
        let [zero, one, ones, least, most] = special_bits(&bits);
        for (function, expected, holds) in [
            ("bitwuzla_term_is_bv_value_zero", zero, call!(bitwuzla_term_is_bv_value_zero(term))),
            ("bitwuzla_term_is_bv_value_one", one, call!(bitwuzla_term_is_bv_value_one(term))),
            ("bitwuzla_term_is_bv_value_ones", ones, call!(bitwuzla_term_is_bv_value_ones(term))),
            (
                "bitwuzla_term_is_bv_value_min_signed",
                least,
                call!(bitwuzla_term_is_bv_value_min_signed(term)),
            ),
            (
                "bitwuzla_term_is_bv_value_max_signed",
                most,
                call!(bitwuzla_term_is_bv_value_max_signed(term)),
            ),
        ] {
            inspect(function, "a value", expected, holds)?;
        }
        let sort = call_sort(term)?;
        for base in BASES {
            let digits = text(call!(bitwuzla_term_value_get_str_fmt(term, base)));
            let digits = crate::ffi::c_string(&digits.unwrap_or_default())?;
            let manager = self.native.manager;
            let again = call!(bitwuzla_mk_bv_value(manager, sort.0, digits.as_ptr(), base));
            let again = OwnedTerm(present(again, "bitwuzla_mk_bv_value")?);
            inspect(
                "bitwuzla_term_value_get_str_fmt",
                "a value made again",
                true,
                again.0 == term,
            )?;
        }
        Ok(())
    }
}

/// Whether these bits are zero, one, all ones, the least and the greatest signed number.
fn special_bits(bits: &str) -> [bool; 5] {
    let zeros = |text: &str| text.bytes().all(|bit| bit == b'0');
    let ones = |text: &str| text.bytes().all(|bit| bit == b'1');
    let (first, rest) = bits.split_at(bits.len().min(1));
    let (begin, last) = bits.split_at(bits.len().saturating_sub(1));
    [
        zeros(bits),
        zeros(begin) && last == "1",
        ones(bits),
        first == "1" && zeros(rest),
        first == "0" && ones(rest),
    ]
}

/// The special values of floating point, against the bits of the value.
fn inspect_float(
    term: BitwuzlaTerm,
    exponent: usize,
    significand: usize,
) -> Result<(), SolverError> {
    let bits = text(call!(bitwuzla_term_value_get_str(term))).unwrap_or_default();
    inspect(
        "bitwuzla_term_value_get_str",
        "the number of bits",
        exponent + significand,
        bits.len(),
    )?;
    let (sign, rest) = bits.split_at(1);
    let (middle, fraction) = rest.split_at(exponent);
    let all = |text: &str, bit: u8| text.bytes().all(|other| other == bit);
    let (special, no_fraction) = (all(middle, b'1'), all(fraction, b'0'));
    let is_zero = all(middle, b'0') && no_fraction;
    for (function, expected, holds) in [
        (
            "bitwuzla_term_is_fp_value_nan",
            special && !no_fraction,
            call!(bitwuzla_term_is_fp_value_nan(term)),
        ),
        (
            "bitwuzla_term_is_fp_value_pos_inf",
            special && no_fraction && sign == "0",
            call!(bitwuzla_term_is_fp_value_pos_inf(term)),
        ),
        (
            "bitwuzla_term_is_fp_value_neg_inf",
            special && no_fraction && sign == "1",
            call!(bitwuzla_term_is_fp_value_neg_inf(term)),
        ),
        (
            "bitwuzla_term_is_fp_value_pos_zero",
            is_zero && sign == "0",
            call!(bitwuzla_term_is_fp_value_pos_zero(term)),
        ),
        (
            "bitwuzla_term_is_fp_value_neg_zero",
            is_zero && sign == "1",
            call!(bitwuzla_term_is_fp_value_neg_zero(term)),
        ),
    ] {
        inspect(function, "a value", expected, holds)?;
    }
    Ok(())
}

/// What is asked of the term itself about its sort.
fn inspect_sort_of(term: BitwuzlaTerm, sort: &Sort) -> Result<(), SolverError> {
    for (kind, function, holds) in [
        (SortKind::Bool, "bitwuzla_term_is_bool", call!(bitwuzla_term_is_bool(term))),
        (SortKind::BitVec, "bitwuzla_term_is_bv", call!(bitwuzla_term_is_bv(term))),
        (SortKind::FloatingPoint, "bitwuzla_term_is_fp", call!(bitwuzla_term_is_fp(term))),
        (SortKind::RoundingMode, "bitwuzla_term_is_rm", call!(bitwuzla_term_is_rm(term))),
        (SortKind::Array, "bitwuzla_term_is_array", call!(bitwuzla_term_is_array(term))),
        (SortKind::Fun, "bitwuzla_term_is_fun", call!(bitwuzla_term_is_fun(term))),
        (
            SortKind::Uninterpreted,
            "bitwuzla_term_is_uninterpreted",
            call!(bitwuzla_term_is_uninterpreted(term)),
        ),
    ] {
        inspect(function, "the sort of a term", sort.kind() == kind, holds)?;
    }
    match sort.shape() {
        SortShape::BitVec(width) => {
            let told = call!(bitwuzla_term_bv_get_size(term));
            inspect("bitwuzla_term_bv_get_size", "the width", u64::from(*width), told)
        }
        SortShape::FloatingPoint(exponent, significand) => {
            let told = call!(bitwuzla_term_fp_get_exp_size(term));
            inspect("bitwuzla_term_fp_get_exp_size", "the exponent", u64::from(*exponent), told)?;
            let told = call!(bitwuzla_term_fp_get_sig_size(term));
            let known = u64::from(*significand);
            inspect("bitwuzla_term_fp_get_sig_size", "the significand", known, told)
        }
        SortShape::Array(index, element) => {
            let told = owned(call!(bitwuzla_term_array_get_index_sort(term)))?;
            inspect("bitwuzla_term_array_get_index_sort", "the index", index, &structure(told.0)?)?;
            let told = owned(call!(bitwuzla_term_array_get_element_sort(term)))?;
            let told = structure(told.0)?;
            inspect("bitwuzla_term_array_get_element_sort", "the element", element, &told)
        }
        SortShape::Fun(domain, codomain) => {
            let of_sort = call!(bitwuzla_sort_fun_get_arity(call_sort(term)?.0));
            inspect("bitwuzla_sort_fun_get_arity", "the arity", domain.len() as u64, of_sort)?;
            let arity = call!(bitwuzla_term_fun_get_arity(term));
            inspect("bitwuzla_term_fun_get_arity", "the arity", domain.len() as u64, arity)?;
            let mut size = 0;
            let first = call!(bitwuzla_term_fun_get_domain_sorts(term, &mut size));
            let sorts: Vec<OwnedSort> =
                copy_array(first.cast_const(), size).into_iter().map(OwnedSort).collect();
            let told: Vec<Sort> =
                sorts.iter().map(|sort| structure(sort.0)).collect::<Result<_, _>>()?;
            inspect("bitwuzla_term_fun_get_domain_sorts", "the arguments", domain, &told)?;
            let told = owned(call!(bitwuzla_term_fun_get_codomain_sort(term)))?;
            let told = structure(told.0)?;
            inspect("bitwuzla_term_fun_get_codomain_sort", "the result", codomain, &told)
        }
        _ => Ok(()),
    }
}

/// What is printed is what is told as text.
fn inspect_text(term: BitwuzlaTerm) -> Result<(), SolverError> {
    let told = text(call!(bitwuzla_term_to_string(term))).unwrap_or_default();
    let printed = printed_by(|stream| {
        call!(bitwuzla_term_print(term, stream));
        Ok(())
    })?;
    inspect("bitwuzla_term_print", "its text and that of to_string", told.trim(), printed.trim())?;
    if told.len() > LONG_TEXT {
        return Ok(());
    }
    for base in BASES {
        let told = text(call!(bitwuzla_term_to_string_fmt(term, base))).unwrap_or_default();
        let printed = printed_by(|stream| {
            call!(bitwuzla_term_print_fmt(term, stream, base));
            Ok(())
        })?;
        let aspect = "its text and that of to_string_fmt";
        inspect("bitwuzla_term_print_fmt", aspect, told.trim(), printed.trim())?;
    }
    Ok(())
}

fn owned(sort: BitwuzlaSort) -> Result<OwnedSort, SolverError> {
    present(sort, "a sort").map(OwnedSort)
}

fn call_sort(term: BitwuzlaTerm) -> Result<OwnedSort, SolverError> {
    owned(call!(bitwuzla_term_get_sort(term)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_values_are_known_by_their_bits() {
        let check = |bits: &str, expected: &str| {
            let names = ["zero", "one", "ones", "least", "most"];
            let found: Vec<&str> = special_bits(bits)
                .into_iter()
                .zip(names)
                .filter_map(|(holds, name)| holds.then_some(name))
                .collect();
            assert_eq!(found.join(" "), expected, "{bits}");
        };
        check("0", "zero most");
        check("1", "one ones least");
        check("0000", "zero");
        check("0001", "one");
        check("01", "one most");
        check("1111", "ones");
        check("1000", "least");
        check("0111", "most");
        check("0100", "");
    }
}
