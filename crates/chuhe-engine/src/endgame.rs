//! What the material of an ending says: who cannot win any more, and how seldom the better side does.
//!
//! The shares come from exhaustive tables of endings in which one side has guards alone (how many of
//! all positions are lost with the defender to move, and won with the attacker to move); those
//! tables also say which endings nobody ever wins, from no position at all.

use crate::score::Value;
use chuhe_core::{Bitboard, Color, Position, Role};

/// More pieces that can cross the river than this, and nothing here is known.
const MOST: u32 = 3;

/// The pieces of one side.
#[derive(Clone, Copy)]
struct Force {
    rooks: u32,
    horses: u32,
    cannons: u32,
    pawns: u32,
    /// Of the pawns, those on the other side's base line, which hardly threaten anything.
    spent: u32,
    advisors: u32,
    elephants: u32,
}

impl Force {
    fn of(position: &Position, color: Color) -> Force {
        let count = |role| position.pieces(color, role).count();
        let base = Bitboard::rank(if color == Color::Red { 9 } else { 0 });
        Force {
            spent: (position.pieces(color, Role::Pawn) & base).count(),
            rooks: count(Role::Rook),
            horses: count(Role::Horse),
            cannons: count(Role::Cannon),
            pawns: count(Role::Pawn),
            advisors: count(Role::Advisor),
            elephants: count(Role::Elephant),
        }
    }

    /// Rooks, horses, cannons and pawns.
    const fn attackers(&self) -> (u32, u32, u32, u32) {
        (self.rooks, self.horses, self.cannons, self.pawns)
    }

    const fn guards(&self) -> u32 {
        self.advisors + self.elephants
    }

    fn is_armed(&self) -> bool {
        self.attackers() != (0, 0, 0, 0)
    }
}

fn attackers(position: &Position) -> Bitboard {
    position.by_role(Role::Rook)
        | position.by_role(Role::Horse)
        | position.by_role(Role::Cannon)
        | position.by_role(Role::Pawn)
}

/// Whether neither side can win from here, unless the side to move has no move.
#[inline(always)]
pub fn is_dead(position: &Position) -> bool {
    let attackers = attackers(position);
    !attackers.is_many() && is_dead_ending(position, attackers)
}

#[inline(never)]
fn is_dead_ending(position: &Position, attackers: Bitboard) -> bool {
    let Some(square) = attackers.first() else { return true };
    let color =
        if position.by_color(Color::Red).contains(square) { Color::Red } else { Color::Black };
    let (us, them) = (Force::of(position, color), Force::of(position, !color));
    match us.attackers() {
        // Nothing to be a screen for the cannon, or nothing to mate with.
        (0, 0, 1, 0) if us.advisors == 0 => {
            them.advisors == 0 || them.advisors == 1 && us.elephants == 0
        }
        // Two elephants keep out a pawn, if there are not two advisors in their way.
        (0, 0, 0, 1) => them.elephants == 2 && them.advisors <= 1,
        _ => false,
    }
}

/// A value for the side to move, drawn towards nothing as far as the better side can hardly win.
#[inline(always)]
pub fn scale(position: &Position, value: Value) -> Value {
    if attackers(position).count() > MOST { value } else { scale_ending(position, value) }
}

#[inline(never)]
fn scale_ending(position: &Position, value: Value) -> Value {
    let better = if value > 0 { position.turn() } else { !position.turn() };
    let (us, them) = (Force::of(position, better), Force::of(position, !better));
    value * sixteenths(&us, &them) / 16
}

/// Won from nearly everywhere: worth more than it looks.
const SURE: Value = 32;

/// How much of an advantage counts, in sixteenths.
fn sixteenths(us: &Force, them: &Force) -> Value {
    if !us.is_armed() {
        return 1;
    }
    if them.is_armed() {
        return against_armed(us, them);
    }
    let (a, b) = (them.advisors, them.elephants);
    match us.attackers() {
        (1, 0, 0, 0) if (a, b) == (2, 2) => 6,
        (1, 0, 0, 0) => SURE,
        (0, 1, 0, 0) => match (a, b) {
            (0 | 1, 0) => SURE,
            (0, 1) => 4,
            (2, 0) | (1, 1) => 2,
            _ => 1,
        },
        (0, 0, 1, 0) => match (us.advisors, a, b) {
            (1.., _, 0) | (1.., 0, 1) => SURE,
            (1.., 1, 1) | (1.., 0, 2) | (1.., 2, 1) => 2,
            _ => 1,
        },
        (0, 0, 0, pawns) if pawns == us.spent => 1,
        (0, 0, 0, pawns) if pawns == us.spent + 1 => match (a, b) {
            (0, 0) => 16,
            (1, 0) => 2 + 3 * us.spent as Value,
            (0, 1) => 1 + 3 * us.spent as Value,
            (2, 0) | (0, 2) => 1 + 2 * us.spent as Value,
            _ => 1,
        },
        (0, 0, 0, 2) => match (a, b) {
            (0..=2, 0) | (0, 1) => 16,
            (0, 2) => 10,
            (1, 1) => 4,
            (1, 2) | (2, 1) => 2,
            _ => 1,
        },
        (0, 1, 0, 1) if (a, b) == (2, 2) => 3,
        // With guards of its own as screens, cannon and pawn, or two cannons, do more.
        (0, 0, 1, 1) if us.guards() == 0 && us.spent == 1 => 1,
        (0, 0, 1, 1) if us.guards() == 0 => match (a, b) {
            (0..=1, 0) => 16,
            (0, 1) => 6,
            (2, 2) => 1,
            _ => 4,
        },
        (0, 0, 2, 0) if us.guards() == 0 => match (a, b) {
            (0, 2) | (1, 2) => 3,
            (2, 2) => 4,
            _ => 16,
        },
        _ => 16,
    }
}

/// The endings of pieces against pieces that the books call drawn.
fn against_armed(us: &Force, them: &Force) -> Value {
    match (us.attackers(), them.attackers()) {
        // A rook each.
        ((1, 0, 0, 0), (1, 0, 0, 0)) => 4,
        // A cannon each, and no advisor to be a screen.
        ((0, 0, 1, 0), (0, 0, 1, 0)) if us.advisors == 0 => 1,
        ((0, 0, 2, 0), (0, 0, 1, 0)) if us.guards() == 0 => 4,
        _ => 16,
    }
}
