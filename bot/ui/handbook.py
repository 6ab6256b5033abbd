"""Rules in pages with pictures, what the bot is, and how somebody likes boards to look."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bot.errors import RefusalError
from bot.matches.models import PlayerSettings
from bot.ui.call import Call
from bot.ui.items import Action, handles
from bot.ui.layouts import page_row, panel
from bot.ui.messages import Choice, Outgoing, Row
from bot.ui.pictures import Studio
from bot.ui.planners import offered
from bot.ui.text import Writer
from engines.registry import GAMES
from engines.text import T, Text
from render.options import PALETTES, THEMES

SIZES = (600, 800, 1000, 1400)
"""Widths of pictures to choose from, in pixels."""

# ----------------------------------------------------------------------------------------------------------- rules


@handles("rules")
async def pressed_rules(call: Call, action: Action) -> None:
    """Open a game's rules from another panel."""
    await call.answer.say(await rules_page(call.desk.studio, action.detail, 0, call.write))


@handles("rulespage")
async def turned_rules(call: Call, action: Action) -> None:
    """Turn to another page, by button or from the list of pages."""
    page = call.chosen_number if call.values else action.ply
    await call.answer.update(await rules_page(call.desk.studio, action.detail, page, call.write))


async def show_rules(call: Call, game: str) -> None:
    """The first page of a game's rules."""
    await call.answer.say(await rules_page(call.desk.studio, game, 0, call.write))


async def rules_page(studio: Studio, game: str, number: int, write: Writer) -> Outgoing:
    """A page of a game's rules, with its picture and the ways to the others."""
    if game not in offered():
        raise RefusalError(T("I do not know that game any more."))
    pages = GAMES[game].rules_pages()
    number = min(max(number, 0), len(pages) - 1)
    page = pages[number]
    title = T("{game}: {title}", game=GAMES[game].info.title, title=page.title)
    place = write(T("Page {page} of {pages}", page=number + 1, pages=len(pages)))
    paragraphs = [f"## {write(title)}\n-# {place}", *(write(paragraph) for paragraph in page.paragraphs)]
    contents = tuple(
        Choice(str(index), write.plain(T("{number}. {title}", number=index + 1, title=other.title)))
        for index, other in enumerate(pages[:25])
    )
    rows: list[Row] = [(Action("rulespage", 0, number, game).menu(write.plain(T("Contents")), contents),)]
    # The list above stands on the page's own number, the buttons on those of its neighbours: no custom_id comes twice.
    turning = page_row("rulespage", number, len(pages), write, detail=game)
    if turning:
        rows.append(turning)
    return panel(paragraphs, rows, picture=await studio.draw_figure(game, page, number + 1, write))


# ----------------------------------------------------------------------------------------------------------- about


def about(write: Writer) -> Outgoing:
    """What the bot is and where to begin."""
    games = "\n".join(f"**{game.info.title}** · {write(game.info.tagline)}" for game in offered().values())
    paragraphs = [
        "## Kurultai",
        write(T("Tabletop games in Discord, played over days: a turn now, a turn tomorrow.")),
        games,
        write(
            T(
                "/play opens a table. /next shows the board that waits for you, /matches all of yours, /rules how a"
                " game goes, /leaderboard who plays best. Every button can also be typed, and the other way round."
            )
        ),
        write(
            T(
                "Luck can be checked: before a match its secret key is fixed by its SHA-256, afterwards the key is"
                " shown, and /match verify recomputes every deal and roll."
            )
        ),
        "-# " + write(T("Version {version}", version=_version())),
    ]
    return panel(paragraphs)


def _version() -> str:
    try:
        return version("kurultai")
    except PackageNotFoundError:
        return "0.1.0"


# -------------------------------------------------------------------------------------------------------- settings

THEME_TITLES = {"light": T("Light"), "dark": T("Dark")}
PALETTE_TITLES = {"standard": T("Standard"), "colour-blind": T("Safe for colour-blind eyes")}
BOARD_TITLES = {"picture": T("Pictures"), "text": T("Text")}
SHEET_TITLES = {"dm": T("By direct message"), "button": T("Behind the button “My sheet”")}


@handles("settings")
async def pressed_setting(call: Call, action: Action) -> None:
    """One setting was chosen in the panel."""
    await change_settings(call, {action.detail: call.choice})


async def change_settings(call: Call, chosen: dict[str, str]) -> None:
    """Keep what was chosen (``theme``, ``palette``, ``size``, ``boards``, ``sheets``) and show how things stand."""
    settings = await call.desk.matches.player_settings(call.user_id)
    if chosen:
        settings = _changed(settings, chosen)
        await call.desk.matches.save_player_settings(call.user_id, settings)
    message = settings_panel(settings, call.write)
    if call.answer.on_private and call.answer.on_layout:
        await call.answer.update(message)
    else:
        await call.answer.say(message)


def _changed(settings: PlayerSettings, chosen: dict[str, str]) -> PlayerSettings:
    known: dict[str, tuple[str, ...]] = {
        "theme": THEMES,
        "palette": PALETTES,
        "size": tuple(map(str, SIZES)),
        "boards": tuple(BOARD_TITLES),
        "sheets": tuple(SHEET_TITLES),
    }
    changes: dict[str, Any] = {}
    for name, value in chosen.items():
        if value not in known.get(name, ()):
            raise RefusalError(T("That setting does not exist (any more)."))
        match name:
            case "size":
                changes["size"] = int(value)
            case "boards":
                changes["text_board"] = value == "text"
            case _:
                changes[name] = value
    return replace(settings, **changes)


def settings_panel(settings: PlayerSettings, write: Writer) -> Outgoing:
    """How boards look that only the asker sees and how sheets come, with a select for each setting."""
    boards = "text" if settings.text_board else "picture"
    lines = [
        _line(T("Background"), THEME_TITLES[settings.theme], write),
        _line(T("Colours"), PALETTE_TITLES[settings.palette], write),
        _line(T("Width"), _width(settings.size), write),
        _line(T("Boards"), BOARD_TITLES[boards], write),
        _line(T("Private sheets"), SHEET_TITLES[settings.sheets], write),
    ]
    rows = (
        _select("theme", T("Background"), THEME_TITLES, write),
        _select("palette", T("Colours"), PALETTE_TITLES, write),
        _select("size", T("Width"), {str(size): _width(size) for size in SIZES}, write),
        _select("boards", T("Boards"), BOARD_TITLES, write),
        _select("sheets", T("Private sheets"), SHEET_TITLES, write),
    )
    title = "## " + write(T("Your settings"))
    hint = "-# " + write(T("They hold for boards that only you see: under Board, /board and /next."))
    return panel([title, "\n".join(lines), hint], rows)


def _width(size: int) -> Text:
    return T("{size} pixels", size=size)


def _line(title: Text, value: Text, write: Writer) -> str:
    return write(T("**{option}:** {choice}", option=title, choice=value))


def _select(name: str, title: Text, values: dict[str, Text], write: Writer) -> Row:
    choices = tuple(Choice(value, write.plain(text)) for value, text in values.items())
    placeholder = write.plain(T("{setting}: change …", setting=title))
    return (Action("settings", detail=name).menu(placeholder, choices),)
