"""Characters that the encoding written lacks: kept where there is a way, told where there is none."""

import io

import pytest

from chuhe import records
from chuhe.game import Game
from chuhe.i18n import use_language

TITLES = ["單車勝單士", "车胜鸡 𠮷", "馬後炮"]


def write(games: list[Game], format: str, encoding: str) -> tuple[bytes, list[records.Loss]]:
    file = io.BytesIO()
    losses = list(records.write(games, file, format, notation="zh-hant", encoding=encoding))
    return file.getvalue(), losses


@pytest.mark.parametrize("format", ["epd", "csv", "eglib"])
@pytest.mark.parametrize("encoding", ["big5", "gb18030"])
def test_fields_of_lists_are_each_in_an_encoding_that_holds_them(
    format: str, encoding: str
) -> None:
    games = [Game(headers=[("Title", title)]) for title in TITLES]
    data, losses = write(games, format, encoding)
    assert not losses
    again = list(records.read(data, format=format))
    assert [game.headers["Title"] for game in again] == TITLES
    if encoding == "big5":
        assert [game.encoding for game in again] == ["big5", "utf-8", "big5"]


def test_two_titles_are_in_the_encodings_of_xqwizard() -> None:
    game = Game(headers=[("Title", "马后炮"), ("TraditionalTitle", "馬後炮")])
    data, losses = write([game], "epd", "gb18030")
    assert not losses
    assert data.endswith("马后炮".encode("gb18030") + b"|" + "馬後炮".encode("big5") + b"\n")
    for encoding in ("gb18030", "big5", "utf-8"):
        [again] = records.read(write([game], "epd", encoding)[0])
        assert again == game


@pytest.mark.parametrize("format", ["pgn", "text", "wxf", "csv", "eglib"])
def test_what_has_no_place_is_told_with_its_game_and_line(format: str) -> None:
    """É of Latin letters cannot be told from a letter of Big5 either."""
    name = "Red" if format in ("text", "wxf") else "Title" if format != "pgn" else "Event"
    games = [Game(headers=[(name, title)]) for title in ("一", "É", "二")]
    data, [loss] = write(games, format, "big5")
    assert (loss.code, loss.game) == ("loss.characters", 1)
    line = data.split(b"\n")[int(str(loss.facts["line"])) - 1]
    assert b"?" in line
    with use_language("en"):
        assert loss.text.startswith("big5 has no place for the characters É; the first is in line")


def test_what_is_told_by_no_file_is_told_to_the_writer() -> None:
    """A single rare character does not show what it is in."""
    games = [Game(headers=[("Title", "乂")])]
    data, losses = write(games, "eglib", "big5")
    [again] = records.read(data, format="eglib")
    assert again.headers["Title"] == "乂" or [loss.code for loss in losses] == ["loss.encoding"]
    [again] = records.read(data, format="eglib", encoding="big5")
    assert again.headers["Title"] == "乂"
