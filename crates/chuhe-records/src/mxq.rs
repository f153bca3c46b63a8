//! MXQ, the records of the server 弈天: texts with their length before them, the moves among them.

use crate::branch::{Branches, square};
use crate::decode::{Encoding, decode, decode_as};
use crate::game::{Game, GameResult, Headers};
use crate::movetext::clean;
use chuhe_core::{Setup, Square};

/// The words for a result, in any script, and in Big5 read as GB18030.
const RESULTS: [(&str, GameResult); 8] = [
    ("胜", GameResult::RedWins),
    ("勝", GameResult::RedWins),
    ("负", GameResult::BlackWins),
    ("負", GameResult::BlackWins),
    ("和", GameResult::Draw),
    ("衊", GameResult::RedWins),
    ("璽", GameResult::BlackWins),
    ("㎝", GameResult::Draw),
];

/// The texts of a file, each with its place.
fn texts(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let at = next;
        let len = usize::from(*bytes.get(at)?);
        next = bytes.len().min(at + 1 + len);
        Some((at, &bytes[at + 1..next]))
    })
}

/// Texts before the moves that are looked at; a file has thirteen.
const MOST_TEXTS: usize = 100;

pub(crate) fn read(bytes: &[u8], encoding: Option<Encoding>) -> Game {
    let mut rest = texts(bytes);
    let before = rest.by_ref().map(|(_, text)| text).take_while(|text| *text != b"Moves");
    let head: Vec<&[u8]> = before.take(MOST_TEXTS).collect();
    if head.len() == MOST_TEXTS {
        let _ = rest.by_ref().find(|(_, text)| *text == b"Moves");
    }
    let encoding =
        encoding.unwrap_or_else(|| decode(&head.join(&b'\n'), Encoding::Gb18030).encoding);
    let decoded =
        |i: usize| head.get(i).map_or(String::new(), |text| clean(&decode_as(text, encoding).text));

    let mut headers = Headers::default();
    let mut add = |name: &str, value: &str| {
        if !value.trim().is_empty() {
            headers.set(name, value.trim());
        }
    };
    add("Site", &decoded(0));
    add("Date", &decoded(1));
    let versus = decoded(2);
    let mut result = GameResult::Unknown;
    match names(&versus) {
        Some((red, found, black)) => {
            result = found;
            for (side, words) in [("Red", red), ("Black", black)] {
                let (name, grade) = graded(words);
                add(side, name);
                add(&format!("{side}Grade"), grade);
            }
        }
        None => add("Event", &versus),
    }
    add("RedElo", &decoded(3));
    add("BlackElo", &decoded(4));
    for i in 5..head.len() {
        let value = decoded(i);
        // Numbers of clocks whose meaning is not known, and how the game ended.
        if value.bytes().all(|b| b.is_ascii_digit()) {
            add(&format!("Mxq{}", i - 4), &value);
        } else {
            add("Termination", &value);
        }
    }

    let mut branches = Branches::new(Setup::start());
    let mut complete = false;
    for (at, text) in rest.by_ref() {
        if text == b"Ends" {
            complete = true;
            break;
        }
        let (from, to) = squares(text);
        branches.play(from, to, at);
    }
    if !complete {
        branches.problem_here("record.cut_short", vec![], bytes.len());
    }
    for (_, text) in rest.take_while(|(_, text)| *text != b"CommentsEnd") {
        branches.comment(&decode_as(text, encoding).text);
    }
    let mut game = branches.finish(encoding, 0);
    game.headers = headers;
    game.result = result;
    game
}

/// `红方(2弦)-胜-黑方(7f)`: names may have hyphens of their own.
fn names(text: &str) -> Option<(&str, GameResult, &str)> {
    RESULTS.iter().find_map(|&(word, result)| {
        let (red, black) = text.split_once(&format!("-{word}-"))?;
        Some((red, result, black))
    })
}

/// `红方(2弦)` as name and grade.
fn graded(text: &str) -> (&str, &str) {
    let grade = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    grade.unwrap_or((text, ""))
}

/// The squares of `6A-4C`: a file from Red's left, a rank as a letter.
fn squares(text: &[u8]) -> (Option<Square>, Option<Square>) {
    let at = |i: usize| {
        let file = text.get(i)?.wrapping_sub(b'0');
        let rank = text.get(i + 1)?.to_ascii_uppercase().wrapping_sub(b'A');
        square(file, rank)
    };
    (at(0), at(3))
}
