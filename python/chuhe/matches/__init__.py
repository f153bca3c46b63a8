"""Matches between engines: schedules, openings, clocks, statistics, and our own arbiter.

>>> from chuhe.matches import Contestant, Control, Match, Opening, Plan
>>> weak = Contestant("builtin:1", control=Control(nodes=300))
>>> match = Match(Plan(engines=(weak, weak), games=2, longest=20), [Opening()])
>>> match.run()
>>> match.tally.between(0, 1).games
2

`chuhe match` (docs/match.md) is made of this. What is pure stands apart: `stats` (Elo, SPRT),
`schedule`, `openings`, `adjudicate`, `tally`; `books` has openings of an engine's own, `play` plays one
game, `match` many at once, `keeping` keeps them.
"""

from chuhe.matches.adjudicate import DrawRule, Resign
from chuhe.matches.keeping import Head, Keeper
from chuhe.matches.match import Match, names_of, start_engine
from chuhe.matches.openings import Opening
from chuhe.matches.plan import Contestant, Control, Plan, Test, read_engine
from chuhe.matches.played import Played, Said, record
from chuhe.matches.schedule import Fixture, encounters, fixtures
from chuhe.matches.stats import Elo, Pairs, Singles, Sprt
from chuhe.matches.tally import Line, Tally

__all__ = [
    "Contestant",
    "Control",
    "DrawRule",
    "Elo",
    "Fixture",
    "Head",
    "Keeper",
    "Line",
    "Match",
    "Opening",
    "Pairs",
    "Plan",
    "Played",
    "Resign",
    "Said",
    "Singles",
    "Sprt",
    "Tally",
    "Test",
    "encounters",
    "fixtures",
    "names_of",
    "read_engine",
    "record",
    "start_engine",
]
