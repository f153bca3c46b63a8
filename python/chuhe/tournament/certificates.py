"""Certificates, 证书: one landscape page for each who has won a place.

>>> Group.of("女子组:sex=w:2")
Group(name='女子组', field='sex', relation='=', value='w', places=2)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from chuhe.errors import add_messages
from chuhe.i18n import N_, _, language
from chuhe.tournament import desk, sections
from chuhe.tournament.model import EventError, Player
from chuhe.tournament.players_in import SEXES
from chuhe.tournament.prints_page import page
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import State

__all__ = ["Group", "certificates", "place_text", "winners"]

_FIELDS = ("sex", "team", "title", "federation", "birth", "rating")


@dataclass(frozen=True, slots=True)
class Group:
    """A group with prizes of its own, such as the women or those born since 2010."""

    name: str
    """As it stands on the certificate."""
    field: str
    relation: str
    """``=``, ``<`` (less than, earlier than) or ``>`` (at least, not before)."""
    value: str
    places: int

    @classmethod
    def of(cls, text: str) -> Group:
        """A group from ``NAME:FIELD=VALUE:PLACES``; ``<`` and ``>=`` for birth and rating.

        Raises:
            EventError: ``certificates.group``.

        >>> Group.of("少年组:birth>=2010:3").value
        '2010'
        """
        found = re.fullmatch(r"([^:：]+)[:：](\w+)(>=|=|<)([^:：]+)[:：]([0-9]{1,3})", text.strip())
        name, field, relation, value, places = found.groups() if found else ("",) * 5
        numeric = field in ("birth", "rating")
        if (
            field not in _FIELDS
            or (relation != "=" and not numeric)
            or (numeric and not re.match("[0-9]{1,4}", value))
            or int(places) < 1
        ):
            raise EventError("certificates.group", {"text": text[:80], "known": " ".join(_FIELDS)})
        if field == "sex":
            value = SEXES.get(value.lower(), value)
        return cls(name.strip(), field, relation[0], value.strip(), int(places))

    def has(self, player: Player) -> bool:
        """Whether a player is of the group."""
        own = str(getattr(player, self.field) or "")
        if self.field == "rating":
            one, two = int(own or 0), int(re.match("[0-9]+", self.value)[0])  # type: ignore[index]
        elif self.field == "birth":
            if not own:
                return False
            size = len(self.value)  # a year alone is compared with years
            return _compared(own[:size], self.relation, self.value)
        else:
            return own == self.value
        return bool(own) and _compared(one, self.relation, two)


def _compared(own: object, relation: str, value: object) -> bool:
    match relation:
        case "=":
            return own == value
        case "<":
            return own < value  # type: ignore[operator,no-any-return]
        case _:
            return own >= value  # type: ignore[operator,no-any-return]


def winners(
    state: State, standings: Standings, places: int = 3, groups: Sequence[Group] = ()
) -> Iterator[tuple[str, int, bool, Player]]:
    """Group (empty: everybody), place, whether it is shared, and who; best first, groups after."""
    event = state.event()
    if state is state.main and sections.followers(state):  # a final was played for the first places
        standings = sections.final_table(state, desk.table_of)
    everybody = Group("", "", "=", "", places)
    for group in [everybody, *groups]:
        rows = [r for r in standings.rows if not group.field or group.has(event.player(r.number))]
        for row in rows:
            place = 1 + sum(other.place < row.place for other in rows)
            if place > group.places:
                break
            shared = sum(other.place == row.place for other in rows) > 1
            yield group.name, place, shared, event.player(row.number)


def place_text(place: int, shared: bool = False) -> str:
    """A place in words.

    >>> from chuhe.i18n import use_language
    >>> with use_language("zh-Hans"):
    ...     place_text(1), place_text(12, shared=True)
    ('第一名', '并列第 12 名')
    >>> with use_language("en"):
    ...     place_text(2), place_text(11), place_text(23, shared=True)
    ('2nd place', '11th place', 'shared 23rd place')
    """
    if language() == "en":
        ends = {1: "st", 2: "nd", 3: "rd"}
        end = "th" if place % 100 in (11, 12, 13) else ends.get(place % 10, "th")
        words = f"{place}{end} place"
    elif place <= 10:
        words = _("place number {n}", n=_NUMERALS[place - 1])
    else:
        words = _("place number {n}", n=f" {place} ")
    return _("shared {place}", place=words) if shared else words


_NUMERALS = "一二三四五六七八九十"


def certificates(
    state: State, standings: Standings, places: int = 3, groups: Sequence[Group] = ()
) -> str:
    """A certificate for everybody among the first places, of the whole field and of each group."""
    rules = state.rules
    event = state.event().name
    arbiter, day = str(rules.get("arbiter", "")), str(rules.get("end") or rules.get("start") or "")
    body = []
    for group, place, shared, player in winners(state, standings, places, groups):
        won = place_text(place, shared)
        line = (
            _("in {event}, {group}, has taken", event=event, group=group)
            if group
            else _("in {event} has taken", event=event)
        )
        body.append(
            '<section class="certificate"><div>'
            f"<h3>{escape(_('Certificate of Honour'))}</h3>"
            f'<p class="who">{escape(player.name)}</p>'
            f'<p class="team">{escape(player.team)}</p>'
            f'<p class="in">{escape(line)}</p><p class="won">{escape(won)}</p>'
            f'<p class="in">{escape(_("This certificate is given in recognition."))}</p>'
            '<div class="sign">'
            f"<span>{escape(_('Organiser'))}</span>"
            f"<span>{escape(_('Chief arbiter'))} {escape(arbiter)}</span>"
            f"<span>{escape(_('Date'))} {escape(day)}</span></div></div></section>"
        )
    return page(state, _("Certificates"), body, landscape=True, bare=True)


add_messages(
    {
        "certificates.group": N_(
            "expected a group as NAME:FIELD=VALUE:PLACES, with >= or < for birth and rating and"
            " FIELD one of {known}, got '{text}'"
        ),
    }
)
