; solver: z3
; outcome: says unsat
; shows: Z3 5.4.0 says unsat under the assumption true, although c without d makes the assertion true; to the same without the
; assumption it says sat.
(declare-const a (FiniteSet Int))
(declare-const c Bool)
(declare-const d Bool)
(assert (ite d (= (set.size (set.union (set.singleton 0) a)) 0) c))
(set-info :status sat)
(check-sat-assuming (true))
