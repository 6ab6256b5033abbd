"""State transitions of Awéthi: moves, catches brought home, and the ends of turns and matches."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engines.awethi.boards import FOREST, HERDING_POINTS
from engines.awethi.herd import caught, herd_moves
from engines.awethi.legality import why_not
from engines.awethi.moves import HOME, STAY, Choose, Deal, Dice, First, HerdRoll, Hunt, Lot, Move, Prowl, Walk
from engines.awethi.observation import ROUNDS, Ending
from engines.awethi.rules import average, can_hunt, herder_to_move, is_legal
from engines.awethi.state import AWETHI_PER_HERDER, Herder, State
from engines.bitsets import mask_of
from engines.errors import IllegalMoveError, seat_cannot_be_taken_over
from engines.game import Player
from engines.text import T


@lru_cache(maxsize=32)  # reading, making, describing and showing a turn need the same positions
def apply(state: State, player: Player, move: Move) -> State:
    """The position after the move.

    Raises:
        IllegalMoveError: with the reason that :func:`~engines.awethi.legality.why_not` gives.
    """
    if not is_legal(state, player, move):
        raise why_not(state, player, move).error()
    match move:
        case Walk():
            return _after_walk(state, move)
        case HerdRoll(direction):
            return _after_herd(state, direction)
        case Dice(values):
            return replace(state, phase="choose", dice=values)
        case Choose(way):
            return replace(state, phase=way)
        case Prowl(direction, steps):
            rolled = replace(state, phase="hunt", prowl=(direction, steps))
            return rolled if can_hunt(rolled) else _next_herder(rolled)
        case Hunt():
            return _after_hunt(state, move)
        case Lot(seat):
            return replace(state, phase="deal", wairgka_seat=seat)
        case Deal():
            return _dealt(state, move)
        case First(herder):
            return _started(state, herder)


# -------------------------------------------------------------------------------------------------------- the start


def _dealt(state: State, move: Deal) -> State:
    """The aiwe are on their herding-points (A5); a single herder starts without a draw (A6)."""
    herders = tuple(
        replace(herder, herd=_herd(HERDING_POINTS[herder.corner], kinds))
        for herder, kinds in zip(state.herders, move.herds, strict=True)
    )
    dealt = replace(state, herders=herders, phase="first")
    return _started(dealt, 0) if len(herders) == 1 else dealt


def _herd(squares: tuple[int, ...], kinds: str) -> tuple[int, int, int]:
    calves, cows, bulls = (
        mask_of(square for square, dealt in zip(squares, kinds, strict=True) if dealt == kind) for kind in "cwb"
    )
    return calves, cows, bulls


def _started(state: State, herder: int) -> State:
    return replace(state, phase="herd", turn=herder, starter=herder, round=1)


# ------------------------------------------------------------------------------------------------------------ turns


def _after_herd(state: State, direction: int) -> State:
    """The herd has moved (A8 to A11), the caught ones have gone to the shelter (A23)."""
    number = herder_to_move(state)
    before = state.herders[number]
    held = caught(before.grazing, state.awethi)
    herd = [0, 0, 0]
    for kind, _, end in herd_moves(state, before, direction):
        herd[kind] |= 1 << end
    calves, cows, bulls = (
        old + (mask & held).bit_count() for old, mask in zip(before.sheltered, before.herd, strict=True)
    )
    herder = Herder(before.corner, (herd[0], herd[1], herd[2]), (calves, cows, bulls), before.awethi)
    after = replace(
        state,
        phase="dice",
        herders=_with(state, number, herder),
        unleashed=state.unleashed or bool(herder.grazing & FOREST),
    )
    if not herder.grazing:
        return _over(after, "sheltered")
    return _after_awethi(after) if state.seat_of(number) in state.left else after


def _with(state: State, number: int, herder: Herder) -> tuple[Herder, ...]:
    return (*state.herders[:number], herder, *state.herders[number + 1 :])


def _after_walk(state: State, move: Walk) -> State:
    number = herder_to_move(state)
    herder = state.herders[number]
    start = herder.awethi[move.awethi]
    end = {STAY: start, HOME: herder.shelter}.get(move.end, move.end)
    awethi = (*herder.awethi[: move.awethi], end, *herder.awethi[move.awethi + 1 :])
    walked = list(state.walked)
    walked[move.awethi] = move.die or average(state)
    # Written out: most moves are walks, and dataclasses.replace is slow.
    after = State(
        board=state.board,
        scoring=state.scoring,
        wairgka_seat=state.wairgka_seat,
        herders=_with(state, number, Herder(herder.corner, herder.herd, herder.sheltered, awethi)),
        wairgka=state.wairgka,
        phase=state.phase,
        turn=state.turn,
        starter=state.starter,
        round=state.round,
        unleashed=state.unleashed or bool(FOREST >> end & 1),
        dice=state.dice,
        walked=tuple(walked),
        prowl=state.prowl,
        left=state.left,
        ending=state.ending,
    )
    return _after_awethi(after) if all(walked) else after


def _after_awethi(state: State) -> State:
    """The herder's turn is over: a wairgk turn follows once they are loose (A7, A17), unless nobody plays them."""
    if state.unleashed and state.wairgka_seat not in state.left:
        return replace(state, phase="prowl", dice=None, walked=(0,) * AWETHI_PER_HERDER)
    return _next_herder(state)


def _next_herder(state: State) -> State:
    """Go on to the next herder clockwise (A7), or end the match after the last round (A28)."""
    turn = (herder_to_move(state) + 1) % len(state.herders)
    number = state.round + (turn == state.starter)
    if number > ROUNDS:
        return _over(state, "rounds")
    return replace(state, phase="herd", turn=turn, round=number, dice=None, walked=(0,) * AWETHI_PER_HERDER, prowl=None)


def _after_hunt(state: State, move: Hunt) -> State:
    """A wairgk has moved, and eaten what was on its square (A21)."""
    wairgka = (*state.wairgka[: move.wairgk], move.end, *state.wairgka[move.wairgk + 1 :])
    after = replace(state, wairgka=wairgka)
    gone = ~(1 << move.end)
    for number, herder in enumerate(state.herders):
        if herder.grazing >> move.end & 1:
            calves, cows, bulls = (mask & gone for mask in herder.herd)
            bereft = replace(herder, herd=(calves, cows, bulls))
            after = replace(after, herders=_with(state, number, bereft))
            if not bereft.grazing:
                return _over(after, "eaten")
    return _next_herder(after)


def _over(state: State, ending: Ending) -> State:
    """End the match and clear the turn (A24)."""
    return replace(
        state, phase="over", turn=None, dice=None, walked=(0,) * AWETHI_PER_HERDER, prowl=None, ending=ending
    )


# ------------------------------------------------------------------------------------------------------ leaving


def withdraw(state: State, player: Player) -> State:
    """The position after a player has resigned or left for good.

    The dice keep moving the herd of a herder who leaves, and the awéthi stay where they are. The wairgk turns of a
    wairgka player who leaves pass. When one player is left, the match is over.

    Raises:
        IllegalMoveError: the match is over, or the player has left already.
        IndexError: there is no such seat.
    """
    if state.phase == "over":
        raise IllegalMoveError(T("The match is over."))
    if not 0 <= player < state.num_players:
        raise IndexError(f"no seat {player}")
    if player in state.left:
        raise IllegalMoveError(T("You have already left this match."))
    acting = _acting(state)
    after = replace(state, left=(*state.left, player))
    if len(after.active_players) == 1:
        return _over(after, "resignation")
    if player != acting:
        return after
    return _next_herder(after) if state.phase in ("prowl", "hunt") else _after_awethi(after)


def take_over(state: State, player: Player) -> State:
    """The position after another user took over the wairgka of a player who left: their turns are no longer passed.

    The current turn does not change: the next wairgk turn is the new player's first.

    Raises:
        IllegalMoveError: the match is over, or it is not the seat of a wairgka player who has left.
    """
    if state.phase == "over":
        raise IllegalMoveError(T("The match is over."))
    if player != state.wairgka_seat or player not in state.left:
        raise seat_cannot_be_taken_over()
    return replace(state, left=tuple(seat for seat in state.left if seat != player))


def _acting(state: State) -> Player | None:
    """The seat that still has a roll or decision of its own in this turn; the herd's roll belongs to no seat."""
    if state.phase in ("prowl", "hunt"):
        return state.wairgka_seat
    return state.seat_of(herder_to_move(state)) if state.phase in ("dice", "choose", "each", "sum") else None
