//! WXF files as PlayOK and old servers write them: header lines, then `START{ moves }END`.
//!
//! A start position stands in a line `FEN` or, in older files, piece by piece in `SETUP{ … }`.

use crate::game::{Game, GameResult, Headers, is_structural};
use crate::losses::Losses;
use crate::movetext::{Fault, read_game};
use crate::notation::{self, Hint, Style};
use crate::pgn::start_of;
use crate::tree::{NodeId, Start, Tree};
use crate::words::{SIGNS, clean};
use crate::write::is_line;
use chuhe_core::{Color, Piece, Setup, Square};
use std::fmt::Write;

const START: &[u8] = b"START{";
const END: &[u8] = b"}END";

/// One game of a decoded text.
pub(crate) fn read(text: &str) -> Option<(Game, Vec<Fault>)> {
    let mut faults = Vec::new();
    let (head, moves) = match at_line_start(text.as_bytes(), START) {
        Some(at) => {
            let moves = &text[at + START.len()..];
            (&text[..at], moves.split_once("}END").map_or(moves, |(moves, _)| moves))
        }
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
    let start = at_line_start(bytes, START)?;
    memchr::memmem::find(&bytes[start..], END).map(|at| start + at + END.len())
}

/// Where `word` stands at the beginning of a line.
fn at_line_start(bytes: &[u8], word: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(bytes, word).find(|&at| {
        let before = &bytes[..at];
        let line = memchr::memrchr(b'\n', before).map_or(before, |end| &before[end + 1..]);
        line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii().is_empty()
    })
}

/// Header lines looked at; a file of the kind has ten.
const MOST_LINES: usize = 500;

/// Headers whose names are written in capitals in such files, as they are named here.
const NAMES: [&str; 22] = [
    "Game",
    "Format",
    "FEN",
    "Result",
    "Date",
    "Site",
    "Round",
    "Title",
    "Opening",
    "Variation",
    "ECCO",
    "Annotator",
    "RedTeam",
    "BlackTeam",
    "RedElo",
    "BlackElo",
    "TimeControl",
    "Termination",
    "Group",
    "Table",
    "Source",
    "Author",
];

fn read_headers(head: &str) -> Headers {
    let mut headers = Headers::default();
    let (head, setup) = take_setup(head);
    for line in head.lines().take(MOST_LINES) {
        let (key, value) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let value = clean(value);
        if key.is_empty() || value.is_empty() {
            continue;
        }
        match key.to_ascii_uppercase().as_str() {
            "RED" => player(&mut headers, "Red", &value),
            "BLACK" => player(&mut headers, "Black", &value),
            "EVENT" => {
                let (event, time) = value.split_once(';').unwrap_or((&value, ""));
                set(&mut headers, "Event", event);
                set(&mut headers, "TimeControl", time);
            }
            _ => {
                let known = NAMES.iter().find(|name| name.eq_ignore_ascii_case(key));
                headers.set(known.copied().unwrap_or(key), &value);
            }
        }
    }
    if let (Some(setup), None) = (setup, headers.get("FEN")) {
        headers.set("FEN", &setup.fen());
    }
    headers
}

fn set(headers: &mut Headers, name: &str, value: &str) {
    let value = value.trim();
    if !value.is_empty() {
        headers.set(name, value);
    }
}

/// What the fields of a line `RED name ; rating ;;` become, after the color; of the last two it
/// is not known what they were for.
const FIELDS: [&str; 4] = ["", "Elo", "Wxf3", "Wxf4"];

fn player(headers: &mut Headers, color: &str, value: &str) {
    for (field, value) in FIELDS.iter().zip(value.splitn(FIELDS.len(), ';')) {
        set(headers, &format!("{color}{field}"), value);
    }
}

/// The lines around `SETUP{ Ra0 … MOVE 22 BLACK }`, and the position in it.
fn take_setup(head: &str) -> (String, Option<Setup>) {
    let found = at_line_start(head.as_bytes(), b"SETUP{");
    let parts = found.and_then(|at| Some((at, head[at..].find('}')?)));
    let Some((at, len)) = parts else {
        return (head.to_owned(), None);
    };
    let mut setup = Setup::empty();
    let mut any = false;
    let mut words =
        head[at + 6..at + len].split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    while let Some(word) = words.next() {
        match word {
            "BLACK" => setup.turn = Color::Black,
            "MOVE" => {
                let number = words.next().and_then(|word| word.parse().ok());
                setup.fullmove = number.filter(|n| (1..10_000).contains(n)).unwrap_or(1);
            }
            _ => {
                let mut chars = word.chars();
                let piece = chars.next().and_then(Piece::from_letter);
                if let (Some(piece), Some(square)) = (piece, square(chars.as_str())) {
                    setup.pieces[square.index()] = Some(piece);
                    any = true;
                }
            }
        }
    }
    (format!("{}\n{}", &head[..at], &head[at + len + 1..]), any.then_some(setup))
}

fn square(text: &str) -> Option<Square> {
    let [file @ b'a'..=b'i', rank @ b'0'..=b'9'] = *text.as_bytes() else {
        return None;
    };
    Some(Square::new(file - b'a', rank - b'0'))
}

/// A game as PlayOK writes it: Black's letters small, a traverse with a dot, three rounds a line.
pub(crate) fn write(game: &Game, losses: &mut Losses) -> String {
    let unread = |game: &Game| -> Vec<String> {
        let last = game.tree.line(Tree::ROOT).last().unwrap_or(Tree::ROOT);
        let unread = game.tree.notes(last).map_or(&[][..], |notes| &notes.unread);
        unread.iter().map(|kept| kept.text.clone()).collect()
    };
    if game.tree.kept > 0 {
        // Moves that cannot be played go on with the line if they are read so again.
        let mut told = Losses::default();
        let text = write_as(game, true, &mut told);
        let is_same = |again: &Game| {
            again.tree.main_line() == game.tree.main_line() && unread(again) == unread(game)
        };
        if read(&text).is_some_and(|(again, _)| is_same(&again)) {
            told.0.into_iter().for_each(|loss| losses.add(loss.code, loss.facts));
            return text;
        }
    }
    write_as(game, false, losses)
}

fn write_as(game: &Game, as_moves: bool, losses: &mut Losses) -> String {
    let mut text = String::from("FORMAT  WXF\nGAME\n");
    write_headers(game, losses, &mut text);
    write_start(game.tree.start(), losses, &mut text);
    text.push_str("START{\n");
    write_moves(&game.tree, as_moves, losses, &mut text);
    text.push_str("}END\n\n");
    text
}

fn write_headers(game: &Game, losses: &mut Losses, text: &mut String) {
    let mut value = |name: &str, parted: bool| {
        let value = game.headers.get(name).unwrap_or("");
        let mut line = one_line(name, value, losses);
        if parted && line.contains(';') {
            losses.add("loss.signs", vec![("name", name.to_owned())]);
            line = line.replace(';', "；");
        }
        line
    };
    for (key, color) in [("RED     ", "Red"), ("BLACK   ", "Black")] {
        let [name, elo, third, fourth] = FIELDS.map(|field| {
            let last = field == FIELDS[FIELDS.len() - 1];
            value(&format!("{color}{field}"), !last)
        });
        let name = if name.is_empty() { name } else { name + " " };
        let elo = if elo.is_empty() { elo } else { format!(" {elo} ") };
        let _ = writeln!(text, "{key}{name};{elo};{third};{fourth}");
    }
    let (event, time) = (value("Event", true), value("TimeControl", false));
    let mut event = match (event.is_empty(), time.is_empty()) {
        (true, true) => None,
        (false, true) => Some(event),
        (_, false) => Some(format!("{event} ; {time}")),
    };
    if game.result != GameResult::Unknown {
        let _ = writeln!(text, "RESULT  {}", game.result.text());
    }
    let of_line = |name: &str| {
        let field = ["Red", "Black"].iter().any(|color| {
            FIELDS.iter().any(|field| name.eq_ignore_ascii_case(&format!("{color}{field}")))
        });
        field || ["Event", "TimeControl"].iter().any(|n| n.eq_ignore_ascii_case(name))
    };
    for (name, value) in game.headers.iter() {
        if ["Event", "TimeControl"].iter().any(|n| n.eq_ignore_ascii_case(name))
            && let Some(event) = event.take()
        {
            let _ = writeln!(text, "EVENT   {event}");
        }
        if is_structural(name) || of_line(name) || value.trim().is_empty() {
            continue;
        }
        if !is_key(name) {
            losses.header(name);
            continue;
        }
        let known = NAMES.contains(&name);
        let key = if known { name.to_ascii_uppercase() } else { name.to_owned() };
        let _ = writeln!(text, "{key:<7} {}", one_line(name, value, losses));
    }
}

/// Whether a line can begin with this name.
fn is_key(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 64
        && !name.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '{' | '}'))
        && !name.starts_with('\u{feff}')
}

fn one_line(name: &str, value: &str, losses: &mut Losses) -> String {
    if value.contains(['\n', '\r']) {
        losses.add("loss.line_ends", vec![("name", name.to_owned())]);
    }
    value.split(['\n', '\r']).collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// `FEN  rheakaehr/… r`: elephants and horses are E and H, the counters left out.
fn write_start(start: &Start, losses: &mut Losses, text: &mut String) {
    if *start == Start::Standard {
        return;
    }
    let setup = start.setup();
    losses.of_counters(&setup);
    let fen = start.fen();
    let pieces: String = fen
        .chars()
        .take_while(|c| *c != ' ')
        .map(|c| match c {
            'B' => 'E',
            'b' => 'e',
            'N' => 'H',
            'n' => 'h',
            c => c,
        })
        .collect();
    let turn = if setup.turn == Color::Red { 'r' } else { 'b' };
    let _ = writeln!(text, "FEN     {pieces} {turn}");
}

fn write_moves(tree: &Tree, as_moves: bool, losses: &mut Losses, text: &mut String) {
    tell_of_tree(tree, losses);
    let Some(mut position) = tree.start().position() else {
        return;
    };
    let mut line = String::new();
    let (mut number, mut rounds) = (1, 0);
    let mut last = Tree::ROOT;
    for (i, node) in tree.line(Tree::ROOT).enumerate() {
        let m = tree.mv(node).expect("not the root");
        let mut word = notation::write(&position, m, Style::Wxf).replace('=', ".");
        match position.turn() {
            Color::Red => {
                if rounds == 3 {
                    let _ = writeln!(text, "{}", line.trim_end());
                    line.clear();
                    rounds = 0;
                } else if !line.is_empty() {
                    line.push(' ');
                }
                rounds += 1;
                let _ = write!(line, "{number:>2}. ");
            }
            Color::Black => {
                word.make_ascii_lowercase();
                if i == 0 {
                    let _ = write!(line, "{number:>2}. ... ");
                    rounds = 1;
                }
                number += 1;
            }
        }
        line.push_str(&word);
        line.push_str(sign(tree, node));
        line.push(' ');
        position.make(m);
        last = node;
    }
    let unread = tree.notes(last).map_or(&[][..], |notes| &notes.unread);
    if last == Tree::ROOT {
        // Told already.
    } else if as_moves && is_line(unread) {
        for kept in unread {
            let _ = write!(line, "{} ", kept.text);
            if !kept.comment.is_empty() {
                losses.add("loss.comments", vec![]);
            }
        }
    } else {
        losses.unread(unread);
    }
    if !line.is_empty() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// The sign after a move.
fn sign(tree: &Tree, node: NodeId) -> &'static str {
    let first = tree.notes(node).and_then(|notes| notes.nags.first());
    first.and_then(|nag| SIGNS.get(usize::from(*nag))).unwrap_or(&"")
}

/// There is a main line and a sign to each of its moves, nothing else.
fn tell_of_tree(tree: &Tree, losses: &mut Losses) {
    if tree.count_variations() > 0 {
        losses.add("loss.variations", vec![]);
    }
    for node in std::iter::once(Tree::ROOT).chain(tree.line(Tree::ROOT)) {
        let Some(notes) = tree.notes(node) else {
            continue;
        };
        if !notes.comment.is_empty() || !notes.before.is_empty() {
            losses.add("loss.comments", vec![]);
        }
        let signs = usize::from(node != Tree::ROOT && !sign(tree, node).is_empty());
        let timed = notes.clock.is_some() || notes.elapsed.is_some();
        if node == Tree::ROOT || tree.first_child(node).is_some() {
            losses.unread(&notes.unread);
        }
        if notes.nags.len() > signs || timed || notes.eval.is_some() {
            losses.add("loss.marks", vec![]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_playok_game() {
        let text = "FORMAT  WXF\nRED     one ; 1200 ;;\nBLACK   two ;;;\nRESULT  0-1\nEVENT   PlayOK Game ; 10m+0s\nSTART{\n 1. P3+1 c8.7 2. E7+5 c2.5 }END\n";
        let (game, faults) = read(text).unwrap();
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(game.tree.main_line().len(), 4);
        assert_eq!(game.headers.get("RedElo"), Some("1200"));
        assert_eq!(game.headers.get("BlackElo"), None);
        assert_eq!(game.headers.get("Event"), Some("PlayOK Game"));
        assert_eq!(game.headers.get("TimeControl"), Some("10m+0s"));
        assert_eq!(game.result, GameResult::BlackWins);
        let mut losses = Losses::default();
        let written = write(&game, &mut losses);
        assert!(written.contains("\nRED     one ; 1200 ;;\n"), "{written}");
        assert!(written.contains("START{\n 1. P3+1 c8.7   2. E7+5 c2.5\n}END"), "{written}");
        assert!(losses.0.is_empty());
        assert_eq!(read(&written).unwrap().0.tree, game.tree);
    }

    #[test]
    fn a_start_black_to_move() {
        let text = "FORMAT WXF\nFEN  4kaer1/4a2c1/2h1e1h2/3Rp1C1p/2C6/5rP2/1pP1P3P/8E/9/1cEAKA1R1 b\nSTART{\n 1. ... p9+1? 2. R6+1 }END";
        let (game, faults) = read(text).unwrap();
        assert!(faults.is_empty(), "{faults:?}");
        let written = write(&game, &mut Losses::default());
        assert!(
            written.contains("4kaer1/4a2c1/2h1e1h2/3Rp1C1p/2C6/5rP2/1pP1P3P/8E/9/1cEAKA1R1 b\n")
        );
        assert!(written.contains("START{\n 1. ... p9+1?   2. R6+1\n}END"), "{written}");
        assert_eq!(read(&written).unwrap().0.tree, game.tree);
    }

    #[test]
    fn a_start_piece_by_piece() {
        let text = "FORMAT WXF\nRED a\nSETUP{\n Kd0 Ra1\n ke9\n MOVE 22 BLACK\n}\nDATE 1990\nSTART{\nK5+1 }END";
        let (game, faults) = read(text).unwrap();
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(game.tree.start().fen(), "4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 22");
        assert_eq!((game.tree.main_line().len(), game.headers.get("Date")), (1, Some("1990")));
    }

    #[test]
    fn words_of_the_format_may_stand_in_headers() {
        let mut game = Game::new(Start::Standard);
        for (name, value) in [
            ("Red", "a;b\nc"),
            ("Site", "START{ }END"),
            ("ECCO", "C1"),
            ("Mood", "x"),
            ("a b", "c"),
        ] {
            game.headers.set(name, value);
        }
        game.tree.add(Tree::ROOT, "h2e2".parse().unwrap()).unwrap();
        let mut losses = Losses::default();
        let text = write(&game, &mut losses);
        let codes: Vec<_> = losses.0.iter().map(|loss| loss.code).collect();
        assert_eq!(codes, ["loss.line_ends", "loss.signs", "loss.header"]);
        assert_eq!(cut(text.as_bytes()), Some(text.trim_end().len()));
        let (again, _) = read(&text).unwrap();
        let headers: Vec<_> = again.headers.iter().filter(|(n, _)| !is_structural(n)).collect();
        assert_eq!(
            headers,
            [("Red", "a；b c"), ("Site", "START{ }END"), ("ECCO", "C1"), ("Mood", "x")]
        );
        assert_eq!(again.tree, game.tree);
    }
}
