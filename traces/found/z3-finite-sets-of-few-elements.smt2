; solver: z3
; outcome: says sat
; shows: Z3 5.4.0 says sat to five finite sets over Bool that are pairwise different, although there are only four. In its
; own front end the sort is (FiniteSet Bool); with (Set Bool), which is an array there, it answers unsat.
(set-logic ALL)
(declare-const a (Set Bool))
(declare-const b (Set Bool))
(declare-const c (Set Bool))
(declare-const d (Set Bool))
(declare-const e (Set Bool))
(assert (distinct a b c d e))
(set-info :status unsat)
(check-sat)
