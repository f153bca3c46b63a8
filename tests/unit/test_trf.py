"""Files of events: what is read, what is kept, what is refused and where."""

from dataclasses import replace

import pytest

from chuhe.errors import TrfError
from chuhe.i18n import use_language
from chuhe.tournament import Event, EventError, Kind, Pairing, Player, Points, Score, Sheet
from chuhe.tournament.trf import SIZE_LIMIT, read_trf, write_trf


def player(number: int, *rounds: str, name: str = "", rating: int = 2000, points: str = "") -> str:
    """A ``001`` line by the columns of the format, counted by hand."""
    line = "001"
    for start, text in (
        (4, f"{number:>4}"),
        (14, name or f"Player {number}"),
        (48, f"{rating:>4}"),
        (80, f"{points:>4}"),
    ):
        line = line.ljust(start) + text
    line = line.ljust(89)
    return line + "".join(f"  {part}" for part in rounds) + "\n"


def file(*lines: str) -> str:
    return "".join(lines)


TWO = file(player(1, "   2 w 1"), player(2, "   1 b 0"))


def test_a_player_is_read_by_columns() -> None:
    line = (
        "001    1 m GM Xu, Yinchuan                      2607 CHN     8600123 1975/02/13  4.5    2"
        "     2 w 1     3 b =\n"
    )
    event = read_trf(line + player(2, "   1 b 0") + player(3, " " * 8, "   1 w ="))
    first = event.player(1)
    assert (first.sex, first.title, first.name) == ("m", "GM", "Xu, Yinchuan")
    assert (first.rating, first.federation, first.fide_id) == (2607, "CHN", "8600123")
    assert (first.birth, first.stated_points, first.stated_rank) == ("1975/02/13", 45, 2)
    assert [cell.score for cell in event.row(1)] == [Score.WIN, Score.DRAW]
    assert event.cell(3, 1).kind is Kind.UNPAIRED


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_will_do(end: str) -> None:
    assert read_trf(TWO.replace("\n", end)) == read_trf(TWO)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_names_in_any_encoding(encoding: str) -> None:
    text = file(player(1, "   2 w 1", name="许银川"), player(2, "   1 b 0", name="胡荣华"))
    event = read_trf(text.encode(encoding))
    assert [p.name for p in event.players] == ["许银川", "胡荣华"]
    assert event.player(1).rating == 2000
    assert event.cell(1, 1).opponent == 2


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_columns_that_count_bytes_are_recognised(encoding: str) -> None:
    """A program that pads bytes writes a shorter line of characters."""
    lines = b""
    for number, name in ((1, "许银川"), (2, "胡荣华")):
        raw = b"001".ljust(4) + b"%4d" % number
        raw = raw.ljust(14) + name.encode(encoding)
        raw = raw.ljust(48) + b"2100"
        raw = raw.ljust(80) + b" 1.0"
        lines += raw.ljust(89) + (b"     2 w 1\n" if number == 1 else b"     1 b 0\n")
    event = read_trf(lines)
    assert [p.name for p in event.players] == ["许银川", "胡荣华"]
    assert [p.rating for p in event.players] == [2100, 2100]
    assert event.cell(2, 1).score is Score.LOSS


def test_every_letter_of_a_result() -> None:
    rounds = {
        "1": (Kind.GAME, Score.WIN),
        "=": (Kind.GAME, Score.DRAW),
        "0": (Kind.GAME, Score.LOSS),
        "w": (Kind.GAME, Score.WIN),
        "D": (Kind.GAME, Score.DRAW),
        "L": (Kind.GAME, Score.LOSS),
        "+": (Kind.FORFEIT, Score.WIN),
        "-": (Kind.FORFEIT, Score.LOSS),
    }
    other = {"1": "0", "=": "=", "0": "1", "w": "L", "D": "D", "L": "W", "+": "-", "-": "-"}
    event = read_trf(
        file(
            player(1, *(f"   2 w {letter}" for letter in rounds)),
            player(2, *(f"   1 b {other[letter]}" for letter in rounds)),
        )
    )
    assert [(cell.kind, cell.score) for cell in event.row(1)] == list(rounds.values())
    assert [cell.rated for cell in event.row(1)] == [True] * 3 + [False] * 3 + [True] * 2
    byes = read_trf(player(1, "0000 - U", "0000 - F", "0000 - H", "0000 - Z", "0000 - -"))
    assert [cell.kind for cell in byes.row(1)] == [
        Kind.PAB, Kind.FULL_BYE, Kind.HALF_BYE, Kind.ZERO_BYE, Kind.FORFEIT,
    ]  # fmt: skip
    assert byes.rounds_paired == 1  # only the pairing's bye comes from a pairing


def test_the_extensions_of_2016_and_the_lines_of_2026_say_the_same() -> None:
    four = "".join(player(n) for n in range(1, 5))
    old = read_trf(
        four + "XXR 5\nXXC black1\nXXP 1 2\nXXA    1  1.0  1.0  0.5\nBBW  2.0\nBBD  1.0\nBBU  1.0\n"
    )
    new = read_trf(
        four + "142 5\n152 B\n260   1   5    1    2\n250       1.0   1   2    1    1\n"
        "250       0.5   3   3    1    1\n162  W 2.0    D 1.0    P 1.0\n"
    )
    assert old == new
    assert old.initial_side == "black"
    assert old.points.win == old.points.forfeit_win == 20
    assert old.points.pab == old.points.half_bye == 10
    assert old.accelerated == {1: (10, 10, 5)}
    assert old.forbidden_pairs(5) == {(1, 2)}


def test_the_scores_of_javafo_override_in_their_order() -> None:
    """The examples of JaVaFo's manual."""
    all_but = read_trf(TWO + "XXS W=3 D=2 WL=1 BL=1\nXXS PAB=3\nXXS FPB=0 HPB=0 ZPB=0\n").points
    assert (all_but.win, all_but.draw, all_but.loss) == (30, 20, 10)
    assert (all_but.pab, all_but.full_bye, all_but.half_bye, all_but.zero_bye) == (30, 0, 0, 0)
    later = read_trf(TWO + "XXS PAB=3\nXXS FPB=0 HPB=0 ZPB=0\nXXS W=3 D=2 WL=1 BL=1\n").points
    assert (later.full_bye, later.half_bye, later.zero_bye) == (30, 20, 0)
    football = read_trf(TWO + "XXS W=3\nXXS D=1\n").points
    assert (football.win, football.draw, football.pab) == (30, 10, 10)  # the bye stays one point
    assert read_trf(TWO + "XXS PAB=.5\n").points.pab == 5
    uneven = read_trf(TWO + "XXS W=3 D=1 BD=2 PAB=3\n").points
    assert uneven == Points.of("3:1:0:3:2:0")


def test_who_is_away_by_an_extension_is_not_paired() -> None:
    event = read_trf(TWO + player(3, "0000 - U", "0000 - H") + "XXZ 2 3\n")
    assert event.absence(2, 2) is Kind.ZERO_BYE
    assert event.absence(3, 2) is Kind.HALF_BYE  # said in the player's line
    assert event.available(2) == (1,)


def test_absences_of_2026_are_worth_what_the_file_says() -> None:
    for letter in "AZ":
        points = read_trf(TWO + f"162  W 3.0    {letter} 0.5\n").points
        assert (points.win, points.zero_bye, points.forfeit_loss) == (30, 5, 5)
    event = read_trf(TWO + "162  X 0.5\n")
    assert "162  X 0.5" in write_trf(event, edition="26").splitlines()


def test_a_bye_of_2026_is_known_before_the_round() -> None:
    event = read_trf(file(TWO, player(3, "0000 - U"), "240 H   2    3    1\n"))
    assert event.absence(3, 2) is Kind.HALF_BYE
    assert event.available(2) == (2,)
    assert event.score(3) == 10  # the coming bye does not count yet


def test_a_half_point_bye_of_the_coming_round_is_not_in_the_score() -> None:
    event = read_trf(file(player(1, "   2 w 1", "0000 - H"), player(2, "   1 b 0")))
    assert event.next_round == 2
    assert event.score(1) == 10
    assert event.absence(1, 2) is Kind.HALF_BYE


def test_forbidden_pairs_are_written_one_pair_a_line() -> None:
    event = read_trf("".join(player(n) for n in range(1, 5)) + "XXP 1 2 4\n")
    text = write_trf(event)
    assert [line for line in text.splitlines() if line.startswith("XXP")] == [
        "XXP 1 2",
        "XXP 1 4",
        "XXP 2 4",
    ]
    assert read_trf(text).forbidden_pairs(1) == event.forbidden_pairs(1)


def test_lines_that_mean_nothing_here_are_kept() -> None:
    kept = [
        "022 Guangzhou",
        "122 60min/+30s",
        "132                                                                26/11/30",
    ]
    tail = ["### a comment of the arbiter", "XXQ whatever  it is", "310 team lines"]
    text = "\n".join([*kept, TWO.strip(), *tail]) + "\n"
    event = read_trf(text)
    again = write_trf(event)
    for line in [*kept, *tail]:
        assert line in again.splitlines()
    assert read_trf(again).head == event.head


def test_what_a_trf_has_no_line_for_is_in_lines_of_our_own() -> None:
    players = (
        Player(1, "甲", fouls=2, team="广东"),
        Player(2, "乙", team="黑龙江 一队"),
    )
    event = Event(players=players, points=Points.of("3:1:0:3:2:0"), rounds_total=3)
    for edition in ("16", "26"):
        again = read_trf(write_trf(event, edition=edition))
        assert again.points == event.points
        assert [(p.fouls, p.team) for p in again.players] == [(2, "广东"), (0, "黑龙江 一队")]


def test_the_bye_of_the_pairing_is_written_u() -> None:
    event = Event(players=tuple(Player(n) for n in (1, 2, 3)))
    event = event.with_sheet(Sheet(1, (Pairing(1, 2), Pairing(3))))
    lines = write_trf(event).splitlines()
    assert lines[2].endswith("0000 - U")
    assert lines[0].endswith("   2 w")  # not yet played
    assert read_trf(write_trf(event)).cell(1, 1).score is None


def test_a_name_too_long_is_refused_or_cut() -> None:
    event = Event(players=(Player(1, "很" * 40),))
    with pytest.raises(EventError) as caught:
        write_trf(event)
    assert caught.value.code == "trf.too_wide"
    assert caught.value.facts["player"] == 1
    assert read_trf(write_trf(event, cut=True)).player(1).name == "很" * 33


def test_a_name_cannot_end_the_line() -> None:
    event = Event(players=(Player(1, "a\r\n001    9 b"),))
    assert [p.number for p in read_trf(write_trf(event)).players] == [1]


BAD = {
    "no player": ("012 x\n", "trf.no_players", None, None, None, None),
    "number": ("001    x Name\n", "trf.number", 1, 5, None, None),
    "number 0": ("001    0\n", "trf.number", 1, 5, None, None),
    "repeated": (player(1) + player(1), "trf.repeated", 2, 5, 1, None),
    "rating": (player(1).replace("2000", "20x0"), "trf.rating", 1, 49, 1, None),
    "points": (player(1, points="4,55"), "trf.points", 1, 81, 1, None),
    "shifted": ("001    1" + " " * 38 + "Name of somebody\n", "trf.separator", 1, 48, 1, None),
    "opponent": (player(1, "  xx w 1"), "trf.opponent", 1, 92, 1, 1),
    "self": (player(1, " " * 8, "   1 w 1"), "trf.self", 1, 102, 1, 2),
    "color": (TWO.replace("2 w 1", "2 x 1"), "trf.color", 1, 97, 1, 1),
    "result": (TWO.replace("2 w 1", "2 w ?"), "trf.result", 1, 99, 1, 1),
    "win without opponent": (player(1, "0000 - 1"), "trf.no_opponent", 1, 99, 1, 1),
    "game without side": (TWO.replace("2 w 1", "2 - 1"), "trf.no_color", 1, 97, 1, 1),
    "bye with opponent": (TWO.replace("2 w 1", "2 w U"), "trf.bye", 1, 99, 1, 1),
    "between": (TWO.replace("2 w 1", "2 w1 "), "trf.tail", 1, 98, 1, None),
    "unknown opponent": (player(1, "   7 w 1"), "trf.unknown_opponent", 1, 92, 1, 1),
    "both win": (TWO.replace("1 b 0", "1 b 1"), "trf.mismatch", 1, 92, 1, 1),
    "same side": (TWO.replace("1 b 0", "1 w 0"), "trf.mismatch", 1, 92, 1, 1),
    "half played": (TWO.replace("1 b 0", "1 b -"), "trf.mismatch", 1, 92, 1, 1),
    "one-sided": (player(1, "   2 w 1") + player(2), "trf.mismatch", 1, 92, 1, 1),
    "rounds": (TWO + "XXR many\n", "trf.rounds", 3, 5, None, None),
    "rounds 0": (TWO + "142 0\n", "trf.rounds", 3, 5, None, None),
    "rounds empty": (TWO + "142\n", "trf.short", 3, 4, None, None),
    "side": (TWO + "152 X\n", "trf.initial", 3, 5, None, None),
    "62 b Z": (TWO.replace("2 w 1", "2 b Z"), "trf.bye", 1, 99, 1, 1),
    "bye kind": (TWO + "240 Q   1    1\n", "trf.bye_kind", 3, 5, None, None),
    "bye of nobody": (TWO + "240 H   1    9\n", "trf.unknown_player", 3, 14, 9, None),
    "forbidden": (TWO + "XXP 1 x\n", "trf.number", 3, 7, None, None),
    "forbidden nobody": (TWO + "XXP 1 9\n", "trf.unknown_player", 3, 7, 9, None),
    "backward": (TWO + "260   3   1    1    2\n", "trf.range", 3, 9, None, None),
    "acceleration": (TWO + "XXA    1  x.y\n", "trf.value", 3, 11, None, None),
    "points of": (TWO + "BBW  two\n", "trf.value", 3, 6, None, None),
    "points for": (TWO + "162  Q 1.0\n", "trf.point_code", 3, 6, None, None),
    "away": (TWO + "XXZ 1 9\n", "trf.unknown_player", 3, 7, 9, None),
    "score code": (TWO + "XXS W=2 Q=1\n", "trf.point_code", 3, 9, None, None),
    "score": (TWO + "XXS W=two\n", "trf.value", 3, 7, None, None),
    "own": (TWO + "CHU nonsense\n", "trf.own", 3, 5, None, None),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_told_with_its_place(name: str) -> None:
    text, code, line, column, number, round = BAD[name]
    with pytest.raises(TrfError) as caught:
        read_trf(text)
    error = caught.value
    assert (error.code, error.line, error.column) == (code, line, column)
    assert (error.player, error.round) == (number, round)
    for language in ("zh-Hans", "en"):
        with use_language(language):
            assert "{" not in str(error)
            assert "trf." not in str(error)


def test_what_is_neither_encoding_is_told_with_its_byte() -> None:
    with pytest.raises(TrfError) as caught:
        read_trf(b"012 \xff\xff\n")
    assert caught.value.code == "trf.encoding"
    assert caught.value.facts["offset"] == 4


def test_a_file_beyond_measure_is_refused() -> None:
    with pytest.raises(TrfError) as caught:
        read_trf(b" " * (SIZE_LIMIT + 1))
    assert caught.value.code == "trf.too_large"


def test_a_line_with_endless_rounds_is_refused() -> None:
    with pytest.raises(TrfError) as caught:
        read_trf(player(1, *["0000 - Z"] * 1000))
    assert (caught.value.code, caught.value.player) == ("trf.too_many_rounds", 1)


def test_accelerations_beyond_measure_are_refused() -> None:
    lines = "".join(player(n) for n in range(1, 1200)) + "250       1.0   1 999    1 9999\n"
    with pytest.raises(TrfError) as caught:
        read_trf(lines)
    assert caught.value.code == "trf.accelerations"


def test_both_may_lose_and_one_may_draw_where_an_arbiter_rules_so() -> None:
    lost = read_trf(TWO.replace("2 w 1", "2 w 0"))
    assert {lost.cell(n, 1).score for n in (1, 2)} == {Score.LOSS}
    half = read_trf(TWO.replace("2 w 1", "2 w ="))
    assert half.score(1) == 5
    assert half.score(2) == 0


def test_totals_and_counts_are_counted_anew_on_writing() -> None:
    event = read_trf("062 9\n072 1\n" + TWO.replace("2000", "    ", 1))
    text = write_trf(replace(event, players=event.players))
    assert text.startswith("062 2\n072 1\n")
    assert " 1.0    1     2 w 1" in text
