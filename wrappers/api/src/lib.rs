//! The contract between murxla and the solvers: sorts, values, operators as rows, their typing and its
//! inverse, commands, options, and the traits a wrapper implements.
//!
//! Nothing here knows a solver, draws a random number, prints, or contains unsafe code.
#![forbid(unsafe_code)]

// Without the settings of `.cargo/config.toml` the build scripts of z3-sys and cvc5-sys look for solvers
// to link, and fail with messages that explain nothing. This crate is compiled before they run.
const _: () = assert!(
    option_env!("MURXLA_CARGO_CONFIG").is_some(),
    "murxla's .cargo/config.toml was not seen: cargo finds it by working directory, so run cargo inside \
     the murxla workspace (cd there instead of using --manifest-path)"
);

mod action;
mod command;
mod datatype;
mod demand;
mod draw;
mod effect;
mod file_options;
mod fsm;
mod functions;
mod hash;
mod heads;
mod inspection;
mod inverse;
mod kinds;
mod library;
mod literal;
pub mod meaning;
mod op;
mod option;
mod pattern;
mod profile;
mod scope;
pub mod smtlib;
mod solver;
mod sort;
mod string;
pub mod theory;
mod typing;
mod value;
mod visible;

pub use action::{
    ActionDef, ActionKind, ArgKind, BASE_ACTIONS, INFO_KEYWORDS, Need, ReplyKind, base_action,
    plain_command,
};
pub use command::{Arg, Command, Reply};
pub use datatype::{ConstructorDef, Datatype, DatatypeDef, FieldSort};
pub use demand::{Clash, Demand, DemandRow, Demands, Denied, Effort, ErrorFilter, SelfCheck, When};
pub use draw::{CallSeed, Draw};
pub use effect::Effects;
pub use file_options::FileOptions;
pub use fsm::{ANYWHERE, Extension, Guard, SAME, StateDef, StateKind, Step, Transition};
pub use functions::{ApiFunctions, BoundFunction, LeftOut};
pub use hash::{QuickHasher, QuickMap, QuickSet};
pub use heads::Heads;
pub use inspection::{Mismatch, inspect, mismatch};
pub use inverse::{DrawnApplication, Wishes, draw_application, redraw_application, redraw_uniform};
pub use kinds::KindSet;
pub use library::{Assertions, FunctionCount, Library, LibraryInfo, LoadError, Wrapper};
pub use literal::{Base, Literal, LiteralError, SpecialValue};
pub use op::{Fold, Linearity, Op, Typing};
pub use option::{OptionDef, OptionKind, StandardOption, StandardOptions};
pub use pattern::{Constraint, Num, Signature, SortPattern};
pub use profile::{Erasure, ErrorModel, Hole, Profile, SortLimit, SortLimitRule, SortPosition};
pub use scope::{Part, Scope, ScopeRow, Standing};
pub use solver::{Answer, Application, Binder, Solver, SolverError, SortId, TermId};
pub use sort::{Sort, SortKind, SortShape};
pub use string::{CODE_POINTS, StringValue};
pub use theory::Theory;
pub use typing::{ApplicationSorts, TypeError, binder_sort, higher_order_sort_of, sort_of};
pub use value::{
    ArrayValue, BitVec, DatatypeValue, FloatValue, FunctionValue, RoundingMode, Value,
};
pub use visible::{is_hidden, visible, visible_bytes, visible_json, visible_line};
