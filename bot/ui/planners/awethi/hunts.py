"""Moves of the wairgka: choose one, then its end."""

from __future__ import annotations

import re

import discord

from bot.matches.play.planning import Plan
from bot.ui.components.messages import ButtonSpec, Row, SelectOptionSpec
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.planners.awethi.words import PREY, direction, ground_name, steps_of
from bot.ui.planners.panel import MOVE, Panel, path_action, path_select
from engines.awethi.observation import KINDS, SQUARE_NAMES, AwethiObservation, HuntEnd, Hunter, Kind
from engines.awethi.squares import distance
from engines.awethi.texts import direction_name
from engines.game import Player
from engines.text import TN, Seat, T, Text
from render.awethi.focus import hunt

_HUNT = re.compile(r"W([1-4])")


def hunt_panel(plan: Plan, seen: AwethiObservation, path: str, write: Writer) -> Panel | None:
    """Return the wairgka that can use the roll as buttons, and the ends of one as a menu (A18 leaves at most 21).

    By default that is the wairgk that can eat most; in a lesson, the first.
    """
    found = _HUNT.fullmatch(path)
    if path and found is None:
        return None
    hunters = seen.hunters
    if found is None:
        hunter = hunters[0] if plan.teaching else min(hunters, key=lambda one: min(map(_appetite, one.ends)))
    elif int(found[1]) in (one.number for one in hunters):
        hunter = next(one for one in hunters if one.number == int(found[1]))
    else:
        return None
    rows: list[Row] = []
    if len(hunters) > 1:
        rows.append([_hunter_button(plan, seen, one, write, chosen=one is hunter) for one in hunters])
    ends = hunter.ends if plan.teaching else _sorted(seen, hunter)
    choices = [_hunt_choice(seen, hunter, end, write, told=not plan.teaching) for end in ends]
    rows.append((path_select(plan, "ends", write.plain(T("Choose where it ends …")), choices),))
    asked = write(_asked(seen, hunter))
    if len(hunters) > 1:
        alone = T("Only one wairgk moves.")
        asked = f"{write(alone)} {asked}"
    # The first of a sorted menu is the best; at a step of a lesson, the answer is often among the first as well.
    example = choices[-1 if plan.teaching else 0].value.removeprefix(MOVE)
    return Panel(asked, rows, focus=hunt(hunter.number), examples=(example,))


def _asked(seen: AwethiObservation, hunter: Hunter) -> Text:
    """Return what to choose for a wairgk with this roll (A18)."""
    toward, steps = seen.prowl or (0, 0)
    number, square = hunter.number, SQUARE_NAMES[hunter.square]
    lair = seen.terrain[hunter.square] == "lair"
    return TN(
        "{wairgk} runs exactly {steps} and must end further {direction}: choose where ({count} square).",
        "{wairgk} runs exactly {steps} and must end further {direction}: choose where ({count} squares).",
        len(hunter.ends),
        wairgk=T("W{number} in the Lair", number=number)
        if lair
        else T("W{number} on {square}", number=number, square=square),
        steps=steps_of(steps),
        direction=direction_name(toward),
    )


def _appetite(end: HuntEnd) -> int:
    """Return a sort key: the biggest prey first."""
    return 1 if end.prey is None else -KINDS.index(end.prey.kind)


def _sorted(seen: AwethiObservation, hunter: Hunter) -> list[HuntEnd]:
    """Return the ends of a wairgk: the biggest prey first, then the nearest to an aiwe."""
    squares = [aiwe.square for aiwe in seen.aiwe]

    def rank(end: HuntEnd) -> tuple[int, int]:
        return _appetite(end), min((distance(end.square, square) for square in squares), default=0)

    return sorted(hunter.ends, key=rank)


def _hunter_button(plan: Plan, seen: AwethiObservation, one: Hunter, write: Writer, *, chosen: bool) -> ButtonSpec:
    """Return a wairgk's button, marked if it can eat something."""
    square = ground_name(seen, one.square, write)
    eats = not plan.teaching and any(end.prey is not None for end in one.ends)
    if eats:
        label = T("W{number}: {square}, can eat", number=one.number, square=square)
    else:
        label = T("W{number}: {square}", number=one.number, square=square)
    style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
    action = path_action(plan, f"W{one.number}")
    return action.button(write.plain(label), style, PREY if eats else None, disabled=chosen)


def _hunt_choice(
    seen: AwethiObservation, hunter: Hunter, end: HuntEnd, write: Writer, *, told: bool
) -> SelectOptionSpec:
    square = ground_name(seen, end.square, write)
    prey = end.prey if told else None
    effect = direction(hunter.square, end.square) if prey is None else _eats(prey.player, prey.kind)
    label = T("{square} · {what}", square=square, what=effect)
    return SelectOptionSpec(MOVE + end.move, write.plain(label, OPTION_LIMIT), None, None if prey is None else PREY)


def _eats(player: Player, kind: Kind) -> Text:
    match kind:
        case "calf":
            return T("eats {owner}’s calf", owner=Seat(player))
        case "cow":
            return T("eats {owner}’s cow", owner=Seat(player))
        case _:
            return T("eats {owner}’s bull", owner=Seat(player))
