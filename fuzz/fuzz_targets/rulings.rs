//! Any position in which both sides go to and fro: every rule book rules without a fault, the
//! quick verdict is that of the ruling, and what is lost was warned of.
#![no_main]

use chuhe_core::judge::{quick_verdict, warning};
use chuhe_core::{Board, Move, Piece, Position, Repetition, Rules, Setup, Square, judge};
use libfuzzer_sys::fuzz_target;

const PIECES: &[u8] = b"KkRrRrCcCcNnNnPpPpPpPpBbAa";

/// A position from pairs of bytes: a piece, and where it stands.
fn position(bytes: &[u8]) -> Option<Position> {
    let mut setup = Setup::parse("4k4/9/9/9/9/9/9/9/9/3K5 w").ok()?;
    for pair in bytes.chunks_exact(2) {
        let letter = PIECES[pair[0] as usize % PIECES.len()] as char;
        let square = Square::all().nth(pair[1] as usize % 90)?;
        if setup.pieces[square.index()].is_none() {
            setup.pieces[square.index()] = Piece::from_letter(letter);
        }
    }
    setup.playable().ok()
}

/// Plays what the byte chooses.
fn step(board: &mut Board, choice: u8) -> Option<Move> {
    let moves = board.position().legal_moves();
    let m = *moves.get(choice as usize % moves.len().max(1))?;
    board.push(m).ok()?;
    Some(m)
}

/// Two moves of each side that come back to where they began, twice, with another loop between.
fn shuffle(board: &mut Board, choices: &[u8]) -> Option<()> {
    for pair in choices.chunks_exact(2).chain(choices.chunks_exact(2)) {
        let out = [step(board, pair[0])?, step(board, pair[1])?];
        for m in out {
            board.push(Move::new(m.to(), m.from())).ok()?;
        }
    }
    Some(())
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&count, rest)) = bytes.split_first() else { return };
    let (placed, choices) = rest.split_at((2 * (count as usize % 12)).min(rest.len()));
    let Some(start) = position(placed) else { return };
    let mut board = Board::new(start);
    let _ = shuffle(&mut board, &choices[..choices.len().min(6)]);
    for (name, repetition) in Repetition::NAMED {
        let rules = Rules { repetition, natural_limit: None, dead_position: false };
        let ruling = judge(&board, &rules);
        let warned = warning(&board, &rules);
        assert!(ruling.is_none() || warned.is_none(), "{name}: an ended game is warned of");
        let Some(ruling) = ruling.filter(|found| found.cycle.is_some()) else { continue };
        if ruling.termination.code() != "check_series" && ["axf", "wxf", "engine"].contains(&name) {
            assert_eq!(quick_verdict(&board, &repetition), Some(ruling.winner), "{name}");
        }
        assert!(ruling.winner.is_none() || !ruling.undecided, "{name}: lost for want of proof");
    }
});
