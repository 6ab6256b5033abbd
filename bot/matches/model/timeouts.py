"""What has been decided about players whose time has run out, and what the others want."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.matches.model.time_control import OnExpiry
from engines.game import Player


class Stage(StrEnum):
    """What has been decided."""

    ASKED = "asked"
    """Nothing yet: the others are asked."""
    WAITING = "waiting"
    """The match waits; after a while the others are asked again."""
    EXTENDED = "extended"
    """Those who were late have more time. Nothing is asked until that runs out."""
    OFFERED = "offered"
    """The seats are offered; after a while the others are asked again."""
    DESERTED = "deserted"
    """There is nobody to ask: everybody who still plays has let the time run out."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What one of the others wants."""

    choice: OnExpiry
    to_user: int | None = None
    """Of :attr:`OnExpiry.OFFER`: whom the seat shall be offered to; ``None`` for anybody."""


@dataclass(frozen=True, slots=True)
class Expiry:
    """An absence, from the deadline to the move or decision that ends it."""

    stage: Stage
    seats: tuple[Player, ...]
    """Whose time has run out and who have not moved since."""
    until: int
    """When it is gone on with if nobody does anything."""
    votes: Mapping[Player, Vote] = field(default_factory=dict)
    rounds: int = 0
    """How often in a row nobody has decided, so that what was agreed at the table took place."""
    message_id: int | None = None
    """The question with its buttons, once it is posted."""
