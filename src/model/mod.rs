//! The generator: a weighted state machine that draws valid calls.
//!
//! A run is a function of its seed, the settings, what the solver can do, and those replies that may steer:
//! the answers of checks, and that a call was refused. Nothing else that a solver gives is looked at, and
//! there is no clock, address or order of a hash map here. So the same seed gives the same trace.

mod asked;
mod binders;
mod cases;
mod commands;
mod conditions;
mod database;
mod datatypes;
mod definitions;
mod denied;
mod draw;
mod formulas;
mod fsm;
mod fsm_text;
mod generator;
mod heap;
mod knowledge;
mod left_out;
mod logic;
mod machine;
mod narrow;
mod offer;
mod options;
mod own_actions;
mod plants;
mod repertoire;
mod run;
mod scale;
mod session;
mod settings;
mod small_sorts;
mod smt_lib;
mod sort_table;
mod sorts;
mod swarm;
mod symbols;
mod terms;
mod values;

pub use fsm::{ArrowStep, Fsm};
pub(crate) use fsm_text::write_fsm;
pub use generator::Target;
pub use left_out::not_left_out;
pub use logic::Logic;
pub(crate) use machine::Walk;
pub use options::not_drawn;
pub use run::{Model, generate_here};
pub use settings::Settings;
pub(crate) use settings::{CHECK, Numbers, SCOPE, SELDOM, SettingError, seldom};
