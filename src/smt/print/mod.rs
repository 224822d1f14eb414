//! The printer: scripts as text.
//!
//! What is shared in the graph is written once, under a name of `let`. Symbols keep their names where these are free, and
//! get a number otherwise. The text depends on the structure of the script alone: what is read from it is printed the
//! same way again.

mod error;
mod names;
mod plan;
mod reprint;
mod said;
mod terms;
#[cfg(test)]
mod tests;
mod written;

use std::fmt::Write;

use murxla_api::smtlib::{Dialect, SortText, SymbolText};
use murxla_api::{Datatype, FieldSort, Sort, SortShape};

pub use error::PrintError;
pub use reprint::{Lasting, Reprinter};

use names::Names;
use terms::{TermWriter, Workings};

use super::{Command, Definition, Graph, Script, Symbol, Term};

/// The text of a script, or what in it has none.
pub fn print(script: &Script, dialect: &Dialect) -> Result<String, PrintError> {
    let mut printer = Printer::new(script, dialect);
    for command in &script.commands {
        printer.command(command)?;
    }
    Ok(printer.out)
}

/// The text of a script, without the commands that cannot be written; these are told to `left_out`.
pub fn print_what_can_be(
    script: &Script,
    dialect: &Dialect,
    mut left_out: impl FnMut(&Command, &PrintError),
) -> String {
    let mut printer = Printer::new(script, dialect);
    for command in &script.commands {
        let (length, said) = (printer.out.len(), printer.terms.said().len());
        if let Err(error) = printer.command(command) {
            printer.out.truncate(length);
            printer.terms.said().truncate(said);
            left_out(command, &error);
            printer.comment(&format!("left out: {error}"));
        }
    }
    printer.out
}

struct Printer<'s> {
    graph: &'s Graph,
    dialect: &'s Dialect,
    terms: TermWriter<'s>,
    out: String,
}

impl<'s> Printer<'s> {
    fn new(script: &'s Script, dialect: &'s Dialect) -> Printer<'s> {
        Printer::with(script, dialect, Workings::new(Names::new(script)), String::new())
    }

    /// The same with what was kept of the printing of another script.
    fn with(
        script: &'s Script,
        dialect: &'s Dialect,
        workings: Workings,
        out: String,
    ) -> Printer<'s> {
        let terms = TermWriter::new(&script.graph, dialect, workings);
        Printer { graph: &script.graph, dialect, terms, out }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn term(&mut self, term: Term) -> Result<(), PrintError> {
        self.terms.write(&mut self.out, term)
    }

    fn sort(&mut self, sort: &Sort) {
        let _ = write!(self.out, "{}", SortText(sort, self.dialect));
    }

    fn comment(&mut self, text: &str) {
        for line in text.lines() {
            let _ = writeln!(self.out, "; {line}");
        }
    }

    fn command(&mut self, command: &Command) -> Result<(), PrintError> {
        match command {
            Command::SetLogic(logic) => _ = write!(self.out, "(set-logic {})", SymbolText(logic)),
            Command::SetOption { keyword, value } => {
                self.attribute("set-option", keyword, value);
                if &**keyword == "global-declarations" {
                    self.terms.said().set_global(&**value == "true");
                }
            }
            Command::SetInfo { keyword, value } => self.attribute("set-info", keyword, value),
            Command::DeclareSort { name, arity } => {
                let _ = write!(self.out, "(declare-sort {} {arity})", SymbolText(name));
            }
            Command::DefineSort { name, params, text } => {
                let params: Vec<String> =
                    params.iter().map(|name| SymbolText(name).to_string()).collect();
                let params = params.join(" ");
                let _ = write!(self.out, "(define-sort {} ({params}) {text})", SymbolText(name));
            }
            Command::DeclareDatatypes(group) => self.datatypes(group),
            Command::Declare(symbol) => self.declare(*symbol),
            Command::Define(definition) => {
                self.push("(define-fun ");
                self.signature(definition, "");
                self.push(" ");
                self.body(definition)?;
                self.push(")");
            }
            Command::DefineRec(definitions) => self.recursive(definitions)?,
            Command::Assert(term) => {
                self.push("(assert ");
                self.term(*term)?;
                self.push(")");
            }
            Command::CheckSat => self.push("(check-sat)"),
            Command::CheckSatAssuming(terms) => self.list("check-sat-assuming", terms)?,
            Command::Push(levels) => {
                self.terms.said().push(*levels);
                let _ = write!(self.out, "(push {levels})");
            }
            Command::Pop(levels) => {
                self.terms.said().pop(*levels);
                let _ = write!(self.out, "(pop {levels})");
            }
            Command::GetValue(terms) => self.list("get-value", terms)?,
            Command::Reset => {
                self.push("(reset)");
                self.terms.names.reset();
                self.terms.said().reset();
            }
            Command::Plain { row, words } => {
                if command.forgets_assertions() {
                    self.terms.said().reset_assertions();
                }
                let _ = write!(self.out, "({}", row.smtlib);
                for word in words {
                    let _ = write!(self.out, " :{word}");
                }
                self.push(")");
            }
            Command::Own { row, words, terms } => {
                let mut head = row.smtlib.to_owned();
                words.iter().for_each(|word| head.extend([" :", word]));
                match terms.is_empty() {
                    true => {
                        let _ = write!(self.out, "({head})");
                    }
                    false => self.list(&head, terms)?,
                }
            }
            Command::Exit => self.push("(exit)"),
            Command::Verbatim(text) => self.push(text),
            Command::Comment(text) => {
                self.comment(text);
                return Ok(());
            }
        }
        self.push("\n");
        Ok(())
    }

    fn attribute(&mut self, command: &str, keyword: &str, value: &str) {
        let space = if value.is_empty() { "" } else { " " };
        let _ = write!(self.out, "({command} :{keyword}{space}{value})");
    }

    /// `(command (t…))`
    fn list(&mut self, command: &str, terms: &[Term]) -> Result<(), PrintError> {
        let _ = write!(self.out, "({command} (");
        for (number, term) in terms.iter().enumerate() {
            if number > 0 {
                self.push(" ");
            }
            self.term(*term)?;
        }
        self.push("))");
        Ok(())
    }

    fn declare(&mut self, symbol: Symbol) {
        let name = self.terms.names.symbol(self.graph, symbol);
        let sort = &self.graph.symbol(symbol).sort;
        match sort.shape() {
            SortShape::Fun(domain, codomain) => {
                let _ = write!(self.out, "(declare-fun {name} (");
                for (number, sort) in domain.iter().enumerate() {
                    if number > 0 {
                        self.push(" ");
                    }
                    self.sort(sort);
                }
                self.push(") ");
                self.sort(codomain);
            }
            _ => {
                let _ = write!(self.out, "(declare-const {name} ");
                self.sort(sort);
            }
        }
        self.push(")");
    }

    /// `name ((x S)…) S`; the variables have their names from here on.
    fn signature(&mut self, definition: &Definition, open: &str) {
        let graph = self.graph;
        let name = self.terms.names.symbol(graph, definition.symbol);
        let _ = write!(self.out, "{open}{name} (");
        for (number, variable) in definition.variables.iter().enumerate() {
            let name = self.terms.names.bind(graph, *variable);
            let sort = SortText(&graph.variable(*variable).sort, self.dialect);
            let space = if number > 0 { " " } else { "" };
            let _ = write!(self.out, "{space}({} {sort})", SymbolText(&name));
        }
        self.push(") ");
        let sort = &graph.symbol(definition.symbol).sort;
        match sort.shape() {
            SortShape::Fun(_, codomain) if !definition.variables.is_empty() => self.sort(codomain),
            _ => self.sort(sort),
        }
    }

    /// The body of a definition whose variables have their names; afterwards they have not.
    fn body(&mut self, definition: &Definition) -> Result<(), PrintError> {
        let written = self.term(definition.body);
        for variable in &definition.variables {
            self.terms.names.unbind(*variable);
        }
        written
    }

    fn recursive(&mut self, definitions: &[Definition]) -> Result<(), PrintError> {
        if let [definition] = definitions {
            self.push("(define-fun-rec ");
            self.signature(definition, "");
            self.push(" ");
            self.body(definition)?;
            self.push(")");
            return Ok(());
        }
        self.push("(define-funs-rec (");
        for (number, definition) in definitions.iter().enumerate() {
            self.signature(definition, if number > 0 { " (" } else { "(" });
            self.push(")");
            for variable in &definition.variables {
                self.terms.names.unbind(*variable);
            }
        }
        self.push(") (");
        for (number, definition) in definitions.iter().enumerate() {
            if number > 0 {
                self.push(" ");
            }
            for variable in &definition.variables {
                self.terms.names.bind(self.graph, *variable);
            }
            self.body(definition)?;
        }
        self.push("))");
        Ok(())
    }

    fn datatypes(&mut self, group: &[Datatype]) {
        let coinductive = group.iter().any(|datatype| datatype.definition().coinductive);
        self.push(if coinductive { "(declare-codatatypes (" } else { "(declare-datatypes (" });
        for (number, datatype) in group.iter().enumerate() {
            let space = if number > 0 { " " } else { "" };
            let (name, count) = (datatype.name(), datatype.definition().params.len());
            let _ = write!(self.out, "{space}({} {count})", SymbolText(name));
        }
        self.push(") (");
        for (number, datatype) in group.iter().enumerate() {
            let definition = datatype.definition();
            self.push(if number > 0 { " (" } else { "(" });
            if !definition.params.is_empty() {
                let params: Vec<String> =
                    definition.params.iter().map(|name| SymbolText(name).to_string()).collect();
                let _ = write!(self.out, "par ({}) (", params.join(" "));
            }
            for (number, constructor) in definition.constructors.iter().enumerate() {
                let space = if number > 0 { " " } else { "" };
                let _ = write!(self.out, "{space}({}", SymbolText(&constructor.name));
                self.terms.names.take(&constructor.name);
                for (selector, field) in &constructor.fields {
                    let _ = write!(self.out, " ({} ", SymbolText(selector));
                    self.terms.names.take(selector);
                    self.field(datatype, field);
                    self.push(")");
                }
                self.push(")");
            }
            self.push(if definition.params.is_empty() { ")" } else { "))" });
        }
        self.push("))");
    }

    /// The sort of a field; sorts are not deep.
    fn field(&mut self, datatype: &Datatype, field: &FieldSort<Sort>) {
        match field {
            FieldSort::Sort(sort) => self.sort(sort),
            FieldSort::Param(number) => {
                let name = datatype.definition().params.get(*number);
                let _ = write!(self.out, "{}", SymbolText(name.map_or("", |name| name)));
            }
            FieldSort::Member(index, args) => {
                let name = datatype.group().get(*index).map_or("", |member| &*member.name);
                if args.is_empty() {
                    let _ = write!(self.out, "{}", SymbolText(name));
                    return;
                }
                let _ = write!(self.out, "({}", SymbolText(name));
                for arg in args {
                    self.push(" ");
                    self.field(datatype, arg);
                }
                self.push(")");
            }
            FieldSort::Instance(..) | FieldSort::Nested(_) => {
                let params = &datatype.definition().params;
                let params: Vec<Sort> =
                    params.iter().map(|name| Sort::uninterpreted(name)).collect();
                if let Some(sort) = datatype.field_sort(field, &params) {
                    self.sort(&sort);
                }
            }
        }
    }
}
