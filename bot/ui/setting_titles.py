"""What can be set, and how each value is called."""

from __future__ import annotations

from bot.locales.names import language_name
from bot.matches.clocks.time_zones import local_time, offset_of
from bot.matches.model.settings import PlayerSettings
from engines.text import TN, T, Text

SIZES = (600, 800, 1000, 1400)
"""Widths of pictures to choose from, in pixels."""
REMINDERS = (0, 6, 12, 24, 48)
"""Hours between reminders to choose from."""
AS_DISCORD = "discord"
"""The language that Discord is read in."""

THEME_TITLES = {"light": T("Light"), "dark": T("Dark")}
PALETTE_TITLES = {"standard": T("Standard"), "colour-blind": T("Safe for colour-blind eyes")}
BOARD_TITLES = {"picture": T("Pictures"), "text": T("Text")}
ORIENTATION_TITLES = {"own": T("Your own seat at the bottom"), "fixed": T("The same for everybody")}
SHEET_TITLES = {"dm": T("By direct message"), "button": T("Behind the button “My sheet”")}
TELL_TITLES = {
    "mention": T("By a mention in the match"),
    "dm": T("By direct message"),
    "both": T("By mention and direct message"),
}
DAY_TITLES = (
    T("Monday"),
    T("Tuesday"),
    T("Wednesday"),
    T("Thursday"),
    T("Friday"),
    T("Saturday"),
    T("Sunday"),
)

TITLES = {
    "zone": T("Time zone"),
    "quiet": T("Quiet hours"),
    "days": T("Days off"),
    "remind": T("Reminders"),
    "tell": T("How you are told"),
    "language": T("Language"),
    "sheets": T("Private sheets"),
    "theme": T("Background"),
    "palette": T("Colours"),
    "size": T("Width"),
    "boards": T("Boards"),
    "orientation": T("Orientation"),
}
"""Every setting, by the name that controls and commands know it by."""


def remind_title(hours: int) -> Text:
    """How often somebody is reminded."""
    if not hours:
        return T("Never")
    return TN("Every hour", "Every {count} hours", hours)


def width_title(size: int) -> Text:
    """How wide pictures are."""
    return T("{size} pixels", size=size)


def language_title(locale: str | None) -> Text:
    """A language in its own words, or that of Discord."""
    return T("As in Discord") if locale is None else T("{language}", language=language_name(locale))


def clock_title(minutes: int) -> str:
    """A time of day."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def value_of(name: str, settings: PlayerSettings, now: int) -> Text:
    """How a setting stands, in words."""
    match name:
        case "zone":
            return _zone(settings.zone, now)
        case "quiet":
            return _quiet(settings.quiet)
        case "days":
            return _days(sorted(settings.days_off))
        case "remind":
            return remind_title(settings.remind_every // 3600)
        case "tell":
            return TELL_TITLES[settings.tell]
        case "language":
            return language_title(settings.locale)
        case "sheets":
            return SHEET_TITLES[settings.sheets]
        case "theme":
            return THEME_TITLES[settings.theme]
        case "palette":
            return PALETTE_TITLES[settings.palette]
        case "size":
            return width_title(settings.size)
        case "boards":
            return BOARD_TITLES["text" if settings.text_board else "picture"]
        case _:
            return ORIENTATION_TITLES[settings.orientation]


def _zone(zone: str, now: int) -> Text:
    offset, time = offset_of(zone, now), local_time(zone, now)
    if zone == offset:
        return T("{zone}, it is {time} there now", zone=zone, time=time)
    return T("{zone} ({offset}), it is {time} there now", zone=zone, offset=offset, time=time)


def _quiet(quiet: tuple[int, int] | None) -> Text:
    if quiet is None:
        return T("None")
    return T("{begin} to {end}", begin=clock_title(quiet[0]), end=clock_title(quiet[1]))


def _days(days: list[int]) -> Text:
    """Days of the week, joined two by two so that a language can put what it likes between them."""
    if not days:
        return T("None")
    told = DAY_TITLES[days[0]]
    for day in days[1:]:
        told = T("{days}, {day}", days=told, day=DAY_TITLES[day])
    return told
