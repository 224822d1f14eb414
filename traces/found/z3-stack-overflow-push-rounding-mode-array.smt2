; solver: z3
; binary: z3
; outcome: signal 11
; shows: Z3 5.4.0 recurses without end (fpa2bv_rewriter::convert) in push when an array that is indexed by a rounding mode is
; read beside another array; its API does not end in push, either.
(declare-const a RoundingMode)
(declare-const b (Array (_ BitVec 1) Bool))
(declare-const c (Array RoundingMode (_ FloatingPoint 2 3)))
(assert (fp.lt (select c a) (select c a)))
(assert (select b #b0))
(push 1)
