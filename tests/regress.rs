//! Regression scripts: each runs on the solvers that it names, with the answers that it tells.

use std::path::Path;
use std::process::Command;

#[test]
fn scripts_run_on_their_solvers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/regress/scripts");
    let mut scripts = 0;
    for entry in std::fs::read_dir(folder).expect("traces/regress/scripts") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a script");
        let heading = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("; {name}: ")));
            line.unwrap_or_else(|| panic!("{} has no line `; {name}: …`", path.display()))
        };
        assert!(!heading("shows").is_empty());
        let ran = Command::new(env!("CARGO_BIN_EXE_murxla"))
            .args(["run", "--time", "20", "--solver", heading("solvers")])
            .arg(&path)
            .output()
            .expect("murxla");
        let (said, errors) =
            (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        let shown = path.display();
        assert_eq!(ran.status.code(), Some(0), "{shown}: {said}{errors}");
        // Neither unsupported nor cut short, and nothing unknown.
        assert!(errors.is_empty(), "{shown}: {errors}");
        let may_be_unknown = text.lines().any(|line| line.starts_with("; unknown is true: "));
        assert!(may_be_unknown || !said.contains("unknown"), "{shown}: {said}");
        assert!(!said.contains("timeout"), "{shown}: {said}");
        scripts += 1;
    }
    assert!(scripts > 0);
}
