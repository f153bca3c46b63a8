//! MXQ, the records of the server 弈天 and its board 象棋世家: texts with their length before
//! them, the moves among them. The board has a form of lines too.

use crate::branch::{Branches, square};
use crate::decode::{Decoded, Encoding, decode, decode_as};
use crate::formats::WrittenFile;
use crate::game::{Game, GameResult, Headers};
use crate::losses::{Losses, field, joined_comment};
use crate::tree::{Start, Tree};
use crate::words::clean;
use chuhe_core::{Color, Piece, Setup, Square};
use std::borrow::Cow;

/// The words for a result, in any script, and in Big5 read as GB18030; the first of each is
/// written. 弈天 keeps no games without a result; `*` is ours.
const RESULTS: [(&str, GameResult); 9] = [
    ("胜", GameResult::RedWins),
    ("勝", GameResult::RedWins),
    ("负", GameResult::BlackWins),
    ("負", GameResult::BlackWins),
    ("和", GameResult::Draw),
    ("衊", GameResult::RedWins),
    ("璽", GameResult::BlackWins),
    ("㎝", GameResult::Draw),
    ("*", GameResult::Unknown),
];

const MOVES: &[u8] = b"Moves";
const ENDS: &[u8] = b"Ends";
const LAST: &[u8] = b"CommentsEnd";

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

/// Whether a file begins with texts that lead to the moves.
pub(crate) fn is_chain(head: &[u8]) -> bool {
    texts(head).take(MOST_TEXTS).any(|(_, text)| text == MOVES)
}

/// Whether a file has the marks of the format, each on a line of its own.
pub(crate) fn is_lines(head: &[u8]) -> bool {
    let mut marks = [MOVES, ENDS, LAST].into_iter().peekable();
    lines(head).for_each(|(_, line)| {
        marks.next_if(|mark| *mark == line);
    });
    marks.peek().is_none()
}

/// The lines of a file, each with its place.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let begin = |part: &[u8]| part.as_ptr() as usize - bytes.as_ptr() as usize;
    bytes
        .split(|b| matches!(b, b'\n' | b'\r' | 0))
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty())
        .map(move |line| (begin(line), line))
}

pub(crate) fn read(bytes: &[u8], said: Option<Encoding>) -> Game {
    if !is_chain(bytes) && is_lines(bytes) {
        // A line may have many moves.
        let words = lines(bytes).flat_map(|(at, line)| {
            let is_moves = squares(line).0.is_some() && squares(line).1.is_some();
            let parts: Vec<&[u8]> = match is_moves {
                true => line.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).collect(),
                false => vec![line],
            };
            parts.into_iter().map(move |part| (at, part))
        });
        return read_texts(words, bytes.len(), said);
    }
    read_texts(texts(bytes), bytes.len(), said)
}

fn read_texts<'a>(
    mut rest: impl Iterator<Item = (usize, &'a [u8])>,
    end: usize,
    said: Option<Encoding>,
) -> Game {
    let before = rest.by_ref().map(|(_, text)| text).take_while(|text| *text != MOVES);
    let mut head: Vec<&[u8]> = before.take(MOST_TEXTS).collect();
    if head.len() == MOST_TEXTS {
        let _ = rest.by_ref().find(|(_, text)| *text == MOVES);
    }
    let layout = head.iter().position(|text| read_layout(text).is_some());
    let setup = layout.and_then(|at| read_layout(head.remove(at)));
    let encoding = said.unwrap_or_else(|| encoding_of(&head));
    let (headers, result) = read_head(&head, encoding);

    let mut branches = Branches::new(setup.unwrap_or_else(Setup::start));
    let mut complete = false;
    for (at, text) in rest.by_ref() {
        if text == ENDS {
            complete = true;
            break;
        }
        let (from, to) = squares(text);
        branches.play(from, to, at);
    }
    if !complete {
        branches.problem_here("record.cut_short", vec![], end);
    }
    let comment: Vec<Cow<'_, str>> = rest
        .map(|(_, text)| text)
        .take_while(|text| *text != LAST)
        .map(|text| {
            decode_as(text.strip_suffix(b" ").filter(|t| *t == LAST).unwrap_or(text), encoding).text
        })
        .collect();
    branches.comment(&comment.join("\n"));
    let mut game = branches.finish(encoding, 0);
    game.headers = headers;
    game.result = result;
    game
}

/// What the texts are in. The word for the result tells, for names are short and may look like
/// anything.
fn encoding_of(head: &[&[u8]]) -> Encoding {
    let versus = head.get(2).copied().unwrap_or(&[]);
    let ours = |word: &str| {
        let word = Encoding::Gb18030.encode(word).unwrap_or_default();
        let sign = [b"-".as_slice(), &word, b"-"].concat();
        memchr::memmem::find(versus, &sign).is_some()
    };
    if ["胜", "勝", "负", "負", "和", "*"].into_iter().any(ours) && !versus.is_ascii() {
        return Encoding::Gb18030;
    }
    let joined = head.join(&b'\n');
    if joined.is_ascii() {
        // Of what the comments are in, nothing shows.
        return Encoding::Gb18030;
    }
    let Decoded { text, encoding, .. } = decode(&joined, Encoding::Gb18030);
    // No UTF-8 that is all letters of other scripts.
    let is_chance = text.chars().any(|c| ('\u{80}'..'\u{800}').contains(&c));
    if encoding == Encoding::Utf8 && is_chance { Encoding::Gb18030 } else { encoding }
}

fn read_head(head: &[&[u8]], encoding: Encoding) -> (Headers, GameResult) {
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
        if is_number(&value) {
            add(&format!("Mxq{}", i - 4), &value);
        } else {
            add("Termination", &value);
        }
    }
    (headers, result)
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
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

/// The pieces in the order of a layout.
const LAYOUT: &str = "PPPPPCCNNRRBBAAKpppppccnnrrbbaak";

/// A start as 象棋世家 lays it out: 32 numbers, one a piece, and `+R` or `+B` for the side.
///
/// The numbers count points from 1, from Black's left corner, row by row: in rows of nine or, as
/// a program that reads them has it, in rows of sixteen with three points around the board.
fn read_layout(text: &[u8]) -> Option<Setup> {
    if text.len() > 200 {
        return None;
    }
    let (numbers, side) = std::str::from_utf8(text).ok()?.rsplit_once('+')?;
    let numbers: Vec<u8> =
        numbers.split_ascii_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let mut setup = Setup::empty();
    setup.turn = match side.trim() {
        "R" | "r" => Color::Red,
        "B" | "b" => Color::Black,
        _ => return None,
    };
    let in_sixteens = numbers.iter().any(|n| *n > 90);
    for (&number, letter) in numbers.iter().zip(LAYOUT.chars()) {
        let Some(at) = number.checked_sub(1) else {
            continue;
        };
        let (file, row) = match in_sixteens {
            true => ((at % 16).wrapping_sub(3), (at / 16).wrapping_sub(3)),
            false => (at % 9, at / 9),
        };
        if let Some(square) = square(file, 9u8.wrapping_sub(row)) {
            setup.pieces[square.index()] = Piece::from_letter(letter);
        }
    }
    (numbers.len() == LAYOUT.len()).then_some(setup)
}

/// As much of a text as its length before it can tell.
const LONGEST: usize = 255;
/// Of the text with both names, a quarter less than each of the two may have.
const LONGEST_NAME: usize = 95;
const LONGEST_GRADE: usize = 20;

/// A file of a game from the usual start; none for another: there is no place for it.
pub(crate) fn write(game: &Game) -> Option<WrittenFile> {
    let setup = game.tree.start().setup();
    let usual = Setup::start();
    if (&setup.pieces, setup.turn) != (&usual.pieces, usual.turn) {
        return None;
    }
    let mut losses = Losses::default();
    if *game.tree.start() != Start::Standard {
        losses.of_counters(&setup);
    }
    let mut bytes = Vec::new();
    write_head(game, &mut losses, &mut bytes);
    put(&mut bytes, MOVES);
    for m in game.tree.main_line() {
        let name = |s: Square| [b'0' + s.file(), b'A' + s.rank()];
        put(&mut bytes, &[&name(m.from())[..], b"-", &name(m.to())].concat());
    }
    put(&mut bytes, ENDS);
    write_comments(&game.tree, &mut losses, &mut bytes);
    put(&mut bytes, LAST);
    Some(WrittenFile::one(bytes, losses.0))
}

/// A text after its length.
fn put(bytes: &mut Vec<u8>, text: &[u8]) {
    let text = &text[..text.len().min(LONGEST)];
    bytes.push(text.len() as u8);
    bytes.extend_from_slice(text);
}

const NAMES: [&str; 8] =
    ["Site", "Date", "Red", "RedGrade", "Black", "BlackGrade", "RedElo", "BlackElo"];
/// The five numbers, and how the game ended.
const REST: [&str; 6] = ["Mxq1", "Mxq2", "Mxq3", "Mxq4", "Mxq5", "Termination"];

fn write_head(game: &Game, losses: &mut Losses, bytes: &mut Vec<u8>) {
    let headers = &game.headers;
    let has_place = |name: &str| {
        let value = headers.get(name).unwrap_or("");
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        match REST.iter().position(&is) {
            // A number is known by its digits, and the words by having others.
            Some(at) => is_number(value) == (at < 5),
            None => NAMES.iter().any(&is),
        }
    };
    losses.of_headers(headers, has_place);
    let mut value = |name: &str, size: usize| {
        let value = headers.get(name).filter(|_| has_place(name)).unwrap_or("");
        losses.cut(name, value.trim(), size, Encoding::Gb18030)
    };
    let [site, date] = ["Site", "Date"].map(|name| value(name, LONGEST - 1));
    let mut sides = ["Red", "Black"].map(|side| {
        let name = value(side, LONGEST_NAME);
        let grade = value(&format!("{side}Grade"), LONGEST_GRADE);
        let has_grade = !grade.is_empty() || name.ends_with(b")");
        if has_grade { [&name[..], b"(", &grade, b")"].concat() } else { name }
    });
    let rest = ["RedElo", "BlackElo"].into_iter().chain(REST);
    let rest: Vec<Vec<u8>> = rest.map(|name| value(name, LONGEST - 1)).collect();
    let word = RESULTS.iter().find(|(_, result)| *result == game.result).map_or("*", |(w, _)| w);
    let sign = Encoding::Gb18030.encode(word).unwrap_or_default().into_owned();
    let mut versus = [&sides[0][..], b"-", &sign, b"-", &sides[1]].concat();
    if !is_told(game, &versus) {
        // Signs in the names that part them.
        for (side, text) in ["Red", "Black"].into_iter().zip(&mut sides) {
            let name = headers.get(side).unwrap_or("").trim();
            let grade = headers.get(&format!("{side}Grade")).unwrap_or("").trim();
            let wide = |text: &str| text.replace('-', "－").replace('(', "（").replace(')', "）");
            if wide(name) == name && wide(grade) == grade {
                continue;
            }
            let name = field(&wide(name), LONGEST_NAME, Encoding::Gb18030).0;
            let grade = field(&wide(grade), LONGEST_GRADE, Encoding::Gb18030).0;
            *text = if grade.is_empty() { name } else { [&name[..], b"(", &grade, b")"].concat() };
            losses.add("loss.signs", vec![("name", side.to_owned())]);
        }
        versus = [&sides[0][..], b"-", &sign, b"-", &sides[1]].concat();
    }
    for text in [site, date, versus].into_iter().chain(rest) {
        // With a blank it is not the mark before the moves.
        put(bytes, if text == MOVES { b"Moves " } else { &text });
    }
}

/// Whether the names are read from `versus` as they were written, cut or not.
fn is_told(game: &Game, versus: &[u8]) -> bool {
    let text = decode_as(versus, Encoding::Gb18030).text;
    let Some((red, result, black)) = names(&text) else {
        return false;
    };
    let is = |side: &str, text: &str| {
        let (name, grade) = graded(text);
        let told = |name: String, value: &str| {
            game.headers.get(&name).unwrap_or("").trim().starts_with(value)
                && value.is_empty() == game.headers.get(&name).unwrap_or("").trim().is_empty()
        };
        told(side.to_owned(), name) && told(format!("{side}Grade"), grade)
    };
    result == game.result && is("Red", red) && is("Black", black)
}

/// Comments stand after the moves, all together.
fn write_comments(tree: &Tree, losses: &mut Losses, bytes: &mut Vec<u8>) {
    if tree.count_variations() > 0 {
        losses.add("loss.variations", vec![]);
    }
    let nodes: Vec<_> = std::iter::once(Tree::ROOT).chain(tree.line(Tree::ROOT)).collect();
    for &node in &nodes {
        losses.of_notes(tree, node);
        let comment = joined_comment(tree, node);
        if comment.is_empty() {
            continue;
        }
        if Some(&node) != nodes.last() {
            losses.add("loss.comment_places", vec![]);
        }
        for line in comment.split('\n') {
            let mut rest = line;
            loop {
                let (text, more) = field(rest, LONGEST, Encoding::Gb18030);
                put(bytes, if text == LAST { b"CommentsEnd " } else { &text });
                rest = more;
                if rest.is_empty() {
                    break;
                }
                losses.add("loss.broken_lines", vec![]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(words: &[&str]) -> Vec<u8> {
        let mut bytes = Vec::new();
        words.iter().for_each(|word| put(&mut bytes, &Encoding::Gb18030.encode(word).unwrap()));
        bytes
    }

    const GAME: [&str; 18] = [
        "快乐谷",
        "02-10-22",
        "甲-乙(2弦)-负-丙(7f)",
        "1790",
        "1701",
        "5",
        "1",
        "30",
        "296",
        "300",
        "认负",
        "Moves",
        "7C-4C",
        "7J-6H",
        "Ends",
        "好",
        "",
        "完",
    ];

    #[test]
    fn a_game_comes_back_byte_for_byte() {
        let mut words = GAME.to_vec();
        words.push("CommentsEnd");
        let bytes = file(&words);
        let game = read(&bytes, None);
        assert!(game.problems.is_empty(), "{:?}", game.problems);
        assert_eq!(game.headers.get("Red"), Some("甲-乙"));
        assert_eq!(
            (game.headers.get("BlackGrade"), game.result),
            (Some("7f"), GameResult::BlackWins)
        );
        let last = *game.tree.path(game.tree.line(Tree::ROOT).last().unwrap()).last().unwrap();
        assert_eq!(game.tree.notes(last).unwrap().comment, "好\n\n完");
        let written = write(&game).unwrap();
        assert_eq!((written.bytes, written.losses), (bytes, vec![]));
    }

    #[test]
    fn signs_in_names() {
        let mut game = Game::new(Start::Standard);
        game.headers.set("Site", "Moves");
        game.headers.set("Red", "a(b)");
        game.headers.set("Black", "c-d");
        let file = write(&game).unwrap();
        assert_eq!(file.losses.len(), 0);
        let again = read(&file.bytes, None);
        assert_eq!(again.headers, game.headers);
        assert_eq!(again.result, GameResult::Unknown);
        game.tree.notes_mut(Tree::ROOT).comment = "好¡".to_owned();
        assert_eq!(read(&write(&game).unwrap().bytes, None).tree, game.tree);
        game.result = GameResult::Draw;
        game.headers.set("Black", "c-胜-d");
        let file = write(&game).unwrap();
        assert_eq!(file.losses[0].1.code, "loss.signs");
        assert_eq!(file.losses.len(), 2);
        let again = read(&file.bytes, None);
        assert_eq!(again.headers.get("Black"), Some("c－胜－d"));
        assert_eq!(again.result, GameResult::Draw);
    }

    #[test]
    fn other_starts_are_not_written() {
        let setup = Setup::parse("4k4/9/9/9/9/9/9/9/R8/3K5 w").unwrap();
        assert!(write(&Game::new(Start::from_setup(setup))).is_none());
        let mut setup = Setup::start();
        setup.fullmove = 9;
        let file = write(&Game::new(Start::from_setup(setup))).unwrap();
        assert_eq!(file.losses[0].1.code, "loss.counters");
    }

    #[test]
    fn a_layout_of_shijia() {
        // A rook on a1, the kings on d0 and e9, Black to move; in rows of nine and of sixteen.
        let number = |file: usize, rank: usize, row: usize, edge: usize| {
            ((9 - rank + edge) * row + file + edge + 1).to_string()
        };
        for (row, edge) in [(9, 0), (16, 3)] {
            let mut numbers = vec!["0".to_owned(); 32];
            numbers[9] = number(0, 1, row, edge);
            numbers[15] = number(3, 0, row, edge);
            numbers[31] = number(4, 9, row, edge);
            let layout = numbers.join(" ") + " +B";
            let lines = format!("某厅\n\n{layout}\nMoves\n4J-4I 0B-0A\nEnds\n好\nCommentsEnd\n");
            let texts = file(&["某厅", "", "a-和-b", &layout, "Moves", "4J-4I", "0B-0A", "Ends"]);
            assert!(is_lines(lines.as_bytes()) && is_chain(&texts));
            for bytes in [lines.as_bytes(), &texts] {
                let game = read(bytes, None);
                assert_eq!(game.tree.start().fen(), "4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 1");
                assert_eq!(game.tree.main_line().len(), 2);
                assert!(game.problems.is_empty(), "{:?}", game.problems);
            }
        }
    }
}
