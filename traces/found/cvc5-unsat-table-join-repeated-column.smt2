; solver: cvc5
; outcome: says unsat
; shows: a join on columns 0 and 1 of the first relation and twice column 0 of the second. Its documentation compares the projected
; tuples, here (false, true) and (false, false), so the join is empty; cvc5 1.4.2 says that it is not.
(set-logic HO_ALL)
(assert (= ((_ rel.table_join 0 0 1 0) (set.singleton (tuple false true)) (set.singleton (tuple false 7))) (as set.empty (Relation Bool Bool Bool Int))))
(set-info :status sat)
(check-sat)
