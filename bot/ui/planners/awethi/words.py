"""Words and emoji that the controls of Awéthi share."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.components.text import Writer
from engines.awethi.observation import SQUARE_NAMES, AwethiObservation, ShownAiwe
from engines.awethi.squares import coordinates
from engines.text import TN, Seat, T, Text, listed

CATCH, FREE, LOOSE, PREY, WATER, HOME, STAY, BACK = "⭕", "🔓", "🐺", "🍖", "💧", "🛖", "🧍", "🔄"
"""Emoji of ends that catch an aiwe, release one or wake the wairgka, of prey, water, the shelter, staying and going
back.
"""

DIE, AVERAGE = "🎲", "⚖️"
"""Emoji of the numbers that an awéthi can move with."""


def dice_left(seen: AwethiObservation) -> str:
    """Return the unused dice."""
    return ", ".join(str(die.value) for die in seen.dice if die.awethi is None)


def steps_of(number: int) -> Text:
    """Return a number of steps in words."""
    return TN("{count} step", "{count} steps", number)


def average_of(seen: AwethiObservation) -> Text:
    """Return what choosing the average means: the same number for all four awéthi (A12)."""
    return TN(
        "the average, {count} step for all four",
        "the average, {count} steps for all four",
        seen.average or 0,
    )


def whose(aiwe: ShownAiwe) -> Text:
    """Return a piece with its owner, such as “Ann’s calf on e4”."""
    owner, square = Seat(aiwe.player), SQUARE_NAMES[aiwe.square]
    match aiwe.kind:
        case "calf":
            return T("{owner}’s calf on {square}", owner=owner, square=square)
        case "cow":
            return T("{owner}’s cow on {square}", owner=owner, square=square)
        case _:
            return T("{owner}’s bull on {square}", owner=owner, square=square)


def kind_on(aiwe: ShownAiwe) -> Text:
    """Return a piece with its square, such as “calf e4”."""
    square = SQUARE_NAMES[aiwe.square]
    match aiwe.kind:
        case "calf":
            return T("calf {square}", square=square)
        case "cow":
            return T("cow {square}", square=square)
        case _:
            return T("bull {square}", square=square)


def aiwe_listed(aiwe: Sequence[ShownAiwe]) -> Text:
    """Return a list of at least one aiwe."""
    return listed(map(whose, aiwe))


def aiwe_on(seen: AwethiObservation, squares: Sequence[int]) -> list[ShownAiwe]:
    """Return the aiwe on these squares."""
    return [aiwe for aiwe in seen.aiwe if aiwe.square in squares]


def direction(start: int, end: int) -> Text:
    """Return direction and distance from one square to another, such as “north 2 east 1”."""
    (file, rank), (to_file, to_rank) = coordinates(start), coordinates(end)
    east, north = to_file - file, to_rank - rank
    parts = []
    if north:
        parts.append(T("north {count}", count=north) if north > 0 else T("south {count}", count=-north))
    if east:
        parts.append(T("east {count}", count=east) if east > 0 else T("west {count}", count=-east))
    return parts[0] if len(parts) == 1 else T("{one} {other}", one=parts[0], other=parts[1])


def ground_name(seen: AwethiObservation, square: int, write: Writer) -> str:
    """Return a square's name; squares outside the grid have names of their own."""
    match seen.terrain[square]:
        case "shelter":
            return write.plain(T("shelter"))
        case "lair":
            return write.plain(T("Lair"))
        case _:
            return SQUARE_NAMES[square]
