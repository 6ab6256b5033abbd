"""Texts of servers' settings, for the panel and the command. ``SERVER_SETTINGS`` has the values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.locales.names import language_name
from bot.matches.model.settings import SERVER_SETTINGS, TIME_CONTROLS, Openers, ServerSettings
from bot.ui.interactions.context import InteractionContext
from engines.text import TN, T, Text

SETTINGS = {setting.name: setting for setting in SERVER_SETTINGS}


def _unlabelled(value: Any) -> Text:
    """Raise an error: no menu lists this setting's values."""
    raise TypeError(f"{value!r} has no label")


@dataclass(frozen=True, slots=True)
class SettingTexts:
    """Title, options and labels of a setting."""

    title: Text
    options: Mapping[str, tuple[Text, Text]]
    """The command's options for it: name and description of each."""
    label: Callable[[Any], Text] = _unlabelled
    """Describes a value."""
    status: Callable[[ServerSettings, InteractionContext], Text] | None = None
    """Describes the current setting, if its value is not enough."""


_THREADS = {True: T("a thread for each match"), False: T("no threads: matches are played in the channel itself")}
_PACES = {
    "none": T("no clock"),
    "relaxed": T("relaxed: 3 days, plus 24 hours for each turn"),
    "daily": T("daily: 1 day, plus 12 hours for each turn"),
    "live": T("live: 15 minutes, plus 1 minute for each turn"),
}
_OPENERS = {Openers.EVERYBODY: T("everyone"), Openers.MANAGERS: T("server managers")}


def _channels(settings: ServerSettings, context: InteractionContext) -> Text:
    guild = context.interaction.guild
    if not settings.channels:
        return T("everywhere")
    found = [None if guild is None else guild.get_channel(number) for number in settings.channels]
    names = [f"#{channel.name}" for channel in found if channel is not None]
    gone = sum(channel is None for channel in found)
    named = T("only in {channels}", channels=", ".join(names))
    if not gone:
        return named
    deleted = TN("one deleted channel", "{count} deleted channels", gone)
    return (
        T("{named} and {deleted}", named=named, deleted=deleted) if names else T("only in {channels}", channels=deleted)
    )


def _openers(settings: ServerSettings, context: InteractionContext) -> Text:
    guild = context.interaction.guild
    if settings.openers is not Openers.ROLE:
        return _OPENERS[settings.openers]
    role = None if guild is None else guild.get_role(settings.opener_role or 0)
    if role is None:
        return T("members with a deleted role, so only server managers")
    return T("members with the role {role}, and server managers", role=role.name)


def pace_title(pace: str) -> Text:
    """Describe a pace."""
    if pace in TIME_CONTROLS:
        return _PACES[pace]
    bank, _, credit = pace.partition("+")
    return T("{bank}, plus {credit} for each turn", bank=_span(bank), credit=_span(credit))


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
    """Return a language's own name and its code."""
    return T("{name} ({code})", name=language_name(language), code=language)


def _language(language: str | None) -> Text:
    return T("the language of this server on Discord") if language is None else language_title(language)


def _language_now(settings: ServerSettings, context: InteractionContext) -> Text:
    only = context.services.catalogues.only
    if only is None:
        return _language(settings.language)
    return T("{language}, the only one I speak so far", language=language_title(only))


def _at_most(number: int) -> Text:
    return TN("at most one", "at most {count}", number)


TEXTS: Mapping[str, SettingTexts] = {
    "channels": SettingTexts(
        T("Channels for matches"),
        {
            "allow": (
                T("/allow"),
                T("A channel or category for matches; if you choose none, they are played everywhere"),
            ),
            "disallow": (T("/disallow"), T("A channel or category that is no longer for matches")),
        },
        status=_channels,
    ),
    "threads": SettingTexts(
        T("Threads"), {"threads": (T("/threads"), T("Whether each match gets a thread"))}, _THREADS.__getitem__
    ),
    "pace": SettingTexts(
        T("Pace of new tables"),
        {
            "pace": (
                T("/pace"),
                T("Pace of new tables: one from the list, or time for the match + for each turn, such as 3d+24h"),
            )
        },
        pace_title,
    ),
    "language": SettingTexts(
        T("Language of boards"),
        {"language": (T("/language"), T("Language of boards and other public messages"))},
        _language,
        _language_now,
    ),
    "openers": SettingTexts(
        T("Who may open tables"),
        {
            "openers": (T("/openers"), T("Who may open tables")),
            "role": (T("/role"), T("A role whose members may open tables")),
        },
        _OPENERS.__getitem__,
        _openers,
    ),
    "tables": SettingTexts(
        T("Open tables per player"), {"tables": (T("/tables"), T("Maximum open tables per player"))}, _at_most
    ),
    "matches": SettingTexts(
        T("Running matches per player"),
        {"matches": (T("/matches"), T("Maximum running matches per player"))},
        _at_most,
    ),
}
"""The settings in the order of the panel and of the command's options."""


def describe_setting(name: str, settings: ServerSettings, context: InteractionContext) -> Text:
    """Describe the current value of a setting."""
    texts = TEXTS[name]
    if texts.status is not None:
        return texts.status(settings, context)
    return texts.label(getattr(settings, SETTINGS[name].field))
