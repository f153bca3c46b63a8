//! Games to text: movetext, PGN, and plain 棋谱.

mod moves;

use crate::decode::Encoding;
use crate::game::{Game, GameResult, is_structural};
use crate::headings::label_of;
use crate::notation::{Script, Style, Tandem};
use crate::pgn::escape;
use crate::reader::Reader;
use crate::sniff::Format;
use crate::tree::{Start, Tree};
use chuhe_core::Facts;
use moves::Movetext;
pub(crate) use moves::is_line;
use std::fmt::Write;

/// Something of a game that the format written cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    pub code: &'static str,
    pub facts: Facts,
}

/// A game's text and what is not in it.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub text: String,
    pub losses: Vec<Loss>,
}

impl Written {
    fn lose(&mut self, code: &'static str, facts: Facts) {
        let loss = Loss { code, facts };
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }
}

/// PGN, with moves in `style`.
pub fn write_pgn(game: &Game, style: Style) -> Written {
    checked(game, Format::Pgn, |as_moves| pgn(game, style, as_moves))
}

/// A game written with moves that cannot be played as moves, if it is read so again.
pub(crate) fn checked(game: &Game, format: Format, write: impl Fn(bool) -> Written) -> Written {
    if game.tree.kept > 0 {
        let written = write(true);
        let again: Vec<_> = Reader::new(written.text.as_bytes(), Some(format), None).collect();
        if matches!(&again[..], [Ok(read)] if read.tree == game.tree) {
            return written;
        }
    }
    write(false)
}

fn pgn(game: &Game, style: Style, as_moves: bool) -> Written {
    let mut out = Written::default();
    let tag = |text: &mut String, name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{}\"]", escape(value));
    };
    tag(&mut out.text, "Game", "Chinese Chess");
    for (name, value) in game.headers.iter().filter(|(name, _)| !is_structural(name)) {
        if name.is_empty()
            || name.len() > 64
            || name.starts_with('%')
            || name.contains(|c: char| {
                c.is_whitespace() || c.is_control() || matches!(c, '"' | ']' | '[')
            })
        {
            out.lose("loss.header", vec![("name", name.to_owned())]);
            continue;
        }
        if value.contains(['\n', '\r', '\t']) {
            out.lose("loss.line_ends", vec![("name", name.to_owned())]);
        }
        tag(&mut out.text, name, value);
    }
    tag(&mut out.text, "Result", game.result.text());
    if *game.tree.start() != Start::Standard {
        tag(&mut out.text, "FEN", &game.tree.start().fen());
    }
    if let Some(format) = format_name(style) {
        tag(&mut out.text, "Format", &format);
    }
    out.text.push('\n');
    Movetext::new(&mut out, style, "", as_moves).write(&game.tree);
    out.text.push_str(game.result.text());
    out.text.push_str("\n\n");
    out
}

/// The `Format` header that names a notation; Chinese is what its absence means.
fn format_name(style: Style) -> Option<String> {
    match style {
        Style::Chinese(_, Tandem::Numbered) => None,
        _ => Some(style.name().to_ascii_uppercase()),
    }
}

/// Plain text: headers as lines with Chinese labels, then a round a line.
pub fn write_text(game: &Game, style: Style) -> Written {
    checked(game, Format::Text, |as_moves| text(game, style, as_moves))
}

fn text(game: &Game, style: Style, as_moves: bool) -> Written {
    let mut out = Written::default();
    let script = match style {
        Style::Chinese(script, _) => script,
        _ => Script::Simplified,
    };
    for (name, value) in game.headers.iter().filter(|(name, _)| !is_structural(name)) {
        match label_of(name, script) {
            Some(label) => {
                if value.contains(['\n', '\r']) {
                    out.lose("loss.line_ends", vec![("name", name.to_owned())]);
                }
                let value: String = value.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
                let _ = writeln!(out.text, "{label}：{}", value.trim());
            }
            None if value.trim().is_empty() => {}
            None => out.lose("loss.header", vec![("name", name.to_owned())]),
        }
    }
    // Something must show that a game begins here, and what ended one without moves.
    let hidden = out.text.is_empty() && game.tree.notes(Tree::ROOT).is_some();
    if game.tree.is_empty() || hidden && *game.tree.start() == Start::Standard {
        let result = result_word(game.result, script).unwrap_or("未知");
        let label = if script == Script::Traditional { "結果" } else { "结果" };
        let _ = writeln!(out.text, "{label}：{result}");
    }
    if *game.tree.start() != Start::Standard {
        let _ = writeln!(out.text, "{}", game.tree.start().fen());
    }
    if !out.text.is_empty() {
        out.text.push('\n');
    }
    Movetext::new(&mut out, style, " ", as_moves).write(&game.tree);
    match result_word(game.result, script).filter(|_| !game.tree.is_empty()) {
        Some(word) => {
            out.text.truncate(out.text.trim_end_matches(' ').len());
            if !out.text.is_empty() && !out.text.ends_with('\n') {
                out.text.push('\n');
            }
            out.text.push_str(word);
        }
        None => out.text.truncate(out.text.trim_end().len()),
    }
    out.text.push_str("\n\n");
    out
}

const fn result_word(result: GameResult, script: Script) -> Option<&'static str> {
    match (result, script) {
        (GameResult::RedWins, Script::Simplified) => Some("红胜"),
        (GameResult::RedWins, Script::Traditional) => Some("紅勝"),
        (GameResult::BlackWins, Script::Simplified) => Some("黑胜"),
        (GameResult::BlackWins, Script::Traditional) => Some("黑勝"),
        (GameResult::Draw, _) => Some("和棋"),
        (GameResult::Unknown, _) => None,
    }
}

/// `text` in bytes; what the encoding has no place for becomes `?` and a loss that
/// tells the first line of it.
pub fn encode(text: &str, encoding: Encoding) -> (Vec<u8>, Vec<Loss>) {
    if let Some(bytes) = encoding.encode(text) {
        return (bytes.into_owned(), Vec::new());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut lost: Vec<char> = Vec::new();
    let (mut line, mut first) = (1, 0);
    let mut buffer = [0; 4];
    for c in text.chars() {
        line += usize::from(c == '\n');
        match encoding.encode(c.encode_utf8(&mut buffer)) {
            Some(encoded) => bytes.extend_from_slice(&encoded),
            None => {
                bytes.push(b'?');
                if lost.is_empty() {
                    first = line;
                }
                if !lost.contains(&c) && lost.len() < 40 {
                    lost.push(c);
                }
            }
        }
    }
    let facts = vec![
        ("characters", lost.into_iter().collect()),
        ("encoding", encoding.name().to_owned()),
        ("line", first.to_string()),
    ];
    (bytes, vec![Loss { code: "loss.characters", facts }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Eval, Score};

    fn style(name: &str) -> Style {
        Style::from_name(name).unwrap()
    }

    fn annotated() -> Game {
        let mut game = Game::new(Start::Standard);
        game.headers.set("Event", "the \"great\" cup \\ 1");
        game.headers.set("Red", "胡荣华");
        game.result = GameResult::Draw;
        let tree = &mut game.tree;
        let mut add = |parent, text: &str| tree.add(parent, text.parse().unwrap()).unwrap();
        let a = add(Tree::ROOT, "h2e2");
        let b = add(a, "h9g7");
        let c = add(a, "h7e7");
        let d = add(c, "h0g2");
        let e = add(c, "b0c2");
        let f = add(b, "h0g2");
        add(f, "i9h9");
        add(Tree::ROOT, "c3c4");
        tree.notes_mut(Tree::ROOT).comment = "开局".to_owned();
        tree.notes_mut(a).comment = "中炮\n[Event \"no header\"]\n".trim().to_owned();
        tree.notes_mut(a).nags = vec![1, 14];
        tree.notes_mut(c).before = "顺炮".to_owned();
        tree.notes_mut(d).clock = Some(598_500);
        tree.notes_mut(e).eval = Some(Eval { score: Score::Mate(-3), depth: Some(20) });
        game
    }

    fn again(text: &str) -> Vec<Game> {
        Reader::new(text.as_bytes(), None, None).map(Result::unwrap).collect()
    }

    #[test]
    fn what_was_written_reads_the_same() {
        let game = annotated();
        for (name, _) in Style::ALL {
            for written in [write_pgn(&game, style(name)), write_text(&game, style(name))] {
                assert!(written.losses.is_empty(), "{:?}", written.losses);
                let games = again(&format!("{0}{0}", written.text));
                assert_eq!(games.len(), 2, "{}", written.text);
                for read in games {
                    assert_eq!(read.tree, game.tree, "{name}\n{}", written.text);
                    assert!(read.problems.is_empty(), "{:?}\n{}", read.problems, written.text);
                    assert_eq!(read.result, game.result);
                    assert_eq!(read.headers.get("Red"), Some("胡荣华"));
                }
            }
        }
    }

    #[test]
    fn a_game_looks_as_in_a_book() {
        let text = write_pgn(&annotated(), style("zh")).text;
        let moves = text.split("\n\n").nth(1).unwrap();
        assert!(moves.starts_with("{开局}\n  1. 炮二平五! $14 {中炮"), "{moves}");
        assert!(
            moves.contains("(1. 兵七进一) 1... 马8进7 ({顺炮} 1... 炮8平5 2. 马二进三"),
            "{moves}"
        );
        assert!(moves.contains("\n  2. 马二进三 车9平8\n1/2-1/2"), "{moves}");
    }

    #[test]
    fn what_cannot_be_held_is_told() {
        let mut game = annotated();
        game.headers.set("Two words", "x");
        game.headers.set("Time", "x");
        game.tree.notes_mut(Tree::ROOT).comment = "{".to_owned();
        let codes = |w: Written| w.losses.iter().map(|l| l.code).collect::<Vec<_>>();
        assert_eq!(codes(write_pgn(&game, style("zh"))), ["loss.header", "loss.braces"]);
        assert_eq!(
            codes(write_text(&game, style("zh"))),
            ["loss.header", "loss.header", "loss.braces"]
        );
        let (bytes, losses) = encode("馬é", Encoding::Big5);
        assert_eq!((bytes.last(), losses[0].code), (Some(&b'?'), "loss.characters"));
    }

    #[test]
    fn a_thousand_variations_deep() {
        let mut game = Game::new(Start::Standard);
        let mut node = Tree::ROOT;
        for i in 0..900 {
            let line = [["a0a1", "a1a0"], ["a9a8", "a8a9"], ["i0i1", "i1i0"], ["i9i8", "i8i9"]];
            let text = line[i % 2 + 2 * (i / 2 % 2)][i / 4 % 2];
            game.tree.add_unchecked(node, game.tree.position(node).unwrap().legal_moves()[0]);
            node = game.tree.add(node, text.parse().unwrap()).unwrap();
        }
        let text = write_pgn(&game, style("uci")).text;
        assert_eq!(again(&text)[0].tree, game.tree);
    }
}
