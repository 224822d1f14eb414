//! How large values may become.

use num_bigint::BigInt;

use super::Unknown;

/// So many bits may a number have.
pub(super) const NUMBER_BITS: u64 = 1 << 18;

/// So wide may a bit-vector be.
pub(super) const WIDEST: u64 = 1 << 20;

/// So long may a string, a sequence or another collection be.
pub(super) const LONGEST: usize = 1 << 20;

/// Refuses a number that would have more bits.
pub(super) fn number(bits: u64) -> Result<(), Unknown> {
    if bits > NUMBER_BITS { Err(Unknown::TooLarge("a number")) } else { Ok(()) }
}

/// Refuses a number that is written with more decimal digits.
pub(super) fn digits(count: usize) -> Result<(), Unknown> {
    // More than three bits for each.
    number((count as u64).saturating_mul(3))
}

/// Refuses a bit-vector that would be wider.
pub(super) fn width(bits: u64) -> Result<u32, Unknown> {
    match u32::try_from(bits) {
        Ok(width) if bits <= WIDEST => Ok(width),
        _ => Err(Unknown::TooLarge("a bit-vector")),
    }
}

/// Refuses a collection that would be longer.
pub(super) fn length(length: usize) -> Result<(), Unknown> {
    if length > LONGEST { Err(Unknown::TooLarge("a string or collection")) } else { Ok(()) }
}

/// The power of a number, if it is small enough.
pub(super) fn power(base: &BigInt, exponent: u64) -> Result<BigInt, Unknown> {
    number(base.bits().saturating_mul(exponent))?;
    Ok(base.pow(u32::try_from(exponent).map_err(|_| Unknown::TooLarge("a number"))?))
}
