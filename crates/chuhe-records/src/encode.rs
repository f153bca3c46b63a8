//! Files of text in another encoding than UTF-8: what it has no place for.
//!
//! | | characters without a place |
//! |---|---|
//! | DhtmlXQ | become escapes, `\u7EA2` |
//! | EPD, csv, eglib | their field is in UTF-8, for readers decode each field by itself |
//! | others | become `?`, and are told |

use crate::decode::Encoding;
use crate::formats::WrittenFile;
use crate::lists::Fields;
use crate::sniff::Format;
use crate::write::{Loss, encode};
use std::fmt::Write;

/// A file of text, which is in UTF-8, in `encoding`.
pub fn encode_file(format: Format, file: WrittenFile, encoding: Encoding) -> WrittenFile {
    if encoding == Encoding::Utf8 {
        return file;
    }
    let Ok(text) = std::str::from_utf8(&file.bytes) else {
        return file;
    };
    let wide = matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be);
    let mut out = WrittenFile { losses: file.losses.clone(), ..WrittenFile::default() };
    let (mut start, mut lines) = (0, 0);
    for (number, end) in file.ends.iter().copied().enumerate() {
        let part = &text[start..end];
        start = end;
        let lost = match format {
            Format::Dhtmlxq => {
                escape(part, encoding, &mut out.bytes);
                Vec::new()
            }
            Format::Epd | Format::Eglib | Format::Csv if !wide => {
                by_fields(format, part, encoding, &mut out.bytes)
            }
            _ => {
                let (bytes, lost) = encode(part, encoding);
                out.bytes.extend_from_slice(&bytes);
                lost
            }
        };
        out.losses.extend(lost.into_iter().map(|loss| (number, below(loss, lines))));
        lines += memchr::memchr_iter(b'\n', part.as_bytes()).count();
        out.ends.push(out.bytes.len());
    }
    let is_list = matches!(format, Format::Epd | Format::Eglib | Format::Csv) && !wide;
    let shows = || Fields::of(&out.bytes, None).likely() == encoding;
    let must_show = |(field, second): &(&str, Option<bool>)| second.is_none() && !field.is_ascii();
    if is_list && fields(format, text).iter().any(must_show) && !shows() {
        let facts = vec![("encoding", encoding.name().to_owned())];
        out.losses.push((0, Loss { code: "loss.encoding", facts }));
    }
    out
}

/// A loss of a text that has `lines` lines above it.
fn below(mut loss: Loss, lines: usize) -> Loss {
    for (name, value) in &mut loss.facts {
        if *name == "line" {
            *value = (value.parse().unwrap_or(1) + lines).to_string();
        }
    }
    loss
}

/// With the escapes of UBB.
fn escape(text: &str, encoding: Encoding, bytes: &mut Vec<u8>) {
    let mut buffer = [0; 4];
    for c in text.chars() {
        match encoding.encode(c.encode_utf8(&mut buffer)) {
            Some(encoded) => bytes.extend_from_slice(&encoded),
            None => {
                let mut escape = String::new();
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(escape, "\\u{unit:04X}");
                }
                bytes.extend_from_slice(escape.as_bytes());
            }
        }
    }
}

/// Each field in `encoding` or, if that has no place for it, in UTF-8.
fn by_fields(format: Format, text: &str, encoding: Encoding, bytes: &mut Vec<u8>) -> Vec<Loss> {
    let mut losses = Vec::new();
    let mut line = 0;
    for (field, is_second) in fields(format, text) {
        // Of two titles the first is in GBK and the second in Big5, whatever the file is in.
        let encoding = match is_second {
            Some(true) => Encoding::Big5,
            Some(false) => Encoding::Gb18030,
            None => encoding,
        };
        let reads_back = |bytes: &[u8]| Fields::read_as(bytes, encoding) == field;
        let encoded = encoding.encode(field);
        match encoded.filter(|bytes| reads_back(bytes)) {
            Some(encoded) => bytes.extend_from_slice(&encoded),
            None if reads_back(field.as_bytes()) => bytes.extend_from_slice(field.as_bytes()),
            None => {
                let (encoded, lost) = encode(field, encoding);
                bytes.extend_from_slice(&encoded);
                losses.extend(lost.into_iter().map(|loss| below(loss, line)));
            }
        }
        line += memchr::memchr_iter(b'\n', field.as_bytes()).count();
    }
    losses
}

/// The fields of a list and what parts them, one after the other; of an EPD with two titles,
/// whether it is the second of them.
fn fields(format: Format, text: &str) -> Vec<(&str, Option<bool>)> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut quoted = false;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let ends = match format {
            Format::Csv => {
                quoted ^= *byte == b'"';
                !quoted && matches!(byte, b',' | b'\n')
            }
            _ => matches!(byte, b'|' | b';' | b'\n'),
        };
        if ends {
            found.push((&text[start..at], None));
            found.push((&text[at..=at], None));
            start = at + 1;
        }
    }
    found.push((&text[start..], None));
    if format == Format::Epd {
        for i in 1..found.len().saturating_sub(1) {
            if found[i].0 == "|" {
                found[i - 1].1 = Some(false);
                found[i + 1].1 = Some(true);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::write_file;
    use crate::game::Game;
    use crate::tree::Start;
    use crate::{ReadError, Reader};

    fn game(title: &str, other: &str) -> Game {
        let mut game = Game::new(Start::Standard);
        game.headers.set("Title", title);
        game.headers.set("TraditionalTitle", other);
        game
    }

    fn titles(bytes: &[u8], format: Format) -> Vec<(String, String)> {
        let games: Result<Vec<Game>, ReadError> = Reader::new(bytes, Some(format), None).collect();
        let get = |game: &Game, name| game.headers.get(name).unwrap_or("").to_owned();
        games.unwrap().iter().map(|g| (get(g, "Title"), get(g, "TraditionalTitle"))).collect()
    }

    #[test]
    fn fields_the_encoding_lacks_are_in_utf_8() {
        let games = [
            game("單車勝單士", "x"),
            game("车胜 𠮷, \"鸡\"", "x"),
            game("馬後炮", "x"),
            game("É", "x"),
        ];
        let games: Vec<&Game> = games.iter().collect();
        for format in [Format::Epd, Format::Eglib, Format::Csv] {
            let plain = write_file(format, &games, 0).unwrap();
            let known = plain.losses.len();
            let names = titles(&plain.bytes, format);
            for encoding in [Encoding::Big5, Encoding::Gb18030] {
                let file = encode_file(format, plain.clone(), encoding);
                let mut expected = names.clone();
                let lost: Vec<_> = file.losses[known..].iter().collect();
                if encoding == Encoding::Big5 && format != Format::Epd {
                    // É in UTF-8 would be taken for a letter of Big5.
                    assert_eq!((lost.len(), lost[0].0, lost[0].1.code), (1, 3, "loss.characters"));
                    expected[3].0 = "?".to_owned();
                } else {
                    assert!(lost.is_empty(), "{format:?} {encoding:?} {lost:?}");
                }
                assert_eq!(titles(&file.bytes, format), expected, "{format:?} {encoding:?}");
            }
        }
    }

    #[test]
    fn others_tell_of_the_game_and_the_line() {
        let games = [game("x", ""), game("单", "")];
        let games: Vec<&Game> = games.iter().collect();
        let plain = write_file(Format::Wxf, &games, 0).unwrap();
        let file = encode_file(Format::Wxf, plain.clone(), Encoding::Big5);
        assert_eq!(file.losses.len(), 1);
        let (number, loss) = &file.losses[0];
        assert_eq!((*number, loss.code), (1, "loss.characters"));
        assert!(loss.facts.contains(&("line", "13".to_owned())), "{loss:?}");
        let file = encode_file(Format::Dhtmlxq, plain, Encoding::Big5);
        assert!(file.losses.is_empty());
        assert!(memchr::memmem::find(&file.bytes, b"\\u5355").is_some());
    }
}
