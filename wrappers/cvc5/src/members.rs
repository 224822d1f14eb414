//! Makes applications of members of datatypes: constructors, selectors, testers, updaters, tuples and cases.

use murxla_api::{Application, SolverError};

use crate::datatypes::Member;
use crate::ffi::{self, NativeSort, NativeTerm, call};
use crate::solver::Instance;

impl Instance {
    /// A member of a datatype's sort over arguments.
    pub(crate) fn apply_member(
        &mut self,
        kind: i32,
        sort: NativeSort,
        constructor: Option<&str>,
        member: Member<'_>,
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        let head = self.member_term(sort, constructor, member)?;
        let children: Vec<NativeTerm> = std::iter::once(head).chain(args.iter().copied()).collect();
        let term = self.apply(kind, &children);
        self.release(&[head])?;
        term
    }

    /// A member of the first argument's sort over the arguments.
    pub(crate) fn apply_to_first(
        &mut self,
        kind: i32,
        constructor: Option<&str>,
        member: Member<'_>,
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        let Some(first) = args.first() else {
            return Err(SolverError::Rejected("a member needs an argument".to_owned()));
        };
        let sort = ffi::live(call!(cvc5_term_get_sort(*first)), "sort")?;
        let term = self.apply_member(kind, sort, constructor, member, args);
        call!(cvc5_sort_release(sort));
        term
    }

    pub(crate) fn tuple(
        &mut self,
        kind: i32,
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        if self.seed.pick(2) == 0 {
            return Ok(call!(cvc5_mk_tuple(self.tm, args.len(), args.as_ptr())));
        }
        let mut sorts = Vec::new();
        for arg in args {
            sorts.push(ffi::live(call!(cvc5_term_get_sort(*arg)), "sort")?);
        }
        let sort = call!(cvc5_mk_tuple_sort(self.tm, sorts.len(), sorts.as_ptr()));
        sorts.push(ffi::live(sort, "sort")?);
        let term = self.apply_member(kind, sort, None, Member::Constructor, args);
        for sort in sorts {
            call!(cvc5_sort_release(sort));
        }
        term
    }

    /// A case of a `match`: the pattern is a constructor over the variables, or a variable alone.
    pub(crate) fn case(
        &mut self,
        application: &Application<'_>,
        args: &[NativeTerm],
    ) -> Result<NativeTerm, SolverError> {
        let Some((body, variables)) = args.split_last() else {
            return Err(self.malformed(application, "a body"));
        };
        let kinds = &self.library.kinds;
        let construct = kinds.require("APPLY_CONSTRUCTOR")?;
        let list_kind = kinds.require("VARIABLE_LIST")?;
        let bind_kind = kinds.require("MATCH_BIND_CASE")?;
        let case_kind = kinds.require("MATCH_CASE")?;
        let sort = self.given_sort(application)?;
        let mut owned = Vec::new();
        let pattern = match (application.names, variables) {
            ([], [variable]) => *variable,
            ([name], _) => {
                let constructor = Member::Constructor;
                let pattern =
                    self.apply_member(construct, sort, Some(name), constructor, variables)?;
                owned.push(pattern);
                pattern
            }
            _ => return Err(self.malformed(application, "a constructor, or one variable")),
        };
        let built = (|| {
            if variables.is_empty() {
                return self.apply_kind(case_kind, &[pattern, *body]);
            }
            let list = self.apply_kind(list_kind, variables)?;
            owned.push(list);
            self.apply_kind(bind_kind, &[list, pattern, *body])
        })();
        self.release(&owned)?;
        built
    }
}
