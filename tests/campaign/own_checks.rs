//! What solvers say of themselves is heard, and believed only where our own evaluation does not contradict it.

use crate::{ended, murxla};

fn campaign(solver: &str) -> String {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().join("out").to_string_lossy().into_owned();
    let mut args = vec!["--solver", solver, "--check", "none,+own-checks", "--max-runs", "40"];
    args.extend(["--campaign-seed", "7", "-j", "2", "-q", "-O", &folder]);
    ended(&murxla(&args).output().expect("murxla"))
}

#[test]
fn a_failed_check_of_itself_is_a_finding_that_names_the_option() {
    let told = campaign("mock@wrong-model-one-off");
    assert!(told.contains("mock-own-checks-") && told.contains("check-model"), "{told}");
}

#[test]
fn a_check_that_fails_on_right_models_is_no_finding() {
    let told = campaign("mock@alarmist");
    assert!(told.contains("40 runs") && told.contains("0 different findings"), "{told}");
}
