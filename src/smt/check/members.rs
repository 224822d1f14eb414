//! Constructors, selectors, testers and updaters of datatypes.

use std::sync::Arc;

use murxla_api::{FieldSort, Sort, SortShape};

use super::Checker;
use super::error::{CheckProblem, Checked, expected, fault};
use super::rows::operator;
use super::scope::{Meaning, Member};
use crate::smt::node::OpRow;
use crate::smt::sexpr::CellId;
use crate::smt::{Head, Term};

pub(super) fn head(key: &'static str, names: Vec<Arc<str>>) -> Head {
    Head { names: names.into(), ..Head::plain(operator(key)) }
}

impl Checker<'_> {
    /// The constructor that a name means.
    pub(super) fn constructor(&self, name: &str) -> Option<u32> {
        match self.scope.global(self.source.texts.find(name)?)? {
            Meaning::Constructor(member) => Some(member),
            _ => None,
        }
    }

    pub(super) fn apply_constructor(
        &mut self,
        at: CellId,
        member: u32,
        sort: Option<&Sort>,
        args: &[Term],
    ) -> Checked<Term> {
        let Member { datatype, constructor, .. } = self.scope.members[member as usize].clone();
        let definition = datatype.definition();
        let constructor = &definition.constructors[constructor];
        let params = match sort.map(Sort::shape) {
            Some(SortShape::Datatype(given, params)) if *given == datatype => params.clone(),
            Some(_) => return expected(at, "the sort of this constructor"),
            None => {
                let mut params = vec![None; definition.params.len()];
                for ((_, field), arg) in constructor.fields.iter().zip(args) {
                    infer(field, self.graph.sort(*arg), &mut params);
                }
                let params: Option<Vec<Sort>> = params.into_iter().collect();
                params
                    .ok_or_else(|| fault(at, CheckProblem::Ambiguous(datatype.name().to_owned())))?
            }
        };
        let fields = datatype.field_sorts(constructor, &params).unwrap_or_default();
        let mut all = args.to_vec();
        for (arg, sort) in all.iter_mut().zip(&fields) {
            *arg = self.of_sort(at, *arg, sort)?;
        }
        let name = constructor.name.clone();
        let sort = Sort::datatype(datatype, params);
        let head = Head {
            op: OpRow(operator("OP_DT_APPLY_CONS")),
            sorts: Box::new([sort]),
            names: Box::new([name]),
            indices: Box::default(),
        };
        self.make(at, head, &all)
    }

    /// The names of constructor and selector, in the datatype of the term if it has such a selector.
    fn field_names(&self, member: u32, of: Term) -> Vec<Arc<str>> {
        let member = &self.scope.members[member as usize];
        let selector = member.field_name();
        if let SortShape::Datatype(datatype, _) = self.graph.sort(of).shape()
            && *datatype != member.datatype
        {
            let mut constructors = datatype.definition().constructors.iter();
            let has = |fields: &[(Arc<str>, FieldSort<Sort>)]| {
                fields.iter().any(|(name, _)| *name == selector)
            };
            if let Some(constructor) = constructors.find(|one| has(&one.fields)) {
                return vec![constructor.name.clone(), selector];
            }
        }
        vec![member.constructor_name(), selector]
    }

    pub(super) fn apply_selector(
        &mut self,
        at: CellId,
        member: u32,
        args: &[Term],
    ) -> Checked<Term> {
        let &[of] = args else { return expected(at, "one argument of a selector") };
        let names = self.field_names(member, of);
        self.make(at, head("OP_DT_APPLY_SEL", names), args)
    }

    pub(super) fn apply_tester(&mut self, at: CellId, member: u32, arg: Term) -> Checked<Term> {
        let name = self.scope.members[member as usize].constructor_name();
        self.make(at, head("OP_DT_APPLY_TESTER", vec![name]), &[arg])
    }

    pub(super) fn apply_updater(
        &mut self,
        at: CellId,
        selector: CellId,
        args: &[Term],
    ) -> Checked<Term> {
        let name = self.name(selector)?;
        let Some(Meaning::Selector(member)) = self.scope.global(name) else {
            return expected(selector, "a selector");
        };
        let &[of, value] = args else { return expected(at, "two arguments of an updater") };
        let names = self.field_names(member, of);
        let head = head("OP_DT_APPLY_UPDATER", names);
        if let Ok(term) = self.graph.apply_head(head.clone(), &[of, value]) {
            return Ok(term);
        }
        let lifted = self.as_array(value).unwrap_or_else(|| self.lift(value));
        self.make(at, head, &[of, lifted])
    }
}

/// What the sort of an argument tells of the sorts for the parameters. Sorts are not deep.
fn infer(field: &FieldSort<Sort>, sort: &Sort, params: &mut [Option<Sort>]) {
    match (field, sort.shape()) {
        (FieldSort::Param(number), _) => {
            if let Some(param) = params.get_mut(*number) {
                param.get_or_insert_with(|| sort.clone());
            }
        }
        (FieldSort::Sort(_), _) => {}
        (_, shape) => {
            let parts = field.parts().into_iter().zip(shape.children());
            parts.for_each(|(field, sort)| infer(field, sort, params));
        }
    }
}
