"""The message catalogue: every user text, in the user's language.

English is written in the code and is the key. A language is a folder
``<language>/LC_MESSAGES/kurultai.po``, compiled to ``.mo`` beside it; a new language needs nothing else. Discord's
locale codes are tried whole first (``pt-BR`` as ``pt_BR``), then by language alone, then English.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from pathlib import Path

from engines.text import Seat, Text, fill

DOMAIN = "kurultai"
SHIPPED = Path(__file__).parent
"""The catalogues that come with the bot."""


class Catalogue:
    """One language. Looks up and formats texts; unknown texts stay English."""

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        self.language = language
        """The folder's name, for example ``en`` or ``pt_BR``."""
        self._translations = translations

    def __repr__(self) -> str:
        return f"Catalogue({self.language!r})"

    def pattern(self, text: Text) -> str:
        """Return the text in this language, with its fields not filled in."""
        if text.plural is None or text.count is None:
            return self._translations.gettext(text.singular)
        return self._translations.ngettext(text.singular, text.plural, text.count)

    def text(
        self,
        text: Text,
        seat_name: Callable[[Seat], str] = lambda seat: f"#{seat.player + 1}",
        data: Callable[[str], str] = str,
        code: Callable[[str], str] = str,
    ) -> str:
        """Return the text in this language; the arguments are those of :func:`engines.text.fill`."""
        return fill(text, self.pattern, seat_name, data, code)


class Catalogues:
    """All languages of a folder, and English."""

    def __init__(self, folder: Path = SHIPPED) -> None:
        self._catalogues = {"en": Catalogue("en", gettext.NullTranslations())}
        for file in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")):
            language = file.parents[1].name
            with file.open("rb") as stream:
                self._catalogues[language] = Catalogue(language, gettext.GNUTranslations(stream))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages, by folder name."""
        return tuple(self._catalogues)

    @property
    def only(self) -> str | None:
        """The language if there is only one; else ``None``."""
        return self.languages[0] if len(self.languages) == 1 else None

    def for_locale(self, locale: str | None) -> Catalogue:
        """Return the best catalogue for a Discord locale such as ``tr``, ``pt-BR`` or ``None``."""
        whole = (locale or "en").replace("-", "_")
        return self._catalogues.get(whole) or self._catalogues.get(whole.partition("_")[0]) or self._catalogues["en"]
