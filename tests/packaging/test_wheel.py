"""The wheel: one file with all that is needed, working in an empty environment."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.packaging,
    pytest.mark.long,
    pytest.mark.timeout(1500),
    pytest.mark.xdist_group("wheel"),
]


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT.parent,  # not the checkout: `import chuhe` must find the installed one
        env=os.environ | environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT)
    (found,) = folder.glob("chuhe-*.whl")
    return found


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ``bin`` folder of an environment that holds the wheel and what it asks for."""
    home = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(home, with_pip=False)
    binaries = home / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(binaries / "python")]
    run(*pip, "install", "-q", wheel)
    return binaries


def test_wheel_holds_pages_core_texts_and_types(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for wanted in (
        "chuhe/server/static/index.html",
        "chuhe/_core.abi3.so",
        "chuhe/_core.pyi",
        "chuhe/py.typed",
        "chuhe/locale/zh_Hans/core.po",
        "chuhe/locale/zh_Hans/web.po",
    ):
        assert wanted in names, wanted
    scripts = [name for name in names if name.startswith("chuhe/server/static/")]
    assert any(name.endswith(".js") for name in scripts)
    assert any(name.endswith(".css") for name in scripts)


def test_wheel_holds_nothing_but_the_program(wheel: Path) -> None:
    for name in zipfile.ZipFile(wheel).namelist():
        assert name.startswith(("chuhe/", "chuhe-")), name
        assert "__pycache__" not in name


def test_wheel_serves_every_python_from_3_11(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name


def test_wheel_carries_its_licence(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    assert "License-Expression: GPL-3.0-or-later" in archive.read(metadata).decode()
    assert any(name.endswith("/LICENSE") for name in archive.namelist())


def test_installed_chuhe_tells_its_version(installed: Path, wheel: Path) -> None:
    version = wheel.name.split("-")[1]
    assert version in run(installed / "chuhe", "--version")


def test_installed_package_can_be_imported_and_moved_with(installed: Path) -> None:
    program = "import chuhe; b = chuhe.Board(); b.push_uci('h2e2'); print(len(b.legal_moves))"
    assert int(run(installed / "python", "-c", program)) > 30


def test_installed_chuhe_counts_moves(installed: Path) -> None:
    assert "44" in run(installed / "chuhe", "perft", "1")


@pytest.mark.parametrize(("tag", "word"), [("zh-Hans", "用法"), ("en", "Usage")])
def test_installed_chuhe_speaks_both_languages(installed: Path, tag: str, word: str) -> None:
    assert word in run(installed / "chuhe", "--help", CHUHE_LANG=tag)
