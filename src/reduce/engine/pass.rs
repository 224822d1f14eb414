//! The interface between passes and the engine.

/// What is reduced.
pub trait Candidate: Clone {
    /// Its text: candidates with equal texts are the same.
    fn text(&self) -> Vec<u8>;

    /// How large it is; the first number counts most. Only what is smaller is ever tested, so reduction ends.
    fn cost(&self) -> [u64; 2];
}

/// In which order the edits of a plan are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// All at once, then halves, quarters, and so on down to each alone: for edits that go together.
    Bisect,
    /// Each alone, the first one first; after a success the pass is asked again: for edits that exclude each other.
    Each,
}

/// Makes the candidate with some edits.
pub type Apply<'a, C> = Box<dyn Fn(&[usize]) -> Option<C> + 'a>;

/// Edits of one candidate.
pub struct Plan<'a, C> {
    /// In which order they are tried.
    pub strategy: Strategy,
    /// How many there are.
    pub edits: usize,
    /// The candidate with the edits of these numbers, which ascend; `None` if there is no such candidate.
    pub apply: Apply<'a, C>,
}

/// A way to make candidates smaller.
pub trait Pass<C> {
    /// A word for people.
    fn name(&self) -> &'static str;

    /// How many plans it has for a candidate: each is made when those before it were tried.
    fn rounds(&self) -> usize {
        1
    }

    /// The edits of a round.
    fn plan<'a>(&'a self, candidate: &'a C, round: usize) -> Plan<'a, C>;
}
