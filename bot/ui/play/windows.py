"""Private messages in which a turn is planned."""

from __future__ import annotations

from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.presses import action_of
from bot.ui.interactions.services import Services
from bot.ui.planners.panel import split_version
from bot.ui.play.planner_view import own_board
from engines.text import Text


def in_window(context: InteractionContext) -> bool:
    """Return whether the clicked control is in a private message that a plan can replace.

    That is an ephemeral message, or a sheet in a direct message: of the bot's direct messages, only sheets have
    controls with a version.
    """
    answer = context.responder
    if not answer.is_press or answer.on_layout or answer.on_private:
        return answer.is_press and not answer.on_layout
    return context.interaction.guild_id is None and is_plan(context)


def is_plan(context: InteractionContext) -> bool:
    """Return whether the pressed control belongs to a plan, and not to a board."""
    pressed = action_of(context.interaction) if context.responder.is_press else None
    return pressed is not None and split_version(pressed.detail)[0] is not None


async def newest_plan(
    services: Services, match_id: int, user_id: int, write: Writer, note: Text | None = None
) -> OutgoingMessage:
    """Return what a window of a plan shows now: the planner while there is something to decide, else the board."""
    settings = await services.matches.player_settings.get(user_id)
    return await own_board(services, match_id, user_id, write, settings, note)
