#!/usr/bin/env python3
"""Export what the web pages share with Python to JSON files that they read.

The words: the catalogue ``python/chuhe/locale/zh_Hans/web.po`` is the source; its keys are the
English sentences, so the English file maps each key to itself. The unit of the curve from scores
to expected results: `chuhe.analysis.scale`. ``--check`` writes nothing and exits 1 when the JSON
files are not what would be written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from chuhe.analysis.scale import UNIT
from chuhe.i18n import read_po

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "python" / "chuhe" / "locale" / "zh_Hans" / "web.po"
WEB = ROOT / "web" / "src"


def exported(catalogue: Path = CATALOGUE) -> dict[str, str]:
    """Return the text of each JSON file by its place in the sources of the page.

    A sentence without a translation is left out: the tests of the catalogues find it.
    """
    messages = read_po(catalogue.read_text(encoding="utf-8"))
    texts = {
        "i18n/zh-Hans.json": messages,
        "i18n/en.json": {key: key for key in messages},
        "analysis/scale.json": {"unit": UNIT},
    }
    return {
        name: json.dumps(words, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
        for name, words in texts.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare only")
    options = parser.parse_args()
    stale = []
    for name, text in exported().items():
        path = WEB / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if not options.check:
                path.write_text(text, encoding="utf-8")
    if options.check and stale:
        print(f"stale: {', '.join(stale)}; run python tools/export_web_words.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
