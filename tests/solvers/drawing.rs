//! Random sorts for tests, from a seed.

use murxla_api::{
    CallSeed, ConstructorDef, Datatype, DatatypeDef, Draw, FieldSort, Profile, Sort, SortKind,
    SortLimitRule,
};

/// Draws sorts that the profile allows.
pub struct Drawing<'a> {
    seed: CallSeed,
    profile: &'a Profile,
    datatypes: Vec<Datatype>,
}

/// Depth of nested sorts.
const DEPTH: u32 = 2;

impl<'a> Drawing<'a> {
    pub fn new(seed: u64, profile: &'a Profile) -> Drawing<'a> {
        Drawing { seed: CallSeed::new(seed), profile, datatypes: datatypes() }
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.seed.pick(from.len())]
    }

    fn of_kind(&mut self, kind: SortKind, depth: u32) -> Sort {
        let element = |draw: &mut Self| draw.any_sort(depth.saturating_sub(1));
        match kind {
            SortKind::Int => Sort::int(),
            SortKind::Real => Sort::real(),
            SortKind::BitVec => Sort::bit_vec(self.width()),
            SortKind::FloatingPoint => {
                let (exponent, significand) = self.float_format();
                Sort::floating_point(exponent, significand)
            }
            SortKind::RoundingMode => Sort::rounding_mode(),
            SortKind::String => Sort::string(),
            SortKind::FiniteField => {
                Sort::finite_field(self.pick(&[2u32, 3, 5, 7, 17, 101]).into())
            }
            SortKind::Array => Sort::array(element(self), element(self)),
            SortKind::Seq => Sort::seq(element(self)),
            SortKind::Set => Sort::set(element(self)),
            SortKind::Bag => Sort::bag(element(self)),
            SortKind::Tuple => {
                let count = 1 + self.below(3);
                Sort::tuple((0..count).map(|_| element(self)).collect::<Vec<_>>())
            }
            SortKind::Uninterpreted => Sort::uninterpreted(self.pick(&["U", "V"])),
            SortKind::Datatype => {
                let place = self.below(self.datatypes.len() as u64) as usize;
                let datatype = self.datatypes[place].clone();
                let params = datatype.definition().params.len();
                let args: Vec<Sort> = (0..params).map(|_| element(self)).collect();
                Sort::datatype(datatype, args)
            }
            SortKind::Bool | SortKind::RegLan | SortKind::Fun | SortKind::MatchCase => Sort::bool(),
        }
    }

    fn any_sort(&mut self, depth: u32) -> Sort {
        loop {
            let kind = self.pick(SortKind::ALL);
            // With few kinds of sorts, parts of sorts that there are not would be drawn without end.
            let never = SortLimitRule::Never(kind);
            if self.profile.sort_limits.iter().any(|limit| limit.rule == never) {
                continue;
            }
            let is_flat = Sort::is_first_class(&self.of_kind(kind, 0));
            let nests = matches!(
                kind,
                SortKind::Array
                    | SortKind::Seq
                    | SortKind::Set
                    | SortKind::Bag
                    | SortKind::Tuple
                    | SortKind::Datatype
            );
            if is_flat && (depth > 0 || !nests) {
                let sort = self.of_kind(kind, depth);
                if self.profile.limit_on(&sort).is_none() {
                    return sort;
                }
            }
        }
    }
}

impl Draw for Drawing<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        self.seed.pick(usize::try_from(bound).unwrap()) as u64
    }

    fn sort(&mut self) -> Sort {
        self.any_sort(DEPTH)
    }

    fn sort_of_kind(&mut self, kind: SortKind) -> Option<Sort> {
        let profile = self.profile;
        (0..16).find_map(|_| {
            let sort = self.of_kind(kind, DEPTH);
            (sort.kind() == kind && profile.limit_on(&sort).is_none()).then_some(sort)
        })
    }

    fn float_format(&mut self) -> (u32, u32) {
        let formats = [(2, 2), (2, 3), (3, 2), (3, 5), (5, 11), (8, 24), (11, 53), (15, 113)];
        match self.below(2) {
            0 => self.pick(&formats),
            _ => (2 + self.below(14) as u32, 2 + self.below(60) as u32),
        }
    }

    fn width(&mut self) -> u32 {
        let most = self.pick(&[1u32, 2, 8, 9, 33, 64, 65, 130]);
        1 + self.below(u64::from(most)) as u32
    }

    fn max_width(&self) -> u32 {
        130
    }
}

/// A parametric list, an enumeration, a record, and two trees that refer to each other.
fn datatypes() -> Vec<Datatype> {
    let constructor = |name: &str, fields: Vec<(&str, FieldSort<Sort>)>| ConstructorDef {
        name: name.into(),
        fields: fields.into_iter().map(|(name, sort)| (name.into(), sort)).collect(),
    };
    let definition = |name: &str, params: &[&str], constructors| DatatypeDef {
        name: name.into(),
        params: params.iter().map(|param| (*param).into()).collect(),
        constructors,
        coinductive: false,
    };
    let same = || FieldSort::Member(0, vec![FieldSort::Param(0)]);
    let list = definition(
        "List",
        &["X"],
        vec![
            constructor("nil", vec![]),
            constructor("cons", vec![("head", FieldSort::Param(0)), ("tail", same())]),
        ],
    );
    let colour = definition(
        "Colour",
        &[],
        vec![constructor("red", vec![]), constructor("green", vec![]), constructor("blue", vec![])],
    );
    let record = definition(
        "Record",
        &[],
        vec![constructor(
            "record",
            vec![
                ("flag", FieldSort::Sort(Sort::bool())),
                ("bits", FieldSort::Sort(Sort::bit_vec(4))),
            ],
        )],
    );
    let tree = definition(
        "Tree",
        &[],
        vec![
            constructor("leaf", vec![("value", FieldSort::Sort(Sort::bool()))]),
            constructor("node", vec![("children", FieldSort::Member(1, vec![]))]),
        ],
    );
    let forest = definition(
        "Forest",
        &[],
        vec![
            constructor("empty", vec![]),
            constructor(
                "grow",
                vec![
                    ("first", FieldSort::Member(0, vec![])),
                    ("rest", FieldSort::Member(1, vec![])),
                ],
            ),
        ],
    );
    [vec![list], vec![colour], vec![record], vec![tree, forest]]
        .into_iter()
        .flat_map(Datatype::declare)
        .collect()
}
