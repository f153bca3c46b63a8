"""The score sheet as a record that can be read back: PGN, with all rulings as comments."""

from __future__ import annotations

from chuhe.game import Game, Node
from chuhe.scoresheet.sheet import Sheet
from chuhe.scoresheet.text import remark_words

__all__ = ["sheet_game"]


def sheet_game(sheet: Sheet) -> Game:
    """The game as a record: the clocks beside the moves, remarks as comments after them.

    An offer of a draw is the comment ``(=)``. That both have lost no record can say: its
    result is ``*``, and the comment at its end says it.
    """
    game = Game(sheet.fen or None)
    for name, text in sheet.headers.items():
        if text:
            game.headers[name] = text
    game.headers["Rules"] = sheet.rules
    if sheet.time:
        game.headers["TimeControl"] = " | ".join(dict.fromkeys(sheet.time))
    if sheet.termination:
        game.headers["Termination"] = sheet.termination
    if sheet.result != "0-0":
        game.result = sheet.result
    _comment(game.root, sheet, 0, offer=False)
    node = game.root
    for row in sheet.rows:
        node = node.add_variation(row.move)
        node.clock = row.clock
        _comment(node, sheet, row.ply, offer=row.offer)
    if sheet.verdict:
        node.comment = " ".join(filter(None, (node.comment, *sheet.verdict)))
    return game


def _comment(node: Node, sheet: Sheet, ply: int, *, offer: bool) -> None:
    told = [remark_words(remark) for remark in sheet.told(ply)]
    node.comment = " ".join([*(["(=)"] if offer else []), *told])
