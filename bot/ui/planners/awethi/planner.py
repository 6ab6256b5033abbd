"""Taking a turn of Awéthi: a die each or the average, then the awéthi; or a wairgk."""

from __future__ import annotations

import discord

from bot.matches.models import MatchView
from bot.ui.messages import Rows
from bot.ui.planners.awethi.hunts import hunt_panel
from bot.ui.planners.awethi.walks import Place, walk_panel
from bot.ui.planners.awethi.words import CATCH, dice_left, listed
from bot.ui.planners.plan import Panel, Plan, take_turn
from bot.ui.text import Writer
from engines.awethi.observation import AwethiObservation
from engines.awethi.wording import direction_name
from engines.game import Player
from engines.text import TN, Seat, T, Text


class AwethiPlanner:
    """Controls of Awéthi: everything is decided in the planner."""

    def prompt(self, view: MatchView, player: Player) -> Text:
        seen, seat = _seen(view), Seat(player)
        if seen.prowl is not None:
            direction, steps = seen.prowl
            return TN(
                "{player}, move a wairgk by exactly {count} step; it must end further {direction} than it began.",
                "{player}, move a wairgk by exactly {count} steps; it must end further {direction} than it began.",
                steps,
                player=seat,
                direction=direction_name(direction),
            )
        if seen.phase == "choose":
            average = seen.average or 0
            if view.sentences:  # what was rolled has just been told
                return T(
                    "{player}, move your four awéthi: a die each, or the average ({average}) for all.",
                    player=seat,
                    average=average,
                )
            return T(
                "{player}, move your four awéthi: a die each ({dice}), or the average ({average}) for all.",
                player=seat,
                dice=dice_left(seen),
                average=average,
            )
        numbers = ", ".join(str(walker.number) for walker in seen.walkers)
        return T("{player}, go on with your turn. Still to move: awéthi {numbers}.", player=seat, numbers=numbers)

    def controls(self, view: MatchView, write: Writer) -> Rows:
        return () if _seen(view).to_move is None else (take_turn(view, write),)

    def panel(self, plan: Plan, place: str, write: Writer) -> Panel | None:
        """A place is an awéthi, with its die if that is chosen (``2``, ``2(3)``), or a wairgk (``W1``)."""
        seen = _seen(plan.view)
        if seen.to_move != plan.player or plan.draft.complete:
            return _finished(plan, seen, write) if plan.draft.complete and not place else None
        if seen.phase == "choose":
            return None if place else _choose(plan, seen, write)
        if seen.phase == "hunt":
            return hunt_panel(plan, seen, place, write)
        where = Place.parse(place)
        return None if where is None else walk_panel(plan, seen, where, write)

    def out(self, view: MatchView, player: Player) -> Text | None:  # noqa: ARG002 - nobody is out before the end
        return None


AWETHI_PLANNER = AwethiPlanner()


def _seen(view: MatchView) -> AwethiObservation:
    if not isinstance(view.observation, AwethiObservation):
        raise TypeError(f"not an observation of Awéthi: {view.observation!r}")
    return view.observation


def _choose(plan: Plan, seen: AwethiObservation, write: Writer) -> Panel:
    each, average = seen.ways
    dice, number = dice_left(seen), seen.average or 0
    style = discord.ButtonStyle.primary
    presses = (
        plan.move(each).press(write.plain(T("A die each: {dice}", dice=dice)), style, "🎲"),
        plan.move(average).press(write.plain(T("The average for all: {average}", average=number)), style, "⚖️"),
    )
    asked = write(T("Each awéthi uses one of the dice, or all four move the average, {average}.", average=number))
    if not plan.view.sentences:  # else what was rolled is told above, as what has happened
        rolled = T("You have rolled {dice}.", dice=dice)
        asked = f"{write(rolled)} {asked}"
    return Panel(asked, (presses,))


def _finished(plan: Plan, seen: AwethiObservation, write: Writer) -> Panel | None:
    """What a planned turn of the awéthi has caught; of a wairgk turn there is nothing to add."""
    caught = [aiwe for aiwe in seen.aiwe if aiwe.caught]
    if not caught or seen.wairgka_player == plan.player or plan.view.outcome is not None:
        return None
    text = T(
        "Caught after this turn: {aiwe}. A caught aiwe goes home if it still is caught when its herd’s turn comes.",
        aiwe=listed(caught),
    )
    asked = T("Your turn is planned. Confirm to play it, or undo.")
    return Panel(f"{CATCH} {write(text)}\n{write(asked)}", ())
