"""How much one caller may ask for in a time."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

__all__ = ["Bucket", "Buckets"]


@dataclass(slots=True)
class Bucket:
    """A token bucket: ``rate`` a second in the long run, ``burst`` at once.

    >>> bucket = Bucket(rate=1, burst=2, level=2, at=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(1.0)]
    [True, True, False, True]
    """

    rate: float
    burst: float
    level: float
    at: float

    def take(self, now: float) -> bool:
        """Use one token, if there is one."""
        self.level = min(self.burst, self.level + max(0.0, now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """One bucket for each key, of the keys used last.

    Args:
        keys: how many are remembered. A forgotten key starts full again, so
            this bounds the memory, not the rate of an army of addresses.
    """

    def __init__(self, rate: float, burst: float, keys: int = 10_000) -> None:
        self._rate, self._burst, self._keys = rate, burst, keys
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        """Use one token of ``key``, if there is one."""
        bucket = self._of.get(key)
        if bucket is None:
            bucket = self._of[key] = Bucket(self._rate, self._burst, self._burst, now)
            if len(self._of) > self._keys:
                self._of.popitem(last=False)
        self._of.move_to_end(key)
        return bucket.take(now)
