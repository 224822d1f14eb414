//! The calls of a recording, where each object in them comes from, and which of them matter.

use std::collections::{HashMap, HashSet};

use murxla_native::record::{CApi, CType, Class, NativeApi, Signature, Value, Written, matches};

use super::Detail;

/// A call of the C API.
pub(super) struct Step<'a> {
    /// The function.
    pub(super) function: &'a str,
    /// What it declares.
    pub(super) signature: &'a Signature,
    /// Its arguments.
    pub(super) arguments: &'a [Value],
    /// What it gave; `None` if it did not return.
    pub(super) result: Option<&'a Value>,
    /// Arguments of the caller's that are other now.
    pub(super) changed: &'a [(usize, Value)],
    /// The value that a program prints after it.
    pub(super) value: Option<&'a str>,
    /// The number of the call of the trace for which it was made.
    pub(super) call: usize,
    /// Whether the wrapper was told of an error after it.
    pub(super) is_refused: bool,
    /// For each object among the arguments, where it comes from.
    pub(super) sources: Vec<(Object, Source)>,
}

/// An object: the type that stands for it, and its number or address.
pub(super) type Object = (String, u64);

/// Where in a step an object appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Place {
    /// It is the result.
    Result,
    /// It is an element of the result.
    ResultElement(usize),
    /// It was written to this argument.
    Argument(usize),
    /// It was written to an element of this argument.
    ArgumentElement(usize, usize),
}

/// The step that an object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Source {
    pub(super) step: usize,
    pub(super) place: Place,
}

/// The steps of a recording.
pub(super) struct Steps<'a> {
    pub(super) all: Vec<Step<'a>>,
    /// The call of the trace in which the last step was made.
    pub(super) last_call: usize,
}

/// Whether a text of a run is the beginning of a call, and not a reply or a comment.
fn begins_call(text: &str) -> bool {
    text.trim_start().starts_with(|first: char| first.is_ascii_digit())
}

impl<'a> Steps<'a> {
    /// The calls that were not made by a callback.
    pub(super) fn of(written: &'a [Written], api: &'a CApi) -> Steps<'a> {
        let mut all: Vec<Step<'a>> = Vec::new();
        // How many calls of the trace have begun.
        let mut calls = 0_usize;
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut ended = None;
        for line in written {
            match line {
                Written::Mark(text) => {
                    calls += text.lines().filter(|line| begins_call(line)).count();
                }
                Written::Call { function, depth, arguments } => {
                    let signature = api.signature(function).filter(|_| *depth == 0);
                    open.push(signature.map(|signature| {
                        all.push(Step {
                            function,
                            signature,
                            arguments,
                            result: None,
                            changed: &[],
                            value: None,
                            call: calls.saturating_sub(1),
                            is_refused: false,
                            sources: Vec::new(),
                        });
                        all.len() - 1
                    }));
                }
                Written::End { result, changed } => {
                    ended = open.pop().flatten();
                    if let Some(step) = ended {
                        all[step].result = Some(result);
                        all[step].changed = changed;
                    }
                }
                Written::Value(text) => {
                    if let Some(step) = ended {
                        all[step].value = Some(text);
                    }
                }
            }
        }
        let last_call = calls.saturating_sub(1);
        Steps { all, last_call }
    }

    /// Finds the steps after which an error was told.
    pub(super) fn find_refusals(&mut self, error_codes: &[&str]) {
        let mut before = None;
        for number in 0..self.all.len() {
            if !matches(error_codes, self.all[number].function) {
                before = Some(number);
            } else if matches!(self.all[number].result, Some(Value::Int(code)) if *code != 0)
                && let Some(refused) = before
            {
                self.all[refused].is_refused = true;
            }
        }
    }

    /// Finds where objects come from. Of functions that count references what they give is what they are given.
    pub(super) fn resolve(&mut self, api: &CApi, counting: &[&str]) {
        let mut known: HashMap<Object, Source> = HashMap::new();
        for number in 0..self.all.len() {
            let step = &self.all[number];
            let mut sources = Vec::new();
            for (parameter, value) in step.signature.parameters.iter().zip(step.arguments) {
                for_objects(api, &parameter.kind, value, &mut |object, _| {
                    if let Some(source) = find(&known, &object) {
                        sources.push((object, source));
                    }
                });
            }
            if !matches(counting, step.function) {
                let mut add = |object: Object, place: Place| {
                    known.insert(object, Source { step: number, place });
                };
                if let Some(result) = step.result {
                    for_objects(api, &step.signature.result, result, &mut |object, element| {
                        add(object, element.map_or(Place::Result, Place::ResultElement));
                    });
                }
                for (position, value) in step.changed {
                    if step.arguments.get(*position) == Some(value) {
                        continue;
                    }
                    let Some(parameter) = step.signature.parameters.get(*position) else {
                        continue;
                    };
                    for_objects(api, &parameter.kind, value, &mut |object, element| {
                        let element =
                            element.map(|element| Place::ArgumentElement(*position, element));
                        add(object, element.unwrap_or(Place::Argument(*position)));
                    });
                }
            }
            self.all[number].sources = sources;
        }
    }

    /// Which steps a program has; `told` is the function that tells something wrong.
    pub(super) fn kept(
        &self,
        api: &NativeApi,
        detail: Detail,
        until: usize,
        told: Option<&str>,
        is_rejected: &dyn Fn(usize) -> bool,
    ) -> Vec<bool> {
        let within = |step: &Step<'_>| step.call <= until;
        let is_counting = |step: &Step<'_>| matches(api.counting, step.function);
        let mut kept: Vec<bool> = self
            .all
            .iter()
            .map(|step| {
                // The step that did not return is what the program is about.
                step.result.is_none()
                    || (told == Some(step.function) && step.call == until)
                    || match detail {
                        Detail::Tidy => {
                            // What failed and was got over was a question.
                            !matches(api.telling, step.function)
                                && !matches(api.making, step.function)
                                && (!step.is_refused || is_rejected(step.call))
                        }
                        Detail::Loop => {
                            let is_read = matches(api.reading, step.function);
                            (is_read || !matches(api.telling, step.function))
                                && !matches(api.making, step.function)
                                && !step.is_refused
                        }
                        Detail::Making => !matches(api.telling, step.function),
                        Detail::Everything => true,
                    }
            })
            .zip(&self.all)
            .map(|(kept, step)| kept && within(step) && !is_counting(step))
            .collect();
        for number in (0..self.all.len()).rev() {
            if kept[number] {
                for (_, source) in &self.all[number].sources {
                    kept[source.step] = true;
                }
            }
        }
        // References are counted of what is there.
        let mut addresses: HashSet<u64> = HashSet::new();
        for (step, _) in self.all.iter().zip(&kept).filter(|(_, kept)| **kept) {
            addresses.extend(step.arguments.iter().filter_map(address));
        }
        for (number, step) in self.all.iter().enumerate() {
            let is_tidy = matches!(detail, Detail::Tidy | Detail::Loop);
            let drops = is_tidy && matches(api.tidy_without, step.function);
            if !is_counting(step) || !within(step) || drops {
                continue;
            }
            let last = step.arguments.iter().rev().find_map(|value| match value {
                Value::Handle(number) => Some(Ok(*number)),
                other => address(other).map(Err),
            });
            kept[number] = match last {
                Some(Ok(handle)) => {
                    let mut of = step.sources.iter().filter(|((_, one), _)| *one == handle);
                    of.next_back().is_some_and(|(_, source)| kept[source.step])
                }
                Some(Err(address)) => addresses.contains(&address),
                None => false,
            };
        }
        kept
    }
}

fn address(value: &Value) -> Option<u64> {
    match value {
        Value::Address(address) | Value::Place(address, _) => Some(*address),
        _ => None,
    }
}

/// An object by its type, or what has the same address as another type: a sort of Z3 is also a term.
fn find(known: &HashMap<Object, Source>, object: &Object) -> Option<Source> {
    known.get(object).copied().or_else(|| {
        if object.1 < 1 << 32 {
            return None;
        }
        let same = known.iter().filter(|((_, number), _)| *number == object.1);
        same.map(|(_, source)| *source).max_by_key(|source| source.step)
    })
}

/// Visits the objects in a value of this type, with the positions of those that are elements.
pub(super) fn for_objects(
    api: &CApi,
    kind: &CType,
    value: &Value,
    visit: &mut dyn FnMut(Object, Option<usize>),
) {
    match value {
        Value::Handle(number) => visit((object_type(api, kind), *number), None),
        Value::Place(_, inner) => match &**inner {
            Value::Array(_) => for_objects(api, kind, inner, visit),
            Value::Handle(number) => visit((object_type(api, kind), *number), None),
            _ => {}
        },
        Value::Array(elements) => {
            for (position, element) in elements.iter().enumerate() {
                match element {
                    Value::Handle(number) => {
                        visit((object_type(api, kind), *number), Some(position));
                    }
                    Value::Array(inner) => {
                        for one in inner {
                            for_objects(api, kind, one, visit);
                        }
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// The type of the objects that a type speaks of.
pub(super) fn object_type(api: &CApi, kind: &CType) -> String {
    match (&*kind.base, api.class(&kind.base)) {
        ("term_vector_t", _) => "term_t".to_owned(),
        ("type_vector_t", _) => "type_t".to_owned(),
        (base, Class::Opaque) => format!("{base} *"),
        (base, _) => base.to_owned(),
    }
}
