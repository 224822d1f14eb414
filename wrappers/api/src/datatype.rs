//! Datatypes: declared in groups, whose members may refer to each other.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::{Sort, SortShape};

/// The sort of a field: over `S`, which is [`SortId`](crate::SortId) in a call and [`Sort`] in structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldSort<S> {
    /// A sort that exists already.
    Sort(S),
    /// The parameter with this number.
    Param(usize),
    /// The datatype with this number in the same group, with the sorts for its parameters.
    Member(usize, Vec<FieldSort<S>>),
    /// A datatype with parameters that exists already, with the sorts for them.
    Instance(S, Vec<FieldSort<S>>),
    /// A sort like `(Array Int X)`, of which a parameter or a datatype of the group is a part. Its shape has parts and is
    /// no datatype.
    Nested(Box<SortShape<FieldSort<S>>>),
}

/// A constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstructorDef<S> {
    /// Its name.
    pub name: Arc<str>,
    /// Names and sorts of its selectors.
    pub fields: Vec<(Arc<str>, FieldSort<S>)>,
}

/// One datatype of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatatypeDef<S> {
    /// Its name.
    pub name: Arc<str>,
    /// Names of its parameters.
    pub params: Vec<Arc<str>>,
    /// Its constructors.
    pub constructors: Vec<ConstructorDef<S>>,
    /// Whether it is a codatatype, whose values need not be finite. All datatypes of a group are, or none.
    pub coinductive: bool,
}

/// A declared datatype. Two are equal if their names are: a name is declared once.
#[derive(Clone)]
pub struct Datatype {
    group: Arc<[DatatypeDef<Sort>]>,
    index: usize,
}

impl Datatype {
    /// The datatypes of a group.
    pub fn declare(group: Vec<DatatypeDef<Sort>>) -> Vec<Datatype> {
        let group: Arc<[DatatypeDef<Sort>]> = group.into();
        (0..group.len()).map(|index| Datatype { group: Arc::clone(&group), index }).collect()
    }

    /// Its definition.
    pub fn definition(&self) -> &DatatypeDef<Sort> {
        &self.group[self.index]
    }

    /// All datatypes of its group, in the order of declaration.
    pub fn group(&self) -> &[DatatypeDef<Sort>] {
        &self.group
    }

    /// Its place in its group.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.definition().name
    }

    /// The constructor with this name.
    pub fn constructor(&self, name: &str) -> Option<&ConstructorDef<Sort>> {
        self.definition().constructors.iter().find(|constructor| &*constructor.name == name)
    }

    /// The sort of a field, given the sorts for the parameters.
    pub fn field_sort(&self, field: &FieldSort<Sort>, args: &[Sort]) -> Option<Sort> {
        Some(match field {
            FieldSort::Sort(sort) => sort.clone(),
            FieldSort::Param(number) => args.get(*number)?.clone(),
            FieldSort::Member(index, inner) => {
                if *index >= self.group.len() {
                    return None;
                }
                let datatype = Datatype { group: Arc::clone(&self.group), index: *index };
                let inner: Option<Vec<Sort>> =
                    inner.iter().map(|field| self.field_sort(field, args)).collect();
                Sort::new(SortShape::Datatype(datatype, inner?))
            }
            FieldSort::Instance(generic, inner) => {
                let SortShape::Datatype(datatype, _) = generic.shape() else { return None };
                let inner: Option<Vec<Sort>> =
                    inner.iter().map(|field| self.field_sort(field, args)).collect();
                Sort::new(SortShape::Datatype(datatype.clone(), inner?))
            }
            FieldSort::Nested(shape) => {
                let shape = shape.try_map(|part| self.field_sort(part, args).ok_or(()));
                Sort::new(shape.ok()?)
            }
        })
    }

    /// The sorts of all fields of a constructor.
    pub fn field_sorts(
        &self,
        constructor: &ConstructorDef<Sort>,
        args: &[Sort],
    ) -> Option<Vec<Sort>> {
        constructor.fields.iter().map(|(_, field)| self.field_sort(field, args)).collect()
    }

    /// Whether every datatype of the group has a value, a finite one unless it is a codatatype. Solvers refuse groups that are not so.
    pub fn is_well_founded(group: &[DatatypeDef<Sort>]) -> bool {
        let mut founded = vec![false; group.len()];
        loop {
            let holds = |field: &FieldSort<Sort>| field.has_value(&founded);
            let next: Vec<bool> = group
                .iter()
                .map(|datatype| {
                    let mut constructors = datatype.constructors.iter();
                    datatype.coinductive
                        || constructors.any(|one| one.fields.iter().all(|(_, field)| holds(field)))
                })
                .collect();
            if next == founded {
                return founded.iter().all(|founded| *founded);
            }
            founded = next;
        }
    }
}

impl PartialEq for Datatype {
    fn eq(&self, other: &Datatype) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Datatype {}

impl Hash for Datatype {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl PartialOrd for Datatype {
    fn partial_cmp(&self, other: &Datatype) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Datatype {
    fn cmp(&self, other: &Datatype) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl fmt::Debug for Datatype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<S> FieldSort<S> {
    /// Whether there is a value of it, if there is one of these datatypes of the group. As deep as the field.
    fn has_value(&self, founded: &[bool]) -> bool {
        match self {
            FieldSort::Sort(_) | FieldSort::Param(_) | FieldSort::Instance(..) => true,
            FieldSort::Member(index, _) => founded.get(*index).copied().unwrap_or(false),
            FieldSort::Nested(shape) => match &**shape {
                SortShape::Array(_, element) | SortShape::Fun(_, element) => {
                    element.has_value(founded)
                }
                SortShape::Tuple(elements) => elements.iter().all(|one| one.has_value(founded)),
                // The others have empty values.
                _ => true,
            },
        }
    }

    /// The fields that it is made of, from left to right.
    pub fn parts(&self) -> Vec<&FieldSort<S>> {
        match self {
            FieldSort::Sort(_) | FieldSort::Param(_) => Vec::new(),
            FieldSort::Member(_, args) | FieldSort::Instance(_, args) => args.iter().collect(),
            FieldSort::Nested(shape) => shape.children().collect(),
        }
    }

    /// The same field over other sorts.
    pub fn try_map<T, E>(
        &self,
        sort: &mut dyn FnMut(&S) -> Result<T, E>,
    ) -> Result<FieldSort<T>, E> {
        Ok(match self {
            FieldSort::Sort(existing) => FieldSort::Sort(sort(existing)?),
            FieldSort::Param(number) => FieldSort::Param(*number),
            FieldSort::Member(index, args) => FieldSort::Member(
                *index,
                args.iter().map(|arg| arg.try_map(sort)).collect::<Result<_, _>>()?,
            ),
            FieldSort::Instance(generic, args) => {
                let generic = sort(generic)?;
                let args = args.iter().map(|arg| arg.try_map(sort)).collect::<Result<_, _>>()?;
                FieldSort::Instance(generic, args)
            }
            FieldSort::Nested(shape) => {
                FieldSort::Nested(Box::new(shape.try_map(|part| part.try_map(sort))?))
            }
        })
    }
}

impl<S> DatatypeDef<S> {
    /// The same definition over other sorts.
    pub fn try_map<T, E>(
        &self,
        sort: &mut dyn FnMut(&S) -> Result<T, E>,
    ) -> Result<DatatypeDef<T>, E> {
        let mut constructors = Vec::new();
        for constructor in &self.constructors {
            let mut fields = Vec::new();
            for (name, field) in &constructor.fields {
                fields.push((name.clone(), field.try_map(sort)?));
            }
            constructors.push(ConstructorDef { name: constructor.name.clone(), fields });
        }
        Ok(DatatypeDef {
            name: self.name.clone(),
            params: self.params.clone(),
            constructors,
            coinductive: self.coinductive,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(base: bool) -> Vec<DatatypeDef<Sort>> {
        let cons = ConstructorDef {
            name: "cons".into(),
            fields: vec![
                ("head".into(), FieldSort::Param(0)),
                ("tail".into(), FieldSort::Member(0, vec![FieldSort::Param(0)])),
            ],
        };
        let nil = ConstructorDef { name: "nil".into(), fields: Vec::new() };
        let constructors = if base { vec![cons, nil] } else { vec![cons] };
        vec![DatatypeDef {
            name: "List".into(),
            params: vec!["X".into()],
            constructors,
            coinductive: false,
        }]
    }

    #[test]
    fn fields_of_a_parametric_list() {
        let datatype = Datatype::declare(list(true)).remove(0);
        let cons = datatype.constructor("cons").unwrap();
        let sorts = datatype.field_sorts(cons, &[Sort::int()]).unwrap();
        assert_eq!(format!("{sorts:?}"), "[Int, (List Int)]");
        assert!(!Sort::datatype(datatype.clone(), []).is_first_class());
        assert!(Sort::datatype(datatype, [Sort::int()]).is_first_class());
    }

    #[test]
    fn datatypes_inside_of_other_sorts() {
        let member = || FieldSort::Member(0, Vec::new());
        let group = |kids: SortShape<FieldSort<Sort>>| {
            let fields = vec![("kids".into(), FieldSort::Nested(Box::new(kids)))];
            let node = ConstructorDef { name: "node".into(), fields };
            vec![DatatypeDef {
                name: "Tree".into(),
                params: Vec::new(),
                constructors: vec![node],
                coinductive: false,
            }]
        };
        let array = || SortShape::Array(FieldSort::Sort(Sort::int()), member());
        let tree = Datatype::declare(group(array())).remove(0);
        let sorts = tree.field_sorts(tree.constructor("node").unwrap(), &[]).unwrap();
        assert_eq!(format!("{sorts:?}"), "[(Array Int Tree)]");
        // An array needs an element, a sequence does not.
        assert!(!Datatype::is_well_founded(&group(array())));
        assert!(Datatype::is_well_founded(&group(SortShape::Seq(member()))));
    }

    #[test]
    fn a_list_without_nil_is_not_well_founded() {
        assert!(Datatype::is_well_founded(&list(true)));
        assert!(!Datatype::is_well_founded(&list(false)));
        // A stream has none either, but it has values.
        let mut stream = list(false);
        stream[0].coinductive = true;
        assert!(Datatype::is_well_founded(&stream));
    }
}
