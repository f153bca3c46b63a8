"""What the commands that read records share."""

import sys

from chuhe.cli.common import file_complaint
from chuhe.errors import ChuheError
from chuhe.i18n import _
from chuhe.records import FORMATS

__all__ = ["SUFFIXES", "Unreadable", "complain"]

#: What is looked for in folders.
SUFFIXES = frozenset(suffix for module in FORMATS.values() for suffix in module.SUFFIXES)

Unreadable = ChuheError | OSError


def complain(name: str, error: Unreadable) -> None:
    """Say on stderr what is wrong with a file."""
    if isinstance(error, OSError):
        error.filename = error.filename or name
        text = file_complaint(error)
    else:
        text = f"{_('standard input') if name == '-' else name}: {error}"
    sys.stderr.write(f"chuhe: {text}\n")
