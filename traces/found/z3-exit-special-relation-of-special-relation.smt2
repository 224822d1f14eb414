; solver: z3
; binary: z3
; outcome: exit 114
; shows: Z3 5.4.0 ends the process ("Failed to verify: g.add_strict_edge") in the model of a tree order over truth values,
; one of which is that of another tree order. Its API says unknown.
(assert (let ((a ((_ tree-order 1) #b0 #b0))) ((_ tree-order 1) a ((_ tree-order 86) true false))))
(check-sat)
