"""Commands that are about one match, and those with which something is offered there and answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, name, words
from bot.errors import UserError
from bot.matches.model.match import OfferKind
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_commands import MatchCommand
from bot.ui.interactions.match_picker import match_choices, run_match_command
from bot.ui.match.agreements import accept, decline
from engines.text import T, Text

Command = app_commands.Command[Any, ..., None]

ANSWER = name(T("/answer"))
"""The option whose choices are :class:`Way`."""


class Way(NamedTuple):
    """A choice of a command's option ``answer``, and what is done then."""

    value: str
    title: Text
    command: MatchCommand
    detail: str = ""


def answering(
    first: Way, kind: OfferKind, *, accept_by: MatchCommand = accept, decline_by: MatchCommand = decline
) -> tuple[Way, ...]:
    """The ways of a command that offers something, which is the ``first``, or answers such an offer."""
    return (
        first,
        Way("accept", T("Accept"), accept_by, kind),
        Way("decline", T("Decline"), decline_by, kind),
    )


def choices_of(ways: Sequence[Way]) -> list[app_commands.Choice[str]]:
    """What Discord offers for the option."""
    return [app_commands.Choice(name=words(way.title), value=way.value) for way in ways]


def way_of(ways: Sequence[Way], answer: str) -> Way:
    """The way that was chosen.

    Raises:
        UserError: it is none that the command offers; only somebody who talks to Discord directly can send that.
    """
    for way in ways:
        if way.value == answer:
            return way
    values = ", ".join(way.value for way in ways)
    raise UserError(T("There is no such answer: choose one of {answers}.", answers=values))


def offer_command(dispatcher: Dispatcher, title: Text, description: Text, asked: Text, ways: Sequence[Way]) -> Command:
    """A command whose only option beside the match is the ``answer``; without one it does the first of the ``ways``."""
    first = ways[0]

    @app_commands.describe(answer=words(asked), match=MATCH_OPTION)
    @app_commands.rename(answer=ANSWER, match=name(T("/match")))
    @app_commands.choices(answer=choices_of(ways))
    async def callback(
        interaction: discord.Interaction[Any], answer: str = first.value, match: int | None = None
    ) -> None:
        async def run(context: InteractionContext) -> None:
            way = way_of(ways, answer)
            await run_match_command(context, way.command, match, way.detail)

        await dispatcher.on_command(interaction, run)

    return with_matches(dispatcher, title, description, first.command, callback)


def with_matches(
    dispatcher: Dispatcher,
    title: Text,
    description: Text,
    wanted: MatchCommand,
    callback: Callable[..., Awaitable[None]],
) -> Command:
    """A command whose option ``match`` offers the matches that fit."""
    command: Command = app_commands.Command(
        name=name(title),
        description=words(description),
        callback=callback,  # type: ignore[arg-type]
    )

    @command.autocomplete("match")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: match_choices(context, wanted, current))

    return command
