"""``/server settings``: a private panel with a server's rules for tables and matches."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.errors import UserError
from bot.matches.model.settings import CHANNELS, Openers, ServerSettings, choices_of, is_time_control
from bot.ui.components.custom_id import Action
from bot.ui.components.forum_tags import TAGS_OF_FORUM, missing_tags
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import forum_of, require_manager
from bot.ui.interactions.registry import handles
from bot.ui.server.setting_texts import SETTINGS, TEXTS, describe_setting
from bot.ui.server.settings_panel import channel_panel, page_of, public_writer, settings_panel
from engines.text import T, normalize_typed

log = logging.getLogger(__name__)

UNKNOWN_SETTING = T("There is no such setting.")

_SETTING_OF = {option: name for name, texts in TEXTS.items() for option in texts.options} | {"channels": "channels"}
"""Option or menu to the setting that it changes."""


@handles("serverpanel")
async def on_panel_wanted(context: InteractionContext, action: Action) -> None:
    """Show a page of the settings; pressed below the greeting, too."""
    settings = await context.services.matches.server_settings.get(require_manager(context))
    await context.responder.show(settings_panel(context, settings, page=action.ply))


@handles("serverchannels")
async def on_channels_wanted(context: InteractionContext, _action: Action) -> None:
    """Ask for the channels of matches."""
    settings = await context.services.matches.server_settings.get(require_manager(context))
    await context.responder.show(channel_panel(context, settings))


@handles("servertags")
async def on_tags_wanted(context: InteractionContext, _action: Action) -> None:
    """Create the tags of matches in the forum that is chosen for them.

    Raises:
        UserError: there is no such forum, the bot may not change it, or it has no room for them.
    """
    guild_id = require_manager(context)
    service = context.services.matches.server_settings
    settings = await service.get(guild_id)
    forum = forum_of(context.interaction.guild, settings)
    if forum is None:
        raise UserError(T("Choose a forum for matches first."))
    names = missing_tags(forum, public_writer(context, forum))
    _check_tags(forum, names)
    try:
        if names:
            await forum.edit(available_tags=[*forum.available_tags, *(discord.ForumTag(name=name) for name in names)])
    except discord.HTTPException as error:
        log.warning("tags could not be created", extra={"code": error.code})
        raise UserError(T("Discord did not let me create the tags. Please try again later.")) from error
    act = T("created tags in the forum {channel}", channel=f"#{forum.name}")
    await service.save(guild_id, context.user_id, settings, act)
    await context.confirm(T("✅ The forum has these tags now: {names}.", names=", ".join(names)))


def _check_tags(forum: discord.ForumChannel, names: Sequence[str]) -> None:
    """Raise if the bot cannot create tags of these names in a forum.

    Raises:
        UserError
    """
    if len(forum.available_tags) + len(names) > TAGS_OF_FORUM:
        raise UserError(
            T("A forum has at most {count} tags, so there is no room for all of mine.", count=TAGS_OF_FORUM)
        )
    if names and not forum.permissions_for(forum.guild.me).manage_channels:
        raise UserError(
            T(
                "To create tags I need the permission Manage Channels in {channel}. Give it to me there and press"
                " again. Afterwards you can take it away. Or create tags with these names yourself: {names}.",
                channel=f"#{forum.name}",
                names=", ".join(names),
            )
        )


@handles("serverset")
async def on_setting_chosen(context: InteractionContext, action: Action) -> None:
    """Save one setting from the panel; an empty choice clears channels or role."""
    name, setting = action.detail, SETTINGS.get(action.detail)
    if name == "channels":
        await change_server_settings(context, {name: tuple(map(_number, context.values))})
    elif name == "role":
        await change_server_settings(context, {name: _number(context.values[0]) if context.values else None})
    elif setting is not None and setting.numbers is not None:
        await change_server_settings(context, {name: context.chosen_number})
    else:
        await change_server_settings(context, {name: context.choice})


async def change_server_settings(context: InteractionContext, changes: Mapping[str, Any]) -> None:
    """Save settings, confirm them and show the panel.

    ``changes`` maps ``channels`` to IDs, ``allow`` and ``disallow`` to an ID, ``role`` to an ID or ``None``, ``pace``
    to typed text, and other settings to a choice or a number.

    Raises:
        NotAllowedError: the user does not manage the server.
        UserError: not in a server, or no such setting or value.
    """
    guild_id = require_manager(context)
    settings = await context.services.matches.server_settings.get(guild_id)
    confirmations: list[str] = []
    for name, value in changes.items():
        settings = _changed(context, settings, name, value)
        name_of_setting = _SETTING_OF[name]
        act = T(
            "set {setting}: {value}",
            setting=TEXTS[name_of_setting].title,
            value=describe_setting(name_of_setting, settings, context),
        )
        await context.services.matches.server_settings.save(guild_id, context.user_id, settings, act)
        confirmations.append("✅ " + context.write(T("Saved. {setting}: {value}", **dict(act.args))))
    pages = {page_of(_SETTING_OF[name]) for name in changes}
    await context.responder.show(settings_panel(context, settings, confirmations, min(pages, default=0)))


def _changed(context: InteractionContext, settings: ServerSettings, name: str, value: Any) -> ServerSettings:
    """Return the settings with one change."""
    match name, value:
        case "channels", tuple() if len(value) <= CHANNELS:
            return replace(settings, channels=value)
        case "allow", int():
            return replace(settings, channels=_with_channel(settings.channels, value))
        case "disallow", int():
            return replace(settings, channels=tuple(number for number in settings.channels if number != value))
        case "role", None | int():
            return replace(settings, openers=Openers.ROLE if value else Openers.EVERYBODY, opener_role=value)
        case "pace", str():
            return replace(settings, time_control=_pace(value))
    if name not in SETTINGS:
        raise UserError(UNKNOWN_SETTING)
    setting = SETTINGS[name]
    choices = choices_of(setting, context.services.catalogues.languages)
    if value not in choices and (setting.numbers is None or value not in setting.numbers):
        raise UserError(UNKNOWN_SETTING)
    if name == "openers":
        settings = replace(settings, opener_role=None)
    return replace(settings, **{setting.field: choices.get(value, value)})


def _with_channel(channels: tuple[int, ...], channel_id: int) -> tuple[int, ...]:
    if channel_id in channels:
        return channels
    if len(channels) == CHANNELS:
        raise UserError(T("You can allow at most {count} channels. Allow a whole category instead.", count=CHANNELS))
    return (*channels, channel_id)


def _pace(typed: str) -> str:
    pace = normalize_typed(typed).strip()
    if not is_time_control(pace):
        raise UserError(
            T("Choose a pace from the list, or type the time for the match + for each turn, such as 3d+24h or 20m+2m.")
        )
    return pace


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise UserError(UNKNOWN_SETTING)
    return int(text)
