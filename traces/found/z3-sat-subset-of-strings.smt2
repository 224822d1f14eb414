; solver: z3
; outcome: says sat
; shows: "a" is no element of the second set, so the first is no subset of it; Z3 5.4.0 says sat, and says unsat as soon as it is
; asserted that "a" is an element of the first. The same for sequences, and for datatypes with strings in them; cvc5 says unsat.
(set-logic ALL)
(assert (set.subset (set.union (set.singleton "a") (set.singleton "b")) (set.singleton "b")))
(set-info :status unsat)
(check-sat)
