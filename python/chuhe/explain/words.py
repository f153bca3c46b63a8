"""The arbiter's words: sides, pieces, the nature of a ply, why an attack counts.

>>> from chuhe.i18n import use_language
>>> from chuhe.pieces import BLACK, Piece, Role
>>> cannon = Piece(Role.CANNON, BLACK)
>>> with use_language("zh-Hans"):
...     piece_words({49: cannon}, 49), act_words("chase"), why_words("rootless")
('5路炮', '捉', '可吃而无根')
>>> with use_language("en"):
...     piece_words({49: cannon}, 49), act_words("chase"), why_words("rootless")
('cannon on e5', 'chase', 'nobody can take back')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chuhe._core import square_file, square_name, square_rank
from chuhe.i18n import N_, _, language
from chuhe.pieces import RED, Color, Piece, Role

__all__ = [
    "act_words",
    "and_words",
    "is_chinese",
    "kind_words",
    "piece_words",
    "result_words",
    "run_on",
    "side",
    "why_words",
]

_ACTS = {
    "check": N_("check"),
    "kill": N_("threat of mate"),
    "chase": N_("chase"),
    "exchange": N_("exchange offered"),
    "offer": N_("piece offered"),
    "block": N_("block"),
    "follow": N_("follow"),
    "idle": N_("idle"),
}

#: Why an attack counts, or does not; with the guard that the core names, where it names one.
_WHY = {
    "check": N_("check"),
    "rootless": N_("nobody can take back"),
    "false_root": N_("what guards it cannot legally take back: a false root"),
    "false_root_pinned": N_("what guards it is pinned and cannot take back: a false root"),
    "false_root_king": N_("taking back would leave the own king in check: a false root"),
    "false_root_check": N_("the capture gives check, so nobody can take back: a false root"),
    "false_root_screen": N_("the capture takes away the guard's screen: a false root"),
    "joint": N_("several pieces together win material"),
    "through_checks": N_("it is won at the end of a series of checks"),
    "mate": N_("mate is threatened"),
    "rooted": N_("it has a true root: no chase"),
    "mutual": N_("the same kind, each able to take the other: no chase"),
}

_WHY_WITH_GUARD = {
    "false_root": N_("guarded by the {guard}, which cannot legally take back: a false root"),
    "false_root_pinned": N_(
        "guarded by the {guard}, but pinned and unable to take back: a false root"
    ),
    "false_root_king": N_(
        "guarded by the {guard}, but taking back would leave the own king in check: a false root"
    ),
    "false_root_face": N_(
        "guarded by the {guard}, but taking back would make the kings face each other: a false root"
    ),
    "false_root_step": N_(
        "guarded by the {guard}, which may not step into check to take back: a false root"
    ),
    "false_root_check": N_(
        "guarded by the {guard}, but the capture gives check, which taking back does not answer: "
        "a false root"
    ),
    "false_root_screen": N_(
        "guarded by the {guard}, but the capture takes the screen away: a false root"
    ),
    "rooted": N_("guarded by the {guard}, a true root: no chase"),
}

_STRONGER = N_("{by} against {target}: this counts even if it is guarded")

_RESULTS = {
    "1-0": N_("Red wins"),
    "0-1": N_("Black wins"),
    "1/2-1/2": N_("draw"),
    "0-0": N_("both sides lose"),
    "*": N_("no result"),
}

_CHINESE = {True: "帅仕相马车炮兵", False: "将士象马车炮卒"}
_NUMERALS = "一二三四五六七八九"
_KINDS = {
    Role.KING: N_("king"),
    Role.ADVISOR: N_("advisor"),
    Role.ELEPHANT: N_("elephant"),
    Role.HORSE: N_("horse"),
    Role.ROOK: N_("rook"),
    Role.CANNON: N_("cannon"),
    Role.PAWN: N_("pawn"),
}


def is_chinese() -> bool:
    """Whether the current language is a Chinese one, and so are the names of moves and pieces."""
    return language().startswith("zh")


def side(color: Color) -> str:
    """A side as it is named in a sentence: Red, 红方."""
    return _("Red") if color is RED else _("Black")


def result_words(result: str) -> str:
    """A result string in words.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     result_words("0-1")
    'Black wins'
    """
    return _(_RESULTS.get(result, result))


def act_words(act: str) -> str:
    """The nature of a ply: 将, 杀, 捉 …"""
    return _(_ACTS[act])


def kind_words(piece: Piece) -> str:
    """The kind of a piece: 车, 卒, rook.

    >>> from chuhe.i18n import use_language
    >>> with use_language("zh-Hans"):
    ...     kind_words(Piece(Role.ELEPHANT, RED))
    '相'
    """
    if is_chinese():
        return _CHINESE[piece.color is RED][list(Role).index(piece.role)]
    return _(_KINDS[piece.role])


def piece_words(pieces: Mapping[int, Piece], square: int) -> str:
    """A piece on the board, so that a reader finds it.

    In Chinese by its file as its owner counts (五路炮, 5路炮), and 前 or 后 where two of a
    kind stand on one; in English by its square.

    Args:
        pieces: square → piece.
        square: where it stands.

    >>> from chuhe.i18n import use_language
    >>> rook = Piece(Role.ROOK, RED)
    >>> with use_language("zh-Hans"):
    ...     piece_words({0: rook, 27: rook}, 27), piece_words({8: rook}, 8)
    ('九路前车', '一路车')
    """
    piece = pieces[square]
    if not is_chinese():
        return _("{kind} on {square}", kind=kind_words(piece), square=square_name(square))
    file = square_file(square)
    number = _NUMERALS[8 - file] if piece.color is RED else str(file + 1)
    alike = sorted(
        (s for s, other in pieces.items() if other == piece and square_file(s) == file),
        key=square_rank,
        reverse=piece.color is RED,
    )
    place = ""
    if len(alike) == 2:
        place = "前后"[alike.index(square)]
    elif len(alike) > 2:
        place = _NUMERALS[alike.index(square)]
    if piece.role is Role.KING:
        return kind_words(piece)
    return f"{number}路{place}{kind_words(piece)}"


def why_words(
    why: str, guard: str | None = None, *, by: str | None = None, target: str | None = None
) -> str:
    """Why an attack counts or does not.

    Args:
        why: the code of the core, such as ``rootless``.
        guard: the guard in words, where there is one to name.
        by: the kind of the attacker, for ``stronger``.
        target: the kind of what is attacked, for ``stronger``.
    """
    if why == "stronger":
        return _(_STRONGER, by=by or "", target=target or "")
    if guard is not None and why in _WHY_WITH_GUARD:
        return _(_WHY_WITH_GUARD[why], guard=guard)
    return _(_WHY[why])


def and_words(words: Sequence[str]) -> str:
    """Several things in one sentence: ``a, b and c``, ``a、b、c``.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     and_words(["a", "b", "c"])
    'a, b and c'
    """
    if is_chinese() or len(words) < 2:
        return "、".join(words)
    return _("{most} and {last}", most=", ".join(words[:-1]), last=words[-1])


def run_on(sentences: Sequence[str]) -> str:
    """Sentences one after another, as the language parts them."""
    return ("" if is_chinese() else " ").join(sentences)
