//! Transcendental functions over the reals.

use super::REAL;
use crate::Op;

rows_of!(Transcendentals);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_TRANS_PI", "real.pi", &[], REAL).unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_SQRT", "sqrt", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_EXP", "exp", &[REAL], REAL).unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_SINE", "sin", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_COSINE", "cos", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_TANGENT", "tan", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_COTANGENT", "cot", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_SECANT", "sec", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_COSECANT", "csc", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_ARCSINE", "arcsin", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_ARCCOSINE", "arccos", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_ARCTANGENT", "arctan", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_ARCCOTANGENT", "arccot", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_ARCSECANT", "arcsec", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
    op("OP_TRANS_ARCCOSECANT", "arccsc", &[REAL], REAL)
        .unclear("its values are irrational almost everywhere"),
];
