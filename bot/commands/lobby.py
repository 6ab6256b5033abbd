"""``/play <game>``: open a table. Each game's subcommand is generated from its :class:`GameInfo`."""

from __future__ import annotations

import inspect
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import localized, localized_name
from bot.commands.time_control import (
    HOLIDAYS_CHOICES,
    HOLIDAYS_OPTION,
    PACE_OPTION,
    TIMEOUT_CHOICES,
    TIMEOUT_OPTION,
    complete_pace,
)
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.lobby.tables import ALIAS_LIMIT, open_table
from bot.ui.lobby.time_control import PACE_LIMIT, parse_terms_request
from bot.ui.planners import sheet_planner_of
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T

OPPONENT = "opponent"
ALIAS = "name"
RATED = "rated"
TIME_OPTIONS = ("pace", "holidays", "timeout")


def play_group(dispatcher: Dispatcher) -> app_commands.Group:
    """The command ``/play``."""
    group = app_commands.Group(name=localized_name(T("/play")), description=localized(T("Open a table for a game")))
    for game in GAMES.values():
        group.add_command(play_command(dispatcher, game.info))
    return group


def play_command(dispatcher: Dispatcher, info: GameInfo) -> app_commands.Command[Any, ..., None]:
    """Make the subcommand of a game, with its opponents and options."""
    opponents, has_names = opponent_names(info), sheet_planner_of(info.slug) is not None

    async def play(interaction: discord.Interaction[Any], **given: Any) -> None:
        invited = [given[option] for option in opponents if given.get(option) is not None]
        chosen = {spec.name: given[spec.name] for spec in info.options if given.get(spec.name) is not None}
        alias, times = given.get(ALIAS), [given.get(option) or "" for option in TIME_OPTIONS]
        rated = given.get(RATED) is not False
        request = parse_terms_request(*times)
        await dispatcher.on_command(
            interaction, lambda context: open_table(context, info, invited, chosen, alias, request, rated=rated)
        )

    # discord.py reads a command's options from the signature.
    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        *(_optional(option, discord.User) for option in opponents),
        *(_optional(spec.name, str) for spec in info.options),
        *((_optional(ALIAS, app_commands.Range[str, 1, ALIAS_LIMIT]),) if has_names else ()),
        *((_optional(RATED, bool),) if info.max_players > 1 else ()),
        _optional("pace", app_commands.Range[str, 1, PACE_LIMIT]),
        _optional("holidays", str),
        _optional("timeout", str),
    ]
    play.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    descriptions = dict.fromkeys(opponents, localized(T("Someone to invite; nobody else can take that seat")))
    descriptions |= {spec.name: localized(spec.explanation) for spec in info.options}
    descriptions |= {"pace": PACE_OPTION, "holidays": HOLIDAYS_OPTION, "timeout": TIMEOUT_OPTION}
    if has_names:
        descriptions[ALIAS] = localized(T("Your name in this match"))
    if info.max_players > 1:
        descriptions[RATED] = localized(
            T("Whether the match counts for the players’ ratings (it does unless you choose False)")
        )
    choices = {
        spec.name: [app_commands.Choice(name=localized(choice.title), value=choice.value) for choice in spec.choices]
        for spec in info.options
    }
    app_commands.describe(**descriptions)(play)
    app_commands.choices(**choices, holidays=HOLIDAYS_CHOICES, timeout=TIMEOUT_CHOICES)(play)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=info.slug, description=localized(info.tagline), callback=play
    )
    complete_pace(dispatcher, command)
    return command


def opponent_names(info: GameInfo) -> tuple[str, ...]:
    """Return the names of the options for opponents: one for each seat beside the opener's."""
    if info.max_players == 2:
        return (OPPONENT,)
    return tuple(f"{OPPONENT}{number}" for number in range(1, info.max_players))


def _optional(option: str, kind: Any) -> inspect.Parameter:
    return inspect.Parameter(option, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=kind | None)
