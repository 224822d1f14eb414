//! Declarations and definitions of functions, constants and sorts.

use murxla_api::Sort;

use super::Checker;
use super::error::{Checked, expected};
use super::names::Origin;
use super::scope::{Meaning, SortMeaning};
use super::sorts::{function_sort, limited, parameter};
use super::terms::{Frame, FrameKind};
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::{Command, Definition, Symbol, Variable};

/// A function whose body is still to be read.
struct Header {
    symbol: Symbol,
    params: CellId,
    result: Sort,
}

impl Checker<'_> {
    /// A frame that is not on the stack: what it says was in scope.
    fn outside(&self, list: CellId) -> Frame {
        Frame {
            kind: FrameKind::LetBody,
            list,
            next: list,
            end: list,
            base: self.values.len(),
            locals: self.scope.mark(),
            bound: self.bound.len() as u32,
        }
    }

    /// Makes a symbol, to which the name in this cell belongs from now on.
    fn declare(
        &mut self,
        at: CellId,
        domain: Vec<Sort>,
        result: Sort,
        origin: Origin,
    ) -> Checked<Symbol> {
        let name = self.name(at)?;
        let sort = if domain.is_empty() { result } else { function_sort(domain, result) };
        limited(at, &sort)?;
        self.declarable(at, &sort, origin)?;
        let symbol = self.graph.add_symbol(self.source.texts.get(name), sort);
        let term = self.graph.constant(symbol);
        if origin == Origin::Definition {
            self.scope.definitions.insert(term);
        }
        // The newest is tried first.
        let mut all = vec![term];
        all.extend(self.scope.functions(name));
        let meaning = match all.len() {
            1 => Meaning::Term(term),
            _ => {
                self.scope.overloads.push(all);
                Meaning::Overloaded(self.scope.overloads.len() as u32 - 1)
            }
        };
        self.scope.bind(name, meaning);
        Ok(symbol)
    }

    /// `(declare-fun name (sorts…) sort)`
    pub(super) fn declare_fun(&mut self, list: CellId) -> Checked<Command> {
        let [_, name, domain, result] = self.exactly(list, "a name, sorts and a sort")?;
        let mut sorts = Vec::new();
        for sort in self.items(domain) {
            sorts.push(self.sort(sort)?);
        }
        let result = self.sort(result)?;
        self.declare(name, sorts, result, Origin::Declaration).map(Command::Declare)
    }

    /// `(declare-const name sort)`
    pub(super) fn declare_const(&mut self, list: CellId) -> Checked<Command> {
        let [_, name, sort] = self.exactly(list, "a name and a sort")?;
        let sort = self.sort(sort)?;
        self.declare(name, Vec::new(), sort, Origin::Declaration).map(Command::Declare)
    }

    /// `(define-fun name ((name sort)…) sort term)`; the body does not know the name.
    pub(super) fn define_fun(&mut self, list: CellId) -> Checked<Command> {
        let [_, name, params, result, body] =
            self.exactly(list, "a name, parameters, a sort and a term")?;
        let frame = self.outside(list);
        let variables = self.bind_parameters(params)?;
        let result = self.sort(result)?;
        let term = self.term(body)?;
        let body = self.of_sort(body, term, &result)?;
        self.leave(frame);
        let domain = self.sorts_of(&variables);
        let symbol = self.declare(name, domain, result, Origin::Definition)?;
        Ok(Command::Define(Definition { symbol, variables, body }))
    }

    /// `(define-const name sort term)`
    pub(super) fn define_const(&mut self, list: CellId) -> Checked<Command> {
        let [_, name, sort, body] = self.exactly(list, "a name, a sort and a term")?;
        let sort = self.sort(sort)?;
        let term = self.term(body)?;
        let body = self.of_sort(body, term, &sort)?;
        let symbol = self.declare(name, Vec::new(), sort, Origin::Definition)?;
        Ok(Command::Define(Definition { symbol, variables: Vec::new(), body }))
    }

    /// `(define-fun-rec name ((name sort)…) sort term)`
    pub(super) fn define_fun_rec(&mut self, list: CellId) -> Checked<Command> {
        let [_, name, params, result, body] =
            self.exactly(list, "a name, parameters, a sort and a term")?;
        let header = self.header(list, name, params, result)?;
        Ok(Command::DefineRec(vec![self.body(header, body)?]))
    }

    /// `(define-funs-rec ((name ((name sort)…) sort)…) (terms…))`
    pub(super) fn define_funs_rec(&mut self, list: CellId) -> Checked<Command> {
        let [_, headers, bodies] = self.exactly(list, "functions and their bodies")?;
        let (headers, bodies) = (self.items(headers), self.items(bodies));
        if headers.len() != bodies.len() || headers.is_empty() {
            return expected(list, "a body for each function");
        }
        let mut functions = Vec::new();
        for header in headers {
            let [name, params, result] = self.exactly(header, "a name, parameters and a sort")?;
            functions.push(self.header(header, name, params, result)?);
        }
        let bodies = functions.into_iter().zip(bodies);
        let definitions = bodies.map(|(header, body)| self.body(header, body));
        Ok(Command::DefineRec(definitions.collect::<Checked<_>>()?))
    }

    fn header(
        &mut self,
        list: CellId,
        name: CellId,
        params: CellId,
        result: CellId,
    ) -> Checked<Header> {
        let frame = self.outside(list);
        let variables = self.bind_parameters(params)?;
        self.leave(frame);
        let result = self.sort(result)?;
        let domain = self.sorts_of(&variables);
        let symbol = self.declare(name, domain, result.clone(), Origin::Definition)?;
        Ok(Header { symbol, params, result })
    }

    fn body(&mut self, header: Header, body: CellId) -> Checked<Definition> {
        let frame = self.outside(body);
        let variables = self.bind_variables(header.params)?;
        let term = self.term(body)?;
        let body = self.of_sort(body, term, &header.result)?;
        self.leave(frame);
        Ok(Definition { symbol: header.symbol, variables, body })
    }

    fn sorts_of(&self, variables: &[Variable]) -> Vec<Sort> {
        variables.iter().map(|variable| self.graph.variable(*variable).sort.clone()).collect()
    }

    /// `(declare-sort name arity)`; Z3 takes it without arity.
    pub(super) fn declare_sort(&mut self, list: CellId) -> Checked<Command> {
        let items = self.items(list);
        let (name, arity) = match items.as_slice() {
            [_, name] => (*name, 0),
            [_, name, arity] if self.source.kind(*arity) == Kind::Numeral => {
                match self.source.text(*arity).parse() {
                    Ok(arity) => (*name, arity),
                    Err(_) => return expected(*arity, "an arity"),
                }
            }
            _ => return expected(list, "a name and an arity"),
        };
        let id = self.new_sort_name(name)?;
        let text = self.source.text(name);
        let meaning = match arity {
            0 => SortMeaning::Sort(Sort::uninterpreted(text)),
            _ => SortMeaning::Declared(arity as usize),
        };
        self.scope.bind_sort(id, meaning);
        Ok(Command::DeclareSort { name: text.into(), arity })
    }

    /// `(define-sort name (parameters…) sort)`
    pub(super) fn define_sort(&mut self, list: CellId) -> Checked<Command> {
        let [_, name, params, sort] = self.exactly(list, "a name, parameters and a sort")?;
        let id = self.new_sort_name(name)?;
        let params = self.sort_parameters(params)?;
        let hidden: Vec<_> = params
            .iter()
            .enumerate()
            .map(|(number, param)| {
                let meaning = SortMeaning::Sort(parameter(number));
                (*param, self.scope.replace_sort(*param, Some(meaning)))
            })
            .collect();
        let form = self.sort(sort);
        for (param, meaning) in hidden.into_iter().rev() {
            self.scope.replace_sort(param, meaning);
        }
        let meaning = match params.len() {
            0 => SortMeaning::Sort(form?),
            count => SortMeaning::Alias(count, form?),
        };
        self.scope.bind_sort(id, meaning);
        Ok(Command::DefineSort {
            name: self.source.text(name).into(),
            params: params.iter().map(|param| self.source.texts.get(*param).into()).collect(),
            text: self.source.written(sort).into(),
        })
    }
}
