"""The message of a lesson: what to do, the position, and the game's own controls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import discord

from bot.matches.lessons.session import FREE_PLAY_LEVEL, LessonSession
from bot.matches.model.lesson_progress import Progress
from bot.matches.model.settings import PlayerSettings
from bot.matches.model.views import MatchView
from bot.ui.boards.board_renderer import cells_named, text_board
from bot.ui.boards.computers import REASON
from bot.ui.components.custom_id import TEMPLATE, Action
from bot.ui.components.messages import ButtonSpec, ComponentSpec, OutgoingMessage, Row, Rows, SelectSpec
from bot.ui.components.panels import ROW_LIMIT, panel
from bot.ui.components.text import Writer, escape
from bot.ui.interactions.services import Services
from bot.ui.interactions.table_request import TableRequest
from bot.ui.interactions.versus_request import VersusRequest, role_option
from bot.ui.planners.panel import Panel, split_version
from bot.ui.play.planner_view import EXAMPLE, INSTEAD, ToldHint, hint_button, panel_of, plan_row
from engines.game import HasRoles
from engines.registry import GAMES
from engines.text import TN, Seat, T, Text
from lessons.lesson import Answer, FreePlay, LeftOut, Lesson
from lessons.registry import LESSONS, lessons_of

TRIES = 2
"""After how many wrong attempts *Show me* appears."""

STUCK = T("Stuck? *Show me* plays it for you.")

CONTROLS = {"plan", "move", "undo", "anew", "confirm", "ask", "askcell", "hintstep"}
"""Actions of planners that have a counterpart in lessons, with the letter ``l`` before their name."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the picture of a lesson shows."""

    view: MatchView
    focus: str | None = None
    """The learner's choice in the planner."""
    marked: tuple[str, ...] = ()
    """Cells that the goal or a hint names, or that forbid a move: on a phone, it takes long to find one by the letters
    on the edge.
    """
    below: str = ""
    """Written between the picture and the controls: the answer to the last turn, and what the planner asks."""


def lesson_action(session: LessonSession, name: str, detail: str = "") -> Action:
    """Return an action about a lesson at its current revision.

    It is not about a match, so the progress's id stands in the place of a ply.
    """
    return Action(name, 0, session.progress.id, f"{session.progress.revision}:{detail}")


async def lesson_message(
    services: Services,
    settings: PlayerSettings,
    session: LessonSession,
    write: Writer,
    *,
    path: str,
    note: str,
    refused: Shown | None,
    told: ToldHint | None,
) -> OutgoingMessage | None:
    """Return the message of a lesson; ``None`` if its plan has no such path.

    A written ``note`` stands above the controls. The picture shows the position of a ``refused`` turn if one is given.
    ``told`` is the hint in the note.
    """
    write = write.about(session.view.match)
    if session.is_over:
        progress = await services.matches.lessons.progress_of(session.progress.user_id)
        return _end(session, progress, write, computers=not services.matches.computer_turns.are_off)
    if session.is_finished or session.awaits_computers:
        return await _between(services, settings, session, write, note)
    found = panel_of(session.plan, path, write)
    if found is None:
        return None
    choice = _without_solution(found, session)
    shown = session.plan.view if choice.shown is None else replace(session.view, observation=choice.shown)
    free = isinstance(session.step, FreePlay)
    # What the others have done and how it stands, beside the controls that were pressed.
    news = _news(session, shown, write)
    # The step's own words say what to do; only the planner of a turn with several choices has more to ask.
    question = "" if choice.at_once and not path and (not free or session.turns) else choice.text
    rows = lesson_rows(session, _rows(session, choice, told, write))
    # A phone shows only the text next to the pressed control. An answer takes the place of the question there, so that
    # neither the picture nor the controls move far.
    below = "\n".join(filter(None, (*news, note or question)))
    if session.progress.tries >= TRIES:
        below += f"\n-# {write(STUCK)}"
    marked = cells_named(session.step.goal) if told is None else told.marked
    picture = replace(refused or Shown(shown, choice.focus, marked), below=below)
    return await _panel(services, settings, session, picture, write, _task(session, write), rows)


async def _between(
    services: Services, settings: PlayerSettings, session: LessonSession, write: Writer, note: str
) -> OutgoingMessage:
    """Return the message after a goal was reached or while others have to move: what happened, and how to go on.

    What is told of it stands beside the button that was pressed, as an answer to a wrong turn does.
    """
    if session.awaits_computers:
        wait = lesson_action(session, "lwait").button(write.plain(T("Continue")), discord.ButtonStyle.primary, "▶️")
        note = note or write(T("The computer players cannot decide now. Try again in a moment, or skip this part."))
        skip = lesson_action(session, "lnext").button(write.plain(T("Skip")))
        shown = Shown(session.view, below=note)
        return await _panel(services, settings, session, shown, write, (), ((wait, skip, *_leave(write)),))
    answer = session.answer
    praise = write(T("That was the free play. Well done.")) if answer is None else _praise(session, answer, write)
    standing = _standing(session, write) if answer is None else ""
    shown = Shown(session.view, below="\n".join(filter(None, (note, praise, standing))))
    label = T("Finish") if isinstance(session.step, FreePlay) else T("Next")
    row: Row = (lesson_action(session, "lnext").button(write.plain(label), discord.ButtonStyle.success, "▶️"),)
    if session.is_shown:
        row = (*row, Action("lesson", detail=session.lesson.slug).button(write.plain(T("Try it yourself")), emoji="↩️"))
    told = (_told(session.view, write),)
    return await _panel(services, settings, session, shown, write, told, ((*row, *_leave(write)),))


def _praise(session: LessonSession, answer: Answer, write: Writer) -> str:
    """Return the answer to the turn that reached the goal: the learner’s own, or the one that was shown."""
    if session.is_shown:
        return write(T("👉 This is it: {answer}", answer=answer.text))
    return write(T("✅ Right: {answer}", answer=answer.text))


def _told(view: MatchView, write: Writer) -> str:
    return " ".join(write(sentence) for sentence in view.sentences)


def _news(session: LessonSession, shown: MatchView, write: Writer) -> tuple[str, ...]:
    """Return what has happened in the free play and how it stands; nothing once a turn is planned, which the picture
    and the question show.
    """
    if not isinstance(session.step, FreePlay) or session.plan.moves:
        return ()
    why = [T("{player}: {reason}", player=Seat(player), reason=reason) for player, reason in session.reasons.items()]
    reasons = [f"-# {REASON} {write(reason)}" for reason in why]
    return _told(shown, write), *reasons, _standing(session, write) if session.turns else ""


def _task(session: LessonSession, write: Writer) -> tuple[str, ...]:
    """Return the words of the step and its goal; once the free play has begun, the goal alone."""
    step = session.step
    goal = f"🎯 **{escape(write.plain(step.goal))}**"  # names would end the bold text
    if not isinstance(step, FreePlay):
        return write(step.text), goal
    turn = write(T("Turn {turn} of {turns}.", turn=session.turns + 1, turns=step.turns))
    return "" if session.turns else write(step.text), f"{goal} {turn}"


def _standing(session: LessonSession, write: Writer) -> str:
    step = session.step
    return write(step.standing(session.state, step.player)) if isinstance(step, FreePlay) else ""


async def _panel(
    services: Services,
    settings: PlayerSettings,
    session: LessonSession,
    shown: Shown,
    write: Writer,
    paragraphs: tuple[str, ...],
    rows: Rows,
) -> OutgoingMessage:
    view = shown.view
    drawn = None
    if not settings.text_board:
        drawn = await services.board_renderer.render(
            view, write, settings, shown.focus, shown.marked, teaching=session.plan.teaching
        )
    picture = None if drawn is None else replace(drawn, name=f"lesson-{session.lesson.slug}.png")
    board = text_board(view, write) if picture is None else ""
    step = T(
        "{lesson} · step {number} of {steps}",
        lesson=session.lesson.title,
        number=session.progress.step + 1,
        steps=len(session.lesson.steps) + 1,
    )
    return panel((f"### {write(step)}", *paragraphs, board), rows, picture=picture, question=shown.below)


# ------------------------------------------------------------------------------------------------------------ controls


def _rows(session: LessonSession, choice: Panel, told: ToldHint | None, write: Writer) -> Rows:
    """Return the choices of a planner, then what goes on, back and elsewhere."""
    help_row = _help_row(session, choice, told, write)
    if choice.at_once:
        return (*map(_narrow, choice.rows), help_row)
    # A learner sees what can be pressed now, and nothing else.
    row = tuple(
        one for one in plan_row(session.plan, choice, write) if isinstance(one, ButtonSpec) and not one.disabled
    )
    last = (_narrow((*row, *help_row)),) if len(row) + len(help_row) <= ROW_LIMIT else (_narrow(row), help_row)
    return (*choice.rows, *last)


def _without_solution(choice: Panel, session: LessonSession) -> Panel:
    """Return a panel whose examples do not tell what the learner is to find."""
    step = session.step
    if isinstance(step, FreePlay):
        return choice
    solved = [_bare(move) for move in step.solution]
    examples = (one for one in choice.examples if not any(move.startswith(_bare(one)) for move in solved))
    return replace(choice, examples=tuple(examples)[:2])


def _bare(move: str) -> str:
    """Return the letters and digits of a move, which are the same as it is typed and as it is stored."""
    return re.sub(r"\W", "", move)


def lesson_rows(session: LessonSession, rows: Rows) -> Rows:
    """Return the controls of a planner for a lesson: the same, with actions about the lesson."""
    return tuple(tuple(_for_lesson(session, control) for control in row) for row in rows)


def _for_lesson(session: LessonSession, control: ComponentSpec) -> ComponentSpec:
    if not isinstance(control, ButtonSpec | SelectSpec):
        return control
    found = TEMPLATE.fullmatch(control.custom_id)
    action = None if found is None else Action.parse(found)
    if action is None or action.name not in CONTROLS:
        return control
    detail = split_version(action.detail)[1]
    return replace(control, custom_id=lesson_action(session, f"l{action.name}", detail).custom_id)


def _help_row(session: LessonSession, choice: Panel, told: ToldHint | None, write: Writer) -> Row:
    """Return a row with *Type a move* if the planner has none, *Show me* once it is needed or, in the free play, a
    hint, the way to the beginning, and that to all lessons.
    """
    row: list[ComponentSpec] = []
    if choice.at_once:
        ask = lesson_action(session, "lask", EXAMPLE.join((INSTEAD, *choice.examples)))
        row.append(ask.button(write.plain(T("Type a move"))))
    if session.progress.tries >= TRIES:
        row.append(lesson_action(session, "lshow").button(write.plain(T("Show me"))))
    if isinstance(session.step, FreePlay):
        row.append(hint_button(session.plan, told, write, at_once=choice.at_once))
    if session.progress.step and not session.plan.moves:
        row.append(lesson_action(session, "lagain").button(write.plain(T("Back to step 1"))))
    return _narrow((*row, *_leave(write)))


def _narrow(row: Row) -> Row:
    """Return a row of buttons without emoji: inside the frame of a lesson, a phone then has room for two in a line."""
    return tuple(replace(one, emoji=None) if isinstance(one, ButtonSpec) and one.label else one for one in row)


def _leave(write: Writer) -> tuple[ButtonSpec, ...]:
    """Return the button that leaves a lesson, which is kept, for the list of all."""
    return (Action("learn").button(write.plain(T("All lessons")), emoji="🎓"),) if len(LESSONS) > 1 else ()


def _end(
    session: LessonSession, progress: Mapping[str, Progress], write: Writer, *, computers: bool
) -> OutgoingMessage:
    """Return the end of a lesson: what it leaves out, ways to a first match, also against ``computers`` if any, and the
    next lesson.
    """
    lesson, info = session.lesson, session.game.info
    title = write(T("You can play {game} now", game=info.title))
    people = TableRequest().action("game", info.slug).button(write.plain(T("Play with people")), emoji="🎲")
    rules = Action("rules", 0, lesson.leaves_out[0].rules_page, info.slug).button(write.plain(T("Rules")), emoji="📖")
    again = lesson_action(session, "lagain").button(write.plain(T("Take it again")), emoji="🔁")
    following = _next_lesson(lesson, progress)
    play: Row = (*(_against_computers(session, write) if computers and info.max_players > 1 else ()), people)
    learn = () if following is None else (_open_button(following, T("Learn {lesson}", lesson=following.title), write),)
    row: Row = (*learn, rules, again, *_leave(write))
    pages = session.game.rules_pages()
    left_out = (_left_out(one, pages[one.rules_page].title) for one in lesson.leaves_out)
    told = (write(T("What this lesson leaves out is in the rules:")), *map(write, left_out))
    return panel((f"## {title}", "\n".join(told)), (play, row))


def _left_out(one: LeftOut, title: Text) -> Text:
    """Return a line with a topic and its page, whose title is left out if it says the same."""
    if str(title) == str(one.text):
        return T("- {topic}: page {number}", topic=one.text, number=one.rules_page + 1)
    return T("- {topic}: page {number}, {title}", topic=one.text, number=one.rules_page + 1, title=title)


def _against_computers(session: LessonSession, write: Writer) -> Row:
    """Return the button that begins a match at the level of the free play, in the learner's role, and that to the other
    levels.
    """
    info = session.game.info
    request = VersusRequest(info, info.usual_players - 1, _role(session))
    begin = request.with_level(FREE_PLAY_LEVEL)
    label = T("Against the computer, level {level}", level=FREE_PLAY_LEVEL)
    return (
        begin.action("versusbegin").button(write.plain(label), discord.ButtonStyle.success, "🤖"),
        request.action("versus").button(write.plain(T("Other levels")), emoji="🎚️"),
    )


def _role(session: LessonSession) -> str:
    """Return the value of the game's option that gives the learner, in the first seat, the role of the lesson; empty
    if there is none.
    """
    game, free_play = session.game, session.lesson.free_play
    spec = role_option(game.info)
    if spec is None or not isinstance(game, HasRoles):
        return ""
    role = game.roles_of(game.load_state(free_play.position))[free_play.player]
    seat = 0 if role == spec.name else 1
    return next(choice.value for choice in spec.choices if choice.seat == seat)


def _next_lesson(lesson: Lesson, progress: Mapping[str, Progress]) -> Lesson | None:
    """Return the lesson to take after this one: the first unfinished one of the game, then of those after it."""
    every = list(LESSONS.values())
    place = every.index(lesson)
    order = [*lessons_of(lesson.game), *every[place + 1 :], *every[:place]]
    return next((other for other in order if other is not lesson and not _is_done(progress.get(other.slug))), None)


def _is_done(progress: Progress | None) -> bool:
    return progress is not None and progress.finished_at is not None


# --------------------------------------------------------------------------------------------------------- all lessons


def lessons_message(progress: dict[str, Progress], write: Writer, game: str | None = None) -> OutgoingMessage:
    """Return the lessons to choose from, with how far the user has come; only those of a ``game`` if it is given."""
    shown = [lesson for lesson in LESSONS.values() if game in (None, lesson.game)]
    title = write(
        T("Which game would you like to learn?") if game is None else T("Which part would you like to learn?")
    )
    lines = "\n".join(_line(lesson, progress.get(lesson.slug), write) for lesson in shown)
    buttons = [_open_button(lesson, lesson.title, write, done=_is_done(progress.get(lesson.slug))) for lesson in shown]
    return panel((f"## {title}", lines), [tuple(buttons[start : start + 5]) for start in range(0, len(buttons), 5)])


def _line(lesson: Lesson, progress: Progress | None, write: Writer) -> str:
    length = TN("about {count} minute", "about {count} minutes", lesson.minutes)
    line = f"**{write(lesson.title)}** · {write(length)}"
    states = "".join(f" · {write(state)}" for state in _states(lesson, progress))
    return f"{line}{states}\n-# {write(lesson.about or GAMES[lesson.game].info.tagline)}"


def _states(lesson: Lesson, progress: Progress | None) -> Iterator[Text]:
    """Whether a lesson is done, and where it goes on unless it begins again."""
    if progress is None:
        return
    done = _is_done(progress)
    if done:
        yield T("✅ done")
    if (not done or progress.step) and progress.step <= len(lesson.steps):
        yield T("step {number} of {steps}", number=progress.step + 1, steps=len(lesson.steps) + 1)


def _open_button(lesson: Lesson, label: Text, write: Writer, *, done: bool = False) -> ButtonSpec:
    style = discord.ButtonStyle.secondary if done else discord.ButtonStyle.primary
    return Action("lesson", detail=lesson.slug).button(write.plain(label), style, "✅" if done else "🎓")
