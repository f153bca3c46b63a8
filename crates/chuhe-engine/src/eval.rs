//! The hand-made evaluation: what a quiet position is worth.
//!
//! Material and squares come as a running sum ([`crate::psqt`]); this adds mobility, the safety of the
//! kings and the shape of guards and pawns, each term for Red minus the same term for Black, so
//! that exchanging the colours changes only the sign.

use crate::endgame;
use crate::psqt::{Tapered, t};
use crate::score::{EVAL_LIMIT, Value};
use chuhe_core::{Bitboard, Color, Position, Role, Square, attacks};

/// Phase weights: 4 for a rook, 2 for a horse or a cannon; 32 at the start.
const FULL_PHASE: i32 = 32;
/// Worth of having the move.
const TEMPO: i32 = 14;

const ROOK_MOBILITY: Tapered = t(7, 4);
const CANNON_MOBILITY: Tapered = t(1, 5);
/// By the number of good jumps, 0 to 8.
const HORSE_MOBILITY: [Tapered; 9] = [
    t(-83, -67),
    t(-52, -65),
    t(-33, -20),
    t(-11, -12),
    t(7, 25),
    t(21, 36),
    t(39, 30),
    t(64, 26),
    t(60, 26),
];

/// 空头炮: a cannon on the king's file with nothing in between.
const HOLLOW_CANNON: Tapered = t(93, -11);
/// For each rook or other cannon that can join it.
const HOLLOW_CANNON_HELPER: Tapered = t(34, -28);
/// 中炮: a cannon that looks at the king through two pieces of his own: both are tied.
const CENTRE_CANNON: Tapered = t(69, 56);
/// 窝心马 under a centre cannon.
const SMOTHERED_BY_CANNON: Tapered = t(51, 18);
/// 沉底炮: a cannon on the king's rank with a way to him.
const BOTTOM_CANNON: Tapered = t(12, -16);
const BOTTOM_CANNON_ROOK: Tapered = t(36, 24);
/// 窝心马: the own horse in the palace centre.
const HORSE_IN_PALACE: Tapered = t(-22, -10);
/// For each enemy rook, by the number of own advisors.
const ROOK_VERSUS_ADVISORS: [Tapered; 3] = [t(-17, -28), t(-39, 20), t(14, -25)];
/// For each enemy horse, by the number of own advisors.
const HORSE_VERSUS_ADVISORS: [Tapered; 3] = [t(-34, -90), t(-9, 55), t(20, 27)];
/// For each enemy cannon, by the number of own elephants.
const CANNON_VERSUS_ELEPHANTS: [Tapered; 3] = [t(-8, 25), t(6, -18), t(-6, -16)];
/// Guards lose this much of their worth, each, as the enemy's force shrinks to nothing.
const IDLE_GUARD: i32 = 92;
/// The force (rook 4, horse and cannon 2, pawn 1) from which on guards are worth all of it.
const FULL_FORCE: i32 = 8;
/// Two crossed pawns side by side.
const PAWN_PAIR: Tapered = t(9, 46);
/// An own pawn not yet across that blocks the own horse's leg.
const HORSE_LEG_PAWN: Tapered = t(-25, -42);
/// A cannon needs screens: by the number of pieces on the board beyond sixteen, in the ending less.
const CANNON_PER_PIECE: Tapered = t(2, 6);
/// An elephant pair that protects each other.
const LINKED_ELEPHANTS: Tapered = t(22, 6);
/// An enemy pawn attacks one of the pieces.
const PAWN_THREAT: Tapered = t(-53, -45);
/// A rook attacked by a horse or cannon.
const ROOK_ATTACKED: Tapered = t(-57, -31);
/// An unprotected piece under attack.
const LOOSE_PIECE: Tapered = t(-55, -63);

/// Attack units on the palace by role: rook, horse, cannon, pawn.
const ROOK_UNITS: i32 = 3;
const HORSE_UNITS: i32 = 3;
const CANNON_UNITS: i32 = 2;
const PAWN_UNITS: i32 = 3;

const PALACE: [Bitboard; 2] = [attacks::palace(Color::Red), attacks::palace(Color::Black)];
/// The half of the board beyond the river, by the side that crosses.
const BEYOND: [Bitboard; 2] =
    [Bitboard(((1 << 90) - 1) ^ ((1 << 45) - 1)), Bitboard((1 << 45) - 1)];

/// One side's pieces and what they attack.
struct Side {
    own: Bitboard,
    rooks: Bitboard,
    cannons: Bitboard,
    horses: Bitboard,
    pawns: Bitboard,
    advisors: Bitboard,
    elephants: Bitboard,
    king: Square,
    /// All points attacked by others than advisors and elephants.
    attacks: Bitboard,
    pawn_attacks: Bitboard,
    horse_attacks: Bitboard,
    cannon_attacks: Bitboard,
    /// Weighted attacks on the enemy palace and the number of pieces that take part.
    units: i32,
    attackers: i32,
    /// What can hurt the other side: rook 4, horse and cannon 2, pawn 1.
    force: i32,
}

impl Side {
    #[inline(always)]
    fn of(position: &Position, color: Color) -> Side {
        let pieces = |role| position.pieces(color, role);
        let count = |set: Bitboard| set.count() as i32;
        let (rooks, cannons, horses, pawns) =
            (pieces(Role::Rook), pieces(Role::Cannon), pieces(Role::Horse), pieces(Role::Pawn));
        Side {
            own: position.by_color(color),
            rooks,
            cannons,
            horses,
            pawns,
            advisors: pieces(Role::Advisor),
            elephants: pieces(Role::Elephant),
            king: position.king(color),
            attacks: Bitboard::EMPTY,
            pawn_attacks: pawn_attacks(color, pawns),
            horse_attacks: Bitboard::EMPTY,
            cannon_attacks: Bitboard::EMPTY,
            units: 0,
            attackers: 0,
            force: 4 * count(rooks) + 2 * count(horses | cannons) + count(pawns),
        }
    }

    #[inline(always)]
    fn joins_attack(&mut self, hits: u32, units: i32) {
        self.attackers += (hits > 0) as i32;
        self.units += units * hits as i32;
    }

    /// The points that advisors and elephants attack.
    #[inline(always)]
    fn guarded(&self, occupied: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for square in self.advisors {
            set |= attacks::advisor(square);
        }
        for square in self.elephants {
            set |= attacks::elephant(square, occupied);
        }
        set
    }
}

/// The evaluation from the view of the side to move. `squares` is the sum of
/// [`crate::psqt::of`] over the board, from Red's view.
pub fn evaluate(position: &Position, squares: Tapered) -> Value {
    const RED: usize = Color::Red as usize;
    const BLACK: usize = Color::Black as usize;
    let mut red = Side::of(position, Color::Red);
    let mut black = Side::of(position, Color::Black);
    let pawns = (red.pawns | black.pawns).count() as i32;
    // Pieces of every kind that weigh in the phase.
    let phase = (red.force + black.force - pawns).min(FULL_PHASE);
    let occupied = position.occupied();

    let mut sum = squares;
    sum += mobility::<RED>(&mut red, &black, occupied);
    sum -= mobility::<BLACK>(&mut black, &red, occupied);
    sum += king::<RED>(&red, &black, occupied);
    sum -= king::<BLACK>(&black, &red, occupied);
    sum += threats::<RED>(&red, &black, occupied);
    sum -= threats::<BLACK>(&black, &red, occupied);
    sum += shape::<RED>(&red, &black, occupied);
    sum -= shape::<BLACK>(&black, &red, occupied);

    let value = sum.blend(phase, FULL_PHASE);
    let value = if position.turn() == Color::Red { value } else { -value };
    (endgame::scale(position, value) + TEMPO).clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// The evaluation, where a net gave `value`.
#[inline(always)]
pub fn with_net(position: &Position, value: Value) -> Value {
    endgame::scale(position, value).clamp(-EVAL_LIMIT + 1, EVAL_LIMIT - 1)
}

/// What pawns attack: the point ahead, and beyond the river those beside them.
#[inline(always)]
fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    const FILE_A: u128 = Bitboard::file(0).0;
    const FILE_I: u128 = Bitboard::file(8).0;
    let ahead = match color {
        Color::Red => pawns.0 << 9,
        Color::Black => pawns.0 >> 9,
    };
    let crossed = (pawns & BEYOND[color.index()]).0;
    let aside = (crossed & !FILE_A) >> 1 | (crossed & !FILE_I) << 1;
    Bitboard((ahead | aside) & Bitboard::ALL.0)
}

/// How freely the pieces move, and what they attack on the way.
#[inline(always)]
fn mobility<const US: usize>(us: &mut Side, them: &Side, occupied: Bitboard) -> Tapered {
    let zone = PALACE[1 - US];
    let free = !(us.own | them.pawn_attacks);
    let mut sum = Tapered::default();
    let mut rook_attacks = Bitboard::EMPTY;
    for square in us.rooks {
        let reach = attacks::rook(square, occupied);
        rook_attacks |= reach;
        us.joins_attack((reach & zone).count(), ROOK_UNITS);
        sum += ROOK_MOBILITY.times((reach & free).count() as i32 - 6);
    }
    for square in us.horses {
        let reach = attacks::horse(square, occupied);
        us.horse_attacks |= reach;
        us.joins_attack((reach & zone).count(), HORSE_UNITS);
        sum += HORSE_MOBILITY[(reach & free).count() as usize];
    }
    let empty = !occupied;
    for square in us.cannons {
        let (slides, shots) = attacks::rook_and_cannon(square, occupied);
        us.cannon_attacks |= shots;
        us.joins_attack((shots & zone).count(), CANNON_UNITS);
        sum += CANNON_MOBILITY.times((slides & empty).count() as i32 - 6);
    }
    us.joins_attack((us.pawn_attacks & zone).count(), PAWN_UNITS);
    us.attacks = rook_attacks
        | us.horse_attacks
        | us.cannon_attacks
        | us.pawn_attacks
        | attacks::king(us.king);
    sum
}

/// The safety of `us`'s king against the pieces of `them`.
#[inline(always)]
fn king<const US: usize>(us: &Side, them: &Side, occupied: Bitboard) -> Tapered {
    let mut danger = Tapered::default();
    let home = us.king.rank_for(Color::ALL[US]) == 0;
    let centre = Square::new(4, if US == 0 { 1 } else { 8 });
    let rooks = them.rooks.count() as i32;
    let cannons = them.cannons.count() as i32;

    for cannon in them.cannons & attacks::lines(us.king) {
        let line = attacks::between(us.king, cannon);
        let between = line & occupied;
        let same_file = cannon.file() == us.king.file();
        match between.count() {
            0 if same_file && line.count() >= 2 => {
                let helpers = rooks + cannons - 1;
                danger += HOLLOW_CANNON + HOLLOW_CANNON_HELPER.times(helpers);
            }
            2 if same_file && (between & us.own) == between => {
                danger += CENTRE_CANNON;
                if (between & us.horses).contains(centre) {
                    danger += SMOTHERED_BY_CANNON;
                }
            }
            0..=2 if !same_file && home => {
                danger += BOTTOM_CANNON + BOTTOM_CANNON_ROOK.times(rooks.min(1));
            }
            _ => {}
        }
    }

    let advisors = us.advisors.count() as usize;
    let elephants = us.elephants.count() as usize;
    let mut sum = Tapered::default() - danger;
    sum += ROOK_VERSUS_ADVISORS[advisors.min(2)].times(rooks);
    sum += HORSE_VERSUS_ADVISORS[advisors.min(2)].times(them.horses.count() as i32);
    sum += CANNON_VERSUS_ELEPHANTS[elephants.min(2)].times(cannons);
    if us.horses.contains(centre) && home {
        sum += HORSE_IN_PALACE;
    }
    if them.attackers >= 2 {
        let weight = (them.attackers + 2).min(6);
        let units = (them.units * weight / 4).min(30);
        sum -= t(units * units / 5, units * units / 10);
    }
    sum
}

/// Pieces of `us` in danger of being taken.
#[inline(always)]
fn threats<const US: usize>(us: &Side, them: &Side, occupied: Bitboard) -> Tapered {
    let minors = us.cannons | us.horses;
    let by_pawns = (us.rooks | minors) & them.pawn_attacks;
    let mut sum = PAWN_THREAT.times(by_pawns.count() as i32);
    let strong = us.rooks & (them.horse_attacks | them.cannon_attacks);
    sum += ROOK_ATTACKED.times(strong.count() as i32);
    // Guards matter on their own side of the river alone, and are looked at only if it can matter.
    let open = minors & !us.attacks;
    if !(open & (them.attacks | BEYOND[US])).is_empty() {
        let loose = open & (them.attacks | them.guarded(occupied)) & !us.guarded(occupied);
        sum += LOOSE_PIECE.times(loose.count() as i32);
    }
    sum
}

/// Guards, pawns and what the number of pieces does to cannons.
#[inline(always)]
fn shape<const US: usize>(us: &Side, them: &Side, occupied: Bitboard) -> Tapered {
    const FILE_A: Bitboard = Bitboard::file(0);
    let mut sum = Tapered::default();
    let crossed = us.pawns & BEYOND[US];
    let pairs = crossed & Bitboard(crossed.0 << 1) & !FILE_A;
    sum += PAWN_PAIR.times(pairs.count() as i32);

    let guards = (us.advisors | us.elephants).count() as i32;
    let missing = (FULL_FORCE - them.force).max(0);
    let idle = guards * IDLE_GUARD * missing / FULL_FORCE;
    sum -= t(idle, idle);
    if us.elephants.count() == 2 {
        let one = us.elephants.first().expect("two elephants");
        if !(attacks::elephant(one, occupied) & us.elephants).is_empty() {
            sum += LINKED_ELEPHANTS;
        }
    }

    let ahead = if US == 0 { us.horses.0 << 9 } else { us.horses.0 >> 9 };
    sum += HORSE_LEG_PAWN.times((Bitboard(ahead) & us.pawns).count() as i32);
    let pieces = occupied.count() as i32 - 20;
    sum + CANNON_PER_PIECE.times(us.cannons.count() as i32 * pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::psqt;
    use crate::testing::positions;

    fn value(position: &Position) -> Value {
        evaluate(position, psqt::sum(position))
    }

    #[test]
    fn the_start_is_worth_the_move_alone() {
        assert_eq!(value(&Position::start()), TEMPO);
    }

    #[test]
    fn the_mirrors_change_nothing() {
        for position in positions(400, 1) {
            let here = value(&position);
            assert_eq!(value(&position.mirror_files()), here, "{}", position.fen());
            assert_eq!(value(&position.mirror_colors()), here, "{}", position.fen());
        }
    }

    #[test]
    fn a_rook_more_is_a_good_position() {
        let text = "rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        assert!(value(&Position::from_fen(text).unwrap()) > 700);
    }

    #[test]
    fn a_hollow_cannon_is_worth_more_than_one_behind_a_pawn() {
        let hollow = "r1bakabnr/9/1cn4c1/p1p3p1p/9/4C4/P1P1P1P1P/7C1/9/RNBAKABNR b - - 0 1";
        let behind = "r1bakabnr/9/1cn4c1/p1p3p1p/9/7C1/P1P1P1P1P/4C4/9/RNBAKABNR b - - 0 1";
        let [hollow, behind] = [hollow, behind].map(|f| value(&Position::from_fen(f).unwrap()));
        assert!(hollow < behind - 40, "Black to move: {hollow} against {behind}");
    }

    #[test]
    fn guards_are_worth_less_when_there_is_nothing_to_guard_against() {
        let fens = |black: &str| {
            let fen = |guards: &str| format!("{guards}/9/9/9/9/9/9/9/9/{black} b - - 0 1");
            let [with, without] =
                [fen("2bakab2"), fen("4k4")].map(|f| value(&Position::from_fen(&f).unwrap()));
            with - without
        };
        let against_two_rooks = fens("R2K4R");
        let against_a_pawn = {
            let fen = |guards: &str| format!("{guards}/9/9/9/9/9/P8/9/9/3K5 b - - 0 1");
            let [with, without] =
                [fen("2bakab2"), fen("4k4")].map(|f| value(&Position::from_fen(&f).unwrap()));
            with - without
        };
        assert!(against_two_rooks > against_a_pawn + 200, "{against_two_rooks} {against_a_pawn}");
    }
}
