//! Exports members of datatypes and tuples where the dialect writes them in another way.

use std::sync::Arc;

use murxla_api::{Sort, SortShape};

use super::applications::row;
use super::exporter::{Exporter, Why};
use super::sorts::tuple_members;
use crate::smt::{Head, Term};

impl Exporter<'_> {
    /// A datatype with parameters whose field is replaced, said with its constructor.
    pub(super) fn rebuilt(&mut self, head: &Head, args: &[Term]) -> Result<Option<Term>, Why> {
        let (&[term, value], [constructor, selector]) = (args, &*head.names) else {
            return Ok(None);
        };
        let sort = self.script.graph.sort(term).clone();
        let SortShape::Datatype(datatype, arguments) = sort.shape() else { return Ok(None) };
        let Some(definition) = datatype.constructor(constructor).filter(|_| !arguments.is_empty())
        else {
            return Ok(None);
        };
        let mut fields = Vec::new();
        for (name, _) in &definition.fields {
            fields.push(if name == selector {
                value
            } else {
                let names = vec![Arc::clone(constructor), Arc::clone(name)];
                let head = self.head(row("OP_DT_APPLY_SEL")?, Vec::new(), names, Vec::new());
                self.apply(head, &[term])?
            });
        }
        let name = vec![Arc::clone(constructor)];
        let make =
            self.head(row("OP_DT_APPLY_CONS")?, vec![sort.clone()], name.clone(), Vec::new());
        let made = self.apply(make, &fields)?;
        if datatype.definition().constructors.len() == 1 {
            return Ok(Some(made));
        }
        let test = self.head(row("OP_DT_APPLY_TESTER")?, Vec::new(), name, Vec::new());
        let fits = self.apply(test, &[term])?;
        self.apply(Head::plain(row("OP_ITE")?), &[fits, made, term]).map(Some)
    }

    /// Operators of tuples over the datatypes that stand for them.
    pub(super) fn tuple_operation(
        &mut self,
        head: &Head,
        args: &[Term],
    ) -> Result<Option<Term>, Why> {
        let members: Vec<Arc<str>> = match args.first().map(|first| self.script.graph.sort(*first))
        {
            Some(sort) => match sort.shape() {
                SortShape::Datatype(datatype, _) => tuple_members(datatype),
                _ => Vec::new(),
            },
            None => Vec::new(),
        };
        let member = |place: u32| {
            let selector = members.get(place as usize + 1);
            let pair = members.first().zip(selector);
            let pair =
                pair.map(|(constructor, selector)| vec![constructor.clone(), selector.clone()]);
            pair.ok_or_else(|| format!("there is no place {place}"))
        };
        let (key, sorts, names) = match (head.op().key, &*head.indices) {
            ("OP_TUPLE", _) => {
                let elements: Vec<Sort> =
                    args.iter().map(|arg| self.script.graph.sort(*arg).clone()).collect();
                let sort = self.tuple(elements);
                let constructor = match sort.shape() {
                    SortShape::Datatype(datatype, _) => tuple_members(datatype).remove(0),
                    _ => return Ok(None),
                };
                ("OP_DT_APPLY_CONS", vec![sort], vec![constructor])
            }
            ("OP_TUPLE_SELECT", [place]) => ("OP_DT_APPLY_SEL", Vec::new(), member(*place)?),
            ("OP_TUPLE_UPDATE", [place]) => ("OP_DT_APPLY_UPDATER", Vec::new(), member(*place)?),
            ("OP_DT_TUPLE_PROJECT", places) => {
                let mut parts = Vec::new();
                for place in places {
                    let names = member(*place)?;
                    let head = self.head(row("OP_DT_APPLY_SEL")?, Vec::new(), names, Vec::new());
                    parts.push(self.apply(head, args)?);
                }
                return self.tuple_operation(&Head::plain(row("OP_TUPLE")?), &parts);
            }
            _ => return Ok(None),
        };
        let head = self.head(row(key)?, sorts, names, Vec::new());
        self.apply(head, args).map(Some)
    }
}
