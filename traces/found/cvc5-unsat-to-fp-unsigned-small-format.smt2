; solver: cvc5
; outcome: says unsat
; shows: with the experimental option fp-exp, cvc5 says unsat to a conversion of three bits, rounded up to infinity, which x = #b101
; satisfies: the largest number of this format is 3.75. Z3 and Bitwuzla say sat.
(set-option :fp-exp true)
(set-logic QF_BVFP)
(declare-const x (_ BitVec 3))
(assert (= ((_ to_fp_unsigned 2 4) RTP x) (fp #b0 #b11 #b000)))
(set-info :status sat)
(check-sat)
