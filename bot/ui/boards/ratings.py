"""Ratings in messages, always written in the same way."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.results import Skill
from bot.matches.results.leaderboards import RatingChange
from bot.ui.components.text import Writer
from engines.text import Seat, T, format_change, format_number


def rating_of(skill: Skill) -> str:
    """Return a rating, with a question mark while it is provisional: ``1512`` or ``937?``."""
    return format_number(skill.shown) + ("?" if skill.is_provisional else "")


def change_of(before: Skill, after: Skill) -> str:
    """Return the change of a rating as it is shown: ``+14``, ``−9`` or ``±0``."""
    return format_change(after.shown - before.shown)


def rating_line(changes: Sequence[RatingChange], write: Writer) -> str:
    """Return the new ratings: ``📈 Ann 937? (+137) · Bob 726? (−74)``, and what a question mark means."""
    ratings = (
        T(
            "{player} {rating} ({change})",
            player=Seat(one.player),
            rating=rating_of(one.after),
            change=change_of(one.before, one.after),
        )
        for one in changes
    )
    line = "📈 " + " · ".join(map(write, ratings))
    if not any(one.after.is_provisional for one in changes):
        return line
    start = format_number(Skill().shown)
    few = T(
        "? = provisional: few rated matches so far, so the rating still changes a lot. Everyone starts at {start}.",
        start=start,
    )
    return f"{line}\n-# {write(few)}"


def unrated_line(match: Match, write: Writer) -> str:
    """Return why a rated match changed no rating; empty if nobody expects a change."""
    if not match.rated or match.channel.guild_id is None or len(match.seats) < 2:
        return ""
    why = T("Not rated: the match ended without a result.")
    if match.status is MatchStatus.FINISHED:
        why = T("Not rated: at least two players must have played from start to end.")
    return f"📈 {write(why)}"
