"""The one-line text of a position.

For example::

    G3f2f3g2h2h3h4/G11f10f11g10g12h10h11 19/19 run 1 66 11 h4 h4<g4 3 - -

Eleven fields with a space between:

1. what each seat has on the board, seats separated by slashes: the totem's cell with a capital letter, then its pieces;
   ``-`` for nothing;
2. the reserve of each seat;
3. the phase (see :data:`engines.totem.observation.Phase`);
4. whose turn it is, or ``-``;
5. the roll of the running move, the higher die first, or ``-``;
6. the points left;
7. the pieces that have run in this move, or ``-``;
8. where pieces have stood before in this turn, which matters after a 12 only: for each piece its cell, ``<`` and those
   cells, pieces separated by commas; or ``-``;
9. the turns since the last elimination or exchange, or ``-`` when the running turn has had one;
10. the set-up: in the phase ``first`` the seats that roll, in ``place`` the starting seat, a colon and the cells chosen
    so far; else ``-``;
11. who is out, first to last, separated by commas: ``3,12`` for seat 3 and then 1 and 2 at once, ``2*`` for one that
    resigned; or ``-``.

A composed position may leave out pieces, but not hold more than there are, and it must be one in which the match can
be: pieces apart from their totem are refused, and so is a turn that the rules would have ended.
"""

from __future__ import annotations

import re
from functools import partial

from engines.bitsets import mask_of, members_of
from engines.errors import invalid_field, invalid_position
from engines.game import Player
from engines.text import T
from engines.totem.board import CELL_OF, NAMES
from engines.totem.observation import Phase
from engines.totem.state import State, Visited
from engines.totem.validation import find_error

_PHASES: dict[str, Phase] = {
    "first": "first",
    "place": "place",
    "roll": "roll",
    "use": "use",
    "run": "run",
    "again": "again",
    "reroll": "reroll",
    "pass": "pass",
    "over": "over",
}
_CELLS = re.compile(r"(?:[a-m][1-9][0-9]?)+")
_CELL = re.compile(r"[a-m][1-9][0-9]?")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")
_DICE = re.compile(r"[1-6][1-6]")
_EXITS = re.compile(r"(?:[1-4]\*|[1-4]+)(?:,(?:[1-4]\*|[1-4]+))*")
_wrong, _field = partial(invalid_position, "Totem"), partial(invalid_field, "Totem")


def dump(state: State) -> str:
    """The position as one line."""
    seats = range(len(state.totems))
    return " ".join(
        (
            "/".join(_dump_seat(state, seat) for seat in seats),
            "/".join(map(str, state.reserves)),
            state.phase,
            _seat(state.turn),
            "-" if state.dice is None else "{}{}".format(*state.dice),
            str(state.points),
            _cells(state.finished),
            ",".join(f"{NAMES[cell]}<{_cells(stood)}" for cell, stood in state.visited) or "-",
            "-" if state.quiet_turns is None else str(state.quiet_turns),
            _dump_setup(state),
            ",".join(_dump_group(state, group) for group in state.exits) or "-",
        )
    )


def _dump_seat(state: State, seat: Player) -> str:
    totem = state.totems[seat]
    return "-" if totem is None else NAMES[totem].capitalize() + _cells(state.pieces[seat]).removeprefix("-")


def _cells(mask: int) -> str:
    return "".join(NAMES[cell] for cell in members_of(mask)) or "-"


def _seat(player: Player | None) -> str:
    return "-" if player is None else str(player + 1)


def _dump_setup(state: State) -> str:
    if state.phase == "first":
        return "".join(map(_seat, state.rollers))
    if state.phase == "place":
        return f"{_seat(state.starter)}:" + "".join(NAMES[cell] for cell in state.taken)
    return "-"


def _dump_group(state: State, group: tuple[Player, ...]) -> str:
    return "".join(map(_seat, group)) + ("*" if group[0] in state.resigned else "")


def load(text: str) -> State:
    """The position that the line describes.

    Raises:
        InvalidPositionError: a field cannot be read, or the fields contradict each other or the rules.
    """
    fields = text.split()
    if len(fields) != 11:
        raise _wrong(T("it needs eleven fields and has {number}", number=len(fields)))
    board, reserves, phase, turn, dice, points, finished, visited, quiet, setup, exits = fields
    totems, pieces = _board(board)
    if phase not in _PHASES:
        raise _field(T("the phase"), phase)
    groups, resigned = _exits(exits)
    rollers, starter, taken = _setup(_PHASES[phase], setup)
    state = State(
        phase=_PHASES[phase],
        turn=_player(turn),
        totems=totems,
        pieces=pieces,
        reserves=_reserves(reserves, len(totems)),
        exits=groups,
        resigned=resigned,
        quiet_turns=None if quiet == "-" else _number(quiet),
        rollers=rollers,
        starter=starter,
        taken=taken,
        dice=_dice(dice),
        points=_number(points),
        finished=_mask(finished),
        visited=_visited(visited),
    )
    what = find_error(state)
    if what is not None:
        raise _wrong(what)
    return state


def _list(text: str, whole: str) -> tuple[int, ...]:
    """Read cells without separators, each once."""
    cells = tuple(CELL_OF.get(name, -1) for name in _CELL.findall(text))
    if not _CELLS.fullmatch(text) or -1 in cells or len(set(cells)) < len(cells):
        raise _field(T("different cells of the board"), whole)
    return cells


def _mask(field: str) -> int:
    return 0 if field == "-" else mask_of(_list(field, field))


def _board(field: str) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    seats = field.split("/")
    if not 2 <= len(seats) <= 4:
        raise _field(T("what two to four seats have on the board"), field)
    totems: list[int | None] = []
    pieces: list[int] = []
    for seat in seats:
        if seat == "-":
            totems.append(None)
            pieces.append(0)
            continue
        if not seat[:1].isupper():
            raise _field(T("a totem with a capital letter and its pieces"), seat)
        totem, *others = _list(seat[0].lower() + seat[1:], seat)
        totems.append(totem)
        pieces.append(mask_of(others))
    return tuple(totems), tuple(pieces)


def _reserves(field: str, seats: int) -> tuple[int, ...]:
    numbers = field.split("/")
    if len(numbers) != seats:
        raise _field(T("the reserves of {number} seats", number=seats), field)
    return tuple(map(_number, numbers))


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _field(T("a number"), text)
    return int(text)


def _player(text: str) -> Player | None:
    if text == "-":
        return None
    if text not in ("1", "2", "3", "4"):
        raise _field(T("a seat"), text)
    return int(text) - 1


def _dice(text: str) -> tuple[int, int] | None:
    if text == "-":
        return None
    if not _DICE.fullmatch(text) or text[0] < text[1]:
        raise _field(T("two dice, the higher one first"), text)
    return int(text[0]), int(text[1])


def _visited(field: str) -> tuple[Visited, ...]:
    if field == "-":
        return ()
    visited: dict[int, int] = {}
    for part in field.split(","):
        piece, _, stood = part.partition("<")
        cells = _list(piece, field)
        if len(cells) != 1 or cells[0] in visited:
            raise _field(T("pieces and where they have stood"), field)
        visited[cells[0]] = mask_of(_list(stood, field))
    return tuple(sorted(visited.items()))


def _setup(phase: Phase, field: str) -> tuple[tuple[Player, ...], Player | None, tuple[int, ...]]:
    """Who rolls, who starts, and the cells chosen so far."""
    if phase == "first":
        if not re.fullmatch("[1-4]{2,4}", field) or sorted(set(field)) != list(field):
            raise _field(T("the seats that roll"), field)
        return tuple(int(seat) - 1 for seat in field), None, ()
    if phase == "place":
        seat, colon, cells = field.partition(":")
        starter = _player(seat)
        if starter is None or not colon:
            raise _field(T("the starting seat and the cells chosen"), field)
        return (), starter, _list(cells, field) if cells else ()
    if field != "-":
        raise _field(T("a set-up that is over"), field)
    return (), None, ()


def _exits(field: str) -> tuple[tuple[tuple[Player, ...], ...], tuple[Player, ...]]:
    """Players who are out, and which of them resigned."""
    if field == "-":
        return (), ()
    seats = re.findall("[1-4]", field)
    if not _EXITS.fullmatch(field) or len(set(seats)) < len(seats):
        raise _field(T("the seats that are out"), field)
    groups: list[tuple[Player, ...]] = []
    resigned: list[Player] = []
    for group in field.split(","):
        members = tuple(int(seat) - 1 for seat in sorted(group.removesuffix("*")))
        groups.append(members)
        if group.endswith("*"):
            resigned += members
    return tuple(groups), tuple(sorted(resigned))
