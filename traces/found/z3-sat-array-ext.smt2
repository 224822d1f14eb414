; solver: z3
; outcome: says sat
; shows: the documentation of Z3_mk_array_ext gives an axiom by which arrays that differ do so at the place that it gives; these two
; differ at 0 only. Z3 5.4.0 says sat.
(set-logic ALL)
(assert (not (= 0 (array-ext (store ((as const (Array Int Bool)) false) 0 true) ((as const (Array Int Bool)) false)))))
(set-info :status unsat)
(check-sat)
