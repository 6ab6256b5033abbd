"""A game's options as text: ``board: river, scoring: points``.

Options and choices may be called by their names in commands, in English or in the reader's language. A name may contain
commas and colons, as in “Meadow: two ponds by each shelter, a pool between”, so names are looked for instead of
splitting at those.

The level of computer players is written like an option, ``computer: 3``: one option of a command cannot depend on
another, and most games can be played against the computer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from discord import app_commands

from bot.errors import UserError
from bot.ui.components.text import OPTION_LIMIT, Writer, fit
from bot.ui.interactions.versus_request import can_be_played_against_the_computer
from engines.game import GameInfo, OptionChoice, OptionSpec
from engines.text import T, Text, normalize_typed
from players.levels import NAMES

OPTIONS_LIMIT = 200
"""Maximum length of typed options."""

_YES_NO: Mapping[str, Text] = {"on": T("yes"), "off": T("no")}
"""Other names of choices that turn something on and off."""

_LEVEL = OptionSpec(
    "computer",
    T("Computer"),
    T("Play against computer players of this level; the match starts at once and is not rated"),
    tuple(
        OptionChoice(str(level), T("{name}: level {level}", name=name, level=level)) for level, name in NAMES.items()
    ),
    "",
)

_COLON = re.compile(r"\s*[:=]\s*")
_COMMA = re.compile(r"\s*[,;、؛،]\s*|\s*$")


def with_level(info: GameInfo) -> GameInfo:
    """Return a game with the level of computer players as an option, if it can be played against them."""
    return replace(info, options=(*info.options, _LEVEL)) if can_be_played_against_the_computer(info) else info


def without_level(chosen: Mapping[str, str]) -> tuple[dict[str, str], int | None]:
    """Return the options of the game alone, and the level of computer players if one is chosen."""
    level = chosen.get(_LEVEL.name)
    return {name: value for name, value in chosen.items() if name != _LEVEL.name}, int(level) if level else None


def parse_options(info: GameInfo, typed: str, write: Writer) -> dict[str, str]:
    """Return the chosen options of a game by their names.

    Raises:
        UserError: the text is not a list of options and choices that the game has; the message says what is possible.
    """
    chosen, rest = _read(info, typed, write)
    if not rest:
        return chosen
    if not info.options:
        raise UserError(T("{game} has no options to choose.", game=info.title))
    name, value = _partition(rest)
    option = _find_named(info, name, write)
    if option is None:
        raise UserError(
            T(
                "{game} has no option “{option}”. It has these: {options}. Write them like this: {example}",
                game=info.title,
                option=fit(name or rest, 50),
                options=", ".join(_title(each, write) for each in info.options),
                example=_example(info, write),
            )
        )
    if option.name in chosen:
        raise UserError(T("“{option}” is in your options twice.", option=_title(option, write)))
    possible = ", ".join(_short(choice, write) for choice in option.choices)
    if not value:
        raise UserError(
            T(
                "What should “{option}” be? Possible: {choices}. Write it like this: {example}",
                option=_title(option, write),
                choices=possible,
                example=_example(info, write),
            )
        )
    raise UserError(
        T(
            "“{choice}” is not possible for “{option}”. Possible: {choices}",
            choice=fit(value, 50),
            option=_title(option, write),
            choices=possible,
        )
    )


def option_suggestions(info: GameInfo, typed: str, write: Writer) -> Iterator[app_commands.Choice[str]]:
    """Suggest whole texts: what is typed so far, each with every choice of another option that fits the rest."""
    chosen, rest = _read(info, typed, write)
    if chosen and not rest:
        yield _suggestion(info, chosen, write)
    for option in info.options:
        if option.name in chosen:
            continue
        for choice in option.choices:
            names = (f"{name}: {value}" for name in _option_names(option, write) for value in _names(choice, write))
            if any(rest in name for name in names):
                yield _suggestion(info, {**chosen, option.name: choice.value}, write)


def _read(info: GameInfo, typed: str, write: Writer) -> tuple[dict[str, str], str]:
    """Return the options at the beginning of a text, and the folded rest."""
    rest, chosen = _folded(typed), dict[str, str]()
    while rest:
        found = _first(info, rest, write)
        if found is None or found[0] in chosen:
            break
        name, value, rest = found
        chosen[name] = value
    return chosen, rest


def _first(info: GameInfo, text: str, write: Writer) -> tuple[str, str, str] | None:
    """Return the option and the choice that a text begins with, and what follows."""
    for option in info.options:
        for after_name in _after(_option_names(option, write), text, _COLON):
            for choice in option.choices:
                for rest in _after(_names(choice, write), after_name, _COMMA):
                    return option.name, choice.value, rest
    return None


def _after(names: Iterable[str], text: str, end: re.Pattern[str]) -> Iterator[str]:
    """Yield what follows each of the names that a text begins with, the longest name first."""
    for name in sorted(names, key=len, reverse=True):
        if text.startswith(name) and (ending := end.match(text, len(name))):
            yield text[ending.end() :]


def _partition(text: str) -> tuple[str, str]:
    """Return the parts of a text before and after its first colon; the second one ends at a comma."""
    found = _COLON.search(text)
    if found is None:
        return text, ""
    return text[: found.start()], re.split(r"[,;]", text[found.end() :])[0].strip()


def _find_named(info: GameInfo, name: str, write: Writer) -> OptionSpec | None:
    return next((option for option in info.options if name in _option_names(option, write)), None)


def _option_names(option: OptionSpec, write: Writer) -> set[str]:
    return {_folded(name) for name in (option.name, str(option.title), write.plain(option.title))}


def _names(choice: OptionChoice, write: Writer) -> set[str]:
    """Return the names of a choice; the part of a title before a colon is enough."""
    titles = [str(choice.title), write.plain(choice.title)]
    other = _YES_NO.get(choice.value)
    if other is not None:
        titles += [str(other), write.plain(other)]
    return {_folded(name) for title in (choice.value, *titles) for name in (title, title.partition(":")[0])}


def _folded(text: str) -> str:
    return " ".join(normalize_typed(text).split())


def _title(option: OptionSpec, write: Writer) -> str:
    return write.plain(option.title)


def _short(choice: OptionChoice, write: Writer) -> str:
    return write.plain(choice.title).partition(":")[0]


def _example(info: GameInfo, write: Writer) -> str:
    """Return how the options are written, by an example with at most two of them."""
    return _written(info.options[:2], {option.name: option.choices[-1].value for option in info.options}, write)


def _suggestion(info: GameInfo, chosen: Mapping[str, str], write: Writer) -> app_commands.Choice[str]:
    """Return a text that chooses these options. Discord takes a limited number of characters."""
    options = [option for option in info.options if option.name in chosen]
    plain = ", ".join(f"{option.name}: {chosen[option.name]}" for option in options)
    written = _written(options, chosen, write)
    return app_commands.Choice(name=written if len(written) <= OPTION_LIMIT else plain, value=plain)


def _written(options: Sequence[OptionSpec], chosen: Mapping[str, str], write: Writer) -> str:
    """Return options and choices in the reader's language, as they can be typed."""
    return ", ".join(
        f"{_title(option, write)}: {_short(choice, write)}"
        for option in options
        for choice in option.choices
        if choice.value == chosen[option.name]
    )
