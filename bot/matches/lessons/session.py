"""A lesson as its learner sees it now: the position, the plan, and whether the goal is reached.

The position is shown like a match that is stored nowhere, so that the planners and painters of matches serve lessons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from bot.matches.model.lesson_progress import PlayedMove, Progress
from bot.matches.model.match import Computer, Match, MatchChannel, MatchStatus, SeatHolder, computer_id
from bot.matches.model.position import Position, after_move, position_between_turns
from bot.matches.model.views import MatchView, project
from bot.matches.play.planning import Plan, PlannedTurn, planned_turn
from engines.errors import IllegalMoveError
from engines.game import CHANCE, Player
from engines.registry import GAMES, AnyGame
from engines.text import Text
from lessons.lesson import OPPONENTS, Answer, Attempt, FreePlay, Lesson, LessonStep
from lessons.registry import LESSONS

FREE_PLAY_LEVEL = 1
"""The level of the computer players in the free play."""


@dataclass(frozen=True, slots=True)
class LessonSession:
    """A lesson at the learner's current step."""

    lesson: Lesson
    progress: Progress
    planned: PlannedTurn
    """The plan as a planner takes it; its match is stored nowhere, and has the progress's id and revision."""
    turns: int
    """How many turns the learner has taken since the position of the step."""
    reasons: Mapping[Player, Text] = field(default_factory=dict)
    """Why computer players have just moved so, in the free play; not stored."""
    is_shown: bool = False
    """Whether the turn that reached the goal is the solution, which is shown and not stored."""

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return GAMES[self.lesson.game]

    @property
    def plan(self) -> Plan:
        """The plan."""
        return self.planned.plan

    @property
    def state(self) -> Any:
        """The position, without the plan."""
        return self.planned.before.state

    @property
    def view(self) -> MatchView:
        """The position without the plan, as the learner may see it."""
        return self.plan.base

    @property
    def step(self) -> LessonStep | FreePlay:
        """The current step."""
        return step_of(self.lesson, self.progress.step)

    @property
    def is_finished(self) -> bool:
        """Whether the step is done: its goal is reached, or the free play is over."""
        if isinstance(self.step, FreePlay):
            return self.turns >= self.step.turns or self.game.outcome(self.state) is not None
        return bool(self.progress.played)

    @property
    def is_over(self) -> bool:
        """Whether the whole lesson is finished."""
        return self.progress.step > len(self.lesson.steps)

    @property
    def awaits_computers(self) -> bool:
        """Whether a computer player or chance has to move before the learner can."""
        return not self.is_finished and not self.plan.may_act

    @property
    def answer(self) -> Answer | None:
        """The answer to the turn that reached the goal; ``None`` before it, and in the free play."""
        step = self.step
        if isinstance(step, FreePlay) or not self.progress.played:
            return None
        return step.judge(self.attempt([move for _player, move in self.progress.played]))

    def attempt(self, moves: Sequence[str]) -> Attempt:
        """Return the attempt with these moves at the step's own position.

        Raises:
            MoveError: a move is not legal.
        """
        step, game = self.step, self.game
        before = state = game.load_state(step.position)
        made = tuple(game.decode_move(move) for move in moves)
        for move in made:
            state = game.apply(state, step.player, move)
        return Attempt(step.player, before, made, state)


def step_of(lesson: Lesson, number: int) -> LessonStep | FreePlay:
    """Return a step of a lesson; the free play from the number of steps on."""
    return lesson.steps[number] if number < len(lesson.steps) else lesson.free_play


def lesson_session(progress: Progress, name: str) -> LessonSession:
    """Return the lesson of a progress.

    Args:
        progress: as it is stored.
        name: the learner's name.

    Raises:
        KeyError: there is no longer such a lesson.
        GameError: the stored moves no longer fit the lesson.
    """
    lesson = LESSONS[progress.lesson]
    game, step = GAMES[lesson.game], step_of(lesson, progress.step)
    start = position_between_turns(game.load_state(step.position))
    position, turns, has_moved = start, 0, False
    for player, text in progress.played:
        position = after_move(game, position, player, game.decode_move(text))
        has_moved |= player == step.player
        # Where all decide together, the last decision ends the turn: only then is what the learner drew on the sheet.
        if has_moved and game.turn_ended(position.state):
            turns, has_moved = turns + 1, False
    seats = _seats(step.player, _number_of_seats(game, start.state), name, progress.user_id)
    match = _match(lesson, progress, seats, game, position)
    position = replace(position, ply=progress.revision)
    base = _shown(lesson, project(game, match, position, step.player), position)
    planned = planned_turn(game, match, position, step.player, progress.revision, progress.plan, base)
    plan = replace(
        planned.plan,
        view=_shown(lesson, planned.plan.view, planned.after) if progress.plan else planned.plan.view,
        may_act=step.player in game.players_to_move(position.state),  # a decision is not changed in a lesson
        teaching=isinstance(step, LessonStep),
    )
    return LessonSession(lesson, progress, replace(planned, plan=plan), turns)


def solved(session: LessonSession) -> LessonSession:
    """Return a lesson at a step as it is after the step's solution; the free play as it is."""
    step = session.step
    if not isinstance(step, LessonStep):
        return session
    turn = tuple(PlayedMove(step.player, move) for move in step.solution)
    shown = lesson_session(
        replace(session.progress, plan=(), played=turn), session.view.match.seat_at(step.player).name
    )
    return replace(shown, is_shown=True)


def _number_of_seats(game: AnyGame, state: Any) -> int:
    """Return how many players a position has: those that could resign in it."""
    number = 0
    for player in range(game.info.max_players):
        try:
            game.withdraw(state, player)
        except (IllegalMoveError, IndexError):
            continue
        number = player + 1
    return number


def _seats(learner: Player, number: int, name: str, user_id: int) -> tuple[SeatHolder, ...]:
    others = iter([other for other in OPPONENTS if other != name])
    return tuple(
        SeatHolder(player, user_id, name)
        if player == learner
        else SeatHolder(player, computer_id(player), next(others), computer=Computer(FREE_PLAY_LEVEL, 0))
        for player in range(number)
    )


def _match(
    lesson: Lesson, progress: Progress, seats: tuple[SeatHolder, ...], game: AnyGame, position: Position
) -> Match:
    awaited = tuple(player for player in game.players_to_move(position.state) if player != CHANCE)
    return Match(
        id=progress.id,
        game=lesson.game,
        rules_version=game.info.rules_version,
        status=MatchStatus.RUNNING,
        options={},
        opener_id=progress.user_id,
        seats=seats,
        channel=MatchChannel(None, 0),
        ply=progress.revision,
        to_move=awaited,
        created_at=0,
        started_at=0,
        num_seats=len(seats),
        rated=False,
    )


def _shown(lesson: Lesson, view: MatchView, position: Position) -> MatchView:
    """Return the view of a position as the newest of its match, told as the lesson tells moves.

    Then it leaves out the rolls before the last turn, which the message before has told.
    """
    view = replace(view, ply=view.match.ply)
    if lesson.tells is None or view.viewer is None:
        return view
    begin = next((number for number, step in enumerate(position.steps) if step.player != CHANCE), 0)
    told = [lesson.tells(step.before, step.player, step.move, view.viewer) for step in position.steps[begin:]]
    return replace(view, sentences=tuple(chain.from_iterable(told)), breaks=(), known=0)
