//! Moves listed with what they follow, to a tree: what the formats in text share that name
//! squares.
//!
//! Formats whose nodes stand in the order of [`Tree::walk`] can use `branch` instead; here a
//! move may follow any that was listed before.

use crate::annotations::write_annotations;
use crate::game::{Headers, MAX_PROBLEMS};
use crate::movetext::Fault;
use crate::notation::NotationError;
use crate::tree::{NodeId, Notes, Start, Tree};
use crate::unread::unread_text;
use crate::words::{add_glyph, append, clean, short};
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

    /// Plays all of them. A move that cannot be played is kept unread with all that follows it.
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
        tell_unread(&mut tree, Tree::ROOT, 0, 0, &mut faults);
        match position {
            Some(position) => self.play(position, &mut tree, &mut faults),
            None => self.keep_unread(self.0[0].first_child, true, &mut tree, Tree::ROOT),
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
                Err(text) => Some(NotationError::NotAMove { text: crate::words::short(text) }),
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
                    tell_unread(tree, node, ply, at, faults);
                    tasks.push(Task::Back(m, undo));
                    tasks.push(Task::Play(child, node));
                }
                (_, error) => {
                    if let Some(error) = error.filter(|_| faults.len() < MAX_PROBLEMS) {
                        let (code, facts) = (error.code(), error.facts());
                        faults.push(Fault { code, facts, ply: Some(ply), at });
                    }
                    self.keep_unread(id, false, tree, parent);
                }
            }
        }
    }

    /// Keeps the move `first` with all that follows it at `node`; and its siblings if wanted.
    fn keep_unread(&mut self, first: u32, siblings: bool, tree: &mut Tree, node: NodeId) {
        let mut open = vec![(first, Some(0))];
        while let Some((id, after)) = open.pop() {
            if id == NONE {
                continue;
            }
            let shoot = &mut self.0[id as usize];
            if siblings || id != first {
                open.push((shoot.next_sibling, after));
            }
            let mut text = match &shoot.m {
                Ok(m) => m.to_string(),
                Err(text) => text.to_string(),
            };
            let mut comment = String::new();
            if let Some(notes) = shoot.notes.take() {
                notes.nags.iter().for_each(|&nag| add_glyph(&mut text, nag));
                let tags = write_annotations(&notes);
                for words in [&tags, &notes.before, &notes.comment] {
                    append(&mut comment, words, '\n');
                }
            }
            let number = after.and_then(|after| tree.add_unread(node, after, &text));
            match number {
                Some(number) => tree.comment_unread(node, number, &comment, '\n'),
                None if comment.is_empty() => {}
                None => append(&mut tree.notes_mut(node).comment, &comment, '\n'),
            }
            open.push((shoot.first_child, number));
        }
    }
}

/// Tells of moves that a file keeps beside the others.
fn tell_unread(tree: &mut Tree, node: NodeId, ply: u32, at: usize, faults: &mut Vec<Fault>) {
    let unread = tree.notes(node).map_or(&[][..], |notes| &notes.unread);
    if unread.is_empty() {
        return;
    }
    if faults.len() < MAX_PROBLEMS {
        let facts = vec![("text", short(&unread_text(unread)))];
        faults.push(Fault { code: "record.unread", facts, ply: Some(ply), at });
    }
    tree.kept += unread.len();
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
    fn what_cannot_be_played_is_kept_unread() {
        let mut shoots = Shoots::new();
        let a = add(&mut shoots, 0, "h2e2");
        let b = add(&mut shoots, a, "h9h8");
        let x = add(&mut shoots, b, "x");
        add(&mut shoots, b, "e2e6");
        shoots.notes(x).nags = vec![1, 14];
        add(&mut shoots, a, "h9g7");
        let (tree, faults) = shoots.grow(Setup::start(), true);
        assert_eq!(moves(&tree), "h2e2 h9g7");
        let first = tree.first_child(Tree::ROOT).unwrap();
        let notes = tree.notes(first).unwrap();
        assert_eq!(notes.comment, "h2e2");
        assert_eq!(unread_text(&notes.unread), "h9h8 {h9h8} x! $14 {x} | e2e6 {e2e6}");
        assert_eq!((tree.count_variations(), tree.count_comments()), (2, 5));
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
