//! Vectors and maps of terms, which are objects of Z3's own: they hold what was put into them, also in another context.

use std::ffi::c_uint;

use murxla_api::{ANYWHERE, ActionDef, ArgKind, ReplyKind, TermId};

use super::{Engine, Outcome, Own, Run, disagreement, same};
use crate::context::{Context, counted, text};
use crate::ffi::call;
use crate::solver::Z3Solver;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-vector", &[ArgKind::AnyTerms], ReplyKind::Done),
            Run::Terms(Z3Solver::fill_vector),
            &[(ANYWHERE, 3000)],
        ),
        Own::new(
            ActionDef::own("z3-map", &[ArgKind::AnyTerms], ReplyKind::Done),
            Run::Terms(Z3Solver::fill_map),
            &[(ANYWHERE, 3000)],
        ),
    ],
    states: &[],
    transitions: &[],
};

impl Z3Solver {
    fn fill_vector(&mut self, terms: &[TermId]) -> Outcome {
        let Ok(natives) = self.plain_terms(terms) else { return Ok(()) };
        let context = &self.context;
        let raw = context.raw;
        let vector = context.new_vector()?;
        let count = natives.len() as c_uint;
        call!(Z3_ast_vector_resize(raw, vector.raw, count));
        context.check()?;
        for (place, term) in (0..).zip(&natives) {
            call!(Z3_ast_vector_set(raw, vector.raw, place, *term));
            context.check()?;
        }
        if vector.elements()? != natives {
            return Err(disagreement(
                "Z3_ast_vector_get",
                "the terms of a vector",
                "those that were put in",
                "a vector has other terms than were put in".to_owned(),
            ));
        }
        text(call!(Z3_ast_vector_to_string(raw, vector.raw)));
        context.check()?;
        let other = Context::new()?;
        let made = call!(Z3_ast_vector_translate(raw, vector.raw, other.raw));
        context.check()?;
        let copied = other.vector(made)?.elements()?.len();
        same(
            "Z3_ast_vector_translate",
            "terms in a vector, and in another context",
            copied,
            natives.len(),
        )?;
        call!(Z3_ast_vector_resize(raw, vector.raw, count / 2));
        context.check()?;
        same(
            "Z3_ast_vector_resize",
            "terms in a vector that was cut",
            vector.elements()?.len(),
            natives.len() / 2,
        )
    }

    fn fill_map(&mut self, terms: &[TermId]) -> Outcome {
        let Ok(natives) = self.plain_terms(terms) else { return Ok(()) };
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_mk_ast_map(raw));
        let map = counted!(context, made, Z3_ast_map_inc_ref, Z3_ast_map_dec_ref);
        let mut known = Vec::new();
        for (place, key) in natives.iter().enumerate() {
            let value = natives[natives.len() - 1 - place];
            call!(Z3_ast_map_insert(raw, map.raw, *key, value));
            context.check()?;
            known.retain(|(other, _)| other != key);
            known.push((*key, value));
        }
        let size = call!(Z3_ast_map_size(raw, map.raw));
        context.check()?;
        same("Z3_ast_map_size", "the size of a map", size as usize, known.len())?;
        let keys = call!(Z3_ast_map_keys(raw, map.raw));
        same(
            "Z3_ast_map_keys",
            "the keys of a map",
            context.vector(keys)?.elements()?.len(),
            known.len(),
        )?;
        text(call!(Z3_ast_map_to_string(raw, map.raw)));
        context.check()?;
        for (key, value) in &known {
            let found = call!(Z3_ast_map_find(raw, map.raw, *key));
            if context.checked(found)? != *value {
                return Err(disagreement(
                    "Z3_ast_map_find",
                    "the value of a key",
                    "the one that was put in",
                    "a map gives another term than was put in".to_owned(),
                ));
            }
        }
        if let Some((key, _)) = known.first() {
            call!(Z3_ast_map_erase(raw, map.raw, *key));
            context.check()?;
            if call!(Z3_ast_map_contains(raw, map.raw, *key)) {
                return Err(disagreement(
                    "Z3_ast_map_contains",
                    "an erased key",
                    "false",
                    "a map has what was erased".to_owned(),
                ));
            }
        }
        call!(Z3_ast_map_reset(raw, map.raw));
        let size = call!(Z3_ast_map_size(raw, map.raw));
        context.check()?;
        same("Z3_ast_map_reset", "the size of a map after its reset", size, 0)
    }
}
