; solver: z3
; outcome: says unsat
; shows: where the relation holds of nothing, so does its transitive closure (f+ in the documentation, not f*); Z3 5.4.0 takes the closure for
; reflexive, and says unsat.
(set-logic ALL)
(declare-fun r (Bool Bool) Bool)
(assert (not ((_ transitive-closure r) true true)))
(set-info :status sat)
(check-sat)
