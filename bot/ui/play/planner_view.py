"""The planner message: the planned board, the next choice, and the common buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import discord

from bot.matches.errors import MatchOverError, NotSeatedError
from bot.matches.model.match import MatchStatus, may_use_hints
from bot.matches.model.settings import PlayerSettings
from bot.matches.play.planning import Plan
from bot.ui.boards.board_messages import plan_board, private_board
from bot.ui.boards.board_renderer import picture_name
from bot.ui.boards.computers import HINT
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment, ButtonSpec, OutgoingMessage, Row, Rows
from bot.ui.components.panels import ROW_LIMIT
from bot.ui.components.text import Writer
from bot.ui.interactions.services import Services
from bot.ui.planners import planner_of
from bot.ui.planners.panel import MOVE, Panel, plan_action, version_of
from engines.text import T, Text
from players.hints import Hint

DECIDED = T("You have already decided. You can change your mind until everyone has decided.")
VOID = T("⚠️ The match has changed, and your plan no longer fits. Please plan your turn again.")
INSTEAD = "instead"
"""The Type button's note in windows where typed text replaces the plan."""
EXAMPLE = "|"
"""Separates the examples in the custom_id of the Type button: the form must be opened before anything can be looked up.
"""


ROWS = 5
"""Rows of controls under a message (https://discord.com/developers/docs/components/reference#action-row)."""
TAKE_HINT = "plan"
"""What the button says that plans or plays the moves of a hint, instead of the number of a step."""


class ToldHint(NamedTuple):
    """A hint that is told in a planner."""

    hint: Hint
    steps: int
    """How many of its steps."""
    marked: tuple[str, ...]
    """The cells that are marked."""


def panel_of(plan: Plan, path: str, write: Writer) -> Panel | None:
    """Return the panel of a path; ``None`` if the plan has no such path."""
    write = write.about(plan.view.match)
    panel = planner_of(plan.view.match.game).panel(plan, path, write)
    return _complete(plan, write) if panel is None and plan.complete else panel


def moves_at(plan: Plan, path: str, write: Writer) -> tuple[tuple[str, ...] | None, str]:
    """Return the plan for which a path stands, if it stands for one, and the path at which to show the plan then."""
    if path.startswith(MOVE):
        return (*plan.moves, *path.removeprefix(MOVE).split(MOVE)), ""
    panel = panel_of(plan, path, write)
    return (None if panel is None or panel.plans == plan.moves else panel.plans), path


def suggested_moves(plan: Plan, write: Writer) -> tuple[str, ...]:
    """Return the moves that a window without a plan suggests, if any."""
    panel = None if plan.moves else panel_of(plan, "", write)
    return () if panel is None else panel.plans or ()


async def plan_message(
    services: Services,
    settings: PlayerSettings,
    plan: Plan,
    path: str,
    write: Writer,
    note: Text | None,
    *,
    redraws: bool = True,
    told: ToldHint | None = None,
) -> OutgoingMessage | None:
    """Return the planner message at a path, with a ``note``; ``None`` if there is no such path.

    Unless it ``redraws``, the message is for a window that keeps its picture. ``told`` is the hint in the note.
    """
    write = write.about(plan.view.match)
    panel = panel_of(plan, path, write)
    if panel is None:
        return None
    view = plan.view if panel.shown is None else replace(plan.base, observation=panel.shown)
    if not redraws:
        picture: Attachment | None = Attachment(picture_name(view), b"")
    elif settings.text_board:
        picture = None
    else:
        marked = () if told is None else told.marked
        picture = await services.board_renderer.render(view, write, settings, panel.focus, marked)
    if note is None and plan.is_void and not path:
        note = VOID
    hinting = may_use_hints(view.match) and plan.player in plan.view.match.to_move
    hint = (hint_button(plan, told, write, at_once=panel.at_once),) if hinting else ()
    rows = _with_hint(panel.rows, hint) if panel.at_once else (*panel.rows, plan_row(plan, panel, write, hint))
    return plan_board(
        view.without_setup(),
        write,
        picture,
        panel.text,
        "" if note is None else write(note),
        _what_is_private(panel),
        rows,
    )


def _what_is_private(panel: Panel) -> Text | None:
    if panel.at_once:
        return T("Only you can see this. Your choice is played immediately.")
    return None if panel.is_decided else T("Only you can see this plan. Nothing is played until you confirm it.")


def hint_button(plan: Plan, told: ToldHint | None, write: Writer, *, at_once: bool) -> ButtonSpec:
    """Return the button for the next step of a hint; after the last one, the button that plans its moves, or plays its
    move where a choice is played ``at_once``.
    """
    if told is None:
        return plan_action(plan, "hintstep", "1").button(write.plain(T("Hint")), emoji=HINT)
    if told.steps < told.hint.steps:
        label = T("Hint {step} of {steps}", step=told.steps + 1, steps=told.hint.steps)
        return plan_action(plan, "hintstep", str(told.steps + 1)).button(write.plain(label), emoji=HINT)
    label = T("Play this") if at_once else T("Plan this")
    return plan_action(plan, "hintstep", TAKE_HINT).button(write.plain(label), emoji=HINT)


def _with_hint(rows: Rows, hint: Row) -> Rows:
    """Return rows with the button for a hint, if there is one: in the last row with room, or in a row of its own."""
    number = len(rows) - 1
    if not hint:
        return rows
    if rows and _has_room(rows[number]):
        return (*rows[:number], (*rows[number], *hint))
    if len(rows) < ROWS:
        return (*rows, hint)
    for number, row in enumerate(rows):
        if _has_room(row):
            return (*rows[:number], (*row, *hint), *rows[number + 1 :])
    return rows


def _has_room(row: Row) -> bool:
    return len(row) < ROW_LIMIT and all(isinstance(one, ButtonSpec) for one in row)


async def own_board(
    services: Services, match_id: int, user_id: int, write: Writer, settings: PlayerSettings, note: Text | None = None
) -> OutgoingMessage:
    """Return a player's own board or sheet with a ``note``, and with the planner while there is something to decide.

    Raises:
        MatchNotFoundError, MatchNotStartedError, MatchOverError: there is none.
    """
    plan = await _plan(services, match_id, user_id)
    if plan is not None:
        message = await plan_message(services, settings, plan, "", write, note)
        if message is not None:
            return message
    view = await services.matches.history.view(match_id, user_id=user_id)
    if view.match.status is not MatchStatus.RUNNING:  # the public result has the story and the scores
        view = replace(view.without_story(), scores=None)
    write = write.about(view.match)
    picture = None if settings.text_board else await services.board_renderer.render(view, write, settings)
    return private_board(view, write, picture, opening="" if note is None else write(note))


async def _plan(services: Services, match_id: int, user_id: int) -> Plan | None:
    """Return the plan of a player who may decide now."""
    try:
        plan = await services.matches.plans.get(match_id, user_id)
    except (MatchOverError, NotSeatedError):
        return None
    return plan if plan.may_act else None


def _complete(plan: Plan, write: Writer) -> Panel:
    """Return the panel of a complete turn."""
    outcome = plan.view.outcome
    if outcome is None:
        return Panel(write(T("Your turn is planned. Confirm to play it, or undo.")), ())
    asked = write(T("⚠️ This turn ends the match. Confirm to play it, or undo."))
    return Panel(f"{write(outcome.summary)}\n{asked}", ())


def plan_row(plan: Plan, panel: Panel, write: Writer, hint: Row = ()) -> Row:
    """Return Confirm and what else there is for every plan.

    Buttons that go back are there as soon as there is a plan, and come last: no other button changes its place. A turn
    that is a single move found by trying has only one of them. ``hint``: the button for a hint, if there is one.
    """
    style = discord.ButtonStyle
    none, single = not plan.moves, panel.plans is not None
    # What a window proposes by itself is not stored: Confirm says what it is, so that nothing else is ever played.
    proposed = version_of(panel.plans) if none and panel.plans else ""
    ready = plan.complete or bool(proposed)
    confirm = plan_action(plan, "confirm", proposed).button(
        write.plain(T("Confirm")), style.success, "✅", disabled=not ready
    )
    way = INSTEAD if single else ""
    kind = plan_action(plan, "ask", EXAMPLE.join((way, *panel.examples)))
    if not kind.is_encodable:
        kind = plan_action(plan, "ask", way)
    type_ = kind.button(write.plain(T("Type a move")), emoji="⌨️", disabled=plan.complete and not single)
    rules: Row = ()
    if panel.rules_page is not None:
        page = Action("rules", 0, panel.rules_page, plan.view.match.game)
        rules = (page.button(write.plain(T("Scoring")), emoji="📖"),)
    return (confirm, type_, *rules, *hint, *(() if none else _back_buttons(plan, panel, write)))


def _back_buttons(plan: Plan, panel: Panel, write: Writer) -> Row:
    """Return the buttons that take back planned moves."""
    start_over = plan_action(plan, "anew").button(write.plain(T("Start over")), emoji="⏮️")
    if panel.plans is not None:
        return (start_over,)
    together = "" if panel.undoes == 1 else str(panel.undoes)
    return (plan_action(plan, "undo", together).button(write.plain(panel.undo or T("Undo")), emoji="↩️"), start_over)
