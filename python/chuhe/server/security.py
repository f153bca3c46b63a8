"""Who is asking: the player's cookie, the page's origin, the headers of every answer.

A player is a random secret in a cookie; the data know only its hash. Nothing
else identifies anybody.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

__all__ = [
    "COOKIE",
    "HEADERS",
    "LOOPBACK",
    "Origins",
    "cookie_header",
    "hashed",
    "new_secret",
    "player_of",
]

COOKIE = "chuhe_player"
#: The longest that browsers keep a cookie: 400 days.
COOKIE_AGE = 400 * 24 * 3600

#: Sent with every answer. Pages load nothing from elsewhere and are framed by nobody.
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
}

#: The names of this computer for itself.
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def new_secret() -> str:
    """256 random bits in 43 characters."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is stored of a secret. It is random, so a plain hash cannot be guessed back.

    >>> hashed("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def player_of(cookies: dict[str, str]) -> str | None:
    """The hash of the caller's secret, or None without a well-formed one."""
    secret = cookies.get(COOKIE, "")
    return hashed(secret) if _SECRET.fullmatch(secret) else None


def cookie_header(secret: str, *, secure: bool) -> str:
    """The ``Set-Cookie`` header for a new player.

    ``Lax``, not ``Strict``: who follows a link from elsewhere to a page of ours
    must arrive as who they are. Requests that change something are held to
    their origin besides.
    """
    attributes = f"Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax"
    return f"{COOKIE}={secret}; {attributes}{'; Secure' if secure else ''}"


@dataclass(frozen=True)
class Origins:
    """Which pages may talk to this server.

    Args:
        hosts: the names this server goes by, without port; empty for any. On a
            loopback address they are fixed, so that a foreign name resolving to
            127.0.0.1 (DNS rebinding) gets nothing.
        extra: whole origins (``https://example.org``) allowed besides our own.
    """

    hosts: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()

    def host_ok(self, host: str) -> bool:
        """Whether the ``Host`` header is one of our names.

        >>> origins = Origins(hosts=frozenset({"localhost", "127.0.0.1", "::1"}))
        >>> origins.host_ok("localhost:8000"), origins.host_ok("evil.example:8000")
        (True, False)
        >>> origins.host_ok("[::1]:8000")
        True
        """
        if not self.hosts:
            return True
        known = self.hosts | {_host(origin) for origin in self.extra}
        return _host(f"http://{host}") in known

    def origin_ok(self, origin: str | None, host: str) -> bool:
        """Whether a page of ``origin`` may ask for more than to look.

        Programs send no ``Origin``; they have no cookie that could be misused.

        >>> Origins().origin_ok("http://localhost:8000", "localhost:8000")
        True
        >>> Origins().origin_ok("http://evil.example", "localhost:8000")
        False
        """
        if origin is None or origin in self.extra:
            return True
        return urlsplit(origin).netloc.lower() == host.lower() if _is_url(origin) else False


def _host(url: str) -> str | None:
    return urlsplit(url).hostname if _is_url(url) else None


def _is_url(text: str) -> bool:
    try:
        return bool(urlsplit(text).netloc)
    except ValueError:
        return False
