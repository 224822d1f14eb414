//! Reading what arguments and results point to.

#![allow(unsafe_code)]

use std::ffi::CStr;

use super::{CApi, CType, Class, Value};

/// An array with more elements is not one of a call.
const MOST_ELEMENTS: u64 = 1 << 20;

/// The bytes of a value of this class in memory.
fn size(class: Class) -> usize {
    match class {
        Class::Integer(bytes, _) | Class::Number(bytes) => bytes,
        Class::Bool | Class::Char => 1,
        Class::Enum => 4,
        Class::Double | Class::Handle | Class::Struct | Class::Opaque => 8,
    }
}

/// A value of this class by its bits.
pub(super) fn scalar(class: Class, bits: u64) -> Value {
    let signed = |bytes: usize| {
        let unused = 64 - 8 * bytes as u32;
        i128::from(((bits << unused) as i64) >> unused)
    };
    let unsigned = |bytes: usize| {
        let unused = 64 - 8 * bytes as u32;
        i128::from((bits << unused) >> unused)
    };
    match class {
        Class::Integer(bytes, true) => Value::Int(signed(bytes)),
        Class::Integer(bytes, false) => Value::Int(unsigned(bytes)),
        Class::Bool | Class::Char => Value::Int(unsigned(1)),
        Class::Enum => Value::Int(signed(4)),
        Class::Double => Value::Double(bits),
        Class::Number(bytes) => Value::Handle(signed(bytes) as u64),
        Class::Handle if bits == 0 => Value::Null,
        Class::Handle => Value::Handle(bits),
        Class::Struct | Class::Opaque => Value::Address(bits),
    }
}

/// A value of this class in memory.
///
/// # Safety
/// There is one at the address.
unsafe fn read(class: Class, address: u64) -> Value {
    let mut bytes = [0; 8];
    let size = size(class);
    // SAFETY: as the caller promised; a value has at most 8 bytes.
    unsafe { (address as *const u8).copy_to_nonoverlapping(bytes.as_mut_ptr(), size) };
    scalar(class, u64::from_ne_bytes(bytes))
}

/// A string.
///
/// # Safety
/// The address is 0 or that of a C string.
pub(super) unsafe fn text(address: u64) -> Value {
    if address == 0 {
        return Value::Null;
    }
    // SAFETY: as the caller promised.
    Value::Text(unsafe { CStr::from_ptr(address as *const _) }.to_bytes().to_vec())
}

/// The elements of an array whose element has the type of `kind` without its pointer.
///
/// # Safety
/// The address is 0 or that of so many elements.
pub(super) unsafe fn array(api: &CApi, kind: &CType, address: u64, count: u64) -> Value {
    if address == 0 {
        return Value::Null;
    }
    if count > MOST_ELEMENTS {
        return Value::Address(address);
    }
    let stars = kind.stars + usize::from(kind.is_array);
    let class = api.class(&kind.base);
    let element = |position: u64| {
        if stars == 1 {
            // SAFETY: as the caller promised.
            return unsafe { read(class, address + position * size(class) as u64) };
        }
        // SAFETY: as the caller promised; the elements are pointers.
        let word = unsafe { (address as *const u64).add(position as usize).read() };
        match class {
            // SAFETY: pointers to characters are C strings.
            Class::Char => unsafe { text(word) },
            _ => Value::Address(word),
        }
    };
    Value::Array((0..count).map(element).collect())
}

/// Numbers up to the first 0, which is the last one that is given.
///
/// # Safety
/// The address is 0 or that of such numbers.
pub(super) unsafe fn zero_ended(api: &CApi, kind: &CType, address: u64) -> Value {
    if address == 0 {
        return Value::Null;
    }
    let class = api.class(&kind.base);
    let mut numbers = Vec::new();
    loop {
        // SAFETY: no number so far was 0, so there is another.
        let number = unsafe { read(class, address + (numbers.len() * size(class)) as u64) };
        let ends = number == Value::Int(0);
        numbers.push(number);
        if ends {
            return Value::Array(numbers);
        }
    }
}

/// So many bytes.
///
/// # Safety
/// The address is 0 or that of so many bytes.
pub(super) unsafe fn bytes(address: u64, count: u64) -> Value {
    if address == 0 || count > MOST_ELEMENTS {
        return Value::Address(address);
    }
    // SAFETY: as the caller promised.
    let bytes = unsafe { std::slice::from_raw_parts(address as *const u8, count as usize) };
    Value::Text(bytes.to_vec())
}
