"""The digest of an ended match: one SHA-256 over its whole record, posted with the result.

What is hashed is a JSON object in UTF-8 with sorted keys, no spaces and nothing but ASCII in it; the form is written
down in docs/adr/0028-record-digest.md and never changes. Names are in it as seals, the SHA-256 of a
random salt and the name: when a user's data is deleted, name and salt are deleted, and the seal and the digest
stay.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.matches.model.log import Entry, EntryKind, load_names
from bot.matches.model.rng import KeyPart, commitment_of
from engines.errors import InvalidMoveError

FORM = "kurultai record 1"
SALT_BYTES = 16

MANAGER = "manager"
"""The machine name of an end by a manager of the server, whose reason is in the result."""


class SealedName(NamedTuple):
    """A player's name in the record."""

    name: str
    """Empty where it has been deleted."""
    salt: str | None
    """In hexadecimal; ``None`` where the name has been deleted."""
    seal: str

    @property
    def holds(self) -> bool:
        """Whether the name is the one that was sealed, or has been deleted."""
        if self.salt is None:
            return not self.name
        return seal_of(self.name, self.salt) == self.seal


@dataclass(frozen=True, slots=True)
class WholeRecord:
    """All facts of an ended match."""

    match_id: int
    game: str
    rules_version: int
    options: Mapping[str, str]
    seats: tuple[SealedName, ...] | None
    """``None`` for matches that ended before names were sealed."""
    status: str
    termination: str | None
    result: Mapping[str, Any] | None
    """The sentence as :func:`bot.matches.model.text_json.text_to_json` writes it."""
    created_at: int
    started_at: int
    ended_at: int
    keys: tuple[KeyPart, ...]
    log: Sequence[Entry]
    given: int = 0
    """How many of the first entries are given from another match."""

    @property
    def digest(self) -> str | None:
        """The SHA-256 in hexadecimal; ``None`` for matches that ended before names were sealed."""
        if self.seats is None:
            return None
        document: dict[str, Any] = {
            "form": FORM,
            "match": self.match_id,
            "game": self.game,
            "rules": self.rules_version,
            "options": dict(self.options),
            "seats": [seat.seal for seat in self.seats],
            "status": self.status,
            "termination": _machine_name(self.termination),
            "result": _lasting(self.result, self.termination),
            "created": self.created_at,
            "started": self.started_at,
            "ended": self.ended_at,
            "keys": [[part.first, commitment_of(part.key), part.key.hex()] for part in self.keys],
            "log": [
                [entry.ply, entry.player, entry.kind.value, _lasting_move(entry), entry.first_draw, entry.at]
                for entry in self.log
            ],
        }
        if self.given:
            document["given"] = self.given
        return hashlib.sha256(json.dumps(document, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()


def seal_of(name: str, salt: str) -> str:
    """The SHA-256 of a salt (in hexadecimal) and a name, in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(salt) + name.encode("utf-8", "surrogatepass")).hexdigest()


def _machine_name(termination: str | None) -> str | None:
    """Return how a match ended; earlier versions appended the id of the manager."""
    return termination and termination.partition(" ")[0]


def _lasting(result: Mapping[str, Any] | None, termination: str | None) -> Mapping[str, Any] | None:
    """Return the result without a manager's words, in which a name may be deleted."""
    if result is None or _machine_name(termination) != MANAGER:
        return result
    return {"text": result.get("text")}


def _lasting_move(entry: Entry) -> str:
    """Return the move of an entry without names, which may be deleted."""
    if entry.kind is not EntryKind.TAKEOVER:
        return entry.move
    try:
        return "handed over" if load_names(entry.move).handed_over else "taken over"
    except InvalidMoveError:
        return entry.move
