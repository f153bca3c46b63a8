"""The picture of a bracket as SVG: matches as boxes, lines from winner to next match.

Stands alone, for the screen and for paper, in the current language.

>>> from chuhe.tournament.bracket_plan import single
>>> from chuhe.tournament.bracket_tree import grown
>>> text = picture(grown(single(3), [1, 2, 3], []), lambda number: f"P{number}")
>>> text.startswith("<svg "), text.count('class="box"')
(True, 2)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from html import escape

from chuhe.i18n import N_, _
from chuhe.tournament.bracket_games import halves_text, score
from chuhe.tournament.bracket_plan import Source
from chuhe.tournament.bracket_tree import Node, Tree
from chuhe.tournament.deciders import Result

__all__ = ["picture", "sheets"]

Named = Callable[[int], str]

_WIDE, _ROW, _BETWEEN = 188, 22, 30
_HIGH = 2 * _ROW
_NEEDS = _HIGH + 19  # with its name above and air
_HEAD = 34
_PART_AIR = 40.0
_FONT = 14
#: More matches than this in the first column are printed on several sheets.
_ON_A_SHEET = 16

_CSS = f"""
text {{ font: {_FONT}px "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC",
  "Microsoft YaHei", sans-serif; fill: #111 }}
.box {{ fill: #fff; stroke: #444 }}
.win {{ font-weight: bold }}
.out {{ fill: #666 }}
.dim {{ fill: #767676; font-size: 11px }}
.head {{ font-weight: bold; text-anchor: middle }}
.part {{ font-weight: bold; font-size: 15px }}
.end {{ text-anchor: end }}
.line {{ fill: none; stroke: #888 }}
.first {{ fill: #fff; stroke: #111; stroke-width: 2 }}
"""


@dataclass(slots=True)
class _Box:
    """A match in the picture."""

    node: Node
    children: list[_Box] = field(default_factory=list)
    middle: float = 0.0
    last: bool = False
    """Whether nothing drawn follows upon it."""
    air: float = 0.0
    """How much room is left above it and all that leads to it."""

    @property
    def hidden(self) -> bool:
        """Byes are not drawn: the player stands in the next match."""
        node = self.node
        return node.decided and len(node.players) < (1 if self.last else 2)

    @property
    def own(self) -> float:
        """How high it is by itself."""
        if not self.hidden:
            return _NEEDS
        return _NEEDS / 2 if self.node.players else 0.0

    @property
    def high(self) -> float:
        """How high it is with all that leads to it."""
        return self.air + max(self.own, sum(child.high for child in self.children))

    def put(self, top: float) -> None:
        """Give it and all that leads to it a place below ``top``."""
        top += self.air
        high = self.high - self.air
        below = top + (high - sum(child.high for child in self.children)) / 2
        for child in self.children:
            child.put(below)
            below += child.high
        seen = [child.middle for child in self.children if child.own]
        self.middle = (seen[0] + seen[-1]) / 2 if seen else top + high / 2

    def all(self) -> list[_Box]:
        """It and all that leads to it."""
        return [self, *(box for child in self.children for box in child.all())]


def picture(
    tree: Tree,
    named: Named,
    *,
    title: str = "",
    only: Collection[str] | None = None,
) -> str:
    """The picture of a bracket.

    Args:
        tree: the knock-out as it stands.
        named: what a player is called, by number.
        title: the title, for readers who do not see the picture.
        only: the names of the matches to draw; all if None.
    """
    nodes = [n for n in tree.nodes if n.needed and (only is None or n.planned.name in only)]
    return _Drawing(tree, nodes, named).text(title or _("Bracket"))


def sheets(tree: Tree) -> list[tuple[str, list[str]]]:
    """The picture cut into sheets of paper: a heading and the names of the matches of each.

    A bracket of up to 32 players is one sheet, two brackets if they have up to 16.
    Of larger ones pieces of 16 matches of the first round come first, the two
    brackets apart, then the last rounds.
    """
    main = [node for node in tree.nodes if node.planned.part == "main"]
    double = any(node.planned.part == "losers" for node in tree.nodes)
    first = sum(node.planned.round == 1 for node in main)
    if first <= (_ON_A_SHEET // 2 if double else _ON_A_SHEET):
        return [("", [node.planned.name for node in tree.nodes])]
    found: list[tuple[str, list[str]]] = []
    left: list[str] = []
    for part in _PARTS if double else ("main",):
        pieces, rest = _cut([node for node in tree.nodes if node.planned.part == part])
        heading = _(_PARTS[part]) if double else ""
        for n, names in enumerate(pieces, 1):
            told = _("{heading} part {n}", heading=heading, n=n).strip()
            found.append((told if len(pieces) > 1 else heading, names))
        left += rest
    lower = [n.planned.name for n in tree.nodes if n.planned.part == "places"]
    left += [
        n.planned.name for n in tree.nodes if n.planned.part not in ("main", "losers", "places")
    ]
    return [*found, (_("Last rounds"), left), *([(_("Lower places"), lower)] if lower else [])]


def _cut(nodes: list[Node]) -> tuple[list[list[str]], list[str]]:
    """One bracket in pieces, and its last rounds, which begin where the pieces end or before."""
    last = max(node.planned.round for node in nodes)
    by_name = {node.planned.name: node for node in nodes}
    leads = {
        str(source.of): node
        for node in nodes
        for source in (node.planned.one, node.planned.two)
        if source.kind == "winner"
    }

    def firsts(node: Node) -> int:
        return sum(by_name[name].planned.round == 1 for name in _under(node, by_name))

    pieces = [
        _under(node, by_name)
        for node in nodes
        if firsts(node) <= _ON_A_SHEET
        and (node.planned.name not in leads or firsts(leads[node.planned.name]) > _ON_A_SHEET)
    ]
    covered = {name for piece in pieces for name in piece}
    rest = [
        node.planned.name
        for node in nodes
        if node.planned.name not in covered or node.planned.round > last - 3
    ]
    return pieces, rest


def _under(node: Node, by_name: Mapping[str, Node]) -> list[str]:
    """A match and all whose winners lead to it."""
    names = [node.planned.name]
    for source in (node.planned.one, node.planned.two):
        if source.kind == "winner" and source.of in by_name:
            names += _under(by_name[str(source.of)], by_name)
    return names


_PARTS = {"main": N_("Winners' bracket"), "losers": N_("Losers' bracket")}


class _Drawing:
    def __init__(self, tree: Tree, nodes: list[Node], named: Named) -> None:
        self.tree = tree
        self.named = named
        self.double = any(node.planned.part == "losers" for node in tree.nodes)
        boxes = {node.planned.name: _Box(node) for node in nodes}
        led: set[str] = set()
        for box in boxes.values():
            planned = box.node.planned
            for source in dict.fromkeys((planned.one, planned.two)):
                child = boxes.get(str(source.of))
                if source.kind == "winner" and child is not None:
                    box.children.append(child)
                    if planned.part == "final" and child.node.planned.part == "losers":
                        child.air = _PART_AIR
                    led.add(child.node.planned.name)
        roots = [box for name, box in boxes.items() if name not in led]
        for box in roots:
            lower = box.node.planned.part in ("third", "places")
            box.last = not lower
            if box.node.planned.part == "places" and len(roots) > 1 and not box.hidden:
                box.air = _PART_AIR
        third = [box for box in roots if box.node.planned.part == "third" and not box.hidden]
        self.roots = [box for box in roots if box.node.planned.part != "third"]
        parts = {node.planned.part for node in nodes}
        self.both = {"main", "losers"} <= parts
        self.top = _HEAD + 8.0 + (22 if self.both else 0)
        below = self.top
        for root in self.roots:
            root.put(below)
            below += root.high
        stages = sorted({box.node.planned.stage for root in self.roots for box in root.all()})
        shown = {b.node.planned.stage for r in self.roots for b in r.all() if not b.hidden}
        stages = [stage for stage in stages if stage in shown]
        self.column = {stage: n for n, stage in enumerate(stages)}
        for box in third:
            over = [root for root in self.roots if root.node.planned.part == "main"]
            under = over[-1].middle if over else below
            box.middle = under + _HIGH + 46
            below = max(below, box.middle + _HIGH)
            self.roots.append(box)
        self.boxes = [box for root in self.roots for box in root.all()]
        self.below = below + 6

    def x(self, box: _Box) -> float:
        """The left edge of a match."""
        stage = box.node.planned.stage
        column = self.column.get(stage)
        if column is None:  # a bye in a round that is not shown
            column = next((n for s, n in self.column.items() if s >= stage), 0) - 1
        return 12.0 + column * (_WIDE + _BETWEEN)

    def text(self, title: str) -> str:
        columns = max(self.column.values(), default=0) + 1
        champion = self.tree.champion
        drawn = {box.node.planned.name for box in self.boxes}
        crowned = champion is not None and self.tree.last.planned.name in drawn
        wide = 24 + columns * (_WIDE + _BETWEEN) + (_WIDE if crowned else -_BETWEEN)
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {self.below:.0f}" '
            f'width="{wide}" height="{self.below:.0f}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{_CSS}</style>",
            f'<rect width="{wide}" height="{self.below:.0f}" fill="#fff"/>',
            *self._heads(),
        ]
        for box in self.boxes:
            lines += self._links(box)
        for box in self.boxes:
            if not box.hidden:
                lines += self._box(box)
        if crowned and champion is not None:
            lines += self._champion(champion)
        return "\n".join([*lines, "</svg>\n"])

    def _heads(self) -> list[str]:
        """What the columns and the two brackets are called."""
        lines = []
        for stage, column in self.column.items():
            x = 12 + column * (_WIDE + _BETWEEN) + _WIDE / 2
            said = self._head(stage)
            said = escape(_upper(said))
            lines.append(f'<text class="head" x="{x:.0f}" y="20">{said}</text>')
        for root in self.roots:
            planned = root.node.planned
            shown = [box for box in root.all() if not box.hidden]
            if planned.part == "places" and shown:
                first = min(shown, key=lambda box: (self.x(box), box.middle))
                most = planned.base + 2 ** (planned.stage - first.node.planned.stage + 1) - 1
                said = _("Places {first}–{last}", first=planned.base, last=most)
                top = min(box.middle for box in shown) - _HIGH / 2 - 24
                lines.append(
                    f'<text class="part" x="{self.x(first):.0f}" y="{top:.0f}">{escape(said)}</text>'
                )
        if self.both:
            for part, name in _PARTS.items():
                some = [b for b in self.boxes if b.node.planned.part == part and not b.hidden]
                if some:
                    top = min(box.middle for box in some) - _HIGH / 2 - 24
                    x = min(self.x(box) for box in some)
                    lines.append(
                        f'<text class="part" x="{x:.0f}" y="{top:.0f}">{escape(_(name))}</text>'
                    )
        return lines

    def _head(self, stage: int) -> str:
        here = [n for n in self.tree.nodes if n.planned.stage == stage]
        parts = {node.planned.part for node in here}
        if "reset" in parts:
            return _("Second grand final")
        if "final" in parts:
            return _("Grand final")
        if self.double:
            return _("Round no. {n}", n=stage)
        count = sum(node.planned.part == "main" for node in here)
        if count == 1 << (self.tree.last.planned.stage - stage):
            match count:
                case 1:
                    return _("final")
                case 2:
                    return _("semi-final")
                case 4:
                    return _("quarter-final")
        return _("Round no. {n}", n=stage)

    def _links(self, box: _Box) -> list[str]:
        """The lines that lead into a match."""
        lines = []
        x = self.x(box)
        planned = box.node.planned
        for child in box.children:
            if all(under.hidden for under in child.all()):
                continue
            from_ = self.x(child) + (0 if child.hidden else _WIDE)
            to = x + _WIDE if box.hidden else x
            y = box.middle
            if not box.hidden:
                above = planned.one.of == child.node.planned.name
                y += -_ROW / 2 if above else _ROW / 2
            bend = x - _BETWEEN / 2
            path = f"M{from_:.0f} {child.middle:.1f}H{bend:.0f}V{y:.1f}H{to:.0f}"
            lines.append(f'<path class="line" d="{path}"/>')
        return lines

    def _box(self, box: _Box) -> list[str]:
        """A match: its name, both players, how it stands."""
        node, x, top = box.node, self.x(box), box.middle - _HIGH / 2
        label = node.planned.name
        if node.planned.part == "third":
            label = _("third place")
        elif node.planned.part == "reset" and not all(node.known):
            label = _("{match}, if needed", match=label)
        lines = [
            "<g>",
            f"<title>{escape(self._told(node))}</title>",
            f'<text class="dim" x="{x:.0f}" y="{top - 4:.1f}">{escape(label)}</text>',
            f'<rect class="box" x="{x:.0f}" y="{top:.1f}" width="{_WIDE}" height="{_HIGH}" rx="3"/>',
            f'<path class="line" d="M{x:.0f} {box.middle:.1f}h{_WIDE}"/>',
        ]
        how = _how(node)
        if how:
            lines.append(
                f'<text class="dim end" x="{x + _WIDE:.0f}" y="{top - 4:.1f}">{escape(how)}</text>'
            )
        figures = _figures(node)
        linked = {child.node.planned.name for child in box.children}
        rows = (
            (node.one, node.planned.one, figures[0], top + 16),
            (node.two, node.planned.two, figures[1], top + _ROW + 16),
        )
        for player, source, figure, y in rows:
            lines += self._row(node, player, source, figure, x, y, source.of in linked)
        return [*lines, "</g>"]

    def _row(
        self,
        node: Node,
        player: int | None,
        source: Source,
        figure: str,
        x: float,
        y: float,
        linked: bool,
    ) -> list[str]:
        if player is None:
            known = node.known[0] if source is node.planned.one else node.known[1]
            here = _("bye") if node.players else "–"
            said = here if known else "" if linked else _waits(source)
            return [f'<text class="dim" x="{x + 30:.0f}" y="{y:.1f}">{escape(said)}</text>']
        style = "win" if player == node.winner else "out" if node.decided else ""
        name = _fitted(self.named(player), _WIDE - 64)
        lines = [
            f'<text class="dim end" x="{x + 24:.0f}" y="{y:.1f}">{player}</text>',
            f'<text class="{style}" x="{x + 30:.0f}" y="{y:.1f}">{escape(name)}</text>',
        ]
        if figure:
            at = f'x="{x + _WIDE - 6:.0f}" y="{y:.1f}"'
            lines.append(f'<text class="{style} end" {at}>{escape(figure)}</text>')
        return lines

    def _told(self, node: Node) -> str:
        """A match in words, for whoever points at it."""
        names = [f"{p} {self.named(p)}" for p in node.players] or ["–"]
        return f"{node.planned.name}: {' – '.join(names)}"

    def _champion(self, player: int) -> list[str]:
        box = next(b for b in self.boxes if b.node.planned.name == self.tree.last.planned.name)
        x = self.x(box) + _WIDE + _BETWEEN
        y = box.middle
        name = _fitted(self.named(player), _WIDE - 44)
        return [
            f'<path class="line" d="M{x - _BETWEEN:.0f} {y:.1f}h{_BETWEEN}"/>',
            f'<text class="head" x="{x + _WIDE / 2:.0f}" y="{y - 26:.1f}">{escape(_upper(_("champion")))}</text>',
            f'<rect class="first" x="{x:.0f}" y="{y - 18:.1f}" width="{_WIDE}" height="36" rx="3"/>',
            f'<text class="dim end" x="{x + 24:.0f}" y="{y + 5:.1f}">{player}</text>',
            f'<text class="win" x="{x + 30:.0f}" y="{y + 5:.1f}">{escape(name)}</text>',
        ]


def _waits(source: Source) -> str:
    """Who is awaited."""
    match source.kind:
        case "seed":
            return ""
        case "winner":
            return _("winner of {match}", match=source.of)
    return _("loser of {match}", match=source.of)


def _figures(node: Node) -> tuple[str, str]:
    """What stands behind the players: points of the games, or plus and minus."""
    fixture, key = node.fixture, node.key
    if fixture is None or fixture.match is None or not fixture.match.games:
        if key in (None, "bye") or node.round is None:
            return "", ""
        if fixture is None and key in ("1", "0"):
            return ("1", "0") if node.winner == node.one else ("0", "1")
        if node.winner is None:
            return "−", "−"
        return ("+", "−") if node.winner == node.one else ("−", "+")
    ones, twos = (halves_text(points) for points in score(fixture))
    return (ones, twos) if fixture.match.one == node.one else (twos, ones)


def _how(node: Node) -> str:
    """How a match was decided, where its points do not say it."""
    if node.fixture is None or node.fixture.match is None or not node.decided:
        return ""
    match, chain = node.fixture.match, node.fixture.chain
    if not match.games:
        return _("without play")
    points = score(node.fixture)
    ahead = match.one if points[0] > points[1] else match.two if points[0] < points[1] else None
    last = match.games[-1]
    name = chain[last.stage].name
    if ahead is None and node.winner is not None:
        odds = chain[last.stage].draw_odds and last.result is Result.DRAW
        if odds:
            return _("sudden death")
        return _("lot") if chain[-1].name == "lot" else _("arbiter's ruling")
    if ahead != node.winner:
        return _("arbiter's ruling")
    return "" if name == "match" else chain[last.stage].title


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _fitted(text: str, room: float) -> str:
    """A text that is not wider than the room, cut with an ellipsis."""
    if _width(text) <= room:
        return text
    cut = text
    while cut and _width(cut + "…") > room:
        cut = cut[:-1]
    return cut.rstrip() + "…"


def _width(text: str) -> float:
    """About how wide a text is: Chinese signs are squares."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return _FONT * (wide + 0.58 * (len(text) - wide))
