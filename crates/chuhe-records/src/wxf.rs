//! WXF files as PlayOK and old servers write them: header lines, then `START{ moves }END`.

use crate::game::{Game, GameResult, Headers};
use crate::movetext::{Fault, clean, read_game};
use crate::notation::Hint;
use crate::pgn::start_of;
use crate::tree::Start;

/// One game of a decoded text.
pub(crate) fn read(text: &str) -> Option<(Game, Vec<Fault>)> {
    let mut faults = Vec::new();
    let (head, moves) = match text.split_once("START{") {
        Some((head, moves)) => (head, moves.split_once("}END").map_or(moves, |(moves, _)| moves)),
        None => (text, &text[text.len()..]),
    };
    if head.trim().is_empty() && moves.trim().is_empty() {
        return None;
    }
    let headers = read_headers(head);
    let start = start_of(&headers, &mut faults);
    let mut reader = read_game(start, moves, Hint::default());
    let begin = moves.as_ptr() as usize - text.as_ptr() as usize;
    reader.faults.iter_mut().for_each(|fault| fault.at += begin);
    faults.append(&mut reader.faults);
    let mut game = Game::new(Start::Standard);
    let header =
        headers.get("Result").and_then(GameResult::parse).filter(|r| *r != GameResult::Unknown);
    game.result = header.or(reader.result).unwrap_or_default();
    game.headers = headers;
    game.tree = reader.tree;
    Some((game, faults))
}

/// Where a game ends in bytes: after its `}END`.
pub(crate) fn cut(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find(bytes, b"}END").map(|at| at + 4)
}

/// Header lines looked at; a file of the kind has ten.
const MOST_LINES: usize = 500;

fn read_headers(head: &str) -> Headers {
    let mut headers = Headers::default();
    for line in head.lines().take(MOST_LINES) {
        let (key, value) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let value = clean(value);
        match key.to_ascii_uppercase().as_str() {
            "" => {}
            "RED" => player(&mut headers, "Red", &value),
            "BLACK" => player(&mut headers, "Black", &value),
            "FEN" => headers.set("FEN", &value),
            other => headers.set(&capitalised(other), &value),
        }
    }
    headers
}

/// `name ; rating ;;`
fn player(headers: &mut Headers, color: &str, value: &str) {
    let mut fields = value.split(';').map(str::trim);
    headers.set(color, fields.next().unwrap_or(""));
    if let Some(rating) = fields.next().filter(|r| !r.is_empty()) {
        headers.set(&format!("{color}Elo"), rating);
    }
}

fn capitalised(word: &str) -> String {
    let first = word.chars().next().map_or(0, char::len_utf8);
    word[..first].to_owned() + &word[first..].to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_playok_game() {
        let text = "FORMAT  WXF\nRED     one ; 1200 ;;\nBLACK   two ;;;\nRESULT  0-1\nSTART{\n 1. P3+1 c8.7 2. E7+5 c2.5 }END\n";
        let (game, faults) = read(text).unwrap();
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(game.tree.main_line().len(), 4);
        assert_eq!(game.headers.get("RedElo"), Some("1200"));
        assert_eq!(game.result, GameResult::BlackWins);
    }
}
