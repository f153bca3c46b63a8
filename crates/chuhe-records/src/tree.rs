//! The tree of moves of a game, in one arena.
//!
//! A node is the position after a move. Its first child goes on with the game, its other
//! children are alternatives to that child. Nodes are named by [`NodeId`], which stays valid
//! while the tree is edited: a removed node keeps its place, cut off from the root.
//!
//! Nothing here recurses: real files hold thousands of siblings, and lines a thousand plies deep.

use crate::unread::Unread;
use chuhe_core::{IllegalMove, Move, Position, Setup};

/// A node of a [`Tree`]; the root is [`Tree::ROOT`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

const NONE: u32 = u32::MAX;

/// What is written at a node besides its move.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Notes {
    /// After the move; at the root, before the first move.
    pub comment: String,
    /// Before the move; at the start of a variation.
    pub before: String,
    /// Numeric annotation glyphs, as in PGN: 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
    /// Milliseconds left on the mover's clock.
    pub clock: Option<u64>,
    /// Milliseconds the move took.
    pub elapsed: Option<u64>,
    pub eval: Option<Eval>,
    /// What the file goes on with here that cannot be played.
    pub unread: Vec<Unread>,
}

/// An engine's opinion, from Red's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eval {
    pub score: Score,
    pub depth: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Points(i32),
    /// Moves until mate; negative if Red is mated.
    Mate(i32),
}

impl Notes {
    pub fn is_empty(&self) -> bool {
        *self == Notes::default()
    }
}

#[derive(Clone, Debug)]
struct Node {
    m: Move,
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    /// Index into `Tree::notes`.
    notes: u32,
}

/// Where a game starts.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    /// The position of every full game.
    Standard,
    Position(Box<Position>),
    /// A layout nothing can be played from, such as a diagram without kings: the tree has no
    /// moves.
    Unplayable(Box<Setup>),
}

impl Start {
    /// The start `position`, known as the standard one if it is.
    pub fn from_position(position: Position) -> Start {
        if position == Position::start() {
            Start::Standard
        } else {
            Start::Position(Box::new(position))
        }
    }

    /// The start a layout gives. Moves are read from one that cannot arise too, as long as that
    /// means anything: books and archives are full of them.
    pub fn from_setup(setup: Setup) -> Start {
        match setup.playable() {
            Ok(position) => Start::from_position(position),
            Err(error) => Start::Unplayable(error.setup),
        }
    }

    pub fn position(&self) -> Option<Position> {
        match self {
            Start::Standard => Some(Position::start()),
            Start::Position(position) => Some((**position).clone()),
            Start::Unplayable(_) => None,
        }
    }

    /// The layout, playable or not.
    pub fn setup(&self) -> Setup {
        match self {
            Start::Standard => Setup::start(),
            Start::Position(position) => position.setup(),
            Start::Unplayable(setup) => (**setup).clone(),
        }
    }

    pub fn fen(&self) -> String {
        match self {
            Start::Standard => Position::start().fen(),
            Start::Position(position) => position.fen(),
            Start::Unplayable(setup) => setup.fen(),
        }
    }
}

/// A game's moves with variations and notes.
#[derive(Clone, Debug)]
pub struct Tree {
    start: Start,
    nodes: Vec<Node>,
    notes: Vec<Notes>,
    /// How many moves were ever kept that cannot be played.
    pub(crate) kept: usize,
}

impl Tree {
    pub const ROOT: NodeId = NodeId(0);
    /// More nodes than this are refused: 24 bytes each, and ids are 32 bits wide.
    pub const MAX_NODES: usize = 50_000_000;

    pub fn new(start: Start) -> Tree {
        let root = Node {
            m: Move::NULL,
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            notes: NONE,
        };
        Tree { start, nodes: vec![root], notes: Vec::new(), kept: 0 }
    }

    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Changes where the game starts; only while there is no move.
    pub fn set_start(&mut self, start: Start) {
        assert!(self.children(Tree::ROOT).next().is_none(), "the moves belong to the old start");
        self.start = start;
    }

    /// How many nodes were ever made, the root and removed ones included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.first_child(Tree::ROOT).is_none()
    }

    pub fn contains(&self, id: NodeId) -> bool {
        (id.0 as usize) < self.nodes.len()
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The move that leads to this node; none at the root.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        (id != Tree::ROOT).then(|| self.node(id).m)
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).parent)
    }

    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).first_child)
    }

    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).next_sibling)
    }

    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The nodes after `id` along first children.
    pub fn line(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&node| self.first_child(node))
    }

    /// The moves of the game itself, without its variations.
    pub fn main_line(&self) -> Vec<Move> {
        self.line(Tree::ROOT).map(|id| self.node(id).m).collect()
    }

    /// The nodes from the root, which is left out, to `id`.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&node| self.parent(node))
            .filter(|&node| node != Tree::ROOT)
            .collect();
        path.reverse();
        path
    }

    /// How many moves lead to `id`.
    pub fn ply(&self, id: NodeId) -> usize {
        std::iter::successors(self.parent(id), |&node| self.parent(node)).count()
    }

    /// Whether `id` still hangs on the root.
    pub fn is_attached(&self, id: NodeId) -> bool {
        std::iter::successors(Some(id), |&node| self.parent(node)).last() == Some(Tree::ROOT)
    }

    /// The position at `id`; none if the start cannot be played.
    pub fn position(&self, id: NodeId) -> Option<Position> {
        let mut position = self.start.position()?;
        for node in self.path(id) {
            position.make(self.node(node).m);
        }
        Some(position)
    }

    /// Every node hanging on the root in the order it is written: a node, then all that
    /// follows its first child, then its other children.
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, next: vec![Tree::ROOT] }
    }

    pub fn notes(&self, id: NodeId) -> Option<&Notes> {
        self.notes.get(self.node(id).notes as usize)
    }

    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        if self.node(id).notes == NONE {
            self.node_mut(id).notes = self.notes.len() as u32;
            self.notes.push(Notes::default());
        }
        let at = self.node(id).notes as usize;
        &mut self.notes[at]
    }

    /// The child reached by `m`.
    pub fn child_by_move(&self, id: NodeId, m: Move) -> Option<NodeId> {
        self.children(id).find(|&child| self.node(child).m == m)
    }

    /// Adds a last child. The fast door: the move must be legal at `parent`.
    pub fn add_unchecked(&mut self, parent: NodeId, m: Move) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer nodes than MAX_NODES"));
        self.nodes.push(Node {
            m,
            parent: parent.0,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            notes: NONE,
        });
        self.link_last(parent, id);
        id
    }

    /// Adds a last child if its move is legal there.
    pub fn add(&mut self, parent: NodeId, m: Move) -> Result<NodeId, IllegalMove> {
        if let Some(position) = self.position(parent) {
            position.play(m)?;
        }
        Ok(self.add_unchecked(parent, m))
    }

    fn link_last(&mut self, parent: NodeId, id: NodeId) {
        match some(self.node(parent).last_child) {
            Some(last) => self.node_mut(last).next_sibling = id.0,
            None => self.node_mut(parent).first_child = id.0,
        }
        self.node_mut(parent).last_child = id.0;
        self.node_mut(id).next_sibling = NONE;
    }

    /// Cuts `id` and all that follows off the tree.
    ///
    /// # Panics
    /// At the root.
    pub fn remove(&mut self, id: NodeId) {
        let parent = self.parent(id).expect("the root cannot be removed");
        let rest: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
        self.relink(parent, &rest);
        self.node_mut(id).parent = NONE;
        self.node_mut(id).next_sibling = NONE;
    }

    /// Moves `id` among its siblings to the place `index`, 0 being the main continuation.
    pub fn move_to(&mut self, id: NodeId, index: usize) {
        let Some(parent) = self.parent(id) else {
            return;
        };
        let mut order: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
        order.insert(index.min(order.len()), id);
        self.relink(parent, &order);
    }

    fn relink(&mut self, parent: NodeId, order: &[NodeId]) {
        self.node_mut(parent).first_child = NONE;
        self.node_mut(parent).last_child = NONE;
        for &id in order {
            self.link_last(parent, id);
        }
    }

    /// The place of `id` among its siblings.
    pub fn index(&self, id: NodeId) -> usize {
        match self.parent(id) {
            Some(parent) => self.children(parent).position(|child| child == id).unwrap_or(0),
            None => 0,
        }
    }

    /// How many alternatives the tree holds: children that are not the first, and those that
    /// cannot be played.
    pub fn count_variations(&self) -> usize {
        let is_alternative =
            |id: NodeId| self.parent(id).is_some_and(|p| self.node(p).first_child != id.0);
        self.walk()
            .map(|id| {
                let goes_on = self.first_child(id).is_some();
                let unread = self.notes(id).map_or(0, |notes| notes.unread_variations(goes_on));
                usize::from(is_alternative(id)) + unread
            })
            .sum()
    }

    /// How many comments: after moves, before moves, on the game, and on what cannot be played.
    pub fn count_comments(&self) -> usize {
        self.walk()
            .filter_map(|id| self.notes(id))
            .map(|notes| {
                let told = [&notes.comment, &notes.before];
                told.iter().filter(|text| !text.is_empty()).count() + notes.unread_comments()
            })
            .sum()
    }
}

impl PartialEq for Tree {
    /// The same start, moves in the same order, and notes.
    fn eq(&self, other: &Tree) -> bool {
        let nothing = Notes::default();
        self.start == other.start
            && self.walk().map(|id| self.shape(id)).eq(other.walk().map(|id| other.shape(id)))
            && self
                .walk()
                .map(|id| self.notes(id).unwrap_or(&nothing))
                .eq(other.walk().map(|id| other.notes(id).unwrap_or(&nothing)))
    }
}

impl Tree {
    /// Move and number of children: with the order of `walk` they say the whole tree.
    fn shape(&self, id: NodeId) -> (Move, usize) {
        (self.node(id).m, self.children(id).count())
    }
}

/// See [`Tree::walk`].
pub struct Walk<'a> {
    tree: &'a Tree,
    next: Vec<NodeId>,
}

impl Iterator for Walk<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next.pop()?;
        let from = self.next.len();
        self.next.extend(self.tree.children(id));
        self.next[from..].reverse();
        Some(id)
    }
}

fn some(index: u32) -> Option<NodeId> {
    (index != NONE).then_some(NodeId(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn tree() -> (Tree, NodeId, NodeId) {
        let mut tree = Tree::new(Start::Standard);
        let main = tree.add(Tree::ROOT, mv("h2e2")).unwrap();
        tree.add(main, mv("h9g7")).unwrap();
        let other = tree.add(Tree::ROOT, mv("c3c4")).unwrap();
        (tree, main, other)
    }

    #[test]
    fn illegal_moves_are_refused() {
        let (mut tree, main, _) = tree();
        assert!(tree.add(main, mv("h2e2")).is_err());
        assert_eq!(tree.count_variations(), 1);
    }

    #[test]
    fn promotion_changes_the_main_line() {
        let (mut tree, main, other) = tree();
        assert_eq!(tree.main_line(), [mv("h2e2"), mv("h9g7")]);
        tree.move_to(other, 0);
        assert_eq!(tree.main_line(), [mv("c3c4")]);
        assert_eq!((tree.index(other), tree.index(main)), (0, 1));
        tree.move_to(other, 9);
        assert_eq!(tree.index(other), 1);
    }

    #[test]
    fn a_removed_node_is_cut_off() {
        let (mut tree, main, other) = tree();
        tree.remove(main);
        assert!(!tree.is_attached(main));
        assert_eq!(tree.walk().count(), 2);
        assert_eq!(tree.main_line(), [mv("c3c4")]);
        tree.remove(other);
        assert!(tree.is_empty());
    }

    #[test]
    fn equal_trees_may_be_built_in_another_order() {
        let (mut left, main, _) = tree();
        left.notes_mut(main).comment = "稳健".to_owned();
        let mut right = Tree::new(Start::Standard);
        right.add(Tree::ROOT, mv("c3c4")).unwrap();
        let main = right.add(Tree::ROOT, mv("h2e2")).unwrap();
        assert_ne!(left, right);
        right.move_to(main, 0);
        right.add(main, mv("h9g7")).unwrap();
        assert_ne!(left, right);
        right.notes_mut(main).comment = "稳健".to_owned();
        assert_eq!(left, right);
    }
}
