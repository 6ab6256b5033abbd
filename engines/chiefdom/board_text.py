"""A position of Chiefdom in sentences and in fixed-width characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engines.chiefdom.board import Board, board_of
from engines.chiefdom.observation import (
    ICON_NAMES,
    SQUARE_NAMES,
    ChiefdomObservation,
    Ghost,
    Reading,
    ShownSheet,
)
from engines.game import Player
from engines.text import TN, Seat, T, Text, digits

_LISTED = "~=23dtHLFBJW"
"""The squares that a description names, in its order; the printed walls never change."""

_WIDE = 2
"""So many sheets have room for spaces between their squares, beside each other."""
_COMPACT = 4
"""So many stand beside each other without."""


def describe_position(seen: ChiefdomObservation) -> tuple[Text, ...]:
    """The whole position, at most 900 characters in English: the roll, who is awaited, the viewer's own sheet, or that
    of somebody else if it is the only one.
    """
    visible = [seat for seat, sheet in enumerate(seen.sheets) if sheet is not None]
    told = [*_describe_turn(seen)]
    if seen.viewer in visible or len(visible) == 1:
        told += _describe_sheet(seen, visible[0] if seen.viewer not in visible else seen.viewer or 0)
    if seen.ghost is not None:
        told.append(_describe_ghost(board_of(seen.edition), seen.ghost))
    return (*told, *_describe_others(seen))


# ------------------------------------------------------------------------------------------------------- the turn


def _describe_turn(seen: ChiefdomObservation) -> Iterator[Text]:
    if seen.outcome is not None:
        yield seen.outcome.summary
        return
    if seen.phase == "deal":
        yield T("The scoring cards are being dealt.")
        return
    if seen.dice is None:
        yield T("Turn {number}: the dice are about to be rolled.", number=seen.turn)
    else:
        low, middle, high = seen.dice
        yield T(
            "Turn {number}: the dice show {low}, {middle} and {high}.",
            number=seen.turn,
            low=low,
            middle=middle,
            high=high,
        )
        yield T("They can be read as: {readings}.", readings=listing(map(describe_reading, seen.readings)))
    if seen.cards:
        yield T("Scoring cards: {cards}.", cards=", ".join(map(str, seen.cards)))
    awaited = seen.awaited
    if awaited and not any(seen.decided) and len(seen.decided) > 1:
        yield T("Everybody is to decide.")
    elif awaited:
        yield T("Awaited: {players}.", players=listing(T("{player}", player=Seat(seat)) for seat in awaited))


def describe_reading(reading: Reading) -> Text:
    """What a way to read the dice draws, in a few words."""
    if reading.sum is None:
        return T("Any icon (triple)")
    low, high = reading.sum
    if reading.icon == "wild":
        return T("Any icon ({low}+{high})", low=low, high=high)
    name = ICON_NAMES[reading.icon]
    if reading.die is None:
        return T("{icon} ({low}+{high})", icon=name, low=low, high=high)
    return T("{icon} ({low}+{high}, shape {die})", icon=name, low=low, high=high, die=reading.die)


def listing(items: Iterable[Text]) -> Text:
    """The items with commas between."""
    found: Text | None = None
    for item in items:
        found = item if found is None else T("{items}, {item}", items=found, item=item)
    return T("nothing") if found is None else found


# ------------------------------------------------------------------------------------------------------ the sheets


def _describe_sheet(seen: ChiefdomObservation, seat: Player) -> Iterator[Text]:
    sheet = seen.sheets[seat]
    if sheet is None:
        return
    points = TN("{count} point", "{count} points", sheet.score.total)
    counts = T(
        "{points}, {logs}, {fish}, {houses}, {bonuses}",
        points=points if seen.phase == "over" else T("{points} so far", points=points),
        logs=TN("{count} log", "{count} logs", sheet.logs),
        fish=TN("{count} fish", "{count} fish", sheet.fish),
        houses=TN("{count} house", "{count} houses", sheet.houses),
        bonuses=TN("{count} bonus left", "{count} bonuses left", sheet.bonuses),
    )
    if seat == seen.viewer:
        yield T("Your chiefdom: {counts}.", counts=counts)
    else:
        yield T("The chiefdom of {player}: {counts}.", player=Seat(seat), counts=counts)
    board = board_of(seen.edition)
    names: dict[str, list[str]] = {}
    for name, letter in zip(board.names, sheet.squares, strict=True):
        names.setdefault(letter, []).append(name)
    for letter in _LISTED:
        if letter in names:
            yield T("{icon}: {squares}.", icon=SQUARE_NAMES[letter], squares=" ".join(names[letter]))


def _describe_ghost(board: Board, ghost: Ghost) -> Text:
    places = " ".join(board.names[square] for square in ghost.squares)
    name = ICON_NAMES[ghost.icon]
    if ghost.decided:
        return T("You have decided: {icon} on {squares}.", icon=name, squares=places)
    if ghost.reason is None:
        return T("You are planning: {icon} on {squares}.", icon=name, squares=places)
    return T(
        "You are planning: {icon} on {squares}. Not possible: {reason}",
        icon=name,
        squares=places,
        reason=ghost.reason,
    )


def _besides(seen: ChiefdomObservation, seat: Player) -> Sequence[ShownSheet | None]:
    """All sheets but one."""
    return (*seen.sheets[:seat], *seen.sheets[seat + 1 :])


def _describe_others(seen: ChiefdomObservation) -> Iterator[Text]:
    """Who has left, whether the viewer passes, and the points of others where they are known."""
    if seen.passed and seen.phase == "draw":
        yield T("You pass this turn.")
    left = [T("{player}", player=Seat(seat)) for seat, gone in enumerate(seen.gone) if gone]
    if left:
        yield T("Left for good: {players}.", players=listing(left))
    known = [
        T("{player} {points}", player=Seat(seat), points=sheet.score.total)
        for seat, sheet in enumerate(seen.sheets)
        if sheet is not None and seat != seen.viewer and any(other is not None for other in _besides(seen, seat))
    ]
    if known:
        yield T("Points: {points}.", points=listing(known))


# ------------------------------------------------------------------------------------------------------ fixed width


def text_board(seen: ChiefdomObservation) -> str:
    """In fixed width: the roll and its readings, a mark for each seat, and the sheets that the viewer may see.

    Marks: ``*`` decided, ``.`` awaited, ``x`` left. Above a sheet: seat, points, logs left, fish. On it ``~`` is water
    (``=`` fished), ``2`` and ``3`` trees (``d``, ``t`` cut), ``H`` a house, ``J L F B`` people, ``W`` a wall (``#``
    printed), ``+`` what is decided or planned.
    """
    dice = "-" if seen.dice is None else " ".join(map(str, seen.dice))
    marks = (
        f"{seat + 1}{'x' if gone else '*' if decided or seen.phase == 'over' else '.'}"
        for seat, (decided, gone) in enumerate(zip(seen.decided, seen.gone, strict=True))
    )
    rows = ["  ".join((str(seen.turn), f"[{dice}]", *(reading.key for reading in seen.readings))), " ".join(marks)]
    shown = [(seat, sheet) for seat, sheet in enumerate(seen.sheets) if sheet is not None]
    wide = len(shown) <= _WIDE
    blocks = [_block(seen, seat, sheet, " " if wide else "") for seat, sheet in shown]
    beside, gap = (_WIDE, "     ") if wide else (_COMPACT, "  ")
    for start in range(0, len(blocks), beside):
        rows.append("")
        rows += (gap.join(parts).rstrip() for parts in zip(*blocks[start : start + beside], strict=True))
    return "\n".join(rows)


def _block(seen: ChiefdomObservation, seat: Player, sheet: ShownSheet, between: str) -> Sequence[str]:
    """A sheet as lines of equal length, its squares with ``between`` between them, the ranks from the north."""
    files, ranks = seen.edition.files, seen.edition.ranks
    ghost = seen.ghost.squares if seen.ghost is not None and seat == seen.viewer else ()
    letters = ["+" if square in ghost else letter for square, letter in enumerate(sheet.squares)]
    lines = [f"{seat + 1}: {digits(sheet.score.total)} {sheet.logs} {sheet.fish}"]
    lines += (f"{rank + 1}  " + between.join(letters[rank::ranks]) for rank in range(ranks - 1, -1, -1))
    lines.append("   " + between.join(chr(ord("a") + file) for file in range(files)))
    return [line.ljust(len(lines[-1])) for line in lines]
