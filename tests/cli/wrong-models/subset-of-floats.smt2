(set-logic ALL)
(assert (set.subset (set.union (set.singleton (_ +oo 5 11)) (set.singleton (_ NaN 5 11))) (set.union (set.singleton (_ +oo 5 11)) (set.singleton (_ -oo 5 11)))))
(check-sat)
