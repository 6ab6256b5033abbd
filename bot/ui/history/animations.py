"""Animations of matches, as attachments."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.errors import UserError
from bot.matches.errors import MatchError
from bot.matches.history.replays import Replay
from bot.matches.model.settings import PlayerSettings
from bot.matches.model.views import MatchView
from bot.rendering.animations import AlreadyQueuedError, QueueFullError
from bot.storage.errors import StorageError
from bot.ui.boards.board_renderer import alt_text, picture_options
from bot.ui.components.messages import Attachment
from bot.ui.components.text import ALT_LIMIT, Writer, fit
from bot.ui.interactions.context import InteractionContext
from engines.text import TN, T, Text
from render.animation import Animation, Frame, spread

log = logging.getLogger(__name__)

WIDTHS = {480: T("Small, for slow networks"), 720: T("Medium"), 1000: T("Large")}
"""Widths in pixels."""
DEFAULT_WIDTH = 720
MAX_FRAMES = 90
"""Frames, for 45 seconds. Animations of longer matches skip some turns."""
MAX_BYTES = 6_000_000
"""Maximum size of an animation, even if Discord accepts more: phones have to load it."""
UPLOAD_SHARE = 0.9
"""Share of Discord's upload limit that is used."""


def most_bytes(width: int) -> int:
    """Return the maximum size of an animation of this width: half for all but the large one, which a user chooses.

    An animation that would be larger is drawn smaller.
    """
    return MAX_BYTES if width > DEFAULT_WIDTH else MAX_BYTES // 2


NOTHING_PLAYED = T("Nothing has been played yet, so there is nothing to replay.")


@dataclass(frozen=True, slots=True)
class AnimationOptions:
    """Which turns an animation shows, and its width."""

    last: int | None = None
    """Number of turns; ``None`` for all."""
    size: int = DEFAULT_WIDTH

    @property
    def detail(self) -> str:
        """The options as detail of a custom_id."""
        return f"{self.last or ''}:{self.size}"

    @classmethod
    def parse(cls, detail: str) -> AnimationOptions:
        """Parse a :attr:`detail`; invalid parts become defaults."""
        last, _, size = detail.partition(":")
        known = int(size) if size.isascii() and size.isdigit() and int(size) in WIDTHS else DEFAULT_WIDTH
        return cls(int(last) if last.isascii() and last.isdigit() and int(last) else None, known)


@dataclass(frozen=True, slots=True)
class AnimatedTurns:
    """An animation and its caption."""

    attachment: Attachment
    caption: Text
    view: MatchView
    """The last position that it shows."""
    first: int
    """The turn after which it starts."""


async def make_animation(
    context: InteractionContext, load_replay: Callable[[], Awaitable[Replay]], settings: PlayerSettings, write: Writer
) -> AnimatedTurns:
    """Make the animation of a replay, within the size limits of Discord and of the bot.

    Raises:
        MatchError: as the service says.
        UserError: nothing has been played, or there is no animation now; it says what to do.
    """
    limit = min(most_bytes(settings.size), int(context.interaction.filesize_limit * UPLOAD_SHARE))
    try:
        async with context.services.animations.slot(context.user_id) as renderer:
            replay = await load_replay()
            if not replay.total:
                raise UserError(NOTHING_PLAYED)
            turns = spread(range(replay.first, replay.total + 1), MAX_FRAMES)
            views = await replay.views(turns)
            newest = views[-1]
            frames = tuple(Frame(view.observation, turn) for view, turn in zip(views, turns, strict=True))
            options = picture_options(newest, write, settings)
            gif = await renderer.animate(newest.match.game, Animation(frames, replay.total), options, limit)
    except AlreadyQueuedError:
        raise UserError(T("Your last replay is still being made. Please wait until it is ready.")) from None
    except QueueFullError:
        raise UserError(T("Many replays are being made right now. Please try again in a minute.")) from None
    except (MatchError, StorageError, UserError):
        raise
    except Exception:
        log.exception("a replay could not be made")
        raise UserError(
            T(
                "The replay could not be made. Please try again in a minute, or read the moves with "
                "/match action: history."
            )
        ) from None
    caption = _caption(replay, gif.frames)
    name = f"{newest.match.game}-{newest.match.id}-replay.gif"
    what = write.plain(T("Animation: {what}", what=caption))
    alt = fit(f"{what} {alt_text(newest, write)}", ALT_LIMIT)
    return AnimatedTurns(Attachment(name, gif.data, alt), caption, newest, replay.first)


def _caption(replay: Replay, frames: int) -> Text:
    """Return the caption of an animation: one or two sentences."""
    count = replay.total - replay.first
    if replay.first:
        what = TN("The last turn.", "The last {count} turns.", count)
    elif replay.match.to_move:
        what = TN("The match so far: one turn.", "The match so far: {count} turns.", count)
    else:
        what = TN("The whole match: one turn.", "The whole match: {count} turns.", count)
    if frames > count:
        return what
    return T("{what} To keep it short, it shows only {shown} pictures.", what=what, shown=frames)
