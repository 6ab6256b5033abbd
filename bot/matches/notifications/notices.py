"""Public notices about seats."""

from __future__ import annotations

from bot.matches.model.outbox_messages import Notice
from engines.game import Player
from engines.text import Seat, T


def seat_offer_notice(match_id: int, player: Player, to_user: int | None, *, own: bool) -> Notice:
    """Return the notice that a seat is offered: to one user, who is mentioned, or to anyone who does not play."""
    if to_user is not None:
        said = (
            T("{player} would like to hand over their seat to you. Do you want to take it?", player=Seat(player))
            if own
            else T("You are offered {player}’s seat. Do you want to take it?", player=Seat(player))
        )
        return Notice(match_id, said, [to_user], seat=player, named=True)
    said = (
        T(
            "{player} would like to hand over their seat. Anyone who is not playing in this match "
            "can take it: press the button or use /match action: takeover.",
            player=Seat(player),
        )
        if own
        else T(
            "{player}’s seat is offered to anyone who is not playing in this match: press the button "
            "or use /match action: takeover.",
            player=Seat(player),
        )
    )
    return Notice(match_id, said, seat=player)


def free_seat_notice(match_id: int, player: Player) -> Notice:
    """Return the notice that anyone may take over the seat of a player who has left."""
    offered = T(
        "{player}’s seat is free. Anyone who is not playing in this match can take it over: "
        "press the button or use /match action: takeover. Until then its turns are skipped.",
        player=Seat(player),
    )
    return Notice(match_id, offered, seat=player)
