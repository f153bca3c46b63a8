//! What a file goes on with where it cannot be played, kept as it stands.
//!
//! A move that is not legal where it stands, and all that follows it, is no part of the tree; it
//! hangs on the last node that is, as text. Formats that write squares write it back.

use crate::game::Game;
use crate::losses::Losses;
use crate::tree::{NodeId, Notes, Tree};
use crate::words::{append, short};
use std::borrow::Cow;

/// A move that could not be played, or that follows one.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Unread {
    /// The move as the file has it, or as `h2e2` if the file tells squares, with its glyphs.
    pub text: String,
    /// The number of the move it follows among those kept at the node, from 1; 0 is the node.
    /// They stand in the order of [`Tree::walk`].
    pub after: u32,
    pub comment: String,
}

/// The most moves kept so of one game; after them stands one more, `…`.
pub const MAX_UNREAD: usize = 100_000;

impl Tree {
    /// Keeps a move that cannot be played at `node`, after the `after`-th kept there; its number,
    /// or none if there are too many.
    pub fn add_unread(&mut self, node: NodeId, after: u32, text: &str) -> Option<u32> {
        let kept = self.kept;
        if kept > MAX_UNREAD {
            return None;
        }
        let text = match text {
            _ if kept == MAX_UNREAD => "…",
            "" => "?",
            text => text,
        };
        self.kept += 1;
        let unread = &mut self.notes_mut(node).unread;
        unread.push(Unread { text: text.to_owned(), after, comment: String::new() });
        let number = unread.len() as u32;
        (kept < MAX_UNREAD).then_some(number)
    }

    /// The `number`-th move kept at a node.
    pub fn unread_mut(&mut self, node: NodeId, number: u32) -> Option<&mut Unread> {
        self.notes_mut(node).unread.get_mut(number.checked_sub(1)? as usize)
    }

    /// Adds a comment to the `number`-th move kept at a node.
    pub(crate) fn comment_unread(&mut self, node: NodeId, number: u32, text: &str, joint: char) {
        if let Some(unread) = self.unread_mut(node, number) {
            append(&mut unread.comment, text, joint);
        }
    }

    /// How many moves are kept that cannot be played.
    pub fn count_unread(&self) -> usize {
        self.walk().filter_map(|id| self.notes(id)).map(|notes| notes.unread.len()).sum()
    }

    /// The tree as its file had it: moves that could not be played as nodes, for writers that
    /// play nothing. Those that are no squares are told as lost.
    fn with_unread(&self, losses: &mut Losses) -> Option<Tree> {
        if self.kept == 0 {
            return None;
        }
        let has = |id: &NodeId| self.notes(*id).is_some_and(|notes| !notes.unread.is_empty());
        let nodes: Vec<NodeId> = self.walk().filter(has).collect();
        if nodes.is_empty() {
            return None;
        }
        let mut tree = self.clone();
        for node in nodes {
            let unread = std::mem::take(&mut tree.notes_mut(node).unread);
            let mut ids = vec![Some(node)];
            for kept in &unread {
                let parent = ids.get(kept.after as usize).copied().flatten();
                let id = parent
                    .zip(kept.text.parse().ok())
                    .map(|(parent, m)| tree.add_unchecked(parent, m));
                if let Some(id) = id.filter(|_| !kept.comment.is_empty()) {
                    tree.notes_mut(id).comment.clone_from(&kept.comment);
                }
                ids.push(id);
            }
            if ids.contains(&None) {
                losses.unread(&unread);
            }
        }
        Some(tree)
    }
}

/// A game with all moves of its file in its tree, for formats that write squares, and what
/// cannot be told so.
pub(crate) fn whole(game: &Game) -> (Cow<'_, Game>, Losses) {
    let mut losses = Losses::default();
    let game = match game.tree.with_unread(&mut losses) {
        Some(tree) => Cow::Owned(Game { tree, ..game.clone() }),
        None => Cow::Borrowed(game),
    };
    (game, losses)
}

impl Notes {
    /// How many alternatives are among the moves kept here; the first is one if something else
    /// goes on.
    pub(crate) fn unread_variations(&self, goes_on: bool) -> usize {
        let apart = |(i, kept): (usize, &Unread)| match i {
            0 => goes_on,
            _ => kept.after as usize != i,
        };
        self.unread.iter().enumerate().filter(|&it| apart(it)).count()
    }

    pub(crate) fn unread_comments(&self) -> usize {
        self.unread.iter().filter(|kept| !kept.comment.is_empty()).count()
    }
}

impl Losses {
    /// Moves that cannot be played, for which there is no place.
    pub fn unread(&mut self, unread: &[Unread]) {
        if !unread.is_empty() {
            self.add("loss.unread", vec![("text", short(&unread_text(unread)))]);
        }
    }
}

/// The moves as a line of text: comments in braces, lines of alternatives parted by bars.
pub fn unread_text(unread: &[Unread]) -> String {
    let mut out = String::new();
    for (i, kept) in unread.iter().enumerate() {
        match i {
            0 => {}
            _ if kept.after as usize == i => out.push(' '),
            _ => out.push_str(" | "),
        }
        out.push_str(&kept.text);
        if !kept.comment.is_empty() {
            out.push_str(" {");
            out.push_str(&kept.comment);
            out.push('}');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Start;

    fn tree() -> Tree {
        let mut tree = Tree::new(Start::Standard);
        let a = tree.add(Tree::ROOT, "h2e2".parse().unwrap()).unwrap();
        for (after, text) in [(0, "h9h8"), (1, "h0g2"), (1, "b0c2"), (0, "车1平1!")] {
            tree.add_unread(a, after, text).unwrap();
        }
        tree.comment_unread(a, 2, "好", '\n');
        tree.comment_unread(a, 9, "nowhere", '\n');
        tree
    }

    #[test]
    fn alternatives_and_comments_are_counted() {
        let mut tree = tree();
        assert_eq!((tree.count_variations(), tree.count_comments()), (2, 1));
        assert_eq!(tree.count_unread(), 4);
        let a = tree.first_child(Tree::ROOT).unwrap();
        tree.add(a, "h9g7".parse().unwrap()).unwrap();
        assert_eq!(tree.count_variations(), 3);
        let text = unread_text(&tree.notes(a).unwrap().unread);
        assert_eq!(text, "h9h8 h0g2 {好} | b0c2 | 车1平1!");
    }

    #[test]
    fn squares_become_nodes_and_other_words_are_told() {
        let mut losses = Losses::default();
        let tree = tree();
        let whole = tree.with_unread(&mut losses).unwrap();
        let moves = whole.walk().filter_map(|id| whole.mv(id)).map(|m| m.to_string());
        assert_eq!(moves.collect::<Vec<_>>(), ["h2e2", "h9h8", "h0g2", "b0c2"]);
        assert_eq!((whole.count_variations(), whole.count_comments()), (1, 1));
        assert_eq!(losses.0[0].code, "loss.unread");
        let plain = Tree::new(Start::Standard);
        assert!(plain.with_unread(&mut losses).is_none());
    }

    #[test]
    fn there_are_bounds() {
        let mut tree = Tree::new(Start::Standard);
        let mut after = 0;
        for _ in 0..MAX_UNREAD + 10 {
            after = tree.add_unread(Tree::ROOT, after, "x").unwrap_or(after);
        }
        assert_eq!(tree.count_unread(), MAX_UNREAD + 1);
        assert_eq!(tree.notes(Tree::ROOT).unwrap().unread[MAX_UNREAD].text, "…");
    }
}
