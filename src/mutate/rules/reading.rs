//! Reads rule files.

use std::sync::Arc;

use thiserror::Error;

use super::forms::{
    MOST_SORTS, MOST_VARIABLES, Names, Relation, Rule, Side, SortForm, VariableForm,
};
use super::number::{Calculation, Comparison, Condition, MOST_NUMBERS, Number};
use super::typing::Typist;
use super::values::Kept;
use crate::smt::{Kind, Position, Sexpr, parse};

/// Why a text is no list of rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {what}")]
pub struct RuleError {
    /// Where, in lines and columns.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

/// An s-expression with its own text.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) kind: Kind,
    pub(super) text: String,
    pub(super) items: Vec<Tree>,
    at: Position,
}

/// What is wrong with a rule, and where.
pub(super) struct Fault(Position, String);

pub(super) type Read<T> = Result<T, Fault>;

/// S-expressions in rules are nested so deep at most.
const DEEPEST: u32 = 60;

impl Tree {
    fn of(sexpr: Sexpr<'_>, deeper: u32) -> Read<Tree> {
        let at = sexpr.position();
        let Some(deeper) = deeper.checked_sub(1) else {
            return Err(Fault(at, "this is nested too deep for a rule".to_owned()));
        };
        let items = sexpr.items().map(|item| Tree::of(item, deeper)).collect::<Read<_>>()?;
        Ok(Tree { kind: sexpr.kind(), text: sexpr.text().to_owned(), items, at })
    }

    pub(super) fn fault<T>(&self, what: impl Into<String>) -> Read<T> {
        Err(Fault(self.at, what.into()))
    }

    pub(super) fn is_list(&self) -> bool {
        self.kind == Kind::List
    }

    /// The text of a symbol.
    pub(super) fn symbol(&self) -> Option<&str> {
        matches!(self.kind, Kind::Symbol | Kind::Quoted).then_some(self.text.as_str())
    }

    pub(super) fn name(&self) -> Read<&str> {
        self.symbol().map_or_else(|| self.fault("a name is expected here"), Ok)
    }

    /// The same with other words, and numerals of reals, for one of the cases of a rule.
    fn renamed(&mut self, from: &str, to: &Tree, numerals_are_real: bool) {
        match self.kind {
            Kind::List => {
                // What is in an index is no real number.
                let real = numerals_are_real
                    && !matches!(self.items.first().and_then(Tree::symbol), Some("_" | "bv"));
                self.items.iter_mut().for_each(|item| item.renamed(from, to, real));
            }
            Kind::Symbol if self.text == from => *self = to.clone(),
            Kind::Numeral if numerals_are_real => {
                self.kind = Kind::Decimal;
                self.text.push_str(".0");
            }
            _ => {}
        }
    }
}

/// Reads a rule file. A rule that is written for several operators or sorts is as many rules.
pub fn read_rules(text: &str) -> Result<Vec<Rule>, RuleError> {
    let wrong = |at: Position, what: String| RuleError { place: at.to_string(), what };
    let commands =
        parse(text.as_bytes()).map_err(|error| wrong(error.position, error.problem.to_string()))?;
    let mut rules: Vec<Rule> = Vec::new();
    for sexpr in commands.iter().filter(|one| one.kind() == Kind::List) {
        let read = Tree::of(sexpr, DEEPEST).and_then(|tree| cases(&tree));
        for rule in read.map_err(|Fault(at, what)| wrong(at, what))? {
            if rules.iter().any(|other| other.name == rule.name) {
                let what = format!("there are two rules of the name {}", rule.name);
                return Err(wrong(sexpr.position(), what));
            }
            rules.push(rule);
        }
    }
    Ok(rules)
}

/// The rules that are written as one: `:for (f bvand bvor)` stands for two.
fn cases(tree: &Tree) -> Read<Vec<Rule>> {
    let for_all =
        tree.items.iter().position(|item| item.kind == Kind::Keyword && item.text == ":for");
    let Some(place) = for_all else { return Ok(vec![rule(tree)?]) };
    let Some(Tree { items, .. }) = tree.items.get(place + 1) else {
        return tree.fault("behind :for, a list is expected: a word, and what it stands for");
    };
    let [word, cases @ ..] = items.as_slice() else {
        return tree.fault("behind :for, a list is expected: a word, and what it stands for");
    };
    let word = word.name()?;
    let mut rules = Vec::new();
    for case in cases {
        let mut one = tree.clone();
        one.items.drain(place..place + 2);
        let real = case.symbol() == Some("Real");
        for item in one.items.iter_mut().skip(2) {
            item.renamed(word, case, real);
        }
        if let Some(name) = one.items.get_mut(1) {
            let case = if case.is_list() { "of-list" } else { case.text.as_str() };
            name.text = format!("{}-{case}", name.text);
        }
        // What :for lists may itself be repeated.
        rules.extend(self::cases(&one)?);
    }
    Ok(rules)
}

/// The names of a rule while it is read.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) variables: Vec<VariableForm>,
    pub(super) variable_names: Names,
    pub(super) numbers: Vec<Arc<str>>,
    pub(super) sorts: Vec<Arc<str>>,
    pub(super) lists: Vec<Arc<str>>,
}

fn rule(tree: &Tree) -> Read<Rule> {
    let [head, name, ..] = tree.items.as_slice() else {
        return tree.fault("a rule is expected: (rule NAME (VARIABLES…) LEFT RIGHT)");
    };
    let relation = match head.symbol() {
        Some("rule") => Relation::Equal,
        Some("implies") => Relation::Implies,
        Some("over") => Relation::Over,
        Some("under") => Relation::Under,
        _ => return head.fault("a rule begins with rule, implies, over or under"),
    };
    let name = name.name()?;
    let mut options = Vec::new();
    let mut places = Vec::new();
    let mut rest = tree.items[2..].iter();
    while let Some(item) = rest.next() {
        if item.kind != Kind::Keyword {
            places.push(item);
            continue;
        }
        let arguments = if item.text == ":apart" { 2 } else { 1 };
        let arguments: Vec<&Tree> = rest.by_ref().take(arguments).collect();
        options.push((item, arguments));
    }
    let [variables, left, right] = places.as_slice() else {
        return tree.fault("a rule is expected: (rule NAME (VARIABLES…) LEFT RIGHT)");
    };
    let mut scope = Scope::default();
    for declared in &variables.items {
        scope.declare(declared)?;
    }
    let mut conditions = Vec::new();
    let mut apart = Vec::new();
    for (option, arguments) in options {
        match (option.text.as_str(), arguments.as_slice()) {
            (":if", [condition]) => scope.conditions(condition, &mut conditions)?,
            (":apart", [variable, list]) => {
                let list = scope.list(list)?;
                match scope.variable_names.get(variable.name()?) {
                    Some(variable) => apart.push((*variable, list)),
                    None => return variable.fault("this is no variable of the rule"),
                }
            }
            _ => return option.fault("the options of rules are :for, :if and :apart"),
        }
    }
    let (left, right) = Typist::sides(&mut scope, &conditions, left, right)?;
    Ok(Rule {
        name: name.into(),
        relation,
        variables: scope.variables,
        numbers: scope.numbers,
        sorts: scope.sorts,
        lists: scope.lists,
        apart,
        conditions,
        left: Side::new(left),
        right: Side::new(right),
    })
}

impl Scope {
    /// `(x y Int)`, `(a Int :positive)`, or `(V :list)`.
    fn declare(&mut self, tree: &Tree) -> Read<()> {
        if let [list, keyword] = tree.items.as_slice()
            && keyword.text == ":list"
        {
            self.lists.push(list.name()?.into());
            return Ok(());
        }
        let plain = tree.items.iter().take_while(|item| item.kind != Kind::Keyword).count();
        let value = match &tree.items[plain..] {
            [] => None,
            [keyword] => match Kept::named(&keyword.text) {
                Some(kept) => Some(kept),
                None => return keyword.fault(format!("values are {}", Kept::NAMES)),
            },
            [_, more, ..] => return more.fault("one keyword is expected at most"),
        };
        let [names @ .., sort] = &tree.items[..plain] else {
            return tree.fault("names and a sort are expected, such as (x y Int)");
        };
        let sort = self.sort(sort)?;
        for name in names {
            if self.variables.len() == MOST_VARIABLES {
                return name.fault(format!("a rule has {MOST_VARIABLES} variables at most"));
            }
            let text: Arc<str> = name.name()?.into();
            let number = self.variables.len() as u8;
            if self.variable_names.insert(text.clone(), number).is_some() {
                return name.fault("there is such a variable already");
            }
            self.variables.push(VariableForm { name: text, sort: sort.clone(), value });
        }
        Ok(())
    }

    pub(super) fn list(&self, tree: &Tree) -> Read<u8> {
        let name = tree.name()?;
        match self.lists.iter().position(|list| **list == *name) {
            Some(place) => Ok(place as u8),
            None => tree.fault("this is no list of variables, which is declared as (V :list)"),
        }
    }

    pub(super) fn sort(&mut self, tree: &Tree) -> Read<SortForm> {
        use murxla_api::Sort;
        if let Some(name) = tree.symbol() {
            return Ok(match name {
                "Bool" => SortForm::Just(Sort::bool()),
                "Int" => SortForm::Just(Sort::int()),
                "Real" => SortForm::Just(Sort::real()),
                "String" => SortForm::Just(Sort::string()),
                "RegLan" => SortForm::Just(Sort::reg_lan()),
                "RoundingMode" => SortForm::Just(Sort::rounding_mode()),
                _ => return self.sort_parameter(tree, name),
            });
        }
        let items: Vec<&Tree> =
            tree.items.iter().skip_while(|item| item.symbol() == Some("_")).collect();
        let [head, args @ ..] = items.as_slice() else { return tree.fault("a sort is expected") };
        Ok(match (head.name()?, args) {
            ("BitVec", [width]) => SortForm::BitVec(self.number(width)?),
            ("FloatingPoint", [exponent, significand]) => {
                SortForm::FloatingPoint(self.number(exponent)?, self.number(significand)?)
            }
            ("Array", [index, element]) => {
                SortForm::Array(Box::new((self.sort(index)?, self.sort(element)?)))
            }
            ("Seq", [element]) => SortForm::Seq(Box::new(self.sort(element)?)),
            ("Set", [element]) => SortForm::Set(Box::new(self.sort(element)?)),
            ("Bag", [element]) => SortForm::Bag(Box::new(self.sort(element)?)),
            _ => return head.fault("there is no such sort"),
        })
    }

    fn sort_parameter(&mut self, tree: &Tree, name: &str) -> Read<SortForm> {
        if !name.starts_with(|first: char| first.is_ascii_uppercase()) || name.len() > 2 {
            return tree
                .fault("a sort is expected; parameters that are sorts are short and in capitals");
        }
        let known = self.sorts.iter().position(|sort| **sort == *name);
        let number = known.unwrap_or_else(|| {
            self.sorts.push(name.into());
            self.sorts.len() - 1
        });
        if number >= MOST_SORTS {
            return tree
                .fault(format!("a rule has {MOST_SORTS} parameters that are sorts at most"));
        }
        Ok(SortForm::Parameter(number as u8))
    }

    pub(super) fn number(&mut self, tree: &Tree) -> Read<Number> {
        if tree.kind == Kind::Numeral {
            return match tree.text.parse() {
                Ok(number) => Ok(Number::Just(number)),
                Err(_) => tree.fault("this number is too large"),
            };
        }
        if let Some(name) = tree.symbol() {
            if self.variable_names.contains_key(name) {
                return tree.fault("a number is expected, not a term");
            }
            let known = self.numbers.iter().position(|number| **number == *name);
            let number = known.unwrap_or_else(|| {
                self.numbers.push(name.into());
                self.numbers.len() - 1
            });
            if number >= MOST_NUMBERS {
                return tree.fault(format!("a rule has {MOST_NUMBERS} numbers at most"));
            }
            return Ok(Number::Parameter(number as u8));
        }
        let [head, first, rest @ ..] = tree.items.as_slice() else {
            return tree.fault("a number is expected");
        };
        let calculation = match head.symbol() {
            Some("+") => Calculation::Plus,
            Some("-") => Calculation::Minus,
            Some("*") => Calculation::Times,
            Some("^") => Calculation::Power,
            Some("mod") => Calculation::Rest,
            _ => return head.fault("numbers are computed by + - * ^ mod"),
        };
        let mut number = self.number(first)?;
        for more in rest {
            number = Number::Of(calculation, Box::new((number, self.number(more)?)));
        }
        Ok(number)
    }

    fn conditions(&mut self, tree: &Tree, conditions: &mut Vec<Condition>) -> Read<()> {
        let [head, args @ ..] = tree.items.as_slice() else {
            return tree.fault("a condition is expected, such as (< k n)");
        };
        if head.symbol() == Some("and") {
            return args.iter().try_for_each(|arg| self.conditions(arg, conditions));
        }
        let (comparison, swapped) = match head.symbol() {
            Some("=") => (Comparison::Equal, false),
            Some("distinct") => (Comparison::Distinct, false),
            Some("<") => (Comparison::Less, false),
            Some("<=") => (Comparison::AtMost, false),
            Some(">") => (Comparison::Less, true),
            Some(">=") => (Comparison::AtMost, true),
            _ => return head.fault("conditions are and = distinct < <= > >="),
        };
        let numbers: Vec<Number> = args.iter().map(|arg| self.number(arg)).collect::<Read<_>>()?;
        if numbers.len() < 2 {
            return tree.fault("two numbers are expected at least");
        }
        for pair in numbers.windows(2) {
            let [a, b] = pair else { continue };
            let (a, b) = if swapped { (b, a) } else { (a, b) };
            conditions.push(Condition(comparison, a.clone(), b.clone()));
        }
        Ok(())
    }
}
