"""Legal turns at a step of a lesson."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engines.registry import GAMES, AnyGame
from lessons.lesson import Attempt, Lesson, LessonStep

MOST_TURNS = 400
"""How many turns of a step are tried: all of them where there are fewer, otherwise so many at random."""


def titles_of_what_is_left_out(lesson: Lesson) -> list[str]:
    """Return the titles of the pages of rules that a lesson names at its end."""
    pages = GAMES[lesson.game].rules_pages()
    return [str(pages[one.rules_page].title) for one in lesson.leaves_out]


def is_over(game: AnyGame, state: Any, player: int) -> bool:
    """Whether the moves that lead to a state are a complete turn, or all up to a roll."""
    return game.turn_ended(state) or player not in game.players_to_move(state)


def attempt(lesson: Lesson, step: LessonStep, moves: tuple[str, ...]) -> Attempt:
    """Return the attempt with these encoded moves."""
    game = GAMES[lesson.game]
    before = state = game.load_state(step.position)
    made = tuple(game.decode_move(move) for move in moves)
    for move in made:
        state = game.apply(state, step.player, move)
    return Attempt(step.player, before, made, state)


def attempts(lesson: Lesson, step: LessonStep, limit: int = MOST_TURNS) -> Iterator[Attempt]:
    """Yield every legal turn of a step; if there are more than the limit, random ones."""
    game = GAMES[lesson.game]
    before = game.load_state(step.position)
    found = []
    for moves, after in _all_turns(game, before, step.player, ()):
        found.append(Attempt(step.player, before, moves, after))
        if len(found) > limit:
            break
    if len(found) <= limit:
        yield from found
        return
    rng = Random(step.position)
    for _ in range(limit):
        yield _random_turn(game, before, step.player, rng)


def _all_turns(game: AnyGame, state: Any, player: int, moves: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for move in game.legal_moves(state, player):
        after = game.apply(state, player, move)
        if is_over(game, after, player):
            yield (*moves, move), after
        else:
            yield from _all_turns(game, after, player, (*moves, move))


def _random_turn(game: AnyGame, before: Any, player: int, rng: Random) -> Attempt:
    state = before
    moves: list[Any] = []
    while not moves or not is_over(game, state, player):
        move = rng.choice(game.legal_moves(state, player))
        state = game.apply(state, player, move)
        moves.append(move)
    return Attempt(player, before, tuple(moves), state)
