"""Short public messages about seats."""

from __future__ import annotations

from bot.matches.model.outbox_messages import Notice
from engines.game import Player
from engines.text import Seat, T


def seat_offer_notice(match_id: int, player: Player, to_user: int | None, *, own: bool) -> Notice:
    """The notice that a seat is offered: to a certain user, who is mentioned, or to anybody who does not play."""
    if to_user is not None:
        said = (
            T("{player} would like to hand the seat over to you. Do you want to play on?", player=Seat(player))
            if own
            else T("The seat of {player} is offered to you. Do you want to play on?", player=Seat(player))
        )
        return Notice(match_id, said, [to_user], seat=player, named=True)
    said = (
        T(
            "{player} would like to hand the seat over. Anybody who does not play here may take it: press the button,"
            " or type /match takeover.",
            player=Seat(player),
        )
        if own
        else T(
            "The seat of {player} is offered to anybody who does not play here: press the button, or type"
            " /match takeover.",
            player=Seat(player),
        )
    )
    return Notice(match_id, said, seat=player)


def free_seat_notice(match_id: int, player: Player) -> Notice:
    """The notice that anybody may take over the seat of somebody who has left for good, as the board has just said."""
    offered = T(
        "The seat of {player} is free. If you do not play in this match, you may take it over: press the button, or"
        " type /match takeover. Until somebody does, the turns of this seat pass.",
        player=Seat(player),
    )
    return Notice(match_id, offered, seat=player)
