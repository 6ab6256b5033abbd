"""Planning a drawing: a shape held over the sheet is moved, turned and tried out before the decision.

Pure functions on an observation's own sheet. A planner asks what a reading allows (:func:`icon_choices`), takes a
:class:`HeldShape` (:func:`initial_shape`), moves and turns it, shows the result and what it would give
(:func:`with_preview`), and makes the move that :func:`decision` returns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from engines.chiefdom import drawing
from engines.chiefdom.board import board_of, normal, orientations, reductions
from engines.chiefdom.dice import options_of
from engines.chiefdom.drawing import Jobs, choices_of_jobs
from engines.chiefdom.edition import Offsets
from engines.chiefdom.effects import effects
from engines.chiefdom.evaluation import Evaluator
from engines.chiefdom.moves import Dice, Draw
from engines.chiefdom.observation import ICONS, JOB_PHRASES, ChiefdomObservation, Ghost, Icon, Job, Reading
from engines.chiefdom.sheet import Sheet
from engines.text import T, Text

Orientation: TypeAlias = tuple[Offsets, tuple[int, int] | None]
"""A shape in its orientation, and the square of it that a bonus leaves out (C16)."""


@dataclass(frozen=True, slots=True)
class HeldShape:
    """A shape held over the sheet. The squares to be drawn are always on the sheet."""

    icon: Icon
    die: int | None
    """The placement die; ``None`` for a single square without one (wall, house, wild)."""
    shape: Offsets
    """In its orientation."""
    file: int
    """File of the south-western corner of its box, from 0; can be off the sheet if the square left out is."""
    rank: int
    left_out: tuple[int, int] | None = None
    """The square of :attr:`shape` that a bonus leaves out (C16)."""
    jobs: Jobs = ()
    """Jobs chosen so far, by square; only those of squares with a choice count."""

    @property
    def drawn_offsets(self) -> Offsets:
        """The squares of the shape that are drawn."""
        return _drawn_offsets((self.shape, self.left_out))


def sheet_of(seen: ChiefdomObservation) -> Sheet:
    """The viewer's own sheet, to plan on.

    Raises:
        LookupError: the viewer has none.
    """
    own = seen.own
    if own is None:
        raise LookupError("a spectator has no sheet")
    return Sheet(board_of(seen.edition), own.squares, own.bonuses_used)


def icon_choices(sheet: Sheet, reading: Reading) -> tuple[tuple[Icon, int | None, Text | None], ...]:
    """The options of a reading: icon, placement die, and the reason if it is impossible now.

    One entry, or six for wild (C15).
    """
    return tuple((icon, die, drawing.why_nothing(sheet, icon, die)) for icon, die in options_of(reading))


def initial_shape(sheet: Sheet, icon: Icon, die: int | None, cards: tuple[int, ...] = ()) -> HeldShape | None:
    """The shape at its best legal place, with a bonus only if needed; ``None`` if there is none."""
    first = HeldShape(icon, die, orientations(sheet.board.edition.shape(die))[0], 0, 0)
    whole = ranked_placements(sheet, first, cards)
    if whole:
        return _placed_on(sheet, first, whole[0].squares)
    reduced = (with_left_out(sheet, first, square) for square, _ in reductions(first.shape))
    found = [(held, places[0]) for held in reduced if (places := ranked_placements(sheet, held, cards))]
    if not found:
        return None
    held, place = max(found, key=lambda each: each[1].points)
    return _placed_on(sheet, held, place.squares)


def central_shape(sheet: Sheet, icon: Icon, die: int | None) -> HeldShape | None:
    """The shape at the legal place nearest to the middle of the sheet; ``None`` if there is none without a bonus."""
    held = HeldShape(icon, die, orientations(sheet.board.edition.shape(die))[0], 0, 0)
    places = [place.squares for place in ranked_placements(sheet, held, ())]
    if not places:
        return None
    return _placed_on(sheet, held, max(places, key=lambda squares: (-_from_middle(sheet, squares), squares)))


def _from_middle(sheet: Sheet, squares: tuple[int, ...]) -> int:
    """Twice the distances of these squares from the middle of the sheet, added."""
    edition = sheet.board.edition
    places = map(sheet.board.coordinates, squares)
    return sum(abs(2 * file - edition.files + 1) + abs(2 * rank - edition.ranks + 1) for file, rank in places)


def shape_of_draw(sheet: Sheet, draw: Draw) -> HeldShape:
    """The held shape of a drawing, so that a decision can be changed."""
    board = sheet.board
    for turned in orientations(board.edition.shape(draw.die)):
        for left_out in [square for square, _ in reductions(turned)] if draw.bonus else [None]:
            held = _clamped(sheet, HeldShape(draw.icon, draw.die, turned, 0, 0, left_out, draw.jobs))
            there = moved_to(sheet, held, draw.squares[0])
            if squares(sheet, there) == draw.squares:
                return there
    raise LookupError(f"{draw} has another shape than its die")


# ------------------------------------------------------------------------------------------------ moving and turning


def moved(sheet: Sheet, held: HeldShape, east: int, north: int) -> HeldShape:
    """Moved by a number of squares, but not over the edge."""
    return _clamped(sheet, replace(held, file=held.file + east, rank=held.rank + north))


def moved_to(sheet: Sheet, held: HeldShape, square: int) -> HeldShape:
    """Moved so that its first drawn square lies on ``square``, or as near to it as the edge allows."""
    file, rank = sheet.board.coordinates(square)
    east, north = held.drawn_offsets[0]
    return _clamped(sheet, replace(held, file=file - east, rank=rank - north))


def rotated(sheet: Sheet, held: HeldShape) -> HeldShape:
    """Turned clockwise by 90°, in its place as far as the edge allows."""
    return _with_orientation(sheet, held, _rotated((held.shape, held.left_out)))


def flipped(sheet: Sheet, held: HeldShape) -> HeldShape:
    """Mirrored from west to east, in its place as far as the edge allows."""
    return _with_orientation(sheet, held, _flipped((held.shape, held.left_out)))


def _with_orientation(sheet: Sheet, held: HeldShape, way: Orientation) -> HeldShape:
    """The shape in this orientation, in its place as far as the edge allows."""
    shape, left_out = way
    return _clamped(sheet, replace(held, shape=shape, left_out=left_out))


def _rotated(way: Orientation) -> Orientation:
    return _transformed(way, {(east, north): (north, -east) for east, north in way[0]})


def _flipped(way: Orientation) -> Orientation:
    return _transformed(way, {(east, north): (-east, north) for east, north in way[0]})


def _transformed(way: Orientation, images: dict[tuple[int, int], tuple[int, int]]) -> Orientation:
    """The shape with each square where ``images`` has it, moved to the corner of its box."""
    west, south = (min(part) for part in zip(*images.values(), strict=True))
    to = {square: (east - west, north - south) for square, (east, north) in images.items()}
    return tuple(sorted(to.values())), None if way[1] is None else to[way[1]]


def _clamped(sheet: Sheet, held: HeldShape) -> HeldShape:
    """Moved back until all squares to be drawn are on the sheet."""
    edition = sheet.board.edition
    files, ranks = zip(*held.drawn_offsets, strict=True)
    return replace(
        held,
        file=min(max(held.file, -min(files)), edition.files - 1 - max(files)),
        rank=min(max(held.rank, -min(ranks)), edition.ranks - 1 - max(ranks)),
    )


# ---------------------------------------------------------------------------------------------------- legal places


class RankedPlacement(NamedTuple):
    """A place where a shape may be drawn."""

    squares: tuple[int, ...]
    points: int
    """The gain of the running score there, with the best jobs."""


def ranked_placements(sheet: Sheet, held: HeldShape, cards: tuple[int, ...]) -> tuple[RankedPlacement, ...]:
    """Every legal place of a shape in any orientation, highest score first, then by squares.

    The square left out by a bonus stays left out. Every legal drawing is evaluated once; the order is cached.
    """
    if held.left_out is not None and drawing.bonus_is_impossible(sheet, held.icon, held.die):
        return ()
    bonus = held.left_out is not None
    return _ranked_placements(sheet, held.icon, held.die, normal(held.drawn_offsets) if bonus else None, cards)


@lru_cache(maxsize=64)  # every step of a plan needs the same list
def _ranked_placements(
    sheet: Sheet, icon: Icon, die: int | None, left: Offsets | None, cards: tuple[int, ...]
) -> tuple[RankedPlacement, ...]:
    """The cached part; ``left`` is the shape without the square that a bonus leaves out."""
    board, taken, evaluator = sheet.board, ~drawing.allowed_squares(sheet, icon), Evaluator(sheet, cards)
    places = [
        RankedPlacement(
            place.squares, max(evaluator.evaluate(draw).points for draw in _decisions(sheet, icon, die, place.squares))
        )
        for place in (board.whole[die] if left is None else board.placements(left))
        if not place.mask & taken
    ]
    return tuple(sorted(places, key=lambda place: (-place.points, place.squares)))


def _decisions(sheet: Sheet, icon: Icon, die: int | None, squares: tuple[int, ...]) -> Iterator[Draw]:
    """The drawings there, one for each choice of jobs."""
    return (Draw(icon, squares, die, jobs=jobs) for jobs in drawing.job_choices(sheet, icon, squares))


def next_placement(sheet: Sheet, held: HeldShape, cards: tuple[int, ...] = ()) -> HeldShape | None:
    """The next legal place in order of score, cyclic; the best one if the current place is illegal.

    ``None`` if there is no legal place.
    """
    places = ranked_placements(sheet, held, cards)
    if not places:
        return None
    number = placement_index(sheet, held, cards)
    return _placed_on(sheet, held, places[0 if number is None else (number + 1) % len(places)].squares)


def placement_index(sheet: Sheet, held: HeldShape, cards: tuple[int, ...] = ()) -> int | None:
    """The index of the shape's place in :func:`ranked_placements`; ``None`` if its place is not legal."""
    here = squares(sheet, held)
    places = ranked_placements(sheet, held, cards)
    return next((number for number, place in enumerate(places) if place.squares == here), None)


def _placed_on(sheet: Sheet, held: HeldShape, wanted: tuple[int, ...]) -> HeldShape:
    """The shape turned and moved so that it is drawn on these squares."""
    shape = normal(sheet.board.coordinates(square) for square in wanted)
    turned = next(
        way for way in _orientations_from((held.shape, held.left_out)) if normal(_drawn_offsets(way)) == shape
    )
    return moved_to(sheet, _with_orientation(sheet, held, turned), wanted[0])


@cache
def _orientations_from(own: Orientation) -> tuple[Orientation, ...]:
    """All orientations of a shape, its own first, then in a cyclic order.

    Orientations that draw the same squares, as happens with a square left out, are listed once.
    """
    found: dict[Offsets, Orientation] = {}
    for turned in (own, _flipped(own)):
        way = turned
        for _ in range(4):
            found.setdefault(normal(_drawn_offsets(way)), way)
            way = _rotated(way)
    first = normal(_drawn_offsets(own))
    return tuple(found[shape] for shape in sorted(found, key=lambda shape: (shape < first, shape)))


def _drawn_offsets(way: Orientation) -> Offsets:
    shape, left_out = way
    return tuple(square for square in shape if square != left_out)


# ------------------------------------------------------------------------------------------------- bonus and jobs


def may_leave_out(sheet: Sheet, held: HeldShape) -> tuple[tuple[int, int], ...]:
    """The squares of the shape that a bonus may leave out (C16); empty when no bonus can be used."""
    if drawing.bonus_is_impossible(sheet, held.icon, held.die):
        return ()
    return tuple(square for square, _ in reductions(held.shape))


def with_left_out(sheet: Sheet, held: HeldShape, square: tuple[int, int] | None) -> HeldShape:
    """The shape without one of its squares, or the whole shape for ``None``."""
    return _clamped(sheet, replace(held, left_out=square))


def job_selections(sheet: Sheet, held: HeldShape) -> tuple[tuple[int, tuple[Job, ...], Job | None], ...]:
    """People next to several kinds of squares: the square, the possible jobs, and the chosen one (C11)."""
    chosen = dict(held.jobs)
    found = []
    for square, jobs in choices_of_jobs(sheet, held.icon, squares(sheet, held)):
        job = chosen.get(square)
        found.append((square, jobs, job if job in jobs else None))
    return tuple(found)


def with_job(held: HeldShape, square: int, job: Job) -> HeldShape:
    """The shape with a job chosen for the person on a square."""
    return replace(held, jobs=tuple(sorted({**dict(held.jobs), square: job}.items())))


# ------------------------------------------------------------------------------------------------------ the result


def squares(sheet: Sheet, held: HeldShape) -> tuple[int, ...]:
    """The squares to be drawn, sorted."""
    lying = sheet.board.squares_covered(held.drawn_offsets, held.file, held.rank)
    if lying is None:
        raise LookupError(f"{held} is not on the sheet")
    return lying


def decision(sheet: Sheet, held: HeldShape) -> Draw:
    """The decision to draw it there, legal or not (see :func:`engines.chiefdom.drawing.why_not_draw`)."""
    jobs = tuple((square, job) for square, _, job in job_selections(sheet, held) if job is not None)
    return Draw(held.icon, squares(sheet, held), held.die, held.left_out is not None, jobs)


def with_preview(seen: ChiefdomObservation, held: HeldShape) -> ChiefdomObservation:
    """The observation with the shape as a ghost on the viewer's own sheet.

    Raises:
        LookupError: the viewer has no sheet, or there are no dice.
    """
    sheet = sheet_of(seen)
    if seen.dice is None:
        raise LookupError("nothing can be planned before the roll")
    draw = decision(sheet, held)
    left_out = None
    if held.left_out is not None:
        east, north = held.left_out
        outside = sheet.board.squares_covered((held.left_out,), held.file, held.rank)
        left_out = None if outside is None else sheet.board.square(held.file + east, held.rank + north)
    refusal = drawing.why_not_draw(sheet, seen.dice, draw)
    reason = None if refusal is None else refusal.reason
    asks = reason is not None and _lacks_only_jobs(sheet, seen.dice, draw)
    ghost = Ghost(
        icon=draw.icon,
        squares=draw.squares,
        jobs=_jobs(sheet, draw),
        left_out=left_out,
        die=draw.die,
        bonus=draw.bonus,
        decided=False,
        reason=_asking(sheet, draw) if asks else reason,
        asks=asks,
        gain=effects(sheet, draw, seen.cards) if reason is None else None,
        decision=_decided(seen),
    )
    return replace(seen, ghost=ghost)


def _decided(seen: ChiefdomObservation) -> Ghost | None:
    """The viewer's decision, if there is one."""
    return seen.ghost if seen.ghost is not None and seen.ghost.decided else None


def _lacks_only_jobs(sheet: Sheet, dice: Dice, draw: Draw) -> bool:
    """Whether a drawing only lacks the choice of jobs (C11)."""
    return any(
        drawing.is_legal(sheet, dice, replace(draw, jobs=jobs))
        for jobs in islice(drawing.job_choices(sheet, draw.icon, draw.squares), 1)
    )


def _asking(sheet: Sheet, draw: Draw) -> Text:
    """The sentence that asks for the missing jobs."""
    names, chosen = sheet.board.names, dict(draw.jobs)
    lacking = [
        (names[square], jobs)
        for square, jobs in choices_of_jobs(sheet, draw.icon, draw.squares)
        if square not in chosen
    ]
    square, jobs = lacking[0]
    if len(lacking) > 1:
        return T("choose a job below for each of {squares}.", squares=" ".join(name for name, _ in lacking))
    one, *others = (JOB_PHRASES[job] for job in jobs)
    choice = T("{one} or {other}", one=one, other=others[0])
    if len(others) > 1:
        choice = T("{one}, {other} or {third}", one=one, other=others[0], third=others[1])
    if len(draw.squares) == 1:
        return T("choose a job below: {jobs}.", jobs=choice)
    return T("choose a job below for {square}: {jobs}.", square=square, jobs=choice)


def _jobs(sheet: Sheet, draw: Draw) -> tuple[tuple[int, Job | None], ...]:
    """Each new person with their job, ``None`` for jobless or not chosen yet."""
    if draw.icon != "person":
        return ()
    chosen = dict(draw.jobs)
    jobs = {square: sheet.jobs_at(square) for square in draw.squares}
    return tuple(
        (square, chosen.get(square, options[0] if len(options) == 1 else None)) for square, options in jobs.items()
    )


# ------------------------------------------------------------------------------------------------------------ text

_TEXT = re.compile(
    r"({})\.([1-6]?)\.([0-7])\.(-?[0-9]{{1,2}})\.(-?[0-9]{{1,2}})\.([0-9]?)\.((?:[0-9]{{1,3}}[LFB])*)".format(
        "|".join(ICONS)
    ),
    re.ASCII,
)


def to_text(sheet: Sheet, held: HeldShape) -> str:
    """Short machine text, such as ``person.2.1.3.4..27F``, for the custom id of a button.

    Icon, die, orientation, file and rank of the corner, index of the square left out, squares with jobs.
    """
    turned = orientations(sheet.board.edition.shape(held.die)).index(held.shape)
    left_out = "" if held.left_out is None else str(held.shape.index(held.left_out))
    jobs = "".join(f"{square}{job}" for square, _, job in job_selections(sheet, held) if job is not None)
    die = "" if held.die is None else str(held.die)
    return f"{held.icon}.{die}.{turned}.{held.file}.{held.rank}.{left_out}.{jobs}"


def from_text(sheet: Sheet, text: str) -> HeldShape | None:
    """The shape that :func:`to_text` wrote, ``None`` for any other text."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    die = int(found[2]) if found[2] else None
    ways = orientations(sheet.board.edition.shape(die))
    if int(found[3]) >= len(ways):
        return None
    shape = ways[int(found[3])]
    left_out = None
    if found[6]:
        if int(found[6]) >= len(shape) or len(shape) == 1:
            return None
        left_out = shape[int(found[6])]
    jobs = tuple((int(square), _JOBS[job]) for square, job in re.findall("([0-9]+)([LFB])", found[7]))
    return _clamped(sheet, HeldShape(_ICONS[found[1]], die, shape, int(found[4]), int(found[5]), left_out, jobs))


_ICONS: dict[str, Icon] = {icon: icon for icon in ICONS}
_JOBS: dict[str, Job] = {"L": "L", "F": "F", "B": "B"}
