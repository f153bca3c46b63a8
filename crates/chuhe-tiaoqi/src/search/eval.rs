//! How good a layout is for a seat: steps to go, stragglers, and the marks.

use crate::cells::{CELLS, COORDS, Cells, Point, TO_TIP, each};
use crate::rules::Rules;

/// Seat, cell → what a piece of the seat there is worth, in hundredths of a step.
pub(crate) static VALUE: [[i32; CELLS]; 6] = values();

const fn values() -> [[i32; CELLS]; 6] {
    let mut all = [[0; CELLS]; 6];
    let mut p = 0;
    while p < 6 {
        let seat = Point::ALL[p];
        let mut cell = 0;
        while cell < CELLS {
            let far = TO_TIP[seat.opposite() as usize][cell] as i32;
            // Far behind costs more than the steps: the last piece decides the race.
            all[p][cell] = -100 * far - 3 * far * far - 10 * sideways(seat, cell) as i32;
            cell += 1;
        }
        p += 1;
    }
    all
}

/// Steps off the line from camp to camp, camps apart.
const fn sideways(seat: Point, cell: usize) -> u8 {
    let (x, y, z) = COORDS[cell];
    let off = match seat {
        Point::N | Point::S => x - y,
        Point::SW | Point::NE => y - z,
        Point::NW | Point::SE => z - x,
    };
    let off = off.unsigned_abs() / 2;
    off.saturating_sub(2)
}

/// The sum over the pieces of a seat.
pub(crate) fn standing(pieces: Cells, seat: Point) -> i32 {
    each(pieces).map(|cell| VALUE[seat as usize][usize::from(cell)]).sum()
}

/// What the pieces still at home cost, the nearer a mark, the more; lost if they cannot all leave.
pub(crate) fn mark_cost(home: u32, camp: u8, rounds: u16, rules: &Rules) -> i32 {
    let mut cost = 0;
    for &(round, need) in &rules.marks {
        if round <= rounds {
            continue;
        }
        let out = u32::from(camp) - home;
        let lacking = u32::from(need).saturating_sub(out) as i32;
        let left = i32::from(round - rounds);
        if lacking > left {
            return 15_000 + 100 * (lacking - left);
        }
        if lacking > 0 {
            // A piece deep in the camp may need two moves.
            let slack = left - lacking;
            cost += match slack {
                0 => 600,
                1..=2 => 300,
                3..=5 => 160,
                6..=9 => 80,
                _ => 20,
            } * lacking;
        }
    }
    cost
}
