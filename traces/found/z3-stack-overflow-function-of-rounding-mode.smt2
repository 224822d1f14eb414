; solver: z3
; binary: z3
; outcome: signal 11
; shows: Z3 5.4.0 recurses without end on a function that takes a rounding mode and gives a floating-point number.
(declare-const a RoundingMode)
(declare-fun f ((_ BitVec 1) RoundingMode) (_ FloatingPoint 2 2))
(declare-const c (_ FloatingPoint 2 2))
(assert (fp.lt c (f #b0 a)))
(check-sat)
