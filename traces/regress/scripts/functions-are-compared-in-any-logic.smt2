; solvers: z3,cvc5,yices
; shows: functions are compared in a logic without arrays, which they are to Z3: it gets a logic that has them.
; unknown is true: Z3 decides little about functions as arrays.
(set-logic QF_UFLIA)
(declare-fun f (Int) Int)
(declare-fun g (Int) Int)
(declare-const x Int)
(assert (= f g))
(assert (distinct (f x) (g x)))
(set-info :status unsat)
(check-sat)
