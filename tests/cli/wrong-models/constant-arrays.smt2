(define-fun A0 () (Array (_ BitVec 1) (_ BitVec 1)) ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b0))
(define-fun A1 () (Array (_ BitVec 1) (_ BitVec 1)) ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b1))
(declare-const i1 (_ BitVec 1))
(declare-const i2 (_ BitVec 1))
(declare-const e1 (_ BitVec 1))
(declare-const e2 (_ BitVec 1))
(assert (= A0 (store (store A1 i1 e1) i2 e2)))
(check-sat)

