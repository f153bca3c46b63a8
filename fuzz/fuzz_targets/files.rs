//! Any file of fields and numbers: games with legal moves, problems with places; and what can be
//! written is read back as the same tree.
//!
//! The first byte chooses how it is read: found out, as one of the formats, or, from 0x80, as what
//! an older library has compressed.
#![no_main]

use chuhe_records::{Format, Game, Reader, write_file};
use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec_zlib;

const FORMATS: [Option<Format>; 8] = [
    None,
    Some(Format::Xqf),
    Some(Format::Cbr),
    Some(Format::Cbl),
    Some(Format::Mxq),
    Some(Format::Che),
    Some(Format::Chn),
    Some(Format::Ccm),
];
const WRITTEN: [(Format, u8); 4] =
    [(Format::Xqf, 10), (Format::Xqf, 18), (Format::Cbr, 0), (Format::Cbl, 0)];

fuzz_target!(|input: &[u8]| {
    let Some((&choice, file)) = input.split_first() else {
        return;
    };
    let mut format = FORMATS[choice as usize % 8];
    let library;
    let mut file = file;
    if choice >= 0x80 {
        // An older library: what is fuzzed is what was compressed.
        library = [b"CCBridge".as_slice(), &[0; 12], &compress_to_vec_zlib(file, 0)].concat();
        (file, format) = (&library, Some(Format::OldCbl));
    } else if format == Some(Format::Cbl) {
        library = in_library(file);
        file = &library;
    }
    for game in games(file, format) {
        assert!(game.offset as usize <= file.len());
        for problem in &game.problems {
            assert!(problem.offset as usize <= file.len(), "{problem:?}");
        }
        if let Some(mut position) = game.tree.start().position() {
            for m in game.tree.main_line() {
                position = position.play(m).expect("the main line is legal");
            }
        } else {
            assert!(game.tree.main_line().is_empty());
        }
        let (format, version) = WRITTEN[choice as usize / 8 % 4];
        let written = write_file(format, &[&game], version).expect("one game");
        let again = games(&written.bytes, Some(format));
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].result, game.result);
        if written.losses.iter().all(|(_, loss)| matches!(loss.code, "loss.header" | "loss.cut")) {
            assert!(again[0].tree == game.tree, "{:?}\n{:?}", game, again[0]);
        }
    }
});

/// A library of up to seven places, as the first byte says; the others are the index and what
/// follows it. The words before them are 64 kB of which nothing depends.
fn in_library(bytes: &[u8]) -> Vec<u8> {
    let mut file = vec![0; 66624];
    file[..16].copy_from_slice(b"CCBridgeLibrary\0");
    file[64] = b'A';
    let (&places, rest) = bytes.split_first().unwrap_or((&0, bytes));
    file[60] = places % 8;
    file.extend_from_slice(rest);
    file
}

fn games(file: &[u8], format: Option<Format>) -> Vec<Game> {
    let mut reader = Reader::new(file, format, None);
    let mut games = Vec::new();
    while let Ok(Some(game)) = reader.next_game() {
        games.push(game);
    }
    games
}
