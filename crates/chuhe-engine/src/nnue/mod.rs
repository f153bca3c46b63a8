//! The evaluation by a net that is kept up to date move by move (NNUE).
//!
//! For each side there are the sums of a hidden layer over what that side sees ([`features`]). A
//! move changes two or three features, so the sums of a position come from those of the position
//! before, when they are asked for. Only when a king crosses the middle file does his side see
//! everything anew.

pub mod features;
pub mod net;
mod simd;

use chuhe_core::{Color, Move, Piece, Position, Square};
use features::{View, bucket};
use net::Row;
pub use net::{HIDDEN, Net};
use simd::{Change, Simd};

/// No game has more pieces.
const MOST_PIECES: u32 = 32;

/// What led to a ply.
#[derive(Clone, Copy)]
struct Step {
    piece: Piece,
    m: Move,
    captured: Option<Piece>,
}

/// The sums of a ply, where they are known.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Slot {
    sums: [Row; 2],
    known: [bool; 2],
    views: [View; 2],
    /// `None` after a null move.
    step: Option<Step>,
}

/// Whether the net can see the position: no piece stands where it cannot get, as in some diagrams
/// of old books. If so, it can see all that may come of it.
pub fn can_see(position: &Position) -> bool {
    let view = View::of(position, Color::Red);
    let king = |color| chuhe_core::attacks::palace(color).contains(position.king(color));
    position.occupied().count() <= MOST_PIECES
        && Color::ALL.iter().all(|&color| king(color))
        && position.occupied().all(|square| {
            let piece = position.piece_at(square).expect("an occupied square");
            view.feature(piece.index(), square.index()).is_some()
        })
}

/// The sums along the line that is searched.
pub struct Sums<'a> {
    net: &'a Net,
    simd: Simd,
    slots: Box<[Slot]>,
}

impl<'a> Sums<'a> {
    /// For lines of so many plies from a position that the net [can see](can_see).
    pub fn new(net: &'a Net, plies: usize, root: &Position) -> Sums<'a> {
        let views = Color::ALL.map(|color| View::of(root, color));
        let slot = Slot { sums: [net.bias; 2], known: [false; 2], views, step: None };
        Sums { net, simd: Simd::detect(), slots: vec![slot; plies + 1].into() }
    }

    /// A move is played at `ply`.
    #[inline(always)]
    pub fn push(&mut self, ply: usize, piece: Piece, m: Move, captured: Option<Piece>) {
        let mut views = self.slots[ply].views;
        if piece.role() == chuhe_core::Role::King {
            views[piece.color().index()] = View::new(piece.color(), m.to());
        }
        let slot = &mut self.slots[ply + 1];
        slot.known = [false; 2];
        slot.views = views;
        slot.step = Some(Step { piece, m, captured });
    }

    /// A null move is played at `ply`.
    pub fn push_null(&mut self, ply: usize) {
        let views = self.slots[ply].views;
        let slot = &mut self.slots[ply + 1];
        (slot.known, slot.views, slot.step) = ([false; 2], views, None);
    }

    /// The value of the position at `ply` for the side to move, in points.
    #[inline]
    pub fn evaluate(&mut self, ply: usize, position: &Position) -> i32 {
        for color in Color::ALL {
            if !self.slots[ply].known[color.index()] {
                self.find(ply, color, position);
            }
        }
        let [red, black] = &self.slots[ply].sums;
        let (own, other) = if position.turn() == Color::Red { (red, black) } else { (black, red) };
        self.simd.output(self.net, own, other, bucket(position))
    }

    /// Finds the sums of one side: from the last ply that has them, unless the side sees the
    /// board in another way since.
    fn find(&mut self, ply: usize, color: Color, position: &Position) {
        let side = color.index();
        let view = self.slots[ply].views[side];
        let mut known = ply;
        while known > 0 && self.slots[known].views[side] == view {
            if self.slots[known].known[side] {
                break;
            }
            known -= 1;
        }
        if self.slots[known].known[side] && self.slots[known].views[side] == view {
            for at in known..ply {
                self.advance(at, side, view);
            }
        } else {
            self.refresh(ply, side, view, position);
        }
    }

    /// From the sums of `ply` to those of the next.
    fn advance(&mut self, ply: usize, side: usize, view: View) {
        let (before, after) = self.slots.split_at_mut(ply + 1);
        let (from, slot) = (&before[ply].sums[side], &mut after[0]);
        slot.known[side] = true;
        let to = &mut slot.sums[side];
        let Some(Step { piece, m, captured }) = slot.step else {
            *to = *from;
            return;
        };
        let net = self.net;
        let plus = [row(net, view, piece, m.to())];
        let gone = row(net, view, piece, m.from());
        match captured {
            None => self.simd.change(from, to, &Change { plus: &plus, minus: &[gone] }),
            Some(captured) => {
                let minus = [gone, row(net, view, captured, m.to())];
                self.simd.change(from, to, &Change { plus: &plus, minus: &minus });
            }
        }
    }

    fn refresh(&mut self, ply: usize, side: usize, view: View, position: &Position) {
        let mut plus = [&self.net.bias; MOST_PIECES as usize];
        let mut count = 0;
        for (i, square) in position.occupied().enumerate() {
            let piece = position.piece_at(square).expect("an occupied square");
            plus[i] = row(self.net, view, piece, square);
            count = i + 1;
        }
        let slot = &mut self.slots[ply];
        let change = Change { plus: &plus[..count], minus: &[] };
        self.simd.change(&self.net.bias, &mut slot.sums[side], &change);
        slot.known[side] = true;
    }
}

fn row(net: &Net, view: View, piece: Piece, square: Square) -> &Row {
    let feature = view.feature(piece.index(), square.index());
    &net.features[feature.expect("a piece where it can stand")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Numbers;
    use net::{ONE, OUT_ONE};

    /// A net of random numbers, as large as a trained one may have them.
    fn random_net(seed: u64) -> Net {
        let mut numbers = Numbers(seed);
        let mut bytes = net::header(HIDDEN, 300);
        let mut word = |most: i32| (numbers.below(2 * most as usize + 1) as i32 - most) as i16;
        for _ in 0..HIDDEN * (features::COUNT + 1) {
            bytes.extend(word(ONE / 2).to_le_bytes());
        }
        for _ in 0..HIDDEN * 2 * features::BUCKETS {
            bytes.extend(word(2 * OUT_ONE - 1).to_le_bytes());
        }
        for _ in 0..features::BUCKETS {
            bytes.extend(i32::from(word(9000)).to_le_bytes());
        }
        Net::read(&bytes).expect("a net of the right size")
    }

    /// Random lines of a game with passes, and moves taken back.
    #[test]
    fn kept_up_to_date_or_made_anew_the_value_is_the_same_to_the_bit() {
        let net = random_net(1);
        let mut numbers = Numbers(2);
        for _ in 0..40 {
            let mut position = Position::start();
            let mut sums = Sums::new(&net, 200, &position);
            let mut line = Vec::new();
            for _ in 0..300 {
                let moves = position.legal_moves();
                let back = numbers.below(3) == 0 && !line.is_empty();
                if back || moves.is_empty() || line.len() > 190 {
                    match line.pop() {
                        Some(Some((m, undo))) => position.unmake(m, undo),
                        Some(None) => position.pass_turn(),
                        None => break,
                    }
                } else if !position.in_check() && numbers.below(8) == 0 {
                    sums.push_null(line.len());
                    position.pass_turn();
                    line.push(None);
                } else {
                    let m = moves[numbers.below(moves.len())];
                    let piece = position.piece_at(m.from()).unwrap();
                    sums.push(line.len(), piece, m, position.piece_at(m.to()));
                    line.push(Some((m, position.make(m))));
                }
                if numbers.below(3) > 0 {
                    let mut fresh = Sums::new(&net, 1, &position);
                    fresh.simd = Simd::PLAIN;
                    assert_eq!(sums.evaluate(line.len(), &position), fresh.evaluate(0, &position));
                }
            }
        }
    }

    /// The same by its definition, in numbers of 64 bits.
    #[test]
    fn the_value_is_what_the_definition_says() {
        let net = random_net(3);
        for position in crate::testing::positions(300, 7) {
            let hidden = |color| -> Vec<i64> {
                let view = View::of(&position, color);
                (0..HIDDEN).map(|i| net_sum(&net, view, &position, i)).collect()
            };
            let (own, other) = (hidden(position.turn()), hidden(!position.turn()));
            let value = net.by_definition(&own, &other, bucket(&position));
            assert_eq!(i64::from(Sums::new(&net, 1, &position).evaluate(0, &position)), value);
        }
    }

    fn net_sum(net: &Net, view: View, position: &Position, i: usize) -> i64 {
        let rows = position.occupied().map(|square| {
            let piece = position.piece_at(square).unwrap();
            i64::from(row(net, view, piece, square).0[i])
        });
        i64::from(net.bias.0[i]) + rows.sum::<i64>()
    }

    #[test]
    fn odd_diagrams_are_not_for_the_net() {
        assert!(can_see(&Position::start()));
        let odd = chuhe_core::Setup::parse("4k4/9/9/9/9/4A4/9/9/9/4K4 w").unwrap();
        assert!(!can_see(&odd.playable().unwrap()));
    }

    #[test]
    fn a_file_that_is_no_net_is_refused() {
        assert!(Net::read(b"nothing").is_err());
        assert!(Net::read(&vec![0; net::size(HIDDEN)]).is_err());
    }
}
