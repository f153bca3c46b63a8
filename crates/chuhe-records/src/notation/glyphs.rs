//! The alphabet of moves: every way to write a piece, a number, a direction, as one byte.
//!
//! Which side a glyph belongs to (帅 or 将, 兵 or 卒, 五 or 5) is dropped on purpose: books and
//! programs mix them, and the side to move is known from the position.

use super::error::{NotationError, short};
use chuhe_core::Role;

/// A Chinese piece glyph is `PIECE + role`; ASCII stands for itself, all digits as `1` to `9`.
const PIECE: u8 = 0x80;
pub(super) const ADVANCE: u8 = 0x90;
pub(super) const RETREAT: u8 = 0x91;
pub(super) const TRAVERSE: u8 = 0x92;
pub(super) const FRONT: u8 = 0xA0;
pub(super) const MIDDLE: u8 = 0xA1;
pub(super) const REAR: u8 = 0xA2;

/// The role of a Chinese piece glyph.
pub(super) fn role(byte: u8) -> Option<Role> {
    byte.checked_sub(PIECE).and_then(|index| Role::ALL.get(index as usize).copied())
}

/// A text folded into the alphabet: blanks left out, marks such as `+` `!` at its end cut off.
#[derive(Clone, Copy)]
pub(super) struct Folded {
    bytes: [u8; Folded::MOST],
    len: usize,
    /// Bit `i`: byte `i` was a ⒈-like digit.
    dotted: u16,
}

impl Folded {
    /// No notation needs more: `Ra10xa10#`, with room for marks.
    const MOST: usize = 14;
    /// Longer texts are refused unread.
    const MOST_BYTES: usize = 160;

    pub(super) fn new(text: &str) -> Result<Folded, NotationError> {
        if text.len() > Folded::MOST_BYTES {
            return Err(NotationError::not_a_move(text));
        }
        let mut folded = Folded { bytes: [0; Folded::MOST], len: 0, dotted: 0 };
        for (place, character) in text.chars().enumerate() {
            let byte = match fold(character) {
                Some(BLANK) => continue,
                Some(byte) => byte,
                None => {
                    let at = place + 1;
                    return Err(NotationError::BadCharacter { text: short(text), at, character });
                }
            };
            if folded.len == Folded::MOST {
                return Err(NotationError::not_a_move(text));
            }
            if matches!(character, '⒈'..='⒐') {
                folded.dotted |= 1 << folded.len;
            }
            folded.bytes[folded.len] = byte;
            folded.len += 1;
        }
        // Every move ends in a digit.
        while folded.len > 0 && !folded.bytes[folded.len - 1].is_ascii_digit() {
            if !matches!(folded.bytes[folded.len - 1], b'+' | b'#' | b'!' | b'?' | b'.') {
                return Err(NotationError::not_a_move(text));
            }
            folded.len -= 1;
        }
        Ok(folded)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Whether Chinese glyphs other than digits are among it.
    pub(super) fn has_glyphs(&self) -> bool {
        self.bytes().iter().any(|byte| *byte >= PIECE)
    }

    /// The same with ⒈ to ⒏ read as 2 to 9, if there are any.
    pub(super) fn misread(&self) -> Option<Folded> {
        let mut shifted = *self;
        for (place, byte) in shifted.bytes[..self.len].iter_mut().enumerate() {
            if self.dotted >> place & 1 != 0 && *byte < b'9' {
                *byte += 1;
            }
        }
        (self.dotted != 0).then_some(shifted)
    }
}

const BLANK: u8 = b' ';

const fn piece(role: Role) -> u8 {
    PIECE + role as u8
}

/// One character's byte; `None` if no notation uses it.
#[rustfmt::skip]
fn fold(character: char) -> Option<u8> {
    Some(match character {
        '0'..='9' | 'a'..='z' | 'A'..='Z' | '+' | '-' | '=' | '.' | ':' | '#' | '!' | '?' => character as u8,
        ' ' | '\t' | '\r' | '\n' | '\u{3000}' | '\u{a0}' | '\u{200b}' | '\u{feff}' => BLANK,

        '炮' | '砲' | '包' | '砤' | '炰' => piece(Role::Cannon),
        '车' | '車' | '俥' | '伡' | '砗' | '硨' | '\u{f902}' | '⾞' => piece(Role::Rook),
        '马' | '馬' | '傌' | '㐷' | '⾺' => piece(Role::Horse),
        '兵' | '卒' | '卆' => piece(Role::Pawn),
        '相' | '象' | '像' => piece(Role::Elephant),
        '仕' | '士' | '⼠' | '土' => piece(Role::Advisor),
        '帅' | '帥' | '将' | '將' | '师' | '師' => piece(Role::King),

        '进' | '進' | '上' => ADVANCE,
        '退' | '下' => RETREAT,
        '平' => TRAVERSE,
        '前' => FRONT,
        '中' => MIDDLE,
        '后' | '後' => REAR,

        '一' | '壹' | '壱' | '⼀' | '１' | '⒈' | '①' => b'1',
        '二' | '贰' | '貳' | '弍' | '弐' | '⼆' | 'ニ' | '２' | '⒉' | '②' => b'2',
        '三' | '叁' | '參' | '参' | '叄' | '３' | '⒊' | '③' => b'3',
        '四' | '肆' | '４' | '⒋' | '④' => b'4',
        '五' | '伍' | '５' | '⒌' | '⑤' => b'5',
        '六' | '陆' | '陸' | '６' | '⒍' | '⑥' => b'6',
        '七' | '柒' | '７' | '⒎' | '⑦' => b'7',
        '八' | '捌' | '⼋' | 'ハ' | '８' | '⒏' | '⑧' => b'8',
        '九' | '玖' | '９' | '⒐' | '⑨' => b'9',

        '−' | '–' | '—' | '‐' | '‑' => b'-',
        '·' | '•' | '。' | '、' => b'.',
        '！'..='～' => return fold(char::from_u32(character as u32 - 0xfee0)?),
        // The Unicode pieces, Red's seven and then Black's, in this order.
        '\u{1fa60}'..='\u{1fa6d}' => {
            use Role::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
            let roles = [King, Advisor, Elephant, Horse, Rook, Cannon, Pawn];
            piece(roles[(character as usize - 0x1fa60) % 7])
        }
        _ => return None,
    })
}
