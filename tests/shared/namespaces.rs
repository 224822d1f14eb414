//! Two networks that see nothing but the server, as two sites have: network namespaces of Linux, where they are allowed.

use std::process::Command;

/// Two namespaces, each with a link to this one.
pub struct Namespaces {
    names: [String; 2],
}

impl Namespaces {
    /// Makes them; nothing where the system does not allow it.
    pub fn make() -> Option<Namespaces> {
        let pid = std::process::id();
        let all = Namespaces { names: [1, 2].map(|number| format!("mx{pid}-{number}")) };
        let made = all.names.iter().enumerate().all(|(place, name)| {
            let (link, net) = (format!("x{pid}-{place}"), format!("198.18.{place}"));
            let (here, there) = (format!("{net}.1/24"), format!("{net}.2/24"));
            ip(&["netns", "add", name])
                && ip(&[
                    "link", "add", &link, "type", "veth", "peer", "name", "eth0", "netns", name,
                ])
                && ip(&["addr", "add", &here, "dev", &link])
                && ip(&["link", "set", &link, "up"])
                && ip(&["-n", name, "addr", "add", &there, "dev", "eth0"])
                && ip(&["-n", name, "link", "set", "eth0", "up"])
        });
        made.then_some(all)
    }

    /// The command as one of the first or the second network, where the server has another address.
    pub fn enter(&self, place: usize, command: &Command) -> Command {
        let mut entered = Command::new("ip");
        entered.args(["netns", "exec", &self.names[place]]);
        entered.arg(command.get_program());
        for argument in command.get_args() {
            let text =
                argument.to_string_lossy().replace("@127.0.0.1:", &format!("@198.18.{place}.1:"));
            entered.arg(text);
        }
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => entered.env(name, value),
                None => entered.env_remove(name),
            };
        }
        entered
    }

    /// Takes the link of one away, or gives it back.
    pub fn cut(&self, place: usize, cut: bool) {
        let link = format!("x{}-{place}", std::process::id());
        assert!(ip(&["link", "set", &link, if cut { "down" } else { "up" }]));
    }
}

impl Drop for Namespaces {
    fn drop(&mut self) {
        for name in &self.names {
            // One that was not made cannot be removed; its link goes with it.
            ip(&["netns", "del", name]);
        }
    }
}

fn ip(args: &[&str]) -> bool {
    Command::new("ip").args(args).output().is_ok_and(|output| output.status.success())
}
