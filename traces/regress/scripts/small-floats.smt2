; shows: cvc5 takes formats other than those of IEEE 754 only with its option fp-exp, which reduce and replay did not set
; solvers: z3,cvc5
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 3 4))
(declare-const y (_ FloatingPoint 3 4))
(push 1)
(assert (fp.lt x y))
(set-info :status sat)
(check-sat)
(assert (fp.lt y x))
(set-info :status unsat)
(check-sat)
(pop 1)
