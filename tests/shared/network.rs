//! The way between a machine and the server, which can be cut: what is sent then arrives when it is whole again, and nobody is
//! told. So it is when a cable is pulled; a connection that is closed is another thing.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A way to a server.
pub struct Network {
    port: u16,
    cut: Arc<AtomicBool>,
}

/// How long what has arrived waits before it looks whether it may go on.
const LOOK: Duration = Duration::from_millis(20);

impl Network {
    /// To the server at this port.
    pub fn to(server: u16) -> Network {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let cut = Arc::new(AtomicBool::new(false));
        let is_cut = cut.clone();
        std::thread::spawn(move || {
            for near in listener.incoming().flatten() {
                wait(&is_cut);
                // A server that is away takes nobody.
                let Ok(far) = TcpStream::connect(("127.0.0.1", server)) else { continue };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let (from, to) = (from.try_clone(), to.try_clone());
                    let (Ok(from), Ok(to)) = (from, to) else { continue };
                    let is_cut = is_cut.clone();
                    std::thread::spawn(move || pass_on(from, to, &is_cut));
                }
            }
        });
        Network { port, cut }
    }

    /// From now on nothing gets through, or all does again.
    pub fn cut(&self, cut: bool) {
        self.cut.store(cut, Ordering::SeqCst);
    }

    /// The address of a server by this way.
    pub fn url(&self, url: &str, server: u16) -> String {
        url.replace(&format!(":{server}/"), &format!(":{}/", self.port))
    }
}

fn wait(cut: &AtomicBool) {
    while cut.load(Ordering::SeqCst) {
        std::thread::sleep(LOOK);
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = from.read(&mut buffer).unwrap_or(0);
        wait(cut);
        if read == 0 || to.write_all(&buffer[..read]).is_err() {
            // The other side may be gone already.
            let _ = from.shutdown(Shutdown::Both);
            let _ = to.shutdown(Shutdown::Both);
            return;
        }
    }
}
