"""What each ply of a cycle did, in words and with arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from chuhe import _core
from chuhe._core import Move, parse_square
from chuhe.arbiter import Attack, CycleAct, Replay, Ruling
from chuhe.board import Board
from chuhe.explain.words import and_words, is_chinese, kind_words, piece_words, side, why_words
from chuhe.i18n import N_, _
from chuhe.pieces import Color, Piece, Role

__all__ = ["ActLine", "Arrow", "act_lines", "loops", "positions", "written"]

#: More targets of one ply are not named: a reader wants the reason, not a list.
MOST_TARGETS = 3
MOST_REASONS = 2


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow on the board."""

    start: int
    """The square of the attacker."""
    end: int
    """The square of what is attacked; of a threat of mate the square it is to be given from."""
    kind: str
    """``check``, ``kill``, ``chase``, ``exchange`` or ``follow``."""


@dataclass(frozen=True, slots=True)
class ActLine:
    """One ply of a cycle, as it is shown; or several that repeat earlier ones."""

    ply: int
    """Counted from 1."""
    side: Color
    """Who made it."""
    move: str
    """In the notation of the reader's language."""
    act: str
    """Its class: ``check`` … ``idle``."""
    words: str
    """What it does, to whom, and why that counts."""
    text: str
    """The whole line: ply, side, move and words."""
    arrows: tuple[Arrow, ...] = ()
    """From each attacker to what it attacks, after the ply."""
    crossed: tuple[int, ...] = ()
    """The squares of guards that cannot take back."""
    repeats: tuple[int, int, int, int] | None = None
    """Of a line for a whole loop gone through again: its first and last ply, and those of the
    loop it repeats."""


def positions(replay: Replay, first: int, last: int) -> Iterator[tuple[int, Board, Move]]:
    """Each ply from ``first`` to ``last`` with the board before it; always the same board."""
    board = Board(replay.fen, strict=False)
    for ply, uci in enumerate(replay.moves[:last], 1):
        move = Move.from_uci(uci)
        if ply >= first:
            yield ply, board, move
        board.push(move)


def written(board: Board, move: Move) -> str:
    """A move as the reader's language writes it."""
    return board.chinese(move) if is_chinese() else board.wxf(move)


def loops(ruling: Ruling) -> list[tuple[int, int]]:
    """First and last ply of each loop of a cycle: what lies between two occurrences."""
    if ruling.cycle is None:
        return []
    first, last = ruling.cycle
    inner = [ply for ply in ruling.occurrences if first - 1 < ply < last]
    stops = [first - 1, *inner, last]
    return [(stops[i] + 1, stops[i + 1]) for i in range(len(stops) - 1)]


def act_lines(replay: Replay, ruling: Ruling) -> list[ActLine]:
    """A line a ply of the cycle; a loop that is gone through again, alike, is one line."""
    if ruling.cycle is None or not ruling.evidence:
        return []
    acts = {act.ply: act for act in ruling.evidence}
    known: dict[tuple[object, ...], tuple[int, int]] = {}
    again: dict[int, tuple[int, int]] = {}
    for first, last in loops(ruling):
        what = tuple(
            (replay.moves[ply - 1], replace(acts[ply], ply=0)) for ply in range(first, last + 1)
        )
        if what in known:
            again[first] = known[what]
            for ply in range(first, last + 1):
                acts.pop(ply)
        else:
            known[what] = (first, last)
    lines = []
    for ply, board, move in positions(replay, *ruling.cycle):
        if ply in acts:
            lines.append(_line(replay, acts[ply], board, move))
        elif ply in again:
            lines.append(_repeated(replay, ply, again[ply], board, move))
    return lines


def _repeated(replay: Replay, ply: int, loop: tuple[int, int], board: Board, move: Move) -> ActLine:
    first, last = loop
    end = ply + last - first
    words = _("as plies {first} to {last}", first=first, last=last)
    return ActLine(
        ply=ply,
        side=replay.mover(ply),
        move=written(board, move),
        act="",
        words=words,
        text=_("plies {first} to {last}: {words}", first=ply, last=end, words=words),
        repeats=(ply, end, first, last),
    )


def _line(replay: Replay, act: CycleAct, before: Board, move: Move) -> ActLine:
    after = before.copy(stack=False)
    after.push(move)
    look = _Look(after.piece_map(), after.fen(), move, before)
    checks_only = _core.repetition_policy(replay.rules.repetition)["look"] == "checks"
    words = _("no check") if checks_only and act.act == "idle" else look.words(act)
    if act.undecided:
        words = _("{words} (not worked out to the end, and held against nobody)", words=words)
    notation = written(before, move)
    return ActLine(
        ply=act.ply,
        side=act.side,
        move=notation,
        act=act.act,
        words=words,
        text=_(
            "ply {ply}: {side} {move}: {act}",
            ply=act.ply,
            side=side(act.side),
            move=notation,
            act=words,
        ),
        arrows=tuple(dict.fromkeys(look.arrow(attack) for attack in act.attacks)),
        crossed=_crossed(act.attacks),
    )


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _crossed(attacks: Sequence[Attack]) -> tuple[int, ...]:
    vain = (a.guard for a in attacks if a.guard and a.why.startswith("false_root"))
    return tuple(parse_square(square) for square in _unique(vain))


class _Look:
    """What a ply does, on the board after it."""

    def __init__(self, pieces: Mapping[int, Piece], fen: str, move: Move, before: Board) -> None:
        self.pieces = pieces
        self.fen = fen
        self.move = move
        self.before = before

    def piece(self, square: str) -> str:
        return piece_words(self.pieces, parse_square(square))

    def kind(self, square: str) -> str:
        return kind_words(self.pieces[parse_square(square)])

    def is_mover(self, square: str) -> bool:
        return parse_square(square) == self.move.to_square

    def words(self, act: CycleAct) -> str:
        """The nature of the ply with its reasons."""
        match act.act:
            case "check":
                return self.check(act)
            case "kill":
                return self.kill(act)
            case "chase":
                return _("; ").join(self.attacks(act.attacks)) or _("chase")
            case "exchange" | "follow":
                return _("; ").join(self.quiet(act)) or _(
                    "exchange offered" if act.act == "exchange" else "follow"
                )
            case "offer":
                piece = piece_words(self.pieces, self.move.to_square)
                return _("offers the {piece}, to be taken at a gain", piece=piece)
            case "block":
                return _("blocks a line of attack")
            case _:
                return _("idle")

    def check(self, act: CycleAct) -> str:
        by = [attack.by for attack in act.attacks if attack.why == "check"]
        checkers = and_words([self.piece(square) for square in by])
        if not by or (len(by) == 1 and self.is_mover(by[0])):
            words = _("gives check")
        elif len(by) > 1:
            words = _("gives double check with the {by}", by=checkers)
        else:
            words = _("gives discovered check with the {by}", by=checkers)
        rest = [attack for attack in act.attacks if attack.why != "check"]
        return _("; ").join([words, *self.attacks(rest)])

    def kill(self, act: CycleAct) -> str:
        first = next((attack.first for attack in act.attacks if attack.first), "")
        told = self.next_move(first)
        if told is None:
            return _("threatens mate")
        move, mates = told
        if mates:
            return _("threatens mate: {move} would mate next", move=move)
        return _("threatens mate by a series of checks, the first {move}", move=move)

    def attacks(self, attacks: Sequence[Attack]) -> list[str]:
        """Each piece chased, by what, and why it counts."""
        return self.told(
            attacks,
            N_("chases the {target} ({why})"),
            N_("chases the {target} with the {by} ({why})"),
        )

    def quiet(self, act: CycleAct) -> list[str]:
        """Exchanges offered, guarded pieces followed."""
        if act.act == "exchange":
            return self.told(
                act.attacks,
                N_("offers an exchange with the {target} ({why})"),
                N_("offers an exchange of the {by} for the {target} ({why})"),
            )
        return self.told(
            act.attacks,
            N_("follows the {target} ({why})"),
            N_("follows the {target} with the {by} ({why})"),
        )

    def told(self, attacks: Sequence[Attack], alone: str, with_others: str) -> list[str]:
        """Each piece attacked, by what if not by the piece moved alone, and why it counts or not."""
        found = []
        for group in _by_target(attacks):
            by = _unique(attack.by for attack in group)
            found.append(
                _(
                    alone if len(by) == 1 and self.is_mover(by[0]) else with_others,
                    target=self.piece(group[0].target),
                    by=and_words([self.piece(square) for square in by]),
                    why=_("; ").join([*self.reasons(group), *self.what_is_new(group[0])]),
                )
            )
        if len(found) > MOST_TARGETS:
            more = len(found) - MOST_TARGETS
            found[MOST_TARGETS:] = [_("and {n} pieces more", n=more)]
        return found

    def reasons(self, attacks: Sequence[Attack]) -> list[str]:
        """Why the attacks on one piece count or do not; guards of one reason are named together."""
        by_why: dict[str, list[Attack]] = {}
        for attack in attacks:
            by_why.setdefault(self.reason(attack), []).append(attack)
        found = [self.why(reason, group) for reason, group in by_why.items()]
        return found[:MOST_REASONS]

    def reason(self, attack: Attack) -> str:
        """The code of the reason, finer than the core's where the king is what keeps a guard."""
        if attack.why != "false_root_king" or not attack.guard:
            return attack.why
        by, target, guard = map(parse_square, (attack.by, attack.target, attack.guard))
        if self.pieces[guard].role is Role.KING:
            return "false_root_step"
        board = self.to_move_again()
        board.push(Move(by, target))
        problem = board.why_illegal(Move(guard, target))
        return "false_root_face" if problem and problem.code.endswith("kings_face") else attack.why

    def why(self, reason: str, attacks: Sequence[Attack]) -> str:
        attack = attacks[0]
        if attack.why == "through_checks" and (told := self.next_move(attack.first)):
            return _("it is won at the end of a series of checks, the first {move}", move=told[0])
        guards = [self.piece(square) for square in _unique(a.guard for a in attacks if a.guard)]
        if attack.why == "joint":
            return self.joint(attack, guards)
        by, target = self.kind(attack.by), self.kind(attack.target)
        return why_words(reason, and_words(guards) or None, by=by, target=target)

    def joint(self, attack: Attack, guards: Sequence[str]) -> str:
        """How several pieces win something: by checks, by the exchange, or one carrying another."""
        if attack.first and attack.first != attack.by + attack.target:
            if told := self.next_move(attack.first):
                return _(
                    "they win it together at the end of a series of checks, the first {move}",
                    move=told[0],
                )
            return _("they win it together at the end of a series of checks")
        if guards:
            return _(
                "guarded by the {guard}, but the exchange wins material: too few roots",
                guard=and_words(guards),
            )
        return _("they chase it together, and nobody can take back")

    def what_is_new(self, attack: Attack) -> list[str]:
        """What the ply has changed, where the same capture could have been played before it."""
        if attack.why in ("joint", "through_checks"):  # the first capture is not all of it
            return []
        if attack.why in ("rooted", "mutual"):  # nothing to be won before or after
            return []
        by, target = parse_square(attack.by), parse_square(attack.target)
        capture = Move(self.move.from_square if by == self.move.to_square else by, target)
        if not self.before.is_legal(capture):
            return []
        taken = self.before.copy(stack=False)
        taken.push(capture)
        if any(move.to_square == target for move in taken.legal_moves):
            return [_("before this move it had a root")]
        return [_("this move makes the capture safe")]

    def to_move_again(self) -> Board:
        """The board after the ply, were the other side to pass."""
        placement, turn, *rest = self.fen.split()
        return Board(" ".join([placement, "b" if turn == "w" else "w", *rest]), strict=False)

    def next_move(self, uci: str) -> tuple[str, bool] | None:
        """A move of the side that has just moved, were it to move again; and whether it mates."""
        if not uci:
            return None
        board = self.to_move_again()
        move = Move.from_uci(uci)
        if not board.is_legal(move):
            return None
        text = written(board, move)
        board.push(move)
        return text, board.is_checkmate()

    def arrow(self, attack: Attack) -> Arrow:
        """From the attacker to what it attacks; to the mating square of a threat of mate."""
        kind = {"check": "check", "mate": "kill", "rooted": "follow", "mutual": "exchange"}
        end = attack.target
        if attack.why == "mate" and attack.first:
            end = attack.first[2:]
        return Arrow(parse_square(attack.by), parse_square(end), kind.get(attack.why, "chase"))


def _by_target(attacks: Sequence[Attack]) -> list[list[Attack]]:
    groups: dict[str, list[Attack]] = {}
    for attack in attacks:
        groups.setdefault(attack.target, []).append(attack)
    return list(groups.values())
