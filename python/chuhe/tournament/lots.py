"""Lots by playing cards, from a recorded seed, that anybody can draw again.

The custom (number 7 of the club rules the project began with): two sets of the
numbers 1 to k, one red and one black, and a king if somebody is left over.
Equal numbers meet, the red card moves first, the king has a bye of the round.
Thirteen players draw from 1–6 twice and a K, seven go on; then 1–3 twice and a
K, four go on; then 1, 2 twice; then the final.

>>> cards = draw(7, "spring cup")
>>> print(*(f"{drawn.player}:{drawn.card}" for drawn in cards.drawn))
1:♥3 2:♥2 3:♠3 4:♠2 5:♥1 6:K 7:♠1
>>> cards.pairs, cards.bye
(((1, 5, 7), (2, 2, 4), (3, 1, 3)), 6)
>>> course(13)
(13, 7, 4, 2)

**The algorithm, ``chuhe-lots/1``.**  What follows is all there is to it; no
random number of Python or of the machine takes part.

1. The *stream* of a seed and a purpose is the sequence of blocks
   ``SHA-256(UTF-8("chuhe-lots/1|" + purpose + "|" + block + "|" + seed))`` for
   block = 0, 1, 2 … in decimal; each block gives four numbers of eight bytes,
   the most significant byte first.  A seed that is a number stands in decimal.
2. *A number below n*: take the next number of the stream; if it is not below
   2⁶⁴ − (2⁶⁴ mod n), take the next one; the answer is its remainder by n.
3. *Shuffling* m cards: for i = m − 1 down to 1, exchange card i with card
   "a number below i + 1" (cards are counted from 0).
4. The deck before shuffling is ♥1 … ♥k, ♠1 … ♠k and, where the number of
   players is odd, K.  The purpose is ``round`` and the number of the round in
   decimal: ``round 1``.  The players draw in the order given, from card 0.
5. *No second bye*: if K fell to a player who has had more byes than another,
   he exchanges cards with one of those who had the fewest, taken in drawing
   order and chosen by "a number below their count" of the same stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Literal, TypeVar

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_, _
from chuhe.tournament.model import Pairing, Reason, Sheet, Side

__all__ = [
    "ALGORITHM",
    "MOST_PLAYERS",
    "Card",
    "Draw",
    "Drawn",
    "Exchange",
    "Options",
    "Stream",
    "course",
    "draw",
    "first_mover",
    "from_json",
    "show",
    "shuffled",
    "to_json",
]

#: The name of the algorithm, written into every file and every block.
ALGORITHM = "chuhe-lots/1"
#: More players than this are refused.
MOST_PLAYERS = 10_000
_LONGEST_SEED = 1_000
_MOST_ROUNDS = 1_000

T = TypeVar("T")


class Stream:
    """The random numbers of a seed for one purpose: points 1 to 3 of the algorithm.

    Raises:
        PairingError: ``lots.seed``: an empty seed, or one longer than 1,000 characters.

    >>> stream = Stream("spring cup", "round 1")
    >>> [stream.below(6) for _ in range(8)]
    [1, 3, 2, 4, 3, 5, 2, 2]
    """

    def __init__(self, seed: str | int, purpose: str) -> None:
        self._numbers = _numbers(seed_text(seed), purpose)

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, each as likely as any other."""
        limit = 2**64 - 2**64 % n
        return next(number for number in self._numbers if number < limit) % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in another order, each order as likely as any other."""
        cards = list(items)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


def seed_text(seed: str | int) -> str:
    """The seed as it goes into the stream.

    Raises:
        PairingError: ``lots.seed``.
    """
    if isinstance(seed, int) and abs(seed) >= 10**_LONGEST_SEED:
        raise PairingError("lots.seed", {"most": _LONGEST_SEED, "got": _LONGEST_SEED + 1})
    text = seed if isinstance(seed, str) else str(int(seed))
    if not text or len(text) > _LONGEST_SEED or not _is_unicode(text):
        raise PairingError("lots.seed", {"most": _LONGEST_SEED, "got": len(text)})
    return text


def shuffled(items: Iterable[T], seed: str | int, purpose: str) -> list[T]:
    """The items in an order by lot, such as players to be numbered.

    >>> shuffled("abcdef", "spring cup", "numbers")
    ['f', 'b', 'c', 'd', 'e', 'a']
    """
    return Stream(seed, purpose).shuffled(items)


def first_mover(one: int, two: int, seed: str | int, purpose: str) -> int:
    """Who of two players drew the red one of two cards, and so moves first.

    >>> first_mover(4, 9, "spring cup", "match 1 game 3")
    9
    """
    return shuffled((one, two), seed, purpose)[0]


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card: a number in red or black, or the king.

    >>> print(Card(3, "red"), Card(3, "black"), Card())
    ♥3 ♠3 K
    """

    rank: int | None = None
    """None for the king."""
    suit: Side | None = None
    """None for the king, whose suit does not matter."""

    def __str__(self) -> str:
        return "K" if self.rank is None else f"{'♥' if self.suit == 'red' else '♠'}{self.rank}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A player and the card he drew."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class Exchange:
    """The king passed on, because its drawer had had a bye already."""

    giver: int
    taker: int


@dataclass(frozen=True, slots=True)
class Options:
    """How lots are drawn.

    >>> Options(no_second_bye=True, byes=(7,)).count(7)
    1
    """

    no_second_bye: bool = False
    """Whether the bye goes to one of those who have had the fewest so far."""
    byes: tuple[int, ...] = ()
    """Who had a bye in an earlier round, once for each."""

    def count(self, player: int) -> int:
        """How many byes a player has had."""
        return self.byes.count(player)


@dataclass(frozen=True)
class Draw:
    """A round drawn by lot: every card in the order it was drawn, and what follows from them."""

    seed: str
    round: int
    drawn: tuple[Drawn, ...]
    options: Options = field(default_factory=Options)
    exchange: Exchange | None = None

    @cached_property
    def cards(self) -> dict[int, Card]:
        """Player → card, after the exchange of the king if there was one."""
        held = {drawn.player: drawn.card for drawn in self.drawn}
        if self.exchange:
            one, two = self.exchange.giver, self.exchange.taker
            held[one], held[two] = held[two], held[one]
        return held

    @cached_property
    def pairs(self) -> tuple[tuple[int, int, int], ...]:
        """Number of the cards, who has the red one and moves first, who the black one."""
        holder = {card: player for player, card in self.cards.items()}
        ranks = range(1, len(self.drawn) // 2 + 1)
        return tuple((n, holder[Card(n, "red")], holder[Card(n, "black")]) for n in ranks)

    @property
    def bye(self) -> int | None:
        """Who has the king and does not play; None where the number is even."""
        return next((p for p, card in self.cards.items() if card.rank is None), None)

    def sheet(self) -> Sheet:
        """The round as a sheet, a reason for each board."""
        pairings = [Pairing(red, black) for _rank, red, black in self.pairs]
        reasons = [
            Reason("lots.pair", {"card": rank, "first": red, "second": black}, (red, black))
            for rank, red, black in self.pairs
        ]
        if self.bye is not None:
            pairings.append(Pairing(self.bye))
            reasons.append(_bye_reason(self, self.bye))
        return Sheet(self.round, tuple(pairings), tuple(reasons))


def draw(
    players: int | Sequence[int],
    seed: str | int,
    round: int = 1,
    options: Options | None = None,
) -> Draw:
    """Draw a round by lot.

    Args:
        players: how many, numbered from 1, or their numbers in the order they draw.
        seed: a text or a number, to be kept with the result.
        round: the round, part of what is drawn: one seed serves a whole event.
        options: whether the bye may fall to a player who has had one.

    Raises:
        PairingError: ``lots.players``: fewer than 2 or more than 10,000, or one of
            them twice; ``lots.round``; ``lots.seed``.

    >>> draw([3, 8, 5], 2026, round=3, options=Options(no_second_bye=True, byes=(3, 5))).bye
    8
    """
    numbers = _players(players)
    options = options or Options()
    if not 1 <= round <= _MOST_ROUNDS:
        raise PairingError("lots.round", {"most": _MOST_ROUNDS, "got": _short(round)})
    stream = Stream(seed, f"round {round}")
    deck = stream.shuffled(_deck(len(numbers)))
    drawn = tuple(map(Drawn, numbers, deck))
    return Draw(seed_text(seed), round, drawn, options, _exchange(drawn, options, stream))


def course(players: int) -> tuple[int, ...]:
    """How many take part in each round until one is left.

    >>> course(13), course(8)
    ((13, 7, 4, 2), (8, 4, 2))
    """
    left = []
    while players > 1:
        left.append(players)
        players -= players // 2
    return tuple(left)


def show(cards: Draw, name: Callable[[int], str] = str) -> list[str]:
    """The draw card by card and then the boards, as lines in the current language.

    Args:
        cards: the draw.
        name: what a player is called.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     print(*show(draw(3, "spring cup")), sep="\\n")
    Lots for round 1, seed 'spring cup': 3 players, 3 cards
    1. 1 draws ♥1
    2. 2 draws K
    3. 3 draws ♠1
    Board 1: 1 has Red, 3 has Black
    2 has a bye
    """
    lines = [
        _(
            "Lots for round {round}, seed '{seed}': {players} players, {players} cards",
            round=cards.round,
            seed=cards.seed,
            players=len(cards.drawn),
        )
    ]
    for n, drawn in enumerate(cards.drawn, 1):
        lines.append(
            _("{n}. {player} draws {card}", n=n, player=name(drawn.player), card=drawn.card)
        )
    if cards.exchange:
        giver, taker = name(cards.exchange.giver), name(cards.exchange.taker)
        lines.append(
            _(
                "{giver} has had a bye: K goes by lot to {taker}, whose card {giver} takes",
                giver=giver,
                taker=taker,
            )
        )
    for rank, red, black in cards.pairs:
        lines.append(
            _(
                "Board {n}: {red} has Red, {black} has Black",
                n=rank,
                red=name(red),
                black=name(black),
            )
        )
    if cards.bye is not None:
        lines.append(_("{player} has a bye", player=name(cards.bye)))
    return lines


# ------------------------------------------------------------ files


def to_json(cards: Draw) -> dict[str, object]:
    """The draw as JSON: what is needed to draw it again, and all that came of it.

    ``pairs`` has the shape of ``chuhe tournament pair``: ``white`` moves first,
    ``black`` is null for the bye.

    >>> to_json(draw(3, 7))["pairs"]
    [{'card': '1', 'white': 3, 'black': 1}, {'card': 'K', 'white': 2, 'black': None}]
    """
    pairs: list[dict[str, object]] = [
        {"card": str(rank), "white": red, "black": black} for rank, red, black in cards.pairs
    ]
    if cards.bye is not None:
        pairs.append({"card": "K", "white": cards.bye, "black": None})
    exchange = cards.exchange
    return {
        "algorithm": ALGORITHM,
        "seed": cards.seed,
        "round": cards.round,
        "players": [drawn.player for drawn in cards.drawn],
        "no_second_bye": cards.options.no_second_bye,
        "byes_before": list(cards.options.byes),
        "cards": [
            {
                "player": drawn.player,
                "card": str(drawn.card),
                "rank": drawn.card.rank,
                "suit": drawn.card.suit,
            }
            for drawn in cards.drawn
        ],
        "exchange": exchange and {"from": exchange.giver, "to": exchange.taker},
        "pairs": pairs,
        "bye": cards.bye,
        "course": list(course(len(cards.drawn))),
    }


def from_json(record: Mapping[str, object]) -> Draw:
    """Read a draw and draw it again: whatever does not come out the same is refused.

    Raises:
        PairingError: ``lots.record``: a field is missing or of the wrong kind;
            ``lots.differs``: the file does not hold what its seed gives.

    >>> record = to_json(draw(13, "spring cup"))
    >>> from_json(record) == draw(13, "spring cup")
    True
    >>> from_json({**record, "bye": 1})
    Traceback (most recent call last):
    chuhe.errors.PairingError: ...
    """
    if record.get("algorithm") != ALGORITHM:
        raise PairingError("lots.record", {"field": "algorithm"})
    players = _integers(record, "players")
    byes = tuple(_integers(record, "byes_before"))
    seed, round, once = record.get("seed"), record.get("round"), record.get("no_second_bye")
    if not isinstance(seed, str):
        raise PairingError("lots.record", {"field": "seed"})
    if not isinstance(round, int) or isinstance(round, bool):
        raise PairingError("lots.record", {"field": "round"})
    if not isinstance(once, bool):
        raise PairingError("lots.record", {"field": "no_second_bye"})
    again = draw(players, seed, round, Options(once, byes))
    for name, value in to_json(again).items():
        if record.get(name) != value:
            raise PairingError("lots.differs", {"field": name})
    return again


# ------------------------------------------------------------ parts


def _numbers(seed: str, purpose: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"{ALGORITHM}|{purpose}|{block}|{seed}".encode()).digest()
        yield from (int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8))
        block += 1


def _deck(players: int) -> list[Card]:
    suits: tuple[Literal["red", "black"], ...] = ("red", "black")
    deck = [Card(rank, suit) for suit in suits for rank in range(1, players // 2 + 1)]
    return deck + [Card()] * (players % 2)


def _exchange(drawn: Sequence[Drawn], options: Options, stream: Stream) -> Exchange | None:
    """The king on to one of those with the fewest byes, if its drawer is none of them."""
    king = next((d.player for d in drawn if d.card.rank is None), None)
    if king is None or not options.no_second_bye:
        return None
    fewest = min(options.count(d.player) for d in drawn)
    entitled = [d.player for d in drawn if options.count(d.player) == fewest]
    return None if king in entitled else Exchange(king, entitled[stream.below(len(entitled))])


def _bye_reason(cards: Draw, player: int) -> Reason:
    if cards.exchange:
        facts = {"player": player, "giver": cards.exchange.giver}
        return Reason("lots.bye_passed", facts, (player, cards.exchange.giver))
    return Reason("lots.bye", {"player": player}, (player,))


def _players(players: int | Sequence[int]) -> tuple[int, ...]:
    count = players if isinstance(players, int) else len(players)
    if not 2 <= count <= MOST_PLAYERS:
        raise PairingError("lots.players", {"most": MOST_PLAYERS, "got": _short(count)})
    numbers = tuple(range(1, count + 1)) if isinstance(players, int) else tuple(players)
    if len(set(numbers)) != count:
        twice = next(number for number in numbers if numbers.count(number) > 1)
        raise PairingError("lots.twice", {"player": twice})
    return numbers


def _integers(record: Mapping[str, object], field: str) -> list[int]:
    value = record.get(field)
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        raise PairingError("lots.record", {"field": field})
    return list(value)


def _short(number: int) -> int | str:
    """A number for a message, which Python refuses to write out beyond some length."""
    return number if abs(number) < 10**12 else "…"


def _is_unicode(text: str) -> bool:
    """False for lone surrogates, which have no UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


add_messages(
    {
        "lots.seed": N_("a seed is a text of 1 to {most} characters, this one has {got}"),
        "lots.players": N_("lots are drawn by 2 to {most} players, not by {got}"),
        "lots.twice": N_("player {player} stands twice among those who draw"),
        "lots.round": N_("a round is a number from 1 to {most}, not {got}"),
        "lots.record": N_("the field '{field}' of the record of the lots is missing or wrong"),
        "lots.differs": N_(
            "drawn again from its seed, the record of the lots has another '{field}'"
        ),
        "lots.pair": N_("{first} drew red {card}, {second} black {card}: red moves first"),
        "lots.bye": N_("{player} drew K: bye"),
        "lots.bye_passed": N_("{giver}, who drew K, has had a bye: by lot it goes to {player}"),
    }
)
