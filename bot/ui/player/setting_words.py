"""The words of players' settings, which are the panel's and the command's: see ``PLAYER_SETTINGS`` for the values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.locales.names import language_name
from bot.matches.clocks.time_parsing import read_days_off, read_quiet
from bot.matches.clocks.time_zones import local_time, offset_of
from bot.matches.model.settings import PLAYER_SETTINGS
from engines.text import TN, T, Text

Told = Callable[[Any, int], Text]
"""A value in words, now (unix seconds)."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a setting is called."""

    title: Text
    option: Text
    """Name of the command's option."""
    purpose: Text
    """What the option is for."""
    told: Told
    read: Callable[[str], Any] | None = None
    """Reads what was typed; raises :class:`~bot.matches.errors.WhenError`."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the panel."""

    title: Text
    hint: Text
    """What is said below it."""
    settings: Mapping[str, Words]
    """What is set on it, by name, from top to bottom."""


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
    """A time of day."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def language_title(locale: str | None) -> Text:
    """A language in its own words, or that of Discord."""
    return T("As in Discord") if locale is None else T("{language}", language=language_name(locale))


def _zone(zone: str, now: int) -> Text:
    offset, time = offset_of(zone, now), local_time(zone, now)
    if zone == offset:
        return T("{zone}, it is {time} there now", zone=zone, time=time)
    return T("{zone} ({offset}), it is {time} there now", zone=zone, offset=offset, time=time)


def _quiet(quiet: tuple[int, int] | None, _now: int) -> Text:
    if quiet is None:
        return T("None")
    return T("{begin} to {end}", begin=clock_title(quiet[0]), end=clock_title(quiet[1]))


def _days(days_off: frozenset[int], _now: int) -> Text:
    """Days of the week, joined two by two so that a language can put what it likes between them."""
    if not days_off:
        return T("None")
    first, *others = sorted(days_off)
    told = DAY_TITLES[first]
    for day in others:
        told = T("{days}, {day}", days=told, day=DAY_TITLES[day])
    return told


def _reminders(seconds: int, _now: int) -> Text:
    if not seconds // 3600:
        return T("Never")
    return TN("Every hour", "Every {count} hours", seconds // 3600)


def _one_of(told: Mapping[Any, Text]) -> Told:
    return lambda value, _now: told[value]


PAGES = (
    Page(
        T("Time"),
        T(
            "Your clocks stand still in quiet hours and on days off, and nobody reminds you. /player away is for"
            " holidays."
        ),
        {
            "zone": Words(
                T("Time zone"),
                T("/timezone"),
                T("Your time zone: a city nearby, or the difference to UTC such as UTC+5:30"),
                _zone,
            ),
            "quiet": Words(
                T("Quiet hours"),
                T("/quiet"),
                T("Hours without clocks and reminders, such as 22:30-07:00; or none"),
                _quiet,
                read_quiet,
            ),
            "days": Words(
                T("Days off"),
                T("/daysoff"),
                T("Days of the week without play, such as Sat Sun; or none"),
                _days,
                read_days_off,
            ),
        },
    ),
    Page(
        T("Messages"),
        T(
            "This is how you are called to your turn and reminded. Direct messages and reminders wait until quiet"
            " hours are over. The test mention is posted in this channel."
        ),
        {
            "remind": Words(
                T("Reminders"),
                T("/reminders"),
                T("How often you are reminded of a match that waits for you"),
                _reminders,
            ),
            "tell": Words(
                T("How you are told"),
                T("/tell"),
                T("How you are told that a match waits for you"),
                _one_of(
                    {
                        "mention": T("By a mention in the match"),
                        "dm": T("By direct message"),
                        "both": T("By mention and direct message"),
                    }
                ),
            ),
            "language": Words(
                T("Language"),
                T("/language"),
                T("The language of private answers, direct messages and pictures"),
                lambda locale, _now: language_title(locale),
            ),
            "sheets": Words(
                T("Private sheets"),
                T("/sheets"),
                T("How your private sheets come to you"),
                _one_of({"dm": T("By direct message"), "button": T("Behind the button “My sheet”")}),
            ),
        },
    ),
    Page(
        T("Pictures"),
        T(
            "This applies to what only you see: Board, /board, /next, plans, sheets, replays. The boards that everybody"
            " sees look the same to all."
        ),
        {
            "theme": Words(
                T("Background"),
                T("/background"),
                T("Background of pictures"),
                _one_of({"light": T("Light"), "dark": T("Dark")}),
            ),
            "palette": Words(
                T("Colours"),
                T("/colours"),
                T("Colours of pictures"),
                _one_of({"standard": T("Standard"), "colour-blind": T("Safe for colour-blind eyes")}),
            ),
            "size": Words(
                T("Width"),
                T("/width"),
                T("Width of pictures"),
                lambda size, _now: T("{size} pixels", size=size),
            ),
            "boards": Words(
                T("Boards"),
                T("/boards"),
                T("Boards as pictures or as text"),
                _one_of({False: T("Pictures"), True: T("Text")}),
            ),
            "orientation": Words(
                T("Orientation"),
                T("/orientation"),
                T("How boards are turned"),
                _one_of({"own": T("Your own seat at the bottom"), "fixed": T("The same for everybody")}),
            ),
        },
    ),
)
"""The pages of the panel; their settings are the command's options in this order."""

WORDS = {name: words for page in PAGES for name, words in page.settings.items()}

SETTINGS = {setting.name: setting for setting in PLAYER_SETTINGS}
