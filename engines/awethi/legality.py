"""Reasons for refusing a move: one sentence for each ruling."""

from __future__ import annotations

from engines.awethi import rules
from engines.awethi.boards import BOARDS, LAIR, SHELTERS
from engines.awethi.herd import occupied
from engines.awethi.moves import HOME, STAY, Choose, Hunt, Move, Walk, encode, end_text
from engines.awethi.squares import BESIDE, NAMES, ahead
from engines.awethi.state import State
from engines.awethi.walks import awethi_ends, wairgk_ends
from engines.bitsets import members_of
from engines.errors import Refusal
from engines.game import Player
from engines.text import TN, Seat, T, Text


def why_not(state: State, player: Player, move: Move) -> Refusal:
    """The reason why an illegal move is forbidden, in one sentence or two, and the squares that forbid it."""
    reason = _why_not_now(state, player, move)
    if reason is not None:
        return Refusal(reason)
    if isinstance(move, Hunt):
        return _why_no_hunt(state, move)
    if isinstance(move, Walk):
        return _why_no_walk(state, move)
    raise LookupError(f"{move} is legal")


def _at(reason: Text, *squares: int) -> Refusal:
    return Refusal(reason, tuple(NAMES[square] for square in squares))


def _why_not_now(state: State, player: Player, move: Move) -> Text | None:
    """The reason if no move of this kind is possible now, or not for this player."""
    if state.phase == "over":
        return T("The match is over.")
    seat = rules.turn_seat(state)
    if state.phase in rules.CHANCE_PHASES or seat is None or not isinstance(move, (Choose, Walk, Hunt)):
        return T("Not now: the dice are rolled automatically.")
    if player != seat:
        return T("It is {player}’s turn.", player=Seat(seat))
    if state.phase == "hunt":
        return None if isinstance(move, Hunt) else _hunt_first(state)
    if isinstance(move, Hunt):
        return T("The awéthi move now; the wairgka move after them.")
    if state.phase == "choose" and not isinstance(move, Choose):
        return T(
            "First choose: “{each}” gives every awéthi a die of its own; with “{average}” they all move {number} "
            "(rounded down).",
            each="each",
            average="average",
            number=rules.average(state),
        )
    if isinstance(move, Choose) and state.phase != "choose":
        return T("You have already chosen. Say where an awéthi goes, or undo your choice.")
    return None


# -------------------------------------------------------------------------------------------------------- the awéthi


def _why_no_walk(state: State, move: Walk) -> Refusal:
    number = move.awethi + 1
    if state.walked[move.awethi]:
        here = state.herders[rules.herder_to_move(state)].awethi[move.awethi]
        return _at(T("Awéthi {number} has already moved this turn.", number=number), here)
    if state.phase == "sum" and move.die:
        return Refusal(T("All awéthi move the average, {number} (rounded down).", number=rules.average(state)))
    steps = move.die or rules.average(state)
    if steps not in rules.numbers(state) or (state.phase == "each" and not move.die):
        free = " ".join(map(str, rules.numbers(state)))
        return Refusal(T("Choose a die that you have not used yet: {dice}.", dice=free))
    ends = awethi_ends(state, rules.herder_to_move(state), move.awethi, steps)[-1]
    if move.end in (STAY, HOME) or not ends:
        return _why_not_there(state, move, ends)
    return _why_no_end(state, move, steps)


def _why_not_there(state: State, move: Walk, ends: int) -> Refusal:
    """A16: only an awéthi without a legal end may stay or go home, and it can do nothing else."""
    if ends:
        example = members_of(ends)[0]
        reason = T(
            "Awéthi {number} can walk, for example to {square}. Only an awéthi with nowhere to go may stay "
            "or return to the shelter.",
            number=move.awethi + 1,
            square=NAMES[example],
        )
        return _at(reason, example)
    return _at(_nowhere_to_go(state, move), state.herders[rules.herder_to_move(state)].awethi[move.awethi])


def _nowhere_to_go(state: State, move: Walk) -> Text:
    """What an awéthi without a legal end can do."""
    number = move.awethi + 1
    ways = [encode(Walk(move.awethi, move.die, end)) for end in rules.fallback_ends(state, move.awethi)]
    if len(ways) > 1:
        return T(
            "Awéthi {number} has nowhere to go: choose {one} or {other}.", number=number, one=ways[0], other=ways[1]
        )
    start = state.herders[rules.herder_to_move(state)].awethi[move.awethi]
    if BOARDS[state.board].water >> start & 1:
        return T("Awéthi {number} cannot stay in the water: only {move} is possible.", number=number, move=ways[0])
    return T(
        "Awéthi {number} has nowhere to go and is in the shelter: only {move} is possible.", number=number, move=ways[0]
    )


def _why_no_end(state: State, move: Walk, steps: int) -> Refusal:
    """A13 to A15."""
    own = state.herders[rules.herder_to_move(state)]
    start, end = own.awethi[move.awethi], move.end
    square = end_text(end)
    if end == LAIR:
        return _at(T("No awéthi may enter the Lair."), end)
    if end in SHELTERS and end != own.shelter:
        return _at(T("{square} is a shelter, but not yours.", square=square), end)
    if end != start and occupied(state) >> end & 1:
        return _at(T("There is already a piece on {square}.", square=square), end)
    water = BOARDS[state.board].water
    if water >> start & 1 and water >> end & 1:
        return _at(T("Awéthi {number} is in water and must leave it.", number=move.awethi + 1), start, end)
    reason = TN(
        "Awéthi {number} cannot get from {start} to {square} in exactly {count} step.",
        "Awéthi {number} cannot get from {start} to {square} in exactly {count} steps.",
        steps,
        number=move.awethi + 1,
        start=NAMES[start],
        square=square,
    )
    return _at(reason, start, end)


# ------------------------------------------------------------------------------------------------------- the wairgka


def _hunt_first(state: State) -> Text:
    example = next(
        encode(Hunt(wairgk, members_of(ends)[0]))
        for wairgk in range(len(state.wairgka))
        if (ends := wairgk_ends(state, wairgk))
    )
    return T("A wairgk moves now: type its name and where it goes, such as {move}.", move=example)


def _why_no_hunt(state: State, move: Hunt) -> Refusal:
    """A18 to A20."""
    if move.wairgk >= len(state.wairgka) or state.prowl is None:
        return Refusal(T("There is no wairgk {name}.", name=f"W{move.wairgk + 1}"))
    direction, steps = state.prowl
    start, end = state.wairgka[move.wairgk], move.end
    square = NAMES[end]
    if BOARDS[state.board].water >> end & 1:
        return _at(T("No wairgk may end in water."), end)
    if end in SHELTERS:
        return _at(T("No wairgk may enter a shelter."), end)
    if state.awethi >> end & 1:
        return _at(T("There is an awéthi on {square}.", square=square), end)
    if end != start and state.hunting_grounds >> end & 1:
        return _at(T("There is already a wairgk on {square}.", square=square), end)
    if not ahead(start, direction) >> end & 1:
        return _at(_not_ahead(direction, move, start), start, end)
    feared = BESIDE[end] & state.awethi
    if feared and not state.aiwe >> end & 1:
        reason = T("{square} is next to an awéthi; a wairgk may end there only if it eats an aiwe.", square=square)
        return _at(reason, *members_of(feared))
    reason = TN(
        "{name} cannot get from {start} to {square} in exactly {count} step.",
        "{name} cannot get from {start} to {square} in exactly {count} steps.",
        steps,
        name=f"W{move.wairgk + 1}",
        start=NAMES[start],
        square=square,
    )
    return _at(reason, start, end)


def _not_ahead(direction: int, move: Hunt, start: int) -> Text:
    name, square = f"W{move.wairgk + 1}", NAMES[start]
    match direction:
        case 0:
            return T("{name} must end further north than {square}.", name=name, square=square)
        case 1:
            return T("{name} must end further east than {square}.", name=name, square=square)
        case 2:
            return T("{name} must end further south than {square}.", name=name, square=square)
        case _:
            return T("{name} must end further west than {square}.", name=name, square=square)
