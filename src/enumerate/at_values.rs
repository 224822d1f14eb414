//! The value of a term under one assignment, which need not be one of those that are tried.

use std::convert::Infallible;

use murxla_api::{Binder, Literal, Op};

use super::numbering::Terms;
use super::rows::{UNKNOWN, Values};
use super::space::Space;
use super::term::{Tree, Whole};

/// The values of the constants.
struct AtValues<'v> {
    space: &'v Space,
    values: &'v mut Values,
    constants: &'v [Vec<u16>],
    literals: &'v [Vec<u16>],
}

/// The number of the value of a term, if the constants have these values.
pub(super) fn value_at(
    terms: &mut Terms,
    whole: &Whole,
    constants: &[Vec<u16>],
    literals: &[Vec<u16>],
) -> u16 {
    terms.with_values(|terms, values| {
        let space = terms.space();
        let Ok(value) = terms.build(&mut AtValues { space, values, constants, literals }, whole);
        value
    })
}

impl Tree for AtValues<'_> {
    type Term = u16;
    type Error = Infallible;

    fn known(&self, _: u32, _: &[u8]) -> Option<u16> {
        None
    }

    fn keep(&mut self, _: u32, _: &[u8], _: u16) {}

    fn constant(&mut self, sort: usize, number: usize) -> Result<u16, Infallible> {
        Ok(self.constants[sort][number])
    }

    /// What is bound has more than one value.
    fn variable(&mut self, _: usize, _: usize) -> Result<u16, Infallible> {
        Ok(UNKNOWN)
    }

    fn literal(&mut self, sort: usize, number: usize) -> Result<u16, Infallible> {
        Ok(self.literals[sort][number])
    }

    fn value(&mut self, _: usize, _: &Literal) -> Result<u16, Infallible> {
        Ok(UNKNOWN)
    }

    fn operator(&mut self, _: &'static Op, _: &[u16]) -> Result<u16, Infallible> {
        Ok(UNKNOWN)
    }

    fn apply(&mut self, head: usize, args: &[u16]) -> Result<u16, Infallible> {
        Ok(self.values.applied_once(self.space, head, args))
    }

    fn bind(&mut self, _: Binder, _: usize, _: usize, _: u16) -> Result<u16, Infallible> {
        Ok(UNKNOWN)
    }
}
