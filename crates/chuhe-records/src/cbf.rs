//! CBF, the XML of CCBridge 象棋桥: one game a file.
//!
//! `Head` holds one element a header, `MoveList` the moves: files 0 to 8, ranks from Black's base
//! line, the first of them standing for the start. As in CBR, moves stand in the order of
//! [`Tree::walk`], `end` marks the last move of a line. No file with variations is known; one
//! that has alternatives after it is marked `sibling` here, and any mark besides `end` is read
//! as that.

use crate::branch::{Branches, square};
use crate::decode::{Encoding, decode, decode_as, place};
use crate::game::{Game, GameResult, Headers};
use crate::grow::add_header;
use crate::losses::{Losses, joined_comment};
use crate::tree::{NodeId, Tree};
use crate::write::Loss;
use crate::xml::{Event, Events, Tag, escape};
use chuhe_core::{Facts, Move, Setup, Square};
use std::fmt::Write;

/// Elements of the head and the headers they are, in their order.
const ELEMENTS: &[(&str, &str)] = &[
    ("Name", "Title"),
    ("URL", "URL"),
    ("From", "Source"),
    ("ContestType", "EventClass"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Group", "Group"),
    ("Table", "Table"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("RedTime", "RedTime"),
    ("RedRating", "RedElo"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("BlackTime", "BlackTime"),
    ("BlackRating", "BlackElo"),
    ("Referee", "Arbiter"),
    ("Recorder", "Recorder"),
    ("Commentator", "Annotator"),
    ("CommentatorURL", "AnnotatorEmail"),
    ("Creator", "Creator"),
    ("CreatorURL", "CreatorEmail"),
    ("DateCreated", "Created"),
    ("DateModified", "Modified"),
    ("ECCO", "ECCO"),
    ("RecordType", "Type"),
    ("RecordKind", "Nature"),
    ("RecordResult", ""),
    ("ResultType", "Termination"),
    ("FEN", ""),
];

/// Results by their number.
const RESULTS: [GameResult; 4] =
    [GameResult::Unknown, GameResult::RedWins, GameResult::BlackWins, GameResult::Draw];

/// The number for several results, one a variation.
const SEVERAL: usize = 4;

pub(crate) fn read(bytes: &[u8], said: Option<Encoding>) -> Game {
    let decoded = match said {
        Some(encoding) => decode_as(bytes, encoding),
        None => decode(bytes, Encoding::Utf8),
    };
    let text: &str = &decoded.text;
    let mut head = Head::default();
    let mut events = Events::new(text);
    let mut element = "";
    for (_, event) in events.by_ref() {
        match event {
            Event::Open(tag, _) if tag.name == "MoveList" => break,
            Event::Open(tag, closed) => element = if closed { "" } else { tag.name },
            Event::Close(_) => element = "",
            Event::Text(value) => head.add(element, &value),
        }
    }
    let (setup, fault) = head.setup();
    let mut branches = Branches::new(setup);
    if let Some((code, facts)) = fault {
        branches.problem(code, facts, None, 0);
    }
    if decoded.replaced {
        let facts = vec![("encoding", decoded.encoding.name().to_owned())];
        branches.problem("record.bad_bytes", facts, None, text.find('\u{fffd}').unwrap_or(0));
    }
    read_moves(events, &mut branches);
    let mut game = branches.finish(decoded.encoding, text.find("<ChineseChess").unwrap_or(0));
    game.headers = head.headers;
    game.result = head.result;
    let locate = |at: u64| place(bytes, text, at as usize, decoded.encoding);
    for problem in &mut game.problems {
        let (byte, lines) = locate(problem.offset);
        (problem.offset, problem.line) = (byte, lines + 1);
    }
    let (byte, lines) = locate(game.offset);
    (game.offset, game.line) = (byte, lines + 1);
    game
}

#[derive(Default)]
struct Head {
    headers: Headers,
    result: GameResult,
    fen: Option<String>,
}

impl Head {
    fn add(&mut self, element: &str, value: &str) {
        let value = value.trim();
        match (element, value) {
            ("" | "ChineseChessRecord" | "Head", _) | (_, "") => {}
            ("FEN", fen) => self.fen = Some(fen.to_owned()),
            ("RecordResult", number) => {
                match number.parse::<usize>().ok() {
                    Some(SEVERAL) => add_header(&mut self.headers, "ResultKind", "several"),
                    n => self.result = n.and_then(|n| RESULTS.get(n)).copied().unwrap_or_default(),
                }
                self.headers.set("Result", self.result.text());
            }
            _ => {
                let name = ELEMENTS.iter().find(|(e, _)| *e == element).map_or(element, |e| e.1);
                add_header(&mut self.headers, name, value);
            }
        }
    }

    fn setup(&self) -> (Setup, Option<(&'static str, Facts)>) {
        match self.fen.as_deref().map(Setup::parse) {
            None => (Setup::start(), None),
            Some(Ok(setup)) => (setup, None),
            Some(Err(error)) => (Setup::start(), Some((error.code(), error.facts()))),
        }
    }
}

/// The moves, in the order of a walk; a line's end goes back to the last that has alternatives.
fn read_moves<'a>(events: impl Iterator<Item = (usize, Event<'a>)>, branches: &mut Branches) {
    // How many moves led to those that have alternatives.
    let mut open: Vec<usize> = Vec::new();
    let mut begun = false;
    let mut ended = false;
    // The text of a move; blanks between moves are none.
    let mut words: Option<String> = None;
    for (at, event) in events {
        if !matches!(event, Event::Text(_))
            && let Some(words) = words.take()
        {
            branches.comment(&words);
        }
        match event {
            Event::Open(tag, closed) if tag.name == "Move" => {
                words = (!closed).then(String::new);
                let value = tag.get("value").unwrap_or_default();
                if !std::mem::replace(&mut begun, true) && is_root(&value) {
                    continue;
                }
                if std::mem::take(&mut ended) {
                    let Some(depth) = open.pop() else {
                        branches.problem_here("record.bad_tree", vec![], at);
                        return;
                    };
                    branches.back_to(depth);
                }
                let (end, sibling) = marks(&tag);
                if sibling {
                    open.push(branches.depth());
                }
                ended = end;
                let (from, to) = squares(&value);
                branches.play(from, to, at);
            }
            Event::Close("MoveList") => return,
            Event::Text(text) => words.iter_mut().for_each(|words| words.push_str(&text)),
            _ => {}
        }
    }
}

fn is_root(value: &str) -> bool {
    value.bytes().all(|b| matches!(b, b'0' | b'-'))
}

/// Whether a move ends its line, and whether it has alternatives.
fn marks(tag: &Tag<'_>) -> (bool, bool) {
    let (mut end, mut sibling) = (false, false);
    for (name, value) in tag.attributes() {
        let set = !matches!(&*value, "" | "0" | "false");
        match name {
            "value" => {}
            "end" => end = set,
            _ => sibling |= set,
        }
    }
    (end, sibling)
}

fn squares(value: &str) -> (Option<Square>, Option<Square>) {
    let digits: Vec<u8> =
        value.bytes().filter(|b| *b != b'-').map(|b| b.wrapping_sub(b'0')).collect();
    match digits[..] {
        [a, b, c, d] if b < 10 && d < 10 => (square(a, 9 - b), square(c, 9 - d)),
        _ => (None, None),
    }
}

pub(crate) fn write(game: &Game) -> (String, Vec<Loss>) {
    let mut losses = Losses::default();
    let several =
        game.result == GameResult::Unknown && game.headers.get("ResultKind") == Some("several");
    let known = |name: &str| {
        several && name == "ResultKind"
            || !name.is_empty() && ELEMENTS.iter().any(|(_, header)| *header == name)
    };
    losses.of_headers(&game.headers, known);
    let mut out = String::from(
        "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <ChineseChessRecord Version=\"1.0\">\n <Head>\n",
    );
    for &(element, name) in ELEMENTS {
        let value = match element {
            "FEN" => game.tree.start().fen(),
            "RecordResult" => {
                let number = RESULTS.iter().position(|result| *result == game.result).unwrap_or(0);
                if several { SEVERAL } else { number }.to_string()
            }
            _ => game.headers.get(name).unwrap_or("").to_owned(),
        };
        let _ = match value.as_str() {
            "" => writeln!(out, "  <{element} />"),
            value => writeln!(out, "  <{element}>{}</{element}>", escape(value)),
        };
    }
    out.push_str(" </Head>\n <MoveList>\n");
    for node in game.tree.walk() {
        losses.of_notes(&game.tree, node);
        write_move(&game.tree, node, &mut out);
    }
    out.push_str(" </MoveList>\n</ChineseChessRecord>\n");
    (out, losses.0)
}

fn write_move(tree: &Tree, node: NodeId, out: &mut String) {
    let digits = |square: Square| format!("{}{}", square.file(), 9 - square.rank());
    let value = tree
        .mv(node)
        .map_or("00-00".to_owned(), |m: Move| format!("{}-{}", digits(m.from()), digits(m.to())));
    let _ = write!(out, "  <Move value=\"{value}\"");
    if tree.first_child(node).is_none() {
        out.push_str(" end=\"1\"");
    }
    if tree.next_sibling(node).is_some() {
        out.push_str(" sibling=\"1\"");
    }
    let comment = joined_comment(tree, node);
    if comment.is_empty() {
        out.push_str(" />\n");
    } else {
        // In its own section the text stands as it is.
        let comment = comment.replace("]]>", "]]]]><![CDATA[>");
        let _ = writeln!(out, "><![CDATA[{comment}]]></Move>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &Game) -> String {
        game.tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_game_comes_back() {
        let mut game = Game::new(crate::tree::Start::Standard);
        game.headers.set("Title", "a < b");
        game.headers.set("RedElo", "2500");
        game.headers.set("Weather", "fine");
        game.result = GameResult::Draw;
        let tree = &mut game.tree;
        let mut add = |parent, text: &str| tree.add(parent, text.parse().unwrap()).unwrap();
        let a = add(Tree::ROOT, "h2e2");
        let b = add(a, "h9g7");
        add(Tree::ROOT, "c3c4");
        let c = add(a, "h7e7");
        add(c, "h0g2");
        add(b, "b0c2");
        tree.notes_mut(c).comment = "]]> & <x>\n好".into();
        tree.notes_mut(Tree::ROOT).comment = "game".into();
        let (text, losses) = write(&game);
        assert_eq!(losses[0].facts, [("name", "Weather".to_owned())]);
        let again = read(text.as_bytes(), None);
        assert_eq!((&again.tree, again.result), (&game.tree, game.result));
        assert_eq!(again.headers.get("RedElo"), Some("2500"));
        assert_eq!(again.headers.get("Title"), Some("a < b"));
        assert!(again.problems.is_empty(), "{:?}", again.problems);
    }

    #[test]
    fn several_results_are_kept() {
        let text = "<ChineseChessRecord><Head><RecordResult>4</RecordResult></Head>";
        let game = read(text.as_bytes(), None);
        assert_eq!(game.headers.get("ResultKind"), Some("several"));
        assert!(write(&game).0.contains("<RecordResult>4</RecordResult>"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let text = "<ChineseChessRecord>\n<MoveList><Move value=\"00-00\"/>\n\
            <Move value=\"77-47\"/>\n<Move value=\"77-x\" end=\"1\"/><Move value=\"11-11\"/></MoveList>";
        let game = read(text.as_bytes(), None);
        assert_eq!(moves(&game), "h2e2");
        let found: Vec<_> = game.problems.iter().map(|p| (p.code, p.ply, p.line)).collect();
        assert_eq!(found, [("record.off_board", Some(1), 4), ("record.bad_tree", Some(1), 4)]);
    }
}
