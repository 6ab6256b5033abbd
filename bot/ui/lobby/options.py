"""Choosing the options of a game at an open table."""

from __future__ import annotations

from bot.matches.model.match import Match
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action, handles
from bot.ui.components.messages import Choice, Outgoing, Row
from bot.ui.components.panels import choice_title, panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import Call
from bot.ui.interactions.match_commands import errand, is_table, seated, visible_match
from engines.game import OptionSpec
from engines.registry import GAMES
from engines.text import T


def _own_table(match: Match, user_id: int) -> bool:
    return is_table(match, user_id) and match.opener_id == user_id


@errand(
    "options",
    fits=is_table,
    prefers=(_own_table, seated),
    nothing=T("There is no open table here. The options of a match are chosen before it begins."),
)
async def show_options(call: Call, match: Match, _detail: str) -> None:
    """The menus to choose from, for whom the table belongs to; what is chosen, for everybody else."""
    await call.answer.say(_panel(match, call.user_id, call.write.about(match)))


@handles("option")
async def choose_option(call: Call, action: Action) -> None:
    """Something was chosen from the menu of an option."""
    match = await visible_match(call, action.match_id)
    changed = await call.desk.matches.tables.choose(match.id, call.user_id, action.detail, call.choice)
    await call.answer.update(_panel(changed, call.user_id, call.write.about(changed)))


def _panel(match: Match, user_id: int, write: Writer) -> Outgoing:
    options = GAMES[match.game].info.options
    title = write(T("The options of {match}", match=match_title(match)))
    if not options:
        return panel([f"### {title}", write(T("This game has no options."))])
    lines = [_line(spec, match, write) for spec in options]
    if match.opener_id != user_id:
        lines.append(write(T("The person who opened the table can change them until the match begins.")))
        return panel([f"### {title}", *lines])
    return panel([f"### {title}", *lines], [_menu(spec, match, write) for spec in options])


def _line(spec: OptionSpec, match: Match, write: Writer) -> str:
    value = match.options.get(spec.name, spec.default)
    chosen = next(choice_title(choice, match) for choice in spec.choices if choice.value == value)
    return write(T("**{option}:** {choice}", option=spec.title, choice=chosen)) + f"\n-# {write(spec.explanation)}"


def _menu(spec: OptionSpec, match: Match, write: Writer) -> Row:
    value = match.options.get(spec.name, spec.default)
    choices = tuple(
        Choice(choice.value, write.plain(choice_title(choice, match)), chosen=choice.value == value)
        for choice in spec.choices
    )
    return (Action("option", match.id, detail=spec.name).menu(write.plain(spec.title), choices),)
