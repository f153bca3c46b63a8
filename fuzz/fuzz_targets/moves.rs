//! Any game: each byte chooses a legal move; the laws of playing and taking back must hold.
#![no_main]

use chuhe_core::{Board, Position, Role};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|choices: &[u8]| {
    let mut board = Board::start_position();
    for &choice in choices.iter().take(512) {
        let position = board.position();
        let moves = position.legal_moves();
        let fen = position.fen();
        if moves.is_empty() {
            assert!(!position.has_legal_move());
            assert!(position.is_checkmate() != position.is_stalemate());
            break;
        }
        let again = Position::from_fen(&fen).expect("a position reached by play is sound");
        assert_eq!(again.key(), position.key(), "incremental key in {fen}");

        let m = moves[choice as usize % moves.len()];
        let next = position.play(m).expect("a generated move is legal");
        assert_eq!(next.in_check(), position.gives_check(m), "{m} in {fen}");

        let mut copy = position.clone();
        let undo = copy.make(m);
        assert_eq!(copy.fen(), next.fen());
        assert_eq!(copy.pieces(!copy.turn(), Role::King).count(), 1);
        copy.unmake(m, undo);
        assert_eq!((copy.fen(), copy.key()), (fen, position.key()));

        board.push(m).expect("a generated move is legal");
    }
    while board.pop().is_some() {}
    assert_eq!(board.position().fen(), Position::start().fen());
});
