"""Random draws that can be verified.

Every match has a secret key of 32 random bytes. What its SHA-256 begins with is shown when the match starts, the key
when it has ended (docs/adr/0019 says how much of it is enough).
Draw ``n`` of match ``m`` is ``HMAC-SHA256(key, "m:n")``, read as a number of 256 bits, most significant byte first. A
number below ``bound`` is that number modulo ``bound``; a draw of the incomplete last stretch (not below the largest
multiple of ``bound``) is passed over and the next one taken, so that every number is exactly equally likely. Draws
count from 0 through the whole match and the log keeps the first draw of every deal and roll: a retry or a restart
gives the same draws. Computer players draw from ``HMAC-SHA256(key, "computer:m:ply:player")`` and so change no draw.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple

KEY_BYTES = 32

SHOWN_DIGITS, GROUP = 40, 8
"""Hexadecimal digits of a SHA-256 that are posted, and how many of them stand together."""

_SPACE = 1 << 256


def commitment_of(key: bytes) -> str:
    """Return the commitment of a key: its SHA-256 in hexadecimal."""
    return hashlib.sha256(key).hexdigest()


def shown_digits(commitment: str) -> str:
    """Return the posted digits of a SHA-256: ``67050eeb 5abf9544 9d92629d cf69f80c 26247e20``."""
    return " ".join(commitment[first : first + GROUP] for first in range(0, SHOWN_DIGITS, GROUP))


class KeyPart(NamedTuple):
    """A key and the first draw that comes from it. A match gets another key each time a backup is restored."""

    first: int
    """The number of its first draw; it is used until the next key's."""
    key: bytes


class FormerKey(NamedTuple):
    """A key that a match had before a backup was restored."""

    commitment: str
    """Its SHA-256 in hexadecimal."""
    key: str | None
    """In hexadecimal; ``None`` while the match runs."""
    until: int
    """The first draw that no longer comes from it."""
    ply: int
    """The last announced ply when the backup was restored; its board says so."""
    at: int
    """When the backup was made, in unix seconds."""


def key_of(keys: Sequence[KeyPart], number: int) -> bytes:
    """Return the key that a draw comes from; ``keys`` are in order, the first from draw 0 on."""
    return next(part.key for part in reversed(keys) if part.first <= number)


def draw(key: bytes, match_id: int, number: int) -> int:
    """Return draw ``number`` of a match: a number of 256 bits."""
    return int.from_bytes(hmac.digest(key, f"{match_id}:{number}".encode(), "sha256"))


def computer_seed(key: bytes, match_id: int, ply: int, player: int) -> int:
    """Return the seed of a computer player's decision, of 64 bits: it can be repeated when the key is known.

    It takes no draw of the match: those are of ``match:number``.
    """
    return int.from_bytes(hmac.digest(key, f"computer:{match_id}:{ply}:{player}".encode(), "sha256")[:8])


def hint_seed(key: bytes, match_id: int, ply: int, player: int) -> int:
    """Return the seed of a hint for a player, of 64 bits. It takes no draw of the match and is no computer player's."""
    return int.from_bytes(hmac.digest(key, f"hint:{match_id}:{ply}:{player}".encode(), "sha256")[:8])


def seconds_taken(key: bytes, match_id: int, ply: int) -> int:
    """Return how many seconds computer players take for a decision at a ply, like a person: 20 to 90.

    It takes no draw of the match: those are of ``match:number``.
    """
    return 20 + int.from_bytes(hmac.digest(key, f"time:{match_id}:{ply}".encode(), "sha256")[:8]) % 71


class CommittedRng:
    """The draws of one match from a certain one on; an :class:`engines.game.Rng`."""

    def __init__(self, key: bytes, match_id: int, first: int) -> None:
        self._key = key
        self._match_id = match_id
        self.next = first
        """The number of the next draw: how many the match has made so far."""

    def randrange(self, bound: int, /) -> int:
        """Return a number from ``0`` to ``bound - 1``, all equally likely.

        Raises:
            ValueError: the bound is not between 1 and 2**256.
        """
        if not 1 <= bound <= _SPACE:
            raise ValueError(f"a bound must be 1 to 2**256, not {bound}")
        complete = _SPACE - _SPACE % bound
        while True:
            drawn = draw(self._key, self._match_id, self.next)
            self.next += 1
            if drawn < complete:
                return drawn % bound
