//! Files as they are written.

use super::keys::{self, Keys};
use super::{FIELDS, GAME_TYPES, HEADER, SLOTS, SUBTITLE, TITLE, TITLE_SIZE, usual_type};
use crate::decode::Encoding;
use crate::formats::WrittenFile;
use crate::game::{Game, GameResult, Headers};
use crate::losses::{Losses, field, joined_comment};
use crate::tree::{NodeId, Tree};
use crate::unread::whole;
use chuhe_core::{Color, Piece, Square};

/// A game as a file of version 1.0 (10), which is not encrypted, or 1.8 (18), which is; none in
/// other versions.
///
/// The keys of a version 1.8 come from `seed`, and from the game if there is none: the same game
/// always gives the same bytes.
pub fn write_xqf(game: &Game, version: u8, seed: Option<u64>) -> Option<WrittenFile> {
    let (game, losses) = whole(game);
    let mut file = write_whole(&game, version, seed)?;
    file.losses.extend(losses.0.into_iter().map(|loss| (0, loss)));
    Some(file)
}

/// As [`write_xqf`]; all moves of the file are in the tree.
pub(crate) fn write_whole(game: &Game, version: u8, seed: Option<u64>) -> Option<WrittenFile> {
    let mut losses = Losses::default();
    let mut head = [0; HEADER];
    head[..2].copy_from_slice(b"XQ");
    head[2] = match version {
        0 | 10 => 10,
        18 => 18,
        _ => return None,
    };
    write_result(&mut head, game, &mut losses);
    write_headers(&mut head, &game.headers, &mut losses);
    let nodes: Vec<NodeId> = game.tree.walk().collect();
    if head[2] == 10 {
        head[52..56].copy_from_slice(&(nodes.len() as u32).to_le_bytes());
        head[56..60].copy_from_slice(&(HEADER as u32).to_le_bytes());
    } else {
        let seed = seed.unwrap_or_else(|| fingerprint(&head, game, &nodes));
        keys::choose(&mut head, seed);
    }
    let keys = Keys::of(&head);
    write_layout(&mut head, game, &keys, &mut losses);

    let mut bytes = head.to_vec();
    bytes.reserve(nodes.len() * 8);
    for node in nodes {
        write_step(&mut bytes, &game.tree, node, &keys, &mut losses);
        losses.of_notes(&game.tree, node);
    }
    for (at, byte) in bytes.iter_mut().enumerate().skip(HEADER) {
        *byte = byte.wrapping_add(keys.stream[at % 32]);
    }
    Some(WrittenFile::one(bytes, losses.0))
}

/// A number of what a game is, as FNV-1a makes it.
fn fingerprint(head: &[u8; HEADER], game: &Game, nodes: &[NodeId]) -> u64 {
    let moves = nodes.iter().filter_map(|&node| game.tree.mv(node));
    let squares = moves.flat_map(|m| [m.from().index() as u8, m.to().index() as u8]);
    let start = game.tree.start().fen();
    let bytes = head.iter().copied().chain(start.bytes()).chain(squares);
    bytes.fold(0xcbf2_9ce4_8422_2325, |number, byte| {
        (number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn write_result(head: &mut [u8; HEADER], game: &Game, losses: &mut Losses) {
    head[51] = match game.result {
        GameResult::RedWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
        GameResult::Unknown if game.headers.get("ResultKind") == Some("several") => 4,
        GameResult::Unknown => 0,
    };
    let told = game.headers.get("GameType");
    let kind = GAME_TYPES.iter().position(|name| told == Some(name));
    if kind.is_none() && told.is_some() {
        losses.header("GameType");
    }
    head[64] = kind.map_or(usual_type(game.tree.start()), |i| i as u8);
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
        *byte = squares[(keys.first_slot + i) % 32].wrapping_add(keys.pieces);
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
    let squares =
        [from.wrapping_add(keys.from).wrapping_add(24), to.wrapping_add(keys.to).wrapping_add(32)];
    // Those of the root mean nothing; so do they stand in the files of XQStudio.
    let (squares, last) = match node {
        Tree::ROOT if keys.flagged => (*b"XQ", 0xff),
        Tree::ROOT => (squares, 0xff),
        _ => (squares, 0),
    };
    bytes.extend([squares[0], squares[1], tag, last]);
    if has_size {
        bytes.extend((comment.len() as u32).wrapping_add(keys.size).to_le_bytes());
    }
    bytes.extend_from_slice(&comment);
}
