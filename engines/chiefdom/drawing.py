"""Legal drawings on a sheet, and their effects. Numbers such as C9 name rulings (README of this package)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from engines.bitsets import mask_of, members_of
from engines.chiefdom.board import Placement
from engines.chiefdom.dice import SHAPED, options
from engines.chiefdom.moves import Dice, Draw
from engines.chiefdom.observation import (
    BUILDER,
    CUT2,
    CUT3,
    FISHED,
    FISHERMAN,
    HOUSE,
    ICON_LETTERS,
    JOBLESS,
    LUMBERJACK,
    PRINTED,
    TREES2,
    TREES3,
    WALLS,
    WATER,
    Icon,
    Job,
)
from engines.chiefdom.sheet import LOGS_FOR_A_HOUSE, LOGS_FOR_A_WALL, TEACHERS, Sheet
from engines.errors import Refusal
from engines.text import TN, T, Text

Jobs = tuple[tuple[int, Job], ...]

_GIVES: dict[Icon, Job] = {"water": "F", "trees2": "L", "trees3": "L", "house": "B"}
"""The job that an icon gives to the jobless beside it (C11)."""
_CUT = {TREES2: CUT2, TREES3: CUT3}


# ----------------------------------------------------------------------------------------------------- what is legal


def allowed_squares(sheet: Sheet, icon: Icon) -> int:
    """The squares on which an icon may stand now (C7, C9, C10)."""
    if icon == "wall":
        return sheet.wall_ends if sheet.logs >= LOGS_FOR_A_WALL else 0
    if icon == "house":
        return sheet.builders_squares if sheet.logs >= LOGS_FOR_A_HOUSE else 0
    return sheet.empty


def bonus_is_impossible(sheet: Sheet, icon: Icon, die: int | None) -> bool:
    """Whether no bonus can be used with this (C16)."""
    return die is None or icon not in SHAPED or not sheet.bonuses or len(sheet.board.edition.shape(die)) == 1


def legal_placements(sheet: Sheet, icon: Icon, die: int | None, *, bonus: bool = False) -> Iterator[Placement]:
    """Every legal placement of the die's shape, in the order of their squares (C6, C7, C16).

    ``die`` is ``None`` for a single square. With ``bonus``, the shape loses the square that the bonus leaves out.
    """
    if bonus and bonus_is_impossible(sheet, icon, die):
        return
    free = allowed_squares(sheet, icon)
    if not free:
        return
    taken = ~free
    for place in sheet.board.reduced[die or 1] if bonus else sheet.board.whole[die]:
        if not place.mask & taken:
            yield place


def drawings(sheet: Sheet, dice: Dice) -> Iterator[Draw]:
    """Every legal drawing with a roll, no two equal: by icon, first without a bonus, in the order of the squares."""
    for icon, die in options(dice):
        for bonus in (False, True):
            for place in legal_placements(sheet, icon, die, bonus=bonus):
                for jobs in job_choices(sheet, icon, place.squares):
                    yield Draw(icon, place.squares, die, bonus, jobs)


def can_draw(sheet: Sheet, dice: Dice, *, bonus: bool = False) -> bool:
    """Whether anything can be drawn with a roll, with or without a bonus."""
    return any(next(legal_placements(sheet, icon, die, bonus=bonus), None) is not None for icon, die in options(dice))


def choices_of_jobs(sheet: Sheet, icon: Icon, squares: tuple[int, ...]) -> tuple[tuple[int, tuple[Job, ...]], ...]:
    """The squares of people who would touch two or more kinds, each with the jobs to choose from (C11)."""
    if icon != "person":
        return ()
    return tuple((square, jobs) for square in squares if len(jobs := sheet.jobs_at(square)) > 1)


def job_choices(sheet: Sheet, icon: Icon, squares: tuple[int, ...]) -> Iterator[Jobs]:
    """All combinations of jobs; a single empty one if there is nothing to choose."""
    choices = choices_of_jobs(sheet, icon, squares)
    yield from product(*(tuple((square, job) for job in jobs) for square, jobs in choices))


def is_legal(sheet: Sheet, dice: Dice, draw: Draw) -> bool:
    """Whether the drawing is possible with the roll, found without enumerating."""
    if (draw.icon, draw.die) not in options(dice):
        return False
    mask = mask_of(draw.squares)
    if draw.bonus:
        fits = not bonus_is_impossible(sheet, draw.icon, draw.die) and mask in sheet.board.reduced_masks[draw.die or 1]
    else:
        fits = mask in sheet.board.whole_masks[draw.die]
    return fits and not mask & ~allowed_squares(sheet, draw.icon) and _jobs_fit(sheet, draw)


def _jobs_fit(sheet: Sheet, draw: Draw) -> bool:
    choices = choices_of_jobs(sheet, draw.icon, draw.squares)
    if len(choices) != len(draw.jobs):
        return False
    return all(
        square == chosen and job in jobs for (square, jobs), (chosen, job) in zip(choices, draw.jobs, strict=True)
    )


# --------------------------------------------------------------------------------------------------- why it is not


def why_not_draw(sheet: Sheet, dice: Dice, draw: Draw) -> Refusal | None:
    """Why a drawing is not possible with a roll, in one sentence, and where; ``None`` when it is."""
    if is_legal(sheet, dice, draw):
        return None
    if (draw.icon, draw.die) not in options(dice):
        return Refusal(T("These dice do not allow that: add two of them and use the third as the placement die."))
    reason = why_no_bonus(sheet, draw) or why_not_this_icon(sheet, draw.icon)
    if reason is not None:
        return Refusal(reason)
    return _why_not_there(sheet, draw) or _why_not_these_jobs(sheet, draw)


def why_no_bonus(sheet: Sheet, draw: Draw) -> Text | None:
    """Why the bonus that a drawing uses cannot be used (C16)."""
    if not draw.bonus:
        return None
    if draw.die is None or draw.icon not in SHAPED or len(sheet.board.edition.shape(draw.die)) == 1:
        return T("A bonus cannot make a single square smaller.")
    if not sheet.bonuses:
        return T("You have no bonus left: every house gives one.")
    return None


def why_not_this_icon(sheet: Sheet, icon: Icon) -> Text | None:
    """Why an icon cannot be drawn anywhere on the sheet, whatever its shape."""
    if not sheet.empty:
        return T("Your sheet has no empty square left.")
    if icon == "wall":
        if sheet.logs < LOGS_FOR_A_WALL:
            return TN("A wall needs 2 logs; you have {count}.", "A wall needs 2 logs; you have {count}.", sheet.logs)
        if not sheet.wall_ends:
            return T("No empty square touches a wall.")
    if icon == "house":
        if sheet.logs < LOGS_FOR_A_HOUSE:
            return TN("A house needs 5 logs; you have {count}.", "A house needs 5 logs; you have {count}.", sheet.logs)
        if not sheet.builders_squares:
            return T("No empty square touches a jobless person or a builder.")
    return None


def _why_not_there(sheet: Sheet, draw: Draw) -> Refusal | None:
    board, mask = sheet.board, mask_of(draw.squares)
    masks = board.reduced_masks[draw.die or 1] if draw.bonus else board.whole_masks[draw.die]
    if mask not in masks:
        reason = T("These squares do not have the shape that the placement die shows.")
        return at(sheet, reason, draw.squares)
    taken = members_of(mask & ~sheet.empty)
    if taken:
        reason = TN(
            "{squares} is not empty.",
            "{squares} are not empty.",
            len(taken),
            squares=", ".join(board.names[square] for square in taken),
        )
        return at(sheet, reason, taken)
    apart = members_of(mask & ~allowed_squares(sheet, draw.icon))
    if not apart:
        return None
    if draw.icon == "wall":
        return at(sheet, T("A wall must touch another wall."), apart)
    return at(sheet, T("A house must touch a jobless person or a builder."), apart)


def at(sheet: Sheet, reason: Text, squares: Iterable[int]) -> Refusal:
    """A refusal because of these squares."""
    return Refusal(reason, tuple(sheet.board.names[square] for square in squares))


def _why_not_these_jobs(sheet: Sheet, draw: Draw) -> Refusal:
    """The refusal of a drawing in which only the jobs are wrong (C11)."""
    wanted, chosen = dict(choices_of_jobs(sheet, draw.icon, draw.squares)), dict(draw.jobs)
    wrong = [square for square in sorted({*wanted, *chosen}) if chosen.get(square) not in wanted.get(square, ())]
    reason = T("Choose a job for each person beside two or more kinds of squares, and for nobody else.")
    return at(sheet, reason, wrong)


def why_nothing(sheet: Sheet, icon: Icon, die: int | None) -> Text | None:
    """Why an icon cannot be drawn with a placement die, not even with a bonus; ``None`` when it can."""
    for bonus in (False, True):
        if next(legal_placements(sheet, icon, die, bonus=bonus), None) is not None:
            return None
    return why_not_this_icon(sheet, icon) or T("The shape of this die does not fit anywhere.")


# ---------------------------------------------------------------------------------------------------- what it does


@lru_cache(maxsize=16)  # a decision is shown, described and evaluated before it is drawn
def drawn(sheet: Sheet, draw: Draw) -> Sheet:
    """The sheet after a legal drawing: jobs given (C11), fish caught (C12), trees cut (C13), the bonus used (C16)."""
    board, squares = sheet.board, list(sheet.squares)
    mask = mask_of(draw.squares)
    chosen = dict(draw.jobs)
    for square in draw.squares:
        squares[square] = _person(sheet, square, chosen) if draw.icon == "person" else ICON_LETTERS[draw.icon]
    if draw.icon in _GIVES:
        for square in members_of(board.around(mask) & sheet.mask(JOBLESS)):
            squares[square] = _GIVES[draw.icon]
    return _harvested(Sheet(board, "".join(squares), sheet.bonuses_used + draw.bonus))


def _person(sheet: Sheet, square: int, chosen: dict[int, Job]) -> str:
    jobs = sheet.jobs_at(square)
    if len(jobs) > 1:
        return chosen[square]
    return jobs[0] if jobs else JOBLESS


def _harvested(sheet: Sheet) -> Sheet:
    """Let fishermen and lumberjacks take all fish and trees beside them."""
    board = sheet.board
    fish = board.around(sheet.mask(FISHERMAN)) & sheet.mask(WATER)
    wood = board.around(sheet.mask(LUMBERJACK)) & sheet.mask(TREES2 + TREES3)
    if not fish | wood:
        return sheet
    squares = list(sheet.squares)
    for square in members_of(fish):
        squares[square] = FISHED
    for square in members_of(wood):
        squares[square] = _CUT[squares[square]]
    return Sheet(board, "".join(squares), sheet.bonuses_used)


def find_error(sheet: Sheet) -> Text | None:
    """Why no drawings can have led to this sheet; ``None`` for a sheet that can be played on."""
    board = sheet.board
    walls = sheet.mask(WALLS)
    if sheet.mask(PRINTED) != board.printed:
        return T("the printed walls are not where they belong")
    if walls != board.connected(board.printed, walls):
        return T("a wall is not connected to a printed one")
    if sheet.logs < 0:
        return T("the houses cost more logs than were cut")
    if not 0 <= sheet.bonuses_used <= sheet.houses:
        return T("more bonuses were used than there are houses")
    if sheet.mask(HOUSE) & ~board.around(sheet.mask(BUILDER)):
        return T("a house has no builder beside it")
    for job, letters in TEACHERS:
        if sheet.mask(job) & ~board.around(sheet.mask(letters)):
            return T("a person has a job that nothing gives")
        if sheet.mask(JOBLESS) & board.around(sheet.mask(letters)):
            return T("a person is jobless beside a square that gives a job")
    if _harvested(sheet) != sheet:
        return T("something beside a fisherman or a lumberjack was not taken")
    if sheet.mask(FISHED) & ~board.around(sheet.mask(FISHERMAN)):
        return T("a fish was caught by nobody")
    if sheet.mask(CUT2 + CUT3) & ~board.around(sheet.mask(LUMBERJACK)):
        return T("a tree was cut by nobody")
    return None
