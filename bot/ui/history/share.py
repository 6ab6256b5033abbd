"""*Share*: the card of a result, first for the user alone, then for everybody where it may be shown."""

from __future__ import annotations

from bot.errors import UserError
from bot.matches.model.match import Match, MatchStatus
from bot.ui.boards.board_messages import match_title, result_of
from bot.ui.boards.cards import result_card, result_lines, result_picture
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, Row
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import match_command, seated
from bot.ui.interactions.permissions import (
    NOT_HERE,
    can_attach,
    can_post,
    may_be_shown,
    require_may_share,
    visible_match,
)
from bot.ui.interactions.registry import handles
from engines.text import T, Text

NO_RESULT = T("Only a finished match has a result to share.")


def _is_finished(match: Match, _user_id: int) -> bool:
    return match.status is MatchStatus.FINISHED


@match_command(
    "share",
    fits=_is_finished,
    prefers=(seated,),
    empty_message=T("There is no finished match here. /matches lists yours."),
)
async def show_card(context: InteractionContext, match: Match, _detail: str) -> None:
    """Show the card of the result to the user only, as everybody would see it."""
    _require_result(match)
    write = context.write.about(match)
    row: Row = ()
    if not can_post(context):
        note = T("Only you can see this. You can save the picture and share it where you like.")
    elif not may_be_shown(context, match):
        note = NOT_HERE
    else:
        note = T("Only you can see this so far.")
        label = write.plain(T("Show everyone"))
        row = (Action("showresult", match.id).button(label, emoji="📣"),)
    await context.responder.reply(await _message(context, match, write, row, note))


@handles("showresult")
async def share_card(context: InteractionContext, action: Action) -> None:
    """Post the card of a result to the channel."""
    match = await visible_match(context, action.match_id)
    _require_result(match)
    require_may_share(context, match)
    # The button is removed first: a second press would post the card twice.
    await context.responder.remove_components()
    write = context.services.public_writer(match)
    message = await _message(context, match, write)
    await context.responder.reply_publicly(message, late=message)


def _require_result(match: Match) -> None:
    if match.status is not MatchStatus.FINISHED:
        raise UserError(NO_RESULT)


async def _message(
    context: InteractionContext, match: Match, write: Writer, row: Row = (), note: Text | None = None
) -> OutgoingMessage:
    """Return the card with the result in a sentence, or in lines if there is no picture."""
    services = context.services
    turns = await services.matches.replays.count_turns(match.id)
    view = await services.matches.history.view(match.id)
    changes = await services.matches.leaderboards.rating_changes(match.id)
    picture = None
    if note is not None or can_attach(context):
        picture = await result_picture(services.board_renderer, view, turns, changes, write)
    lines = [f"🏁 {write(result_of(match))}"]
    if picture is None:
        lines += [write(line) for line in result_lines(result_card(view, turns, changes))]
    lines.append(f"-# {match_title(match)}")
    if note is not None:
        where = f" <#{match.channel.target_id}>" if note is NOT_HERE and match.channel.guild_id is not None else ""
        lines.append(f"-# {write(note)}{where}")
    return OutgoingMessage("\n".join(lines), (row,) if row else (), files=() if picture is None else (picture,))
