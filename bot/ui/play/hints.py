"""*Hint*: what the strongest computer player would do, in steps, in the planner or under *More*."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace

from bot.computer.decider import DecisionFailedError, NotNow, NotNowError
from bot.errors import UserError
from bot.matches.model.match import Match, may_use_hints
from bot.matches.play.hints import PlannedHint, require_hints
from bot.matches.play.planning import Plan
from bot.ui.boards.board_renderer import cells_named
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import match_command, playing, to_move
from bot.ui.play.confirmations import confirm
from bot.ui.play.planner import in_turn, plan_step, show_plan
from bot.ui.play.planner_view import TAKE_HINT, ToldHint, panel_of
from bot.ui.play.windows import in_window
from engines.text import T, Text, listed
from players.reason import TEMPTING

NO_HINT = {
    NotNow.OFF: T("Hints come from the computer players, which are switched off here."),
    NotNow.OVER_BUDGET: T("The computer players have calculated a lot for you. Please ask again in a minute."),
    NotNow.UNAVAILABLE: T("The computer players are restarting. Please ask again in a minute."),
}
"""Why there is no hint at the moment."""

NOT_FOUND = T("No hint was found here. The rules’ pages may help.")


def _hinting(match: Match, user_id: int) -> bool:
    return playing(match, user_id) and may_use_hints(match)


@match_command(
    "hint",
    fits=playing,
    prefers=(_hinting, to_move),
    empty_message=T("You are not playing a match here. /matches lists yours."),
)
async def ask_hint(context: InteractionContext, match: Match, _detail: str) -> None:
    """Show the first step of a hint with the plan."""
    require_hints(match, context.user_id)
    async with in_turn(context, match.id):
        await _show_step(context, match.id, 1)


@plan_step("hintstep")
async def next_step(context: InteractionContext, plan: Plan, detail: str) -> None:
    """Show a step of the hint, or plan its moves; play its move where a choice is played at once."""
    if detail != TAKE_HINT:
        await _show_step(context, plan.match_id, int(detail) if detail.isdecimal() else 1)
        return
    hinted, _ = await _hint(context, plan.match_id, 1)
    matches, choice = context.services.matches, panel_of(plan, "", context.write)
    if choice is not None and choice.at_once:
        await confirm(context, await matches.turns.play(plan.match_id, context.user_id, plan.ply, hinted.advised))
        return
    planned = await matches.plans.put(plan.match_id, context.user_id, plan.ply, hinted.advised, after=plan.moves)
    await show_plan(context, planned, note=said_of_hint(hinted, hinted.hint.steps))


async def _show_step(context: InteractionContext, match_id: int, step: int) -> None:
    hinted, compared = await _hint(context, match_id, step)
    told = min(step, hinted.hint.steps)
    said = said_of_hint(hinted, told, compared)
    await show_plan(context, hinted.plan, note=said, told=told_hint(hinted, told))


async def _hint(context: InteractionContext, match_id: int, step: int) -> tuple[PlannedHint, Text | None]:
    """Return the hint for the user's plan and, if this is its last step, how the plan compares with it.

    Raises:
        UserError: there is none at the moment.
    """
    if in_window(context):
        await context.responder.acknowledge()  # the plan is shown again, however long the decision takes
    else:
        context.responder.acknowledge_if_blocked(lambda: True)
    hints = context.services.matches.hints
    hinted = await found_hint(hints.hint(match_id, context.user_id))
    last = step >= hinted.hint.steps
    return hinted, await hints.compared(hinted, context.user_id) if last else None


async def found_hint(asked: Awaitable[PlannedHint]) -> PlannedHint:
    """Return a hint that is being decided.

    Raises:
        UserError: there is none at the moment.
    """
    try:
        return await asked
    except NotNowError as error:
        raise UserError(NO_HINT[error.reason]) from error
    except DecisionFailedError as error:
        raise UserError(NOT_FOUND) from error


def told_hint(hinted: PlannedHint, steps: int) -> ToldHint:
    """Return what the planner shows of a hint after some steps.

    The cells that it names are marked, but for those of a move that only looks better.
    """
    hint = hinted.hint
    reason = replace(
        hint.reason, args=tuple((name, "" if name == TEMPTING else value) for name, value in hint.reason.args)
    )
    named = hint.clues[:steps] if steps < hint.steps else (*hinted.phrases, reason)
    return ToldHint(hint, steps, cells_named(listed(named)))


def said_of_hint(hinted: PlannedHint, step: int, compared: Text | None = None) -> Text:
    """Return what a hint says up to a step; the last one replaces the others, and compares the plan with the hint."""
    hint = hinted.hint
    if step < hint.steps:
        where, *more = hint.clues[:step]
        said = T("💡 {clue}", clue=where)
        for clue in more:
            said = T("{said} {clue}", said=said, clue=clue)
        return said
    moves = listed(hinted.phrases)
    if compared is None:
        return T("💡 The strongest computer player would play: {moves}. {why}", moves=moves, why=hint.reason)
    return T(
        "💡 The strongest computer player would play: {moves}. {why} {compared}",
        moves=moves,
        why=hint.reason,
        compared=compared,
    )
