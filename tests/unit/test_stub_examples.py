"""The examples in the stub of the core: pytest does not look into .pyi files by itself."""

import ast
import doctest
from pathlib import Path

import pytest

import chuhe
from chuhe import _core

STUB = Path(chuhe.__file__).with_name("_core.pyi")
TREE = ast.parse(STUB.read_text("utf-8"))
EXAMPLES = [
    (getattr(node, "name", "module"), text)
    for node in ast.walk(TREE)
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Module)
    if (text := ast.get_docstring(node)) and ">>>" in text
]


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_example_runs(name: str, text: str) -> None:
    names = {**vars(_core), **{name: getattr(chuhe, name) for name in chuhe.__all__}}
    example = doctest.DocTestParser().get_doctest(text, names, name, str(STUB), 0)
    faults: list[str] = []
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    doctest.DocTestRunner(optionflags=options).run(example, out=faults.append)
    assert not faults, "".join(faults)
