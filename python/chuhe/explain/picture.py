"""A cycle as a strip of boards: one a ply of one loop, arrows from attackers to targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from chuhe.board import Board
from chuhe.explain.acts import ActLine, positions
from chuhe.explain.words import act_words, side
from chuhe.i18n import N_, _
from chuhe.pieces import Piece
from chuhe.svg import ARROWS, BOARD_HEIGHT, BOARD_WIDTH, TEXT_STYLE, board_svg, definitions

if TYPE_CHECKING:
    from chuhe.explain.explanation import Explanation

__all__ = ["strip_html", "strip_svg"]

#: A longer cycle is shown as far as this; the lines of text tell the rest.
MOST_BOARDS = 24

_BOARD, _GAP, _CAPTION, _LEGEND = 236, 14, 46, 34
_HEIGHT = _BOARD * BOARD_HEIGHT // BOARD_WIDTH

#: On a paper of its own, so that it reads alike on a light page and on a dark one.
_PAPER, _EDGE, _INK, _CROSS = "#fffdf5", "#cbb98d", "#2b2117", "#b3261e"
_FONT = "font-family:'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif"

_LEGENDS = {
    "move": N_("the move"),
    "check": N_("check"),
    "kill": N_("mate threatened here"),
    "chase": N_("chase"),
    "exchange": N_("exchange offered"),
    "follow": N_("follow"),
}


@dataclass(frozen=True, slots=True)
class _Frame:
    """One board of the strip."""

    pieces: dict[int, Piece]
    last: tuple[int, int] | None
    check: int | None
    title: str
    act: ActLine | None = None


def strip_svg(explanation: Explanation, *, columns: int = 4) -> str:
    """The picture of a ruling.

    Args:
        explanation: of the ruling.
        columns: how many boards stand in a row.
    """
    frames = list(_frames(explanation))
    columns = max(1, min(columns, len(frames)))
    rows = -(-len(frames) // columns)
    width = columns * (_BOARD + _GAP) + _GAP
    height = rows * (_HEIGHT + _CAPTION + _GAP) + _GAP + _LEGEND
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img">',
        f"<title>{escape(explanation.title)}</title>",
        f"<desc>{escape(' '.join([*explanation.sides, explanation.verdict]))}</desc>",
        f"<style>{TEXT_STYLE}</style>",
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="10"'
        f' fill="{_PAPER}" stroke="{_EDGE}" stroke-width="2"/>',
    ]
    boards: list[str] = []
    for index, frame in enumerate(frames):
        row, column = divmod(index, columns)
        x = _GAP + column * (_BOARD + _GAP)
        y = _GAP + row * (_HEIGHT + _CAPTION + _GAP)
        boards += [*_caption(frame, x + _BOARD // 2, y), _board(frame, x, y + _CAPTION)]
    parts += [definitions("".join(boards)), *boards]
    x = _GAP
    for sign, wide in _legend(frames):
        parts.append(f'<g transform="translate({x} {height - _LEGEND // 2 - 2})">{sign}</g>')
        x += wide
    return "".join([*parts, "</svg>"])


def strip_html(explanation: Explanation) -> str:
    """As `strip_svg`, but a picture a board, so that a page lays them out as its width allows.

    The page has to bring `chuhe.svg.TEXT_STYLE`.
    """
    frames = list(_frames(explanation))
    width, height = _BOARD + _GAP, _HEIGHT + _CAPTION + _GAP
    boards = "".join(
        f'<svg viewBox="0 0 {width} {height}" role="img"><title>{escape(frame.title)}</title>'
        f"{''.join(_caption(frame, width // 2, _GAP // 2))}"
        f"{_board(frame, _GAP // 2, _GAP // 2 + _CAPTION)}</svg>"
        for frame in frames
    )
    signs = (
        f'<svg viewBox="0 -12 {wide} 24" width="{wide}" height="24">{sign}</svg>'
        for sign, wide in _legend(frames)
    )
    # The outlines of the pieces, once for all boards; hidden without `display: none`, which
    # would take them away.
    outlines = f'<svg width="0" height="0" style="position:absolute">{definitions(boards)}</svg>'
    return f'{outlines}<div class="strip">{boards}</div>\n<p class="legend">{"".join(signs)}</p>\n'


def _frames(explanation: Explanation) -> Iterator[_Frame]:
    acts = {act.ply: act for act in explanation.acts if not act.repeats}
    shown = dict(sorted(acts.items())[:MOST_BOARDS])
    if not shown:
        yield _last_position(explanation)
        return
    for ply, board, move in positions(explanation.replay, min(shown), max(shown)):
        if (act := shown.get(ply)) is None:
            continue
        after = board.copy(stack=False)
        after.push(move)
        title = _("ply {ply}: {side} {move}", ply=ply, side=side(act.side), move=act.move)
        check = after.king(after.turn) if after.is_check() else None
        yield _Frame(after.piece_map(), (move.from_square, move.to_square), check, title, act)


def _last_position(explanation: Explanation) -> _Frame:
    replay, ruling = explanation.replay, explanation.ruling
    board = Board(replay.fen, strict=False)
    for uci in replay.moves[: ruling.ply]:
        board.push_uci(uci)
    last = None
    if board.move_stack:
        move = board.move_stack[-1]
        last = (move.from_square, move.to_square)
    check = board.king(board.turn) if board.is_check() else None
    title = _("after ply {ply}", ply=ruling.ply) if ruling.ply else _("the starting position")
    return _Frame(board.piece_map(), last, check, title)


def _board(frame: _Frame, x: int, y: int) -> str:
    act = frame.act
    return board_svg(
        frame.pieces,
        last=frame.last,
        check=frame.check,
        arrows=[(a.start, a.end, a.kind) for a in act.arrows] if act else (),
        crossed=act.crossed if act else (),
        size=_BOARD,
        at=(x, y),
    )


def _caption(frame: _Frame, x: int, y: int) -> Iterable[str]:
    yield _text(x, y + 13, frame.title, _INK, 14)
    if frame.act:
        color = ARROWS[frame.act.act][0] if frame.act.act in ARROWS else _INK
        yield f"<g><title>{escape(frame.act.words)}</title>"
        yield _text(x, y + 33, act_words(frame.act.act), color, 14, bold=True)
        yield "</g>"


def _text(
    x: int, y: int, text: str, color: str, size: int, *, bold: bool = False, start: bool = False
) -> str:
    # A style: the style sheet of the pieces would win over attributes.
    style = _FONT + (";text-anchor:start" if start else "") + (";font-weight:bold" if bold else "")
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}" style="{style}">'
        f"{escape(text)}</text>"
    )


def _legend(frames: list[_Frame]) -> Iterator[tuple[str, int]]:
    """The kinds of arrow that occur, and the cross of a guard in vain, told in words.

    Yields:
        a sign with its words, drawn to the right of the origin, and how wide it is.
    """
    drawn = {arrow.kind for f in frames if f.act for arrow in f.act.arrows}
    for kind, (color, dashes) in ARROWS.items():
        if kind not in drawn:
            continue
        pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
        label = _(_LEGENDS[kind])
        yield (
            f'<path d="M0 0h30" stroke="{color}" stroke-width="4"{pattern}/>'
            f'<path d="M38 0l-9 -6v12z" fill="{color}"/>'
            f"{_text(44, 0, label, _INK, 13, start=True)}",
            60 + _wide(label),
        )
    if any(f.act and f.act.crossed for f in frames):
        label = _("a guard that cannot take back")
        yield (
            f'<path d="M0 -7l14 14m0 -14l-14 14" stroke="{_CROSS}" stroke-width="3"'
            f' stroke-linecap="round"/>{_text(22, 0, label, _INK, 13, start=True)}',
            38 + _wide(label),
        )


def _wide(text: str) -> int:
    """About how wide a label is."""
    return sum(14 if ord(letter) > 0x2E80 else 7 for letter in text)
