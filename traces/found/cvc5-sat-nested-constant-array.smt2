; solver: cvc5
; outcome: says sat
; shows: with arrays-exp, which allows equations with constant arrays over infinite indices, cvc5 1.4.2 says sat to an array whose
; row 1 has 4 at place 2, although all its rows are the constant 3.
(set-option :arrays-exp true)
(set-logic ALL)
(declare-const a (Array Int (Array Int Int)))
(assert (= (store a 1 (store (select a 1) 2 4)) ((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) 3))))
(set-info :status unsat)
(check-sat)
