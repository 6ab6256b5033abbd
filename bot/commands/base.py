"""How commands are declared: words that can be translated, and options that several commands share."""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.errors import UserError
from bot.locales import Catalogues
from bot.ui.components.text import fit
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


@dataclass(frozen=True, slots=True)
class Option:
    """An option that may be left out, of a command that is made from a table."""

    parameter: str
    """Name under which its value is handed on."""
    name: Text
    purpose: Text
    kind: Any = str
    """What can be typed, as discord.py takes it."""
    choices: Mapping[str, Text] | None = None
    """What is chosen instead of typed, with its titles."""


Run = Callable[[discord.Interaction[Any], Mapping[str, Any]], Awaitable[None]]
"""Carries out a command with the values of the options that were given."""


def command_of(
    title: Text, description: Text, options: Sequence[Option], run: Run
) -> app_commands.Command[Any, ..., None]:
    """A command with options from a table."""

    async def callback(interaction: discord.Interaction[Any], **given: Any) -> None:
        await run(interaction, {parameter: value for parameter, value in given.items() if value is not None})

    # discord.py reads a command's options off the signature.
    usual = inspect.Parameter.POSITIONAL_OR_KEYWORD
    typed = [inspect.Parameter(one.parameter, usual, default=None, annotation=one.kind | None) for one in options]
    signature = inspect.Signature([inspect.Parameter("interaction", usual), *typed])
    callback.__signature__ = signature  # type: ignore[attr-defined]
    app_commands.describe(**{one.parameter: words(one.purpose) for one in options})(callback)
    app_commands.rename(**{one.parameter: name(one.name) for one in options})(callback)
    chosen = {one.parameter: _choices(one.choices) for one in options if one.choices is not None}
    app_commands.choices(**chosen)(callback)
    return app_commands.Command(name=name(title), description=words(description), callback=callback)


def _choices(titles: Mapping[str, Text]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=words(title), value=value) for value, title in titles.items()]


def add_all(target: Any, commands: Iterable[Any]) -> None:
    """Add commands to a tree or a group."""
    for command in commands:
        target.add_command(command)


Somebody = discord.Member | discord.User
"""Who can be named in a command."""


def id_of(player: Somebody | None) -> str:
    """Somebody as the commands take them.

    Raises:
        UserError: bots cannot play.
    """
    if player is None:
        return ""
    if player.bot:
        raise UserError(T("Bots cannot play."))
    return str(player.id)
