//! The rules of a datatype: they name its constructors and selectors, so they are made for each datatype of a seed.
//!
//! What a selector gives of another constructor is anybody's choice, so no rule says anything about it.

use std::sync::Arc;

use murxla_api::meaning::Datum;
use murxla_api::{Datatype, Literal, Op, Sort, SortShape, theory};

use super::forms::{
    MOST_VARIABLES, Pattern, Relation, Rule, Side, SortForm, VariableForm, Written,
};
use super::number::Number;
use crate::smt::Graph;

/// More constructors has no datatype for which rules are made.
const MOST_CONSTRUCTORS: usize = 12;
/// For so many datatypes of a seed there are rules.
const MOST_DATATYPES: usize = 6;

/// The rules of all datatypes in a graph: equations, and implications between formulas.
pub fn datatype_rules(graph: &Graph) -> [Vec<Arc<Rule>>; 2] {
    let mut sorts: Vec<&Sort> = Vec::new();
    for term in graph.terms() {
        let sort = graph.sort(term);
        if matches!(sort.shape(), SortShape::Datatype(..))
            && sort.is_first_class()
            && !sorts.contains(&sort)
        {
            sorts.push(sort);
        }
    }
    let mut rules = [Vec::new(), Vec::new()];
    for sort in sorts.into_iter().take(MOST_DATATYPES) {
        if let Some(mut maker) = Maker::of(sort) {
            maker.equations();
            maker.implications();
            rules[0].extend(maker.made[0].drain(..).map(Arc::new));
            rules[1].extend(maker.made[1].drain(..).map(Arc::new));
        }
    }
    rules
}

struct Constructor {
    name: Arc<str>,
    /// Names and sorts of its selectors.
    fields: Vec<(Arc<str>, Sort)>,
}

/// The operators that rules have.
struct Operators {
    construct: &'static Op,
    select: &'static Op,
    test: &'static Op,
    update: &'static Op,
    equal: &'static Op,
    not: &'static Op,
    and: &'static Op,
    or: &'static Op,
    choice: &'static Op,
}

struct Maker<'s> {
    sort: &'s Sort,
    datatype: &'s Datatype,
    constructors: Vec<Constructor>,
    ops: Operators,
    made: [Vec<Rule>; 2],
}

fn variable(number: usize) -> Pattern {
    Pattern::Variable(number as u8)
}

fn apply(op: &'static Op, args: Vec<Pattern>) -> Pattern {
    Pattern::Apply {
        op,
        sorts: Box::default(),
        names: Box::default(),
        indices: Box::<[Number]>::default(),
        args: args.into(),
    }
}

fn truth(value: bool) -> Pattern {
    Pattern::Value(Written::Just(Literal::Bool(value), Sort::bool(), Datum::Bool(value)))
}

impl<'s> Maker<'s> {
    fn of(sort: &'s Sort) -> Option<Maker<'s>> {
        let SortShape::Datatype(datatype, args) = sort.shape() else { return None };
        let mut constructors = Vec::new();
        for one in &datatype.definition().constructors {
            let sorts = datatype.field_sorts(one, args)?;
            let names = one.fields.iter().map(|(name, _)| name.clone());
            let fields = names.zip(sorts).collect();
            constructors.push(Constructor { name: one.name.clone(), fields });
        }
        let ops = Operators {
            construct: theory::operator("OP_DT_APPLY_CONS")?,
            select: theory::operator("OP_DT_APPLY_SEL")?,
            test: theory::operator("OP_DT_APPLY_TESTER")?,
            update: theory::operator("OP_DT_APPLY_UPDATER")?,
            equal: theory::operator("OP_EQUAL")?,
            not: theory::operator("OP_NOT")?,
            and: theory::operator("OP_AND")?,
            or: theory::operator("OP_OR")?,
            choice: theory::operator("OP_ITE")?,
        };
        let made = [Vec::new(), Vec::new()];
        (constructors.len() <= MOST_CONSTRUCTORS).then_some(Maker {
            sort,
            datatype,
            constructors,
            ops,
            made,
        })
    }

    fn construct(&self, which: usize, args: Vec<Pattern>) -> Pattern {
        Pattern::Apply {
            op: self.ops.construct,
            sorts: [SortForm::Just(self.sort.clone())].into(),
            names: [self.constructors[which].name.clone()].into(),
            indices: Box::default(),
            args: args.into(),
        }
    }

    fn select(&self, which: usize, field: usize, of: Pattern) -> Pattern {
        let Constructor { name, fields } = &self.constructors[which];
        Pattern::Apply {
            op: self.ops.select,
            sorts: Box::default(),
            names: [name.clone(), fields[field].0.clone()].into(),
            indices: Box::default(),
            args: [of].into(),
        }
    }

    fn test(&self, which: usize, of: Pattern) -> Pattern {
        Pattern::Apply {
            op: self.ops.test,
            sorts: Box::default(),
            names: [self.constructors[which].name.clone()].into(),
            indices: Box::default(),
            args: [of].into(),
        }
    }

    fn update(&self, which: usize, field: usize, of: Pattern, with: Pattern) -> Pattern {
        let Constructor { name, fields } = &self.constructors[which];
        Pattern::Apply {
            op: self.ops.update,
            sorts: Box::default(),
            names: [name.clone(), fields[field].0.clone()].into(),
            indices: Box::default(),
            args: [of, with].into(),
        }
    }

    fn equal(&self, one: Pattern, other: Pattern) -> Pattern {
        apply(self.ops.equal, vec![one, other])
    }

    fn not(&self, formula: Pattern) -> Pattern {
        apply(self.ops.not, vec![formula])
    }

    /// All of these; the one if there is one.
    fn all(&self, mut formulas: Vec<Pattern>) -> Pattern {
        match formulas.len() {
            0 => truth(true),
            1 => formulas.swap_remove(0),
            _ => apply(self.ops.and, formulas),
        }
    }

    fn any(&self, mut formulas: Vec<Pattern>) -> Pattern {
        match formulas.len() {
            0 => truth(false),
            1 => formulas.swap_remove(0),
            _ => apply(self.ops.or, formulas),
        }
    }

    /// A constructor of what its selectors give of something.
    fn rebuilt(&self, which: usize, of: &Pattern) -> Pattern {
        let fields = 0..self.constructors[which].fields.len();
        self.construct(which, fields.map(|field| self.select(which, field, of.clone())).collect())
    }

    fn fields(&self, which: usize) -> Vec<Sort> {
        self.constructors[which].fields.iter().map(|(_, sort)| sort.clone()).collect()
    }

    /// Adds a rule; one with too many variables, or arguments, is none.
    fn add(&mut self, relation: Relation, name: String, sorts: &[Sort], sides: [Pattern; 2]) {
        let mut fits = sorts.len() <= MOST_VARIABLES;
        for side in &sides {
            side.visit(&mut |part| {
                if let Pattern::Apply { args, .. } = part {
                    fits &= args.len() <= MOST_VARIABLES;
                }
            });
        }
        if !fits {
            return;
        }
        let variables = sorts.iter().enumerate().map(|(number, sort)| VariableForm {
            name: format!("x{number}").into(),
            sort: SortForm::Just(sort.clone()),
            value: None,
        });
        let [left, right] = sides;
        let rule = Rule {
            name: format!("dt-{name}").into(),
            relation,
            variables: variables.collect(),
            numbers: Vec::new(),
            sorts: Vec::new(),
            lists: Vec::new(),
            apart: Vec::new(),
            conditions: Vec::new(),
            left: Side::new(left),
            right: Side::new(right),
        };
        self.made[usize::from(relation != Relation::Equal)].push(rule);
    }

    fn equations(&mut self) {
        let count = self.constructors.len();
        let x = variable(0);
        for which in 0..count {
            self.of_constructor(which);
            let name = self.constructors[which].name.clone();
            let own = [self.sort.clone()];
            let test = self.test(which, x.clone());
            let sides = [test.clone(), self.equal(x.clone(), self.rebuilt(which, &x))];
            self.add(Relation::Equal, format!("tester-by-equation-{name}"), &own, sides);
            let others = (0..count).filter(|other| *other != which);
            let others = self.any(others.map(|other| self.test(other, x.clone())).collect());
            let sides = [test.clone(), self.not(others)];
            self.add(Relation::Equal, format!("tester-by-others-{name}"), &own, sides);
            let rebuilt = self.rebuilt(which, &x);
            let whole = match count {
                1 => rebuilt,
                _ => apply(self.ops.choice, vec![test, rebuilt, x.clone()]),
            };
            self.add(Relation::Equal, format!("rebuilt-{name}"), &own, [x.clone(), whole]);
            self.updates(which);
        }
        let y = variable(1);
        let both = [self.sort.clone(), self.sort.clone()];
        let cases = (0..count).map(|which| {
            let mut parts = vec![self.test(which, x.clone()), self.test(which, y.clone())];
            for field in 0..self.constructors[which].fields.len() {
                let [one, other] = [&x, &y].map(|of| self.select(which, field, of.clone()));
                parts.push(self.equal(one, other));
            }
            self.all(parts)
        });
        let cases = self.any(cases.collect());
        let sides = [self.equal(x, y), cases];
        self.add(Relation::Equal, "equal-by-cases".to_owned(), &both, sides);
    }

    /// What is known of what a constructor made.
    fn of_constructor(&mut self, which: usize) {
        let sorts = self.fields(which);
        let name = self.constructors[which].name.clone();
        let args: Vec<Pattern> = (0..sorts.len()).map(variable).collect();
        let made = self.construct(which, args.clone());
        for (field, arg) in args.iter().enumerate() {
            let sides = [self.select(which, field, made.clone()), arg.clone()];
            self.add(Relation::Equal, format!("select-{name}-{field}"), &sorts, sides);
        }
        for other in 0..self.constructors.len() {
            let sides = [self.test(other, made.clone()), truth(other == which)];
            let name = format!("test-{name}-{}", self.constructors[other].name);
            self.add(Relation::Equal, name, &sorts, sides);
        }
        for other in which..self.constructors.len() {
            let more = self.fields(other);
            let second = (sorts.len()..sorts.len() + more.len()).map(variable);
            let second: Vec<Pattern> = second.collect();
            let equal = self.equal(made.clone(), self.construct(other, second.clone()));
            let right = match other == which {
                true => {
                    let pairs = args.iter().cloned().zip(second);
                    self.all(pairs.map(|(one, other)| self.equal(one, other)).collect())
                }
                false => truth(false),
            };
            if other == which && args.is_empty() {
                continue;
            }
            let name = format!("equal-{name}-{}", self.constructors[other].name);
            let all = [sorts.as_slice(), more.as_slice()].concat();
            self.add(Relation::Equal, name, &all, [equal, right]);
        }
        // Nothing finite is a part of itself.
        if !self.datatype.definition().coinductive {
            for (field, sort) in sorts.iter().enumerate() {
                if sort == self.sort {
                    let sides = [self.equal(args[field].clone(), made.clone()), truth(false)];
                    self.add(Relation::Equal, format!("acyclic-{name}-{field}"), &sorts, sides);
                }
            }
        }
    }

    /// What is known of an update, which changes only what the constructor made.
    fn updates(&mut self, which: usize) {
        let fields = self.fields(which);
        let name = self.constructors[which].name.clone();
        let (x, v, w) = (variable(0), variable(1), variable(2));
        for (field, sort) in fields.iter().enumerate() {
            let of_x = [self.sort.clone(), sort.clone(), sort.clone()];
            let update = |with: &Pattern| self.update(which, field, x.clone(), with.clone());
            let test = self.test(which, x.clone());
            let changed = (0..fields.len()).map(|place| match place == field {
                true => v.clone(),
                false => self.select(which, place, x.clone()),
            });
            let changed = self.construct(which, changed.collect());
            let by_cases = apply(self.ops.choice, vec![test.clone(), changed, x.clone()]);
            let sides = [update(&v), by_cases];
            let twice = [self.update(which, field, update(&v), w.clone()), update(&w)];
            let selected = self.select(which, field, update(&v));
            let old = self.select(which, field, x.clone());
            let read = [selected, apply(self.ops.choice, vec![test.clone(), v.clone(), old])];
            let tested = [self.test(which, update(&v)), test];
            self.add(Relation::Equal, format!("update-{name}-{field}"), &of_x[..2], sides);
            self.add(Relation::Equal, format!("update-twice-{name}-{field}"), &of_x, twice);
            self.add(Relation::Equal, format!("update-select-{name}-{field}"), &of_x[..2], read);
            self.add(Relation::Equal, format!("update-test-{name}-{field}"), &of_x[..2], tested);
        }
    }

    fn implications(&mut self) {
        let (x, y) = (variable(0), variable(1));
        let both = [self.sort.clone(), self.sort.clone()];
        let count = self.constructors.len();
        let equal = self.equal(x.clone(), y.clone());
        for which in 0..count {
            let name = self.constructors[which].name.clone();
            let [of_x, of_y] = [&x, &y].map(|of| self.test(which, of.clone()));
            let same = [equal.clone(), self.equal(of_x.clone(), of_y.clone())];
            self.add(Relation::Implies, format!("equal-same-tester-{name}"), &both, same);
            let apart = self.all(vec![of_x.clone(), self.not(of_y)]);
            let sides = [apart, self.not(equal.clone())];
            self.add(Relation::Implies, format!("testers-tell-apart-{name}"), &both, sides);
            for other in (0..count).filter(|other| *other != which) {
                let sides = [of_x.clone(), self.not(self.test(other, x.clone()))];
                let name = format!("one-tester-{name}-{}", self.constructors[other].name);
                self.add(Relation::Implies, name, &both[..1], sides);
            }
            let fields = self.fields(which);
            let sorts = [&both[..1], fields.as_slice()].concat();
            let made = self.construct(which, (1..=fields.len()).map(variable).collect());
            let is_made = self.equal(x.clone(), made.clone());
            let sides = [is_made.clone(), of_x];
            self.add(Relation::Implies, format!("made-tester-{name}"), &sorts, sides);
            for (field, sort) in fields.iter().enumerate() {
                let [one, other] = [&x, &y].map(|of| self.select(which, field, of.clone()));
                let sides = [equal.clone(), self.equal(one.clone(), other)];
                self.add(Relation::Implies, format!("equal-select-{name}-{field}"), &both, sides);
                let sides = [is_made.clone(), self.equal(one, variable(1 + field))];
                self.add(Relation::Implies, format!("made-select-{name}-{field}"), &sorts, sides);
                if sort == self.sort && !self.datatype.definition().coinductive {
                    let part = self.equal(x.clone(), variable(1 + field));
                    let sides = [is_made.clone(), self.not(part)];
                    self.add(
                        Relation::Implies,
                        format!("made-larger-{name}-{field}"),
                        &sorts,
                        sides,
                    );
                }
            }
        }
    }
}
