"""The lock file holds every package that pyproject.toml asks for, at a version it allows."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    lines = [line for group in groups for line in group]
    return [Requirement(line) for line in lines if not line.startswith("chuhe[")]


def locked() -> dict[str, Version]:
    text = (ROOT / "requirements" / "dev.lock").read_text(encoding="utf-8")
    pairs = re.findall(r"^([\w.-]+)(?:\[[\w,-]*\])?==(\S+)", text, re.MULTILINE)
    return {name.lower(): Version(version) for name, version in pairs}


def test_every_wanted_package_is_locked_at_an_allowed_version() -> None:
    versions = locked()
    for requirement in wanted():
        name = requirement.name.lower()
        assert name in versions, f"{name}: run `make lock`"
        assert versions[name] in requirement.specifier, f"{requirement}: run `make lock`"
