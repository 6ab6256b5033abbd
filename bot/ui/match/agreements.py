"""Agreements between players: draws, takebacks, pauses, early ends and rematches."""

from __future__ import annotations

from bot.matches.errors import ExpiredOfferError, OfferError
from bot.matches.model.match import Match, OfferKind, has_lasting_board
from bot.ui.boards.board_messages import match_title
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import (
    NO_RUNNING_MATCH,
    has_ended,
    match_command,
    playing,
    seated,
)
from bot.ui.interactions.permissions import check_again, require_computer_players, require_computers_of
from bot.ui.match.ending import CONFIRMED, ask_to_confirm
from engines.text import TN, T, Text

NO_FINISHED = T("You have not finished a match yet.")


def _decides_alone(match: Match, user_id: int) -> bool:
    """Return whether no other person is left in a match that the user plays, so that one press can end it."""
    left = {seat.user_id for seat in match.people if not seat.withdrawn}
    return playing(match, user_id) and left == {user_id}


@match_command("draw", fits=playing, prefers=(seated,), empty_message=NO_RUNNING_MATCH)
async def offer_draw(context: InteractionContext, match: Match, detail: str) -> None:
    """Offer a draw, or agree to one; computer players answer at once, so that is confirmed first."""
    if match.has_computers and detail != CONFIRMED and _decides_alone(match, context.user_id):
        question = T(
            "Do you want to offer a draw in {match}? If it is accepted, the match ends at once. You cannot undo this.",
            match=match_title(match),
        )
        await ask_to_confirm(context, match, "draw", question, T("Yes, offer a draw"))
        return
    await _offer(
        context,
        match,
        OfferKind.DRAW,
        asked=T("You have offered a draw. The offer is open until the others answer or play on."),
        agreed=T("You have agreed to a draw."),
    )


@match_command("abort", fits=playing, prefers=(seated,), empty_message=NO_RUNNING_MATCH)
async def propose_abort(context: InteractionContext, match: Match, detail: str) -> None:
    """Propose to end a match without a result; who plays alone ends it, after a confirmation."""
    if detail != CONFIRMED and _decides_alone(match, context.user_id):
        question = T("Do you want to end {match} without a result? You cannot undo this.", match=match_title(match))
        await ask_to_confirm(context, match, "abort", question, T("Yes, end it"))
        return
    await _offer(
        context,
        match,
        OfferKind.ABORT,
        asked=T("You have proposed to end the match without a result. I am asking the other players."),
        agreed=T("The match has ended without a result."),
    )


@match_command("takeback", fits=playing, empty_message=NO_RUNNING_MATCH)
async def take_back(context: InteractionContext, match: Match, detail: str) -> None:
    """Take back the user's last turn, or ask the players who must agree; who plays alone notifies nobody.

    ``detail``: the ply of the board with the button; empty for a command or a menu.
    """
    if not match.is_alone:
        context.count_notification()
    ply = int(detail) if detail.isascii() and detail.isdigit() else None
    open_offers = await context.services.matches.undo.ask_undo(match.id, context.user_id, ply)
    on_board = context.responder.is_press and not context.responder.on_private
    if open_offers is None and on_board and has_lasting_board(match):
        return  # the board that was pressed goes back itself
    if open_offers is None:
        await context.confirm(T("Your turn was taken back. Choose another one."), about=match)
    else:
        await context.confirm(
            T("You have asked to take back your last turn. It is taken back as soon as everyone who was asked agrees."),
            about=match,
        )


def _going_on(match: Match, user_id: int) -> bool:
    return playing(match, user_id) and match.paused_at is None


def _paused(match: Match, user_id: int) -> bool:
    return playing(match, user_id) and match.paused_at is not None


@match_command("pause", fits=playing, prefers=(seated, _going_on), empty_message=NO_RUNNING_MATCH)
async def propose_pause(context: InteractionContext, match: Match, detail: str) -> None:
    """Propose a pause of some days or without an end, or agree to the proposed one."""
    days = int(detail) if detail.isascii() and detail.isdigit() else None
    await _offer(
        context,
        match,
        OfferKind.PAUSE,
        asked=T("You have proposed a pause. I am asking the other players."),
        agreed=T("The match is paused.")
        if match.time_control is None
        else T("The match is paused. All clocks are stopped until it resumes."),
        days=days,
    )


@match_command("resume", fits=playing, prefers=(seated, _paused), empty_message=NO_RUNNING_MATCH)
async def propose_resume(context: InteractionContext, match: Match, _detail: str) -> None:
    """Propose to resume a paused match, or agree to it."""
    await _offer(
        context,
        match,
        OfferKind.RESUME,
        asked=T("You have proposed to resume. I am asking the other players."),
        agreed=T("The match continues."),
    )


def _has_played(match: Match, user_id: int) -> bool:
    return has_ended(match, user_id) and seated(match, user_id)


async def _check_rematch(context: InteractionContext, match: Match) -> None:
    """Raise if a rematch cannot be played: in its channel, or because its computer players are switched off.

    Raises:
        WrongChannelError, UserError
    """
    await check_again(context, match)
    require_computers_of(context, match)


@match_command("rematch", fits=_has_played, empty_message=NO_FINISHED)
async def ask_rematch(context: InteractionContext, match: Match, _detail: str) -> None:
    """Propose a rematch, or agree to one."""
    await _check_rematch(context, match)
    await _offer(
        context,
        match,
        OfferKind.REMATCH,
        asked=T("You have asked for a rematch. It starts as soon as everyone agrees."),
        agreed=T("The rematch has started."),
    )


@match_command("accept", fits=playing, empty_message=NO_RUNNING_MATCH)
async def accept(context: InteractionContext, match: Match, detail: str) -> None:
    """Agree to an offer."""
    kind = _kind(detail)
    if kind is OfferKind.REMATCH:
        await _check_rematch(context, match)
    if kind is OfferKind.REPLACE:
        require_computer_players(context)
    await _answer(context, match, kind, agree=True)
    missing = [offer.needed for offer in await context.services.matches.offers.open_in(match.id) if offer.kind is kind]
    if not missing:
        await context.confirm_answer(T("You have accepted."), await _now_played(context, match, kind))
        return
    # The others still need the buttons.
    waiting = TN(
        "You have accepted. One more player has to agree.",
        "You have accepted. {count} more players have to agree.",
        len(missing[0]),
    )
    await context.confirm(waiting, about=match)


@match_command("decline", fits=playing, empty_message=NO_RUNNING_MATCH)
async def decline(context: InteractionContext, match: Match, detail: str) -> None:
    """Decline an offer, or withdraw the player's own offer or agreement."""
    kind, seat = _kind(detail), match.seat_of(context.user_id)
    open_offers = await context.services.matches.offers.open_in(match.id)
    own = any(offer.kind is kind and seat is not None and seat.player in offer.accepted for offer in open_offers)
    await _answer(context, match, kind, agree=False)
    await context.confirm_answer(T("You have withdrawn it.") if own else T("You have declined."), match)


@match_command("acceptrematch", fits=_has_played, empty_message=NO_FINISHED)
async def accept_rematch(context: InteractionContext, match: Match, _detail: str) -> None:
    """Agree to a rematch."""
    await accept.run(context, match, OfferKind.REMATCH)


@match_command("declinerematch", fits=_has_played, empty_message=NO_FINISHED)
async def decline_rematch(context: InteractionContext, match: Match, _detail: str) -> None:
    """Decline a rematch."""
    await decline.run(context, match, OfferKind.REMATCH)


def _kind(detail: str) -> OfferKind:
    try:
        return OfferKind(detail)
    except ValueError:
        raise OfferError(T("There is no such offer.")) from None


async def _offer(
    context: InteractionContext, match: Match, kind: OfferKind, *, asked: Text, agreed: Text, days: int | None = None
) -> None:
    context.count_notification()
    open_offers = await context.services.matches.offers.offer(match.id, context.user_id, kind, days=days)
    about = match if open_offers is not None else await _now_played(context, match, kind)
    await context.confirm(agreed if open_offers is None else asked, about=about)


async def _now_played(context: InteractionContext, match: Match, kind: OfferKind) -> Match:
    """Return the match to go to after everybody has agreed: after that to a rematch, the new one."""
    history = context.services.matches.history
    following = (await history.get(match.id)).rematch_id if kind is OfferKind.REMATCH else None
    return match if following is None else await history.get(following)


async def _answer(context: InteractionContext, match: Match, kind: OfferKind, *, agree: bool) -> None:
    """Answer an offer; an offer that is no longer open loses its buttons."""
    try:
        await context.services.matches.offers.answer(match.id, context.user_id, kind, accept=agree)
    except ExpiredOfferError:
        if not context.responder.on_private:
            await context.remove_buttons()
        raise
