//! Prints scripts that are alike, such as the mutants of a seed: what they have in common is printed once.
//!
//! The text is that of [`print`](super::print). A formula without variables is written the same wherever it stands, so its text is
//! kept; so is that of the declarations.

use murxla_api::QuickMap;
use murxla_api::smtlib::Dialect;

use super::names::Names;
use super::terms::Workings;
use super::{PrintError, Printer, print};
use crate::smt::{Command, Script, Term};

/// What is the same in several scripts over one graph, which changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lasting {
    /// Which graph it is, of those that are printed in turns.
    pub graph: usize,
    /// So many of the first terms are always the same.
    pub terms: usize,
    /// So many of the first symbols are always the same.
    pub symbols: usize,
    /// All other terms are the same as long as this is; `None`: they are others each time.
    pub generation: Option<u64>,
}

/// More bytes of texts are not kept of a graph, and not so many graphs.
const MOST_BYTES: usize = 1 << 26;
const MOST_GRAPHS: usize = 12;

/// What is kept of one graph.
struct Kept {
    graph: usize,
    /// The declarations, which begin each script, and their text.
    first: Vec<Command>,
    text: String,
    workings: Workings,
    /// How many names the declarations gave.
    named: usize,
    /// The texts of assertions of terms that are always there, and of others.
    always: QuickMap<Term, Box<str>>,
    now: QuickMap<Term, Box<str>>,
    generation: Option<u64>,
    /// The bytes of all these texts.
    bytes: usize,
}

/// Prints scripts that are alike.
pub struct Reprinter<'d> {
    dialect: &'d Dialect,
    kept: Vec<Kept>,
    out: String,
}

/// Whether a command declares what lasts.
fn declares(command: &Command, symbols: usize) -> bool {
    match command {
        Command::SetLogic(_)
        | Command::SetOption { .. }
        | Command::SetInfo { .. }
        | Command::DeclareSort { .. }
        | Command::DefineSort { .. }
        | Command::DeclareDatatypes(_)
        | Command::DefineRec(_) => true,
        Command::Declare(symbol) => symbol.index() < symbols,
        Command::Define(definition) => definition.symbol.index() < symbols,
        _ => false,
    }
}

impl<'d> Reprinter<'d> {
    /// Prints in this dialect.
    pub fn new(dialect: &'d Dialect) -> Reprinter<'d> {
        Reprinter { dialect, kept: Vec::new(), out: String::new() }
    }

    /// The text of a script, or what in it has none.
    pub fn print(&mut self, script: &Script, lasting: Lasting) -> Result<&str, PrintError> {
        if lasting == Lasting::default() {
            self.out = print(script, self.dialect)?;
            return Ok(&self.out);
        }
        let count = script.commands.iter().take_while(|one| declares(one, lasting.symbols)).count();
        let (first, rest) = script.commands.split_at(count);
        let place = self.kept.iter().position(|kept| kept.graph == lasting.graph);
        let known = place.map(|place| self.kept.swap_remove(place));
        let known = known.filter(|kept| kept.first == first);
        let mut kept = match known {
            Some(known) => known,
            None => Kept::begin(script, first, self.dialect, lasting)?,
        };
        if kept.generation != lasting.generation {
            kept.now.clear();
            kept.generation = lasting.generation;
        }
        let mut out = std::mem::take(&mut self.out);
        out.clear();
        out.push_str(&kept.text);
        kept.workings.names.grow(&script.graph);
        let workings = std::mem::take(&mut kept.workings);
        let mut printer = Printer::with(script, self.dialect, workings, out);
        for command in rest {
            let Some((texts, term)) = kept.texts_of(command, &mut printer, lasting) else {
                printer.command(command)?;
                continue;
            };
            if let Some(text) = texts.get(&term) {
                printer.out.push_str(text);
                continue;
            }
            let from = printer.out.len();
            printer.command(command)?;
            let text = &printer.out[from..];
            texts.insert(term, text.into());
            kept.bytes += text.len();
        }
        let Printer { terms, out, .. } = printer;
        kept.workings = terms.end();
        kept.workings.names.roll_back(kept.named);
        if kept.bytes > MOST_BYTES {
            kept.always.clear();
            kept.now.clear();
            kept.bytes = 0;
        }
        if self.kept.len() >= MOST_GRAPHS {
            self.kept.remove(0);
        }
        self.kept.push(kept);
        self.out = out;
        Ok(&self.out)
    }
}

impl Kept {
    /// Prints the declarations.
    fn begin(
        script: &Script,
        first: &[Command],
        dialect: &Dialect,
        lasting: Lasting,
    ) -> Result<Kept, PrintError> {
        let workings = Workings::new(Names::new(script));
        let mut printer = Printer::with(script, dialect, workings, String::new());
        for command in first {
            printer.command(command)?;
        }
        let Printer { terms, out, .. } = printer;
        let workings = terms.end();
        Ok(Kept {
            graph: lasting.graph,
            first: first.to_vec(),
            text: out,
            named: workings.names.mark(),
            workings,
            always: QuickMap::default(),
            now: QuickMap::default(),
            generation: lasting.generation,
            bytes: 0,
        })
    }

    /// Where the text of a command is kept, and by which term; `None` if it is not.
    fn texts_of(
        &mut self,
        command: &Command,
        printer: &mut Printer<'_>,
        lasting: Lasting,
    ) -> Option<(&mut QuickMap<Term, Box<str>>, Term)> {
        let Command::Assert(term) = command else { return None };
        // Variables have names by what is around them; and so has what is named.
        if printer.graph.has_variables(*term) || printer.terms.said().len() > 0 {
            return None;
        }
        match term.index() < lasting.terms {
            true => Some((&mut self.always, *term)),
            false => lasting.generation.map(|_| (&mut self.now, *term)),
        }
    }
}
