//! Draws `match`: its cases are made together, because they must cover all constructors.

use murxla_api::{DrawnApplication, Op, Sort, SortKind, SortShape};

use super::database::{Term, Variables, Which};
use super::generator::Generator;
use super::terms::free_of;
use crate::trace::TermName;

impl Generator<'_> {
    /// A `match` over a datatype term, of the wanted sort.
    pub(super) fn make_match(&mut self, wanted: Option<&Sort>) -> Option<Term> {
        use murxla_api::Draw;
        let operator = murxla_api::theory::operator;
        let (op, case) = (operator("OP_DT_MATCH")?, operator("OP_DT_MATCH_CASE")?);
        let bind_case = operator("OP_DT_MATCH_BIND_CASE")?;
        let matched_sort =
            self.drawer(None).sort_of_kind(SortKind::Datatype).filter(Sort::is_first_class)?;
        let SortShape::Datatype(datatype, params) = matched_sort.shape() else { return None };
        if !self.drawer(None).allows(&matched_sort) {
            return None;
        }
        let result = match wanted {
            Some(sort) => sort.clone(),
            None => self.drawer(None).sort(),
        };
        let matched = self.argument(&matched_sort, 0)?;
        let mut args = vec![matched];
        // A variable takes whatever is left, often after some constructors.
        let mut constructors = datatype.definition().constructors.clone();
        let with_variable = self.rng.chance(1, 5);
        if with_variable {
            constructors.truncate(self.rng.below(constructors.len() as u64) as usize);
        }
        for constructor in &constructors {
            let fields = datatype.field_sorts(constructor, params)?;
            let names = vec![constructor.name.clone()];
            let row = if fields.is_empty() { case } else { bind_case };
            args.push(self.make_case(row, &matched_sort, names, &fields, &result)?);
        }
        if with_variable {
            let fields = [matched_sort.clone()];
            args.push(self.make_case(bind_case, &matched_sort, Vec::new(), &fields, &result)?);
        }
        let sorts = args.iter().map(|arg| arg.sort.clone()).collect();
        self.make_application(op, &DrawnApplication::plain(sorts, result), &args)
    }

    /// A case with variables for the fields; its body may use them.
    fn make_case(
        &mut self,
        op: &'static Op,
        matched: &Sort,
        names: Vec<std::sync::Arc<str>>,
        fields: &[Sort],
        result: &Sort,
    ) -> Option<Term> {
        let mut args = Vec::new();
        for field in fields {
            args.push(self.make_variable(field)?);
        }
        let variables: Vec<TermName> = args.iter().map(|variable| variable.name).collect();
        let grown = match self.rng.pick(&args).cloned() {
            Some(variable) if self.rng.chance(2, 3) => self.grow(&variable, Some(result)),
            _ => None,
        };
        let body = grown.filter(|body| body.sort == *result);
        let body = match body {
            Some(body) => Some(body),
            None => self.database.pick(&mut self.rng, result, Which::Any),
        };
        let body = match body {
            Some(body) => Some(body),
            None => self.argument(result, 1),
        };
        let made = body.and_then(|body| {
            args.push(body);
            let sorts = args.iter().map(|arg| arg.sort.clone()).collect();
            let case = Sort::new(SortShape::MatchCase(matched.clone(), result.clone()));
            let drawn = DrawnApplication {
                sorts: vec![matched.clone()],
                names,
                ..DrawnApplication::plain(sorts, case)
            };
            self.make_unstored(op, &drawn, &args)
        });
        let free: Variables =
            free_of(&args).iter().copied().filter(|name| !variables.contains(name)).collect();
        self.database.close(&variables);
        made.map(|term| Term { free, ..term })
    }
}
