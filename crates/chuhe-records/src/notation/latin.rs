//! The grammars in Latin letters: coordinates (ICCS, UCI), SAN, WXF.

use super::error::Miss;
use super::reading::{Candidates, Direction, LOOSE, OTHER, Rank, STRICT, Tail};
use super::style::{Hint, Ranks};
use super::tandem::{Column, doubled_files, number_of_file};
use chuhe_core::{Move, Role, Square};

/// Gathers the moves a text may mean; `false` if it is of none of these notations.
pub(super) fn gather(c: &mut Candidates, text: &[u8], hint: Hint) -> bool {
    // Each grammar has its own look; only `C2e2` is both SAN and, oddly written, coordinates.
    let san = san(c, text, hint);
    let coordinates = coordinates(c, text, hint, if san { OTHER } else { STRICT });
    san || coordinates || wxf(c, text, hint)
}

/// `h2e2`, `H2-E2`, `a10a9`, `a:a9`; no letter but a to i.
fn coordinates(c: &mut Candidates, text: &[u8], hint: Hint, rank: Rank) -> bool {
    let Some((from_file, rest)) = any_case_file(text) else {
        return false;
    };
    let Some((from_number, rest)) = leading_rank(rest) else {
        return false;
    };
    let rest = match rest {
        [b'-' | b'x' | b'X', rest @ ..] => rest,
        _ => rest,
    };
    let Some((to_file, rest)) = any_case_file(rest) else {
        return false;
    };
    let Some((to_number, [])) = leading_rank(rest) else {
        return false;
    };
    let mut known = false;
    for (ranks, rank) in dialects(hint, rank) {
        if let (Some(from), Some(to)) =
            (square(from_file, from_number, ranks), square(to_file, to_number, ranks))
        {
            known = true;
            c.add(Move::new(from, to), rank);
        }
    }
    known
}

/// `Che2`, `Hxe5`, `R10e10`, `Ra0-a5`, `Pe5` or `e5`: files small, pieces large.
fn san(c: &mut Candidates, text: &[u8], hint: Hint) -> bool {
    // From the end: rank, file, then what is left says which piece.
    let digits = text.iter().rev().take_while(|b| b.is_ascii_digit() || **b == b':').count();
    let (rest, to_number) = text.split_at(text.len() - digits);
    let Some((to_number, [])) = leading_rank(to_number) else {
        return false;
    };
    let Some((&file @ b'a'..=b'i', rest)) = rest.split_last() else {
        return false;
    };
    let to_file = file - b'a';
    let rest = match rest {
        [rest @ .., b'-' | b'x'] => rest,
        _ => rest,
    };
    let (role, rest) = match rest {
        [letter @ b'A'..=b'Z', rest @ ..] => match role_of(*letter) {
            Some(role) => (Some(role), rest),
            None => return false,
        },
        _ => (None, rest),
    };
    let (from_file, rest) = match rest {
        [file @ b'a'..=b'i', rest @ ..] => (Some(*file - b'a'), rest),
        _ => (None, rest),
    };
    let from_number = match leading_rank(rest) {
        Some((number, [])) => Some(number),
        None if rest.is_empty() => None,
        _ => return false,
    };
    if role.is_none() && from_number.is_some() {
        return false; // coordinates
    }
    let role = role.unwrap_or(Role::Pawn);
    let mut known = false;
    for (ranks, rank) in dialects(hint, STRICT) {
        let Some(to) = square(to_file, to_number, ranks) else {
            continue;
        };
        known = true;
        add_to(c, role, to, from_file, from_number.map(|n| (n, ranks)), rank);
    }
    if known && c.position.pieces(c.color, role).is_empty() {
        c.miss(Miss::NoneLeft { role }, STRICT);
    }
    known
}

/// The pieces of a kind that may be meant to go to a square. Those that cannot are not worth
/// naming unless none can.
fn add_to(
    c: &mut Candidates,
    role: Role,
    to: Square,
    file: Option<u8>,
    number: Option<(u8, Ranks)>,
    rank: Rank,
) {
    for from in c.position.pieces(c.color, role) {
        let on_file = file.is_none_or(|file| from.file() == file);
        let on_rank = number.is_none_or(|(n, ranks)| rank_index(n, ranks) == Some(from.rank()));
        if on_file && on_rank && from != to {
            c.add(Move::new(from, to), rank);
        }
    }
    if let (Some(file), true) = (file, c.is_empty()) {
        c.miss(Miss::NoneOnFile { role, file: number_of_file(c.color, file) }, rank);
    }
}

/// The ways to count ranks that may be meant, with what each is worth.
fn dialects(hint: Hint, rank: Rank) -> impl Iterator<Item = (Ranks, Rank)> {
    [(Ranks::FromZero, rank), (Ranks::FromOne, rank + OTHER)]
        .into_iter()
        .filter(move |(ranks, _)| hint.ranks.is_none_or(|known| known == *ranks))
}

fn any_case_file(text: &[u8]) -> Option<(u8, &[u8])> {
    let (first, rest) = text.split_first()?;
    let file = first.to_ascii_lowercase();
    matches!(file, b'a'..=b'i').then(|| (file - b'a', rest))
}

/// `0` to `9`, `10`, or `:` for ten as some boards have it.
fn leading_rank(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [b'1', b'0', rest @ ..] | [b':', rest @ ..] => Some((10, rest)),
        [digit @ b'0'..=b'9', rest @ ..] => Some((digit - b'0', rest)),
        _ => None,
    }
}

fn rank_index(number: u8, ranks: Ranks) -> Option<u8> {
    match ranks {
        Ranks::FromZero => Some(number),
        Ranks::FromOne => number.checked_sub(1),
    }
    .filter(|rank| *rank < 10)
}

fn square(file: u8, number: u8, ranks: Ranks) -> Option<Square> {
    rank_index(number, ranks).map(|rank| Square::new(file, rank))
}

/// K A E/B H/N R C P, and the G and S of some English books.
fn role_of(letter: u8) -> Option<Role> {
    match letter.to_ascii_uppercase() {
        b'G' => Some(Role::King),
        b'S' => Some(Role::Pawn),
        letter => Role::from_letter(letter as char),
    }
}

/// WXF: who, `+` `-` `=` or `.`, number. Letters in either case.
fn wxf(c: &mut Candidates, text: &[u8], hint: Hint) -> bool {
    let Some((&last, rest)) = text.split_last() else {
        return false;
    };
    let Some(number) = digit(last) else {
        return false;
    };
    // C25: a traverse may go without a sign.
    if let [letter, file @ b'1'..=b'9'] = *rest {
        let Some(role) = role_of(letter) else {
            return false;
        };
        let tail = Tail { direction: Direction::Traverse, number };
        c.add_on_file(role, file - b'0', tail, STRICT);
        return true;
    }
    let Some((&sign, who)) = rest.split_last() else {
        return false;
    };
    let direction = match sign {
        b'+' => Direction::Advance,
        b'-' => Direction::Retreat,
        b'=' | b'.' => Direction::Traverse,
        _ => return false,
    };
    wxf_name(c, who, Tail { direction, number }, hint)
}

/// The signs before the direction: which piece.
fn wxf_name(c: &mut Candidates, who: &[u8], tail: Tail, hint: Hint) -> bool {
    match *who {
        // C2
        [letter, file @ b'1'..=b'9'] if role_of(letter).is_some() => {
            add_on_file(c, role_of(letter).unwrap(), file - b'0', tail);
        }
        // ++ and --, P++ and ++P: the outermost of four or five pawns
        [a @ (b'+' | b'-'), b]
        | [b'P' | b'p', a @ (b'+' | b'-'), b]
        | [a @ (b'+' | b'-'), b, b'P' | b'p']
            if a == b =>
        {
            add_outermost(c, a, tail)
        }
        // C+, +C, and P. or P= for the pawn in the middle
        [letter, sign @ (b'+' | b'-' | b'=' | b'.')] | [sign @ (b'+' | b'-'), letter]
            if role_of(letter).is_some() =>
        {
            add_signed(c, role_of(letter).unwrap(), sign, tail);
        }
        // 3+
        [file @ b'1'..=b'9', sign @ (b'+' | b'-' | b'=' | b'.')] => {
            add_signed_on(c, Role::Pawn, sign, file - b'0', tail);
        }
        // P+3, +P3
        [letter, sign @ (b'+' | b'-'), file @ b'1'..=b'9']
        | [sign @ (b'+' | b'-'), letter, file @ b'1'..=b'9']
            if role_of(letter).is_some() =>
        {
            add_signed_on(c, role_of(letter).unwrap(), sign, file - b'0', tail);
        }
        // 33 and 17
        [a @ b'1'..=b'9', b @ b'1'..=b'9'] | [b'P' | b'p', a @ b'1'..=b'9', b @ b'1'..=b'9'] => {
            add_two_digits(c, a - b'0', b - b'0', tail, hint);
        }
        // Pa to Pe
        [b'P' | b'p', letter] if matches!(letter.to_ascii_lowercase(), b'a'..=b'e') => {
            add_lettered(c, letter.to_ascii_lowercase() - b'a', tail);
        }
        _ => return false,
    }
    true
}

/// `P3`: a pawn of file 3; the middle one of three, as that has no sign of its own.
fn add_on_file(c: &mut Candidates, role: Role, file: u8, tail: Tail) {
    let column = c.column(role, file);
    if role == Role::Pawn && column.len() % 2 == 1 && column.len() > 1 {
        let middle = column.get(column.len() / 2).expect("not empty");
        c.add_going(middle, role, tail, STRICT);
        c.add_on_file(role, file, tail, LOOSE);
    } else {
        c.add_on_file(role, file, tail, STRICT);
    }
}

/// `C+`, `P-`: front or rear; the second from there when four or five share the file.
fn add_signed(c: &mut Candidates, role: Role, sign: u8, tail: Tail) {
    let mut found = false;
    for file in doubled_files(c.position, c.color, role) {
        let number = number_of_file(c.color, file);
        found |= add_signed_of(c, &c.column(role, number), role, sign, tail);
    }
    if !found {
        c.miss(Miss::NoTandem { role }, STRICT);
    }
}

fn add_signed_on(c: &mut Candidates, role: Role, sign: u8, file: u8, tail: Tail) {
    let column = c.column(role, file);
    if !add_signed_of(c, &column, role, sign, tail) {
        c.miss(Miss::NoTandem { role }, STRICT);
    }
}

fn add_signed_of(c: &mut Candidates, column: &Column, role: Role, sign: u8, tail: Tail) -> bool {
    let n = column.len();
    if n < 2 {
        return false;
    }
    let (strict, loose) = match sign {
        b'+' if n > 3 => (1, Some(0)),
        b'-' if n > 3 => (n - 2, Some(n - 1)),
        b'+' => (0, None),
        b'-' => (n - 1, None),
        _ if n % 2 == 1 => (n / 2, None),
        _ => return false,
    };
    for (place, rank) in [(Some(strict), STRICT), (loose, LOOSE)] {
        if let Some(from) = place.and_then(|place| column.get(place)) {
            c.add_going(from, role, tail, rank);
        }
    }
    true
}

/// `++`, `--`: the outermost of four or five pawns.
fn add_outermost(c: &mut Candidates, sign: u8, tail: Tail) {
    let (column, _) = Column::numbered(c.position, c.color, Role::Pawn);
    let place = if sign == b'+' { Some(0) } else { column.len().checked_sub(1) };
    match place.and_then(|place| column.get(place)) {
        Some(from) => {
            let rank = if column.len() > 3 { STRICT } else { LOOSE };
            c.add_going(from, Role::Pawn, tail, rank);
        }
        None => c.miss(Miss::NoTandem { role: Role::Pawn }, STRICT),
    }
}

/// `33`: by the WXF's rules the middle pawn of file 3, named by its file alone, when another file
/// is doubled too. `17`: the first pawn of file 7 (Fairy-Stockfish).
fn add_two_digits(c: &mut Candidates, a: u8, b: u8, tail: Tail, hint: Hint) {
    let doubled = doubled_files(c.position, c.color, Role::Pawn).count();
    let column = c.column(Role::Pawn, b);
    let mut found = false;
    if a == b && column.len() == 3 {
        found = true;
        let rank = if doubled > 1 && !hint.digits { STRICT } else { LOOSE };
        c.add_going(column.get(1).expect("three"), Role::Pawn, tail, rank);
    }
    if let Some(from) = column.get(a as usize - 1) {
        found = true;
        let rank = if doubled > 1 && !hint.digits { OTHER } else { STRICT };
        c.add_going(from, Role::Pawn, tail, rank);
    }
    if !found {
        c.miss(Miss::NoTandem { role: Role::Pawn }, STRICT);
    }
}

/// `Pa` to `Pe`: numbered as in Chinese (ElephantEye), or always from Red's right and Black's
/// side of the board (an older AXF paper): for Black that is the other way round.
fn add_lettered(c: &mut Candidates, place: u8, tail: Tail) {
    let (column, _) = Column::numbered(c.position, c.color, Role::Pawn);
    let place = place as usize;
    match column.get(place) {
        Some(from) => {
            c.add_going(from, Role::Pawn, tail, STRICT);
            if c.color == chuhe_core::Color::Black {
                let from = column.get(column.len() - 1 - place).expect("within");
                c.add_going(from, Role::Pawn, tail, OTHER);
            }
        }
        None => c.miss(Miss::NoTandem { role: Role::Pawn }, STRICT),
    }
}

fn digit(byte: u8) -> Option<u8> {
    matches!(byte, b'1'..=b'9').then(|| byte - b'0')
}
