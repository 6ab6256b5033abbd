"""The planner of Awéthi: the awéthi one after the other, or a wairgk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.matches.model.views import MatchView
from bot.matches.play.planning import Plan
from bot.ui.components.messages import Rows
from bot.ui.components.text import Writer
from bot.ui.planners.awethi.hunts import hunt_panel
from bot.ui.planners.awethi.unmarked import without_effects
from bot.ui.planners.awethi.walks import WalkPath, walk_panel
from bot.ui.planners.awethi.words import CATCH, aiwe_listed, dice_left
from bot.ui.planners.panel import Panel, take_turn
from engines.awethi.observation import AwethiObservation
from engines.awethi.texts import direction_name
from engines.game import Player
from engines.text import TN, Seat, T, Text
from render.awethi.focus import around


class AwethiPlanner:
    """Controls of Awéthi: everything is chosen in the planner."""

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
            if view.sentences:  # they already say what was rolled
                return T(
                    "{player}, move your four awéthi: a die each, or {average} for all (the average, rounded down).",
                    player=seat,
                    average=average,
                )
            return T(
                "{player}, move your four awéthi: a die each ({dice}), or {average} for all (the average, rounded"
                " down).",
                player=seat,
                dice=dice_left(seen),
                average=average,
            )
        numbers = ", ".join(str(walker.number) for walker in seen.walkers)
        return T("{player}, go on with your turn. Still to move: awéthi {numbers}.", player=seat, numbers=numbers)

    def controls(self, view: MatchView, write: Writer) -> Rows:
        return () if _seen(view).to_move is None else (take_turn(view, write),)

    def panel(self, plan: Plan, path: str, write: Writer) -> Panel | None:
        """Return the panel of a path: an awéthi, with its number if chosen (``2``, ``2(3)``, ``2=``), or a wairgk
        (``W1``).
        """
        seen = without_effects(_seen(plan.view)) if plan.teaching else _seen(plan.view)
        panel = self._asked(plan, seen, path, write)
        if panel is None:
            return None
        return replace(panel, undo=_undo(plan.moves), shown=seen if plan.teaching else None)

    def _asked(self, plan: Plan, seen: AwethiObservation, path: str, write: Writer) -> Panel | None:
        if seen.to_move != plan.player or plan.complete:
            return _finished(plan, seen, write) if plan.complete and not path else None
        if seen.phase == "hunt":
            return hunt_panel(plan, seen, path, write)
        where = WalkPath.parse(path)
        return None if where is None else walk_panel(plan, seen, where, write)

    def exit_reason(self, view: MatchView, player: Player) -> Text | None:  # noqa: ARG002 - nobody is out before the end
        return None


AWETHI_PLANNER = AwethiPlanner()


def _seen(view: MatchView) -> AwethiObservation:
    if not isinstance(view.observation, AwethiObservation):
        raise TypeError(f"not an observation of Awéthi: {view.observation!r}")
    return view.observation


def _undo(moves: Sequence[str]) -> Text | None:
    """Return what Undo takes back, and its label: the first walk together with the choice of dice."""
    match moves:
        case ():
            return None
        case (*_, "each"):
            return T("Undo 🎲")
        case (*_, "sum"):
            return T("Undo ⚖️")
        case ("sum", walk):
            return T("Undo ⚖️ and awéthi {number}", number=walk[0])
        case (*_, last) if last.startswith("W"):
            return T("Undo {wairgk}", wairgk=last[:2])
        case (*_, last):
            return T("Undo awéthi {number}", number=last[0])
    return None


def _finished(plan: Plan, seen: AwethiObservation, write: Writer) -> Panel | None:
    """Return the panel of a complete turn, enlarged and with its catches; ``None`` if the turn ends the match."""
    if plan.view.outcome is not None:
        return None
    asked = write(T("Your turn is planned. Confirm to play it, or undo."))
    caught = [aiwe for aiwe in seen.aiwe if aiwe.caught]
    if caught and seen.wairgka_player != plan.player:
        text = T(
            "Caught after this turn: {aiwe}. What is still caught when its herder’s next turn begins goes home.",
            aiwe=aiwe_listed(caught),
        )
        asked = f"{CATCH} {write(text)}\n{asked}"
    return Panel(asked, (), focus=_walked(plan, seen))


def _walked(plan: Plan, seen: AwethiObservation) -> str | None:
    """Return the part of the board with the planned moves."""
    walked = {square for walk in seen.walks if walk.player == plan.player for square in walk.way}
    hunted = {square for hunt in seen.hunts[-1:] for square in hunt.way}
    return around(hunted if seen.wairgka_player == plan.player else walked)
