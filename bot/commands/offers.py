"""Helpers for commands with an option ``match``, and for offers with an option ``answer``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands

from bot.commands.base import MATCH_OPTION, localized, localized_name
from bot.errors import UserError
from bot.matches.model.match import OfferKind
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_commands import MatchCommand
from bot.ui.interactions.match_picker import match_choices, run_match_command
from bot.ui.match.agreements import accept, decline
from engines.text import T, Text

Command = app_commands.Command[Any, ..., None]

ANSWER = localized_name(T("/answer"))
"""Name of the option whose choices are :class:`AnswerOption`."""


class AnswerOption(NamedTuple):
    """A choice of the option ``answer``, with its handler."""

    value: str
    title: Text
    command: MatchCommand
    detail: str = ""


def answer_options(
    first: AnswerOption, kind: OfferKind, *, accept_by: MatchCommand = accept, decline_by: MatchCommand = decline
) -> tuple[AnswerOption, ...]:
    """Return the choices of an offer: ``first`` makes it, the others accept or decline it."""
    return (
        first,
        AnswerOption("accept", T("Accept"), accept_by, kind),
        AnswerOption("decline", T("Decline"), decline_by, kind),
    )


def answer_choices(options: Sequence[AnswerOption]) -> list[app_commands.Choice[str]]:
    """Return the choices as Discord expects them."""
    return [app_commands.Choice(name=localized(option.title), value=option.value) for option in options]


def option_of(options: Sequence[AnswerOption], answer: str) -> AnswerOption:
    """Return the chosen option.

    Raises:
        UserError: the command has no such choice; only a modified client can send that.
    """
    for option in options:
        if option.value == answer:
            return option
    values = ", ".join(option.value for option in options)
    raise UserError(T("There is no such answer: choose one of {answers}.", answers=values))


def offer_command(
    dispatcher: Dispatcher, title: Text, description: Text, purpose: Text, options: Sequence[AnswerOption]
) -> Command:
    """Make a command with the options ``answer`` and ``match``; ``answer`` defaults to the first of ``options``."""
    first = options[0]

    @app_commands.describe(answer=localized(purpose), match=MATCH_OPTION)
    @app_commands.rename(answer=ANSWER, match=localized_name(T("/match")))
    @app_commands.choices(answer=answer_choices(options))
    async def callback(
        interaction: discord.Interaction[Any], answer: str = first.value, match: int | None = None
    ) -> None:
        async def run(context: InteractionContext) -> None:
            option = option_of(options, answer)
            await run_match_command(context, option.command, match, option.detail)

        await dispatcher.on_command(interaction, run)

    return with_match_option(dispatcher, title, description, first.command, callback)


def with_match_option(
    dispatcher: Dispatcher,
    title: Text,
    description: Text,
    subject: MatchCommand,
    callback: Callable[..., Awaitable[None]],
) -> Command:
    """Make a command whose option ``match`` suggests the matches it applies to."""
    command: Command = app_commands.Command(
        name=localized_name(title),
        description=localized(description),
        callback=callback,  # type: ignore[arg-type]
    )

    @command.autocomplete("match")
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: match_choices(context, subject, current))

    return command
