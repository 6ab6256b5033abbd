"""Moves of the awéthi: one after the other, each with its die and its end from one menu."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import discord

from bot.matches.play.planning import Plan
from bot.ui.components.messages import ButtonSpec, Row, SelectOptionSpec
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.planners.awethi.ends import Ends
from bot.ui.planners.awethi.words import AVERAGE, CATCH, DIE, HOME, average_of, dice_left, ground_name, steps_of
from bot.ui.planners.panel import MENU_SIZE, MOVE, Panel, path_action, path_select
from engines.awethi.observation import SQUARE_NAMES, AwethiObservation, WalkChoice, WalkEnd, Walker
from engines.awethi.squares import coordinates
from engines.text import TN, T, Text
from render.awethi.focus import AVERAGE as AVERAGE_WORD
from render.awethi.focus import walk

_WALK = re.compile(r"([1-4])(?:\(([1-4])\)|(=))?(\+)?")


class WalkOption(NamedTuple):
    """An end, and the number that leads there."""

    choice: WalkChoice
    end: WalkEnd


@dataclass(frozen=True, slots=True)
class WalkPath:
    """The chosen part of a walk: ``2`` an awéthi, ``2(3)`` with its die, ``2=`` with the average for all.

    With ``+`` after it, the menus show the ends that did not fit.
    """

    awethi: int | None = None
    steps: int | None = None
    average: bool = False
    further: bool = False

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the path that :meth:`__str__` wrote; ``None`` for any other text."""
        if not text:
            return cls()
        found = _WALK.fullmatch(text)
        if found is None:
            return None
        steps = None if found[2] is None else int(found[2])
        return cls(int(found[1]), steps, average=found[3] is not None, further=found[4] is not None)

    def __str__(self) -> str:
        if self.awethi is None:
            return ""
        number = "=" if self.average else "" if self.steps is None else f"({self.steps})"
        return f"{self.awethi}{number}{'+' if self.further else ''}"

    @property
    def any_die(self) -> bool:
        """Return whether no number is chosen."""
        return self.steps is None and not self.average

    def holds(self, choice: WalkChoice) -> bool:
        """Return whether a number matches this path."""
        if self.average or choice.average:
            return self.average == choice.average
        return self.steps in (None, choice.steps)


def walk_panel(plan: Plan, seen: AwethiObservation, where: WalkPath, write: Writer) -> Panel | None:
    """Return an awéthi (the next one by default) with all its dice and ends; other awéthi and dice are buttons."""
    walker = next((one for one in seen.walkers if where.awethi in (None, one.number)), None)
    if walker is None:
        return None
    if seen.phase == "sum" and where.any_die:
        where = replace(where, average=True)
    choices = [choice for choice in walker.choices if where.holds(choice)]
    options = _sorted(seen, walker, choices, in_order=plan.teaching)
    if not choices or (where.further and len(options) <= 2 * MENU_SIZE):
        return None
    where = replace(where, awethi=walker.number)
    rows: list[Row] = []
    if len(seen.walkers) > 1:
        rows.append([_walker_button(plan, seen, one, where, write) for one in seen.walkers])
    if len({choice.steps for choice in walker.choices}) > 1:
        rows.append([_number_button(plan, choice, where, write) for choice in walker.choices])
    rows += _menus(plan, seen, walker, options, where, write)
    asked = _asked(seen, walker, choices)
    focus = walk(walker.number, AVERAGE_WORD if where.average and seen.phase == "choose" else where.steps)
    together = 2 if _is_first_pick(plan, seen) else 1
    numbers = _numbers(plan, seen, where)
    said = write(asked) if numbers is None else f"{write(numbers)} {write(asked)}"
    return Panel(said, rows, focus=focus, examples=tuple(_examples(plan, seen, options)), undoes=together)


def _examples(plan: Plan, seen: AwethiObservation, options: Sequence[WalkOption]) -> Iterator[str]:
    """Return examples of typing the rest of the turn; if dice or average are still to be chosen, one for each.

    The engine's example is a good turn: for the only walk of a step of a lesson, that would be the answer.
    """
    if plan.teaching and len(seen.walkers) == 1:
        yield options[-1].end.move
        return
    yield " ".join(seen.example)
    if seen.phase == "choose":
        yield f"{AVERAGE_WORD} {seen.walkers[0].choices[-1].ends[0].move} …"


def _is_first_pick(plan: Plan, seen: AwethiObservation) -> bool:
    """Return whether the plan is one walk, planned together with the choice of dice or average."""
    return len(plan.moves) == 2 and plan.moves[0] in ("each", "sum") and seen.phase in ("each", "sum")


def _numbers(plan: Plan, seen: AwethiObservation, where: WalkPath) -> Text | None:
    """Return the numbers to move with; ``None`` if the board's sentences already say them."""
    if seen.phase == "sum":
        return T("⚖️ Chosen: {average}.", average=average_of(seen))
    if where.average:
        return T("⚖️ Chosen: {average}. Press 🎲 for a die each instead.", average=average_of(seen))
    left = dice_left(seen)
    if seen.phase == "choose":
        return None if plan.view.sentences else T("You have rolled {dice}.", dice=left)
    return TN("Die left: {dice}.", "Dice left: {dice}.", len(seen.walkers), dice=left)


def _name(seen: AwethiObservation, walker: Walker) -> Text:
    """Return an awéthi's name for the beginning of a sentence."""
    if seen.terrain[walker.square] == "shelter":
        return T("Awéthi {number} in the shelter", number=walker.number)
    return T("Awéthi {number} on {square}", number=walker.number, square=SQUARE_NAMES[walker.square])


def _catches(choices: Sequence[WalkChoice]) -> bool:
    return any(end.catches for choice in choices for end in choice.ends)


# ------------------------------------------------------------------------------------------------------------ buttons


def _walker_button(plan: Plan, seen: AwethiObservation, one: Walker, where: WalkPath, write: Writer) -> ButtonSpec:
    """Return the button of an awéthi that is still to move. Choosing another awéthi keeps the number if possible."""
    chosen = one.number == where.awethi
    kept = where if any(map(where.holds, one.choices)) and not chosen else WalkPath()
    path = replace(kept, awethi=one.number, average=kept.average and seen.phase == "choose", further=False)
    home, catches = seen.terrain[one.square] == "shelter", _catches(one.choices)
    square = SQUARE_NAMES[one.square]
    if catches:
        label = T("{number}: {square}, can catch", number=one.number, square=square)
    elif home:  # four of them fit beside each other on a phone
        label = T("{number}", number=one.number)
    else:
        label = T("{number}: {square}", number=one.number, square=square)
    style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
    whole = chosen and (where.any_die or seen.phase == "sum") and not where.further
    emoji = CATCH if catches else HOME if home else None
    return path_action(plan, str(path)).button(write.plain(label), style, emoji, disabled=whole)


def _number_button(plan: Plan, choice: WalkChoice, where: WalkPath, write: Writer) -> ButtonSpec:
    """Return the button of an unused die or of the average, marked if it is chosen."""
    label = T("All four: {steps}", steps=steps_of(choice.steps)) if choice.average else steps_of(choice.steps)
    if _catches((choice,)):
        label = T("{steps}, can catch", steps=label)
    elif all(end.manner != "walk" for end in choice.ends):
        label = T("{steps}, blocked", steps=label)
    steps = None if choice.average else choice.steps
    path = WalkPath(where.awethi, steps, average=choice.average)
    chosen = not where.any_die and where.holds(choice) and not where.further
    style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
    if chosen:
        label = T("✓ {steps}", steps=label)
    return path_action(plan, str(path)).button(
        write.plain(label), style, AVERAGE if choice.average else DIE, disabled=chosen
    )


# -------------------------------------------------------------------------------------------------------------- menus


def _sorted(
    seen: AwethiObservation, walker: Walker, choices: Sequence[WalkChoice], *, in_order: bool
) -> list[WalkOption]:
    """Return every end with every number, sorted by :meth:`Ends.rank` and then by the number, or ``in_order`` of the
    squares' names.
    """
    ends = Ends(seen, walker)
    options = [WalkOption(choice, end) for choice in choices for end in choice.ends]
    if in_order:
        return sorted(options, key=lambda option: (*coordinates(option.end.square), option.choice.steps))
    return sorted(options, key=lambda option: (*ends.rank(option.end), option.choice.steps))


def _menus(
    plan: Plan, seen: AwethiObservation, walker: Walker, options: Sequence[WalkOption], where: WalkPath, write: Writer
) -> list[Row]:
    """Return the first ends in one menu and the next in a second; its last option leads to those that do not fit.

    One number leads to at most 25 squares, so with a chosen die there is one menu. Of all dice together only the first
    awéthi can have more ends than two menus hold.
    """
    ends = Ends(seen, walker, by_ground=plan.teaching)
    one = len({(option.choice.average, option.choice.steps) for option in options}) == 1
    if where.further:
        options = options[2 * MENU_SIZE - 1 :]
    choices = [_choice(seen, option, ends, write, one=one) for option in options]
    if len(choices) <= MENU_SIZE:
        asked = T("Choose where it ends …") if one else T("Choose die and square …")
        return [(path_select(plan, "ends", write.plain(asked), choices),)]
    first, rest = choices[:MENU_SIZE], choices[MENU_SIZE:]
    if len(rest) > MENU_SIZE:
        over = len(rest) - MENU_SIZE + 1
        more = TN("{count} more square …", "{count} more squares …", over)
        rest = [*rest[: MENU_SIZE - 1], SelectOptionSpec(str(replace(where, further=True)), write.plain(more))]
    asked = T("Choose die and square: the first {count} …", count=len(first))
    more = TN("More: {count} square …", "More: {count} squares …", len(choices) - len(first))
    return [
        (path_select(plan, "ends", write.plain(asked), first),),
        (path_select(plan, "more", write.plain(more), rest),),
    ]


def _choice(seen: AwethiObservation, option: WalkOption, ends: Ends, write: Writer, *, one: bool) -> SelectOptionSpec:
    """Return a menu option: the number unless there is only one, the square, and the effect."""
    choice, end = option
    effect = ends.word(end)
    square = ground_name(seen, end.square, write)
    if end.manner != "walk":
        label = effect if one else T("{number} → {what}", number=choice.steps, what=effect)
    elif one:
        label = T("{square} · {what}", square=square, what=effect)
    else:
        label = T("{number} → {square} · {what}", number=choice.steps, square=square, what=effect)
    opening = (seen.ways[int(choice.average)],) if seen.phase == "choose" else ()
    value = MOVE + MOVE.join((*opening, end.move))
    return SelectOptionSpec(value, write.plain(label, OPTION_LIMIT), None, ends.sign(end))


def _asked(seen: AwethiObservation, walker: Walker, choices: Sequence[WalkChoice]) -> Text:
    """Return the question for an awéthi; A16 if it has no end."""
    name = _name(seen, walker)
    if len(choices) == 1:
        return _asked_end(choices[0], name)
    if seen.phase == "choose":
        return T(
            "{awethi}: choose its die and where it ends, or ⚖️ {average}.",
            awethi=name,
            average=average_of(seen),
        )
    return T("{awethi}: choose its die and where it ends.", awethi=name)


def _asked_end(choice: WalkChoice, name: Text) -> Text:
    """Return the question for an end; A16 if there is none."""
    manners = {end.manner for end in choice.ends}
    steps = steps_of(choice.steps)
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
