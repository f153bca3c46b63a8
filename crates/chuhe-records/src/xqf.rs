//! XQF, the files of XQStudio 象棋演播室: one game each, in versions 1.0 to 1.8.
//!
//! A header of 1024 bytes holds the squares of the 32 pieces and texts in fields of a fixed size;
//! the moves follow as a tree, each with its comment. Since 1.1 the pieces, the moves and the
//! comments are shifted by keys that stand in the header.

use crate::branch::{Branches, square};
use crate::decode::{Decoded, Encoding, decode, decode_as};
use crate::formats::WrittenFile;
use crate::game::{Game, GameResult, Headers};
use crate::losses::{Losses, field, joined_comment};
use crate::movetext::clean;
use crate::tree::{NodeId, Start, Tree};
use chuhe_core::{Color, Piece, Role, Setup, Square};
use std::borrow::Cow;

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

/// The shifts of an encrypted file; all nothing in one that is not.
struct Keys {
    /// Since 1.1 the size of a comment stands only where there is one.
    flagged: bool,
    pieces: u8,
    from: u8,
    to: u8,
    size: u32,
    stream: [u8; 32],
    /// The slot that the first square in the file is for.
    first_slot: usize,
}

impl Keys {
    fn of(head: &[u8; HEADER]) -> Keys {
        let version = head[2];
        if version <= 10 {
            let (stream, first_slot) = ([0; 32], 0);
            return Keys { flagged: false, pieces: 0, from: 0, to: 0, size: 0, stream, first_slot };
        }
        let mix = |key: u8, by: u8| {
            let key = u32::from(key);
            ((54 * key * key + 221) * u32::from(by)) as u8
        };
        let pieces = mix(head[13], head[13]);
        let from = mix(head[14], pieces);
        let to = mix(head[15], from);
        let size = (u32::from(head[12]) * 256 + u32::from(head[13])) % 32000 + 767;
        let words = b"[(C) Copyright Mr. Dong Shiwei.]";
        let stream =
            std::array::from_fn(|i| ((head[12 + i % 4] & head[3]) | head[8 + i % 4]) & words[i]);
        let first_slot = if version >= 12 { (usize::from(pieces) + 1) % 32 } else { 0 };
        Keys { flagged: true, pieces, from, to, size, stream, first_slot }
    }
}

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

/// A game as a file of version 1.0 (10), which is not encrypted, or 1.8 (18), with keys that are
/// all nothing; none in other versions.
pub(crate) fn write(game: &Game, version: u8) -> Option<WrittenFile> {
    let mut losses = Losses::default();
    let mut head = [0; HEADER];
    head[..2].copy_from_slice(b"XQ");
    head[2] = match version {
        0 | 10 => 10,
        18 => 18,
        _ => return None,
    };
    let keys = Keys::of(&head);
    write_layout(&mut head, game, &keys, &mut losses);
    head[51] = match game.result {
        GameResult::RedWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
        GameResult::Unknown if game.headers.get("ResultKind") == Some("several") => 4,
        GameResult::Unknown => 0,
    };
    let nodes: Vec<NodeId> = game.tree.walk().collect();
    head[52..56].copy_from_slice(&(nodes.len() as u32).to_le_bytes());
    head[56..60].copy_from_slice(&(HEADER as u32).to_le_bytes());
    let told = game.headers.get("GameType");
    let kind = GAME_TYPES.iter().position(|name| told == Some(name));
    if kind.is_none() && told.is_some() {
        losses.header("GameType");
    }
    head[64] = kind.map_or(usual_type(game.tree.start()), |i| i as u8);
    write_headers(&mut head, &game.headers, &mut losses);

    let mut bytes = head.to_vec();
    bytes.reserve(nodes.len() * 8);
    for node in nodes {
        write_step(&mut bytes, &game.tree, node, &keys, &mut losses);
        losses.of_notes(&game.tree, node);
    }
    Some(WrittenFile::one(bytes, losses.0))
}

fn write_layout(head: &mut [u8; HEADER], game: &Game, keys: &Keys, losses: &mut Losses) {
    let setup = game.tree.start().setup();
    losses.of_counters(&setup);
    let mut squares = [0xff; 32];
    for color in Color::ALL {
        let mut pieces: Vec<(Square, Piece)> = Square::all()
            .filter_map(|at| Some((at, setup.pieces[at.index()]?)))
            .filter(|(_, piece)| piece.color() == color)
            .collect();
        // Each side's from its own left to right; on a file the nearest to its own side first.
        pieces.sort_by_key(|(at, _)| {
            (if color == Color::Red { 8 - at.file() } else { at.file() }, at.rank_for(color))
        });
        for (at, piece) in pieces {
            let base = 16 * color.index();
            let free = (0..16).find(|&i| SLOTS[i] == piece.role() && squares[base + i] == 0xff);
            match free {
                Some(slot) => squares[base + slot] = 10 * at.file() + at.rank(),
                None => losses.add("loss.piece", vec![("square", at.to_string())]),
            }
        }
    }
    for (i, byte) in head[16..48].iter_mut().enumerate() {
        *byte = squares[(keys.first_slot + i) % 32];
    }
    head[50] = u8::from(setup.turn == Color::Black);
}

fn write_headers(head: &mut [u8; HEADER], headers: &Headers, losses: &mut Losses) {
    let mut put = |at: usize, bytes: &[u8]| {
        head[at] = bytes.len() as u8;
        head[at + 1..=at + bytes.len()].copy_from_slice(bytes);
    };
    let value = |name| headers.get(name).unwrap_or_default();
    let gb = Encoding::Gb18030;
    if field(value("Title"), TITLE_SIZE, gb).1.is_empty() {
        put(TITLE, &losses.cut("Title", value("Title"), TITLE_SIZE, gb));
        put(SUBTITLE, &losses.cut("Subtitle", value("Subtitle"), TITLE_SIZE, gb));
    } else {
        // The length tells that the title runs on over the second line.
        put(TITLE, &losses.cut("Title", value("Title"), 2 * TITLE_SIZE + 1, gb));
        if !value("Subtitle").is_empty() {
            losses.header("Subtitle");
        }
    }
    for (at, size, name) in FIELDS {
        put(at, &losses.cut(name, value(name), size, gb));
    }
    losses.of_headers(headers, |name| {
        let kept = ["Title", "Subtitle", "GameType", "ResultKind"];
        let mut kept = kept.into_iter().chain(FIELDS.map(|(_, _, name)| name));
        kept.any(|k| k.eq_ignore_ascii_case(name))
    });
}

fn write_step(bytes: &mut Vec<u8>, tree: &Tree, node: NodeId, keys: &Keys, losses: &mut Losses) {
    let has_child = tree.first_child(node).is_some();
    let has_sibling = tree.next_sibling(node).is_some();
    let comment = joined_comment(tree, node).replace('\n', "\r\n");
    let comment = losses.encode(&comment, Encoding::Gb18030);
    let (from, to) = tree.mv(node).map_or((0, 0), |m| {
        let byte = |at: Square| 10 * at.file() + at.rank();
        (byte(m.from()), byte(m.to()))
    });
    let mut tag = 0;
    let bits = if keys.flagged { (0x80, 0x40) } else { (0xf0, 0x0f) };
    tag |= if has_child { bits.0 } else { 0 };
    tag |= if has_sibling { bits.1 } else { 0 };
    let has_size = !keys.flagged || !comment.is_empty();
    tag |= if keys.flagged && has_size { 0x20 } else { 0 };
    let last = if node == Tree::ROOT { 0xff } else { 0 };
    bytes.extend([
        from.wrapping_add(keys.from).wrapping_add(24),
        to.wrapping_add(keys.to).wrapping_add(32),
        tag,
        last,
    ]);
    if has_size {
        bytes.extend((comment.len() as u32 + keys.size).to_le_bytes());
    }
    bytes.extend_from_slice(&comment);
}
