"""The JSON files that the pages read are what the catalogue and the analysis say."""

import runpy
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "export_web_words.py"


def test_exported_files_agree_with_their_sources() -> None:
    tool = runpy.run_path(str(TOOL))
    written = tool["exported"]()
    assert set(written) == {"i18n/zh-Hans.json", "i18n/en.json", "analysis/scale.json"}
    for name, text in written.items():
        path = tool["WEB"] / name
        assert path.read_text(encoding="utf-8") == text, f"run python {TOOL.name}"
