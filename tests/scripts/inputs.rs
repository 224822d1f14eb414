//! Scripts that make the fake solver fail: runs of the generator, written as SMT-LIB.

use std::path::Path;
use std::process::Command;

use libtest_mimic::Failed;
use murxla::model::{Model, Settings};
use murxla::rng::Seed;
use murxla::sandbox::{self, Limits};
use murxla::smt::script_text;
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla::trace::read;
use murxla_api::Theory;

/// The theories in which an operator occurs.
fn theories(pattern: &str) -> Vec<Theory> {
    match pattern {
        "str.replace under str.++" => vec![Theory::Strings, Theory::Ints],
        "store under select" => vec![Theory::Arrays, Theory::BitVectors],
        "* under forall" => vec![Theory::Ints, Theory::Quantifiers],
        _ => vec![Theory::BitVectors, Theory::Functions],
    }
}

/// The first script, by seed, of a size in this range that has the pattern.
pub fn failing(
    pattern: &str,
    sizes: std::ops::Range<usize>,
    folder: &Path,
) -> Result<Vec<u8>, Failed> {
    let library = Locator::new(&[])?.load(&Choice::parse("mock")?, &Silent)?;
    let mut settings = Settings::default();
    // A call gives some 30 bytes.
    settings.set(&format!("calls-min={}", sizes.start / 60))?;
    settings.set(&format!("calls-max={}", sizes.end / 15))?;
    settings.theories = theories(pattern);
    let model = Model::new("mock", library, &settings);
    let file = folder.join("try.smt2");
    for seed in 1..5000 {
        let run = sandbox::run(&Limits::default(), |log| {
            model.run(Seed(seed), |bytes| log.write(bytes), &mut model.oracles());
        })?;
        let (trace, _) = read(&run.log)?;
        let text = script_text(&trace, None);
        if !sizes.contains(&text.len()) {
            continue;
        }
        std::fs::write(&file, &text)?;
        let status = Command::new(std::env::current_exe()?)
            .args(["fake-solver", pattern])
            .arg(&file)
            .output()?
            .status;
        if status.code().is_none() {
            return Ok(text);
        }
    }
    Err(format!("no run has {pattern}").into())
}
