//! Any file: games with legal moves, problems with places, and all can be written.
//!
//! The first byte chooses how it is read: found out, or as PGN, as text, as WXF.
#![no_main]

use chuhe_records::notation::{Script, Style, Tandem};
use chuhe_records::{Format, Game, Reader, write_pgn, write_text};
use libfuzzer_sys::fuzz_target;

const FORMATS: [Option<Format>; 4] =
    [None, Some(Format::Pgn), Some(Format::Text), Some(Format::Wxf)];
const STYLES: [Style; 3] =
    [Style::Chinese(Script::Simplified, Tandem::Numbered), Style::Wxf, Style::Iccs];

fuzz_target!(|input: &[u8]| {
    let Some((&choice, file)) = input.split_first() else {
        return;
    };
    let style = STYLES[choice as usize / 4 % 3];
    for game in games(file, FORMATS[choice as usize % 4]) {
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
        write_pgn(&game, style);
        write_text(&game, style);
    }
});

fn games(file: &[u8], format: Option<Format>) -> Vec<Game> {
    let mut reader = Reader::new(file, format, None);
    let mut games = Vec::new();
    while let Ok(Some(game)) = reader.next_game() {
        games.push(game);
    }
    games
}
