"""What follows from a change of a match, in the transaction of that change.

The writer calls these functions in the order in which they stand. :func:`bot.matches.service.build` fills them in and
says why in that order.
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
"""Told the record before, the record after, and whose entries led from one to the other. Returns the latter, with its
clocks as they are then."""

Changed: TypeAlias = Callable[[Transaction, Match], None]

DeadlinesMoved: TypeAlias = Callable[[Transaction, Sequence[MovedDeadline]], None]


@dataclass
class MatchEvents:
    """Who reacts to what."""

    advanced: tuple[Advanced, ...] = ()
    """The match has moved on and is not over."""
    ended: tuple[Changed, ...] = ()
    """The match is over, in whatever way."""
    paused: tuple[Changed, ...] = ()
    resumed: tuple[Changed, ...] = ()
    deadlines_moved: tuple[DeadlinesMoved, ...] = ()
    """Deadlines are other ones now though nobody has moved."""
