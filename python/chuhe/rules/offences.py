"""What a player can do wrong at the table, and what it costs him."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from chuhe.i18n import N_, _
from chuhe.rules.outcome import Termination

__all__ = ["Offence", "Penalty"]


class Offence(StrEnum):
    """Something a player does wrong.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     Offence("two_moves").text
    'two moves in a row'
    """

    ILLEGAL_MOVE = "illegal_move"
    """棋子走往不能去的位置: a piece put where it cannot go."""
    TWO_MOVES = "two_moves"
    """多走一步: a move when it was the opponent's turn."""
    TOUCH_CANNOT_MOVE = "touch_cannot_move"
    """触摸己方棋子而不能走该子."""
    TOUCH_CANNOT_TAKE = "touch_cannot_take"
    """触摸对方棋子而不能吃该子."""
    ADJUST_WITHOUT_CONSENT = "adjust_without_consent"
    """未征得同意摆正棋子."""
    FALSE_CLAIM = "false_claim"
    """提出“自然限着”等，经审查不属实."""
    REPEATED_OFFER = "repeated_offer"
    """连续提和."""
    DISTURBING = "disturbing"
    """干扰对方."""
    MISSING_MOVES = "missing_moves"
    """漏记四至七着: four to seven moves missing on the score sheet."""
    MISSING_MANY = "missing_many"
    """漏记八着以上."""
    PHONE_RINGS = "phone_rings"
    """通讯工具发出声响."""
    PHONE_ANSWERED = "phone_answered"
    """接听电话."""
    CLOCK_MISUSE = "clock_misuse"
    """违规按钟: the clock struck hard, or with the other hand."""
    LATE = "late"
    """迟到: later than the book waits."""
    SEALED_WRONG = "sealed_wrong"
    """封棋着法有误."""
    REFUSES_CHANGE = "refuses_change"
    """应当变着而不变."""
    DRAW_WITHOUT_PLAY = "draw_without_play"
    """未经实质对弈而作和."""
    MISCONDUCT = "misconduct"
    """违犯纪律."""

    @property
    def text(self) -> str:
        """Its name in the current language."""
        return _(_OFFENCES[self])

    @property
    def termination(self) -> Termination:
        """How a game ends that is lost by this alone.

        >>> Offence.LATE.termination
        <Termination.ABSENCE: 'absence'>
        """
        return _ENDS_AS.get(self, Termination.DISCIPLINE)


class Penalty(StrEnum):
    """What an offence costs.

    >>> Penalty.TWO_FOULS.fouls
    2
    """

    NONE = "none"
    """不处罚."""
    WARNING = "warning"
    """警告."""
    FOUL = "foul"
    """记技术犯规一次."""
    TWO_FOULS = "two_fouls"
    """记技术犯规两次."""
    LOSS = "loss"
    """判负."""
    BOTH_LOSE = "both_lose"
    """双方判负."""

    @property
    def text(self) -> str:
        """Its name in the current language."""
        return _(_PENALTIES[self])

    @property
    def fouls(self) -> int:
        """How many fouls it puts on the ledger."""
        return {Penalty.FOUL: 1, Penalty.TWO_FOULS: 2}.get(self, 0)


_OFFENCES: Mapping[Offence, str] = {
    Offence.ILLEGAL_MOVE: N_("a piece put where it cannot go"),
    Offence.TWO_MOVES: N_("two moves in a row"),
    Offence.TOUCH_CANNOT_MOVE: N_("touching a piece of one's own that cannot move"),
    Offence.TOUCH_CANNOT_TAKE: N_("touching a piece of the opponent's that cannot be taken"),
    Offence.ADJUST_WITHOUT_CONSENT: N_("adjusting pieces without the opponent's consent"),
    Offence.FALSE_CLAIM: N_("a claim that proves untrue"),
    Offence.REPEATED_OFFER: N_("offering a draw again and again"),
    Offence.DISTURBING: N_("disturbing the opponent"),
    Offence.MISSING_MOVES: N_("four to seven moves missing on the score sheet"),
    Offence.MISSING_MANY: N_("eight or more moves missing on the score sheet"),
    Offence.PHONE_RINGS: N_("a telephone that rings"),
    Offence.PHONE_ANSWERED: N_("answering the telephone"),
    Offence.CLOCK_MISUSE: N_("misuse of the clock"),
    Offence.LATE: N_("coming too late"),
    Offence.SEALED_WRONG: N_("sealing a faulty move"),
    Offence.REFUSES_CHANGE: N_("not changing a forbidden repetition when told to"),
    Offence.DRAW_WITHOUT_PLAY: N_("a draw agreed without a real game"),
    Offence.MISCONDUCT: N_("misconduct"),
}

_PENALTIES: Mapping[Penalty, str] = {
    Penalty.NONE: N_("no penalty"),
    Penalty.WARNING: N_("a warning"),
    Penalty.FOUL: N_("a foul"),
    Penalty.TWO_FOULS: N_("two fouls"),
    Penalty.LOSS: N_("loss of the game"),
    Penalty.BOTH_LOSE: N_("loss of the game for both sides"),
}

_ENDS_AS: Mapping[Offence, Termination] = {
    Offence.ILLEGAL_MOVE: Termination.ILLEGAL_MOVE,
    Offence.TWO_MOVES: Termination.ILLEGAL_MOVE,
    Offence.LATE: Termination.ABSENCE,
    Offence.SEALED_WRONG: Termination.SEALED_MOVE,
    Offence.REFUSES_CHANGE: Termination.MIXED_FORBIDDEN,
}
