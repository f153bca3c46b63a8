"""What is typed at the director's desk, checked: players, rounds, results, texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from typing import Any

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import EventError
from chuhe.tournament.state import RESULTS, Entrant, Round, State

__all__ = [
    "KEYS",
    "MOST_ROUNDS",
    "find",
    "key_of",
    "one_day",
    "one_line",
    "published_changed",
    "result_fact",
    "round_from",
]

MOST_ROUNDS = 99
_LONGEST = 500

#: What may be typed for a result → key of `RESULTS`; ``.`` clears it.
KEYS = {
    **{key: key for key in RESULTS},
    "1-0": "1",
    "0-1": "0",
    "1/2": "=",
    "½": "=",
    "0.5": "=",
    "+-": "+",
    "-+": "-",
    "--": "x",
    "w": "1",
    "l": "0",
    "d": "=",
    "胜": "1",
    "负": "0",
    "和": "=",
    "弃": "x",
    "红胜": "1",
    "黑胜": "0",
    "先胜": "1",
    "后胜": "0",
    "先负": "0",
    "0-0": "o",
}


def find(state: State, player: str) -> Entrant:
    """A player by his number, or by his place in the list before there are numbers, or by name.

    Raises:
        EventError: ``director.no_player``, ``director.several``.
    """
    text = unicodedata.normalize("NFKC", player).strip()
    if text.isdecimal() and len(text) < 6:
        id = state.by_number.get(int(text)) if state.by_number else int(text)
        if id in state.entrants:
            return state.entrants[id]
    named = [one for one in state.entrants.values() if one.name == player.strip()]
    if len(named) == 1:
        return named[0]
    code = "director.several" if named else "director.no_player"
    raise EventError(code, {"text": player.strip()[:80]})


def key_of(typed: str) -> str | None:
    """The key of a result as typed; None where it is to be cleared.

    Raises:
        EventError: ``director.result``.

    >>> key_of("1-0"), key_of("和"), key_of(".")
    ('1', '=', None)
    """
    key = KEYS.get(typed) or KEYS.get(unicodedata.normalize("NFKC", typed).lower())
    if key is None and typed != ".":
        raise EventError("director.result", {"text": typed[:20]})
    return key


def result_fact(
    state: State,
    this: Round,
    now: Mapping[tuple[int, int], str],
    board: int,
    typed: str,
    reason: str,
    *,
    draws: bool = True,
    waves: bool = False,
) -> dict[str, Any] | None:
    """The fact of a result; None if it is so already."""
    red, black = this.two(board)
    key = key_of(typed)
    if key == "=" and not draws:
        raise EventError("director.needs_winner", {"board": board})
    was = now.get((red, black))
    if was == key:
        return None
    later = this.number < len(state.rounds) and not waves  # which rest on it
    sealed = this.published == "results" or later
    if (was is not None or sealed) and not reason:
        raise EventError(
            "director.stands", {"board": board, "round": this.number, "was": was or "."}
        )
    fact = {
        "do": "result",
        "round": this.number,
        "red": red,
        "black": black,
        "result": key,
        "was": was,
    }
    return {**fact, "reason": one_line(reason, "reason")} if reason else fact


def round_from(state: State, round: int | None, least: int) -> int:
    """A round not before ``least``; the next one to be paired if None.

    Raises:
        EventError: ``director.round_from``.
    """
    number = len(state.rounds) + 1 if round is None else round
    total = state.rules.get("rounds") or MOST_ROUNDS
    if not max(least, 1) <= number <= max(total, len(state.rounds) + 1):
        raise EventError("director.round_from", {"least": max(least, 1), "most": total})
    return number


def published_changed(before: State, after: State) -> int | None:
    """The first round of which something published differs, or that later rounds rest on."""
    for round in before.rounds:
        at = round.number - 1
        new = after.rounds[at] if at < len(after.rounds) else None
        seen = "results" if round.number < len(before.rounds) else round.published
        if not seen:
            continue
        if new is None or new.boards != round.boards or new.published != round.published:
            return round.number
        played = (round.results, round.fixtures)
        if seen == "results" and (new.results, new.fixtures) != played:
            return round.number
    for name, section in before.sections.items():
        changed = published_changed(section, after.sections.get(name, State()))
        if changed is not None:
            return changed
    return None


def one_line(text: str, name: str) -> str:
    """A text to be kept: one line, not too long.

    Raises:
        EventError: ``director.text``.
    """
    kept = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not kept or len(kept) > _LONGEST:
        raise EventError("director.text", {"name": name, "most": _LONGEST})
    return kept


_DAY = re.compile(r"([0-9]{4})[-/.年]([0-9]{1,2})[-/.月]([0-9]{1,2})日?")


def one_day(text: str, name: str) -> str:
    """A day as ``2026-11-30``.

    >>> one_day("2026年5月1日", "start"), one_day("2026/11/30", "end")
    ('2026-05-01', '2026-11-30')

    Raises:
        EventError: ``director.day``: it is none.
    """
    found = _DAY.fullmatch(unicodedata.normalize("NFKC", text).strip())
    try:
        if found:
            year, month, day = map(int, found.groups())
            return date(year, month, day).isoformat()
    except ValueError:
        pass
    raise EventError("director.day", {"name": name, "text": text[:40]})


add_messages(
    {
        "director.rounds": N_("a Swiss needs a number of rounds, from 1 to {most}"),
        "director.rounds_known": N_(
            "the system {system} knows its rounds by the number of players; leave them out"
        ),
        "director.first_side": N_("expected red or black for number 1, got '{text}'"),
        "director.day": N_("{name}: expected a day such as 2026-11-30, got '{text}'"),
        "director.days": N_("the event ends on {end}, before it begins on {start}"),
        "director.text": N_("{name}: expected a text of 1 to {most} characters"),
        "director.numbered": N_("the numbers are given; a late player is entered with 'late'"),
        "director.not_numbered": N_(
            "the players have no numbers yet; add them to the list with 'players'"
        ),
        "director.paired": N_("a round has been paired; the numbers stay"),
        "director.few": N_("at least two players are needed"),
        "director.how": N_("expected rating, lot or entry, got '{text}'"),
        "director.no_late": N_("the system {system} takes nobody in after the numbers were given"),
        "director.no_bye": N_("the system {system} gives byes by itself; none is agreed"),
        "director.has_number": N_("{name} has a number already"),
        "director.late": N_("{name} has number {number}"),
        "director.bye": N_("expected full, half, zero or none, got '{text}'"),
        "director.round_from": N_("expected a round from {least} to {most}"),
        "director.already": N_("it is so already"),
        "director.count": N_("a foul counts from 0 to {most}"),
        "director.fouls": N_("fouls of {name} so far: {n}"),
        "director.published": N_(
            "round {round} is published or later rounds rest on it: give a reason (--reason)"
        ),
        "director.result": N_("'{text}' is no result; expected 1 0 = + - x o or ."),
        "director.pairs": N_("expected boards and keys, such as 1 1 2 =, got '{text}'"),
        "director.needs_winner": N_("board {board}: a knock-out needs a winner; enter who goes on"),
        "director.stands": N_(
            "board {board} of round {round} stands as '{was}'; to change it, give a reason (--reason)"
        ),
        "director.result_already": N_("board {board}: it is so already"),
        "director.result_changed": N_("board {board}: was '{was}', is now '{now}'"),
        "director.paired_since": N_("round {round} was paired with the old result"),
        "director.nothing": N_("there is nothing to undo"),
        "director.no_entry": N_("the log has no entry {seq} that counts and can be undone"),
        "director.needed": N_("entry {seq} cannot be undone: later ones rest on it"),
        "director.undone": N_("undone: entry {seq} ({what})"),
        "director.no_player": N_("there is no player '{text}'"),
        "director.several": N_("several players are called '{text}'; use the number"),
    }
)
