//! Writing down calls while they are made.

#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::sync::Mutex;

use super::style::{ValueText, matches};
use super::trampoline::Registers;
use super::{CApi, CType, Class, Parameter, Signature, Value, Written, memory};
use crate::Function;
use crate::slot::STUB;

/// Where lines go.
pub type Sink = Box<dyn FnMut(&[u8]) + Send>;

/// A type of enumerators whose names the library tells, since their numbers differ from version to version: the type, the
/// function, and what the name in the header has before the told one.
pub type Namer = (&'static str, &'static str, &'static str);

struct Recorder {
    api: CApi,
    /// The functions by the addresses of their slots.
    functions: HashMap<usize, &'static str>,
    /// The functions of the library that tell names.
    namers: HashMap<&'static str, (usize, &'static str)>,
    /// How values are printed.
    values: &'static [(&'static str, ValueText)],
    /// The calls that were made and have not ended: function, and the integers and pointers that it was given.
    open: Vec<(&'static str, Vec<u64>)>,
    sink: Sink,
}

static RECORDER: Mutex<Option<Recorder>> = Mutex::new(None);

/// Has all further calls of these functions written down, each in a line of JSON ([`Written`]) before it is made and in
/// another when it has ended, until the process ends.
pub fn start(
    functions: &[&'static [Function]],
    api: CApi,
    namers: &[Namer],
    values: &'static [(&'static str, ValueText)],
    sink: Sink,
) {
    let all = || functions.iter().copied().flatten();
    let address = |name: &str| {
        let found = all().find(|function| function.name == name)?;
        Some(found.slot.function()).filter(|address| *address != 0)
    };
    let namers = namers.iter().filter_map(|(kind, name, prefix)| {
        address(name).map(|address| (*kind, (address, *prefix)))
    });
    let namers = namers.collect();
    let slot =
        |function: &'static Function| (std::ptr::from_ref(function.slot) as usize, function.name);
    let functions_by_slot = all().map(slot).collect();
    let recorder =
        Recorder { api, functions: functions_by_slot, namers, values, open: Vec::new(), sink };
    if let Ok(mut place) = RECORDER.lock() {
        *place = Some(recorder);
        for function in all() {
            function.slot.divert(function.jump as usize + STUB);
        }
    }
}

/// Writes down a word between calls, if calls are recorded.
pub fn mark(text: &str) {
    with_recorder(|recorder| recorder.write(&Written::Mark(text.to_owned())));
}

fn with_recorder(act: impl FnOnce(&mut Recorder)) {
    // A call from within the recorder itself would be one of ours, and is not made.
    if let Ok(mut place) = RECORDER.try_lock()
        && let Some(recorder) = place.as_mut()
    {
        act(recorder);
    }
}

/// Tells that the innermost call will not end: its library was left from a callback, by a jump.
pub fn left() {
    with_recorder(Recorder::left);
}

pub(super) extern "C" fn before(registers: &mut Registers) {
    with_recorder(|recorder| recorder.begins(registers));
}

pub(super) extern "C" fn after(registers: &mut Registers) {
    with_recorder(|recorder| recorder.ended(registers));
}

impl Recorder {
    fn write(&mut self, line: &Written) {
        if let Ok(mut text) = serde_json::to_vec(line) {
            text.push(b'\n');
            (self.sink)(&text);
        }
    }

    fn begins(&mut self, registers: &Registers) {
        let Some(name) = self.functions.get(&registers.slot).copied() else { return };
        let depth = self.open.len() as u32;
        let mut raw = Vec::new();
        let mut arguments = Vec::new();
        if let Some(signature) = self.api.signature(name) {
            raw = words(&self.api, signature, registers);
            for (position, parameter) in signature.parameters.iter().enumerate() {
                arguments.push(self.argument(signature, position, parameter, &raw));
            }
        }
        self.write(&Written::Call { function: name.to_owned(), depth, arguments });
        self.open.push((name, raw));
    }

    fn left(&mut self) {
        if self.open.pop().is_some() {
            self.write(&Written::End { result: Value::Null, changed: Vec::new() });
        }
    }

    fn ended(&mut self, registers: &Registers) {
        let Some((name, raw)) = self.open.pop() else { return };
        let Some(signature) = self.api.signature(name) else {
            self.write(&Written::End { result: Value::Null, changed: Vec::new() });
            return;
        };
        let mut changed = Vec::new();
        for (position, parameter) in signature.parameters.iter().enumerate() {
            let kind = &parameter.kind;
            let may_change = !kind.is_const && (kind.stars > 0 || kind.is_array);
            let is_data = !matches!(self.api.class(&kind.base), Class::Opaque | Class::Char);
            if may_change && is_data && raw.get(position).is_some_and(|address| *address != 0) {
                changed.push((position, self.pointee(signature, position, parameter, &raw)));
            }
        }
        let result = self.result(signature, &changed, registers);
        self.write(&Written::End { result, changed });
        let printed = self.values.iter().find(|(pattern, _)| matches(&[pattern], name));
        if let Some((_, text)) = printed.filter(|_| self.open.is_empty())
            && let Some(text) = text(&raw, registers.result)
        {
            self.write(&Written::Value(text));
        }
    }

    /// The name of an enumerator, if the library tells it.
    fn named(&self, base: &str, value: Value) -> Value {
        let (Some((address, prefix)), Value::Int(number)) = (self.namers.get(base), &value) else {
            return value;
        };
        // SAFETY: the function is the library's own for this, takes any number, and gives a C string.
        let text = unsafe {
            let tell =
                std::mem::transmute::<usize, unsafe extern "C" fn(i32) -> *const c_char>(*address);
            CStr::from_ptr(tell(*number as i32))
        };
        match text.to_str() {
            Ok(text) => Value::Named(format!("{prefix}{}", text.to_uppercase())),
            Err(_) => value,
        }
    }

    fn argument(
        &self,
        signature: &Signature,
        position: usize,
        parameter: &Parameter,
        raw: &[u64],
    ) -> Value {
        let kind = &parameter.kind;
        let word = raw.get(position).copied().unwrap_or(0);
        let class = self.api.class(&kind.base);
        if kind.stars == 0 && !kind.is_array {
            return self.named(&kind.base, memory::scalar(class, word));
        }
        if word == 0 {
            return Value::Null;
        }
        match (kind.stars, class) {
            (1, Class::Char) if kind.is_const && !kind.is_array => {
                match length_before(signature, position, raw) {
                    // SAFETY: the caller gave the length of the characters.
                    Some(length) => unsafe { memory::bytes(word, length) },
                    // SAFETY: constant strings without a length are C strings.
                    None => unsafe { memory::text(word) },
                }
            }
            (stars, Class::Opaque)
                if stars + usize::from(kind.is_array) == 2
                    && let Some(count) = count_after(&self.api, signature, position, raw) =>
            {
                // SAFETY: the function is told of so many objects.
                let one = |place: u64| unsafe { (word as *const u64).add(place as usize).read() };
                Value::Array((0..count).map(|place| Value::Handle(one(place))).collect())
            }
            (1, Class::Opaque) if !matches!(&*kind.base, "void" | "FILE") => Value::Handle(word),
            (_, Class::Opaque | Class::Struct | Class::Char) => Value::Address(word),
            _ => self.pointee(signature, position, parameter, raw),
        }
    }

    /// What an argument points to, which is data.
    fn pointee(
        &self,
        signature: &Signature,
        position: usize,
        parameter: &Parameter,
        raw: &[u64],
    ) -> Value {
        let kind = &parameter.kind;
        let address = raw.get(position).copied().unwrap_or(0);
        let count = count_before(&self.api, signature, position, raw);
        let is_array = kind.is_array || (kind.is_const && kind.stars == 1);
        let is_text = matches!(&*kind.base, "char32_t" | "wchar_t");
        match (is_array, count) {
            (true, Some(count)) if kind.stars == 1 && kind.is_array => {
                let lengths = raw.get(position.wrapping_sub(1)).copied().unwrap_or(0);
                let inner = CType { stars: 0, ..kind.clone() };
                let list = |one: u64| {
                    // SAFETY: the function is told of so many lists, and of as many lengths before them.
                    unsafe {
                        let list = (address as *const u64).add(one as usize).read();
                        let length = (lengths as *const u64).add(one as usize).read();
                        memory::array(&self.api, &inner, list, length)
                    }
                };
                Value::Array((0..count).map(list).collect())
            }
            // SAFETY: the function is told of so many elements.
            (true, Some(count)) => unsafe { memory::array(&self.api, kind, address, count) },
            // SAFETY: texts of wide characters end with 0.
            (true, None) if is_text => unsafe { memory::zero_ended(&self.api, kind, address) },
            (true, None) => Value::Address(address),
            (false, _) if self.api.class(&kind.base) == Class::Struct => {
                // SAFETY: the function is given the address of a structure of this type.
                let there = unsafe { self.vector(&kind.base, address) };
                Value::Place(address, Box::new(there))
            }
            (false, _) => {
                // SAFETY: the function is given a place for one value.
                let there = unsafe { memory::array(&self.api, kind, address, 1) };
                let there = match there {
                    Value::Array(mut one) => one.pop().unwrap_or(Value::Null),
                    other => other,
                };
                Value::Place(address, Box::new(there))
            }
        }
    }

    /// The elements of a structure of Yices' that is a vector: capacity, size, elements.
    ///
    /// # Safety
    /// There is one at the address, if it is one.
    unsafe fn vector(&self, base: &str, address: u64) -> Value {
        let element = match base {
            "term_vector_t" => "term_t",
            "type_vector_t" => "type_t",
            _ => return Value::Address(address),
        };
        // SAFETY: that is its layout.
        unsafe {
            let size = (address as *const u32).add(1).read();
            let data = (address as *const u64).add(1).read();
            let kind =
                CType { is_const: false, base: element.to_owned(), stars: 1, is_array: false };
            memory::array(&self.api, &kind, data, u64::from(size))
        }
    }

    fn result(
        &self,
        signature: &Signature,
        changed: &[(usize, Value)],
        registers: &Registers,
    ) -> Value {
        let kind = &signature.result;
        if kind.is_void() {
            return Value::Null;
        }
        let class = self.api.class(&kind.base);
        let word = registers.result;
        match (kind.stars, class) {
            (0, Class::Double) => Value::Double(registers.float_result),
            (0, class) => self.named(&kind.base, memory::scalar(class, word)),
            (_, _) if word == 0 => Value::Null,
            // SAFETY: characters that are given are C strings.
            (1, Class::Char) => unsafe { memory::text(word) },
            (1, Class::Opaque) if kind.base != "void" => Value::Handle(word),
            (1, Class::Handle | Class::Number(_) | Class::Integer(..)) => {
                // The size is what was written to the last place for one.
                let size = changed.iter().rev().find_map(|(position, value)| {
                    let parameter = signature.parameters.get(*position)?;
                    match (&*parameter.kind.base, value) {
                        ("size_t" | "unsigned" | "uint32_t", Value::Place(_, size)) => match **size
                        {
                            Value::Int(size) => u64::try_from(size).ok(),
                            _ => None,
                        },
                        _ => None,
                    }
                });
                match size {
                    // SAFETY: the library says that it gives so many.
                    Some(size) => unsafe { memory::array(&self.api, kind, word, size) },
                    None => Value::Address(word),
                }
            }
            _ => Value::Address(word),
        }
    }
}

/// The arguments as they lie in registers and on the stack.
fn words(api: &CApi, signature: &Signature, registers: &Registers) -> Vec<u64> {
    let (mut integers, mut floats, mut stack) = (0, 0, 0);
    let mut words = Vec::new();
    for parameter in &signature.parameters {
        let kind = &parameter.kind;
        let is_float = kind.stars == 0 && !kind.is_array && api.class(&kind.base) == Class::Double;
        let register = match is_float {
            true => registers.floats.get(floats),
            false => registers.integers.get(integers),
        };
        *(if is_float { &mut floats } else { &mut integers }) += 1;
        words.push(match register {
            Some(word) => *word,
            None => {
                // SAFETY: further arguments of the function lie there.
                let word = unsafe { registers.stack.add(stack).read() };
                stack += 1;
                word
            }
        });
    }
    words
}

/// The number of elements of the array at a position: the next number before it, by the habit of all these APIs.
fn count_before(api: &CApi, signature: &Signature, position: usize, raw: &[u64]) -> Option<u64> {
    (0..position).rev().find_map(|before| {
        let kind = &signature.parameters.get(before)?.kind;
        let is_count = kind.stars == 0 && !kind.is_array;
        match api.class(&kind.base) {
            class @ Class::Integer(..) if is_count => {
                match memory::scalar(class, *raw.get(before)?) {
                    Value::Int(count) => u64::try_from(count).ok(),
                    _ => None,
                }
            }
            _ => None,
        }
    })
}

/// The number of objects of the list at a position, if the argument behind it is one: so Boolector has it.
fn count_after(api: &CApi, signature: &Signature, position: usize, raw: &[u64]) -> Option<u64> {
    let after = signature.parameters.get(position + 1)?;
    let is_count = matches!(&*after.name, "argc" | "paramc" | "arity") && after.kind.stars == 0;
    match api.class(&after.kind.base) {
        class @ Class::Integer(..) if is_count => {
            match memory::scalar(class, *raw.get(position + 1)?) {
                Value::Int(count) => u64::try_from(count).ok(),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The length of characters, if the argument before them is one.
fn length_before(signature: &Signature, position: usize, raw: &[u64]) -> Option<u64> {
    let before = position.checked_sub(1)?;
    let parameter = signature.parameters.get(before)?;
    (parameter.name == "len").then(|| raw.get(before).map(|length| *length & 0xffff_ffff))?
}
