"""A wheel whose archive cannot be read is built again, and never handed out."""

import importlib.util
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "build_backend.py"


@pytest.fixture(scope="module")
def backend() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_backend", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_wheel(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chuhe/__init__.py", "moves = 44\n" * 100)


def spoil(path: Path) -> None:
    held = bytearray(path.read_bytes())
    held[held.index(b"chuhe/__init__.py") + 20] ^= 0xFF
    path.write_bytes(held)


@pytest.mark.parametrize("faulty", [0, 1, 4])
def test_faulty_wheels_are_built_again(backend: ModuleType, tmp_path: Path, faulty: int) -> None:
    built = 0

    def build() -> str:
        nonlocal built
        write_wheel(tmp_path / "chuhe.whl")
        if built < faulty:
            spoil(tmp_path / "chuhe.whl")
        built += 1
        return "chuhe.whl"

    assert backend.sound_wheel(str(tmp_path), build) == "chuhe.whl"
    assert built == faulty + 1
    assert backend.archive_fault(tmp_path / "chuhe.whl") == ""


def test_wheel_that_stays_faulty_is_an_error(
    backend: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def build() -> str:
        write_wheel(tmp_path / "chuhe.whl")
        spoil(tmp_path / "chuhe.whl")
        return "chuhe.whl"

    with pytest.raises(SystemExit, match="faulty 5 times"):
        backend.sound_wheel(str(tmp_path), build)
    assert "attempt 5" in capsys.readouterr().err


def test_what_is_no_archive_is_faulty(backend: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "chuhe.whl").write_bytes(b"no archive")
    assert backend.archive_fault(tmp_path / "chuhe.whl")
