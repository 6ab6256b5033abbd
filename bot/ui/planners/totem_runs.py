"""The choice of a run of Totem: from one menu, or the piece, the stop, then steps and victim if there is a choice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import discord

from bot.matches.play.planning import Plan
from bot.ui.components.messages import ButtonSpec, ComponentSpec, Row, SelectOptionSpec
from bot.ui.components.text import Writer
from bot.ui.planners.panel import MOVE, Panel, in_rows, move_action, pages_of, path_action, path_select
from engines.text import TN, Seat, T, Text, listed
from engines.totem.observation import CELL_NAMES, CELL_PLACES, Loss, Movable, PossibleRun, Stop, TotemObservation

TOTEM, HIT = "🗿", "💥"
"""Emoji of a totem, and of a run that eliminates something."""

_RUN_PATH = re.compile(
    r"(?:([a-m][0-9]{1,2})(?:-([a-m][0-9]{1,2})(?:\.([0-9]{1,2}))?)?)?(?:~([0-9]{1,2})\.([0-9]{1,2}))?"
)


@dataclass(frozen=True, slots=True)
class RunPath:
    """The chosen part of a run, and the open pages of pieces and stops: ``e5-f7.2~0.1``.

    Before a piece is chosen, the second page is that of whole runs.
    """

    piece: str | None = None
    stop: str | None = None
    steps: int | None = None
    piece_page: int = 0
    stop_page: int = 0

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the path that :meth:`__str__` wrote; ``None`` for any other text."""
        found = _RUN_PATH.fullmatch(text)
        if found is None:
            return None
        piece, stop, steps, *pages = found.groups()
        numbers = [int(page or 0) for page in pages]
        return cls(piece, stop, None if steps is None else int(steps), *numbers)

    def __str__(self) -> str:
        chosen = "-".join(filter(None, (self.piece, self.stop)))
        steps = "" if self.steps is None else f".{self.steps}"
        pages = f"~{self.piece_page}.{self.stop_page}" if self.piece_page or self.stop_page else ""
        return f"{chosen}{steps}{pages}"


def run_panel(plan: Plan, seen: TotemObservation, where: RunPath, write: Writer) -> Panel | None:
    """Ask for a piece and its stop; ``None`` if the path does not exist."""
    if plan.teaching and where.stop is None:
        seen = _without_losses(seen)
    pieces = sorted(seen.movable, key=_piece_order)
    if len(pieces) == 1 and where.piece is None:
        where = replace(where, piece=CELL_NAMES[pieces[0].cell])
    piece = next((each for each in pieces if CELL_NAMES[each.cell] == where.piece), None)
    if (piece is None) != (where.piece is None) or where.piece_page >= len(pages_of(pieces)):
        return None
    if where.stop is not None and piece is not None:
        return _way(plan, piece, where, write)
    summary = _plan_summary(seen, write)
    if piece is None and plan.teaching:
        return Panel(
            " ".join((summary, write(T("Choose the piece that runs.")))), _piece_rows(plan, pieces, where, write)
        )
    if piece is None:
        return _any_run(plan, seen, pieces, where, summary, write)
    stops = sorted(piece.stops, key=_stop_order)
    asked = TN(
        "{piece} can stop on {count} cell. Choose it.",
        "{piece} can stop on {count} cells. Choose one.",
        len(stops),
        piece=_name(piece),
    )
    if where.stop_page >= len(pages_of(stops)):
        return None
    rows: list[Sequence[ComponentSpec]] = [
        *(_piece_rows(plan, pieces, where, write) if plan.teaching else [(_piece_menu(plan, pieces, where, write),)]),
        (_stop_menu(plan, stops, where, write),),
    ]
    turning = [
        *_piece_pages(plan, len(pages_of(pieces)), where, write),
        *_stop_pages(plan, len(pages_of(stops)), where, write, T("Previous stops"), T("More stops")),
    ]
    if turning:
        rows.append(turning)
    return Panel(f"{summary} {write(asked)}", rows, focus=where.piece, shown=seen if plan.teaching else None)


def _without_losses(seen: TotemObservation) -> TotemObservation:
    """Return an observation that does not tell which runs eliminate something."""
    return replace(seen, movable=tuple(replace(one, stops=tuple(map(_plain_stop, one.stops))) for one in seen.movable))


def _plain_stop(stop: Stop) -> Stop:
    return replace(stop, runs=tuple(replace(run, losses=()) for run in stop.runs))


def _plan_summary(seen: TotemObservation, write: Writer) -> str:
    """Return the planned runs, numbered as in the picture, and what is missing before they can be confirmed."""
    points = write(TN("{count} point left to use.", "{count} points left to use.", seen.points))
    if not seen.runs:
        return points
    runs = (f"{CELL_NAMES[run.path[0]]}–{CELL_NAMES[run.path[-1]]}" for run in seen.runs)
    if len(seen.runs) == 1:
        summary = T("So far: {runs}.", runs=next(runs))
    else:
        numbered = listed(T("{number}. {run}", number=number, run=run) for number, run in enumerate(runs, 1))
        summary = T("So far: {runs}.", runs=numbered)
    return f"{write(summary)} {points}"


# ------------------------------------------------------------------------------------------------------- whole runs


class _Whole(NamedTuple):
    """A run that is planned with one choice. Sorting puts runs to one stop together, the most useful first."""

    worth: tuple[int, int]
    way: int
    """Steps from the stop to the nearest totem of another player."""
    stop: int
    left: int
    """Points left after the run: runs that use most come first."""
    origin: int
    victim: int
    run: PossibleRun
    totem: bool


def _whole_runs(seen: TotemObservation, pieces: Sequence[Movable]) -> list[_Whole]:
    """Return every piece with every stop, and with every victim if there is a choice, in the fewest steps.

    The order suits pages of menus: first runs that eliminate, then one run to every stop, then another to each. So the
    first page leaves out no stop unless there are too many.
    """
    enemies = [totem for seat, totem in enumerate(seen.totems) if totem is not None and seat != seen.to_move]
    found: list[_Whole] = []
    for piece in pieces:
        for stop in piece.stops:
            way = min((_distance(stop.cell, enemy) for enemy in enemies), default=0)
            shortest = {run.victim: run for run in reversed(stop.runs)}
            found += (
                _Whole(
                    _worth(run.losses),
                    way,
                    stop.cell,
                    seen.points - run.steps,
                    piece.cell,
                    run.victim or 0,
                    run,
                    piece.totem,
                )
                for run in shortest.values()
            )
    found.sort(key=_in_order)
    before: Counter[int] = Counter()
    order: list[tuple[tuple[int, int], int]] = []
    for whole in found:
        order.append((whole.worth, before[whole.stop]))
        before[whole.stop] += not whole.run.losses
    return [whole for _, whole in sorted(zip(order, found, strict=True), key=lambda each: each[0])]


def _in_order(whole: _Whole) -> tuple[object, ...]:
    return whole[:6]


def _distance(cell: int, other: int) -> int:
    """Return the steps from one cell to another on an empty board."""
    (file, height), (its_file, its_height) = CELL_PLACES[cell], CELL_PLACES[other]
    files, halves = abs(file - its_file), abs(height - its_height)
    return files + max(0, halves - files) // 2


def _any_run(
    plan: Plan, seen: TotemObservation, pieces: Sequence[Movable], where: RunPath, summary: str, write: Writer
) -> Panel | None:
    """Return all runs in one menu; if there are too many, in pages, the best first, beside a menu of pieces."""
    runs = _whole_runs(seen, pieces)
    pages = pages_of(runs)
    if where.stop_page >= len(pages):
        return None
    offered = sorted(pages[where.stop_page], key=_in_order)
    example = tuple(whole.run.notation for whole in runs[:1])
    title = _number_of(len(offered), len(runs), T("Choose a run …"))
    menu = path_select(plan, "runs", write.plain(title), [_whole_choice(whole, write) for whole in offered])
    complete = len(offered) == sum(len(stop.runs) for piece in pieces for stop in piece.stops)
    if complete:
        return Panel(" ".join((summary, write(T("Choose a run.")))), ((menu,),), examples=example)
    rows: list[Sequence[ComponentSpec]] = [(menu,), (_piece_menu(plan, pieces, where, write),)]
    turning = [
        *_stop_pages(plan, len(pages), where, write, T("Previous runs"), T("More runs")),
        *_piece_pages(plan, len(pages_of(pieces)), where, write),
    ]
    if turning:
        rows.append(turning)
    asked = T("Choose a run, or a piece to see all the cells where it can stop.")
    return Panel(f"{summary} {write(asked)}", rows, examples=example)


def _piece_rows(plan: Plan, pieces: Sequence[Movable], where: RunPath, write: Writer) -> list[Row]:
    """Return all pieces as buttons, the same before and after one of them is chosen."""
    return in_rows([_piece_button(plan, piece, where, write) for piece in pieces])


def _piece_button(plan: Plan, piece: Movable, where: RunPath, write: Writer) -> ButtonSpec:
    cell = CELL_NAMES[piece.cell]
    label = T("Totem {cell}", cell=cell) if piece.totem else T("{cell}", cell=cell)
    style = discord.ButtonStyle.secondary if where.piece not in (None, cell) else discord.ButtonStyle.primary
    return path_action(plan, str(RunPath(cell))).button(write.plain(label), style, TOTEM if piece.totem else None)


def _whole_choice(whole: _Whole, write: Writer) -> SelectOptionSpec:
    origin, stop = CELL_NAMES[whole.origin], CELL_NAMES[whole.stop]
    steps = _count(whole.run.steps)
    if whole.totem:
        label = T("Totem {origin} → {stop}: {steps}", origin=origin, stop=stop, steps=steps)
    else:
        label = T("{origin} → {stop}: {steps}", origin=origin, stop=stop, steps=steps)
    description = write.plain(_victims((whole.run,))) if whole.run.losses else None
    emoji = HIT if whole.run.losses else TOTEM if whole.totem else None
    return SelectOptionSpec(MOVE + whole.run.move, write.plain(label), description, emoji)


def _name(piece: Movable) -> Text:
    """Return a piece's or totem's name for the beginning of a sentence."""
    cell = CELL_NAMES[piece.cell]
    return T("Your totem on {cell}", cell=cell) if piece.totem else T("Your piece on {cell}", cell=cell)


def _worth(losses: Sequence[Loss]) -> tuple[int, int]:
    """Return a sort key: runs that eliminate most first, totems before pieces."""
    return -sum(loss.cause == "totem" for loss in losses), -len(losses)


def _stop_order(stop: Stop) -> tuple[tuple[int, int], int, int]:
    return min(_worth(run.losses) for run in stop.runs), stop.runs[0].steps, stop.cell


def _piece_order(piece: Movable) -> tuple[tuple[int, int], int]:
    return min(_worth(run.losses) for stop in piece.stops for run in stop.runs), piece.cell


def _piece_menu(plan: Plan, pieces: Sequence[Movable], where: RunPath, write: Writer) -> ComponentSpec:
    page = pages_of(pieces)[where.piece_page]
    choices = tuple(_piece_choice(piece, where, write) for piece in page)
    return path_select(plan, "pieces", write.plain(_number_of(len(page), len(pieces), T("Choose a piece …"))), choices)


def _number_of(shown: int, all_of_them: int, text: Text) -> Text:
    """Return a menu's title, with the number of shown and existing options if these differ."""
    if shown == all_of_them:
        return text
    return T("{title} ({shown} of {all})", title=text, shown=shown, all=all_of_them)


def _piece_choice(piece: Movable, where: RunPath, write: Writer) -> SelectOptionSpec:
    cell = CELL_NAMES[piece.cell]
    path = RunPath(cell, piece_page=where.piece_page)
    label = write.plain(T("Totem {cell}", cell=cell)) if piece.totem else cell
    description = TN("{count} stop", "{count} stops", len(piece.stops))
    best = min((run for stop in piece.stops for run in stop.runs), key=lambda run: _worth(run.losses))
    if best.losses:
        description = T("{stops}; at best {best}", stops=description, best=_tell(best.losses))
    emoji = TOTEM if piece.totem else HIT if best.losses else None
    return SelectOptionSpec(str(path), label, write.plain(description), emoji, chosen=cell == where.piece)


def _tell(losses: Sequence[Loss]) -> Text:
    """Describe what a run eliminates, in a few words."""
    owner, cell = Seat(losses[0].owner), CELL_NAMES[losses[0].cell]
    if losses[0].cause == "totem":
        return T("fells the totem of {owner}", owner=owner)
    if len(losses) == 1:
        return T("eliminates {owner}’s piece on {cell}", owner=owner, cell=cell)
    return TN(
        "eliminates {owner}’s piece on {cell} and {count} piece more",
        "eliminates {owner}’s piece on {cell} and {count} pieces more",
        len(losses) - 1,
        owner=owner,
        cell=cell,
    )


def _stop_menu(plan: Plan, stops: Sequence[Stop], where: RunPath, write: Writer) -> ComponentSpec:
    page = pages_of(stops)[where.stop_page]
    choices = tuple(_stop_choice(stop, where, write) for stop in page)
    return path_select(
        plan, "stops", write.plain(_number_of(len(page), len(stops), T("Choose where to stop …"))), choices
    )


def _stop_choice(stop: Stop, where: RunPath, write: Writer) -> SelectOptionSpec:
    cell = CELL_NAMES[stop.cell]
    first, *others = stop.runs
    value = str(replace(where, stop=cell)) if others else MOVE + first.move
    label = T("{cell}: {steps}", cell=cell, steps=_steps(stop))
    description = _victims(stop.runs) if any(run.losses for run in stop.runs) else None
    return SelectOptionSpec(
        value,
        write.plain(label),
        None if description is None else write.plain(description),
        None if description is None else HIT,
    )


def _steps(stop: Stop) -> Text:
    """Return numbers of steps in words, such as “2 steps”, “2, 4 or 5 steps”."""
    *others, last = sorted({run.steps for run in stop.runs})
    if not others:
        return _count(last)
    return TN(
        "{others} or {count} step",
        "{others} or {count} steps",
        last,
        others=", ".join(str(number) for number in others),
    )


def _count(steps: int) -> Text:
    return TN("{count} step", "{count} steps", steps)


def _victims(runs: Sequence[PossibleRun]) -> Text:
    victims = sorted({run.victim for run in runs if run.victim is not None})
    if len(victims) > 1:
        return T("eliminates one of {cells} (your choice)", cells=", ".join(CELL_NAMES[cell] for cell in victims))
    return _tell(runs[0].losses)


def _piece_pages(plan: Plan, pages: int, where: RunPath, write: Writer) -> Iterator[ButtonSpec]:
    page = where.piece_page
    if page:
        to = RunPath(piece_page=page - 1)
        yield path_action(plan, str(to)).button(write.plain(T("Previous pieces")), emoji="◀️")
    if page + 1 < pages:
        to = RunPath(piece_page=page + 1)
        yield path_action(plan, str(to)).button(write.plain(T("More pieces")), emoji="▶️")


def _stop_pages(
    plan: Plan, pages: int, where: RunPath, write: Writer, previous: Text, more: Text
) -> Iterator[ButtonSpec]:
    """Yield the buttons to other pages of stops, or of whole runs."""
    page = where.stop_page
    if page:
        back = path_action(plan, str(replace(where, stop_page=page - 1)))
        yield back.button(write.plain(previous), emoji="⏪")
    if page + 1 < pages:
        on = path_action(plan, str(replace(where, stop_page=page + 1)))
        yield on.button(write.plain(more), emoji="⏩")


# ------------------------------------------------------------------- what is left to choose of a run: steps and victim


def _way(plan: Plan, piece: Movable, where: RunPath, write: Writer) -> Panel | None:
    """Ask for the number of steps if several are possible, then for the victim if the attacker chooses."""
    stop = next((each for each in piece.stops if CELL_NAMES[each.cell] == where.stop), None)
    if stop is None:
        return None
    runs = [run for run in stop.runs if where.steps in (None, run.steps)]
    if not runs:
        return None
    cell = CELL_NAMES[stop.cell]
    costs = sorted({run.steps for run in runs})
    if len(costs) > 1:
        presses = [_cost(plan, [run for run in runs if run.steps == cost], where, write) for cost in costs]
        text = T("{piece} can get to {cell} in different ways. How many steps?", piece=_name(piece), cell=cell)
    else:
        presses = [_victim(plan, run, write) for run in runs]
        text = T("On {cell}, these pieces are equally far from their totems. Which one is eliminated?", cell=cell)
    back: Row = (
        path_action(plan, str(replace(where, stop=None, steps=None))).button(write.plain(T("Another stop")), emoji="◀️"),
    )
    return Panel(write(text), (*in_rows(presses), back), focus=f"{where.piece}-{where.stop}")


def _cost(plan: Plan, runs: Sequence[PossibleRun], where: RunPath, write: Writer) -> ButtonSpec:
    action = (
        move_action(plan, runs[0].move)
        if len(runs) == 1
        else path_action(plan, str(replace(where, steps=runs[0].steps)))
    )
    return action.button(write.plain(_count(runs[0].steps)), discord.ButtonStyle.primary)


def _victim(plan: Plan, run: PossibleRun, write: Writer) -> ButtonSpec:
    loss = run.losses[0]
    label = T("{cell} of {owner}", cell=CELL_NAMES[loss.cell], owner=Seat(loss.owner))
    return move_action(plan, run.move).button(write.plain(label), discord.ButtonStyle.danger, HIT)
