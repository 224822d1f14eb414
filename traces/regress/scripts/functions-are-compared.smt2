; solvers: cvc5,yices
; shows: functions are compared and told apart; cvc5 gets a logic that says so.
(set-logic ALL)
(declare-fun f ((_ BitVec 1)) (_ BitVec 1))
(declare-fun g ((_ BitVec 1)) (_ BitVec 1))
(assert (distinct f g))
(set-info :status sat)
(check-sat)
(assert (= (f #b0) (g #b0)))
(assert (= (f #b1) (g #b1)))
(set-info :status unsat)
(check-sat)
