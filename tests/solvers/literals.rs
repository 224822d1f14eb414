//! Literals are built, asked for in a model, and come back as the same value.

use libtest_mimic::Failed;
use murxla_api::{
    Answer, Base, CallSeed, Command, Library, Literal, Sort, SpecialValue, StandardOption, TermId,
    Value,
};

use crate::terms::Terms;

const PER_WIDTH: usize = 25;

pub fn quick(library: &'static dyn Library) -> Result<(), Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    let models = StandardOption::Models.key();
    terms.solver.execute(Command::SetOption { name: models, value: "true" })?;
    let mut seed = CallSeed::new(3);
    let mut made: Vec<(TermId, Value, Literal)> = Vec::new();
    for width in [1, 2, 3, 4, 7, 8, 31, 32, 33, 63, 64, 65, 128, 200] {
        let sort = Sort::bit_vec(width);
        let digits = (0..PER_WIDTH).flat_map(|_| random_literals(width, &mut seed));
        let special = SpecialValue::ALL.iter().map(|special| Literal::Special(*special));
        let literals: Vec<Literal> = digits.chain(special).collect();
        for (way, literal) in literals.into_iter().enumerate() {
            let expected = literal.value(&sort)?;
            let id = terms.sort(&sort)?;
            terms.solver.seed_call(way as u64);
            made.push((terms.solver.mk_value(id, &literal)?, expected, literal));
        }
    }
    let bool = terms.sort(&Sort::bool())?;
    for value in [true, false] {
        let literal = Literal::Bool(value);
        made.push((terms.solver.mk_value(bool, &literal)?, Value::Bool(value), literal));
    }
    let answer = terms.check(Command::CheckSat)?;
    if answer != Answer::Sat {
        return Err(format!("no assertions are {answer}").into());
    }
    let ids: Vec<TermId> = made.iter().map(|(id, _, _)| *id).collect();
    let values = terms.values(&ids)?;
    for ((_, expected, literal), found) in made.iter().zip(&values) {
        if expected != found {
            return Err(format!("{literal:?} means {expected}, but came back as {found}").into());
        }
    }
    println!("{} literals came back equal", values.len());
    Ok(())
}

fn random_literals(width: u32, seed: &mut CallSeed) -> Vec<Literal> {
    let bits: String = (0..width).map(|_| if seed.pick(2) == 0 { '0' } else { '1' }).collect();
    let hexadecimal: String =
        (0..width / 4).map(|_| char::from_digit(seed.pick(16) as u32, 16).unwrap_or('0')).collect();
    let positive = seed.pick(1 << width.min(30)).to_string();
    let negative = format!("-{}", seed.pick(1 << (width - 1).min(30)));
    let literal = |digits: String, base| Literal::BitVec { digits, base };
    let mut literals = vec![
        literal(bits, Base::Binary),
        literal(positive, Base::Decimal),
        literal(negative, Base::Decimal),
    ];
    if width.is_multiple_of(4) {
        literals.push(literal(hexadecimal, Base::Hexadecimal));
    }
    literals
}
