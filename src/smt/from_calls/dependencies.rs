//! The dependencies between calls: which calls use what other calls made.

use murxla_api::QuickMap;

use super::FromCalls;

/// The calls that made what each call uses.
#[derive(Clone, Debug, Default)]
pub(super) struct Dependencies {
    /// Those of all calls, one after the other.
    makers: Vec<u32>,
    /// Where those of each call end; they begin where those of the call before end.
    ends: Vec<u32>,
    /// The definition of a recursive function, by the call that declared it: what uses the function depends on it, too.
    definitions: QuickMap<u32, u32>,
}

impl Dependencies {
    /// The call that is being added uses what this one made.
    pub(super) fn add(&mut self, maker: u32) {
        self.makers.push(maker);
    }

    /// The call that is being added is complete.
    pub(super) fn end_call(&mut self) {
        self.ends.push(self.makers.len() as u32);
    }

    /// What the first call declared, the second defines.
    pub(super) fn define(&mut self, declaration: u32, definition: u32) {
        self.definitions.entry(declaration).or_insert(definition);
    }

    fn of(&self, call: usize) -> &[u32] {
        let end = |call: usize| self.ends.get(call).map_or(0, |end| *end as usize);
        let begin = call.checked_sub(1).map_or(0, end);
        self.makers.get(begin..end(call)).unwrap_or_default()
    }
}

impl FromCalls {
    /// The calls that made what this one uses, in the order in which it names it.
    pub fn makers_of(&self, call: usize) -> &[u32] {
        self.dependencies.of(call)
    }

    /// These calls and all on which they depend through what they use, in their order. A function that is declared and then
    /// defined depends on its definition.
    pub fn made_of(&self, calls: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut inside = vec![false; self.call_count()];
        let mut todo: Vec<usize> = calls.into_iter().collect();
        while let Some(call) = todo.pop() {
            match inside.get_mut(call) {
                Some(inside) if !*inside => *inside = true,
                _ => continue,
            }
            todo.extend(self.makers_of(call).iter().map(|maker| *maker as usize));
            let definition = self.dependencies.definitions.get(&(call as u32));
            todo.extend(definition.map(|call| *call as usize));
        }
        (0..inside.len()).filter(|call| inside[*call]).collect()
    }
}
