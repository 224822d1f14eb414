; solver: cvc5
; outcome: failed assertion
; shows: cvc5 1.4.2 aborts in BagsUtils::evaluate, "Unexpected bag kind 'bag.all'", if the arguments of bag.all are constants; it is
; the same with bag.some.
(set-logic HO_ALL)
(assert (bag.all (lambda ((x Bool)) x) (bag true 3)))
(check-sat)
