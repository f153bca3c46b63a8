"""Any workbook: a list of players, or one typed error.

Half of the inputs are a workbook of ours with a part of it changed, as a ZIP that is whole.
"""

import io
import sys
import zipfile

import atheris

with atheris.instrument_imports(include=["chuhe", "openpyxl", "zipfile"]):
    import openpyxl  # noqa: F401 - so that the fuzzer sees into it

    from chuhe.errors import ParseError
    from chuhe.i18n import use_language
    from chuhe.tournament.players_in import read_players
    from chuhe.tournament.xlsx_out import book

GOOD = book([("名单", [["姓名", "等级分"], ["许银川", 2600], ["=1+1", 0.5]])])
PARTS = {name: zipfile.ZipFile(io.BytesIO(GOOD)).read(name) for name in
         zipfile.ZipFile(io.BytesIO(GOOD)).namelist()}  # fmt: skip


@atheris.instrument_func
def made_up(choose: atheris.FuzzedDataProvider) -> bytes:
    file = io.BytesIO()
    changed = choose.PickValueInList(sorted(PARTS))
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in PARTS.items():
            if name == changed:
                at = choose.ConsumeIntInRange(0, len(content))
                gone = choose.ConsumeIntInRange(0, 40)
                new = choose.ConsumeBytes(60)
                content = content[:at] + new + content[at + gone :]
            archive.writestr(name, content)
    return file.getvalue()


@atheris.instrument_func
def one_input(data: bytes) -> None:
    choose = atheris.FuzzedDataProvider(data)
    language = choose.PickValueInList(["zh-Hans", "en"])
    raw = made_up(choose) if choose.ConsumeBool() else b"PK\x03\x04" + data
    try:
        assert read_players(raw).players
    except ParseError as error:
        with use_language(language):
            assert error.code
            assert str(error)


atheris.Setup(sys.argv, one_input)
atheris.Fuzz()
