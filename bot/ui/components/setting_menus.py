"""The menu of a player's or server's setting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.locales import Catalogues
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import SelectOptionSpec, SelectSpec
from bot.ui.components.text import Writer
from engines.text import T, Text

LANGUAGES = 24
"""Maximum number of languages in a menu, beside the option for Discord's language."""


def has_choice(name: str, catalogues: Catalogues) -> bool:
    """Return whether a setting has a choice: language has none if the catalogue has only one."""
    return name != "language" or catalogues.only is None


def setting_menu(
    action: Action, choices: Mapping[str, Any], label: Callable[[Any], Text], present: Any, write: Writer
) -> SelectSpec:
    """Return the menu of a setting's choices (see :func:`bot.matches.model.settings.choices_of`) with the current value
    chosen. What follows a colon in the label of a value is its description.
    """
    lines = []
    for name, value in choices.items():
        short, _, more = write.plain(label(value)).partition(": ")
        lines.append(SelectOptionSpec(name, short, more or None, chosen=value == present))
    return action.select(write.plain(T("Change …")), tuple(lines))
