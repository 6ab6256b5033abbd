"""The position that an observation of Awéthi shows. Nothing in it is secret."""

from __future__ import annotations

from engines.awethi.observation import CORNERS, KINDS, AwethiObservation, ShownHerder
from engines.awethi.state import AWETHI_PER_HERDER, Herder, State


def imagine(observation: AwethiObservation) -> State:
    """Return the position in which a player is to move. The order in which others left no longer matters."""
    seen = observation
    herders = tuple(_herder(seen, shown) for shown in seen.herders)
    players = [shown.player for shown in seen.herders]
    turn, starter = (None if seat is None else players.index(seat) for seat in (seen.herd_turn_of, seen.starter))
    left = [shown.player for shown in seen.herders if shown.left]
    if seen.wairgka_left and seen.wairgka_player is not None:
        left.append(seen.wairgka_player)
    return State(
        board=seen.board,
        scoring=seen.scoring,
        wairgka_seat=seen.wairgka_player,
        herders=herders,
        wairgka=tuple(wairgk.square for wairgk in seen.wairgka),
        phase=seen.phase,
        turn=turn,
        starter=starter,
        round=seen.round,
        unleashed=seen.unleashed,
        dice=tuple(die.value for die in seen.dice) or None,
        walked=_walked(seen),
        prowl=None if seen.prowl is None else (seen.prowl[0] - 1, seen.prowl[1]),
        left=tuple(sorted(left)),
    )


def _herder(seen: AwethiObservation, shown: ShownHerder) -> Herder:
    def squares(kind: str) -> int:
        return sum(1 << one.square for one in seen.aiwe if one.player == shown.player and one.kind == kind)

    calves, cows, bulls = (squares(kind) for kind in KINDS)
    return Herder(
        CORNERS.index(shown.corner),
        (calves, cows, bulls),
        shown.sheltered,
        tuple(one.square for one in seen.awethi if one.player == shown.player),
    )


def _walked(seen: AwethiObservation) -> tuple[int, ...]:
    """The number with which each awéthi of the running turn has moved."""
    waiting = {walker.number for walker in seen.walkers}
    if seen.phase == "each":
        used = {die.awethi: die.value for die in seen.dice if die.awethi is not None}
        return tuple(used.get(number, 0) for number in range(1, AWETHI_PER_HERDER + 1))
    if seen.phase == "sum" and seen.average is not None:
        return tuple(0 if number in waiting else seen.average for number in range(1, AWETHI_PER_HERDER + 1))
    return (0,) * AWETHI_PER_HERDER
