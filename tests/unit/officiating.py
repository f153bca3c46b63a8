"""What the tests of the arbiter's terminal share: what a script was answered."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Told:
    """What a script was answered."""

    status: int
    text: str
    complaints: str

    def __contains__(self, words: str) -> bool:
        return words in self.text

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def events(told: Told, kind: str) -> list[dict[str, Any]]:
    """The events of a kind that ``--json`` printed."""
    said = [json.loads(line) for line in told.lines]
    return [part["event"] for part in said if part.get("event", {}).get("e") == kind]
