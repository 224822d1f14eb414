//! The trait through which an installation reports its steps.

/// Hears what happens. Installations may run side by side, so every call names its task.
pub trait Progress: Sync {
    /// A task begins that will take so many steps.
    fn begin(&self, task: &str, steps: u64);
    /// The next step of a task begins.
    fn step(&self, task: &str, text: &str);
    /// A task has ended well.
    fn done(&self, task: &str, text: &str);
    /// A task has ended without success; why is the caller's to tell.
    fn failed(&self, task: &str);
    /// Something that belongs to no task.
    fn note(&self, text: &str);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _task: &str, _steps: u64) {}
    fn step(&self, _task: &str, _text: &str) {}
    fn done(&self, _task: &str, _text: &str) {}
    fn failed(&self, _task: &str) {}
    fn note(&self, _text: &str) {}
}
