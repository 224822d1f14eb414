; solvers: cvc5
; shows: codatatypes, whose values may be infinite.
(set-logic ALL)
(declare-codatatypes ((Stream 0)) (((cons (head Int) (tail Stream)))))
(declare-const s Stream)
(declare-const t Stream)
(assert (= s (cons 1 s)))
(assert (= t (cons 1 (cons 1 t))))
(set-info :status sat)
(check-sat)
(assert (distinct s t))
(set-info :status unsat)
(check-sat)
