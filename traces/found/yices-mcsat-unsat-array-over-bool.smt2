; solver: yices
; outcome: says unsat
; shows: Yices 2.6.5's MCSAT says unsat to an array over truth values, written at false and read at a, although a = true with
; b[true] = true is a model. Z3, cvc5 and Bitwuzla say sat; so does Yices in QF_AUFLRA.
(set-logic QF_AUFNRA)
(declare-const a Bool)
(declare-const b (Array Bool Bool))
(assert (select (store b false (select b a)) a))
(set-info :status sat)
(check-sat)
