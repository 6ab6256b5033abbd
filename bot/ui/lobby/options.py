"""``/match action: options``: the form with which the opener changes a table, and the choices for everybody else."""

from __future__ import annotations

from bot.matches.model.match import Match, MatchStatus
from bot.ui.boards.board_messages import match_title
from bot.ui.boards.cards import choices_picture
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import is_table, match_command, seated
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from bot.ui.lobby.match_form import read_form, table_form
from bot.ui.lobby.table_message import choice_title
from bot.ui.lobby.tables import confirm_at_table
from engines.game import OptionSpec
from engines.registry import GAMES
from engines.text import T


def _own_table(match: Match, user_id: int) -> bool:
    return is_table(match, user_id) and match.opener_id == user_id


@match_command(
    "options",
    fits=is_table,
    prefers=(_own_table, seated),
    empty_message=T("There is no open table here. The options of a match are chosen before it starts."),
)
async def show_options(context: InteractionContext, match: Match, _detail: str) -> None:
    """Open the form to the table's opener, and show the current choices to other users."""
    info, write = GAMES[match.game].info, context.write.about(match)
    form = table_form(match, info, write)
    if match.opener_id == context.user_id and match.status is MatchStatus.OPEN and form.fields:
        await context.responder.open_modal(form)
    else:
        await context.responder.reply(await _panel(context, match))


@handles("optionsformed")
async def on_form_filled(context: InteractionContext, action: Action) -> None:
    """Save what the opener chose in the form."""
    match = await visible_match(context, action.match_id)
    chosen = read_form(GAMES[match.game].info, context.form)
    changed = await context.services.matches.tables.configure(
        match.id,
        context.user_id,
        players=chosen.players,
        options=chosen.options,
        terms=chosen.terms,
        rated=chosen.rated,
        allows_hints=chosen.allows_hints,
    )
    await confirm_at_table(context, changed, T("The options of {match} are saved.", match=match_title(changed)))


@handles("option")
async def on_option_chosen(context: InteractionContext, action: Action) -> None:
    """Save an option that was chosen from its menu, in a message of an earlier version."""
    match = await visible_match(context, action.match_id)
    chosen = {action.detail: context.choice}
    changed = await context.services.matches.tables.configure(match.id, context.user_id, options=chosen)
    await context.responder.update(await _panel(context, changed))


async def _panel(context: InteractionContext, match: Match) -> OutgoingMessage:
    write, services = context.write.about(match), context.services
    info = GAMES[match.game].info
    options = info.options
    title = write(T("Options of {match}", match=match_title(match)))
    if not options:
        return panel([f"### {title}", write(T("This game has no options."))])
    lines = [_line(spec, match, write) for spec in options]
    if match.status is MatchStatus.OPEN:
        lines.append(write(T("The player who opened the table can change them until the match starts.")))
    settings = await services.matches.player_settings.get(context.user_id)
    boards = await choices_picture(services.board_renderer, info, settings, write)
    return panel([f"### {title}", *lines], picture=boards)


def _line(spec: OptionSpec, match: Match, write: Writer) -> str:
    value = match.options.get(spec.name, spec.default)
    chosen = next(choice_title(choice, match) for choice in spec.choices if choice.value == value)
    return write(T("**{option}:** {choice}", option=spec.title, choice=chosen)) + f"\n-# {write(spec.explanation)}"
