//! Plots as SVG.

use super::html::escaped;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 56.0;
const BOTTOM: f64 = 28.0;
const TOP: f64 = 12.0;
const RIGHT: f64 = 12.0;

/// Colours that people who see few colours tell apart, by number.
pub(super) const COLOURS: [&str; 6] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// A line: its name, and points of seconds and a number.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
    /// Whether the number stays until the next point.
    pub(super) is_step: bool,
}

/// Lines over time.
pub(super) fn lines(title: &str, lines: &[Line]) -> String {
    let all = || lines.iter().flat_map(|line| &line.points);
    let end = all().map(|point| point.0).fold(1.0, f64::max);
    let top = nice(all().map(|point| point.1).fold(1.0, f64::max));
    let x = |seconds: f64| LEFT + seconds / end * (WIDTH - LEFT - RIGHT);
    let y = |number: f64| HEIGHT - BOTTOM - number / top * (HEIGHT - BOTTOM - TOP);
    let mut svg = begin(title);
    for part in 0..=4 {
        let number = top * f64::from(part) / 4.0;
        let at = y(number);
        svg.push_str(&format!(
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0,
            short(number)
        ));
        let seconds = end * f64::from(part) / 4.0;
        let anchor = match part {
            0 => "start",
            4 => "end",
            _ => "middle",
        };
        svg.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            x(seconds),
            HEIGHT - 8.0,
            clock(seconds)
        ));
    }
    for (number, line) in lines.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let mut path = String::new();
        let mut before: Option<f64> = None;
        for (seconds, value) in &line.points {
            let (at, up) = (x(*seconds), y(*value));
            match before {
                Some(last) if line.is_step => {
                    path.push_str(&format!("L{at:.1} {last:.1}L{at:.1} {up:.1}"))
                }
                Some(_) => path.push_str(&format!("L{at:.1} {up:.1}")),
                None => path.push_str(&format!("M{at:.1} {up:.1}")),
            }
            before = Some(up);
        }
        svg.push_str(&format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        ));
    }
    svg.push_str("</svg>");
    svg + &legend(lines.iter().map(|line| line.name.as_str()))
}

/// Bars that each show the parts of a whole.
pub(super) fn shares(title: &str, parts: &[&str], bars: &[(String, Vec<f64>)]) -> String {
    let height = 16.0 + 34.0 * bars.len() as f64;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
        escaped(title)
    );
    for (row, (name, numbers)) in bars.iter().enumerate() {
        let total: f64 = numbers.iter().sum();
        let top = 8.0 + 34.0 * row as f64;
        let left = 150.0;
        svg.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            top + 17.0,
            escaped(name)
        ));
        let mut at = left;
        for (number, value) in numbers.iter().enumerate() {
            let wide = if total > 0.0 { value / total * (WIDTH - left - RIGHT) } else { 0.0 };
            let colour = COLOURS[number % COLOURS.len()];
            let percent = if total > 0.0 { value / total * 100.0 } else { 0.0 };
            svg.push_str(&format!(
                "<rect x=\"{at:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"26\" fill=\"{colour}\">\
                 <title>{}: {} ({percent:.0} %)</title></rect>",
                escaped(parts.get(number).copied().unwrap_or("")),
                short(*value)
            ));
            if wide > 44.0 {
                svg.push_str(&format!(
                    "<text class=\"on\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent:.0} %</text>",
                    at + wide / 2.0,
                    top + 17.0
                ));
            }
            at += wide;
        }
    }
    svg.push_str("</svg>");
    svg + &legend(parts.iter().copied())
}

fn begin(title: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">", escaped(title))
}

fn legend<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let items: String = names
        .enumerate()
        .map(|(number, name)| {
            let colour = COLOURS[number % COLOURS.len()];
            format!("<span><i style=\"background:{colour}\"></i>{}</span>", escaped(name))
        })
        .collect();
    format!("<p class=\"legend\">{items}</p>")
}

/// A round number that is not less.
fn nice(number: f64) -> f64 {
    let unit = 10f64.powf(number.log10().floor());
    [1.0, 2.0, 4.0, 5.0, 8.0, 10.0]
        .into_iter()
        .map(|factor| factor * unit)
        .find(|round| *round >= number)
        .unwrap_or(number)
        .max(4.0)
}

/// A number in few characters.
pub(super) fn short(number: f64) -> String {
    match number {
        _ if number >= 10_000_000.0 => format!("{:.0} M", number / 1e6),
        _ if number >= 1_000_000.0 => format!("{:.1} M", number / 1e6),
        _ if number >= 10_000.0 => format!("{:.0} k", number / 1e3),
        _ if number.fract() == 0.0 => format!("{number:.0}"),
        _ => format!("{number:.1}"),
    }
}

/// Seconds as hours, minutes and seconds.
pub(super) fn clock(seconds: f64) -> String {
    let seconds = seconds as u64;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_round_and_short() {
        assert_eq!([nice(3.0), nice(37.0), nice(401.0)], [4.0, 40.0, 500.0]);
        assert_eq!(short(12_345.0), "12 k");
        assert_eq!(clock(3725.0), "1:02:05");
    }

    #[test]
    fn plots_have_no_numbers_that_are_none() {
        let empty = Line { name: "<x>".to_owned(), points: Vec::new(), is_step: false };
        let svg = lines("t", &[empty]) + &shares("s", &["a"], &[("b".to_owned(), vec![0.0])]);
        assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<x>"), "{svg}");
    }
}
