//! Any text in any position: parsing answers or refuses, and what is written is read back.
#![no_main]

use chuhe_core::Position;
use chuhe_records::notation::{Hint, Style, parse, parse_with, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&[u8], &str)| {
    let (choices, text) = input;
    let mut position = Position::start();
    for &choice in choices.iter().take(200) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[choice as usize % moves.len()]).expect("generated");
    }
    if let Ok(m) = parse(&position, text) {
        assert!(position.is_legal(m), "{text} read as {m} in {}", position.fen());
    }
    for m in position.legal_moves() {
        for (name, style) in Style::ALL {
            let written = write(&position, m, style);
            let read = parse_with(&position, &written, Hint::from(style)).map(|parsed| parsed.m);
            assert_eq!(read, Ok(m), "{written} ({name}) in {}", position.fen());
        }
    }
});
