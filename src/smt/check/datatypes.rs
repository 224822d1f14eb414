//! Declarations of datatypes, as SMT-LIB 2.6 writes them and as 2.5 did.

use std::sync::Arc;

use murxla_api::{ConstructorDef, Datatype, DatatypeDef, FieldSort, Sort, SortShape};

use super::Checker;
use super::error::{CheckProblem, Checked, expected, fault};
use super::scope::{Meaning, Member, SortMeaning};
use super::sorts::{holds_parameter, parameter, parameter_number};
use crate::smt::Command;
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::texts::{TextId, word};

/// A datatype as it is written.
struct Draft {
    name: TextId,
    params: Vec<TextId>,
    constructors: Vec<CellId>,
    /// Whether its name alone means it with its own parameters, as in SMT-LIB 2.5.
    implicit: bool,
    /// Whether it is a codatatype.
    coinductive: bool,
}

impl Checker<'_> {
    /// `(declare-datatype name constructors)`; cvc5 has `declare-codatatype`, too.
    pub(super) fn declare_datatype(&mut self, list: CellId, coinductive: bool) -> Checked<Command> {
        let [_, name, body] = self.exactly(list, "a name and constructors")?;
        let draft = self.draft(name, body, coinductive)?;
        self.declare_group(list, vec![draft])
    }

    /// `(declare-datatypes ((name arity)…) (constructors…))`, or `(declare-datatypes (parameters) ((name constructors…)…))`
    pub(super) fn declare_datatypes(
        &mut self,
        list: CellId,
        coinductive: bool,
    ) -> Checked<Command> {
        let [_, names, bodies] = self.exactly(list, "names and constructors")?;
        let first = self.items(names).first().copied();
        let is_new = first.is_some_and(|name| self.source.kind(name) == Kind::List);
        let bodies = self.items(bodies);
        let mut drafts = Vec::new();
        // A name is the first item of its list, in the older form of that with the constructors.
        let named = if is_new { self.items(names) } else { bodies.clone() };
        let named = named.into_iter().filter(|list| self.source.after(*list) > list + 1);
        self.distinct("datatype", &named.map(|list| list + 1).collect::<Vec<_>>())?;
        if is_new {
            let names = self.items(names);
            if names.len() != bodies.len() {
                return expected(list, "constructors for each name");
            }
            for (name, body) in names.into_iter().zip(bodies) {
                let [name, _] = self.exactly(name, "a name and its arity")?;
                drafts.push(self.draft(name, body, coinductive)?);
            }
        } else {
            let params = self.sort_parameters(names)?;
            for body in bodies {
                let mut constructors = self.items(body);
                if constructors.is_empty() {
                    return expected(body, "a name and constructors");
                }
                let name = self.new_sort_name(constructors.remove(0))?;
                drafts.push(Draft {
                    name,
                    params: params.clone(),
                    constructors,
                    implicit: true,
                    coinductive,
                });
            }
        }
        self.declare_group(list, drafts)
    }

    fn draft(&self, name: CellId, body: CellId, coinductive: bool) -> Checked<Draft> {
        let name = self.new_sort_name(name)?;
        if self.is_word(body + 1, word::PAR, body) {
            let [_, params, body] = self.exactly(body, "parameters and constructors")?;
            let params = self.sort_parameters(params)?;
            return Ok(Draft {
                name,
                params,
                constructors: self.items(body),
                implicit: false,
                coinductive,
            });
        }
        if self.source.kind(body) != Kind::List {
            return expected(body, "constructors");
        }
        Ok(Draft {
            name,
            params: Vec::new(),
            constructors: self.items(body),
            implicit: false,
            coinductive,
        })
    }

    fn declare_group(&mut self, list: CellId, drafts: Vec<Draft>) -> Checked<Command> {
        let names: Vec<Arc<str>> = drafts
            .iter()
            .map(|draft| {
                let name = self.source.texts.get(draft.name);
                self.new_datatype_name(draft.name, name)
            })
            .collect();
        let define = |draft: &Draft, name: &Arc<str>, constructors| DatatypeDef {
            name: name.clone(),
            params: draft.params.iter().map(|param| self.source.texts.get(*param).into()).collect(),
            constructors,
            coinductive: draft.coinductive,
        };
        // While the constructors are read, the names mean datatypes without any.
        let empty = drafts.iter().zip(&names).map(|(draft, name)| define(draft, name, Vec::new()));
        let empty = Datatype::declare(empty.collect());
        let mut definitions: Vec<_> = drafts
            .iter()
            .zip(&names)
            .map(|(draft, name)| define(draft, name, Vec::new()))
            .collect();
        for (draft, definition) in drafts.iter().zip(&mut definitions) {
            let hidden = self.hide_sorts(&drafts, &empty, draft);
            let constructors = self.constructors(draft, &empty);
            for (name, meaning) in hidden.into_iter().rev() {
                self.scope.replace_sort(name, meaning);
            }
            definition.constructors = constructors?;
        }
        if definitions.iter().any(|definition| definition.constructors.is_empty()) {
            return expected(list, "at least one constructor");
        }
        let datatypes = Datatype::declare(definitions);
        self.bind_datatypes(&drafts, &datatypes);
        Ok(Command::DeclareDatatypes(datatypes))
    }

    /// Datatypes are told apart by name, so one that was declared and forgotten keeps its own.
    pub(super) fn new_datatype_name(&mut self, id: TextId, name: &str) -> Arc<str> {
        let times = self.datatype_names.entry(id).or_default();
        *times += 1;
        match times {
            1 => name.into(),
            times => {
                let mut renamed = format!("{name}!{times}");
                while self.source.texts.find(&renamed).is_some() {
                    renamed.push('!');
                }
                renamed.into()
            }
        }
    }

    /// Gives the names of a group and the parameters of one of its datatypes their meaning; says what they meant before.
    fn hide_sorts(
        &mut self,
        drafts: &[Draft],
        group: &[Datatype],
        of: &Draft,
    ) -> Vec<(TextId, Option<SortMeaning>)> {
        let mut hidden = Vec::new();
        for (draft, datatype) in drafts.iter().zip(group) {
            let params: Vec<Sort> = (0..draft.params.len()).map(parameter).collect();
            let meaning = if draft.params.is_empty() || draft.implicit {
                SortMeaning::Sort(Sort::datatype(datatype.clone(), params))
            } else {
                SortMeaning::Datatype(datatype.clone())
            };
            hidden.push((draft.name, self.scope.replace_sort(draft.name, Some(meaning))));
        }
        for (number, param) in of.params.iter().enumerate() {
            let meaning = SortMeaning::Sort(parameter(number));
            hidden.push((*param, self.scope.replace_sort(*param, Some(meaning))));
        }
        hidden
    }

    fn constructors(
        &mut self,
        draft: &Draft,
        group: &[Datatype],
    ) -> Checked<Vec<ConstructorDef<Sort>>> {
        let (mut constructors, mut members) = (Vec::new(), Vec::new());
        for cell in &draft.constructors {
            if self.is_symbol(*cell) {
                let name = self.source.text(*cell).into();
                members.push(*cell);
                constructors.push(ConstructorDef { name, fields: Vec::new() });
                continue;
            }
            let items = self.items(*cell);
            let [name, fields @ ..] = items.as_slice() else {
                return expected(*cell, "a constructor");
            };
            self.name(*name)?;
            members.push(*name);
            let name = self.source.text(*name).into();
            let mut definition = ConstructorDef { name, fields: Vec::new() };
            for field in fields {
                let [selector, written] = self.exactly(*field, "a selector and its sort")?;
                self.name(selector)?;
                members.push(selector);
                let sort = self.sort(written)?;
                let Some(sort) = field_sort(&sort, draft.params.len(), group) else {
                    return Err(fault(
                        written,
                        CheckProblem::Beyond(
                            "a parameter of a declared sort in the sort of a field",
                        ),
                    ));
                };
                definition.fields.push((self.source.text(selector).into(), sort));
            }
            constructors.push(definition);
        }
        self.distinct("constructor or selector", &members)?;
        Ok(constructors)
    }

    fn bind_datatypes(&mut self, drafts: &[Draft], datatypes: &[Datatype]) {
        for (draft, datatype) in drafts.iter().zip(datatypes) {
            let meaning = if draft.params.is_empty() {
                SortMeaning::Sort(Sort::datatype(datatype.clone(), []))
            } else {
                SortMeaning::Datatype(datatype.clone())
            };
            self.scope.bind_sort(draft.name, meaning);
            let constructors = &datatype.definition().constructors;
            for (constructor, definition) in constructors.iter().enumerate() {
                let member = |field| Member { datatype: datatype.clone(), constructor, field };
                self.bind_member(&definition.name, member(0), Meaning::Constructor);
                for (field, (name, _)) in definition.fields.iter().enumerate() {
                    self.bind_member(name, member(field), Meaning::Selector);
                }
            }
        }
    }

    pub(super) fn bind_member(&mut self, name: &str, member: Member, meaning: fn(u32) -> Meaning) {
        let number = self.scope.members.len() as u32;
        self.scope.members.push(member);
        if let Some(name) = self.source.texts.find(name) {
            self.scope.bind(name, meaning(number));
        }
    }
}

/// The place of a sort in the group, if it is one of its datatypes.
fn place(sort: &Sort, group: &[Datatype]) -> Option<usize> {
    match sort.shape() {
        SortShape::Datatype(datatype, _) => group.iter().position(|one| one == datatype),
        _ => None,
    }
}

/// The sort of a field; `None` if a parameter is inside of the name of a declared sort. Sorts are not deep.
fn field_sort(sort: &Sort, params: usize, group: &[Datatype]) -> Option<FieldSort<Sort>> {
    if let Some(number) = parameter_number(sort, params) {
        return Some(FieldSort::Param(number));
    }
    if !contains(sort, &|part| holds_parameter(part) || place(part, group).is_some()) {
        return Some(FieldSort::Sort(sort.clone()));
    }
    let part = |part: &Sort| field_sort(part, params, group);
    match sort.shape() {
        SortShape::Uninterpreted(_) => None,
        SortShape::Datatype(datatype, args) => {
            let args = args.iter().map(part).collect::<Option<_>>()?;
            Some(match place(sort, group) {
                Some(index) => FieldSort::Member(index, args),
                None => FieldSort::Instance(Sort::datatype(datatype.clone(), []), args),
            })
        }
        shape => {
            let shape = shape.try_map(|one| part(one).ok_or(())).ok()?;
            Some(FieldSort::Nested(Box::new(shape)))
        }
    }
}

fn contains(sort: &Sort, is: &dyn Fn(&Sort) -> bool) -> bool {
    is(sort) || sort.shape().children().any(|part| contains(part, is))
}
