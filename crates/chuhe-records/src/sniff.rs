//! Which format a file is in, by its content: names of files say little (`.XQF` that is a CBL,
//! `.txt` that is a PGN).

use crate::coordinates::coordinates;
use crate::decode::{Encoding, decode, wide_encoding};
use crate::headings::{find_fen, plain_fen};
use crate::lex::{Lexer, Token, count_moves};
use crate::mxq;

/// A format of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Pgn,
    Text,
    Wxf,
    Xqf,
    Cbr,
    Cbl,
    OldCbl,
    Cbf,
    Xqr,
    Dhtmlxq,
    Pfc,
    Mxq,
    Che,
    Chn,
    Ccm,
    Epd,
    Csv,
    Eglib,
    /// An opening book in SQLite.
    Book,
    /// Our own, and lists of positions.
    Json,
    /// The records of XieXie.
    Egf,
}

impl Format {
    pub const ALL: [Format; 21] = [
        Format::Pgn,
        Format::Text,
        Format::Wxf,
        Format::Xqf,
        Format::Cbr,
        Format::Cbl,
        Format::OldCbl,
        Format::Cbf,
        Format::Xqr,
        Format::Dhtmlxq,
        Format::Pfc,
        Format::Mxq,
        Format::Che,
        Format::Chn,
        Format::Ccm,
        Format::Epd,
        Format::Csv,
        Format::Eglib,
        Format::Book,
        Format::Json,
        Format::Egf,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Text => "text",
            Format::Wxf => "wxf",
            Format::Xqf => "xqf",
            Format::Cbr => "cbr",
            Format::Cbl => "cbl",
            Format::OldCbl => "cbl-old",
            Format::Cbf => "cbf",
            Format::Xqr => "xqr",
            Format::Dhtmlxq => "dhtmlxq",
            Format::Pfc => "pfc",
            Format::Mxq => "mxq",
            Format::Che => "che",
            Format::Chn => "chn",
            Format::Ccm => "ccm",
            Format::Epd => "epd",
            Format::Csv => "csv",
            Format::Eglib => "eglib",
            Format::Book => "book",
            Format::Json => "json",
            Format::Egf => "egf",
        }
    }

    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|f| f.name() == name)
    }
}

/// How many bytes of a file [`sniff`] asks for.
pub const SNIFF_BYTES: usize = 64 * 1024;

/// The format of a file that begins with `head`; none if nothing of a record shows.
///
/// `len` is the length of the whole file if known: two old formats show in nothing else.
pub fn sniff(head: &[u8], len: Option<u64>) -> Option<Format> {
    let head = &head[..head.len().min(SNIFF_BYTES)];
    if let Some(encoding) = wide_encoding(head, None) {
        let text = encoding.codec().decode(head).0;
        return by_words(text.as_bytes()).or_else(|| by_text(text.as_bytes()));
    }
    by_magic(head)
        .or_else(|| by_words(head))
        .or_else(|| by_text(head))
        .or_else(|| by_length(head, len?))
}

fn by_magic(head: &[u8]) -> Option<Format> {
    let magics: [(&[u8], Format); 6] = [
        (b"CCBridge Record\0", Format::Cbr),
        (b"CCBridgeLibrary\0", Format::Cbl),
        (b"CCBridge", Format::OldCbl),
        (b"SQLite format 3\0", Format::Book),
        (b"\0\x02\x20\x17", Format::Xqr),
        (b"\x07\x0d\x01", Format::Egf),
    ];
    if head.starts_with(b"XQ") && head.len() > 64 && (10..=18).contains(&head[2]) {
        return Some(Format::Xqf);
    }
    let magic = magics.iter().find(|(magic, _)| head.starts_with(magic)).map(|&(_, format)| format);
    magic.or_else(|| mxq::is_chain(head).then_some(Format::Mxq))
}

/// By the words of a format; the first that stands there tells, others may be in comments.
fn by_words(head: &[u8]) -> Option<Format> {
    const WORDS: [(&[u8], Format); 6] = [
        (b"<ChineseChessRecord", Format::Cbf),
        (b"[DhtmlXQ", Format::Dhtmlxq),
        (b"[DHJHtmlXQ", Format::Dhtmlxq),
        (b"[pfchessrecord]", Format::Pfc),
        (b"<n version", Format::Pfc),
        (b"START{", Format::Wxf),
    ];
    if is_json(head) {
        return Some(Format::Json);
    }
    if begins_tag(&String::from_utf8_lossy(first_line(head))) {
        return None;
    }
    if first_line(head)
        .strip_prefix(b"FORMAT")
        .is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
    {
        return Some(Format::Wxf);
    }
    let place = |word: &[u8]| memchr::memmem::find(head, word);
    let found = WORDS.iter().filter_map(|(word, format)| Some((place(word)?, *format)));
    let first = found.min_by_key(|(at, _)| *at).map(|(_, format)| format);
    first.or_else(|| mxq::is_lines(head).then_some(Format::Mxq))
}

fn first_line(head: &[u8]) -> &[u8] {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    text.split(|b| *b == b'\n').next().unwrap_or(text)
}

/// An object of ours, or one with a position, alone or in a list.
fn is_json(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let object = text.strip_prefix(b"[").unwrap_or(text).trim_ascii_start();
    let has = |word: &[u8]| memchr::memmem::find(object, word).is_some();
    object.starts_with(b"{")
        && object[1..].trim_ascii_start().first() == Some(&b'"')
        && (has(b"\"chuhe\"") || has(b"\"fen\"") || has(b"\"FEN\""))
}

fn by_text(head: &[u8]) -> Option<Format> {
    if head.iter().take(4096).filter(|b| **b == 0).count() > 4 {
        return None;
    }
    if is_che(head) {
        return Some(Format::Che);
    }
    let decoded = decode(head, Encoding::Gb18030);
    let text = decoded.text.as_ref();
    if has_tag(text) {
        return Some(Format::Pgn);
    }
    if text.lines().take(50).any(|line| plain_fen(line).is_some()) {
        return Some(Format::Text);
    }
    let diagram = text.lines().take(50).find_map(|line| find_fen(line).map(|found| (line, found)));
    if let Some((line, (title, fen, rest))) = diagram {
        let outside = line.replacen(fen, "", 1);
        let bars = outside.matches('|').count();
        let before = line.split(fen).next().unwrap_or("");
        // In lists with commas, bars part lines of moves.
        if bars > 1 && before.trim_end().ends_with('|') {
            return Some(Format::Eglib);
        }
        if outside.matches(',').count() > 2 {
            return Some(Format::Csv);
        }
        if title.is_empty() && !rest.is_empty() || bars == 1 {
            return Some(Format::Epd);
        }
        return Some(Format::Text);
    }
    (count_moves(text) > 0 || latin_moves(text) > 1).then_some(Format::Text)
}

/// Whether a line begins like a header, and not inside a comment that quotes one.
fn has_tag(text: &str) -> bool {
    let mut open = false;
    text.lines().any(|line| {
        let quoted = open;
        if let Some(brace) = line.rfind(['{', '}']) {
            open = line[brace..].starts_with('{');
        }
        !quoted && is_tag(line.trim_start())
    })
}

/// `[Name "`, or `[Name …"]` that has lost its first quotation mark.
fn is_tag(line: &str) -> bool {
    let torn = || {
        let name = line.strip_prefix('[').and_then(|l| l.strip_suffix("\"]"))?.split_once(' ')?.0;
        Some(!name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic()))
    };
    begins_tag(line) || torn().unwrap_or(false)
}

fn begins_tag(line: &str) -> bool {
    line.strip_prefix('[').and_then(|l| l.split_once('"')).is_some_and(|(name, _)| {
        let name = name.trim_end();
        !name.is_empty()
            && name.len() <= 64
            && !name.contains(char::is_whitespace)
            && !name.contains(']')
    })
}

fn latin_moves(text: &str) -> usize {
    let mut lexer = Lexer::new(text);
    let mut count = 0;
    let mut last = 0;
    while let (Some(token), true) = (lexer.next(), last < 20_000 && count < 2) {
        if let Token::Latin(word) = token
            && (coordinates(&word).is_some() || is_wxf(&word) || is_san(&word))
        {
            count += 1;
        }
        last += 1;
    }
    count
}

/// A word such as `C2=5`, `h8+7`, `+P-1`.
fn is_wxf(word: &str) -> bool {
    let bytes = word.as_bytes();
    let piece = |b: u8| b"KABENHRCP".contains(&b.to_ascii_uppercase());
    let place = |b: u8| matches!(b, b'1'..=b'9' | b'+' | b'-');
    let action = |b: u8| matches!(b, b'+' | b'-' | b'=' | b'.');
    bytes.len() == 4
        && (piece(bytes[0]) && place(bytes[1]) || place(bytes[0]) && piece(bytes[1]))
        && action(bytes[2])
        && matches!(bytes[3], b'1'..=b'9')
}

/// A word such as `Che2`, `Raxa10+`.
fn is_san(word: &str) -> bool {
    let bytes = word.trim_end_matches(['+', '#']).as_bytes();
    let end = bytes.iter().rposition(|b| !b.is_ascii_digit()).unwrap_or(0);
    let ranks = bytes.len().saturating_sub(end + 1);
    (3..=8).contains(&bytes.len())
        && b"KABENHRCP".contains(&bytes[0])
        && (b'a'..=b'i').contains(&bytes[end])
        && (1..=2).contains(&ranks)
        && bytes[1..end].iter().all(|b| matches!(b, b'a'..=b'i' | b'0'..=b'9' | b'x'))
}

/// QQ象棋: integers, the first 1, then how many groups of ten follow.
fn is_che(head: &[u8]) -> bool {
    let text = &head[..head.len().min(4096)];
    if !text.iter().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace() || *b == b'-') {
        return false;
    }
    let mut numbers = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let one = numbers.next() == Some(b"1");
    let count = numbers.next().and_then(|n| std::str::from_utf8(n).ok()?.parse::<usize>().ok());
    one && count.is_some_and(|n| n > 0) && numbers.nth(1) == Some(b"32")
}

/// Two formats that say nothing of themselves: every move must be one on the board.
fn by_length(head: &[u8], len: u64) -> Option<Format> {
    let on_board = |file: u8, row: u8| file < 9 && row < 10;
    let ccm = |m: &[u8]| on_board(m[2], m[4]) && on_board(m[3], m[5]);
    if head.first() == Some(&1) && len > 7 && len % 7 <= 1 {
        let moves = &head[1..];
        return moves.chunks_exact(7).all(ccm).then_some(Format::Ccm);
    }
    let chn = |m: &[u8]| {
        on_board(m[4], m[6]) && on_board(m[8], m[10]) && [5, 7, 9, 11].iter().all(|&i| m[i] == 0)
    };
    let is_chn = len > 188 && (len - 188) % 32 == 0;
    (is_chn && head.get(188..)?.chunks_exact(32).all(chn)).then_some(Format::Chn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_show_in_their_content() {
        let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w";
        let cases: Vec<(Vec<u8>, Option<Format>)> = vec![
            (b"[Event \"x\"]\n1. h2e2".to_vec(), Some(Format::Pgn)),
            ("\u{feff}\n [Game \"Chinese Chess\"]".into(), Some(Format::Pgn)),
            ("1. 炮二平五 马8进7".into(), Some(Format::Text)),
            (
                Encoding::Gb18030.encode("1、炮二平五 马8进7").unwrap().into_owned(),
                Some(Format::Text),
            ),
            (b"A - B\nh2e2 h9g7".to_vec(), Some(Format::Text)),
            (b"C2=5 h8+7".to_vec(), Some(Format::Text)),
            (format!("one,{fen}").into(), Some(Format::Text)),
            (format!("{fen} ; one").into(), Some(Format::Epd)),
            (b"# x\nv1 4k4/9/9/9/9/9/9/9/[<bm>R]8/3K<bm>4".to_vec(), Some(Format::Text)),
            (format!("one|{fen}|a1a9,e9e8").into(), Some(Format::Eglib)),
            (format!("|{fen}|a1a9,e9e8").into(), Some(Format::Eglib)),
            (format!("a, b, c, d|{fen}|a1a9,e9e8").into(), Some(Format::Eglib)),
            (format!("one|{fen}").into(), Some(Format::Epd)),
            (format!("t,old,hint,{fen},a1a9 e9e8|a1b1|a1c1").into(), Some(Format::Csv)),
            (format!("t,old,hint,{fen},a1a9").into(), Some(Format::Csv)),
            (b"FORMAT WXF\nSTART{\n}END".to_vec(), Some(Format::Wxf)),
            ([b"XQ\x12".as_slice(), &[0; 1024]].concat(), Some(Format::Xqf)),
            (b"CCBridge Record\0".to_vec(), Some(Format::Cbr)),
            (b"CCBridge\x15\0\0\0".to_vec(), Some(Format::OldCbl)),
            (b"<html>[DhtmlXQ][DhtmlXQ_title]".to_vec(), Some(Format::Dhtmlxq)),
            (b"<n version='2' c='[DhtmlXQ]'>".to_vec(), Some(Format::Pfc)),
            (b"[Event \"x\"]\n{[DhtmlXQ] START{ {\"fen\"}}".to_vec(), Some(Format::Pgn)),
            (b"\xff\xfe[\0D\0h\0t\0m\0l\0X\0Q\0]\0".to_vec(), Some(Format::Dhtmlxq)),
            (b" {\"chuhe\":1}".to_vec(), Some(Format::Json)),
            (format!("[ {{ \"title\": 1, \"fen\": \"{fen}\"}}]").into(), Some(Format::Json)),
            (b"\0\x02\x20\x17\x01".to_vec(), Some(Format::Xqr)),
            (b"\x07\x0d\x01\x03Cup\x02\0".to_vec(), Some(Format::Egf)),
            (b"1 61 9 32 0 2 7 2 4 0 0 0".to_vec(), Some(Format::Che)),
            ([1, 0, 0, 7, 4, 7, 7, 0].to_vec(), Some(Format::Ccm)),
            ([1, 0, 0, 7, 4, 7, 17, 0].to_vec(), None),
            (
                [vec![9; 188], [0, 0, 0, 0, 7, 0, 7, 0, 4, 0, 7, 0].to_vec(), vec![0; 20]].concat(),
                Some(Format::Chn),
            ),
            (vec![9; 188 + 32], None),
            (b"hello".to_vec(), None),
            (b"".to_vec(), None),
            (vec![0xff; 100], None),
        ];
        for (bytes, format) in cases {
            assert_eq!(
                sniff(&bytes, Some(bytes.len() as u64)),
                format,
                "{}",
                String::from_utf8_lossy(&bytes)
            );
        }
    }
}
