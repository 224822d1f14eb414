//! Runs of one solver, exported for the others: each solver whose profile covers a run reads its script and gives the
//! same answers.

use std::path::PathBuf;

use libtest_mimic::Failed;
use murxla::model::Settings;
use murxla::sandbox::Class;
use murxla::smt::export::{Export, Target, WrapperRows, export, is_linear};
use murxla::smt::{Command, Node};
use murxla::solvers::{real, wrapper};
use murxla_api::{Demand, DemandRow, Literal, Profile, Sort, Theory};

use crate::answers::judge;
use crate::figures::Figures;
use crate::front::FrontEnd;
use crate::known::{Case, Runs};
use crate::runs::Subject;
use crate::{TIME, incremental, seeds, whole_lines};

/// A solver that reads the scripts of another one.
struct Reader {
    subject: Subject,
    front: FrontEnd,
    figures: Figures,
    not_covered: u64,
    folder: PathBuf,
}

impl Reader {
    fn new(of: &str, name: &'static str) -> Result<Reader, Failed> {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("foreign").join(of).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)?;
        let (subject, front) = (Subject::load(name, TIME)?, FrontEnd::of(name)?);
        Ok(Reader { subject, front, figures: Figures::default(), not_covered: 0, folder })
    }
}

/// Generates runs on one solver and has all others read them. Of runs at default settings few are covered by others, which
/// do not have what is the solver's own; of runs that keep to SMT-LIB most are.
pub fn check(name: &'static str, count: u64, settings: &Settings) -> Result<(), Failed> {
    let subject = Subject::load_with(name, TIME, settings)?;
    let others = real().map(|wrapper| wrapper.name()).filter(|other| *other != name);
    let mut readers: Vec<Reader> =
        others.map(|other| Reader::new(name, other)).collect::<Result<_, _>>()?;
    let rows = WrapperRows(Some(wrapper(name)?));
    let seeds = seeds::chosen_of(count)?;
    let is_whole_check = seeds.len() as u64 >= count;
    for seed in seeds {
        let run = subject.generate(seed)?;
        let Ok((trace, _)) = murxla::trace::read(&whole_lines(&run.text)) else {
            return Err(format!("seed {seed}: the log of the run is no trace").into());
        };
        for reader in &mut readers {
            let solver = reader.subject.name;
            let dialect = wrapper(solver)?.dialect();
            let exported = export(&trace, &Target { solver, dialect, own: &rows });
            let (text, errors) = exported.text(dialect);
            let profile = reader.subject.library.profile();
            if !errors.is_empty() || !is_covered(&exported, profile) {
                reader.not_covered += 1;
                continue;
            }
            let file = reader.folder.join(format!("{seed}.smt2"));
            std::fs::write(&file, &text)?;
            let output = reader.front.read(&file, incremental(&trace), false)?;
            let verdict = judge(&exported, &output, &Class::Completed, &[]);
            reader.figures.exported(&exported, &errors);
            let log = String::from_utf8_lossy(&run.text);
            let case = Case { seed, solver, script: &text, trace: &log };
            if reader.figures.judged(&case, &verdict) {
                std::fs::write(reader.folder.join(format!("{seed}.trace")), &run.text)?;
                std::fs::write(reader.folder.join(format!("{seed}.out")), &output.text)?;
            } else {
                std::fs::remove_file(&file)?;
            }
        }
    }
    let mut wrong = Vec::new();
    for mut reader in readers {
        let other = reader.subject.name;
        let of = format!("{name} for {other} ({} not covered)", reader.not_covered);
        // Runs at default settings hardly meet what is known: few are covered by others.
        if is_whole_check && settings.smt_lib {
            reader.figures.require_known_rows(other, Runs::Of(name));
        }
        println!("{}", reader.figures.short_report(&of));
        wrong.extend(reader.figures.unexplained.iter().map(|line| format!("{other}: {line}")));
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.iter().take(100).cloned().collect::<Vec<_>>().join("\n").into()),
    }
}

/// Whether nothing that matters is left out, and the profile has all sorts, operators, binders and values, and what it
/// demands of them.
fn is_covered(exported: &Export, profile: &Profile) -> bool {
    let graph = &exported.script.graph;
    let is_whole = exported.left_out.iter().all(|one| !one.matters);
    let has_sort = |sort: &Sort| {
        let has_kind = |kind| profile.theories.iter().any(|one| one.own_kinds().contains(&kind));
        profile.limit_on(sort).is_none() && sort.kinds().iter().all(has_kind)
    };
    let has_term = |term| match graph.node(term) {
        Node::Apply { head, .. } => profile.supports(head.op()),
        Node::Bind { binder, .. } => profile.binders.contains(&binder),
        Node::Value(Literal::Special(special)) => profile.special_values.contains(special),
        _ => true,
    };
    let has_command = |command: &Command| match command {
        Command::Declare(symbol) => has_sort(&graph.symbol(*symbol).sort),
        _ => true,
    };
    let keeps = |row: &DemandRow| match row.demand {
        Demand::Value(key, place) => graph.terms().all(|term| match graph.node(term) {
            Node::Apply { head, args } if head.op().key == key => {
                args.get(place).is_some_and(|arg| matches!(graph.node(*arg), Node::Value(_)))
            }
            _ => true,
        }),
        // Other logics than those of non-linear arithmetic have none.
        Demand::Linear => {
            let is_nonlinear = |command: &Command| matches!(command, Command::SetLogic(logic) if logic.contains('N'));
            is_linear(graph) || exported.script.commands.iter().any(is_nonlinear)
        }
        Demand::OnlyMade(Theory::Quantifiers) => {
            graph.terms().all(|term| !matches!(graph.node(term), Node::Bind { .. }))
        }
        _ => true,
    };
    is_whole
        && profile.demands.rows.iter().all(keeps)
        && exported.script.commands.iter().all(has_command)
        && graph.terms().all(|term| has_term(term) && has_sort(graph.sort(term)))
}
