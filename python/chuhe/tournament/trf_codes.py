"""What reader and writer of a TRF share: columns, letters, sentences of errors."""

from typing import NamedTuple

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import Kind, Score, Side

__all__ = [
    "BYES",
    "COLUMNS",
    "FIRST_ROUND",
    "HEADS",
    "MOST_PLAYERS",
    "MOST_ROUNDS",
    "OWN",
    "POINT_CODES",
    "POINT_LETTERS",
    "RESULTS",
    "ROUND_WIDTH",
    "SCORES",
    "SIDES",
    "WITHOUT_OPPONENT",
    "Field",
]


class Field(NamedTuple):
    """Where a field of a ``001`` line stands: as in a slice, counted from 0."""

    start: int
    end: int


#: The fields of a ``001`` line. Every column between two of them is blank.
COLUMNS = {
    "number": Field(4, 8),
    "sex": Field(9, 10),
    "title": Field(10, 13),
    "name": Field(14, 47),
    "rating": Field(48, 52),
    "federation": Field(53, 56),
    "fide_id": Field(57, 68),
    "birth": Field(69, 79),
    "points": Field(80, 84),
    "rank": Field(85, 89),
}
#: Where the first round starts, two blanks before it; and how wide a round is.
FIRST_ROUND = 91
ROUND_WIDTH = 10

#: Head lines whose text is a field of the event.
HEADS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "102": "arbiter",
    "192": "system",
}
#: Our own code for what no TRF has a line for; other programs pass over it.
OWN = "CHU"
#: ``XXS``, of JaVaFo: what a code sets, fields of `Points`. It can say everything.
SCORES = {
    "WW": ("win",),
    "BW": ("black_win",),
    "WD": ("draw",),
    "BD": ("black_draw",),
    "WL": ("loss",),
    "BL": ("black_loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pab",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
    "W": ("win", "black_win", "forfeit_win", "full_bye"),
    "D": ("draw", "black_draw", "half_bye"),
    "L": ("loss", "black_loss"),
}
#: ``BB.``, of bbpPairings.
POINT_CODES = {
    "BBW": "win",
    "BBD": "draw",
    "BBL": "loss",
    "BBZ": "zero_bye",
    "BBF": "forfeit_loss",
    "BBU": "pab",
}
#: ``162``. ``Z`` is what bbpPairings has for ``A``.
POINT_LETTERS = {
    "W": ("win",),
    "D": ("draw",),
    "L": ("loss",),
    "A": ("zero_bye", "forfeit_loss"),
    "Z": ("zero_bye", "forfeit_loss"),
    "P": ("pab",),
}

SIDES: dict[str, Side | None] = {"w": "red", "b": "black", "-": None, " ": None}
#: Letter of a result → how the round was spent, the score, whether it is rated.
RESULTS: dict[str, tuple[Kind, Score | None, bool]] = {
    "1": (Kind.GAME, Score.WIN, True),
    "=": (Kind.GAME, Score.DRAW, True),
    "0": (Kind.GAME, Score.LOSS, True),
    "W": (Kind.GAME, Score.WIN, False),
    "D": (Kind.GAME, Score.DRAW, False),
    "L": (Kind.GAME, Score.LOSS, False),
    " ": (Kind.GAME, None, True),
    "+": (Kind.FORFEIT, Score.WIN, True),
    "-": (Kind.FORFEIT, Score.LOSS, True),
}
BYES = {"U": Kind.PAB, "F": Kind.FULL_BYE, "H": Kind.HALF_BYE, "Z": Kind.ZERO_BYE}
#: What else stands beside ``0000``.
WITHOUT_OPPONENT: dict[str, tuple[Kind, Score | None]] = {
    "+": (Kind.FORFEIT, Score.WIN),
    "=": (Kind.FORFEIT, Score.DRAW),
    "-": (Kind.FORFEIT, Score.LOSS),
    " ": (Kind.UNPAIRED, None),
} | {letter: (kind, None) for letter, kind in BYES.items()}

MOST_PLAYERS = 9999
MOST_ROUNDS = 999

add_messages(
    {
        "trf.too_large": N_("the file has {size} bytes, at most {most} are read"),
        "trf.encoding": N_("the file is neither UTF-8 nor GB18030 (byte {offset})"),
        "trf.no_players": N_("the file has no player: no line begins with 001"),
        "trf.number": N_("expected a pairing number from 1 to {most}, got '{text}'"),
        "trf.repeated": N_("pairing number {player} stands in line {other} already"),
        "trf.separator": N_(
            "expected a blank before the {field}, got '{text}': do the columns count characters?"
        ),
        "trf.rating": N_("expected the rating of player {player}, a number, got '{text}'"),
        "trf.points": N_("expected the points of player {player}, such as 4.5, got '{text}'"),
        "trf.rank": N_("expected the place of player {player}, a number, got '{text}'"),
        "trf.opponent": N_(
            "expected the opponent of player {player} in round {round}, four digits, got '{text}'"
        ),
        "trf.self": N_("player {player} cannot meet himself in round {round}"),
        "trf.color": N_(
            "expected w, b or - as the side of player {player} in round {round}, got '{text}'"
        ),
        "trf.result": N_("'{text}' is no result (player {player}, round {round})"),
        "trf.no_opponent": N_(
            "the result '{text}' needs an opponent (player {player}, round {round})"
        ),
        "trf.no_color": N_("the result '{text}' needs a side (player {player}, round {round})"),
        "trf.bye": N_(
            "'{text}' is a bye, but player {player} has opponent {opponent} in round {round}"
        ),
        "trf.tail": N_("'{text}' stands where no round of player {player} begins or ends"),
        "trf.too_many_rounds": N_("player {player} has more than {most} rounds"),
        "trf.unknown_opponent": N_(
            "player {player} meets {opponent} in round {round}, and there is no such player"
        ),
        "trf.mismatch": N_(
            "round {round} of player {player} does not agree with that of opponent {opponent}"
        ),
        "trf.rounds": N_("expected a number of rounds from 1 to {most}, got '{text}'"),
        "trf.initial": N_("expected W or B as the first side, got '{text}'"),
        "trf.value": N_("expected a number of points, got '{text}'"),
        "trf.point_code": N_("'{text}' is no kind of result that has points"),
        "trf.bye_kind": N_("expected H, F or Z as the kind of bye, got '{text}'"),
        "trf.short": N_("the line ends too early"),
        "trf.round": N_("expected a round from 1 to {most}, got '{text}'"),
        "trf.range": N_("the range goes backward: {first} to {last}"),
        "trf.unknown_player": N_("there is no player {player}"),
        "trf.accelerations": N_("the accelerations of the file are too many"),
        "trf.own": N_("'{text}' is no line of Chuhe's"),
        "trf.too_wide": N_("the {field} of player {player} is too long for a TRF: '{text}'"),
        "event.numbers": N_("pairing numbers must go up, each standing once"),
        "event.no_player": N_("there is no player {player}"),
        "event.twice": N_("player {player} is on the sheet of round {round} twice"),
        "event.not_paired": N_("{red} and {black} were not paired so in round {round}"),
        "event.round": N_("there is no round {round}"),
        "event.points": N_("expected points such as 2:1:0 or 2:1:0:2:1:0, got '{text}'"),
    }
)
