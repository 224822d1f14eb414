; solvers: z3,cvc5
; shows: a recursive function, over which cvc5 quantifies.
(set-logic ALL)
(define-fun-rec factorial ((n Int)) Int (ite (<= n 1) 1 (* n (factorial (- n 1)))))
(assert (= (factorial 3) 7))
(set-info :status unsat)
(check-sat)
