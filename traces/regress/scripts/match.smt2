; solvers: z3,cvc5
; shows: Z3's API has no match; it is said with testers and selectors.
(set-logic ALL)
(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
(declare-const l (List Int))
(define-fun first-or ((x (List Int)) (other Int)) Int
  (match x ((nil other) ((cons h t) (match t ((nil h) (rest (+ h (head rest)))))))))
(assert (= (first-or l 5) 7))
(set-info :status sat)
(check-sat)
(assert ((_ is nil) l))
(set-info :status unsat)
(check-sat)
