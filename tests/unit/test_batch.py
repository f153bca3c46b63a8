"""`chuhe.records.batch`: processes, a cluster of two workers, what dies, what is interrupted."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chuhe.cli.judge_files import judge_files
from chuhe.errors import RecordError
from chuhe.records.batch import BatchError, map_files
from chuhe.records.convert import Recipe, convert_files

DATA = Path(__file__).parents[1] / "data" / "records"
CHUHE = [sys.executable, "-m", "chuhe", "--lang", "en"]


def work(path: str) -> str:
    """What the tests send to other processes; some names make it fail."""
    match path.rpartition("/")[2]:
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "refuse":
            raise RecordError("record.no_game", {})
        case "none":
            raise FileNotFoundError(2, "No such file or directory", path)
        case "bug":
            raise KeyError(path)
    return path.upper()


NAMES = [f"f{number}" for number in range(150)]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_answers_come_in_the_order_of_the_paths(jobs: int) -> None:
    assert list(map_files(work, NAMES, jobs=jobs)) == [(name, name.upper()) for name in NAMES]


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_come_back_in_their_place(jobs: int) -> None:
    names = ["a", "refuse", "none", "bug", "b"]
    found = [answer for _path, answer in map_files(work, names, jobs=jobs)]
    assert (found[0], found[4]) == ("A", "B")
    assert isinstance(found[1], RecordError) and found[1].code == "record.no_game"
    assert isinstance(found[2], FileNotFoundError) and found[2].filename == "none"
    assert isinstance(found[3], BatchError) and found[3].facts["error"] == "KeyError: 'bug'"


def test_a_worker_that_dies_is_told_and_the_others_go_on() -> None:
    names = [*NAMES[:40], "kill", *NAMES[40:], "x/kill"]
    found = dict(map_files(work, names, jobs=2))
    dead = {path: answer for path, answer in found.items() if isinstance(answer, Exception)}
    assert list(dead) == ["kill", "x/kill"]
    assert all(isinstance(error, BatchError) for error in dead.values())
    assert {error.facts["how"] for error in dead.values()} == {"SIGKILL"}  # type: ignore[attr-defined]
    assert [found[name] for name in NAMES] == [name.upper() for name in NAMES]


def test_only_a_few_files_are_worked_on_ahead() -> None:
    taken: list[str] = []

    def names() -> Iterator[str]:
        for number in range(10_000):
            taken.append(str(number))
            yield str(number)

    answers = map_files(work, names(), jobs=2)
    for _answer in range(5):
        next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert len(taken) < 50


def test_jobs_are_at_least_one() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        map_files(work, NAMES, jobs=0)


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chuhe.records.cluster.PATIENCE", 0.3)
    with pytest.raises(BatchError) as caught:
        list(map_files(work, NAMES, scheduler="tcp://127.0.0.1:9"))
    assert caught.value.code == "batch.no_scheduler"


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BatchError) as caught:
        list(map_files(work, NAMES, scheduler="tcp://127.0.0.1:9"))
    assert caught.value.code == "batch.not_installed"


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_nothing_half_written(jobs: int, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    out.mkdir()
    game = "1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0\n\n"
    for number in range(40):
        (source / f"{number}.pgn").write_text(game * 20_000, encoding="utf-8")
    for target in (out / "all.pgn", out / "each/"):
        (out / "each").mkdir(exist_ok=True)
        command = [*CHUHE, "convert", str(source), str(target), "--to", "pgn", "-j", str(jobs)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
        deadline = time.monotonic() + 30
        while not list(out.rglob("*.chuhe-part")) and time.monotonic() < deadline:
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it
        _out, errors = process.communicate(timeout=30)
        assert process.returncode == 130, errors.decode()
        assert b"Traceback" not in errors
        assert not list(out.rglob("*.chuhe-part"))
        assert not (out / "all.pgn").exists()
        for written in (out / "each").iterdir():
            assert written.read_text("utf-8").count("1-0") == 40_000  # header and end


def test_ctrl_c_ends_a_split_without_a_trace(tmp_path: Path) -> None:
    source, out = tmp_path / "in.pgn", tmp_path / "out"
    source.write_text("1. 炮二平五 马8进7 1-0\n\n" * 300_000, encoding="utf-8")
    process = subprocess.Popen([*CHUHE, "split", str(source), str(out), "--every", "1000"])
    deadline = time.monotonic() + 30
    while not list(out.rglob("*.pgn")) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130
    assert not out.exists()


def converted(**how: Any) -> tuple[bytes, list[tuple[str, object]]]:
    """What becomes of the files of the tests, and what is told of each."""
    out = io.BytesIO()
    paths = sorted(map(str, DATA.iterdir()))
    told = [
        (path, str(part) if isinstance(part, Exception) else (part.games, str(part.found)))
        for path, part in convert_files(paths, out, Recipe("pgn", "wxf"), **how)
    ]
    return out.getvalue(), told


def test_a_cluster_of_two_processes_gives_what_one_process_gives(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    distributed = pytest.importorskip("distributed")
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
    ):
        address = cluster.scheduler_address
        found = list(map_files(work, [*NAMES[:20], "kill", "none"], scheduler=address))
        conversion = converted(scheduler=address)
        capfdbinary.readouterr()
        judge_files([str(DATA)], "club", json=True, scheduler=address)
        verdicts = capfdbinary.readouterr().out
    assert [answer for _path, answer in found[:20]] == [name.upper() for name in NAMES[:20]]
    assert isinstance(found[20][1], BatchError) and found[20][1].code == "batch.died"
    assert isinstance(found[21][1], FileNotFoundError)
    assert conversion == converted(jobs=1)
    assert len(conversion[0]) > 1000
    judge_files([str(DATA)], "club", json=True, jobs=1)
    assert verdicts == capfdbinary.readouterr().out
    assert verdicts.count(b"\n") > 20
