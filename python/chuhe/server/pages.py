"""The built pages: files of ``static/``, as Vite wrote them.

Names under ``assets/`` carry a hash of their content and are kept by browsers
for ever; everything else is asked for again, with an ETag.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from mimetypes import guess_type
from pathlib import Path

__all__ = ["STATIC", "Page", "Pages"]

STATIC = Path(__file__).parent / "static"
_PACKED = (".html", ".js", ".mjs", ".css", ".svg", ".json", ".webmanifest", ".txt")
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
}
#: Shown when the pages were not built: plain, in both languages, with what to do.
MISSING = """<!doctype html><meta charset="utf-8"><title>Chuhe</title>
<p lang="zh">网页尚未构建。请在源码目录运行 <code>make setup</code>，然后重新打开本页。</p>
<p lang="en">The pages have not been built. Run <code>make setup</code> in the source folder, then reload.</p>
"""


@dataclass(frozen=True, slots=True)
class Page:
    """A file ready to be sent."""

    body: bytes
    packed: bytes | None
    type: str
    etag: str
    forever: bool


class Pages:
    """The files of a folder, read when asked for and kept while unchanged."""

    def __init__(self, root: Path = STATIC) -> None:
        self.root = root.resolve()
        self._kept: dict[Path, tuple[tuple[int, int], Page]] = {}

    @property
    def built(self) -> bool:
        """Whether there is anything to show."""
        return (self.root / "index.html").is_file()

    def find(self, path: str) -> Page | None:
        """The file at a URL path; None if there is none.

        A path whose last part has no dot is a page of ours: ``index.html``.
        """
        name = path.strip("/")
        if "\0" in name:
            return None
        if "." not in name.rsplit("/", 1)[-1]:
            name = "index.html"
        file = (self.root / name).resolve()
        if not file.is_relative_to(self.root) or not file.is_file():
            return None
        return self._read(file)

    def _read(self, file: Path) -> Page:
        stat = file.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        kept = self._kept.get(file)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        body = file.read_bytes()
        packed = gzip.compress(body, 6, mtime=0) if file.suffix in _PACKED else None
        kind = _TYPES.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
        page = Page(
            body,
            packed if packed is not None and len(packed) < len(body) else None,
            kind,
            f'"{hashlib.sha256(body).hexdigest()[:20]}"',
            file.relative_to(self.root).parts[0] == "assets",
        )
        self._kept[file] = (stamp, page)
        return page
