"""What is printed at an event in sections: the groups as they were drawn, the table over all."""

from __future__ import annotations

from html import escape

from chuhe.i18n import N_, _
from chuhe.tournament import desk, groups, sections
from chuhe.tournament.prints_page import Print, grid, page, td
from chuhe.tournament.state import State

__all__ = ["PRINTS", "groups_page", "overall_page"]


def overall_page(state: State) -> str:
    """The table over all sections, 总名次表, with the reasons."""
    whole = state.main
    found = sections.overall(whole, desk.table_of)
    rows = [
        [
            td(row.place, "fig"),
            td(row.name, "name"),
            td(whole.entrants[row.id].fields.get("team", "")),
            td(_("; ").join(map(str, row.reasons)), "name"),
        ]
        for row in found.rows
    ]
    body = [grid([_("place"), _("player"), _("team"), _("why")], rows)]
    if not found.finished:
        body.append(f"<p>{escape(_('not all sections are finished yet'))}</p>")
    return page(whole, _("Table over all sections"), body)


def groups_page(state: State) -> str:
    """The groups, 分组表: who plays in which, and the draw card by card."""
    whole = state.main
    body = []
    for fact in whole.draws:
        drawn = groups.from_json(fact["draw"])
        most = max(map(len, drawn.groups))
        members = [[whole.entrants[id] for id in group] for group in drawn.groups]
        rows = [
            [
                td(place + 1, "fig"),
                *(
                    td(_said(group[place].name, group[place].fields.get("team")), "name")
                    if place < len(group)
                    else td("")
                    for group in members
                ),
            ]
            for place in range(most)
        ]
        head = ["", *(str(section["name"]) for section in fact["sections"])]
        told = _(_HOW[drawn.how])
        if drawn.how != "snake":
            told = _("{how}; seed: {seed}; attempt {n}", how=told, seed=drawn.seed, n=drawn.attempt)
        lines = groups.show(drawn, lambda id: whole.entrants[id].name)
        cards = "".join(f"<li>{escape(line)}</li>" for line in lines)
        body += [grid(head, rows), f"<p>{escape(told)}</p>", f"<ul>{cards}</ul>"]
    return page(whole, _("Groups"), body)


_HOW = {
    "snake": N_("dealt to and fro by the numbers"),
    "pots": N_("one of each pot by lot"),
    "lot": N_("all by lot"),
}


def _said(name: str, team: object) -> str:
    return f"{name} ({team})" if team else name


#: Name → page, for `chuhe.tournament.prints.PRINTS`.
PRINTS = {
    "overall": Print(
        N_("Table over all sections"),
        lambda state, standings, n: overall_page(state),
        on_site=True,
        fits=lambda state: bool(state.main.sections),
    ),
    "groups": Print(
        N_("Groups"),
        lambda state, standings, n: groups_page(state),
        on_site=True,
        fits=lambda state: bool(state.main.draws),
    ),
}
