//! How many mutants of seeds of about 1 kB each technique makes in a second of processor time: ready to be asserted, and printed.
//!
//! `cargo bench --bench mutate -- [TECHNIQUE…]`. A chain has 300 mutations; what it costs to begin one is a part of it.

use murxla::eval::Assignment;
use murxla::mutate::{MUTATORS, Mutator, Repertoire, Seed};
use murxla::rng::{Seed as Number, Stream};
use murxla::smt::{Command, Reprinter, read};
use murxla_api::Answer;
use murxla_api::meaning::Datum;
use murxla_api::smtlib::STANDARD;

#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

const ITERATIONS: usize = 300;
/// Seconds of processor time of each measurement.
const SECONDS: f64 = 2.0;

/// Name, script, and values of its constants under which all assertions are true.
type Script = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const SEEDS: [Script; 3] = [
    (
        "integers",
        "(set-logic QF_NIA)(declare-const alpha Int)(declare-const beta Int)(declare-const gamma Int)\
         (declare-const delta Int)(declare-const flag Bool)(declare-const other Bool)\
         (assert (and (<= 0 alpha) (< alpha 100) (<= (- 50) beta) (<= beta 50)))\
         (assert (or flag (= (+ alpha beta) (* 2 gamma)) (> delta (- alpha 7))))\
         (assert (=> (not other) (= (mod delta 5) (abs (- beta 3)))))\
         (assert (ite flag (< (+ (* 3 alpha) (* 4 beta)) (- 200 delta)) (= gamma (div alpha 3))))\
         (assert (or (distinct alpha beta gamma) (and other (>= (- delta gamma) 12))))\
         (assert (let ((sum (+ alpha beta gamma delta))) (and (< sum 1000) (> sum (- 1000)) (= sum (+ sum 0)))))\
         (assert (xor flag (and other (= alpha 13)) (<= (* beta beta) 2500)))\
         (assert (or (not (= (* alpha beta) (* gamma delta))) (< alpha beta) (> gamma delta) flag))\
         (assert (= (ite other (+ alpha 1) (- alpha 1)) (+ alpha (ite other 1 (- 1)))))\
         (assert (and (or flag other (< delta 40)) (or (not flag) (not other) (< alpha 60))))(check-sat)",
        &[
            ("alpha", "10"),
            ("beta", "3"),
            ("gamma", "3"),
            ("delta", "5"),
            ("flag", "false"),
            ("other", "false"),
        ],
    ),
    (
        "bit-vectors",
        "(set-logic QF_BV)(declare-const a (_ BitVec 32))(declare-const b (_ BitVec 32))\
         (declare-const c (_ BitVec 16))(declare-const d (_ BitVec 16))(declare-const p Bool)\
         (assert (bvult (bvand a #x0000ffff) (bvor b #x00010000)))\
         (assert (= ((_ extract 15 0) a) (bvadd c #x0001)))\
         (assert (or p (bvsle (bvmul a b) (bvshl a #x00000002)) (= (concat c d) (bvxor a b))))\
         (assert (=> p (bvuge (bvudiv a (bvor b #x00000001)) #x00000000)))\
         (assert (not (= (bvnot c) (bvneg c))))\
         (assert (bvslt ((_ sign_extend 16) c) (bvadd ((_ zero_extend 16) d) #x00100000)))\
         (assert (ite p (= (bvlshr a #x00000004) (bvashr a #x00000004)) (distinct c d)))\
         (assert (or (bvult c d) (bvugt c d) (= c d)))\
         (assert (= ((_ rotate_left 4) a) ((_ rotate_right 28) a)))\
         (assert (and (bvule (bvurem a #x00000011) #x00000010) (= (bvsub a a) #x00000000)))\
         (assert (= (bvcomp c d) (ite (= c d) #b1 #b0)))(check-sat)",
        &[("a", "#b101"), ("b", "#b011"), ("c", "#b0100"), ("d", "#b01001"), ("p", "false")],
    ),
    (
        "strings",
        "(set-logic QF_SLIA)(declare-const first String)(declare-const second String)(declare-const third String)\
         (declare-const n Int)(declare-const m Int)(declare-const p Bool)\
         (assert (= (str.++ first second) (str.++ first second \"\")))\
         (assert (< (str.len first) (+ n 20)))(assert (str.prefixof \"ab\" (str.++ \"ab\" third)))\
         (assert (or p (str.contains (str.++ first \"needle\" second) \"needle\")))\
         (assert (= n (str.indexof (str.++ \"xyz\" first) \"z\" 0)))\
         (assert (=> (= m 0) (= (str.substr second m 3) (str.at second 0))))\
         (assert (str.in_re (str.++ \"aa\" \"bb\") (re.++ (re.* (str.to_re \"a\")) (re.+ (str.to_re \"b\")))))\
         (assert (not (= (str.replace first \"q\" \"r\") (str.++ first \"s\"))))\
         (assert (or (str.< first second) (str.<= second first)))\
         (assert (>= (str.to_int (str.from_int 12)) (str.len third)))\
         (assert (or (str.suffixof third first) (distinct first second third) (= m (- 1))))\
         (assert (= (str.len (str.++ first second third)) (+ (str.len first) (str.len second) (str.len third))))(check-sat)",
        &[
            ("first", "\"\""),
            ("second", "\"\""),
            ("third", "\"\""),
            ("n", "2"),
            ("m", "0"),
            ("p", "false"),
        ],
    ),
];

/// What each technique should reach: mutants ready to be asserted, and printed ones.
fn goals(technique: &str) -> (f64, f64) {
    match technique {
        "fusion" | "storm" | "cores" => (50_000.0, 20_000.0),
        _ => (200_000.0, 60_000.0),
    }
}

fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    first.unwrap_or_default() / 1e9
}

fn seed(name: &str, text: &str, values: &[(&str, &str)]) -> Seed {
    let mut seed =
        Seed::plain(name, read(text.as_bytes(), &[]).expect("a script")).expect("a seed");
    let mut model = Assignment::of_definitions(&seed.script);
    for command in &seed.script.commands {
        if let Command::Declare(symbol) = command {
            let declared = seed.script.graph.symbol(*symbol);
            let (_, value) =
                values.iter().find(|(name, _)| **name == *declared.name).expect("a value");
            model.set(*symbol, Datum::of_notation(value, &declared.sort).expect("a value"));
        }
    }
    seed.model = Some(model);
    seed
}

/// Mutants per second, and how many there were.
fn rate(mutator: &dyn Mutator, seeds: &[&Seed], prints: bool) -> Option<f64> {
    let may = Repertoire::default();
    let (mut made, mut chain) = (0u64, 0);
    let began = processor_time();
    while processor_time() - began < SECONDS {
        let mut mutants = mutator.open(seeds, &may).ok()?;
        let mut rng = Number(chain).generator(Stream::Mutation);
        let mut printer = Reprinter::new(&STANDARD);
        chain += 1;
        for _ in 0..ITERATIONS {
            let Some(mutant) = mutants.draw(&mut rng) else { continue };
            made += 1;
            if prints {
                let text = printer.print(mutant.script, mutant.lasting).expect("a text");
                assert!(!text.is_empty());
            }
        }
    }
    Some(made as f64 / (processor_time() - began))
}

fn main() {
    let chosen: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|one| one == name);
    println!("mutants per second of processor time: ready to be asserted, printed (goals)");
    for mutator in MUTATORS.iter().filter(|one| is_chosen(one.name())) {
        let (goal, printed_goal) = goals(mutator.name());
        for (name, text, values) in &SEEDS {
            let mut seed = seed(name, text, values);
            seed.status = Some(if mutator.name() == "cores" { Answer::Unsat } else { Answer::Sat });
            let seeds = vec![&seed; mutator.arity()];
            let (Some(ready), Some(printed)) =
                (rate(*mutator, &seeds, false), rate(*mutator, &seeds, true))
            else {
                println!("{:10} {name:12} not usable", mutator.name());
                continue;
            };
            println!(
                "{:10} {name:12} {:5} bytes: {ready:9.0} ({goal:.0}), {printed:8.0} ({printed_goal:.0})",
                mutator.name(),
                text.len()
            );
        }
    }
}
