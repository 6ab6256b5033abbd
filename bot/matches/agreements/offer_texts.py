"""What the match is told about offers: proposed, declined, withdrawn, carried out."""

from __future__ import annotations

from bot.matches.agreements.pauses import pause_days
from bot.matches.errors import OfferError
from bot.matches.model.match import Match, Offer, OfferKind, ReplaceTerms, UndoTerms
from engines.game import Player
from engines.text import TN, Seat, T, Text


def proposal(match: Match, offer: Offer) -> Text:
    """Say what a player offers in a match."""
    player = offer.by
    match offer.kind:
        case OfferKind.DRAW:
            return T(
                "{player} offers a draw. The offer is open until the others answer or play on.", player=Seat(player)
            )
        case OfferKind.ABORT:
            return T("{player} proposes to end the match without a result.", player=Seat(player))
        case OfferKind.REMATCH:
            return T("{player} would like a rematch.", player=Seat(player))
        case OfferKind.UNDO:
            return T("{player} would like to take back the last turn.", player=Seat(player))
        case OfferKind.MOVE:
            return T("{player} proposes to move the match to another channel:", player=Seat(player))
        case OfferKind.PAUSE:
            return _proposed_pause(Seat(player), pause_days(offer), has_clocks=match.time_control is not None)
        case OfferKind.RESUME:
            return T("{player} would like to resume the match.", player=Seat(player))
        case OfferKind.REPLACE:
            terms = offer.terms_as(ReplaceTerms)
            if terms.seat == player:
                return T(
                    "{player} would like to hand over their seat to a computer player of level {level}. {player} then"
                    " comes last. Do you agree?",
                    player=Seat(player),
                    level=terms.level,
                )
            return T(
                "{player} proposes that a computer player of level {level} takes over the seat of {former}.",
                player=Seat(player),
                level=terms.level,
                former=Seat(terms.seat),
            )


def _proposed_pause(player: Seat, days: int | None, *, has_clocks: bool) -> Text:
    if days is None:
        if not has_clocks:
            return T("{player} proposes a pause.", player=player)
        return T("{player} proposes a pause: nobody plays, and all clocks stop.", player=player)
    if not has_clocks:
        return TN(
            "{player} proposes a pause of one day.", "{player} proposes a pause of {count} days.", days, player=player
        )
    return TN(
        "{player} proposes a pause of one day: nobody plays, and all clocks stop.",
        "{player} proposes a pause of {count} days: nobody plays, and all clocks stop.",
        days,
        player=player,
    )


def declined(kind: OfferKind, player: Player) -> Text:
    """Say that a player declines an offer."""
    match kind:
        case OfferKind.DRAW:
            return T("{player} declines the draw.", player=Seat(player))
        case OfferKind.ABORT:
            return T("{player} wants to play on.", player=Seat(player))
        case OfferKind.REMATCH:
            return T("{player} does not want a rematch.", player=Seat(player))
        case OfferKind.UNDO:
            return T("{player} does not agree to take the turn back.", player=Seat(player))
        case OfferKind.MOVE:
            return T("{player} wants to stay in this channel.", player=Seat(player))
        case OfferKind.PAUSE:
            return T("{player} does not want a pause.", player=Seat(player))
        case OfferKind.RESUME:
            return T("{player} does not want to resume yet.", player=Seat(player))
        case OfferKind.REPLACE:
            return T("{player} does not want a computer player to take over the seat.", player=Seat(player))


def withdrawn(kind: OfferKind, player: Player) -> Text:
    """Say that a player no longer offers something, or no longer agrees to it."""
    match kind:
        case OfferKind.DRAW:
            return T("{player} no longer wants a draw.", player=Seat(player))
        case OfferKind.ABORT:
            return T("{player} wants to play on after all.", player=Seat(player))
        case OfferKind.REMATCH:
            return T("{player} no longer wants a rematch.", player=Seat(player))
        case OfferKind.MOVE:
            return T("{player} no longer wants to move the match.", player=Seat(player))
        case OfferKind.UNDO:
            return T("{player} no longer wants to take the turn back.", player=Seat(player))
        case OfferKind.PAUSE:
            return T("{player} no longer wants a pause.", player=Seat(player))
        case OfferKind.RESUME:
            return T("{player} no longer wants to resume.", player=Seat(player))
        case OfferKind.REPLACE:
            return T("{player} no longer wants a computer player to take over the seat.", player=Seat(player))


def other_terms(kind: OfferKind) -> OfferError:
    """Return the error for a proposal beside another one of its kind."""
    if kind is OfferKind.MOVE:
        return OfferError(T("Another channel has already been proposed. Accept or decline that proposal first."))
    return OfferError(T("Another computer player has already been proposed. Accept or decline that proposal first."))


def undone(offer: Offer) -> Text:
    """Say which turn was taken back."""
    player, terms = Seat(offer.by), offer.terms_as(UndoTerms)
    moves = terms.moves
    if terms.part:
        return T("↩️ {player} takes back the moves of this turn so far ({moves}).", player=player, moves=moves)
    if terms.since and len(offer.accepted) == 1:
        return T("↩️ {player} takes back a turn ({moves}) and the answers to it.", player=player, moves=moves)
    if terms.since:
        return T(
            "↩️ {player} takes back a turn ({moves}) and everything played since. Everyone who was asked agreed.",
            player=player,
            moves=moves,
        )
    if len(offer.accepted) == 1:
        return T("↩️ {player} takes back the last turn ({moves}).", player=player, moves=moves)
    return T(
        "↩️ {player} takes back the last turn ({moves}). Everyone who was asked agreed.", player=player, moves=moves
    )
