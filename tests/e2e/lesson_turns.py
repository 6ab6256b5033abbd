"""Turns of lessons as learners type them."""

from __future__ import annotations

from random import Random

from bot.matches.lessons.session import lesson_session
from engines.registry import GAMES
from lessons.lesson import Lesson, LessonStep
from tests.e2e.world import World
from tests.lessons.turns import is_over


def turn_text(lesson: Lesson, step: LessonStep, moves: tuple[str, ...]) -> str:
    """Return a turn at a step as learners type it."""
    game = GAMES[lesson.game]
    state, typed = game.load_state(step.position), []
    for move in map(game.decode_move, moves):
        typed.append(game.format_move(state, step.player, move, step.player))
        state = game.apply(state, step.player, move)
    return " ".join(typed)


async def any_turn(world: World, lesson: Lesson) -> str:
    """Return a legal turn of Ann's where she is in the free play of a lesson."""
    progress = (await world.bot.services.matches.lessons.progress_of(world.ann.id))[lesson.slug]
    session = lesson_session(progress, "Ann")
    rng, state, player, typed = Random(progress.revision), session.state, lesson.free_play.player, list[str]()
    while not typed or not is_over(session.game, state, player):
        move = rng.choice(session.game.legal_moves(state, player))
        typed.append(session.game.format_move(state, player, move, player))
        state = session.game.apply(state, player, move)
    return " ".join(typed)
