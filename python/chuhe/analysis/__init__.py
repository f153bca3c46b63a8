"""Whole games looked at by an engine: what each move was worth, and where the game turned.

>>> from chuhe import Game
>>> from chuhe.engines import BuiltinEngine, Limit
>>> game = Game("3aka3/9/4C4/9/9/7C1/9/9/9/3K5 w")
>>> node = game.add_line(["炮二平五"])
>>> report = analyse(game, BuiltinEngine(), Limit(depth=4))
>>> report.moves[0].judged.grade.value, report.complete
('best', True)

The pure part, `judge_move` and all of `chuhe.analysis.scale`, asks no engine; `analyse` does.
`annotate` writes a report into a record, `report_html` makes a page of it.
"""

from chuhe.analysis.judged import Evaluation, Grade, Judged, judge_move
from chuhe.analysis.kept import Kept
from chuhe.analysis.notes import annotate
from chuhe.analysis.page import report_html
from chuhe.analysis.plot import plot_svg
from chuhe.analysis.report import MoveReport, Report, SideReport, report_of
from chuhe.analysis.scale import accuracy, move_accuracy, win_share
from chuhe.analysis.work import analyse, evaluate, place_key, places

__all__ = [
    "Evaluation",
    "Grade",
    "Judged",
    "Kept",
    "MoveReport",
    "Report",
    "SideReport",
    "accuracy",
    "analyse",
    "annotate",
    "evaluate",
    "judge_move",
    "move_accuracy",
    "place_key",
    "places",
    "plot_svg",
    "report_html",
    "report_of",
    "win_share",
]
