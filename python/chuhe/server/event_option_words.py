"""What systems and their options are called, for forms on a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from chuhe.i18n import N_

__all__ = ["OPTIONS", "SYSTEMS", "Option"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a system."""

    name: str
    kind: Literal["flag", "count", "choice", "text", "json"]
    text: str
    """A text of the catalogues, as in `choices`."""
    default: Any
    choices: tuple[tuple[str, str], ...] = ()


#: System → what it is called, and what it is for.
SYSTEMS: dict[str, tuple[str, str]] = {
    "chinese": (
        N_("Swiss, Chinese rules"),
        N_("Many players, few rounds: who has equal points meets, by the Chinese rules."),
    ),
    "dutch": (
        N_("Swiss, FIDE Dutch"),
        N_("Many players, few rounds: the Dutch system of FIDE, exact."),
    ),
    "roundrobin": (
        N_("Round robin"),
        N_("Everybody meets everybody, by the Berger tables."),
    ),
    "lots": (
        N_("Knock-out by lots"),
        N_("In every round cards decide who meets whom; who loses is out."),
    ),
    "knockout": (
        N_("Knock-out"),
        N_("A bracket with seeds; who loses a match is out."),
    ),
    "double": (
        N_("Double elimination"),
        N_("A bracket with seeds; who loses two matches is out."),
    ),
    "sections": (
        N_("Groups and finals"),
        N_("The players are divided into groups, each with a system of its own."),
    ),
    "arena": (
        N_("Arena"),
        N_("Whoever is free is paired, until time is up."),
    ),
    "team-roundrobin": (
        N_("Teams: round robin"),
        N_("Every team meets every team on all boards."),
    ),
    "team-swiss": (
        N_("Teams: Swiss"),
        N_("Teams of equal points meet on all boards."),
    ),
    "scheveningen": (
        N_("Scheveningen"),
        N_("Two teams: every player meets every player of the other."),
    ),
}

_HALVES = (
    ("half", N_("upper half against lower half")),
    ("adjacent", N_("neighbours")),
    ("ends", N_("first against last")),
    ("random", N_("by lot")),
    ("halves", N_("one of each half, by lot")),
)

_BRACKET = (
    Option("games", "json", N_("games in a match, one number or one a round"), None),
    Option("final_games", "json", N_("games in the match for the first place"), None),
    Option(
        "chain",
        "choice",
        N_("what decides a level match"),
        "rapid",
        (
            ("rapid", N_("a rapid game, then a lot")),
            ("club", N_("as in the club")),
            ("club-lot", N_("as in the club, then a lot")),
            ("sudden-death", N_("sudden death")),
        ),
    ),
    Option(
        "first",
        "choice",
        N_("who moves first in a match"),
        "lot",
        (
            ("lot", N_("by lot")),
            ("higher", N_("the higher seed")),
            ("lower", N_("the lower seed")),
        ),
    ),
    Option("apart", "flag", N_("players of one unit meet late"), False),
)
_TEAMS = (
    Option("boards", "json", N_("boards in a match"), None),
    Option("match", "text", N_("match points for a win, a draw, a loss"), "2:1:0"),
    Option(
        "colours",
        "choice",
        N_("who moves first on the boards"),
        "alternate",
        (
            ("alternate", N_("the home team on odd boards")),
            ("reversed", N_("the home team on even boards")),
            ("home", N_("the home team on all boards")),
        ),
    ),
    Option(
        "line_up",
        "choice",
        N_("order of the boards"),
        "fixed",
        (("fixed", N_("as it was handed in")), ("free", N_("free in every round"))),
    ),
    Option("bye", "json", N_("match and board points of a bye, such as 2:4"), None),
    Option(
        "unmet",
        "choice",
        N_("what nobody counts in opponents' points"),
        "zero",
        (
            ("zero", N_("nothing")),
            ("lowest", N_("the lowest score")),
            ("self", N_("one's own points")),
        ),
    ),
)

#: System → its options, where there are any.
OPTIONS: dict[str, tuple[Option, ...]] = {
    "dutch": (Option("baku", "flag", N_("Baku acceleration"), False),),
    "roundrobin": (
        Option("cycles", "count", N_("how often everybody meets everybody"), 1),
        Option("swap_last", "flag", N_("the last two rounds exchanged, in two cycles"), False),
    ),
    "lots": (Option("no_second_bye", "flag", N_("nobody has a second bye"), False),),
    "chinese": (
        Option("first_round", "choice", N_("who meets whom in round one"), "half", _HALVES),
        Option(
            "first_colours",
            "choice",
            N_("who moves first in round one"),
            "tables",
            (
                ("small", N_("the smaller number")),
                ("big", N_("the bigger number")),
                ("tables", N_("the smaller number at odd tables")),
                ("tables_reversed", N_("the bigger number at odd tables")),
                ("odd", N_("the odd number")),
                ("even", N_("the even number")),
                ("lot", N_("by lot at every table")),
                ("lot_tables", N_("by lot at table one, then by turns")),
            ),
        ),
        Option("within", "choice", N_("who meets whom of equal points"), "half", _HALVES),
        Option(
            "colours",
            "choice",
            N_("colours after round one"),
            "balance",
            (
                ("balance", N_("equally often for everybody")),
                ("natural", N_("changing from game to game")),
            ),
        ),
        Option("no_third_first", "flag", N_("nobody moves first three times running"), True),
        Option("no_third_second", "flag", N_("nobody moves second three times running"), True),
        Option(
            "same_history",
            "choice",
            N_("who moves first if both have had the same colours"),
            "rounds",
            (
                ("rounds", N_("the smaller number in odd rounds")),
                ("sum", N_("the smaller number if the sum is odd")),
            ),
        ),
        Option("last_rounds", "count", N_("in so many last rounds leaders' colours count"), 3),
        Option("leader_points", "json", N_("a leader has so many points (in tenths)"), None),
        Option(
            "units",
            "choice",
            N_("players of one unit are kept apart"),
            "always",
            (
                ("never", N_("never")),
                ("first", N_("in round one")),
                ("always", N_("in all rounds, if possible")),
            ),
        ),
        Option(
            "unit",
            "choice",
            N_("what a unit is"),
            "team",
            (("team", N_("team")), ("federation", N_("federation"))),
        ),
        Option("floats", "flag", N_("who has floated is spared doing it again"), True),
        Option(
            "bye",
            "choice",
            N_("who has the bye"),
            "fewest",
            (
                ("fewest", N_("the lowest of those with the fewest byes")),
                ("once", N_("the lowest who has had none")),
            ),
        ),
        Option("unplayed_win_is_bye", "flag", N_("a win without play counts as a bye"), True),
        Option(
            "empty_number",
            "choice",
            N_("what a bye counts in opponents' points"),
            "lowest",
            (("zero", N_("nothing")), ("lowest", N_("the lowest score"))),
        ),
        Option(
            "missed_rounds", "json", N_("after so many rounds missed running a player is out"), 2
        ),
        Option("kept", "json", N_("players to whom that does not apply"), []),
        Option("out_below", "json", N_("who is out after a round: round and points in tenths"), []),
        Option("enough", "json", N_("who has enough by a round: round and points in tenths"), []),
    ),
    "knockout": (
        *_BRACKET,
        Option("third_place", "flag", N_("a match for the third place"), False),
    ),
    "double": (
        *_BRACKET,
        Option("reset", "flag", N_("a second grand final if the first is lost unbeaten"), True),
    ),
    "arena": (
        Option("minutes", "count", N_("minutes until no more is paired; 0: without end"), 0),
        Option("streaks", "flag", N_("after two wins running, games count double"), False),
        Option("repeat", "count", N_("what an earlier meeting counts, in half wins"), 2),
    ),
    "team-roundrobin": (
        *_TEAMS,
        Option("cycles", "count", N_("how often everybody meets everybody"), 1),
        Option("swap_last", "flag", N_("the last two rounds exchanged, in two cycles"), False),
    ),
    "team-swiss": (
        *_TEAMS,
        Option(
            "pairing",
            "choice",
            N_("how teams are paired"),
            "chinese",
            (("chinese", N_("Swiss, Chinese rules")), ("dutch", N_("Swiss, FIDE Dutch"))),
        ),
        Option(
            "home",
            "choice",
            N_("which team is the home team"),
            "system",
            (("system", N_("who would move first")), ("lot", N_("by lot"))),
        ),
    ),
    "scheveningen": (
        *_TEAMS,
        Option("cycles", "count", N_("how often everybody meets everybody"), 1),
    ),
}
