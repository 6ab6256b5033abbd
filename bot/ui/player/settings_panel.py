"""The private panel of ``/player settings``: three pages of settings and controls."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.locales import Catalogues
from bot.matches.model.settings import PlayerSettings, choices_of
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, Row, SelectOptionSpec, SelectSpec
from bot.ui.components.panels import panel
from bot.ui.components.setting_menus import LANGUAGES, has_choice, setting_menu
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.player.holidays import holiday_lines
from bot.ui.player.setting_texts import DAY_TITLES, PAGES, SETTINGS, TEXTS, language_title
from engines.text import T


async def settings_panel(
    context: InteractionContext, settings: PlayerSettings, *, changed: Sequence[str] = (), page: int = 0
) -> OutgoingMessage:
    """Return a page of the panel, with the ``changed`` settings confirmed on top."""
    write, now = context.write, context.services.clock()
    number = min(max(page, 0), len(PAGES) - 1)
    current, catalogues = PAGES[number], context.services.catalogues
    confirmations = [f"✅ {_line(name, settings, now, write)}" for name in dict.fromkeys(changed)]
    lines = [
        _line(name, settings, now, write) if has_choice(name, catalogues) else _only_language(context)
        for name in current.settings
        if not _has_menu(name, catalogues)
    ]
    heading = "## " + write(T("Your settings: {page}", page=current.title))
    away = await holiday_lines(context) if not number else []
    rows = (*_rows(context, settings, current.settings), _page_row(number, write))
    return panel([heading, "\n".join(confirmations), "\n".join(lines), *away, f"-# {write(current.hint)}"], rows)


def _rows(context: InteractionContext, settings: PlayerSettings, names: Collection[str]) -> Iterator[Row | str]:
    """Yield the controls of a page: menus for choices below their values, buttons that open forms for typed ones."""
    write, now = context.write, context.services.clock()
    if "zone" in names:
        zone = Action("askzone").button(write.plain(T("Change the time zone …")), emoji="🌍")
        quiet = Action("askquiet").button(write.plain(T("Change quiet hours …")), emoji="🌙")
        yield (zone, quiet)
    for name in names:
        if name == "days":
            yield (_days_menu(settings, write),)
        elif _has_menu(name, context.services.catalogues):
            yield _line(name, settings, now, write)
            yield (_menu(context, settings, name),)
        if name == "tell":
            yield (Action("testtell").button(write.plain(T("Send me a test")), emoji="🔔"),)


def _has_menu(name: str, catalogues: Catalogues) -> bool:
    """Return whether a menu lists the values of a setting."""
    return bool(choices_of(SETTINGS[name], ())) and has_choice(name, catalogues)


def _menu(context: InteractionContext, settings: PlayerSettings, name: str) -> SelectSpec:
    now, texts, setting = context.services.clock(), TEXTS[name], SETTINGS[name]
    choices = choices_of(setting, context.services.catalogues.languages[:LANGUAGES])
    present = getattr(settings, setting.field)
    action = Action("settings", detail=name)
    return setting_menu(action, choices, lambda value: texts.label(value, now), present, context.write)


def _days_menu(settings: PlayerSettings, write: Writer) -> SelectSpec:
    return SelectSpec(
        Action("settings", detail="days").custom_id,
        write.plain(T("No days off")),
        tuple(
            SelectOptionSpec(str(day), write.plain(title), chosen=day in settings.days_off)
            for day, title in enumerate(DAY_TITLES)
        ),
        least=0,
        most=6,
    )


def _only_language(context: InteractionContext) -> str:
    """Return the line for the language if there is only one."""
    language = language_title(context.services.catalogues.only)
    return context.write(
        T("**{option}:** {choice}, the only one I speak so far", option=TEXTS["language"].title, choice=language)
    )


def _page_row(number: int, write: Writer) -> Row:
    """Return the buttons to the other pages."""
    others = [(page, other.title) for page, other in enumerate(PAGES) if page != number]
    return tuple(Action("settingspage", 0, page).button(write.plain(title)) for page, title in others)


def _line(name: str, settings: PlayerSettings, now: int, write: Writer) -> str:
    texts, value = TEXTS[name], getattr(settings, SETTINGS[name].field)
    return write(T("**{option}:** {choice}", option=texts.title, choice=texts.label(value, now)))


def page_of(name: str) -> int:
    """Return the page of a setting."""
    return next(number for number, page in enumerate(PAGES) if name in page.settings)
