"""Ratings in words: one way to write them, wherever they stand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.leaderboards import RatingChange
from bot.matches.rating import Skill
from bot.ui.text import Writer
from engines.text import Seat, T, change, digits


def rating_of(skill: Skill) -> str:
    """The number that is shown, with a question mark while it is provisional: ``1512`` or ``937?``."""
    return digits(skill.shown) + ("?" if skill.is_provisional else "")


def change_of(before: Skill, after: Skill) -> str:
    """By how much the number shown has changed: ``+14``, ``−9`` or ``±0``."""
    return change(after.shown - before.shown)


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
