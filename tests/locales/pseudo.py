"""A generated language: every text accented, lengthened and bracketed, with its fields unchanged.

A text without brackets does not come from the catalogue. A text that is cut has no room for other languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from babel.messages import extract
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
SOURCES = ("bot", "engines", "lessons", "players", "render")
KEYWORDS: dict[str, tuple[int, ...] | None] = {"T": None, "TN": (1, 2)}

ACCENTS = str.maketrans("aceginosuyACEGINOSUY", "àçéğïñöşüÿÀÇÉĞÏÑÖŞÜŸ")
FIELD = re.compile(r"(\{[^{}]*\}|<[^<>]*>|/[a-z]+(?: [a-z]+)?|`[^`]*`)")
"""Fields, Discord's markup, commands and code, which translators keep."""


def pseudo(message: str) -> str:
    """Return the message in the pseudo-language: about a third longer, in brackets."""
    parts = FIELD.split(message)
    accented = "".join(part if index % 2 else part.translate(ACCENTS) for index, part in enumerate(parts))
    return f"[{accented}{'·' * (len(message) // 3)}]"


@cache
def messages() -> tuple[tuple[str, tuple[str, ...] | str], ...]:
    """Return every message in the source with its file, relative to the project."""
    return tuple(_read())


def _read() -> Iterator[tuple[str, tuple[str, ...] | str]]:
    for source in SOURCES:
        found = extract.extract_from_dir(ROOT / source, method_map=[("**.py", "python")], keywords=KEYWORDS)
        for file, _line, message, _comments, _context in found:
            yield f"{source}/{file}", message


@cache
def template() -> frozenset[tuple[str, ...] | str]:
    """Return every message of the template, which is read much faster than the source."""
    with (ROOT / "bot" / "locales" / "kurultai.pot").open("rb") as stream:
        ids = [message.id for message in read_po(stream) if message.id]
    return frozenset(found if isinstance(found, str) else tuple(found) for found in ids)


def write_bare_catalogue(folder: Path, language: str) -> Path:
    """Write a language without translations; returns ``folder``, for ``Catalogues``."""
    return _write(Catalog(locale=language, charset="utf-8"), folder, language)


def write_catalogue(folder: Path, language: str) -> Path:
    """Write the pseudo-language as ``language``; returns ``folder``, for ``Catalogues``."""
    catalogue = Catalog(locale=language, charset="utf-8")
    for message in template():
        if isinstance(message, str):
            catalogue.add(message, pseudo(message))
        else:
            catalogue.add(message, tuple(pseudo(message[-1]) for _ in range(catalogue.num_plurals)))
    return _write(catalogue, folder, language)


def write_translations(folder: Path, language: str, translations: Mapping[str, str]) -> Path:
    """Write a catalogue with a few translations; returns ``folder``, for ``Catalogues``."""
    catalogue = Catalog(locale=language, charset="utf-8")
    for message, translated in translations.items():
        catalogue.add(message, translated)
    return _write(catalogue, folder, language)


def _write(catalogue: Catalog, folder: Path, language: str) -> Path:
    target = folder / language / "LC_MESSAGES" / "kurultai.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as stream:
        write_mo(stream, catalogue)
    return folder
