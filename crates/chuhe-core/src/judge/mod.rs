//! How the game stands under a rule book.
//!
//! The rule book comes in as data ([`Rules`]); the answer carries its evidence
//! ([`Judgement`]). Sentences and article titles are made elsewhere, from these facts.

mod cycle;
mod limit;
mod quick;
mod rules;
mod termination;
mod warning;

pub use quick::quick_verdict;
pub use rules::{CheckSeries, Fault, Kinds, Look, NaturalLimit, Repetition, Rules};
pub use termination::Termination;
pub use warning::{Warning, fatal_moves, warning};

pub use crate::acts::within;

use crate::acts::Act;
use crate::board::Board;
use crate::position::Position;
use crate::types::{Color, Role};

/// The end of a game as the board shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// `None` is a draw.
    pub winner: Option<Color>,
    pub termination: Termination,
    /// The plies (1 is the first of the game) of the repetition judged, both included.
    pub cycle: Option<(usize, usize)>,
    /// After how many plies the position judged stood on the board, the last time included.
    pub occurrences: Vec<usize>,
    /// What each ply of the cycle did.
    pub evidence: Vec<(usize, Act)>,
    /// What each side is at fault with, Red first; a side at fault may still go free if the other
    /// is no less so.
    pub faults: [Option<&'static Fault>; 2],
    /// A search was cut short, and the draw is for want of proof.
    pub undecided: bool,
    /// Whether it takes a player's claim: the game has not ended by itself.
    pub claimable: bool,
}

impl Judgement {
    const fn plain(winner: Option<Color>, termination: Termination) -> Judgement {
        Judgement {
            winner,
            termination,
            cycle: None,
            occurrences: Vec::new(),
            evidence: Vec::new(),
            faults: [None; 2],
            undecided: false,
            claimable: false,
        }
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
    cycle::judge(board, &rules.repetition).or_else(|| limit::judge(board, rules)).or_else(|| {
        (rules.dead_position && is_dead(position))
            .then(|| Judgement::plain(None, Termination::DeadPosition))
    })
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
    use crate::acts::ActKind;

    const CLUB: Rules = Rules {
        repetition: Repetition::CHECKS,
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
        assert_eq!(found.evidence[0], (1, Act::plain(ActKind::Check)));
        assert_eq!(found.evidence[1], (2, Act::plain(ActKind::Idle)));
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
