//! csv: a position a row, with a title, whatever else its columns say, and a line of moves, or
//! several, each from the start, with bars between them.
//!
//! The first row names the columns; without it the position tells itself, what stands before it
//! is the title, what follows it the moves. Fields may stand in quotation marks.

use crate::decode::Encoding;
use crate::formats::{Games, WrittenFile};
use crate::game::{Game, is_structural};
use crate::lists::{Entry, Fields, ends, fen_in, lose_rest, lose_twins};
use crate::losses::Losses;
use std::fmt::Write;

/// A field in quotation marks longer than this has lost its second one.
const LONGEST: usize = 64 * 1024;

/// The fields of the row at `at`, and where the next begins.
fn row(bytes: &[u8], mut at: usize) -> (Vec<Vec<u8>>, usize) {
    let mut fields = Vec::new();
    loop {
        let blank = |b: &&u8| matches!(b, b' ' | b'\t');
        let start = at + bytes[at..].iter().take_while(blank).count();
        let quoted = if bytes.get(start) == Some(&b'"') { quoted(&bytes[start..]) } else { None };
        let end = match quoted {
            Some((value, len)) => {
                fields.push(value);
                start + len
            }
            None => {
                let rest = &bytes[at..];
                let end = at + memchr::memchr2(b',', b'\n', rest).unwrap_or(rest.len());
                fields.push(bytes[at..end].trim_ascii().to_vec());
                end
            }
        };
        match bytes.get(end) {
            Some(b',') => at = end + 1,
            Some(_) => return (fields, end + 1),
            None => return (fields, end),
        }
    }
}

/// The inside of quotation marks and where the field ends; none if they are not a pair around it.
fn quoted(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut value = Vec::new();
    let mut at = 1;
    loop {
        let end = at + memchr::memchr(b'"', bytes.get(at..bytes.len().min(LONGEST))?)?;
        value.extend_from_slice(&bytes[at..end]);
        at = end + 1;
        if bytes.get(at) == Some(&b'"') {
            value.push(b'"');
            at += 1;
            continue;
        }
        let blank = |b: &&u8| matches!(b, b' ' | b'\t' | b'\r');
        at += bytes[at..].iter().take_while(blank).count();
        return matches!(bytes.get(at), None | Some(b',' | b'\n')).then_some((value, at));
    }
}

pub(crate) fn read(bytes: Vec<u8>, said: Option<Encoding>) -> Games {
    let fields = Fields::of(&bytes, said);
    let mut at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let mut line = 1;
    let mut columns: Option<Vec<String>> = None;
    Box::new(std::iter::from_fn(move || {
        while at < bytes.len() {
            let begin = at;
            let (row, next) = row(&bytes, at);
            let here = line;
            line += memchr::memchr_iter(b'\n', &bytes[begin..next]).count() as u64;
            at = next;
            let position = row.iter().position(|field| fen_in(field).is_some());
            if position.is_none() && columns.is_none() && row.len() > 1 {
                columns = Some(row.iter().map(|f| fields.words(f).0.into_owned()).collect());
                continue;
            }
            if row.iter().all(Vec::is_empty) || row[0].starts_with(b"#") {
                continue;
            }
            let mut entry = Entry::new(begin, here);
            match &columns {
                Some(columns) => by_columns(&mut entry, columns, &row, fields),
                None => by_position(&mut entry, position, &row, fields),
            }
            return Some(entry.game());
        }
        None
    }))
}

fn by_columns(entry: &mut Entry, columns: &[String], row: &[Vec<u8>], fields: Fields) {
    for (i, field) in row.iter().enumerate() {
        let name = columns.get(i).or(columns.last()).map_or("", String::as_str);
        match name {
            "fen" | "FEN" => entry.fen = fields.words(field).0.into_owned(),
            // Moves parted by commas are columns of their own.
            "moves" | "Moves" if i + 1 == columns.len() => {
                let moves: Vec<_> = row[i..].iter().map(|f| fields.words(f).0).collect();
                return entry.lines(&moves.join(" "), entry.offset);
            }
            "moves" | "Moves" => entry.lines(&fields.words(field).0, entry.offset),
            "title" | "name" => entry.add("Title", fields.words(field)),
            "" => {}
            name => {
                let first = name.chars().next().map_or(0, char::len_utf8);
                let name = name[..first].to_ascii_uppercase() + &name[first..];
                entry.add(&name, fields.words(field));
            }
        }
    }
}

fn by_position(entry: &mut Entry, position: Option<usize>, row: &[Vec<u8>], fields: Fields) {
    let position = position.unwrap_or(row.len());
    if let Some(field) = row.get(position) {
        entry.fen = fields.words(field).0.into_owned();
    }
    for (i, field) in row[..position].iter().enumerate() {
        let name = if i == 0 { "Title".to_owned() } else { format!("Title{}", i + 1) };
        entry.add(&name, fields.words(field));
    }
    let moves: Vec<_> = row.iter().skip(position + 1).map(|f| fields.words(f).0).collect();
    entry.lines(&moves.join(" "), entry.offset);
}

/// A row a game; the columns are the headers of all of them.
pub(crate) fn write(games: &[&Game]) -> WrittenFile {
    let mut columns = vec!["Title"];
    for (name, _) in games.iter().flat_map(|game| game.headers.iter()) {
        if is_column(name) && !columns.contains(&name) {
            columns.push(name);
        }
    }
    let mut text = columns.iter().fold(String::new(), |text, name| text + &quote(name) + ",");
    text.push_str("Result,FEN,Moves\n");
    let mut file = WrittenFile::default();
    if games.is_empty() {
        file.ends.push(text.len());
    }
    for (number, game) in games.iter().enumerate() {
        let mut losses = Losses::default();
        lose_rest(game, &mut losses, is_column);
        lose_twins(&game.tree, &mut losses);
        for name in &columns {
            text.push_str(&quote(game.headers.get(name).unwrap_or("")));
            text.push(',');
        }
        let lines: Vec<String> = ends(&game.tree, " ").collect();
        let (result, fen) = (game.result.text(), game.tree.start().fen());
        let _ = writeln!(text, "{result},{fen},{}", lines.join("|"));
        file.ends.push(text.len());
        file.losses.extend(losses.0.into_iter().map(|loss| (number, loss)));
    }
    file.bytes = text.into_bytes();
    file
}

/// Whether a header can be a column.
fn is_column(name: &str) -> bool {
    !is_structural(name) && !matches!(name, "" | "moves" | "Moves" | "title" | "name")
}

fn quote(field: &str) -> String {
    let plain = !field.contains([',', '"', '\n', '\r', '#']) && field.trim() == field;
    if plain { field.to_owned() } else { format!("\"{}\"", field.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Move;

    fn games(text: &str) -> Vec<Game> {
        read(text.as_bytes().to_vec(), None).collect()
    }

    fn moves(game: &Game) -> String {
        game.tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn columns_have_names() {
        let text = "title, old_name, hint, fen, moves\n\
            1步杀, 1步杀100, \"a, b\", 4k4/9/9/9/9/9/9/9/R8/3K5 w, a1a9,e9e8\n\
            \"x\ny\",,,4k4/9/9/9/9/9/9/9/R8/3K5 b,e9e8 a1a8\n\"torn,,,3k5,\n";
        let [first, second, third] = &games(text)[..] else { panic!() };
        let headers: Vec<_> = first.headers.iter().collect();
        assert_eq!(headers, [("Title", "1步杀"), ("Old_name", "1步杀100"), ("Hint", "a, b")]);
        assert_eq!((moves(first), moves(second)), ("a1a9 e9e8".into(), "e9e8 a1a8".into()));
        assert_eq!((second.line, second.headers.get("Title")), (3, Some("x\ny")));
        assert_eq!((third.line, third.problems[0].code), (5, "fen.ranks"));
    }

    #[test]
    fn without_names_the_position_tells_itself() {
        let [game] = &games("a,4k4/9/9/9/9/9/9/9/R8/3K5 w,a1a9,e9e8,a9a8")[..] else { panic!() };
        assert_eq!((moves(game), game.headers.get("Title")), ("a1a9 e9e8 a9a8".into(), Some("a")));
    }

    #[test]
    fn quotation_marks_without_end_are_signs() {
        for text in ["\"", &format!("\"{}\"\"", "a".repeat(LONGEST - 2)), &"\"".repeat(LONGEST * 2)]
        {
            assert_eq!(row(text.as_bytes(), 0).1, text.len());
        }
    }

    #[test]
    fn rows_come_back() {
        let text =
            "name,Red,fen,moves\n\"a \"\"b\"\"\n\",甲,4k4/9/9/9/9/9/9/9/R8/3K5 w,a1a9 e9e8|a1a8\n";
        let [game] = &games(text)[..] else { panic!() };
        let file = write(&[game, game]);
        assert!(file.losses.is_empty());
        let again: Vec<Game> = read(file.bytes, None).collect();
        assert_eq!((again.len(), &again[1].tree), (2, &game.tree));
        assert_eq!(again[1].headers.get("Title"), Some("a \"b\""));
    }
}
