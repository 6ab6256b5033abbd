"""The presses with which a step of a lesson is solved, found in the planner's panels."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.locales import Catalogues
from bot.matches.lessons.session import LessonSession, lesson_session
from bot.matches.model.lesson_progress import Progress
from bot.ui.components.custom_id import TEMPLATE, Action
from bot.ui.components.messages import ButtonSpec, SelectSpec
from bot.ui.components.text import Writer
from bot.ui.planners.panel import MOVE, split_version
from bot.ui.play.planner_view import panel_of
from lessons.lesson import Lesson, LessonStep

LEARNER = 1001


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a planner's control."""

    name: str
    """The planner's action, such as ``plan``."""
    detail: str
    """The detail of its custom_id, without a version."""
    value: str | None = None
    """The chosen value of a select."""


CONFIRM = Press("confirm", "")


def session_at(lesson: Lesson, number: int, moves: Sequence[str] = ()) -> LessonSession:
    """Return a learner's session at a step, with a plan."""
    return lesson_session(Progress(1, LEARNER, lesson.slug, number, 0, tuple(moves)), "Learner")


def offered_at(lesson: Lesson, number: int, path: str = "") -> tuple[str, ...] | None:
    """Return the moves that a press of *Confirm* takes at a path of a step's planner; ``None``: it takes none."""
    session = session_at(lesson, number)
    panel = panel_of(session.plan, path, Writer(Catalogues().for_locale("en")).about(session.view.match))
    return None if panel is None else panel.plans or None


def presses(lesson: Lesson, number: int) -> list[Press]:
    """Return the fewest presses that take the step's solution.

    Raises:
        LookupError: the planner has no way to it.
    """
    step = lesson.steps[number]
    start = (session_at(lesson, number).plan.moves, "")
    queue: deque[tuple[tuple[tuple[str, ...], str], list[Press]]] = deque([(start, [])])
    known = {start}
    while queue:
        (plan, path), made = queue.popleft()
        session = session_at(lesson, number, plan)
        if plan == step.solution and session.plan.complete:
            return [*made, CONFIRM]
        for press, after in _choices(session, path, step):
            if after is None:
                return [*made, press]
            if after not in known:
                known.add(after)
                queue.append((after, [*made, press]))
    raise LookupError(f"no presses lead to the solution of step {number + 1} of {lesson.slug}")


def _choices(
    session: LessonSession, path: str, step: LessonStep
) -> Iterator[tuple[Press, tuple[tuple[str, ...], str] | None]]:
    """Yield presses with the plan and path after them; ``None`` where the turn is taken at once."""
    write = Writer(Catalogues().for_locale("en")).about(session.view.match)
    panel = panel_of(session.plan, path, write)
    for press in [] if panel is None else _pressed(panel.rows):
        chosen = press.detail if press.value is None else press.value
        if press.name == "move":
            if (chosen,) == step.solution:
                yield press, None
        elif press.name == "plan" and chosen.startswith(MOVE):
            plan = (*session.plan.moves, *chosen.removeprefix(MOVE).split(MOVE))
            if plan == step.solution[: len(plan)]:
                yield press, (plan, "")
        elif press.name == "plan":
            after = panel_of(session.plan, chosen, write)
            if after is not None:
                yield press, (session.plan.moves if after.plans is None else after.plans, chosen)


def _pressed(rows: Sequence[Sequence[object]]) -> Iterator[Press]:
    for control in (control for row in rows for control in row):
        if isinstance(control, ButtonSpec) and not control.disabled:
            yield _press(control.custom_id)
        elif isinstance(control, SelectSpec):
            yield from (replace(_press(control.custom_id), value=choice.value) for choice in control.choices)


def _press(custom_id: str) -> Press:
    found = TEMPLATE.fullmatch(custom_id)
    assert found is not None, custom_id
    action = Action.parse(found)
    return Press(action.name, split_version(action.detail)[1])
