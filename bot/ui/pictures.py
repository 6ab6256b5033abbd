"""Pictures and text boards of a match, as attachments and code blocks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import cast

from bot.allocator import give_back
from bot.matches.models import MatchView, PlayerSettings
from bot.ui.messages import Attachment
from bot.ui.text import ALT_LIMIT, Writer, code_block, fit
from engines.game import RulesPage
from engines.registry import GAMES
from engines.text import Seat
from render import PictureOptions, prepare, render_png
from render.options import PaletteName, ThemeName

log = logging.getLogger(__name__)

PAINTERS_AT_ONCE = 2
"""Compressing and reducing let go of the interpreter's lock, so that a second picture gains a little."""


def picture_name(view: MatchView) -> str:
    """The attachment's file name; it also tells a message's match and ply to whoever looks for it later."""
    return f"{view.match.game}-{view.match.id}-{view.ply}.png"


def picture_options(
    view: MatchView, write: Writer, settings: PlayerSettings, focus: str | None = None
) -> PictureOptions:
    """How the board is drawn for a reader; ``focus``: what the reader has chosen in a planner."""
    named = write.about(view.match)
    return PictureOptions(
        viewer=view.viewer,
        theme=cast("ThemeName", settings.theme),
        palette=cast("PaletteName", settings.palette),
        size=settings.size,
        translate=write.catalogue.pattern,
        language=write.catalogue.language,
        names=tuple(named.name(Seat(player)) for player in sorted(seat.player for seat in view.match.seats)),
        seat_titles=GAMES[view.match.game].info.seat_titles,
        focus=focus,
    )


class Studio:
    """Where pictures are drawn: few threads, for drawing holds the interpreter's lock for most of its time, and more
    threads would only take turns and memory. Shut it with :meth:`close`.
    """

    def __init__(self) -> None:
        self._painters = ThreadPoolExecutor(PAINTERS_AT_ONCE, thread_name_prefix="painter")

    def close(self) -> None:
        """Let nobody in any more; what is being drawn is finished."""
        self._painters.shutdown(wait=False, cancel_futures=True)

    async def prepare(self, games: Iterable[str]) -> None:
        """Paint what all pictures of these games have in common, so that the first board need not wait for it."""
        loop = asyncio.get_running_loop()
        for game in games:
            try:
                await loop.run_in_executor(self._painters, _prepare, game)
            except Exception:  # as below: pictures may fail, matches go on
                log.exception("pictures could not be prepared", extra={"game": game})

    async def draw(
        self, view: MatchView, write: Writer, settings: PlayerSettings, focus: str | None = None
    ) -> Attachment | None:
        """The board as a picture; ``None`` if that fails, which is logged and must not stop a match."""
        options = picture_options(view, write, settings, focus)
        try:
            data = await self._paint(view.match.game, view.observation, options)
        except Exception:  # a painter's mistake costs the picture, not the turn: there is the text board
            log.exception("a picture could not be drawn", extra={"match": view.match.id, "ply": view.ply})
            return None
        return Attachment(picture_name(view), data, alt_text(view, write))

    async def draw_figure(self, game: str, page: RulesPage[object], number: int, write: Writer) -> Attachment | None:
        """The figure of a page of rules."""
        if page.figure is None:
            return None
        options = PictureOptions(
            translate=write.catalogue.pattern,
            language=write.catalogue.language,
            seat_titles=GAMES[game].info.seat_titles,
        )
        try:
            data = await self._paint(game, page.figure, options)
        except Exception:  # as above
            log.exception("a figure could not be drawn", extra={"game": game, "page": number})
            return None
        alt = None if page.figure_alt is None else write.plain(page.figure_alt, ALT_LIMIT)
        return Attachment(f"{game}-rules-{number}.png", data, alt)

    async def _paint(self, game: str, observation: object, options: PictureOptions) -> bytes:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._painters, render_png, game, observation, options)


def _prepare(game: str) -> None:
    prepare(game, PictureOptions(seat_titles=GAMES[game].info.seat_titles))
    # The large sheets that this took are free again.
    give_back()


def alt_text(view: MatchView, write: Writer) -> str:
    """What the picture shows: what changed, whose turn it is, the whole position (at most 1,024 characters).

    What changed gives way where both are too long together: the message tells it too.
    """
    position = list(dict.fromkeys(GAMES[view.match.game].describe_position(view.observation)))
    changed = [sentence for sentence in dict.fromkeys(view.sentences) if sentence not in position]
    stands, happened = (" ".join(map(write.plain, told)) for told in (position, changed))
    room = ALT_LIMIT - len(stands) - 1
    if happened and room > 1:
        stands = f"{fit(happened, room)} {stands}"
    return fit(stands, ALT_LIMIT)


def text_board(view: MatchView, write: Writer) -> str:
    """The board in fixed-width characters, with a legend of the seats."""
    named = write.about(view.match)
    players = sorted(seat.player for seat in view.match.seats)
    seats = "\n".join(f"{player + 1}  {named.name(Seat(player))}" for player in players)
    board = GAMES[view.match.game].text_board(view.observation)
    return code_block(f"{board}\n\n{seats}" if seats else board)
