"""What is told of an event: the view of a section, standings with their working, the log.

The public is told of an event that is cut off after the last published round
(`public_state`), so nothing made of it can tell more.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from chuhe.errors import ChuheError
from chuhe.i18n import _
from chuhe.server import event_objects as e
from chuhe.server import objects as o
from chuhe.server.event_extra import extras
from chuhe.tournament import desk
from chuhe.tournament.model import Event, EventError, Reason
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.prints_page import points_text
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import Entrant, Round, State
from chuhe.tournament.working import NAMES

__all__ = [
    "Tables",
    "event_view",
    "explained",
    "public_state",
    "standings_view",
    "summary_view",
    "told",
]

#: What of a player only arbiters are told.
_PRIVATE = ("sex", "birth", "fide_id")
#: So many tables of an event are remembered.
_KEPT = 32
_LOTS = ("players", "cards", "exchange", "pairs", "bye")


# ---------------------------------------------------------------- for the public


def public_state(main: State) -> State:
    """The event as the public may know it; ``main`` is not changed.

    A round counts as public if it, or a later one, is published.
    """
    shown = _cut(main)
    shown.main = shown
    shown.sections = {}
    for name, section in main.sections.items():
        if any(round.published for round in section.rounds):
            shown.sections[name] = _cut(section)
            shown.sections[name].main = shown
    return shown


def _cut(state: State) -> State:
    last = max((round.number for round in state.rounds if round.published), default=0)
    cut = copy.copy(state)
    cut._event = None
    cut.rounds = state.rounds[:last]
    cut.entrants = {id: _known(one, last) for id, one in state.entrants.items()}
    cut.forbidden, cut.discouraged, cut.fouls = [], [], []
    cut.line_ups = {at: who for at, who in state.line_ups.items() if at[0] <= last}
    cut.teams = {
        id: replace(
            team,
            gone=team.gone if team.gone is not None and team.gone <= last else None,
            byes={round: kind for round, kind in team.byes.items() if round <= last},
        )
        for id, team in state.teams.items()
    }
    finished = _finished(cut)
    cut.fouls = [foul for foul in state.fouls if foul.round <= finished]
    return cut


def _known(one: Entrant, last: int) -> Entrant:
    return replace(
        one,
        fields={name: value for name, value in one.fields.items() if name not in _PRIVATE},
        present=False,
        paused=False,
        byes={round: kind for round, kind in one.byes.items() if round <= last},
        gone=one.gone if one.gone is not None and one.gone <= last else None,
        moved=one.moved if one.moved is not None and one.moved <= last else None,
    )


def _finished(state: State) -> int:
    """The last round such that it and all before it have all results."""
    for round in state.rounds:
        if round.missing:
            return round.number - 1
    return len(state.rounds)


# ---------------------------------------------------------------- standings


class Tables:
    """Standings as they were last worked out, which a result of a running round does not change.

    The reasons of rounds in words are kept, too.
    """

    def __init__(self) -> None:
        #: How long the log is now.
        self.length = 0
        self._kept: dict[tuple[str, bool, int | None], tuple[object, Standings]] = {}
        self._views: dict[tuple[str, bool], tuple[Standings, e.StandingsView]] = {}
        self._told: dict[tuple[str, int], tuple[object, list[e.Told]]] = {}

    def reasons(self, section: str, round: Round) -> list[e.Told]:
        """Why a round is as it is."""
        at = (section, round.number)
        kept = self._told.get(at)
        if kept is None or kept[0] is not round.reasons:
            kept = self._told[at] = (round.reasons, [told(reason) for reason in round.reasons])
        return kept[1]

    def table(self, state: State, public: bool, after: int | None = None) -> Standings:
        """The standings after a round; None: the last one with all results."""
        own = desk.system_of(state).standings is not None or bool(state.teams)
        if after is None and not own:
            after = state.event().rounds_finished
        at = (state.section, public, after)
        key = self.length if own else _depends_on(state, after or 0)
        kept = self._kept.get(at)
        if kept is not None and kept[0] == key:
            return kept[1]
        if len(self._kept) > _KEPT:
            self._kept.clear()
        table = desk.table_of(state, after)
        self._kept[at] = (key, table)
        return table

    def view(self, state: State, public: bool) -> e.StandingsView | None:
        """The standings as they are sent; None without numbers."""
        if not state.by_number:
            return None
        table = self.table(state, public)
        kept = self._views.get((state.section, public))
        if kept is None or kept[0] is not table:
            kept = self._views[state.section, public] = (table, standings_view(table))
        return kept[1]


def _depends_on(state: State, after: int) -> object:
    """All that the standings after a round rest on."""
    return (
        len(state.rounds),
        state.rules.get("rounds"),
        [(n, id, state.entrants[id].fields.get("rating")) for n, id in state.by_number.items()],
        [(one.first, one.gone, one.moved) for one in state.entrants.values()],
        [
            (tuple(r.boards), dict(r.out), dict(r.results), frozenset(r.struck))
            for r in state.rounds[:after]
        ],
        list(state.fouls),
    )


def standings_view(table: Standings) -> e.StandingsView:
    """Standings as they are sent."""
    return e.StandingsView(
        table.after,
        [code_view(str(code), code.name) for code in table.codes],
        [
            e.StandingsRow(
                row.place,
                row.number,
                [tally.text for tally in row.tallies],
                [tally.text for tally in row.dropped],
            )
            for row in table.rows
        ],
    )


def code_view(code: str, name: str) -> e.CodeChoice:
    """A tie-break and what it is called."""
    return e.CodeChoice(code, o.both(lambda: _(NAMES[name]) if name in NAMES else code))


def explained(state: State, table: Standings, number: int) -> e.Explained:
    """Where the figures of a player come from.

    Raises:
        EventError: ``event.no_player``.
    """
    event = state.event()
    try:
        row = table.row(number)
    except KeyError:
        raise EventError("event.no_player", {"player": number}) from None

    def name(player: int) -> str:
        return f"{player} {event.player(player).name}"

    lines = []
    for tally in row.tallies:
        parts = [o.both(lambda part=part: part.told(name)) for part in tally.parts]  # type: ignore[misc]
        said = code_view(str(tally.code), tally.code.name)
        lines.append(e.Working(said.code, said.name, tally.text, parts))
    return e.Explained(number, lines)


# ---------------------------------------------------------------- the view


def event_view(
    id: str,
    seq: int,
    main: State,
    section: str,
    tables: Tables,
    *,
    shown: State | None = None,
    who: str = "",
    arbiters: Sequence[str] = (),
) -> e.EventView:
    """A section of an event.

    Args:
        id: of the event.
        seq: the number of the last entry of the log.
        main: the event.
        section: which section.
        tables: what is known of the standings.
        shown: its `public_state`, for the public; None for arbiters.
        who: under which name the caller enters things.
        arbiters: the names of all.

    Raises:
        EventError: ``sections.unknown``.
    """
    public, shown = shown is not None, shown or main
    state = shown.part(section)  # so that the public learns no name of a section to come
    whole = main.part(section)
    over = _over(whole) and (not public or len(state.rounds) == len(whole.rounds))
    hidden = public and not over
    rules, event = state.rules, state.event()
    before = _running(event, state.rounds)
    numbered = state.numbered
    return e.EventView(
        id=id,
        seq=seq,
        name=str(rules.get("name", "")),
        city=str(rules.get("city", "")),
        start=str(rules.get("start", "")),
        end=str(rules.get("end", "")),
        arbiter=str(rules.get("arbiter", "")),
        you="" if public else "arbiter",
        who="" if public else who,
        arbiters=[] if public else list(arbiters),
        sections=[_line(part) for part in (shown, *shown.sections.values())],
        section=section,
        system=state.system,
        rounds_total=rules.get("rounds"),
        rules=str(main.rules.get("rules", "")),
        points=str(rules.get("points", "")),
        tiebreaks=[str(code) for code in rules.get("tiebreaks") or ()],
        seed="" if hidden else str(rules.get("seed", "")),
        options={k: v for k, v in state.options.items() if not (hidden and k == "seed")},
        numbered="" if numbered is None else str(numbered.get("how", "entry")),
        over=over,
        players=_players(state, event, before[-1]),
        rounds=[
            _round(
                round,
                before[round.number - 1],
                [] if public else tables.reasons(section, round),
                public=public,
                hidden=hidden,
            )
            for round in state.rounds
        ],
        standings=tables.view(state, public),
        fouls=[] if public else _fouls(state),
        forbidden=[]
        if public
        else [e.ForbiddenView(list(ids), a, b) for ids, a, b in state.forbidden],
        can=[] if public else _can(state),
        next=None if public else _next(state),
        prints=[] if public else [name for name, one in PRINTS.items() if one.fits(state)],
        extra=extras(state, public=public),
    )


def _over(state: State) -> bool:
    if not state.rounds or state.rounds[-1].missing:
        return False
    total = state.rules.get("rounds")
    if state.closed or (total is not None and len(state.rounds) >= total):
        return True
    return desk.system_of(state).bracket and _next(state) is not None


def _line(state: State) -> e.SectionLine:
    return e.SectionLine(
        state.section,
        state.system,
        len(state.by_number or state.entrants),
        len(state.rounds),
        state.closed,
    )


def _running(event: Event, rounds: Sequence[Round]) -> list[dict[int, int]]:
    """Points in tenths before each round, and now."""
    now = {player.number: 0 for player in event.players}
    found = [now]
    for at in range(len(rounds)):
        now = {
            player.number: now[player.number] + event.points.cell(row[at])
            for player, row in zip(event.players, event.cells, strict=True)
        }
        found.append(now)
    return found


def _players(state: State, event: Event, points: Mapping[int, int]) -> list[e.PlayerView]:
    fouls: dict[int, int] = {}
    for foul in state.fouls:
        fouls[foul.id] = fouls.get(foul.id, 0) + foul.count
    people = sorted(
        state.entrants.values(), key=lambda one: (one.number is None, one.number or one.id)
    )
    return [
        e.PlayerView(
            id=one.id,
            number=one.number,
            name=one.name,
            team=str(one.fields.get("team", "")),
            rating=int(one.fields.get("rating") or 0),
            title=str(one.fields.get("title", "")),
            federation=str(one.fields.get("federation", "")),
            sex=str(one.fields.get("sex", "")),
            birth=str(one.fields.get("birth", "")),
            fide_id=str(one.fields.get("fide_id", "")),
            present=one.present,
            first=one.first,
            gone=one.gone,
            annulled=one.annulled,
            byes={str(round): kind.value for round, kind in one.byes.items()},
            fouls=fouls.get(one.id, 0),
            points="" if one.number is None else points_text(points.get(one.number, 0)),
        )
        for one in people
    ]


def _round(
    round: Round,
    points: Mapping[int, int],
    reasons: list[e.Told],
    *,
    public: bool,
    hidden: bool,
) -> e.RoundView:
    boards = [
        e.BoardView(
            board=board,
            red=red,
            black=black,
            result=None if black is None else round.results.get((red, black)),
            points=(
                points_text(points[red]),
                None if black is None else points_text(points[black]),
            ),
            struck=bool(round.struck & {red, black}),
            corrected=(red, black) in round.corrected,
            table=None if black is None else round.tables.get((red, black)),
        )
        for board, (red, black) in enumerate(round.boards, 1)
    ]
    published: Any = round.published or ("boards" if public else "")
    return e.RoundView(
        number=round.number,
        published=published,
        boards=boards,
        out={str(number): kind.value for number, kind in round.out.items()},
        missing=round.missing,
        reasons=reasons,
        lots=None if round.lots is None else _lots(round.lots, hidden),
    )


def _lots(record: Mapping[str, object], hidden: bool) -> dict[str, Any]:
    return {
        "seed": "" if hidden else str(record.get("seed", "")),
        **{name: record.get(name) for name in _LOTS},
    }


def _fouls(state: State) -> list[e.FoulView]:
    return [
        e.FoulView(
            foul.id, state.entrants[foul.id].number, foul.round, foul.kind, foul.count, foul.note
        )
        for foul in state.fouls
        if foul.id in state.entrants
    ]


def _can(state: State) -> list[str]:
    """Commands that fit the state: a hint."""
    can = ["edit", "forbid"] + ["undo"] * bool(state.entrants or state.sections)
    system = desk.system_of(state)
    if not state.by_number:
        can += ["players", "check_in"]
    if len(state.entrants) > 1 and not state.rounds:
        can.append("number")
    if state.by_number:
        can += ["withdraw", "foul"] + ["late"] * system.late + ["bye"] * system.byes
    if any(one.gone is not None for one in state.entrants.values()):
        can.append("return")
    can += ["pause"] * system.waves
    if state.rounds:
        can += ["results", "swap", "turn"] + ["join"] * (not system.bracket)
        if any(round.published != "results" for round in state.rounds):
            can.append("publish")
    if _next(state) is None:
        can.append("pair")
    return can


def _next(state: State) -> e.Told | None:
    """Why the next round cannot be paired, as far as that is seen without pairing it."""
    try:
        desk.ready(state)
        if desk.system_of(state).bracket:  # which tells by its rounds whether somebody has won
            desk.next_pairing(state)
    except ChuheError as error:
        return e.Told(error.code, o.text(error.code, error.facts), [])
    return None


def told(reason: Reason) -> e.Told:
    """A reason or note in both languages."""
    facts = dict(reason.facts)
    if reason.code != "director.undone":
        return e.Told(reason.code, o.both(lambda: str(reason)), list(reason.players))
    # What was undone is a word of the catalogues.
    text = o.both(lambda: str(Reason(reason.code, {**facts, "what": _(str(facts["what"]))})))
    return e.Told(reason.code, text, list(reason.players))


def summary_view(id: str, state: State, you: e.You) -> e.EventSummary:
    """A line in the list of events; of a `public_state` for the public."""
    rules = state.rules
    return e.EventSummary(
        id=id,
        name=str(rules.get("name", "")),
        city=str(rules.get("city", "")),
        start=str(rules.get("start", "")),
        end=str(rules.get("end", "")),
        system=state.system,
        players=len(state.entrants),
        rounds=max(len(part.rounds) for part in (state, *state.sections.values())),
        rounds_total=rules.get("rounds"),
        you=you,
    )
