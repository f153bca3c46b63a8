//! Games to text: movetext, PGN, and plain 棋谱.

use crate::annotations::write_annotations;
use crate::decode::Encoding;
use crate::game::{Game, GameResult, is_structural};
use crate::headings::label_of;
use crate::notation::{self, Script, Style, Tandem};
use crate::pgn::escape;
use crate::tree::{NodeId, Notes, Start, Tree};
use chuhe_core::{Color, Facts, Position};
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
    Movetext::new(&mut out, style, "").write(&game.tree);
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
    Movetext::new(&mut out, style, " ").write(&game.tree);
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

/// What is still to be written.
enum Task {
    /// The line that begins with this node, played from the position before it.
    Line {
        node: NodeId,
        position: Position,
        is_variation: bool,
    },
    /// The line goes on after its alternatives.
    Rest {
        node: NodeId,
        position: Position,
        is_variation: bool,
    },
    Close,
}

/// Whether `node` goes on with the line of its parent.
fn is_first(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).and_then(|parent| tree.first_child(parent)) == Some(node)
}

/// Columns after which a variation goes on in a new line.
const WIDTH: usize = 80;

struct Movetext<'a> {
    out: &'a mut Written,
    style: Style,
    /// A main line in Chinese has a line for each round.
    by_rounds: bool,
    /// Between the two moves of a round, besides one space.
    gap: &'static str,
    column: usize,
    /// Black's next move needs its number: something stands between it and Red's.
    number: bool,
}

impl<'a> Movetext<'a> {
    fn new(out: &'a mut Written, style: Style, gap: &'static str) -> Movetext<'a> {
        Movetext {
            out,
            style,
            by_rounds: matches!(style, Style::Chinese(..)),
            gap,
            column: 0,
            number: true,
        }
    }

    fn write(&mut self, tree: &Tree) {
        if let Some(notes) = tree.notes(Tree::ROOT) {
            self.comment(notes);
            if !notes.nags.is_empty() || !notes.before.is_empty() {
                self.out.lose("loss.root_notes", vec![]);
            }
        }
        let mut tasks = Vec::new();
        if let (Some(node), Some(position)) =
            (tree.first_child(Tree::ROOT), tree.start().position())
        {
            tasks.push(Task::Line { node, position, is_variation: false });
        }
        while let Some(task) = tasks.pop() {
            match task {
                Task::Line { node, position, is_variation } => {
                    self.line(tree, node, position, is_variation, &mut tasks)
                }
                Task::Rest { node, position, is_variation } => {
                    if let Some(next) = tree.first_child(node) {
                        self.line(tree, next, position, is_variation, &mut tasks);
                    }
                }
                Task::Close => {
                    self.trim_space();
                    self.push(")");
                    self.space();
                    self.number = true;
                }
            }
        }
        if self.by_rounds {
            self.end_line();
        }
    }

    /// Writes moves up to the first that has alternatives, and adds the tasks that follow it.
    fn line(
        &mut self,
        tree: &Tree,
        first: NodeId,
        mut position: Position,
        is_variation: bool,
        tasks: &mut Vec<Task>,
    ) {
        let mut node = first;
        if !is_first(tree, first) {
            self.wrap();
            self.push("(");
            self.number = true;
        }
        loop {
            self.played(tree, node, &position, is_variation);
            let has_others = is_first(tree, node) && tree.next_sibling(node).is_some();
            let before = has_others.then(|| position.clone());
            position.make(tree.mv(node).expect("not the root"));
            if let Some(before) = before {
                tasks.push(Task::Rest { node, position, is_variation });
                let siblings: Vec<NodeId> =
                    tree.children(tree.parent(node).expect("not the root")).skip(1).collect();
                for &sibling in siblings.iter().rev() {
                    tasks.push(Task::Close);
                    tasks.push(Task::Line {
                        node: sibling,
                        position: before.clone(),
                        is_variation: true,
                    });
                }
                return;
            }
            match tree.first_child(node) {
                Some(next) => node = next,
                None => return,
            }
        }
    }

    fn played(&mut self, tree: &Tree, node: NodeId, position: &Position, is_variation: bool) {
        let notes = tree.notes(node);
        if let Some(before) = notes.map(|n| n.before.as_str()).filter(|b| !b.is_empty()) {
            if is_first(tree, node) {
                self.out.lose("loss.before", vec![]);
            }
            self.braces(before);
            self.number = true;
        }
        let red = position.turn() == Color::Red;
        let opens = !is_first(tree, node);
        if red && self.by_rounds && !is_variation {
            self.end_line();
        } else if !opens {
            // A bracket shows to be a variation by the move on its line.
            self.wrap();
        }
        if red || self.number {
            let number = position.fullmove();
            let dots = if red { "." } else { "..." };
            let indent = if self.by_rounds && !is_variation && self.column == 0 { 3 } else { 0 };
            let text = format!("{number:>indent$}{dots} ");
            self.push(&text);
        } else {
            let gap = self.gap;
            self.push(if is_variation { "" } else { gap });
        }
        self.number = false;
        let mv = tree.mv(node).expect("not the root");
        let text = notation::write(position, mv, self.style);
        self.push(&text);
        if let Some(notes) = notes {
            self.nags(&notes.nags);
            self.space();
            self.comment(notes);
        } else {
            self.space();
        }
    }

    fn nags(&mut self, nags: &[u8]) {
        const SIGNS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];
        for (i, &nag) in nags.iter().enumerate() {
            match SIGNS.get(nag as usize) {
                Some(sign) if i == 0 => self.push(sign),
                _ => {
                    let text = format!(" ${nag}");
                    self.push(&text);
                }
            }
        }
    }

    fn comment(&mut self, notes: &Notes) {
        let tags = write_annotations(notes);
        if tags.is_empty() && notes.comment.is_empty() {
            return;
        }
        let joint = if tags.is_empty() || notes.comment.is_empty() { "" } else { " " };
        self.braces(&format!("{tags}{joint}{}", notes.comment));
    }

    fn braces(&mut self, text: &str) {
        let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text.contains(['{', '}']) {
            // No writer of PGN can say a brace inside a comment; the full-width ones look alike.
            text = text.replace('{', "｛").replace('}', "｝");
            self.out.lose("loss.braces", vec![]);
        }
        self.push("{");
        self.push(&text);
        self.push("}");
        self.space();
        self.number = true;
    }

    fn push(&mut self, text: &str) {
        self.out.text.push_str(text);
        match text.rfind('\n') {
            Some(at) => self.column = text.len() - at - 1,
            None => self.column += text.len(),
        }
    }

    fn space(&mut self) {
        self.push(" ");
    }

    fn trim_space(&mut self) {
        if self.out.text.ends_with(' ') {
            self.out.text.pop();
            self.column = self.column.saturating_sub(1);
        }
    }

    fn wrap(&mut self) {
        if self.column > WIDTH {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.trim_space();
            self.push("\n");
            self.column = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reader;
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
