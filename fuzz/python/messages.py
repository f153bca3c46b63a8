"""Any text from the socket or a request: a message of the closed list, or one typed error.

msgspec is compiled, so the fuzzer cannot see into it: half of the inputs are therefore put
together from the fields of the protocol, with odd values in them.
"""

import json
import sys
from typing import get_args

import atheris

with atheris.instrument_imports(include=["chuhe"]):
    from chuhe.errors import MessageError
    from chuhe.i18n import use_language
    from chuhe.server import bodies, messages

CLIENT = get_args(messages.AnyClientMessage)
TAGS = [*(kind.__struct_config__.tag for kind in CLIENT), "pong", "", None, 3]
FIELDS = [*sorted({name for kind in CLIENT for name in kind.__struct_fields__}), "x", "\ud800"]
BODIES = (bodies.NewTable, bodies.Join, bodies.RecordText, bodies.PositionText)
VALUES = [None, True, -1, 0, 1, 2**63, 2**64, 1e308, -0.5, "", "red", "h2e2", "\x00", [], {}, [[]]]


@atheris.instrument_func
def made_up(choose: atheris.FuzzedDataProvider) -> str:
    fields = {"t": choose.PickValueInList(TAGS)}
    for _ in range(choose.ConsumeIntInRange(0, 5)):
        value = choose.PickValueInList([*VALUES, choose.ConsumeUnicode(12)])
        fields[choose.PickValueInList(FIELDS)] = value
    return json.dumps(fields)


@atheris.instrument_func
def one_input(data: bytes) -> None:
    choose = atheris.FuzzedDataProvider(data)
    language = choose.PickValueInList(["zh-Hans", "en"])
    kind = choose.PickValueInList([None, *BODIES])
    raw = made_up(choose) if choose.ConsumeBool() else data.decode("utf-8", "replace")
    try:
        if kind is None:
            assert isinstance(messages.parse(raw), CLIENT)
        else:
            assert isinstance(messages.parse_body(raw.encode("utf-8", "replace"), kind), kind)
    except MessageError as error:
        with use_language(language):
            assert error.code
            assert str(error)


atheris.Setup(sys.argv, one_input)
atheris.Fuzz()
