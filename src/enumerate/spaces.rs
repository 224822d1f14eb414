//! The spaces that can be enumerated, as a table.

use murxla_api::{ConstructorDef, Datatype, DatatypeDef, FieldSort, Sort, Theory};

/// A space, before a solver is known.
#[derive(Clone, Copy)]
pub struct SpaceDef {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is in it, in words.
    pub about: &'static str,
    /// The theories whose operators are used.
    pub theories: &'static [Theory],
    /// The sorts, each with the number of its constants. The first of several formats that a solver has is taken.
    pub sorts: fn() -> Vec<(Choices, usize)>,
}

/// A sort, or sorts of which the first is taken that a solver has.
pub type Choices = Vec<Sort>;

fn one(sort: Sort, constants: usize) -> (Choices, usize) {
    (vec![sort], constants)
}

fn bv(width: u32) -> Sort {
    Sort::bit_vec(width)
}

/// The formats of floating-point numbers, the smallest first.
fn formats() -> Choices {
    [(2, 2), (2, 3), (3, 3), (3, 4), (5, 11)].map(|(e, s)| Sort::floating_point(e, s)).into()
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
fn datatypes() -> Vec<(Choices, usize)> {
    let color = ["red", "green", "blue"].map(|name| constructor(name, &[])).into();
    let color = datatype("Color", color);
    let fields = [("left", Sort::bool()), ("right", color.clone())];
    let pair = datatype("Box", vec![constructor("none", &[]), constructor("both", &fields)]);
    vec![one(Sort::bool(), 1), one(color, 2), one(pair, 2)]
}

use Theory as T;

/// All spaces.
pub const SPACES: &[SpaceDef] = &[
    SpaceDef {
        name: "core",
        about: "Booleans",
        theories: &[T::Core],
        sorts: || vec![one(Sort::bool(), 3)],
    },
    SpaceDef {
        name: "bv1",
        about: "bit-vectors of one bit",
        theories: &[T::Core, T::BitVectors],
        sorts: || vec![one(Sort::bool(), 1), one(bv(1), 2)],
    },
    SpaceDef {
        name: "bv2",
        about: "bit-vectors of one and two bits",
        theories: &[T::Core, T::BitVectors],
        sorts: || vec![one(Sort::bool(), 1), one(bv(1), 1), one(bv(2), 2)],
    },
    SpaceDef {
        name: "bv3",
        about: "bit-vectors of one to three bits",
        theories: &[T::Core, T::BitVectors],
        sorts: || vec![one(Sort::bool(), 1), one(bv(1), 1), one(bv(2), 1), one(bv(3), 2)],
    },
    SpaceDef {
        name: "arrays",
        about: "arrays from one bit to one bit",
        theories: &[T::Core, T::Arrays],
        sorts: || vec![one(Sort::bool(), 1), one(bv(1), 2), one(Sort::array(bv(1), bv(1)), 2)],
    },
    SpaceDef {
        name: "arrays2",
        about: "arrays from two bits to Booleans, and arrays of arrays",
        theories: &[T::Core, T::Arrays],
        sorts: || {
            let inner = Sort::array(bv(1), Sort::bool());
            vec![
                one(Sort::bool(), 1),
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
        sorts: || {
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
        sorts: || vec![one(Sort::bool(), 1), one(Sort::rounding_mode(), 1), (formats(), 2)],
    },
    SpaceDef {
        name: "dt",
        about: "an enumeration of three, and pairs of a Boolean and one of these",
        theories: &[T::Core, T::Datatypes],
        sorts: datatypes,
    },
    SpaceDef {
        name: "ff",
        about: "the field of three elements",
        theories: &[T::Core, T::FiniteFields],
        sorts: || vec![one(Sort::bool(), 1), one(Sort::finite_field(3u32.into()), 3)],
    },
    SpaceDef {
        name: "sets",
        about: "sets of bits",
        theories: &[T::Core, T::Sets],
        sorts: || vec![one(Sort::bool(), 1), one(bv(1), 2), one(Sort::set(bv(1)), 2)],
    },
    SpaceDef {
        name: "ints",
        about: "integers, with literals from -1 to 2; values from -2 to 3 are tried",
        theories: &[T::Core, T::Ints],
        sorts: || vec![one(Sort::bool(), 1), one(Sort::int(), 2)],
    },
    SpaceDef {
        name: "reals",
        about: "reals and integers, with small literals; a few values are tried",
        theories: &[T::Core, T::Ints, T::Reals],
        sorts: || vec![one(Sort::bool(), 1), one(Sort::int(), 1), one(Sort::real(), 2)],
    },
    SpaceDef {
        name: "strings",
        about: "strings over two letters and regular expressions; strings of up to two letters are tried",
        theories: &[T::Core, T::Strings],
        sorts: || {
            let integers = one(Sort::int(), 1);
            vec![one(Sort::bool(), 1), integers, one(Sort::string(), 2), one(Sort::reg_lan(), 0)]
        },
    },
    SpaceDef {
        name: "seq",
        about: "sequences of Booleans; those of up to two elements are tried",
        theories: &[T::Core, T::Sequences],
        sorts: || vec![one(Sort::bool(), 1), one(Sort::int(), 1), one(Sort::seq(Sort::bool()), 2)],
    },
];
