//! Values of all sorts as terms of a solver: literals, and what operators build of them.

use libtest_mimic::Failed;
use murxla_api::meaning::{Arg, Call, Datum, NothingKnown, Table, apply, finite};
use murxla_api::{
    Application, Base, CallSeed, Literal, SolverError, Sort, SortShape, SpecialValue, TermId,
    Value, theory,
};

use crate::terms::Terms;

/// An argument: a value, or a regular expression as it is written.
#[derive(Clone, Debug)]
pub enum Ground {
    Data(Sort, Datum),
    Regex(Regex),
}

/// A regular expression: an operator with texts, indices and parts.
#[derive(Clone, Debug)]
pub struct Regex {
    key: &'static str,
    texts: Vec<&'static str>,
    indices: Vec<u32>,
    parts: Vec<Regex>,
}

impl Ground {
    /// A value on which operators tend to turn, or any.
    pub fn draw(sort: &Sort, seed: &mut CallSeed) -> Option<Ground> {
        match sort.shape() {
            SortShape::RegLan => Some(Ground::Regex(Regex::draw(seed, 2))),
            _ => Some(Ground::Data(sort.clone(), draw_value(sort, seed)?)),
        }
    }

    pub fn datum(&self) -> Option<Datum> {
        match self {
            Ground::Data(_, datum) => Some(datum.clone()),
            Ground::Regex(regex) => regex.datum(),
        }
    }

    pub fn sort(&self) -> Sort {
        match self {
            Ground::Data(sort, _) => sort.clone(),
            Ground::Regex(_) => Sort::reg_lan(),
        }
    }

    pub fn make(&self, terms: &mut Terms) -> Result<TermId, Failed> {
        match self {
            Ground::Data(sort, datum) => made(terms, sort, datum),
            Ground::Regex(regex) => regex.make(terms),
        }
    }

    /// The same, but a function has a name and a definition, if the solver takes definitions: some operators want a declared one.
    pub fn define(&self, terms: &mut Terms) -> Result<TermId, Failed> {
        let Ground::Data(sort, Datum::Function(table)) = self else { return self.make(terms) };
        let SortShape::Fun(domain, codomain) = sort.shape() else { return self.make(terms) };
        let (vars, body) = body_of(terms, table, domain, codomain)?;
        let name = terms.new_name();
        match terms.solver.mk_fun(&name, &vars, body) {
            Err(SolverError::Unsupported(_)) => self.make(terms),
            made => Ok(made?),
        }
    }
}

impl std::fmt::Display for Ground {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ground::Data(_, datum) => write!(f, "{datum}"),
            Ground::Regex(regex) => write!(f, "{regex:?}"),
        }
    }
}

const WORDS: [&str; 6] = ["", "a", "b", "ab", "ba", "aab"];

impl Regex {
    fn draw(seed: &mut CallSeed, depth: u32) -> Regex {
        let mut regex = Regex {
            key: "OP_STR_TO_RE",
            texts: Vec::new(),
            indices: Vec::new(),
            parts: Vec::new(),
        };
        let choice = seed.pick(if depth == 0 { 5 } else { 16 });
        match choice {
            0 | 1 => regex.texts.push(WORDS[seed.pick(WORDS.len())]),
            2 => {
                regex.key = "OP_RE_RANGE";
                regex.texts = vec!["a", ["a", "b", "c"][seed.pick(3)]];
            }
            3 => regex.key = ["OP_RE_ALLCHAR", "OP_RE_ALL", "OP_RE_NONE"][seed.pick(3)],
            4 => regex.texts.push("a"),
            5..=9 => {
                const ONE: [&str; 4] = ["OP_RE_STAR", "OP_RE_PLUS", "OP_RE_OPT", "OP_RE_COMP"];
                regex.key = ONE[seed.pick(ONE.len())];
                regex.parts.push(Regex::draw(seed, depth - 1));
            }
            10 => {
                (regex.key, regex.indices) = ("OP_RE_POW", vec![seed.pick(4) as u32]);
                regex.parts.push(Regex::draw(seed, depth - 1));
            }
            11 => {
                let least = seed.pick(3) as u32;
                (regex.key, regex.indices) = ("OP_RE_LOOP", vec![least, seed.pick(4) as u32]);
                regex.parts.push(Regex::draw(seed, depth - 1));
            }
            _ => {
                const TWO: [&str; 4] = ["OP_RE_CONCAT", "OP_RE_UNION", "OP_RE_INTER", "OP_RE_DIFF"];
                regex.key = TWO[seed.pick(TWO.len())];
                regex.parts = vec![Regex::draw(seed, depth - 1), Regex::draw(seed, depth - 1)];
            }
        }
        regex
    }

    fn datum(&self) -> Option<Datum> {
        let texts = self
            .texts
            .iter()
            .map(|text| Some(Datum::String(text.chars().map(u32::from).collect())));
        let args: Vec<Datum> =
            texts.chain(self.parts.iter().map(Regex::datum)).collect::<Option<_>>()?;
        let call = Call {
            op: theory::operator(self.key)?,
            sorts: &[],
            names: &[],
            indices: &self.indices,
            result: &Sort::reg_lan(),
        };
        let args: Vec<Arg<'_>> = args.iter().map(Ok).collect();
        apply(&call, &args, &NothingKnown).ok()
    }

    fn make(&self, terms: &mut Terms) -> Result<TermId, Failed> {
        let mut args = Vec::new();
        for text in &self.texts {
            let sort = terms.sort(&Sort::string())?;
            args.push(terms.solver.mk_value(sort, &Literal::String((*text).to_owned()))?);
        }
        for part in &self.parts {
            args.push(part.make(terms)?);
        }
        let op = theory::operator(self.key).ok_or("no such operator")?;
        let application =
            Application { op, sorts: &[], names: &[], indices: &self.indices, args: &args };
        Ok(terms.solver.mk_term(&application)?)
    }
}

/// A word that may be in a language.
pub fn draw_word(seed: &mut CallSeed) -> Datum {
    let letters = (0..seed.pick(6)).map(|_| 97 + seed.pick(3) as u32);
    Datum::String(letters.collect())
}

/// The term of a value.
pub fn made(terms: &mut Terms, sort: &Sort, datum: &Datum) -> Result<TermId, Failed> {
    let id = terms.sort(sort)?;
    let special = |terms: &mut Terms, value| terms.solver.mk_value(id, &Literal::Special(value));
    match (datum, sort.shape()) {
        (Datum::Seq(elements), SortShape::Seq(element)) => {
            let mut whole = special(terms, SpecialValue::SeqEmpty)?;
            for one in elements.iter() {
                let one = made(terms, element, one)?;
                let unit = terms.apply("OP_SEQ_UNIT", &[one])?;
                whole = terms.apply("OP_SEQ_CONCAT", &[whole, unit])?;
            }
            Ok(whole)
        }
        (Datum::Set(elements), SortShape::Set(element)) => {
            let mut whole = special(terms, SpecialValue::SetEmpty)?;
            for one in elements.iter() {
                let one = made(terms, element, one)?;
                let single = terms.apply("OP_SET_SINGLETON", &[one])?;
                whole = terms.apply("OP_SET_UNION", &[whole, single])?;
            }
            Ok(whole)
        }
        (Datum::Bag(elements), SortShape::Bag(element)) => {
            let mut whole = special(terms, SpecialValue::BagEmpty)?;
            for (one, count) in elements.iter() {
                let one = made(terms, element, one)?;
                let count = made(terms, &Sort::int(), count)?;
                let some = terms.apply("OP_BAG_MAKE", &[one, count])?;
                whole = terms.apply("OP_BAG_UNION_DISJOINT", &[whole, some])?;
            }
            Ok(whole)
        }
        (Datum::Tuple(parts), SortShape::Tuple(sorts)) => {
            let parts: Vec<TermId> = parts
                .iter()
                .zip(sorts)
                .map(|(part, sort)| made(terms, sort, part))
                .collect::<Result<_, _>>()?;
            Ok(terms.apply("OP_TUPLE", &parts)?)
        }
        (Datum::Datatype(value), SortShape::Datatype(datatype, args)) => {
            let constructor = datatype.constructor(&value.constructor).ok_or("no constructor")?;
            let sorts = datatype.field_sorts(constructor, args).ok_or("no sorts of fields")?;
            let fields: Vec<TermId> = value
                .fields
                .iter()
                .zip(&sorts)
                .map(|(field, sort)| made(terms, sort, field))
                .collect::<Result<_, _>>()?;
            let op = theory::operator("OP_DT_APPLY_CONS").ok_or("no such operator")?;
            let names = [&*value.constructor];
            let application =
                Application { op, sorts: &[id], names: &names, indices: &[], args: &fields };
            Ok(terms.solver.mk_term(&application)?)
        }
        (Datum::Array(table), SortShape::Array(index, element)) => {
            let default = made(terms, element, table.default())?;
            let op = theory::operator("OP_CONST_ARRAY").ok_or("no such operator")?;
            let application =
                Application { op, sorts: &[id], names: &[], indices: &[], args: &[default] };
            let mut whole = terms.solver.mk_term(&application)?;
            for (key, value) in table.entries() {
                let (key, value) = (made(terms, index, key)?, made(terms, element, value)?);
                whole = terms.apply("OP_ARRAY_STORE", &[whole, key, value])?;
            }
            Ok(whole)
        }
        (Datum::Function(table), SortShape::Fun(domain, codomain)) => {
            let (vars, body) = body_of(terms, table, domain, codomain)?;
            Ok(terms.solver.mk_binder(murxla_api::Binder::Lambda, &vars, &[], &[body])?)
        }
        _ => {
            let value = datum.to_value(sort).ok_or("no value")?;
            let literal = literal(&value).ok_or("no literal")?;
            Ok(terms.solver.mk_value(id, &literal)?)
        }
    }
}

/// Variables, and the value of a function for them.
fn body_of(
    terms: &mut Terms,
    table: &Table,
    domain: &[Sort],
    codomain: &Sort,
) -> Result<(Vec<TermId>, TermId), Failed> {
    let mut vars = Vec::new();
    for sort in domain {
        let sort = terms.sort(sort)?;
        vars.push(terms.solver.mk_var(sort, &format!("v{}", vars.len()))?);
    }
    let mut body = made(terms, codomain, table.default())?;
    for (key, value) in table.entries() {
        let keys: &[Datum] = match key {
            Datum::Tuple(keys) if domain.len() > 1 => keys,
            only => std::slice::from_ref(only),
        };
        let mut condition = made(terms, &Sort::bool(), &Datum::Bool(true))?;
        for ((var, sort), key) in vars.iter().zip(domain).zip(keys) {
            let key = made(terms, sort, key)?;
            let same = terms.apply("OP_EQUAL", &[*var, key])?;
            condition = terms.apply("OP_AND", &[condition, same])?;
        }
        let value = made(terms, codomain, value)?;
        body = terms.apply("OP_ITE", &[condition, value, body])?;
    }
    Ok((vars, body))
}

/// How a call writes a value.
fn literal(value: &Value) -> Option<Literal> {
    Some(match value {
        Value::Bool(value) => Literal::Bool(*value),
        Value::Int(value) => Literal::Integer(value.to_string()),
        Value::Real(value) => Literal::Rational {
            numerator: value.numer().to_string(),
            denominator: value.denom().to_string(),
        },
        Value::BitVec(value) => Literal::BitVec { digits: value.to_binary(), base: Base::Binary },
        Value::FloatingPoint(value) => Literal::FloatingPoint(value.bits().to_binary()),
        Value::String(value) => Literal::String(value.to_escaped()),
        Value::FiniteField { element, .. } => Literal::FiniteField(element.to_string()),
        Value::RoundingMode(mode) => {
            Literal::Special(SpecialValue::from_key(&mode.symbol().to_lowercase())?)
        }
        _ => return None,
    })
}

/// A value on which operators tend to turn, or any; structured ones are short.
fn draw_value(sort: &Sort, seed: &mut CallSeed) -> Option<Datum> {
    const NUMBERS: [i64; 10] = [0, 1, -1, 2, -2, 7, -7, 10, 255, -12];
    let number = NUMBERS[seed.pick(NUMBERS.len())];
    let special = |all: &[SpecialValue], seed: &mut CallSeed| {
        let value = all[seed.pick(all.len())].value(sort)?;
        Datum::of_value(&value).ok()
    };
    let any_bits = |width: u32, seed: &mut CallSeed| -> String {
        (0..width).map(|_| if seed.pick(2) == 0 { '0' } else { '1' }).collect()
    };
    let of = |literal: Literal| Datum::of_literal(&literal, sort).ok();
    let some = |sort: &Sort, seed: &mut CallSeed| -> Option<Vec<Datum>> {
        (0..seed.pick(4)).map(|_| draw_value(sort, seed)).collect()
    };
    match sort.shape() {
        SortShape::Bool => Some(Datum::Bool(seed.pick(2) == 0)),
        SortShape::Int => Some(Datum::Int(number)),
        SortShape::Real => {
            let denominator = 1 + seed.pick(4) as i64;
            of(Literal::Rational {
                numerator: number.to_string(),
                denominator: denominator.to_string(),
            })
        }
        SortShape::BitVec(_) if seed.pick(2) == 0 => {
            use SpecialValue::{BvMaxSigned, BvMinSigned, BvOne, BvOnes, BvZero};
            special(&[BvZero, BvOne, BvOnes, BvMinSigned, BvMaxSigned], seed)
        }
        SortShape::BitVec(width) => {
            of(Literal::BitVec { digits: any_bits(*width, seed), base: Base::Binary })
        }
        SortShape::FloatingPoint(..) if seed.pick(3) == 0 => {
            use SpecialValue::{FpNan, FpNegInf, FpNegZero, FpPosInf, FpPosZero};
            special(&[FpNan, FpPosInf, FpNegInf, FpPosZero, FpNegZero], seed)
        }
        SortShape::FloatingPoint(exponent, significand) => {
            of(Literal::FloatingPoint(any_bits(exponent + significand, seed)))
        }
        SortShape::RoundingMode => {
            use SpecialValue::{RmRna, RmRne, RmRtn, RmRtp, RmRtz};
            special(&[RmRna, RmRne, RmRtn, RmRtp, RmRtz], seed)
        }
        SortShape::String => {
            const TEXTS: [&str; 10] =
                ["", "a", "ab", "b", "aba", "12", "007", "-1", "abab", "\\u{ff}"];
            of(Literal::String(TEXTS[seed.pick(TEXTS.len())].to_owned()))
        }
        SortShape::FiniteField(_) => of(Literal::FiniteField(number.to_string())),
        SortShape::Seq(element) => Some(Datum::Seq(some(element, seed)?.into())),
        SortShape::Set(element) => Some(Datum::set(some(element, seed)?)),
        SortShape::Bag(element) => {
            let counted = some(element, seed)?.into_iter();
            Some(Datum::bag(counted.map(|one| (one, (1 + seed.pick(2)).into())).collect()))
        }
        SortShape::Tuple(sorts) => {
            let parts: Option<Vec<Datum>> = sorts.iter().map(|one| draw_value(one, seed)).collect();
            Some(Datum::Tuple(parts?.into()))
        }
        SortShape::Array(index, element) => {
            let default = draw_value(element, seed)?;
            Some(Datum::Array(draw_table(sort, index, element, default, seed)?.into()))
        }
        SortShape::Fun(domain, codomain) => {
            let default = draw_value(codomain, seed)?;
            let keys = murxla_api::meaning::table::key_sort(sort)?;
            let _ = domain;
            Some(Datum::Function(draw_table(sort, &keys, codomain, default, seed)?.into()))
        }
        SortShape::Datatype(datatype, args) => {
            let constructors = &datatype.definition().constructors;
            // A recursive one may not end: of deep ones the first constructor without fields is taken.
            let place = seed.pick(constructors.len());
            let ends = constructors.iter().find(|one| one.fields.is_empty());
            let constructor = match (seed.pick(3), ends) {
                (0, Some(end)) => end,
                _ if finite::size(sort) == finite::Size::Infinite => match ends {
                    Some(end) if seed.pick(2) == 0 => end,
                    _ => &constructors[place],
                },
                _ => &constructors[place],
            };
            let sorts = datatype.field_sorts(constructor, args)?;
            let mut fields = Vec::new();
            for field in &sorts {
                fields.push(draw_value(field, seed)?);
            }
            Datum::constructed(sort.clone(), constructor.name.clone(), fields).ok()
        }
        _ => None,
    }
}

fn draw_table(
    sort: &Sort,
    key: &Sort,
    element: &Sort,
    default: Datum,
    seed: &mut CallSeed,
) -> Option<Table> {
    let mut entries = Vec::new();
    for _ in 0..seed.pick(4) {
        entries.push((draw_value(key, seed)?, draw_value(element, seed)?));
    }
    Table::new(sort.clone(), default, entries).ok()
}
