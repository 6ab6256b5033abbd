"""Taking a turn of several moves: the private planner, the same for every game.

The plan is stored at every step (:mod:`bot.matches.play.drafts`), and every control carries the mark of the plan
that it was made for. So a planner goes on after a restart, and two windows of one plan cannot get in each other's
way: the older one shows how the plan stands now.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import replace
from functools import partial

from discord.webhook.async_ import async_context

from bot.errors import UserError
from bot.load import thresholds
from bot.matches.checks import not_your_turn, plan_changed
from bot.matches.errors import (
    AlreadyPlayedError,
    MatchError,
    MatchOverError,
    NotSeatedError,
    NotYourTurnError,
    PlanChangedError,
)
from bot.matches.model.views import Draft, PlayedTurn
from bot.storage.errors import StorageError
from bot.ui.boards.board_messages import error_with_help, match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ModalSpec, OutgoingMessage
from bot.ui.components.text import HINT_LIMIT, Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.open_sheets import OpenSheet
from bot.ui.interactions.presses import action_of
from bot.ui.interactions.registry import handles
from bot.ui.interactions.responder import SENDING_ERRORS
from bot.ui.planners import planner_of, sheet_planner_of
from bot.ui.planners.plan import CELL, MOVE, split_version, version_of
from bot.ui.play.planner_view import DECIDED, EXAMPLE, INSTEAD, panel_of, plan_message, sheet_message
from engines.errors import MoveError
from engines.text import T, Text, listed

log = logging.getLogger(__name__)

TYPED_LIMIT = 200
"""Characters that a typed turn may have."""

CELL_LIMIT = 20
"""Characters that the name of a cell may have."""

OUTDATED = (AlreadyPlayedError, NotYourTurnError, MatchOverError, NotSeatedError)
"""Errors after which a planner window is useless."""

STALE_PLAN = T("The match has moved on. Here is what you need to do now.")
UNFINISHED = T("Your turn is not complete yet. Please make the choices that are left.")

Step = Callable[[InteractionContext, Draft, str], Awaitable[None]]


def _step(name: str) -> Callable[[Step], Step]:
    """Register what a control does with the plan that it was made for.

    When the plan is another one by now, the newest is shown instead, with a notice that says why.
    """

    def register(run: Step) -> Step:
        @handles(name)
        async def pressed(context: InteractionContext, action: Action) -> None:
            version, detail = split_version(action.detail)
            try:
                async with in_turn(context, action.match_id):
                    draft, note = await _draft_of(context, action, version)
                    if note is None:
                        await run(context, draft, detail)
                    else:
                        await show_plan(context, draft, note=note)
            except OUTDATED as error:
                if version is None or not in_window(context) or context.responder.is_detached:
                    raise  # told in a message of its own; a second click on Confirm leaves what the first has said
                await context.responder.update(await _of_no_use(context, action, error.reason))
            except MoveError as error:
                if not in_window(context):
                    raise
                # A mistake in what was typed is told where the plan is: messages of their own would pile up.
                draft = await context.services.matches.drafts.draft(action.match_id, context.user_id)
                await show_plan(context, draft, note=T("⚠️ {reason}", reason=error.reason))

        return run

    return register


async def _draft_of(context: InteractionContext, action: Action, version: str | None) -> tuple[Draft, Text | None]:
    """The current plan, with a note when it is not the one that a control was made for."""
    matches = context.services.matches
    try:
        draft = await matches.drafts.draft(action.match_id, context.user_id, action.ply)
    except AlreadyPlayedError:
        draft = await matches.drafts.draft(action.match_id, context.user_id)
        if not draft.may_act:
            raise
        return draft, _decided(draft) or STALE_PLAN
    if not draft.may_act:
        raise not_your_turn()
    if version not in (None, version_of(draft.moves)):
        return draft, plan_changed().reason
    return draft, None


async def _of_no_use(context: InteractionContext, action: Action, reason: Text) -> OutgoingMessage:
    """The content of a window in which nothing can be planned: the player's sheet, in games with sheets."""
    warning = T("⚠️ {reason}", reason=reason)
    view = await context.services.matches.history.view(action.match_id, user_id=context.user_id)
    if view.viewer is None or sheet_planner_of(view.match.game) is None:
        return error_with_help(view.match, reason, context.user_id, context.write)
    return await sheet_of(context, action.match_id, warning)


async def sheet_of(context: InteractionContext, match_id: int, note: Text | None = None) -> OutgoingMessage:
    """The asker's own sheet."""
    settings = await context.services.matches.player_settings.get(context.user_id)
    return await sheet_message(context.services, match_id, context.user_id, context.write, settings, note)


def _decided(draft: Draft) -> Text | None:
    """A note for players who have decided and can still change it."""
    return None if draft.view.viewer in draft.view.match.to_move else DECIDED


@asynccontextmanager
async def in_turn(context: InteractionContext, match_id: int) -> AsyncIterator[None]:
    """Take a turn or plan one: while something holds that up, it is acknowledged.

    Who is out is told that there is nothing to wait for, where others are told that it is not their turn.
    """
    context.responder.acknowledge_if_blocked(context.services.is_stalled)
    try:
        yield
    except (NotYourTurnError, AlreadyPlayedError):
        view = await context.services.matches.history.view(match_id, user_id=context.user_id)
        out = None if view.viewer is None else planner_of(view.match.game).exit_reason(view, view.viewer)
        if out is None:
            raise
        raise NotYourTurnError(out) from None


# ------------------------------------------------------------------------------------------------------------ steps


@_step("turn")
async def take_turn(context: InteractionContext, draft: Draft, _detail: str) -> None:
    """“Take turn”: the planner as it was left."""
    await show_plan(context, draft, note=_decided(draft))
    await context.mark_seen(draft.base.match)


@_step("plan")
async def go_on(context: InteractionContext, draft: Draft, detail: str) -> None:
    """Go to a place, or plan a move or several."""
    path = context.values[0] if context.values else detail
    if path.startswith(MOVE):
        await _put(context, draft, (*draft.moves, *path.removeprefix(MOVE).split(MOVE)))
    else:
        await _go_to(context, draft, path)


async def _go_to(context: InteractionContext, draft: Draft, path: str) -> None:
    """Go to a place; a place that stands for a plan is planned."""
    panel = panel_of(draft, path, context.write.about(draft.view.match))
    if panel is None or panel.plans in (None, draft.moves):
        await show_plan(context, draft, path)
    else:
        await _put(context, draft, panel.plans or (), path)


async def _put(context: InteractionContext, draft: Draft, moves: Sequence[str], path: str = "") -> None:
    """Plan these moves and show the plan at a place."""
    matches = context.services.matches
    change = matches.drafts.put_draft(draft.match_id, context.user_id, draft.ply, moves, after=draft.moves)
    await _change(context, draft, change, path)


@_step("undo")
async def undo(context: InteractionContext, draft: Draft, detail: str) -> None:
    """Take the last planned moves back: one, or as many as were planned together."""
    number = int(detail) if detail.isdecimal() else 1
    await _change(context, draft, context.services.matches.drafts.undo_draft(draft.match_id, context.user_id, number))


@_step("anew")
async def start_over(context: InteractionContext, draft: Draft, _detail: str) -> None:
    """Forget the whole plan."""
    await context.services.matches.drafts.clear_draft(draft.match_id, context.user_id)
    await show_plan(context, await context.services.matches.drafts.draft(draft.match_id, context.user_id, draft.ply))


@_step("confirm")
async def confirm_plan(context: InteractionContext, draft: Draft, detail: str) -> None:
    """Play what is planned, or what the window has proposed by itself, if it still would."""
    moves = draft.moves if draft.complete else _proposed(context, draft, detail)
    if not moves:
        await show_plan(context, draft, note=UNFINISHED)
        return
    matches, letter = context.services.matches, in_window(context) and not context.responder.on_private
    played = await matches.turns.play(draft.match_id, context.user_id, draft.ply, moves, in_dm=letter)
    await confirm(context, played)


def _proposed(context: InteractionContext, draft: Draft, version: str) -> Sequence[str]:
    """The moves that a window proposes where nothing is planned, if their mark is this one."""
    panel = panel_of(draft, "", context.write.about(draft.view.match))
    moves = () if draft.moves or panel is None else panel.plans or ()
    return moves if moves and version_of(moves) == version else ()


@handles("ask")
async def ask_for_text(context: InteractionContext, action: Action) -> None:
    """Open a form to type the next moves. Discord wants it at once, so the plan is looked at when it comes back."""
    version, detail = split_version(action.detail)
    way, *examples = detail.split(EXAMPLE)
    form = ModalSpec(
        Action("written", action.match_id, action.ply, f"{version or ''}:{INSTEAD * (way == INSTEAD)}").custom_id,
        title=context.write.plain(T("Type your moves")),
        label=context.write.plain(T("Moves")),
        hint=_hint(examples, context.write),
        longest=TYPED_LIMIT,
    )
    await context.responder.open_modal(form)


def _hint(examples: Sequence[str], write: Writer) -> str:
    """How a turn is typed: by example where there is one, and as much about it as the line holds."""
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
    *longer, shortest = map(write.plain, texts)
    return next((hint for hint in longer if len(hint) <= HINT_LIMIT), shortest)


@_step("written")
async def plan_text(context: InteractionContext, draft: Draft, detail: str) -> None:
    """Plan what was typed into the form."""
    matches, instead = context.services.matches, detail == INSTEAD
    type_ = partial(matches.typed_moves.type_on, instead=True) if instead else matches.typed_moves.type_further
    await _change(context, draft, type_(draft.match_id, context.user_id, draft, context.choice))


@handles("askcell")
async def ask_for_cell(context: InteractionContext, action: Action) -> None:
    """Open a form to type where what is held shall go."""
    form = ModalSpec(
        replace(action, name="cell").custom_id,
        title=context.write.plain(T("Go to a square")),
        label=context.write.plain(T("Square")),
        hint=context.write.plain(T("As written on the edge of the board, such as c4.")),
        longest=CELL_LIMIT,
    )
    await context.responder.open_modal(form)


@_step("cell")
async def go_to_cell(context: InteractionContext, draft: Draft, detail: str) -> None:
    """Go to the place of what is held (``detail``) moved to the cell that was typed into the form."""
    await _go_to(context, draft, f"{detail}{CELL}{context.choice}")


async def _change(context: InteractionContext, draft: Draft, change: Awaitable[Draft], path: str = "") -> None:
    """Show the plan after a change; when it was changed elsewhere at the same moment, as that has left it."""
    try:
        changed = await change
    except PlanChangedError as error:
        await show_plan(
            context, await context.services.matches.drafts.draft(draft.match_id, context.user_id), note=error.reason
        )
    else:
        await show_plan(context, changed, path)


# ---------------------------------------------------------------------------------------------------------- showing


async def show_plan(context: InteractionContext, draft: Draft, path: str = "", note: Text | None = None) -> None:
    """Show what is to be chosen next: in the planner's own window, else in a new one.

    Raises:
        UserError: there is no such place in the plan.
    """
    settings = await context.services.matches.player_settings.get(context.user_id)
    message = await plan_message(context.services, settings, draft, path, context.write, note)
    if message is None:
        raise UserError(NO_CHOICE)
    if in_window(context):
        await context.responder.update(message)
    else:
        await context.responder.reply(message)


def in_window(context: InteractionContext) -> bool:
    """Whether the pressed control stands in a private message that a plan can take the place of: one that vanishes, or
    a sheet in a direct message. Of the bot's messages there, only that one has controls with a mark.
    """
    answer = context.responder
    if not answer.is_press or answer.on_layout or answer.on_private:
        return answer.is_press and not answer.on_layout
    pressed = action_of(context.interaction)
    return context.interaction.guild_id is None and pressed is not None and split_version(pressed.detail)[0] is not None


# ----------------------------------------------------------------------------------------------------- turns taken


async def confirm(context: InteractionContext, played: PlayedTurn) -> None:
    """Confirm a turn: on a public board by taking its buttons off, elsewhere in a sentence.

    The turn is taken: nothing from here on may look like a refusal. Buttons that stay are taken off once the next board
    is posted. Where no board is due (others still decide in the same turn), the board's buttons are still needed.
    """
    await context.reply_when_idle(partial(_confirm, played=played))


async def _confirm(context: InteractionContext, *, played: PlayedTurn) -> None:
    try:
        if _is_on_board(context) and played.board_due:
            await asyncio.sleep(thresholds.HEAD_START)
            await context.remove_buttons()
            return
        _note_window(context, played)
        message_now = await _what_follows(context, played) or OutgoingMessage(
            context.write.about(played.match)(said(played))
        )
        if in_window(context):
            await context.responder.update(message_now)
        else:
            await context.responder.reply(message_now)
    except SENDING_ERRORS as error:
        log.warning("a turn was taken but could not be confirmed", extra={"error": repr(error)})


def _note_window(context: InteractionContext, played: PlayedTurn) -> None:
    """Remember an ephemeral sheet whose player now waits for the others, to update it later."""
    match = played.match
    waits = played.player not in match.to_move and match.result is None
    if (
        waits
        and context.responder.is_press
        and context.responder.on_private
        and sheet_planner_of(match.game) is not None
    ):
        answering = Context()
        answering.run(async_context.set, async_context.get())
        window = OpenSheet(context.interaction, context.write, context.services.clock(), answering)
        context.services.open_sheets.note(match.id, context.user_id, window)


def _is_on_board(context: InteractionContext) -> bool:
    """Whether the pressed control stands under a board that everybody sees."""
    return (
        context.responder.is_press
        and not context.responder.on_private
        and not in_window(context)
        and not context.responder.is_detached
    )


async def _what_follows(context: InteractionContext, played: PlayedTurn) -> OutgoingMessage | None:
    """The planner for what its player is asked next, with a notice of what was played; ``None``: nothing is."""
    match = played.match
    if sheet_planner_of(match.game) is not None:
        return await sheet_of(context, match.id)  # which tells what was decided, in words
    if played.player not in match.to_move:
        return None
    try:
        draft = await context.services.matches.drafts.draft(match.id, context.user_id)
    except (MatchError, StorageError):
        return None  # such as a match that has ended since
    if not draft.may_act:
        return None
    settings = await context.services.matches.player_settings.get(context.user_id)
    return await plan_message(context.services, settings, draft, "", context.write, said(played))


def said(played: PlayedTurn) -> Text:
    """The confirmation of a turn."""
    return T("Played in {match}: {moves}.", match=match_title(played.match), moves=listed(played.phrases))
