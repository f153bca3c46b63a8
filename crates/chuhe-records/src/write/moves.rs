//! The moves of a game as text, with its variations, comments and glyphs.

use super::Written;
use crate::annotations::write_annotations;
use crate::notation::{self, Style};
use crate::tree::{NodeId, Notes, Tree};
use crate::unread::{Unread, unread_text};
use crate::words::{SIGNS, short};
use chuhe_core::{Color, Position};

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

/// Whether moves that cannot be played are one line, without alternatives.
pub(crate) fn is_line(unread: &[Unread]) -> bool {
    unread.iter().zip(0..).all(|(kept, number)| kept.after == number)
}

/// Columns after which a variation goes on in a new line.
const WIDTH: usize = 80;

pub(super) struct Movetext<'a> {
    out: &'a mut Written,
    style: Style,
    /// A main line in Chinese has a line for each round.
    by_rounds: bool,
    /// Between the two moves of a round, besides one space.
    gap: &'static str,
    column: usize,
    /// Moves that cannot be played are written as moves where nothing else follows.
    as_moves: bool,
    /// Black's next move needs its number: something stands between it and Red's.
    number: bool,
}

impl<'a> Movetext<'a> {
    pub fn new(
        out: &'a mut Written,
        style: Style,
        gap: &'static str,
        as_moves: bool,
    ) -> Movetext<'a> {
        Movetext {
            out,
            style,
            by_rounds: matches!(style, Style::Chinese(..)),
            gap,
            column: 0,
            as_moves,
            number: true,
        }
    }

    pub fn write(&mut self, tree: &Tree) {
        if let Some(notes) = tree.notes(Tree::ROOT) {
            self.comment(notes);
            let alone = tree.first_child(Tree::ROOT).is_none();
            self.unread(notes, alone);
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
            if let Some(notes) = tree.notes(node).filter(|notes| !notes.unread.is_empty()) {
                self.unread(notes, !has_others && tree.first_child(node).is_none());
            }
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

    /// The moves that cannot be played: as they stood in a text if nothing else follows.
    fn unread(&mut self, notes: &Notes, is_last: bool) {
        if !(is_last && self.as_moves && is_line(&notes.unread)) {
            return self.unread_comment(notes);
        }
        for kept in &notes.unread {
            self.push(&kept.text);
            self.space();
            if !kept.comment.is_empty() {
                self.braces(&kept.comment);
            }
        }
    }

    /// The same as words.
    fn unread_comment(&mut self, notes: &Notes) {
        if !notes.unread.is_empty() {
            let facts = vec![("text", short(&unread_text(&notes.unread)))];
            self.out.lose("loss.unread_said", facts);
            self.braces(&unread_text(&notes.unread).replace('{', "(").replace('}', ")"));
        }
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
