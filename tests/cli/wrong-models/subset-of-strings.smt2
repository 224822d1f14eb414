(set-logic ALL)
(assert (set.subset (set.union (set.singleton "a") (set.singleton "b")) (set.singleton "b")))
(check-sat)
