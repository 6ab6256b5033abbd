"""The menu of a setting, of a player or of a server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.locales import Catalogues
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import SelectOptionSpec, SelectSpec
from bot.ui.components.text import OPTION_LIMIT, Writer
from engines.text import T, Text

LANGUAGES = 24
"""Most languages in a menu: with the one of Discord, as many as it takes."""


def has_choice(name: str, catalogues: Catalogues) -> bool:
    """Whether there is a choice: where the catalogue has one language alone, there is none of language."""
    return name != "language" or catalogues.only is None


def setting_menu(
    action: Action, title: Text, choices: Mapping[str, Any], label: Callable[[Any], Text], present: Any, write: Writer
) -> SelectSpec:
    """A menu of choices (see :func:`bot.matches.model.settings.choices_of`) that shows the present value as chosen."""
    lines = tuple(
        SelectOptionSpec(
            name,
            write.plain(T("{setting}: {value}", setting=title, value=label(value)), OPTION_LIMIT),
            chosen=value == present,
        )
        for name, value in choices.items()
    )
    return action.select(write.plain(T("{setting}: change …", setting=title)), lines)
