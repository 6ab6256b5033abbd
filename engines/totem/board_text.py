"""A position of Totem without a picture: in sentences, and in fixed-width characters."""

from __future__ import annotations

from engines.game import Player, unconfirmed
from engines.text import TN, Seat, T, Text
from engines.totem.observation import CELL_NAMES, CELL_PLACES, QUIET_SHOWN, TotemObservation
from engines.totem.turns import QUIET_TURNS

_HIGHEST = 12
"""The height of the northernmost cell above the middle (see :data:`~engines.totem.observation.CELL_PLACES`)."""


def describe_position(seen: TotemObservation) -> tuple[Text, ...]:
    """Describe the position: who acts, then each player's totem, pieces and reserve, and how quiet the match is."""
    seats = (_describe_seat(seen, seat) for seat in range(len(seen.totems)))
    return (*_describe_turn(seen), *seats, *_describe_quiet(seen))


def _describe_quiet(seen: TotemObservation) -> tuple[Text, ...]:
    """How close the match is to a tie by quiet turns (T26)."""
    if seen.quiet_turns < QUIET_SHOWN or seen.outcome is not None:
        return ()
    return (T("{number} of {limit} quiet turns.", number=seen.quiet_turns, limit=QUIET_TURNS),)


def _describe_turn(seen: TotemObservation) -> tuple[Text, ...]:
    waiting = (unconfirmed(seen.turn),) if seen.planned and seen.turn is not None else ()
    if seen.outcome is not None:
        return (seen.outcome.summary, *waiting)
    if seen.turn is None:
        return (T("The dice decide who begins."),)
    if waiting:
        return waiting
    player = Seat(seen.turn)
    high, low = seen.dice or (0, 0)
    match seen.phase:
        case "place":
            return (T("{player} chooses where to start.", player=player),)
        case "use":
            return (T("{player} has rolled {high} and {low}.", player=player, high=high, low=low),)
        case "run":
            return (
                TN(
                    "{player} has rolled {high} and {low}; {count} point is left.",
                    "{player} has rolled {high} and {low}; {count} points are left.",
                    seen.points,
                    player=player,
                    high=high,
                    low=low,
                ),
            )
        case "again":
            return (T("{player} has rolled a 12 and may roll again.", player=player),)
        case _:
            return (T("It is {player}’s turn.", player=player),)


def _describe_seat(seen: TotemObservation, seat: Player) -> Text:
    player, totem = Seat(seat), seen.totems[seat]
    if seat not in seen.active_players:
        return _describe_gone(seen, seat)
    if totem is None:
        return T("{player} is not on the board yet.", player=player)
    reserve = T("{number} in reserve", number=seen.reserves[seat])
    if not seen.pieces[seat]:
        return T("{player}: totem {totem} alone; {reserve}.", player=player, totem=CELL_NAMES[totem], reserve=reserve)
    return T(
        "{player}: totem {totem}, pieces {pieces}; {reserve}.",
        player=player,
        totem=CELL_NAMES[totem],
        pieces=" ".join(CELL_NAMES[cell] for cell in seen.pieces[seat]),
        reserve=reserve,
    )


def _describe_gone(seen: TotemObservation, seat: Player) -> Text:
    """Why a player is no longer in the match, and at its end the place."""
    player, left, place = Seat(seat), seat in seen.resigned, 1
    for group in () if seen.outcome is None else seen.outcome.ranking:
        if seat in group:
            if left:
                return T("{place}. {player}, who has left.", place=place, player=player)
            return T("{place}. {player}, who is out.", place=place, player=player)
        place += len(group)
    return T("{player} has left.", player=player) if left else T("{player} is out.", player=player)


# ------------------------------------------------------------------------------------------------ fixed-width board


_STEP, _WIDE = 2, 3
"""Columns from one file to the next, and columns of a cell. Cells of neighbouring files are never on one line."""


def text_board(seen: TotemObservation) -> str:
    """The board in fixed width, 27 columns.

    A piece is the number of its seat, a totem that number in brackets. Each file has its letter below and the number
    of its northernmost cell above.
    """
    marks = dict.fromkeys(range(len(CELL_NAMES)), " . ")
    for seat, (totem, pieces) in enumerate(zip(seen.totems, seen.pieces, strict=True)):
        marks |= dict.fromkeys(pieces, f" {seat + 1} ")
        if totem is not None:
            marks[totem] = f"[{seat + 1}]"
    rows = {height: [" "] * (12 * _STEP + _WIDE) for height in range(_HIGHEST + 2, -_HIGHEST - 3, -1)}

    def put(height: int, file: int, mark: str) -> None:
        at = (file + 6) * _STEP
        rows[height][at : at + _WIDE] = mark

    for cell, (file, height) in enumerate(CELL_PLACES):
        put(height, file, marks[cell])
        letter, rank = CELL_NAMES[cell][0], CELL_NAMES[cell][1:]
        if rank == "1":
            put(height - 2, file, f" {letter} ")
        if height == _HIGHEST - abs(file):
            put(height + 2, file, f"{rank:>2} ")
    return "\n".join("".join(row).rstrip() for _, row in sorted(rows.items(), reverse=True))


def legend(seen: TotemObservation) -> tuple[Text, ...]:
    """The meaning of the signs of :func:`text_board`, and the pieces of each player."""
    return (
        T("[1] totem of player 1, 1 a piece"),
        T("The cells of a file are counted from the bottom."),
        *(_pile(seen, seat) for seat in range(len(seen.totems))),
    )


def _pile(seen: TotemObservation, seat: Player) -> Text:
    if seat in seen.resigned:
        return T("{number}: has left", number=seat + 1)
    if seat not in seen.active_players:
        return T("{number}: out", number=seat + 1)
    return TN(
        "{number}: {count} piece, {reserve} in reserve",
        "{number}: {count} pieces, {reserve} in reserve",
        len(seen.pieces[seat]),
        number=seat + 1,
        reserve=seen.reserves[seat],
    )
