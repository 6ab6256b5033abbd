"""Words and signs that the controls of Awéthi share."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.components.text import Writer
from engines.awethi.observation import SQUARE_NAMES, AwethiObservation, ShownAiwe
from engines.awethi.squares import coordinates
from engines.text import TN, Seat, T, Text, listed

CATCH, FREE, LOOSE, PREY, WATER, HOME, STAY, BACK = "⭕", "🔓", "🐺", "🍖", "💧", "🛖", "🧍", "🔄"
"""Beside what catches an aiwe, lets one go or wakes the wairgka, what is eaten, water, the shelter, staying, going
back."""

DIE, AVERAGE = "🎲", "⚖️"
"""Beside the numbers that an awéthi can move with."""


def dice_left(seen: AwethiObservation) -> str:
    """The dice that are not used yet."""
    return ", ".join(str(die.value) for die in seen.dice if die.awethi is None)


def steps_of(number: int) -> Text:
    """How far a piece walks."""
    return TN("{count} step", "{count} steps", number)


def average_of(seen: AwethiObservation) -> Text:
    """What it means that all four awéthi move the average (A12)."""
    return TN(
        "all four awéthi walk {count} step, the average of the dice rounded down",
        "all four awéthi walk {count} steps, the average of the dice rounded down",
        seen.average or 0,
    )


def whose(aiwe: ShownAiwe) -> Text:
    """Such as “Ann’s calf on e4”."""
    owner, square = Seat(aiwe.player), SQUARE_NAMES[aiwe.square]
    match aiwe.kind:
        case "calf":
            return T("{owner}’s calf on {square}", owner=owner, square=square)
        case "cow":
            return T("{owner}’s cow on {square}", owner=owner, square=square)
        case _:
            return T("{owner}’s bull on {square}", owner=owner, square=square)


def kind_on(aiwe: ShownAiwe) -> Text:
    """Such as “calf e4”."""
    square = SQUARE_NAMES[aiwe.square]
    match aiwe.kind:
        case "calf":
            return T("calf {square}", square=square)
        case "cow":
            return T("cow {square}", square=square)
        case _:
            return T("bull {square}", square=square)


def aiwe_listed(aiwe: Sequence[ShownAiwe]) -> Text:
    """At least one aiwe."""
    return listed(map(whose, aiwe))


def standing_on(seen: AwethiObservation, squares: Sequence[int]) -> list[ShownAiwe]:
    """The aiwe on these squares."""
    return [aiwe for aiwe in seen.aiwe if aiwe.square in squares]


def direction(start: int, end: int) -> Text:
    """Which way and how far one square lies from another one, such as “north 2 east 1”."""
    (file, rank), (to_file, to_rank) = coordinates(start), coordinates(end)
    east, north = to_file - file, to_rank - rank
    told = []
    if north:
        told.append(T("north {count}", count=north) if north > 0 else T("south {count}", count=-north))
    if east:
        told.append(T("east {count}", count=east) if east > 0 else T("west {count}", count=-east))
    return told[0] if len(told) == 1 else T("{one} {other}", one=told[0], other=told[1])


def ground_name(seen: AwethiObservation, square: int, write: Writer) -> str:
    """A square's name; those that are not on the grid have one of their own."""
    match seen.terrain[square]:
        case "shelter":
            return write.plain(T("shelter"))
        case "lair":
            return write.plain(T("Lair"))
        case _:
            return SQUARE_NAMES[square]
