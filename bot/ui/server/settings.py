"""``/server settings``: a private panel with a server's rules for tables and matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.errors import UserError
from bot.matches.model.settings import CHANNELS, Openers, ServerSettings, choices_of, is_time_control
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, Row, SelectSpec
from bot.ui.components.panels import panel
from bot.ui.components.selects import OPENED_IN, ChannelSelectSpec, RoleSelectSpec
from bot.ui.components.setting_menus import LANGUAGES, has_choice, setting_menu
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import require_manager, within
from bot.ui.interactions.registry import handles
from bot.ui.server.setting_texts import SETTINGS, TEXTS, describe_setting
from engines.text import T

UNKNOWN_SETTING = T("There is no such setting.")

_SETTING_OF = {option: name for name, texts in TEXTS.items() for option in texts.options} | {"channels": "channels"}
"""Option or menu to the setting that it changes."""


# ----------------------------------------------------------------------------------------------------------- changing


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
    await context.responder.show(settings_panel(context, settings, confirmations))


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
    pace = typed.strip().casefold()
    if not is_time_control(pace):
        raise UserError(
            T("Choose a pace from the list, or type the time for the match + for each turn, such as 3d+24h or 20m+2m.")
        )
    return pace


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise UserError(UNKNOWN_SETTING)
    return int(text)


# ------------------------------------------------------------------------------------------------------------- panel


def settings_panel(context: InteractionContext, settings: ServerSettings, confirmations: list[str]) -> OutgoingMessage:
    """Return the panel: ``confirmations``, values that no menu can show, hints, and a menu for each setting."""
    write = context.write
    lines = [
        f"**{write(texts.title)}:** {write(describe_setting(name, settings, context))}"
        for name, texts in TEXTS.items()
        if not _is_shown_in_menu(name, settings, context)
    ]
    hints = []
    guild, channel = context.interaction.guild, context.interaction.channel
    if guild is not None and settings.channels and not within(channel) & set(settings.channels):
        hints.append("-# ⚠️ " + write(T("This channel is not among those chosen for matches.")))
    if settings.threads and not _makes_threads(context):
        hints.append(
            "-# ⚠️ "
            + write(
                T(
                    "I need permission to create public threads in this channel and to write in them. You can"
                    " give it to me under Server Settings → Roles. Until then, matches are played in the"
                    " channel itself."
                )
            )
        )
    if context.services.catalogues.only is not None:
        hints.append("-# " + write(T("The person who runs me can add languages: see CONTRIBUTING.md.")))
    hints.append(
        "-# " + write(T("Changes take effect at once. Running matches stay where they are and keep their pace."))
    )
    return panel(
        ["## " + write(T("Settings of this server")), "\n".join(confirmations), "\n".join(lines), "\n".join(hints)],
        tuple(_rows(context, settings)),
    )


def _makes_threads(context: InteractionContext) -> bool:
    """Whether the bot can create and use threads in the user's channel."""
    allowed = context.interaction.app_permissions
    return allowed.create_public_threads and allowed.send_messages_in_threads


def _is_shown_in_menu(name: str, settings: ServerSettings, context: InteractionContext) -> bool:
    """Whether the menu of a setting shows its value, so that no line is needed."""
    guild, setting = context.interaction.guild, SETTINGS[name]
    match name:
        case "channels":
            return guild is not None and all(guild.get_channel(number) is not None for number in settings.channels)
        case "language":
            return has_choice(name, context.services.catalogues)
        case "openers" if settings.openers is Openers.ROLE:
            return guild is not None and guild.get_role(settings.opener_role or 0) is not None
        case _:
            return getattr(settings, setting.field) in choices_of(setting, ()).values()


def _rows(context: InteractionContext, settings: ServerSettings) -> Iterator[Row]:
    for name in TEXTS:
        if name == "channels":
            yield (_channel_menu(context, settings),)
        elif has_choice(name, context.services.catalogues):
            yield (_menu(context, settings, name),)
        if name == "openers":
            yield (_role_menu(context, settings),)


def _menu(context: InteractionContext, settings: ServerSettings, name: str) -> SelectSpec:
    texts, setting = TEXTS[name], SETTINGS[name]
    choices = choices_of(setting, context.services.catalogues.languages[:LANGUAGES])
    present = getattr(settings, setting.field)
    return setting_menu(Action("serverset", detail=name), texts.title, choices, texts.label, present, context.write)


def _channel_menu(context: InteractionContext, settings: ServerSettings) -> ChannelSelectSpec:
    guild = context.interaction.guild
    return ChannelSelectSpec(
        Action("serverset", detail="channels").custom_id,
        context.write.plain(T("Channels for matches: everywhere")),
        OPENED_IN,
        CHANNELS,
        tuple(number for number in settings.channels if guild is not None and guild.get_channel(number) is not None),
    )


def _role_menu(context: InteractionContext, settings: ServerSettings) -> RoleSelectSpec:
    guild, role = context.interaction.guild, settings.opener_role
    roles = (role,) if role is not None and guild is not None and guild.get_role(role) is not None else ()
    placeholder = context.write.plain(T("… or members with this role"))
    return RoleSelectSpec(Action("serverset", detail="role").custom_id, placeholder, roles)
