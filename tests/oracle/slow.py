"""Xiangqi's moves, written to be obviously right and for no other merit.

It shares nothing with the library: a position is a dict from (file, rank) to a
letter, and a move is legal if, once it is made, no enemy piece could take the
king, a facing king included.
"""

from __future__ import annotations

Point = tuple[int, int]
Board = dict[Point, str]

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def read(fen: str) -> tuple[Board, bool]:
    """The board of a well-formed FEN, and whether Red is to move."""
    placement, turn = fen.split()[:2]
    board: Board = {}
    for rank, row in zip(range(9, -1, -1), placement.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, rank] = letter
                file += 1
    return board, turn == "w"


def write(board: Board, red: bool) -> str:
    """The first two fields of the FEN."""
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(board.get((file, rank), " ") for file in range(9))
        for n in range(9, 0, -1):
            row = row.replace(" " * n, str(n))
        rows.append(row)
    return f"{'/'.join(rows)} {'w' if red else 'b'}"


def on_board(point: Point) -> bool:
    return 0 <= point[0] <= 8 and 0 <= point[1] <= 9


def in_palace(point: Point, red: bool) -> bool:
    return 3 <= point[0] <= 5 and point[1] in ((0, 1, 2) if red else (7, 8, 9))


def at_home(point: Point, red: bool) -> bool:
    return point[1] <= 4 if red else point[1] >= 5


def steps(board: Board, start: Point) -> list[Point]:
    """Where the piece on ``start`` goes by its own way of moving, kings' safety aside."""
    letter = board[start]
    red = letter.isupper()
    x, y = start
    found: list[Point] = []
    match letter.upper():
        case "K":
            found = [(x + a, y + b) for a, b in ORTHOGONAL if in_palace((x + a, y + b), red)]
        case "A":
            found = [(x + a, y + b) for a, b in DIAGONAL if in_palace((x + a, y + b), red)]
        case "B":
            for a, b in DIAGONAL:
                eye, target = (x + a, y + b), (x + 2 * a, y + 2 * b)
                if eye not in board and at_home(target, red):
                    found.append(target)
        case "N":
            for a, b in ORTHOGONAL:
                if (x + a, y + b) not in board:
                    # One step straight past the leg, then one outward to either side.
                    found += [(x + 2 * a + b, y + 2 * b + a), (x + 2 * a - b, y + 2 * b - a)]
        case "R":
            for a, b in ORTHOGONAL:
                point = (x + a, y + b)
                while on_board(point):
                    found.append(point)
                    if point in board:
                        break
                    point = (point[0] + a, point[1] + b)
        case "C":
            for a, b in ORTHOGONAL:
                point = (x + a, y + b)
                while on_board(point) and point not in board:
                    found.append(point)
                    point = (point[0] + a, point[1] + b)
                point = (point[0] + a, point[1] + b)
                while on_board(point) and point not in board:
                    point = (point[0] + a, point[1] + b)
                if on_board(point):
                    found.append(point)
        case "P":
            forward = 1 if red else -1
            found = [(x, y + forward)]
            if not at_home(start, red):
                found += [(x - 1, y), (x + 1, y)]
    return [
        point
        for point in found
        if on_board(point) and (point not in board or board[point].isupper() != red)
    ]


def king_of(board: Board, red: bool) -> Point:
    return next(point for point, letter in board.items() if letter == ("K" if red else "k"))


def kings_face(board: Board) -> bool:
    (x, low), (file, high) = king_of(board, True), king_of(board, False)
    return x == file and not any((x, y) in board for y in range(low + 1, high))


def in_check(board: Board, red: bool) -> bool:
    """Whether the side's king could be taken, the other king counting as a rook at it."""
    king = king_of(board, red)
    return kings_face(board) or any(
        king in steps(board, point)
        for point, letter in list(board.items())
        if letter.isupper() != red
    )


def after(board: Board, start: Point, target: Point) -> Board:
    moved = dict(board)
    moved[target] = moved.pop(start)
    return moved


def legal(board: Board, red: bool) -> list[tuple[Point, Point]]:
    return [
        (start, target)
        for start, letter in board.items()
        if letter.isupper() == red
        for target in steps(board, start)
        if board.get(target, "").upper() != "K" and not in_check(after(board, start, target), red)
    ]


def uci(start: Point, target: Point) -> str:
    return "".join(f"{'abcdefghi'[x]}{y}" for x, y in (start, target))


def legal_uci(fen: str) -> list[str]:
    """The legal moves of a FEN, sorted."""
    return sorted(uci(*move) for move in legal(*read(fen)))


def checked(fen: str) -> bool:
    """Whether the side to move is in check."""
    return in_check(*read(fen))


def perft(board: Board, red: bool, depth: int) -> int:
    """The number of lines of ``depth`` legal moves."""
    if depth == 0:
        return 1
    moves = legal(board, red)
    if depth == 1:
        return len(moves)
    return sum(perft(after(board, *move), not red, depth - 1) for move in moves)
