"""Parts of a board that can be shown enlarged, for games whose boards are large enough."""

from __future__ import annotations

from typing import Protocol

from engines.text import Text


class Areas(Protocol):
    """The parts of one game's board. The painter is given one as the focus ``area:<part>``."""

    named: tuple[tuple[str, Text], ...]
    """Parts that have a name, 1 to 25: as :meth:`read` gives them, and their names."""

    def read(self, text: str) -> str:
        """The part that somebody has typed, in the painter's words.

        Raises:
            RefusalError: no part of this board; the sentence says what can be typed.
        """
