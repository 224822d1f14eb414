//! What operators mean, by the standard: functions of values, not of terms.

pub mod regex;
pub mod text;
