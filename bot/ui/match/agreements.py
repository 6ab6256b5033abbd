"""What players settle beside the board: giving up, draws, ending a match, playing again."""

from __future__ import annotations

import discord

from bot.matches.errors import LapsedOfferError, NotAllowedError, OfferError
from bot.matches.model.match import Match, MatchStatus, OfferKind
from bot.matches.servers.moderation import REASON_LENGTH
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action, handles
from bot.ui.components.messages import Form, Outgoing
from bot.ui.components.panels import match_panel, panel
from bot.ui.interactions.context import Call
from bot.ui.interactions.match_commands import (
    Errand,
    Test,
    begun,
    errand,
    over,
    playing,
    seated,
    under_way,
    visible_match,
)
from bot.ui.interactions.permissions import check_again, manages_server
from bot.ui.interactions.replies import confirm as _say
from bot.ui.interactions.replies import show as _show
from engines.text import TN, T, Text

NOTHING_RUNS = T("You are in no running match here. /matches lists yours.")
NO_FINISHED = T("You have finished no match yet.")
CONFIRMED = "yes"


@errand("more", fits=begun, prefers=(seated, playing), nothing=NOTHING_RUNS)
async def show_panel(call: Call, match: Match, _detail: str) -> None:
    """Everything that can be done beside the board."""
    seat = match.seat_of(call.user_id)
    viewer = None if seat is None else seat.player
    offers, free = (
        await call.desk.matches.offers.open_in(match.id),
        await call.desk.matches.seats.free_seats(match.id, call.user_id),
    )
    watcher = await call.desk.matches.spectators.watcher(match.id, call.user_id)
    watching = watcher is not None and not watcher.closed
    message = match_panel(match, viewer, offers, call.write.about(match), free=free, watching=watching)
    await _show(call, message)


@errand("resign", fits=playing, nothing=NOTHING_RUNS)
async def resign(call: Call, match: Match, detail: str) -> None:
    """Give up, after a question."""
    write = call.write.about(match)
    if detail != CONFIRMED and match.status is MatchStatus.RUNNING and match.seat_of(call.user_id) is not None:
        yes = Action("resign", match.id, detail=CONFIRMED)
        no = Action("more", match.id)
        row = (
            yes.press(write.plain(T("Yes, resign")), discord.ButtonStyle.danger),
            no.press(write.plain(T("No, play on"))),
        )
        question = T("Do you want to resign {match}? This cannot be taken back.", match=match_title(match))
        await _show(call, panel([write(question)], (row,)))
        return
    await call.desk.matches.turns.resign(match.id, call.user_id)
    await _say(call, T("You have resigned {match}.", match=match_title(match)))


def _running(match: Match, _user_id: int) -> bool:
    return match.status is MatchStatus.RUNNING


def _has_left_seat(match: Match, user_id: int) -> bool:
    free = match.seats_offered or any(seat.withdrawn for seat in match.seats)
    return _running(match, user_id) and not seated(match, user_id) and free


@errand(
    "takeover",
    fits=_has_left_seat,
    prefers=(),
    nothing=T("No match here has a seat that you could take over: nobody has left one, or you play in it already."),
)
async def take_over(call: Call, match: Match, detail: str) -> None:
    """Sit down where somebody has left."""
    player = int(detail) if detail.isascii() and detail.isdigit() else None
    taken = await call.desk.matches.seats.take_over(match.id, call.person, player)
    said = T(
        "You have taken over a seat in {match}. You will be called when it is your turn; /board shows how it stands.",
        match=match_title(taken),
    )
    await _answered(call, said)


def _offering(
    name: str, kind: OfferKind, *, asked: Text, agreed: Text, prefers: tuple[Test, ...] = (seated,)
) -> Errand:
    """The errand that offers something, or agrees to it where it is offered."""

    @errand(name, fits=playing, prefers=prefers, nothing=NOTHING_RUNS)
    async def offer(call: Call, match: Match, _detail: str) -> None:
        await _offer(call, match, kind, asked=asked, agreed=agreed)

    return offer


offer_draw = _offering(
    "draw",
    OfferKind.DRAW,
    asked=T("You have offered a draw. It stands until it is answered or your opponent plays on."),
    agreed=T("You have agreed on a draw."),
)

propose_abort = _offering(
    "abort",
    OfferKind.ABORT,
    asked=T("You have proposed to end the match without a result. The others are being asked."),
    agreed=T("The match has ended without a result."),
)


@errand("takeback", fits=playing, nothing=NOTHING_RUNS)
async def take_back(call: Call, match: Match, _detail: str) -> None:
    """Take the last own turn back, or ask those who have to agree."""
    call.call_others()
    standing = await call.desk.matches.undo.ask_undo(match.id, call.user_id)
    if standing is None:
        await _say(call, T("You have taken it back. The board shows where you play on."))
    else:
        await _say(
            call, T("You have asked to take your last turn back. It is taken back as soon as all who were asked agree.")
        )


def _going_on(match: Match, user_id: int) -> bool:
    return playing(match, user_id) and match.paused_at is None


def _paused(match: Match, user_id: int) -> bool:
    return playing(match, user_id) and match.paused_at is not None


@errand("pause", fits=playing, prefers=(seated, _going_on), nothing=NOTHING_RUNS)
async def propose_pause(call: Call, match: Match, detail: str) -> None:
    """Propose a pause, for so many days or without an end, or agree to the one that is proposed."""
    days = int(detail) if detail.isascii() and detail.isdigit() else None
    await _offer(
        call,
        match,
        OfferKind.PAUSE,
        asked=T("You have proposed a pause. The others are being asked."),
        agreed=T("The match is paused. No time runs until it goes on."),
        days=days,
    )


propose_resume = _offering(
    "resume",
    OfferKind.RESUME,
    asked=T("You have proposed to go on. The others are being asked."),
    agreed=T("The match goes on."),
    prefers=(seated, _paused),
)


def _has_played(match: Match, user_id: int) -> bool:
    return over(match, user_id) and seated(match, user_id)


@errand("rematch", fits=_has_played, nothing=NO_FINISHED)
async def ask_rematch(call: Call, match: Match, _detail: str) -> None:
    """Ask for another match with the same players and options, or agree to one."""
    await check_again(call, match)
    await _offer(
        call,
        match,
        OfferKind.REMATCH,
        asked=T("You have asked for a rematch. It begins as soon as everybody agrees."),
        agreed=T("The rematch begins."),
    )


@errand("accept", fits=playing, nothing=NOTHING_RUNS)
async def accept(call: Call, match: Match, detail: str) -> None:
    """Agree to an offer."""
    if _kind(detail) is OfferKind.REMATCH:
        await check_again(call, match)
    kind = _kind(detail)
    await _answer(call, match, kind, agree=True)
    missing = [offer.needed for offer in await call.desk.matches.offers.open_in(match.id) if offer.kind is kind]
    if not missing:
        await _answered(call, T("You have accepted."))
        return
    # The others still need the buttons.
    waiting = TN(
        "You have accepted. One more player has to agree.",
        "You have accepted. {count} more players have to agree.",
        len(missing[0]),
    )
    await _say(call, waiting)


@errand("decline", fits=playing, nothing=NOTHING_RUNS)
async def decline(call: Call, match: Match, detail: str) -> None:
    """Refuse an offer, or take back what one has offered or accepted."""
    kind, seat = _kind(detail), match.seat_of(call.user_id)
    standing = await call.desk.matches.offers.open_in(match.id)
    own = any(offer.kind is kind and seat is not None and seat.player in offer.accepted for offer in standing)
    await _answer(call, match, kind, agree=False)
    await _answered(call, T("You have taken it back.") if own else T("You have declined."))


@errand("acceptrematch", fits=_has_played, nothing=NO_FINISHED)
async def accept_rematch(call: Call, match: Match, _detail: str) -> None:
    """Agree to a rematch."""
    await accept.run(call, match, OfferKind.REMATCH)


@errand("declinerematch", fits=_has_played, nothing=NO_FINISHED)
async def decline_rematch(call: Call, match: Match, _detail: str) -> None:
    """Refuse a rematch."""
    await decline.run(call, match, OfferKind.REMATCH)


def _kind(detail: str) -> OfferKind:
    try:
        return OfferKind(detail)
    except ValueError:
        raise OfferError(T("There is no such offer.")) from None


@errand("manage", fits=under_way, prefers=(_running,), nothing=T("No match is running in this channel."))
async def abort_as_manager(call: Call, match: Match, reason: str) -> None:
    """End a match or close a table without asking the players, after a question for the reason if none was given."""
    if not manages_server(call, match.place.guild_id):
        raise NotAllowedError(
            T(
                "Only people with the permission “Manage Server” can end a match without its players. Players can"
                " propose it: /match abort, without a reason."
            )
        )
    if not reason.strip() and not call.interaction.response.is_done():
        await call.answer.ask(_reason_form(call, match))
        return
    ended = await call.desk.matches.moderation.abort_as_manager(match.id, call.user_id, reason)
    done = T("You have ended {match} without a result.", match=match_title(match))
    if ended.status is MatchStatus.CANCELLED:
        done = T("You have closed the table {match}.", match=match_title(match))
    await _say(call, done)


@handles("managed")
async def reason_given(call: Call, action: Action) -> None:
    """The reason that was filled in."""
    match = await visible_match(call, action.match_id)
    await abort_as_manager.run(call, match, call.values[0] if call.values else "")


def _reason_form(call: Call, match: Match) -> Form:
    return Form(
        Action("managed", match.id).custom_id,
        title=call.write.plain(T("End {match}", match=match_title(match))),
        label=call.write.plain(T("Reason")),
        hint=call.write.plain(T("The players are told it, and it stands in the record.")),
        longest=REASON_LENGTH,
    )


async def _offer(
    call: Call, match: Match, kind: OfferKind, *, asked: Text, agreed: Text, days: int | None = None
) -> None:
    call.call_others()
    standing = await call.desk.matches.offers.offer(match.id, call.user_id, kind, days=days)
    await _say(call, agreed if standing is None else asked)


async def _answer(call: Call, match: Match, kind: OfferKind, *, agree: bool) -> None:
    """Answer an offer; one that does not stand any more loses its controls."""
    try:
        await call.desk.matches.offers.answer(match.id, call.user_id, kind, accept=agree)
    except LapsedOfferError:
        if not call.answer.on_private:
            await call.take_buttons_off()
        raise


async def _answered(call: Call, text: Text) -> None:
    """Confirm an answer that settles an offer; the controls of a public one are taken off for everybody."""
    if call.answer.on_private:
        await _say(call, text)
        return
    await call.take_buttons_off()
    await call.answer.say(Outgoing(call.write(text)))
