//! XQF, the files of XQStudio 象棋演播室: one game each, in versions 1.0 to 1.8.
//!
//! A header of 1024 bytes holds the squares of the 32 pieces and texts in fields of a fixed size;
//! the moves follow as a tree, each with its comment. Since 1.1 the pieces, the moves and the
//! comments are shifted by keys that stand in the header.

mod keys;
mod write;

use crate::branch::{Branches, square};
use crate::decode::{Decoded, Encoding, decode, decode_as};
use crate::game::{Game, GameResult, Headers};
use crate::tree::Start;
use crate::words::clean;
use chuhe_core::{Color, Piece, Role, Setup, Square};
use keys::Keys;
use std::borrow::Cow;
pub(crate) use write::write_whole;
pub use write::write_xqf;

/// The tree begins here.
const HEADER: usize = 1024;

/// Where a text stands, how many bytes it has, and which header it is.
const FIELDS: [(usize, usize, &str); 10] = [
    (208, 63, "Event"),
    (272, 15, "Date"),
    (288, 15, "Site"),
    (304, 15, "Red"),
    (320, 15, "Black"),
    (336, 63, "TimeControl"),
    (400, 15, "RedTime"),
    (416, 15, "BlackTime"),
    (464, 15, "Annotator"),
    (480, 15, "Author"),
];
const TITLE: usize = 80;
const SUBTITLE: usize = 144;
const TITLE_SIZE: usize = 63;

/// What a file says it is about, by its number.
pub(crate) const GAME_TYPES: [&str; 4] = ["full", "opening", "middlegame", "endgame"];

/// The pieces of a side in the order of their squares in the file.
pub(crate) const SLOTS: [Role; 16] = {
    use Role::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn,
        Pawn, Pawn, Pawn, Pawn,
    ]
};

/// The bytes after the header, taken in order.
struct Stream<'a> {
    file: &'a [u8],
    at: usize,
    key: [u8; 32],
}

impl<'a> Stream<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes: [u8; N] = self.file.get(self.at..self.at + N)?.try_into().ok()?;
        let at = self.at;
        self.at += N;
        Some(std::array::from_fn(|i| bytes[i].wrapping_sub(self.key[(at + i) % 32])))
    }

    /// At most `len` bytes.
    fn take_text(&mut self, len: usize) -> Cow<'a, [u8]> {
        let at = self.at;
        let bytes = &self.file[at..self.file.len().min(at.saturating_add(len))];
        self.at += bytes.len();
        if self.key == [0; 32] {
            return Cow::Borrowed(bytes);
        }
        let plain = bytes.iter().enumerate().map(|(i, b)| b.wrapping_sub(self.key[(at + i) % 32]));
        Cow::Owned(plain.collect())
    }
}

/// A move of the file with what follows it.
struct Step<'a> {
    from: u8,
    to: u8,
    has_child: bool,
    has_sibling: bool,
    comment: Cow<'a, [u8]>,
    is_cut: bool,
}

fn step<'a>(stream: &mut Stream<'a>, keys: &Keys) -> Option<Step<'a>> {
    let [from, to, tag, _] = stream.take()?;
    let (has_child, has_sibling, has_size) = if keys.flagged {
        (tag & 0x80 != 0, tag & 0x40 != 0, tag & 0x20 != 0)
    } else {
        (tag & 0xf0 != 0, tag & 0x0f != 0, true)
    };
    let mut size = Some(0);
    if has_size {
        size = stream.take().map(|bytes| u32::from_le_bytes(bytes).wrapping_sub(keys.size));
    }
    let left = stream.file.len() - stream.at;
    let is_cut = size.is_none_or(|size| size as usize > left);
    let comment = stream.take_text(size.unwrap_or(0) as usize);
    let (from, to) =
        (from.wrapping_sub(keys.from).wrapping_sub(24), to.wrapping_sub(keys.to).wrapping_sub(32));
    Some(Step { from, to, has_child, has_sibling, comment, is_cut })
}

/// The square that the file writes as ten times its file and its rank.
fn place(byte: u8) -> Option<Square> {
    square(byte / 10, byte % 10)
}

fn layout(head: &[u8; HEADER], keys: &Keys) -> Setup {
    let mut setup = Setup::empty();
    for i in 0..32 {
        let slot = (keys.first_slot + i) % 32;
        let color = if slot < 16 { Color::Red } else { Color::Black };
        if let Some(at) = place(head[16 + i].wrapping_sub(keys.pieces)) {
            setup.pieces[at.index()] = Some(Piece::new(color, SLOTS[slot % 16]));
        }
    }
    if head[50] == 1 {
        setup.turn = Color::Black;
    }
    setup
}

/// A string with its length before it, which damaged files have longer than its field.
fn pascal(head: &[u8; HEADER], at: usize, size: usize) -> &[u8] {
    let text = &head[at + 1..at + 1 + size.min(usize::from(head[at]))];
    text.split(|b| *b == 0).next().unwrap_or(text)
}

/// The two lines of the title. A title too long runs on into the second.
fn titles(head: &[u8; HEADER]) -> (&[u8], &[u8]) {
    if usize::from(head[TITLE]) > TITLE_SIZE {
        (pascal(head, TITLE, 2 * TITLE_SIZE + 1), b"")
    } else {
        (pascal(head, TITLE, TITLE_SIZE), pascal(head, SUBTITLE, TITLE_SIZE))
    }
}

/// The game of a file; what is missing at its end is told.
pub(crate) fn read(file: &[u8], encoding: Option<Encoding>) -> Game {
    let likely = encoding.unwrap_or(Encoding::Gb18030);
    let (game, texts) = read_as(file, likely);
    if encoding.is_some() || !may_be_other(&texts) {
        return game;
    }
    match decode(&texts, likely).encoding {
        shown if shown == likely => game,
        shown => read_as(file, shown).0,
    }
}

/// Whether bytes may be a text in Big5 or UTF-8: in GB18030 few characters that records are
/// written in have a second byte below 0x80, or above it after a third.
fn may_be_other(texts: &[u8]) -> bool {
    let (mut double, mut low, mut at) = (0, 0, 0);
    while at + 1 < texts.len() {
        if texts[at] < 0x81 {
            at += 1;
            continue;
        }
        double += 1;
        low += usize::from(matches!(texts[at + 1], 0x40..0x80));
        at += 2;
    }
    low * 8 > double || double > 0 && std::str::from_utf8(texts).is_ok()
}

/// The game, and all its texts as they stand in the file.
fn read_as(file: &[u8], encoding: Encoding) -> (Game, Vec<u8>) {
    let mut head = [0; HEADER];
    let present = file.len().min(HEADER);
    head[..present].copy_from_slice(&file[..present]);
    head[present.clamp(16, 48)..48].fill(0xff);
    let keys = Keys::of(&head);
    let mut texts = Vec::new();
    let mut bad_at = None;
    let mut text = |bytes: &[u8], at: usize| {
        texts.extend_from_slice(bytes);
        texts.push(b'\n');
        let Decoded { text, replaced, .. } = decode_as(bytes, encoding);
        bad_at = bad_at.or(replaced.then_some(at));
        text.into_owned()
    };

    let mut headers = Headers::default();
    let mut add = |name: &str, value: String| {
        let value = clean(&value);
        if !value.trim().is_empty() {
            headers.set(name, &value);
        }
    };
    let (title, subtitle) = titles(&head);
    add("Title", text(title, TITLE));
    add("Subtitle", text(subtitle, SUBTITLE));
    for (at, size, name) in FIELDS {
        add(name, text(pascal(&head, at, size), at));
    }

    let mut branches = Branches::new(layout(&head, &keys));
    let mut stream = Stream { file, at: HEADER, key: keys.stream };
    // The root's squares mean nothing, and it has no alternatives.
    let mut pending = Vec::new();
    let mut next = true;
    let mut is_root = true;
    while next {
        let at = stream.at;
        let Some(step) = step(&mut stream, &keys) else {
            branches.problem_here("record.cut_short", vec![], at.min(file.len()));
            break;
        };
        if !is_root {
            if step.has_sibling {
                pending.push(branches.depth());
            }
            branches.play(place(step.from), place(step.to), at);
        }
        is_root = false;
        if !step.comment.is_empty() {
            branches.comment(&text(&step.comment, at));
        }
        if step.is_cut {
            branches.problem_here("record.cut_short", vec![], file.len());
            break;
        }
        if !step.has_child {
            next = pending.pop().map(|depth| branches.back_to(depth)).is_some();
        }
    }
    if let Some(at) = bad_at {
        let facts = vec![("encoding", encoding.name().to_owned())];
        branches.problem("record.bad_bytes", facts, None, at);
    }

    let mut game = branches.finish(encoding, 0);
    let usual = usual_type(game.tree.start());
    match GAME_TYPES.get(usize::from(head[64])) {
        Some(&told) if told != GAME_TYPES[usize::from(usual)] => add("GameType", told.to_owned()),
        _ => {}
    }
    game.result = match head[51] {
        1 => GameResult::RedWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    if head[51] == 4 {
        add("ResultKind", "several".to_owned());
    }
    game.headers = headers;
    (game, texts)
}

/// The type of a file that says nothing more than its start does. Other readers take the start
/// of a full game for the types 0 and 1, whatever the layout.
fn usual_type(start: &Start) -> u8 {
    if *start == Start::Standard { 0 } else { 2 }
}
