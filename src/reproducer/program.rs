//! A recording as a C program that reads as if a person had written it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use murxla_api::visible;
use murxla_native::record::{CApi, CType, Class, NativeApi, Value, matches};

use super::Recording;
use super::repeated::Globals;
use super::steps::{Place, Source, Step, Steps, object_type};
use super::values::{double, number, string};
use crate::oracle::{INSPECTION, Violation};
use crate::trace::{Call, CallArg, Recorded};

/// How much of what was called a program calls. What is left out changes nothing, as far as is known; whether that is so in
/// this case is seen by running the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What the failure may depend on.
    Tidy,
    /// Also what makes something that is not used, and all counting of references.
    Making,
    /// Everything.
    Everything,
    /// What a program does that only wants the same from the solver: tidy, but it reads values.
    Loop,
}

/// What is said of a failure in a program, in words for people.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Solver, version and failure.
    pub title: String,
    /// What happens.
    pub happens: String,
    /// What should happen.
    pub should: String,
    /// Lines that come last: the proof.
    pub proof: String,
}

/// A program.
pub struct Program {
    /// Its text.
    pub text: String,
    /// The values that it prints, if it shows what its trace shows.
    pub values: Vec<String>,
    /// Objects that came from nowhere: the program is not whole.
    pub unknown: usize,
}

/// A line that is longer is broken.
const WIDTH: usize = 110;

impl Program {
    /// The program for a recording.
    pub fn of(recording: &Recording, api: &NativeApi, detail: Detail, about: &About) -> Program {
        let declared = api.declarations();
        let mut steps = Steps::of(&recording.written, &declared);
        steps.resolve(&declared, api.counting);
        steps.find_refusals(api.error_codes);
        let calls = recording.run.whole().calls;
        let is_rejected = |call: usize| {
            let call: Option<&Call> = calls.get(call);
            call.is_some_and(|call| matches!(call.reply, Some(Recorded::Rejected(_))))
        };
        let violated =
            calls.iter().enumerate().find_map(|(number, call)| Violation::recorded(number, call));
        let until = match (&violated, recording.run.fatal_call()) {
            (Some(violation), None) => violation.call,
            _ => steps.last_call,
        };
        // An inspection names the function first.
        let told = violated.as_ref().filter(|one| *one.oracle == *INSPECTION);
        let told = told.and_then(|one| one.what.split([' ', ':']).next()).map(str::to_owned);
        let kept = steps.kept(api, detail, until, told.as_deref(), &is_rejected);
        let refuses = (0..calls.len()).any(is_rejected)
            || steps.all.iter().zip(&kept).any(|(step, kept)| *kept && step.is_refused);
        let used = places_used(&steps, &kept);
        let mut writer = Writer {
            api,
            declared: &declared,
            detail,
            used,
            lines: Vec::new(),
            variables: HashMap::new(),
            types: HashMap::new(),
            structures: HashMap::new(),
            counters: BTreeMap::new(),
            values: Vec::new(),
            globals: None,
            unknown: 0,
            told,
            until,
        };
        let mut group = None;
        for (number, step) in steps.all.iter().enumerate().filter(|(number, _)| kept[*number]) {
            if group.is_some_and(|group| group != step.call) {
                writer.end_group(&calls, group, &violated);
            }
            if group != Some(step.call) {
                writer.begin_group(calls.get(step.call));
                group = Some(step.call);
            }
            writer.step(number, step, is_rejected(step.call));
        }
        writer.end_group(&calls, group, &violated);
        let text = writer.text(about, &calls, refuses);
        Program { text, values: writer.values, unknown: writer.unknown }
    }
}

/// The places of each step that steps use which a program has.
pub(super) fn places_used(steps: &Steps<'_>, kept: &[bool]) -> HashMap<usize, BTreeSet<Place>> {
    let mut used: HashMap<usize, BTreeSet<Place>> = HashMap::new();
    for (step, _) in steps.all.iter().zip(kept).filter(|(_, kept)| **kept) {
        for (_, source) in &step.sources {
            used.entry(source.step).or_default().insert(source.place);
        }
    }
    used
}

pub(super) struct Writer<'a> {
    pub(super) api: &'a NativeApi,
    pub(super) declared: &'a CApi,
    pub(super) detail: Detail,
    /// The places of each step that are used later.
    pub(super) used: HashMap<usize, BTreeSet<Place>>,
    pub(super) lines: Vec<String>,
    pub(super) variables: HashMap<Source, String>,
    /// The types of those variables.
    pub(super) types: HashMap<Source, String>,
    pub(super) structures: HashMap<(String, u64), String>,
    pub(super) counters: BTreeMap<String, usize>,
    /// The values that the program prints.
    pub(super) values: Vec<String>,
    /// What is declared outside of functions, if objects are kept there.
    pub(super) globals: Option<Globals>,
    pub(super) unknown: usize,
    /// The function that tells something wrong: what it gives is printed.
    pub(super) told: Option<String>,
    /// In this call of the trace.
    pub(super) until: usize,
}

/// How a number and a text are printed that are told wrongly.
const TOLD_NUMBER: &str = "printf(\"value: %lld\\n\", (long long){r});";
const TOLD_TEXT: &str = "printf(\"value: %s\\n\", {r});";

impl Writer<'_> {
    fn line(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    /// A new variable for objects of this type, or for something called so.
    fn variable(&mut self, kind: &str) -> String {
        let base = kind.trim_end_matches([' ', '*']);
        let known = self.api.variables.iter().find(|(known, _)| *known == base);
        let pattern = match known {
            Some((_, pattern)) => (*pattern).to_owned(),
            None => {
                let short = base.trim_start_matches("Z3_").trim_start_matches("Cvc5");
                let short = short.trim_start_matches("Bitwuzla").trim_end_matches("_t");
                format!("{}#", if short.is_empty() { "object" } else { short }.to_lowercase())
            }
        };
        let count = self.counters.entry(pattern.clone()).or_default();
        *count += 1;
        match (pattern.strip_suffix('#'), *count) {
            (Some(name), count) => format!("{name}{count}"),
            (None, 1) => pattern,
            (None, count) => format!("{pattern}{count}"),
        }
    }

    fn begin_group(&mut self, call: Option<&Call>) {
        let makes = call.is_some_and(|call| call.action.name().starts_with("mk-"));
        if !makes && self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.line("");
        }
    }

    fn end_group(&mut self, calls: &[Call], group: Option<usize>, violated: &Option<Violation>) {
        let Some(call) = group.and_then(|group| calls.get(group)) else { return };
        let makes = call.action.name().starts_with("mk-");
        // An error stays until it is asked for.
        if !self.api.check.is_empty() && !makes {
            self.line(self.api.check);
        }
        if let Some(Recorded::Rejected(why)) = &call.reply {
            self.line(format!("/* That was refused: {} */", comment(why)));
        }
        if violated.as_ref().is_some_and(|one| Some(one.call) == group) {
            self.line("/* Here it is wrong, as is told above. */");
        }
        if !makes {
            self.line("");
        }
    }

    /// Has a variable for a value of this type; gives its name.
    fn declare(&mut self, kind: &str, name: &str, value: &str) -> String {
        let (variable, statement) = match &mut self.globals {
            Some(globals) => {
                let place = globals.place(kind);
                let statement = format!("{place} = {value};");
                (place, statement)
            }
            None => {
                let variable = self.variable(name);
                let space = if kind.ends_with('*') { "" } else { " " };
                let statement = format!("{kind}{space}{variable} = {value};");
                (variable, statement)
            }
        };
        self.line(statement);
        variable
    }

    pub(super) fn step(&mut self, number: usize, step: &Step<'_>, is_rejected: bool) {
        let name = match self.api.tidy_instead.iter().find(|(one, _)| *one == step.function) {
            Some((_, instead)) if matches!(self.detail, Detail::Tidy | Detail::Loop) => *instead,
            _ => step.function,
        };
        for (pattern, statement) in self.api.before {
            if self.detail != Detail::Loop && matches(&[pattern], step.function) {
                self.line(*statement);
            }
        }
        let used = self.used.get(&number).cloned().unwrap_or_default();
        let mut shown: Vec<&str> = self
            .api
            .shown
            .iter()
            .filter(|_| self.detail != Detail::Loop)
            .filter(|(pattern, _)| matches(&[pattern], step.function))
            .map(|(_, statement)| *statement)
            // What a refused call gives is nothing to show.
            .take(usize::from(!is_rejected && !step.is_refused))
            .collect();
        let is_told = step.call == self.until && self.told.as_deref() == Some(step.function);
        if shown.is_empty() && is_told {
            match step.result {
                Some(Value::Int(number)) => {
                    shown.push(TOLD_NUMBER);
                    self.values.push(number.to_string());
                }
                // One whose length is told otherwise ends with no zero.
                Some(Value::Text(bytes)) if step.changed.is_empty() => {
                    shown.push(TOLD_TEXT);
                    self.values.push(String::from_utf8_lossy(bytes).into_owned());
                }
                _ => {}
            }
        }
        let mut arguments = Vec::new();
        let mut places: HashMap<usize, String> = HashMap::new();
        for position in 0..step.signature.parameters.len() {
            let text = self.argument(step, position, &mut places);
            arguments.push(text);
        }
        let call = format!("{name}({})", arguments.join(", "));
        let kind = &step.signature.result;
        let is_named =
            used.iter().any(|place| matches!(place, Place::Result | Place::ResultElement(_)))
                || shown.iter().any(|statement| statement.contains("{r}"));
        let mut result = String::new();
        if is_named && !kind.is_void() {
            let is_list = used.iter().any(|place| matches!(place, Place::ResultElement(_)));
            let name = if is_list { "list" } else { &kind.base };
            result = self.declare(&kind.text(), name, &call);
        } else {
            self.line(format!("{call};"));
        }
        for place in used {
            let (object, value) = match place {
                Place::Result => (kind, result.clone()),
                Place::ResultElement(element) => (kind, format!("{result}[{element}]")),
                Place::Argument(position) => {
                    let Some(name) = places.get(&position) else { continue };
                    (&step.signature.parameters[position].kind, name.clone())
                }
                Place::ArgumentElement(position, element) => {
                    let Some(name) = places.get(&position) else { continue };
                    let kind = &step.signature.parameters[position].kind;
                    let is_vector = self.declared.class(&kind.base) == Class::Struct;
                    let field = if is_vector { ".data" } else { "" };
                    (kind, format!("{name}{field}[{element}]"))
                }
            };
            // What the solver owns may be gone after the next call.
            let is_kept = match place {
                Place::Result => true,
                Place::Argument(_) => self.globals.is_none(),
                _ => false,
            };
            let value = if is_kept {
                value
            } else {
                let kind = object_type(self.declared, object);
                self.declare(&kind, &kind, &value)
            };
            let source = Source { step: number, place };
            self.types.insert(source, object_type(self.declared, object));
            self.variables.insert(source, value);
        }
        if !shown.is_empty()
            && let Some(value) = step.value
        {
            self.values.push(value.to_owned());
        }
        for statement in shown {
            let mut text = statement.replace("{r}", &result);
            for (position, argument) in arguments.iter().enumerate() {
                text = text.replace(&format!("{{{position}}}"), argument);
                if let Some(place) = places.get(&position) {
                    text = text.replace(&format!("{{{position}*}}"), place);
                }
            }
            self.line(text);
        }
    }

    fn argument(
        &mut self,
        step: &Step<'_>,
        position: usize,
        places: &mut HashMap<usize, String>,
    ) -> String {
        let callback = self
            .api
            .callbacks
            .iter()
            .find(|(function, at, _)| *function == step.function && *at == position);
        if let Some((_, _, text)) = callback {
            return (*text).to_owned();
        }
        let kind = &step.signature.parameters[position].kind;
        let Some(value) = step.arguments.get(position) else { return "NULL".to_owned() };
        let changed = step.changed.iter().find(|(at, _)| *at == position).map(|(_, value)| value);
        let changed = changed.filter(|changed| *changed != value);
        match value {
            Value::Place(address, _) if self.declared.class(&kind.base) == Class::Struct => {
                self.structure(&kind.base, *address, position, places)
            }
            Value::Address(address) if self.declared.class(&kind.base) == Class::Struct => {
                self.structure(&kind.base, *address, position, places)
            }
            Value::Place(_, there) => {
                let name = self.variable(&kind.base);
                let type_text = CType { stars: kind.stars - 1, ..kind.clone() }.text();
                let space = if type_text.ends_with('*') { "" } else { " " };
                let value = match (self.declared.class(&kind.base), &**there) {
                    // What was there before the call may be its argument, too.
                    (Class::Handle, Value::Handle(object)) if kind.stars == 1 => {
                        let known = self.known(step, &kind.base, *object);
                        known.unwrap_or_else(|| "NULL".to_owned())
                    }
                    (Class::Handle, _) => "NULL".to_owned(),
                    _ if kind.stars > 1 => "NULL".to_owned(),
                    _ => "0".to_owned(),
                };
                self.line(format!("{type_text}{space}{name} = {value};"));
                places.insert(position, name.clone());
                format!("&{name}")
            }
            Value::Array(elements) if changed.is_some() => {
                let name = self.variable(&kind.base);
                let name = format!("{name}s");
                let known: Option<Vec<String>> = elements
                    .iter()
                    .map(|element| match element {
                        Value::Handle(object) => self.known(step, &kind.base, *object),
                        _ => None,
                    })
                    .collect();
                let (base, count) = (&kind.base, elements.len().max(1));
                match known.filter(|known| !known.is_empty()) {
                    Some(known) => {
                        self.line(format!("{base} {name}[] = {{{}}};", known.join(", ")));
                    }
                    None => self.line(format!("{base} {name}[{count}];")),
                }
                places.insert(position, name.clone());
                name
            }
            Value::Address(_) if kind.base == "FILE" => "stdout".to_owned(),
            Value::Address(_)
                if !kind.is_const && (kind.is_array || kind.stars == 1) && kind.base != "void" =>
            {
                if let Some(globals) = &mut self.globals {
                    return globals.buffer(&kind.base);
                }
                let name = self.variable("buffer");
                self.line(format!("static {} {name}[65536];", kind.base));
                name
            }
            value => self.value(step, kind, value),
        }
    }

    fn structure(
        &mut self,
        base: &str,
        address: u64,
        position: usize,
        places: &mut HashMap<usize, String>,
    ) -> String {
        if address == 0 {
            return "NULL".to_owned();
        }
        let key = (base.to_owned(), address);
        let name = match self.structures.get(&key) {
            Some(name) => name.clone(),
            None => {
                let name = match &mut self.globals {
                    Some(globals) => globals.place(base),
                    None => {
                        let name = self.variable(base);
                        self.line(format!("{base} {name};"));
                        name
                    }
                };
                self.structures.insert(key, name.clone());
                name
            }
        };
        places.insert(position, name.clone());
        format!("&{name}")
    }

    /// The variable of an object.
    fn known(&self, step: &Step<'_>, base: &str, object: u64) -> Option<String> {
        let is_it = |one: &&((String, u64), Source)| {
            one.0.1 == object && one.0.0.trim_end_matches([' ', '*']) == base
        };
        let (_, source) = step.sources.iter().find(is_it)?;
        let name = self.variables.get(source)?;
        Some(match self.types.get(source) {
            // A sort of Z3's that is used as a term.
            Some(given) if given.trim_end_matches([' ', '*']) != base => format!("({base}){name}"),
            _ => name.clone(),
        })
    }

    fn value(&mut self, step: &Step<'_>, kind: &CType, value: &Value) -> String {
        match value {
            Value::Null => "NULL".to_owned(),
            Value::Int(value) => number(self.declared, &kind.base, *value),
            Value::Double(bits) => double(*bits),
            Value::Named(name) => name.clone(),
            Value::Text(bytes) => string(bytes),
            Value::Handle(object) => match self.known(step, &kind.base, *object) {
                Some(name) => name,
                None => match self.declared.class(&kind.base) {
                    Class::Number(_) => {
                        // Terms that are there from the beginning have fixed numbers.
                        if *object > 2 {
                            self.unknown += 1;
                        }
                        (*object as i64).to_string()
                    }
                    _ => {
                        self.unknown += 1;
                        "NULL /* unknown */".to_owned()
                    }
                },
            },
            Value::Array(elements) if elements.is_empty() => "NULL".to_owned(),
            Value::Array(elements) => {
                let inner = CType { is_array: false, ..kind.clone() };
                let is_nested = elements.iter().any(|one| matches!(one, Value::Array(_)));
                let texts: Vec<String> =
                    elements.iter().map(|one| self.value(step, &inner, one)).collect();
                let is_object = matches!(elements[0], Value::Handle(_))
                    && self.declared.class(&kind.base) == Class::Opaque;
                let is_pointer = is_object || matches!(elements[0], Value::Text(_));
                let stars = "*".repeat(usize::from(is_nested) + usize::from(is_pointer));
                let constant = if kind.is_const && !stars.is_empty() { "const " } else { "" };
                format!("({constant}{}{stars}[]){{{}}}", kind.base, texts.join(", "))
            }
            Value::Place(..) | Value::Address(_) => "NULL".to_owned(),
        }
    }

    fn text(&self, about: &About, calls: &[Call], refuses: bool) -> String {
        let on_refusal = if refuses { "" } else { "  exit(3);\n" };
        let patience = calls.iter().rev().find_map(patience_of).unwrap_or_default();
        // Statements that are there for a helper, where the program has no use for it.
        let has = |lines: &[String], word: &str| lines.iter().any(|line| has_word(line, word));
        let mut helpers = String::new();
        for helper in self.api.helpers {
            if has(&self.lines, helper.name) {
                let text = helper.text.replace("{on_refusal}", on_refusal);
                helpers.push_str(&text.replace("{patience}", &patience));
                helpers.push('\n');
            }
        }
        let mut body = String::new();
        for statement in self.api.start {
            body.push_str(&format!("  {statement}\n"));
        }
        let mut was_empty = true;
        for line in &self.lines {
            let line = match line.contains("{patience}") {
                true if !helpers.contains("patience") => continue,
                true => line.replace("{patience}", &patience),
                false => line.clone(),
            };
            if line.is_empty() {
                if !was_empty {
                    body.push('\n');
                }
            } else {
                body.push_str(&wrapped(&line));
            }
            was_empty = line.is_empty();
        }
        let mut includes: String =
            self.api.headers.iter().map(|header| format!("#include <{header}>\n")).collect();
        if body.contains("NAN") || body.contains("INFINITY") {
            includes.push_str("#include <math.h>\n");
        }
        includes.push_str(
            "#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n",
        );
        format!(
            "{}{includes}\n{helpers}int main(void)\n{{\n{body}{}  return 0;\n}}\n",
            heading(self.api, about),
            if was_empty { "" } else { "\n" }
        )
    }
}

fn patience_of(call: &Call) -> Option<String> {
    match &call.args[..] {
        [CallArg::Text(name), CallArg::Text(value)] if &**name == "terminate-after" => {
            Some(value.to_string())
        }
        _ => None,
    }
}

pub(super) fn has_word(line: &str, word: &str) -> bool {
    let is_part = |one: char| one.is_ascii_alphanumeric() || one == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part)
    })
}

fn heading(api: &NativeApi, about: &About) -> String {
    let mut text = String::from("/*\n");
    let mut paragraph = |words: &str| {
        for line in words.lines() {
            let line = comment(line);
            text.push_str(if line.is_empty() { " *" } else { " * " });
            text.push_str(line.trim_end());
            text.push('\n');
        }
    };
    paragraph(&about.title);
    paragraph("\n");
    if !about.happens.is_empty() {
        paragraph(&format!("What happens: {}", about.happens));
    }
    if !about.should.is_empty() {
        paragraph(&format!("What should happen: {}", about.should));
    }
    if !about.proof.is_empty() {
        paragraph(&format!("\n{}", about.proof));
    }
    paragraph(&format!(
        "\nWith the solver's headers below INCLUDE and its library in LIB:\n  \
         cc -Wall repro.c -o repro -IINCLUDE -LLIB {} -Wl,-rpath,LIB && ./repro",
        api.link
    ));
    text.push_str(" */\n");
    text
}

/// A text that ends no comment and begins none.
fn comment(text: &str) -> String {
    visible(text).replace("*/", "* /").replace("/*", "/ *")
}

/// A statement in lines that are not too long.
fn wrapped(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    let mut indent = "  ";
    while rest.len() + indent.len() > WIDTH {
        let Some(at) = last_break(rest, WIDTH - indent.len()) else { break };
        text.push_str(&format!("{indent}{}\n", rest[..at].trim_end()));
        rest = &rest[at..];
        indent = "      ";
    }
    text.push_str(&format!("{indent}{rest}\n"));
    text
}

/// Where a line can be broken, behind a comma that is in no string.
fn last_break(line: &str, width: usize) -> Option<usize> {
    let (mut in_string, mut escaped, mut found) = (false, false, None);
    for (at, character) in line.char_indices() {
        if at + 1 > width && found.is_some() {
            break;
        }
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => in_string = !in_string,
            ',' if !in_string && line[at + 1..].starts_with(' ') => found = Some(at + 2),
            _ => {}
        }
    }
    found
}
