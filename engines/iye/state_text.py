"""The one-line text of a position.

For example::

    SHTWS/HtTSO/SSWHs/TSSHT/WHShH c4 play 2 ST/W H/- 1 1 0-0 2 -

Eleven fields with a space between:

1. the board, five ranks from rank 5 down, or ``-`` before the first deal: for an empty square the small letter of the
   tile that lay there, or ``.`` where that is not known;
2. the square of the drum;
3. the phase: ``first``, ``deal``, ``play``, ``choose`` or ``over``;
4. who is to move (in ``deal``: will be), seat ``1`` or ``2``, or ``-``;
5. the gathered tiles of seat 1 and, after the slash, of seat 2: a letter for each tile, or ``-``;
6. the spent tiles, likewise;
7. who begins the cycle, ``1`` or ``2``, or ``-`` while that is not settled;
8. the number of the cycle on the board;
9. the cycles won by seat 1 and by seat 2;
10. how many of them win the match;
11. the seat that resigned, or ``-``.

A composed position may leave out tiles, but not hold more of a type than there are, and it must be one in which
play can go on: a cycle that the rules would have ended is refused.
"""

from __future__ import annotations

import re
from functools import partial

from engines.errors import invalid_field, invalid_position
from engines.game import Player
from engines.iye.board import EMPTY, NAMES, SQUARE_OF, START
from engines.iye.moves import ranks, unranked
from engines.iye.observation import POINTS, TILE_NAMES, TYPES, Counts, Phase
from engines.iye.rules import can_move, points
from engines.iye.state import NOTHING, State
from engines.text import T

_PHASES: dict[str, Phase] = {
    "first": "first",
    "deal": "deal",
    "play": "play",
    "choose": "choose",
    "over": "over",
}
_SEATS: dict[str, Player | None] = {"1": 0, "2": 1, "-": None}
_HAND = re.compile("".join(f"{letter}{{0,{number}}}" for letter, number in zip(TYPES, POINTS, strict=True)))
_GONE = re.compile(f"[{TYPES.lower()}]")
_CYCLE = re.compile("[1-9][0-9]{0,3}")
_WINS = re.compile("([0-3])-([0-3])")
_wrong, _field = partial(invalid_position, "İYE"), partial(invalid_field, "İYE")


def dump(state: State) -> str:
    """The position as one line."""
    return " ".join(
        (
            ranks(_with_traces(state)) if state.board else "-",
            NAMES[state.drum],
            state.phase,
            _seat(state.turn),
            "/".join(map(_letters, state.hands)),
            "/".join(map(_letters, state.spent)),
            _seat(state.starter),
            str(state.cycle),
            f"{state.wins[0]}-{state.wins[1]}",
            str(state.wins_needed),
            _seat(state.resigned),
        )
    )


def _with_traces(state: State) -> str:
    """The board with small letters where tiles are gone."""
    if not state.dealt:
        return state.board
    squares = zip(state.board, state.dealt.lower(), strict=True)
    return "".join(lay if letter == EMPTY else letter for letter, lay in squares)


def _seat(player: Player | None) -> str:
    return "-" if player is None else str(player + 1)


def _letters(counts: Counts) -> str:
    return "".join(letter * number for letter, number in zip(TYPES, counts, strict=True)) or "-"


def load(text: str) -> State:
    """The position that the line describes.

    Raises:
        InvalidPositionError: a field cannot be read, or the fields contradict each other or the rules.
    """
    fields = text.split()
    if len(fields) != 11:
        raise _wrong(T("it needs eleven fields and has {number}", number=len(fields)))
    board, drum, phase, turn, hands, spent, starter, cycle, wins, needed, resigned = fields
    won = _WINS.fullmatch(wins)
    if drum not in SQUARE_OF:
        raise _field(T("the drum’s square"), drum)
    if phase not in _PHASES:
        raise _field(T("the phase"), phase)
    for seat in (turn, starter, resigned):
        if seat not in _SEATS:
            raise _field(T("a seat"), seat)
    if not _CYCLE.fullmatch(cycle):
        raise _field(T("the number of the cycle"), cycle)
    if won is None:
        raise _field(T("the cycles won"), wins)
    if needed not in ("1", "2", "3"):
        raise _field(T("the cycles needed"), needed)
    traces = _board(board)
    state = State(
        board=_GONE.sub(EMPTY, traces),
        drum=SQUARE_OF[drum],
        phase=_PHASES[phase],
        turn=_SEATS[turn],
        hands=_two_hands(hands),
        spent=_two_hands(spent),
        starter=_SEATS[starter],
        cycle=int(cycle),
        wins=(int(won[1]), int(won[2])),
        wins_needed=int(needed),
        resigned=_SEATS[resigned],
        dealt=traces.upper(),
    )
    _check(state)
    return state


def _board(field: str) -> str:
    if field == "-":
        return ""
    board = unranked(field)
    if board is None or not set(board) <= {EMPTY, *TYPES, *TYPES.lower()}:
        raise _field(T("five ranks of five tiles"), field)
    return board


def _two_hands(field: str) -> tuple[Counts, Counts]:
    both = field.split("/")
    if len(both) != 2:
        raise _field(T("the tiles of two players"), field)
    first, second = (_counts(part, field) for part in both)
    return first, second


def _counts(part: str, field: str) -> Counts:
    if part == "-":
        return NOTHING
    if not part or not _HAND.fullmatch(part):
        raise _field(T("tiles in the order {order}", order=TYPES), field)
    sun, horse, tree, water, owl = (part.count(letter) for letter in TYPES)
    return sun, horse, tree, water, owl


# ------------------------------------------------------------------------------------------------------- validation


def _check(state: State) -> None:
    """Refuse fields that contradict each other or the rules."""
    _check_tiles(state)
    _check_wins(state)
    _check_turn(state)
    if not state.board:
        _check_undealt(state)
    elif state.phase == "deal" or (state.phase == "over" and state.resigned is None):
        _check_end(state)
    else:
        _check_board(state)


def _check_tiles(state: State) -> None:
    """Refuse more tiles of a type than there are (I2)."""
    for index, letter in enumerate(TYPES):
        number = state.board.count(letter) + sum(pile[index] for pile in (*state.hands, *state.spent))
        gone = number - state.board.count(letter)
        trace = sum(lay == letter for lay, there in zip(state.dealt, state.board, strict=False) if there == EMPTY)
        if number > POINTS[index] or trace > gone:
            raise _wrong(T("there are too many tiles of the type {tile}", tile=TILE_NAMES[letter]))


def _check_wins(state: State) -> None:
    """Refuse a count of cycles that the phase does not have (I14)."""
    over = state.phase == "over"
    decided = max(state.wins) == state.wins_needed
    if max(state.wins) > state.wins_needed or min(state.wins) == state.wins_needed:
        raise _wrong(T("the match would have ended before"))
    if (state.resigned is not None and not over) or decided != (over and state.resigned is None):
        raise _wrong(T("the cycles won do not fit the phase"))
    finished = state.cycle - 1 if state.phase in ("play", "choose") else state.cycle
    if state.wins[0] + state.wins[1] > finished:
        raise _wrong(T("more cycles were won than played"))


def _check_turn(state: State) -> None:
    """Refuse a turn or a beginner that the phase does not have (I4, I15)."""
    named = state.turn is not None
    if named != (state.phase in ("deal", "play", "choose")):
        raise _wrong(T("the player to move does not fit the phase"))
    begun = state.starter is not None
    wrong = {
        "first": begun or bool(state.board),
        "deal": begun and state.starter != state.turn,
        "play": not begun,
        "choose": begun,
        "over": False,
    }
    if wrong[state.phase] or (state.phase in ("deal", "choose") and not begun and state.wins == (0, 0)):
        raise _wrong(T("the player who begins does not fit the phase"))


def _check_undealt(state: State) -> None:
    """Refuse tiles, hands and moves before the first deal."""
    if state.phase in ("play", "choose") or state.cycle != 1 or state.wins != (0, 0):
        raise _wrong(T("no tiles have been dealt"))
    _check_untouched(state)


def _check_untouched(state: State) -> None:
    """Refuse spent or gathered tiles before the first move of a cycle (I3)."""
    if state.drum != START or any(pile != NOTHING for pile in (*state.hands, *state.spent)):
        raise _wrong(T("before the first move of a cycle the drum stands on c3 and nobody holds a tile"))


def _check_board(state: State) -> None:
    """Refuse a current cycle that should have ended."""
    if state.phase == "choose" or state.board[state.drum] != EMPTY:
        if state.phase == "play" and state.turn != state.starter:
            raise _wrong(T("the player who begins has the first move"))
        _check_untouched(state)
    if state.turn is None:  # resigned, perhaps between two cycles: then the board is that of the finished cycle
        ended = state.left < 1
    else:
        ended = state.left < 2 or not can_move(state.board, state.drum, state.hands[state.turn])
    if ended:
        raise _wrong(T("the cycle would have ended"))


def _check_end(state: State) -> None:
    """Refuse the end of a cycle with the wrong winner (I11 to I13)."""
    if state.left < 1 or state.board[state.drum] != EMPTY or not sum(state.hands[0] + state.hands[1]):
        raise _wrong(T("the cycle has not ended"))
    if state.phase == "over":
        winner = 0 if state.wins[0] == state.wins_needed else 1
    elif state.starter is None and state.turn is not None:
        winner = 1 - state.turn
    else:
        winner = None
    if winner is not None and not state.wins[winner]:
        raise _wrong(T("the winner of the cycle has won no cycle"))
    if state.left == 1:
        mine, theirs = (sum(seat) for seat in points(state.hands))
        right = None if mine == theirs else 0 if mine > theirs else 1
        fits = winner == right
    else:  # I13: the loser could not move
        fits = winner is not None and not can_move(state.board, state.drum, state.hands[1 - winner])
    if not fits:
        raise _wrong(T("the cycle ended differently"))
