//! Steps of random traces: one kind of call each.

use std::sync::Arc;

use murxla::trace::{
    Action, Applied, Call, CallArg, Name, Operator, SortName, TermName, WrittenLiteral,
};
use murxla_api::{
    Base, Binder, ConstructorDef, Datatype, DatatypeDef, FieldSort, Literal, Op, Sort, SortKind,
    SortShape, SpecialValue, draw_application, theory,
};

use super::random::{Maker, Sorts, text};

impl Maker<'_> {
    fn datatypes(&mut self) -> Option<()> {
        let tag = self.fresh();
        let field_sort = self.any_sort();
        let field = FieldSort::Sort(if field_sort.is_first_class() {
            self.sort(&field_sort)?
        } else {
            self.sort(&Sort::int())?
        });
        let name = |name: &str| -> Arc<str> { format!("{name} {tag}").into() };
        let functions = SortShape::Fun(vec![FieldSort::Param(0)], FieldSort::Member(1, vec![]));
        let nested = SortShape::Array(field.clone(), FieldSort::Nested(Box::new(functions)));
        let coinductive = tag.is_multiple_of(2);
        let list = DatatypeDef {
            coinductive,
            name: name("List"),
            params: vec!["X".into(), "Y\"".into()],
            constructors: vec![
                ConstructorDef { name: name("nil"), fields: vec![] },
                ConstructorDef {
                    name: name("cons"),
                    fields: vec![
                        (name("head"), FieldSort::Param(1)),
                        (
                            name("tail"),
                            FieldSort::Member(0, vec![FieldSort::Param(0), FieldSort::Param(1)]),
                        ),
                        (
                            name("turned"),
                            FieldSort::Member(0, vec![FieldSort::Param(1), field.clone()]),
                        ),
                        (name("pair"), FieldSort::Member(1, vec![])),
                        (name("all"), FieldSort::Nested(Box::new(nested))),
                    ],
                },
            ],
        };
        let pair = DatatypeDef {
            coinductive,
            name: name("Pair"),
            params: vec![],
            constructors: vec![ConstructorDef {
                name: name("pair"),
                fields: vec![
                    (name("first"), field),
                    (name("second"), FieldSort::Sort(self.sort(&Sort::bool())?)),
                ],
            }],
        };
        let group = vec![list, pair];
        let sorts = &self.sorts;
        let structures: Option<Vec<DatatypeDef<Sort>>> = group
            .iter()
            .map(|one| {
                let known = |name: &SortName| {
                    sorts
                        .iter()
                        .find(|(other, _)| other == name)
                        .map(|(_, sort)| sort.clone())
                        .ok_or(())
                };
                one.try_map(&mut { known }).ok()
            })
            .collect();
        let declared = Datatype::declare(structures?);
        let names = [SortName(self.fresh()), SortName(self.fresh())];
        let call = self
            .call("mk-sort", vec![CallArg::Datatypes(group)])
            .returning(names.iter().map(|name| Name::Sort(*name)).collect());
        if self.play(call) {
            for (name, datatype) in names.iter().zip(declared) {
                self.sorts.push((*name, Sort::datatype(datatype, [])));
            }
            let (_, plain) = self.sorts.get(self.sorts.len() - 2)?.clone();
            if let SortShape::Datatype(datatype, _) = plain.shape() {
                self.sort(&Sort::datatype(datatype.clone(), [Sort::int(), Sort::bool()]));
            }
        }
        Some(())
    }

    fn value(&mut self) -> Option<()> {
        let literal = match self.random.below(8) {
            0 => (Sort::bool(), Literal::Bool(self.random.below(2) == 0)),
            1 => (
                Sort::bit_vec(8),
                Literal::BitVec { digits: "a5".to_owned(), base: Base::Hexadecimal },
            ),
            2 => (Sort::int(), Literal::Integer(format!("-{}", self.random.next()))),
            3 => (Sort::real(), Literal::Real("1.50".to_owned())),
            4 => (
                Sort::real(),
                Literal::Rational { numerator: "-7".to_owned(), denominator: "3".to_owned() },
            ),
            5 => (Sort::string(), Literal::String("\\u{61}\\\\ \"q\" \\n".to_owned())),
            6 => (Sort::finite_field(7u32.into()), Literal::FiniteField("-1".to_owned())),
            _ => (Sort::floating_point(2, 3), Literal::FloatingPoint("01001".to_owned())),
        };
        let name = self.sort(&literal.0)?;
        let written = CallArg::Literal(WrittenLiteral::new(&literal.1));
        let term = self.new_term("mk-value", vec![CallArg::Sort(name), written], &literal.0)?;
        self.terms.push((term, literal.0));
        Some(())
    }

    fn special(&mut self) -> Option<()> {
        let special = *self.random.pick(SpecialValue::ALL)?;
        let fitting: Vec<(SortName, Sort)> = self
            .sorts
            .iter()
            .filter(|(_, sort)| sort.kind() == special.sort_kind())
            .cloned()
            .collect();
        let (name, sort) = self.random.pick(&fitting)?.clone();
        let term = self.new_term(
            "mk-special-value",
            vec![CallArg::Sort(name), text(special.key())],
            &sort,
        )?;
        self.terms.push((term, sort));
        Some(())
    }

    pub(crate) fn apply(&mut self, op: &'static Op) -> Option<()> {
        let known: Vec<Sort> =
            self.sorts.iter().map(|(_, sort)| sort.clone()).filter(Sort::is_first_class).collect();
        let count = 1 + self.random.below(5) as usize;
        let mut draw = Sorts { random: &mut self.random, known: &known };
        let drawn = draw_application(op, count, None, &mut draw)?;
        let sorts: Option<Vec<SortName>> = drawn.sorts.iter().map(|sort| self.sort(sort)).collect();
        let args: Option<Vec<TermName>> = drawn.args.iter().map(|sort| self.term(sort)).collect();
        let applied = Applied {
            operator: Operator::Base(op),
            kind: Some(drawn.result.kind()),
            sorts: sorts?,
            names: drawn.names.iter().map(|name| Box::from(&**name)).collect(),
            args: args?,
            indices: drawn.indices,
            patterns: Vec::new(),
        };
        let arg = CallArg::Applied(Box::new(applied));
        let term = self.new_term("mk-term", vec![arg], &drawn.result)?;
        self.terms.push((term, drawn.result));
        Some(())
    }

    fn binder(&mut self) -> Option<()> {
        let sort = self.any_sort();
        let sort = if sort.is_first_class() { sort } else { Sort::bool() };
        let (sort_name, symbol) = (self.sort(&sort)?, self.symbol());
        let var = self.new_term("mk-var", vec![CallArg::Sort(sort_name), symbol], &sort)?;
        let equal = Applied::plain(
            Operator::from_key("OP_EQUAL")?,
            SortKind::Bool,
            vec![var, self.term(&sort)?],
        );
        let body =
            self.new_term("mk-term", vec![CallArg::Applied(Box::new(equal))], &Sort::bool())?;
        if self.random.below(4) == 0 {
            let value = self.term(&sort)?;
            let (vars, values) = (CallArg::Terms(vec![var]), CallArg::Terms(vec![value]));
            let term =
                self.new_term("mk-let", vec![vars, values, CallArg::Term(body)], &Sort::bool())?;
            self.terms.push((term, Sort::bool()));
            return Some(());
        }
        if self.random.below(4) == 0 {
            let function = Sort::fun([sort], Sort::bool());
            let (sort_name, symbol) = (self.sort(&function)?, self.symbol());
            let args = vec![CallArg::Sort(sort_name), symbol];
            let term = self.new_term("mk-rec-fun", args, &function)?;
            let vars = CallArg::Terms(vec![var]);
            self.command("define-rec-fun", vec![CallArg::Term(term), vars, CallArg::Term(body)]);
            self.terms.push((term, function));
            return Some(());
        }
        if self.random.below(4) == 0 {
            let symbol = self.symbol();
            let args = vec![symbol, CallArg::Terms(vec![var]), CallArg::Term(body)];
            let sort = Sort::fun([sort], Sort::bool());
            let term = self.new_term("mk-fun", args, &sort)?;
            self.terms.push((term, sort));
            return Some(());
        }
        let binder = *self.random.pick(Binder::ALL)?;
        let (args, result) = match binder {
            Binder::Comprehension => (vec![var, body, var], Sort::set(sort)),
            Binder::Lambda => (vec![var, body], Sort::fun([sort], Sort::bool())),
            Binder::Witness => (vec![var, body], sort),
            Binder::Forall | Binder::Exists => (vec![var, body], Sort::bool()),
        };
        let mut applied = Applied::plain(Operator::Binder(binder), result.kind(), args);
        for _ in 0..self.random.below(3) {
            applied.patterns.push(vec![body; 1 + self.random.below(2) as usize]);
        }
        let arg = CallArg::Applied(Box::new(applied));
        let term = self.new_term("mk-term", vec![arg], &result)?;
        self.terms.push((term, result));
        Some(())
    }

    fn own(&mut self) -> Option<()> {
        let sort = self.term(&Sort::bool())?;
        let seed = self.random.below(100);
        if self.random.below(2) == 0 {
            let args = vec![
                CallArg::Term(sort),
                CallArg::Number(7),
                CallArg::Word("007".into()),
                self.symbol(),
                CallArg::Word("--x\\y#z".into()),
            ];
            let action = Action::Own("cvc5-simplify".into());
            self.play(Call::of_action(seed, action, args));
        } else {
            let mut applied = Applied::plain(
                Operator::from_key("yices-OP_BVPOWER")?,
                SortKind::BitVec,
                vec![sort],
            );
            applied.indices.push(u32::MAX);
            applied.kind = None;
            self.command("mk-term", vec![CallArg::Applied(Box::new(applied))]);
        }
        Some(())
    }

    pub(crate) fn step(&mut self) -> Option<()> {
        let all: Vec<&'static Op> = theory::operators().collect();
        match self.random.below(32) {
            0 => self.datatypes(),
            1 | 2 => {
                let sort = self.any_sort();
                self.sort(&sort).map(|_| ())
            }
            3 | 4 => self.value(),
            5 | 6 => self.special(),
            7 | 8 => self.binder(),
            9 => self.own(),
            10 => {
                let (term, _) = self.random.pick(&self.terms)?.clone();
                let name = Name::Term(TermName(self.fresh()));
                let call = self.call("term-get-children", vec![CallArg::Term(term)]);
                let call = call.returning(vec![name]);
                self.play(call);
                Some(())
            }
            11 | 12 => {
                let formula = CallArg::Term(self.term(&Sort::bool())?);
                if self.random.below(4) == 0 {
                    let name = self.symbol();
                    self.command("assert-named", vec![formula, name]);
                } else {
                    self.command("assert-formula", vec![formula]);
                }
                Some(())
            }
            13 if self.random.below(6) == 0 => {
                self.command("get-info", vec![CallArg::Text("version".into())]);
                Some(())
            }
            13 => {
                let action = self.random.pick(&[
                    "check-sat",
                    "get-unsat-core",
                    "get-unsat-assumptions",
                    "print-model",
                    "get-assertions",
                    "reset-assertions",
                    "check-sat",
                ])?;
                self.command(action, vec![]);
                Some(())
            }
            14 => {
                let formulas = vec![self.term(&Sort::bool())?, self.term(&Sort::bool())?];
                self.command("check-sat-assuming", vec![CallArg::Terms(formulas)]);
                Some(())
            }
            15 => {
                let action = self.random.pick(&["push", "pop"])?;
                let levels = CallArg::Number(1 + self.random.below(3) as u32);
                self.command(action, vec![levels]);
                Some(())
            }
            16 => {
                let (term, _) = self.random.pick(&self.terms)?.clone();
                self.command("get-value", vec![CallArg::Terms(vec![term, term])]);
                Some(())
            }
            17 => {
                let value = self.symbol();
                self.command("set-option", vec![text("no such option"), value]);
                Some(())
            }
            19 if self.random.below(2) == 0 => {
                let (term, sort) = self.random.pick(&self.terms)?.clone();
                let simpler = self.new_term("simplify", vec![CallArg::Term(term)], &sort)?;
                self.terms.push((simpler, sort));
                Some(())
            }
            18 if self.random.below(20) == 0 => {
                self.command("reset", vec![]);
                self.sorts.clear();
                self.terms.clear();
                Some(())
            }
            _ => {
                let op = *self.random.pick(&all)?;
                self.apply(op)
            }
        }
    }
}
