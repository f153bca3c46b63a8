//! The older libraries of 象棋桥: one compressed stream of records.
//!
//! Nobody has described them; this is what one library of 196 records shows. Texts are in GB18030
//! with their length before them, squares are a digit for the file and one for the row from the
//! top, and every move tells how deep it stands in the tree.

use crate::branch::{Branches, square};
use crate::decode::{Encoding, decode_as};
use crate::formats::Games;
use crate::game::{Game, GameResult, Headers, Problem};
use crate::tree::Start;
use crate::words::clean;
use chuhe_core::{Color, Piece, Role, Setup, Square};
use miniz_oxide::inflate::{DecompressError, decompress_to_vec_zlib_with_limit};

/// The stream begins here.
const HEAD: usize = 20;
/// No library is longer than this when unpacked.
const MOST: usize = 256 * 1024 * 1024;

/// The pieces of a side in the order of their squares.
const SLOTS: [Role; 16] = crate::xqf::SLOTS;

/// Numbers and texts, taken in order; beyond the end there are zeros and nothing.
struct Stream<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Stream<'a> {
    fn take(&mut self, len: usize) -> &'a [u8] {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        self.at = self.at.saturating_add(len);
        &rest[..rest.len().min(len)]
    }

    fn number(&mut self) -> usize {
        self.take(4).iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
    }

    fn text(&mut self) -> String {
        let len = self.number();
        text(self.take(len))
    }

    fn ended(&self) -> bool {
        self.at > self.bytes.len()
    }
}

fn text(bytes: &[u8]) -> String {
    clean(&decode_as(bytes, Encoding::Gb18030).text)
}

/// A comment, in which a blank stands after every character.
fn comment(bytes: &[u8]) -> String {
    let text = text(bytes);
    let spaced = text.chars().skip(1).step_by(2).all(|c| c == ' ');
    if spaced { text.chars().step_by(2).collect() } else { text }
}

/// The games of a library.
pub(crate) fn read(file: &[u8]) -> Games {
    let mut damage = None;
    let packed = file.get(HEAD..).unwrap_or_default();
    let bytes = decompress_to_vec_zlib_with_limit(packed, MOST).unwrap_or_else(
        |DecompressError { output, .. }| {
            damage = Some(Problem {
                code: "record.cut_short",
                facts: vec![],
                ply: None,
                line: 1,
                offset: file.len() as u64,
            });
            output
        },
    );
    let mut stream = Stream { bytes: &bytes, at: 0 };
    let mut about: Vec<(&str, String)> =
        ["Library", "LibrarySource", "LibraryCreator", "LibraryCreatorEmail", "LibraryRemark"]
            .map(|name| (name, stream.text()))
            .into();
    about.push(("LibraryCreated", text(stream.take(19))));
    about.push(("LibraryModified", text(stream.take(19))));
    about.retain(|(_, value)| !value.trim().is_empty());
    let mut left = stream.number();
    let mut at = stream.at + 4;
    let end = file.len() as u64;
    let mut alone = damage.is_some() && (left == 0 || at >= bytes.len());
    Box::new(std::iter::from_fn(move || {
        let mut game = if std::mem::take(&mut alone) {
            Game { encoding: Encoding::Gb18030, ..Game::new(Start::Standard) }
        } else {
            // Each record begins with its size, of which even an empty one has some.
            let size = Stream { bytes: &bytes, at }.number();
            if left == 0 || size < 4 || at >= bytes.len() {
                return None;
            }
            left -= 1;
            let record = &bytes[at..bytes.len().min(at.saturating_add(size))];
            at = at.saturating_add(size);
            read_record(record)
        };
        // In the file there is one packed stream: places in it mean nothing to a reader.
        game.offset = (HEAD as u64).min(end);
        game.problems.iter_mut().for_each(|problem| problem.offset = game.offset);
        game.problems.extend(damage.take());
        about.drain(..).for_each(|(name, value)| game.headers.set(name, &value));
        Some(game)
    }))
}

fn read_record(bytes: &[u8]) -> Game {
    let mut stream = Stream { bytes, at: 4 };
    let squares = stream.take(32);
    // Three numbers that have been the same in every record seen.
    stream.take(12);
    let mut headers = Headers::default();
    let mut add = |name: &str, value: String| {
        if !value.trim().is_empty() {
            headers.set(name, &value);
        }
    };
    add("Title", stream.text());
    // Texts that have been empty in every record seen; kept by their place.
    for place in 1..=6 {
        add(&format!("Cbl{place}"), stream.text());
    }
    let result = match stream.number() {
        1 => GameResult::RedWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    for place in 7..=10 {
        add(&format!("Cbl{place}"), stream.text());
    }
    let len = stream.number();
    let introduction = comment(stream.take(len));
    let mut setup = layout(squares);
    setup.turn = if stream.take(1) == [0] { Color::Black } else { Color::Red };
    add("Created", text(stream.take(19)));
    add("Modified", text(stream.take(19)));

    let mut branches = Branches::new(setup);
    branches.comment(&introduction);
    let count = stream.number();
    let moves = stream.take(count.saturating_mul(6));
    let rest = stream.bytes.get(stream.at..).unwrap_or_default();
    let mut comments = rest.split(|byte| *byte == b'\n');
    for m in moves.chunks_exact(6) {
        let depth = usize::from(u16::from_le_bytes([m[0], m[1]])).saturating_sub(1);
        let words = comments.next().unwrap_or_default();
        if depth > branches.depth() {
            branches.problem_here("record.bad_tree", vec![], 0);
            break;
        }
        branches.back_to(depth);
        let place = |byte: u8| square(byte >> 4, 9_u8.checked_sub(byte & 15)?);
        branches.play(place(m[2]), place(m[3]), 0);
        branches.comment(&comment(words));
    }
    if stream.ended() {
        branches.problem_here("record.cut_short", vec![], 0);
    }
    let mut game = branches.finish(Encoding::Gb18030, 0);
    game.result = result;
    game.headers = headers;
    game
}

/// The start: for each piece file and row from the top, both from 1; nothing if it is not there.
fn layout(squares: &[u8]) -> Setup {
    let mut setup = Setup::empty();
    for (slot, &byte) in squares.iter().enumerate() {
        let color = if slot < 16 { Color::Red } else { Color::Black };
        let place = || -> Option<Square> {
            square((byte >> 4).checked_sub(1)?, 10_u8.checked_sub(byte & 15)?)
        };
        if let Some(at) = place() {
            setup.pieces[at.index()] = Some(Piece::new(color, SLOTS[slot % 16]));
        }
    }
    setup
}
