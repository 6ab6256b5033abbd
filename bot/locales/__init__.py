"""The message catalogue: every user text, in the user's language.

English is written in the code and is the key. A language is a folder
``<language>/LC_MESSAGES/kurultai.po``, compiled to ``.mo`` beside it; a new language needs nothing else. Discord's
locale codes are tried whole first (``pt-BR`` as ``pt_BR``), then by language alone, then English.
"""

from __future__ import annotations

import gettext
import logging
import struct
from collections.abc import Callable
from pathlib import Path
from string import Formatter

from engines.text import Seat, Text, fill

log = logging.getLogger(__name__)

DOMAIN = "kurultai"
SHIPPED = Path(__file__).parent
"""The catalogues that come with the bot."""


def _fields_of(pattern: str) -> frozenset[str]:
    """Return the fields of a pattern, as they are written; an unknown one if its braces are wrong."""
    try:
        parts = list(Formatter().parse(pattern))
    except ValueError:
        return frozenset({pattern})
    return frozenset(
        name + (f"!{conversion}" if conversion else "") + (f":{specification}" if specification else "")
        for _, name, specification, conversion in parts
        if name is not None
    )


class Catalogue:
    """One language. Looks up and formats texts; unknown texts stay English, and so do those whose translation has other
    fields: a slip of a translator must not keep a board from being posted.
    """

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        self.language = language
        """The folder's name, for example ``en`` or ``pt_BR``."""
        self._translations = translations
        self._checked: dict[tuple[str, str], str] = {}
        """What is used for each translation and its English text."""

    def __repr__(self) -> str:
        return f"Catalogue({self.language!r})"

    def pattern(self, text: Text) -> str:
        """Return the text in this language, with its fields not filled in."""
        if text.plural is None or text.count is None:
            return self._usable(self._translations.gettext(text.singular), text.singular)
        english = text.singular if text.count == 1 else text.plural
        found = self._translations.ngettext(text.singular, text.plural, text.count)
        return self._usable(found, english, text.plural, "{count}")

    def _usable(self, pattern: str, english: str, *others: str) -> str:
        """Return a translation, or the English text if it has fields that neither this nor the ``others`` have."""
        if pattern == english:
            return pattern
        usable = self._checked.get((pattern, english))
        if usable is None:
            fields, known = _fields_of(pattern), frozenset[str]().union(*map(_fields_of, (english, *others)))
            usable = self._checked[pattern, english] = pattern if fields <= known else english
            if usable != pattern:
                log.warning(
                    "a translation has other fields than its message, which stays English",
                    extra={"language": self.language, "text": pattern},
                )
        return usable

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
            try:
                with file.open("rb") as stream:
                    translations = gettext.GNUTranslations(stream)
            except (OSError, ValueError, struct.error) as error:
                log.warning("the catalogue %s cannot be read, so its language is left out: %r", file, error)
                continue
            self._catalogues[language] = Catalogue(language, translations)

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
