"""Pictures and text boards of a match, as attachments and code blocks."""

from __future__ import annotations

import asyncio
import logging
from typing import cast

from bot.matches.models import MatchView, PlayerSettings
from bot.ui.messages import Attachment
from bot.ui.text import ALT_LIMIT, Writer, code_block, fit, plain
from engines.game import RulesPage
from engines.registry import GAMES
from render import PictureOptions, render_png
from render.options import PaletteName, ThemeName

log = logging.getLogger(__name__)


def picture_name(view: MatchView) -> str:
    """The attachment's file name; it also tells a message's match and ply to whoever looks for it later."""
    return f"{view.match.game}-{view.match.id}-{view.ply}.png"


def picture_options(view: MatchView, write: Writer, settings: PlayerSettings) -> PictureOptions:
    """How the board is drawn for a reader."""
    return PictureOptions(
        viewer=view.viewer,
        theme=cast("ThemeName", settings.theme),
        palette=cast("PaletteName", settings.palette),
        size=settings.size,
        translate=write.catalogue.pattern,
        language=write.catalogue.language,
        names=tuple(plain(seat.name) for seat in sorted(view.match.seats, key=lambda seat: seat.player)),
        seat_titles=GAMES[view.match.game].info.seat_titles,
    )


async def draw(view: MatchView, write: Writer, settings: PlayerSettings) -> Attachment | None:
    """The board as a picture, drawn in a thread; ``None`` if that fails, which is logged and must not stop a match."""
    options = picture_options(view, write, settings)
    try:
        data = await asyncio.to_thread(render_png, view.match.game, view.observation, options)
    except Exception:  # a painter's mistake costs the picture, not the turn: there is the text board
        log.exception("a picture could not be drawn", extra={"match": view.match.id, "ply": view.ply})
        return None
    return Attachment(picture_name(view), data, alt_text(view, write))


async def draw_figure(game: str, page: RulesPage[object], number: int, write: Writer) -> Attachment | None:
    """The figure of a page of rules."""
    if page.figure is None:
        return None
    options = PictureOptions(
        translate=write.catalogue.pattern,
        language=write.catalogue.language,
        seat_titles=GAMES[game].info.seat_titles,
    )
    try:
        data = await asyncio.to_thread(render_png, game, page.figure, options)
    except Exception:  # as above
        log.exception("a figure could not be drawn", extra={"game": game, "page": number})
        return None
    alt = None if page.figure_alt is None else write.plain(page.figure_alt, ALT_LIMIT)
    return Attachment(f"{game}-rules-{number}.png", data, alt)


def alt_text(view: MatchView, write: Writer) -> str:
    """What the picture shows: what changed, whose turn it is, the whole position (at most 1,024 characters)."""
    sentences = [*view.sentences, *GAMES[view.match.game].describe_position(view.observation)]
    return fit(" ".join(write.plain(sentence) for sentence in dict.fromkeys(sentences)), ALT_LIMIT)


def text_board(view: MatchView) -> str:
    """The board in fixed-width characters, with a legend of the seats."""
    seats = "\n".join(
        f"{seat.player + 1}  {plain(seat.name)}" for seat in sorted(view.match.seats, key=lambda seat: seat.player)
    )
    board = GAMES[view.match.game].text_board(view.observation)
    return code_block(f"{board}\n\n{seats}" if seats else board)
