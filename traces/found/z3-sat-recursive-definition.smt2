; solver: z3
; outcome: says sat
; shows: Z3 5.4.0 says sat to a recursive definition that no function fulfils, as long as nothing applies it. For the standard
; it is an axiom; cvc5 says unsat.
(set-logic ALL)
(define-fun-rec f ((b Bool)) String (str.++ (f b) "0"))
(set-info :status unsat)
(check-sat)
