//! Plain sorts, values and applications, built at load to see what the library makes of them.

use std::ffi::c_uint;

use murxla_api::{
    Application, ConstructorDef, DatatypeDef, Draw, FieldSort, Literal, Op, SolverError, Sort,
    SortId, SortKind, SortShape, SpecialValue, TermId, draw_application, theory,
};

use crate::ffi::call;
use crate::solver::Z3Solver;
use crate::sorts::NativeSort;
use crate::terms::Native;

/// A plain shape of a kind; the child is any sort.
fn plain_shape(kind: SortKind, child: SortId) -> Option<SortShape<SortId>> {
    Some(match kind {
        SortKind::Bool => SortShape::Bool,
        SortKind::Int => SortShape::Int,
        SortKind::Real => SortShape::Real,
        SortKind::BitVec => SortShape::BitVec(8),
        SortKind::FloatingPoint => SortShape::FloatingPoint(5, 11),
        SortKind::RoundingMode => SortShape::RoundingMode,
        SortKind::String => SortShape::String,
        SortKind::RegLan => SortShape::RegLan,
        SortKind::FiniteField => SortShape::FiniteField(std::sync::Arc::new(7u32.into())),
        SortKind::Array => SortShape::Array(child, child),
        SortKind::Seq => SortShape::Seq(child),
        SortKind::Set => SortShape::Set(child),
        // Tuples are datatypes, and these need no declaration of their own.
        SortKind::Tuple | SortKind::Datatype => SortShape::Tuple(vec![child]),
        SortKind::Uninterpreted => SortShape::Uninterpreted("U".into()),
        SortKind::Bag | SortKind::Fun | SortKind::MatchCase => return None,
    })
}

fn plain_sort(solver: &mut Z3Solver, kind: SortKind) -> Result<SortId, SolverError> {
    let child = solver.make_sort(&SortShape::Int)?;
    let shape = plain_shape(kind, child)
        .ok_or_else(|| SolverError::Unsupported(format!("sorts of kind {}", kind.key())))?;
    solver.make_sort(&shape)
}

/// The number of the kind of a sort.
pub(crate) fn sort_kind(solver: &mut Z3Solver, kind: SortKind) -> Result<c_uint, SolverError> {
    let id = plain_sort(solver, kind)?;
    let NativeSort::Sort(native) = solver.sorts.native(id)? else {
        return Err(SolverError::Broken("a plain sort that is a function sort".to_owned()));
    };
    let number = call!(Z3_get_sort_kind(solver.context.raw, native));
    solver.context.check()?;
    Ok(number)
}

/// The number of the kind of a special value.
pub(crate) fn special_value_kind(
    solver: &mut Z3Solver,
    special: SpecialValue,
) -> Result<c_uint, SolverError> {
    let sort = plain_sort(solver, special.sort_kind())?;
    let term = solver.make_value(sort, &Literal::Special(special))?;
    kind_of(solver, term)
}

fn kind_of(solver: &Z3Solver, term: TermId) -> Result<c_uint, SolverError> {
    let Native::Term(term) = solver.terms.native(term)? else {
        return Err(SolverError::Broken("an application that is a function".to_owned()));
    };
    solver.decl_kind(term)?.ok_or_else(|| SolverError::Broken("a term without a kind".to_owned()))
}

/// Draws the plainest application: all widths 8, all sorts bit-vectors unless they must be others.
#[derive(Clone)]
pub(crate) struct Plainest {
    datatype: Sort,
}

impl Plainest {
    /// Declares a datatype to draw from.
    pub(crate) fn new(solver: &mut Z3Solver) -> Result<Plainest, SolverError> {
        let field = solver.make_sort(&SortShape::BitVec(8))?;
        let fields = vec![("field".into(), FieldSort::Sort(field))];
        let constructors = vec![ConstructorDef { name: "construct".into(), fields }];
        let definition = DatatypeDef {
            name: "Plain".into(),
            params: Vec::new(),
            constructors,
            coinductive: false,
        };
        let declared = solver.make_datatypes(&[definition])?;
        let datatype = match declared.first() {
            Some(id) => solver.sorts.sort(*id)?.clone(),
            None => return Err(SolverError::Broken("no datatype was declared".to_owned())),
        };
        Ok(Plainest { datatype })
    }
}

impl Draw for Plainest {
    fn below(&mut self, _: u64) -> u64 {
        0
    }

    fn sort(&mut self) -> Sort {
        Sort::bit_vec(8)
    }

    fn width(&mut self) -> u32 {
        8
    }

    fn max_width(&self) -> u32 {
        64
    }

    fn sort_of_kind(&mut self, kind: SortKind) -> Option<Sort> {
        match kind {
            SortKind::Datatype => Some(self.datatype.clone()),
            SortKind::FiniteField => Some(Sort::finite_field(7u32.into())),
            _ => None,
        }
    }

    fn float_format(&mut self) -> (u32, u32) {
        (5, 11)
    }
}

/// The number of the kind of an application of the operator, which must have the sort that it should.
pub(crate) fn term_kind(
    solver: &mut Z3Solver,
    plain: &Plainest,
    own: &'static [Op],
    key: &str,
) -> Result<c_uint, SolverError> {
    let op = theory::operator(key)
        .or_else(|| own.iter().find(|op| op.key == key))
        .ok_or_else(|| SolverError::Broken(format!("{key} is no operator")))?;
    let drawn = draw_application(op, 2, None, &mut plain.clone())
        .ok_or_else(|| SolverError::Broken(format!("no application of {key} can be drawn")))?;
    let mut args: Vec<TermId> = Vec::new();
    for (position, sort) in drawn.args.iter().enumerate() {
        let sort = make_structure(solver, sort)?;
        args.push(solver.make_const(sort, &format!("{key}{position}"))?);
    }
    let mut sorts = Vec::new();
    for sort in &drawn.sorts {
        sorts.push(make_structure(solver, sort)?);
    }
    let names: Vec<&str> = drawn.names.iter().map(|name| &**name).collect();
    let application =
        Application { op, sorts: &sorts, names: &names, indices: &drawn.indices, args: &args };
    let term = solver.make_term(&application)?;
    let sort = solver.read_sort_of(term)?;
    if sort != drawn.result {
        return Err(SolverError::Broken(format!("it has sort {sort} instead of {}", drawn.result)));
    }
    kind_of(solver, term)
}

/// The id of a sort with this structure; it is made unless it is a datatype, which was declared.
fn make_structure(solver: &mut Z3Solver, sort: &Sort) -> Result<SortId, SolverError> {
    if let SortShape::Datatype(..) = sort.shape() {
        let place = solver.sorts.iter().position(|(_, other)| other == sort);
        return match place {
            Some(place) => Ok(SortId(place as u32)),
            None => Err(SolverError::Broken(format!("the datatype {sort} was not declared"))),
        };
    }
    let shape = sort.shape().try_map(|child| make_structure(solver, child))?;
    solver.make_sort(&shape)
}
