//! A capture and the exchange that follows from it 兑子, played out.

use super::value::{Balance, is_material, may_chase};
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Color, Move, Role, Square};

/// How many captures an exchange is followed.
const LONGEST: u32 = 7;

/// What a capture has to reckon with besides being taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answers {
    /// What the capture itself has uncovered or left without a root.
    Uncovered,
    /// Whatever else the other side could take.
    Captures,
    /// And what it could win by checks.
    Everything,
}

/// The captures that pay at once in one position, for both sides, whoever is to move. What stood
/// before an exchange began is no consequence of it.
pub(crate) struct Standing {
    us: Color,
    ours: Vec<(Move, i32)>,
    theirs: Vec<(Move, i32)>,
}

impl Standing {
    /// As seen by the side to move.
    pub fn of(position: &Position) -> Standing {
        let mut passed = position.clone();
        passed.pass_turn();
        let paying = |position: &Position| {
            captures_of_material(position)
                .map(|m| (m, on_square(position, m).gain()))
                .filter(|&(_, gain)| gain > 0)
                .collect()
        };
        Standing { us: position.turn(), ours: paying(position), theirs: paying(&passed) }
    }

    fn contains(&self, side: Color, m: Move, gain: i32) -> bool {
        let list = if side == self.us { &self.ours } else { &self.theirs };
        list.iter().any(|&(known, pays)| known == m && pays >= gain)
    }
}

fn captures_of_material(position: &Position) -> impl Iterator<Item = Move> + use<> {
    let victims: Bitboard = position
        .by_color(!position.turn())
        .filter(|&s| position.piece_at(s).is_some_and(|piece| is_material(piece, s)))
        .collect();
    position.legal_moves_to(victims).into_iter()
}

fn taken(account: Balance, position: &Position, m: Move, ours: bool) -> Balance {
    position.piece_at(m.to()).map_or(account, |piece| account.entered(piece, m.to(), ours))
}

/// What the capture `m` comes to if both sides take back on its square as long as it pays.
pub(crate) fn on_square(position: &Position, m: Move) -> Balance {
    let mut after = position.clone();
    after.make(m);
    settle(&after, m, taken(Balance::default(), position, m, true), false)
}

fn settle(position: &Position, last: Move, account: Balance, ours: bool) -> Balance {
    let next = taken(account, position, last, ours);
    let mut best = account;
    for m in position.legal_moves_to(Bitboard::of(last.to())) {
        let mut after = position.clone();
        after.make(m);
        best = best.better(settle(&after, m, next, !ours), ours);
    }
    best
}

/// What a capture comes to if both sides go on taking as long as it pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trade {
    /// On its square, and by taking what is needed to take back there.
    pub on_square: i32,
    /// By whatever the exchange leads to.
    pub whole: i32,
}

/// Plays out the capture `m`, pseudo-legal at least, from an account already opened.
pub(crate) fn trade(position: &Position, m: Move, account: Balance, answers: Answers) -> Trade {
    let account = taken(account, position, m, true);
    let mut after = position.clone();
    after.make_pseudo_legal(m);
    let needed = supporters(&after, m.to());
    let standing = Standing::of(position);
    let narrow = Exchange { standing: &standing, answers, elsewhere: false };
    let wide = Exchange { elsewhere: true, ..narrow };
    Trade {
        on_square: narrow.follow(&after, m, account, false, needed, LONGEST).gain(),
        whole: wide.follow(&after, m, account, false, needed, LONGEST).gain(),
    }
}

#[derive(Clone, Copy)]
struct Exchange<'a> {
    standing: &'a Standing,
    answers: Answers,
    elsewhere: bool,
}

impl Exchange<'_> {
    fn follow(
        self,
        position: &Position,
        last: Move,
        account: Balance,
        ours: bool,
        needed: Bitboard,
        left: u32,
    ) -> Balance {
        let mut best = account;
        if left == 0 {
            return best;
        }
        for m in captures_of_material(position) {
            let here = m.to() == last.to() || needed.contains(m.to());
            let counts = here || self.elsewhere && self.is_consequence(position, m, ours);
            if !counts {
                continue;
            }
            let mut after = position.clone();
            after.make(m);
            let next = taken(account, position, m, ours);
            let found = self.follow(&after, m, next, !ours, Bitboard::EMPTY, left - 1);
            best = best.better(found, ours);
        }
        best
    }

    /// Whether a capture on another square belongs to the exchange. What kings and pawns take
    /// there is no gain by exchange.
    fn is_consequence(self, position: &Position, m: Move, ours: bool) -> bool {
        let role = |square| position.piece_at(square).map(|piece| piece.role());
        let pays = on_square(position, m).gain();
        if pays <= 0 || ours && role(m.from()).is_some_and(may_chase) {
            return false;
        }
        if self.answers == Answers::Uncovered {
            !self.standing.contains(position.turn(), m, pays)
        } else {
            role(m.to()) != Some(Role::Pawn)
        }
    }
}

/// The pieces that would take again on the square, after the side to move has taken back.
pub(crate) fn supporters(after: &Position, square: Square) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for m in after.legal_moves_to(Bitboard::of(square)) {
        let mut next = after.clone();
        next.make(m);
        found |= next.legal_moves_to(Bitboard::of(square)).into_iter().map(Move::from).collect();
    }
    found
}
