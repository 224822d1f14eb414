//! Random traces of all actions and theories, for tests: valid by construction, and not meant to be interesting.

use std::path::Path;
use std::sync::Arc;

use murxla::exec::{OptionPolicy, Played, Player};
use murxla::trace::{
    Action, Applied, Call, CallArg, Header, Name, Operator, SortName, TermName, Trace,
    WrittenLiteral,
};
use murxla_api::{
    Base, Binder, ConstructorDef, Datatype, DatatypeDef, Draw, FieldSort, Library, Literal, Op,
    Sort, SortKind, SortShape, SpecialValue, Wrapper, base_action, draw_application, theory,
};

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len() as u64) as usize)
    }
}

pub(crate) fn mock() -> &'static dyn Library {
    murxla_mock::WRAPPER.load(Path::new("")).expect("the mock")
}

/// Sorts for the drawing of applications.
struct Sorts<'a> {
    random: &'a mut Random,
    known: &'a [Sort],
}

impl Draw for Sorts<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn sort(&mut self) -> Sort {
        self.random.pick(self.known).cloned().unwrap_or_else(Sort::bool)
    }

    fn width(&mut self) -> u32 {
        1 + self.random.below(32) as u32
    }

    fn max_width(&self) -> u32 {
        64
    }
}

struct Maker<'a> {
    random: Random,
    player: Player<'a>,
    trace: Trace,
    sorts: Vec<(SortName, Sort)>,
    terms: Vec<(TermName, Sort)>,
    names: u32,
}

/// A trace of about this many calls, executed on the mock and recorded.
pub(crate) fn random_trace(seed: u64, length: usize) -> Trace {
    let mut header = Header::current("mock", &mock().info().version);
    header.seed = Some(seed);
    header.settings.push(("a setting".to_owned(), "with \"quotes\"\n".to_owned()));
    let mut maker = Maker {
        random: Random(seed),
        player: Player::new(mock(), "mock", OptionPolicy::NoFiles),
        trace: Trace { header, calls: Vec::new() },
        sorts: Vec::new(),
        terms: Vec::new(),
        names: 0,
    };
    maker.command("new", vec![]);
    maker.command("set-logic", vec![text("ALL")]);
    for option in ["incremental", "produce-models", "produce-unsat-cores"] {
        maker.command("set-option", vec![text(option), text("true")]);
    }
    while maker.trace.calls.len() < length {
        maker.step();
    }
    maker.command("delete", vec![]);
    maker.trace
}

fn text(text: &str) -> CallArg {
    CallArg::Text(text.into())
}

impl Maker<'_> {
    fn fresh(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    fn play(&mut self, call: Call) -> bool {
        let played = self.player.play(&call);
        assert!(!matches!(played, Played::Broken(_)), "{call}: {played:?}");
        self.trace.calls.push(played.record(&call));
        played.accepted()
    }

    fn call(&mut self, action: &str, args: Vec<CallArg>) -> Call {
        let seed = match self.random.below(3) {
            0 => self.random.next(),
            _ => self.random.below(100_000),
        };
        Call::new(seed, base_action(action).expect(action), args)
    }

    fn command(&mut self, action: &str, args: Vec<CallArg>) {
        let call = self.call(action, args);
        self.play(call);
    }

    fn new_term(&mut self, action: &str, args: Vec<CallArg>, sort: &Sort) -> Option<TermName> {
        let name = TermName(self.fresh());
        let mut rets = vec![Name::Term(name)];
        if self.random.below(2) == 0 {
            let known = self.sorts.iter().find(|(_, known)| known == sort).map(|(name, _)| *name);
            rets.push(Name::Sort(known.unwrap_or(SortName(self.names))));
        }
        let call = self.call(action, args).returning(rets);
        self.play(call).then_some(name)
    }

    fn symbol(&mut self) -> CallArg {
        const PARTS: &[&str] =
            &["x", " ", "\\", "\"", "\\u{1F}", "|", "ä", "\n", "#", "\\n", "t1", "\u{1}", "\r"];
        let mut name = format!("_x{}", self.names);
        for _ in 0..self.random.below(4) {
            name.push_str(self.random.pick(PARTS).copied().unwrap_or(""));
        }
        CallArg::Text(name.into())
    }

    /// The name of a sort, which is made if it must be.
    fn sort(&mut self, sort: &Sort) -> Option<SortName> {
        if let Some((name, _)) = self.sorts.iter().find(|(_, known)| known == sort) {
            return Some(*name);
        }
        let (action, args) = match sort.shape() {
            SortShape::Datatype(datatype, args) if !args.is_empty() => {
                let plain = self.sort(&Sort::datatype(datatype.clone(), []))?;
                let args: Option<Vec<SortName>> = args.iter().map(|arg| self.sort(arg)).collect();
                ("instantiate-sort", vec![CallArg::Sort(plain), CallArg::Sorts(args?)])
            }
            SortShape::Datatype(..) | SortShape::MatchCase(..) => return None,
            shape => {
                let shape = shape.try_map(|part| self.sort(part).ok_or(())).ok()?;
                ("mk-sort", vec![CallArg::Shape(shape)])
            }
        };
        let name = SortName(self.fresh());
        let call = self.call(action, args).returning(vec![Name::Sort(name)]);
        self.play(call).then(|| self.sorts.push((name, sort.clone())))?;
        Some(name)
    }

    fn any_sort(&mut self) -> Sort {
        let known: Vec<Sort> = self.sorts.iter().map(|(_, sort)| sort.clone()).collect();
        let part = |random: &mut Random| {
            let small = random.pick(&known).filter(|sort| sort.shape().children().len() < 2);
            small.cloned().filter(Sort::is_first_class).unwrap_or_else(Sort::int)
        };
        let random = &mut self.random;
        match random.below(18) {
            0 => Sort::bool(),
            1 => Sort::int(),
            2 => Sort::real(),
            3 => Sort::string(),
            4 => Sort::reg_lan(),
            5 => Sort::rounding_mode(),
            6 => Sort::bit_vec(1 + random.below(70) as u32),
            7 => Sort::floating_point(2 + random.below(9) as u32, 2 + random.below(50) as u32),
            8 => Sort::finite_field(7u32.into()),
            9 => Sort::array(part(random), part(random)),
            10 => Sort::seq(part(random)),
            11 => Sort::set(part(random)),
            12 => Sort::bag(part(random)),
            13 => Sort::tuple([part(random), part(random)]),
            14 => Sort::fun([part(random)], part(random)),
            15 => Sort::uninterpreted(&format!("U {}", self.names)),
            _ => random.pick(&known).cloned().unwrap_or_else(Sort::bool),
        }
    }

    /// A term of this sort, which is made if it must be.
    fn term(&mut self, sort: &Sort) -> Option<TermName> {
        let fitting: Vec<TermName> =
            self.terms.iter().filter(|(_, known)| known == sort).map(|(name, _)| *name).collect();
        if self.random.below(8) > 0
            && let Some(name) = self.random.pick(&fitting)
        {
            return Some(*name);
        }
        let (sort_name, symbol) = (self.sort(sort)?, self.symbol());
        let name = self.new_term("mk-const", vec![CallArg::Sort(sort_name), symbol], sort)?;
        self.terms.push((name, sort.clone()));
        Some(name)
    }

    fn datatypes(&mut self) -> Option<()> {
        let tag = self.fresh();
        let field_sort = self.any_sort();
        let field = FieldSort::Sort(if field_sort.is_first_class() {
            self.sort(&field_sort)?
        } else {
            self.sort(&Sort::int())?
        });
        let name = |name: &str| -> Arc<str> { format!("{name} {tag}").into() };
        let list = DatatypeDef {
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
                    ],
                },
            ],
        };
        let pair = DatatypeDef {
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

    fn apply(&mut self, op: &'static Op) -> Option<()> {
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
            self.play(Call { seed, action, args, rets: Vec::new(), reply: None });
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

    fn step(&mut self) -> Option<()> {
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
                let formula = self.term(&Sort::bool())?;
                self.command("assert-formula", vec![CallArg::Term(formula)]);
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
