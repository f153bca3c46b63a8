"""Lists of players as organisers have them: XLSX, CSV, or lines pasted from a spreadsheet.

The first line names the columns, in Chinese or English, in any order; columns
of other names are kept aside.  A list without such a line is one name a line.
In a workbook there may be a title above that line.

>>> listed = read_players("姓名\\t单位\\t等级分\\n许银川\\t广东\\t2600\\n吕钦\\t广东\\t")
>>> [(p["name"], p["team"], p.get("rating")) for p in listed.players]
[('许银川', '广东', 2600), ('吕钦', '广东', None)]
>>> read_players("许银川\\n吕钦").players[1]
{'name': '吕钦'}
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import Reason
from chuhe.tournament.xlsx_in import cell_name, is_workbook, rows_of

__all__ = ["COLUMNS", "SEXES", "SIZE_LIMIT", "Listed", "duplicates", "name_key", "read_players"]

#: A longer list is refused: 9,999 players with long lines need less.
SIZE_LIMIT = 4_000_000
_LONGEST = 200
_END = "\ue000"
_MOST = 9999

#: Field → what its column may be called, in lower case.
COLUMNS = {
    "name": ("name", "player", "姓名", "名字", "棋手", "选手", "运动员"),
    "rating": ("rating", "elo", "rtg", "等级分", "积分等级", "等级积分"),
    "team": ("team", "club", "unit", "单位", "代表队", "队名", "团体", "参赛单位"),
    "title": ("title", "称号", "棋协称号", "技术等级", "等级称号"),
    "federation": ("federation", "fed", "country", "国家", "国家/地区", "协会"),
    "sex": ("sex", "gender", "性别"),
    "birth": ("birth", "birthday", "born", "date of birth", "出生", "出生日期", "生日"),
    "fide_id": ("id", "fide id", "fide-id", "fideid", "证号", "注册号", "编号证"),
    "board": ("board", "台次", "台号"),
}
_FIELD = {name: field for field, names in COLUMNS.items() for name in names}
#: Somewhere in a birth there is a year.
_YEAR = re.compile(r"(?<![0-9])(?:18|19|20)[0-9]{2}(?:[0-9]{4})?(?![0-9])")
#: What a sex may be called → ``m`` or ``w``.
SEXES = {"男": "m", "女": "w", "m": "m", "w": "w", "f": "w", "male": "m", "female": "w"}


@dataclass(frozen=True, slots=True)
class Listed:
    """A list as read."""

    players: tuple[Mapping[str, object], ...]
    """Fields of `chuhe.tournament.Player`, ``name`` always; those left blank are missing."""
    unknown: tuple[str, ...] = ()
    """Headings of columns that were passed over."""


@dataclass(frozen=True, slots=True)
class _Source:
    """Where rows come from: the sheet of a workbook, or a text if it has no name."""

    sheet: str = ""

    def error(self, code: str, row: int, column: int, **facts: object) -> ParseError:
        """Something is wrong in a row; columns are counted from 0."""
        if not self.sheet:
            return ParseError(f"players.{code}", {"line": row, **facts})
        place = {"sheet": self.sheet, "cell": cell_name(row, column + 1)}
        return ParseError(f"players.{code}_cell", {**place, **facts})


def read_players(text: str | bytes, sheet: str = "") -> Listed:
    """Read a list.

    Args:
        text: with commas, semicolons or tabs between columns; bytes are UTF-8, GB18030
            or a workbook (XLSX).
        sheet: which sheet of a workbook; the first one if empty.

    Raises:
        ParseError: ``players.size``, ``players.encoding``, ``players.empty``;
            ``players.headings``: several columns and none is called a name;
            ``players.name``, ``players.long``, ``players.rating``, ``players.birth``: in a line;
            ``players.many``. Of a workbook the last ones end in ``_cell`` and name sheet and
            cell, and there are those of `rows_of`.
    """
    if len(text) > SIZE_LIMIT:
        raise ParseError("players.size", {"most": SIZE_LIMIT})
    if isinstance(text, bytes) and is_workbook(text):
        name, rows = rows_of(text, sheet)
        source = _Source(name)
        heads = [n for n, (_row, cells) in enumerate(rows[:20]) if "name" in _fields(cells)]
        rows = rows[heads[0] :] if heads else rows
    else:
        source, rows = _Source(), _rows(text if isinstance(text, str) else _decoded(text))
    if not rows:
        raise ParseError("players.empty")
    first_line, first = rows[0]
    fields = _fields(first)
    unknown: tuple[str, ...] = ()
    if "name" in fields:
        rows = rows[1:]
        unknown = tuple(c for c, f in zip(first, fields, strict=True) if f is None and c)
    elif all(len(cells) == 1 for _line, cells in rows):
        fields = ["name"]
    else:
        raise source.error("headings", first_line, 0, text=",".join(first)[:80])
    if not rows:
        raise ParseError("players.empty")
    if len(rows) > _MOST:
        raise ParseError("players.many", {"most": _MOST})
    return Listed(tuple(_player(source, line, fields, cells) for line, cells in rows), unknown)


def _fields(cells: Iterable[str]) -> list[str | None]:
    return [_FIELD.get(unicodedata.normalize("NFKC", cell).strip().lower()) for cell in cells]


def name_key(name: str) -> str:
    """What two spellings of one name have in common: no blanks, no width, no case.

    >>> name_key("王 天一") == name_key("王天一"), name_key("ＬＩ Lei")
    (True, 'lilei')
    """
    return re.sub(r"[\s·.,]+", "", unicodedata.normalize("NFKC", name)).casefold()


def duplicates(
    here: Iterable[Mapping[str, object]], new: Iterable[Mapping[str, object]]
) -> tuple[list[Mapping[str, object]], list[Reason]]:
    """Those of ``new`` who are not there already, and warnings.

    A player of the same name is left out, unless team, birth or identity of the
    two are both given and differ: then he is taken, with a warning.

    >>> taken, warned = duplicates([{"name": "王伟", "team": "上海"}],
    ...     [{"name": "王 伟"}, {"name": "王伟", "team": "北京"}])
    >>> [player["team"] for player in taken], [reason.code for reason in warned]
    (['北京'], ['players.left_out', 'players.namesake'])
    """
    known: dict[str, list[Mapping[str, object]]] = {}
    for player in here:
        known.setdefault(name_key(str(player["name"])), []).append(player)
    taken: list[Mapping[str, object]] = []
    warned: list[Reason] = []
    for player in new:
        alike = known.setdefault(name_key(str(player["name"])), [])
        same = [other for other in alike if not _differ(player, other)]
        facts = {"name": player["name"]}
        if same:
            warned.append(Reason("players.left_out", facts))
            continue
        if alike:
            warned.append(Reason("players.namesake", facts))
        alike.append(player)
        taken.append(player)
    return taken, warned


def _differ(one: Mapping[str, object], two: Mapping[str, object]) -> bool:
    return any(
        one.get(field) and two.get(field) and one[field] != two[field]
        for field in ("team", "birth", "fide_id")
    )


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise ParseError("players.encoding")


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Line and cells of each line that is not blank."""
    text = text.removeprefix("\ufeff")
    head = next((line for line in text.splitlines() if line.strip()), "")
    mark = max("\t,;，", key=head.count)
    if mark == "，":  # commas as a Chinese keyboard gives them
        text, mark = text.replace("，", ","), ","
    # A last line of our own: if it does not come out as a row, a quotation mark is open.
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=mark)
    rows = []
    begun = 1
    try:
        for cells in reader:
            if cells == [_END]:
                break
            if reader.line_num > begun and _END in cells[-1]:
                raise ParseError("players.quote", {"line": begun})
            begun = reader.line_num + 1
            cells = [cell.strip() for cell in cells]
            if any(cells):
                rows.append((reader.line_num, cells))
    except csv.Error as error:
        raise ParseError("players.csv", {"line": reader.line_num, "why": str(error)}) from None
    return rows


def _player(
    source: _Source, line: int, fields: list[str | None], cells: list[str]
) -> Mapping[str, object]:
    player: dict[str, object] = {}
    for column, (field, cell) in enumerate(zip(fields, cells, strict=False)):
        if field is None or not cell or field in player:
            continue
        text = "".join(c for c in cell if c.isprintable()).strip()
        if not text:
            continue
        if len(text) > _LONGEST:
            raise source.error("long", line, column, most=_LONGEST)
        if field == "rating":
            plain = unicodedata.normalize("NFKC", text)
            if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]+)?", plain):
                raise source.error("rating", line, column, text=text[:40])
            player[field] = round(float(plain))
        elif field == "birth":
            if not _YEAR.search(unicodedata.normalize("NFKC", text)):
                raise source.error("birth", line, column, text=text[:40])
            player[field] = text
        elif field == "sex":
            player[field] = SEXES.get(text.lower(), text)
        else:
            player[field] = text
    if not player.get("name"):
        raise source.error("name", line, fields.index("name"))
    return player


add_messages(
    {
        "players.size": N_("the list of players is longer than {most} bytes"),
        "players.encoding": N_("the list of players is neither UTF-8 nor GB18030"),
        "players.empty": N_("the list of players is empty"),
        "players.headings": N_(
            "line {line}: expected headings, one of them 'name' or 姓名, got '{text}'"
        ),
        "players.many": N_("the list has more than {most} players"),
        "players.csv": N_("line {line}: not readable as columns ({why})"),
        "players.quote": N_("line {line}: a quotation mark is opened and never closed"),
        "players.name": N_("line {line}: expected a name"),
        "players.long": N_("line {line}: a field has more than {most} characters"),
        "players.rating": N_("line {line}: expected a rating, a number, got '{text}'"),
        "players.birth": N_("line {line}: expected a date of birth or its year, got '{text}'"),
        # Of one player, typed field by field.
        "players.rating_field": N_("expected a rating, a number, got '{text}'"),
        "players.birth_field": N_("expected a date of birth or its year, got '{text}'"),
        "players.long_field": N_("a field has more than {most} characters"),
        "players.name_field": N_("expected a name"),
        "players.headings_cell": N_(
            "sheet {sheet}, from cell {cell}: expected headings, one of them 'name' or 姓名, got"
            " '{text}'"
        ),
        "players.name_cell": N_("sheet {sheet}, cell {cell}: expected a name"),
        "players.long_cell": N_("sheet {sheet}, cell {cell}: more than {most} characters"),
        "players.rating_cell": N_(
            "sheet {sheet}, cell {cell}: expected a rating, a number, got '{text}'"
        ),
        "players.birth_cell": N_(
            "sheet {sheet}, cell {cell}: expected a date of birth or its year, got '{text}'"
        ),
        "players.column": N_("the column '{name}' was passed over"),
        "players.field": N_("expected a field and its value, such as team=…, got '{text}'"),
        "players.left_out": N_("{name} is in the list already: left out"),
        "players.namesake": N_("{name}: another player of the same name, taken as somebody else"),
    }
)
