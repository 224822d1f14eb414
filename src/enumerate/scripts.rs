//! What is asked of a term, as the calls of a trace: to be played with oracles, written down and replayed.

use murxla_api::smtlib::STANDARD;
use murxla_api::{ActionKind, Answer, Profile, plain_command, theory};

use super::formulas::{fixed, formula, has_value};
use super::in_graph::InGraph;
use super::numbering::Terms;
use super::questions::{Form, Other, Question, Way, literal_values, questions};
use super::rows::UNKNOWN;
use super::sifter::MODELS_APART;
use super::term::{Tree, Whole};
use crate::smt::{Command, Graph, Opaque, Prepared, Script, Term, import};
use crate::trace::{Call, CallArg, Header};

/// What looked wrong with a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Nothing in particular: all is asked.
    Anything,
    /// The answer to a question, asked in a way.
    Answer(Form, Way),
    /// Its simplified form, or the term as the solver holds it, under an assignment.
    Value(u16),
}

impl Doubt {
    /// As bytes.
    pub fn to_bytes(self) -> [u8; 4] {
        match self {
            Doubt::Anything => [0; 4],
            Doubt::Answer(form, way) => {
                let other = |other| match other {
                    Other::Literal(number) => number,
                    Other::Constant => u8::MAX,
                };
                let (kind, other) = match form {
                    Form::Itself => (0, 0),
                    Form::Negated => (1, 0),
                    Form::Differs(one) => (2, other(one)),
                    Form::Equals(one) => (3, other(one)),
                };
                let way = Way::ALL.iter().position(|one| *one == way).unwrap_or(0);
                [1, kind, other, way as u8]
            }
            Doubt::Value(assignment) => {
                let [low, high] = assignment.to_le_bytes();
                [2, low, high, 0]
            }
        }
    }

    /// From bytes; those that mean nothing are a doubt about anything.
    pub fn of_bytes(bytes: [u8; 4]) -> Doubt {
        let other =
            |number| if number == u8::MAX { Other::Constant } else { Other::Literal(number) };
        match bytes {
            [1, kind, number, way] => {
                let form = match kind {
                    0 => Form::Itself,
                    1 => Form::Negated,
                    2 => Form::Differs(other(number)),
                    _ => Form::Equals(other(number)),
                };
                let way = Way::ALL.get(usize::from(way)).copied().unwrap_or(Way::Pushed);
                Doubt::Answer(form, way)
            }
            [2, low, high, _] => Doubt::Value(u16::from_le_bytes([low, high])),
            _ => Doubt::Anything,
        }
    }
}

/// Makes calls for a solver with this profile.
pub struct Scripts<'p> {
    profile: &'p Profile,
    literals: Vec<Vec<u16>>,
}

impl<'p> Scripts<'p> {
    /// For the terms of a space.
    pub fn new(terms: &mut Terms, profile: &'p Profile) -> Scripts<'p> {
        Scripts { profile, literals: literal_values(terms) }
    }

    /// Calls that set options.
    pub fn options(options: &[(String, String)]) -> Vec<Call> {
        let Some(row) = ActionKind::SetOption.row() else { return Vec::new() };
        let text = |text: &String| CallArg::Text(text.as_str().into());
        let call =
            |(name, value): &(String, String)| Call::new(0, row, vec![text(name), text(value)]);
        options.iter().map(call).collect()
    }

    /// The questions about a term with these values.
    pub fn questions(&self, terms: &Terms, whole: &Whole, row: &[u16]) -> Vec<Question> {
        questions(terms, &self.literals, whole, row)
    }

    /// The calls with which an instance begins that is asked all of this, cores too if these are wanted.
    pub fn beginning(&self, terms: &Terms, cores: bool) -> Vec<Call> {
        let mut tree = InGraph::new(terms.space());
        let mut commands = vec![Command::Push(1)];
        let equal = theory::operator("OP_EQUAL");
        for whole in terms.samples() {
            let Ok(term) = terms.build(&mut tree, &whole) else { continue };
            let same = equal.and_then(|equal| tree.operator(equal, &[term, term]).ok());
            commands.extend(same.map(Command::Assert));
            commands.push(Command::GetValue(vec![term]));
        }
        commands.extend(plain("get-unsat-assumptions"));
        if cores {
            commands.extend(plain("get-unsat-core"));
        }
        let calls = self.calls(Script { graph: tree.into_graph(), commands });
        let is_beginning = |call: &Call| {
            let kind = call.action.kind();
            matches!(kind, ActionKind::New | ActionKind::SetOption | ActionKind::SetLogic)
        };
        calls.into_iter().filter(is_beginning).collect()
    }

    /// The calls that show a doubt, if it is right.
    pub fn of_doubt(&self, terms: &mut Terms, whole: &Whole, doubt: Doubt) -> Vec<Call> {
        let row = terms.row(whole);
        let mut tree = InGraph::new(terms.space());
        let Ok(term) = terms.build(&mut tree, whole) else { return Vec::new() };
        let mut commands = Vec::new();
        match doubt {
            Doubt::Anything => self.all(terms, whole, &row, term, &mut tree, &mut commands),
            Doubt::Answer(form, way) => {
                let asked = self.questions(terms, whole, &row);
                let right = asked.iter().find(|one| one.form == form).and_then(|one| one.expected);
                if let Ok(Some(formula)) = formula(&mut tree, whole, term, form) {
                    ask(formula, way, right, &mut commands);
                }
            }
            Doubt::Value(assignment) => {
                let assignment = usize::from(assignment).min(row.len() - 1);
                self.value(terms, whole, &row, (term, assignment), &mut tree, &mut commands);
            }
        }
        self.calls(Script { graph: tree.into_graph(), commands })
    }

    /// The calls that ask about terms as they are asked in one instance, one after the other, with models and failed assumptions.
    pub fn together(&self, terms: &mut Terms, numbers: &[u64]) -> Vec<Call> {
        let mut tree = InGraph::new(terms.space());
        let mut commands = Vec::new();
        let sorts = terms.space().sorts_and_constants().enumerate();
        let sorts = sorts.filter(|(sort, _)| terms.space().is_asked(*sort));
        let constants: Vec<(usize, usize)> = sorts
            .flat_map(|(sort, (_, count))| (0..count).map(move |constant| (sort, constant)))
            .collect();
        for number in numbers.iter().copied() {
            let Some(whole) = terms.term(number) else { continue };
            let row = terms.row(&whole);
            let Ok(term) = terms.build(&mut tree, &whole) else { continue };
            let questions = self.questions(terms, &whole, &row);
            for (place, question) in questions.into_iter().enumerate() {
                let way = Way::of(number, place);
                let Ok(Some(formula)) = formula(&mut tree, &whole, term, question.form) else {
                    continue;
                };
                match way.levels(number) {
                    0 => assume(formula, question.expected, &mut commands),
                    _ => ask(formula, way, question.expected, &mut commands),
                }
                if number.is_multiple_of(MODELS_APART) && question.expected == Some(Answer::Sat) {
                    let levels = commands.pop_if(|last| matches!(last, Command::Pop(_)));
                    let constants: Vec<Term> = constants
                        .iter()
                        .filter_map(|(sort, constant)| tree.constant(*sort, *constant).ok())
                        .collect();
                    commands.push(Command::GetValue(constants));
                    commands.extend(levels);
                }
            }
        }
        self.calls(Script { graph: tree.into_graph(), commands })
    }

    /// All questions, in all ways, of the term and of its simplified form.
    fn all(
        &self,
        terms: &Terms,
        whole: &Whole,
        row: &[u16],
        term: Term,
        tree: &mut InGraph,
        commands: &mut Vec<Command>,
    ) {
        let mut shapes = vec![term];
        let simplifies =
            !self.profile.demands().any(|one| one == murxla_api::Demand::Lacks("simplify"));
        if simplifies {
            shapes.push(simplified(tree.graph_mut(), term));
        }
        for (number, shape) in shapes.iter().enumerate() {
            for question in self.questions(terms, whole, row) {
                let Ok(Some(formula)) = formula(tree, whole, *shape, question.form) else {
                    continue;
                };
                let ways = if number == 0 { &Way::ALL[..] } else { &[Way::Pushed] };
                for way in ways {
                    ask(formula, *way, question.expected, commands);
                }
                // And without a level around it.
                assume(formula, question.expected, commands);
            }
        }
        if let ([term, simpler], Some(distinct)) =
            (shapes.as_slice(), theory::operator("OP_DISTINCT"))
            && let Ok(differs) = tree.operator(distinct, &[*term, *simpler])
        {
            ask(differs, Way::Pushed, None, commands);
        }
    }

    /// Under an assignment the simplified term is what the term is.
    fn value(
        &self,
        terms: &Terms,
        whole: &Whole,
        row: &[u16],
        (term, assignment): (Term, usize),
        tree: &mut InGraph,
        commands: &mut Vec<Command>,
    ) {
        let simpler = simplified(tree.graph_mut(), term);
        let constants = terms.constants_of(whole);
        if let Ok(Some(formulas)) = fixed(terms, tree, assignment, &constants) {
            commands.extend(formulas.into_iter().map(Command::Assert));
        }
        // The value that is told may be what is wrong, too. Not every solver simplifies: what it holds is asked for as well.
        commands.push(Command::CheckSat);
        commands.extend([Command::GetValue(vec![term]), Command::GetValue(vec![simpler])]);
        let right = terms.values().datum(whole.sort, row[assignment]).cloned();
        let Some(right) = right.filter(|_| row[assignment] != UNKNOWN) else { return };
        let (Some(not), Some(and)) = (theory::operator("OP_NOT"), theory::operator("OP_AND"))
        else {
            return;
        };
        for shape in [simpler, term] {
            // That it has the right value, part by part where there are no literals; one of these is false.
            let mut parts = Vec::new();
            let told = has_value(terms.space(), tree, whole.sort, shape, &right, &mut parts);
            let Ok(true) = told else { return };
            let all = match parts.as_slice() {
                [one] => Ok(*one),
                all => tree.operator(and, all),
            };
            if let Ok(differs) = all.and_then(|all| tree.operator(not, &[all])) {
                ask(differs, Way::Pushed, None, commands);
            }
        }
    }

    /// The calls for a script, with all that the solver demands.
    pub fn calls(&self, script: Script) -> Vec<Call> {
        let mut script = script;
        let datatypes = datatypes(&script.graph);
        script.commands.splice(0..0, datatypes);
        let Ok(imported) = import(&script, &STANDARD) else { return Vec::new() };
        let header = Header { for_any_solver: true, ..Header::default() };
        let prepared = Prepared::new(&header, &imported.trace.calls, "", self.profile);
        let mut calls = prepared.calls().to_vec();
        calls.iter_mut().for_each(|call| call.asked_by = None);
        calls
    }
}

/// The datatypes of the symbols of a graph, declared.
fn datatypes(graph: &Graph) -> Vec<Command> {
    let mut found: Vec<murxla_api::Datatype> = Vec::new();
    for (_, symbol) in graph.symbols() {
        if let murxla_api::SortShape::Datatype(datatype, _) = symbol.sort.shape()
            && !found.contains(datatype)
        {
            found.push(datatype.clone());
        }
    }
    found.into_iter().map(|one| Command::DeclareDatatypes(vec![one])).collect()
}

fn simplified(graph: &mut Graph, term: Term) -> Term {
    let sort = graph.sort(term).clone();
    let meaning = crate::smt::Meaning::FirstPart;
    graph.opaque(Opaque { call: 0, place: 0, meaning, parts: [term].into() }, sort)
}

fn plain(smtlib: &str) -> Option<Command> {
    plain_command(smtlib).map(|row| Command::Plain { row, words: Vec::new() })
}

/// Asks a formula as an assumption.
fn assume(formula: Term, right: Option<Answer>, commands: &mut Vec<Command>) {
    commands.push(Command::CheckSatAssuming(vec![formula]));
    if right == Some(Answer::Unsat) {
        commands.extend(plain("get-unsat-assumptions"));
    }
}

/// Asks a formula in a way; if the right answer is known, also for what goes with it.
fn ask(formula: Term, way: Way, right: Option<Answer>, commands: &mut Vec<Command>) {
    match way {
        Way::Pushed => commands.extend([
            Command::Push(1),
            Command::Assert(formula),
            Command::CheckSat,
            Command::Pop(1),
        ]),
        Way::Assumed => {
            commands.push(Command::Push(1));
            assume(formula, right, commands);
            commands.push(Command::Pop(1));
        }
        Way::Deeper => commands.extend([
            Command::Push(2),
            Command::Assert(formula),
            Command::CheckSat,
            Command::Pop(2),
        ]),
        Way::AfterCheck => commands.extend([
            Command::Push(1),
            Command::CheckSat,
            Command::Assert(formula),
            Command::CheckSat,
            Command::Pop(1),
        ]),
    }
}
