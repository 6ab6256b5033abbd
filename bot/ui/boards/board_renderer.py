"""Pictures and text boards of a match, as attachments and code blocks."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
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
from engines.text import Seat
from render import PictureOptions
from render.options import PaletteName, ThemeName

log = logging.getLogger(__name__)

WordsT = TypeVar("WordsT")
Painting: TypeAlias = "asyncio.Task[bytes | None]"

PUBLIC_SETTINGS = PlayerSettings()
"""How boards are drawn that everybody sees."""


def picture_name(view: MatchView) -> str:
    """The attachment's file name; it also tells a message's match and ply to whoever looks for it later."""
    return f"{view.match.game}-{view.match.id}-{view.ply}.png"


def picture_options(
    view: MatchView, write: Writer, settings: PlayerSettings, focus: str | None = None
) -> PictureOptions:
    """How the board is drawn for a reader; ``focus``: what the reader has chosen in a planner."""
    return PictureOptions(
        viewer=view.viewer,
        rotated=settings.orientation == "own",
        theme=cast("ThemeName", settings.theme),
        palette=cast("PaletteName", settings.palette),
        size=settings.size,
        translate=write.catalogue.pattern,
        language=write.catalogue.language,
        names=write.about(view.match).own_names,
        seat_titles=GAMES[view.match.game].info.seat_titles,
        focus=focus,
    )


class BoardRenderer:
    """Where pictures come from. End it with :meth:`finish`.

    Args:
        painters: draw them.
        crowded: whether so many people wait that pictures are hurried.
    """

    def __init__(self, renderer: Renderer, crowded: Callable[[], bool] = lambda: False) -> None:
        self._renderer = renderer
        self._crowded = crowded
        self._prerendered: OrderedDict[tuple[int, int], _Prerendered] = OrderedDict()
        self._begun: dict[object, float] = {}
        """When each picture that is being drawn was ordered, by the event loop's clock; the oldest first."""

    def is_stalled(self) -> bool:
        """Whether those wait who are to be shown a picture."""
        oldest = next(iter(self._begun.values()), None)
        return oldest is not None and asyncio.get_running_loop().time() - oldest > thresholds.SLOW_PICTURE

    async def close(self) -> None:
        """Finish what is being drawn and draw nothing more."""
        while self._prerendered:
            _, expected = self._prerendered.popitem()
            await _end(expected.painting)
        await self._renderer.close()

    def prerender(self, view: MatchView, write: Writer, settings: PlayerSettings) -> None:
        """Begin to draw a board that :meth:`draw` will be asked for in a moment, once its turn is stored.

        If that fails nobody asks, and what was drawn is forgotten in time. Where many are expected already, this one
        is drawn when it is asked for: those before it are wanted before it, and to drop one is to draw it twice.
        """
        if (replaced := self._prerendered.pop(_key(view), None)) is not None:
            replaced.painting.cancel()
        now = asyncio.get_running_loop().time()
        if len(self._prerendered) >= thresholds.PRERENDERED_PICTURES:
            oldest = next(iter(self._prerendered))
            if now - self._prerendered[oldest].since < thresholds.PRERENDERED_SECONDS:
                return
            self._prerendered.pop(oldest).painting.cancel()
        options = picture_options(view, write, settings)
        painting = self._begin(view.match.game, view.observation, options, _about(view))
        self._prerendered[_key(view)] = _Prerendered(view.observation, options, painting, now)

    async def warm_up(self, games: Iterable[str]) -> None:
        """Paint what all pictures of these games have in common, so that the first board need not wait for it."""
        for game in games:
            try:
                await self._renderer.warm_up(game, PictureOptions(seat_titles=GAMES[game].info.seat_titles))
            except Exception:  # as below: pictures may fail, matches go on
                log.exception("pictures could not be prepared", extra={"game": game})

    async def render(
        self, view: MatchView, write: Writer, settings: PlayerSettings, focus: str | None = None
    ) -> Attachment | None:
        """The board as a picture; ``None`` if that fails, which is logged and must not stop a match."""
        painting = self._painting(view, picture_options(view, write, settings, focus))
        drawn = await _finished(painting, lambda: alt_text(view, write))
        return None if drawn is None else Attachment(picture_name(view), *drawn)

    async def render_message(
        self,
        view: MatchView,
        write: Writer,
        settings: PlayerSettings,
        compose: Callable[[Attachment | None], OutgoingMessage],
    ) -> OutgoingMessage:
        """A message with the board among its files, composed while the painter works.

        ``compose`` gets an attachment that, unlike all others, has no data yet; or ``None``, if drawing has failed.
        """

        def composed() -> OutgoingMessage:
            return compose(Attachment(picture_name(view), b"", alt_text(view, write)))

        drawn = await _finished(self._painting(view, picture_options(view, write, settings)), composed)
        if drawn is None:
            return compose(None)
        data, message = drawn
        return replace(message, files=tuple(file if file.data else replace(file, data=data) for file in message.files))

    def _painting(self, view: MatchView, options: PictureOptions) -> Painting:
        """The board as it is being drawn: since it was expected, or from now on."""
        expected = self._prerendered.get(_key(view))
        if expected is not None and (expected.observation, expected.options) == (view.observation, options):
            return self._prerendered.pop(_key(view)).painting
        return self._begin(view.match.game, view.observation, options, _about(view))

    async def render_figure(self, game: str, page: RulesPage[object], number: int, write: Writer) -> Attachment | None:
        """The figure of a page of rules; ``None`` where there is none, and where drawing fails."""
        if page.figure is None:
            return None
        options = PictureOptions(
            translate=write.catalogue.pattern,
            language=write.catalogue.language,
            seat_titles=GAMES[game].info.seat_titles,
            focus=page.figure_focus,
        )
        words = page.figure_alt
        painting = self._begin(game, page.figure, options, {"game": game, "page": number})
        drawn = await _finished(painting, lambda: None if words is None else write.plain(words, ALT_LIMIT))
        return None if drawn is None else Attachment(f"{game}-rules-{number}.png", *drawn)

    def _begin(self, game: str, observation: object, options: PictureOptions, about: Mapping[str, object]) -> Painting:
        return asyncio.create_task(self._paint(game, observation, options, about), name=f"paint {game}")

    async def _paint(
        self, game: str, observation: object, options: PictureOptions, about: Mapping[str, object]
    ) -> bytes | None:
        """A picture; ``None`` if it fails, which is logged with what it is ``about``."""
        order = object()
        self._begun[order] = asyncio.get_running_loop().time()
        try:
            return await self._renderer.render(game, observation, options, fast=self._crowded())
        except Exception:  # a painter's mistake costs the picture, not the turn: there is the text board
            log.exception("a picture could not be drawn", extra=dict(about))
            return None
        finally:
            del self._begun[order]


@dataclass(frozen=True, slots=True)
class _Prerendered:
    """A board that is drawn before its turn is stored."""

    observation: object
    options: PictureOptions
    painting: Painting
    since: float
    """On the event loop's clock."""


def _key(view: MatchView) -> tuple[int, int]:
    return view.match.id, view.ply


def _about(view: MatchView) -> Mapping[str, object]:
    """What the log is told of a board."""
    return {"match": view.match.id, "ply": view.ply}


async def _finished(painting: Painting, describe: Callable[[], WordsT]) -> tuple[bytes, WordsT] | None:
    """A picture with its words, which are written while the painter works; ``None`` if there is no picture."""
    try:
        await asyncio.sleep(0)  # the painter begins
        words = describe()
        data = await painting
        return None if data is None else (data, words)
    finally:
        await _end(painting)


async def _end(painting: Painting) -> None:
    """See a painting to its end when nobody wants it any more."""
    if painting.cancel():
        await asyncio.wait([painting])


def alt_text(view: MatchView, write: Writer) -> str:
    """What the picture shows: whose turn it is, the whole position, what changed (at most 1,024 characters).

    What changed comes last and gives way where both are too long together: the message tells it too.
    """
    position = dict.fromkeys(GAMES[view.match.game].describe_position(view.observation))
    changed = [sentence for sentence in dict.fromkeys(view.sentences) if sentence not in position]
    stands, happened = (" ".join(map(write.plain, told)) for told in (position, changed))
    room = ALT_LIMIT - len(stands) - 1
    if happened and room > 1:
        stands = f"{stands} {fit(happened, room)}"
    return fit(stands, ALT_LIMIT)


def text_board(view: MatchView, write: Writer) -> str:
    """The board in fixed-width characters, with a legend of the seats and of whatever else needs words."""
    named, game = write.about(view.match), GAMES[view.match.game]
    players = sorted(seat.player for seat in view.match.seats)
    seats, words = [f"{player + 1}  {named.name(Seat(player))}" for player in players], []
    if isinstance(game, HasLegend):
        words = [named.plain(line) for line in game.legend(view.observation)]
        seats = [] if words and game.legend_names_players else seats
    parts = (game.text_board(view.observation), "\n".join(words), "\n".join(seats))
    return code_block("\n\n".join(part for part in parts if part))
