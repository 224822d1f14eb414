//! The judge: a second solver, asked where the values that are tried do not tell the right answer.

use murxla_api::{Answer, Command, Library, Reply, SolverError};

use super::formulas::formula;
use super::in_solver::{InSolver, Made};
use super::numbering::Terms;
use super::questions::Form;
use super::term::Whole;
use crate::exec::{OptionPolicy, Player};
use crate::trace::Call;

/// An instance of another solver.
pub struct Judge<'a> {
    player: Player<'a>,
    made: Made,
}

impl<'a> Judge<'a> {
    /// A new instance that begins with these calls; an error says what it does not take.
    pub fn new(
        terms: &Terms,
        library: &'a dyn Library,
        beginning: &[Call],
    ) -> Result<Judge<'a>, String> {
        let mut player = Player::new(library, OptionPolicy::NoFiles);
        beginning.iter().for_each(|call| _ = player.play(call));
        let solver = player.solver().ok_or("there is no instance")?;
        let made = Made::new(terms.space(), solver).map_err(|error| error.to_string())?;
        Ok(Judge { player, made })
    }

    /// What it says to a question about a term; `None` if it cannot be asked.
    pub(super) fn answer(&mut self, terms: &Terms, whole: &Whole, form: Form) -> Option<Answer> {
        self.ask(terms, whole, form).ok().flatten()
    }

    fn ask(
        &mut self,
        terms: &Terms,
        whole: &Whole,
        form: Form,
    ) -> Result<Option<Answer>, SolverError> {
        let Some(solver) = self.player.solver() else { return Ok(None) };
        let mut tree = InSolver { solver, made: &mut self.made, space: terms.space() };
        let term = terms.build(&mut tree, whole)?;
        let Some(asked) = formula(&mut tree, whole, term, form)? else { return Ok(None) };
        let solver = tree.solver;
        solver.execute(Command::Push(1))?;
        let answer =
            solver.execute(Command::Assert(asked)).and_then(|_| solver.execute(Command::CheckSat));
        solver.execute(Command::Pop(1))?;
        match answer? {
            Reply::Answer(answer) => Ok(Some(answer)),
            _ => Ok(None),
        }
    }
}
