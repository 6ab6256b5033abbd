"""Ratings in words: one way to write them, wherever they stand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.leaderboards import RatingChange
from bot.matches.rating import Skill
from bot.ui.text import Writer
from engines.text import Seat, T

MINUS = "−"  # as wide as a plus, and no markup


def rating_of(skill: Skill) -> str:
    """The number that is shown, with a question mark while it is provisional: ``1512`` or ``937?``."""
    return f"{skill.shown}?" if skill.is_provisional else str(skill.shown)


def change_of(before: Skill, after: Skill) -> str:
    """By how much the number shown has changed: ``+14``, ``−9`` or ``±0``."""
    points = after.shown - before.shown
    if not points:
        return "±0"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


def rating_line(changes: Sequence[RatingChange], write: Writer) -> str:
    """What a match was worth to everybody: ``📈 Ann 937? (+137) · Bob 726? (−74)``."""
    told = (
        T(
            "{player} {rating} ({change})",
            player=Seat(one.player),
            rating=rating_of(one.after),
            change=change_of(one.before, one.after),
        )
        for one in changes
    )
    return "📈 " + " · ".join(map(write, told))
