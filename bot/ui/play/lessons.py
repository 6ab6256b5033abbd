"""``/learn`` and the controls of lessons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from bot.errors import UserError, explain
from bot.matches.errors import PlanChangedError
from bot.matches.lessons.service import LESSON_MOVED_ON, Lessons
from bot.matches.lessons.session import LessonSession, lesson_session, solved
from bot.ui.components.custom_id import Action
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.registry import handles
from bot.ui.planners.panel import CELL
from bot.ui.play.hints import found_hint, said_of_hint, told_hint
from bot.ui.play.lesson_view import Shown, lesson_action, lesson_message, lessons_message
from bot.ui.play.planner import cell_form, moves_form
from bot.ui.play.planner_view import EXAMPLE, INSTEAD, TAKE_HINT, ToldHint, moves_at, panel_of, suggested_moves
from engines.errors import GameError, IllegalMoveError, MoveError
from engines.text import T
from lessons.lesson import FreePlay
from lessons.registry import LESSONS, lessons_of

NO_LESSON = T("There is no lesson for this game yet. /rules explains it.")

Step = Callable[[InteractionContext, LessonSession, str], Awaitable[None]]


# ---------------------------------------------------------------------------------------------------- opening a lesson


async def show_lessons(context: InteractionContext, game: str | None) -> None:
    """Open the lesson of a game, or show the lessons to choose from.

    Raises:
        UserError: the game has no lesson.
    """
    found = [lesson for lesson in LESSONS.values() if game in (None, lesson.game)]
    if not found:
        raise UserError(NO_LESSON)
    if len(found) == 1:
        await _show(context, await _lessons(context).open(context.person, found[0].slug))
        return
    progress = await _lessons(context).progress_of(context.user_id)
    await context.responder.show(lessons_message(progress, context.write, game))


@handles("learn")
async def on_learn(context: InteractionContext, action: Action) -> None:
    """Open the lesson of the game named in the detail, or show the lessons to choose from."""
    await show_lessons(context, action.detail if lessons_of(action.detail) else None)


@handles("lesson")
async def on_lesson(context: InteractionContext, action: Action) -> None:
    """Open a lesson, where the user stopped."""
    await _show(context, await _lessons(context).open(context.person, action.detail))


def _lessons(context: InteractionContext) -> Lessons:
    return context.services.matches.lessons


async def _show(
    context: InteractionContext,
    session: LessonSession,
    note: str = "",
    path: str = "",
    refused: Shown | None = None,
    told: ToldHint | None = None,
) -> None:
    settings = await context.services.matches.player_settings.get(context.user_id)
    message = await lesson_message(
        context.services, settings, session, context.write, path=path, note=note, refused=refused, told=told
    )
    if message is None:
        raise UserError(NO_CHOICE)
    await context.responder.show(message)


# ------------------------------------------------------------------------------------------------------------- controls


def _step(name: str) -> Callable[[Step], Step]:
    """Register the handler of a control of a lesson.

    A control of an older position changes nothing: the learner sees where they are. A move that the game refuses is
    explained above the position.
    """

    def register(run: Step) -> Step:
        @handles(name)
        async def pressed(context: InteractionContext, action: Action) -> None:
            revision, _, detail = action.detail.partition(":")
            context.responder.acknowledge_if_blocked(context.services.is_stalled)
            session = await _session(context, action.ply)
            if revision != str(session.progress.revision):
                await _show(context, session, context.write(LESSON_MOVED_ON))
                return
            try:
                await run(context, session, detail)
            except MoveError as error:
                await _show_refusal(context, session, error)
            except PlanChangedError as error:
                await _show(context, await _session(context, action.ply), context.write(error.reason))

        return run

    return register


async def _show_refusal(context: InteractionContext, session: LessonSession, error: MoveError) -> None:
    """Show why a move was refused, and in the picture the cells that forbid it."""
    note = f"⚠️ {context.write.about(session.view.match)(explain(error).text)}"
    refused = None
    if isinstance(error, IllegalMoveError) and error.places:
        earlier = [session.game.encode_move(move) for move in error.earlier]
        before = lesson_session(replace(session.progress, plan=tuple(earlier)), context.person.name)
        refused = Shown(before.plan.view, marked=error.places)
    await _show(context, session, note, refused=refused)


async def _session(context: InteractionContext, progress_id: int) -> LessonSession:
    lessons = _lessons(context)
    try:
        return await lessons.at(context.person, progress_id)
    except GameError:  # the lesson has changed since
        slugs = {progress.id: slug for slug, progress in (await lessons.progress_of(context.user_id)).items()}
        return await lessons.open(context.person, slugs[progress_id])


@_step("lmove")
async def on_move(context: InteractionContext, session: LessonSession, detail: str) -> None:
    """Take the turn that one press stands for."""
    await _take(context, session, (context.values[0] if context.values else detail,))


@_step("lplan")
async def on_plan(context: InteractionContext, session: LessonSession, detail: str) -> None:
    """Go to a path, or plan one or several moves."""
    await _go_to(context, session, context.values[0] if context.values else detail)


async def _go_to(context: InteractionContext, session: LessonSession, path: str) -> None:
    """Go to a path; if it stands for a plan, plan that."""
    moves, path = moves_at(session.plan, path, context.write)
    if moves is None:
        await _show(context, session, path=path)
    else:
        await _plan(context, session, moves, path)


async def _plan(context: InteractionContext, session: LessonSession, moves: Sequence[str], path: str = "") -> None:
    await _show(context, await _lessons(context).plan(context.person, session, moves), path=path)


@_step("lundo")
async def on_undo(context: InteractionContext, session: LessonSession, detail: str) -> None:
    """Take back the last planned move, or all that were planned together."""
    number = int(detail) if detail.isdecimal() else 1
    await _plan(context, session, session.plan.moves[: max(0, len(session.plan.moves) - number)])


@_step("lanew")
async def on_start_over(context: InteractionContext, session: LessonSession, _detail: str) -> None:
    """Delete the whole plan."""
    await _plan(context, session, ())


@_step("lconfirm")
async def on_confirm(context: InteractionContext, session: LessonSession, _detail: str) -> None:
    """Take the planned turn, or the one that the window suggested."""
    plan = session.plan
    await _take(context, session, plan.moves if plan.complete else suggested_moves(plan, context.write))


async def _take(context: InteractionContext, session: LessonSession, moves: Sequence[str]) -> None:
    """Take a turn, and show its answer."""
    if isinstance(session.step, FreePlay):
        await context.responder.acknowledge()  # computer players decide next
    after, answer = await _lessons(context).take(context.person, session, moves)
    note = ""
    if answer is not None and not answer.is_right:
        note = f"❌ {context.write.about(session.view.match)(answer.text)}"
    await _show(context, after, note)


@_step("lhintstep")
async def on_hint(context: InteractionContext, session: LessonSession, detail: str) -> None:
    """Show a step of the hint for the free play, or plan its moves; play its move where a choice is played at once."""
    await context.responder.acknowledge()
    hinted = await found_hint(_lessons(context).hint(context.person, session))
    if detail == TAKE_HINT:
        choice = panel_of(session.plan, "", context.write)
        if choice is not None and choice.at_once:
            await _take(context, session, hinted.advised)
        else:
            await _plan(context, session, hinted.advised)
        return
    step = min(int(detail) if detail.isdecimal() else 1, hinted.hint.steps)
    said = said_of_hint(hinted, step)
    note = context.write.about(session.view.match)(said)
    await _show(context, session, note, told=told_hint(hinted, step))


@_step("lask")
async def on_type(context: InteractionContext, session: LessonSession, detail: str) -> None:
    """Open a form to type the next moves."""
    way, *examples = detail.split(EXAMPLE)
    action = lesson_action(session, "lwritten", INSTEAD * (way == INSTEAD))
    choice = panel_of(session.plan, "", context.write)
    at_once = choice is not None and choice.at_once
    shown = examples or list(islice(_examples(session), 1))
    await context.responder.open_modal(moves_form(action, shown, context.write, at_once=at_once))


def _examples(session: LessonSession) -> Iterator[str]:
    """Yield legal moves as they are typed, without those of the solution."""
    game, step, state = session.game, session.step, session.planned.after.state
    solution = () if isinstance(step, FreePlay) else step.solution
    for move in game.legal_moves(state, step.player):
        if game.encode_move(move) not in solution:
            yield game.format_move(state, step.player, move, step.player)


@_step("lwritten")
async def on_typed(context: InteractionContext, session: LessonSession, detail: str) -> None:
    """Plan the typed moves, or take them if each turn is one move."""
    kept = () if detail == INSTEAD else session.plan.moves
    moves = await _lessons(context).read(context.person, session, kept, context.choice)
    choice = panel_of(session.plan, "", context.write)
    if choice is not None and choice.at_once:
        await _take(context, session, moves)
    else:
        await _plan(context, session, moves)


@_step("laskcell")
async def on_cell_wanted(context: InteractionContext, session: LessonSession, detail: str) -> None:
    """Open a form to type where the held shape goes."""
    await context.responder.open_modal(cell_form(lesson_action(session, "lcell", detail), context.write))


@_step("lcell")
async def on_cell_typed(context: InteractionContext, session: LessonSession, detail: str) -> None:
    """Go to the path of the held shape, moved to the typed cell."""
    await _go_to(context, session, f"{detail}{CELL}{context.choice}")


@_step("lnext")
async def on_next(context: InteractionContext, session: LessonSession, _detail: str) -> None:
    """Go on to the next step."""
    await _show(context, await _lessons(context).next_step(context.person, session))


@_step("lshow")
async def on_show(context: InteractionContext, session: LessonSession, _detail: str) -> None:
    """Show the solution of the step; the learner may still take it, or go on."""
    await _show(context, solved(session))


@_step("lagain")
async def on_restart(context: InteractionContext, session: LessonSession, _detail: str) -> None:
    """Go back to the first step."""
    await _show(context, await _lessons(context).restart(context.person, session))


@_step("lwait")
async def on_wait(context: InteractionContext, session: LessonSession, _detail: str) -> None:
    """Ask the computer players again."""
    await _show(context, await _lessons(context).go_on(context.person, session))
