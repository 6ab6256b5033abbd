"""Fuzzing of parsers and escaping: moves, positions, custom ids, names."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from bot.errors import UserError
from bot.ui.components.custom_id import TEMPLATE, Action
from bot.ui.components.text import code_block, escape, fit_written, plain
from bot.ui.planners import AREAS
from bot.ui.planners.panel import split_version
from engines.errors import GameError
from engines.game import CHANCE
from engines.registry import GAMES, AnyGame
from tests.hostile import texts
from tests.hostile.crowd import PLAYERS
from tests.hostile.judge import CONTROL, TURNING, markup_problems

DEPTHS = (0, 5, 20, 60, 200)
"""Numbers of moves before the tested positions."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position with a player to move, and text that could be typed there."""

    game: AnyGame
    state: Any
    player: int
    words: Sequence[str]
    line: str


def positions(seed: int) -> list[Position]:
    """Return positions of all games, early and late."""
    found = []
    for slug, players in PLAYERS.items():
        game = GAMES[slug]
        for depth in DEPTHS:
            rng = random.Random(f"{seed} {slug} {depth}")
            state, last = game.initial_state(players, {}), None
            for _ in range(depth + 3):
                players_to_move = game.players_to_move(state)
                if not players_to_move:
                    break
                player = rng.choice(players_to_move)
                if player != CHANCE:
                    last = state, player
                move = game.sample_chance(state, rng) if player == CHANCE else None
                state = game.apply(state, player, rng.choice(game.legal_moves(state, player)) if move is None else move)
            if last is not None:
                found.append(_position(game, *last, rng))
    return found


def _position(game: AnyGame, state: Any, player: int, rng: random.Random) -> Position:
    moves = game.legal_moves(state, player)
    words = []
    for move in rng.sample(moves, min(25, len(moves))):
        words += [game.encode_move(move), game.format_move(state, player, move, player)]
    return Position(game, state, player, words, game.dump_state(state))


def _turn(at: Position, typed: str) -> Iterator[str]:
    state = at.state
    for move in at.game.parse_turn(state, at.player, typed):
        if not at.game.is_legal(state, at.player, move):
            yield f"{move} was read and is not legal"
            return
        state = at.game.apply(state, at.player, move)


def _decoded(at: Position, typed: str) -> Iterator[str]:
    move = at.game.decode_move(typed)
    written = at.game.encode_move(move)
    if at.game.encode_move(at.game.decode_move(written)) != written:
        yield f"{written} is not read as it is written"
    if at.game.is_legal(at.state, at.player, move) and move not in at.game.legal_moves(at.state, at.player):
        yield f"{written} is legal but not listed"


def _loaded(at: Position, typed: str) -> Iterator[str]:
    line = at.game.dump_state(at.game.load_state(typed))
    if at.game.dump_state(at.game.load_state(line)) != line:
        yield f"{line} is not read as it is written"


def _pressed(_at: Position, typed: str) -> Iterator[str]:
    found = TEMPLATE.fullmatch(typed)
    if found is not None:
        action = Action.parse(found)
        split_version(action.detail)
        if not 0 <= action.match_id < 10**18 or "\n" in action.detail:
            yield f"{action} was read"


def _shown(_at: Position, typed: str) -> Iterator[str]:
    name = plain(typed)
    if TURNING.search(name) or CONTROL.search(name) or "\n" in name:
        yield "control characters or marks of direction"
    written = f"**{escape(typed)}** has started.\n{code_block(typed)}"
    yield from markup_problems(written, frozenset())
    for limit in (9, 20, 40):
        cut = fit_written(written, limit)
        yield from markup_problems(cut, frozenset())
        if len(cut) > limit:
            yield f"{len(cut)} characters where {limit} are admitted"


def _part(_at: Position, typed: str) -> Iterator[str]:
    for areas in AREAS.values():
        if areas.read(areas.read(typed)) != areas.read(typed):
            yield "a part of a board that is not read as it is written"


Reader = Callable[[Position, str], Iterator[str]]
READERS: Sequence[tuple[Reader, int]] = (
    (_turn, 200),
    (_decoded, 200),
    (_loaded, 4000),
    (_pressed, 120),
    (_shown, 60),
    (_part, 40),
)
"""Parsers, each with the maximum number of characters."""


def try_texts(number: int, seed: int) -> list[str]:
    """Parse this many texts; return the problems: texts that are neither read correctly nor refused."""
    rng, problems = random.Random(seed), list[str]()
    there = positions(seed)
    for _, (read, limit) in zip(range(number), cycle(READERS), strict=False):
        at = rng.choice(there)
        if read is _loaded:
            typed = texts.mutated(at.line, rng)[:limit]
        elif read is _pressed and rng.random() < 0.8:
            typed = texts.mutated("k:plan:12:34:0123abcd:!d3", rng)[:limit]
        else:
            typed = texts.text(rng, at.words, limit)
        try:
            problems += [f"{problem}: {at.game.info.slug} {read.__name__} {typed!r}" for problem in read(at, typed)]
        except (GameError, UserError):
            continue
        except Exception as error:  # noqa: BLE001 - any unexpected error is a problem
            problems.append(f"{type(error).__name__} {error}: {at.game.info.slug} {read.__name__} {typed!r}")
    return problems
