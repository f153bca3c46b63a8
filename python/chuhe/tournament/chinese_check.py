"""What a sheet of the Chinese Swiss that was made by hand breaks."""

from __future__ import annotations

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.chinese_options import Options
from chuhe.tournament.chinese_round import Cost, Round
from chuhe.tournament.model import Event, Reason, Sheet

__all__ = ["check"]


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
    for level, has, least in zip(Cost._fields, this.total(boards), this.total(best), strict=True):
        if has != least:
            if has > least:
                code = (
                    "chinese.check_colours_sum" if level == "colours" else f"chinese.check_{level}"
                )
                found.append(Reason(code, {"has": has, "least": least}))
            break
    return tuple(found)


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
        "chinese.check_byes": N_("there are {byes} byes on the sheet, at most one is needed"),
    }
)
