"""The one-line text of a position.

For example::

    meadow heads HW d22ce22cf22cd21we21wf21b a25a25c24d20 m13 000 asleep 1 each 1 1 1224 --12 - -

Sixteen fields with a space between:

1. the board;
2. the scoring, ``heads`` or ``points``;
3. who plays what, a letter for each seat: ``H`` herder, ``W`` wairgka, ``?`` while that is to be drawn;
4. each herder's aiwe on the board, clockwise from NW, separated by slashes: squares with ``c`` calf, ``w`` cow or ``b``
   bull behind each, or ``-``;
5. each herder's four awéthi by number, likewise; the shelter's square for one in there;
6. the wairgka by number, the Lair's square for one in there;
7. calves, cows and bulls in each shelter, likewise: ``210``;
8. ``asleep`` or ``loose``: whether the wairgka are unleashed;
9. the round, 0 before the start;
10. the phase (see :data:`engines.awethi.observation.Phase`), or once the match is over the way it ended;
11. the seat of the herder whose turn it is, or whose turn the wairgk turn follows, or ``-``;
12. the seat of the herder who started, or ``-``;
13. the four dice, the lowest first, or ``-``;
14. the numbers with which the awéthi have moved in this turn, ``-`` for one that has not: ``3--1``;
15. the dice of a wairgk turn, ``N4``, or ``-``;
16. the seats that have left, first to last, or ``-``.

Aiwe that are neither on the board nor in a shelter have been eaten. A position that contradicts itself or the rules is
refused with the reason.
"""

from __future__ import annotations

import re
from functools import partial
from typing import get_args

from engines.awethi.boards import BOARDS
from engines.awethi.moves import DIRECTIONS
from engines.awethi.observation import ROUNDS, Counts, Ending, Phase, Scoring
from engines.awethi.squares import NAMES, SQUARE_OF
from engines.awethi.state import AWETHI_PER_HERDER, CORNERS_OF, Herder, State
from engines.awethi.validation import find_error
from engines.bitsets import members_of
from engines.errors import invalid_field, invalid_position
from engines.game import Player
from engines.text import T

_PHASES: dict[str, Phase] = {phase: phase for phase in get_args(Phase) if phase != "over"}
_ENDINGS: dict[str, Ending] = {ending: ending for ending in get_args(Ending)}
_SCORINGS: dict[str, Scoring] = {scoring: scoring for scoring in get_args(Scoring)}

_SQUARE = "[a-y](?:1[0-9]|2[0-5]|[1-9])"
_AIWE = re.compile(rf"({_SQUARE})([cwb])")
_HERD = re.compile(rf"(?:{_SQUARE}[cwb]){{1,6}}")
_SQUARES = re.compile(rf"(?:{_SQUARE})+")
_NUMBER = re.compile("0|[1-9][0-9]{0,2}")
_wrong, _field = partial(invalid_position, "Awéthi"), partial(invalid_field, "Awéthi")


def dump(state: State) -> str:
    """The position as one line."""
    return " ".join(
        (
            state.board,
            state.scoring,
            _dump_seats(state),
            "/".join(_dump_herd(herder) for herder in state.herders),
            "/".join(_squares(herder.awethi) for herder in state.herders),
            _squares(state.wairgka),
            "/".join("".join(map(str, herder.sheltered)) for herder in state.herders),
            "loose" if state.unleashed else "asleep",
            str(state.round),
            state.ending or state.phase,
            _dump_herder(state, state.turn),
            _dump_herder(state, state.starter),
            "".join(map(str, state.dice or "-")),
            "".join(str(used or "-") for used in state.walked),
            "-" if state.prowl is None else f"{DIRECTIONS[state.prowl[0]]}{state.prowl[1]}",
            "".join(str(seat + 1) for seat in state.left) or "-",
        )
    )


def _dump_seats(state: State) -> str:
    if state.wairgka_seat is None:
        return "?" * state.num_players
    return "".join("W" if seat == state.wairgka_seat else "H" for seat in range(state.num_players))


def _dump_herd(herder: Herder) -> str:
    aiwe = zip("cwb", herder.herd, strict=True)
    return "".join(NAMES[square] + kind for kind, mask in aiwe for square in members_of(mask)) or "-"


def _squares(squares: tuple[int, ...]) -> str:
    return "".join(NAMES[square] for square in squares)


def _dump_herder(state: State, herder: int | None) -> str:
    return "-" if herder is None else str(state.seat_of(herder) + 1)


# --------------------------------------------------------------------------------------------------------- reading


def load(text: str) -> State:
    """The position that the line describes.

    Raises:
        InvalidPositionError: a field cannot be read, or the fields contradict each other or the rules.
    """
    fields = text.split()
    if len(fields) != 16:
        raise _wrong(T("it needs sixteen fields and has {number}", number=len(fields)))
    board, scoring, seats, herds, awethi, wairgka, sheltered, loose, number, phase, turn, starter = fields[:12]
    if board not in BOARDS:
        raise _field(T("a board"), board)
    if scoring not in _SCORINGS:
        raise _field(T("a way of scoring"), scoring)
    if loose not in ("asleep", "loose"):
        raise _field(T("“asleep” or “loose”"), loose)
    if phase not in _PHASES and phase not in _ENDINGS:
        raise _field(T("a phase or an ending"), phase)
    players, wairgka_seat = _seats(seats)
    ending = _ENDINGS.get(phase)
    state = State(
        board=board,
        scoring=_SCORINGS[scoring],
        wairgka_seat=wairgka_seat,
        herders=_herders(players - 1, herds, awethi, sheltered),
        wairgka=_squares_in(wairgka, players - 1),
        phase="over" if ending else _PHASES[phase],
        turn=_herder(turn, players, wairgka_seat),
        starter=_herder(starter, players, wairgka_seat),
        round=_round(number),
        unleashed=loose == "loose",
        dice=_dice(fields[12]),
        walked=_walked(fields[13]),
        prowl=_prowl(fields[14]),
        left=_left(fields[15], players),
        ending=ending,
    )
    what = find_error(state)
    if what is not None:
        raise _wrong(what)
    return state


def _seats(field: str) -> tuple[int, Player | None]:
    """The number of players, and the wairgka player's seat."""
    if re.fullmatch(r"\?{2,5}", field):
        return len(field), None
    if not re.fullmatch("H*WH*", field) or not 2 <= len(field) <= 5:
        raise _field(T("what each seat plays"), field)
    return len(field), field.index("W")


def _parts(field: str, number: int) -> list[str]:
    parts = field.split("/")
    if len(parts) != number:
        raise _field(T("a part for each of {number} herders", number=number), field)
    return parts


def _herders(number: int, herds: str, awethi: str, sheltered: str) -> tuple[Herder, ...]:
    return tuple(
        Herder(corner, _herd(herd), _counts(safe), _squares_in(squares, AWETHI_PER_HERDER))
        for corner, herd, squares, safe in zip(
            CORNERS_OF[number],
            _parts(herds, number),
            _parts(awethi, number),
            _parts(sheltered, number),
            strict=True,
        )
    )


def _herd(field: str) -> tuple[int, int, int]:
    if field != "-" and not _HERD.fullmatch(field):
        raise _field(T("the aiwe of a herd"), field)
    herd = dict.fromkeys("cwb", 0)
    for name, kind in _AIWE.findall(field):
        if any(mask >> SQUARE_OF[name] & 1 for mask in herd.values()):
            raise _field(T("aiwe on different squares"), field)
        herd[kind] |= 1 << SQUARE_OF[name]
    return herd["c"], herd["w"], herd["b"]


def _counts(field: str) -> Counts:
    if not re.fullmatch("[0-3][0-2][01]", field):
        raise _field(T("calves, cows and bulls in a shelter"), field)
    calves, cows, bulls = map(int, field)
    return calves, cows, bulls


def _squares_in(field: str, number: int) -> tuple[int, ...]:
    """Read ``number`` squares written without separators."""
    squares = re.findall(_SQUARE, field)
    if not _SQUARES.fullmatch(field) or len(squares) != number:
        raise _field(T("{number} squares", number=number), field)
    return tuple(SQUARE_OF[name] for name in squares)


def _herder(field: str, players: int, wairgka_seat: Player | None) -> int | None:
    """A herder by the seat."""
    if field == "-":
        return None
    seat = int(field) - 1 if re.fullmatch("[1-5]", field) else players
    if seat >= players or wairgka_seat is None or seat == wairgka_seat:
        raise _field(T("a herder’s seat"), field)
    return seat - (seat > wairgka_seat)


def _round(field: str) -> int:
    if not _NUMBER.fullmatch(field) or int(field) > ROUNDS:
        raise _field(T("a round"), field)
    return int(field)


def _dice(field: str) -> tuple[int, ...] | None:
    if field == "-":
        return None
    if not re.fullmatch("[1-4]{4}", field) or sorted(field) != list(field):
        raise _field(T("four dice, the lowest first"), field)
    return tuple(map(int, field))


def _walked(field: str) -> tuple[int, ...]:
    if not re.fullmatch("[1-4-]{4}", field):
        raise _field(T("the numbers with which awéthi have moved"), field)
    return tuple(0 if used == "-" else int(used) for used in field)


def _prowl(field: str) -> tuple[int, int] | None:
    if field == "-":
        return None
    if not re.fullmatch("[NESW][1-6]", field):
        raise _field(T("the dice of a wairgk turn"), field)
    return DIRECTIONS.index(field[0]), int(field[1])


def _left(field: str, players: int) -> tuple[Player, ...]:
    if field == "-":
        return ()
    if not re.fullmatch("[1-5]+", field) or len(set(field)) < len(field) or max(map(int, field)) > players:
        raise _field(T("the seats that have left"), field)
    return tuple(int(seat) - 1 for seat in field)
