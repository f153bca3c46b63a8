"""A knock-out to look at: the picture, the facts of its matches, the page for paper."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from chuhe.i18n import N_, _
from chuhe.tournament import deciders
from chuhe.tournament.bracket_entry import told
from chuhe.tournament.bracket_games import game_key, score
from chuhe.tournament.bracket_plan import Source
from chuhe.tournament.bracket_svg import picture, sheets
from chuhe.tournament.bracket_tree import Node, Tree
from chuhe.tournament.deciders import Decided, Next
from chuhe.tournament.desk import system_of
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.prints_page import Print, page
from chuhe.tournament.state import Round, State

__all__ = [
    "PRINTS",
    "bracket_facts",
    "bracket_page",
    "bracket_svg",
    "match_facts",
    "tree_in",
]


def tree_in(state: State) -> Tree | None:
    """The bracket of an event; None if its system has none, or there are no numbers yet."""
    grow = system_of(state).tree
    return grow(state) if grow is not None and state.by_number else None


def bracket_svg(state: State) -> str | None:
    """The picture of the bracket as an SVG document, None where there is none."""
    tree = tree_in(state)
    return None if tree is None else picture(tree, _name(state), title=state.title)


def bracket_page(state: State) -> str:
    """The bracket for paper, 对阵图; a large one on several sheets.

    Raises:
        EventError: ``knockout.no_bracket``.
    """
    tree = tree_in(state)
    if tree is None:
        raise EventError("knockout.no_bracket")
    pictures = [
        (heading, picture(tree, _name(state), title=heading or state.title, only=names))
        for heading, names in sheets(tree)
    ]
    wide, high = map(int, re.findall(r'(?:width|height)="(\d+)"', pictures[0][1])[:2])
    # Below the headings; WeasyPrint sizes a picture by its width alone.
    style = "width:100%;height:auto;max-height:" + ("135mm" if wide > high else "215mm")
    body = []
    for heading, svg in pictures:
        told = f"<h2>{escape(heading)}</h2>" if heading else ""
        sized = svg.replace("<svg ", f'<svg style="{style}" ', 1)
        body.append(f'<div class="card centre">{told}{sized}</div>')
    return page(state, _("Bracket"), body, landscape=wide > high)


def _name(state: State) -> Any:
    return lambda number: state.entrant(number).name


PRINTS = {
    "bracket": Print(
        N_("Bracket"),
        lambda state, standings, number: bracket_page(state),
        on_site=True,
        fits=lambda state: tree_in(state) is not None,
    )
}


# ---------------------------------------------------------------- facts


def bracket_facts(state: State) -> dict[str, Any] | None:
    """The bracket for programs, None where there is none.

    ``matches`` in the order of the plan: ``match`` (its name), ``part``, ``stage``,
    ``round`` and ``board`` where it was paired, ``players`` (above, below; None:
    nobody or not known), ``from`` (what they come out of), ``score`` in points,
    ``decided``, ``winner``, ``result``.  And ``champion``.
    """
    tree = tree_in(state)
    if tree is None:
        return None
    return {
        "champion": tree.champion,
        "matches": [_node_facts(node) for node in tree.nodes if node.needed],
    }


def _node_facts(node: Node) -> dict[str, Any]:
    points = None
    if node.fixture is not None and node.fixture.match is not None:
        ones, twos = (half / 2 for half in score(node.fixture))
        points = [ones, twos] if node.fixture.match.one == node.one else [twos, ones]
    return {
        "match": node.planned.name,
        "part": node.planned.part,
        "stage": node.planned.stage,
        "round": node.round,
        "board": node.board,
        "players": [node.one, node.two],
        "from": [_from(node.planned.one), _from(node.planned.two)],
        "score": points,
        "decided": node.decided,
        "winner": node.winner,
        "result": node.key,
    }


def _from(source: Source) -> dict[str, Any]:
    return {source.kind: source.of}


def match_facts(state: State, round: Round, board: int) -> dict[str, Any]:
    """A match for programs: its games so far, and what comes next.

    Args:
        state: the event.
        round: the round.
        board: the board, from 1.

    Raises:
        EventError: ``knockout.no_matches``, ``desk.no_board``.
    """
    if not round.fixtures:
        raise EventError("knockout.no_matches")
    if not 1 <= board <= len(round.boards) or round.fixtures[board - 1].match is None:
        raise EventError("desk.no_board", {"board": board, "most": len(round.boards)})
    fixture = round.fixtures[board - 1]
    match, seed = fixture.match, state.lot_seed
    assert match is not None
    step = deciders.state(match, fixture.chain, seed)
    by_games = isinstance(step, Decided)
    result = round.results.get((match.one, match.two))
    reasons = told(match, fixture.chain, seed) if by_games or result is None else []
    facts: dict[str, Any] = {
        "round": round.number,
        "board": board,
        "match": fixture.name,
        "players": [match.one, match.two],
        "score": [half / 2 for half in score(fixture)],
        "games": [
            {
                "game": number,
                "first": game.red,
                "second": game.black,
                "stage": fixture.chain[game.stage].name,
                "result": game_key(game),
            }
            for number, game in enumerate(match.games, 1)
        ],
        "result": result,
        "next": None,
        "reasons": [_reason(reason) for reason in reasons],
    }
    if isinstance(step, Next) and result is None:
        facts["next"] = {
            "game": len(match.games) + 1,
            "stage": step.stage.name,
            "first": step.red,
            "second": step.black,
            "time": step.stage.time,
            "second_time": step.stage.black_time or step.stage.time,
            "draw_wins": step.black if step.stage.draw_odds else None,
        }
    return facts


def _reason(reason: Reason) -> dict[str, Any]:
    return {"code": reason.code, "text": str(reason), "players": list(reason.players)}
