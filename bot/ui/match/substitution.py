"""Handing one's own seat over, and taking or declining a seat."""

from __future__ import annotations

from bot.errors import RefusalError
from bot.matches.model.match import Match, MatchStatus, Person
from bot.matches.refusals import require_running, require_seat
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action, handles
from bot.ui.components.messages import Outgoing
from bot.ui.interactions.context import Call
from bot.ui.interactions.match_commands import errand, playing, seated, visible_match
from bot.ui.interactions.users import chosen_person, person_of_id, tell_done
from bot.ui.match.reminders import people_row
from engines.text import T

ANYBODY, KEEP = "anybody", "keep"


@errand("replace", fits=playing, nothing=T("You are in no running match here. /matches lists yours."))
async def hand_over(call: Call, match: Match, detail: str) -> None:
    """Offer one's own seat to ``detail``, a user's id or anybody; or keep it; without a detail, ask."""
    if detail == KEEP:
        await call.desk.matches.seats.keep_seat(match.id, call.user_id)
        await tell_done(call, T("You keep your seat in {match}.", match=match_title(match)))
    elif detail == ANYBODY:
        await _offer(call, match, None)
    elif (person := await person_of_id(call, match, detail)) is not None:
        await _offer(call, match, person)
    elif detail:
        raise RefusalError(T("There is no such choice."))
    else:
        await _ask(call, match)


@handles("replaceto")
async def chosen(call: Call, action: Action) -> None:
    """Somebody was chosen who is to get the seat."""
    await _offer(call, await visible_match(call, action.match_id), chosen_person(call))


async def _offer(call: Call, match: Match, to: Person | None) -> None:
    call.call_others()
    await call.desk.matches.seats.offer_seat(match.id, call.user_id, to)
    await tell_done(
        call,
        T(
            "Your seat in {match} is offered. It stays yours, and you may play on, until somebody takes it.",
            match=match_title(match),
        ),
    )


async def _ask(call: Call, match: Match) -> None:
    """Ask whom the seat is to be handed over to."""
    require_running(match)
    write, seat = call.write.about(match), require_seat(match, call.user_id)
    offers = await call.desk.matches.seats.seat_offers(match.id)
    offered = any(offer.player == seat.player and offer.own for offer in offers)
    anybody = Action("replace", match.id, detail=ANYBODY).press(write.plain(T("Anybody")), emoji="🪑")
    keep = Action("replace", match.id, detail=KEEP).press(write.plain(T("Keep my seat")))
    title = match_title(match)
    text = (
        T("Your seat in {match} is offered already. You can offer it to somebody else, or keep it.", match=title)
        if offered
        else T(
            "Who is to play on for you in {match}? Whoever takes the seat gets everything on it, your sheet too; you"
            " see no more of it than spectators do.",
            match=title,
        )
    )
    rows = (people_row("replaceto", match, write), (anybody, *((keep,) if offered else ())))
    await call.answer.say(Outgoing(write(text), rows))


def _offered_to(match: Match, user_id: int) -> bool:
    return match.status is MatchStatus.RUNNING and match.seats_offered and not seated(match, user_id)


@errand("refuseseat", fits=_offered_to, prefers=(), nothing=T("No seat is offered to you here."))
async def decline_seat(call: Call, match: Match, _detail: str) -> None:
    """Decline the seat that is offered to oneself."""
    await call.desk.matches.seats.decline_seat(match.id, call.user_id)
    if not call.answer.on_private:
        await call.take_buttons_off()
    await call.answer.say(Outgoing(call.write(T("You have declined the seat."))))
