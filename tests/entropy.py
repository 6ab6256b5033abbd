"""Deterministic random bytes."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from hashlib import sha256


def steady_entropy(prefix: str = "", first: int = 0) -> Callable[[int], bytes]:
    """Return a source of bytes that differ by call but not by run; ``prefix`` selects the sequence."""
    numbers = itertools.count(first)
    return lambda size: sha256(f"{prefix}{next(numbers)}".encode()).digest()[:size]
