"""How commands are declared: words that can be translated, and options that several commands share."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.locales import Catalogues
from bot.ui.text import fit
from engines.text import T, Text

log = logging.getLogger(__name__)

COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")
"""Names of commands and options: letters of any script, digits, ``-``, ``_`` and ``'``
(https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming)."""

DESCRIPTION_LIMIT = 100


def name(text: Text) -> app_commands.locale_str:
    """A command's or option's name. In the catalogue it begins with a slash: it is never taken for a common word."""
    return app_commands.locale_str(text.singular.removeprefix("/"), text=text)


def words(text: Text) -> app_commands.locale_str:
    """A description or the name of a choice."""
    return app_commands.locale_str(str(text), text=text)


MATCH_OPTION = words(T("The match's number, where it is not clear which one you mean"))


class CatalogueTranslator(app_commands.Translator):
    """Gives Discord the commands in every language of the catalogue."""

    def __init__(self, catalogues: Catalogues) -> None:
        self._catalogues = catalogues

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The translation, or ``None`` where Discord shall show the English one."""
        text = string.extras.get("text")
        catalogue = self._catalogues.for_locale(str(locale))
        if not isinstance(text, Text) or catalogue.language == "en":
            return None
        translated = catalogue.text(text)
        if context.location in _NAMES:
            return self._as_name(translated, catalogue.language)
        return fit(translated, DESCRIPTION_LIMIT)

    def _as_name(self, translated: str, language: str) -> str | None:
        """A name in the shape that Discord demands; a translation that does not have it is left out and logged."""
        candidate = translated.removeprefix("/").casefold()
        if COMMAND_NAME.match(candidate):
            return candidate
        log.warning("not a command name", extra={"language": language, "name_given": translated})
        return None


_NAMES = frozenset(
    {
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
    }
)


def add_all(target: Any, commands: Iterable[Any]) -> None:
    """Add commands to a tree or a group."""
    for command in commands:
        target.add_command(command)
