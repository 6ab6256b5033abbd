"""``/rules``: rules in pages with pictures."""

from __future__ import annotations

from bot.errors import UserError
from bot.matches.model.settings import PlayerSettings
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS, BoardRenderer
from bot.ui.boards.cards import title_picture
from bot.ui.components.custom_id import Action
from bot.ui.components.learn import learn_buttons
from bot.ui.components.messages import OutgoingMessage, Row, SelectOptionSpec
from bot.ui.components.panels import game_lines, game_rows, page_row, panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.registry import handles
from engines.registry import GAMES
from engines.text import T

# ----------------------------------------------------------------------------------------------------------- rules


@handles("rules")
async def on_rules_button(context: InteractionContext, action: Action) -> None:
    """Open a game's rules from another panel, at the page about it."""
    await context.responder.reply(await _page(context, action.detail, action.ply))


@handles("rulespage")
async def on_rules_page(context: InteractionContext, action: Action) -> None:
    """Show another page, chosen by button or from the list."""
    page = context.chosen_number if context.values else action.ply
    await context.responder.update(await _page(context, action.detail, page))


async def show_rules(context: InteractionContext, game: str | None) -> None:
    """Show the first page of a game's rules, or the games to choose from."""
    if game is None:
        await context.responder.reply(_games(context.write))
        return
    await context.responder.reply(await _page(context, game, 0))


def _games(write: Writer) -> OutgoingMessage:
    games = [game.info for game in GAMES.values()]
    question = write(T("Which rules would you like to read?"))
    buttons = game_rows(games, lambda slug: Action("rulespage", detail=slug))
    return panel([f"## {question}", game_lines(games, write)], buttons)


async def _page(context: InteractionContext, game: str, number: int) -> OutgoingMessage:
    services = context.services
    computers = not services.matches.computer_turns.are_off
    settings = await services.matches.player_settings.get(context.user_id)
    return await rules_page(services.board_renderer, game, number, context.write, settings, computers=computers)


async def rules_page(
    board_renderer: BoardRenderer,
    game: str,
    number: int,
    write: Writer,
    settings: PlayerSettings = PUBLIC_SETTINGS,
    *,
    computers: bool = False,
) -> OutgoingMessage:
    """Return a page of a game's rules, with its picture and the buttons to other pages; the first has the title card.

    ``computers``: whether the first page says that the game can be played against the computer.
    """
    if game not in GAMES:
        raise UserError(T("I no longer have that game."))
    pages = GAMES[game].rules_pages()
    number = min(max(number, 0), len(pages) - 1)
    page = pages[number]
    title = T("{game}: {title}", game=GAMES[game].info.title, title=page.title)
    position = write(T("Page {page} of {pages}", page=number + 1, pages=len(pages)))
    paragraphs = [f"## {write(title)}\n-# {position}", *(write(paragraph) for paragraph in page.paragraphs)]
    if computers and number == 0 and GAMES[game].info.max_players > 1:
        paragraphs.append("-# " + write(T("/play also begins a match against computer players, at five levels.")))
    contents = tuple(
        SelectOptionSpec(str(index), write.plain(T("{number}. {title}", number=index + 1, title=other.title)))
        for index, other in enumerate(pages[:25])
    )
    rows: list[Row] = [(Action("rulespage", 0, number, game).select(write.plain(T("Contents")), contents),)]
    # The list holds this page's number, the buttons those of its neighbours: every custom_id is unique.
    page_buttons = page_row("rulespage", number, len(pages), write, detail=game)
    if page_buttons:
        rows.append((*page_buttons, *learn_buttons(write, game)))
    first = None if number else await title_picture(board_renderer, GAMES[game].info, settings, write)
    figure = await board_renderer.render_figure(game, page, number + 1, write)
    return panel(paragraphs, rows, banner=first, picture=figure)
