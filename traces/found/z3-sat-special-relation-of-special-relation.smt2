; solver: z3
; outcome: says sat
; shows: Z3 5.4.0 says sat to the negation of a special relation over truth values, one of which is a special relation
; itself. Both are reflexive, so what is negated is true. Without the inner one it says unsat.
(set-logic ALL)
(assert (not ((_ piecewise-linear-order 2) true ((_ piecewise-linear-order 1) true true))))
(set-info :status unsat)
(check-sat)
