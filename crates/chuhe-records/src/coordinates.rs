//! Moves as pairs of squares: `h2e2`, `H2-E2`, `a10a9`.

use crate::notation::Ranks;

/// What the coordinates in `text` show: a rank 0 or a rank 10 stands in nearly every game.
/// Those in comments may be counted in another way.
pub(crate) fn shown_ranks(text: &str) -> Option<Ranks> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    let (mut looked, mut in_comment) = (0, false);
    while at < bytes.len() {
        let zero = at + memchr::memchr(b'0', &bytes[at..])?;
        at = zero + 1;
        if digit(zero + 1) || zero == 0 {
            continue;
        }
        let letter = |at: usize| matches!(bytes[at], b'a'..=b'i' | b'A'..=b'I');
        // The letter, or the two of them, must belong to a word that is a move.
        let (file, ranks) = match bytes[zero - 1] {
            b'1' if zero >= 2 => (zero - 2, Ranks::FromOne),
            _ => (zero - 1, Ranks::FromZero),
        };
        if letter(file) && is_coordinates(word_around(text, file)) {
            let last = memchr::memrchr2(b'{', b'}', &bytes[looked..file]);
            in_comment = last.map_or(in_comment, |i| bytes[looked + i] == b'{');
            looked = file;
            if !in_comment {
                return Some(ranks);
            }
        }
    }
    None
}

fn word_around(text: &str, at: usize) -> &str {
    let part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
    let bytes = text.as_bytes();
    let start = at - bytes[..at].iter().rev().take(8).take_while(|b| part(b)).count();
    let end = at + bytes[at..].iter().take(8).take_while(|b| part(b)).count();
    &text[start..end]
}

/// The two files (0–8) and written ranks of a word like `h2e2`, `H2-E2` or `a10a9`.
pub(crate) fn coordinates(word: &str) -> Option<[(u8, u8); 2]> {
    fn square(bytes: &[u8]) -> Option<((u8, u8), &[u8])> {
        let (&letter, rest) = bytes.split_first()?;
        let file = letter.to_ascii_lowercase().checked_sub(b'a').filter(|f| *f < 9)?;
        match rest {
            [b'1', b'0', rest @ ..] => Some(((file, 10), rest)),
            [rank @ b'0'..=b'9', rest @ ..] => Some(((file, rank - b'0'), rest)),
            _ => None,
        }
    }
    if word.len() > 7 {
        return None;
    }
    // `E5e7` is SAN: the elephant on rank 5 to e7.
    let mut letters = word.bytes().filter(u8::is_ascii_alphabetic).map(|b| b.is_ascii_uppercase());
    let upper = letters.next()?;
    if letters.any(|other| other != upper) {
        return None;
    }
    let (from, rest) = square(word.as_bytes())?;
    let (to, rest) = square(rest.strip_prefix(b"-").unwrap_or(rest))?;
    matches!(rest, [] | [b'+'] | [b'#']).then_some([from, to])
}

fn is_coordinates(word: &str) -> bool {
    coordinates(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_told_by_a_zero_or_a_ten() {
        assert_eq!(shown_ranks("1. h2e2 h9g7 2. h0g2"), Some(Ranks::FromZero));
        assert_eq!(shown_ranks("1. h3e3 h10g8"), Some(Ranks::FromOne));
        assert_eq!(shown_ranks("1. h3e3 {b10 or a0}"), None);
    }

    #[test]
    fn letters_are_all_small_or_all_capital() {
        assert_eq!(coordinates("h2-e2"), Some([(7, 2), (4, 2)]));
        assert_eq!((coordinates("E5e7"), coordinates("E5-E7").is_some()), (None, true));
    }
}
