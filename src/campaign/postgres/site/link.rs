//! The connection of a machine to its store: asks, delivers, and outlives a store that is away.

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use super::super::address::Address;
use super::super::database::Database;
use super::super::error::SharedError;
use super::super::runs::Done;
use super::super::spool::Sender;
use super::SharedStore;
use crate::campaign::Counts;
use crate::campaign::store::{Bucketed, StoreError};

/// After a connection was lost the next is tried after this time, then after twice as long, up to the last.
const RETRY: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(15)];
/// Who leaves while the store is away waits so long for it.
const LAST_WAIT: Duration = Duration::from_secs(8);

/// Since when the store is away.
pub(super) struct Away {
    since: Instant,
    pause: Duration,
    pub(super) next: Instant,
    /// Another thread tries to connect: this one has workers to care for.
    opening: Option<Receiver<Opened>>,
}

/// A new connection, the number of the last delivery that arrived, and the figures then.
type Opened = Result<(Database, (i64, Counts)), SharedError>;

fn open(address: &Address, site: i64) -> Opened {
    let mut database = Database::open(address)?;
    let told = database.last_delivery(site)?;
    Ok((database, told))
}

impl SharedStore {
    /// Asks the store something, if it is there. `None`: it is away, and what is undelivered is in the file.
    pub(super) fn ask<T>(
        &mut self,
        work: impl FnOnce(&mut Database, i64, i64) -> Result<T, SharedError>,
    ) -> Result<Option<T>, StoreError> {
        if self.link.is_none() && !self.reconnect()? {
            return Ok(None);
        }
        let Some(database) = &mut self.link else { return Ok(None) };
        let answer = work(database, self.campaign, self.site);
        self.answered(answer)
    }

    /// What follows from an answer of the store. `None`: it is away.
    fn answered<T>(&mut self, answer: Result<T, SharedError>) -> Result<Option<T>, StoreError> {
        match answer {
            Ok(value) => {
                self.is_there();
                Ok(Some(value))
            }
            Err(error) if error.may_pass() => {
                self.lost(&error)?;
                Ok(None)
            }
            Err(error) => {
                self.keep_undelivered()?;
                Err(error.into())
            }
        }
    }

    fn lost(&mut self, error: &SharedError) -> Result<(), StoreError> {
        self.link = None;
        let now = Instant::now();
        let away = match self.away.take() {
            None => {
                let told = format!("{error}: in {}", self.spool.path().display());
                self.news.push(told);
                Away { since: now, pause: RETRY[0], next: now + RETRY[0], opening: None }
            }
            Some(away) => {
                let pause = (away.pause * 2).min(RETRY[1]);
                Away { since: away.since, pause, next: now + pause, opening: None }
            }
        };
        self.away = Some(away);
        self.keep_undelivered()
    }

    pub(super) fn reconnect(&mut self) -> Result<bool, StoreError> {
        let Some(away) = &mut self.away else { return Ok(false) };
        if away.opening.is_none() && Instant::now() >= away.next {
            let (sender, receiver) = mpsc::channel();
            let (address, site) = (self.address.clone(), self.site);
            // Nobody may wait for it any more.
            let opener = move || drop(sender.send(open(&address, site)));
            let started = std::thread::Builder::new().spawn(opener);
            away.opening = started.is_ok().then_some(receiver);
        }
        let Some(opening) = &away.opening else { return Ok(false) };
        let opened = match self.closing {
            true => opening.recv_timeout(LAST_WAIT).ok(),
            false => opening.try_recv().ok(),
        };
        let Some(opened) = opened else { return Ok(false) };
        let (database, (arrived, counts)) = match opened {
            Ok(opened) => opened,
            Err(error) if error.may_pass() => {
                self.lost(&error)?;
                return Ok(false);
            }
            Err(error) => {
                self.keep_undelivered()?;
                return Err(error.into());
            }
        };
        // Of some the answer was lost, not the delivery; others may still be on their way.
        let delivered = self.sender().delivered(arrived);
        if delivered > 0 || arrived != self.arrived {
            self.undelivered.drain(..delivered);
            self.tried.clear();
            (self.arrived, self.delivered) = (arrived, counts);
        }
        self.link = Some(database);
        if let Some(away) = &mut self.away {
            away.opening = None;
        }
        Ok(true)
    }

    /// A question was answered. A connection alone says little: a server whose disk is full has connections, too.
    fn is_there(&mut self) {
        if let Some(away) = self.away.take() {
            let seconds = away.since.elapsed().as_secs();
            self.news.push(format!("the store {} is there again, after {seconds} s", self.address));
        }
    }

    /// Writes what is undelivered into the file.
    pub(super) fn keep_undelivered(&mut self) -> Result<(), StoreError> {
        if self.undelivered.is_empty() {
            return Ok(());
        }
        self.spool.keep(&self.sender(), &self.undelivered)?;
        self.spooled = true;
        Ok(())
    }

    fn sender(&self) -> Sender {
        Sender { campaign: self.campaign, site: self.site, tried: self.tried.clone() }
    }

    /// Delivers what there is, if the store is there; tells what became of each finding then.
    pub(super) fn deliver(&mut self) -> Result<Option<Vec<Option<Bucketed>>>, StoreError> {
        if self.link.is_none() && !self.reconnect()? {
            return Ok(None);
        }
        if let Some(last) = self.undelivered.last_mut().filter(|_| self.tried.is_empty()) {
            last.timed_out.append(&mut self.timed_out);
            last.unstable.append(&mut self.unstable);
        }
        self.delivery += 1;
        self.tried.push((self.delivery, self.undelivered.len()));
        let numbers = [self.arrived, self.delivery];
        let done = std::mem::take(&mut self.undelivered);
        let (counts, seconds) = (self.delivered.clone(), self.lease_seconds);
        let answer = self.ask_with(done, |database, campaign, site, done| {
            database.deliver(campaign, site, numbers, done, &counts, seconds)
        })?;
        let Some(answer) = answer else { return Ok(None) };
        self.tried.clear();
        self.arrived = self.delivery;
        self.undelivered.clear();
        self.delivered = answer.counts;
        self.last_delivery = Instant::now();
        if answer.lost > 0 {
            let told = format!(
                "{} runs were done by others meanwhile, and are not counted again",
                answer.lost
            );
            self.news.push(told);
        }
        if std::mem::take(&mut self.spooled) {
            self.spool.clear()?;
        }
        Ok(Some(answer.bucketed))
    }

    /// As [`SharedStore::ask`], with what is undelivered, which stays where it is if the store is away.
    fn ask_with<T>(
        &mut self,
        done: Vec<Done>,
        work: impl FnOnce(&mut Database, i64, i64, &[Done]) -> Result<T, SharedError>,
    ) -> Result<Option<T>, StoreError> {
        self.undelivered = done;
        let Some(mut database) = self.link.take() else { return Ok(None) };
        let answer = work(&mut database, self.campaign, self.site, &self.undelivered);
        // After an error the connection is not used again.
        self.link = answer.is_ok().then_some(database);
        self.answered(answer)
    }
}

/// Delivers what another process kept; gives a line for people.
pub(super) fn send(
    database: &mut Database,
    sender: &Sender,
    done: &[Done],
) -> Result<String, SharedError> {
    let (campaign, site) = (sender.campaign, sender.site);
    let (arrived, counts) = database.last_delivery(site)?;
    let done = done.get(sender.delivered(arrived)..).unwrap_or_default();
    let last = sender.tried.iter().map(|(number, _)| *number).max().unwrap_or(arrived);
    let numbers = [arrived, last.max(arrived) + 1];
    let told = database.deliver(campaign, site, numbers, done, &counts, 0.0)?;
    let runs: u64 = done.iter().map(|one| one.runs.end - one.runs.start).sum();
    Ok(format!(
        "{} runs of an earlier process are delivered; {} were done by others meanwhile",
        runs - told.lost,
        told.lost
    ))
}
