; solver: z3
; outcome: says sat
; shows: there are five rounding modes, and a store at each of them hides the constant below; Z3 5.4.0 says that the array may
; differ from the constant false all the same. Bitwuzla and cvc5 say unsat.
(set-logic ALL)
(assert (not (= (store (store (store (store (store ((as const (Array RoundingMode Bool)) true) RNE false) RNA false) RTP false) RTN false) RTZ false) ((as const (Array RoundingMode Bool)) false))))
(set-info :status unsat)
(check-sat)
