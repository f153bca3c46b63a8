//! CBR, the records of 象棋桥 CCBridge; the same bytes are the records of its libraries.
//!
//! Texts in UTF-16 in fields of a fixed size, a board of 90 bytes, then the moves as a tree.

use crate::branch::{Branches, square};
use crate::decode::Encoding;
use crate::formats::WrittenFile;
use crate::game::{Game, GameResult, Headers};
use crate::losses::{Losses, joined_comment};
use crate::tree::{Start, Tree};
use crate::words::clean;
use chuhe_core::{Color, Piece, Role, Setup, Square};

pub(crate) const MAGIC: &[u8; 16] = b"CCBridge Record\0";
/// A number of the record's own stands here, the one that a library finds it by.
pub(crate) const ID: std::ops::Range<usize> = 20..36;

/// Where the texts stand, how many bytes they have, and which headers they are: in the layout of
/// version 2.
const FIELDS: [(usize, usize, &str); 30] = [
    (52, 128, "Script"),
    (180, 128, "Title"),
    (308, 256, "Category"),
    (564, 64, "Source"),
    (628, 64, "EventClass"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (820, 32, "Group"),
    (852, 32, "Table"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeControl"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1204, 64, "RedTime"),
    (1268, 32, "RedElo"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1428, 64, "BlackTime"),
    (1492, 32, "BlackElo"),
    (1524, 64, "Arbiter"),
    (1588, 64, "Recorder"),
    (1652, 64, "Annotator"),
    (1716, 64, "AnnotatorEmail"),
    (1780, 64, "Creator"),
    (1844, 64, "CreatorEmail"),
    (1908, 40, "Created"),
    (1972, 40, "Modified"),
    (2044, 32, "Nature"),
    (2080, 32, "Termination"),
];

/// The older layout: other places, and no script, arbiter and recorder.
const OLD_FIELDS: [(usize, usize, &str); 27] = [
    (52, 128, "Title"),
    (180, 256, "Category"),
    (436, 64, "Source"),
    (500, 64, "EventClass"),
    (564, 64, "Event"),
    (628, 64, "Round"),
    (692, 32, "Group"),
    (724, 32, "Table"),
    (756, 64, "Date"),
    (820, 64, "Site"),
    (884, 64, "TimeControl"),
    (948, 64, "Red"),
    (1012, 64, "RedTeam"),
    (1076, 64, "RedTime"),
    (1140, 32, "RedElo"),
    (1172, 64, "Black"),
    (1236, 64, "BlackTeam"),
    (1300, 64, "BlackTime"),
    (1364, 32, "BlackElo"),
    (1396, 64, "Annotator"),
    (1460, 64, "AnnotatorEmail"),
    (1524, 64, "Creator"),
    (1588, 64, "CreatorEmail"),
    (1652, 40, "Created"),
    (1716, 40, "Modified"),
    (1788, 32, "Nature"),
    (1824, 32, "Termination"),
];

/// Where the rest stands.
struct Layout {
    fields: &'static [(usize, usize, &'static str)],
    kind: usize,
    result: usize,
    side: usize,
    round: usize,
    board: usize,
    tree: usize,
}

const LAYOUT: Layout = Layout {
    fields: &FIELDS,
    kind: 2040,
    result: 2076,
    side: 2112,
    round: 2116,
    board: 2120,
    tree: 2214,
};
const OLD_LAYOUT: Layout = Layout {
    fields: &OLD_FIELDS,
    kind: 1784,
    result: 1820,
    side: 1856,
    round: 1860,
    board: 1864,
    tree: 1958,
};
const VERSION: usize = 19;

/// What a record is, by its number: whether it begins as a real game does, and whether it is whole.
const KINDS: [&str; 4] = ["full", "setup", "real ending", "setup ending"];

const ROLES: [Role; 7] = {
    use Role::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    [Rook, Horse, Elephant, Advisor, King, Cannon, Pawn]
};

/// A text in UTF-16 up to the first zero.
pub(crate) fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let units: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
    String::from_utf16_lossy(&units)
}

/// The field of `size` bytes at `at`, or what there is of it.
pub(crate) fn field(bytes: &[u8], at: usize, size: usize) -> &[u8] {
    &bytes[at.min(bytes.len())..(at + size).min(bytes.len())]
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The game of a record that stands at `offset` of its file.
pub(crate) fn read(bytes: &[u8], offset: usize) -> Game {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let is_old = byte(VERSION) == 1;
    let layout = if is_old { &OLD_LAYOUT } else { &LAYOUT };
    let mut headers = Headers::default();
    for &(at, size, name) in layout.fields {
        let value = clean(&text(field(bytes, at, size)));
        if !value.trim().is_empty() {
            headers.set(name, &value);
        }
    }
    let mut setup = board(field(bytes, layout.board, 90));
    setup.turn = if byte(layout.side) == 2 { Color::Black } else { Color::Red };
    let round = u16::from_le_bytes([byte(layout.round), byte(layout.round + 1)]);
    setup.fullmove = u32::from(round).max(1);

    let mut branches = Branches::new(setup);
    if byte(VERSION) > 2 {
        let facts = vec![("version", byte(VERSION).to_string())];
        branches.problem("record.newer_version", facts, None, offset + VERSION);
    }
    read_tree(bytes, layout.tree, offset, is_old, &mut branches);

    let mut game = branches.finish(Encoding::Utf16Le, offset);
    // A full game that was set up from the usual start is like any other.
    let kind = usize::from(byte(layout.kind));
    if kind > 1 || kind < usual_kind(game.tree.start()) {
        KINDS.get(kind).into_iter().for_each(|told| headers.set("GameType", told));
    }
    game.result = match byte(layout.result) {
        1 => GameResult::RedWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    if byte(layout.result) == 4 {
        headers.set("ResultKind", "several");
    }
    game.headers = headers;
    game
}

/// The kind of a record that says nothing more than its start does.
fn usual_kind(start: &Start) -> usize {
    usize::from(*start != Start::Standard)
}

fn board(bytes: &[u8]) -> Setup {
    let mut setup = Setup::empty();
    for (i, &byte) in bytes.iter().enumerate() {
        let color = match byte >> 4 {
            1 => Color::Red,
            2 => Color::Black,
            _ => continue,
        };
        let role = usize::from(byte & 15).checked_sub(1).and_then(|role| ROLES.get(role));
        setup.pieces[place(i as u8).expect("one of 90").index()] =
            role.map(|&role| Piece::new(color, role));
    }
    setup
}

/// The square with a number: row after row from Black's left, file a.
fn place(index: u8) -> Option<Square> {
    square(index % 9, 9_u8.checked_sub(index / 9)?)
}

/// The square that the old layout writes as file and rank from the top.
fn old_place(byte: u8) -> Option<Square> {
    square(byte >> 4, 9_u8.checked_sub(byte & 15)?)
}

/// No more moves in the line.
const LAST: u8 = 1;
/// An alternative to this move comes after all that follows it.
const SIBLING: u8 = 2;
const COMMENT: u8 = 4;

fn read_tree(bytes: &[u8], start: usize, offset: usize, is_old: bool, branches: &mut Branches) {
    let place = if is_old { old_place } else { place };
    let mut pending = Vec::new();
    let mut at = start;
    loop {
        let Some(&[flags, _, from, to]) = bytes.get(at..at + 4) else {
            return branches.problem_here("record.cut_short", vec![], offset + bytes.len());
        };
        let here = offset + at;
        if flags > 7 {
            return branches.problem_here("record.bad_tree", vec![], here);
        }
        at += 4;
        let is_root = here == offset + start;
        if !is_root {
            if flags & SIBLING != 0 {
                pending.push(branches.depth());
            }
            branches.play(place(from), place(to), here);
        }
        if flags & COMMENT != 0 {
            let size = number(bytes, at).map(|size| size as usize);
            at = (at + 4).min(bytes.len());
            let comment = field(bytes, at, size.unwrap_or(0).min(bytes.len()));
            branches.comment(&text(comment));
            at += comment.len();
            if size.is_none_or(|size| size > comment.len()) {
                return branches.problem_here("record.cut_short", vec![], offset + bytes.len());
            }
        }
        if flags & LAST != 0 {
            match pending.pop() {
                Some(depth) if !is_root => branches.back_to(depth),
                _ => return,
            }
        }
    }
}

/// A game as a file.
pub(crate) fn write(game: &Game) -> WrittenFile {
    let (bytes, losses) = write_record(game);
    WrittenFile::one(bytes, losses.0)
}

/// A game as the bytes of a record.
pub(crate) fn write_record(game: &Game) -> (Vec<u8>, Losses) {
    let mut losses = Losses::default();
    let mut bytes = vec![0; LAYOUT.tree];
    bytes[..MAGIC.len()].copy_from_slice(MAGIC);
    bytes[VERSION] = 2;
    for (at, size, name) in FIELDS {
        let value = game.headers.get(name).unwrap_or_default();
        put_text(&mut bytes, at, size, name, value, &mut losses);
    }
    losses.of_headers(&game.headers, |name| {
        let mut kept =
            FIELDS.map(|(_, _, name)| name).into_iter().chain(["GameType", "ResultKind"]);
        kept.any(|k| k.eq_ignore_ascii_case(name))
    });
    let start = game.tree.start();
    let kind = game.headers.get("GameType").and_then(|t| KINDS.iter().position(|k| *k == t));
    if kind.is_none() && game.headers.get("GameType").is_some() {
        losses.header("GameType");
    }
    bytes[LAYOUT.kind] = kind.unwrap_or_else(|| usual_kind(start)) as u8;
    bytes[LAYOUT.result] = match game.result {
        GameResult::RedWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
        GameResult::Unknown if game.headers.get("ResultKind") == Some("several") => 4,
        GameResult::Unknown => 0,
    };
    let setup = start.setup();
    bytes[LAYOUT.side] = if setup.turn == Color::Red { 1 } else { 2 };
    let round = u16::try_from(setup.fullmove).unwrap_or(0);
    if setup.halfmove != 0 || round == 0 {
        losses.add("loss.counters", vec![]);
    }
    bytes[LAYOUT.round..LAYOUT.round + 2].copy_from_slice(&round.max(1).to_le_bytes());
    for square in Square::all() {
        if let Some(piece) = setup.pieces[square.index()] {
            let role = ROLES.iter().position(|role| *role == piece.role()).expect("all seven");
            let color = if piece.color() == Color::Red { 0x10 } else { 0x20 };
            bytes[LAYOUT.board + usize::from(index(square))] = color + role as u8 + 1;
        }
    }
    bytes[LAYOUT.board + 90..LAYOUT.tree].fill(0xff);
    write_tree(&mut bytes, &game.tree, &mut losses);
    let id = identity(&bytes);
    bytes[ID].copy_from_slice(&id);
    (bytes, losses)
}

/// Writes a header into its field, which ends in a zero.
pub(crate) fn put_text(
    bytes: &mut [u8],
    at: usize,
    size: usize,
    name: &str,
    value: &str,
    losses: &mut Losses,
) {
    let text = losses.cut(name, value, size - 2, Encoding::Utf16Le);
    bytes[at..at + text.len()].copy_from_slice(&text);
}

fn index(square: Square) -> u8 {
    (9 - square.rank()) * 9 + square.file()
}

fn write_tree(bytes: &mut Vec<u8>, tree: &Tree, losses: &mut Losses) {
    for node in tree.walk() {
        losses.of_notes(tree, node);
        let comment = joined_comment(tree, node).replace('\n', "\r\n").replace('\0', "");
        let comment = Encoding::Utf16Le.encode(&comment).unwrap_or_default();
        let mut flags = 0;
        flags |= if tree.first_child(node).is_none() { LAST } else { 0 };
        flags |= if tree.next_sibling(node).is_some() { SIBLING } else { 0 };
        flags |= if comment.is_empty() { 0 } else { COMMENT };
        let (from, to) = tree.mv(node).map_or((0, 0), |m| (index(m.from()), index(m.to())));
        bytes.extend([flags, 0, from, to]);
        if !comment.is_empty() {
            bytes.extend((comment.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&comment);
        }
    }
}

/// A number for a record, from its content: the same game has the same.
fn identity(bytes: &[u8]) -> [u8; 16] {
    let mut number: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for &byte in bytes {
        number =
            (number ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    number.to_le_bytes()
}
