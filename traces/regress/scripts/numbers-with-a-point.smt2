; solvers: z3,cvc5,yices
; shows: numbers like 2. and -3., which Z3 reads.
(set-logic QF_LRA)
(declare-const x Real)
(assert (= x (+ 2. -3.)))
(set-info :status sat)
(check-sat)
(assert (> x (- 1.)))
(set-info :status unsat)
(check-sat)
