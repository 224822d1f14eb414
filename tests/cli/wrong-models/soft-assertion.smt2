(declare-const n Int)
(assert (>= n 1000))
(assert-soft (= n 1))
(check-sat)
