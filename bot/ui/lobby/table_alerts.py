"""Table alerts: the direct message, and the buttons that turn alerts on and off."""

from __future__ import annotations

from typing import Any

import discord

from bot.errors import UserError
from bot.matches.lobby.table_alerts import AlertState
from bot.matches.model.match import Match
from bot.ui.boards.board_messages import message_link
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, LinkButtonSpec, OutgoingMessage
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.registry import handles
from bot.ui.interactions.users import ID, LARGEST_ID, member_of
from engines.registry import GAMES
from engines.text import TN, Seat, T, Text

ON, OFF = "alerton", "alertoff"


def table_alert(match: Match, write: Writer) -> OutgoingMessage:
    """Return the direct message about a new table: who opened it, where, and a button to stop these messages."""
    title, guild_id = GAMES[match.game].info.title, match.channel.guild_id or 0
    said = T("🔔 {player} has opened a table for {game}:", player=Seat(match.seats[0].player), game=title)
    lines = [f"{write(said)} <#{match.channel.target_id}>"]
    note = T("You asked me to tell you. I send at most one such message a day for each game.")
    lines.append(f"-# {write(note)}")
    look = () if match.table_message_id is None else (_link(match, match.table_message_id, write),)
    stop = alert_button(match.game, guild_id, write, is_on=True)
    return OutgoingMessage("\n".join(lines), ((*look, stop),))


def _link(match: Match, message_id: int, write: Writer) -> LinkButtonSpec:
    return LinkButtonSpec(message_link(match, message_id), write.plain(T("Go to the table")))


def alert_button(game: str, guild_id: int, write: Writer, *, is_on: bool) -> ButtonSpec:
    """Return the button that turns alerts about a game on a server on, or off if they are on."""
    detail = f"{game}:{guild_id}"
    if is_on:
        return Action(OFF, detail=detail).button(write.plain(T("Turn off alerts")), emoji="🔕")
    return Action(ON, detail=detail).button(write.plain(T("Tell me when a table opens")), emoji="🔔")


async def alert_offer(context: InteractionContext, game: str) -> tuple[str, ButtonSpec | None]:
    """Return what the panel of a game says about alerts on this server, and the button for them.

    The text says how many others are waiting for a table, and why alerts do not arrive. It may be empty. There is
    neither in direct messages, nor for a game that is played alone.
    """
    guild_id = context.interaction.guild_id
    if guild_id is None or GAMES[game].info.max_players < 2:
        return "", None
    alerts, write = context.services.matches.table_alerts, context.write
    state = await alerts.state(guild_id, game, context.user_id)
    others = (await alerts.counts(guild_id)).get(game, 0) - (state is AlertState.ON)
    lines = []
    if others > 0:
        lines.append(
            write(TN("One member is waiting for a table.", "{count} members are waiting for a table.", others))
        )
    if state is AlertState.DM_BLOCKED:
        lines.append(write(_BLOCKED))
    return "\n".join(lines), alert_button(game, guild_id, write, is_on=state is AlertState.ON)


_BLOCKED = T(
    "I could not send you a direct message, so I stopped telling you about tables. Allow direct messages from this "
    "server, then turn table alerts on again."
)


@handles(ON)
async def on_alert_on(context: InteractionContext, action: Action) -> None:
    """Turn alerts about a game on."""
    game, guild_id = _parse(action.detail)
    await _require_member(context, guild_id)
    await context.services.matches.table_alerts.turn_on(guild_id, game, context.user_id)
    said = T(
        "I will send you a direct message when a table for {game} opens on this server: at most one a day, and none "
        "in your quiet hours.",
        game=GAMES[game].info.title,
    )
    await _confirm(context, action, said, alert_button(game, guild_id, context.write, is_on=True))


@handles(OFF)
async def on_alert_off(context: InteractionContext, action: Action) -> None:
    """Turn alerts about a game off."""
    game, guild_id = _parse(action.detail)
    await context.services.matches.table_alerts.turn_off(guild_id, game, context.user_id)
    said = T("I will stop telling you about new tables for {game}.", game=GAMES[game].info.title)
    await _confirm(context, action, said, alert_button(game, guild_id, context.write, is_on=False))


async def _confirm(context: InteractionContext, action: Action, said: Text, opposite: ButtonSpec) -> None:
    """Say what was done. In an open panel the opposite button replaces the pressed one; elsewhere it comes along."""
    sentence, message = context.write(said), context.interaction.message
    if message is None or not (context.responder.on_private and context.responder.on_layout):
        await context.responder.reply(OutgoingMessage(sentence, ((opposite,),)))
        return
    panel = discord.ui.LayoutView.from_message(message, timeout=None)
    for row in panel.walk_children():
        if isinstance(row, discord.ui.ActionRow):
            _replace_button(row, action.custom_id, opposite)
    await context.responder.update_keeping_files(OutgoingMessage(layout=tuple(panel.children)))
    await context.responder.follow_up(OutgoingMessage(sentence))


def _replace_button(row: discord.ui.ActionRow[Any], custom_id: str, replacement: ButtonSpec) -> None:
    """Replace the button with the custom_id in a row, if it is there."""
    items = list(row.children)
    row.clear_items()
    for item in items:
        pressed = isinstance(item, discord.ui.Button) and item.custom_id == custom_id
        row.add_item(replacement.item() if pressed else item)


async def _require_member(context: InteractionContext, guild_id: int) -> None:
    """Raise if the button is not pressed on its server, nor in direct messages by one of the server's members.

    Raises:
        UserError
    """
    here = context.interaction.guild_id
    if here == guild_id:
        return
    if here is not None:
        raise UserError(T("This button belongs to another server. Use /play here."))
    guild = context.interaction.client.get_guild(guild_id)
    if guild is None or await member_of(guild, context.user_id) is None:
        raise UserError(T("I cannot find you on that server, so I will not tell you about its tables."))


def _parse(detail: str) -> tuple[str, int]:
    """Return the game and the server's ID of a button.

    Raises:
        UserError: the game no longer exists, or a modified client sent this.
    """
    game, _, guild = detail.partition(":")
    if game not in GAMES or not ID.fullmatch(guild) or int(guild) > LARGEST_ID:
        raise UserError(T("This button no longer works. Please use /play again."))
    return game, int(guild)
