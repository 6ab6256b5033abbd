"""Reminders that are answered, and deciding about those whose time has run out."""

from __future__ import annotations

import logging

from bot.errors import RefusalError
from bot.matches.model.match import Match, MatchStatus, Person
from bot.matches.model.time_control import OnExpiry
from bot.matches.model.views import absent
from bot.matches.timeouts.policy import listed, title_of
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action, handles
from bot.ui.components.messages import Outgoing
from bot.ui.components.panels import panel
from bot.ui.interactions.context import Call
from bot.ui.interactions.match_commands import errand, playing, visible_match
from bot.ui.interactions.users import chosen_person, person_of_id, tell_done
from bot.ui.match.reminders import choice_row, people_row, standing
from engines.text import T

log = logging.getLogger(__name__)

ASK = "ask"
"""Instead of a choice: whom to offer the seat to."""


def _somebody_late(match: Match, user_id: int) -> bool:
    return playing(match, user_id) and bool(absent(match))


@errand("expired", fits=_somebody_late, nothing=T("In none of your matches here has anybody’s time run out."))
async def decide(call: Call, match: Match, detail: str) -> None:
    """Say what shall be done about those whose time has run out; without a choice, see how it stands."""
    write = call.write.about(match)
    choice, _, user_id = detail.partition(":")
    if choice == "":
        await _show(call, match)
    elif choice == ASK:
        await call.desk.matches.votes.require_vote(match.id, call.user_id)
        anybody = Action("expired", match.id, detail=OnExpiry.OFFER).press(write.plain(T("Anybody")), emoji="🪑")
        asked = write(T("Whom shall the seat be offered to?"))
        await call.answer.say(Outgoing(asked, (people_row("expiredto", match, write), (anybody,))))
    else:
        await _vote(call, match, _choice(choice), await person_of_id(call, match, user_id))


@handles("expiredto")
async def chosen(call: Call, action: Action) -> None:
    """Somebody was chosen whom the seat shall be offered to."""
    await _vote(call, await visible_match(call, action.match_id), OnExpiry.OFFER, chosen_person(call))


async def _vote(call: Call, match: Match, choice: OnExpiry, to: Person | None) -> None:
    standing = await call.desk.matches.timeouts.vote(match.id, call.user_id, choice, to)
    if standing is None:
        await tell_done(call, T("It is decided: {choice}.", choice=title_of(choice)))
    else:
        said = T("You want: {choice}. It needs more than half of those who decide.", choice=title_of(choice))
        await tell_done(call, said)


async def _show(call: Call, match: Match) -> None:
    """How it stands, with the buttons to decide."""
    found, write = await call.desk.matches.votes.absence(match.id), call.write.about(match)
    if found is None:
        raise RefusalError(T("Nobody’s time has run out in this match, so there is nothing to decide."))
    expiry, _ = found
    title = T("{match}: what shall happen?", match=match_title(match))
    late = write(T("⏳ The time of {players} has run out.", players=listed(expiry.seats)))
    lines = "\n".join((late, *standing(match, expiry, write)))
    await call.answer.say(panel([f"### {write(title)}", lines], (choice_row(match, write),)))


def _choice(detail: str) -> OnExpiry:
    try:
        return OnExpiry(detail)
    except ValueError:
        raise RefusalError(T("There is no such choice.")) from None


# ------------------------------------------------------------------------------------------------------------ reminders


@handles("notmine")
async def not_mine(call: Call, action: Action) -> None:
    """Somebody says that a match does not wait for them: it is looked at anew, and explained."""
    if not action.match_id:
        await _refresh_all(call)
        return
    match = await visible_match(call, action.match_id)
    write = call.write.about(match)
    if await call.desk.matches.digests.not_waiting(match.id, call.user_id):
        await call.tell(T("Right: {match} does not wait for you.", match=match_title(match)))
        return
    log.warning(
        "a player says that a match does not wait for them, but it does",
        extra={"match": match.id, "ply": match.ply, "awaited": list(match.to_move)},
    )
    why = T(
        "{match} does wait for you: as the board stands, it is your turn. Look at the board; if you cannot move there,"
        " please tell whoever runs the bot. I have noted it.",
        match=match_title(match),
    )
    board = Action("board", match.id, match.ply).press(write.plain(T("Board")), emoji="🖼️")
    await call.answer.say(Outgoing(write(why), ((board,),)))


async def _refresh_all(call: Call) -> None:
    """Bring a direct message of several matches up to date."""
    waiting = [
        match for match in await call.desk.matches.history.matches_of(call.user_id) if _waits(match, call.user_id)
    ]
    await call.desk.matches.digests.refresh_nudge(call.user_id)
    if not waiting:
        await call.tell(T("Right: no match waits for you."))
        return
    names = ", ".join(match_title(match) for match in waiting)
    await call.tell(T("These wait for you as their boards stand: {matches}. /next shows the first.", matches=names))


def _waits(match: Match, user_id: int) -> bool:
    return match.status is MatchStatus.RUNNING and match.awaits(user_id)
