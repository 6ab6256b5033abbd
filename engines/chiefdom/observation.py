"""The observation of a position of Chiefdom, and the words and letters used for it.

Squares are numbers: file a from the south, then file b, and so on; a square's file is ``square // edition.ranks`` and
its rank ``square % edition.ranks``, both from 0. Tuples by seat have one entry for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.chiefdom.edition import Edition
from engines.game import Outcome, Player
from engines.text import T, Text

EMPTY = "."
PRINTED = "#"
"""A wall that is printed on the sheet (C1)."""
WALL = "W"
"""A wall that was drawn."""
WATER, FISHED = "~", "="
"""Water with its fish, and without (C12)."""
TREES2, TREES3, CUT2, CUT3 = "2", "3", "d", "t"
"""Two and three trees, standing and cut (C13)."""
HOUSE = "H"
JOBLESS, LUMBERJACK, FISHERMAN, BUILDER = "J", "L", "F", "B"
"""People by their jobs (C11)."""

LAKES = WATER + FISHED
FORESTS = TREES2 + TREES3 + CUT2 + CUT3
WALLS = PRINTED + WALL
PEOPLE = JOBLESS + LUMBERJACK + FISHERMAN + BUILDER

SQUARE_NAMES: dict[str, Text] = {
    EMPTY: T("Empty"),
    PRINTED: T("Printed wall"),
    WALL: T("Wall"),
    WATER: T("Water with a fish"),
    FISHED: T("Fished water"),
    TREES2: T("Two trees"),
    TREES3: T("Three trees"),
    CUT2: T("Two cut trees"),
    CUT3: T("Three cut trees"),
    HOUSE: T("House"),
    JOBLESS: T("Jobless"),
    LUMBERJACK: T("Lumberjack"),
    FISHERMAN: T("Fisherman"),
    BUILDER: T("Builder"),
}
"""Every letter of a sheet, with its name."""

Icon: TypeAlias = Literal["water", "trees2", "trees3", "person", "house", "wall"]
Job: TypeAlias = Literal["L", "F", "B"]

ICONS: tuple[Icon, ...] = ("water", "trees2", "trees3", "person", "house", "wall")
"""Icons, in the order of the menus."""
ICON_NAMES: dict[Icon, Text] = {
    "water": T("Water"),
    "trees2": T("Two trees"),
    "trees3": T("Three trees"),
    "person": T("People"),
    "house": T("House"),
    "wall": T("Wall"),
}
ICON_PHRASES: dict[Icon, Text] = {
    "water": T("water"),
    "trees2": T("two trees"),
    "trees3": T("three trees"),
    "person": T("people"),
    "house": T("a house"),
    "wall": T("a wall"),
}


def name_of(icon: Icon, squares: int) -> Text:
    """The name of what is drawn on a number of squares, as a sentence begins with it."""
    return T("A person") if icon == "person" and squares == 1 else ICON_NAMES[icon]


def phrase_of(icon: Icon, squares: int) -> Text:
    """The name of what is drawn on a number of squares, within a sentence."""
    return T("a person") if icon == "person" and squares == 1 else ICON_PHRASES[icon]


"""The same in the middle of a sentence."""
SHAPE_NAMES: dict[int, Text] = {
    1: T("one square"),
    2: T("two in a row"),
    3: T("three round a corner"),
    4: T("a block of four"),
    5: T("four in an L"),
    6: T("three in a row"),
}
"""The shapes of the faces of the placement die (C6), in the edition that is played."""
ICON_LETTERS: dict[Icon, str] = {
    "water": WATER,
    "trees2": TREES2,
    "trees3": TREES3,
    "person": JOBLESS,
    "house": HOUSE,
    "wall": WALL,
}
"""The letter of a newly drawn icon."""
JOB_NAMES: dict[Job, Text] = {"L": T("Lumberjack"), "F": T("Fisherman"), "B": T("Builder")}
JOB_PHRASES: dict[Job, Text] = {"L": T("lumberjack"), "F": T("fisherman"), "B": T("builder")}
"""The same in the middle of a sentence."""

LineName: TypeAlias = Literal[
    "houses",
    "walls",
    "wall_completed",
    "people",
    "fishermen_by_trees",
    "lumberjacks_by_water",
    "forest",
    "lake",
    "logs",
    "fish",
    "empty",
    "homeless",
    "hungry",
    "jobless",
]
LINE_TITLES: dict[LineName, Text] = {
    "houses": T("Houses"),
    "walls": T("Wall squares"),
    "wall_completed": T("West–east wall"),
    "people": T("People"),
    "fishermen_by_trees": T("Fishermen by trees"),
    "lumberjacks_by_water": T("Lumberjacks by water"),
    "forest": T("Largest forest"),
    "lake": T("Largest lake"),
    "logs": T("Logs left"),
    "fish": T("Fish left"),
    "empty": T("Empty squares"),
    "homeless": T("Homeless people"),
    "hungry": T("Hungry people"),
    "jobless": T("Jobless people"),
}
"""The lines of a sheet's score (C19), in the order of the table; short enough for a phone."""

CARD_TITLES: dict[int, Text] = {
    1: T("Rows full of forest"),
    2: T("Rows full of lake"),
    3: T("Groups of lumberjacks"),
    4: T("Groups of houses"),
    5: T("Groups of fishermen"),
    6: T("Groups of builders"),
    7: T("Columns without an empty square"),
    8: T("Tree squares not cut"),
    9: T("Water squares not fished"),
    10: T("Lumberjacks surrounded by trees"),
    11: T("Fishermen surrounded by water"),
    12: T("Builders surrounded by houses"),
    13: T("Most logs ever cut"),
    14: T("Most fish ever caught"),
    15: T("Most people with a job"),
    16: T("Most houses"),
    17: T("Most empty squares"),
    18: T("Fewest wall squares drawn"),
}
"""The scoring cards by their numbers (C23)."""

CARD_POINTS: dict[int, tuple[int, ...]] = {
    **dict.fromkeys((1, 2), (6,)),
    **dict.fromkeys((3, 4, 5, 6, 7, 10, 11, 12), (5,)),
    8: (2,),
    9: (4,),
    **dict.fromkeys((13, 14, 15, 16, 17), (10, 5)),
    18: (15, 10),
}
"""Points of a card: for each thing counted, or for the first and the second place."""

Phase = Literal["deal", "roll", "draw", "over"]
"""``deal``: chance deals the scoring cards. ``roll``: chance rolls the dice. ``draw``: all players decide. ``over``."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to read the dice (C4, C5)."""

    sum: tuple[int, int] | None
    """The dice that are added, the lower first; ``None`` for the wild of a triple."""
    icon: Icon | Literal["wild"]
    die: int | None
    """The placement die; ``None`` where none counts: wall, house and wild."""
    third: int | None
    """The die that is not added, whether it counts or not; ``None`` for the wild of a triple."""
    reason: Text | None = None
    """Why the viewer cannot use this reading; ``None`` if they can, or if it is not their decision."""

    @property
    def key(self) -> str:
        """Short machine text, different for every reading of a roll: ``2+5`` or ``triple``."""
        return "triple" if self.sum is None else "{}+{}".format(*self.sum)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score of a sheet."""

    name: LineName
    number: int
    """The number counted."""
    points: int


@dataclass(frozen=True, slots=True)
class CardLine:
    """The points of a scoring card for a sheet."""

    card: int
    number: int
    """The number counted, also for the cards that compare players."""
    points: int | None
    """``None`` for a card that compares players (13 to 18) during the match, or for a player who left (C24)."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a sheet, line by line (C19, C23)."""

    lines: tuple[Line, ...]
    cards: tuple[CardLine, ...]

    @property
    def total(self) -> int:
        """All points; cards that compare players count at the end."""
        return sum(line.points for line in self.lines) + sum(line.points or 0 for line in self.cards)

    def line(self, name: LineName) -> Line:
        """Return the line with this name."""
        return next(line for line in self.lines if line.name == name)

    def changes(self, after: Score) -> tuple[tuple[Line, Line], ...]:
        """Pairs of this score's and a later score's lines, where they differ."""
        return tuple((one, other) for one, other in zip(self.lines, after.lines, strict=True) if one != other)

    def card_changes(self, after: Score) -> tuple[tuple[CardLine, CardLine], ...]:
        """Pairs of card lines that differ, in the same way."""
        return tuple((one, other) for one, other in zip(self.cards, after.cards, strict=True) if one != other)


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """A sheet that the viewer may see."""

    squares: str
    """A letter for each square."""
    bonuses_used: int
    """Houses whose bonus space is filled in (C16)."""
    houses: int
    people: int
    logs: int
    """Logs left."""
    logs_cut: int
    """Logs ever cut."""
    fish: int
    """Fish ever caught."""
    score: Score
    """The running score, without cards 13 to 18 before the match is over (C3)."""
    drawn: tuple[int, ...]
    """The squares drawn in the turn that is shown as the last one."""

    @property
    def bonuses(self) -> int:
        """Bonuses that can still be used."""
        return self.houses - self.bonuses_used


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of a drawing."""

    logs: int
    """Logs cut, less the five of a house."""
    fish: int
    """Fish caught."""
    jobs: tuple[tuple[int, Job], ...]
    """People who get a job, newly drawn or jobless before, by square."""
    points: int
    """Change of the running score, cards 1 to 12 included."""
    score: Score
    """The running score after it, line by line."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A drawing that is decided but not yet drawn, or only planned."""

    icon: Icon
    squares: tuple[int, ...]
    """Where it would be drawn, sorted; if it is illegal, squares that are not empty may be among them."""
    jobs: tuple[tuple[int, Job | None], ...]
    """For people: the job on each square, ``None`` for jobless or not chosen yet."""
    left_out: int | None
    """The square of the shape that a bonus leaves out, if the plan has one and it is on the sheet."""
    die: int | None
    bonus: bool
    decided: bool
    """Whether the decision was made; it may still be changed."""
    reason: Text | None
    """Why it cannot be drawn like this; ``None``: it is legal."""
    asks: bool = False
    """Whether the only reason is that jobs are still to be chosen."""
    gain: Gain | None = None
    """The gain, if the drawing is legal."""
    decision: Ghost | None = None
    """The decision in force until this plan is confirmed."""

    @property
    def jobless(self) -> tuple[int, ...]:
        """The squares of the people drawn who find no job (C11); empty while jobs are still to be chosen."""
        return () if self.gain is None else tuple(square for square, job in self.jobs if job is None)


@dataclass(frozen=True, slots=True)
class ChiefdomObservation:
    """A complete frame: everything a picture, a text board or a planner of Chiefdom needs."""

    viewer: Player | None
    edition: Edition
    phase: Phase
    turn: int
    """The number of the current turn, from 1; at the end, of the last one."""
    dice: tuple[int, int, int] | None
    """The roll of this turn in ascending order; ``None`` before the roll."""
    readings: tuple[Reading, ...]
    """Its different readings, with the reasons why the viewer cannot use some."""
    cards: tuple[int, ...]
    """The scoring cards of this match, ascending; empty without the option."""
    open_sheets: bool
    decided: tuple[bool, ...]
    """For each seat, whether it has decided in this turn, automatic passes included (C3)."""
    gone: tuple[bool, ...]
    """For each seat, whether its player has left for good (C24)."""
    sheets: tuple[ShownSheet | None, ...]
    """``None`` for sheets that the viewer may not see."""
    ghost: Ghost | None
    """The viewer's decision of this turn, or their plan."""
    passed: bool
    """Whether the viewer passes this turn, automatically or by choice (C8, C17)."""
    may_decide: bool
    """Whether the viewer still has to decide, or may change the decision."""
    may_pass: bool
    """Whether the viewer may pass by choice (C17)."""
    outcome: Outcome | None

    @property
    def own(self) -> ShownSheet | None:
        """The viewer's own sheet."""
        return None if self.viewer is None else self.sheets[self.viewer]

    @property
    def awaited(self) -> tuple[Player, ...]:
        """The players to move."""
        if self.phase != "draw":
            return ()
        return tuple(
            seat
            for seat, (decided, gone) in enumerate(zip(self.decided, self.gone, strict=True))
            if not (decided or gone)
        )
