"""``chuhe tournament groups``, ``final``, ``split`` …: an event played in sections."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from chuhe.cli.tournament_event import options_of
from chuhe.cli.tournament_options import (
    By,
    EventFile,
    Json,
    Section,
    Tiebreaks,
    Who,
    Why,
)
from chuhe.i18n import _

__all__ = ["add"]


class How(StrEnum):
    """How groups are drawn."""

    SNAKE = "snake"
    POTS = "pots"
    LOT = "lot"


System = Annotated[
    str, typer.Option("--system", metavar="NAME", help=_("What is played there, as with new."))
]
Rounds = Annotated[
    int,
    typer.Option("--rounds", help=_("How many rounds; for a Swiss only."), show_default=False),
]
PointsText = Annotated[
    str,
    typer.Option(
        "--points", metavar="W:D:L", help=_("As the event has it if left out."), show_default=False
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help=_("An option of the system, as often as needed."),
        show_default=False,
    ),
]
ByLot = Annotated[
    bool, typer.Option("--by-lot", help=_("Part those who share a place by lot, from the seed."))
]
Name = Annotated[
    str,
    typer.Option("--name", help=_("The name of the section."), show_default=False),
]
After = Annotated[
    list[str] | None,
    typer.Option(
        "--after",
        metavar="SECTION",
        help=_("From which section players go on, as often as needed."),
        show_default=False,
    ),
]


#: Reasons that say no more than the draw that is shown card by card.
_DRAWN = ("groups.lot", "groups.pots", "groups.snake")


def add(group: typer.Typer) -> None:
    """Add the commands."""
    for command in (_section, _groups, _final, _split, _sections, _overall, _close, _pause):
        command(group)


def _agreed(rounds: int, points: str, tiebreaks: str, option: list[str] | None) -> Any:
    from chuhe.tournament.director_sections import Agreed

    return Agreed(
        rounds=rounds or None,
        points=points,
        tiebreaks=tiebreaks,
        options=options_of(option or []),
    )


def _section(group: typer.Typer) -> None:
    @group.command("section", help=_("Begin a section of players you name."))
    def section(
        event: EventFile,
        name: Annotated[str, typer.Argument(metavar="NAME", help=_("The name of the section."))],
        players: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="PLAYER…", help=_("Numbers or names; all with a number if left out.")
            ),
        ] = None,
        system: System = "roundrobin",
        rounds: Rounds = 0,
        points: PointsText = "",
        tiebreaks: Tiebreaks = "",
        option: Options = None,
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json) as (desk, tell):
            rules = _agreed(rounds, points, tiebreaks, option)
            tell(desk.begin(name, players or [], system=system, rules=rules))


def _groups(group: typer.Typer) -> None:
    @group.command("groups", help=_("Draw groups, each a section of the event."))
    def groups(
        event: EventFile,
        count: Annotated[int, typer.Argument(metavar="GROUPS", help=_("How many."))],
        how: Annotated[
            How,
            typer.Option(
                "--how",
                help=_("To and fro by the numbers, one of each pot by lot, or all by lot."),
            ),
        ] = How.SNAKE,
        seed: Annotated[
            str,
            typer.Option(
                "--seed",
                help=_("For the lot; the seed of the event if left out."),
                show_default=False,
            ),
        ] = "",
        mixed: Annotated[
            bool, typer.Option("--mixed", help=_("Do not keep players of one team apart."))
        ] = False,
        name: Annotated[
            list[str] | None,
            typer.Option(
                "--name",
                help=_("The name of a group, once for each; A, B, C … if left out."),
                show_default=False,
            ),
        ] = None,
        after: After = None,
        places: Annotated[
            int,
            typer.Option(
                "--places", help=_("With --after: how many of each go on."), show_default=False
            ),
        ] = 0,
        system: System = "roundrobin",
        rounds: Rounds = 0,
        points: PointsText = "",
        tiebreaks: Tiebreaks = "",
        option: Options = None,
        by_lot: ByLot = False,
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer, told

        with answer(event, by, json) as (desk, _tell):
            done = desk.groups(
                count,
                how=how.value,
                seed=seed,
                apart=not mixed,
                names=name or (),
                after=after or (),
                places=places,
                system=system,
                rules=_agreed(rounds, points, tiebreaks, option),
                by_lot=by_lot,
            )
            notes = done.notes
            if not json:
                _print(_draw_lines(desk.whole, done.entries[-1].fact))
                notes = tuple(note for note in notes if note.code not in _DRAWN)
            told(done.entries, notes, json, desk.whole)


def _final(group: typer.Typer) -> None:
    @group.command("final", help=_("Begin a final of the first ones of each group."))
    def final(
        event: EventFile,
        places: Annotated[
            int, typer.Option("--places", help=_("How many of each section go on."))
        ] = 2,
        first: Annotated[
            int, typer.Option("--from-place", help=_("From which place on; 3 for a second final."))
        ] = 1,
        best: Annotated[
            int,
            typer.Option(
                "--best",
                help=_("How many more go on of those with the next place."),
                show_default=False,
            ),
        ] = 0,
        name: Name = "",
        after: After = None,
        system: System = "knockout",
        rounds: Rounds = 0,
        points: PointsText = "",
        tiebreaks: Tiebreaks = "",
        option: Options = None,
        carry: Annotated[
            bool,
            typer.Option(
                "--carry",
                help=_("Round robin: who met before does not play again, the result counts."),
            ),
        ] = False,
        by_lot: ByLot = False,
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json) as (desk, tell):
            tell(
                desk.final(
                    places,
                    first=first,
                    name=name,
                    after=after or (),
                    system=system,
                    rules=_agreed(rounds, points, tiebreaks, option),
                    best=best,
                    carry=carry,
                    by_lot=by_lot,
                )
            )


def _split(group: typer.Typer) -> None:
    @group.command(
        "split", help=_("From the next round on the first ones play a final, the others go on.")
    )
    def split(
        event: EventFile,
        round: Annotated[
            int, typer.Option("--round", help=_("From which round on; the next to be paired."))
        ],
        first: Annotated[int, typer.Option("--first", help=_("How many play the final."))] = 2,
        name: Name = "",
        system: System = "knockout",
        rounds: Rounds = 0,
        points: PointsText = "",
        tiebreaks: Tiebreaks = "",
        option: Options = None,
        by_lot: ByLot = False,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            rules = _agreed(rounds, points, tiebreaks, option)
            tell(desk.split(round, first, name=name, system=system, rules=rules, by_lot=by_lot))


def _sections(group: typer.Typer) -> None:
    @group.command("sections", help=_("The sections of an event, and how far they are."))
    def sections(
        event: EventFile,
        draw: Annotated[
            bool, typer.Option("--draw", help=_("Show how the groups were drawn, card by card."))
        ] = False,
        json: Json = False,
    ) -> None:
        from chuhe.cli.common import write_json
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_show import table
        from chuhe.tournament.prints_rules import SYSTEMS
        from chuhe.tournament.state import effective

        with answer(event, "", json) as (desk, _tell):
            whole = desk.whole
            drawn = [e.fact for e in effective(desk.entries) if e.fact["do"] == "groups"]
            rows = [_section_facts(one) for one in (whole, *whole.sections.values())]
            if json:
                draws = [fact["draw"] for fact in drawn]
                write_json({"sections": rows, **({"draws": draws} if draw else {})})
                return
            head = [_("section"), _("system"), _("players"), _("rounds"), _("results missing")]
            lines = [
                [
                    str(row["name"] or _("main section")),
                    _(SYSTEMS.get(str(row["system"]), str(row["system"]))),
                    str(row["players"]),
                    f"{row['paired']}/{row['rounds'] or '–'}",
                    str(row["missing"]),
                ]
                for row in rows
            ]
            _print(table([head, *lines]))
            for fact in drawn if draw else ():
                _print(["", *_draw_lines(whole, fact)])


def _section_facts(state: Any) -> dict[str, object]:
    return {
        "name": state.section,
        "system": state.system,
        "players": len(state.by_number),
        "paired": len(state.rounds),
        "rounds": state.rules.get("rounds"),
        "missing": sum(len(round.missing) for round in state.rounds),
        "closed": state.closed,
        "from": state.rules.get("from") if state.section else None,
    }


def _draw_lines(whole: Any, fact: Any) -> list[str]:
    """A draw of groups card by card, drawn again from its record, and the groups."""
    from chuhe.tournament import groups

    def name(id: int) -> str:
        return str(whole.entrants[id].name)

    drawn = groups.from_json(fact["draw"])
    lines = [*groups.show(drawn, name), ""]
    for section, members in zip(fact["sections"], drawn.groups, strict=True):
        told = _(", ").join(f"{n} {name(id)}" for n, id in enumerate(members, 1))
        lines.append(f"{section['name']}: {told}")
    return [*lines, ""]


def _print(lines: Sequence[str]) -> None:
    for line in lines:
        typer.echo(line)


def _overall(group: typer.Typer) -> None:
    @group.command("overall", help=_("The table over all sections, and why."))
    def overall(event: EventFile, json: Json = False) -> None:
        from chuhe.cli.common import write_json
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_show import table

        with answer(event, "", json) as (desk, _tell):
            whole, found = desk.whole, desk.overall()
            if json:
                rows = [
                    {
                        "place": row.place,
                        "player": whole.entrants[row.id].number,
                        "name": row.name,
                        "section": row.section,
                        "place_in_section": row.in_section,
                        "reasons": [{"code": r.code, "text": str(r)} for r in row.reasons],
                    }
                    for row in found.rows
                ]
                write_json({"finished": found.finished, "overall": rows})
                return
            head = [_("place"), _("player"), _("team"), _("why")]
            lines = [
                [
                    str(row.place),
                    row.name,
                    str(whole.entrants[row.id].fields.get("team") or ""),
                    _("; ").join(map(str, row.reasons)),
                ]
                for row in found.rows
            ]
            _print([*table([head, *lines])])
            if not found.finished:
                _print(["", _("not all sections are finished yet")])


def _close(group: typer.Typer) -> None:
    @group.command("close", help=_("Pair no further round of a section; an arena ends so."))
    def close(
        event: EventFile,
        again: Annotated[bool, typer.Option("--open", help=_("Open it again."))] = False,
        reason: Why = "",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.close(reason, closed=not again))


def _pause(group: typer.Typer) -> None:
    @group.command("pause", help=_("Arena: do not pair a player until he is back."))
    def pause(
        event: EventFile,
        player: Who,
        back: Annotated[bool, typer.Option("--back", help=_("He is back."))] = False,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.pause(player, not back))
