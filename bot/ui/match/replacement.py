"""Proposing that a computer player takes over a seat: of a player who has left or run out of time, or the user’s."""

from __future__ import annotations

from bot.errors import UserError
from bot.matches.checks import require_running, require_seat
from bot.matches.model.match import Match
from bot.ui.boards.board_messages import match_title
from bot.ui.boards.computers import level_options
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, Row
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.match_commands import match_command, playing
from bot.ui.interactions.permissions import require_computer_players, visible_match
from bot.ui.interactions.registry import handles
from engines.game import Player
from engines.registry import GAMES
from engines.text import Seat, T
from players import LEVELS


@match_command("standin", fits=playing, empty_message=T("You are not in a running match here. /matches lists yours."))
async def propose_computer(context: InteractionContext, match: Match, detail: str) -> None:
    """Propose the computer player of ``detail`` (level and seat); without one, show the seats and levels."""
    require_computer_players(context)
    level, _, player = detail.partition(":")
    if detail:
        await _propose(context, match, player, level)
    else:
        await _ask(context, match)


@handles("standinlevel")
async def on_level_chosen(context: InteractionContext, action: Action) -> None:
    """Propose a computer player of the chosen level for a seat."""
    require_computer_players(context)
    match = await visible_match(context, action.match_id)
    await _propose(context, match, str(action.ply), context.choice)


async def _propose(context: InteractionContext, match: Match, player: str, level: str) -> None:
    seats = {str(seat.player): seat.player for seat in match.seats}
    if not player:
        seats[player] = require_seat(match, context.user_id).player
    if player not in seats or level not in map(str, LEVELS):
        raise UserError(NO_CHOICE)
    context.count_notification()
    offers = context.services.matches.offers
    open_offer = await offers.propose_computer(match.id, context.user_id, seats[player], int(level))
    if open_offer is None:
        taken = T("A computer player of level {level} has taken over the seat.", level=int(level))
        await context.confirm(taken, about=match)
    else:
        await context.confirm(
            T("You have proposed a computer player of level {level}. I am asking the other players.", level=int(level)),
            about=match,
        )


async def _ask(context: InteractionContext, match: Match) -> None:
    """Show the seats that a computer player could take over, each with its levels."""
    require_running(match)
    own, write = require_seat(match, context.user_id).player, context.write.about(match)
    seats = await context.services.matches.replacement.replaceable_seats(match.id, own)
    if not seats:
        raise UserError(
            T("No seat can be given to a computer player now: nobody has left or run out of time, and you play alone.")
        )
    title = write(T("A computer player for {match}", match=match_title(match)))
    about = (
        T(
            "It takes over everything as soon as the other players agree. The player who is replaced comes last, and"
            " the match stays rated among the people who stay."
        )
        if match.rated
        else T("It takes over everything as soon as the other players agree. The player who is replaced comes last.")
    )
    await context.responder.reply(
        panel([f"### {title}", write(about)], [_level_row(match, seat, own, write) for seat in seats])
    )


def _level_row(match: Match, player: Player, own: Player, write: Writer) -> Row:
    label = T("For my own seat") if player == own else T("For the seat of {player}", player=Seat(player))
    options = level_options(GAMES[match.game].info, 0, write)
    return (Action("standinlevel", match.id, player).select(write.plain(label), options),)


def computer_button(match: Match, write: Writer) -> ButtonSpec:
    """Return the button that shows the seats a computer player could take over."""
    return Action("standin", match.id).button(write.plain(T("Computer player …")), emoji="🤖")
