//! The spaces that can be enumerated, as a table.

use murxla_api::{ConstructorDef, Datatype, DatatypeDef, FieldSort, Op, Profile, Sort, Theory};

/// A space, before a solver is known.
#[derive(Clone, Copy)]
pub struct SpaceDef {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is in it, in words.
    pub about: &'static str,
    /// The theories whose operators are used.
    pub theories: &'static [Theory],
    /// Whether an operator of these is left out: other spaces have it.
    pub without: fn(&Op) -> bool,
    /// The sorts, each with the number of its constants.
    pub sorts: fn(&Formats) -> Vec<(Sort, usize)>,
}

/// The formats of floating-point numbers of a space: exponent and significand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    /// The smallest that the solver has.
    pub first: (u32, u32),
    /// The next one, for conversions.
    pub second: (u32, u32),
}

/// The formats that are tried, the smallest first.
const FORMATS: [(u32, u32); 6] = [(2, 2), (2, 3), (3, 3), (3, 4), (5, 11), (8, 24)];

fn float((exponent, significand): (u32, u32)) -> Sort {
    Sort::floating_point(exponent, significand)
}

impl Formats {
    /// The two smallest that a solver with this profile has.
    pub fn of(profile: &Profile) -> Formats {
        let mut taken =
            FORMATS.into_iter().filter(|format| profile.limit_on(&float(*format)).is_none());
        // If there are none, the space is refused for the first.
        let first = taken.next().unwrap_or(FORMATS[0]);
        Formats { first, second: taken.next().unwrap_or(first) }
    }

    /// As many bits as a number of the first format has, if these are few: all values of such bit-vectors are tried.
    fn bits(&self) -> u32 {
        let bits = self.first.0 + self.first.1;
        if bits <= 6 { bits } else { 3 }
    }
}

fn none(_: &Op) -> bool {
    false
}

/// What makes no bits, or of bits, or another format.
fn converts_nothing(op: &Op) -> bool {
    op.theory == T::FloatingPoint
        && !op.key.contains("_TO_")
        && !matches!(op.key, "OP_FP_FP" | "OP_FP_EQ" | "OP_FP_IS_NAN" | "OP_FP_RTI")
}

/// What is not about regular expressions.
fn plain_strings(op: &Op) -> bool {
    op.theory == T::Strings
        && !op.key.starts_with("OP_RE_")
        && !matches!(op.key, "OP_STR_TO_RE" | "OP_STR_IN_RE" | "OP_STR_CONCAT")
}

fn one(sort: Sort, constants: usize) -> (Sort, usize) {
    (sort, constants)
}

fn bv(width: u32) -> Sort {
    Sort::bit_vec(width)
}

fn datatype(name: &str, constructors: Vec<ConstructorDef<Sort>>) -> Sort {
    let definition =
        DatatypeDef { name: name.into(), params: Vec::new(), constructors, coinductive: false };
    Sort::datatype(Datatype::declare(vec![definition]).remove(0), [])
}

fn constructor(name: &str, fields: &[(&str, Sort)]) -> ConstructorDef<Sort> {
    let field = |(name, sort): &(&str, Sort)| ((*name).into(), FieldSort::Sort(sort.clone()));
    ConstructorDef { name: name.into(), fields: fields.iter().map(field).collect() }
}

/// An enumeration of three, and pairs with a case without fields.
fn datatypes(_: &Formats) -> Vec<(Sort, usize)> {
    let color = ["red", "green", "blue"].map(|name| constructor(name, &[])).into();
    let color = datatype("Color", color);
    let fields = [("left", Sort::bool()), ("right", color.clone())];
    let pair = datatype("Box", vec![constructor("none", &[]), constructor("both", &fields)]);
    vec![one(Sort::bool(), 1), one(color, 2), one(pair, 2)]
}

/// Lists of Booleans.
fn lists(_: &Formats) -> Vec<(Sort, usize)> {
    let fields = vec![
        ("head".into(), FieldSort::Sort(Sort::bool())),
        ("tail".into(), FieldSort::Member(0, Vec::new())),
    ];
    let cons = ConstructorDef { name: "cons".into(), fields };
    let list = datatype("List", vec![constructor("nil", &[]), cons]);
    vec![one(Sort::bool(), 1), one(list, 2)]
}

fn tuple(columns: usize) -> Sort {
    Sort::tuple(vec![Sort::bool(); columns])
}

/// What is about sets, but not about relations in particular: the space of sets has the rest.
fn mere_sets(op: &Op) -> bool {
    op.theory == T::Sets
        && !matches!(op.key, "OP_SET_SINGLETON" | "OP_SET_MEMBER" | "OP_SET_UNION" | "OP_SET_MINUS")
        || op.theory == T::Datatypes && !op.key.starts_with("OP_TUPLE")
}

use Theory as T;

/// All spaces.
pub const SPACES: &[SpaceDef] = &[
    SpaceDef {
        name: "core",
        about: "Booleans",
        theories: &[T::Core],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 3)],
    },
    SpaceDef {
        name: "bv1",
        about: "bit-vectors of one bit",
        theories: &[T::Core, T::BitVectors],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 1), one(bv(1), 2)],
    },
    SpaceDef {
        name: "bv2",
        about: "bit-vectors of one and two bits",
        theories: &[T::Core, T::BitVectors],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 1), one(bv(1), 1), one(bv(2), 2)],
    },
    SpaceDef {
        name: "bv3",
        about: "bit-vectors of one to three bits",
        theories: &[T::Core, T::BitVectors],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 1), one(bv(1), 1), one(bv(2), 1), one(bv(3), 2)],
    },
    SpaceDef {
        name: "arrays",
        about: "arrays from one bit to one bit",
        theories: &[T::Core, T::Arrays],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 1), one(bv(1), 2), one(Sort::array(bv(1), bv(1)), 2)],
    },
    SpaceDef {
        name: "arrays2",
        about: "arrays from two bits to Booleans, and arrays of arrays",
        theories: &[T::Core, T::Arrays],
        without: none,
        sorts: |_| {
            let inner = Sort::array(bv(1), Sort::bool());
            vec![
                one(Sort::bool(), 0),
                one(bv(1), 1),
                one(bv(2), 1),
                one(Sort::array(bv(2), Sort::bool()), 1),
                one(inner.clone(), 1),
                one(Sort::array(bv(1), inner), 1),
            ]
        },
    },
    SpaceDef {
        name: "uf",
        about: "functions of one and two bits",
        theories: &[T::Core, T::Functions],
        without: none,
        sorts: |_| {
            vec![
                one(Sort::bool(), 1),
                one(bv(1), 2),
                one(Sort::fun([bv(1)], bv(1)), 1),
                one(Sort::fun([bv(1), bv(1)], Sort::bool()), 1),
            ]
        },
    },
    SpaceDef {
        name: "fp",
        about: "floating-point numbers of the smallest format that the solver has, and rounding modes",
        theories: &[T::Core, T::FloatingPoint],
        without: none,
        sorts: |formats| {
            vec![one(Sort::bool(), 1), one(Sort::rounding_mode(), 1), one(float(formats.first), 2)]
        },
    },
    SpaceDef {
        name: "fpbv",
        about: "conversions between floating-point numbers of two small formats and bit-vectors",
        theories: &[T::Core, T::FloatingPoint],
        without: converts_nothing,
        sorts: |formats| {
            vec![
                one(Sort::bool(), 0),
                one(Sort::rounding_mode(), 1),
                one(float(formats.first), 1),
                one(float(formats.second), 0),
                one(bv(1), 0),
                one(bv(2), 0),
                one(bv(formats.bits()), 1),
            ]
        },
    },
    SpaceDef {
        name: "fpreal",
        about: "conversions between floating-point numbers of a small format and reals",
        theories: &[T::Core, T::Ints, T::Reals, T::FloatingPoint],
        without: converts_nothing,
        sorts: |formats| {
            vec![
                one(Sort::bool(), 0),
                one(Sort::int(), 0),
                one(Sort::real(), 1),
                one(Sort::rounding_mode(), 1),
                one(float(formats.first), 1),
            ]
        },
    },
    SpaceDef {
        name: "dt",
        about: "an enumeration of three, and pairs of a Boolean and one of these",
        theories: &[T::Core, T::Datatypes],
        without: none,
        sorts: datatypes,
    },
    SpaceDef {
        name: "lists",
        about: "lists of Booleans; those of up to two elements are tried",
        theories: &[T::Core, T::Datatypes],
        without: none,
        sorts: lists,
    },
    SpaceDef {
        name: "ff",
        about: "the field of three elements",
        theories: &[T::Core, T::FiniteFields],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 1), one(Sort::finite_field(3u32.into()), 3)],
    },
    SpaceDef {
        name: "sets",
        about: "sets of bits",
        theories: &[T::Core, T::Sets],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 1), one(bv(1), 2), one(Sort::set(bv(1)), 2)],
    },
    SpaceDef {
        name: "rels",
        about: "tuples of Booleans, and relations between these",
        theories: &[T::Core, T::Datatypes, T::Sets, T::Relations],
        without: mere_sets,
        sorts: |_| {
            vec![
                one(Sort::bool(), 0),
                one(Sort::int(), 0),
                one(tuple(1), 0),
                one(tuple(2), 1),
                one(Sort::set(tuple(1)), 1),
                one(Sort::set(tuple(2)), 2),
            ]
        },
    },
    SpaceDef {
        name: "bags",
        about: "bags of bits; those of up to two elements are tried",
        theories: &[T::Core, T::Bags],
        without: none,
        sorts: |_| {
            vec![
                one(Sort::bool(), 1),
                one(Sort::int(), 0),
                one(bv(1), 1),
                one(Sort::set(bv(1)), 1),
                one(Sort::bag(bv(1)), 2),
            ]
        },
    },
    SpaceDef {
        name: "ints",
        about: "integers, with literals from -1 to 2; values from -2 to 3 are tried",
        theories: &[T::Core, T::Ints],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 1), one(Sort::int(), 2)],
    },
    SpaceDef {
        name: "bvints",
        about: "conversions between bit-vectors and integers",
        theories: &[T::Core, T::BitVectors, T::Ints],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 0), one(bv(1), 0), one(bv(2), 1), one(Sort::int(), 1)],
    },
    SpaceDef {
        name: "reals",
        about: "reals and integers, with small literals; a few values are tried",
        theories: &[T::Core, T::Ints, T::Reals],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 1), one(Sort::int(), 1), one(Sort::real(), 2)],
    },
    SpaceDef {
        name: "strings",
        about: "strings over two letters and regular expressions; strings of up to two letters are tried",
        theories: &[T::Core, T::Strings],
        without: none,
        sorts: |_| {
            let integers = one(Sort::int(), 1);
            vec![one(Sort::bool(), 1), integers, one(Sort::string(), 2), one(Sort::reg_lan(), 0)]
        },
    },
    SpaceDef {
        name: "regex",
        about: "regular expressions over two letters; strings of up to two letters are tried",
        theories: &[T::Core, T::Strings],
        without: plain_strings,
        sorts: |_| vec![one(Sort::bool(), 0), one(Sort::string(), 1), one(Sort::reg_lan(), 0)],
    },
    SpaceDef {
        name: "seq",
        about: "sequences of Booleans; those of up to two elements are tried",
        theories: &[T::Core, T::Sequences],
        without: none,
        sorts: |_| vec![one(Sort::bool(), 1), one(Sort::int(), 1), one(Sort::seq(Sort::bool()), 2)],
    },
];
