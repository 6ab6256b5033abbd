"""``/match …``: everything around a match that has a button too."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.agreements import abort_command, offer_commands, pause_commands
from bot.commands.base import MATCH_OPTION, add_all, localized, localized_name
from bot.commands.offers import Command, with_match_option
from bot.commands.relocation import move_command
from bot.commands.spectators import spectator_commands
from bot.commands.substitution import substitution_commands
from bot.commands.time_control import pace_command
from bot.commands.timeouts import expired_command
from bot.ui.history.animations import DEFAULT_WIDTH as REPLAY_WIDTH
from bot.ui.history.animations import WIDTHS as REPLAY_WIDTHS
from bot.ui.history.log import export, show_history
from bot.ui.history.replay_steps import show_step, step_detail
from bot.ui.history.replays import show_replay, show_since
from bot.ui.history.verification import verify
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_commands import MatchCommand
from bot.ui.interactions.match_picker import run_match_command
from bot.ui.lobby.options import show_options
from bot.ui.lobby.tables import cancel, join, leave, start
from bot.ui.match.ending import resign
from engines.text import T, Text

MAX_TURNS = 9999
"""More than any real match has."""

COMMANDS: tuple[tuple[Text, Text, MatchCommand], ...] = (
    (T("/join"), T("Join an open table"), join),
    (T("/leave"), T("Leave an open table, or decline an invitation"), leave),
    (T("/start"), T("Start the match at your table"), start),
    (T("/cancel"), T("Close your table before the match starts"), cancel),
    (T("/options"), T("Choose the options of your table"), show_options),
    (T("/resign"), T("Resign a match"), resign),
    (T("/since"), T("See what has happened since you last looked"), show_since),
    (T("/history"), T("Show all moves of a match"), show_history),
    (T("/export"), T("Get a match as a file"), export),
    (T("/verify"), T("Check a match: recompute its luck from the key, and its result from the moves"), verify),
)
"""Commands whose only option is the match: name, description, handler."""


def match_group(dispatcher: Dispatcher) -> app_commands.Group:
    """The command ``/match``."""
    group = app_commands.Group(name=localized_name(T("/match")), description=localized(T("Your tables and matches")))
    simple = (_command(dispatcher, title, description, command) for title, description, command in COMMANDS)
    add_all(group, simple)
    group.add_command(_replay_command(dispatcher))
    add_all(group, offer_commands(dispatcher))
    group.add_command(abort_command(dispatcher))
    group.add_command(move_command(dispatcher))
    add_all(group, spectator_commands(dispatcher))
    group.add_command(pace_command(dispatcher))
    add_all(group, pause_commands(dispatcher))
    add_all(group, substitution_commands(dispatcher))
    group.add_command(expired_command(dispatcher))
    return group


def _command(dispatcher: Dispatcher, title: Text, description: Text, command: MatchCommand) -> Command:
    @app_commands.describe(match=MATCH_OPTION)
    @app_commands.rename(match=localized_name(T("/match")))
    async def callback(interaction: discord.Interaction[Any], match: int | None = None) -> None:
        await dispatcher.on_command(interaction, lambda context: run_match_command(context, command, match))

    return with_match_option(dispatcher, title, description, command, callback)


def _replay_command(dispatcher: Dispatcher) -> Command:
    @app_commands.describe(
        turns=localized(T("How many of the last turns; leave empty for the whole match")),
        step=localized(T("Show one turn instead, and step back and forth from there")),
        size=localized(T("Width of the picture")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(
        turns=localized_name(T("/turns")),
        step=localized_name(T("/step")),
        size=localized_name(T("/width")),
        match=localized_name(T("/match")),
    )
    @app_commands.choices(
        size=[app_commands.Choice(name=localized(title), value=str(width)) for width, title in REPLAY_WIDTHS.items()]
    )
    async def callback(
        interaction: discord.Interaction[Any],
        turns: app_commands.Range[int, 1, MAX_TURNS] | None = None,
        step: app_commands.Range[int, 0, MAX_TURNS] | None = None,
        size: str = str(REPLAY_WIDTH),
        match: int | None = None,
    ) -> None:
        if step is not None:
            await dispatcher.on_command(
                interaction, lambda context: run_match_command(context, show_step, match, step_detail(step))
            )
            return
        detail = f"{turns or ''}:{size}"
        await dispatcher.on_command(interaction, lambda context: run_match_command(context, show_replay, match, detail))

    description = T("Watch a match, or its last turns, as an animation")
    return with_match_option(dispatcher, T("/replay"), description, show_replay, callback)
