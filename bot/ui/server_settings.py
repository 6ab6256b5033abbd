"""``/server settings``: what managers decide about tables and matches of their server, in one private panel."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.errors import RefusalError
from bot.locales.names import language_name
from bot.matches.model.settings import CHANNELS, PACES, Openers, ServerSettings, is_pace
from bot.ui.call import Call
from bot.ui.confirming import show
from bot.ui.items import Action, handles
from bot.ui.layouts import panel
from bot.ui.messages import Choice, Outgoing, Row
from bot.ui.rights import require_manager, within
from bot.ui.selects import OPENED_IN, ChannelMenu, RoleMenu
from bot.ui.text import Writer
from engines.text import TN, T, Text

TITLES: Mapping[str, Text] = {
    "channels": T("Channels for matches"),
    "threads": T("Threads"),
    "pace": T("Pace of new tables"),
    "language": T("Language of boards"),
    "openers": T("Who may open tables"),
    "tables": T("Open tables of one player"),
    "matches": T("Running matches of one player"),
}
"""What can be set."""

THREADS = {"on": T("a thread for each match"), "off": T("no threads: matches are played in the channel itself")}
PACE_TITLES = {
    "none": T("no clock"),
    "relaxed": T("relaxed: 3 days and 24 hours more for each turn"),
    "daily": T("daily: 1 day and 12 hours more for each turn"),
    "live": T("live: 15 minutes and 1 minute more for each turn"),
}
OPENERS = {"everybody": T("everybody"), "managers": T("people who manage this server")}
AS_DISCORD = "discord"
"""Stands for the language that the server has on Discord."""
TABLE_LIMITS, MATCH_LIMITS = (1, 2, 3, 5, 10, 20, 50), (1, 5, 10, 20, 50, 100, 200, 500)
LANGUAGES = 24
"""Most languages in a list: with the one for Discord's own, as many as a menu takes."""


@handles("serverset")
async def pressed_setting(call: Call, action: Action) -> None:
    """One setting was chosen in the panel; with nothing chosen, channels and role are taken back."""
    if action.detail == "channels":
        await change_server_settings(call, {"channels": tuple(map(_number, call.values))})
    elif action.detail == "role":
        await change_server_settings(call, {"role": _number(call.values[0]) if call.values else None})
    elif action.detail in {"tables", "matches"}:
        await change_server_settings(call, {action.detail: call.chosen_number})
    else:
        await change_server_settings(call, {action.detail: call.choice})


async def change_server_settings(call: Call, changes: Mapping[str, Any]) -> None:
    """Keep what was chosen, tell what has changed, and show how everything stands.

    ``changes`` holds ``channels`` (ids), ``allow`` or ``disallow`` (one id), ``threads`` (``on``, ``off``), ``pace``,
    ``language``, ``openers``, ``role`` (id or ``None``), ``tables`` and ``matches`` (numbers).

    Raises:
        NotAllowedError, RefusalError: the asker does not manage the server, or this is none; no such value.
    """
    guild_id = require_manager(call)
    settings = await call.desk.matches.servers.server_settings(guild_id)
    told: list[str] = []
    for name, value in changes.items():
        settings = _changed(call, settings, name, value)
        about = {"allow": "channels", "disallow": "channels", "role": "openers"}.get(name, name)
        act = T("set {setting}: {value}", setting=TITLES[about], value=_in_words(about, settings, call))
        await call.desk.matches.servers.save_server_settings(guild_id, call.user_id, settings, act)
        told.append("✅ " + call.write(T("Saved. {setting}: {value}", **dict(act.args))))
    await show(call, settings_panel(call, settings, told))


def _changed(call: Call, settings: ServerSettings, name: str, value: Any) -> ServerSettings:
    """The settings with one change."""
    match name, value:
        case "channels", tuple() if len(value) <= CHANNELS:
            return replace(settings, channels=value)
        case "allow", int():
            return replace(settings, channels=_with(settings.channels, value))
        case "disallow", int():
            return replace(settings, channels=tuple(number for number in settings.channels if number != value))
        case "threads", ("on" | "off"):
            return replace(settings, threads=value == "on")
        case "pace", str():
            return replace(settings, pace=_pace(value))
        case "language", str() if value == AS_DISCORD or value in call.desk.catalogues.languages:
            return replace(settings, language=None if value == AS_DISCORD else value)
        case "openers", str() if value in OPENERS:
            return replace(settings, openers=Openers(value), opener_role=None)
        case "role", None | int():
            return replace(settings, openers=Openers.ROLE if value else Openers.EVERYBODY, opener_role=value)
        case "tables", int() if 1 <= value <= max(TABLE_LIMITS):
            return replace(settings, open_tables=value)
        case "matches", int() if 1 <= value <= max(MATCH_LIMITS):
            return replace(settings, running_matches=value)
    raise RefusalError(T("That setting does not exist (any more)."))


def _with(channels: tuple[int, ...], channel_id: int) -> tuple[int, ...]:
    if channel_id in channels:
        return channels
    if len(channels) == CHANNELS:
        raise RefusalError(
            T("No more than {count} channels can be allowed. Allow a whole category instead.", count=CHANNELS)
        )
    return (*channels, channel_id)


def _pace(typed: str) -> str:
    pace = typed.strip().casefold()
    if not is_pace(pace):
        raise RefusalError(T("A pace is one of the list, or a bank and what each turn adds, such as 3d+24h or 20m+2m."))
    return pace


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise RefusalError(T("That setting does not exist (any more)."))
    return int(text)


# ------------------------------------------------------------------------------------------------------------- panel


def settings_panel(call: Call, settings: ServerSettings, told: list[str]) -> Outgoing:
    """A select for each setting that shows how it stands; in words what none can show; ``told`` is on top."""
    write = call.write
    shown = _shown_by_menus(call, settings)
    lines = [
        f"**{write(title)}:** {write(_in_words(name, settings, call))}"
        for name, title in TITLES.items()
        if name not in shown
    ]
    hints = []
    guild, channel = call.interaction.guild, call.interaction.channel
    if guild is not None and settings.channels and not within(channel) & set(settings.channels):
        hints.append("-# ⚠️ " + write(T("This channel is not one of those chosen for matches.")))
    if settings.threads and not _makes_threads(call):
        hints.append(
            "-# ⚠️ "
            + write(
                T(
                    "I need permission to create public threads in this channel and to write in them. Until I have"
                    " it, matches are played in the channel itself. You can give it to me under Server Settings →"
                    " Roles."
                )
            )
        )
    if call.desk.catalogues.only is not None:
        hints.append("-# " + write(T("The people who host me can add languages: CONTRIBUTING.md says how.")))
    hints.append(
        "-# "
        + write(T("Changes take effect at once. Matches already under way stay where they are and keep their pace."))
    )
    return panel(
        ["## " + write(T("Settings of this server")), "\n".join(told), "\n".join(lines), "\n".join(hints)],
        _rows(call, settings),
    )


def _makes_threads(call: Call) -> bool:
    """Whether the bot has the permissions that a match in a thread takes, in the asker's channel."""
    allowed = call.interaction.app_permissions
    return allowed.create_public_threads and allowed.send_messages_in_threads


def _shown_by_menus(call: Call, settings: ServerSettings) -> Collection[str]:
    """Settings whose menu shows how they stand, so that no line has to."""
    guild = call.interaction.guild
    shown = {
        "channels": guild is not None and all(guild.get_channel(number) is not None for number in settings.channels),
        "threads": True,
        "pace": settings.pace in PACE_TITLES,
        "language": call.desk.catalogues.only is None,
        "openers": settings.openers is not Openers.ROLE
        or (guild is not None and guild.get_role(settings.opener_role or 0) is not None),
        "tables": settings.open_tables in TABLE_LIMITS,
        "matches": settings.running_matches in MATCH_LIMITS,
    }
    return [name for name, is_shown in shown.items() if is_shown]


def _rows(call: Call, settings: ServerSettings) -> tuple[Row, ...]:
    write, guild = call.write, call.interaction.guild
    channels = tuple(n for n in settings.channels if guild is not None and guild.get_channel(n) is not None)
    role = settings.opener_role
    roles = (role,) if role is not None and guild is not None and guild.get_role(role) is not None else ()
    languages = {AS_DISCORD: T("as this server has it on Discord")}
    languages |= {name: language_title(name) for name in call.desk.catalogues.languages[:LANGUAGES]}
    language = _select("language", languages, settings.language or AS_DISCORD, write)
    return (
        (
            ChannelMenu(
                Action("serverset", detail="channels").custom_id,
                write.plain(T("Channels for matches: everywhere")),
                OPENED_IN,
                CHANNELS,
                channels,
            ),
        ),
        _select("threads", THREADS, "on" if settings.threads else "off", write),
        _select("pace", PACE_TITLES, settings.pace, write),
        *(() if call.desk.catalogues.only else (language,)),
        _select("openers", OPENERS, settings.openers, write),
        (
            RoleMenu(
                Action("serverset", detail="role").custom_id,
                write.plain(T("… or people with this role")),
                roles,
            ),
        ),
        _select("tables", _numbers(TABLE_LIMITS), str(settings.open_tables), write),
        _select("matches", _numbers(MATCH_LIMITS), str(settings.running_matches), write),
    )


def _numbers(limits: tuple[int, ...]) -> dict[str, Text]:
    return {str(number): _at_most(number) for number in limits}


def _at_most(number: int) -> Text:
    return TN("at most one", "at most {count}", number)


def _select(name: str, values: Mapping[str, Text], chosen: str, write: Writer) -> Row:
    title = TITLES[name]
    choices = tuple(
        Choice(
            value,
            write.plain(T("{setting}: {value}", setting=title, value=text)),
            chosen=value == chosen,
        )
        for value, text in values.items()
    )
    placeholder = write.plain(T("{setting}: change …", setting=title))
    return (Action("serverset", detail=name).menu(placeholder, choices),)


def _in_words(name: str, settings: ServerSettings, call: Call) -> Text:
    """How one setting stands."""
    match name:
        case "channels":
            return _channels(settings, call.interaction.guild)
        case "threads":
            return THREADS["on" if settings.threads else "off"]
        case "pace":
            return pace_title(settings.pace)
        case "language" if call.desk.catalogues.only is not None:
            return T("{language}, the only one that I speak so far", language=language_title(call.desk.catalogues.only))
        case "language" if settings.language is None:
            return T("as this server has it on Discord")
        case "language":
            return language_title(settings.language or "")
        case "openers":
            return _openers(settings, call.interaction.guild)
        case "tables":
            return _at_most(settings.open_tables)
        case _:
            return _at_most(settings.running_matches)


def _channels(settings: ServerSettings, guild: discord.Guild | None) -> Text:
    if not settings.channels:
        return T("everywhere")
    found = [None if guild is None else guild.get_channel(number) for number in settings.channels]
    names = [f"#{channel.name}" for channel in found if channel is not None]
    gone = sum(channel is None for channel in found)
    named = T("only in {channels}", channels=", ".join(names))
    if not gone:
        return named
    deleted = TN("one channel that was deleted", "{count} channels that were deleted", gone)
    return (
        T("{named} and {deleted}", named=named, deleted=deleted) if names else T("only in {channels}", channels=deleted)
    )


def _openers(settings: ServerSettings, guild: discord.Guild | None) -> Text:
    if settings.openers is not Openers.ROLE:
        return OPENERS[settings.openers]
    role = None if guild is None else guild.get_role(settings.opener_role or 0)
    if role is None:
        return T("people with a role that was deleted, so only those who manage this server")
    return T("people with the role {role}, and those who manage this server", role=role.name)


def pace_title(pace: str) -> Text:
    """A pace in words."""
    if pace in PACES:
        return PACE_TITLES[pace]
    bank, _, credit = pace.partition("+")
    return T("{bank} and {credit} more for each turn", bank=_span(bank), credit=_span(credit))


def _span(span: str) -> Text:
    number = int(span[:-1])
    match span[-1]:
        case "d":
            return TN("{count} day", "{count} days", number)
        case "h":
            return TN("{count} hour", "{count} hours", number)
        case _:
            return TN("{count} minute", "{count} minutes", number)


def language_title(language: str) -> Text:
    """A language by its own name, with its code."""
    return T("{name} ({code})", name=language_name(language), code=language)
