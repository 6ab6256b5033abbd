"""Moving an awéthi: which one, with which die, to which end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import discord

from bot.ui.messages import Choice, Press, Row
from bot.ui.planners.awethi.words import (
    CATCH,
    FREE,
    HOME,
    LOOSE,
    STAY,
    WATER,
    dice_left,
    ground_name,
    listed,
    standing_on,
)
from bot.ui.planners.plan import MOVE, Panel, Plan, in_rows
from bot.ui.text import Writer
from engines.awethi.observation import SQUARE_NAMES, AwethiObservation, WalkChoice, WalkEnd, Walker
from engines.text import TN, T, Text
from render.awethi.focus import walk

_WALK = re.compile(r"([1-4])(?:\(([1-4])\))?")


@dataclass(frozen=True, slots=True)
class Place:
    """What is chosen of a walk: ``2`` an awéthi, ``2(3)`` with its die."""

    awethi: int | None = None
    steps: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The place that :meth:`__str__` wrote; ``None`` for any other text."""
        if not text:
            return cls()
        found = _WALK.fullmatch(text)
        return None if found is None else cls(int(found[1]), None if found[2] is None else int(found[2]))

    def __str__(self) -> str:
        steps = "" if self.steps is None else f"({self.steps})"
        return "" if self.awethi is None else f"{self.awethi}{steps}"


def walk_panel(plan: Plan, seen: AwethiObservation, where: Place, write: Writer) -> Panel | None:
    """The awéthi as buttons, the dice as buttons, the ends as a menu: each as soon as it can be chosen."""
    walker = _walker(seen, where)
    if walker is None:
        if where.awethi is not None:
            return None
        asked = write(T("Choose an awéthi."))
        return Panel(f"{write(_numbers(seen))} {asked}", (_walker_row(plan, seen, None, None, write),))
    choice = _choice(walker, where)
    if choice is None and where.steps is not None:
        return None
    rows: list[Row] = []
    if len(seen.walkers) > 1:
        rows.append(_walker_row(plan, seen, walker, choice, write))
    if len(walker.choices) > 1:
        rows.append([_die_button(plan, walker, one, write, chosen=one is choice) for one in walker.choices])
    name = _name(seen, walker)
    if choice is None:
        asked = write(T("{awethi}: choose its die.", awethi=name))
        focus = walk(walker.number)
    else:
        asked = write(_asked_end(choice, name))
        focus = walk(walker.number, choice.steps)
        rows += _ends(plan, seen, walker, choice, write)
    return Panel(f"{write(_numbers(seen))} {asked}", rows, focus=focus)


def _walker(seen: AwethiObservation, where: Place) -> Walker | None:
    if where.awethi is None and len(seen.walkers) == 1:
        return seen.walkers[0]
    return next((one for one in seen.walkers if one.number == where.awethi), None)


def _choice(walker: Walker, where: Place) -> WalkChoice | None:
    """What is done with the chosen number; with the only one there is, without asking."""
    if where.steps is None and len(walker.choices) == 1:
        return walker.choices[0]
    return next((one for one in walker.choices if one.steps == where.steps), None)


def _numbers(seen: AwethiObservation) -> Text:
    if seen.phase == "sum":
        number = seen.average or 0
        return TN("Every awéthi moves {count} square.", "Every awéthi moves {count} squares.", number)
    left = dice_left(seen)
    return TN("Die left: {dice}.", "Dice left: {dice}.", len(seen.walkers), dice=left)


def _name(seen: AwethiObservation, walker: Walker) -> Text:
    """An awéthi at the beginning of a sentence."""
    if seen.terrain[walker.square] == "shelter":
        return T("Awéthi {number} in the shelter", number=walker.number)
    return T("Awéthi {number} on {square}", number=walker.number, square=SQUARE_NAMES[walker.square])


def _catches(choices: Sequence[WalkChoice]) -> bool:
    return any(end.catches for choice in choices for end in choice.ends)


def _walker_row(
    plan: Plan, seen: AwethiObservation, chosen: Walker | None, choice: WalkChoice | None, write: Writer
) -> Row:
    """The awéthi that are still to move; marked if they can complete a catch. Choosing another one keeps the die."""
    steps = choice.steps if choice is not None and seen.phase == "each" else None
    row = []
    for one in seen.walkers:
        place = Place(one.number, None if one is chosen else steps)
        label = T("{number}: {square}", number=one.number, square=ground_name(seen, one.square, write))
        style = discord.ButtonStyle.primary if chosen in (None, one) else discord.ButtonStyle.secondary
        emoji = CATCH if _catches(one.choices) else None
        row.append(plan.to(str(place)).press(write.plain(label), style, emoji, disabled=one is chosen))
    return row


def _die_button(plan: Plan, walker: Walker, choice: WalkChoice, write: Writer, *, chosen: bool) -> Press:
    """One of the numbers that are left; marked if a catch can be completed with it."""
    walks = [end for end in choice.ends if end.manner == "walk"]
    if walks:
        label = TN("Die {die}: {count} square", "Die {die}: {count} squares", len(walks), die=choice.steps)
    else:
        label = T("Die {die}: no square", die=choice.steps)
    emoji = CATCH if _catches((choice,)) else "🎲"
    style = discord.ButtonStyle.primary
    place = Place(walker.number, choice.steps)
    return plan.to(str(place)).press(write.plain(label), style, emoji, disabled=chosen)


def _asked_end(choice: WalkChoice, name: Text) -> Text:
    """Which end is to be chosen; A16 where there is none."""
    manners = {end.manner for end in choice.ends}
    steps = choice.steps
    if "walk" in manners:
        return TN(
            "{awethi} walks {steps}: choose where it ends ({count} square).",
            "{awethi} walks {steps}: choose where it ends ({count} squares).",
            len(choice.ends),
            awethi=name,
            steps=steps,
        )
    if manners == {"stay", "home"}:
        return T(
            "{awethi} cannot end anywhere with {steps}: it stays, or goes straight back to the shelter.",
            awethi=name,
            steps=steps,
        )
    if manners == {"home"}:
        return T(
            "{awethi} cannot end anywhere with {steps}, and it may not stay in the water: it goes back to the shelter.",
            awethi=name,
            steps=steps,
        )
    return T("{awethi} cannot end anywhere with {steps}, so it stays.", awethi=name, steps=steps)


def _ends(plan: Plan, seen: AwethiObservation, walker: Walker, choice: WalkChoice, write: Writer) -> Iterator[Row]:
    walks = [end for end in choice.ends if end.manner == "walk"]
    if walks:
        walks.sort(key=lambda end: (-len(end.catches), len(end.frees), end.unleashes))
        choices = [_end_choice(seen, walker, end, write) for end in walks]
        yield (plan.menu("ends", write.plain(T("Choose where it ends …")), choices),)
        return
    presses = []
    for end in choice.ends:
        if end.manner == "home":
            presses.append(plan.move(end.move).press(write.plain(T("Back to the shelter")), emoji=HOME))
        else:
            label = T("Stay: {square}", square=ground_name(seen, end.square, write))
            presses.append(plan.move(end.move).press(write.plain(label), emoji=STAY))
    yield from in_rows(presses)


def _end_choice(seen: AwethiObservation, walker: Walker, end: WalkEnd, write: Writer) -> Choice:
    told, emoji = _effect(seen, walker, end)
    description = None if told is None else write.plain(told)
    return Choice(MOVE + end.move, ground_name(seen, end.square, write), description, emoji)


def _effect(seen: AwethiObservation, walker: Walker, end: WalkEnd) -> tuple[Text | None, str | None]:
    """What an end does, in a few words, and a sign for it."""
    effects: list[tuple[Text, str]] = []
    if end.catches:
        effects.append((T("catches {aiwe}", aiwe=listed(standing_on(seen, end.catches))), CATCH))
    if end.frees:
        effects.append((T("frees {aiwe}", aiwe=listed(standing_on(seen, end.frees))), FREE))
    if end.unleashes:
        effects.append((T("forest: lets the wairgka loose"), LOOSE))
    if seen.terrain[end.square] == "water":
        effects.append((T("water: must leave it next turn"), WATER))
    if seen.terrain[end.square] == "shelter":
        effects.append((T("your shelter"), HOME))
    if end.square == walker.square:
        effects.append((T("back where it began"), "🔄"))
    if not effects:
        return None, None
    (told, emoji), *others = effects
    for text, _ in others:
        told = T("{items}; {item}", items=told, item=text)
    return told, emoji
