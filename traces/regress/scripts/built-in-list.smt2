; solvers: z3,cvc5
; shows: Z3's List, which no script declares.
(declare-const l (List Int))
(declare-const m (List Int))
(assert (= l (insert 10 m)))
(assert (is-insert m))
(assert (= (head m) (head l)))
(set-info :status sat)
(check-sat)
(assert (= (tail l) (as nil (List Int))))
(set-info :status unsat)
(check-sat)
