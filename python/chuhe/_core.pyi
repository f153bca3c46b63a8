"""The Rust half of Chuhe. Private: use the names of `chuhe` and its modules."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, Self, TypedDict, final, type_check_only

from typing_extensions import disjoint_base

from chuhe.errors import ChuheError, MoveError, NotationError, Problem
from chuhe.pieces import Color, Piece, Role

__version__: str

# Moves and squares

@final
class Move:
    """A move: from one square to another. Whether it is legal is the board's business.

    Equal moves are one object. They sort by where they start.

    Args:
        from_square: where the piece stands, 0 to 89.
        to_square: where it goes.

    Raises:
        ParseError: a number is no square.

    >>> move = Move(25, 22)
    >>> move, move.uci(), move is Move.from_uci("h2e2")
    (Move.from_uci('h2e2'), 'h2e2', True)
    """

    def __new__(cls, from_square: int, to_square: int) -> Move: ...
    @classmethod
    def from_uci(cls, text: str) -> Move:
        """Read a move such as ``h2e2``: files a to i, ranks 0 to 9 from Red's side.

        Raises:
            NotationError: the text is no such move.
        """

    @property
    def from_square(self) -> int:
        """Where the piece stands before the move."""

    @property
    def to_square(self) -> int:
        """Where it goes."""

    def uci(self) -> str:
        """The move as ``h2e2``."""

    def mirror(self) -> Move:
        """The same move seen in a mirror: file a becomes i."""

    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[str]]: ...

def parse_square(name: str) -> int:
    """The square of a name such as ``e0``.

    Raises:
        ParseError: it is no name of a square.
    """

def square_name(square: int) -> str:
    """The name of a square, such as ``e0``.

    >>> square_name(parse_square("i9"))
    'i9'
    """

def square(file: int, rank: int) -> int:
    """The square on a file (0 to 8, a to i) and a rank (0 to 9, from Red's base line).

    Raises:
        ParseError: the board has no such file or rank.
    """

def square_file(square: int) -> int:
    """The file of a square, 0 to 8."""

def square_rank(square: int) -> int:
    """The rank of a square, 0 to 9."""

# Set-ups

@final
class Setup:
    """Pieces anywhere, a side to move, two counters: what a diagram editor holds.

    Args:
        fen: what to lay out; an empty board if left out.

    Raises:
        FenError: the text is no FEN. What its pieces make of the rules does
            not matter here: ask `problems`.

    >>> setup = Setup("4k4/9/9/9/9/9/9/9/9/B3K4 w")
    >>> [problem.code for problem in setup.problems()]
    ['setup.misplaced', 'setup.kings_face']
    """

    def __new__(cls, fen: str | None = None) -> Self: ...
    @staticmethod
    def start() -> Setup:
        """The layout every full game starts from."""

    def fen(self) -> str:
        """The layout as FEN."""

    def problems(self) -> list[Problem]:
        """Every reason why this cannot be played; empty if it can."""

    def barriers(self) -> list[Problem]:
        """Those of the `problems` that forbid even to play this as a diagram.

        A side without its one king, and more pieces than the rules can deal with, are such;
        the others only say that the layout cannot arise: ``Board(fen, strict=False)`` takes it.

        >>> Setup("4k4/9/9/9/9/9/9/9/9/B3K4 w").barriers()
        []
        >>> [problem.code for problem in Setup("9/9/9/9/9/9/9/9/9/B3K4 w").barriers()]
        ['setup.king_missing']
        """

    def position_fen(self) -> str:
        """The FEN, if this can be played.

        Raises:
            SetupError: it cannot; all reasons are given.
        """

    turn: Color
    """The side to move."""
    halfmove_clock: int
    """Plies since the last capture."""
    fullmove_number: int
    """The number of the round, from 1."""

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square."""

    def set_piece_at(self, square: int, piece: Piece | None) -> None:
        """Put a piece on a square, or clear it."""

    def piece_map(self) -> dict[int, Piece]:
        """Square → piece."""

    def mirror(self) -> Setup:
        """The same layout with left and right exchanged."""

    def swap_colors(self) -> Setup:
        """The same layout seen from the other side, colours exchanged."""

    def copy(self) -> Setup:
        """A layout of its own."""

    def __copy__(self) -> Setup: ...
    def __deepcopy__(self, _memo: object) -> Setup: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[object, tuple[str]]: ...

# The board

@final
class LegalMoves:
    """The legal moves of a board as it stood when asked.

    Iterable, with a length, ``in`` and numbers; false if there is no move.

    >>> legal = Board("3k5/9/9/9/9/9/9/9/9/4K4 w").legal_moves
    >>> legal, len(legal), Move.from_uci("e0d0") in legal, legal[0]
    (<LegalMoves: e0f0 e0e1>, 2, False, Move.from_uci('e0f0'))
    """

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, item: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __getitem__(self, index: int, /) -> Move: ...

@disjoint_base
class Board:
    """The Rust half of `chuhe.Board`."""

    def __new__(cls, fen: str | None = None, *, strict: bool = True) -> Self: ...
    def fen(self) -> str:
        """The position as FEN, all six fields."""

    @property
    def start_fen(self) -> str:
        """The position the game started from."""

    def set_fen(self, fen: str, *, strict: bool = True) -> None:
        """Start anew from another position.

        Raises:
            FenError, SetupError: as the constructor does; the board is unchanged.
        """

    def reset(self) -> None:
        """Start anew from the start of a full game."""

    def setup(self) -> Setup:
        """The position as a layout that may be changed at will."""

    @property
    def turn(self) -> Color:
        """The side to move."""

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture."""

    @property
    def fullmove_number(self) -> int:
        """The number of the round, from 1; it grows after Black's move."""

    @property
    def ply(self) -> int:
        """The number of moves played on this board."""

    @property
    def key(self) -> int:
        """A number of 64 bits for the pieces and the side to move; the same in every run."""

    @property
    def move_stack(self) -> list[Move]:
        """The moves played, as a list of your own."""

    def repetitions(self) -> int:
        """How often this position has stood on the board, now included.

        >>> board = Board()
        >>> for text in ["h0g2", "h9g7", "g2h0", "g7h9"]:
        ...     _ = board.push_uci(text)
        >>> board.repetitions()
        2
        """

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves as the board stands now."""

    def captures(self) -> LegalMoves:
        """The legal moves that take a piece."""

    def dests(self) -> dict[str, list[str]]:
        """Legal targets by starting square, by name: what a board on a page needs.

        >>> Board("3k5/9/9/9/9/9/9/9/9/4K4 w").dests()
        {'e0': ['f0', 'e1']}
        """

    def is_legal(self, move: Move) -> bool:
        """Whether a move can be played."""

    def why_illegal(self, move: Move) -> Problem | None:
        """Why a move cannot be played; None if it can.

        >>> why = Board().why_illegal(Move.from_uci("b0d1"))
        >>> why.code, why.facts
        ('illegal.leg_blocked', {'square': 'c0'})
        """

    def push(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMoveError: it cannot be played, and why; the board is unchanged.
        """

    def push_uci(self, text: str) -> Move:
        """Play a move such as ``h2e2``, and return it.

        Raises:
            NotationError: the text is no such move.
            IllegalMoveError: it cannot be played, and why; the board is unchanged.
        """

    def parse_uci(self, text: str) -> Move:
        """The legal move of a text such as ``h2e2``.

        Raises:
            NotationError: the text is no such move.
            IllegalMoveError: it cannot be played, and why.
        """

    def pop(self) -> Move:
        """Take back the last move, and return it.

        Raises:
            IndexError: no move was played.
        """

    def peek(self) -> Move:
        """The last move.

        Raises:
            IndexError: no move was played.
        """

    def is_capture(self, move: Move) -> bool:
        """Whether a move takes a piece."""

    def gives_check(self, move: Move) -> bool:
        """Whether a legal move attacks the other king, directly or by discovery.

        Raises:
            IllegalMoveError: it cannot be played, and why.

        >>> Board("4k4/9/9/9/9/9/9/9/9/3K4R w").gives_check(Move.from_uci("i0i9"))
        True
        """

    def is_check(self) -> bool:
        """Whether the side to move is in check."""

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated 将死."""

    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check 困毙; it has lost."""

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a side has no rook, horse, cannon or pawn left, and so cannot win on the board."""

    def is_insufficient_material(self) -> bool:
        """Whether neither side has a rook, horse, cannon or pawn left."""

    def checkers(self) -> list[int]:
        """The squares of the pieces that give check."""

    def attackers(self, color: Color, square: int) -> list[int]:
        """The squares of a side's pieces that attack a square, pinned ones included.

        The kings attack each other along an open file.

        >>> [square_name(square) for square in Board().attackers(RED, parse_square("e2"))]
        ['c0', 'g0']
        """

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square."""

    def piece_map(self) -> dict[int, Piece]:
        """Square → piece."""

    def pieces(self, role: Role, color: Color) -> list[int]:
        """The squares of a side's pieces of a kind."""

    def king(self, color: Color) -> int:
        """The square of a side's king."""

    def copy(self, *, stack: bool = True) -> Self:
        """A board of its own, with the moves played unless ``stack`` is false."""

    def mirror(self) -> Self:
        """The position with left and right exchanged, on a new board without moves."""

    def swap_colors(self) -> Self:
        """The position seen from the other side, colours exchanged, on a new board."""

    def perft(self, depth: int) -> int:
        """The number of lines of ``depth`` legal moves. Other threads run meanwhile."""

    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getstate__(self) -> tuple[str, str]: ...
    def __setstate__(self, state: tuple[str, str]) -> None: ...

def perft(fen: str, depth: int) -> int:
    """The number of lines of ``depth`` legal moves from a FEN. Other threads run meanwhile.

    Raises:
        FenError, SetupError: the FEN gives no position.
        ParseError: the depth is above 100; no such count ends.

    >>> perft(Board().fen(), 3)
    79666
    """

def legal_moves_batch(boards: Iterable[str | Board]) -> list[list[Move]]:
    """The legal moves of many positions, found on all cores while other threads run.

    Args:
        boards: FENs or boards.

    Raises:
        FenError, SetupError: a FEN gives no position.

    >>> [len(moves) for moves in legal_moves_batch([Board(), "3k5/9/9/9/9/9/9/9/9/4K4 w"])]
    [44, 2]
    """

def perft_batch(boards: Iterable[str | Board], depth: int) -> list[int]:
    """The perft of many positions, counted on all cores while other threads run.

    Raises:
        FenError, SetupError: a FEN gives no position.
    """

# Rule books and rulings

@final
class Rules:
    """A rule book, as far as the board alone can decide: see `chuhe.rules.RuleSet`."""

    def __new__(
        cls,
        *,
        occurrences: int,
        repetition: str,
        natural_limit: int | None,
        counted_checks: int | None,
        limit_automatic: bool,
        dead_position: bool,
    ) -> Self:
        """
        Raises:
            ParseError: no policy has the name ``repetition``.
        """

def repetition_policy(name: str) -> dict[str, Any]:
    """A policy of repetition as data.

    ``look`` is ``checks``, ``captures`` or ``play``; ``faults`` the breaches, each with the
    ``kinds`` of which every ply of a side is; ``check_series`` the most checks in a row by one,
    two and more pieces, or None.

    Raises:
        ParseError: no policy has this name.

    >>> [fault["kinds"] for fault in repetition_policy("engine")["faults"]]
    [['check'], ['chase']]
    """

@final
class Judgement:
    """The end of a game as the board shows it, with its evidence."""

    @property
    def winner(self) -> Color | None:
        """None is a draw."""

    @property
    def termination(self) -> str:
        """A value of `chuhe.Termination`."""

    @property
    def cycle(self) -> tuple[int, int] | None:
        """The first and last ply of the repetition judged, counted from 1."""

    @property
    def evidence(self) -> list[tuple[int, str]]:
        """What each ply of the cycle did: ``check``, ``kill``, ``chase``, ``exchange``, ``offer``,
        ``block``, ``follow`` or ``idle``.
        """

    @property
    def acts(
        self,
    ) -> list[tuple[int, str, bool, list[tuple[str, str, str, str, str, str | None, str]]]]:
        """Each ply of the cycle: its number, its class as in `evidence`, whether a search for it
        was cut short, and the attacks that make it what it is.

        An attack: square and letter of the attacker, of the target, why it counts or does not,
        the guard that this is about (it cannot take back, or it would), and the first move of
        what is threatened. Why: ``rootless``, ``false_root_pinned``, ``false_root_king``,
        ``false_root_check``, ``false_root_screen``, ``false_root``, ``stronger``, ``joint``,
        ``through_checks``, ``mate``, ``rooted`` or ``mutual``. One attacker and target are named
        once for each guard; of a joint attack each attacker is, the one that takes first.
        """

    @property
    def occurrences(self) -> list[int]:
        """The plies after which the repeated position stood, from the first one judged on."""

    @property
    def faults(self) -> tuple[str | None, str | None]:
        """The clause each side is at fault with, Red first."""

    @property
    def undecided(self) -> bool:
        """Whether a search was cut short, so that nobody is held at fault for want of proof."""

    @property
    def claimable(self) -> bool:
        """Whether it takes a player's claim: the game has not ended by itself."""

@final
class Warning:
    """Somebody is about to lose by repetition."""

    @property
    def loser(self) -> Color:
        """Who has to change."""

    @property
    def judgement(self) -> Judgement:
        """What the ruling would be."""

    @property
    def fatal_moves(self) -> list[Move]:
        """Moves of the side to move by which it would lose, at once or as soon as the other side
        repeats its part.
        """

    @property
    def ways_out(self) -> list[Move]:
        """The other moves, if the side to move has to change; else none."""

def warning(board: Board, rules: Rules) -> Warning | None:
    """Whether somebody is about to lose by repetition; None if not, or if the game has ended."""

def judge(board: Board, rules: Rules, claim: bool = False) -> Judgement | None:
    """How a board stands under a rule book; ends that take a claim only if it is made."""

def judge_batch(
    games: Iterable[tuple[str | None, list[str]]], rules: Rules, warn: bool = False
) -> list[
    tuple[
        int,
        list[Problem],
        Problem | None,
        list[tuple[int, Judgement]],
        Judgement | None,
        Warning | None,
    ]
]:
    """Whole games judged at once, on all cores.

    Args:
        games: each a FEN, or None for the start of a full game, and moves as UCI.
        warn: whether to say what is about to be lost at the last ply.

    Returns:
        For each: the number of legal plies; the problems of the start position;
        that of the move after the legal ones, if there is one; the ends found
        with their plies: the first that comes by itself, and before it those a
        player could have claimed; what stands at the last ply besides: a
        claim, or mate, stalemate or a dead position of a game played on after
        its end; and the warning that is due there, if asked for.
    """

# Notation: see `chuhe.notation`

def parse_move(board: Board, text: str, hint: str | None = None) -> Move:
    """The legal move that a text means, in any notation.

    Raises:
        NotationError, IllegalMoveError, AmbiguousMoveError: it means none.
    """

def read_move(board: Board, text: str, hint: str | None = None) -> tuple[Move, list[Move]]:
    """As `parse_move`, with the other legal moves the text might have meant."""

def write_move(board: Board, move: Move, style: str) -> str:
    """A legal move in a style of `style_names`.

    Raises:
        IllegalMoveError: it cannot be played here.
        ValueError: there is no such style.
    """

def write_all(board: Board, move: Move) -> dict[str, str]:
    """A legal move in every style: name of the style → text."""

def parse_batch(
    lines: Iterable[tuple[str | Board | None, Sequence[str]]], hint: str | None = None
) -> list[tuple[list[Move], MoveError | NotationError | None]]:
    """Many lines read on all cores: for each its moves and the error that ended it."""

def write_batch(
    lines: Iterable[tuple[str | Board | None, Sequence[Move]]], style: str
) -> list[list[str]]:
    """Many lines of moves written on all cores.

    Raises:
        IllegalMoveError: a move of a line cannot be played.
    """

def style_names() -> list[str]:
    """The names of all styles of notation."""

# The engine: see `chuhe.engines`

@type_check_only
class SearchLine(TypedDict):
    """A line that a search found. Exactly one of ``cp`` and ``mate`` is set."""

    depth: int
    seldepth: int
    line: int
    cp: int | None
    mate: int | None
    nodes: int
    time: float
    pv: list[str]

@type_check_only
class SearchResult(TypedDict):
    """How a search ended."""

    best: str | None
    ponder: str | None
    lines: list[SearchLine]
    nodes: int
    time: float

@type_check_only
class IsSet(Protocol):
    """What can be asked whether it is set."""

    def is_set(self) -> bool: ...

@final
class Engine:
    """The built-in engine with its memory. Calls from several threads wait for each other.

    Args:
        hash_mb: memory for positions looked at.
        threads: threads of one search.
    """

    def __new__(cls, hash_mb: int = 16, threads: int = 1) -> Self: ...
    def new_game(self) -> None:
        """Forget what was learned."""

    def search(
        self,
        fen: str,
        moves: list[str],
        *,
        depth: int | None = None,
        nodes: int | None = None,
        move_time: float | None = None,
        clock: tuple[float, float, int | None] | None = None,
        mate: int | None = None,
        only: list[str] = ...,
        lines: int = 1,
        level: int = 10,
        seed: int = 0,
        repetition: str = "axf",
        occurrences: int = 3,
        natural_limit: int | None = ...,
        stop: IsSet | None = None,
        on_info: Callable[[SearchLine], object] | None = None,
    ) -> SearchResult:
        """Search the position reached from a FEN by moves, without Python's lock.

        Args:
            repetition: the policy of repetition 棋例 played by, see `repetition_policy`.
            occurrences: which occurrence of a position decides under it.
            natural_limit: rounds without a capture after which the game is drawn.

        Raises:
            FenError, SetupError, NotationError, IllegalMoveError: there is no such position.
            ParseError: no policy has the name ``repetition``.
        """

def run_uci() -> None:
    """Speak UCI or UCCI on the standard input and output of the process until told to quit."""

def engine_bench(tell: Callable[[str], object]) -> None:
    """Do the engine's fixed work; tell what it took, line by line."""

# Records

@final
class Record:
    """A game by node numbers; `chuhe.game` gives it a face.

    Args:
        fen: where it starts; a layout that cannot be played is taken too.

    Raises:
        FenError: the text is no FEN.
    """

    def __new__(cls, fen: str | None = None) -> Record: ...
    def copy(self) -> Record: ...
    def headers(self) -> list[tuple[str, str]]: ...
    def header(self, name: str) -> str | None: ...
    def set_header(self, name: str, value: str) -> None: ...
    def remove_header(self, name: str) -> bool: ...
    @property
    def result(self) -> str: ...
    def set_result(self, text: str) -> bool:
        """False, and nothing changed, if the text is no result."""

    def problems(self) -> list[tuple[str, dict[str, object], int | None, int, int]]:
        """Code, facts, ply, line and byte of each."""

    @property
    def offset(self) -> int: ...
    @property
    def line_number(self) -> int: ...
    @property
    def format(self) -> str | None: ...
    @property
    def encoding(self) -> str: ...
    @property
    def start_fen(self) -> str: ...
    @property
    def is_playable(self) -> bool: ...
    def walk(self) -> list[int]: ...
    def count_variations(self) -> int: ...
    def count_comments(self) -> int: ...
    def count_unread(self) -> int: ...
    def keys(self, variations: bool = False) -> list[int]:
        """`position_key` of the start and after each move of the main line.

        With variations, of all nodes in the order of `walk`.
        """

    def materials(self) -> list[str]:
        """The pieces on the board as the game goes on, each set once, as `material_of` has them."""

    def fingerprint(self) -> bytes:
        """Sixteen bytes that stand for start and moves of the main line, and nothing else.

        FNV-1a of 128 bits, highest byte first, over the `position_key` of the start, eight bytes
        from the lowest, and two bytes a move: the squares it leaves and reaches, 9 × rank + file.
        """

    def move(self, id: int) -> Move | None: ...
    def parent(self, id: int) -> int | None: ...
    def children(self, id: int) -> list[int]: ...
    def next(self, id: int) -> int | None: ...
    def line(self, id: int) -> list[int]: ...
    def line_moves(self, id: int) -> list[Move]: ...
    def line_uci(self, id: int) -> list[str]: ...
    def line_text(self, id: int, style: str) -> list[str]: ...
    def path(self, id: int) -> list[int]: ...
    def path_moves(self, id: int) -> list[Move]: ...
    def ply(self, id: int) -> int: ...
    def index(self, id: int) -> int: ...
    def is_attached(self, id: int) -> bool: ...
    def fen(self, id: int) -> str: ...
    def text(self, id: int, style: str) -> str: ...
    def add_line(self, id: int, moves: Sequence[Move]) -> int: ...
    def remove(self, id: int) -> bool: ...
    def move_to(self, id: int, index: int) -> None: ...
    def comment(self, id: int) -> str: ...
    def set_comment(self, id: int, text: str) -> None: ...
    def before(self, id: int) -> str: ...
    def set_before(self, id: int, text: str) -> None: ...
    def unread(self, id: int) -> list[tuple[str, int, str]]: ...
    def unread_text(self, id: int) -> str: ...
    def nags(self, id: int) -> list[int]: ...
    def set_nags(self, id: int, nags: Sequence[int]) -> None: ...
    def times(self, id: int) -> tuple[int | None, int | None]: ...
    def set_times(self, id: int, clock: int | None, elapsed: int | None) -> None: ...
    def eval(self, id: int) -> tuple[int, bool, int | None] | None: ...
    def set_eval(self, id: int, eval: tuple[int, bool, int | None] | None) -> None: ...
    def same_tree(self, other: Record) -> bool: ...
    def write(self, format: str, style: str) -> tuple[str, list[tuple[str, dict[str, object]]]]:
        """The text and what it could not hold."""

    def __eq__(self, other: object, /) -> bool: ...

@final
class RecordReader:
    """The records of a file, one at a time.

    Args:
        source: a path, bytes, or an object with ``read(n) -> bytes``.
        format: found out from the content if left out.
        encoding: likewise, for each game.

    Raises:
        OSError: the file cannot be read.
        RecordError: there is no such format.
        ValueError: there is no such encoding.
    """

    def __new__(
        cls, source: object, format: str | None = None, encoding: str | None = None
    ) -> RecordReader: ...
    @property
    def format(self) -> str:
        """Raises RecordError if nothing of a record shows."""

    def __iter__(self) -> RecordReader: ...
    def __next__(self) -> Record: ...

def read_many(
    paths: Sequence[str | os.PathLike[str]],
) -> list[list[Record] | ChuheError | OSError]:
    """The records of many files, read on all cores."""

def write_file(
    format: str,
    records: Sequence[Record],
    version: int = 0,
    seed: int | None = None,
    encoding: str = "utf-8",
) -> tuple[bytes, list[tuple[str, dict[str, object], int]]] | None:
    """Records as a file, and what it could not hold: code, facts, number of the record.

    None if the format is not written in that version (0 is the usual one), or holds one
    record and was given others. From ``seed`` come the keys of an XQF that has some;
    ``encoding`` is of files of text.
    """

def sniff(head: bytes, length: int | None = None) -> str | None:
    """The format of a file by its first bytes and its length."""

def format_names() -> list[str]:
    """All formats known, read here or not."""

def encode_text(text: str, encoding: str) -> tuple[bytes, list[tuple[str, dict[str, object]]]]:
    """Text in an encoding, and what that could not say."""

# What a library indexes

def position_key(fen: str) -> int:
    """A number of 64 bits for the pieces and the side to move; part of files, so it never changes.

    It is the exclusive or of ``mix(1 + 90 * piece + square)`` for every piece, and of
    ``mix(0x5EED0000)`` if Black is to move. Pieces are numbered in the order K A B N R C P, Red's
    from 0, Black's from 7; squares are 9 × rank + file from Red's lower left corner, a0. ``mix(n)``
    is one step of splitmix64, in 64 bits: ``z = n * 0x9E3779B97F4A7C15``,
    ``z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9``, ``z = (z ^ z >> 27) * 0x94D049BB133111EB``,
    ``z ^ z >> 31``.

    Raises:
        FenError: the text is no FEN.

    >>> hex(position_key("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"))
    '0x66914eb712139aaa'
    """

def material_of(fen: str) -> str:
    """The pieces of a position, Red's before the slash, in the order K A B N R C P.

    Raises:
        FenError: the text is no FEN.

    >>> material_of("3k5/4P4/9/9/9/9/9/9/9/R3K4 w")
    'KRP/k'
    """

def unpack_record(fen: str | None, moves: bytes) -> Record:
    """A game by its start and the moves as `IndexBatch.add` packs them.

    Raises:
        FenError: the start is no FEN.
        IllegalMoveError: a move is not legal.
        ValueError: the bytes are not moves, or the start cannot be played.
    """

def move_number(text: str) -> int:
    """The number of a move in an index: from + 128 × to, squares as in `position_key`.

    Raises:
        ValueError: it is no move.

    >>> move_number("h2e2"), move_of_number(2841)
    (2841, 'h2e2')
    """

def move_of_number(number: int) -> str:
    """The move that has a number in an index.

    Raises:
        ValueError: none has.
    """

@final
class IndexBatch:
    """Games on their way into an index, worked on on all cores."""

    def __new__(cls) -> IndexBatch: ...
    def add(
        self,
        first: int,
        records: Sequence[Record],
        ratings: Sequence[int],
        dates: Sequence[int],
    ) -> list[tuple[bytes, bytes, list[tuple[str, int]], bool, str]]:
        """Add games, numbered upwards from ``first``.

        Args:
            first: the number of the first.
            records: the games.
            ratings: of the players, 0 where not known.
            dates: as 20250131, 0 where not known.

        Returns:
            Of each the moves, two bytes each, the lower one first; the fingerprint; the materials
            and the ply of each; whether there is more on the tree than these moves; all comments,
            a line each.

        Raises:
            ValueError: not as many ratings or dates as records.
            OverflowError: numbers of games have 32 bits.
        """

    def __len__(self) -> int:
        """How many rows there are."""

    def rows(self, start: int, most: int) -> list[tuple[int, int, int, int]]:
        """Rows of the index: signed key, game, move or 0, ply; sorted so."""

    def asides(self) -> list[tuple[int, int, int]]:
        """Positions that a game has in variations only: signed key, game, ply; sorted so."""

    def sums(
        self, least: int, keys: set[int]
    ) -> list[tuple[int, int, int, int, int, int, int, int, int]]:
        """What happened at positions with at least so many games, or with one of the keys.

        Signed key, move (-1 for all of them), games, won by Red, drawn, won by Black, games with
        a rating, their ratings, latest date.
        """

# Chinese checkers

TIAOQI_LEVELS: int

@final
class TiaoqiGame:
    """A game of 跳棋 under way; see `chuhe.tiaoqi.Position`."""

    def __new__(cls, players: int, pieces: int, rules: dict[str, Any]) -> TiaoqiGame: ...
    @staticmethod
    def from_layout(
        rows: str,
        points: Sequence[str],
        pieces: int,
        turn: int,
        rounds: Sequence[int],
        rules: dict[str, Any],
    ) -> TiaoqiGame:
        """A game from a layout; what went before it is not known.

        Raises:
            ParseError: ``tiaoqi.rows``, ``tiaoqi.row``, ``tiaoqi.piece``, ``tiaoqi.setup``.
        """

    def copy(self) -> TiaoqiGame:
        """The same game once more."""

    def play(self, text: str) -> None:
        """Play a move such as ``d1e5``.

        Raises:
            ParseError, MoveError: it is no move, or cannot be played.
        """

    def pass_turn(self) -> None:
        """Pass.

        Raises:
            MoveError: the rules do not allow it.
        """

    def retire(self, seat: int, cause: str) -> None:
        """Take a seat out of the game: ``resigned`` or ``time``.

        Raises:
            MoveError: it is done, or the game is.
        """

    def legal(self) -> dict[str, list[str]]:
        """Cell → cells where the piece on it may go."""

    def path(self, text: str) -> list[str]:
        """The cells that a move touches.

        Raises:
            ParseError, MoveError: it is no move, or the piece cannot go there.
        """

    @property
    def turn(self) -> int:
        """The seat to move."""

    @property
    def ply(self) -> int:
        """Moves made."""

    @property
    def points(self) -> list[str]:
        """The points of the seats in the order of play."""

    @property
    def camp(self) -> int:
        """Cells of a camp: 10 or 15."""

    @property
    def rows(self) -> str:
        """The pieces, row by row."""

    def seat(self, seat: int) -> dict[str, Any]:
        """What is known of a seat."""

    @property
    def end(self) -> dict[str, Any] | None:
        """How the game ended."""

    def think(
        self,
        *,
        level: int = 6,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        stop: Any = None,
    ) -> dict[str, Any]:
        """Choose a move."""

def tiaoqi_perft(players: int, pieces: int, hop: str, stop: str, depth: int) -> int:
    """Move sequences from the start, by the hop and stop rules alone.

    Raises:
        ParseError: ``tiaoqi.rule``, ``tiaoqi.setup``.

    >>> tiaoqi_perft(2, 10, "adjacent", "free", 3)
    4760
    """

def tiaoqi_moves(rows: str, pieces: int, seat: str, hop: str, stop: str) -> list[tuple[int, int]]:
    """The moves of a seat as pairs of cell numbers, by the hop and stop rules alone.

    Raises:
        ParseError: as `TiaoqiGame.from_layout`; ``tiaoqi.rule``.
    """
