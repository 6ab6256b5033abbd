"""Draws positions of random matches: ``python -m render iye --seed 7 --ply 20 --out board.png``.

``python -m render gallery --out gallery.png`` draws all pictures on one sheet (:mod:`render.gallery`).

Only this module and :mod:`render.listing` play; painters see only observations.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from engines.game import CHANCE, Step
from engines.registry import GAMES, AnyGame
from render import PAINTERS, PALETTES, THEMES, PictureOptions, render_png
from render.options import DEFAULT_SIZE

Choose: TypeAlias = Callable[[Any, Sequence[int]], tuple[int, Any]]
"""Returns who of the players to move moves in a position, and the move."""


def random_match(
    game: AnyGame, seed: int, viewer: int | None, seats: int | None = None, options: Mapping[str, str] | None = None
) -> Iterator[object]:
    """Yield what ``viewer`` sees of each position of a random match, from first to last.

    Args:
        game: the game.
        seed: determines the match.
        viewer: the seat of the viewer; ``None`` for a spectator.
        seats: the number of players; ``None`` for the minimum.
        options: the options of the table; the others have their defaults.
    """
    rng = random.Random(seed)  # noqa: S311 - for pictures, not for matches

    def choose(state: object, players: Sequence[int]) -> tuple[int, object]:
        player = players[rng.randrange(len(players))]
        if player == CHANCE:
            return player, game.sample_chance(state, rng)
        moves = game.legal_moves(state, player)
        return player, moves[rng.randrange(len(moves))]

    first = game.initial_state(game.info.min_players if seats is None else seats, options or {})
    return observed_match(game, first, choose, viewer)


def observed_match(game: AnyGame, state: Any, choose: Choose, viewer: int | None) -> Iterator[object]:
    """Yield what ``viewer`` sees of each position, from ``state`` to the last. ``choose`` makes the moves."""
    last_turn: list[Step[object, object]] = []
    complete = 0
    yield game.observe(state, viewer)
    while players := game.players_to_move(state):
        player, move = choose(state, players)
        # The last turn is everything since the last player's turn began. Deals and rolls at the start of a turn are
        # shown with the previous turn until a player acts.
        if player != CHANCE and complete:
            last_turn, complete = last_turn[complete:], 0
        last_turn.append(Step(state, player, move))
        state = game.apply(state, player, move)
        if game.turn_ended(state):
            complete = len(last_turn)
        yield game.observe(state, viewer, tuple(last_turn))


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw one position into a file, or all pictures on one sheet."""
    given_words = sys.argv[1:] if arguments is None else list(arguments)
    if given_words[:1] == ["gallery"]:
        from render import gallery  # noqa: PLC0415 - it needs this module

        gallery.main(given_words[1:])
        return
    parser = argparse.ArgumentParser(prog="python -m render", description="Draw a position of a random match.")
    parser.add_argument("game", choices=sorted(PAINTERS))
    parser.add_argument("--seed", type=int, default=1, help="seed of the random match")
    parser.add_argument(
        "--ply", type=int, default=20, help="number of moves, deals included; the final position if too many"
    )
    parser.add_argument("--players", type=int, default=None, help="number of players")
    parser.add_argument("--out", type=Path, required=True, help="the PNG file to write")
    parser.add_argument("--theme", choices=THEMES, default="dark")
    parser.add_argument("--palette", choices=PALETTES, default="standard")
    parser.add_argument("--size", type=int, default=DEFAULT_SIZE, help="width in pixels, 400 to 1600")
    parser.add_argument("--landscape", action="store_true", help="players beside the board (İYE and Totem)")
    parser.add_argument("--viewer", type=int, default=None, help="seat at the bottom, from 0")
    parser.add_argument("--names", nargs="*", default=(), help="names of the seats")
    parser.add_argument("--focus", default=None, help="choice in a planner, such as e5")
    given = parser.parse_args(given_words)
    game = GAMES[given.game]
    fewest, most = game.info.min_players, game.info.max_players
    if given.players is not None and not fewest <= given.players <= most:
        parser.error(f"{game.info.title} is for {fewest} to {most} players, not for {given.players}")
    try:
        options = PictureOptions(
            viewer=given.viewer,
            theme=given.theme,
            palette=given.palette,
            size=given.size,
            landscape=given.landscape,
            names=tuple(given.names),
            seat_titles=game.info.seat_titles,
            focus=given.focus,
        )
    except ValueError as error:
        parser.error(str(error))
    if given.ply < 0:
        parser.error("there is no position before ply 0")
    *_, observation = islice(random_match(game, given.seed, given.viewer, given.players), given.ply + 1)
    given.out.write_bytes(render_png(given.game, observation, options))


if __name__ == "__main__":
    main()
