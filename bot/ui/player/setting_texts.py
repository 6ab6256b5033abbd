"""Texts of players' settings, for the panel and the command. ``PLAYER_SETTINGS`` has the values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.locales.names import language_name
from bot.matches.clocks.time_parsing import read_days_off, read_quiet_hours
from bot.matches.clocks.time_zones import local_time, offset_of
from bot.matches.model.settings import PLAYER_SETTINGS
from engines.text import TN, T, Text

ValueLabel = Callable[[Any, int], Text]
"""Describes a value; takes the current unix time."""


@dataclass(frozen=True, slots=True)
class SettingTexts:
    """Title, option and labels of a setting."""

    title: Text
    option: Text
    """Name of the command's option."""
    purpose: Text
    """Description of the option."""
    label: ValueLabel
    read: Callable[[str], Any] | None = None
    """Reads what was typed; raises :class:`~bot.matches.errors.InvalidTimeError`."""


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A page of the panel."""

    title: Text
    hint: Text
    """Small print below it."""
    settings: Mapping[str, SettingTexts]
    """Its settings by name, from top to bottom."""


DAY_TITLES = (
    T("Monday"),
    T("Tuesday"),
    T("Wednesday"),
    T("Thursday"),
    T("Friday"),
    T("Saturday"),
    T("Sunday"),
)


def clock_title(minutes: int) -> str:
    """Format a time of day."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def language_title(locale: str | None) -> Text:
    """Return a language's own name; ``None`` follows Discord."""
    return T("As in Discord") if locale is None else T("{language}", language=language_name(locale))


def _zone(zone: str, now: int) -> Text:
    offset, time = offset_of(zone, now), local_time(zone, now)
    if zone == offset:
        return T("{zone}, it is {time} there now", zone=zone, time=time)
    return T("{zone} ({offset}), it is {time} there now", zone=zone, offset=offset, time=time)


def _quiet_hours(quiet_hours: tuple[int, int] | None, _now: int) -> Text:
    if quiet_hours is None:
        return T("None")
    return T("{begin} to {end}", begin=clock_title(quiet_hours[0]), end=clock_title(quiet_hours[1]))


def _days(days_off: frozenset[int], _now: int) -> Text:
    """List days of the week, joined in pairs so that each language can choose its separator."""
    if not days_off:
        return T("None")
    first, *others = sorted(days_off)
    label = DAY_TITLES[first]
    for day in others:
        label = T("{days}, {day}", days=label, day=DAY_TITLES[day])
    return label


def _reminders(seconds: int, _now: int) -> Text:
    if not seconds // 3600:
        return T("Never")
    return TN("Every hour", "Every {count} hours", seconds // 3600)


def _one_of(label: Mapping[Any, Text]) -> ValueLabel:
    return lambda value, _now: label[value]


PAGES = (
    SettingsPage(
        T("Time"),
        T("In quiet hours and on days off your clocks stop, and you get no reminders. For holidays, use /player away."),
        {
            "zone": SettingTexts(
                T("Time zone"),
                T("/timezone"),
                T("Your time zone: a city nearby, or the difference from UTC such as UTC+5:30"),
                _zone,
            ),
            "quiet": SettingTexts(
                T("Quiet hours"),
                T("/quiet"),
                T("Hours without clocks and reminders, such as 22:30-07:00; or none"),
                _quiet_hours,
                read_quiet_hours,
            ),
            "days": SettingTexts(
                T("Days off"),
                T("/daysoff"),
                T("Days of the week without play, such as Sat Sun; or none"),
                _days,
                read_days_off,
            ),
        },
    ),
    SettingsPage(
        T("Messages"),
        T(
            "This is how I notify you when it is your turn, and how I remind you. Direct messages and reminders"
            " wait until your quiet hours are over. The test mention is posted in this channel."
        ),
        {
            "remind": SettingTexts(
                T("Reminders"),
                T("/reminders"),
                T("How often I remind you of a match that is waiting for you"),
                _reminders,
            ),
            "tell": SettingTexts(
                T("Notifications"),
                T("/tell"),
                T("How I notify you that a match is waiting for you"),
                _one_of(
                    {
                        "mention": T("By a mention in the match"),
                        "dm": T("By direct message"),
                        "both": T("By mention and direct message"),
                    }
                ),
            ),
            "language": SettingTexts(
                T("Language"),
                T("/language"),
                T("Language of private replies, direct messages and pictures"),
                lambda locale, _now: language_title(locale),
            ),
            "sheets": SettingTexts(
                T("Private sheets"),
                T("/sheets"),
                T("How you receive your private sheets"),
                _one_of({"dm": T("By direct message"), "button": T("With the button “My sheet”")}),
            ),
        },
    ),
    SettingsPage(
        T("Pictures"),
        T(
            "This applies to what only you see: Board, /board, /next, plans, sheets and replays. Public"
            " boards look the same to everyone."
        ),
        {
            "theme": SettingTexts(
                T("Background"),
                T("/background"),
                T("Background of pictures"),
                _one_of({"light": T("Light"), "dark": T("Dark")}),
            ),
            "palette": SettingTexts(
                T("Colours"),
                T("/colours"),
                T("Colours of pictures"),
                _one_of({"standard": T("Standard"), "colour-blind": T("Colour-blind safe")}),
            ),
            "size": SettingTexts(
                T("Width"),
                T("/width"),
                T("Width of pictures"),
                lambda size, _now: T("{size} pixels", size=size),
            ),
            "boards": SettingTexts(
                T("Boards"),
                T("/boards"),
                T("Boards as pictures or as text"),
                _one_of({False: T("Pictures"), True: T("Text")}),
            ),
            "orientation": SettingTexts(
                T("Orientation"),
                T("/orientation"),
                T("Which side of a board is at the bottom"),
                _one_of({"own": T("Your own seat at the bottom"), "fixed": T("The same for everyone")}),
            ),
            "layout": SettingTexts(
                T("Layout"),
                T("/layout"),
                T("Layout of boards of İYE and Totem"),
                _one_of(
                    {
                        "upright": T("Upright, for phones"),
                        "landscape": T("Landscape, for wide screens (İYE and Totem)"),
                    }
                ),
            ),
        },
    ),
)
"""The pages of the panel; their settings are the command's options in this order."""

TEXTS = {name: texts for page in PAGES for name, texts in page.settings.items()}

SETTINGS = {setting.name: setting for setting in PLAYER_SETTINGS}
