"""The one direct message of a kind that somebody has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DirectMessage:
    """What is known of a player's private sheet, or of the board of somebody who watches a match."""

    message_id: int | None
    """The only message there is; ``None`` before the first one."""
    closed: bool
    """Whether that person could not be reached."""
