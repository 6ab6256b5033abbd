"""The private planner for turns of several moves, the same for every game.

The plan is stored at every step (:mod:`bot.matches.play.plans`), and every control carries the version of its plan. So
a planner continues after a restart, and two windows of one plan do not interfere: the older one shows the current plan.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from bot.errors import UserError, explain
from bot.matches.checks import not_your_turn, plan_changed
from bot.matches.errors import (
    AlreadyPlayedError,
    MatchOverError,
    NotSeatedError,
    NotYourTurnError,
    PlanChangedError,
)
from bot.matches.play.planning import UNFINISHED, Plan
from bot.ui.boards.board_messages import error_with_help
from bot.ui.components.custom_id import Action
from bot.ui.components.forms import ModalSpec, TextFieldSpec
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.text import HINT_LIMIT, Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.registry import handles
from bot.ui.planners import planner_of, sheet_planner_of
from bot.ui.planners.panel import CELL, split_version, version_of
from bot.ui.play.confirmations import confirm
from bot.ui.play.planner_view import DECIDED, EXAMPLE, INSTEAD, ToldHint, moves_at, plan_message, suggested_moves
from bot.ui.play.refusals import Refused
from bot.ui.play.windows import in_window, newest_plan
from engines.errors import IllegalMoveError, MoveError
from engines.text import T, Text

TYPED_LIMIT = 200
"""Maximum characters of a typed turn."""

CELL_LIMIT = 20
"""Maximum characters of a typed cell."""

OUTDATED = (AlreadyPlayedError, NotYourTurnError, MatchOverError, NotSeatedError)
"""Errors after which a planner window can no longer be used."""

STALE_PLAN = T("The match has moved on. Here is what you need to do now.")

Step = Callable[[InteractionContext, Plan, str], Awaitable[None]]


def plan_step(name: str) -> Callable[[Step], Step]:
    """Register the handler of a control of a plan.

    If the plan has changed meanwhile, the newest plan is shown instead, with a notice that says why.
    """

    def register(run: Step) -> Step:
        @handles(name)
        async def pressed(context: InteractionContext, action: Action) -> None:
            version, detail = split_version(action.detail)
            try:
                async with in_turn(context, action.match_id):
                    plan, note = await _plan_of(context, action, version)
                    if note is None:
                        await run(context, plan, detail)
                    else:
                        await show_plan(context, plan, note=note)
            except OUTDATED as error:
                if version is None or not in_window(context) or context.responder.is_detached:
                    raise  # reported in a new message: the confirmation of the first click stays
                await context.responder.update(await _of_no_use(context, action, error.reason))
            except MoveError as error:
                if not in_window(context):
                    raise
                # A mistake in typed text is shown with the plan: separate messages would pile up.
                plan = await context.services.matches.plans.get(action.match_id, context.user_id)
                await _show_refusal(context, plan, T("⚠️ {reason}", reason=explain(error).text))

        return run

    return register


async def _show_refusal(context: InteractionContext, plan: Plan, reason: Text) -> None:
    """Show the plan with the reason why a move was refused; then, if the reason has places, a picture of them."""
    window, add_picture = context.interaction.message, context.picture_of_error
    plan = replace(plan, view=plan.view.without_story())
    if add_picture is None or window is None or not window.attachments:
        await show_plan(context, plan, note=reason)
        return
    settings = await context.services.matches.player_settings.get(context.user_id)
    message = await plan_message(context.services, settings, plan, "", context.write, reason, redraws=False)
    if message is None:
        raise UserError(NO_CHOICE)
    await context.responder.update_keeping_files(message)
    context.follow(plan.view.match, newest_plan)
    await add_picture(context)


async def _plan_of(context: InteractionContext, action: Action, version: str | None) -> tuple[Plan, Text | None]:
    """Return the current plan, with a note if the control was made for another one."""
    matches = context.services.matches
    try:
        plan = await matches.plans.get(action.match_id, context.user_id, action.ply)
    except AlreadyPlayedError:
        plan = await matches.plans.get(action.match_id, context.user_id)
        if not plan.may_act:
            raise
        if plan.player in plan.view.match.to_move:
            return plan, STALE_PLAN
        return plan, _decided(plan) or plan_changed().reason
    if not plan.may_act:
        raise not_your_turn()
    if version not in (None, version_of(plan.moves)):
        return plan, plan_changed().reason
    return plan, None


async def _of_no_use(context: InteractionContext, action: Action, reason: Text) -> OutgoingMessage:
    """Return the content of a window in which nothing can be planned: the player's sheet, in games with sheets."""
    warning = T("⚠️ {reason}", reason=reason)
    view = await context.services.matches.history.view(action.match_id, user_id=context.user_id)
    if view.viewer is None or sheet_planner_of(view.match.game) is None:
        return error_with_help(view.match, reason, context.user_id, context.write)
    return await newest_plan(context.services, action.match_id, context.user_id, context.write, warning)


def _decided(plan: Plan) -> Text | None:
    """Return the note for players who have decided and can still change it; sheets say so themselves."""
    match = plan.view.match
    return None if plan.player in match.to_move or sheet_planner_of(match.game) is not None else DECIDED


@asynccontextmanager
async def in_turn(context: InteractionContext, match_id: int) -> AsyncIterator[None]:
    """Take or plan a turn; a slow one is acknowledged.

    Players who are out are told that there is nothing to wait for; others that it is not their turn.
    """
    context.responder.acknowledge_if_blocked(context.services.is_stalled)
    try:
        yield
    except IllegalMoveError as error:
        if error.places:
            context.picture_of_error = Refused(match_id, error.places, error.earlier).attach_picture
        raise
    except (NotYourTurnError, AlreadyPlayedError):
        view = await context.services.matches.history.view(match_id, user_id=context.user_id)
        out = None if view.viewer is None else planner_of(view.match.game).exit_reason(view, view.viewer)
        if out is None:
            raise
        raise NotYourTurnError(out) from None


# ------------------------------------------------------------------------------------------------------------ steps


@plan_step("turn")
async def take_turn(context: InteractionContext, plan: Plan, _detail: str) -> None:
    """Show the planner with the stored plan (button “Take turn”)."""
    await show_plan(context, plan, note=_decided(plan))
    await context.mark_seen(plan.base.match)


@handles("nextturn")
async def take_next_turn(context: InteractionContext, action: Action) -> None:
    """Show the planner where the last turn was confirmed."""
    async with in_turn(context, action.match_id):
        plan = await context.services.matches.plans.get(action.match_id, context.user_id)
        if not plan.may_act:
            raise not_your_turn()
        await take_turn(context, plan, "")


@plan_step("plan")
async def go_on(context: InteractionContext, plan: Plan, detail: str) -> None:
    """Go to a path, or plan one or several moves."""
    await _go_to(context, plan, context.values[0] if context.values else detail)


async def _go_to(context: InteractionContext, plan: Plan, path: str) -> None:
    """Go to a path; if it stands for a plan, plan that."""
    moves, path = moves_at(plan, path, context.write)
    if moves is None:
        await show_plan(context, plan, path)
        return
    plans = context.services.matches.plans
    change = plans.put(plan.match_id, context.user_id, plan.ply, moves, after=plan.moves)
    await _change(context, plan, change, path)


@plan_step("undo")
async def undo(context: InteractionContext, plan: Plan, detail: str) -> None:
    """Take back the last planned move, or all that were planned together."""
    number = int(detail) if detail.isdecimal() else 1
    await _change(context, plan, context.services.matches.plans.undo(plan.match_id, context.user_id, number))


@plan_step("anew")
async def start_over(context: InteractionContext, plan: Plan, _detail: str) -> None:
    """Delete the whole plan."""
    await context.services.matches.plans.clear(plan.match_id, context.user_id)
    await show_plan(context, await context.services.matches.plans.get(plan.match_id, context.user_id, plan.ply))


@plan_step("confirm")
async def confirm_plan(context: InteractionContext, plan: Plan, detail: str) -> None:
    """Play the plan, or the moves that the window suggested, if they would still be suggested."""
    moves = plan.moves if plan.complete else _proposed(context, plan, detail)
    if not moves:
        await show_plan(context, plan, note=UNFINISHED)
        return
    matches, in_dm = context.services.matches, in_window(context) and not context.responder.on_private
    played = await matches.turns.play(plan.match_id, context.user_id, plan.ply, moves, in_dm=in_dm)
    await confirm(context, played)


def _proposed(context: InteractionContext, plan: Plan, version: str) -> Sequence[str]:
    """Return the suggested moves of a window without a plan, if their version is this one."""
    moves = suggested_moves(plan, context.write)
    return moves if moves and version_of(moves) == version else ()


@handles("ask")
async def ask_for_text(context: InteractionContext, action: Action) -> None:
    """Open a form to type the next moves.

    Discord requires the form immediately, so the plan is checked when it is submitted.
    """
    version, detail = split_version(action.detail)
    way, *examples = detail.split(EXAMPLE)
    written = Action("written", action.match_id, action.ply, f"{version or ''}:{INSTEAD * (way == INSTEAD)}")
    await context.responder.open_modal(moves_form(written, examples, context.write))


def moves_form(action: Action, examples: Sequence[str], write: Writer, *, at_once: bool = False) -> ModalSpec:
    """Return the form in which moves are typed; submitting it does the ``action``.

    ``at_once``: whether a typed move is played and not planned first.
    """
    field = TextFieldSpec(write.plain(T("Moves")), _hint(examples, write, at_once=at_once), TYPED_LIMIT)
    return ModalSpec(action.custom_id, title=write.plain(T("Type your moves")), fields=(field,))


def _hint(examples: Sequence[str], write: Writer, *, at_once: bool) -> str:
    """Return how a turn is typed: an example if there is one, cut to the length of the line; see :func:`moves_form`."""
    texts: Sequence[Text]
    match examples:
        case (one, other):
            texts = (
                T("For example: {one} – or {other}. You confirm it afterwards.", one=one, other=other),
                T("For example: {one} – or {other}.", one=one, other=other),
            )
        case (one,):
            texts = (
                T("For example: {one}. You confirm it afterwards.", one=one),
                T("For example: {one}", one=one),
            )
        case _:
            texts = (
                T(
                    "One move, or several with spaces between them. /move suggests moves as you type. You "
                    "confirm afterwards."
                ),
            )
    *longer, shortest = map(write.plain, texts[-1:] if at_once else texts)
    return next((hint for hint in longer if len(hint) <= HINT_LIMIT), shortest)


@plan_step("written")
async def plan_text(context: InteractionContext, plan: Plan, detail: str) -> None:
    """Plan the moves typed into the form."""
    matches, instead = context.services.matches, detail == INSTEAD
    type_ = partial(matches.typed_moves.type_on, instead=True) if instead else matches.typed_moves.type_further
    await _change(context, plan, type_(plan.match_id, context.user_id, plan, context.choice))


@handles("askcell")
async def ask_for_cell(context: InteractionContext, action: Action) -> None:
    """Open a form to type where the held shape goes."""
    await context.responder.open_modal(cell_form(replace(action, name="cell"), context.write))


def cell_form(action: Action, write: Writer) -> ModalSpec:
    """Return the form in which a square is typed; submitting it does the ``action``."""
    hint = write.plain(T("As written on the edge of the board, such as c4."))
    field = TextFieldSpec(write.plain(T("Square")), hint, CELL_LIMIT)
    return ModalSpec(action.custom_id, title=write.plain(T("Go to a square")), fields=(field,))


@plan_step("cell")
async def go_to_cell(context: InteractionContext, plan: Plan, detail: str) -> None:
    """Go to the path of the held shape (``detail``), moved to the typed cell."""
    await _go_to(context, plan, f"{detail}{CELL}{context.choice}")


async def _change(context: InteractionContext, plan: Plan, change: Awaitable[Plan], path: str = "") -> None:
    """Show the plan after a change; if it was changed in another window at the same moment, show that plan."""
    try:
        changed = await change
    except PlanChangedError as error:
        await show_plan(
            context, await context.services.matches.plans.get(plan.match_id, context.user_id), note=error.reason
        )
    else:
        await show_plan(context, changed, path)


# ---------------------------------------------------------------------------------------------------------- showing


async def show_plan(
    context: InteractionContext,
    plan: Plan,
    path: str = "",
    note: Text | None = None,
    *,
    told: ToldHint | None = None,
) -> None:
    """Show the next choice: in the planner's own window, else in a new one.

    ``told`` is the hint in the note.

    Raises:
        UserError: the plan has no such path.
    """
    settings = await context.services.matches.player_settings.get(context.user_id)
    if told is not None:
        plan = replace(plan, view=plan.view.without_story())
    message = await plan_message(context.services, settings, plan, path, context.write, note, told=told)
    if message is None:
        raise UserError(NO_CHOICE)
    if in_window(context):
        await context.responder.update(message)
    else:
        await context.responder.reply(message)
    context.follow(plan.view.match, newest_plan)
