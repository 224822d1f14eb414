; solver: z3
; outcome: says unsat
; shows: Z3 5.4.0 says unsat, although b = #b01 with s = "" is a model: with the assertion (= b #b01) after this check the next one says
; sat, and simplify makes "1" of (str.from_ubv #b01).
(declare-const b (_ BitVec 2))
(declare-const s String)
(assert (str.< s (str.from_ubv b)))
(set-info :status sat)
(check-sat)
