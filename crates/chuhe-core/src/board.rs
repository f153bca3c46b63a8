//! A position with its history.

use crate::legality::IllegalMove;
use crate::position::{Position, Undo};
use crate::types::{Color, Move};

/// A game in progress: where it started, what was played, where it stands.
///
/// Pushing and popping cost no copy of the board.
#[derive(Clone, Debug)]
pub struct Board {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    undos: Vec<Undo>,
    /// Keys of all positions, the first included: one more than moves.
    keys: Vec<u64>,
    /// Whether each move gave check.
    checks: Vec<bool>,
}

impl Board {
    pub fn new(start: Position) -> Board {
        Board {
            keys: vec![start.key()],
            position: start.clone(),
            start,
            moves: Vec::new(),
            undos: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// Begins anew from `start`, in the memory it has.
    pub fn restart(&mut self, start: &Position) {
        self.moves.clear();
        self.undos.clear();
        self.checks.clear();
        self.keys.clear();
        self.keys.push(start.key());
        self.position.clone_from(start);
        self.start.clone_from(start);
    }

    /// The start of a full game.
    pub fn start_position() -> Board {
        Board::new(Position::start())
    }

    /// Where the game stands.
    #[inline(always)]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Where the game started.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions from the start on; one more than there are moves.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The number of plies played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Plays a legal move.
    pub fn push(&mut self, m: Move) -> Result<(), IllegalMove> {
        match self.position.why_illegal(m) {
            Some(reason) => Err(self.position.refuse(m, reason)),
            None => {
                self.push_unchecked(m);
                Ok(())
            }
        }
    }

    /// The fast door: the move is known to be legal.
    pub fn push_unchecked(&mut self, m: Move) {
        let undo = self.position.make(m);
        self.moves.push(m);
        self.undos.push(undo);
        self.keys.push(self.position.key());
        self.checks.push(self.position.in_check());
    }

    /// Takes back the last move.
    pub fn pop(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        let undo = self.undos.pop().expect("one undo a move");
        self.keys.pop();
        self.checks.pop();
        self.position.unmake(m, undo);
        Some(m)
    }

    /// Whether the move at `ply` (1 is the first) gave check.
    ///
    /// # Panics
    /// If no such ply was played.
    pub fn gave_check(&self, ply: usize) -> bool {
        self.checks[ply - 1]
    }

    /// The position after `ply` plies, 0 being the start.
    ///
    /// # Panics
    /// If fewer plies were played.
    pub fn position_after(&self, ply: usize) -> Position {
        let mut position = self.position.clone();
        for (&m, &undo) in self.moves.iter().zip(&self.undos).skip(ply).rev() {
            position.unmake(m, undo);
        }
        position
    }

    /// What unmaking the move at `ply` (1 is the first) needs.
    pub(crate) fn undo(&self, ply: usize) -> Undo {
        self.undos[ply - 1]
    }

    /// Who made the move at `ply` (1 is the first).
    pub const fn mover(&self, ply: usize) -> Color {
        match (self.start.turn(), ply % 2) {
            (Color::Red, 1) | (Color::Black, 0) => Color::Red,
            _ => Color::Black,
        }
    }

    /// Plies since the last capture *of this game*: where repetitions can lie.
    pub fn reversible_plies(&self) -> usize {
        self.ply().min(self.position.halfmove() as usize)
    }

    /// How often the present position has stood on the board, now included.
    pub fn repetitions(&self) -> u32 {
        1 + self.earlier_occurrences().count() as u32
    }

    /// The plies after which the present position stood before, the latest first.
    pub fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let now = self.ply();
        let first = now - self.reversible_plies();
        (first..now).rev().skip(1).step_by(2).filter(move |&ply| self.keys[ply] == self.keys[now])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(board: &mut Board, moves: &str) {
        for m in moves.split_whitespace() {
            board.push(m.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn popping_restores_everything() {
        let mut board = Board::start_position();
        play(&mut board, "h2e2 h9g7 e2e6 a9a8 h0g2");
        while board.pop().is_some() {}
        assert_eq!(board.position(), &Position::start());
        assert_eq!(board.keys(), [Position::start().key()]);
    }

    #[test]
    fn repetitions_are_counted_back_to_the_last_capture() {
        let mut board = Board::start_position();
        assert_eq!(board.repetitions(), 1);
        play(&mut board, "h0g2 h9g7 g2h0 g7h9");
        assert_eq!(board.repetitions(), 2);
        play(&mut board, "h0g2 h9g7 g2h0 g7h9");
        assert_eq!(board.repetitions(), 3);
        assert_eq!(board.earlier_occurrences().collect::<Vec<_>>(), [4, 0]);
        play(&mut board, "h2h9 i9h9");
        assert_eq!(board.repetitions(), 1);
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut board = Board::start_position();
        let error = board
            .push("h2h3".parse::<Move>().unwrap())
            .and_then(|()| board.push("h3h2".parse().unwrap()));
        assert_eq!(error.unwrap_err().reason.code(), "illegal.not_your_piece");
        assert_eq!(board.ply(), 1);
    }
}
