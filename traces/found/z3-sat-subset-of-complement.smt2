; solver: z3
; outcome: says sat
; shows: the first set is all but #b00 and has #b01, which the second has not, so it is no subset; Z3 5.4.0 says sat. Over Int it says
; unsat, and so it does if the same element is left out and put in.
(set-logic ALL)
(assert (subset (store ((as const (Array (_ BitVec 2) Bool)) true) #b00 false) (store ((as const (Array (_ BitVec 2) Bool)) false) #b11 true)))
(set-info :status unsat)
(check-sat)
