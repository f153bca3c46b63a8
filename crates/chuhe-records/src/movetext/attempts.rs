//! One game's movetext, read as often as its header leaves in doubt.

use super::{Fault, MoveReader};
use crate::coordinates::shown_ranks;
use crate::lex::Lexer;
use crate::notation::{Hint, Ranks};
use crate::tree::{Start, Tree};
use crate::words::short;

/// Reads one game's movetext, trusting the moves over the header where they disagree.
///
/// A side to move that makes the moves unplayable is taken to be wrong, as it is in one
/// archive game of a hundred; ranks without a 0 or a 10 are tried both ways.
pub(crate) fn read_game(start: Start, text: &str, hint: Hint) -> MoveReader {
    let shown = shown_ranks(text).or(hint.ranks);
    let attempt = |start: Start, ranks: Ranks| {
        let mut reader = MoveReader::new(start, ranks, true);
        reader.ranks_settled = true;
        reader.hint = hint;
        let mut lexer = Lexer::new(text);
        reader.read(&mut lexer);
        let end = lexer.at;
        reader.finish(end);
        (reader, end)
    };
    let best = |a: (MoveReader, usize), b: (MoveReader, usize)| {
        if length(&b.0) > length(&a.0) { b } else { a }
    };

    let mut read = attempt(start.clone(), shown.unwrap_or(Ranks::FromZero));
    if shown.is_none() && read.0.is_broken() && start.position().is_some() {
        read = best(read, attempt(start.clone(), Ranks::FromOne));
    }
    let red_by_default = read.0.black_first && start == Start::Standard;
    // With the waiting side in check the header must be wrong about whose move it is.
    let suspect = start.position().is_none_or(|p| !p.setup().problems().is_empty());
    if (read.0.is_broken() || red_by_default || suspect)
        && let Some(other) = other_side(&start)
    {
        let mut turned = attempt(other, shown.unwrap_or(Ranks::FromZero));
        let needed = length(&read.0) + usize::from(!suspect || length(&read.0) == 0);
        if length(&turned.0) >= needed || red_by_default && !turned.0.is_broken() {
            if !red_by_default {
                turned.0.faults.insert(
                    0,
                    Fault { code: "record.wrong_side", facts: vec![], ply: Some(0), at: 0 },
                );
            }
            read = turned;
        }
    }
    let (mut reader, end) = read;
    check_end(&mut reader, text, end);
    reader
}

fn length(reader: &MoveReader) -> usize {
    reader.tree.line(Tree::ROOT).count()
}

/// The same start with the other side to move, if that can be.
pub(crate) fn other_side(start: &Start) -> Option<Start> {
    let mut setup = match start {
        Start::Unplayable(setup) => (**setup).clone(),
        _ => start.position()?.setup(),
    };
    setup.turn = !setup.turn;
    setup.position().ok().map(Start::from_position)
}

/// Text after the result is a footer; if it holds moves, something was lost.
fn check_end(reader: &mut MoveReader, text: &str, end: usize) {
    if crate::lex::count_moves(&text[end..]) > 0 {
        reader.fault("record.after_result", vec![("text", short(text[end..].trim()))], end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameResult;
    use chuhe_core::{Move, Position};

    fn read(text: &str) -> MoveReader {
        read_game(Start::Standard, text, Hint::default())
    }

    fn moves(reader: &MoveReader) -> String {
        reader.tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    fn codes(reader: &MoveReader) -> Vec<&'static str> {
        reader.faults.iter().map(|f| f.code).collect()
    }

    #[test]
    fn ranks_are_told_by_what_can_be_played() {
        assert_eq!(moves(&read("h3e3 h8e8 e3e7")), "h2e2 h7e7 e2e6");
        assert_eq!(moves(&read("h2e2 h7e7 e2e6")), "h2e2 h7e7 e2e6");
    }

    #[test]
    fn ranks_of_san_are_told_by_what_can_be_played() {
        // Rb8 can be played either way: it must go where the ranks of the first moves say.
        let text = "1. Cbe3 Cbe8 2. Hc3 Hc8 3. Rb1 Chg8 4. Rb8 Cxb8 5. Ch8 Ege8";
        let played = "b2e2 b7e7 b0c2 b9c7 a0b0 h7g7 b0b7 e7b7 h2h7 g9e7";
        assert_eq!(moves(&read(text)), played);
        let mut reader = MoveReader::new(Start::Standard, Ranks::FromZero, false);
        reader.read(&mut Lexer::new(text));
        assert_eq!(moves(&reader), played);
    }

    #[test]
    fn a_bracket_is_a_variation_if_it_begins_with_a_move() {
        let reader = read(
            "1. 炮二平五 (好着) 马8进7 (1... 炮8平5 {顺炮} 2. 马二进三) (马2进3) 2. 马二进三 1-0",
        );
        assert_eq!(moves(&reader), "h2e2 h9g7 h0g2");
        assert_eq!(reader.tree.count_variations(), 2);
        assert_eq!(reader.tree.count_comments(), 2);
        assert_eq!(reader.result, Some(GameResult::RedWins));
        assert!(reader.faults.is_empty(), "{:?}", reader.faults);
    }

    #[test]
    fn the_legal_prefix_is_kept() {
        let reader = read("1. 炮二平五 马8进7 2. 马二进三 马7进9? 3. 车一平二 {a} *");
        assert_eq!(moves(&reader), "h2e2 h9g7 h0g2");
        assert_eq!(codes(&reader), ["illegal.own_piece"]);
        assert_eq!(reader.faults[0].ply, Some(3));
        assert_eq!(reader.tree.count_comments(), 1);
        let last = reader.tree.line(Tree::ROOT).last().unwrap();
        let unread = &reader.tree.notes(last).unwrap().unread;
        assert_eq!(crate::unread_text(unread), "马7进9? 车一平二 {a}");
    }

    #[test]
    fn a_torn_move_is_not_passed_over() {
        for torn in ["马8进9999", "马8进", "马8进x"] {
            let reader = read(&format!("1. 炮二平五 {torn} 2. 马二进三"));
            assert_eq!(moves(&reader), "h2e2", "{torn}");
            assert_eq!(codes(&reader), ["notation.not_a_move"], "{torn}");
        }
    }

    #[test]
    fn a_wrong_side_to_move_is_put_right() {
        let fen = "3k5/9/9/9/9/9/9/4r4/9/5K3 w";
        let start = Start::from_position(Position::from_fen(fen).unwrap());
        let reader = read_game(start, "1. 车5进1", Hint::default());
        assert_eq!(moves(&reader), "e2e1");
        assert_eq!(codes(&reader), ["record.wrong_side"]);
        assert_eq!(moves(&read("1. …… 炮8平5")), "h7e7");
        assert_eq!(
            read("1... 炮8平5").tree.position(Tree::ROOT).unwrap().turn(),
            chuhe_core::Color::Black
        );
    }

    #[test]
    fn brackets_a_hundred_thousand_deep_are_survived() {
        let deep = "(".repeat(100_000);
        assert_eq!(moves(&read(&format!("h2e2 {deep} h9g7"))), "h2e2");
        let deep = "h2e2 (c3c4 (".repeat(50_000);
        assert!(codes(&read(&deep)).contains(&"record.too_deep"));
        assert_eq!(moves(&read(&format!("{} 炮二平五", "{".repeat(100_000)))), "");
        let unbalanced = "{{}".repeat(100_000);
        assert_eq!(moves(&read(&format!("{unbalanced} 炮二平五"))), "h2e2");
    }
}
