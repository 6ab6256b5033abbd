"""Where pictures are drawn: inside the bot's process, or in one of their own.

Drawing takes a few milliseconds of a processor, most of it with the interpreter's lock held, during which nothing else
of this process goes on. In a process of its own it disturbs nobody, and a fault in a library of pictures costs a
picture instead of the bot (docs/adr/0008).
"""

from __future__ import annotations

from typing import Protocol

from render import PictureOptions


class RenderError(Exception):
    """A picture could not be drawn. The message is for the log."""


class Renderer(Protocol):
    """Draws pictures off the event loop."""

    async def render(self, game: str, observation: object, options: PictureOptions, *, fast: bool = False) -> bytes:
        """The picture as a PNG file; a hurried one takes less time and is a larger file.

        Raises:
            Exception: it could not be drawn.
        """

    async def warm_up(self, game: str, options: PictureOptions) -> None:
        """Paint what all pictures of a game have in common, so that the first one need not wait for it.

        Raises:
            Exception: it could not be painted.
        """

    async def close(self) -> None:
        """Finish what is being drawn and draw nothing more. Closing twice is fine."""
