//! What Boolector tells of sorts, terms and itself, against what we know of them.

use murxla_api::{Answer, SolverError, Sort, SortId, SortKind, SortShape, TermId, Value, inspect};

use crate::errors::{present, rejected};
use crate::ffi::{Btor, Node, c_string, call, text};
use crate::handles::{OwnedNode, release_sort, taken_text};
use crate::solver::BoolectorSolver;
use crate::terms::Made;
use crate::text_stream::Sink;

impl BoolectorSolver {
    /// What the library and the instance tell of themselves.
    pub(crate) fn ask_about_solver(&mut self) -> Result<(), SolverError> {
        let btor = self.btor();
        text(call!(boolector_version(btor)));
        text(call!(boolector_copyright(btor)));
        text(call!(boolector_git_id(btor)));
        self.knowledge.options.inspect(btor)?;
        self.terminator.inspect(btor)?;
        let owned = self.terms.len() as u32;
        let is_enough = call!(boolector_get_refs(btor)) >= owned;
        inspect("boolector_get_refs", "that there are ours", true, is_enough)?;
        match self.seed.pick(4) {
            0 => call!(boolector_reset_time(btor)),
            1 => call!(boolector_reset_stats(btor)),
            2 => {
                // The prefix of messages, which are not printed without verbosity.
                let prefix = c"murxla".as_ptr();
                call!(boolector_set_msg_prefix(btor, prefix));
                call!(boolector_set_msg_prefix(btor, std::ptr::null()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Has all further calls traced, to nowhere.
    pub(crate) fn trace_calls(&mut self) -> Result<(), SolverError> {
        if self.trace.is_some() {
            return Ok(());
        }
        let (btor, sink) = (self.btor(), Sink::open()?);
        let stream = sink.stream();
        call!(boolector_set_trapi(btor, stream));
        self.trace = Some(sink);
        let told = call!(boolector_get_trapi(btor));
        inspect("boolector_get_trapi", "the stream that was set", stream.addr(), told.addr())
    }

    /// Chooses the SAT solver, of which Boolector has two.
    pub(crate) fn set_sat_solver(&mut self, name: &str) -> Result<(), SolverError> {
        if self.was_checked {
            // It has begun with another one.
            return Ok(());
        }
        let (btor, text) = (self.btor(), c_string(name)?);
        let name = text.as_ptr();
        call!(boolector_set_sat_solver(btor, name));
        Ok(())
    }

    /// A sort, against its structure.
    pub(crate) fn inspect_sort(&mut self, sort: SortId) -> Result<(), SolverError> {
        let btor = self.btor();
        let (native, known) =
            (self.terms.sorts.native(sort)?, self.terms.sorts.sort(sort)?.clone());
        let is_bits = matches!(known.kind(), SortKind::Bool | SortKind::BitVec);
        let is_bitvec = call!(boolector_is_bitvec_sort(btor, native));
        inspect("boolector_is_bitvec_sort", "the kind of a sort", is_bits, is_bitvec)?;
        let is_fun = call!(boolector_is_fun_sort(btor, native));
        inspect("boolector_is_fun_sort", "the kind of a sort", !is_bits, is_fun)?;
        let has_one = match known.shape() {
            SortShape::Array(..) => true,
            SortShape::Fun(domain, _) => domain.len() == 1,
            _ => false,
        };
        let is_array = call!(boolector_is_array_sort(btor, native));
        inspect("boolector_is_array_sort", "the kind of a sort", has_one, is_array)?;
        if is_bits {
            let told = call!(boolector_bitvec_sort_get_width(btor, native));
            inspect("boolector_bitvec_sort_get_width", "the width", width(&known), told)?;
        }
        let again = present(call!(boolector_copy_sort(btor, native)), "boolector_copy_sort")?;
        inspect("boolector_copy_sort", "that it is the same", native.addr(), again.addr())?;
        release_sort(btor, again)
    }

    /// A term, against how it was made.
    pub(crate) fn inspect_term(&mut self, term: TermId) -> Result<(), SolverError> {
        let btor = self.btor();
        let (node, known) = (self.terms.usable(btor, term)?, self.terms.sort(term)?.clone());
        let owner = call!(boolector_get_btor(node));
        inspect("boolector_get_btor", "the instance", btor.addr(), owner.addr())?;
        let told = call!(boolector_get_width(btor, node));
        inspect("boolector_get_width", "the width of a term", width(&known), told)?;
        let sort = present(call!(boolector_get_sort(btor, node)), "boolector_get_sort")?;
        let is_bits = matches!(known.kind(), SortKind::Bool | SortKind::BitVec);
        let is_bitvec = call!(boolector_is_bitvec_sort(btor, sort));
        inspect("boolector_is_bitvec_sort", "the kind of a term's sort", is_bits, is_bitvec)?;
        let is_fun = call!(boolector_is_fun(btor, node));
        inspect("boolector_is_fun", "the kind of a term", !is_bits, is_fun)?;
        if is_fun {
            self.inspect_function(node, &known)?;
        } else {
            let told = call!(boolector_is_array(btor, node));
            inspect("boolector_is_array", "the kind of a term", false, told)?;
        }
        self.inspect_identity(node)?;
        match self.terms.made(term)?.clone() {
            Made::Value { value, .. } => inspect_constant(btor, node, &value),
            Made::Symbol { name, .. } => {
                let told = text(call!(boolector_get_symbol(btor, node)));
                inspect("boolector_get_symbol", "the name", Some(name.to_string()), told)?;
                let text = c_string(&name)?;
                let name = text.as_ptr();
                let found = call!(boolector_match_node_by_symbol(btor, name));
                let found = OwnedNode::new(btor, found);
                let function = "boolector_match_node_by_symbol";
                inspect(function, "that it is the same", node.addr(), found.node.addr())?;
                // What was simplified may be something else by now.
                call!(boolector_is_var(btor, node));
                call!(boolector_is_uf(btor, node));
                call!(boolector_is_array_var(btor, node));
                Ok(())
            }
            Made::Variable { .. } => {
                if call!(boolector_is_param(btor, node)) {
                    let told = call!(boolector_is_bound_param(btor, node));
                    let function = "boolector_is_bound_param";
                    inspect(function, "of what was not bound", false, told)?;
                }
                Ok(())
            }
            _ => {
                call!(boolector_is_const(btor, node));
                Ok(())
            }
        }
    }

    /// A function or an array.
    fn inspect_function(&self, node: Node, known: &Sort) -> Result<(), SolverError> {
        let btor = self.btor();
        let (domain, codomain) = match known.shape() {
            SortShape::Fun(domain, codomain) => (domain.clone(), codomain),
            SortShape::Array(index, element) => (vec![index.clone()], element),
            _ => return Ok(()),
        };
        let arity = call!(boolector_get_fun_arity(btor, node));
        inspect("boolector_get_fun_arity", "the arity", domain.len() as u32, arity)?;
        call!(boolector_fun_get_domain_sort(btor, node));
        let result = call!(boolector_fun_get_codomain_sort(btor, node));
        let told = call!(boolector_bitvec_sort_get_width(btor, result));
        inspect("boolector_fun_get_codomain_sort", "the width of it", width(codomain), told)?;
        if call!(boolector_is_array(btor, node)) {
            let told = call!(boolector_get_index_width(btor, node));
            inspect("boolector_get_index_width", "the width", width(&domain[0]), told)?;
        }
        // Arguments that fit: values of the widths of the domain.
        let mut arguments = Vec::new();
        for sort in &domain {
            let native = call!(boolector_bitvec_sort(btor, width(sort)));
            let zero = present(call!(boolector_zero(btor, native)), "boolector_zero")?;
            arguments.push(OwnedNode::new(btor, zero));
            release_sort(btor, native)?;
        }
        let nodes: Vec<Node> = arguments.iter().map(|owner| owner.node).collect();
        let (first, count) = (nodes.as_ptr().cast_mut(), nodes.len() as u32);
        let wrong = call!(boolector_fun_sort_check(btor, first, count, node));
        inspect("boolector_fun_sort_check", "of arguments that fit", -1, wrong)
    }

    /// A node is found again by its number and as itself.
    fn inspect_identity(&self, node: Node) -> Result<(), SolverError> {
        let btor = self.btor();
        let number = call!(boolector_get_node_id(btor, node)).abs();
        let by_number = call!(boolector_match_node_by_id(btor, number));
        let by_number = OwnedNode::new(btor, by_number);
        let told = call!(boolector_get_node_id(btor, by_number.node)).abs();
        inspect("boolector_match_node_by_id", "the number", number, told)?;
        let same = OwnedNode::new(btor, call!(boolector_match_node(btor, node)));
        inspect("boolector_match_node", "that it is the same", node.addr(), same.node.addr())
    }

    /// Two terms, against their sorts.
    pub(crate) fn compare_terms(&mut self, one: TermId, other: TermId) -> Result<(), SolverError> {
        let btor = self.btor();
        let nodes = self.terms.all_usable(btor, &[one, other])?;
        let erased =
            |term: TermId| -> Result<Sort, SolverError> { Ok(erased_sort(self.terms.sort(term)?)) };
        let known = erased(one)? == erased(other)?;
        let told = call!(boolector_is_equal_sort(btor, nodes[0], nodes[1]));
        inspect("boolector_is_equal_sort", "whether the sorts are equal", known, told)
    }

    /// Gives a constant another name.
    pub(crate) fn set_symbol(&mut self, term: TermId) -> Result<(), SolverError> {
        let Made::Symbol { sort, name } = self.terms.made(term)?.clone() else {
            // Others can have names, too, but they need none.
            return Ok(());
        };
        let (btor, node) = (self.btor(), self.terms.node(term)?);
        let name = self.free_name(&name);
        let text_of = c_string(&name)?;
        let symbol = text_of.as_ptr();
        call!(boolector_set_symbol(btor, node, symbol));
        let told = text(call!(boolector_get_symbol(btor, node)));
        self.terms.remember(term, Made::Symbol { sort, name: name.clone() });
        if let Some(symbol) = self.symbols.iter_mut().find(|symbol| symbol.term == term) {
            symbol.name = name.clone();
        }
        inspect("boolector_set_symbol", "the name", Some(name.to_string()), told)
    }

    /// The value of a term in each of the ways to read it.
    pub(crate) fn inspect_value(&mut self, term: TermId) -> Result<(), SolverError> {
        if !self.answered(Answer::Sat) {
            return rejected("there is no model");
        }
        let (btor, node) = (self.btor(), self.terms.closed(term, "the term")?);
        let sort = self.terms.sort(term)?.clone();
        let mut values = Vec::new();
        for _ in 0..2 {
            let mut reader = crate::values::Reader { btor, seed: &mut self.seed };
            values.push(reader.read(node, &sort)?);
        }
        let aspect = "the value, read in two ways";
        inspect("boolector_get_value", aspect, values[0].to_string(), values[1].to_string())
    }
}

/// A value is what it was made as.
fn inspect_constant(btor: *mut Btor, node: Node, value: &Value) -> Result<(), SolverError> {
    let digits = match value {
        Value::Bool(value) => u8::from(*value).to_string(),
        Value::BitVec(bits) => bits.to_binary(),
        _ => return Ok(()),
    };
    let told = call!(boolector_is_const(btor, node));
    inspect("boolector_is_const", "of a value", true, told)?;
    let told = call!(boolector_get_bits(btor, node));
    let told = taken_text(told, |told| {
        call!(boolector_free_bits(btor, told));
        Ok(())
    })?;
    inspect("boolector_get_bits", "the bits of a value", &digits, &told)?;
    let (first, rest) = digits.split_at(1);
    let zeros = digits.bytes().all(|digit| digit == b'0');
    let ones = digits.bytes().all(|digit| digit == b'1');
    let is_one =
        digits.ends_with('1') && digits.bytes().filter(|digit| *digit == b'1').count() == 1;
    let least = first == "1" && rest.bytes().all(|digit| digit == b'0');
    let most = first == "0" && rest.bytes().all(|digit| digit == b'1');
    let aspect = "of a value";
    let told = call!(boolector_is_bv_const_zero(btor, node));
    inspect("boolector_is_bv_const_zero", aspect, zeros, told)?;
    let told = call!(boolector_is_bv_const_ones(btor, node));
    inspect("boolector_is_bv_const_ones", aspect, ones, told)?;
    let told = call!(boolector_is_bv_const_one(btor, node));
    inspect("boolector_is_bv_const_one", aspect, is_one, told)?;
    let told = call!(boolector_is_bv_const_min_signed(btor, node));
    inspect("boolector_is_bv_const_min_signed", aspect, least, told)?;
    let told = call!(boolector_is_bv_const_max_signed(btor, node));
    inspect("boolector_is_bv_const_max_signed", aspect, most, told)
}

/// The width of a word, or of what an array or a function gives.
fn width(sort: &Sort) -> u32 {
    match sort.shape() {
        SortShape::BitVec(width) => *width,
        SortShape::Array(_, element) => width(element),
        SortShape::Fun(_, codomain) => width(codomain),
        _ => 1,
    }
}

/// What Boolector makes of a sort: truth values are bits, arrays are functions.
fn erased_sort(sort: &Sort) -> Sort {
    match sort.shape() {
        SortShape::Bool => Sort::bit_vec(1),
        SortShape::Array(index, element) => {
            Sort::fun(vec![erased_sort(index)], erased_sort(element))
        }
        SortShape::Fun(domain, codomain) => {
            Sort::fun(domain.iter().map(erased_sort).collect::<Vec<Sort>>(), erased_sort(codomain))
        }
        _ => sort.clone(),
    }
}
