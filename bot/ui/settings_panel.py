"""The private panel of ``/player settings``: three pages with how things stand and controls to change them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.matches.model.settings import PlayerSettings
from bot.ui.away import away_lines
from bot.ui.call import Call
from bot.ui.items import Action
from bot.ui.layouts import panel
from bot.ui.messages import Choice, Menu, Outgoing, Row
from bot.ui.setting_titles import (
    AS_DISCORD,
    BOARD_TITLES,
    DAY_TITLES,
    ORIENTATION_TITLES,
    PALETTE_TITLES,
    REMINDERS,
    SHEET_TITLES,
    SIZES,
    TELL_TITLES,
    THEME_TITLES,
    TITLES,
    language_title,
    remind_title,
    value_of,
    width_title,
)
from bot.ui.text import OPTION_LIMIT, Writer
from engines.text import T, Text

PAGES = (
    (T("Time"), ("zone", "quiet", "days")),
    (T("Messages"), ("remind", "tell", "language", "sheets")),
    (T("Pictures"), ("theme", "palette", "size", "boards", "orientation")),
)
"""The pages of the panel: their names and what is set on them."""


async def settings_panel(
    call: Call, settings: PlayerSettings, *, changed: Sequence[str] = (), page: int = 0
) -> Outgoing:
    """A page of the panel; what has just been ``changed`` is confirmed on top."""
    write, now = call.write, call.desk.clock()
    number = min(max(page, 0), len(PAGES) - 1)
    title, names = PAGES[number]
    stored = [f"✅ {_line(name, settings, now, write)}" for name in dict.fromkeys(changed)]
    lines = [_only_language(call) if name in _dead(call) else _line(name, settings, now, write) for name in names]
    heading = "## " + write(T("Your settings: {page}", page=title))
    away = await away_lines(call) if not number else []
    rows = (*_ROWS[number](call, settings), _page_row(number, write))
    return panel([heading, "\n".join(stored), "\n".join(lines), *away, f"-# {write(_HINTS[number])}"], rows)


_HINTS = (
    T("Your clocks stand still in quiet hours and on days off, and nobody reminds you. /player away is for holidays."),
    T(
        "This is how you are called to your turn and reminded. Direct messages and reminders wait until quiet hours are"
        " over. The test mention is posted in this channel."
    ),
    T(
        "This applies to what only you see: Board, /board, /next, plans, sheets, replays. The boards that everybody"
        " sees look the same to all."
    ),
)
"""What is said below each page."""


def _time_rows(call: Call, settings: PlayerSettings) -> Sequence[Row]:
    write = call.write
    zone = Action("askzone").press(write.plain(T("Change the time zone …")), emoji="🌍")
    quiet = Action("askquiet").press(write.plain(T("Change quiet hours …")), emoji="🌙")
    days = Menu(
        Action("settings", detail="days").custom_id,
        write.plain(T("Days off: none")),
        tuple(
            Choice(str(day), write.plain(title), chosen=day in settings.days_off)
            for day, title in enumerate(DAY_TITLES)
        ),
        least=0,
        most=6,
    )
    return (
        (zone, quiet),
        (days,),
    )


def _message_rows(call: Call, settings: PlayerSettings) -> Sequence[Row]:
    write = call.write
    reminders = {str(hours): remind_title(hours) for hours in REMINDERS}
    languages = {AS_DISCORD: language_title(None)}
    languages |= {language: language_title(language) for language in call.desk.catalogues.languages[:24]}
    language: Row = (_select("language", languages, settings.locale or AS_DISCORD, write),)
    return (
        (_select("remind", reminders, str(settings.remind_every // 3600), write),),
        (_select("tell", TELL_TITLES, settings.tell, write),),
        (Action("testtell").press(write.plain(T("Send me a test")), emoji="🔔"),),
        *(() if _dead(call) else (language,)),
        (_select("sheets", SHEET_TITLES, settings.sheets, write),),
    )


def _picture_rows(call: Call, settings: PlayerSettings) -> Sequence[Row]:
    write = call.write
    sizes = {str(size): width_title(size) for size in SIZES}
    return (
        (_select("theme", THEME_TITLES, settings.theme, write),),
        (_select("palette", PALETTE_TITLES, settings.palette, write),),
        (_select("size", sizes, str(settings.size), write),),
        (_select("boards", BOARD_TITLES, "text" if settings.text_board else "picture", write),),
        (_select("orientation", ORIENTATION_TITLES, settings.orientation, write),),
    )


def _dead(call: Call) -> Collection[str]:
    """Settings without a choice."""
    return () if call.desk.catalogues.only is None else ("language",)


def _only_language(call: Call) -> str:
    """What is said in the place of a choice of one."""
    language = language_title(call.desk.catalogues.only)
    return call.write(
        T("**{option}:** {choice}, the only one that I speak so far", option=TITLES["language"], choice=language)
    )


_ROWS = (_time_rows, _message_rows, _picture_rows)


def _select(name: str, values: Mapping[str, Text], present: str, write: Writer) -> Menu:
    choices = tuple(
        Choice(
            value,
            write.plain(T("{setting}: {value}", setting=TITLES[name], value=text), OPTION_LIMIT),
            chosen=value == present,
        )
        for value, text in values.items()
    )
    return Action("settings", detail=name).menu(write.plain(T("{setting}: change …", setting=TITLES[name])), choices)


def _page_row(number: int, write: Writer) -> Row:
    """Buttons to the other pages."""
    others = [(page, title) for page, (title, _) in enumerate(PAGES) if page != number]
    return tuple(Action("settingspage", 0, page).press(write.plain(title)) for page, title in others)


def _line(name: str, settings: PlayerSettings, now: int, write: Writer) -> str:
    name = "days" if name == "daystyped" else name
    return write(T("**{option}:** {choice}", option=TITLES[name], choice=value_of(name, settings, now)))


def page_of(name: str) -> int:
    """The page that a setting is on."""
    name = "days" if name == "daystyped" else name
    return next(number for number, (_, names) in enumerate(PAGES) if name in names)
