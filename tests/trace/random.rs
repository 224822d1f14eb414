//! Random traces of all actions and theories, for tests: valid by construction, and not meant to be interesting.

use std::path::Path;

use murxla::exec::{OptionPolicy, Played, Player};
use murxla::trace::{Call, CallArg, Header, Name, SortName, TermName, Trace};
use murxla_api::{Draw, Library, Op, Sort, SortKind, SortShape, Wrapper, base_action, theory};

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
pub(crate) struct Sorts<'a> {
    pub(crate) random: &'a mut Random,
    pub(crate) known: &'a [Sort],
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

    fn sort_of_kind(&mut self, kind: SortKind) -> Option<Sort> {
        let known = (0..64).map(|_| self.sort()).find(|sort| sort.kind() == kind);
        known.or_else(|| (kind == SortKind::FiniteField).then(|| Sort::finite_field(7u32.into())))
    }
}

pub(crate) struct Maker<'a> {
    pub(crate) random: Random,
    pub(crate) player: Player<'a>,
    pub(crate) trace: Trace,
    pub(crate) sorts: Vec<(SortName, Sort)>,
    pub(crate) terms: Vec<(TermName, Sort)>,
    pub(crate) names: u32,
}

/// A trace of about this many calls, executed on the mock and recorded.
pub(crate) fn random_trace(seed: u64, length: usize) -> Trace {
    let mut header = Header::current("mock", &mock().info().version);
    header.seed = Some(seed);
    header.settings.push(("a setting".to_owned(), "with \"quotes\"\n".to_owned()));
    let mut maker = Maker {
        random: Random(seed),
        player: Player::new(mock(), OptionPolicy::NoFiles),
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
    // One operator after the other, so that none is left to chance.
    let all: Vec<&'static Op> = theory::operators().collect();
    if let Some(op) = all.get(seed as usize % all.len()) {
        (0..4).for_each(|_| maker.apply(op).unwrap_or_default());
    }
    maker.command("delete", vec![]);
    maker.trace
}

pub(crate) fn text(text: &str) -> CallArg {
    CallArg::Text(text.into())
}

impl Maker<'_> {
    pub(crate) fn fresh(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    pub(crate) fn play(&mut self, call: Call) -> bool {
        let played = self.player.play(&call);
        assert!(!matches!(played, Played::Broken(_)), "{call}: {played:?}");
        self.trace.calls.push(played.record(&call));
        played.accepted()
    }

    pub(crate) fn call(&mut self, action: &str, args: Vec<CallArg>) -> Call {
        let seed = match self.random.below(3) {
            0 => self.random.next(),
            _ => self.random.below(100_000),
        };
        Call::new(seed, base_action(action).expect(action), args)
    }

    pub(crate) fn command(&mut self, action: &str, args: Vec<CallArg>) {
        let call = self.call(action, args);
        self.play(call);
    }

    pub(crate) fn new_term(
        &mut self,
        action: &str,
        args: Vec<CallArg>,
        sort: &Sort,
    ) -> Option<TermName> {
        let name = TermName(self.fresh());
        let mut rets = vec![Name::Term(name)];
        if self.random.below(2) == 0 {
            let known = self.sorts.iter().find(|(_, known)| known == sort).map(|(name, _)| *name);
            rets.push(Name::Sort(known.unwrap_or(SortName(self.names))));
        }
        let call = self.call(action, args).returning(rets);
        self.play(call).then_some(name)
    }

    pub(crate) fn symbol(&mut self) -> CallArg {
        const PARTS: &[&str] =
            &["x", " ", "\\", "\"", "\\u{1F}", "|", "ä", "\n", "#", "\\n", "t1", "\u{1}", "\r"];
        let mut name = format!("_x{}", self.names);
        for _ in 0..self.random.below(4) {
            name.push_str(self.random.pick(PARTS).copied().unwrap_or(""));
        }
        CallArg::Text(name.into())
    }

    /// The name of a sort, which is made if it must be.
    pub(crate) fn sort(&mut self, sort: &Sort) -> Option<SortName> {
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

    pub(crate) fn any_sort(&mut self) -> Sort {
        let known: Vec<Sort> = self.sorts.iter().map(|(_, sort)| sort.clone()).collect();
        let part = |random: &mut Random| {
            let small = random.pick(&known).filter(|sort| sort.shape().children().count() < 2);
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
    pub(crate) fn term(&mut self, sort: &Sort) -> Option<TermName> {
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
}
