"""Commands about a match, and which matches each command applies to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.errors import UserError
from bot.matches.model.match import Match, MatchStatus
from bot.ui.components.custom_id import Action
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from engines.text import T, Text

MatchFilter = Callable[[Match, int], bool]
"""Returns whether a command of a user applies to a match."""

Run = Callable[[InteractionContext, Match, str], Awaitable[None]]

Find = Callable[[InteractionContext], Awaitable[Sequence[Match]]]


@dataclass(frozen=True, slots=True)
class MatchCommand:
    """A command about a match, typed or clicked."""

    name: str
    """Also the action name of its buttons."""
    run: Run
    fits: MatchFilter
    empty_message: Text
    """The reply when no match fits."""
    prefers: tuple[MatchFilter, ...]
    """Filters applied one after the other if several matches fit; a filter that leaves none is skipped."""
    find: Find | None = None
    """Finds the matches that fit, where they are not those of the channel and the user's own."""
    titles_only: bool = False
    """Whether lists of its matches show nothing but titles: the user may no longer be allowed to see them."""


NO_RUNNING_MATCH = T("You are not in a running match here. /matches lists yours.")
"""The reply to a user without a running match."""


def seated(match: Match, user_id: int) -> bool:
    """Return whether the user has a seat."""
    return match.seat_of(user_id) is not None


MATCH_COMMANDS: dict[str, MatchCommand] = {}
"""All match commands by name."""


def match_command(
    name: str,
    *,
    fits: MatchFilter,
    empty_message: Text,
    prefers: tuple[MatchFilter, ...] = (seated,),
    find: Find | None = None,
    titles_only: bool = False,
) -> Callable[[Run], MatchCommand]:
    """Register a function as a match command, and as the handler of the buttons with its name."""

    def register(run: Run) -> MatchCommand:
        made = MATCH_COMMANDS[name] = MatchCommand(name, run, fits, empty_message, prefers, find, titles_only)

        @handles(name)
        async def pressed(context: InteractionContext, action: Action) -> None:
            await run(context, await visible_match(context, action.match_id), action.detail)

        return made

    return register


def playing(match: Match, user_id: int) -> bool:
    """Return whether the user plays in the running match."""
    seat = match.seat_of(user_id)
    return match.status is MatchStatus.RUNNING and seat is not None and not seat.withdrawn


def to_move(match: Match, user_id: int) -> bool:
    """Return whether the user is to move."""
    return match.status is MatchStatus.RUNNING and match.awaits(user_id)


def has_started(match: Match, _user_id: int) -> bool:
    """Return whether the match has a position to show."""
    return match.started_at is not None


def running(match: Match, _user_id: int) -> bool:
    """Return whether the match is running."""
    return match.status is MatchStatus.RUNNING


def has_ended(match: Match, _user_id: int) -> bool:
    """Return whether the match has ended, with or without a result."""
    return match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}


def open_or_running(match: Match, _user_id: int) -> bool:
    """Return whether the match is an open table or running."""
    return match.status in {MatchStatus.OPEN, MatchStatus.RUNNING}


def is_table(match: Match, _user_id: int) -> bool:
    """Return whether the match is an open table."""
    return match.status is MatchStatus.OPEN


def match_command_of(name: str) -> MatchCommand:
    """Return the command of a name in a custom_id.

    Raises:
        UserError: another version of the bot wrote the name.
    """
    wanted = MATCH_COMMANDS.get(name)
    if wanted is None:
        raise UserError(T("This menu no longer works. Please use the command again."))
    return wanted
