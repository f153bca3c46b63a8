//! Any file: a game written as PGN is read back as the same game.
#![no_main]

use chuhe_records::notation::{Script, Style, Tandem};
use chuhe_records::{Format, Game, Reader, write_pgn};
use libfuzzer_sys::fuzz_target;

const STYLES: [Style; 3] =
    [Style::Chinese(Script::Simplified, Tandem::Numbered), Style::Wxf, Style::Iccs];

fuzz_target!(|input: &[u8]| {
    let Some((&choice, file)) = input.split_first() else {
        return;
    };
    for game in games(file, None) {
        let pgn = write_pgn(&game, STYLES[choice as usize % 3]).text;
        let again = games(pgn.as_bytes(), Some(Format::Pgn));
        assert_eq!(again.len(), 1, "{pgn}");
        assert_eq!(again[0].tree.main_line(), game.tree.main_line(), "{pgn}");
        assert_eq!(again[0].tree.walk().count(), game.tree.walk().count(), "{pgn}");
        assert_eq!(again[0].result, game.result, "{pgn}");
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
