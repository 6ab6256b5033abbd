"""Output of the command line, in the operator's language."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from bot.locales import Catalogues
from engines.text import Seat, Text


class Console:
    """Prints texts to the terminal."""

    def __init__(self, catalogues: Catalogues, environment: Mapping[str, str]) -> None:
        locale = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG")
        self._catalogue = catalogues.for_locale(locale and locale.partition(".")[0])

    def print(self, text: Text, name: Callable[[Seat], str] | None = None) -> None:
        """Print a result to standard output; ``name`` returns the name of a seat."""
        written = self._catalogue.text(text) if name is None else self._catalogue.text(text, name)
        sys.stdout.write(written + "\n")

    def print_error(self, text: Text) -> None:
        """Print a problem to standard error."""
        sys.stderr.write(self._catalogue.text(text) + "\n")
