; solver: z3
; outcome: says unsat
; shows: Z3 5.4.0 says unsat, although a empty with b = {{a}} is a model: without the last assertion Z3 gives just this model, and with a
; and b fixed to these values it says sat.
(declare-const a (FiniteSet Bool))
(declare-const b (FiniteSet (FiniteSet (FiniteSet Bool))))
(assert (not (set.in (set.singleton a) (set.difference (set.singleton (set.singleton a)) b))))
(assert (= (set.size a) 0))
(set-info :status sat)
(check-sat)
