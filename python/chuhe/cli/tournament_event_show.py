"""How an event is shown on the terminal: its players, a round, the log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import typer

from chuhe.cli.common import write_json
from chuhe.cli.tournament_show import sheet_facts, table
from chuhe.i18n import _
from chuhe.tournament import desk
from chuhe.tournament.bracket_games import score_text
from chuhe.tournament.journal import Entry
from chuhe.tournament.log_text import sentence
from chuhe.tournament.logged import section_of
from chuhe.tournament.lots import from_json, show
from chuhe.tournament.prints import points_text, result_text
from chuhe.tournament.state import State, effective

__all__ = [
    "list_facts",
    "list_lines",
    "log_facts",
    "log_lines",
    "out",
    "round_facts",
    "round_lines",
]

assert desk  # its import brings the words for the reasons of all systems


def out(
    facts: Callable[..., Mapping[str, object]],
    lines: Callable[..., Sequence[str]],
    as_json: bool,
    *things: Any,
) -> None:
    """Print things for programs or for people."""
    if as_json:
        write_json(facts(*things))
        return
    for line in lines(*things):
        typer.echo(line)


def list_facts(state: State) -> dict[str, object]:
    """The players for programs."""
    return {
        "players": [
            {
                "entry": one.id,
                "number": one.number,
                "name": one.name,
                "present": one.present,
                "withdrawn_from": one.gone,
                **one.fields,
            }
            for one in _ordered(state)
        ]
    }


def list_lines(state: State) -> list[str]:
    """The players for people: by number if there are numbers, else by entry."""
    rows = [[_("No."), _("player"), _("team"), _("rating"), ""]]
    for one in _ordered(state):
        number = one.number if state.by_number else one.id
        if one.gone is not None:
            said = _("withdrawn from round {round}", round=one.gone)
        elif one.moved is not None:
            said = _("in another section from round {round}", round=one.moved)
        elif state.by_number and one.number is None:
            said = _("has no number")
        else:
            said = _("here") if one.present and not state.by_number else ""
        rating = str(one.fields.get("rating") or "")
        rows.append(
            [
                "" if number is None else str(number),
                one.name,
                one.fields.get("team", ""),
                rating,
                said,
            ]
        )
    return table(rows)


def _ordered(state: State) -> list[Any]:
    return sorted(
        state.entrants.values(), key=lambda one: (one.number is None, one.number or one.id)
    )


def round_facts(state: State, number: int) -> dict[str, object]:
    """A round for programs, with the keys of ``chuhe tournament pair`` and the results."""
    round = state.round(number)
    facts = sheet_facts(state.event(), round.sheet())
    facts["results"] = [
        None if black is None else round.results.get((red, black)) for red, black in round.boards
    ]
    if round.team_matches:
        from chuhe.tournament.team_json import matches_facts

        facts["matches"] = matches_facts(state, number)["matches"]
    facts |= {"missing": round.missing, "published": round.published or None}
    if desk.system_of(state).waves:
        facts["still_played"] = [
            {"round": earlier, "board": board, "white": red, "black": black}
            for earlier, board, red, black in _still_played(state, number)
        ]
    return facts


def round_lines(state: State, number: int) -> list[str]:
    """A round for people: the lots if they were drawn, boards, results, reasons."""
    round, event = state.round(number), state.event()
    if round.team_matches:
        from chuhe.cli.tournament_team_show import matches_lines

        return matches_lines(state, number)

    def said(player: int) -> str:
        return f"{player} {event.player(player).name}"

    def points(player: int) -> str:
        return points_text(event.score(player, number - 1))

    rows = [[_("board"), _("first mover"), _("points"), "", _("second mover"), _("points")]]
    for board, (red, black) in enumerate(round.boards, 1):
        name = f"{board} ({round.fixtures[board - 1].name})" if round.fixtures else str(board)
        if black is None:
            rows.append([name, said(red), points(red), "", _("bye"), ""])
            continue
        games = score_text(round.fixtures, board)
        middle = games or result_text(round.results.get((red, black))) or "–"
        rows.append([name, said(red), points(red), middle, said(black), points(black)])
    lines = [f"{event.name}  {_('Round {round}', round=number)}", ""]
    if round.lots:
        lines += [*show(from_json(round.lots), said), ""]
    lines += table(rows)
    paired = {n for board in round.boards for n in board}
    system = desk.system_of(state)
    quiet = system.knock_out or system.waves
    out = [
        said(p.number)
        for p in event.players
        if p.number not in paired and (p.number in round.out or not quiet)
    ]
    if out:
        lines += ["", _("Not paired: {players}", players=_(", ").join(out))]
    if round.reasons and not round.lots:
        lines += ["", *(f"* {reason}" for reason in round.reasons)]
    if round.missing:
        boards = ", ".join(map(str, round.missing))
        lines += ["", _("results missing: {boards}", boards=boards)]
    for earlier, board, red, black in _still_played(state, number):
        told = {"round": earlier, "board": board, "red": said(red), "black": said(black)}
        lines.append(_("still played: round {round}, board {board}: {red} – {black}", **told))
    return lines


def _still_played(state: State, number: int) -> list[tuple[int, int, int, int]]:
    """Boards of earlier rounds that are still played, where that can be."""
    if not desk.system_of(state).waves:
        return []
    return [
        (round.number, board, round.boards[board - 1][0], round.boards[board - 1][1] or 0)
        for round in state.rounds[: number - 1]
        for board in round.missing
    ]


def log_facts(entries: Sequence[Entry], section: str, main: State) -> dict[str, object]:
    """The log for programs, of one section if one is named."""
    counted = {entry.seq for entry in effective(entries)}
    return {
        "log": [
            {
                "entry": e.seq,
                "at": e.at,
                "who": e.who,
                "counts": e.seq in counted,
                "fact": dict(e.fact),
            }
            for e in entries
            if not section or section_of(e) == section
        ]
    }


def log_lines(entries: Sequence[Entry], section: str, main: State) -> list[str]:
    """The log for people, an entry a line; those undone are marked."""
    counted = {entry.seq for entry in effective(entries)}
    lines = []
    for entry in entries:
        if section and section_of(entry) != section:
            continue
        mark = "" if entry.seq in counted else _("(undone) ")
        who = f" {entry.who}" if entry.who else ""
        part = f"[{section_of(entry)}] " if section_of(entry) and not section else ""
        lines.append(f"{entry.seq}  {entry.at}{who}  {part}{mark}{sentence(entry, main)}")
    return lines
