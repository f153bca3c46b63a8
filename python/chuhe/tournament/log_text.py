"""Entries of the log of an event as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chuhe.i18n import N_, _
from chuhe.tournament.journal import Entry
from chuhe.tournament.logged import ENTRY_WORDS, section_of
from chuhe.tournament.model import EventError
from chuhe.tournament.prints_page import result_text
from chuhe.tournament.state import State

__all__ = ["HOW", "sentence"]

#: How numbers are given.
HOW = {
    "rating": N_("by rating, the highest first"),
    "lot": N_("by lot"),
    "entry": N_("in the order of entry"),
}

_BYES = {
    "full": N_("a whole point"),
    "half": N_("half a point"),
    "zero": N_("no points"),
    "none": N_("bye taken back"),
}
_SEEN = {"boards": N_("pairings"), "results": N_("results")}


def sentence(entry: Entry, main: State) -> str:
    """What an entry says: its word, then whom and what it is about.

    Args:
        entry: an entry of the log, one that was undone too.
        main: the event as it is now, for the names.
    """
    fact: Mapping[str, Any] = entry.fact
    do = str(fact["do"])
    word = _(ENTRY_WORDS[do]) if do in ENTRY_WORDS else do
    try:
        parts = [part for part in _about(fact, main, section_of(entry)) if part]
    except (KeyError, TypeError, EventError, AttributeError):  # undone, and no longer there
        parts = []
    if reason := fact.get("reason"):
        parts.append(_("reason: {reason}", reason=reason))
    return _("{what}: {about}", what=word, about=_(", ").join(parts)) if parts else word


def _about(fact: Mapping[str, Any], main: State, section: str) -> list[str]:
    people = main.entrants
    state = main.part(section) if section in main.sections else main

    def board() -> str:
        two = [fact["red"], fact["black"]]
        if fact.get("first") == two[1]:  # a game of a match, in which the other moved first
            two.reverse()
        red, black = (f"{n} {state.entrant(n).name}" for n in two)
        return f"{red} {_key(fact['result'])} {black}"

    round = _("round {round}", round=fact["round"]) if type(fact.get("round")) is int else ""
    match fact["do"]:
        case "new":
            return [str(fact["name"]), _("seed {seed}", seed=fact["seed"])]
        case "players":
            return _some([str(player["name"]) for player in fact["players"]])
        case "check_in" | "forbid":
            return _some([people[id].name for id in fact["ids"]])
        case "number":
            return [_(HOW.get(str(fact["how"]), str(fact["how"])))] if fact.get("how") else []
        case "result":
            return [round, board(), _was(fact)]
        case "match_game":
            return [round, _("game {game}", game=fact["game"]), board(), _was(fact)]
        case "undo":
            return [_("entry {seq}", seq=seq) for seq in fact["of"]]
        case "bye":
            return [people[fact["id"]].name, round, _(_BYES[str(fact["kind"])])]
        case "edit":
            named = people[fact["id"]].name
            return [named, *(f"{field}={value}" for field, value in fact["fields"].items())]
        case "publish":
            return [round, _(_SEEN[str(fact["what"])])]
        case "foul":
            count = _("counts {count}", count=fact["count"])
            kind = str(fact["kind"])
            return [people[fact["id"]].name, round, kind, count, str(fact.get("note") or "")]
        case "withdraw" | "return" | "late":
            return [people[fact["id"]].name, _("as of round {round}", round=fact["round"])]
        case _ if type(fact.get("id")) is int and fact["id"] in people:
            return [people[fact["id"]].name, round]
        case "line_up":
            who = [people[id].name if id is not None else "–" for id in fact["players"]]
            return [main.teams[fact["team"]].name, round, *who]
        case _ if type(fact.get("team")) is int:
            return [main.teams[fact["team"]].name, round]
        case "section":
            return [str(fact["name"])]
        case _:
            return [round]


def _key(key: object) -> str:
    """A result between two names; a dash where it is cleared."""
    return result_text(str(key)) if key else "–"


def _was(fact: Mapping[str, Any]) -> str:
    return _("was {was}", was=_key(fact["was"])) if fact.get("was") else ""


def _some(names: list[str]) -> list[str]:
    most = 5
    more = [_("{n} more", n=len(names) - most)] if len(names) > most else []
    return names[:most] + more
