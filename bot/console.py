"""What the command line writes: texts in the operator's language."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from bot.locales import Catalogues
from engines.text import Text


class Console:
    """Writes texts to the terminal."""

    def __init__(self, catalogues: Catalogues, environment: Mapping[str, str]) -> None:
        locale = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG")
        self._catalogue = catalogues.for_locale(locale and locale.partition(".")[0])

    def say(self, text: Text) -> None:
        """A result, to standard output."""
        sys.stdout.write(self._catalogue.text(text) + "\n")

    def complain(self, text: Text) -> None:
        """A problem, to standard error."""
        sys.stderr.write(self._catalogue.text(text) + "\n")
