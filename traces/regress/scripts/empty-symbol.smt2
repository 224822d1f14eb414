; solvers: z3,cvc5,bitwuzla,yices
; shows: a symbol without characters; Z3's API takes none for no symbol at all.
(set-logic QF_BV)
(declare-const || (_ BitVec 4))
(declare-const | | (_ BitVec 4))
(assert (distinct || | |))
(set-info :status sat)
(check-sat)
(assert (= (bvnot ||) (bvnot | |)))
(set-info :status unsat)
(check-sat)
