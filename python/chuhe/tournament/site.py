"""A web site of an event: plain pages without scripts, in Chinese and English.

`site` answers the files, `chuhe.tournament.site_write.write_folder` puts them
into a folder, from which any web server, or the file itself, shows them. Only
what has been published is told, and of a player only name, team, title and
rating: no birthday, no identity, no fouls.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape

from chuhe import records
from chuhe.errors import add_messages
from chuhe.i18n import LANGUAGES, N_, _, language, use_language
from chuhe.records import xqf_write
from chuhe.tournament.desk import table_of
from chuhe.tournament.games import Played, played
from chuhe.tournament.model import Reason
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.prints_page import Print, grid, main_of, td
from chuhe.tournament.site_pages import (
    boards_of,
    linked,
    player_body,
    players_body,
    round_body,
    summary_body,
)
from chuhe.tournament.site_style import STYLE
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import State

__all__ = ["left_out", "public", "site"]

#: Language → its folder.
FOLDERS = {"zh-Hans": "zh", "en": "en"}
#: Prints that name players by number first: their names become links.
_LINKED = frozenset({"standings", "cross", "wall"})
#: Prints of the event as a whole, which stand with the main section alone.
_WHOLE = frozenset({"overall", "groups"})


def public(state: State) -> State:
    """An event as the players have seen it: in each section the rounds to the last published."""
    seen = _cut(state.main)
    seen.main = seen
    seen.sections = {}
    for name, one in state.main.sections.items():
        part = _cut(one)
        part.main = seen
        seen.sections[name] = part
    return seen


def _cut(state: State) -> State:
    """A copy without the rounds that nobody has seen."""
    cut = copy.copy(state)
    last = max((round.number for round in state.rounds if round.published), default=0)
    cut.rounds = state.rounds[:last]
    cut._event = None
    return cut


def left_out(state: State) -> list[Reason]:
    """The rounds that are not on the site because they are not published."""
    name = state.event().name
    return [
        Reason("site.left_out", {"section": one.section or name, "round": number + 1})
        for one in (state, *state.sections.values())
        if (number := len(_cut(one).rounds)) < len(one.rounds)
    ]


@dataclass(frozen=True)
class _Part:
    """A section on the site, and the first letters of the names of its pages."""

    state: State
    standings: Standings
    start: str
    games: tuple[Played, ...]

    @property
    def home(self) -> str:
        return "index" if not self.start else self.start + "index"


def site(
    state: State, *, as_of: str = "", everything: bool = False, refresh: int = 0
) -> dict[str, bytes]:
    """The files of the site.

    Args:
        state: the main section; all sections are on the site.
        as_of: when the last entry was made, as it is to be shown.
        everything: rounds that are not published too.
        refresh: after how many seconds a page is to load itself again; 0: never.

    Returns:
        Path below the folder → content.
    """
    parts = []
    records_of = {}
    whole = state.main if everything else public(state)
    recorded = list(played(whole))
    for n, seen in enumerate((whole, *whole.sections.values())):
        if n and not seen.by_number:
            continue
        games = tuple(game for game in recorded if game.section == seen.section)
        start = f"s{n}-" if n else ""
        parts.append(_Part(seen, table_of(seen), start, games))
        for game in games:
            name = _game_file(start, game)
            records_of[f"games/{name}.pgn"] = (records.dumps(game.game, "pgn") + "\n").encode()
            records_of[f"games/{name}.xqf"] = xqf_write.dumps(game.game)[0]
    files = {"style.css": STYLE.encode(), **records_of}
    if records_of:
        everything_told = "\n".join(
            records.dumps(game.game, "pgn") + "\n" for part in parts for game in part.games
        )
        files["games/all.pgn"] = everything_told.encode()
    for tongue in LANGUAGES:
        with use_language(tongue):
            for part in parts:
                for name, heading, body in _pages(part):
                    page = _framed(parts, part, name, heading, body, as_of, refresh)
                    files[f"{FOLDERS[tongue]}/{name}.html"] = page.encode()
    files["index.html"] = _door(state).encode()
    return files


def _game_file(start: str, game: Played) -> str:
    more = f"-g{game.number}" if game.number > 1 else ""
    return f"{start}r{game.round}-b{game.board}{more}"


Page = tuple[str, str, Iterable[str]]


def _pages(part: _Part) -> Iterable[Page]:
    """Name, heading and body of each page of a section."""
    state, table, start = part.state, part.standings, part.start
    by_board: dict[tuple[int, int], list[Played]] = {}
    for one in part.games:
        by_board.setdefault((one.round, one.board), []).append(one)

    def player_page(number: int) -> str:
        return f"{start}player-{number}.html"

    def game_links(round: int, board: int) -> str:
        found = by_board.get((round, board), ())
        return " ".join(
            f'<a href="../games/{_game_file(start, game)}.{suffix}" download>{suffix.upper()}</a>'
            for game in found
            for suffix in ("pgn", "xqf")
        )

    yield part.home, _("Summary"), summary_body(state, table, player_page, game_links)
    yield f"{start}players", _("Players"), players_body(state, table, player_page)
    for round in state.rounds:
        heading = _("Round no. {n}", n=round.number)
        shown = [
            *round_body(state, round.number, player_page, game_links),
            *_more_of_round(state, table, round.number),
        ]
        yield f"{start}round-{round.number}", heading, shown
    for name, made in _prints(state):
        text = main_of(made(state, table, len(state.rounds)))
        text = linked(text, player_page) if name in _LINKED else text
        yield f"{start}{name}", _(made.title), [text]
    boards, rows = boards_of(state), {row.number: row for row in table.rows}
    for player in state.event().players:
        n = player.number
        body = player_body(state, rows.get(n), n, player_page, game_links, boards, table.after)
        yield f"{start}player-{player.number}", player.name, body
    if part.games:
        yield f"{start}games", _("Games"), _games_body(part, game_links)


def _prints(state: State) -> list[tuple[str, Print]]:
    """The prints that the site has of a section."""
    return [
        (name, made)
        for name, made in PRINTS.items()
        if (made.on_site or name == "standings")
        and not made.of_round
        and made.fits(state)
        and (state.by_number or name not in _LINKED)
        and (state is state.main or name not in _WHOLE)
    ]


def _more_of_round(state: State, table: Standings, number: int) -> Iterable[str]:
    """What a system adds to a round, such as the matches of teams."""
    for made in PRINTS.values():
        if made.on_site and made.of_round and made.fits(state):
            yield f"<h3>{escape(_(made.title))}</h3>{main_of(made(state, table, number))}"


def _games_body(part: _Part, game_links: Callable[[int, int], str]) -> Iterable[str]:
    head = [_("round"), _("board"), _("first mover"), _("second mover"), _("result"), ""]
    rows = [
        [
            td(game.round, "fig"),
            td(game.board, "fig"),
            td(game.game.headers.get("Red", ""), "name"),
            td(game.game.headers.get("Black", ""), "name"),
            td(game.game.result, "fig"),
            f"<td>{game_links(game.round, game.board)}</td>",
        ]
        for game in part.games
        if game.number == 1
    ]
    yield f'<p><a href="../games/all.pgn" download>{escape(_("All games as PGN"))}</a></p>'
    yield grid(head, rows)


def _links(part: _Part, here: str) -> str:
    """The row of links of a section."""
    state, start = part.state, part.start
    links = [(part.home, _("Summary")), (f"{start}players", _("Players"))]
    links += [(f"{start}round-{r.number}", str(r.number)) for r in state.rounds]
    links += [(f"{start}{name}", _(made.title)) for name, made in _prints(state)]
    if part.games:
        links.append((f"{start}games", _("Games")))
    told: list[str] = []
    for name, text in links:
        if text.isdecimal() and (not told or "round-" not in told[-1]):
            told.append(f"<span>{escape(_('Rounds'))}</span>")
        now = ' aria-current="page"' if name == here else ""
        told.append(f'<a href="{name}.html"{now}>{escape(text)}</a>')
    return f"<nav>{' '.join(told)}</nav>"


def _framed(
    parts: list[_Part],
    part: _Part,
    name: str,
    heading: str,
    body: Iterable[str],
    as_of: str,
    refresh: int,
) -> str:
    event = parts[0].state.event().name
    other = next(tongue for tongue in LANGUAGES if tongue != language())
    with use_language(other):
        other_name = _("English") if other == "en" else "中文"
    sections = ""
    if len(parts) > 1:
        sections = "".join(
            f'<a href="{one.home}.html"{_current(one is part)}>'
            f"{escape(one.state.section or _('Main section'))}</a> "
            for one in parts
        )
        sections = f'<nav class="sections">{sections}</nav>'
    rules = part.state.rules
    days = " – ".join(str(rules[k]) for k in ("start", "end") if rules.get(k))
    facts = " · ".join(filter(None, (str(rules.get("city", "")), days)))
    again = f'<meta http-equiv="refresh" content="{refresh}">\n' if refresh else ""
    told = _("As of {time}", time=as_of) if as_of else ""
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'\">\n"
        f"{again}<title>{escape(heading)} – {escape(event)}</title>\n"
        '<link rel="stylesheet" href="../style.css">\n</head>\n<body>\n<header>\n'
        f'<a class="tongue" href="../{FOLDERS[other]}/{name}.html" lang="{other}">{other_name}</a>\n'
        f'<h1><a href="index.html">{escape(event)}</a></h1>\n<p>{escape(facts)}</p>\n'
        f"{sections}\n{_links(part, name)}\n</header>\n<main>\n<h2>{escape(heading)}</h2>\n"
        + "\n".join(body)
        + f"\n</main>\n<footer>{escape(told)}</footer>\n</body>\n</html>\n"
    )


def _current(here: bool) -> str:
    return ' aria-current="true"' if here else ""


def _door(state: State) -> str:
    """The first page: it leads to the languages."""
    event = escape(state.event().name)
    return (
        '<!doctype html>\n<html lang="zh-Hans">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="refresh" content="0; url=zh/index.html">\n'
        f'<title>{event}</title>\n<link rel="stylesheet" href="style.css">\n</head>\n<body>\n'
        f'<header><h1>{event}</h1><nav><a href="zh/index.html">中文</a> '
        '<a href="en/index.html" lang="en">English</a></nav></header>\n</body>\n</html>\n'
    )


add_messages(
    {
        "site.left_out": N_(
            "{section}: from round {round} on nothing is published, so it is left out (--all)"
        ),
    }
)
