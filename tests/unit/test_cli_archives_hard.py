"""Archives as they are: names in GBK, pipes, closed folders, full disks, outputs among the inputs."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from chuhe import records
from chuhe.cli.common import expand, file_complaint
from chuhe.cli.records_in import SUFFIXES
from chuhe.i18n import use_language
from chuhe.records.batch import _no_interrupt
from chuhe.records.output import whole_file

GAME = '[Red "胡荣华"]\n[Black "杨官璘"]\n\n1. 炮二平五 马8进7 1-0\n'
PAGE = "<p>[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]</p>"


def chuhe(*args: object, lang: str = "en") -> tuple[int, str, str]:
    command = [sys.executable, "-m", "chuhe", "--lang", lang, *map(os.fspath, args)]  # type: ignore[call-overload]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return done.returncode, out, err


def games_in(path: Path) -> int:
    return sum(1 for _game in records.read(path))


@pytest.fixture
def gbk(tmp_path: Path) -> Path:
    """A folder with a game whose name is in GBK, as unpacked from an archive of Windows."""
    folder = tmp_path / "in"
    folder.mkdir()
    try:
        with open(os.fsencode(folder) + "/第一局.PGN".encode("gbk"), "w", encoding="utf-8") as file:
            file.write(GAME)
    except OSError:
        pytest.skip("this file system takes only names in UTF-8")
    return folder


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_names_in_gbk_are_shown_as_they_are_meant(gbk: Path, tmp_path: Path) -> None:
    for words in (["info"], ["judge"], ["filter", "--list"]):
        assert "第一局.PGN" in chuhe(*words, gbk)[1]
    assert chuhe("judge", gbk, "--html", tmp_path / "page.html")[0] == 0
    (gbk / "b.pgn").write_text(GAME.replace("1-0", "0-1").replace("胡荣华", "柳大华"))
    assert chuhe("judge", gbk, "--html", tmp_path / "index.html")[0] == 0
    assert "第一局.PGN" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert chuhe("split", gbk, tmp_path / "out", "--name", "{file}")[0] == 0
    assert (tmp_path / "out" / "第一局.pgn").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.pgn")
    (tmp_path / "b.pgn").write_text(GAME, encoding="utf-8")
    (tmp_path / "c.pgn").symlink_to("nowhere")
    found = list(expand([str(tmp_path)], SUFFIXES))
    assert [Path(path).name for path in found] == ["b.pgn", "c.pgn"]


def test_pages_in_a_folder_are_taken_if_they_hold_games(tmp_path: Path) -> None:
    (tmp_path / "game.HTML").write_text(PAGE, encoding="utf-8")
    (tmp_path / "news.html").write_text("<p>DhtmlXQ is a viewer.</p>", encoding="utf-8")
    status, out, err = chuhe("info", tmp_path)
    assert (status, err) == (0, "")
    assert "game.HTML#0" in out and "news" not in out


def test_a_folder_that_cannot_be_looked_into_is_told(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "a.pgn").write_text(GAME, encoding="utf-8")
    (tmp_path / "b.pgn").write_text(GAME, encoding="utf-8")
    os.chmod(closed, 0)
    command = [sys.executable, "-m", "chuhe", "--lang", "en", "info", str(tmp_path)]
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("root may look into every folder")
        command = ["setpriv", "--inh-caps=-all", "--bounding-set=-all", *command]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    finally:
        os.chmod(closed, 0o700)
    assert (done.returncode, done.stderr) == (2, f"chuhe: {closed}: no permission\n")
    assert "b.pgn#0" in done.stdout


@pytest.mark.parametrize("words", [["convert"], ["merge"], ["dedupe"], ["filter"]])
def test_the_file_written_into_a_folder_is_not_read_there(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(GAME, encoding="utf-8")
    out = tmp_path / "all.pgn"
    for _time in range(2):
        status, _out, err = chuhe(*words, tmp_path, out)
        assert (status, games_in(out)) == (0, 1)
    assert "all.pgn: is written to, so it is not read" in err


@pytest.mark.parametrize("words", [["convert", "--to", "pgn", "--force"], ["split", "--force"]])
def test_a_folder_written_into_another_is_not_read_there(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(GAME, encoding="utf-8")
    out = tmp_path / "out"
    for _time in range(2):
        assert chuhe(*words, tmp_path, f"{out}/")[0] == 0
        assert len(list(out.rglob("*.pgn"))) == 1


@pytest.mark.parametrize("words", [["convert"], ["merge"], ["dedupe"], ["filter"]])
def test_inputs_that_failed_leave_the_output_as_it_is(words: list[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.pgn"
    mine.write_text(GAME, encoding="utf-8")
    status, _out, err = chuhe(*words, tmp_path / "none.pgn", mine)
    assert status == 2 and "none.pgn: there is no such file" in err
    assert mine.read_text(encoding="utf-8") == GAME


def test_no_game_makes_no_file_of_a_format_that_holds_one(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(GAME, encoding="utf-8")
    out = tmp_path / "out.xqf"
    status, _out, err = chuhe("filter", tmp_path / "a.pgn", out, "--player", "nobody")
    assert status == 0 and "no game is so" in err
    assert not out.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["info"],
        ["judge"],
        ["convert", "+"],
        ["merge", "+"],
        ["split", "+"],
        ["dedupe", "--list"],
        ["filter", "--count"],
    ],
)
def test_a_folder_without_records_is_told(words: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    given: list[object] = [tmp_path / "out.pgn" if word == "+" else word for word in words]
    status, _out, err = chuhe(given[0], folder, *given[1:])
    assert status == 2 and f"there are no records in {folder}" in err
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


@pytest.mark.parametrize("reason", [errno.ENOSPC, errno.ELOOP, errno.ENAMETOOLONG, errno.EROFS])
def test_what_is_wrong_with_a_file_is_told_in_both_languages(reason: int) -> None:
    error = OSError(reason, os.strerror(reason), "a.pgn")
    with use_language("en"):
        english = file_complaint(error)
    with use_language("zh-Hans"):
        chinese = file_complaint(error)
    assert english.startswith("a.pgn: ") and os.strerror(reason) not in english
    assert english.isascii() and not chinese.isascii()


def test_a_full_disk_is_told_with_the_file(tmp_path: Path) -> None:
    with pytest.raises(OSError) as caught, whole_file(tmp_path / "a.gif"):
        raise OSError(errno.ENOSPC, "No space left on device")
    with use_language("en"):
        assert file_complaint(caught.value) == f"{tmp_path / 'a.gif'}: the disk is full"
    assert not list(tmp_path.iterdir())


def test_a_picture_appears_when_it_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from chuhe.cli import show_pictures

    target = tmp_path / "a.svg"
    show_pictures._put(str(target), b"<svg/>")
    assert target.read_bytes() == b"<svg/>"
    inode = target.stat().st_ino
    show_pictures._put(str(target), b"<svg></svg>")
    assert target.stat().st_ino != inode  # another file took its place


def test_a_game_is_shown_by_the_name_other_commands_give_it(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text(GAME + "\n" + GAME.replace("胡荣华", "柳大华"), encoding="utf-8")
    _status, out, _err = chuhe("filter", source, "--list", "--player", "柳大华")
    place = out.split("  ")[0]
    assert place == f"{source}#1"
    status, out, _err = chuhe("show", place, "--json")
    facts = json.loads(out)
    assert (status, facts["game"], facts["headers"]["Red"]) == (0, 2, "柳大华")
    status, _out, err = chuhe("show", f"{source}#2")
    assert status == 2 and "there is no game 3: the file has 2" in err


def test_a_record_that_names_nobody_is_told_by_its_title(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[Title "七星聚会"]\n\n1. 炮二平五 马8进6 *\n', encoding="utf-8")
    status, out, _err = chuhe("info", source)
    assert status == 1 and "a.pgn#0  七星聚会  *  1 plies" in out
    assert "! line 3, ply 2: " in out


def test_places_in_binary_files_are_bytes(tmp_path: Path) -> None:
    game = next(records.read(GAME.encode()))
    cut = tmp_path / "a.xqf"
    with cut.open("wb") as file:
        list(records.write([game], file, "xqf"))
    size = len(cut.read_bytes()) - 8
    os.truncate(cut, size)
    status, out, _err = chuhe("info", cut)
    assert status == 1 and f"! byte {size:,}, ply " in out and "line" not in out
    assert f"record, byte {size:,}, ply " in chuhe("judge", cut)[1]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot wait there")
def test_workers_begin_deaf_to_ctrl_c() -> None:
    code = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    with _no_interrupt():
        told = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert told.strip() == "True"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
