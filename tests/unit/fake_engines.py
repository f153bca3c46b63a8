"""Small programs that play Xiangqi, each with a habit, good or bad.

They know no rules: what they play next they are told on their command line or play from a list, so
that tests do not depend on a search.
"""

import sys
import textwrap
from pathlib import Path

#: A UCI program that plays the first legal move our board knows of, until its habit shows.
UCI = """
import sys, time
sys.path[:0] = PATHS
from chuhe import Board

def say(text):
    print(text, flush=True)

board, searches = Board(), 0
def choose():
    moves = sorted(move.uci() for move in board.legal_moves)
    return moves[(len(board.move_stack) * 7 + SEED) % len(moves)]

def answer(score=0):
    say(f"info depth 3 score cp {score} nodes 50 pv {choose()}")
    say(f"bestmove {choose()}")

def habit(words):
    answer()

HABIT
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        say("id name Fake")
        say("option name Hash type spin default 16 min 1 max 64")
        say("uciok")
    elif words[0] == "ucci":
        break
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
        fen = " ".join(words[2:words.index("moves")] if moves else words[2:])
        board = Board() if words[1] == "startpos" else Board(fen)
        for move in moves:
            board.push_uci(move)
    elif words[0] == "go":
        if not board.move_stack and "3rrk3" in board.fen():
            answer()
        else:
            searches += 1
            habit(words)
    elif words[0] == "quit":
        break
"""

#: An xboard program that keeps its own board and plays the first legal move.
XBOARD = """
import sys, time
sys.path[:0] = PATHS
from chuhe import Board
board, force, slow, log = Board(), False, SLOW, LOG
def say(text):
    print(text, flush=True)
def move():
    chosen = sorted(m.uci() for m in board.legal_moves)[0]
    board.push_uci(chosen)
    say(f"4 25 10 900 {chosen}")
    say(f"move {chosen}")
thinking = False
for line in sys.stdin:
    if log:
        open(log, "a").write(line)
    words = line.split()
    if words[0] == "protover":
        say('feature ping=1 setboard=1 myname="Old Fake" done=1')
    elif words[0] in ("uci", "ucci"):
        say(f"Error (unknown command): {words[0]}")
    elif words[0] == "new":
        board, force = Board(), False
    elif words[0] == "setboard":
        board = Board(line.split(None, 1)[1].strip())
    elif words[0] == "force":
        force = True
    elif words[0] == "go":
        force = False
        thinking = slow
        if not slow:
            move()
    elif words[0] == "?" and thinking:
        thinking = False
        move()
    elif words[0] == "quit":
        break
    elif len(words[0]) == 4 and words[0][1].isdigit() and words[0][3].isdigit():
        board.push_uci(words[0])
        if not force:
            move()
"""


def write(folder: Path, name: str, habit: str = "", seed: int = 0) -> str:
    """A UCI program with a habit; its command."""
    return _write(folder, name, UCI.replace("SEED", str(seed)), habit)


def write_xboard(folder: Path, name: str, *, slow: bool = False, log: Path | None = None) -> str:
    """An xboard program, which if slow waits until it is told to move."""
    source = XBOARD.replace("SLOW", str(slow)).replace("LOG", repr(str(log) if log else ""))
    return _write(folder, name, source, "")


def _write(folder: Path, name: str, source: str, habit: str) -> str:
    path = folder / f"{name}.py"
    source = source.replace("PATHS", repr(sys.path)).replace("HABIT", textwrap.dedent(habit))
    path.write_text(source, encoding="utf-8")
    return f"{sys.executable} -u {path}"


#: Ponders: what it heard is in a file; it answers a ponder search only when it is told to.
PONDERING = """
    import select
    heard = []
    def note(word):
        open(LOG, "a").write(word + "\\n")
    def habit(words):
        if "ponder" not in words:
            note("go")
            say(f"info depth 3 score cp 10 nodes 50 pv {choose()}")
            mine = choose()
            board.push_uci(mine)
            say(f"bestmove {mine} ponder {choose()}")
            return
        note("ponder")
        ON_PONDER
        line = sys.stdin.readline().strip()
        note(line)
        say(f"bestmove {choose()}")
"""


def write_pondering(folder: Path, name: str, log: Path, on_ponder: str = "pass") -> str:
    """A UCI program that expects a reply and ponders on it, telling ``log`` of what it is told."""
    habit = textwrap.dedent(PONDERING).replace("LOG", repr(str(log)))
    return write(folder, name, habit.replace("ON_PONDER", on_ponder))
