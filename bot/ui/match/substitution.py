"""Offering a seat, and taking or declining one."""

from __future__ import annotations

import discord

from bot.errors import UserError
from bot.matches.checks import require_running, require_seat
from bot.matches.model.match import Match, MatchStatus, Person
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, OutgoingMessage, Row
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import match_command, playing, running, seated
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from bot.ui.interactions.users import chosen_user, person_of_id, user_select_row
from bot.ui.match.replacement import computer_button
from engines.text import Seat, T

ANYBODY, KEEP = "anybody", "keep"


@match_command("replace", fits=playing, empty_message=T("You are not in a running match here. /matches lists yours."))
async def offer_seat(context: InteractionContext, match: Match, detail: str) -> None:
    """Offer the user's seat to ``detail`` (a user's id or anybody), or withdraw the offer; without a detail, ask."""
    if detail == KEEP:
        await context.services.matches.substitution.withdraw_seat_offer(match.id, context.user_id)
        await context.reply_done(T("You keep your seat in {match}.", match=match_title(match)), match)
    elif detail == ANYBODY:
        await _offer(context, match, None)
    elif (person := await person_of_id(context, match, detail)) is not None:
        await _offer(context, match, person)
    elif detail:
        raise UserError(T("There is no such choice."))
    else:
        await _ask(context, match)


@handles("replaceto")
async def chosen(context: InteractionContext, action: Action) -> None:
    """Offer the seat to the chosen user."""
    await _offer(context, await visible_match(context, action.match_id), chosen_user(context))


async def _offer(context: InteractionContext, match: Match, to: Person | None) -> None:
    context.count_notification()
    await context.services.matches.substitution.offer_seat(match.id, context.user_id, to)
    await context.reply_done(
        T(
            "Your seat in {match} is on offer. It stays yours, and you can play on, until someone takes it.",
            match=match_title(match),
        ),
        match,
    )


async def _ask(context: InteractionContext, match: Match) -> None:
    """Ask whom to offer the seat to."""
    require_running(match)
    write, seat = context.write.about(match), require_seat(match, context.user_id)
    offers = await context.services.matches.substitution.seat_offers(match.id)
    offered = any(offer.player == seat.player and offer.own for offer in offers)
    anybody = Action("replace", match.id, detail=ANYBODY).button(write.plain(T("Anyone")), emoji="🪑")
    keep = Action("replace", match.id, detail=KEEP).button(write.plain(T("Keep my seat")))
    title = match_title(match)
    text = (
        T("Your seat in {match} is already on offer. You can offer it to someone else, or keep it.", match=title)
        if offered
        else T(
            "Who should play on for you in {match}? They take over everything, and from then on you see only what"
            " spectators see.",
            match=title,
        )
    )
    others = (anybody, computer_button(match, write), *((keep,) if offered else ()))
    rows = (user_select_row("replaceto", match, write), others)
    await context.responder.reply(OutgoingMessage(write(text), rows))


def _offered_to(match: Match, user_id: int) -> bool:
    return match.status is MatchStatus.RUNNING and match.seats_offered and not seated(match, user_id)


@match_command("refuseseat", fits=_offered_to, prefers=(), empty_message=T("Nobody is offering you a seat here."))
async def decline_seat(context: InteractionContext, match: Match, _detail: str) -> None:
    """Decline the seat that is offered to the user."""
    await context.services.matches.substitution.decline_seat(match.id, context.user_id)
    await context.confirm_answer(T("You have declined the seat."), match)


def takeover_button(match: Match, player: int, write: Writer) -> ButtonSpec:
    """Return the button that takes over a seat that was given up."""
    label = T("Take over from {player}", player=Seat(player))
    return Action("takeover", match.id, detail=str(player)).button(
        write.plain(label), discord.ButtonStyle.success, "🪑"
    )


def seat_row(match: Match, player: int, write: Writer, *, named: bool) -> Row:
    """Return the button that takes over a seat; the ``named`` user can also decline."""
    take = takeover_button(match, player, write)
    if not named:
        return (take,)
    return (take, Action("refuseseat", match.id, detail=str(player)).button(write.plain(T("No, thanks"))))


def _has_left_seat(match: Match, user_id: int) -> bool:
    free = match.seats_offered or any(seat.withdrawn for seat in match.seats)
    return running(match, user_id) and not seated(match, user_id) and free


@match_command(
    "takeover",
    fits=_has_left_seat,
    prefers=(),
    empty_message=T(
        "There is no seat here that you can take over: nobody has left one, or you are already playing in the match."
    ),
)
async def take_over(context: InteractionContext, match: Match, detail: str) -> None:
    """Take over a free seat."""
    player = int(detail) if detail.isascii() and detail.isdigit() else None
    taken = await context.services.matches.substitution.take_over(match.id, context.person, player)
    said = T(
        "You have taken over a seat in {match}. I will notify you when it is your turn. /board shows the board.",
        match=match_title(taken),
    )
    await context.confirm_answer(said, taken)
