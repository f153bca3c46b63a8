"""Print every requirement of pyproject.toml, those of the extras included, for `make lock`."""

import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = project["optional-dependencies"].values()
for requirement in [*project["dependencies"], *(line for extra in extras for line in extra)]:
    if not requirement.startswith(f"{project['name']}["):
        print(requirement)
