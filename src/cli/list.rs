//! `murxla list`: prints the tables of theories, sorts, operators and values, with the solvers that have each.

use std::io::Write;
use std::path::PathBuf;

use clap::error::ErrorKind;

use murxla_api::{
    Binder, Fold, Library, Op, Profile, SortKind, SortLimitRule, SpecialValue, Theory, Typing,
    theory,
};

use super::OwnBuilds;
use super::exit::Outcome;
use super::list_api::Used;
use super::print::say;
use super::progress::StderrProgress;
use super::table::Table;

/// Print the tables: theories, sorts, operators, values, actions, state machine
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla list ops                         all operators
  murxla list ops --solver z3,cvc5        which of them each solver has
  murxla list ops --meaning               which of them `murxla eval` knows
  murxla list values --solver bitwuzla
  murxla list options --solver cvc5       its options, and why some are not drawn
  murxla list api --solver z3 --stats OUT its functions: which a campaign called, which are left out and why
  murxla list oracles                     who judges that a solver is wrong; --check selects
  murxla list fsm --dot | dot -Tsvg > fsm.svg")]
pub(super) struct Args {
    /// What to print
    what: What,
    /// Print the state machine as Graphviz dot
    #[arg(long)]
    dot: bool,
    /// Print which operators have a meaning of our own, and why others have none
    #[arg(long)]
    meaning: bool,
    /// Add a column for each of these solvers; its own part of the state machine
    #[arg(long, value_name = "NAME[@VERSION]|smtlib:COMMAND")]
    solver: Vec<String>,
    /// Of functions and options, tell how many runs of this campaign used them
    #[arg(long, value_name = "OUT")]
    stats: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum What {
    /// Theories, with their number of operators
    Theories,
    /// Kinds of sorts
    Sorts,
    /// Operators and binders
    Ops,
    /// Values that have a name
    Values,
    /// Actions
    Actions,
    /// The state machine of the generator
    Fsm,
    /// The solvers' own options: type, default, and whether the generator sets them
    Options,
    /// The functions of the solvers' C APIs: which are bound, called in a campaign (--stats), left out and why
    Api,
    /// What maintainers call experimental, for experts, or will not mend: --scope selects, triage ranks by it
    Scope,
    /// Limits of a run that --set changes
    Settings,
    /// Oracles that look on in runs: what each needs, costs and finds, and whether it looks on by default
    Oracles,
}

/// A solver's name and what it can do.
struct Column {
    name: String,
    profile: &'static Profile,
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let locator = own.locator()?;
    let mut columns = Vec::new();
    let mut libraries = Vec::new();
    let of_a_solver = match args.what {
        What::Options => Some("options belong"),
        What::Api => Some("an API belongs"),
        What::Scope => Some("a scope belongs"),
        _ => None,
    };
    if let Some(these) = of_a_solver.filter(|_| args.solver.is_empty()) {
        super::usage(
            ErrorKind::MissingRequiredArgument,
            &format!("{these} to a solver: name it with --solver"),
        );
    }
    let used = match args.stats.as_deref().map(Used::read).transpose() {
        Ok(used) => used,
        Err(error) => {
            say!("error: {error:#}");
            return Ok(Outcome::BadInput);
        }
    };
    for choice in own.choices(&args.solver)? {
        let library: &'static dyn Library =
            locator.load_tried(&choice, false, &StderrProgress::new())?;
        columns.push(Column { name: choice.to_string(), profile: library.profile() });
        libraries.push((choice.name, library));
    }
    let mut out = super::print::stdout();
    match args.what {
        What::Theories => write!(out, "{}", theories(&columns))?,
        What::Sorts => write!(out, "{}", sorts(&columns))?,
        What::Ops if args.meaning => {
            let own = columns.iter().flat_map(|column| column.profile.own_operators);
            write!(out, "{}", super::list_meaning::table(own))?;
        }
        What::Ops => {
            write!(out, "{}", operators(&columns))?;
            write_holes(&mut out, &columns)?;
        }
        What::Values => write!(out, "{}", values(&columns))?,
        What::Actions => {
            let own = columns.iter().flat_map(|column| column.profile.extension.actions);
            write!(out, "{}", super::list_actions::table(own))?;
        }
        What::Options => {
            write!(out, "{}", super::list_options::table(&libraries, used.as_ref()))?;
        }
        What::Api => super::list_api::write(&mut out, &libraries, used.as_ref())?,
        What::Scope => write!(out, "{}", super::list_scope::table(&libraries))?,
        What::Oracles => write!(out, "{}", super::list_oracles::table())?,
        What::Settings => write!(out, "{}", super::list_settings::table())?,
        What::Fsm => write_fsm(&mut out, &columns, args.dot)?,
    }
    Ok(Outcome::Clean)
}

/// The machine of all solvers, or of each of these.
fn write_fsm(out: &mut dyn Write, columns: &[Column], dot: bool) -> std::io::Result<()> {
    if columns.is_empty() {
        return crate::model::write_fsm(out, &murxla_api::Extension::default(), dot);
    }
    for column in columns {
        if !dot && columns.len() > 1 {
            writeln!(out, "{}:", column.name)?;
        }
        crate::model::write_fsm(out, &column.profile.extension, dot)?;
    }
    Ok(())
}

fn heading(own: &[&str], columns: &[Column]) -> Vec<String> {
    let own = own.iter().map(|text| (*text).to_owned());
    own.chain(columns.iter().map(|column| column.name.clone())).collect()
}

fn theories(columns: &[Column]) -> Table {
    let mut table = Table::new(heading(&["theory", "operators"], columns));
    let count = |ops: &[Op], column: &Column| {
        ops.iter().filter(|op| column.profile.supports(op)).count().to_string()
    };
    for theory in Theory::ALL {
        let ops = theory.operators();
        let mut row = vec![theory.name().to_owned(), ops.len().to_string()];
        row.extend(columns.iter().map(|column| {
            let claimed = column.profile.theories.contains(theory);
            if ops.is_empty() { yes(claimed) } else { count(ops, column) }
        }));
        table.row(row);
    }
    let mut binders = vec!["binders".to_owned(), Binder::ALL.len().to_string()];
    binders.extend(columns.iter().map(|column| column.profile.binders.len().to_string()));
    table.row(binders);
    let total = theory::operators().count() + Binder::ALL.len();
    let mut totals = vec!["all".to_owned(), total.to_string()];
    totals.extend(columns.iter().map(|column| {
        let base = theory::operators().filter(|op| column.profile.supports(op)).count();
        (base + column.profile.binders.len()).to_string()
    }));
    table.row(totals);
    let mut own = vec!["own operators".to_owned(), "-".to_owned()];
    own.extend(columns.iter().map(|column| column.profile.own_operators.len().to_string()));
    table.row(own);
    table
}

fn yes(supported: bool) -> String {
    if supported { "yes" } else { "-" }.to_owned()
}

fn sorts(columns: &[Column]) -> Table {
    let mut table = Table::new(heading(&["sort", "written"], columns)).widest_cell(60);
    for kind in SortKind::ALL {
        let mut row = vec![kind.key().to_owned(), written(*kind).to_owned()];
        row.extend(columns.iter().map(|column| sort_cell(*kind, column.profile)));
        table.row(row);
    }
    table
}

/// Whether a solver has the kind, with the limits that mention it.
fn sort_cell(kind: SortKind, profile: &Profile) -> String {
    let never = |rule| matches!(rule, SortLimitRule::Never(other) if other == kind);
    if profile.sort_limits.iter().any(|limit| never(limit.rule)) {
        return "-".to_owned();
    }
    let concerns = |rule| match rule {
        SortLimitRule::WiderThan(_) => kind == SortKind::BitVec,
        SortLimitRule::ExponentOutside(..) | SortLimitRule::SignificandOutside(..) => {
            kind == SortKind::FloatingPoint
        }
        SortLimitRule::FormatNotIn(_) => kind == SortKind::FloatingPoint,
        SortLimitRule::FieldWiderThan(_) => kind == SortKind::FiniteField,
        SortLimitRule::Not(_, other) => other == kind,
        SortLimitRule::Never(_) => false,
    };
    let limits: Vec<String> = profile
        .sort_limits
        .iter()
        .filter(|limit| concerns(limit.rule))
        .map(|limit| limit.rule.to_string())
        .collect();
    if limits.is_empty() { "yes".to_owned() } else { format!("not {}", limits.join("; not ")) }
}

fn written(kind: SortKind) -> &'static str {
    match kind {
        SortKind::Bool => "Bool",
        SortKind::Int => "Int",
        SortKind::Real => "Real",
        SortKind::BitVec => "(_ BitVec n)",
        SortKind::FloatingPoint => "(_ FloatingPoint e s)",
        SortKind::RoundingMode => "RoundingMode",
        SortKind::String => "String",
        SortKind::RegLan => "RegLan",
        SortKind::FiniteField => "(_ FiniteField p)",
        SortKind::Array => "(Array I E)",
        SortKind::Seq => "(Seq E)",
        SortKind::Set => "(Set E)",
        SortKind::Bag => "(Bag E)",
        SortKind::Tuple => "(Tuple E…)",
        SortKind::Fun => "(-> D… C)",
        SortKind::Uninterpreted => "declared by name",
        SortKind::Datatype => "declared with constructors",
        SortKind::MatchCase => "a case of match",
    }
}

fn operators(columns: &[Column]) -> Table {
    let own = ["operator", "SMT-LIB", "theory", "signature", "more arguments"];
    let mut table = Table::new(heading(&own, columns)).widest_cell(60);
    let base = theory::operators();
    let of_solvers = columns.iter().flat_map(|column| column.profile.own_operators);
    for op in base.chain(of_solvers) {
        let mut row = vec![
            op.key.to_owned(),
            op.symbol.to_owned(),
            op.theory.name().to_owned(),
            signature(op),
            fold(op.fold).to_owned(),
        ];
        row.extend(columns.iter().map(|column| yes(column.profile.supports(op))));
        table.row(row);
    }
    for binder in Binder::ALL {
        let mut row = vec![binder.key().to_owned(), String::new(), "binder".to_owned()];
        row.extend([String::new(), String::new()]);
        row.extend(columns.iter().map(|column| yes(column.profile.binders.contains(binder))));
        table.row(row);
    }
    table
}

fn signature(op: &Op) -> String {
    let Typing::Pattern(signature) = &op.typing else { return "by rule".to_owned() };
    let mut text = String::new();
    for (open, parts) in [
        ("index ", signature.indices.iter().map(ToString::to_string).collect::<Vec<_>>()),
        ("sort ", signature.sorts.iter().map(ToString::to_string).collect()),
    ] {
        for part in parts {
            text.push_str(&format!("{open}{part}, "));
        }
    }
    for arg in signature.args {
        text.push_str(&format!("{arg} "));
    }
    text.push_str(&format!("→ {}", signature.result));
    for constraint in signature.constraints {
        text.push_str(&format!(", {constraint}"));
    }
    text
}

fn fold(fold: Fold) -> &'static str {
    match fold {
        Fold::None => "",
        Fold::LeftAssoc => "left-assoc",
        Fold::RightAssoc => "right-assoc",
        Fold::Chainable => "chainable",
        Fold::Pairwise => "pairwise",
        Fold::Variadic => "any number",
    }
}

fn write_holes(out: &mut impl Write, columns: &[Column]) -> std::io::Result<()> {
    for column in columns {
        for hole in &column.profile.holes {
            writeln!(out, "{} has no {}: {}", column.name, hole.what, hole.reason)?;
        }
    }
    Ok(())
}

fn values(columns: &[Column]) -> Table {
    let mut table = Table::new(heading(&["value", "sort"], columns));
    for special in SpecialValue::ALL {
        let mut row = vec![special.key().to_owned(), special.sort_kind().key().to_owned()];
        row.extend(
            columns.iter().map(|column| yes(column.profile.special_values.contains(special))),
        );
        table.row(row);
    }
    table
}
