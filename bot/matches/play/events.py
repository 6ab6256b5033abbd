"""Events of a match; their handlers run in the transaction of the change.

The writer calls the handlers in order. :func:`bot.matches.service.build` sets them and explains the order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.matches.clocks.match_clocks import MovedDeadline
from bot.matches.model.log import Record
from bot.matches.model.match import Match
from bot.storage.database import Transaction
from engines.game import Player

Advanced: TypeAlias = Callable[[Transaction, Record, Record, Collection[Player]], Record]
"""Called with the records before and after, and the players who acted. Returns the latter with its current clocks."""

Changed: TypeAlias = Callable[[Transaction, Match], None]

DeadlinesMoved: TypeAlias = Callable[[Transaction, Sequence[MovedDeadline]], None]


@dataclass
class MatchEvents:
    """The handlers of each event."""

    advanced: tuple[Advanced, ...] = ()
    """The match was advanced and is not over."""
    ended: tuple[Changed, ...] = ()
    """The match is over."""
    paused: tuple[Changed, ...] = ()
    resumed: tuple[Changed, ...] = ()
    deadlines_moved: tuple[DeadlinesMoved, ...] = ()
    """Deadlines have changed without a move."""
