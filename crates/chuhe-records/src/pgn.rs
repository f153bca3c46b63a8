//! PGN in all the dialects of Xiangqi archives.
//!
//! A file is cut into games on bytes, before its encoding is known: a line break is never part
//! of a character in UTF-8, GB18030 or Big5, so a `[` after one is a bracket.

use crate::game::{Game, GameResult, Headers};
use crate::movetext::{Fault, MoveReader, read_game};
use crate::notation::{Hint, Ranks, Style};
use crate::tree::Start;
use crate::words::{clean, short};
use chuhe_core::Setup;
use std::borrow::Cow;

/// Where a game ends in bytes that may still be growing.
#[derive(Default)]
pub(crate) struct Cutter {
    /// Bytes looked at, from the start of the game.
    at: usize,
    in_moves: bool,
    /// Lines that an unclosed header value may still run over.
    header_lines: u8,
    braces: Braces,
}

pub(crate) enum Cut {
    /// The game ends before this byte.
    At(usize),
    /// Not to be said without more bytes.
    More,
}

/// How far beyond a game a `}` is looked for that would show its last comment to be open.
const LOOKAHEAD: usize = 64 * 1024;

impl Cutter {
    /// Goes on looking for the end of the game that `bytes` begin with.
    pub fn cut(&mut self, bytes: &[u8], complete: bool) -> Cut {
        while self.at < bytes.len() {
            let rest = &bytes[self.at..];
            let Some(end) = memchr::memchr(b'\n', rest).or(complete.then_some(rest.len())) else {
                break;
            };
            let line = &rest[..end];
            let next = (self.at + end + 1).min(bytes.len());
            if starts_tag(line) {
                if self.in_moves {
                    if !self.braces.open_at(bytes, self.at) {
                        return Cut::At(self.at);
                    }
                    if !complete && bytes.len() - self.at < LOOKAHEAD {
                        return Cut::More;
                    }
                    if !self.braces.close_after(bytes, self.at) {
                        return Cut::At(self.at);
                    }
                }
                self.header_lines = if ends_tag(line) { 0 } else { MOST_HEADER_LINES };
            } else if line.trim_ascii().is_empty() {
                self.header_lines = 0;
            } else if self.header_lines > 0 {
                self.header_lines = if ends_tag(line) { 0 } else { self.header_lines - 1 };
            } else if self.in_moves || !is_aside(line) {
                self.in_moves = true;
            }
            self.at = next;
        }
        if complete { Cut::At(bytes.len()) } else { Cut::More }
    }
}

/// Headers kept of one game; a search for a name looks at all of them.
const MOST_HEADERS: usize = 500;

/// Lines over which one header value may be broken.
const MOST_HEADER_LINES: u8 = 8;

/// Whether a line begins like `[Name "`.
fn starts_tag(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
    let Some(rest) = line.strip_prefix(b"[") else {
        return false;
    };
    let name = rest
        .iter()
        .take(64)
        .take_while(|b| !b.is_ascii_whitespace() && !matches!(b, b'"' | b']'))
        .count();
    name > 0
        && rest[0] != b'%'
        && rest[name..].first().is_some_and(u8::is_ascii_whitespace)
        && rest[name..].trim_ascii_start().first() == Some(&b'"')
}

/// `%` and what follows, or a header without quotation marks: no line of moves.
fn is_aside(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.starts_with(b"%") || line.starts_with(b"[") && line.ends_with(b"]")
}

/// Where the first line that begins like a header does, and how many lines come before it.
pub(crate) fn find_tag(bytes: &[u8]) -> (Option<usize>, u64) {
    let mut at = 0;
    let mut lines = 0;
    while at < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |i| at + i);
        if starts_tag(&bytes[at..end]) {
            return (Some(at), lines);
        }
        at = end + 1;
        lines += 1;
    }
    (None, lines)
}

fn ends_tag(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    line.strip_suffix(b"]").is_some_and(|line| line.trim_ascii_end().ends_with(b"\""))
}

/// Follows the braces of one game's undecoded bytes.
#[derive(Default)]
struct Braces {
    at: usize,
    open: bool,
    /// Up to here a comment is known to run.
    closes: usize,
    double_bytes: Option<bool>,
}

impl Braces {
    /// Whether a comment was opened before `at` and not closed.
    fn open_at(&mut self, bytes: &[u8], at: usize) -> bool {
        while let Some((brace, place)) = self.next(&bytes[..at], self.at) {
            self.open = brace == b'{';
            self.at = place + 1;
        }
        self.at = self.at.max(at);
        self.open
    }

    /// Whether what comes next after `at` is a `}`.
    fn close_after(&mut self, bytes: &[u8], at: usize) -> bool {
        if at < self.closes {
            return true;
        }
        match self.next(&bytes[..bytes.len().min(at + LOOKAHEAD)], at) {
            Some((b'}', place)) => {
                self.closes = place;
                true
            }
            _ => false,
        }
    }

    /// The next brace that is a character of its own.
    fn next(&mut self, bytes: &[u8], from: usize) -> Option<(u8, usize)> {
        let sample = &bytes[..bytes.len().min(LOOKAHEAD)];
        let double = *self.double_bytes.get_or_insert_with(|| {
            std::str::from_utf8(sample).is_err_and(|e| e.error_len().is_some())
        });
        let mut at = from;
        if !double {
            return memchr::memchr2(b'{', b'}', &bytes[at..]).map(|i| (bytes[at + i], at + i));
        }
        while at < bytes.len() {
            match bytes[at] {
                b'{' | b'}' => return Some((bytes[at], at)),
                // The second byte of a double one may look like a brace.
                0x81.. => at += 2,
                _ => at += 1,
            }
        }
        None
    }
}

/// One game of a decoded text; none if there is nothing of a game in it.
pub(crate) fn read(text: &str) -> Option<(Game, Vec<Fault>)> {
    let mut faults = Vec::new();
    let (headers, body) = read_tags(text, &mut faults);
    let start = start_of(&headers, &mut faults);
    let mut reader = read_game(start, &text[body..], hint_of(&headers));
    if headers.is_empty()
        && reader.tree.is_empty()
        && reader.faults.iter().all(|f| f.code == "record.stray_text")
    {
        return None;
    }
    for fault in &mut reader.faults {
        fault.at += body;
    }
    faults.append(&mut reader.faults);
    let mut game = Game::new(Start::Standard);
    game.result = settle_result(&headers, &reader, &mut faults, text.len());
    game.headers = headers;
    game.tree = reader.tree;
    Some((game, faults))
}

/// What the `Format` header, with the name of a notation as written here, says beyond doubt.
///
/// Programs that write `UCI` or `SAN` there count ranks from 0 or from 1.
fn hint_of(headers: &Headers) -> Hint {
    let name = headers.get("Format").unwrap_or("").to_ascii_lowercase();
    let hint = Style::from_name(&name).map_or_else(Hint::default, Hint::from);
    Hint { ranks: hint.ranks.filter(|ranks| *ranks == Ranks::FromOne), ..hint }
}

/// The header wins over the end of the movetext, unless it says nothing.
fn settle_result(
    headers: &Headers,
    reader: &MoveReader,
    faults: &mut Vec<Fault>,
    end: usize,
) -> GameResult {
    let header =
        headers.get("Result").and_then(GameResult::parse).filter(|r| *r != GameResult::Unknown);
    let moves = reader.result.filter(|r| *r != GameResult::Unknown);
    if let (Some(header), Some(moves)) = (header, moves)
        && header != moves
    {
        let facts = vec![("header", header.text().to_owned()), ("moves", moves.text().to_owned())];
        faults.push(Fault { code: "record.two_results", facts, ply: None, at: end });
    }
    header.or(moves).unwrap_or_default()
}

/// The start position of the headers. What is wrong with it is added to `faults`.
pub(crate) fn start_of(headers: &Headers, faults: &mut Vec<Fault>) -> Start {
    match headers.get("FEN").filter(|fen| !fen.trim().is_empty()) {
        Some(fen) => parse_start(fen, faults),
        None => Start::Standard,
    }
}

pub(crate) fn parse_start(fen: &str, faults: &mut Vec<Fault>) -> Start {
    let mut fault = |code, facts| faults.push(Fault { code, facts, ply: None, at: 0 });
    match Setup::parse(fen) {
        Ok(setup) => {
            setup.problems().iter().for_each(|p| fault(p.code(), p.facts()));
            Start::from_setup(setup)
        }
        Err(error) => {
            fault(error.code(), error.facts());
            Start::Standard
        }
    }
}

/// The headers at the beginning of a game, and where its moves begin.
fn read_tags(text: &str, faults: &mut Vec<Fault>) -> (Headers, usize) {
    let mut headers = Headers::default();
    let mut at = 0;
    let mut full = false;
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start_matches(crate::lex::is_space).len();
        let tag = &rest[blank..];
        if tag.starts_with('%') {
            at += blank + tag.find('\n').unwrap_or(tag.len());
            continue;
        }
        let Some(Tag { name, value, len, open }) = read_tag(tag) else {
            break;
        };
        if open {
            faults.push(Fault {
                code: "record.header_open",
                facts: vec![("name", short(name))],
                ply: None,
                at: at + blank,
            });
        }
        at += blank + len;
        let place = at - len;
        if headers.len() == MOST_HEADERS && headers.get(name).is_none() {
            if !full {
                let facts = vec![("most", MOST_HEADERS.to_string())];
                faults.push(Fault { code: "record.many_headers", facts, ply: None, at: place });
                full = true;
            }
            continue;
        }
        if !headers.add(name, &value) {
            if headers.get(name) == Some("") {
                headers.set(name, &value);
            } else if !value.is_empty() && headers.get(name) != Some(&value) {
                let facts = vec![("name", short(name)), ("text", short(&value))];
                faults.push(Fault { code: "record.header_twice", facts, ply: None, at: place });
            }
        }
    }
    (headers, at)
}

struct Tag<'a> {
    name: &'a str,
    value: String,
    len: usize,
    /// The value has no end.
    open: bool,
}

fn read_tag(text: &str) -> Option<Tag<'_>> {
    let inner = text.strip_prefix('[')?;
    let name = &inner[..inner.find(|c: char| c.is_whitespace() || matches!(c, '"' | ']'))?];
    if name.is_empty() || name.len() > 64 || name.starts_with('%') {
        return None;
    }
    let after = &inner[name.len()..];
    let quoted = after.trim_start_matches([' ', '\t']);
    let Some(value) = quoted.strip_prefix('"') else {
        // [Name value] on one line.
        let line = after.lines().next().unwrap_or("");
        let value = line.trim_end().strip_suffix(']')?;
        return Some(Tag {
            name,
            value: clean(value),
            len: text.len() - after.len() + line.trim_end().len(),
            open: false,
        });
    };
    let begin = text.len() - value.len();
    match value_end(value) {
        Some((end, len)) => {
            Some(Tag { name, value: unescape(&value[..end]), len: begin + len, open: false })
        }
        None => {
            let line = value.lines().next().unwrap_or("");
            let shown = line.trim_end().trim_end_matches(']').trim_end_matches('"');
            Some(Tag { name, value: unescape(shown), len: begin + line.len(), open: true })
        }
    }
}

/// Where a quoted value ends, and where the `]` after it does: at the first `"` with a `]`
/// behind it, because names hold quotation marks too.
fn value_end(value: &str) -> Option<(usize, usize)> {
    let bytes = value.as_bytes();
    let mut at = 0;
    let mut lines = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if matches!(bytes.get(at + 1), Some(b'"' | b'\\')) => at += 1,
            b'"' => {
                let blank = bytes[at + 1..]
                    .iter()
                    .take_while(|b| matches!(b, b' ' | b'\t' | b'\r'))
                    .count();
                if bytes.get(at + 1 + blank) == Some(&b']') {
                    return Some((at, at + blank + 2));
                }
            }
            b'\n' => {
                lines += 1;
                let line = bytes[at + 1..].split(|b| *b == b'\n').next().unwrap_or(&[]);
                if lines > MOST_HEADER_LINES || line.trim_ascii().is_empty() || starts_tag(line) {
                    return None;
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn unescape(value: &str) -> String {
    let value = clean(value);
    if !value.contains(['\\', '\n', '\t']) {
        return value;
    }
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.push(chars.next_if(|n| matches!(n, '"' | '\\')).unwrap_or('\\')),
            '\n' | '\t' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}

/// A header value between quotation marks.
pub(crate) fn escape(value: &str) -> Cow<'_, str> {
    if !value.contains(['"', '\\', '\n', '\r', '\t']) {
        return Cow::Borrowed(value);
    }
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    Cow::Owned(escaped.replace("\r\n", " ").replace(['\n', '\r', '\t'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        let mut rest = text;
        let mut parts = Vec::new();
        while !rest.is_empty() {
            let Cut::At(end) = Cutter::default().cut(rest.as_bytes(), true) else {
                panic!("complete")
            };
            parts.push(&rest[..end]);
            rest = &rest[end..];
        }
        parts
    }

    #[test]
    fn games_are_cut_at_their_headers() {
        assert_eq!(
            cut("[A \"1\"]\n\n1. x\n\n[A \"2\"]\n1. y\n"),
            ["[A \"1\"]\n\n1. x\n\n", "[A \"2\"]\n1. y\n"]
        );
        // A header broken over lines, a comment that quotes one, a comment left open.
        assert_eq!(cut("[A \"1\n2\"]\n[B \"x\"]\n1. y\n").len(), 1);
        assert_eq!(cut("[A \"1\"]\n1. x {see\n[A \"2\"]\n} y\n").len(), 1);
        assert_eq!(cut("[A \"1\"]\n1. x {see\n[A \"2\"]\n y {z}\n").len(), 2);
    }

    #[test]
    fn headers_in_odd_shapes() {
        let mut faults = Vec::new();
        let text = "[Event \"the \"great\" cup\"]\n[Site \"a\nb\"][Red \"\\\"x\\\"\"]\n[Black 杨官璘]\n[Date \"\n[Round \"1\"]\n1. x";
        let (headers, body) = read_tags(text, &mut faults);
        assert_eq!(
            headers.iter().collect::<Vec<_>>(),
            [
                ("Event", "the \"great\" cup"),
                ("Site", "a b"),
                ("Red", "\"x\""),
                ("Black", "杨官璘"),
                ("Date", ""),
                ("Round", "1"),
            ]
        );
        assert_eq!(text[body..].trim(), "1. x");
        assert_eq!(faults.iter().map(|f| f.code).collect::<Vec<_>>(), ["record.header_open"]);
    }

    #[test]
    fn a_game_is_read_whole() {
        let text = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Result \"1-0\"]\n[FEN \"4k4/9/9/9/9/9/9/9/R8/3K5 w\"]\n{开局}\n1. 车九进八 {好}\n";
        let (game, faults) = read(text).unwrap();
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(game.result, GameResult::RedWins);
        assert_eq!(game.tree.main_line().len(), 1);
        assert_eq!(game.tree.count_comments(), 2);
    }

    #[test]
    fn a_diagram_that_cannot_arise_is_told_and_played() {
        let (game, faults) =
            read("[FEN \"3k5/9/9/9/9/9/9/9/9/B3K4 w\"]\n1. 帅五进一 将4进1").unwrap();
        assert_eq!(game.tree.main_line().len(), 2);
        assert_eq!(faults.iter().map(|f| f.code).collect::<Vec<_>>(), ["setup.misplaced"]);
    }

    #[test]
    fn a_side_that_leaves_the_other_in_check_is_taken_for_wrong() {
        let (game, faults) =
            read("[FEN \"4k4/9/9/9/4R4/9/9/9/9/3K5 w\"]\n1. ...... 将5平6").unwrap();
        assert_eq!(game.tree.main_line().len(), 1);
        assert!(faults.iter().any(|f| f.code == "record.wrong_side"));
    }

    #[test]
    fn a_layout_without_kings_is_kept_and_told() {
        let (game, faults) = read("[FEN \"9/9/9/9/9/9/9/9/9/9 w\"]\n{图} 1. 炮二平五").unwrap();
        assert!(matches!(game.tree.start(), Start::Unplayable(_)));
        assert_eq!(faults.len(), 2);
        assert_eq!(game.tree.count_comments(), 1);
    }
}
