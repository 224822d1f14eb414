//! The choice of a binary: its command, and the profile that says what it can do.

use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A solver's binary as the command line names it: what stands behind `smtlib`.
///
/// `smtlib` alone has no binary; `smtlib:COMMAND` runs one; `smtlib@PROFILE` and `smtlib@PROFILE:COMMAND` name a
/// profile, by its own name or by its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The profile: its name or its file. `None`: the one for the binary's name.
    pub profile: Option<String>,
    /// The command, split into words as a shell does. `None`: SMT-LIB is only printed.
    pub command: Option<String>,
}

/// Why a text names no program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramError {
    /// A quote is open, or nothing is there.
    #[error("'{0}' is no command: write for example smtlib:z3, or \"smtlib:path/to/solver -in\"")]
    Command(String),
    /// An empty profile, or something else behind the name.
    #[error("write smtlib, smtlib:COMMAND or smtlib@PROFILE:COMMAND, not 'smtlib{0}'")]
    Form(String),
}

impl Program {
    /// Reads what stands behind `smtlib`.
    pub fn parse(text: &str) -> Result<Program, ProgramError> {
        let wrong = || ProgramError::Form(text.to_owned());
        let (profile, command) = if text.is_empty() {
            (None, None)
        } else if let Some(command) = text.strip_prefix(':') {
            (None, Some(command))
        } else {
            match text.strip_prefix('@').ok_or_else(wrong)?.split_once(':') {
                Some((profile, command)) => (Some(profile), Some(command)),
                None => (text.strip_prefix('@'), None),
            }
        };
        if profile.is_some_and(str::is_empty) {
            return Err(wrong());
        }
        let program =
            Program { profile: profile.map(str::to_owned), command: command.map(str::to_owned) };
        match (&program.command, program.words()) {
            (Some(command), None) => Err(ProgramError::Command(command.clone())),
            _ => Ok(program),
        }
    }

    /// The words of the command; `None` if there is no command.
    pub fn words(&self) -> Option<Vec<String>> {
        shlex::split(self.command.as_deref()?).filter(|words| !words.is_empty())
    }

    /// The same with paths that mean from anywhere what they mean in this folder.
    pub fn seen_from(&self, folder: &Path) -> Program {
        let is_path = |text: &str| text.contains('/');
        let absolute = |text: &str| folder.join(text).display().to_string();
        let command = self.words().map(|mut words| {
            if let Some(program) = words.first_mut().filter(|program| is_path(program)) {
                *program = absolute(program);
            }
            shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
        });
        let in_file = |name: &String| is_path(name) || folder.join(name).is_file();
        let profile = self.profile.clone();
        let profile = profile.map(|name| if in_file(&name) { absolute(&name) } else { name });
        Program { profile, command }
    }

    /// The file of the binary, where the system would find it.
    pub fn file(&self) -> Option<PathBuf> {
        let program = self.words()?.into_iter().next()?;
        if program.contains('/') {
            return Some(PathBuf::from(program)).filter(|path| path.is_file());
        }
        let folders = std::env::var_os("PATH")?;
        std::env::split_paths(&folders)
            .map(|folder| folder.join(Path::new(&program)))
            .find(|path| path.is_file())
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(profile) = &self.profile {
            write!(f, "@{profile}")?;
        }
        match &self.command {
            Some(command) => write!(f, ":{command}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_read_and_written() {
        let check = |text: &str, expected: &str| {
            let read = match Program::parse(text) {
                Ok(program) => {
                    assert_eq!(program.to_string(), text);
                    let Program { profile, .. } = &program;
                    format!("{:?} {:?}", profile.as_deref(), program.words().unwrap_or_default())
                }
                Err(error) => error.to_string(),
            };
            assert_eq!(read, expected);
        };
        check("", "None []");
        check(":z3 -in", r#"None ["z3", "-in"]"#);
        check(":'/a b/z3' \"x,y\"", r#"None ["/a b/z3", "x,y"]"#);
        check("@z3:/opt/x", r#"Some("z3") ["/opt/x"]"#);
        check("@my.toml", r#"Some("my.toml") []"#);
        check("@:x", "write smtlib, smtlib:COMMAND or smtlib@PROFILE:COMMAND, not 'smtlib@:x'");
        check("2", "write smtlib, smtlib:COMMAND or smtlib@PROFILE:COMMAND, not 'smtlib2'");
        let none = ":";
        check(
            none,
            "'' is no command: write for example smtlib:z3, or \"smtlib:path/to/solver -in\"",
        );
        assert!(Program::parse(":'x").is_err());
    }
}
