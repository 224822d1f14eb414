; solver: z3
; binary: z3
; outcome: signal 11
; shows: Z3 5.4.0's front end reads memory that is gone (datatype::util::get_datatype_constructors) in a match over a datatype
; that is declared after reset, if there was a match before it.
(declare-datatypes ((D 0)) (((b))))
(declare-const d D)
(assert (= d (match d ((f f)))))
(reset)
(declare-datatypes ((E 0)) (((j))))
(declare-const l E)
(assert (match l ((j true))))
