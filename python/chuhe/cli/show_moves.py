"""The moves of a game as text: rounds, comments, variations set in and named."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from chuhe.cli.show_text import Paint, columns, fill, padded, padded_to
from chuhe.errors import ParseError, add_messages
from chuhe.game import Game, Node
from chuhe.i18n import N_, _, plural
from chuhe.pictures import marks
from chuhe.pictures.diagrams import NAGS

__all__ = ["Line", "line_of", "move_lines", "ply_text", "round_number"]

#: With more variations than these, only the first move of each is told.
FOLDED = 60
#: Comments are cut at these many columns where variations are folded.
SHORT = 120
#: No line is set in deeper.
DEEPEST = 20
#: How wide the two moves of a round are.
ROUND = 24


class Line(NamedTuple):
    """A line of a game: from the start, through the variations chosen, to its end."""

    nodes: list[Node]
    #: Ply → which alternative was taken there, where it is not the first.
    taken: dict[int, int]

    def name(self, before: int) -> str:
        """The name of the variations chosen at plies below ``before``, such as ``12.1/15.2``."""
        return "/".join(f"{ply}.{k}" for ply, k in self.taken.items() if ply < before)


def line_of(game: Game, variation: str = "") -> Line:
    """The line that a name such as ``12.1/15.2`` chooses: at ply 12 the first alternative, and so on.

    Raises:
        ParseError: there is no such variation.

    >>> game = Game()
    >>> _ = game.add_line(["炮二平五", "马8进7"])
    >>> _ = game.mainline()[0].add_variation("炮8平5")
    >>> [node.zh for node in line_of(game, "2.1").nodes]
    ['炮二平五', '炮8平5']
    """
    taken: dict[int, int] = {}
    nodes = game.mainline()
    for part in filter(None, variation.replace(",", "/").split("/")):
        ply, _dot, index = part.strip().partition(".")
        if not (ply.isascii() and ply.isdigit() and index.isascii() and index.isdigit()):
            raise ParseError("show.variation_name", {"text": part[:40]})
        at, k = int(ply), int(index)
        if not 1 <= at <= len(nodes) or any(known >= at for known in taken):
            raise ParseError("show.no_variation", {"text": part, "ply": at, "count": 0})
        before = nodes[at - 2] if at > 1 else game.root
        found = before.variations
        if k >= len(found):
            raise ParseError(
                "show.no_variation", {"text": part, "ply": at, "count": len(found) - 1}
            )
        nodes = [*nodes[: at - 1], found[k], *found[k].mainline()]
        if k:
            taken[at] = k
    return Line(nodes, taken)


def round_number(first: tuple[int, bool], ply: int) -> tuple[int, bool]:
    """The round of a ply, and whether Red moves.

    Args:
        first: the same of ply 1.
        ply: from 1.

    >>> round_number((1, True), 2), round_number((22, False), 2)
    ((1, False), (23, True))
    """
    half = ply - 1 + (not first[1])
    return first[0] + half // 2, half % 2 == 0


def first_round(game: Game) -> tuple[int, bool]:
    """The round of the first move, and whether Red makes it."""
    fields = game.start_fen.split()
    red = len(fields) < 2 or fields[1] != "b"
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() else 1
    return number, red


def ply_text(game: Game, line: Line, ply: int, notation: str = "zh") -> str:
    """The move of a ply with its number and glyphs; empty at the start.

    >>> game = Game()
    >>> _ = game.add_line(["炮二平五", "马8进7"])
    >>> ply_text(game, line_of(game), 2)
    '1… 马8进7'
    """
    if not ply:
        return ""
    number, red = round_number(first_round(game), ply)
    node = line.nodes[ply - 1]
    glyphs = "".join(NAGS.get(nag, "") for nag in node.nags)
    return f"{number}{'.' if red else '…'} {node.text(notation)}{glyphs}"


def move_lines(
    game: Game,
    line: Line,
    width: int,
    *,
    paint: Paint | None = None,
    notation: str = "zh",
    here: int | None = None,
    unfolded: bool = False,
    room: int = 0,
) -> list[str]:
    """The moves of a line with all that is said of them, as lines of text.

    Args:
        game: what the line belongs to.
        line: the moves.
        width: of the text.
        paint: colours.
        notation: of the moves.
        here: the ply that is on the board, to be marked.
        unfolded: whether all variations are told, however many there are.
        room: lines there are; a game of plain moves is set in several columns to keep to them.

    >>> game = Game()
    >>> _ = game.root.add_line(["炮二平五", "马8进7"], comment="屏风马")
    >>> _ = game.mainline()[0].add_line(["炮8平5", "马二进三"])
    >>> print("\\n".join(move_lines(game, line_of(game), 40)))
      1. 炮二平五   马8进7
         屏风马
         2.1 1… 炮8平5 2. 马二进三
    """
    return _Moves(game, line, width, paint or Paint(False), notation, here, unfolded).lines(room)


class _Moves:
    def __init__(
        self,
        game: Game,
        line: Line,
        width: int,
        paint: Paint,
        notation: str,
        here: int | None,
        unfolded: bool,
    ) -> None:
        self.game, self.line, self.width, self.paint = game, line, width, paint
        self.notation, self.here = notation, here
        self.first = first_round(game)
        # Those that cannot be played are told with the move they follow, and have no name.
        children = game._record.children
        self.count = sum(max(0, len(children(node)) - 1) for node in game._record.walk())
        self.folded = not unfolded and self.count > FOLDED
        if line.taken:
            self.texts = [node.text(notation) for node in line.nodes]
        else:
            self.texts = game.mainline_text(notation)
        self.plain = True

    def lines(self, room: int) -> list[str]:
        blocks = list(self._blocks())
        if self.plain and room and len(blocks) > room:
            wide = ROUND + 6
            most = max(1, self.width // wide)
            high = max(room, -(-len(blocks) // most))
            cells = [
                [padded_to(t, wide) for t in blocks[i : i + high]]
                for i in range(0, len(blocks), high)
            ]
            blocks = [
                "".join(cell[row] for cell in cells if row < len(cell)).rstrip()
                for row in range(high)
            ]
        if self.folded:
            told = plural(
                "({n} variation is folded: --all tells it, --variation NAME goes there)",
                "({n} variations are folded: --all tells them, --variation NAME goes there)",
                self.count,
            )
            blocks += fill([(told, "note")], self.width, self.paint)
        return blocks

    def _blocks(self) -> Iterator[str]:
        """The lines, one a round where nothing is said in between."""
        row: list[str] = []
        before = self.game.root
        for ply, (node, text) in enumerate(zip(self.line.nodes, self.texts, strict=True), 1):
            number, red = round_number(self.first, ply)
            if node.before:
                yield from self._flushed(row)
                yield from self._comment(node.before)
            if not row:
                row = [f"{number:>3}. "] + ([] if red else [padded("…", ROUND // 2 - 1)])
            shown = self._move(text, node)
            shown = self.paint(shown, "here") if ply == self.here else shown
            row.append(padded_to(shown, ROUND // 2 - 1))
            if not red:
                yield from self._flushed(row)
                row = []
            others = before.variations
            if node.comment:
                yield from self._flushed(row)
                row = []
                yield from self._comment(node.comment)
            if node.unread:
                yield from self._flushed(row)
                row = []
                yield from self._comment(_("not read: {moves}", moves=node.unread))
            if len(others) > 1:
                self.plain = False
                yield from self._flushed(row)
                row = []
                taken = self.line.taken.get(ply, 0)
                rest = [(k, other) for k, other in enumerate(others) if k != taken]
                yield from self._others(rest, ply)
            before = node
        yield from self._flushed(row)

    def _flushed(self, row: list[str]) -> Iterator[str]:
        if row:
            yield "".join(row).rstrip()

    def _move(self, text: str, node: Node) -> str:
        return text + "".join(NAGS.get(nag, "") for nag in node.nags)

    def _comment(self, text: str) -> Iterator[str]:
        self.plain = False
        said = marks(text).text
        if self.folded and columns(said) > SHORT:
            said = said[: SHORT // 2] + "……"
        for part in said.splitlines():
            yield from fill([(part, "note")], self.width, self.paint, " " * 5)

    def _others(self, others: list[tuple[int, Node]], ply: int) -> Iterator[str]:
        """What else might have been played at a ply."""
        name = self.line.name(ply)
        if not self.folded:
            prefix = f"{name}/" if name else ""
            starts = [(node, ply, f"{prefix}{ply}.{k}", 5) for k, node in others]
            yield from self._variations(starts)
            return
        tokens: list[tuple[str, str]] = []
        for k, node in others:
            tokens += [
                (f"{name}/{ply}.{k}".strip("/"), "label"),
                (node.text(self.notation) + " ", ""),
            ]
        yield from fill(tokens, self.width, self.paint, " " * 5)

    def _variations(self, starts: Iterable[tuple[Node, int, str, int]]) -> Iterator[str]:
        """Variations with those inside them; not by recursion, for they may be very deep."""
        # What is still to be told: nodes of a line, their texts, the first one, its ply, name, indent,
        # and whether its name has been told.
        waiting: list[tuple[list[Node], list[str], int, int, str, int, bool]] = []

        def begin(node: Node, ply: int, name: str, indent: int) -> None:
            nodes = [node, *node.mainline()]
            texts = [
                node.text(self.notation),
                *node.game._record.line_text(node._id, self.notation),
            ]
            waiting.append((nodes, texts, 0, ply, name, indent, False))

        for start in reversed(list(starts)):
            begin(*start)
        while waiting:
            nodes, texts, at, ply, name, indent, named = waiting.pop()
            tokens: list[tuple[str, str]] = [] if named else [(name, "label")]
            numbered = False
            inside: list[tuple[Node, int, str, int]] = []
            while at < len(nodes) and not inside:
                node = nodes[at]
                if at:
                    others = nodes[at - 1].variations
                    deeper = min(indent + 2, DEEPEST)
                    inside = [
                        (n, ply, f"{name}/{ply}.{k}", deeper) for k, n in enumerate(others) if k
                    ]
                numbered = self._tell(tokens, node, texts[at], ply, numbered)
                at, ply = at + 1, ply + 1
            yield from fill(tokens, self.width, self.paint, " " * (indent + 2), " " * indent)
            if at < len(nodes):
                waiting.append((nodes, texts, at, ply, name, indent, True))
            for start in reversed(inside):
                begin(*start)

    def _tell(
        self, tokens: list[tuple[str, str]], node: Node, text: str, ply: int, numbered: bool
    ) -> bool:
        """Put a move and its comments among the words; say whether the next needs no number."""
        if node.before:
            tokens.append((marks(node.before).text, "note"))
            numbered = False
        number, red = round_number(self.first, ply)
        shown = self._move(text, node)
        if red:
            shown = f"{number}. {shown}"
        elif not numbered:
            shown = f"{number}… {shown}"
        tokens.append((shown, ""))
        if node.comment:
            tokens.append((" ".join(marks(node.comment).text.split()), "note"))
        if node.unread:
            tokens.append((_("not read: {moves}", moves=" ".join(node.unread.split())), "note"))
        return not (node.comment or node.unread)


add_messages(
    {
        "show.variation_name": N_(
            "'{text}' names no variation: write ply and number, such as 12.1 or 12.1/15.2"
        ),
        "show.no_variation": N_("there is no variation {text}: ply {ply} has {count}"),
    }
)
