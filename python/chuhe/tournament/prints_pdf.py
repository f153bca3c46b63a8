"""Prints as PDF, by WeasyPrint, which comes with the extra ``[pdf]``.

Fonts are those of the machine and are embedded, so that Chinese names look the
same everywhere.  Nothing is fetched: a page stands alone.
"""

from __future__ import annotations

import logging

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import EventError

__all__ = ["to_pdf"]


def to_pdf(page: str) -> bytes:
    """A page made by `chuhe.tournament.prints_page.page`, as PDF.

    Raises:
        EventError: ``prints.no_pdf``: WeasyPrint or the libraries of Pango are not there;
            the sentence says how to install them.
    """
    # It writes advice about CSS it passes over to stderr, which is not for arbiters.
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError) as error:  # OSError: the package is there, Pango is not
        raise EventError("prints.no_pdf", {"why": str(error).splitlines()[0][:120]}) from None
    nothing = URLFetcher(allowed_protocols=())
    made: bytes = HTML(string=page, url_fetcher=nothing).write_pdf()
    return made


add_messages(
    {
        "prints.no_pdf": N_(
            "PDF needs WeasyPrint and Pango ({why}); install them with: pip install 'chuhe[pdf]' "
            "and, on Debian: apt-get install libpangoft2-1.0-0 libharfbuzz-subset0 fonts-noto-cjk"
        ),
        "prints.unknown": N_("there is no print '{text}'; there are: {known}"),
        "prints.not_here": N_("this event has nothing for the print '{text}'"),
    }
)
