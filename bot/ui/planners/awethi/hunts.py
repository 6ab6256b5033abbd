"""Moving a wairgk: which one, and to which end."""

from __future__ import annotations

import re

import discord

from bot.ui.messages import Choice, Press, Row
from bot.ui.planners.awethi.words import PREY, ground_name
from bot.ui.planners.plan import MOVE, Panel, Plan
from bot.ui.text import Writer
from engines.awethi.observation import KINDS, AwethiObservation, HuntEnd, Hunter, Kind
from engines.awethi.wording import direction_name
from engines.game import Player
from engines.text import TN, Seat, T, Text
from render.awethi.focus import hunt

_HUNT = re.compile(r"W([1-4])")


def hunt_panel(plan: Plan, seen: AwethiObservation, place: str, write: Writer) -> Panel | None:
    """The wairgka that can use the roll as buttons, the ends of the chosen one as a menu (A18 leaves at most 21)."""
    found = _HUNT.fullmatch(place)
    if place and found is None:
        return None
    number = int(found[1]) if found else None
    hunters = seen.hunters
    if number is None and len(hunters) == 1:
        number = hunters[0].number
    hunter = next((one for one in hunters if one.number == number), None)
    if hunter is None and number is not None:
        return None
    rows: list[Row] = []
    if len(hunters) > 1:
        rows.append([_hunter_button(plan, seen, one, hunter, write) for one in hunters])
    rolled = _rolled(plan, seen, write)
    if hunter is None:
        return Panel(rolled + write(T("Choose a wairgk.")), rows)
    ends = sorted(hunter.ends, key=_appetite)
    rows.append(
        (plan.menu("ends", write.plain(T("Choose where it ends …")), [_hunt_choice(seen, e, write) for e in ends]),)
    )
    asked = TN(
        "W{number} can end on {count} square: choose.",
        "W{number} can end on {count} squares: choose.",
        len(ends),
        number=hunter.number,
    )
    return Panel(rolled + write(asked), rows, focus=hunt(hunter.number))


def _rolled(plan: Plan, seen: AwethiObservation, write: Writer) -> str:
    """What was rolled, unless it is told above, as what has happened; it is not where a turn was taken back."""
    if plan.view.sentences:
        return ""
    direction, steps = seen.prowl or (0, 0)
    rolled = TN(
        "You have rolled {count} step, further {direction}.",
        "You have rolled {count} steps, further {direction}.",
        steps,
        direction=direction_name(direction),
    )
    return f"{write(rolled)} "


def _appetite(end: HuntEnd) -> int:
    """Sorts the biggest prey first."""
    return 1 if end.prey is None else -KINDS.index(end.prey.kind)


def _hunter_button(plan: Plan, seen: AwethiObservation, one: Hunter, chosen: Hunter | None, write: Writer) -> Press:
    """One of the wairgka; marked if it can eat something."""
    label = T("W{number}: {square}", number=one.number, square=ground_name(seen, one.square, write))
    style = discord.ButtonStyle.primary if chosen in (None, one) else discord.ButtonStyle.secondary
    emoji = PREY if any(end.prey is not None for end in one.ends) else None
    return plan.to(f"W{one.number}").press(write.plain(label), style, emoji, disabled=one is chosen)


def _hunt_choice(seen: AwethiObservation, end: HuntEnd, write: Writer) -> Choice:
    square = ground_name(seen, end.square, write)
    if end.prey is None:
        return Choice(MOVE + end.move, square)
    return Choice(MOVE + end.move, square, write.plain(_eats(end.prey.player, end.prey.kind)), PREY)


def _eats(player: Player, kind: Kind) -> Text:
    match kind:
        case "calf":
            return T("eats {owner}’s calf", owner=Seat(player))
        case "cow":
            return T("eats {owner}’s cow", owner=Seat(player))
        case _:
            return T("eats {owner}’s bull", owner=Seat(player))
