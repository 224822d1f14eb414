; solvers: cvc5
; shows: cvc5's fmf.card, a bound on the number of elements of a sort.
(set-logic UFC)
(declare-sort U 0)
(declare-const a U)
(declare-const b U)
(declare-const c U)
(assert (distinct a b))
(assert (_ fmf.card U 2))
(set-info :status sat)
(check-sat)
(assert (distinct a b c))
(set-info :status unsat)
(check-sat)
