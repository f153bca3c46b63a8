//! CHN and CCM, the records of 联众 and 中国游戏中心: moves of a fixed size, and nothing else known.

use crate::branch::{Branches, square};
use crate::decode::Encoding;
use crate::game::Game;
use chuhe_core::{Setup, Square};

/// Before the moves of a CHN there is this much, whose meaning is not known.
const CHN_HEAD: usize = 188;
const CHN_MOVE: usize = 32;
const CCM_HEAD: usize = 1;
const CCM_MOVE: usize = 7;

/// File and rank from the top of the squares a move goes from and to.
type Step = [u8; 4];

/// 联众: sixteen numbers of two bytes a move.
pub(crate) fn read_chn(bytes: &[u8]) -> Game {
    let step = |m: &[u8]| {
        [4, 6, 8, 10].map(|i| u8::try_from(u16::from_le_bytes([m[i], m[i + 1]])).unwrap_or(u8::MAX))
    };
    read(bytes, CHN_HEAD, CHN_MOVE, step)
}

/// 中国游戏中心: seven bytes a move.
pub(crate) fn read_ccm(bytes: &[u8]) -> Game {
    read(bytes, CCM_HEAD, CCM_MOVE, |m| [m[2], m[4], m[3], m[5]])
}

fn read(bytes: &[u8], head: usize, size: usize, step: impl Fn(&[u8]) -> Step) -> Game {
    let mut branches = Branches::new(Setup::start());
    let moves = bytes.get(head..).unwrap_or_default();
    // Who sat below is below: if the first move is from the upper half, the board is turned.
    let turned = moves.chunks_exact(size).next().is_some_and(|m| step(m)[1] < 5);
    let place = |file: u8, row: u8| -> Option<Square> {
        if turned {
            square(8_u8.checked_sub(file)?, row)
        } else {
            square(file, 9_u8.checked_sub(row)?)
        }
    };
    for (i, m) in moves.chunks_exact(size).enumerate() {
        let [from_file, from_row, to_file, to_row] = step(m);
        branches.play(place(from_file, from_row), place(to_file, to_row), head + i * size);
    }
    branches.finish(Encoding::Gb18030, 0)
}
