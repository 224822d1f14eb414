//! Exports calls that make terms, other than applications.

use murxla_api::{ActionKind, Sort, SortShape};

use super::exporter::{Exporter, Why};
use super::lowered::Lowered;
use crate::smt::{Command, Definition, Node, Symbol, SymbolDef, Term};
use crate::trace::{Call, CallArg, Name, TermName};

impl Exporter<'_> {
    pub(super) fn make(&mut self, call: &Call) -> Result<(), Why> {
        if let (ActionKind::DefineRecFun, [CallArg::Term(function), ..]) =
            (call.action.kind(), call.args.as_slice())
        {
            return self.recursive_definition(*function, call);
        }
        for name in &call.rets {
            if let Name::Term(name) = name {
                let term = self.questions.term(*name).ok_or_else(|| self.unknown(call))?;
                if let Node::Constant(symbol) = self.questions.graph().node(term) {
                    self.introduce(call.action.kind(), symbol);
                }
                self.lowered(term)?;
            }
        }
        Ok(())
    }

    /// Says what a symbol is that a call makes.
    fn introduce(&mut self, kind: ActionKind, symbol: Symbol) {
        let made = match kind {
            ActionKind::MkConst => self.declare(symbol),
            ActionKind::MkRecFun => self.declare_recursive_function(symbol),
            ActionKind::MkFun => self.function(symbol),
            _ => return,
        };
        self.lowered.symbols.insert(symbol, made);
    }

    /// A symbol of the same name, with its sort as the dialect has it.
    fn new_symbol(&mut self, symbol: Symbol) -> Result<Symbol, Why> {
        let SymbolDef { name, sort } = self.questions.graph().symbol(symbol).clone();
        let sort = self.lower(&sort)?;
        self.require_declarable(&sort)?;
        Ok(self.script.graph.add_symbol(&name, sort))
    }

    fn declare(&mut self, symbol: Symbol) -> Result<Symbol, Why> {
        let symbol = self.new_symbol(symbol)?;
        self.begin_commands();
        self.say(Command::Declare(symbol));
        Ok(symbol)
    }

    fn declare_recursive_function(&mut self, symbol: Symbol) -> Result<Symbol, Why> {
        if self.dialect().lacks.contains(&"define-fun-rec") {
            return Err("there is no text for recursive functions".to_owned());
        }
        let symbol = self.new_symbol(symbol)?;
        self.recursive.insert(symbol, None);
        Ok(symbol)
    }

    /// An error if a symbol of this sort cannot be declared.
    fn require_declarable(&self, sort: &Sort) -> Result<(), Why> {
        match sort.shape() {
            SortShape::Fun(..) | SortShape::RegLan if self.dialect().higher_order => Ok(()),
            SortShape::Fun(domain, codomain) => {
                let mut parts = domain.iter().chain([codomain]);
                match parts.find(|part| matches!(part.shape(), SortShape::Fun(..))) {
                    Some(part) => Err(format!("there is no text for {part} inside of a sort")),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// The definition of a symbol as the dialect has it.
    fn lowered_definition(
        &mut self,
        source: Symbol,
        symbol: impl FnOnce(&mut Self, Sort) -> Result<Symbol, Why>,
    ) -> Result<Definition, Why> {
        let definition = self.questions.definition(source).cloned();
        let definition = definition.ok_or("the solver alone knows what defines it")?;
        let variables = self.lowered_variables(&definition.variables)?;
        let body = self.lowered(definition.body)?;
        let graph = &self.script.graph;
        let codomain = graph.sort(body).clone();
        let domain: Vec<Sort> =
            variables.iter().map(|one| graph.variable(*one).sort.clone()).collect();
        let sort = if domain.is_empty() { codomain } else { Sort::fun(domain, codomain) };
        let symbol = symbol(self, sort)?;
        Ok(Definition { symbol, variables, body })
    }

    fn function(&mut self, source: Symbol) -> Result<Symbol, Why> {
        let definition = self.lowered_definition(source, |exporter, sort| {
            exporter.require_declarable(&sort)?;
            let name = exporter.questions.graph().symbol(source).name.clone();
            Ok(exporter.script.graph.add_symbol(&name, sort))
        })?;
        self.begin_commands();
        let symbol = definition.symbol;
        if self.waits(&definition) {
            self.recursive.insert(symbol, Some(definition));
            self.define_recursive();
        } else {
            self.say(Command::Define(definition));
        }
        Ok(symbol)
    }

    fn recursive_definition(&mut self, function: TermName, call: &Call) -> Result<(), Why> {
        let lowered = self.known(function)?;
        let Node::Constant(symbol) = self.script.graph.node(lowered) else {
            return Err("what is defined is no function".to_owned());
        };
        if !matches!(self.recursive.get(&symbol), Some(None)) {
            return Err("the function is defined already".to_owned());
        }
        let source = self.questions.term(function).map(|term| self.questions.graph().node(term));
        let Some(Node::Constant(source)) = source else { return Err(self.unknown(call)) };
        if self.questions.definition(source).is_none() {
            return Err(self.unknown(call));
        }
        let definition = self.lowered_definition(source, |_, _| Ok(symbol));
        let definition = definition.map_err(|why| match call.args.last() {
            Some(CallArg::Term(body)) => format!("{body}: {why}"),
            _ => why,
        })?;
        self.recursive.insert(symbol, Some(definition));
        self.begin_commands();
        self.define_recursive();
        Ok(())
    }

    /// Whether a definition uses functions that the script does not define yet.
    fn waits(&self, definition: &Definition) -> bool {
        let waiting = self.symbols_of(definition.body);
        waiting.iter().any(|symbol| self.recursive.contains_key(symbol))
    }

    /// The symbols in a term that are recursive functions the script does not define yet.
    fn symbols_of(&self, term: Term) -> Vec<Symbol> {
        let graph = &self.script.graph;
        let mut seen = std::collections::HashSet::new();
        let (mut open, mut symbols) = (vec![term], Vec::new());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match graph.node(term) {
                Node::Constant(symbol) if self.recursive.contains_key(&symbol) => {
                    symbols.push(symbol);
                }
                _ => graph.visit_children(term, |child| open.push(child)),
            }
        }
        symbols
    }

    /// Writes all definitions that wait, if all that they need is there.
    fn define_recursive(&mut self) {
        if self.recursive.values().any(Option::is_none) {
            return;
        }
        let mut definitions: Vec<Definition> =
            self.recursive.drain().filter_map(|(_, definition)| definition).collect();
        definitions.sort_by_key(|definition| definition.symbol);
        if !definitions.is_empty() {
            self.say(Command::DefineRec(definitions));
        }
    }

    /// Before a command that may use them: functions that are declared only, and all definitions that wait for them.
    pub(super) fn declare_recursive(&mut self) {
        let mut undefined: Vec<Symbol> = self
            .recursive
            .iter()
            .filter(|(_, definition)| definition.is_none())
            .map(|(symbol, _)| *symbol)
            .collect();
        undefined.sort();
        for symbol in undefined {
            self.recursive.remove(&symbol);
            self.say(Command::Declare(symbol));
        }
        self.define_recursive();
    }

    /// Makes a name for a term, as a constant that is defined.
    pub(super) fn name_term(&mut self, name: &str, body: Term) -> Term {
        let sort = self.script.graph.sort(body).clone();
        let symbol = self.script.graph.add_symbol(name, sort);
        self.say(Command::Define(Definition { symbol, variables: Vec::new(), body }));
        self.script.graph.constant(symbol)
    }

    /// All names of the trace are gone.
    pub(super) fn forget_terms(&mut self) {
        self.lowered = Lowered::default();
        self.datatypes.clear();
        self.tuples.clear();
        self.recursive.clear();
    }
}
