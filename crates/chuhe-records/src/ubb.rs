//! What both ends of DhtmlXQ share: its tags and escapes, and how it is written.

use crate::game::{Game, GameResult, is_structural};
use crate::losses::{Losses, joined_comment};
use crate::tree::{NodeId, Start, Tree};
use chuhe_core::{Move, Setup, Square};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt::Write;

/// Keys and the headers they are here; the first of two is written.
pub(crate) const KEYS: &[(&str, &str)] = &[
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("group", "Group"),
    ("table", "Table"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("redeng", "RedEnglish"),
    ("redtime", "RedTime"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("blackeng", "BlackEnglish"),
    ("blacktime", "BlackTime"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("owner", "Owner"),
    ("refer", "Source"),
    ("type", "Type"),
    ("gametype", "GameType"),
    ("timerule", "TimeControl"),
    ("endtype", "Termination"),
    ("open", "Opening"),
    ("ecco", "ECCO"),
    ("result", "Result"),
];

/// Pieces in the order of `binit`, with Red's then Black's.
pub(crate) const SLOTS: &str = "RNBAKABNRCCPPPPPrnbakabnrccppppp";
pub(crate) const BINIT: &str = "0919293949596979891777062646668600102030405060708012720323436383";

/// `||` is a line end, `\uXXXX` a character.
pub(crate) fn unescape(text: &str) -> String {
    let text = text.replace("||", "\n");
    if !text.contains("\\u") {
        return text;
    }
    let unit = |text: &str| {
        let hex = text.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+'))
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("\\u") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let mut units = Vec::new();
        while let Some(found) = unit(rest) {
            units.push(found);
            rest = &rest[6..];
        }
        if units.is_empty() {
            out.push_str("\\u");
            rest = &rest[2..];
        }
        out.extend(char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')));
    }
    out + rest
}

/// A value as it stands between tags: the inverse of [`unescape`].
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let code = |c: char| format!("\\u{:04X}", c as u32);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\r' => out.push_str("||"),
            '|' | '\\' | '[' | ']' => out.push_str(&code(c)),
            c if c.is_control() => out.push_str(&code(c)),
            c => out.push(c),
        }
    }
    out
}

/// The few characters that pages write as names, and their line breaks.
pub(crate) fn unescape_html(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end =
            rest.char_indices().take(12).find(|(_, c)| matches!(c, ';' | '>')).map(|(i, _)| i);
        let name = end.map_or("", |end| &rest[1..end]);
        let found = match name.to_ascii_lowercase().trim_end_matches([' ', '/']) {
            "br" | "p" | "/p" => Some('\n'),
            name => crate::xml::entity(name),
        };
        match (found, end) {
            (Some(c), Some(end)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            _ => {
                out.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    Cow::Owned(out + rest)
}

/// A game as UBB, one tag a line.
pub(crate) fn write(game: &Game, losses: &mut Losses) -> String {
    let mut text = String::from("[DhtmlXQ]\n");
    tag(&mut text, "ver", "www_dpxq_com");
    tag(&mut text, "init", "500,350");
    for (name, value) in game.headers.iter().filter(|(name, _)| !is_structural(name)) {
        let known = KEYS.iter().find(|(_, header)| *header == name).map(|(key, _)| *key);
        match known.or_else(|| is_key(name).then_some(name)) {
            Some(key) => tag(&mut text, key, &escape(value)),
            None => losses.header(name),
        }
    }
    let word = match game.result {
        GameResult::RedWins => "红胜",
        GameResult::BlackWins => "黑胜",
        GameResult::Draw => "和棋",
        GameResult::Unknown => "未知",
    };
    tag(&mut text, "result", word);
    write_start(game.tree.start(), &mut text);
    write_lines(&game.tree, &mut text, losses);
    text.push_str("[/DhtmlXQ]\n");
    text
}

/// Whether a header can be a key as it is: the capital keeps it apart from those in use.
fn is_key(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn tag(text: &mut String, key: &str, value: &str) {
    let _ = writeln!(text, "[DhtmlXQ_{key}]{value}[/DhtmlXQ_{key}]");
}

fn write_start(start: &Start, text: &mut String) {
    if *start == Start::Standard {
        return tag(text, "binit", BINIT);
    }
    if let Some(binit) = binit(&start.setup()) {
        tag(text, "binit", &binit);
    }
    // Who moves first, and the counters, stand in the FEN alone.
    tag(text, "fen", &start.fen());
}

/// The pieces as 32 pairs of digits; none if there are more than a set has.
fn binit(setup: &Setup) -> Option<String> {
    let mut places = vec![String::from("99"); 32];
    for square in Square::all() {
        let Some(piece) = setup.pieces[square.index()] else {
            continue;
        };
        let slot = SLOTS
            .chars()
            .enumerate()
            .position(|(i, letter)| letter == piece.letter() && places[i] == "99")?;
        places[slot] = format!("{}{}", square.file(), 9 - square.rank());
    }
    Some(places.concat())
}

/// The main line, then every variation after the line it leaves, and all comments.
fn write_lines(tree: &Tree, text: &mut String, losses: &mut Losses) {
    let mut comments = String::new();
    let mut comment = |node, place: String, losses: &mut Losses| {
        losses.of_notes(tree, node);
        let words = joined_comment(tree, node);
        if !words.is_empty() {
            tag(&mut comments, &format!("comment{place}"), &escape(&words));
        }
    };
    comment(Tree::ROOT, "0".to_owned(), losses);
    // First move, number of the line it leaves, ply.
    let mut open: VecDeque<(Option<NodeId>, u32, u32)> =
        [(tree.first_child(Tree::ROOT), 0, 1)].into();
    let mut number = 0;
    while let Some((first, parent, begin)) = open.pop_front() {
        let mut digits = String::new();
        let line = if number == 0 { String::new() } else { format!("{number}_") };
        for (node, ply) in
            first.into_iter().chain(first.iter().flat_map(|&id| tree.line(id))).zip(begin..)
        {
            write_move(tree.mv(node).expect("not the root"), &mut digits);
            comment(node, format!("{line}{ply}"), losses);
            if ply > begin || number == 0 {
                let up = tree.parent(node).expect("not the root");
                open.extend(tree.children(up).skip(1).map(|other| (Some(other), number, ply)));
            }
        }
        let key = match number {
            0 => "movelist".to_owned(),
            _ => format!("move_{parent}_{begin}_{number}"),
        };
        tag(text, &key, &digits);
        number += 1;
    }
    text.push_str(&comments);
}

fn write_move(m: Move, digits: &mut String) {
    let (from, to) = (m.from(), m.to());
    let _ = write!(digits, "{}{}{}{}", from.file(), 9 - from.rank(), to.file(), 9 - to.rank());
}
