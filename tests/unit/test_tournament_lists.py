"""Lists of players as organisers have them."""

from pathlib import Path

import pytest
from tests.unit.desks import clock, code_of

from chuhe.errors import ParseError
from chuhe.tournament.director import Director
from chuhe.tournament.players_in import read_players


def test_lists_are_read_as_organisers_have_them() -> None:
    sheet = "序号\t姓名\t性别\t单位\t等级分\r\n1\t许银川\t男\t广东\t2600\r\n\r\n2\t吴 兰香\t女\t江苏\t\r\n"
    expected = (
        {"name": "许银川", "sex": "m", "team": "广东", "rating": 2600},
        {"name": "吴 兰香", "sex": "w", "team": "江苏"},
    )
    for text in (
        sheet,
        sheet.encode("gb18030"),
        ("\ufeff" + sheet).encode(),
        sheet.replace("\t", "，"),
    ):
        assert read_players(text).players == expected
    assert read_players(sheet).unknown == ("序号",)
    english = 'Name,Club,Rating\n"Li, Lei","Bei""jing",2000.4\n'
    assert read_players(english).players == (
        {"name": "Li, Lei", "team": 'Bei"jing', "rating": 2000},
    )


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "players.empty", None),
        ("a,b\n1,2\n", "players.headings", 1),
        ("姓名,等级分\n许银川,二千\n", "players.rating", 2),
        ("姓名,等级分\n许银川,2\n,2500\n", "players.name", 3),
        ("name\n" + "x" * 201, "players.long", 2),
        (b"\xff\xff\xff", "players.encoding", None),
    ],
)
def test_bad_lists_are_refused_with_their_line(
    text: str | bytes, code: str, line: int | None
) -> None:
    with pytest.raises(ParseError) as caught:
        read_players(text)
    assert (caught.value.code, caught.value.facts.get("line")) == (code, line)


def test_pasting_a_list_twice_adds_nobody(tmp_path: Path) -> None:
    with Director.create(tmp_path / "b.chuhe", name="x", seed="x", rounds=3, clock=clock) as desk:
        listed = [{"name": "王伟", "team": "上海"}, {"name": "李明"}]
        desk.add_players(listed)
        again = desk.add_players([*listed, {"name": "王伟", "team": "北京"}])
        assert [note.code for note in again.notes] == [
            "players.left_out",
            "players.left_out",
            "players.namesake",
        ]
        assert len(desk.state.entrants) == 3
        assert not desk.add_players(listed).done
        assert code_of(lambda: desk.edit("王伟", {"rating": 1})) == "director.several"
