; solvers: z3,cvc5
; shows: parameters of a datatype inside of arrays and of other datatypes.
(set-logic ALL)
(declare-datatypes ((Pair 2)) ((par (X Y) ((pair (first X) (second Y))))))
(declare-datatypes ((Table 1)) ((par (X) ((table (size Int) (cells (Array Int X)) (last (Pair Int X)))))))
(declare-const t (Table Bool))
(assert (= (select (cells t) 3) (second (last t))))
(assert (second (last t)))
(set-info :status sat)
(check-sat)
(assert (= t (table 1 (store (cells t) 3 false) (pair 1 (not (select (cells t) 4))))))
(set-info :status unsat)
(check-sat)
