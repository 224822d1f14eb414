; solver: bitwuzla
; shows: Bitwuzla 0.9.1 says unsat, although x = #b011 makes both shifts zero. Its normalization of sums takes
; (bvshl (bvshl a x) x) for a multiple of a that it is not where the shift is as large as the width.
(set-logic QF_BV)
(declare-const x (_ BitVec 3))
(assert (= #b000 (bvadd (bvshl (bvshl #b111 x) x) (bvshl #b111 x))))
(set-info :status sat)
(check-sat)
