"""What may be chosen for an event, with its words: a page knows no rule by heart."""

from __future__ import annotations

from functools import cache, partial
from importlib.util import find_spec

from chuhe.i18n import N_, _
from chuhe.server import event_objects as e
from chuhe.server import objects as o
from chuhe.server.event_option_words import OPTIONS, SYSTEMS, Option
from chuhe.server.event_paper import EXPORTS, PRINTS
from chuhe.server.event_views import code_view
from chuhe.tournament import desk, team_tiebreaks
from chuhe.tournament.log_text import HOW
from chuhe.tournament.model import Event, Points
from chuhe.tournament.standings import LISTS, UNPLAYED, named_list
from chuhe.tournament.team_standings import ranking_codes
from chuhe.tournament.tiebreaks import CODES
from chuhe.tournament.working import NAMES

__all__ = ["choices"]

_LISTS = {
    "opponents": N_("by opponents' points"),
    "running": N_("by running points"),
    "fide": N_("as FIDE has it"),
}
_UNPLAYED = {
    "fide": N_("as FIDE has it"),
    "fide-round-robin": N_("as FIDE has it for round robins"),
    "chinese": N_("Chinese: the empty number has nothing"),
    "chinese-lowest": N_("Chinese: the empty number has the lowest score"),
}
_RESULTS = {
    "1": ("1-0", N_("Red won")),
    "0": ("0-1", N_("Black won")),
    "=": ("½-½", N_("drawn")),
    "+": ("+ −", N_("Red won without play")),
    "-": ("− +", N_("Black won without play")),
    "x": ("− −", N_("neither came")),
    "o": ("0-0", N_("both lost")),
}
_BYES = {
    "full": N_("worth a win"),
    "half": N_("worth a draw"),
    "zero": N_("worth nothing"),
}
_FIELDS = {
    "name": N_("name"),
    "team": N_("team"),
    "rating": N_("rating"),
    "title": N_("title"),
    "federation": N_("federation"),
    "sex": N_("sex"),
    "birth": N_("date of birth"),
    "fide_id": N_("FIDE ID"),
}


@cache
def choices() -> e.Choices:
    """All that may be chosen here."""
    return e.Choices(
        systems=[_system(name) for name in desk.SYSTEMS],
        tiebreaks=[code_view(name, name) for name in CODES if name in NAMES],
        team_tiebreaks=[
            e.CodeChoice(name, _text(text)) for name, text in team_tiebreaks.NAMES.items()
        ],
        lists=[
            e.ListChoice(name, _text(_LISTS.get(name, name)), list(codes))
            for name, codes in LISTS.items()
        ],
        unplayed=_named({name: _UNPLAYED.get(name, name) for name in UNPLAYED}),
        results=[
            e.ResultChoice(key, short, _text(text)) for key, (short, text) in _RESULTS.items()
        ],
        numbering=_named(HOW),
        byes=_named(_BYES),
        fields=_named(_FIELDS),
        prints=[
            e.PrintChoice(name, _text(made.title), made.of_round) for name, made in PRINTS.items()
        ],
        exports=[
            e.ExportChoice(name, _text(export.title), export.suffix)
            for name, export in EXPORTS.items()
        ],
        pdf=find_spec("weasyprint") is not None,
    )


def _system(name: str) -> e.SystemChoice:
    system = desk.TABLE[name]
    title, about = SYSTEMS.get(name, (name, ""))
    if system.teams:
        codes = [str(code) for code in ranking_codes("")]
    else:
        codes = list(named_list(Event(points=Points.of(system.points)), system.tiebreaks))
    return e.SystemChoice(
        name=name,
        text=_text(title),
        about=_text(about),
        rounds=system.rounds is None and not system.open_end,
        points=system.points,
        tiebreaks=codes,
        teams=system.teams,
        options=[_option(option) for option in OPTIONS.get(name, ())],
    )


def _option(option: Option) -> e.OptionChoice:
    return e.OptionChoice(
        option.name, _text(option.text), option.kind, option.default, _named(dict(option.choices))
    )


def _named(words: dict[str, str]) -> list[e.Named]:
    return [e.Named(name, _text(text)) for name, text in words.items()]


def _text(text: str) -> o.Text:
    return o.both(partial(_, text)) if text else o.Text("", "")
