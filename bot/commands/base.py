"""Helpers to declare commands: localized texts, and options that several commands share."""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.locales import Catalogues
from bot.ui.components.text import fit
from engines.registry import GAMES
from engines.text import Text

log = logging.getLogger(__name__)

COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")
"""Valid names of commands and options: letters of any script, digits, ``-``, ``_`` and ``'``
(https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming)."""

DESCRIPTION_LIMIT = 100
MENU_NAME_LIMIT = 32
"""Maximum length of the name of a command in a menu, which may be any text."""


def localized_name(text: Text) -> app_commands.locale_str:
    """Return the name of a command or option. A slash before it sets it apart from common words in the catalogue."""
    return app_commands.locale_str(text.singular.removeprefix("/"), text=text)


def localized(text: Text) -> app_commands.locale_str:
    """Return a description, or the name of a choice."""
    return app_commands.locale_str(str(text), text=text)


class CatalogueTranslator(app_commands.Translator):
    """Translates commands into the languages of the catalogue."""

    def __init__(self, catalogues: Catalogues) -> None:
        self._catalogues = catalogues

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation, or ``None`` for the English text."""
        text = string.extras.get("text")
        catalogue = self._catalogues.for_locale(str(locale))
        if not isinstance(text, Text) or catalogue.language == "en":
            return None
        translated = catalogue.text(text)
        if isinstance(context.data, app_commands.ContextMenu):
            return fit(translated, MENU_NAME_LIMIT)
        if context.location in _NAMES:
            return self._as_name(translated, catalogue.language)
        return fit(translated, DESCRIPTION_LIMIT)

    def _as_name(self, translated: str, language: str) -> str | None:
        """Return a valid name; an invalid translation is logged and left out."""
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
    """An optional option of a command that is generated from a table."""

    parameter: str
    """Key of its value."""
    name: Text
    purpose: Text
    kind: Any = str
    """Annotation that discord.py reads: what can be typed."""
    choices: Mapping[str, Text] | None = None
    """Choices instead of typed text: value to title."""


Run = Callable[[discord.Interaction[Any], Mapping[str, Any]], Awaitable[None]]
"""Runs a command with the options that were given."""


def make_command(
    title: Text, description: Text, options: Sequence[Option], run: Run
) -> app_commands.Command[Any, ..., None]:
    """Make a command with options from a table."""

    async def callback(interaction: discord.Interaction[Any], **given: Any) -> None:
        await run(interaction, {parameter: value for parameter, value in given.items() if value is not None})

    # discord.py reads a command's options from the signature.
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    typed = [inspect.Parameter(one.parameter, either, default=None, annotation=one.kind | None) for one in options]
    signature = inspect.Signature([inspect.Parameter("interaction", either), *typed])
    callback.__signature__ = signature  # type: ignore[attr-defined]
    app_commands.describe(**{one.parameter: localized(one.purpose) for one in options})(callback)
    app_commands.rename(**{one.parameter: localized_name(one.name) for one in options})(callback)
    choices = {one.parameter: _choices(one.choices) for one in options if one.choices is not None}
    app_commands.choices(**choices)(callback)
    return app_commands.Command(name=localized_name(title), description=localized(description), callback=callback)


def _choices(titles: Mapping[str, Text]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=localized(title), value=value) for value, title in titles.items()]


def game_choices() -> list[app_commands.Choice[str]]:
    """The games as choices of an option."""
    return [app_commands.Choice(name=game.info.title, value=slug) for slug, game in GAMES.items()]


def add_all(target: Any, commands: Iterable[Any]) -> None:
    """Add commands to a tree or a group."""
    for command in commands:
        target.add_command(command)


class ChannelTransformer(app_commands.Transformer):
    """An option for a channel of some types, passed on as Discord names it."""

    def __init__(self, kinds: Sequence[discord.ChannelType]) -> None:
        self._kinds = kinds

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The option's type."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The channel types that Discord suggests."""
        return list(self._kinds)

    async def transform(self, _interaction: discord.Interaction[Any], value: Any, /) -> Any:
        """Return the channel unchanged."""
        return value
