; solver: z3
; outcome: says unsat
; shows: Z3 5.4.0 says unsat, although b alone makes the assertion true; with b asserted, too, it says sat. No string is less than
; itself, be it that of a bit-vector.
(declare-const a (_ BitVec 1))
(declare-const b Bool)
(assert (=> (str.< (str.from_ubv a) (str.from_ubv a)) b))
(set-info :status sat)
(check-sat)
