//! Moves as squares to a tree: what the binary formats share.
//!
//! Their files hold moves in the order of [`Tree::walk`], each with a way of saying whether
//! something follows it and whether it has alternatives. [`Branches`] plays them one after the
//! other; the reader of a format says when a line ends and where the next begins.

use crate::decode::Encoding;
use crate::game::{Game, MAX_PROBLEMS, Problem};
use crate::tree::{NodeId, Start, Tree};
use crate::words::{append, clean};
use chuhe_core::{Facts, Move, Position, Setup, Square, Undo};

pub(crate) struct Branches {
    setup: Setup,
    tree: Tree,
    /// The position after the moves of `path`; none before the first move, and if nothing can be
    /// played from the start.
    position: Option<Position>,
    path: Vec<(NodeId, Move, Undo)>,
    /// Moves to the current place as the file counts them.
    depth: usize,
    /// Where, in moves of the file, a move of a variation stands twice.
    twice: Vec<usize>,
    /// Moves of the current line that cannot be played: their numbers among those kept.
    unread: Vec<Option<u32>>,
    /// The main line has ended.
    in_variation: bool,
    begun: bool,
    /// A move too many was told of.
    full: bool,
    pub problems: Vec<Problem>,
}

impl Branches {
    pub fn new(setup: Setup) -> Branches {
        Branches {
            setup,
            tree: Tree::new(Start::Standard),
            position: None,
            path: Vec::new(),
            depth: 0,
            twice: Vec::new(),
            unread: Vec::new(),
            in_variation: false,
            begun: false,
            full: false,
            problems: Vec::new(),
        }
    }

    /// How many moves of the file lead to the current place.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How many moves could be played.
    pub fn played(&self) -> usize {
        self.tree.len()
    }

    /// Notes a problem of the byte `offset`.
    pub fn problem(&mut self, code: &'static str, facts: Facts, ply: Option<u32>, offset: usize) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem { code, facts, ply, line: 1, offset: offset as u64 });
        }
    }

    /// Notes a problem of the move that comes next.
    pub fn problem_here(&mut self, code: &'static str, facts: Facts, offset: usize) {
        self.problem(code, facts, Some(self.path.len() as u32), offset);
    }

    /// Fixes the start, now that the first move is known.
    ///
    /// Which side begins is often told wrong; the piece that moves knows better.
    fn begin(&mut self, first: Option<Square>, offset: usize) {
        self.begun = true;
        let piece = first.and_then(|square| self.setup.pieces[square.index()]);
        if piece.is_some_and(|piece| piece.color() != self.setup.turn) {
            self.setup.turn = !self.setup.turn;
            self.problem("record.wrong_side", vec![], Some(0), offset);
        }
        for problem in self.setup.problems() {
            self.problem(problem.code(), problem.facts(), None, offset);
        }
        let start = Start::from_setup(self.setup.clone());
        self.position = start.position();
        self.tree.set_start(start);
    }

    /// Goes on with a move; squares off the board are none. Nothing can be played after a move
    /// that could not be, until [`Branches::back_to`] leaves its line: it is kept unread.
    pub fn play(&mut self, from: Option<Square>, to: Option<Square>, offset: usize) {
        if !self.begun {
            self.begin(from, offset);
        }
        self.depth += 1;
        let Some(position) = self.position.as_ref().filter(|_| self.unread.is_empty()) else {
            return self.keep_unread(from, to);
        };
        let (Some(from), Some(to)) = (from, to) else {
            self.problem_here("record.off_board", vec![], offset);
            return self.keep_unread(from, to);
        };
        let m = Move::new(from, to);
        if self.is_twice(m) {
            self.twice.push(self.depth);
            return self.problem_here("record.move_twice", vec![("move", m.to_string())], offset);
        }
        if let Some(reason) = position.why_illegal(m) {
            self.problem_here(reason.code(), reason.facts(), offset);
            return self.keep_unread(Some(from), Some(to));
        }
        if self.tree.len() >= Tree::MAX_NODES {
            if !std::mem::replace(&mut self.full, true) {
                let facts = vec![("most", Tree::MAX_NODES.to_string())];
                self.problem_here("record.too_many_moves", facts, offset);
            }
            return self.keep_unread(Some(from), Some(to));
        }
        let undo = self.position.as_mut().expect("just looked at").make(m);
        let node = self.tree.add_unchecked(self.here(), m);
        self.path.push((node, m, undo));
    }

    /// Keeps a move that cannot be played at the last node that can.
    fn keep_unread(&mut self, from: Option<Square>, to: Option<Square>) {
        let name = |square: Option<Square>| square.map_or("??".to_owned(), |s| s.to_string());
        let number = match self.unread.last() {
            Some(None) => None,
            last => {
                let after = last.copied().flatten().unwrap_or(0);
                self.tree.add_unread(self.here(), after, &(name(from) + &name(to)))
            }
        };
        self.unread.push(number);
    }

    /// Whether a move is the last one again, with which the file goes on as if it stood there once:
    /// so do variations that programs have put together. What was played in a game is not guessed:
    /// there such a move is one that cannot be played.
    fn is_twice(&self, m: Move) -> bool {
        self.in_variation
            && self.path.last().is_some_and(|&(_, last, _)| last == m)
            && self.twice.last() != Some(&(self.depth - 1))
    }

    /// Goes back to where `depth` moves of the file had led.
    pub fn back_to(&mut self, depth: usize) {
        while self.twice.last().is_some_and(|&at| at > depth) {
            self.twice.pop();
        }
        let read = self.path.len() + self.twice.len();
        self.unread.truncate(depth.saturating_sub(read));
        while self.path.len() + self.twice.len() > depth {
            let (_, m, undo) = self.path.pop().expect("it is longer");
            self.position.as_mut().expect("moves were played").unmake(m, undo);
        }
        self.depth = depth;
        self.in_variation = true;
    }

    /// The last move that could be played.
    fn here(&self) -> NodeId {
        self.path.last().map_or(Tree::ROOT, |&(node, _, _)| node)
    }

    /// Adds a comment to the last move.
    pub fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let cleaned = clean(text);
        // Somebody put it there, so it is kept, though there is nothing in it.
        let text = if cleaned.is_empty() { " " } else { &cleaned };
        let here = self.here();
        match self.unread.last() {
            Some(&Some(number)) => self.tree.comment_unread(here, number, text, '\n'),
            _ => append(&mut self.tree.notes_mut(here).comment, text, '\n'),
        }
    }

    /// The game with its moves; the rest is for the reader of the format to fill in.
    pub fn finish(mut self, encoding: Encoding, offset: usize) -> Game {
        if !self.begun {
            self.begin(None, offset);
        }
        let mut game = Game::new(Start::Standard);
        game.tree = self.tree;
        game.problems = self.problems;
        game.encoding = encoding;
        game.offset = offset as u64;
        game
    }
}

/// The square of a file and a rank, none off the board.
pub(crate) fn square(file: u8, rank: u8) -> Option<Square> {
    (file < 9 && rank < 10).then(|| Square::new(file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(branches: &mut Branches, text: &str) {
        let m: Move = text.parse().unwrap();
        branches.play(Some(m.from()), Some(m.to()), 0);
    }

    fn moves(game: &Game) -> Vec<String> {
        game.tree.main_line().iter().map(Move::to_string).collect()
    }

    #[test]
    fn a_line_ends_at_a_move_that_cannot_be_played_and_the_next_goes_on() {
        let mut branches = Branches::new(Setup::start());
        for m in ["h2e2", "h9g7", "h9h8", "e2e6"] {
            play(&mut branches, m);
            branches.comment(m);
        }
        branches.back_to(1);
        play(&mut branches, "b9c7");
        let game = branches.finish(Encoding::Utf8, 0);
        assert_eq!(moves(&game), ["h2e2", "h9g7"]);
        assert_eq!(game.tree.count_variations(), 1);
        let notes = game.tree.notes(game.tree.line(Tree::ROOT).last().unwrap()).unwrap();
        assert_eq!(notes.comment, "h9g7");
        assert_eq!(crate::unread_text(&notes.unread), "h9h8 {h9h8} e2e6 {e2e6}");
        let [problem] = &game.problems[..] else { panic!("{:?}", game.problems) };
        assert_eq!((problem.code, problem.ply), ("illegal.no_piece", Some(2)));
    }

    #[test]
    fn a_move_that_stands_twice_is_played_once_in_a_variation() {
        let mut branches = Branches::new(Setup::start());
        play(&mut branches, "a0a1");
        branches.back_to(0);
        for m in ["h2e2", "h9g7", "h9g7", "h0g2"] {
            play(&mut branches, m);
            branches.comment(m);
        }
        branches.back_to(3);
        play(&mut branches, "b0c2");
        branches.back_to(2);
        play(&mut branches, "a0a1"); // an alternative to the move again
        branches.back_to(1);
        play(&mut branches, "b9c7");
        let game = branches.finish(Encoding::Utf8, 0);
        assert_eq!((game.tree.len(), game.tree.count_variations()), (8, 4));
        let second = game.tree.children(game.tree.children(Tree::ROOT).nth(1).unwrap()).next();
        let second = second.unwrap();
        assert_eq!(game.tree.notes(second).unwrap().comment, "h9g7\nh9g7");
        let [problem] = &game.problems[..] else { panic!("{:?}", game.problems) };
        assert_eq!((problem.code, problem.ply), ("record.move_twice", Some(2)));

        let mut branches = Branches::new(Setup::start());
        for m in ["h2e2", "h2e2", "h9g7"] {
            play(&mut branches, m);
        }
        branches.back_to(0);
        for m in ["c3c4", "c3c4", "c3c4", "h9g7"] {
            play(&mut branches, m);
        }
        let game = branches.finish(Encoding::Utf8, 0);
        assert_eq!((moves(&game), game.tree.len()), (vec!["h2e2".to_owned()], 3));
        let codes: Vec<_> = game.problems.iter().map(|p| p.code).collect();
        assert_eq!(codes, ["illegal.no_piece", "record.move_twice", "illegal.no_piece"]);
    }

    #[test]
    fn the_first_piece_tells_whose_move_it_is() {
        let mut branches = Branches::new(Setup::start());
        play(&mut branches, "h7e7");
        let game = branches.finish(Encoding::Utf8, 0);
        assert_eq!(moves(&game), ["h7e7"]);
        assert_eq!(game.problems[0].code, "record.wrong_side");
    }

    #[test]
    fn nothing_is_played_without_kings() {
        let mut branches = Branches::new(Setup::empty());
        play(&mut branches, "h7e7");
        branches.comment("text");
        let game = branches.finish(Encoding::Utf8, 0);
        assert!(moves(&game).is_empty() && !game.problems.is_empty());
        let unread = &game.tree.notes(Tree::ROOT).unwrap().unread;
        assert_eq!(crate::unread_text(unread), "h7e7 {text}");
    }
}
