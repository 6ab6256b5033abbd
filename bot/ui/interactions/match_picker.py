"""Finds the match that a typed command is about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from discord import app_commands

from bot.errors import UserError
from bot.matches.errors import MatchNotFoundError
from bot.matches.history.queries import NEVER
from bot.matches.model.match import Match, MatchStatus
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, SelectOptionSpec
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import MatchCommand, MatchFilter, match_command_of, open_or_running
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from engines.registry import GAMES
from engines.text import Seat, T, Text, normalize_typed

NarrowDown = Callable[[InteractionContext, Sequence[Match], str], Awaitable[Sequence[Match]]]
"""Narrows several matches down to those that fit a detail; returns all of them if none does."""


async def run_match_command(
    context: InteractionContext,
    wanted: MatchCommand,
    match_id: int | None,
    detail: str = "",
    narrow: NarrowDown | None = None,
) -> None:
    """Run a command for the match it is about.

    If several fit, ``narrow`` filters them by the detail, then the user is asked.
    """
    if match_id is not None:
        await wanted.run(context, await visible_match(context, match_id), detail)
        return
    found = await candidates(context, wanted)
    if not found:
        raise MatchNotFoundError(wanted.empty_message)
    if len(found) > 1 and narrow is not None:
        found = await narrow(context, found, detail)
    if len(found) == 1:
        await wanted.run(context, found[0], detail)
        return
    await context.responder.reply(_match_select(context, wanted, detail, found))


def _match_select(
    context: InteractionContext, wanted: MatchCommand, detail: str, found: Sequence[Match]
) -> OutgoingMessage:
    """Ask which of several matches is meant.

    Raises:
        UserError: the detail does not fit into a custom_id.
    """
    action = Action("pick", detail=f"{wanted.name}:{detail}")
    if not action.is_encodable:
        raise UserError(T("Several matches fit. Choose one with the option “match”."))
    choices = tuple(_choice_of(match, wanted, context.write) for match in found[:25])
    menu = action.select(context.write.plain(T("Choose a match …")), choices)
    return OutgoingMessage(context.write(T("Which match do you mean?")), ((menu,),))


async def candidates(context: InteractionContext, wanted: MatchCommand) -> Sequence[Match]:
    """Return the matches that a command may be about.

    First come those of this channel or thread, then the user's own in other channels, then other matches in threads of
    this channel.
    """
    if wanted.find is not None:
        return await wanted.find(context)
    here = await context.services.matches.history.matches_in(context.channel_id)
    # A rematch is played in the thread of the match before it.
    if found := _narrowed(wanted, here, context.user_id, (*wanted.prefers, open_or_running)):
        return found
    mine = await context.services.matches.history.matches_of(context.user_id, active_only=False)
    if found := _narrowed(wanted, mine, context.user_id, wanted.prefers):
        return found
    below = await context.services.matches.history.matches_under(context.channel_id)
    return _narrowed(wanted, below, context.user_id, wanted.prefers)


async def possible_commands(
    context: InteractionContext, commands: Sequence[MatchCommand], match_id: int | None
) -> Sequence[int]:
    """For each command how well it fits the match that is meant, or those here, or else the user's own: 0 perfectly, 1
    somehow, 2 not at all.
    """
    history = context.services.matches.history
    if match_id is not None:
        matches: Sequence[Match] = [await visible_match(context, match_id)]
    else:
        matches = await history.matches_in(context.channel_id)
        if not any(open_or_running(match, context.user_id) for match in matches):
            matches = [*matches, *await history.matches_of(context.user_id)]
    return [await _rank(context, command, matches) for command in commands]


async def _rank(context: InteractionContext, command: MatchCommand, matches: Sequence[Match]) -> int:
    if command.find is not None:
        return 0 if await command.find(context) else 2
    fitting = [match for match in matches if command.fits(match, context.user_id)]
    if not fitting:
        return 2
    return 0 if any(all(test(match, context.user_id) for test in command.prefers) for match in fitting) else 1


def _narrowed(
    wanted: MatchCommand, matches: Iterable[Match], user_id: int, prefers: Sequence[MatchFilter]
) -> list[Match]:
    fitting = [match for match in matches if wanted.fits(match, user_id)]
    for test in prefers:
        fitting = [match for match in fitting if test(match, user_id)] or fitting
    return sorted(fitting, key=urgency)


def urgency(match: Match) -> tuple[int, int, int]:
    """Return a sort key: running matches first, by the nearest deadline and then the longest wait, then tables, then
    ended matches, newest first.
    """
    order = {MatchStatus.RUNNING: 0, MatchStatus.OPEN: 1}.get(match.status, 2)
    deadline = min((clock.deadline for clock in match.clocks if clock.deadline is not None), default=NEVER)
    return order, deadline, (match.moved_at or match.created_at) * (1 if order < 2 else -1)


@handles("pick")
async def on_match_chosen(context: InteractionContext, action: Action) -> None:
    """Run a command for the match that the user chose when :func:`run_match_command` asked."""
    name, _, detail = action.detail.partition(":")
    await match_command_of(name).run(context, await visible_match(context, context.chosen_number), detail)


def _choice_of(match: Match, wanted: MatchCommand, write: Writer) -> SelectOptionSpec:
    """Return a match as a select option."""
    if wanted.titles_only:
        return SelectOptionSpec(str(match.id), match_title(match))
    return SelectOptionSpec(str(match.id), match_line(match, write), write.about(match).plain(state_of(match)))


def match_line(match: Match, write: Writer) -> str:
    """Return a match on one line without markup: ``İYE #12: Ann, Bob``."""
    named = write.about(match)
    names = ", ".join(named.name(Seat(seat.player)) for seat in match.seats)
    return write.plain(T("{title}: {players}", title=match_title(match), players=names))


def state_of(match: Match) -> Text:
    """Return the state of a match in a few words."""
    match match.status:
        case MatchStatus.OPEN if _can_start(match):
            return T("ready to start")
        case MatchStatus.OPEN:
            return T("waiting for players")
        case MatchStatus.RUNNING if match.paused_at is not None:
            return T("paused")
        case MatchStatus.RUNNING if len(match.to_move) == 1:
            return T("{player} is to move", player=Seat(match.to_move[0]))
        case MatchStatus.RUNNING:
            return T("in progress")
        case MatchStatus.CANCELLED:
            return T("closed")
        case _:
            return match.result or T("over")


def _can_start(match: Match) -> bool:
    return not match.invited and len(match.seats) >= GAMES[match.game].info.min_players


async def match_choices(
    context: InteractionContext, wanted: MatchCommand, typed: Any
) -> list[app_commands.Choice[int]]:
    """Suggest matches for the option ``match``, by number or by a player's name."""
    needle = normalize_typed(str(typed)).strip().lstrip("#")
    choices = []
    for match in await candidates(context, wanted):
        line = match_title(match) if wanted.titles_only else match_line(match, context.write)
        if needle in normalize_typed(line):
            state = "" if wanted.titles_only else f" ({context.write.about(match).plain(state_of(match))})"
            choices.append(app_commands.Choice(name=f"{line}{state}"[:100], value=match.id))
    return choices
