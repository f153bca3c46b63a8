//! Forced mates, found and proved by proof-number search (df-pn) with a limit of moves.
//!
//! Where every check leaves few replies the shape of the tree says more than any evaluation: the
//! search goes on where least is missing to a proof. A node is a position with the moves the
//! attacker still has, so that no line is endless and what is proved or refuted holds whatever the
//! way there. Having no move loses, in check or not.

use crate::checks::Checks;
use crate::endgame;
use chuhe_core::{Move, Position};

/// The longest mate looked for, in moves of the attacker.
pub const LONGEST: u32 = 60;

/// What proves nothing however long one looks.
const ENDLESS: u32 = 1 << 30;
const NEVER: u8 = u8::MAX;
const WAYS: usize = 4;
/// Each limit of moves takes little beside the next, and keeps lines from going round in circles.
const STEPS: [u32; 11] = [2, 4, 6, 8, 11, 15, 20, 27, 36, 48, LONGEST];

/// What is known of a position.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    /// Of what was searched with `left` moves: how much is missing to a proof, and to a refutation.
    proof: u32,
    disproof: u32,
    /// Nodes spent on it: what cost much is kept.
    work: u32,
    left: u8,
    /// Mate in so many moves is proved; [`NEVER`] if none is.
    mates_in: u8,
    /// With fewer moves than this there is no mate.
    safe_below: u8,
}

const EMPTY: Slot =
    Slot { key: 0, proof: 1, disproof: 1, work: 0, left: 0, mates_in: NEVER, safe_below: 0 };

/// The proof and disproof numbers of a node, and the length of the mate once it is proved.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
    length: u8,
}

impl Numbers {
    const fn mate(length: u8) -> Numbers {
        Numbers { proof: 0, disproof: ENDLESS, length }
    }

    const NONE: Numbers = Numbers { proof: ENDLESS, disproof: 0, length: NEVER };

    const fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof, length: NEVER }
    }
}

#[derive(Clone, Copy)]
struct Child {
    m: Move,
    numbers: Numbers,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The side to move mates in so many moves at most, and by this line against the longest
    /// defence, as far as it is remembered.
    Mate { moves: u32, line: Vec<Move> },
    /// There is no such mate.
    None,
    /// It was stopped before it knew.
    Unknown,
}

/// What to look for.
pub struct Question<'a> {
    /// In so many moves of the side to move at most.
    pub moves: u32,
    /// Only mates in which every move but the last checks; the last may leave no move.
    pub checks: bool,
    /// Of these first moves only.
    pub first: &'a dyn Fn(Move) -> bool,
    pub nodes: u64,
}

/// What has been proved and refuted: it holds wherever the positions come up again.
#[derive(Default)]
pub struct Memory(Vec<[Slot; WAYS]>);

impl Memory {
    /// Makes room for so many positions at least; what was known is forgotten if there was less.
    pub fn reserve(&mut self, positions: usize) {
        let buckets = positions.div_ceil(WAYS).next_power_of_two();
        if self.0.len() < buckets {
            self.0 = vec![[EMPTY; WAYS]; buckets];
        }
    }
}

/// Looks for mates.
pub struct Solver<'a> {
    table: &'a mut [[Slot; WAYS]],
    children: Vec<Child>,
    checks: bool,
    nodes: u64,
    most_nodes: u64,
    stopped: bool,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Solver<'a> {
    /// With this memory; `stop` is asked now and then.
    pub fn new(memory: &'a mut Memory, stop: &'a dyn Fn() -> bool) -> Solver<'a> {
        memory.reserve(WAYS);
        Solver {
            table: &mut memory.0,
            children: Vec::with_capacity(256),
            checks: false,
            nodes: 0,
            most_nodes: 0,
            stopped: false,
            stop,
        }
    }

    /// Positions looked at since it was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for ever longer mates of the side to move; one that is found is shortened for as many
    /// nodes as it took to find.
    pub fn find(&mut self, position: &Position, question: &Question) -> Answer {
        let start = self.nodes;
        let mut refuted = 0;
        for moves in STEPS.into_iter().map(|step| step.min(question.moves)) {
            let nodes = (start + question.nodes).saturating_sub(self.nodes);
            let mut found = self.solve(position, &Question { moves, nodes, ..*question });
            let spent = self.nodes - start;
            let most = self.nodes + spent;
            while let Answer::Mate { moves, .. } = found {
                if moves <= refuted + 1 {
                    return found;
                }
                let nodes = most.saturating_sub(self.nodes);
                let shorter =
                    self.solve(position, &Question { moves: moves - 1, nodes, ..*question });
                if !matches!(shorter, Answer::Mate { .. }) {
                    return found;
                }
                found = shorter;
            }
            if found == Answer::Unknown || moves == question.moves {
                return found;
            }
            refuted = moves;
        }
        Answer::None
    }

    /// Looks for a mate of the side to move, not for the shortest one.
    pub fn solve(&mut self, position: &Position, question: &Question) -> Answer {
        let moves = question.moves.min(LONGEST) as u8;
        let mut position = position.clone();
        self.checks = question.checks;
        self.most_nodes = self.nodes + question.nodes;
        self.stopped = false;
        self.children.clear();
        if moves == 0 || endgame::is_dead(&position) {
            return Answer::None;
        }
        let found = self.attack(&mut position, moves, (ENDLESS, ENDLESS), question.first);
        match found {
            Numbers { proof: 0, length, .. } => {
                let line = self.line(position, length, question.first);
                Answer::Mate { moves: length as u32, line }
            }
            Numbers { disproof: 0, .. } => Answer::None,
            _ => Answer::Unknown,
        }
    }

    /// The attacker's node with `left` moves, searched until one of the numbers reaches its bound.
    fn attack(
        &mut self,
        position: &mut Position,
        left: u8,
        bounds: (u32, u32),
        allowed: &dyn Fn(Move) -> bool,
    ) -> Numbers {
        let base = self.children.len();
        let checks = Checks::of(position);
        for m in position.legal_moves() {
            // The last move may as well leave the other side without one.
            if !allowed(m) || self.checks && left > 1 && !checks.given_by(position, m) {
                continue;
            }
            let undo = position.make(m);
            let numbers = self.look(position, left - 1);
            position.unmake(m, undo);
            if numbers.disproof > 0 {
                self.children.push(Child { m, numbers });
            }
            if numbers.proof == 0 {
                break;
            }
        }
        let found = loop {
            let children = &self.children[base..];
            let mut best = 0;
            let mut second = ENDLESS;
            let (mut hardest, mut open) = (0, 0);
            for (i, child) in children.iter().enumerate() {
                let Numbers { proof, disproof, .. } = child.numbers;
                if i > 0 && proof < children[best].numbers.proof {
                    second = children[best].numbers.proof;
                    best = i;
                } else if i > 0 {
                    second = second.min(proof);
                }
                hardest = hardest.max(disproof);
                open += (disproof > 0) as u32;
            }
            let Some(&Child { m, numbers }) = children.get(best).filter(|_| open > 0) else {
                break Numbers::NONE;
            };
            if numbers.proof == 0 {
                break Numbers::mate(numbers.length + 1);
            }
            let disproof = (hardest + open - 1).min(ENDLESS - 1);
            if numbers.proof >= bounds.0 || disproof >= bounds.1 || self.is_over() {
                break Numbers::open(numbers.proof, disproof);
            }
            let inner =
                (bounds.0.min(second.saturating_add(1 + second / 4)), bounds.1 - (open - 1));
            let undo = position.make(m);
            let numbers = self.defend(position, left - 1, inner);
            position.unmake(m, undo);
            self.children[base + best].numbers = numbers;
        };
        self.children.truncate(base);
        found
    }

    /// The defender's node: all its moves must lose.
    fn defend(&mut self, position: &mut Position, left: u8, bounds: (u32, u32)) -> Numbers {
        let (base, before) = (self.children.len(), self.nodes);
        let mut safe = false;
        for m in position.legal_moves() {
            let undo = position.make(m);
            self.nodes += 1;
            let numbers = if endgame::is_dead(position) {
                Numbers::NONE
            } else {
                self.probe(position.key(), left, Numbers::open(1, 1))
            };
            position.unmake(m, undo);
            self.children.push(Child { m, numbers });
            if numbers.disproof == 0 {
                safe = true;
                break;
            }
        }
        let found = loop {
            if safe {
                break Numbers::NONE;
            }
            let children = &self.children[base..];
            let mut best: Option<usize> = None;
            let mut second = ENDLESS;
            let (mut hardest, mut open, mut length) = (0, 0, 0);
            for (i, child) in children.iter().enumerate() {
                let Numbers { proof, disproof, length: known } = child.numbers;
                if proof == 0 {
                    length = length.max(known);
                    continue;
                }
                match best {
                    Some(b) if disproof >= children[b].numbers.disproof => {
                        second = second.min(disproof);
                    }
                    _ => {
                        second = best.map_or(second, |b| children[b].numbers.disproof);
                        best = Some(i);
                    }
                }
                hardest = hardest.max(proof);
                open += 1;
            }
            let Some(best) = best else {
                break Numbers::mate(length);
            };
            let Child { m, numbers } = children[best];
            if numbers.disproof == 0 {
                break Numbers::NONE;
            }
            let proof = (hardest + open - 1).min(ENDLESS - 1);
            if proof >= bounds.0 || numbers.disproof >= bounds.1 || self.is_over() {
                break Numbers::open(proof, numbers.disproof);
            }
            let inner =
                (bounds.0 - (open - 1), bounds.1.min(second.saturating_add(1 + second / 4)));
            let undo = position.make(m);
            let before = self.nodes;
            let numbers = self.attack(position, left, inner, &|_| true);
            self.store(position.key(), left, numbers, before);
            position.unmake(m, undo);
            self.children[base + best].numbers = numbers;
        };
        self.children.truncate(base);
        self.store(position.key(), left, found, before);
        found
    }

    /// What is known of a defender's node, or seems at first sight.
    fn look(&mut self, position: &Position, left: u8) -> Numbers {
        self.nodes += 1;
        if left == 0 {
            let mated = !position.has_legal_move();
            return if mated { Numbers::mate(0) } else { Numbers::NONE };
        }
        let known = self.probe(position.key(), left, Numbers::open(0, 0));
        if known.proof != 0 || known.disproof != 0 {
            return known;
        }
        match position.count_legal_moves() as u32 {
            0 => Numbers::mate(0),
            _ if endgame::is_dead(position) => Numbers::NONE,
            replies => Numbers::open(replies, 1),
        }
    }

    fn is_over(&mut self) -> bool {
        self.stopped = self.stopped || self.nodes >= self.most_nodes || (self.stop)();
        self.stopped
    }

    fn key(&self, key: u64) -> u64 {
        // What holds of checks alone is kept apart.
        if self.checks { key ^ 0x9e37_79b9_7f4a_7c15 } else { key }
    }

    fn probe(&self, key: u64, left: u8, unknown: Numbers) -> Numbers {
        let key = self.key(key);
        let bucket = &self.table[key as usize & (self.table.len() - 1)];
        let Some(slot) = bucket.iter().find(|slot| slot.key == key) else { return unknown };
        if slot.mates_in <= left {
            Numbers::mate(slot.mates_in)
        } else if left < slot.safe_below {
            Numbers::NONE
        } else if slot.left == left {
            Numbers::open(slot.proof, slot.disproof)
        } else {
            unknown
        }
    }

    fn store(&mut self, key: u64, left: u8, numbers: Numbers, before: u64) {
        let key = self.key(key);
        let work = (self.nodes - before).min(u32::MAX as u64) as u32;
        let mask = self.table.len() - 1;
        let bucket = &mut self.table[key as usize & mask];
        let slot = match bucket.iter().position(|slot| slot.key == key) {
            Some(i) => &mut bucket[i],
            None => {
                // What was dear long ago gives way in time.
                bucket.iter_mut().for_each(|slot| slot.work /= 2);
                let slot = bucket.iter_mut().min_by_key(|slot| slot.work).expect("four ways");
                *slot = Slot { key, ..EMPTY };
                slot
            }
        };
        slot.work = slot.work.saturating_add(work);
        if numbers.proof == 0 {
            slot.mates_in = slot.mates_in.min(numbers.length);
        } else if numbers.disproof == 0 {
            slot.safe_below = slot.safe_below.max(left + 1);
        } else {
            (slot.left, slot.proof, slot.disproof) = (left, numbers.proof, numbers.disproof);
        }
    }

    /// The mate against the longest defence, as far as it is remembered.
    fn line(
        &self,
        mut position: Position,
        mut left: u8,
        allowed: &dyn Fn(Move) -> bool,
    ) -> Vec<Move> {
        let mut line: Vec<Move> = Vec::new();
        loop {
            let attacks = line.len() % 2 == 0;
            if attacks && left == 0 {
                return line;
            }
            let known = |m: &Move| {
                let mut after = position.clone();
                after.make(*m);
                if attacks && !after.has_legal_move() {
                    return Some(0);
                }
                let left = left - attacks as u8;
                let found = self.probe(after.key(), left, Numbers::NONE);
                (found.proof == 0).then_some(found.length)
            };
            let first = line.is_empty();
            let moves = position.legal_moves().into_iter().filter(|&m| !first || allowed(m));
            let mut moves: Vec<(u8, Move)> =
                moves.filter_map(|m| known(&m).map(|length| (length, m))).collect();
            moves.sort_by_key(|&(length, _)| length);
            let chosen = if attacks { moves.first() } else { moves.last() };
            let Some(&(length, m)) = chosen else { return line };
            position.make(m);
            line.push(m);
            left = length;
            if attacks && !position.has_legal_move() {
                return line;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(fen: &str, moves: u32, checks: bool) -> Answer {
        let question = Question { moves, checks, first: &|_| true, nodes: 1_000_000 };
        let mut memory = Memory::default();
        memory.reserve(1 << 16);
        Solver::new(&mut memory, &|| false).solve(&Position::from_fen(fen).unwrap(), &question)
    }

    /// The least number of moves in which the side to move wins, by trying everything.
    fn by_force(position: &Position, most: u32) -> Option<u32> {
        (1..=most).find(|&n| wins(position, n))
    }

    fn wins(position: &Position, n: u32) -> bool {
        position.legal_moves().into_iter().any(|m| {
            let mut after = position.clone();
            after.make(m);
            let replies = after.legal_moves();
            replies.is_empty()
                || n > 1
                    && replies.into_iter().all(|reply| {
                        let mut next = after.clone();
                        next.make(reply);
                        wins(&next, n - 1)
                    })
        })
    }

    #[test]
    fn small_positions_are_as_trying_everything_finds() {
        let fens = [
            "4k4/9/4N4/9/9/1C7/9/9/9/3K5 w",
            "3k5/4P4/9/9/9/9/9/9/9/4K4 w",
            "4k4/3P5/9/9/9/9/9/9/9/3K5 w",
            "3k5/9/3P5/9/9/9/9/9/9/4K4 w",
            "3ak4/4a4/9/6N2/9/9/9/9/9/4K4 w",
            "3k1a3/4a4/9/9/2R6/9/9/9/9/4K4 w",
            "4kab2/4a4/4b4/9/9/5R3/9/9/9/3K1R3 w",
        ];
        let mut mates = 0;
        for fen in fens {
            let position = Position::from_fen(fen).unwrap();
            let least = by_force(&position, 2);
            for moves in 1..=2 {
                match ask(fen, moves, false) {
                    Answer::Mate { moves: found, line } => {
                        assert!(least.is_some_and(|least| least <= found && found <= moves));
                        assert_eq!(line.len() as u32, 2 * found - 1, "{fen}");
                        mates += 1;
                    }
                    answer => {
                        assert_eq!(answer, Answer::None, "{fen}");
                        assert!(least.is_none_or(|least| least > moves), "{fen}");
                    }
                }
            }
        }
        assert!(mates > 3);
    }
}
