"""Commands about one match, and which matches each applies to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.errors import UserError
from bot.matches.model.match import Match, MatchStatus
from bot.ui.components.custom_id import Action
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from engines.text import T, Text

MatchFilter = Callable[[Match, int], bool]
"""Whether a user's command may be about a match."""

Run = Callable[[InteractionContext, Match, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class MatchCommand:
    """A command about one match, typed or pressed."""

    name: str
    """Also the name of the action of its buttons."""
    run: Run
    fits: MatchFilter
    empty_message: Text
    """The reply when no match fits."""
    prefers: tuple[MatchFilter, ...]
    """Filters that narrow the fitting matches down, one after the other; one that no match passes is skipped."""


NO_RUNNING_MATCH = T("You are not in a running match here. /matches lists yours.")
"""The reply to a user without a running match."""


def seated(match: Match, user_id: int) -> bool:
    """The user has a seat."""
    return match.seat_of(user_id) is not None


MATCH_COMMANDS: dict[str, MatchCommand] = {}
"""Every command by name."""


def match_command(
    name: str, *, fits: MatchFilter, empty_message: Text, prefers: tuple[MatchFilter, ...] = (seated,)
) -> Callable[[Run], MatchCommand]:
    """Make a function a command about a match, and the handler of the buttons of that name."""

    def register(run: Run) -> MatchCommand:
        made = MATCH_COMMANDS[name] = MatchCommand(name, run, fits, empty_message, prefers)

        @handles(name)
        async def pressed(context: InteractionContext, action: Action) -> None:
            await run(context, await visible_match(context, action.match_id), action.detail)

        return made

    return register


def playing(match: Match, user_id: int) -> bool:
    """The user plays in a running match."""
    seat = match.seat_of(user_id)
    return match.status is MatchStatus.RUNNING and seat is not None and not seat.withdrawn


def to_move(match: Match, user_id: int) -> bool:
    """The user is awaited."""
    return match.status is MatchStatus.RUNNING and match.awaits(user_id)


def has_started(match: Match, _user_id: int) -> bool:
    """The match has a position to look at."""
    return match.started_at is not None


def running(match: Match, _user_id: int) -> bool:
    """The match is being played."""
    return match.status is MatchStatus.RUNNING


def has_ended(match: Match, _user_id: int) -> bool:
    """The match has ended with or without a result."""
    return match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}


def open_or_running(match: Match, _user_id: int) -> bool:
    """The match is an open table, or is being played."""
    return match.status in {MatchStatus.OPEN, MatchStatus.RUNNING}


def is_table(match: Match, _user_id: int) -> bool:
    """The match is an open table."""
    return match.status is MatchStatus.OPEN


def match_command_of(name: str) -> MatchCommand:
    """A command by the name in a custom_id.

    Raises:
        UserError: it comes from another version of the bot.
    """
    wanted = MATCH_COMMANDS.get(name)
    if wanted is None:
        raise UserError(T("This menu no longer works. Please use the command again."))
    return wanted
