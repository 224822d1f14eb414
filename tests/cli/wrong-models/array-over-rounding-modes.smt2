(set-logic ALL)
(assert (not (= (store (store (store (store (store ((as const (Array RoundingMode Bool)) true) RNE false) RNA false) RTP false) RTN false) RTZ false) ((as const (Array RoundingMode Bool)) false))))
(check-sat)
