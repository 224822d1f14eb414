; solver: z3
; outcome: says sat
; shows: the three sets are pairwise different; Z3 5.4.0 says sat when there is a level, and its model gives a the value {true}, which
; contradicts the first assertion. Without (push 1), and for each of the three equations alone, it says unsat; so does cvc5.
(set-logic ALL)
(push 1)
(declare-const a (Set Bool))
(declare-const b (Set Bool))
(declare-const c (Set Bool))
(assert (= a (set.union (set.singleton false) (set.singleton true))))
(assert (= b (set.singleton true)))
(assert (= c (set.singleton false)))
(assert (not (distinct a b c)))
(set-info :status unsat)
(check-sat)
