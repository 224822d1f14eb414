//! The C API: typed declarations, and the one way to call them.

use std::ffi::{CStr, CString, c_char};

use murxla_api::SolverError;

#[path = "functions.rs"]
pub(crate) mod functions;

/// A native sort.
pub(crate) type NativeSort = cvc5_sys::Sort;
/// A native term.
pub(crate) type NativeTerm = cvc5_sys::Term;
/// A native operator.
pub(crate) type NativeOp = cvc5_sys::Op;
/// A native datatype.
pub(crate) type NativeDatatype = cvc5_sys::Datatype;
/// A native constructor.
pub(crate) type NativeConstructor = cvc5_sys::DatatypeConstructor;
/// Native statistics.
pub(crate) type NativeStatistics = cvc5_sys::Statistics;
/// A native statistic.
pub(crate) type NativeStat = cvc5_sys::Stat;
/// What a check gave.
pub(crate) type NativeResult = cvc5_sys::Result;
/// What a synthesis gave.
pub(crate) type NativeSynthResult = cvc5_sys::SynthResult;
/// A native proof.
pub(crate) type NativeProof = cvc5_sys::Proof;
/// A native grammar.
pub(crate) type NativeGrammar = cvc5_sys::Grammar;
/// A native selector.
pub(crate) type NativeSelector = cvc5_sys::DatatypeSelector;
/// The declaration of a datatype.
pub(crate) type NativeDatatypeDecl = cvc5_sys::DatatypeDecl;
/// The declaration of a constructor.
pub(crate) type NativeConstructorDecl = cvc5_sys::DatatypeConstructorDecl;
/// The owner of sorts and terms.
pub(crate) type TermManager = *mut cvc5_sys::TermManager;
/// A native solver.
pub(crate) type NativeSolver = *mut cvc5_sys::Solver;

pub(crate) use cvc5_sys::{
    add_plugin as cvc5_add_plugin, add_sygus_assume as cvc5_add_sygus_assume,
    add_sygus_constraint as cvc5_add_sygus_constraint,
    add_sygus_inv_constraint as cvc5_add_sygus_inv_constraint,
    assert_formula as cvc5_assert_formula, block_model_values as cvc5_block_model_values,
    check_sat as cvc5_check_sat, check_sat_assuming as cvc5_check_sat_assuming,
    check_synth as cvc5_check_synth, check_synth_next as cvc5_check_synth_next,
    declare_dt as cvc5_declare_dt, declare_fun as cvc5_declare_fun,
    declare_oracle_fun as cvc5_declare_oracle_fun, declare_pool as cvc5_declare_pool,
    declare_sep_heap as cvc5_declare_sep_heap, declare_sort as cvc5_declare_sort,
    declare_sygus_var as cvc5_declare_sygus_var, define_fun as cvc5_define_fun,
    define_fun_rec as cvc5_define_fun_rec,
    define_fun_rec_from_const as cvc5_define_fun_rec_from_const,
    define_funs_rec as cvc5_define_funs_rec, delete as cvc5_delete,
    dt_cons_copy as cvc5_dt_cons_copy, dt_cons_decl_add_selector as cvc5_dt_cons_decl_add_selector,
    dt_cons_decl_add_selector_self as cvc5_dt_cons_decl_add_selector_self,
    dt_cons_decl_add_selector_unresolved as cvc5_dt_cons_decl_add_selector_unresolved,
    dt_cons_decl_copy as cvc5_dt_cons_decl_copy, dt_cons_decl_hash as cvc5_dt_cons_decl_hash,
    dt_cons_decl_is_equal as cvc5_dt_cons_decl_is_equal,
    dt_cons_decl_release as cvc5_dt_cons_decl_release,
    dt_cons_decl_to_string as cvc5_dt_cons_decl_to_string,
    dt_cons_get_instantiated_term as cvc5_dt_cons_get_instantiated_term,
    dt_cons_get_name as cvc5_dt_cons_get_name,
    dt_cons_get_num_selectors as cvc5_dt_cons_get_num_selectors,
    dt_cons_get_selector as cvc5_dt_cons_get_selector,
    dt_cons_get_selector_by_name as cvc5_dt_cons_get_selector_by_name,
    dt_cons_get_term as cvc5_dt_cons_get_term,
    dt_cons_get_tester_term as cvc5_dt_cons_get_tester_term, dt_cons_hash as cvc5_dt_cons_hash,
    dt_cons_is_equal as cvc5_dt_cons_is_equal, dt_cons_release as cvc5_dt_cons_release,
    dt_cons_to_string as cvc5_dt_cons_to_string, dt_copy as cvc5_dt_copy,
    dt_decl_add_constructor as cvc5_dt_decl_add_constructor, dt_decl_copy as cvc5_dt_decl_copy,
    dt_decl_get_name as cvc5_dt_decl_get_name,
    dt_decl_get_num_constructors as cvc5_dt_decl_get_num_constructors,
    dt_decl_hash as cvc5_dt_decl_hash, dt_decl_is_equal as cvc5_dt_decl_is_equal,
    dt_decl_is_parametric as cvc5_dt_decl_is_parametric,
    dt_decl_is_resolved as cvc5_dt_decl_is_resolved, dt_decl_release as cvc5_dt_decl_release,
    dt_decl_to_string as cvc5_dt_decl_to_string, dt_get_constructor as cvc5_dt_get_constructor,
    dt_get_constructor_by_name as cvc5_dt_get_constructor_by_name, dt_get_name as cvc5_dt_get_name,
    dt_get_num_constructors as cvc5_dt_get_num_constructors,
    dt_get_parameters as cvc5_dt_get_parameters, dt_get_selector as cvc5_dt_get_selector,
    dt_hash as cvc5_dt_hash, dt_is_codatatype as cvc5_dt_is_codatatype,
    dt_is_equal as cvc5_dt_is_equal, dt_is_finite as cvc5_dt_is_finite,
    dt_is_parametric as cvc5_dt_is_parametric, dt_is_record as cvc5_dt_is_record,
    dt_is_tuple as cvc5_dt_is_tuple, dt_is_well_founded as cvc5_dt_is_well_founded,
    dt_release as cvc5_dt_release, dt_sel_copy as cvc5_dt_sel_copy,
    dt_sel_get_codomain_sort as cvc5_dt_sel_get_codomain_sort,
    dt_sel_get_name as cvc5_dt_sel_get_name, dt_sel_get_term as cvc5_dt_sel_get_term,
    dt_sel_get_updater_term as cvc5_dt_sel_get_updater_term, dt_sel_hash as cvc5_dt_sel_hash,
    dt_sel_is_equal as cvc5_dt_sel_is_equal, dt_sel_release as cvc5_dt_sel_release,
    dt_sel_to_string as cvc5_dt_sel_to_string, dt_to_string as cvc5_dt_to_string,
    find_synth_next as cvc5_find_synth_next, get_abduct as cvc5_get_abduct,
    get_abduct_next as cvc5_get_abduct_next,
    get_abduct_with_grammar as cvc5_get_abduct_with_grammar, get_assertions as cvc5_get_assertions,
    get_boolean_sort as cvc5_get_boolean_sort, get_difficulty as cvc5_get_difficulty,
    get_info as cvc5_get_info, get_instantiations as cvc5_get_instantiations,
    get_integer_sort as cvc5_get_integer_sort, get_interpolant as cvc5_get_interpolant,
    get_interpolant_next as cvc5_get_interpolant_next,
    get_interpolant_with_grammar as cvc5_get_interpolant_with_grammar, get_logic as cvc5_get_logic,
    get_model as cvc5_get_model, get_model_domain_elements as cvc5_get_model_domain_elements,
    get_option as cvc5_get_option, get_option_names as cvc5_get_option_names,
    get_quantifier_elimination as cvc5_get_quantifier_elimination,
    get_quantifier_elimination_disjunct as cvc5_get_quantifier_elimination_disjunct,
    get_real_sort as cvc5_get_real_sort, get_regexp_sort as cvc5_get_regexp_sort,
    get_rm_sort as cvc5_get_rm_sort, get_statistics as cvc5_get_statistics,
    get_string_sort as cvc5_get_string_sort, get_sygus_assumptions as cvc5_get_sygus_assumptions,
    get_sygus_constraints as cvc5_get_sygus_constraints,
    get_synth_solution as cvc5_get_synth_solution, get_synth_solutions as cvc5_get_synth_solutions,
    get_timeout_core as cvc5_get_timeout_core,
    get_timeout_core_assuming as cvc5_get_timeout_core_assuming, get_tm as cvc5_get_tm,
    get_unsat_assumptions as cvc5_get_unsat_assumptions, get_unsat_core as cvc5_get_unsat_core,
    get_unsat_core_lemmas as cvc5_get_unsat_core_lemmas, get_value as cvc5_get_value,
    get_value_sep_heap as cvc5_get_value_sep_heap, get_value_sep_nil as cvc5_get_value_sep_nil,
    get_values as cvc5_get_values, get_version as cvc5_get_version,
    grammar_add_any_constant as cvc5_grammar_add_any_constant,
    grammar_add_any_variable as cvc5_grammar_add_any_variable,
    grammar_add_rule as cvc5_grammar_add_rule, grammar_add_rules as cvc5_grammar_add_rules,
    grammar_copy as cvc5_grammar_copy, grammar_hash as cvc5_grammar_hash,
    grammar_is_disequal as cvc5_grammar_is_disequal, grammar_is_equal as cvc5_grammar_is_equal,
    grammar_release as cvc5_grammar_release, grammar_to_string as cvc5_grammar_to_string,
    is_logic_set as cvc5_is_logic_set, is_model_core_symbol as cvc5_is_model_core_symbol,
    is_output_on as cvc5_is_output_on, mk_array_sort as cvc5_mk_array_sort,
    mk_bag_sort as cvc5_mk_bag_sort, mk_boolean as cvc5_mk_boolean, mk_bv as cvc5_mk_bv,
    mk_bv_sort as cvc5_mk_bv_sort, mk_bv_uint64 as cvc5_mk_bv_uint64,
    mk_cardinality_constraint as cvc5_mk_cardinality_constraint, mk_const as cvc5_mk_const,
    mk_const_array as cvc5_mk_const_array, mk_dt_cons_decl as cvc5_mk_dt_cons_decl,
    mk_dt_decl as cvc5_mk_dt_decl, mk_dt_decl_with_params as cvc5_mk_dt_decl_with_params,
    mk_dt_sort as cvc5_mk_dt_sort, mk_dt_sorts as cvc5_mk_dt_sorts,
    mk_empty_bag as cvc5_mk_empty_bag, mk_empty_sequence as cvc5_mk_empty_sequence,
    mk_empty_set as cvc5_mk_empty_set, mk_false as cvc5_mk_false, mk_ff_elem as cvc5_mk_ff_elem,
    mk_ff_sort as cvc5_mk_ff_sort, mk_fp as cvc5_mk_fp, mk_fp_from_ieee as cvc5_mk_fp_from_ieee,
    mk_fp_nan as cvc5_mk_fp_nan, mk_fp_neg_inf as cvc5_mk_fp_neg_inf,
    mk_fp_neg_zero as cvc5_mk_fp_neg_zero, mk_fp_pos_inf as cvc5_mk_fp_pos_inf,
    mk_fp_pos_zero as cvc5_mk_fp_pos_zero, mk_fp_sort as cvc5_mk_fp_sort,
    mk_fun_sort as cvc5_mk_fun_sort, mk_grammar as cvc5_mk_grammar, mk_integer as cvc5_mk_integer,
    mk_integer_int64 as cvc5_mk_integer_int64, mk_nullable_is_null as cvc5_mk_nullable_is_null,
    mk_nullable_is_some as cvc5_mk_nullable_is_some, mk_nullable_null as cvc5_mk_nullable_null,
    mk_nullable_some as cvc5_mk_nullable_some, mk_nullable_sort as cvc5_mk_nullable_sort,
    mk_nullable_val as cvc5_mk_nullable_val, mk_param_sort as cvc5_mk_param_sort,
    mk_pi as cvc5_mk_pi, mk_predicate_sort as cvc5_mk_predicate_sort, mk_real as cvc5_mk_real,
    mk_real_int64 as cvc5_mk_real_int64, mk_real_num_den as cvc5_mk_real_num_den,
    mk_record_sort as cvc5_mk_record_sort, mk_regexp_all as cvc5_mk_regexp_all,
    mk_regexp_allchar as cvc5_mk_regexp_allchar, mk_regexp_none as cvc5_mk_regexp_none,
    mk_sep_emp as cvc5_mk_sep_emp, mk_sep_nil as cvc5_mk_sep_nil,
    mk_sequence_sort as cvc5_mk_sequence_sort, mk_set_sort as cvc5_mk_set_sort,
    mk_string as cvc5_mk_string, mk_string_from_char32 as cvc5_mk_string_from_char32,
    mk_string_from_wchar as cvc5_mk_string_from_wchar, mk_term_from_op as cvc5_mk_term_from_op,
    mk_true as cvc5_mk_true, mk_tuple as cvc5_mk_tuple, mk_tuple_sort as cvc5_mk_tuple_sort,
    mk_uninterpreted_sort as cvc5_mk_uninterpreted_sort,
    mk_uninterpreted_sort_constructor_sort as cvc5_mk_uninterpreted_sort_constructor_sort,
    mk_universe_set as cvc5_mk_universe_set, mk_unresolved_dt_sort as cvc5_mk_unresolved_dt_sort,
    mk_var as cvc5_mk_var, new as cvc5_new, op_copy as cvc5_op_copy,
    op_get_index as cvc5_op_get_index, op_get_num_indices as cvc5_op_get_num_indices,
    op_hash as cvc5_op_hash, op_is_disequal as cvc5_op_is_disequal,
    op_is_equal as cvc5_op_is_equal, op_is_indexed as cvc5_op_is_indexed,
    op_release as cvc5_op_release, op_to_string as cvc5_op_to_string, pop as cvc5_pop,
    print_stats_safe as cvc5_print_stats_safe, proof_copy as cvc5_proof_copy,
    proof_get_arguments as cvc5_proof_get_arguments, proof_get_children as cvc5_proof_get_children,
    proof_get_result as cvc5_proof_get_result, proof_hash as cvc5_proof_hash,
    proof_is_disequal as cvc5_proof_is_disequal, proof_is_equal as cvc5_proof_is_equal,
    proof_release as cvc5_proof_release, push as cvc5_push,
    reset_assertions as cvc5_reset_assertions, result_copy as cvc5_result_copy,
    result_hash as cvc5_result_hash, result_is_disequal as cvc5_result_is_disequal,
    result_is_equal as cvc5_result_is_equal, result_is_null as cvc5_result_is_null,
    result_is_sat as cvc5_result_is_sat, result_is_unknown as cvc5_result_is_unknown,
    result_is_unsat as cvc5_result_is_unsat, result_release as cvc5_result_release,
    result_to_string as cvc5_result_to_string, set_info as cvc5_set_info,
    set_logic as cvc5_set_logic, set_option as cvc5_set_option, simplify as cvc5_simplify,
    sort_array_get_element_sort as cvc5_sort_array_get_element_sort,
    sort_array_get_index_sort as cvc5_sort_array_get_index_sort,
    sort_bag_get_element_sort as cvc5_sort_bag_get_element_sort,
    sort_bv_get_size as cvc5_sort_bv_get_size, sort_compare as cvc5_sort_compare,
    sort_copy as cvc5_sort_copy,
    sort_dt_constructor_get_arity as cvc5_sort_dt_constructor_get_arity,
    sort_dt_constructor_get_codomain as cvc5_sort_dt_constructor_get_codomain,
    sort_dt_constructor_get_domain as cvc5_sort_dt_constructor_get_domain,
    sort_dt_get_arity as cvc5_sort_dt_get_arity,
    sort_dt_selector_get_codomain as cvc5_sort_dt_selector_get_codomain,
    sort_dt_selector_get_domain as cvc5_sort_dt_selector_get_domain,
    sort_dt_tester_get_codomain as cvc5_sort_dt_tester_get_codomain,
    sort_dt_tester_get_domain as cvc5_sort_dt_tester_get_domain,
    sort_ff_get_size as cvc5_sort_ff_get_size, sort_fp_get_exp_size as cvc5_sort_fp_get_exp_size,
    sort_fp_get_sig_size as cvc5_sort_fp_get_sig_size,
    sort_fun_get_arity as cvc5_sort_fun_get_arity,
    sort_fun_get_codomain as cvc5_sort_fun_get_codomain,
    sort_fun_get_domain as cvc5_sort_fun_get_domain, sort_get_datatype as cvc5_sort_get_datatype,
    sort_get_instantiated_parameters as cvc5_sort_get_instantiated_parameters,
    sort_get_symbol as cvc5_sort_get_symbol,
    sort_get_uninterpreted_sort_constructor as cvc5_sort_get_uninterpreted_sort_constructor,
    sort_has_symbol as cvc5_sort_has_symbol, sort_hash as cvc5_sort_hash,
    sort_instantiate as cvc5_sort_instantiate, sort_is_abstract as cvc5_sort_is_abstract,
    sort_is_array as cvc5_sort_is_array, sort_is_bag as cvc5_sort_is_bag,
    sort_is_boolean as cvc5_sort_is_boolean, sort_is_bv as cvc5_sort_is_bv,
    sort_is_disequal as cvc5_sort_is_disequal, sort_is_dt as cvc5_sort_is_dt,
    sort_is_dt_constructor as cvc5_sort_is_dt_constructor,
    sort_is_dt_selector as cvc5_sort_is_dt_selector, sort_is_dt_tester as cvc5_sort_is_dt_tester,
    sort_is_dt_updater as cvc5_sort_is_dt_updater, sort_is_equal as cvc5_sort_is_equal,
    sort_is_ff as cvc5_sort_is_ff, sort_is_fp as cvc5_sort_is_fp, sort_is_fun as cvc5_sort_is_fun,
    sort_is_instantiated as cvc5_sort_is_instantiated, sort_is_integer as cvc5_sort_is_integer,
    sort_is_nullable as cvc5_sort_is_nullable, sort_is_predicate as cvc5_sort_is_predicate,
    sort_is_real as cvc5_sort_is_real, sort_is_record as cvc5_sort_is_record,
    sort_is_regexp as cvc5_sort_is_regexp, sort_is_rm as cvc5_sort_is_rm,
    sort_is_sequence as cvc5_sort_is_sequence, sort_is_set as cvc5_sort_is_set,
    sort_is_string as cvc5_sort_is_string, sort_is_tuple as cvc5_sort_is_tuple,
    sort_is_uninterpreted_sort as cvc5_sort_is_uninterpreted_sort,
    sort_is_uninterpreted_sort_constructor as cvc5_sort_is_uninterpreted_sort_constructor,
    sort_nullable_get_element_sort as cvc5_sort_nullable_get_element_sort,
    sort_release as cvc5_sort_release,
    sort_sequence_get_element_sort as cvc5_sort_sequence_get_element_sort,
    sort_set_get_element_sort as cvc5_sort_set_get_element_sort,
    sort_substitute as cvc5_sort_substitute, sort_substitute_sorts as cvc5_sort_substitute_sorts,
    sort_to_string as cvc5_sort_to_string,
    sort_tuple_get_element_sorts as cvc5_sort_tuple_get_element_sorts,
    sort_tuple_get_length as cvc5_sort_tuple_get_length,
    sort_uninterpreted_sort_constructor_get_arity as cvc5_sort_uninterpreted_sort_constructor_get_arity,
    stat_copy as cvc5_stat_copy, stat_get_double as cvc5_stat_get_double,
    stat_get_histogram as cvc5_stat_get_histogram, stat_get_int as cvc5_stat_get_int,
    stat_get_string as cvc5_stat_get_string, stat_is_default as cvc5_stat_is_default,
    stat_is_double as cvc5_stat_is_double, stat_is_histogram as cvc5_stat_is_histogram,
    stat_is_int as cvc5_stat_is_int, stat_is_internal as cvc5_stat_is_internal,
    stat_is_string as cvc5_stat_is_string, stat_release as cvc5_stat_release,
    stat_to_string as cvc5_stat_to_string, stats_copy as cvc5_stats_copy,
    stats_get as cvc5_stats_get, stats_iter_has_next as cvc5_stats_iter_has_next,
    stats_iter_init as cvc5_stats_iter_init, stats_iter_next as cvc5_stats_iter_next,
    stats_release as cvc5_stats_release, stats_to_string as cvc5_stats_to_string,
    synth_fun as cvc5_synth_fun, synth_fun_with_grammar as cvc5_synth_fun_with_grammar,
    synth_result_copy as cvc5_synth_result_copy,
    synth_result_has_no_solution as cvc5_synth_result_has_no_solution,
    synth_result_has_solution as cvc5_synth_result_has_solution,
    synth_result_hash as cvc5_synth_result_hash,
    synth_result_is_disequal as cvc5_synth_result_is_disequal,
    synth_result_is_equal as cvc5_synth_result_is_equal,
    synth_result_is_null as cvc5_synth_result_is_null,
    synth_result_is_unknown as cvc5_synth_result_is_unknown,
    synth_result_release as cvc5_synth_result_release,
    synth_result_to_string as cvc5_synth_result_to_string, term_compare as cvc5_term_compare,
    term_copy as cvc5_term_copy, term_get_boolean_value as cvc5_term_get_boolean_value,
    term_get_bv_value as cvc5_term_get_bv_value,
    term_get_cardinality_constraint as cvc5_term_get_cardinality_constraint,
    term_get_child as cvc5_term_get_child,
    term_get_const_array_base as cvc5_term_get_const_array_base,
    term_get_ff_value as cvc5_term_get_ff_value, term_get_fp_value as cvc5_term_get_fp_value,
    term_get_id as cvc5_term_get_id, term_get_int32_value as cvc5_term_get_int32_value,
    term_get_int64_value as cvc5_term_get_int64_value,
    term_get_integer_value as cvc5_term_get_integer_value,
    term_get_num_children as cvc5_term_get_num_children, term_get_op as cvc5_term_get_op,
    term_get_real_algebraic_number_defining_polynomial as cvc5_term_get_real_algebraic_number_defining_polynomial,
    term_get_real_algebraic_number_lower_bound as cvc5_term_get_real_algebraic_number_lower_bound,
    term_get_real_algebraic_number_upper_bound as cvc5_term_get_real_algebraic_number_upper_bound,
    term_get_real_or_integer_value_sign as cvc5_term_get_real_or_integer_value_sign,
    term_get_real_value as cvc5_term_get_real_value,
    term_get_real32_value as cvc5_term_get_real32_value,
    term_get_real64_value as cvc5_term_get_real64_value,
    term_get_sequence_value as cvc5_term_get_sequence_value,
    term_get_set_value as cvc5_term_get_set_value,
    term_get_skolem_indices as cvc5_term_get_skolem_indices, term_get_sort as cvc5_term_get_sort,
    term_get_string_value as cvc5_term_get_string_value, term_get_symbol as cvc5_term_get_symbol,
    term_get_tuple_value as cvc5_term_get_tuple_value,
    term_get_u32string_value as cvc5_term_get_u32string_value,
    term_get_uint32_value as cvc5_term_get_uint32_value,
    term_get_uint64_value as cvc5_term_get_uint64_value,
    term_get_uninterpreted_sort_value as cvc5_term_get_uninterpreted_sort_value,
    term_has_op as cvc5_term_has_op, term_has_symbol as cvc5_term_has_symbol,
    term_hash as cvc5_term_hash, term_is_boolean_value as cvc5_term_is_boolean_value,
    term_is_bv_value as cvc5_term_is_bv_value,
    term_is_cardinality_constraint as cvc5_term_is_cardinality_constraint,
    term_is_const_array as cvc5_term_is_const_array, term_is_disequal as cvc5_term_is_disequal,
    term_is_equal as cvc5_term_is_equal, term_is_ff_value as cvc5_term_is_ff_value,
    term_is_fp_nan as cvc5_term_is_fp_nan, term_is_fp_neg_inf as cvc5_term_is_fp_neg_inf,
    term_is_fp_neg_zero as cvc5_term_is_fp_neg_zero, term_is_fp_pos_inf as cvc5_term_is_fp_pos_inf,
    term_is_fp_pos_zero as cvc5_term_is_fp_pos_zero, term_is_fp_value as cvc5_term_is_fp_value,
    term_is_int32_value as cvc5_term_is_int32_value,
    term_is_int64_value as cvc5_term_is_int64_value,
    term_is_integer_value as cvc5_term_is_integer_value,
    term_is_real_algebraic_number as cvc5_term_is_real_algebraic_number,
    term_is_real_value as cvc5_term_is_real_value,
    term_is_real32_value as cvc5_term_is_real32_value,
    term_is_real64_value as cvc5_term_is_real64_value, term_is_rm_value as cvc5_term_is_rm_value,
    term_is_sequence_value as cvc5_term_is_sequence_value,
    term_is_set_value as cvc5_term_is_set_value, term_is_skolem as cvc5_term_is_skolem,
    term_is_string_value as cvc5_term_is_string_value,
    term_is_tuple_value as cvc5_term_is_tuple_value,
    term_is_uint32_value as cvc5_term_is_uint32_value,
    term_is_uint64_value as cvc5_term_is_uint64_value,
    term_is_uninterpreted_sort_value as cvc5_term_is_uninterpreted_sort_value,
    term_manager_delete as cvc5_term_manager_delete,
    term_manager_get_statistics as cvc5_term_manager_get_statistics,
    term_manager_new as cvc5_term_manager_new,
    term_manager_print_stats_safe as cvc5_term_manager_print_stats_safe,
    term_manager_release as cvc5_term_manager_release, term_release as cvc5_term_release,
    term_substitute_term as cvc5_term_substitute_term,
    term_substitute_terms as cvc5_term_substitute_terms, term_to_string as cvc5_term_to_string,
};

// What takes or gives a C enum is declared here with integers: a number that the Rust enum of cvc5-sys does
// not know would be undefined behaviour.
#[allow(clashing_extern_declarations)]
unsafe extern "C" {
    pub(crate) fn cvc5_kind_to_string(kind: i32) -> *const c_char;
    pub(crate) fn cvc5_sort_kind_to_string(kind: i32) -> *const c_char;
    pub(crate) fn cvc5_sort_get_kind(sort: NativeSort) -> i32;
    pub(crate) fn cvc5_term_get_kind(term: NativeTerm) -> i32;
    pub(crate) fn cvc5_mk_op(tm: TermManager, kind: i32, size: usize, idxs: *const u32)
    -> NativeOp;
    pub(crate) fn cvc5_mk_op_from_str(tm: TermManager, kind: i32, arg: *const c_char) -> NativeOp;
    pub(crate) fn cvc5_kind_hash(kind: i32) -> usize;
    pub(crate) fn cvc5_op_get_kind(op: NativeOp) -> i32;
    pub(crate) fn cvc5_block_model(solver: NativeSolver, mode: u32);
    pub(crate) fn cvc5_mk_rm(tm: TermManager, mode: i32) -> NativeTerm;
    pub(crate) fn cvc5_term_get_rm_value(term: NativeTerm) -> i32;
    pub(crate) fn cvc5_mk_term(
        tm: TermManager,
        kind: i32,
        size: usize,
        children: *const NativeTerm,
    ) -> NativeTerm;
    pub(crate) fn cvc5_get_option_info(
        solver: NativeSolver,
        option: *const c_char,
        info: *mut crate::options::RawOptionInfo,
    );
    pub(crate) fn cvc5_option_info_to_string(
        info: *const crate::options::RawOptionInfo,
    ) -> *const c_char;
    pub(crate) fn cvc5_sort_kind_hash(kind: i32) -> usize;
    pub(crate) fn cvc5_sort_abstract_get_kind(sort: NativeSort) -> i32;
    pub(crate) fn cvc5_mk_abstract_sort(tm: TermManager, kind: i32) -> NativeSort;
    pub(crate) fn cvc5_mk_nullable_lift(
        tm: TermManager,
        kind: i32,
        size: usize,
        args: *const NativeTerm,
    ) -> NativeTerm;
    pub(crate) fn cvc5_proof_get_rule(proof: NativeProof) -> u32;
    pub(crate) fn cvc5_proof_get_rewrite_rule(proof: NativeProof) -> u32;
    pub(crate) fn cvc5_proof_rule_to_string(rule: u32) -> *const c_char;
    pub(crate) fn cvc5_proof_rule_hash(rule: u32) -> usize;
    pub(crate) fn cvc5_proof_rewrite_rule_to_string(rule: u32) -> *const c_char;
    pub(crate) fn cvc5_proof_rewrite_rule_hash(rule: u32) -> usize;
    pub(crate) fn cvc5_proof_to_string(
        solver: NativeSolver,
        proof: NativeProof,
        format: u32,
        size: usize,
        assertions: *const NativeTerm,
        names: *mut *const c_char,
    ) -> *const c_char;
    pub(crate) fn cvc5_get_proof(
        solver: NativeSolver,
        component: u32,
        size: *mut usize,
    ) -> *const NativeProof;
    pub(crate) fn cvc5_get_learned_literals(
        solver: NativeSolver,
        kind: u32,
        size: *mut usize,
    ) -> *const NativeTerm;
    pub(crate) fn cvc5_skolem_id_to_string(id: u32) -> *const c_char;
    pub(crate) fn cvc5_skolem_id_hash(id: u32) -> usize;
    pub(crate) fn cvc5_term_get_skolem_id(term: NativeTerm) -> u32;
    pub(crate) fn cvc5_mk_skolem(
        tm: TermManager,
        id: u32,
        size: usize,
        indices: *const NativeTerm,
    ) -> NativeTerm;
    pub(crate) fn cvc5_get_num_idxs_for_skolem_id(tm: TermManager, id: u32) -> usize;
    pub(crate) fn cvc5_result_get_unknown_explanation(result: NativeResult) -> u32;
    pub(crate) fn cvc5_unknown_explanation_to_string(why: u32) -> *const c_char;
    pub(crate) fn cvc5_rm_to_string(mode: i32) -> *const c_char;
    pub(crate) fn cvc5_modes_block_models_mode_to_string(mode: u32) -> *const c_char;
    pub(crate) fn cvc5_modes_learned_lit_type_to_string(mode: u32) -> *const c_char;
    pub(crate) fn cvc5_modes_proof_component_to_string(mode: u32) -> *const c_char;
    pub(crate) fn cvc5_modes_proof_format_to_string(mode: u32) -> *const c_char;
    pub(crate) fn cvc5_modes_find_synth_target_to_string(mode: u32) -> *const c_char;
    pub(crate) fn cvc5_modes_option_category_to_string(mode: u32) -> *const c_char;
    pub(crate) fn cvc5_modes_input_language_to_string(mode: u32) -> *const c_char;
    pub(crate) fn cvc5_find_synth(solver: NativeSolver, target: u32) -> NativeTerm;
    pub(crate) fn cvc5_find_synth_with_grammar(
        solver: NativeSolver,
        target: u32,
        grammar: NativeGrammar,
    ) -> NativeTerm;
}

/// Calls a function of the C API by its C name: `call!(cvc5_mk_bv_sort(tm, 8))`. A function that the library
/// lacks gives `Unsupported`, a refusal gives `Rejected`; both leave the surrounding function.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        $crate::ffi::functions::slot::$name.require(stringify!($name))?;
        // SAFETY: the slot is filled, the declaration is that of the library's own header, and handles come
        // from the tables of a live instance.
        let result = unsafe { $crate::ffi::$name($($argument),*) };
        $crate::ffi::refusal()?;
        result
    }};
}
pub(crate) use call;

/// The same for a function that gives a C string: a copy of it.
macro_rules! told {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let told: *const std::ffi::c_char = $crate::ffi::call!($name($($argument),*));
        // SAFETY: the library gave a C string, valid until its next call.
        unsafe { $crate::ffi::text(told) }
    }};
}
pub(crate) use told;

/// Whether the library reports errors as values: since 1.4 it does, before it ends the process.
pub(crate) fn reports_errors() -> bool {
    use functions::slot::{cvc5_get_error_message, cvc5_has_error, cvc5_reset_error};
    [&cvc5_has_error, &cvc5_get_error_message, &cvc5_reset_error]
        .iter()
        .all(|slot| slot.is_present())
}

/// The refusal of the last call, if it was refused; the error state is cleared.
pub(crate) fn refusal() -> Result<(), SolverError> {
    if !reports_errors() {
        return Ok(());
    }
    functions::slot::cvc5_has_error.mark();
    // SAFETY: the three functions are there and have no preconditions; the message is copied before the
    // error state is cleared.
    unsafe {
        if !cvc5_sys::has_error() {
            return Ok(());
        }
        functions::slot::cvc5_get_error_message.mark();
        functions::slot::cvc5_reset_error.mark();
        let message = text(cvc5_sys::get_error_message());
        cvc5_sys::reset_error();
        Err(SolverError::Rejected(message.trim_end().to_owned()))
    }
}

/// A handle that the library gave without an error must be one.
pub(crate) fn live<T>(handle: *mut T, what: &str) -> Result<*mut T, SolverError> {
    if handle.is_null() {
        return Err(SolverError::Broken(format!("cvc5 gave no {what} and reported no error")));
    }
    Ok(handle)
}

/// A copy of a C string; empty if there is none.
///
/// # Safety
/// `pointer` is NULL or a C string.
pub(crate) unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: as the caller promised.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// A copy of a list that the library owns until its next call.
///
/// # Safety
/// `list` is NULL or points to `count` elements.
pub(crate) unsafe fn list<T: Copy>(list: *const T, count: usize) -> Vec<T> {
    if list.is_null() || count == 0 {
        return Vec::new();
    }
    // SAFETY: as the caller promised.
    unsafe { std::slice::from_raw_parts(list, count) }.to_vec()
}

/// A copy of a list that ends with 0, without the 0.
///
/// # Safety
/// `list` is NULL or points to numbers of which one is 0.
pub(crate) unsafe fn zero_ended(list: *const u32) -> Vec<u32> {
    let mut numbers = Vec::new();
    if list.is_null() {
        return numbers;
    }
    loop {
        // SAFETY: no number so far was 0, so there is another.
        match unsafe { list.add(numbers.len()).read() } {
            0 => return numbers,
            number => numbers.push(number),
        }
    }
}

/// A text as a C string.
pub(crate) fn c_string(text: &str) -> Result<CString, SolverError> {
    CString::new(text).map_err(|_| {
        SolverError::Rejected(format!("{text:?} contains a NUL byte, which no C string can hold"))
    })
}
