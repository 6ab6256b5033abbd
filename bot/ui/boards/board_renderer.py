"""Boards of a match, rendered as attached pictures and as text."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar, cast

from bot.load import thresholds
from bot.matches.model.settings import PlayerSettings
from bot.matches.model.views import MatchView
from bot.rendering import Renderer
from bot.ui.components.messages import Attachment, OutgoingMessage
from bot.ui.components.text import ALT_LIMIT, Writer, code_block, fit
from engines.game import HasLegend, RulesPage
from engines.registry import GAMES
from engines.text import Seat, T, Text
from render import CARD, PictureOptions
from render.cards.content import Card
from render.options import PaletteName, ThemeName

log = logging.getLogger(__name__)

DescriptionT = TypeVar("DescriptionT")
RenderTask: TypeAlias = "asyncio.Task[bytes | None]"

PUBLIC_SETTINGS = PlayerSettings()
"""How public boards are drawn."""


def picture_name(view: MatchView) -> str:
    """Return the file name, which also identifies the match and ply of a message that is searched for later."""
    return f"{view.match.game}-{view.match.id}-{view.ply}.png"


def picture_options(
    view: MatchView,
    write: Writer,
    settings: PlayerSettings,
    focus: str | None = None,
    marked: tuple[str, ...] = (),
    *,
    teaching: bool = False,
) -> PictureOptions:
    """Return how the board is drawn for a reader; ``focus`` is the reader's choice in a planner, and the cells
    ``marked`` get a ring. ``teaching``: for a step of a lesson.
    """
    # Where one person plays, that person's seat is at the bottom of the public picture, too: nothing changes places.
    person = view.match.people[0].player if view.match.is_alone else None
    return PictureOptions(
        viewer=person if view.viewer is None else view.viewer,
        rotated=settings.orientation == "own",
        landscape=settings.layout == "landscape",
        theme=cast("ThemeName", settings.theme),
        palette=cast("PaletteName", settings.palette),
        size=settings.size,
        translate=write.catalogue.pattern,
        language=write.catalogue.language,
        names=write.about(view.match).own_names,
        seat_titles=GAMES[view.match.game].info.seat_titles,
        focus=focus,
        marked=marked,
        teaching=teaching,
    )


_CELL = re.compile(r"(?<![a-z0-9])[a-z][1-9][0-9]?(?![0-9])")


def cells_named(text: Text) -> tuple[str, ...]:
    """Return the cells that a text names, to mark them."""
    return tuple(dict.fromkeys(_CELL.findall(str(text))))


async def warm_up(renderer: Renderer, games: Iterable[str]) -> None:
    """Draw what all pictures of these games share. A failure is logged."""
    for game in games:
        try:
            await renderer.warm_up(game, PictureOptions(seat_titles=GAMES[game].info.seat_titles))
        except Exception:
            log.exception("pictures could not be prepared", extra={"game": game})


class BoardRenderer:
    """Renders boards and figures as attachments. End it with :meth:`close`.

    Args:
        renderer: draws the pictures.
        overloaded: returns whether the load is so high that speed matters more than file size.
    """

    def __init__(self, renderer: Renderer, overloaded: Callable[[], bool] = lambda: False) -> None:
        self._renderer = renderer
        self._overloaded = overloaded
        self._prerendered: OrderedDict[tuple[int, int], _Prerendered] = OrderedDict()
        self._titles: dict[tuple[str, str, str, str], RenderTask] = {}
        """Cards that are shown often, by file name, theme, palette and language."""
        self._started: dict[object, float] = {}
        """When each pending picture was requested, by the event loop's clock, oldest first."""

    def is_stalled(self) -> bool:
        """Return whether a picture takes so long that users notice."""
        oldest = next(iter(self._started.values()), None)
        return oldest is not None and asyncio.get_running_loop().time() - oldest > thresholds.SLOW_PICTURE

    async def close(self) -> None:
        """Finish the pictures being drawn and accept no more."""
        while self._prerendered:
            _, expected = self._prerendered.popitem()
            await _cancel(expected.task)
        while self._titles:
            await _cancel(self._titles.popitem()[1])
        await self._renderer.close()

    def prerender(self, view: MatchView, write: Writer, settings: PlayerSettings) -> None:
        """Start drawing a board before :meth:`render` asks for it, while its turn is being stored.

        If storing fails, the picture is discarded after a while. If too many boards are prerendered already, this one
        is drawn when it is requested: the others are needed first, and dropping one means drawing it twice.
        """
        if (replaced := self._prerendered.pop(_key(view), None)) is not None:
            replaced.task.cancel()
        now = asyncio.get_running_loop().time()
        if len(self._prerendered) >= thresholds.PRERENDERED_PICTURES:
            oldest = next(iter(self._prerendered))
            if now - self._prerendered[oldest].since < thresholds.PRERENDERED_SECONDS:
                return
            self._prerendered.pop(oldest).task.cancel()
        options = picture_options(view, write, settings)
        task = self._start(view.match.game, view.observation, options, _log_fields(view))
        self._prerendered[_key(view)] = _Prerendered(view.observation, options, task, now)

    async def warm_up(self, games: Iterable[str]) -> None:
        """Draw what all pictures of these games share, so that the first board does not wait for it."""
        await warm_up(self._renderer, games)

    async def render(
        self,
        view: MatchView,
        write: Writer,
        settings: PlayerSettings,
        focus: str | None = None,
        marked: tuple[str, ...] = (),
        *,
        teaching: bool = False,
    ) -> Attachment | None:
        """Return the board as a picture, or ``None`` if drawing fails, which is logged and does not stop the match.

        The alt text names the ``marked`` cells.
        """
        task = self._task(view, picture_options(view, write, settings, focus, marked, teaching=teaching))
        drawn = await _with_description(task, lambda: alt_text(view, write, marked))
        return None if drawn is None else Attachment(picture_name(view), *drawn)

    async def render_message(
        self,
        view: MatchView,
        write: Writer,
        settings: PlayerSettings,
        compose: Callable[[Attachment | None], OutgoingMessage],
    ) -> OutgoingMessage:
        """Return a message with the board among its files, composed while the picture is drawn.

        ``compose`` receives an attachment without data, or ``None`` if drawing failed.
        """

        def composed() -> OutgoingMessage:
            return compose(Attachment(picture_name(view), b"", alt_text(view, write)))

        drawn = await _with_description(self._task(view, picture_options(view, write, settings)), composed)
        if drawn is None:
            return compose(None)
        data, message = drawn
        return replace(message, files=tuple(file if file.data else replace(file, data=data) for file in message.files))

    def _task(self, view: MatchView, options: PictureOptions) -> RenderTask:
        """Return the prerendering of the board, or start drawing it."""
        expected = self._prerendered.get(_key(view))
        if expected is not None and (expected.observation, expected.options) == (view.observation, options):
            return self._prerendered.pop(_key(view)).task
        return self._start(view.match.game, view.observation, options, _log_fields(view))

    async def render_figure(self, game: str, page: RulesPage[object], number: int, write: Writer) -> Attachment | None:
        """Return the figure of a rules page, or ``None`` if the page has none or drawing fails."""
        if page.figure is None:
            return None
        options = PictureOptions(
            translate=write.catalogue.pattern,
            language=write.catalogue.language,
            seat_titles=GAMES[game].info.seat_titles,
            focus=page.figure_focus,
        )
        description = page.figure_alt
        task = self._start(game, page.figure, options, {"game": game, "page": number})
        drawn = await _with_description(
            task, lambda: None if description is None else write.plain(description, ALT_LIMIT)
        )
        return None if drawn is None else Attachment(f"{game}-rules-{number}.png", *drawn)

    async def render_card(self, card: Card, options: PictureOptions, name: str, alt: str) -> Attachment | None:
        """Return a card as a picture with the file name ``name``, or ``None`` if drawing fails."""
        data = await self._start(CARD, card, options, {"card": name})
        return None if data is None else Attachment(name, data, fit(alt, ALT_LIMIT))

    async def render_title(
        self, card: Card, options: PictureOptions, name: str, alt: str, seconds: float | None = None
    ) -> Attachment | None:
        """Do the same for a card that is shown often: it is drawn once for each way to draw it.

        ``seconds``: after which time ``None`` is returned; the card is then ready for the next who asks.
        """
        key = (name, options.theme, options.palette, options.language)
        task = self._titles.get(key)
        if task is None:
            task = self._titles[key] = self._start(CARD, card, options, {"card": name})
        await asyncio.wait({task}, timeout=seconds)
        data = task.result() if task.done() and not task.cancelled() else None
        if task.done() and data is None:
            self._titles.pop(key, None)  # the next one tries again
        return None if data is None else Attachment(name, data, fit(alt, ALT_LIMIT))

    def _start(
        self, game: str, observation: object, options: PictureOptions, about: Mapping[str, object]
    ) -> RenderTask:
        return asyncio.create_task(self._render(game, observation, options, about), name=f"render {game}")

    async def _render(
        self, game: str, observation: object, options: PictureOptions, about: Mapping[str, object]
    ) -> bytes | None:
        """Return a picture, or ``None`` if drawing fails, which is logged with the fields ``about``."""
        request = object()
        self._started[request] = asyncio.get_running_loop().time()
        try:
            return await self._renderer.render(game, observation, options, fast=self._overloaded())
        except Exception:  # a failure costs the picture, not the turn: the message shows a text board
            log.exception("a picture could not be drawn", extra=dict(about))
            return None
        finally:
            del self._started[request]


@dataclass(frozen=True, slots=True)
class _Prerendered:
    """A board that is drawn while its turn is being stored."""

    observation: object
    options: PictureOptions
    task: RenderTask
    since: float
    """Start, by the event loop's clock."""


def _key(view: MatchView) -> tuple[int, int]:
    return view.match.id, view.ply


def _log_fields(view: MatchView) -> Mapping[str, object]:
    """Return the fields that identify a board in the log."""
    return {"match": view.match.id, "ply": view.ply}


async def _with_description(
    task: RenderTask, describe: Callable[[], DescriptionT]
) -> tuple[bytes, DescriptionT] | None:
    """Return a picture and its description, which is written meanwhile; ``None`` if drawing failed."""
    try:
        await asyncio.sleep(0)  # drawing starts
        description = describe()
        data = await task
        return None if data is None else (data, description)
    finally:
        await _cancel(task)


async def _cancel(task: RenderTask) -> None:
    """Cancel a task and wait for its end."""
    if task.cancel():
        await asyncio.wait([task])


def alt_text(view: MatchView, write: Writer, marked: Sequence[str] = ()) -> str:
    """Describe a picture: marked cells, whose turn it is, the whole position, and what changed (at most 1,024
    characters).

    The changes come last and are cut first: the message says them too.
    """
    position = dict.fromkeys(GAMES[view.match.game].describe_position(view.observation))
    if marked:
        position = {T("Marked: {cells}.", cells=", ".join(marked)): None, **position}
    changed = [sentence for sentence in dict.fromkeys(view.sentences) if sentence not in position]
    description, happened = (" ".join(map(write.plain, sentences)) for sentences in (position, changed))
    room = ALT_LIMIT - len(description) - 1
    if happened and room > 1:
        description = f"{description} {fit(happened, room)}"
    return fit(description, ALT_LIMIT)


def text_board(view: MatchView, write: Writer) -> str:
    """Return the board in fixed-width characters, with a legend of the seats and signs."""
    named, game = write.about(view.match), GAMES[view.match.game]
    players = sorted(seat.player for seat in view.match.seats)
    seats, description = [f"{player + 1}  {named.name(Seat(player))}" for player in players], []
    if isinstance(game, HasLegend):
        description = [named.plain(line) for line in game.legend(view.observation)]
        seats = [] if description and game.legend_names_players else seats
    parts = (game.text_board(view.observation), "\n".join(description), "\n".join(seats))
    return code_block("\n\n".join(part for part in parts if part))
