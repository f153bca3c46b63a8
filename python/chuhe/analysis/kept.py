"""Evaluations kept in a file, so that an analysis that was stopped can go on.

A file of JSON lines. The first says by whom and how hard; evaluations found otherwise are not used.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from chuhe.analysis.judged import Evaluation
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_

__all__ = ["Kept"]


class Kept(Mapping[str, Evaluation]):
    """What a file has, with what is added; each line is written at once.

    Args:
        path: the file; it is made if it is not there.
        how: by whom and how hard it was looked; a file that says otherwise is refused.

    Raises:
        OSError: the file cannot be read or written.
        ParseError: it is something else, or was made otherwise.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = Path(folder.name, "kept.jsonl")
    >>> with Kept(path, {"engine": "one"}) as kept:
    ...     kept.add("here", Evaluation((), 0.5))
    >>> Kept(path, {"engine": "one"})["here"].ended
    0.5
    >>> folder.cleanup()
    """

    def __init__(self, path: Path, how: Mapping[str, Any]) -> None:
        self._known: dict[str, Evaluation] = {}
        self._file: TextIO | None = None
        text = path.read_text("utf-8") if path.exists() else ""
        head = {"chuhe": "analysis", **how}
        for number, line in enumerate(text.splitlines(), 1):
            whole = number < text.count("\n") + 1
            try:
                facts = json.loads(line)
                if number > 1:
                    self._known[facts["at"]] = Evaluation.from_json(facts["found"])
                    continue
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                if number > 1 and not whole:
                    break  # the last line, which was cut off
                raise ParseError(
                    "analysis.kept_bad", {"path": str(path), "line": number}
                ) from error
            if facts != head:
                raise ParseError("analysis.kept_other", {"path": str(path)})
        self._path = path
        if not text:
            self._write(head)
        elif not text.endswith("\n"):
            # Half a line must not spoil the next.
            path.write_text(text[: text.rfind("\n") + 1], "utf-8")

    def add(self, key: str, found: Evaluation) -> None:
        """Keep an evaluation."""
        self._known[key] = found
        self._write({"at": key, "found": found.to_json()})

    def _write(self, facts: Mapping[str, Any]) -> None:
        if self._file is None:
            self._file = self._path.open("a", encoding="utf-8")
        self._file.write(json.dumps(facts, ensure_ascii=False) + "\n")
        self._file.flush()

    def __getitem__(self, key: str) -> Evaluation:
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


add_messages(
    {
        "analysis.kept_bad": N_("{path}: line {line} is no evaluation"),
        "analysis.kept_other": N_(
            "{path} was made by another engine or with other limits; name another file"
        ),
    }
)
