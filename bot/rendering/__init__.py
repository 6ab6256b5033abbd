"""Rendering of pictures, in threads of the bot's process or in a separate process.

Drawing takes a few milliseconds of processor time and holds the interpreter's lock for most of it, which blocks the
event loop. A separate process avoids that, and a crash in an imaging library costs one picture instead of the bot
(docs/adr/0008).
"""

from __future__ import annotations

from typing import Protocol

from render import PictureOptions


class RenderError(Exception):
    """A picture could not be drawn. The message is for the log."""


class Renderer(Protocol):
    """Renders pictures off the event loop."""

    async def render(self, game: str, observation: object, options: PictureOptions, *, fast: bool = False) -> bytes:
        """Return the picture as a PNG file; ``fast`` takes less time and gives a larger file.

        Raises:
            Exception: the picture could not be drawn.
        """

    async def warm_up(self, game: str, options: PictureOptions) -> None:
        """Draw what all pictures of a game share, so that the first picture does not wait for it.

        Raises:
            Exception: it could not be drawn.
        """

    async def close(self) -> None:
        """Finish the pictures being drawn and accept no more. Closing twice is fine."""
