"""Buttons and menus of Chiefdom's planner, and their effect on the held drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import discord

from bot.matches.play.planning import Plan
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, ComponentSpec, SelectOptionSpec
from bot.ui.components.text import Writer
from bot.ui.planners.panel import path_action, plan_action
from engines.chiefdom import planning
from engines.chiefdom.observation import ICON_NAMES, JOB_NAMES, ChiefdomObservation, Icon, Job, Reading
from engines.chiefdom.planning import HeldShape
from engines.chiefdom.sheet import Sheet
from engines.text import T, Text

EMOJI: dict[Icon, str] = {"water": "🌊", "trees2": "🌳", "trees3": "🌲", "person": "🧍", "house": "🏠", "wall": "🧱"}
JOB_EMOJI: dict[Job, str] = {"L": "🪓", "F": "🎣", "B": "🔨"}
WILD = "⭐"

PASSING = "pass"
"""The path of a pass."""
ANY = "any"
"""The path where the icon of a wild is chosen."""
_WAYS = {"w": (-1, 0), "e": (1, 0), "n": (0, 1), "s": (0, -1)}


@dataclass(frozen=True, slots=True)
class PlannerContext:
    """The plan, observation, sheet and writer from which controls are made."""

    plan: Plan
    seen: ChiefdomObservation
    """The current position, with the player's decision if there is one."""
    sheet: Sheet
    write: Writer


def wild_of(seen: ChiefdomObservation) -> Reading | None:
    """Return the reading that allows any icon, if there is one."""
    return next((reading for reading in seen.readings if reading.icon == "wild"), None)


def changed(context: PlannerContext, held: HeldShape, how: str | None) -> HeldShape:
    """Return the shape after a button: moved, turned, with a bonus, at the next position; ``None`` if unchanged."""
    sheet = context.sheet
    if how in _WAYS:
        return planning.moved(sheet, held, *_WAYS[how])
    match how:
        case "o":
            return planning.next_placement(sheet, held, context.seen.cards) or held
        case "r":
            return planning.rotated(sheet, held)
        case "f":
            return planning.flipped(sheet, held)
        case "b":
            return planning.with_left_out(sheet, held, _next_left_out(sheet, held))
        case _:
            return held


def _next_left_out(sheet: Sheet, held: HeldShape) -> tuple[int, int] | None:
    """Return the square that the next click on the bonus leaves out: each in turn, then none."""
    ways = (None, *planning.may_leave_out(sheet, held))
    now = ways.index(held.left_out) if held.left_out in ways else 0
    return ways[(now + 1) % len(ways)]


# ------------------------------------------------------------------------------------------------------ the controls


SHAPES: dict[int, str] = {1: "▖", 2: "▄", 3: "▙", 4: "█", 5: "▙▖", 6: "▄▖"}
"""The shapes of the placement die as block characters."""


def reading_rows(
    context: PlannerContext, held: HeldShape | None, *, wild_chosen: bool = False, passing: bool = False
) -> list[Sequence[ComponentSpec]]:
    """Return a button for every reading, with the sum and the shape; the held or chosen one is highlighted."""
    presses = []
    for reading in context.seen.readings:
        wild = reading.icon == "wild"
        if held is None:
            chosen = wild and wild_chosen
        else:
            chosen = (held.die is None and wild) or (held.icon, held.die) == (reading.icon, reading.die)
        action = path_action(context.plan, ANY if wild else f"read:{reading.key}")
        emoji = WILD if reading.icon == "wild" else EMOJI[reading.icon]
        off = reading.reason is not None
        presses.append(_press(context, action, _label(reading), emoji, chosen=chosen, off=off))
    if context.seen.may_pass:
        chosen = passing or context.seen.passed
        presses.append(_press(context, path_action(context.plan, PASSING), T("Pass"), "💤", chosen=chosen))
    return [presses]


def _label(reading: Reading) -> Text:
    """Return a short label of a reading, beside its icon."""
    if reading.sum is None:
        return T("triple")
    if reading.die is None:
        return T("{sum}", sum=sum(reading.sum))
    return T("{sum} · {shape}", sum=sum(reading.sum), shape=SHAPES[reading.die])


def icon_rows(context: PlannerContext) -> list[Sequence[ComponentSpec]]:
    """Return a button for every icon of a wild, in two rows."""
    wild = wild_of(context.seen)
    presses = [
        _press(
            context,
            path_action(context.plan, f"read:{icon}"),
            ICON_NAMES[icon],
            EMOJI[icon],
            off=reason is not None,
        )
        for icon, _, reason in (() if wild is None else planning.icon_choices(context.sheet, wild))
    ]
    return [presses[:3], presses[3:]]


def _press(
    context: PlannerContext, action: Action, label: Text | None, emoji: str, *, chosen: bool = False, off: bool = False
) -> ButtonSpec:
    style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
    return action.button("" if label is None else context.write.plain(label), style, emoji, disabled=off)


def moving_row(context: PlannerContext, held: HeldShape) -> Sequence[ComponentSpec]:
    """Return the arrows, and the next legal position if there is one; in lessons, which have a place to find, only the
    arrows.
    """
    text = planning.to_text(context.sheet, held)
    arrows = {"w": "⬅️", "n": "⬆️", "s": "⬇️", "e": "➡️"}
    presses = [
        _press(context, _do(context, way, text), None, emoji, off=changed(context, held, way) == held)
        for way, emoji in arrows.items()
    ]
    if not context.plan.teaching and changed(context, held, "o") != held:
        presses.append(_press(context, _do(context, "o", text), T("Next"), "⏭️"))
    return presses


def turning_row(context: PlannerContext, held: HeldShape) -> Sequence[ComponentSpec]:
    """Return the buttons to turn and flip, for a shape that this changes, to use the bonus, and to type a square."""
    sheet = context.sheet
    text = planning.to_text(sheet, held)
    presses = [
        _press(context, _do(context, way, text), label, emoji)
        for way, label, emoji in (("r", T("Turn"), "🔄"), ("f", T("Flip"), "↔️"))
        if changed(context, held, way) != held
    ]
    if planning.may_leave_out(sheet, held) or held.left_out is not None:
        label = T("Bonus") if held.left_out is None else T("Bonus: one square fewer")
        presses.append(_press(context, _do(context, "b", text), label, "✂️", chosen=held.left_out is not None))
    ask = plan_action(context.plan, "askcell", f">{text}")
    return (*presses, _press(context, ask, T("Square …"), "🎯"))


def _do(context: PlannerContext, how: str, held: str) -> Action:
    """Return the path of a button's action on the held shape."""
    return path_action(context.plan, f"{how}>{held}")


def job_choices(context: PlannerContext, held: HeldShape) -> Iterator[SelectOptionSpec]:
    """Yield an option for every job that a person can choose."""
    text, names = planning.to_text(context.sheet, held), context.sheet.board.names
    for square, jobs, chosen in planning.job_selections(context.sheet, held):
        for job in jobs:
            label = T("{square}: {job}", square=names[square], job=JOB_NAMES[job])
            description = context.write.plain(T("chosen")) if job == chosen else None
            emoji = "✅" if job == chosen else JOB_EMOJI[job]
            yield SelectOptionSpec(f"j{square}{job}>{text}", context.write.plain(label), description, emoji)
