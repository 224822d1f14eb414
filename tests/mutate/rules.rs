//! Rules: each is read, and holds under all assignments that are tried; what it makes of its own sides is in golden files.

use std::path::Path;

use murxla::mutate::fusion::{FUNCTIONS, read_functions};
use murxla::mutate::rewriting::RULE_FILES;
use murxla::mutate::rules::{
    Effort, Relation, Rule, datatype_rules, instances, read_rules, verify,
};
use murxla::mutate::sparrow::APPROXIMATIONS;
use murxla::rng::{Seed, Stream};
use murxla::smt::{Command, Node, Script, Term, print, read};
use murxla_api::smtlib::STANDARD;

const QUICK: Effort = Effort { instances: 2, assignments: 40 };
const THOROUGH: Effort = Effort { instances: 60, assignments: 20_000 };

/// What is wrong with rules in files of these names, and how many are right.
struct Checks {
    effort: Effort,
    count: u64,
    exhausted: u64,
    held: u64,
    unclear: u64,
    wrong: Vec<String>,
}

impl Checks {
    fn new(effort: Effort) -> Checks {
        Checks { effort, count: 0, exhausted: 0, held: 0, unclear: 0, wrong: Vec::new() }
    }

    fn rule(&mut self, file: &str, rule: &Rule) {
        let mut rng = Seed(22).generator(Stream::Mutation);
        let checked = verify(rule, self.effort, &mut rng);
        if let Some(counterexample) = &checked.counterexample {
            self.wrong.push(format!("{file}: {} is wrong: {counterexample}", rule.name));
        } else if checked.held == 0 {
            self.wrong.push(format!("{file}: {} was never evaluated: {checked:?}", rule.name));
        }
        self.count += 1;
        self.exhausted += u64::from(checked.exhausted);
        self.held += checked.held;
        self.unclear += checked.unclear;
    }

    fn files(&mut self, files: &[(&str, &str)]) {
        for (file, text) in files {
            match read_rules(text) {
                Ok(rules) => rules.iter().for_each(|rule| self.rule(file, rule)),
                Err(error) => self.wrong.push(format!("{file}: {error}")),
            }
        }
    }

    fn end(self) {
        println!(
            "{} rules: {} assignments hold, {} cannot be told; of {} rules all small instances",
            self.count, self.held, self.unclear, self.exhausted
        );
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
    }
}

#[test]
fn rules_of_rewriting_hold() {
    let mut checks = Checks::new(QUICK);
    checks.files(RULE_FILES);
    assert!(checks.count >= 300, "{}", checks.count);
    checks.end();
}

/// The rules of some datatypes: an enumeration, a record, one with a parameter, a list, trees and forests.
fn of_datatypes() -> Vec<Rule> {
    let script =
        read(include_bytes!("datatypes.smt2"), &[]).unwrap_or_else(|error| panic!("{error}"));
    datatype_rules(&script.graph).concat().iter().map(|rule| (**rule).clone()).collect()
}

#[test]
fn rules_of_datatypes_hold() {
    let mut checks = Checks::new(QUICK);
    of_datatypes().iter().for_each(|rule| checks.rule("datatypes", rule));
    assert!(checks.count >= 100, "{}", checks.count);
    checks.end();
}

#[test]
fn approximations_hold() {
    let mut checks = Checks::new(QUICK);
    checks.files(APPROXIMATIONS);
    checks.end();
}

/// Functions of which all but these give x and y back whatever they are.
const PARTIAL: [usize; 2] = [3, 8];

#[test]
fn fusion_functions_can_be_inverted() {
    let functions = read_functions(FUNCTIONS).unwrap_or_else(|error| panic!("{error}"));
    let partial: Vec<usize> =
        functions.iter().filter(|one| !one.is_total).map(|one| one.number).collect();
    assert_eq!(partial, PARTIAL);
}

#[test]
#[ignore = "long: all small instances of each rule"]
fn rules_hold_exhaustively() {
    let few = std::env::var("MURXLA_ASSIGNMENTS").ok().and_then(|text| text.parse().ok());
    let assignments = few.unwrap_or(THOROUGH.assignments);
    let mut checks = Checks::new(Effort { assignments, ..THOROUGH });
    checks.files(RULE_FILES);
    checks.files(APPROXIMATIONS);
    of_datatypes().iter().for_each(|rule| checks.rule("datatypes", rule));
    for function in read_functions(FUNCTIONS).unwrap_or_else(|error| panic!("{error}")) {
        if function.is_total {
            let file = format!("function {}", function.number);
            function.back.iter().for_each(|back| checks.rule(&file, back));
        }
    }
    checks.end();
}

/// The two sides of the first instance of a rule, as SMT-LIB writes them.
fn sides(rule: &Rule) -> Option<[String; 2]> {
    let instance = instances(rule, &[3, 2, 4, 1, 0]).next()?;
    let Node::Apply { args: [left, right], .. } = instance.graph.node(instance.claim) else {
        return None;
    };
    let text = |term: &Term| {
        let commands = vec![Command::GetValue(vec![*term])];
        let script = Script { graph: instance.graph.clone(), commands };
        let text = print(&script, &STANDARD).ok()?;
        let term = text.lines().last()?.trim();
        Some(term.strip_prefix("(get-value (")?.strip_suffix("))")?.to_owned())
    };
    Some([text(left)?, text(right)?])
}

/// Each rule with what it looks for and what it puts there: one file per rule file.
#[test]
fn what_rules_make_is_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutate/rules");
    let files = RULE_FILES.iter().chain(APPROXIMATIONS).map(|(file, text)| {
        (*file, read_rules(text).unwrap_or_else(|error| panic!("{file}: {error}")))
    });
    for (file, rules) in files.chain([("datatypes", of_datatypes())]) {
        let mut golden = String::new();
        for rule in rules {
            let sides = sides(&rule).unwrap_or_else(|| panic!("{} has no instance", rule.name));
            let [left, right] = sides;
            let (seed, mutant) =
                if rule.relation == Relation::Under { (right, left) } else { (left, right) };
            let expected = match rule.relation {
                Relation::Equal => "the same answer",
                Relation::Implies => {
                    "satisfiable if the seed is; backwards, unsatisfiable if the seed is"
                }
                Relation::Over => "satisfiable if the seed is",
                Relation::Under => "unsatisfiable if the seed is",
            };
            golden += &format!("{}\n  {seed}\n  {mutant}\n  {expected}\n", rule.name);
        }
        let path = folder.join(format!("{file}.txt"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, &golden).expect("a file");
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(known == golden, "{} is not as it was (BLESS=1 rewrites it)", path.display());
    }
}
