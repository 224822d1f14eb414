//! Classes of operators that can be exchanged, as a file in the syntax of yinyang says them.
//!
//! A line `a,b,c` is a class: each stands for each. `a -> b,c` goes one way. `:arity N`, `N+` or `N-` says with how many arguments,
//! and a semicolon begins a comment. The first line with an operator on its left side decides.

use crate::mutate::ConfigurationError;

/// Lines of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes(Vec<Class>);

#[derive(Clone, Debug)]
struct Class {
    from: Vec<String>,
    to: Vec<Alternative>,
    arity: Arity,
}

/// An operator, by its name, that can stand for another one.
#[derive(Clone, Debug)]
pub(super) struct Alternative(String);

impl Alternative {
    /// The name.
    pub(super) fn name(&self) -> &str {
        &self.0
    }
}

/// With how many arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arity {
    Any,
    Exactly(usize),
    AtLeast(usize),
    AtMost(usize),
}

impl Arity {
    fn has(self, count: usize) -> bool {
        match self {
            Arity::Any => true,
            Arity::Exactly(number) => count == number,
            Arity::AtLeast(number) => count >= number,
            Arity::AtMost(number) => count <= number,
        }
    }

    fn parse(text: &str) -> Option<Arity> {
        if let Some(number) = text.strip_suffix('+') {
            return number.parse().ok().map(Arity::AtLeast);
        }
        match text.strip_suffix('-') {
            Some(number) => number.parse().ok().map(Arity::AtMost),
            None => text.parse().ok().map(Arity::Exactly),
        }
    }
}

impl Classes {
    /// Reads a file.
    pub(super) fn parse(text: &str) -> Result<Classes, ConfigurationError> {
        let mut classes = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split(';').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let class = class(line)
                .map_err(|why| ConfigurationError(format!("line {}: {why}: {line}", number + 1)))?;
            classes.push(class);
        }
        if classes.is_empty() {
            return Err(ConfigurationError("there is no class in it".to_owned()));
        }
        Ok(Classes(classes))
    }

    /// What can stand for an operator on so many arguments.
    pub(super) fn alternatives(&self, name: &str, args: usize) -> Vec<Alternative> {
        let class = self
            .0
            .iter()
            .find(|class| class.arity.has(args) && class.from.iter().any(|one| one == name));
        let others = class.map_or(&[][..], |class| &class.to).iter();
        others.filter(|one| one.name() != name).cloned().collect()
    }
}

fn class(line: &str) -> Result<Class, String> {
    let (operators, arity) = match line.split_once(":arity") {
        Some((operators, arity)) => {
            let shown = arity.trim();
            let arity = Arity::parse(shown)
                .ok_or_else(|| format!("'{shown}' is no arity; write N, N+ or N-"))?;
            (operators, arity)
        }
        None => (line, Arity::Any),
    };
    let names = |text: &str| -> Result<Vec<String>, String> {
        let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
        match names.iter().all(|name| is_known(name)) {
            true => Ok(names),
            false => {
                let unknown = names.iter().find(|name| !is_known(name));
                Err(match unknown.map(String::as_str) {
                    Some("") => "a name is missing".to_owned(),
                    unknown => format!("no operator is named '{}'", unknown.unwrap_or("")),
                })
            }
        }
    };
    if let Some((from, to)) = operators.split_once("->") {
        let to = names(to)?.into_iter().map(Alternative).collect();
        return Ok(Class { from: names(from)?, to, arity });
    }
    let names = names(operators)?;
    if names.len() < 2 {
        return Err("a class has at least two operators".to_owned());
    }
    let to = names.iter().cloned().map(Alternative).collect();
    Ok(Class { from: names, to, arity })
}

fn is_known(name: &str) -> bool {
    ["exists", "forall"].contains(&name) || !murxla_api::theory::with_symbol(name).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alternatives(text: &str, name: &str, args: usize) -> Vec<String> {
        let classes = Classes::parse(text).expect("classes");
        classes.alternatives(name, args).iter().map(|one| one.name().to_owned()).collect()
    }

    #[test]
    fn classes_are_read() {
        let file = "; comment\n<,<=,>,>= ; more\nnot -> and,or\n-,abs :arity 1\n+,-,* :arity 2+\n";
        assert_eq!(alternatives(file, "<", 2), ["<=", ">", ">="]);
        assert_eq!(alternatives(file, "not", 1), ["and", "or"]);
        assert!(alternatives(file, "and", 2).is_empty());
        assert_eq!(alternatives(file, "-", 1), ["abs"]);
        assert_eq!(alternatives(file, "-", 3), ["+", "*"]);
        assert!(alternatives(file, "abs", 2).is_empty());
    }

    #[test]
    fn what_is_wrong_is_told() {
        let check = |text: &str, expected: &str| {
            let error = Classes::parse(text).expect_err("refused").to_string();
            assert_eq!(error, expected);
        };
        check("", "there is no class in it");
        check("\n+,plus", "line 2: no operator is named 'plus': +,plus");
        check("+,", "line 1: a name is missing: +,");
        check("+,* :arity two", "line 1: 'two' is no arity; write N, N+ or N-: +,* :arity two");
        check("+", "line 1: a class has at least two operators: +");
    }
}
