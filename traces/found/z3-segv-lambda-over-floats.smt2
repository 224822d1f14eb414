; solver: z3
; binary: z3
; outcome: signal 11
; shows: Z3 5.4.0 dies of an equation between a lambda and an array whose places are floating-point numbers and whose elements are
; datatypes with such numbers in them.
(declare-datatypes ((a 0)) (((b (f (_ FloatingPoint 3 5))))))
(declare-const c a)
(declare-const d (_ FloatingPoint 3 5))
(declare-fun g ((_ FloatingPoint 3 5)) a)
(assert (= (lambda ((x (_ FloatingPoint 3 5))) (g x)) (store ((as const (Array (_ FloatingPoint 3 5) a)) (b d)) d c)))
(check-sat)
