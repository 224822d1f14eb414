//! Datatypes that a solver declares by itself: Z3's `List` and cvc5's `Nullable`. A script that uses one and does not
//! declare it gets a declaration, with which every solver of datatypes reads it.

use std::sync::Arc;

use murxla_api::{ConstructorDef, Datatype, DatatypeDef, FieldSort, Sort, SortShape};

use super::Checker;
use super::error::{Checked, fault};
use super::members::head;
use super::rows::operator;
use super::scope::{Meaning, Member, SortMeaning};
use crate::smt::sexpr::CellId;
use crate::smt::{Command, Term};

/// A name in scripts, and the name in the declaration: solvers do not let what they have themselves be declared.
type Names = (&'static str, &'static str);

/// A datatype of one parameter: its name, and its constructors with their fields.
struct BuiltIn {
    sort: Names,
    constructors: &'static [(Names, &'static [(Names, Field)])],
}

#[derive(Clone, Copy)]
enum Field {
    Parameter,
    Itself,
}

const BUILT_IN: &[BuiltIn] = &[
    BuiltIn {
        sort: ("List", "List"),
        constructors: &[
            (("nil", "nil"), &[]),
            (
                ("insert", "insert"),
                &[(("head", "head"), Field::Parameter), (("tail", "tail"), Field::Itself)],
            ),
        ],
    },
    BuiltIn {
        sort: ("Nullable", "Nullable_"),
        constructors: &[
            (("nullable.null", NULL), &[]),
            (("nullable.some", SOME), &[(("nullable.val", VALUE), Field::Parameter)]),
        ],
    },
];

const NULL: &str = "nullable_null";
const SOME: &str = "nullable_some";
const VALUE: &str = "nullable_val";

impl Checker<'_> {
    /// Declares the built-in datatype of this name, if there is one.
    pub(super) fn declare_built_in(&mut self, name: &str) -> Option<Datatype> {
        let row = BUILT_IN.iter().find(|row| row.sort.0 == name)?;
        let id = self.source.texts.find(name)?;
        let field = |field: Field| match field {
            Field::Parameter => FieldSort::Param(0),
            Field::Itself => FieldSort::Member(0, vec![FieldSort::Param(0)]),
        };
        let constructors = row.constructors.iter().map(|((_, name), fields)| ConstructorDef {
            name: (*name).into(),
            fields: fields.iter().map(|((_, name), sort)| ((*name).into(), field(*sort))).collect(),
        });
        let definition = DatatypeDef {
            name: self.new_datatype_name(id, row.sort.1),
            params: vec!["T".into()],
            constructors: constructors.collect(),
            coinductive: false,
        };
        let group = Datatype::declare(vec![definition]);
        let datatype = group[0].clone();
        self.scope.bind_sort(id, SortMeaning::Datatype(datatype.clone()));
        for (constructor, ((name, _), fields)) in row.constructors.iter().enumerate() {
            let member = |field| Member { datatype: datatype.clone(), constructor, field };
            self.bind_member(name, member(0), Meaning::Constructor);
            for (field, ((name, _), _)) in fields.iter().enumerate() {
                self.bind_member(name, member(field), Meaning::Selector);
            }
        }
        self.implied.push(Command::DeclareDatatypes(group));
        Some(datatype)
    }

    /// `nullable.is_null`, `nullable.is_some` or `nullable.lift`, if that is the symbol.
    pub(super) fn apply_nullable(
        &mut self,
        at: CellId,
        symbol: &str,
        args: &[Term],
    ) -> Option<Checked<Term>> {
        match (symbol, args) {
            ("nullable.is_null", [arg]) if self.is_of_datatype(*arg, NULL) => {
                Some(self.has_constructor(at, *arg, NULL))
            }
            ("nullable.is_some", [arg]) if self.is_of_datatype(*arg, NULL) => {
                Some(self.has_constructor(at, *arg, SOME))
            }
            ("nullable.lift", [function, args @ ..]) if self.are_nullable(args) => {
                let apply = |checker: &mut Self, values: &[Term]| {
                    checker.apply_function(at, *function, values)
                };
                Some(self.lift_nullable(at, args, apply))
            }
            _ => None,
        }
    }

    /// Whether these terms are there, and all of them nullable.
    pub(super) fn are_nullable(&self, terms: &[Term]) -> bool {
        !terms.is_empty() && terms.iter().all(|term| self.is_of_datatype(*term, NULL))
    }

    /// Whether the term is of a datatype that has a constructor of this name.
    pub(super) fn is_of_datatype(&self, term: Term, constructor: &str) -> bool {
        match self.graph.sort(term).shape() {
            SortShape::Datatype(datatype, _) => datatype.constructor(constructor).is_some(),
            _ => false,
        }
    }

    pub(super) fn has_constructor(
        &mut self,
        at: CellId,
        arg: Term,
        constructor: &str,
    ) -> Checked<Term> {
        self.make(at, head("OP_DT_APPLY_TESTER", vec![constructor.into()]), &[arg])
    }

    /// What a function gives for the values, if none is null.
    pub(super) fn lift_nullable(
        &mut self,
        at: CellId,
        args: &[Term],
        apply: impl FnOnce(&mut Self, &[Term]) -> Checked<Term>,
    ) -> Checked<Term> {
        let (mut are_null, mut values) = (Vec::new(), Vec::new());
        for arg in args {
            are_null.push(self.has_constructor(at, *arg, NULL)?);
            let names: Vec<Arc<str>> = vec![SOME.into(), VALUE.into()];
            values.push(self.make(at, head("OP_DT_APPLY_SEL", names), &[*arg])?);
        }
        let value = apply(self, &values)?;
        let SortShape::Datatype(datatype, _) = self.graph.sort(args[0]).shape() else {
            return Ok(value);
        };
        let sort = Sort::datatype(datatype.clone(), [self.graph.sort(value).clone()]);
        let construct = |name: &str| {
            let mut head = head("OP_DT_APPLY_CONS", vec![name.into()]);
            head.sorts = Box::new([sort.clone()]);
            head
        };
        let null = self.make(at, construct(NULL), &[])?;
        let some = self.make(at, construct(SOME), &[value])?;
        let is_null = match are_null.as_slice() {
            [one] => *one,
            all => self.graph.apply(operator("OP_OR"), all).map_err(|error| fault(at, error))?,
        };
        let lifted = self.graph.apply(operator("OP_ITE"), &[is_null, null, some]);
        lifted.map_err(|error| fault(at, error))
    }
}
