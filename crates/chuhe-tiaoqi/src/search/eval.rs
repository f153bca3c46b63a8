//! How good a layout is for a seat: steps to go, stragglers, and the marks.

use crate::cells::{CELLS, COORDS, Cells, Point, TO_TIP, each};
use crate::rules::Rules;

/// Seat, cell → what a piece of the seat there is worth, in hundredths of a step.
pub(crate) static VALUE: [[i32; CELLS]; 6] = values(3);
/// The same among many, where a straggler finds bridges of others all the way.
pub(crate) static VALUE_OF_MANY: [[i32; CELLS]; 6] = values(1);

const fn values(behind: i32) -> [[i32; CELLS]; 6] {
    let mut all = [[0; CELLS]; 6];
    let mut p = 0;
    while p < 6 {
        let seat = Point::ALL[p];
        let mut cell = 0;
        while cell < CELLS {
            let far = TO_TIP[seat.opposite() as usize][cell] as i32;
            // Far behind costs more than the steps: the last piece decides the race.
            all[p][cell] = -100 * far - behind * far * far - 10 * sideways(seat, cell) as i32;
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
pub(crate) fn standing(pieces: Cells, seat: Point, value: &[[i32; CELLS]; 6]) -> i32 {
    each(pieces).map(|cell| value[seat as usize][usize::from(cell)]).sum()
}

/// Moves that it takes to bring a piece out of the camp, in quarters, by its steps from the tip
/// of the camp: the deeper, the more often it takes two or three.
const MOVES_OUT: [u32; 5] = [13, 10, 7, 4, 4];

const PRESSURE: i32 = 120_000;

/// What the pieces still at home cost, the nearer a mark, the more; nearly a loss if they cannot
/// all leave.
pub(crate) fn mark_cost(home: Cells, seat: Point, camp: u8, rounds: u16, rules: &Rules) -> i32 {
    let inside = home.count_ones();
    let mut cost = 0;
    if inside == 0 {
        return 0;
    }
    // The nearest to the border leave first.
    let mut depths = [0; 5];
    for cell in each(home) {
        depths[usize::from(TO_TIP[seat as usize][usize::from(cell)]).min(4)] += 1;
    }
    for &(round, need) in &rules.marks {
        if round <= rounds {
            continue;
        }
        let out = u32::from(camp) - inside;
        let lacking = u32::from(need).saturating_sub(out);
        if lacking == 0 {
            continue;
        }
        let left = i32::from(round - rounds);
        let (mut rest, mut quarters) = (lacking, 0);
        for depth in (0..5).rev() {
            let some = rest.min(depths[depth]);
            quarters += some * MOVES_OUT[depth];
            rest -= some;
        }
        if lacking as i32 > left {
            return 15_000 + 100 * (lacking as i32 - left);
        }
        // Each move still to be made costs the more, the fewer can be spared.
        let spare = (4 * left - quarters as i32).max(-4) + 8;
        cost = cost.max(quarters as i32 * (PRESSURE / (spare * spare)));
    }
    cost
}
