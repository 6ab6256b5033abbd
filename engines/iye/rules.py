"""The rules of İYE on positions. Numbers such as I6 name the rulings, which the README of this package states."""

from __future__ import annotations

from dataclasses import replace

from engines.errors import IllegalMoveError, Refusal
from engines.game import CHANCE, Player, Rng
from engines.iye.board import BY_LETTER, EMPTY, NAMES, NATURAL, SPENDING, START
from engines.iye.moves import (
    BEGINS,
    FIRSTS,
    NATURALS,
    SPENDS,
    Begin,
    Deal,
    Drum,
    First,
    Move,
    Natural,
    Spend,
    is_full_set,
)
from engines.iye.observation import POINTS, TILE_NAMES, TYPES, Counts, CycleResult
from engines.iye.state import INDEX, NOTHING, State, changed
from engines.text import Seat, T, Text

Steps = tuple[tuple[int, Drum], ...]

# For each square: the squares reached and the moves there, in the order of moves.
_NATURAL_STEPS: tuple[Steps, ...] = tuple(
    tuple((target, NATURALS[target]) for target in targets) for targets in NATURAL
)
_SPEND_STEPS: dict[str, tuple[Steps, ...]] = {
    tile: tuple(tuple((target, SPENDS[tile][target]) for target in targets) for targets in reach)
    for tile, reach in SPENDING.items()
}
_BY_LETTER = tuple((INDEX[tile], _SPEND_STEPS[tile]) for tile in BY_LETTER)

_NOBODY: tuple[Player, ...] = ()
_CHANCE = (CHANCE,)
_ALONE: tuple[tuple[Player, ...], ...] = ((0,), (1,))


def players_to_move(state: State) -> tuple[Player, ...]:
    """The players to move."""
    if state.phase == "over":
        return _NOBODY
    if state.phase in ("first", "deal"):
        return _CHANCE
    return _ALONE[mover(state)]


def mover(state: State) -> Player:
    """The seat that :attr:`State.turn` names.

    Raises:
        LookupError: there is none.
    """
    if state.turn is None:
        raise LookupError("nobody is to move")
    return state.turn


# ---------------------------------------------------------------------------------------------------- legal moves


def legal_moves(state: State, player: Player) -> tuple[Move, ...]:
    """Every legal move of the player, in the order of their machine texts."""
    if player != state.turn:
        return ()
    if state.phase == "play":
        return legal_drum_moves(state.board, state.drum, state.hands[player])
    return BEGINS if state.phase == "choose" else ()


def legal_drum_moves(board: str, drum: int, hand: Counts) -> tuple[Drum, ...]:
    """Every move that ends on a tile, in the order of machine texts: by spending (I7), then natural (I6)."""
    moves: list[Drum] = []
    for index, steps in _BY_LETTER:
        if hand[index]:
            moves += [move for target, move in steps[drum] if board[target] != EMPTY]
    moves += [move for target, move in _NATURAL_STEPS[drum] if board[target] != EMPTY]
    return tuple(moves)


def can_move(board: str, drum: int, hand: Counts) -> bool:
    """Whether there is any legal move at all (I13)."""
    for target in NATURAL[drum]:
        if board[target] != EMPTY:
            return True
    return any(
        board[target] != EMPTY
        for tile, number in zip(TYPES, hand, strict=True)
        if number
        for target in SPENDING[tile][drum]
    )


def natural_targets(state: State) -> tuple[int, ...]:
    """The squares that the drum reaches naturally (I6), ascending."""
    return tuple(sorted(target for target in NATURAL[state.drum] if state.board[target] != EMPTY))


def spend_targets(state: State, tile: str) -> tuple[int, ...]:
    """The squares reached by spending a tile of this type (I7), ascending; none without such a tile."""
    if not state.hands[mover(state)][INDEX[tile]]:
        return ()
    return tuple(sorted(target for target in SPENDING[tile][state.drum] if state.board[target] != EMPTY))


def is_legal(state: State, player: Player, move: Move) -> bool:
    """Whether the player, or chance, may make this move now."""
    return why_not(state, player, move) is None


def why_not(state: State, player: Player, move: Move) -> Refusal | None:
    """The reason why the move is forbidden, in one sentence; ``None`` for a legal move."""
    if state.phase == "play" and player == state.turn and isinstance(move, (Natural, Spend)):
        return _why_no_drum_move(state, player, move)
    reason = _why_not_now(state, player, move)
    return None if reason is None else Refusal(reason)


def _why_not_now(state: State, player: Player, move: Move) -> Text | None:
    """The reason if it has no place on the board."""
    if state.phase == "over":
        return T("The match is over.")
    if isinstance(move, (First, Deal)):
        return _why_no_chance(state, player, move)
    if state.phase in ("first", "deal"):
        return T("The tiles of the next cycle have not been dealt yet.")
    if player != state.turn:
        return T("It is {player}’s turn.", player=Seat(mover(state)))
    if isinstance(move, Begin):
        return None if state.phase == "choose" else T("You choose who begins only between two cycles.")
    return T("First choose who begins this cycle: start:me or start:opponent.")


def _why_no_chance(state: State, player: Player, move: First | Deal) -> Text | None:
    wanted = "first" if isinstance(move, First) else "deal"
    if player != CHANCE or state.phase != wanted:
        return T("There is nothing to draw or deal now.")
    if isinstance(move, Deal) and not is_full_set(move.board):
        return T("These are not the 25 tiles of the game.")
    if isinstance(move, First) and move not in FIRSTS:
        return T("There is no such seat.")
    return None


def _why_no_drum_move(state: State, player: Player, move: Drum) -> Refusal | None:
    if isinstance(move, Spend):
        if not state.hands[player][INDEX[move.tile]]:
            return Refusal(T("You have no {tile} to spend.", tile=TILE_NAMES[move.tile]))
        reached = SPENDING[move.tile][state.drum]
    else:
        reached = NATURAL[state.drum]
    origin, target = NAMES[state.drum], NAMES[move.target]
    if move.target in reached:
        if state.board[move.target] != EMPTY:
            return None
        return Refusal(T("There is no tile on {target}.", target=target), (target,))
    if isinstance(move, Spend):
        reason = T(
            "The {tile} cannot take the drum from {origin} to {target}.",
            tile=TILE_NAMES[move.tile],
            origin=origin,
            target=target,
        )
    else:
        reason = T(
            "The drum goes one or two squares up, down, left or right, so not from {origin} to {target}.",
            origin=origin,
            target=target,
        )
    return Refusal(reason, (origin, target))


# ---------------------------------------------------------------------------------------------------- making moves


def apply(state: State, player: Player, move: Move) -> State:
    """The position after the move.

    Raises:
        IllegalMoveError: with the reason that :func:`why_not` gives.
    """
    refusal = why_not(state, player, move)
    if refusal is not None:
        raise refusal.error()
    if isinstance(move, (Natural, Spend)):
        return _after_drum(state, player, move)
    if isinstance(move, Deal):
        return _after_deal(state, move)
    if isinstance(move, First):
        return replace(state, phase="deal", starter=move.player, turn=move.player)
    starter = player if move.who == "me" else 1 - player
    return replace(state, phase="play", starter=starter, turn=starter)


def _after_drum(state: State, player: Player, move: Drum) -> State:
    target = move.target
    opponent = 1 - player
    board = state.board
    given = board[target]
    board = board[:target] + EMPTY + board[target + 1 :]
    mine, theirs = state.hands[player], changed(state.hands[opponent], given, 1)  # I8: to the opponent
    spent = state.spent
    if isinstance(move, Spend):
        mine = changed(mine, move.tile, -1)
        used = changed(spent[player], move.tile, 1)
        spent = (used, spent[1]) if player == 0 else (spent[0], used)
    hands = (mine, theirs) if player == 0 else (theirs, mine)
    # Written out because dataclasses.replace is slow, and most of a match's time is spent here.
    after = State(
        board,
        target,
        "play",
        opponent,
        hands,
        spent,
        state.starter,
        state.cycle,
        state.wins,
        state.wins_needed,
        None,
        state.dealt,
    )
    if board.count(EMPTY) == len(board) - 1:  # I11, which comes before I13
        mine_total, theirs_total = (sum(points(hands)[seat]) for seat in (player, opponent))
        winner = None if mine_total == theirs_total else player if mine_total > theirs_total else opponent
        return _after_cycle(after, winner)
    if not can_move(board, target, theirs):  # I13
        return _after_cycle(after, player)
    return after


def _after_cycle(state: State, winner: Player | None) -> State:
    """Count the cycle and determine who acts after the next deal (I14, I15)."""
    if winner is None:  # the player who began the tied cycle begins again
        return replace(state, phase="deal", turn=state.starter)
    wins = (state.wins[0] + (winner == 0), state.wins[1] + (winner == 1))
    if wins[winner] == state.wins_needed:
        return replace(state, phase="over", turn=None, wins=wins)
    return replace(state, phase="deal", turn=1 - winner, starter=None, wins=wins)


def _after_deal(state: State, move: Deal) -> State:
    return replace(
        state,
        board=move.board,
        dealt=move.board,
        drum=START,
        phase="choose" if state.starter is None else "play",
        hands=(NOTHING, NOTHING),
        spent=(NOTHING, NOTHING),
        cycle=state.cycle + 1 if state.board else 1,
    )


def withdraw(state: State, player: Player) -> State:
    """The position after the player resigned.

    Raises:
        IllegalMoveError: the match is over.
    """
    if state.phase == "over":
        raise IllegalMoveError(T("The match is over."))
    return replace(state, phase="over", turn=None, resigned=player)


# ------------------------------------------------------------------------------------------------------ chance, scoring


def sample_deal(rng: Rng) -> Deal:
    """A shuffle in which every arrangement is equally likely, as far as ``rng`` is fair."""
    tiles = [letter for letter, number in zip(TYPES, POINTS, strict=True) for _ in range(number)]
    for last in range(len(tiles) - 1, 0, -1):
        other = rng.randrange(last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return Deal("".join(tiles))


def points(hands: tuple[Counts, Counts]) -> tuple[Counts, Counts]:
    """The points of both seats for each type (I12); only the seat with more tiles has any."""
    mine, theirs = hands
    return _taken(mine, theirs), _taken(theirs, mine)


def _taken(mine: Counts, theirs: Counts) -> Counts:
    first, second, third, fourth, fifth = (
        worth if ours > others else 0 for ours, others, worth in zip(mine, theirs, POINTS, strict=True)
    )
    return first, second, third, fourth, fifth


def finished_cycle(state: State) -> CycleResult | None:
    """The cycle that ended on this board; until the next deal, or at the end of the match."""
    if not state.board or state.resigned is not None or state.phase not in ("deal", "over"):
        return None
    scored = state.left == 1
    if state.phase == "over":
        winner = 0 if state.wins[0] == state.wins_needed else 1
    elif state.starter is None:
        winner = 1 - mover(state)  # the loser acts after the deal (I15)
    else:
        winner = None
    return CycleResult(
        number=state.cycle,
        winner=winner,
        scored=scored,
        hands=state.hands,
        points=points(state.hands) if scored else (NOTHING, NOTHING),
        board=state.board,
        dealt=state.dealt,
        drum=state.drum,
    )
