"""跳棋, Chinese checkers: the second game of the house.

>>> from chuhe import tiaoqi
>>> game = tiaoqi.start(seats=2)
>>> sorted(game.legal())[:3], game.turn_seat
(['c1', 'c2', 'c3'], 'S')
>>> game = game.play("d1e5")
>>> game.turn_seat, game.standing("S").rounds, game.outcome()
('N', 1, None)

Six players at most sit at the points of a star of 121 cells and bring ten pieces
each across to the opposite point, by steps and by chains of hops.  `Rules` says
what may differ: how far one hops, where one may stop, by when a camp must be
left, and how a game ends that nobody finishes.
"""

from chuhe.tiaoqi.kind import KIND, Tiaoqi
from chuhe.tiaoqi.position import Mark, Outcome, Position, Standing, Thought, start
from chuhe.tiaoqi.record import Record, read_record
from chuhe.tiaoqi.rules import RULES, Rules, rules_named
from chuhe.tiaoqi.words import seat_name

__all__ = [
    "KIND",
    "RULES",
    "Mark",
    "Outcome",
    "Position",
    "Record",
    "Rules",
    "Standing",
    "Thought",
    "Tiaoqi",
    "read_record",
    "rules_named",
    "seat_name",
    "start",
]
