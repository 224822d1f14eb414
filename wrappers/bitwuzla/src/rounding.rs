//! The numbering of rounding modes in the loaded library, read from the library itself.

use murxla_api::{RoundingMode, SolverError};

use crate::ffi::{BitwuzlaRoundingMode, call, text};

const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestAway,
    RoundingMode::NearestEven,
    RoundingMode::Negative,
    RoundingMode::Positive,
    RoundingMode::Zero,
];

/// The modes of the library by their numbers.
pub(crate) struct RoundingModes(Vec<(u32, RoundingMode)>);

impl RoundingModes {
    /// Asks for the name of each number.
    pub(crate) fn read() -> Result<RoundingModes, SolverError> {
        let mut modes = Vec::new();
        for number in 0..BitwuzlaRoundingMode::BITWUZLA_RM_MAX {
            let printed = text(call!(bitwuzla_rm_to_string(number))).unwrap_or_default();
            if let Some(mode) = RoundingModes::named(&printed) {
                modes.push((number, mode));
            }
        }
        Ok(RoundingModes(modes))
    }

    /// The mode whose short name ends this text.
    pub(crate) fn named(text: &str) -> Option<RoundingMode> {
        MODES.into_iter().find(|mode| text.ends_with(mode.symbol()))
    }

    /// The library's number of a mode.
    pub(crate) fn number(&self, mode: RoundingMode) -> Result<u32, SolverError> {
        let found = self.0.iter().find(|(_, other)| *other == mode);
        found.map(|(number, _)| *number).ok_or_else(|| {
            SolverError::Unsupported(format!("this library has no rounding mode {}", mode.symbol()))
        })
    }

    /// The mode with this number.
    pub(crate) fn mode(&self, number: u32) -> Option<RoundingMode> {
        self.0.iter().find(|(other, _)| *other == number).map(|(_, mode)| *mode)
    }
}
