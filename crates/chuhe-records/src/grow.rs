//! Moves listed with what they follow, to a tree: what the formats in text share that name
//! squares.
//!
//! Formats whose nodes stand in the order of [`Tree::walk`] can use `branch` instead; here a
//! move may follow any that was listed before.

use crate::game::{Headers, MAX_PROBLEMS};
use crate::movetext::{Fault, clean};
use crate::notation::NotationError;
use crate::tree::{NodeId, Notes, Start, Tree};
use chuhe_core::{Move, Position, Setup, Undo};

const NONE: u32 = u32::MAX;

/// A move as a file lists it; the first of a [`Shoots`] is the start position.
struct Shoot {
    /// The text, if it names no move.
    m: Result<Move, Box<str>>,
    /// Byte of the text.
    at: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    notes: Option<Box<Notes>>,
}

/// The moves of a game, not yet played.
pub(crate) struct Shoots(Vec<Shoot>);

impl Shoots {
    /// The number of the start position.
    pub const START: usize = 0;

    pub fn new() -> Shoots {
        let mut shoots = Shoots(Vec::new());
        shoots.list(Ok(Move::NULL), 0);
        shoots
    }

    fn list(&mut self, m: Result<Move, Box<str>>, at: usize) -> usize {
        let (first_child, last_child, next_sibling) = (NONE, NONE, NONE);
        let at = at as u32;
        self.0.push(Shoot { m, at, first_child, last_child, next_sibling, notes: None });
        self.0.len() - 1
    }

    /// Lists a move after the `parent`-th; its number, or none if there are too many.
    pub fn add(&mut self, parent: usize, m: Result<Move, Box<str>>, at: usize) -> Option<usize> {
        if self.0.len() >= Tree::MAX_NODES {
            return None;
        }
        let id = self.list(m, at);
        match self.0[parent].last_child {
            NONE => self.0[parent].first_child = id as u32,
            last => self.0[last as usize].next_sibling = id as u32,
        }
        self.0[parent].last_child = id as u32;
        Some(id)
    }

    /// Makes the last move listed after `parent` the first of those after it.
    pub fn put_first(&mut self, parent: usize, last: usize) {
        let first = self.0[parent].first_child;
        if first as usize == last {
            return;
        }
        // Only the last can be cut off without a search.
        let mut before = first;
        while self.0[before as usize].next_sibling != last as u32 {
            before = self.0[before as usize].next_sibling;
        }
        self.0[before as usize].next_sibling = NONE;
        self.0[parent].last_child = before;
        self.0[last].next_sibling = first;
        self.0[parent].first_child = last as u32;
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn notes(&mut self, id: usize) -> &mut Notes {
        self.0[id].notes.get_or_insert_default()
    }

    /// Adds a comment to the `id`-th move, in a line of its own.
    pub fn comment(&mut self, id: usize, text: &str) {
        let text = clean(text);
        if !text.is_empty() {
            join(&mut self.notes(id).comment, &text);
        }
    }

    /// The child of `parent` with this move.
    pub fn child(&self, parent: usize, m: Move) -> Option<usize> {
        let mut child = self.0[parent].first_child;
        while child != NONE {
            if self.0[child as usize].m == Ok(m) {
                return Some(child as usize);
            }
            child = self.0[child as usize].next_sibling;
        }
        None
    }

    /// Plays all of them. A move that cannot be played is left out with all that follows it, its
    /// words staying with the move before.
    ///
    /// The side to move is what the first piece says; `told` is whether the file said another.
    pub fn grow(mut self, mut setup: Setup, told: bool) -> (Tree, Vec<Fault>) {
        let mut faults = Vec::new();
        let first = match self.0[0].first_child {
            NONE => None,
            first => self.0[first as usize].m.as_ref().ok().copied(),
        };
        match first.and_then(|m| setup.pieces[m.from().index()]) {
            Some(piece) if piece.color() != setup.turn => {
                setup.turn = !setup.turn;
                if told {
                    let (code, facts) = ("record.wrong_side", vec![]);
                    faults.push(Fault { code, facts, ply: Some(0), at: 0 });
                }
            }
            None if !told => {
                let other = Setup { turn: !setup.turn, ..setup.clone() };
                if other.problems().len() < setup.problems().len() {
                    setup = other;
                }
            }
            _ => {}
        }
        for problem in setup.problems() {
            let (code, facts) = (problem.code(), problem.facts());
            faults.push(Fault { code, facts, ply: None, at: 0 });
        }
        let start = Start::from_setup(setup);
        let position = start.position();
        let mut tree = Tree::new(start);
        if let Some(notes) = self.0[0].notes.take() {
            *tree.notes_mut(Tree::ROOT) = *notes;
        }
        match position {
            Some(position) => self.play(position, &mut tree, &mut faults),
            None => self.keep_words(self.0[0].first_child, &mut tree, Tree::ROOT),
        }
        faults.truncate(MAX_PROBLEMS);
        (tree, faults)
    }

    fn play(&mut self, mut position: Position, tree: &mut Tree, faults: &mut Vec<Fault>) {
        enum Task {
            Play(u32, NodeId),
            Back(Move, Undo),
        }
        let mut ply = 0;
        let mut tasks = vec![Task::Play(self.0[0].first_child, Tree::ROOT)];
        while let Some(task) = tasks.pop() {
            let (id, parent) = match task {
                Task::Back(m, undo) => {
                    position.unmake(m, undo);
                    ply -= 1;
                    continue;
                }
                Task::Play(NONE, _) => continue,
                Task::Play(id, parent) => (id, parent),
            };
            let shoot = &mut self.0[id as usize];
            let (next, child, at) = (shoot.next_sibling, shoot.first_child, shoot.at as usize);
            tasks.push(Task::Play(next, parent));
            let error = match &shoot.m {
                Ok(m) if position.is_legal(*m) => None,
                Ok(m) => position.why_illegal(*m).map(|reason| NotationError::Illegal {
                    text: m.to_string(),
                    m: *m,
                    reason,
                }),
                Err(text) => Some(NotationError::NotAMove { text: crate::movetext::short(text) }),
            };
            match (&shoot.m, error) {
                (Ok(m), None) => {
                    let m = *m;
                    let node = tree.add_unchecked(parent, m);
                    if let Some(notes) = shoot.notes.take() {
                        *tree.notes_mut(node) = *notes;
                    }
                    let undo = position.make(m);
                    ply += 1;
                    tasks.push(Task::Back(m, undo));
                    tasks.push(Task::Play(child, node));
                }
                (_, error) => {
                    if let Some(error) = error.filter(|_| faults.len() < MAX_PROBLEMS) {
                        let (code, facts) = (error.code(), error.facts());
                        faults.push(Fault { code, facts, ply: Some(ply), at });
                    }
                    self.keep_notes(id, tree, parent);
                    self.keep_words(child, tree, parent);
                }
            }
        }
    }

    /// Gives the words at `first`, at its siblings and at all that follows them to `node`.
    fn keep_words(&mut self, first: u32, tree: &mut Tree, node: NodeId) {
        let mut open = vec![first];
        while let Some(id) = open.pop() {
            if id == NONE {
                continue;
            }
            self.keep_notes(id, tree, node);
            open.push(self.0[id as usize].next_sibling);
            open.push(self.0[id as usize].first_child);
        }
    }

    fn keep_notes(&mut self, id: u32, tree: &mut Tree, node: NodeId) {
        if let Some(notes) = self.0[id as usize].notes.take() {
            for text in [&notes.before, &notes.comment] {
                if !text.is_empty() {
                    join(&mut tree.notes_mut(node).comment, text);
                }
            }
        }
    }
}

/// Adds a line to a comment.
pub(crate) fn join(comment: &mut String, text: &str) {
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

/// Headers kept of one game, as of a PGN.
const MOST_HEADERS: usize = 500;

/// Adds a header unless it is empty, or one of too many.
pub(crate) fn add_header(headers: &mut Headers, name: &str, value: &str) {
    let value = clean(value);
    if !value.is_empty() && headers.len() < MOST_HEADERS {
        headers.add(name, &value);
    }
}

/// The move between two squares given as file and rank.
pub(crate) fn between(from: (u8, u8), to: (u8, u8)) -> Option<Move> {
    let square = crate::branch::square;
    Some(Move::new(square(from.0, from.1)?, square(to.0, to.1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(tree: &Tree) -> String {
        tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    fn add(shoots: &mut Shoots, parent: usize, text: &str) -> usize {
        let id = shoots.add(parent, text.parse().map_err(|_| text.into()), 0).unwrap();
        shoots.comment(id, text);
        id
    }

    #[test]
    fn moves_may_follow_any_listed_before() {
        let mut shoots = Shoots::new();
        let a = add(&mut shoots, 0, "h2e2");
        let b = add(&mut shoots, 0, "c3c4");
        add(&mut shoots, a, "h9g7");
        add(&mut shoots, b, "c6c5");
        let (tree, faults) = shoots.grow(Setup::start(), true);
        assert_eq!(moves(&tree), "h2e2 h9g7");
        assert_eq!((tree.count_variations(), tree.walk().count()), (1, 5));
        assert!(faults.is_empty());
    }

    #[test]
    fn what_cannot_be_played_leaves_its_words() {
        let mut shoots = Shoots::new();
        let a = add(&mut shoots, 0, "h2e2");
        let b = add(&mut shoots, a, "h9h8");
        add(&mut shoots, b, "x");
        add(&mut shoots, a, "h9g7");
        let (tree, faults) = shoots.grow(Setup::start(), true);
        assert_eq!(moves(&tree), "h2e2 h9g7");
        let first = tree.first_child(Tree::ROOT).unwrap();
        assert_eq!(tree.notes(first).unwrap().comment, "h2e2\nh9h8\nx");
        assert_eq!((faults[0].code, faults[0].ply, faults.len()), ("illegal.geometry", Some(1), 1));
    }

    #[test]
    fn the_first_piece_tells_whose_move_it_is() {
        for told in [false, true] {
            let mut shoots = Shoots::new();
            add(&mut shoots, 0, "h9g7");
            let (tree, faults) = shoots.grow(Setup::start(), told);
            assert_eq!((moves(&tree).as_str(), faults.len()), ("h9g7", usize::from(told)));
        }
    }
}
