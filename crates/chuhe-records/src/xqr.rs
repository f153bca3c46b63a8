//! XQR (XiangQi Replay): headers as type, length and value, a tree of moves, a checksum.
//!
//! Moves are four bytes: squares as row and column, a digit each of a hexadecimal number, with
//! rows from Black's base line; then whether something follows (1), whether there is an
//! alternative (2) and a comment (4), its length in four bytes after that. So is the one file
//! known; its maker's page speaks of decimal digits, which are read too, and names a round, which
//! the file lacks: its types from there on are one less.

use crate::branch::{Branches, square};
use crate::decode::{Encoding, decode_as};
use crate::formats::WrittenFile;
use crate::game::{Game, GameResult, Headers};
use crate::grow::add_header;
use crate::losses::{Losses, joined_comment};
use crate::tree::{Start, Tree};
use chuhe_core::{Facts, Setup, Square};

const MAGIC: [u8; 4] = [0, 2, 0x20, 0x17];
const NAMES: [&str; 6] = ["Event", "Site", "Date", "Round", "Red", "Black"];
const VERSION: u8 = 1;
const RESULT: u8 = 8;
const FEN: u8 = 9;
const MOVES: u8 = 10;
const CHECKSUM: u8 = 11;
const RESULTS: [GameResult; 4] =
    [GameResult::Unknown, GameResult::RedWins, GameResult::BlackWins, GameResult::Draw];

/// What stands before the moves.
#[derive(Default)]
struct Head<'a> {
    fields: Vec<(u8, &'a [u8])>,
    /// The older layout.
    is_old: bool,
    end: usize,
}

impl<'a> Head<'a> {
    fn read(bytes: &'a [u8]) -> Head<'a> {
        let mut head = Head { end: MAGIC.len().min(bytes.len()), ..Head::default() };
        while let Some(&[kind, len]) = bytes.get(head.end..head.end + 2) {
            let begin = head.end + 2;
            let value = &bytes[begin.min(bytes.len())..(begin + len as usize).min(bytes.len())];
            // An empty field that no other follows begins the moves of the older layout.
            let next = bytes.get(begin + value.len()).copied();
            head.is_old = kind == FEN && len == 0 && next != Some(MOVES);
            if head.is_old || kind == MOVES {
                head.end = begin;
                break;
            }
            if kind >= CHECKSUM {
                break;
            }
            head.end = begin + value.len();
            head.fields.push((kind, value));
        }
        head
    }

    /// A field, its type that of the newer layout.
    fn get(&self, kind: u8) -> Option<&'a [u8]> {
        let kind = match kind {
            5 if self.is_old => return None,
            6.. if self.is_old => kind - 1,
            _ => kind,
        };
        self.fields.iter().find(|(k, _)| *k == kind).map(|(_, value)| *value)
    }
}

pub(crate) fn read(bytes: &[u8]) -> Game {
    let head = Head::read(bytes);
    let text = |kind| head.get(kind).map(|value| decode_as(value, Encoding::Utf8));
    let mut headers = Headers::default();
    for (name, kind) in NAMES.iter().zip(2..) {
        add_header(&mut headers, name, &text(kind).map_or("".into(), |d| d.text));
    }
    let fen = text(FEN).map(|decoded| decoded.text).filter(|fen| !fen.trim().is_empty());
    let setup = fen.as_deref().map_or(Ok(Setup::start()), Setup::parse);
    let read = |square_of| {
        let mut branches = match &setup {
            Ok(setup) => Branches::new(setup.clone()),
            Err(_) => Branches::new(Setup::start()),
        };
        if let Err(error) = &setup {
            branches.problem(error.code(), error.facts(), None, 0);
        }
        let end = read_moves(bytes, head.end, square_of, &mut branches);
        (branches, end)
    };
    let (mut branches, mut end) = read(from_digits);
    if !branches.problems.is_empty() {
        let decimal = read(from_decimal);
        if decimal.0.played() > branches.played() {
            (branches, end) = decimal;
        }
    }
    check(bytes, end, &mut branches);
    let mut game = branches.finish(Encoding::Utf8, 0);
    let result = head.get(RESULT).and_then(|value| value.first());
    game.result = result.and_then(|n| RESULTS.get(*n as usize)).copied().unwrap_or_default();
    headers.set("Result", game.result.text());
    game.headers = headers;
    game
}

/// Reads the tree that begins at `at`; where it ends.
fn read_moves(
    bytes: &[u8],
    mut at: usize,
    square_of: fn(u8) -> Option<Square>,
    branches: &mut Branches,
) -> usize {
    // How many moves led to those that have alternatives.
    let mut open: Vec<usize> = Vec::new();
    let mut is_root = true;
    loop {
        let Some(&[from, to, marks, _]) = bytes.get(at..at + 4) else {
            branches.problem_here("record.cut_short", vec![], at);
            return bytes.len();
        };
        if !is_root {
            if marks & 2 != 0 {
                open.push(branches.depth());
            }
            branches.play(square_of(from), square_of(to), at);
        }
        at += 4;
        if marks & 4 != 0 {
            let len =
                bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
            at = (at + 4).min(bytes.len());
            let rest = &bytes[at..];
            if len as usize > rest.len() {
                branches.problem_here("record.cut_short", vec![], at);
            }
            let words = &rest[..rest.len().min(len as usize)];
            branches.comment(&decode_as(words, Encoding::Utf8).text);
            at += words.len();
        }
        is_root = false;
        if marks & 1 == 0 {
            match open.pop() {
                Some(depth) => branches.back_to(depth),
                None => return at,
            }
        }
    }
}

fn from_digits(byte: u8) -> Option<Square> {
    if byte >> 4 < 10 { square(byte & 15, 9 - (byte >> 4)) } else { None }
}

fn from_decimal(byte: u8) -> Option<Square> {
    if byte < 100 { square(byte % 10, 9 - byte / 10) } else { None }
}

/// Tells if the checksum at `at` is not that of what stands before it.
fn check(bytes: &[u8], at: usize, branches: &mut Branches) {
    let told = match bytes.get(at..at + 6) {
        Some(&[CHECKSUM | MOVES, 4, a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => return,
    };
    if told != crc32(&bytes[..at]) {
        let facts: Facts = vec![];
        branches.problem("record.checksum", facts, None, at);
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|i| {
        (0..8).fold(i as u32, |c, _| if c & 1 != 0 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 })
    });
    !bytes.iter().fold(!0, |crc, &b| table[(crc as u8 ^ b) as usize] ^ crc >> 8)
}

pub(crate) fn write(game: &Game) -> WrittenFile {
    let mut losses = Losses::default();
    losses.of_headers(&game.headers, |name| NAMES.contains(&name));
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, 1, 1]);
    let mut field = |kind: u8, value: &[u8]| {
        bytes.extend([kind, value.len() as u8]);
        bytes.extend_from_slice(value);
    };
    for (name, kind) in NAMES.iter().zip(2..) {
        let value = game.headers.get(name).unwrap_or("");
        field(kind, &losses.cut(name, value, 255, Encoding::Utf8));
    }
    let result = RESULTS.iter().position(|result| *result == game.result).unwrap_or(0);
    field(RESULT, &[result as u8]);
    let start = game.tree.start();
    let fen = if *start == Start::Standard { String::new() } else { start.fen() };
    field(FEN, fen.as_bytes());
    field(MOVES, &[]);
    write_moves(&game.tree, &mut bytes, &mut losses);
    let checksum = crc32(&bytes);
    bytes.extend([CHECKSUM, 4]);
    bytes.extend(checksum.to_le_bytes());
    WrittenFile::one(bytes, losses.0)
}

fn write_moves(tree: &Tree, bytes: &mut Vec<u8>, losses: &mut Losses) {
    let digits = |square: Square| (9 - square.rank()) << 4 | square.file();
    for node in tree.walk() {
        losses.of_notes(tree, node);
        let comment = joined_comment(tree, node);
        let (from, to) = tree.mv(node).map_or((0, 0), |m| (digits(m.from()), digits(m.to())));
        let marks = u8::from(tree.first_child(node).is_some())
            | u8::from(tree.next_sibling(node).is_some()) << 1
            | u8::from(!comment.is_empty()) << 2;
        bytes.extend([from, to, marks, 0]);
        if !comment.is_empty() {
            bytes.extend((comment.len() as u32).to_le_bytes());
            bytes.extend_from_slice(comment.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Move;

    fn moves(game: &Game) -> String {
        game.tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_older_layout_and_decimal_squares() {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(b"\x01\x01\0\x02\x01e\x05\x03\xe7\x94\xb2\x06\x01b\x07\x01\x02\x09\0");
        bytes.extend([0, 0, 5, 0, 2, 0, 0, 0, b'h', b'i', 77, 74, 1, 0, 7, 26, 0, 0]);
        let sum = crc32(&bytes);
        bytes.extend([10, 4]);
        bytes.extend(sum.to_le_bytes());
        let game = read(&bytes);
        assert_eq!(moves(&game), "h2e2 h9g7");
        assert_eq!(game.headers.get("Red"), Some("甲"));
        assert_eq!(game.headers.get("Black"), Some("b"));
        assert_eq!(game.result, GameResult::BlackWins);
        assert_eq!(game.tree.notes(Tree::ROOT).unwrap().comment, "hi");
        assert!(game.problems.is_empty(), "{:?}", game.problems);
        bytes[9] = b'f';
        assert_eq!(read(&bytes).problems[0].code, "record.checksum");
        for end in 0..bytes.len() {
            read(&bytes[..end]);
        }
    }

    #[test]
    fn marks_of_the_encoding_are_no_words() {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(b"\x0a\0");
        let words = "\u{feff}\u{feff} \u{feff}好\u{feff}";
        bytes.extend([0, 0, 4, 0, words.len() as u8, 0, 0, 0]);
        bytes.extend(words.as_bytes());
        let game = read(&bytes);
        assert_eq!(game.tree.notes(Tree::ROOT).unwrap().comment, "好");
    }

    #[test]
    fn a_game_comes_back() {
        let mut game = Game::new(Start::Standard);
        game.headers.set("Round", "3");
        game.headers.set("Red", &"甲".repeat(100));
        game.result = GameResult::RedWins;
        let tree = &mut game.tree;
        let mut add = |parent, text: &str| tree.add(parent, text.parse().unwrap()).unwrap();
        let a = add(Tree::ROOT, "h2e2");
        let b = add(a, "h9g7");
        add(Tree::ROOT, "c3c4");
        add(a, "h7e7");
        tree.notes_mut(b).comment = "好".into();
        let file = write(&game);
        assert_eq!(file.losses[0].1.code, "loss.cut");
        let again = read(&file.bytes);
        assert_eq!((&again.tree, again.result), (&game.tree, game.result));
        assert_eq!(again.headers.get("Red"), Some("甲".repeat(85).as_str()));
        assert!(again.problems.is_empty());
    }
}
