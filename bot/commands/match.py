"""``/match``: everything about a match that has a button too, for those who type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import localized, localized_name
from bot.commands.match_actions import ACTIONS, MatchAction
from bot.commands.match_details import DETAIL_LIMIT, Choices, containing, contains, folded, means, suggestion
from bot.commands.match_option import MATCH_OPTION, typed_match
from bot.errors import UserError
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.match_commands import MatchCommand
from bot.ui.interactions.match_picker import match_choices, possible_commands, run_match_command
from bot.ui.match.menu import show_panel
from engines.text import T, Text, excerpt, listed


def match_command(dispatcher: Dispatcher) -> app_commands.Command[Any, ..., None]:
    """The command ``/match``."""

    @app_commands.describe(
        action=localized(T("What to do; leave empty to see the match and its buttons")),
        detail=localized(T("More about the action, such as an answer, a number of turns, a person or a channel")),
        match=MATCH_OPTION,
    )
    @app_commands.rename(
        action=localized_name(T("/action")),
        detail=localized_name(T("/detail")),
        match=localized_name(T("/match")),
    )
    async def callback(
        interaction: discord.Interaction[Any],
        action: app_commands.Range[str, 1, OPTION_LIMIT] | None = None,
        detail: app_commands.Range[str, 1, DETAIL_LIMIT] | None = None,
        match: int | None = None,
    ) -> None:
        await dispatcher.on_command(interaction, lambda context: _run(context, action or "", detail or "", match))

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=localized_name(T("/match")),
        description=localized(T("A match or table: its buttons, or an action that you type")),
        callback=callback,
    )

    @command.autocomplete("action")
    async def complete_action(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await dispatcher.on_autocomplete(
            interaction, lambda context: _action_choices(context, current, typed_match(interaction))
        )

    @command.autocomplete("detail")
    async def complete_detail(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await dispatcher.on_autocomplete(
            interaction, lambda context: _detail_choices(context, _typed_action(context, interaction), current)
        )

    @command.autocomplete("match")
    async def complete_match(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        async def find(context: InteractionContext) -> Sequence[app_commands.Choice[int]]:
            chosen = _typed_action(context, interaction)
            return await match_choices(context, show_panel if chosen is None else chosen.command, current)

        return await dispatcher.on_autocomplete(interaction, find)

    return command


def _typed_action(context: InteractionContext, interaction: discord.Interaction[Any]) -> MatchAction | None:
    value = getattr(interaction.namespace, "action", None)
    return action_of(context.write, value) if isinstance(value, str) else None


async def _run(context: InteractionContext, action: str, detail: str, match_id: int | None) -> None:
    if not action.strip():
        if detail:
            raise UserError(T("The detail belongs to an action. Please choose the action, too."))
        await run_match_command(context, show_panel, match_id)
        return
    chosen = action_of(context.write, action)
    if chosen is None:
        possible = [one.name for one in await _most_possible_first(context, match_id)]
        names = ", ".join(context.write.plain(name).removeprefix("/") for name in possible)
        raise UserError(T("There is no action “{action}”. Choose one: {names}.", action=excerpt(action), names=names))
    command, passed = read_detail(context, chosen, detail)
    await run_match_command(context, command, match_id, passed)


def action_of(write: Writer, typed: str) -> MatchAction | None:
    """The action whose name or title is typed, in the user's language or in English.

    The English name comes first: suggestions stand for it, and a translation may name another action so.
    """
    suggested = (one for one in ACTIONS if one.key == folded(typed))
    named = (one for one in ACTIONS if means(write, one.name, typed))
    titled = (one for one in ACTIONS if means(write, one.title, typed))
    return next(suggested, None) or next(named, None) or next(titled, None)


def read_detail(context: InteractionContext, action: MatchAction, detail: str) -> tuple[MatchCommand, str]:
    """The handler that a detail leads to, and what it gets.

    Raises:
        UserError: the action has no such detail; it says which are possible.
    """
    if not detail.strip():
        return action.command, ""
    suggested = (choice for choice in action.choices if choice.value == folded(detail))
    titled = (choice for choice in action.choices if means(context.write, choice.title, detail))
    chosen = next(suggested, None) or next(titled, None)
    if chosen is not None:
        return chosen.command, chosen.passed
    for typed in action.typed:
        passed = typed.read(context, detail)
        if passed is not None:
            return typed.command, passed
    raise UserError(_possible(context.write, action, detail))


def _possible(write: Writer, action: MatchAction, detail: str) -> Text:
    name = write.plain(action.name).removeprefix("/")
    meanings = [*(choice.title for choice in action.choices), *(typed.meaning for typed in action.typed)]
    if not meanings:
        return T("The action “{action}” takes no detail. Please leave it empty.", action=name)
    return T(
        "The action “{action}” takes no detail “{detail}”. Possible: {possible}.",
        action=name,
        detail=excerpt(detail),
        possible=listed(meanings),
    )


async def _action_choices(context: InteractionContext, typed: str, match_id: int | None) -> Choices:
    """The actions that contain every typed word, in the user's language or in English; those possible now first."""
    write, choices = context.write, []
    for action in await _most_possible_first(context, match_id):
        label = T("{name}: {purpose}", name=write.plain(action.name).removeprefix("/"), purpose=action.purpose)
        choice = suggestion(write, label, action.key)
        if contains(f"{choice.name} {write.plain(action.title)} {action.name} {action.title} {action.purpose}", typed):
            choices.append(choice)
    return choices


async def _most_possible_first(context: InteractionContext, match_id: int | None) -> Sequence[MatchAction]:
    ranks = await possible_commands(context, [action.command for action in ACTIONS], match_id)
    return [action for _, action in sorted(zip(ranks, ACTIONS, strict=True), key=lambda ranked: ranked[0])]


async def _detail_choices(context: InteractionContext, action: MatchAction | None, typed: str) -> Choices:
    """What can be chosen as the detail of an action."""
    if action is None:
        return []
    choices = containing([suggestion(context.write, one.title, one.value) for one in action.choices], typed)
    return [*choices, *[choice for one in action.typed for choice in await one.suggest(context, typed)]]
