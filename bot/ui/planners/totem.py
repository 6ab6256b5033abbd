"""The planner of Totem: how to use the roll, then runs one after the other, then perhaps another roll."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.matches.model.views import MatchView
from bot.matches.play.planning import Plan
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, ComponentSpec, Rows, SelectOptionSpec
from bot.ui.components.text import Writer
from bot.ui.planners.panel import MOVE, Panel, in_rows, move_action, path_select, take_turn
from bot.ui.planners.totem_runs import RunPath, run_panel
from engines.game import Player
from engines.text import TN, Seat, T, Text
from engines.totem.observation import CELL_NAMES, TotemObservation
from engines.totem.rules import EXCHANGE


class TotemPlanner:
    """Controls of Totem. The set-up is chosen under the board, everything else in the planner."""

    def prompt(self, view: MatchView, player: Player) -> Text:
        seen, seat = _seen(view), Seat(player)
        if seen.phase == "place":
            return T("{player}, choose the cell where your totem starts.", player=seat)
        if seen.phase == "again":
            return T("{player}, that was a 12: roll again, or end your turn.", player=seat)
        if seen.phase == "run":
            return TN(
                "{player}, it is your turn: you have {count} point left.",
                "{player}, it is your turn: you have {count} points left.",
                seen.points,
                player=seat,
            )
        # The sentences above already say what was rolled.
        if not seen.uses:
            return T("{player}, it is your turn: put a piece next to your totem.", player=seat)
        if seen.placements:
            return T("{player}, it is your turn: use the dice, or exchange them for a piece.", player=seat)
        return T("{player}, it is your turn: use both dice, or discard one.", player=seat)

    def controls(self, view: MatchView, write: Writer) -> Rows:
        seen = _seen(view)
        if seen.to_move is None:
            return ()
        if seen.phase == "place":
            cells = [
                (CELL_NAMES[each.cell], Action("move", view.match.id, view.ply, each.move)) for each in seen.placements
            ]
            return in_rows([action.button(cell, discord.ButtonStyle.primary) for cell, action in cells])
        return (take_turn(view, write),)

    def panel(self, plan: Plan, path: str, write: Writer) -> Panel | None:
        seen = _seen(plan.view)
        where = RunPath.parse(path)
        if where is None:
            return None
        if plan.complete and seen.phase == "reroll":
            return Panel(write(T("Confirm to play what you have planned. Then you roll again.")), ())
        if seen.to_move != plan.player:
            return None
        if seen.phase == "run":
            return run_panel(plan, seen, where, write)
        if where != RunPath():
            return None
        match seen.phase:
            case "use":
                return _use(plan, seen, write)
            case "again":
                return _again(plan, write)
            case "place":
                text = T("Choose the cell where your totem starts.")
                return Panel(write(text), self.controls(plan.view, write), at_once=True)
            case _:
                return None

    def exit_reason(self, view: MatchView, player: Player) -> Text | None:
        if player in _seen(view).active_players:
            return None
        return T("Your totem has fallen, so you are out of this match. You can still follow it with /board.")


TOTEM_PLANNER = TotemPlanner()


def _seen(view: MatchView) -> TotemObservation:
    if not isinstance(view.observation, TotemObservation):
        raise TypeError(f"not an observation of Totem: {view.observation!r}")
    return view.observation


# --------------------------------------------------------------------------------------------- the roll, another roll


def _use(plan: Plan, seen: TotemObservation, write: Writer) -> Panel:
    rows: list[Sequence[ComponentSpec]] = []
    typed = (
        *(f"use {each.points}" for each in seen.uses[:1]),
        *(f"add {CELL_NAMES[each.cell]}" for each in seen.placements[:1]),
    )
    if seen.uses:
        rows.append([_die(plan, each.move, each.points, len(each.dice), write) for each in seen.uses])
    if seen.placements:
        asked = T("Exchange: put a piece on …")
        choices = [SelectOptionSpec(MOVE + each.move, CELL_NAMES[each.cell]) for each in seen.placements]
        rows.append([path_select(plan, "add", write.plain(asked), choices)])
    if not seen.uses:
        text = T("None of your pieces can step, so put a piece from your reserve next to your totem.")
    elif seen.placements:
        text = T("Use one die or both to run, or exchange the roll for a piece next to your totem.")
    elif _has_no_free_cell(seen, plan.player):
        text = T("Use both dice, or discard one. You cannot exchange: all cells next to your totem are taken.")
    else:
        text = T("Use both dice, or discard one.")
    said = write(text)
    if seen.placements and not plan.teaching:  # a learner sees the number in the picture
        left = seen.reserves[plan.player]
        said += " " + write(TN("One piece is left in your reserve.", "{count} pieces are left in your reserve.", left))
    if plan.view.sentences:  # they already say what was rolled
        return Panel(said, rows, examples=typed)
    high, low = seen.dice or (0, 0)
    rolled = T("You have rolled {high} and {low}.", high=high, low=low)
    return Panel(f"{write(rolled)} {said}", rows, examples=typed)


def _has_no_free_cell(seen: TotemObservation, player: Player) -> bool:
    """Return whether an exchange only lacks a free cell: the roll allows it and there is a reserve (T8)."""
    high, low = seen.dice or (0, 0)
    return not seen.placements and seen.reserves[player] > 0 and (high == low or high + low >= EXCHANGE)


def _die(plan: Plan, move: str, points: int, dice: int, write: Writer) -> ButtonSpec:
    if dice == 2:
        label = TN("Both dice: {count} point", "Both dice: {count} points", points)
    else:
        label = TN("One die: {count} point", "One die: {count} points", points)
    return move_action(plan, move).button(write.plain(label), discord.ButtonStyle.primary, "🎲")


def _again(plan: Plan, write: Writer) -> Panel:
    presses = (
        move_action(plan, "reroll").button(write.plain(T("Roll again")), discord.ButtonStyle.primary, "🎲"),
        move_action(plan, "stay").button(write.plain(T("End the turn"))),
    )
    if plan.moves:
        text = T("That was a 12, so you may roll again. Your plan so far is played first.")
    else:
        text = T("That was a 12, so you may roll again.")
    return Panel(write(text), (presses,), examples=("reroll", "stay"))
