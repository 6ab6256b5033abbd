"""“Play on from here”: a copy of an ended match, against computer players, from a position that is shown."""

from __future__ import annotations

from bot.errors import UserError
from bot.load import thresholds
from bot.matches.history.replays import Replay
from bot.matches.model.match import Match, MatchChannel
from bot.storage.interaction_claims import RepeatedPressError
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, Rows
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import channel_for_table, require_computer_players, visible_match
from bot.ui.interactions.registry import handles
from engines.registry import GAMES
from engines.text import T, Text
from players.levels import name_of


def can_be_played_on(context: InteractionContext, replay: Replay, turn: int) -> bool:
    """Return whether a match can be played on after a turn: it has ended, but its rules do not end it there."""
    alone = len(replay.match.seats) == 1
    return replay.can_go_on_after(turn) and (alone or not context.services.matches.computer_turns.are_off)


def play_on_row(match: Match, ply: int, write: Writer) -> Rows:
    """Return the button that plays on from the position of an ended match after some entries of its log."""
    return ((Action("playon", match.id, ply).button(write.plain(T("Play on from here")), emoji="🤖"),),)


async def play_on_note(context: InteractionContext, match: Match) -> Text:
    """Return what the button does, with the level that it takes."""
    if len(match.seats) == 1:
        return T("Play on from here makes a copy of your own. It is not rated.")
    level = await _level(context, match)
    return T(
        "Play on from here makes a copy of your own against the computer, level {level} ({name}). It is not rated.",
        level=level,
        name=name_of(level),
    )


@handles("playon")
async def on_play_on(context: InteractionContext, action: Action) -> None:
    """Begin a copy of an ended match after some entries of its log, and say where it is played."""
    match = await visible_match(context, action.match_id)
    matches = context.services.matches
    if len(match.seats) > 1:
        require_computer_players(context)
    channel = await _channel_for_copy(context, match)
    level = await _level(context, match)
    context.count_notification()
    context.responder.claim_panel()
    try:
        copy = await matches.copies.play_on(match.id, action.ply, context.person, channel, level)
    except RepeatedPressError as error:
        raise UserError(
            T("You have already played on from this message. Open it again to play on from another turn.")
        ) from error
    if channel.is_forum:
        await context.services.outbox.until_thread(copy.id, thresholds.LONGEST_POST_WAIT)
        copy = await matches.history.get(copy.id)
    where = "" if channel.guild_id is None else f" <#{copy.channel.target_id}>"
    await context.responder.reply(
        OutgoingMessage(f"{context.write(_begun(copy, level))}{where}", await context.way_to(copy))
    )


async def _level(context: InteractionContext, match: Match) -> int:
    """Return the level of a copy: that of the match's strongest computer player, else the one that the user plays."""
    levels = [seat.computer.level for seat in match.seats if seat.computer is not None]
    return max(levels, default=0) or await context.services.matches.computer_seats.usual_level(
        context.user_id, match.game
    )


async def _channel_for_copy(context: InteractionContext, match: Match) -> MatchChannel:
    """Return where a copy is played: here, or in the server's forum for matches.

    In the thread of the original it is in the same channel and thread, as a rematch is.
    """
    channel = await channel_for_table(context, GAMES[match.game].info)
    in_its_thread = channel.channel_id == match.channel.thread_id and not match.channel.is_forum
    return match.channel if in_its_thread else channel


def _begun(copy: Match, level: int) -> Text:
    title = match_title(copy)
    if not copy.has_computers:
        return T("{match} goes on from there. It is not rated.", match=title)
    return T(
        "{match} goes on from there, against the computer at level {level} ({name}). It is not rated.",
        match=title,
        level=level,
        name=name_of(level),
    )
