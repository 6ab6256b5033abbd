"""Open offers of a match, and the buttons that answer them."""

from __future__ import annotations

import discord

from bot.matches.model.match import Match, MoveTerms, Offer, OfferKind, ReplaceTerms, UndoTerms
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Row
from bot.ui.components.text import Writer
from engines.text import Seat, T

TITLES = {
    OfferKind.DRAW: T("the draw"),
    OfferKind.ABORT: T("ending the match"),
    OfferKind.REMATCH: T("the rematch"),
    OfferKind.UNDO: T("taking back"),
    OfferKind.MOVE: T("the new channel"),
    OfferKind.PAUSE: T("the pause"),
    OfferKind.RESUME: T("resuming"),
    OfferKind.REPLACE: T("the computer player"),
}
"""The label of an offer, if there are several."""


def answer_row(kind: OfferKind, match: Match, write: Writer, *, named: bool = False) -> Row:
    """Return the buttons to accept and decline; ``named``: labelled with the offer."""
    accept = Action("accept", match.id, detail=kind)
    decline = Action("decline", match.id, detail=kind)
    yes, no = T("Accept"), T("Decline")
    if named:
        yes, no = T("Accept: {offer}", offer=TITLES[kind]), T("Decline: {offer}", offer=TITLES[kind])
    return (
        accept.button(write.plain(yes), discord.ButtonStyle.success),
        decline.button(write.plain(no)),
    )


def offer_line(offer: Offer, write: Writer) -> str:
    """Return who offers what, on one line."""
    match offer.kind:
        case OfferKind.DRAW:
            return write(T("🤝 {player} offers a draw.", player=Seat(offer.by)))
        case OfferKind.ABORT:
            return write(T("🛑 {player} proposes to end the match without a result.", player=Seat(offer.by)))
        case OfferKind.REMATCH:
            return write(T("🔁 {player} would like a rematch.", player=Seat(offer.by)))
        case OfferKind.UNDO:
            moves = offer.terms_as(UndoTerms).moves
            return write(T("↩️ {player} would like to take back a turn ({moves}).", player=Seat(offer.by), moves=moves))
        case OfferKind.MOVE:
            said = write(T("📍 {player} proposes to move the match to another channel:", player=Seat(offer.by)))
            return f"{said} <#{offer.terms_as(MoveTerms).channel}>"
        case OfferKind.PAUSE:
            return write(T("⏸️ {player} proposes a pause.", player=Seat(offer.by)))
        case OfferKind.RESUME:
            return write(T("▶️ {player} would like to resume the match.", player=Seat(offer.by)))
        case OfferKind.REPLACE:
            terms = offer.terms_as(ReplaceTerms)
            return write(
                T(
                    "🤖 {player} proposes a computer player of level {level} for the seat of {former}.",
                    player=Seat(offer.by),
                    level=terms.level,
                    former=Seat(terms.seat),
                )
            )
