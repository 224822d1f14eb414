(declare-const a (_ FloatingPoint 3 3))
(assert (forall ((b (_ FloatingPoint 3 3))) (not (fp.isPositive (fp.max a b)))))
(check-sat)
