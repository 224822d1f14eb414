; solver: z3
; outcome: says sat
; shows: NaN is no element of the second set, so the first is no subset of it; Z3 5.4.0 says sat, although it says unsat for each of
; the elements alone. cvc5 says unsat.
(set-logic ALL)
(assert (set.subset (set.union (set.singleton (_ +oo 5 11)) (set.singleton (_ NaN 5 11))) (set.union (set.singleton (_ +oo 5 11)) (set.singleton (_ -oo 5 11)))))
(set-info :status unsat)
(check-sat)
