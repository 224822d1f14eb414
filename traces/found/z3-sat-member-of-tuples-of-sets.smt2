; solver: z3
; outcome: says sat
; shows: none of the two elements of the second set is the first term; Z3 5.4.0 says sat, although it says unsat for each of the
; elements alone. cvc5 says unsat.
(set-logic ALL)
(declare-datatype T ((mk (part (Set Bool)))))
(assert (set.member (mk (set.union (set.singleton true) (set.singleton false))) (set.union (set.singleton (mk (set.singleton false))) (set.singleton (mk (set.singleton true))))))
(set-info :status unsat)
(check-sat)
