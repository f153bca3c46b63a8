"""The score sheet as a page to be printed: one file, nothing loaded from elsewhere."""

from __future__ import annotations

from html import escape

from chuhe._core import Move
from chuhe.board import Board
from chuhe.i18n import _, language
from chuhe.scoresheet.sheet import Row, Sheet
from chuhe.scoresheet.text import fouls_line, header_lines, remark_words, rounds, signatures
from chuhe.scoresheet.words import side_words
from chuhe.svg import board_svg

__all__ = ["sheet_html"]

_STYLE = """
body { font: 15px/1.5 'Noto Serif CJK SC', 'Songti SC', SimSun, serif; max-width: 46rem;
       margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff }
p { margin: .25rem 0 }
svg { max-width: 100%; height: auto }
h1 { text-align: center; font-size: 1.4rem }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #777; padding: .15rem .5rem; text-align: left }
td.number { text-align: right; width: 2.5rem }
td.clock { text-align: right; font-variant-numeric: tabular-nums; width: 6rem }
td.told { background: #f4f1ea; font-size: .92em }
del { color: #555 }
.board { text-align: center; margin: 1rem }
.signatures { margin-top: 3rem }
"""


def sheet_html(sheet: Sheet) -> str:
    """The score sheet as HTML, with the last position."""
    names = "".join(f"<p>{escape(line)}</p>" for line in header_lines(sheet))
    red, black = escape(side_words("red")), escape(side_words("black"))
    timed = sheet.time is not None
    clock = f"<th>{escape(_('Clock'))}</th>" if timed else ""
    rows = []
    for number, first, second, told in rounds(sheet):
        if first or second:
            cells = _cells(first, "…", timed) + _cells(second, "", timed)
            rows.append(f'<tr><td class="number">{number}</td>{cells}</tr>')
        for remark in told:
            words = escape(remark_words(remark))
            if remark.undone:
                words = f"<del>{words}</del>"
            rows.append(
                f'<tr><td></td><td class="told" colspan="{4 if timed else 2}">{words}</td></tr>'
            )
    verdict = "".join(f"<p>{escape(line)}</p>" for line in sheet.verdict)
    fouls = f"<p>{escape(fouls_line(sheet))}</p>" if any(sheet.fouls.values()) else ""
    result = escape(_("Result: {result}", result=_said(sheet)))
    title = escape(_("Score sheet"))
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head><meta charset="utf-8">'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n<body><h1>{title}</h1>\n{names}\n"
        f"<table><thead><tr><th></th><th>{red}</th>{clock}<th>{black}</th>{clock}</tr></thead>\n"
        f"<tbody>{''.join(rows)}</tbody></table>\n"
        f"<h2>{result}</h2>{verdict}{fouls}\n{sheet.strip}\n"
        f'<div class="board">{_picture(sheet)}</div>\n'
        f'<p class="signatures">{escape(signatures())}</p>\n</body>\n</html>\n'
    )


def _said(sheet: Sheet) -> str:
    return sheet.result if sheet.result != "*" else _("the game goes on")


def _cells(row: Row | None, empty: str, timed: bool) -> str:
    text = empty if row is None else row.text + (" (=)" if row.offer else "")
    time = f'<td class="clock">{escape(row.clock_text if row else "")}</td>' if timed else ""
    return f"<td>{escape(text)}</td>{time}"


def _picture(sheet: Sheet) -> str:
    board = Board(sheet.final_fen)
    move = Move.from_uci(sheet.rows[-1].move) if sheet.rows else None
    return board_svg(
        board.piece_map(),
        last=(move.from_square, move.to_square) if move else None,
        check=board.king(board.turn) if board.is_check() else None,
        size=360,
    )
