//! Movetext cut into tokens: moves, numbers, comments, brackets, glyphs, results, words.
//!
//! The lexer knows what a move looks like, not what it means: whether `33.4` is a number and
//! something else or two pawns on one file is for the reader with the position to say.

use crate::game::{GameResult, RESULT_WORDS};
use std::borrow::Cow;

#[derive(Clone, PartialEq, Debug)]
pub enum Token<'a> {
    /// A move in Chinese glyphs, without the spaces some texts put inside it.
    Chinese(Cow<'a, str>),
    /// A word of Latin letters and digits, in ASCII: perhaps a move in WXF, ICCS, UCI or SAN.
    Latin(Cow<'a, str>),
    Number {
        n: u32,
        dots: u8,
    },
    /// Dots where the other side's move would stand.
    Ellipsis,
    Comment(&'a str),
    Open,
    Close,
    Nag(u8),
    Result(GameResult),
    /// Anything else up to the next space or bracket.
    Text(&'a str),
}

/// Reads tokens from `text`; [`Lexer::at`] can be set back to read again.
#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    pub at: usize,
    /// Where the last token began.
    pub start: usize,
    /// `{}` nest and all of them close; else each comment ends at the first `}`.
    nested: bool,
    /// Set when a `(` was found to have no `)`: none is looked for beyond its line again.
    open_ended: bool,
    /// Byte of a `{` that nothing closes.
    pub unclosed: Option<usize>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            start: 0,
            nested: braces_nest(text),
            open_ended: false,
            unclosed: None,
        }
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The line the last token began in, as far as it was not read.
    pub fn skip_line(&mut self) -> &'a str {
        let rest = self.rest();
        let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The text up to the `)` that closes a bracket already read, or to the end of the line if
    /// none does.
    pub fn prose(&mut self) -> &'a str {
        let rest = self.rest();
        let mut depth = 0usize;
        let mut end = None;
        for (at, c) in rest.char_indices() {
            match c {
                '(' | '（' if !self.open_ended => depth += 1,
                ')' | '）' if depth > 0 => depth -= 1,
                ')' | '）' => {
                    end = Some((at, c.len_utf8()));
                    break;
                }
                '\n' if self.open_ended => break,
                _ => {}
            }
        }
        if let Some((at, width)) = end {
            self.at += at + width;
            return &rest[..at];
        }
        self.open_ended = true;
        self.skip_line()
    }

    pub fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            self.start = self.at;
            let first = *rest.as_bytes().first()?;
            if first <= b' ' || first == 0x7f || first == b',' {
                self.at += 1;
                if first == b'\n' && rest[1..].starts_with('%') {
                    self.skip_line();
                }
                continue;
            }
            if first < 0x80 {
                return Some(self.ascii(first, rest));
            }
            let c = rest.chars().next()?;
            if is_space(c) || is_stop(c) {
                self.at += c.len_utf8();
                continue;
            }
            return Some(self.wide(c, rest));
        }
    }

    fn ascii(&mut self, first: u8, rest: &'a str) -> Token<'a> {
        match first {
            b'{' => self.braces(rest),
            b';' => {
                self.at += 1;
                Token::Comment(self.skip_line())
            }
            b'(' => self.one(Token::Open),
            b')' => self.one(Token::Close),
            b'[' => self.enclosed(rest, 1, ']'),
            b'$' => {
                let digits = rest[1..].bytes().take(4).take_while(u8::is_ascii_digit).count();
                match rest[1..1 + digits].parse::<u8>() {
                    Ok(nag) => self.take(1 + digits, Token::Nag(nag)),
                    Err(_) => self.run(rest),
                }
            }
            b'!' | b'?' => self.glyphs(rest),
            b'.' => {
                let dots = rest.bytes().take_while(|&b| b == b'.').count();
                let token = if dots <= 6 { Token::Ellipsis } else { Token::Text(&rest[..dots]) };
                self.take(dots, token)
            }
            b'0'..=b'9' => self.digits(rest),
            b'*' => self.one(Token::Result(GameResult::Unknown)),
            _ => self.latin(rest),
        }
    }

    fn wide(&mut self, c: char, rest: &'a str) -> Token<'a> {
        if let Some((end, spaced)) = chinese_move(rest) {
            let text = &rest[..end];
            let text = if spaced {
                Cow::Owned(text.split(is_space).collect())
            } else {
                Cow::Borrowed(text)
            };
            return self.take(end, Token::Chinese(text));
        }
        if is_torn_move(rest) {
            let Token::Text(text) = self.run(rest) else { unreachable!("a run is text") };
            return Token::Chinese(Cow::Borrowed(text));
        }
        match c {
            '（' => self.take(c.len_utf8(), Token::Open),
            '）' => self.take(c.len_utf8(), Token::Close),
            '【' => self.enclosed(rest, c.len_utf8(), '】'),
            '…' | '⋯' | '—' | '─' => {
                let end = rest.find(|d| d != c).unwrap_or(rest.len());
                // Longer ones are ruled lines.
                let token = if end <= 4 * c.len_utf8() {
                    Token::Ellipsis
                } else {
                    Token::Text(&rest[..end])
                };
                self.take(end, token)
            }
            '！' | '？' => self.glyphs(rest),
            '０'..='９' => self.digits(rest),
            'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '＋' | '－' => self.latin(rest),
            '½' => self.latin(rest),
            _ => match result_word(rest) {
                Some((end, result)) => self.take(end, Token::Result(result)),
                None => self.run(rest),
            },
        }
    }

    fn take(&mut self, width: usize, token: Token<'a>) -> Token<'a> {
        self.at += width;
        token
    }

    fn one(&mut self, token: Token<'a>) -> Token<'a> {
        self.take(1, token)
    }

    /// A comment in braces.
    fn braces(&mut self, rest: &'a str) -> Token<'a> {
        let bytes = rest.as_bytes();
        let end = if self.nested {
            let mut depth = 0usize;
            memchr::memchr2_iter(b'{', b'}', bytes).find(|&at| {
                depth = if bytes[at] == b'{' { depth + 1 } else { depth - 1 };
                depth == 0
            })
        } else {
            memchr::memchr(b'}', bytes)
        };
        match end {
            Some(end) => self.take(end + 1, Token::Comment(&rest[1..end])),
            None => {
                self.unclosed = Some(self.at);
                self.take(rest.len(), Token::Comment(&rest[1..]))
            }
        }
    }

    /// `[…]` or `【…】` on one line, as a comment.
    fn enclosed(&mut self, rest: &'a str, open: usize, close: char) -> Token<'a> {
        let line = &rest[..memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())];
        match line.find(close) {
            Some(end) => {
                self.take(end + close.len_utf8(), Token::Comment(&rest[..end + close.len_utf8()]))
            }
            None => self.take(line.len().max(open), Token::Comment(line)),
        }
    }

    /// `!`, `?!` and the like as numeric glyphs.
    fn glyphs(&mut self, rest: &'a str) -> Token<'a> {
        let end = rest.find(|c| !matches!(c, '!' | '?' | '！' | '？')).unwrap_or(rest.len());
        let signs: String = rest[..end].chars().map(narrow).collect();
        match signs.as_str() {
            "!" => self.take(end, Token::Nag(1)),
            "?" => self.take(end, Token::Nag(2)),
            "!!" => self.take(end, Token::Nag(3)),
            "??" => self.take(end, Token::Nag(4)),
            "!?" => self.take(end, Token::Nag(5)),
            "?!" => self.take(end, Token::Nag(6)),
            _ => self.take(end, Token::Text(&rest[..end])),
        }
    }

    /// A move number, a result in figures, or a word that begins with a digit.
    fn digits(&mut self, rest: &'a str) -> Token<'a> {
        if let Some((end, _)) = chinese_move(rest) {
            return self.take(end, Token::Chinese(Cow::Borrowed(&rest[..end])));
        }
        if let Some((end, result)) = result_word(rest) {
            return self.take(end, Token::Result(result));
        }
        let mut n = 0u32;
        let mut end = 0;
        let mut count = 0;
        for (at, c) in rest.char_indices() {
            let Some(digit) = narrow(c).to_digit(10) else {
                break;
            };
            n = n.saturating_mul(10).saturating_add(digit);
            end = at + c.len_utf8();
            count += 1;
        }
        let after = &rest[end..];
        let stops =
            after.find(|c| !matches!(c, '.' | '．' | '、' | '…' | '。')).unwrap_or(after.len());
        let next = after[stops..].chars().next().map(narrow);
        let bare = stops == 0;
        // "33.4": two pawns on the third file, or move 33 and a 4.
        let tandem = stops == 1 && count == 2 && next.is_some_and(|c| c.is_ascii_digit());
        if count > 4 || tandem || bare && next.is_some_and(|c| !is_space(c) && is_wordy(c)) {
            return self.latin(rest);
        }
        let dots = after[..stops]
            .chars()
            .map(|c| if c == '…' { 3u8 } else { 1 })
            .fold(0, u8::saturating_add);
        self.take(end + stops, Token::Number { n, dots })
    }

    fn latin(&mut self, rest: &'a str) -> Token<'a> {
        let end = rest.find(|c| !is_wordy(narrow(c))).unwrap_or(rest.len());
        if end == 0 {
            return self.run(rest);
        }
        let word = &rest[..end];
        let word = if word.is_ascii() {
            Cow::Borrowed(word)
        } else {
            Cow::Owned(word.chars().map(narrow).collect())
        };
        self.take(end, Token::Latin(word))
    }

    /// Whatever stands here, up to a space or bracket.
    fn run(&mut self, rest: &'a str) -> Token<'a> {
        let stop = |c: char| {
            is_space(c) || matches!(c, '{' | '}' | '(' | ')' | '（' | '）' | '[' | '【' | ';')
        };
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let end = rest[first..].find(stop).map_or(rest.len(), |end| first + end);
        self.take(end, Token::Text(&rest[..end]))
    }
}

/// Whether the braces of `text` nest somewhere and are balanced throughout.
fn braces_nest(text: &str) -> bool {
    let mut depth = 0usize;
    let mut deepest = 0;
    for at in memchr::memchr2_iter(b'{', b'}', text.as_bytes()) {
        if text.as_bytes()[at] == b'{' {
            depth += 1;
            deepest = deepest.max(depth);
        } else if depth == 0 {
            return false;
        } else {
            depth -= 1;
        }
    }
    depth == 0 && deepest > 1
}

/// Blank in any script, and control characters, which files damaged in transfer hold.
#[inline]
pub(crate) fn is_space(c: char) -> bool {
    c <= ' '
        || matches!(c, '\u{7f}'..='\u{a0}' | '\u{3000}' | '\u{feff}' | '\u{2000}'..='\u{200b}' | '\u{2028}' | '\u{2029}')
}

/// Punctuation that may stand between moves and means nothing there.
fn is_stop(c: char) -> bool {
    matches!(c, '，' | '、' | '。' | '；' | '：' | '．')
}

fn is_wordy(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '+' | '-' | '=' | '.' | '/' | '#' | ':' | '_' | '\'' | '½')
}

/// A full-width form as its ASCII character.
#[inline]
pub(crate) fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

fn result_word(rest: &str) -> Option<(usize, GameResult)> {
    let &(word, result) = RESULT_WORDS.iter().find(|(word, _)| rest.starts_with(word))?;
    let after = rest[word.len()..].chars().next();
    let ends = after.is_none_or(|c| {
        is_space(c)
            || is_stop(c)
            || matches!(c, ')' | '）' | '(' | '（' | '{' | '.' | ',' | '!' | '！')
    });
    ends.then_some((word.len(), result))
}

#[derive(Clone, Copy, PartialEq)]
enum Glyph {
    Piece,
    /// 一 … 九, and their formal forms.
    Numeral,
    /// 1 … 9 in any width, and the dotted forms Big5 texts hold.
    Digit,
    /// 前 中 后.
    Rank,
    Action,
    Other,
}

#[inline]
fn glyph(c: char) -> Glyph {
    match c {
        '1'..='9' | '１'..='９' | '⒈'..='⒐' => Glyph::Digit,
        '+' | '-' | '=' | '＋' | '－' | '＝' | '进' | '進' | '退' | '平' | '上' | '下' => {
            Glyph::Action
        }
        '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' => Glyph::Numeral,
        '壹' | '贰' | '貳' | '叁' | '參' | '肆' | '伍' | '陆' | '陸' | '柒' | '捌' | '玖' => {
            Glyph::Numeral
        }
        '前' | '后' | '後' | '中' => Glyph::Rank,
        '车' | '車' | '俥' | '砗' | '硨' | '马' | '馬' | '傌' | '炮' | '砲' | '包' | '帅'
        | '帥' | '将' | '將' | '仕' | '士' | '相' | '象' | '兵' | '卒' => Glyph::Piece,
        _ => Glyph::Other,
    }
}

/// Where a move in Chinese glyphs at the beginning of `text` ends, and whether it has spaces
/// inside.
///
/// Two or three glyphs that name the piece, an action, a number: 炮二平五, 前马退6, 前兵七平八,
/// 二卒7平6, 炮前平三, 前七平八.
fn chinese_move(text: &str) -> Option<(usize, bool)> {
    use Glyph::{Action, Digit, Numeral, Other, Piece, Rank};
    let mut glyphs = [Other; 5];
    let mut count = 0;
    let mut spaced = false;
    let mut gap = 0;
    for (at, c) in text.char_indices() {
        let kind = glyph(c);
        if kind == Other {
            // A space or two may stand inside a move, but not at its beginning or in place of one.
            if count == 0 || gap == 2 || !matches!(c, ' ' | '\t' | '\u{3000}') {
                return None;
            }
            gap += 1;
            continue;
        }
        let after_space = std::mem::take(&mut gap) > 0;
        spaced |= after_space;
        glyphs[count] = kind;
        count += 1;
        match (count, kind) {
            // A digit, then a piece: 3卒平4, but 1 炮二平五 is a number and a move.
            (1, Action) | (2, Action) | (5, Action | Piece | Rank) => return None,
            (3, Piece | Rank | Numeral | Digit) if glyphs[0] == Digit => return None,
            (4, Action) if glyphs[2] == Action => return None,
            (4, Piece | Rank) => return None,
            (4 | 5, Numeral | Digit) if glyphs[count - 2] == Action => {
                let named = &glyphs[..count - 2];
                let known = named.contains(&Piece) || named[0] == Rank;
                let end = at + c.len_utf8();
                // 马8进 2. 炮二平五: the digit numbers the next move.
                if after_space && kind == Digit && text[end..].starts_with(NUMBER_ENDS) {
                    return None;
                }
                return known.then(|| (end + excess_digits(&text[end..]), spaced));
            }
            (4 | 5, Numeral | Digit) => return None,
            _ => {}
        }
    }
    None
}

/// How many bytes of digits stick to the end of a move: 马8进9999 is no move and must not be
/// read as one. Digits with a dot after them are the next move's number.
fn excess_digits(text: &str) -> usize {
    let end = text.find(|c| !narrow(c).is_ascii_digit()).unwrap_or(text.len());
    if text[end..].starts_with(NUMBER_ENDS) { 0 } else { end }
}

/// What may stand between the number of a move and the move.
const NUMBER_ENDS: [char; 4] = ['.', '．', '、', '…'];

/// Whether `text` begins as only a move does (a piece, its file, an action) and breaks off:
/// 马8进, 炮二平x.
fn is_torn_move(text: &str) -> bool {
    use Glyph::{Action, Digit, Numeral, Piece};
    let mut glyphs = text.chars().map(glyph);
    glyphs.next() == Some(Piece)
        && matches!(glyphs.next(), Some(Digit | Numeral))
        && glyphs.next() == Some(Action)
}

/// How many complete moves in Chinese glyphs stand in `text`.
pub(crate) fn count_moves(text: &str) -> usize {
    let mut count = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let starts =
            !c.is_ascii() && matches!(glyph(c), Glyph::Piece | Glyph::Rank | Glyph::Numeral);
        match starts.then(|| chinese_move(&text[at..])).flatten() {
            Some((end, _)) => {
                count += 1;
                at += end;
            }
            None => at += c.len_utf8(),
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use Token::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| lexer.next()).collect()
    }

    fn cn(text: &str) -> Token<'_> {
        Chinese(Cow::Borrowed(text))
    }

    fn latin(text: &str) -> Token<'_> {
        Latin(Cow::Borrowed(text))
    }

    fn number(n: u32, dots: u8) -> Token<'static> {
        Number { n, dots }
    }

    #[test]
    fn moves_in_glyphs() {
        assert_eq!(tokens("1. 炮二平五 馬８進７"), [number(1, 1), cn("炮二平五"), cn("馬８進７")]);
        assert_eq!(tokens("1、炮二平五马8进7"), [number(1, 1), cn("炮二平五"), cn("马8进7")]);
        assert_eq!(tokens("1炮二平五"), [number(1, 0), cn("炮二平五")]);
        assert_eq!(tokens("1 炮二平五"), [number(1, 0), cn("炮二平五")]);
        assert_eq!(tokens("士 ４ 进 ５"), [cn("士４进５")]);
        for text in
            ["前兵七平八", "二卒7平6", "炮前平三", "前七平八", "三兵平四", "⒈卒平⒉", "象⒎進⒌"]
        {
            assert_eq!(tokens(text), [cn(text)]);
        }
        assert_eq!(tokens("马上进攻"), [Text("马上进攻")]);
        assert_eq!(tokens("马8进9999 好"), [cn("马8进9999"), Text("好")]);
        assert_eq!(tokens("马8进72.马二进三"), [cn("马8进7"), number(2, 1), cn("马二进三")]);
        assert_eq!(tokens("马8进 炮二平x"), [cn("马8进"), cn("炮二平x")]);
        assert_eq!(tokens("炮二平五好棋"), [cn("炮二平五"), Text("好棋")]);
    }

    #[test]
    fn moves_in_letters() {
        assert_eq!(tokens("1.h2e2 h9g7"), [number(1, 1), latin("h2e2"), latin("h9g7")]);
        assert_eq!(tokens("1. Ｃ２＝５ H2-E2"), [number(1, 1), latin("C2=5"), latin("H2-E2")]);
        assert_eq!(tokens("C2.5 +P+1"), [latin("C2.5"), latin("+P+1")]);
        assert_eq!(tokens("33.4 1.33.4"), [latin("33.4"), number(1, 1), latin("33.4")]);
    }

    #[test]
    fn numbers_and_results() {
        assert_eq!(tokens("22... 炮8平5"), [number(22, 3), cn("炮8平5")]);
        assert_eq!(tokens("1. …… 炮8平5"), [number(1, 1), Ellipsis, cn("炮8平5")]);
        assert_eq!(
            tokens("1-0 1/2-1/2 *"),
            [Result(GameResult::RedWins), Result(GameResult::Draw), Result(GameResult::Unknown)]
        );
        assert_eq!(tokens("(红胜)"), [Open, Result(GameResult::RedWins), Close]);
        assert_eq!(tokens("和平"), [Text("和平")]);
        assert_eq!(tokens("—— ────────"), [Ellipsis, Text("────────")]);
    }

    #[test]
    fn comments_and_glyphs() {
        assert_eq!(tokens("{a {b} c} 马8进7!?"), [Comment("a {b} c"), cn("马8进7"), Nag(5)]);
        assert_eq!(tokens("{a {b} c"), [Comment("a {b"), latin("c")]);
        assert_eq!(
            tokens("马8进7！ $14 ; to the end\n2."),
            [cn("马8进7"), Nag(1), Nag(14), Comment(" to the end"), number(2, 1)]
        );
        let mut lexer = Lexer::new("{open");
        assert_eq!((lexer.next(), lexer.unclosed), (Some(Comment("open")), Some(0)));
    }

    #[test]
    fn prose_ends_with_its_bracket_or_its_line() {
        let mut lexer = Lexer::new("(see (a)) x");
        lexer.next();
        assert_eq!(lexer.prose(), "see (a)");
        let mut lexer = Lexer::new("(see\nmore");
        lexer.next();
        assert_eq!((lexer.prose(), lexer.rest()), ("see", "\nmore"));
    }
}
