(declare-const b (_ BitVec 1))
(assert (bvsmul_noovfl #b1 (bvcomp b #b0)))
(check-sat)
