//! Clocks and evaluations, which PGN writes inside comments: `[%clk 0:09:58]`.

use crate::tree::{Eval, Notes, Score};
use std::fmt::Write;

/// Moves `[%clk …]`, `[%emt …]` and `[%eval …]` from a comment into `notes`.
///
/// What is not understood stays in the comment.
pub(crate) fn take_annotations(comment: String, notes: &mut Notes) -> String {
    if !comment.contains("[%") {
        return comment;
    }
    let mut kept = String::with_capacity(comment.len());
    let mut rest = comment.as_str();
    while let Some(start) = rest.find("[%") {
        kept.push_str(&rest[..start]);
        let Some(end) = rest[start..].find(']') else {
            rest = &rest[start..];
            break;
        };
        let command = &rest[start + 2..start + end];
        if !take(command, notes) {
            kept.push_str(&rest[start..=start + end]);
        }
        rest = &rest[start + end + 1..];
        if kept.is_empty() || kept.ends_with(char::is_whitespace) {
            rest = rest.trim_start();
        }
    }
    // An opening without an end, or what follows the last command.
    kept.push_str(rest);
    kept.trim().to_owned()
}

fn take(command: &str, notes: &mut Notes) -> bool {
    let (name, value) = command.trim().split_once(char::is_whitespace).unwrap_or((command, ""));
    match name {
        "clk" => set(&mut notes.clock, time(value)),
        "emt" => set(&mut notes.elapsed, time(value)),
        "eval" => set(&mut notes.eval, eval(value)),
        _ => false,
    }
}

fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let new = field.is_none() && value.is_some();
    if new {
        *field = value;
    }
    new
}

/// Milliseconds of `1:02:03.5`.
fn time(text: &str) -> Option<u64> {
    let mut total = 0u64;
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let mut parts = 0;
    for part in whole.split(':') {
        if part.is_empty() || part.len() > 6 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        total = total * 60 + part.parse::<u64>().ok()?;
        parts += 1;
    }
    if parts != 3 || fraction.len() > 3 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let thousandths = format!("{fraction:0<3}").parse::<u64>().ok()?;
    Some(total * 1000 + thousandths)
}

/// `0.35`, `#-3`, either with `,depth`.
fn eval(text: &str) -> Option<Eval> {
    let (score, depth) = match text.trim().split_once(',') {
        Some((score, depth)) => (score.trim(), Some(depth.trim().parse().ok()?)),
        None => (text.trim(), None),
    };
    let score = match score.strip_prefix('#') {
        Some(mate) => Score::Mate(mate.parse().ok()?),
        None => {
            let points: f64 = score.parse().ok()?;
            (points.abs() < 1e6).then_some(Score::Points((points * 100.0).round() as i32))?
        }
    };
    Some(Eval { score, depth })
}

/// The inverse of [`take_annotations`]: what goes before the words of a comment.
pub(crate) fn write_annotations(notes: &Notes) -> String {
    let mut text = String::new();
    if let Some(clock) = notes.clock {
        let _ = write!(text, "[%clk {}]", clock_text(clock));
    }
    if let Some(elapsed) = notes.elapsed {
        let _ = write!(text, "[%emt {}]", clock_text(elapsed));
    }
    if let Some(Eval { score, depth }) = notes.eval {
        let _ = match score {
            Score::Points(points) => {
                let sign = if points < 0 { "-" } else { "" };
                write!(
                    text,
                    "[%eval {sign}{}.{:02}",
                    points.unsigned_abs() / 100,
                    points.unsigned_abs() % 100
                )
            }
            Score::Mate(moves) => write!(text, "[%eval #{moves}"),
        };
        if let Some(depth) = depth {
            let _ = write!(text, ",{depth}");
        }
        text.push(']');
    }
    text
}

fn clock_text(ms: u64) -> String {
    let (seconds, rest) = (ms / 1000, ms % 1000);
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest > 0 {
        let _ = write!(text, ".{rest:03}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_leave_the_words() {
        let mut notes = Notes::default();
        let words = take_annotations(
            "[%clk 0:09:58][%eval -0.35,20] 好棋 [%csl Ge4]".to_owned(),
            &mut notes,
        );
        assert_eq!(words, "好棋 [%csl Ge4]");
        assert_eq!(notes.clock, Some(598_000));
        assert_eq!(notes.eval, Some(Eval { score: Score::Points(-35), depth: Some(20) }));
        assert_eq!(write_annotations(&notes), "[%clk 0:09:58][%eval -0.35,20]");
    }

    #[test]
    fn what_is_not_understood_stays() {
        for text in ["[%clk soon]", "[%eval #]", "[%clk 1:2", "[%"] {
            let mut notes = Notes::default();
            assert_eq!(take_annotations(text.to_owned(), &mut notes), text);
            assert!(notes.is_empty());
        }
    }
}
