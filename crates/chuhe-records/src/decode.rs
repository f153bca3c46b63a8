//! Bytes to text: which encoding a record is in shows only in what it says.
//!
//! UTF-8 is tried strictly. If that fails, the bytes are read as GB18030, as Big5 and as UTF-8
//! with a fault, and the reading that gives the most complete moves is kept. GB18030 accepts
//! nearly every Big5 text, so that decoding without an error proves nothing.

use crate::lex::count_moves;
use std::borrow::Cow;

/// How the bytes of a record stand for characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Utf8,
    Gb18030,
    Big5,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Gb18030 => "gb18030",
            Encoding::Big5 => "big5",
            Encoding::Utf16Le => "utf-16-le",
            Encoding::Utf16Be => "utf-16-be",
        }
    }

    /// By one of the names in use, such as `UTF8`, `gbk` or `cp950`.
    pub fn from_name(name: &str) -> Option<Encoding> {
        let name: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        Some(match name.as_str() {
            "utf8" | "utf8sig" | "ascii" | "usascii" => Encoding::Utf8,
            "gb18030" | "gbk" | "gb2312" | "cp936" => Encoding::Gb18030,
            "big5" | "big5hkscs" | "cp950" => Encoding::Big5,
            "utf16le" | "utf16" => Encoding::Utf16Le,
            "utf16be" => Encoding::Utf16Be,
            _ => return None,
        })
    }

    pub(crate) const fn codec(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::Gb18030 => encoding_rs::GB18030,
            Encoding::Big5 => encoding_rs::BIG5,
            Encoding::Utf16Le => encoding_rs::UTF_16LE,
            Encoding::Utf16Be => encoding_rs::UTF_16BE,
        }
    }

    /// `text` in this encoding; none if a character has no place in it.
    pub fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        match self {
            Encoding::Utf16Le => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Encoding::Utf16Be => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            _ => {
                let (bytes, _, unmappable) = self.codec().encode(text);
                (!unmappable).then_some(bytes)
            }
        }
    }

    /// The bytes `text` was decoded from, as far as lengths go.
    pub(crate) fn encoded_len(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16Le | Encoding::Utf16Be => 2 * text.encode_utf16().count(),
            _ => text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum(),
        }
    }
}

/// A decoded piece of a file.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    pub text: Cow<'a, str>,
    pub encoding: Encoding,
    /// Whether some bytes stood for nothing and were replaced by U+FFFD.
    pub replaced: bool,
}

/// The part of a text, in characters, that is looked at to choose an encoding.
const SAMPLE: usize = 64 * 1024;

/// A text with a move for so many bytes is read in the right encoding; a bare game has about
/// fifteen, one with long headers thirty.
const BYTES_A_MOVE: usize = 50;

/// The part of a decoded text that comes from the sample, or a little less.
fn head(text: &str) -> &str {
    let mut end = text.len().min(SAMPLE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Decodes `bytes` in the encoding their content shows; `likely` breaks a tie.
pub fn decode(bytes: &[u8], likely: Encoding) -> Decoded<'_> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        return Decoded { text: Cow::Borrowed(text), encoding: Encoding::Utf8, replaced: false };
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    // The encoding of the game before, if the text is full of moves: read in a wrong one, hardly
    // any are left.
    if likely != Encoding::Utf8 {
        let decoded = decode_as(bytes, likely);
        if !decoded.replaced && count_moves(head(&decoded.text)) > sample.len() / BYTES_A_MOVE {
            return decoded;
        }
    }
    let order = [Encoding::Gb18030, Encoding::Big5, Encoding::Utf8];
    let score = |encoding: Encoding| {
        let (text, replaced) = encoding.codec().decode_without_bom_handling(sample);
        let bad = if replaced { text.matches('\u{fffd}').count() } else { 0 };
        let common = common(&text) + everyday(sample, &text, encoding);
        (count_moves(&text), std::cmp::Reverse(bad), common, encoding == likely)
    };
    // `max_by_key` keeps the last of equals, so the most common encoding comes last.
    let encoding = order.into_iter().rev().max_by_key(|&e| score(e)).unwrap_or(Encoding::Gb18030);
    decode_as(bytes, encoding)
}

/// Decodes `bytes` in a known encoding.
pub fn decode_as(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    let bytes =
        bytes.strip_prefix(b"\xef\xbb\xbf").filter(|_| encoding == Encoding::Utf8).unwrap_or(bytes);
    let (text, replaced) = encoding.codec().decode_without_bom_handling(bytes);
    Decoded { text, encoding, replaced }
}

/// UTF-16 by its mark, by what the caller says, or by a zero in every other of the first bytes.
pub(crate) fn wide_encoding(head: &[u8], said: Option<Encoding>) -> Option<Encoding> {
    match said {
        Some(Encoding::Utf16Le | Encoding::Utf16Be) => return said,
        Some(_) => return None,
        None => {}
    }
    match head {
        [0xff, 0xfe, ..] => Some(Encoding::Utf16Le),
        [0xfe, 0xff, ..] => Some(Encoding::Utf16Be),
        [b'[', 0, _, 0, _, 0, ..] => Some(Encoding::Utf16Le),
        [0, b'[', 0, _, 0, _, ..] => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// How many characters are of those in everyday use, as the makers of each encoding saw it: they
/// stand in its first half. Read in the wrong one, less than two of three are.
fn everyday(bytes: &[u8], text: &str, encoding: Encoding) -> usize {
    let (leads, trails) = match encoding {
        Encoding::Gb18030 => (0xb0..=0xd7, [0xa1..=0xfe, 0xa1..=0xfe]),
        Encoding::Big5 => (0xa4..=0xc6, [0x40..=0x7e, 0xa1..=0xfe]),
        _ => return text.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count(),
    };
    let mut count = 0;
    let mut at = 0;
    while let [lead, trail, ..] = bytes[at..] {
        if lead < 0x81 {
            at += 1;
            continue;
        }
        let is_trail = trails.iter().any(|range| range.contains(&trail));
        count += usize::from(leads.contains(&lead) && is_trail);
        at += 2;
    }
    count
}

/// How many characters are of those found in the headings of nearly every record.
fn common(text: &str) -> usize {
    const WORDS: &str =
        "红紅黑胜勝负負和年月日第局轮輪赛賽杯全国國象棋先后後手大师師广廣东東北京上海中对對";
    text.chars().filter(|c| !c.is_ascii() && WORDS.contains(*c)).count()
}

/// The byte and the line of a place in a decoded text, both counted from its start.
///
/// Lines end in the same bytes everywhere, so only the last line is measured; in one longer
/// than 64 kB the byte is that of its beginning, and in one with bytes that were replaced it is
/// only near.
pub fn place(original: &[u8], text: &str, at: usize, encoding: Encoding) -> (u64, u64) {
    let at = at.min(text.len());
    let before = &text.as_bytes()[..at];
    let line = memchr::memchr_iter(b'\n', before).count();
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
    if matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be) {
        return (encoding.encoded_len(text.get(..at).unwrap_or("")) as u64, line as u64);
    }
    if encoding == Encoding::Utf8 && original.len() >= text.len() {
        return ((original.len() - text.len() + at) as u64, line as u64);
    }
    let original_start = match line {
        0 => 0,
        n => memchr::memchr_iter(b'\n', original).nth(n - 1).map_or(original.len(), |i| i + 1),
    };
    let prefix = text.get(line_start..at).unwrap_or("");
    let column = if prefix.len() > 64 * 1024 { 0 } else { encoding.encoded_len(prefix) };
    ((original_start + column).min(original.len()) as u64, line as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRADITIONAL: &str = "[Event \"全國賽\"]\n1. 炮二平五 馬８進７\n2. 馬二進三 車９平８\n";
    const SIMPLIFIED: &str = "[Event \"全国赛\"]\n1. 炮二平五 马８进７\n2. 马二进三 车９平８\n";

    #[test]
    fn content_tells_big5_from_gb18030() {
        let big5 = Encoding::Big5.encode(TRADITIONAL).unwrap();
        let decoded = decode(&big5, Encoding::Gb18030);
        assert_eq!((decoded.encoding, &*decoded.text), (Encoding::Big5, TRADITIONAL));
        let gb = Encoding::Gb18030.encode(SIMPLIFIED).unwrap();
        let decoded = decode(&gb, Encoding::Big5);
        assert_eq!((decoded.encoding, &*decoded.text), (Encoding::Gb18030, SIMPLIFIED));
    }

    #[test]
    fn titles_tell_big5_from_gb18030() {
        for title in ["單車勝單士", "馬後炮", "胡榮華", "順炮橫車", "千里獨行"] {
            let big5 = Encoding::Big5.encode(title).unwrap();
            assert_eq!(decode(&big5, Encoding::Gb18030).text, title);
        }
        for title in ["单车胜单士", "马后炮", "胡荣华", "顺炮横车", "千里独行", "鸳鸯蝴蝶"]
        {
            let gb = Encoding::Gb18030.encode(title).unwrap();
            assert_eq!(decode(&gb, Encoding::Gb18030).text, title);
        }
    }

    #[test]
    fn one_bad_byte_in_utf8_is_replaced() {
        let mut bytes = SIMPLIFIED.as_bytes().to_vec();
        bytes.insert(8, 0xff);
        let decoded = decode(&bytes, Encoding::Gb18030);
        assert_eq!((decoded.encoding, decoded.replaced), (Encoding::Utf8, true));
        assert_eq!(decoded.text.replace('\u{fffd}', ""), SIMPLIFIED);
    }

    #[test]
    fn places_are_given_in_bytes_of_the_file() {
        let gb = Encoding::Gb18030.encode(SIMPLIFIED).unwrap();
        let at = SIMPLIFIED.find("车９").unwrap();
        let (byte, line) = place(&gb, SIMPLIFIED, at, Encoding::Gb18030);
        assert_eq!(line, 2);
        assert!(gb[byte as usize..].starts_with(&Encoding::Gb18030.encode("车９").unwrap()));
    }
}
