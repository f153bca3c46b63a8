//! How the game stands under a rule book.
//!
//! The rule book comes in as data ([`Rules`]); the answer carries its evidence
//! ([`Judgement`]). Sentences and article titles are made elsewhere, from these facts.

use crate::acts::Act;
use crate::board::Board;
use crate::position::Position;
use crate::types::{Color, Role};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// 将死.
    Checkmate,
    /// 困毙: no legal move and not in check; a loss.
    Stalemate,
    /// 长将: one side alone checks with every move of the cycle, and loses.
    PerpetualCheck,
    /// 不变作和: the position stood for the decisive time and nobody is at fault.
    Repetition,
    /// 自然限着: too long without a capture.
    NaturalLimit,
    /// No piece is left on either side that can cross the river.
    DeadPosition,
    Resignation,
    Agreement,
    Time,
    /// Lost by an arbiter's decision: fouls, absence, discipline.
    Forfeit,
}

impl Termination {
    pub const ALL: [Termination; 10] = [
        Termination::Checkmate,
        Termination::Stalemate,
        Termination::PerpetualCheck,
        Termination::Repetition,
        Termination::NaturalLimit,
        Termination::DeadPosition,
        Termination::Resignation,
        Termination::Agreement,
        Termination::Time,
        Termination::Forfeit,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Termination::Checkmate => "checkmate",
            Termination::Stalemate => "stalemate",
            Termination::PerpetualCheck => "perpetual_check",
            Termination::Repetition => "repetition",
            Termination::NaturalLimit => "natural_limit",
            Termination::DeadPosition => "dead_position",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::Time => "time",
            Termination::Forfeit => "forfeit",
        }
    }
}

/// 自然限着: a draw after so many rounds without a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NaturalLimit {
    pub rounds: u32,
    /// Only so many checks of a side count towards its rounds; `None` counts all.
    pub counted_checks: Option<u32>,
    /// Whether the game ends by itself; otherwise a player must claim.
    pub automatic: bool,
}

/// A rule book, as far as the board alone can decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Which occurrence of a position decides: 3 is two whole cycles. 0 switches repetition off.
    pub occurrences: u32,
    /// Whether the only side that checks with every move of the cycle loses.
    pub perpetual_check_loses: bool,
    pub natural_limit: Option<NaturalLimit>,
    /// Whether a game that nobody can win any more ends by itself.
    pub dead_position: bool,
}

/// The end of a game as the board shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// `None` is a draw.
    pub winner: Option<Color>,
    pub termination: Termination,
    /// The plies (1 is the first of the game) of the repetition judged, both included.
    pub cycle: Option<(usize, usize)>,
    /// What each ply of the cycle did.
    pub evidence: Vec<(usize, Act)>,
    /// Whether it takes a player's claim: the game has not ended by itself.
    pub claimable: bool,
}

impl Judgement {
    const fn plain(winner: Option<Color>, termination: Termination) -> Judgement {
        Judgement { winner, termination, cycle: None, evidence: Vec::new(), claimable: false }
    }
}

/// The end that stands on the board now, if there is one: mate or stalemate, then repetition,
/// the natural limit, and a dead position.
pub fn judge(board: &Board, rules: &Rules) -> Option<Judgement> {
    let position = board.position();
    if !position.has_legal_move() {
        let termination =
            if position.in_check() { Termination::Checkmate } else { Termination::Stalemate };
        return Some(Judgement::plain(Some(!position.turn()), termination));
    }
    judge_repetition(board, rules).or_else(|| judge_natural_limit(board, rules)).or_else(|| {
        (rules.dead_position && is_dead(position))
            .then(|| Judgement::plain(None, Termination::DeadPosition))
    })
}

/// A cycle runs from the first to the deciding occurrence; what came before never matters.
fn judge_repetition(board: &Board, rules: &Rules) -> Option<Judgement> {
    if rules.occurrences < 2 {
        return None;
    }
    let first = board.earlier_occurrences().nth(rules.occurrences as usize - 2)?;
    let cycle = (first + 1, board.ply());
    let evidence: Vec<(usize, Act)> =
        (cycle.0..=cycle.1).map(|ply| (ply, board.act(ply))).collect();
    let checks_always = |color: Color| {
        evidence
            .iter()
            .filter(|(ply, _)| board.mover(*ply) == color)
            .all(|(_, act)| *act == Act::Check)
    };
    let loser = match (checks_always(Color::Red), checks_always(Color::Black)) {
        (true, false) if rules.perpetual_check_loses => Some(Color::Red),
        (false, true) if rules.perpetual_check_loses => Some(Color::Black),
        _ => None,
    };
    let termination =
        if loser.is_some() { Termination::PerpetualCheck } else { Termination::Repetition };
    Some(Judgement {
        winner: loser.map(|color| !color),
        termination,
        cycle: Some(cycle),
        evidence,
        claimable: false,
    })
}

fn judge_natural_limit(board: &Board, rules: &Rules) -> Option<Judgement> {
    let limit = rules.natural_limit?;
    if board.position().halfmove() < limit.rounds.checked_mul(2)? {
        return None;
    }
    let [red, black] = Color::ALL.map(|color| counted_moves(board, color, limit.counted_checks));
    let reached = if limit.automatic {
        red + black >= 2 * limit.rounds
    } else {
        red.max(black) >= limit.rounds
    };
    reached.then(|| Judgement {
        claimable: !limit.automatic,
        ..Judgement::plain(None, Termination::NaturalLimit)
    })
}

/// A side's moves since the last capture, checks beyond the allowance left out.
///
/// Moves that a FEN's counter tells of, but that are not in the game, count as no checks.
fn counted_moves(board: &Board, color: Color, counted_checks: Option<u32>) -> u32 {
    let known = board.reversible_plies();
    let unseen = board.position().halfmove() - known as u32;
    // The last unseen move was made by the side that did not start.
    let unseen = if board.start().turn() == color { unseen / 2 } else { unseen.div_ceil(2) };
    let plies = board.ply() - known + 1..=board.ply();
    let own = plies.filter(|&ply| board.mover(ply) == color);
    let (mut moves, mut checks) = (unseen, 0);
    for ply in own {
        moves += 1;
        checks += u32::from(board.act(ply) == Act::Check);
    }
    moves - counted_checks.map_or(0, |most| checks.saturating_sub(most))
}

/// Whether neither side has a piece left that can cross the river: rook, horse, cannon or pawn.
pub fn is_dead(position: &Position) -> bool {
    Color::ALL.iter().all(|&color| !can_win(position, color))
}

/// Whether a side has a piece that can cross the river. Without one it can win only by the
/// other's mistake on time or in conduct, never on the board.
pub fn can_win(position: &Position, color: Color) -> bool {
    let attackers = [Role::Rook, Role::Horse, Role::Cannon, Role::Pawn];
    attackers.iter().any(|&role| !position.pieces(color, role).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUB: Rules = Rules {
        occurrences: 3,
        perpetual_check_loses: true,
        natural_limit: Some(NaturalLimit { rounds: 60, counted_checks: None, automatic: false }),
        dead_position: true,
    };

    fn board(fen: &str, moves: &str) -> Board {
        let mut board = Board::new(Position::from_fen(fen).unwrap());
        for m in moves.split_whitespace() {
            board.push(m.parse().unwrap()).unwrap();
        }
        board
    }

    fn verdict(fen: &str, moves: &str) -> Option<(Option<Color>, Termination)> {
        judge(&board(fen, moves), &CLUB).map(|j| (j.winner, j.termination))
    }

    #[test]
    fn the_only_perpetual_checker_loses() {
        let cycle = "i8i9 e9e8 i9i8 e8e9 ";
        let fen = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w";
        assert_eq!(verdict(fen, cycle), None);
        assert_eq!(
            verdict(fen, &cycle.repeat(2)),
            Some((Some(Color::Black), Termination::PerpetualCheck))
        );
        let found = judge(&board(fen, &cycle.repeat(2)), &CLUB).unwrap();
        assert_eq!(found.cycle, Some((1, 8)));
        assert_eq!(found.evidence[0], (1, Act::Check));
        assert_eq!(found.evidence[1], (2, Act::Idle));
    }

    #[test]
    fn a_check_every_other_move_is_allowed() {
        let cycle = "i0i9 e9e8 i9i0 e8e9 ".repeat(2);
        assert_eq!(
            verdict("4k4/9/9/9/9/9/9/9/9/3K4R w", &cycle),
            Some((None, Termination::Repetition))
        );
    }

    #[test]
    fn no_move_loses_in_check_or_not() {
        assert_eq!(
            verdict("3k5/4P4/9/9/9/9/9/9/9/4K4 b", ""),
            Some((Some(Color::Red), Termination::Stalemate))
        );
        assert_eq!(
            verdict("4k4/9/4N4/9/9/1C7/9/9/9/3K5 w", "b4e4"),
            Some((Some(Color::Red), Termination::Checkmate))
        );
    }

    #[test]
    fn a_game_without_attackers_is_dead() {
        let dead = Some((None, Termination::DeadPosition));
        assert_eq!(verdict("3k1a3/4a4/4b4/9/9/9/9/4B4/4A4/3AK4 w", ""), dead);
        assert_eq!(verdict("3k5/9/9/9/9/4C4/9/9/9/4K4 w", ""), None);
        assert_eq!(verdict("3k5/9/9/9/9/4P4/9/9/9/4K4 w", ""), None);
    }

    #[test]
    fn surplus_checks_do_not_count() {
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 118 60";
        let limit = |counted_checks, automatic| Rules {
            natural_limit: Some(NaturalLimit { rounds: 60, counted_checks, automatic }),
            ..CLUB
        };
        let played = board(fen, "a0a9 d9d8");
        let found = judge(&played, &limit(None, false)).unwrap();
        assert_eq!((found.termination, found.claimable), (Termination::NaturalLimit, true));
        assert!(!judge(&played, &limit(Some(10), true)).unwrap().claimable);
        // The one check is not counted: Red is one move short, Black is not.
        assert_eq!(judge(&played, &limit(Some(0), true)), None);
        assert!(judge(&played, &limit(Some(0), false)).is_some());
    }
}
