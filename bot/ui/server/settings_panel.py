"""The panel of ``/server settings``: the most important settings, then the others on a second page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord

from bot.matches.model.settings import CHANNELS, Openers, ServerSettings, choices_of
from bot.ui.components.custom_id import Action
from bot.ui.components.forum_tags import missing_tags
from bot.ui.components.messages import OutgoingMessage, Row, SelectSpec
from bot.ui.components.panels import panel
from bot.ui.components.selects import OPENED_IN, ChannelSelectSpec, RoleSelectSpec
from bot.ui.components.setting_menus import LANGUAGES, has_choice, setting_menu
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import forum_of, missing_permissions, within
from bot.ui.server.setting_texts import SETTINGS, TEXTS, describe_setting
from engines.text import T

PAGES = (("channels", "pace", "language", "openers"), ("threads", "tables", "matches"))
"""The settings on each page."""


def page_of(name: str) -> int:
    """Return the page of a setting."""
    return next(number for number, names in enumerate(PAGES) if name in names)


def settings_panel(
    context: InteractionContext, settings: ServerSettings, confirmations: Sequence[str] = (), page: int = 0
) -> OutgoingMessage:
    """Return a page of the panel: ``confirmations``, values that no menu can show, hints, and menus."""
    write, page = context.write, min(page, len(PAGES) - 1)
    lines = [
        f"**{write(TEXTS[name].title)}:** {write(describe_setting(name, settings, context))}"
        for name in PAGES[page]
        if not _is_shown_in_menu(name, settings, context)
    ]
    hints = (*_language_hint(context), *_channel_hints(context, settings)) if page == 0 else ()
    kept = write(T("Changes take effect at once. Running matches stay where they are and keep their pace."))
    return panel(
        [
            "## " + write(T("Settings of this server")),
            "\n".join(confirmations),
            "\n".join(lines),
            "\n".join([*hints, f"-# {kept}"]),
        ],
        (*_menus(context, settings, page), _buttons(context, settings, page)),
    )


def channel_panel(context: InteractionContext, settings: ServerSettings) -> OutgoingMessage:
    """Return the panel that asks for the channels of matches, and for nothing else."""
    write = context.write
    title = write(T("Where may tables be opened?"))
    asked = write(
        T(
            "Choose channels, categories or a forum. In a forum, each match gets a post of its own, also if its table"
            " is opened elsewhere. If you choose nothing, tables may be opened everywhere."
        )
    )
    hints = "\n".join(_channel_hints(context, settings))
    settings_button = Action("serverpanel").button(write.plain(T("All settings")), emoji="⚙️")
    return panel([f"## {title}\n{asked}", hints], ((_channel_menu(context, settings),), (settings_button,)))


def _channel_hints(context: InteractionContext, settings: ServerSettings) -> Iterator[str]:
    """Yield the permissions that the bot lacks in the channels for matches, and whether this channel is one of them."""
    guild, channel, write = context.interaction.guild, context.interaction.channel, context.write
    if guild is None:
        return
    for chosen in filter(None, map(guild.get_channel, settings.channels)):
        if missing := missing_permissions(chosen, guild.me):
            names = ", ".join(write.plain(name) for name in missing)
            lacks = T("I cannot play matches there. I need these permissions: {permissions}.", permissions=names)
            yield f"⚠️ <#{chosen.id}> {write(lacks)}"
        elif settings.threads and isinstance(chosen, discord.TextChannel):
            yield from _thread_hint(context, chosen.permissions_for(guild.me), f"<#{chosen.id}> ")
    if not settings.channels and settings.threads:
        yield from _thread_hint(context, context.interaction.app_permissions)
    if settings.channels and not within(channel) & set(settings.channels):
        forum = forum_of(guild, settings)
        if forum is None:
            yield "-# ⚠️ " + write(T("This channel is not among those chosen for matches."))
        else:
            note = write(T("Tables that are opened in other channels become posts in:"))
            yield f"-# {note} <#{forum.id}>"
    if (forum := forum_of(guild, settings)) is not None:
        yield from _tag_hint(context, forum)


def _thread_hint(context: InteractionContext, allowed: discord.Permissions, where: str = "") -> Iterator[str]:
    if not (allowed.create_public_threads and allowed.send_messages_in_threads):
        lacks = T(
            "I need permission to create public threads in this channel and to write in them. You can"
            " give it to me under Server Settings → Roles. Until then, matches are played in the"
            " channel itself."
        )
        yield f"-# ⚠️ {where}{context.write(lacks)}"


def _tag_hint(context: InteractionContext, forum: discord.ForumChannel) -> Iterator[str]:
    missing = missing_tags(forum, public_writer(context, forum))
    if missing:
        said = T(
            "Posts get tags for their game and state if the forum has them. It has none of these names yet: {names}.",
            names=", ".join(missing),
        )
        yield f"-# 🏷️ {context.write(said)}"


def public_writer(context: InteractionContext, forum: discord.ForumChannel) -> Writer:
    """Return the writer of public texts on the server of a forum."""
    return context.services.writer(context.services.guild_locale(forum.guild.id))


def _language_hint(context: InteractionContext) -> Iterator[str]:
    if context.services.catalogues.only is not None:
        yield "-# " + context.write(T("The person who runs me can add languages: see CONTRIBUTING.md."))


def _buttons(context: InteractionContext, settings: ServerSettings, page: int) -> Row:
    """Return the way to the other page, and the offer to create tags in the forum for matches."""
    write = context.write
    if page:
        return (Action("serverpanel").button(write.plain(T("Back")), emoji="◀️"),)
    more = Action("serverpanel", ply=1).button(write.plain(T("More settings")), emoji="⚙️")
    forum = forum_of(context.interaction.guild, settings)
    if forum is None or not missing_tags(forum, public_writer(context, forum)):
        return (more,)
    return (more, Action("servertags").button(write.plain(T("Create the tags")), emoji="🏷️"))


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


def _menus(context: InteractionContext, settings: ServerSettings, page: int) -> Iterator[Row | str]:
    write = context.write
    for name in PAGES[page]:
        title = f"**{write(TEXTS[name].title)}**"
        if name == "channels":
            yield title
            yield (_channel_menu(context, settings),)
        elif has_choice(name, context.services.catalogues):
            yield title
            yield (_menu(context, settings, name),)
        if name == "openers":
            yield (_role_menu(context, settings),)


def _menu(context: InteractionContext, settings: ServerSettings, name: str) -> SelectSpec:
    texts, setting = TEXTS[name], SETTINGS[name]
    choices = choices_of(setting, context.services.catalogues.languages[:LANGUAGES])
    present = getattr(settings, setting.field)
    return setting_menu(Action("serverset", detail=name), choices, texts.label, present, context.write)


def _channel_menu(context: InteractionContext, settings: ServerSettings) -> ChannelSelectSpec:
    guild = context.interaction.guild
    return ChannelSelectSpec(
        Action("serverset", detail="channels").custom_id,
        context.write.plain(T("Everywhere")),
        OPENED_IN,
        CHANNELS,
        tuple(number for number in settings.channels if guild is not None and guild.get_channel(number) is not None),
    )


def _role_menu(context: InteractionContext, settings: ServerSettings) -> RoleSelectSpec:
    guild, role = context.interaction.guild, settings.opener_role
    roles = (role,) if role is not None and guild is not None and guild.get_role(role) is not None else ()
    placeholder = context.write.plain(T("… or with this role"))
    return RoleSelectSpec(Action("serverset", detail="role").custom_id, placeholder, roles)
