//! How often positions stood.

use std::collections::HashMap;
use std::sync::Arc;

use crate::layout::Layout;

/// A layout and the seat to move.
type At = (Layout, usize);

/// So many are kept apart before they join the rest.
const FRESH: usize = 64;

/// How often each position of a game stood.
///
/// Copies share all but the latest: a table keeps every position of its game, and each of them
/// knows its past.
#[derive(Clone, Debug, Default)]
pub struct History {
    old: Arc<HashMap<At, u8>>,
    fresh: Vec<At>,
}

impl History {
    pub fn count(&self, at: &At) -> u8 {
        let old = self.old.get(at).copied().unwrap_or(0);
        let fresh = self.fresh.iter().filter(|one| *one == at).count();
        old.saturating_add(fresh as u8)
    }

    pub fn add(&mut self, at: At) {
        self.fresh.push(at);
        if self.fresh.len() == FRESH {
            let all = Arc::make_mut(&mut self.old);
            for at in self.fresh.drain(..) {
                let count = all.entry(at).or_insert(0);
                *count = count.saturating_add(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::seats;

    #[test]
    fn positions_are_counted_also_when_they_have_grown_old() {
        let at = |turn| (Layout::start(seats(6).unwrap(), 10), turn);
        let mut history = History::default();
        for n in 0..200 {
            history.add(at(n % 6));
        }
        let copy = history.clone();
        history.add(at(0));
        assert_eq!((history.count(&at(0)), copy.count(&at(0))), (35, 34));
        assert_eq!((history.count(&at(5)), history.count(&at(6))), (33, 0));
        for _ in 0..1000 {
            history.add(at(1));
        }
        assert_eq!(history.count(&at(1)), 255);
        assert_eq!(copy.count(&at(1)), 34);
    }
}
