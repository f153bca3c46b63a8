//! A game of a text while lines go on with it.

use crate::game::Headers;
use crate::headings::first_move;
use crate::lex::{Lexer, is_space};
use crate::movetext::{Fault, MoveReader};
use crate::tree::{NodeId, Tree};

/// A game being read.
pub(super) struct Open {
    pub reader: MoveReader,
    pub headers: Headers,
    pub faults: Vec<Fault>,
    pub at: usize,
    /// Where it starts is told, if only that it is the usual start.
    pub placed: bool,
    /// A result was read: what follows is another game.
    pub ended: bool,
    /// Where the alternatives 甲 乙 … without a mark in the text branch off.
    pub base: Option<NodeId>,
    pub in_alternative: bool,
}

impl Open {
    pub fn read(&mut self, text: &str, at: usize) {
        let known = self.reader.faults.len();
        let mut lexer = Lexer::new(text);
        if self.reader.read(&mut lexer) {
            self.ended = true;
            let rest = lexer.rest().trim_matches(is_space);
            if !rest.is_empty() {
                self.reader.comment(rest);
            }
        }
        self.ended |= self.reader.result.is_some();
        for fault in &mut self.reader.faults[known..] {
            fault.at += at;
        }
    }

    /// Begins the alternative `label`: at the move marked so, at the move of its number, or
    /// at the place where the first of them went on.
    pub fn alternative(&mut self, label: char, line: &str) {
        while self.reader.in_variation() {
            self.reader.end_branch();
        }
        let tree = &self.reader.tree;
        let mark = label.to_string();
        let marked =
            tree.line(Tree::ROOT).find(|&id| tree.notes(id).is_some_and(|n| n.comment == mark));
        let node = if let Some(id) = marked {
            self.reader.tree.notes_mut(id).comment.clear();
            Some(id)
        } else if let (Some((number, dots)), Some(start)) =
            (first_move(line).0, tree.start().position())
        {
            let black_starts = (start.turn() == chuhe_core::Color::Black) as u32;
            let plies = 2 * number.saturating_sub(start.fullmove()) + u32::from(dots > 1);
            plies.checked_sub(black_starts).and_then(|ply| tree.line(Tree::ROOT).nth(ply as usize))
        } else if let Some(base) = self.base {
            tree.first_child(base)
        } else {
            self.base = Some(self.reader.node());
            None
        };
        self.in_alternative = node.is_some_and(|node| self.reader.branch(node));
    }
}
