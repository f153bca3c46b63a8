"""The command line as a shell sees it: real processes, pipes, exit statuses."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextvars import copy_context
from pathlib import Path

import pytest

from chuhe.cli.main import COMMANDS, main
from chuhe.i18n import catalogue

CHUHE = [sys.executable, "-m", "chuhe"]
HAN = re.compile("[\u4e00-\u9fff]")


def chuhe(
    *words: str, text: str | None = None, lang: str = "en", **env: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CHUHE, *words],
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "CHUHE_LANG": lang, "COLUMNS": "100", **env},
    )


def test_version_is_told() -> None:
    done = chuhe("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"chuhe \d+\.\d+\.\d+\n", done.stdout)


def test_version_does_not_import_what_it_does_not_need() -> None:
    code = (
        "import sys\nfrom chuhe.cli.main import main\ntry: main(['--version'])\n"
        "except SystemExit: pass\n"
        "print(*(m for m in ('typer', 'rich', 'asyncio', 'litestar', 'json') if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[1].split()
    assert loaded in ([], ["json"])


def test_help_without_words_names_the_commands() -> None:
    for words in ([], ["--help"]):
        done = chuhe(*words)
        assert done.returncode == 0
        assert all(command in done.stdout for command in COMMANDS)


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_in_both_languages(
    command: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # In this process, to be quick; in a context of its own, for the language.
    with pytest.raises(SystemExit) as end:
        copy_context().run(main, [command, "--help", "--lang", lang])
    page, complaints = capsys.readouterr()
    assert (end.value.code, complaints) == (0, "")
    texts = "".join(line for line in page.splitlines() if "│" in line)
    assert bool(HAN.search(texts)) is (lang == "zh-Hans"), page


def test_the_frame_of_the_help_is_chinese_too() -> None:
    page = chuhe("perft", "--help", lang="zh-Hans").stdout
    assert "用法：" in page
    assert "选项" in page
    for english in ("Usage", "Options", "Arguments", "required", "Show this"):
        assert english not in page


def test_long_chinese_texts_are_folded_not_cut_off() -> None:
    for words in (["--help"], ["judge", "--help"], ["perft", "--help"]):
        assert "…" not in chuhe(*words, lang="zh-Hans", COLUMNS="60").stdout


@pytest.mark.parametrize("words", [["--lang", "en", "perft", "1"], ["perft", "1", "--lang=en"]])
def test_language_may_be_set_anywhere(words: list[str]) -> None:
    done = chuhe(*words, lang="zh-Hans")
    assert "nodes/s" in done.stdout
    assert chuhe("perft", "1", lang="zh-Hans").stdout.startswith("44 个节点")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["perft"], "depth is missing"),
        (["perft", "x"], "depth: expected a whole number"),
        (["perft", "99"], "depth: at most 20"),
        (["perft", "1", "2"], "not understood: 2"),
        (["perft", "1", "--fen"], "option --fen needs a value"),
        (["perft", "1", "--foo"], "there is no option --foo"),
        (["perff"], "there is no command perff; 'perft'?"),
        (["xyzzy"], "there is no command xyzzy"),
        (["--lang", "tlh", "perft", "1"], "--lang tlh: expected one of zh-Hans, en"),
        (["perft", "1", "--fen", "x"], ""),
        (["perft", "1", "--fen", "9/9/9/9/9/9/9/9/9/9 w"], "no king"),
        (["judge", "no/such/file.pgn"], "no/such/file.pgn"),
        (["judge", "--jsonl", "no/such/file"], "no/such/file"),
        (["judge"], "chuhe: name a file"),
    ],
)
def test_wrong_usage_is_said_plainly_and_ends_with_2(words: list[str], complaint: str) -> None:
    done = chuhe(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 3
    chinese = chuhe(*words, lang="zh-Hans")
    assert HAN.search(chinese.stderr)


def test_perft_counts_divides_and_speaks_json() -> None:
    plain = chuhe("perft", "3")
    assert plain.returncode == 0
    assert plain.stdout.startswith("79,666 nodes")
    report = json.loads(chuhe("perft", "3", "--json", "--divide").stdout)
    assert list(report) == ["fen", "depth", "nodes", "seconds", "nps", "divide"]
    assert report["nodes"] == sum(report["divide"].values()) == 79_666
    assert len(report["divide"]) == 44
    assert report["divide"]["h2e2"] > 1000
    fen = "4k4/9/9/9/9/9/9/9/9/3K4R b - - 0 1"
    other = json.loads(chuhe("perft", "0", "--fen", fen, "--json").stdout)
    assert (other["fen"], other["depth"], other["nodes"]) == (fen, 0, 1)


def test_a_closed_pipe_ends_quietly() -> None:
    line = json.dumps({"id": 1, "moves": ["h2e2"] * 3}) + "\n"
    with subprocess.Popen(
        [*CHUHE, "judge", "--jsonl", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(line.encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        process.stdout.close()
        try:
            process.stdin.write(line.encode() * 10_000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(30) == 141
        assert process.stderr.read() == b""


def test_ctrl_c_ends_quietly_even_in_the_middle_of_a_long_count() -> None:
    with subprocess.Popen(
        [*CHUHE, "perft", "12"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        try:
            out, error = process.communicate(timeout=10)
        finally:
            process.kill()
    assert (process.returncode, out, error) == (130, b"", b"")


def test_no_colour_codes_in_a_pipe() -> None:
    for words in (["--help"], ["perft", "1"], ["perft"]):
        done = chuhe(*words, NO_COLOR="")
        assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gb18030"])
def test_a_locale_without_utf8_is_no_traceback(encoding: str) -> None:
    done = subprocess.run(
        [*CHUHE, "--lang", "zh-Hans", "perft", "1"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"44 ")


def test_completion_offers_the_commands() -> None:
    done = chuhe(_CHUHE_COMPLETE="complete_bash", COMP_WORDS="chuhe pe", COMP_CWORD="1")
    assert done.stdout.split() == ["perft"]


def test_a_progress_bar_is_for_a_person_only(tmp_path: Path) -> None:
    for number in range(70):
        (tmp_path / f"{number}.pgn").write_text("1. 炮二平五 *", encoding="utf-8")
    piped = chuhe("judge", str(tmp_path))
    assert piped.stderr == ""
    script = shutil.which("script")
    if script is None:
        pytest.skip("no script(1) to make a terminal")
    command = shlex.join([*CHUHE, "judge", str(tmp_path)]) + " > /dev/null"
    seen = subprocess.run(
        [script, "-qec", command, "/dev/null"],
        capture_output=True,
        env={**os.environ, "CHUHE_LANG": "en", "TERM": "xterm", "COLUMNS": "80"},
        timeout=60,
    )
    assert b"judging" in seen.stdout


def test_everything_of_the_command_line_is_translated() -> None:
    assert all(text.strip() for text in catalogue("zh-Hans", "cli").values())
