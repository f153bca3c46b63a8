"""What a set-up board can begin with: handicaps, endings everybody knows, plain mates."""

from __future__ import annotations

from functools import cache, partial

from chuhe import START_FEN, Board, Setup, parse_square
from chuhe.i18n import N_, _
from chuhe.server import objects as o
from chuhe.server import setup_bodies as b

__all__ = ["starts"]

#: What Red gives: name → the squares left empty. The giver is Red and moves first.
#: The nine pieces of 让九子 are the pawns, the advisors and the elephants, as xqbase's programs have it.
HANDICAPS: dict[str, str] = {
    N_("Red gives a horse"): "b0",
    N_("Red gives both horses"): "b0 h0",
    N_("Red gives a cannon"): "b2",
    N_("Red gives a rook"): "a0",
    N_("Red gives a rook and a horse"): "a0 b0",
    N_("Red gives both rooks"): "a0 i0",
    N_("Red gives nine pieces"): "a3 c3 e3 g3 i3 d0 f0 c0 g0",
}

#: The four compositions of the street stalls of old: name, book, FEN. Red moves first.
ENDINGS: tuple[tuple[str, str, str], ...] = (
    (
        N_("Meeting of the Seven Stars"),
        N_("from Zhuxiangzhai"),
        "4rk3/3P5/4bP3/9/9/8P/9/1p2p2C1/3p1p3/4K1RR1 w",
    ),
    (
        N_("Earthworm Subdues the Dragon"),
        N_("from Baiju Xiangqi Pu"),
        "3ak4/4a4/4b4/9/2p6/5R2P/9/9/4p1p2/5K2R w",
    ),
    (
        N_("Wild Horses Trample the Field"),
        N_("from Jiaochuang Yipin"),
        "2bak4/4a4/4b4/9/6NRR/2B6/1rP1P4/3pB4/4p4/3K5 w",
    ),
    (
        N_("A Thousand Miles Alone"),
        N_("from Baiju Xiangqi Pu"),
        "4k4/9/3aP3b/p8/9/6n2/2P3p2/4R4/3p1p3/4K4 w",
    ),
)

#: Mates everybody learns by name; Red to move mates at once.
MATES: tuple[tuple[str, str], ...] = (
    (N_("Cannon behind the horse"), "4k4/9/4N4/9/9/1C7/9/9/9/3K5 w"),
    (N_("Double cannon"), "3aka3/9/4C4/9/9/7C1/9/9/9/3K5 w"),
    (N_("Smothered by a cannon"), "3ak4/4a4/9/9/9/C8/9/9/9/5K3 w"),
    (N_("Two rooks in turn"), "4k4/R8/1R7/9/9/9/9/9/9/3K5 w"),
    (N_("Horse in the corner"), "3aka3/9/4P4/1N7/9/9/9/9/9/3K5 w"),
    (N_("Crouching horse"), "3k5/2N6/9/9/9/8R/9/9/9/5K3 w"),
    (N_("Angler's horse"), "4k4/9/6N2/9/9/R8/9/9/9/3K5 w"),
    (N_("Tiger from the side"), "9/5k1N1/9/9/9/R8/9/9/9/3K5 w"),
    (N_("Iron bolt"), "4ka3/4a4/4b4/9/9/3RC4/9/9/9/3K5 w"),
)


@cache
def starts() -> b.Starts:
    """Everything to begin with.

    >>> starts().handicaps[0].name.zh, starts().handicaps[0].fen
    ('让左马', 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1')
    """
    everyone = Board().piece_map().values()
    return b.Starts(
        set="".join(sorted(piece.letter for piece in everyone)),
        start=START_FEN,
        handicaps=[_start(name, _without(squares)) for name, squares in HANDICAPS.items()],
        endings=[_start(name, fen, book) for name, book, fen in ENDINGS],
        mates=[_start(name, fen) for name, fen in MATES],
    )


def _without(squares: str) -> str:
    setup = Setup.start()
    for square in squares.split():
        setup.set_piece_at(parse_square(square), None)
    return setup.fen()


def _start(name: str, fen: str, note: str | None = None) -> b.Start:
    said = None if note is None else o.both(partial(_, note))
    return b.Start(o.both(partial(_, name)), said, Setup(fen).fen())
