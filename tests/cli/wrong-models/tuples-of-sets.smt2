(set-logic ALL)
(declare-datatype T ((mk (part (Set Bool)))))
(assert (set.member (mk (set.union (set.singleton true) (set.singleton false))) (set.union (set.singleton (mk (set.singleton false))) (set.singleton (mk (set.singleton true))))))
(check-sat)
