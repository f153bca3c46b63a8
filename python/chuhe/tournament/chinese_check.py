"""What a sheet of the Chinese Swiss that was made by hand breaks."""

from __future__ import annotations

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.chinese_options import Options
from chuhe.tournament.chinese_round import Cost, Round
from chuhe.tournament.model import Event, Reason, Sheet

__all__ = ["check", "why_not"]


def check(event: Event, sheet: Sheet, options: Options | None = None) -> tuple[Reason, ...]:
    """What a sheet made or changed by hand breaks, and where it is worse than the best one.

    Nothing to say means that it is as good as the sheet of `pair`, though it
    may be another one.

    Raises:
        EventError: ``event.no_player``.
    """
    this = Round(event, sheet.round, options)
    found: list[Reason] = []
    seen: list[int] = []
    boards: list[tuple[int, int]] = []
    byes: list[int] = []
    for pairing in sheet.pairings:
        here = tuple(n for n in (pairing.red, pairing.black) if n is not None)
        for number in here:
            event.player(number)
            if number in seen:
                found.append(Reason("chinese.check_twice", {"player": number}, (number,)))
            elif number not in this.players:
                found.append(Reason("chinese.check_out", {"player": number}, (number,)))
            seen.append(number)
        if any(number not in this.players for number in here):
            continue
        if len(here) == 1:
            byes.append(pairing.red)
        else:
            boards.append((here[0], here[1]))
            found += _check_board(this, here[0], here[1])
    left = [number for number in this.players if number not in seen]
    found += [Reason("chinese.check_left", {"player": number}, (number,)) for number in left]
    if len(byes) > len(this.players) % 2:
        found.append(Reason("chinese.check_byes", {"byes": len(byes)}, tuple(byes)))
    if found or not boards:
        return tuple(found)
    try:
        best, taker = this.match()
    except PairingError:
        return ()
    bye = byes[0] if byes else None
    if bye != taker and bye is not None and taker is not None:
        line = this.bye_order()
        if bye not in line or line.index(bye) > line.index(taker):
            found.append(Reason("chinese.check_bye", {"player": bye, "first": taker}, (bye, taker)))
        return tuple(found)
    worse = _worse(this.total(boards), this.total(best))
    found += [worse] if worse else []
    return tuple(found)


def why_not(event: Event, round: int, one: int, two: int, options: Options | None = None) -> Reason:
    """Why two do not meet in a round: what the best sheet with their board would cost more.

    Raises:
        PairingError: ``no_valid_pairing``: the round cannot be paired at all.

    >>> from chuhe.tournament.model import Player
    >>> from chuhe.i18n import use_language
    >>> event = Event(players=tuple(Player(n, team="AABB"[n - 1]) for n in range(1, 5)))
    >>> with use_language("en"):
    ...     print(why_not(event, 1, 1, 2))
    2 boards of one unit, 0 can be reached
    """
    this = Round(event, round, options)
    both = (one, two)
    facts: dict[str, object] = {"red": one, "black": two}
    for number in both:
        if number not in this.players:
            return Reason("chinese.check_out", {"player": number}, (number,))
    if two in this.players[one].met:
        return Reason("chinese.check_met", facts, both)
    if not this.may_meet(one, two):
        return Reason("chinese.check_forbidden", facts, both)
    best, bye = this.match()
    if bye in both:
        return Reason("chinese.why_bye", {"player": bye}, both)
    rest = this.least([n for n in this.players if n not in (one, two, bye)])
    if rest is None:
        return Reason("chinese.why_rest", facts, both)
    worse = _worse(this.total([both, *rest]), this.total(best))
    return worse or Reason("chinese.why_equal", facts, both)


def _worse(total: Cost, best: Cost) -> Reason | None:
    """On which level a sheet is worse than the best one; None where it is as good.

    One made by hand can even be better than the best of the near boards of a big field.
    """
    for level, has, least in zip(Cost._fields, total, best, strict=True):
        if has < least:
            return None
        if has != least:
            code = "colours_sum" if level == "colours" else level
            facts: dict[str, object] = {"has": has, "least": least}
            if level == "points":  # squares of tenths; people count in points
                facts = {
                    name: f"{value / 100:g}" for name, value in (("has", has), ("least", least))
                }
            return Reason(f"chinese.check_{code}", facts)
    return None


def _check_board(this: Round, red: int, black: int) -> list[Reason]:
    """What a board breaks by itself: a second meeting, a forbidden one, a third colour given."""
    facts: dict[str, object] = {"red": red, "black": black}
    both = (red, black)
    found = []
    a, b = this.players[red], this.players[black]
    if black in a.met:
        found.append(Reason("chinese.check_met", facts, both))
    elif red != black and not this.may_meet(red, black):
        found.append(Reason("chinese.check_forbidden", facts, both))
    if this.number > 1 and this.sides(red, black)[:2] != both:
        found.append(Reason("chinese.check_colours", facts, both))
        if this.thirds(red, black) > this.thirds(black, red):
            found.append(Reason("chinese.third", facts, (a.number, b.number)))
    return found


add_messages(
    {
        "chinese.check_twice": N_("{player} stands on the sheet twice"),
        "chinese.check_out": N_("{player} is not to be paired in this round"),
        "chinese.check_left": N_("{player} is not on the sheet"),
        "chinese.check_met": N_("{red} and {black} have met before"),
        "chinese.check_forbidden": N_("{red} and {black} may not meet in this round"),
        "chinese.check_colours": N_("by the rules {black} has Red against {red}"),
        "chinese.check_bye": N_("{player} has the bye, {first} is before him in line for it"),
        "chinese.check_unit": N_("{has} boards of one unit, {least} can be reached"),
        "chinese.check_third": N_(
            "{has} times one colour for the third time running, {least} can be reached"
        ),
        "chinese.check_leaders": N_(
            "leaders' colours are less even: {has}, where {least} can be reached"
        ),
        "chinese.check_points": N_(
            "differences in points are greater: squares sum to {has}, {least} can be reached"
        ),
        "chinese.check_floats": N_("more repeated floats: {has}, where {least} can be reached"),
        "chinese.check_colours_sum": N_(
            "colours are less even: {has}, where {least} can be reached"
        ),
        "chinese.check_order": N_("farther from the scheme: {has}, where {least} can be reached"),
        "chinese.why_bye": N_("{player} has the bye"),
        "chinese.why_rest": N_("if {red} and {black} met, the rest could not be paired"),
        "chinese.why_equal": N_("{red} and {black} could meet as well: both sheets are as good"),
        "chinese.check_byes": N_("there are {byes} byes on the sheet, at most one is needed"),
    }
)
