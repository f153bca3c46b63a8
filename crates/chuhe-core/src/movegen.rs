//! Fully legal move generation.
//!
//! Once a position, [`Danger`] finds everything around the king that can make a move illegal.
//! Then each piece's targets are a set operation away from being legal, and at the last ply of
//! perft they are counted, never listed.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Move, MoveList, Role, Square};

/// Where generated moves go.
trait Sink {
    fn add(&mut self, from: Square, targets: Bitboard);
    /// Whether enough has been found.
    fn done(&self) -> bool {
        false
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn add(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }
}

struct Count(u64);

impl Sink for Count {
    #[inline(always)]
    fn add(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.count() as u64;
    }
}

struct Any(bool);

impl Sink for Any {
    #[inline(always)]
    fn add(&mut self, _from: Square, targets: Bitboard) {
        self.0 |= !targets.is_empty();
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.0
    }
}

struct Each<F>(F);

impl<F: FnMut(Square, Bitboard)> Sink for Each<F> {
    #[inline(always)]
    fn add(&mut self, from: Square, targets: Bitboard) {
        if !targets.is_empty() {
            (self.0)(from, targets);
        }
    }
}

/// What binds the side to move: who checks, whose moves are limited, where nobody may step.
///
/// Whoever asks for the moves of one position by and by finds it once.
pub struct Danger {
    checkers: Bitboard,
    /// Squares between the king and a cannon with nothing in between 空头炮: a piece that steps
    /// there becomes the screen of a check.
    hollow: Bitboard,
    /// Pieces with an entry in `pins`.
    pinned: Bitboard,
    pins: [(Square, Bitboard); Danger::MOST_PINS],
    len: usize,
}

impl Danger {
    /// Two rooks and a king pin one piece each, two cannons two each, two horses one each.
    const MOST_PINS: usize = 10;

    #[inline(always)]
    fn pin(&mut self, square: Square, allowed: Bitboard) {
        self.pinned = self.pinned.with(square);
        self.pins[self.len] = (square, allowed);
        self.len += 1;
    }

    #[inline]
    pub fn of(position: &Position) -> Danger {
        let us = position.turn();
        let (king, own) = (position.king(us), position.by_color(us));
        let (enemy, occupied) = (position.by_color(!us), position.occupied());
        let mut danger = Danger {
            checkers: attacks::pawn_from(!us, king) & position.pieces(!us, Role::Pawn),
            hollow: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            pins: [(king, Bitboard::EMPTY); Danger::MOST_PINS],
            len: 0,
        };

        let lines = attacks::lines(king) & enemy;
        let straight = position.by_role(Role::Rook) | position.by_role(Role::King);
        for by in lines & straight {
            let line = attacks::between(king, by);
            let blockers = line & occupied;
            if blockers.is_empty() {
                danger.checkers = danger.checkers.with(by);
            } else if !blockers.is_many() && !(blockers & own).is_empty() {
                danger.pin(blockers.first().unwrap(), line.with(by));
            }
        }
        for by in lines & position.by_role(Role::Cannon) {
            let line = attacks::between(king, by);
            let blockers = line & occupied;
            match blockers.count() {
                0 => danger.hollow |= line,
                1 => danger.checkers = danger.checkers.with(by),
                // Either of the two leaves the other as the screen, by leaving the line or by
                // taking the other.
                2 => {
                    for blocker in blockers & own {
                        danger.pin(blocker, (line & !occupied).with(by));
                    }
                }
                _ => {}
            }
        }
        for by in attacks::horse_geometry(king) & position.pieces(!us, Role::Horse) {
            let leg = attacks::horse_leg(by, king);
            if !occupied.contains(leg) {
                danger.checkers = danger.checkers.with(by);
            } else if own.contains(leg) {
                danger.pin(leg, Bitboard::of(by));
            }
        }
        danger
    }

    /// The targets the pins leave to a pinned piece, which may be pinned more than once.
    #[inline(always)]
    fn allowed(&self, square: Square) -> Bitboard {
        let mut allowed = Bitboard::ALL;
        for (pinned, targets) in &self.pins[..self.len] {
            if *pinned == square {
                allowed &= *targets;
            }
        }
        allowed
    }
}

impl Position {
    /// All legal moves, in no particular order.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(&mut moves, Bitboard::ALL);
        moves
    }

    /// The legal moves that take a piece.
    pub fn captures(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(&mut moves, self.by_color(!self.turn()));
        moves
    }

    /// The legal moves to one of these squares.
    pub fn legal_moves_to(&self, targets: Bitboard) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(&mut moves, targets);
        moves
    }

    /// The legal moves to these squares, a piece and its targets at a time. `danger` is that of
    /// this position.
    #[inline(always)]
    pub fn for_each_piece(
        &self,
        danger: &Danger,
        targets: Bitboard,
        found: impl FnMut(Square, Bitboard),
    ) {
        self.generate_with(&mut Each(found), danger, targets);
    }

    pub fn has_legal_move(&self) -> bool {
        let mut any = Any(false);
        self.generate(&mut any, Bitboard::ALL);
        any.0
    }

    /// How many legal moves there are; quicker than listing them.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        self.generate(&mut count, Bitboard::ALL);
        count.0
    }

    /// Whether `m` can be played: the piece is one's own, reaches its target, and the own king is
    /// not left in check or facing the other.
    pub fn is_legal(&self, m: Move) -> bool {
        self.is_pseudo_legal(m) && self.is_safe(m)
    }

    /// Legal but for the safety of the own king.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        match self.piece_at(m.from()) {
            Some(piece) if piece.color() == self.turn() => {
                self.targets(piece.role(), m.from(), self.occupied()).contains(m.to())
            }
            _ => false,
        }
    }

    /// Whether a pseudo-legal move leaves the own king unattacked.
    pub fn is_safe(&self, m: Move) -> bool {
        self.is_safe_but_for(m, Bitboard::EMPTY)
    }

    /// The same, but checks by some pieces do not count.
    pub(crate) fn is_safe_but_for(&self, m: Move, ignored: Bitboard) -> bool {
        let us = self.turn();
        let occupied = self.occupied().without(m.from()).with(m.to());
        let king = self.king(us);
        let king = if king == m.from() { m.to() } else { king };
        (self.checkers_of(!us, king, occupied) & !ignored).without(m.to()).is_empty()
    }

    /// Where one's own piece goes, own king's safety apart. Kings are never taken: that could
    /// only be in a set-up that cannot arise.
    #[inline(always)]
    fn targets(&self, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
        let us = self.turn();
        let reach = match role {
            Role::King => attacks::king(from),
            Role::Advisor => attacks::advisor(from),
            Role::Elephant => attacks::elephant(from, occupied),
            Role::Horse => attacks::horse(from, occupied),
            Role::Rook => attacks::rook(from, occupied),
            Role::Cannon => {
                let (quiet, takes) = attacks::rook_and_cannon(from, occupied);
                quiet & !occupied | takes & self.by_color(!us)
            }
            Role::Pawn => attacks::pawn(us, from),
        };
        reach & !(self.by_color(us) | self.by_role(Role::King))
    }

    #[inline(always)]
    fn generate<S: Sink>(&self, sink: &mut S, wanted: Bitboard) {
        self.generate_with(sink, &Danger::of(self), wanted);
    }

    #[inline(always)]
    fn generate_with<S: Sink>(&self, sink: &mut S, danger: &Danger, wanted: Bitboard) {
        if danger.checkers.is_empty() {
            self.generate_free(sink, danger, wanted);
        } else {
            self.generate_evasions(sink, danger, wanted);
        }
        self.generate_king(sink, wanted);
    }

    #[inline(always)]
    fn generate_free<S: Sink>(&self, sink: &mut S, danger: &Danger, wanted: Bitboard) {
        let us = self.turn();
        let (own, occupied) = (self.by_color(us), self.occupied());
        let wanted = wanted & !own & !self.by_role(Role::King) & !danger.hollow;
        // Written out by role: a jump by role for each piece would be guessed wrongly too often.
        macro_rules! add {
            ($role:ident, $reach:expr) => {
                for from in self.pieces(us, Role::$role) {
                    let mut targets = $reach(from) & wanted;
                    if danger.pinned.contains(from) {
                        targets &= danger.allowed(from);
                    }
                    sink.add(from, targets);
                    if sink.done() {
                        return;
                    }
                }
            };
        }
        add!(Rook, |from| attacks::rook(from, occupied));
        add!(Cannon, |from| {
            let (quiet, takes) = attacks::rook_and_cannon(from, occupied);
            quiet & !occupied | takes & occupied
        });
        add!(Horse, |from| attacks::horse(from, occupied));
        add!(Pawn, |from| attacks::pawn(us, from));
        if !(wanted & attacks::palace(us)).is_empty() {
            add!(Advisor, attacks::advisor);
        }
        if !(wanted & attacks::half(us)).is_empty() {
            add!(Elephant, |from| attacks::elephant(from, occupied));
        }
    }

    /// In check there are few answers: squares that can help are found first, each move is then
    /// tried. A double check by two lines leaves the king moves and odd jumps of a screen.
    #[cold]
    fn generate_evasions<S: Sink>(&self, sink: &mut S, danger: &Danger, wanted: Bitboard) {
        let us = self.turn();
        let (king, occupied) = (self.king(us), self.occupied());
        let Some(checker) = danger.checkers.first() else {
            return;
        };
        let cannon = self.by_role(Role::Cannon).contains(checker);
        let line = attacks::between(king, checker);
        // Targets that answer this check: take the checker, step in between, block the leg.
        let mut help = Bitboard::of(checker) | line;
        if self.by_role(Role::Horse).contains(checker) {
            help = help.with(attacks::horse_leg(checker, king));
        }
        // The screen of a cannon answers by leaving the line, wherever it goes.
        let screen = if cannon { line & occupied } else { Bitboard::EMPTY };
        for role in
            [Role::Rook, Role::Cannon, Role::Horse, Role::Pawn, Role::Advisor, Role::Elephant]
        {
            for from in self.pieces(us, role) {
                let reach = self.targets(role, from, occupied) & wanted;
                let tried = if screen.contains(from) { reach } else { reach & help };
                let safe = tried.filter(|&to| self.is_safe(Move::new(from, to))).collect();
                sink.add(from, safe);
                if sink.done() {
                    return;
                }
            }
        }
    }

    #[inline(always)]
    fn generate_king<S: Sink>(&self, sink: &mut S, wanted: Bitboard) {
        let us = self.turn();
        let king = self.king(us);
        let targets =
            attacks::king(king) & wanted & !(self.by_color(us) | self.by_role(Role::King));
        let occupied = self.occupied().without(king);
        let safe =
            targets.filter(|&to| self.checkers_of(!us, to, occupied.with(to)).is_empty()).collect();
        sink.add(king, safe);
    }

    /// The number of move sequences of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves(),
            _ => self.clone().perft_inner(depth),
        }
    }

    fn perft_inner(&mut self, depth: u32) -> u64 {
        if depth == 1 {
            return self.count_legal_moves();
        }
        let mut nodes = 0;
        for m in self.legal_moves() {
            let undo = self.make(m);
            nodes += self.perft_inner(depth - 1);
            self.unmake(m, undo);
        }
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The generator against trying every pair of squares, at every node of a small tree.
    fn compare(position: &mut Position, depth: u32) {
        let moves = position.legal_moves();
        let mut listed: Vec<Move> = moves.iter().copied().collect();
        listed.sort();
        let mut tried: Vec<Move> = Square::all()
            .flat_map(|from| Square::all().map(move |to| Move::new(from, to)))
            .filter(|&m| position.is_legal(m))
            .collect();
        tried.sort();
        assert_eq!(listed, tried, "{}", position.fen());
        assert_eq!(position.has_legal_move(), !listed.is_empty());
        assert_eq!(position.count_legal_moves(), listed.len() as u64);
        if depth == 0 {
            return;
        }
        for m in moves {
            let before = (position.clone(), position.key());
            let undo = position.make(m);
            assert_eq!(position.key(), Position::from_setup_unchecked(&position.setup()).key());
            compare(position, depth - 1);
            position.unmake(m, undo);
            assert_eq!((position.clone(), position.key()), before);
            assert_eq!(position.setup(), before.0.setup());
        }
    }

    #[test]
    fn every_listed_move_and_no_other_is_legal() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w",
            "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w",
            "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w",
        ] {
            compare(&mut Position::from_fen(fen).unwrap(), 1);
        }
    }

    #[test]
    fn a_cannon_pins_both_of_its_screens() {
        let position = Position::from_fen("3k5/9/9/4c4/9/4R4/9/4N4/9/4K4 w").unwrap();
        let from_rook: Vec<String> = position
            .legal_moves()
            .into_iter()
            .filter(|m| m.from().to_string() == "e4")
            .map(|m| m.to_string())
            .collect();
        assert_eq!(from_rook, ["e4e3", "e4e5", "e4e6"]);
        assert!(position.legal_moves().iter().all(|m| m.from().to_string() != "e2"));
    }

    #[test]
    fn nobody_may_step_before_a_hollow_cannon() {
        let position = Position::from_fen("3k5/9/9/9/4c4/R8/9/9/9/4K4 w").unwrap();
        assert!(!position.is_legal("a4e4".parse().unwrap()));
        assert!(position.is_legal("a4d4".parse().unwrap()));
    }
}
