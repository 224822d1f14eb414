; solver: z3
; outcome: says unsat
; shows: Z3 5.4.0 says unsat, although a = #b1 is a model: simplify makes "-1" of (str.from_sbv #b1), and with the assertion (= a #b1)
; beside it Z3 says sat. Wider bit-vectors are right.
(declare-const a (_ BitVec 1))
(assert (= "-1" (str.from_sbv a)))
(set-info :status sat)
(check-sat)
