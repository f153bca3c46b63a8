"""``chuhe judge --html``: a page for one game, or an index with a page for each that needs one."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO
from urllib.parse import quote

from chuhe.arbiter import Report
from chuhe.explain import Explanation, explain, head_html, page_html, report_lines
from chuhe.game import Game
from chuhe.i18n import _, path_text

__all__ = ["Pages"]


class Pages:
    """Writes pages as games come, and holds no more than one of them.

    Args:
        out: the file. With a single game it is its page; with more it is an
            index, and the pages stand in a folder beside it, ``<name>-games``.

    Raises:
        OSError: something cannot be written.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self.games = 0
        self._first: tuple[str, str] | None = None
        self._index: TextIO | None = None
        out.write_text("", encoding="utf-8")  # to know at once whether it can be written

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._index is not None:
            self._index.close()

    def add(self, path: str, game: Game, report: Report, complaints: Sequence[str]) -> None:
        """Take in one game.

        Args:
            path: the file it is from.
            game: the record.
            report: what was found in it.
            complaints: what is wrong with the record, in words.
        """
        self.games += 1
        names = [game.headers.get(side, "") or "?" for side in ("Red", "Black")]
        title = " – ".join(names) if names != ["?", "?"] else path_text(Path(path).name)
        lines = report_lines(report)
        told = [text for text, _ruling in lines] + list(complaints)
        rulings = [ruling for _text, ruling in lines if ruling]
        page = ""
        if rulings or complaints or not report.replay.is_legal or self.games == 1:
            explained: list[Explanation] = [explain(report.replay, ruling) for ruling in rulings]
            page = page_html(explained, title=title, lines=told)
        row = self._row(path, title, report, told, bool(page))
        if self.games == 1:  # it may be the only one
            self._first = (page, row)
            return
        self._begin()
        self._write(self.games, page, row)

    def finish(self, summary: Sequence[str]) -> None:
        """Write what is left: the page of a single game, or the end of the index."""
        if self._index is None:
            first = self._first
            page = first[0] if first else page_html([], title=_("Games judged"), lines=summary)
            self.out.write_text(page, encoding="utf-8")
            return
        end = "".join(f"<p>{escape(line)}</p>\n" for line in summary)
        self._index.write(f"</tbody>\n</table>\n{end}</body>\n</html>\n")
        self._index.close()

    @property
    def _folder(self) -> Path:
        return self.out.with_name(f"{self.out.stem}-games")

    def _row(self, path: str, title: str, report: Report, told: list[str], page: bool) -> str:
        name = escape(title)
        if page:
            link = quote(f"{self._folder.name}/{_page_name(self.games)}")
            name = f'<a href="{escape(link)}">{name}</a>'
        words = "<br>".join(map(escape, told))
        return (
            f'<tr><td class="n">{self.games}</td><td>{name}</td><td class="f">{escape(path_text(path))}</td>'
            f"<td>{escape(report.recorded.result)}</td><td>{words}</td></tr>\n"
        )

    def _begin(self) -> None:
        """Open the index, with the first game."""
        if self._index is not None or self._first is None:
            return
        self._folder.mkdir(exist_ok=True)
        self._index = self.out.open("w", encoding="utf-8")
        heads = (_("no."), _("players"), _("file"), _("record"), _("what was found"))
        cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
        self._index.write(head_html(_("Games judged")))
        self._index.write(f'<table class="index">\n<thead><tr>{cells}</tr></thead>\n<tbody>\n')
        page, row = self._first
        self._first = ("", "")
        self._write(1, page, row)

    def _write(self, number: int, page: str, row: str) -> None:
        assert self._index is not None
        if page:
            (self._folder / _page_name(number)).write_text(page, encoding="utf-8")
        self._index.write(row)
        self._index.flush()  # whoever watches sees how far it is


def _page_name(number: int) -> str:
    return f"{number:06}.html"
