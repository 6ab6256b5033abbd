"""Draws positions of random matches, for looking at: ``python -m render iye --seed 7 --ply 20 --out board.png``.

This is the only module of the package that plays; the painters see observations alone.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from engines.game import CHANCE, Step
from engines.registry import GAMES, AnyGame
from render import PAINTERS, PALETTES, THEMES, PictureOptions, render_png
from render.options import DEFAULT_SIZE


class _Luck:
    """The engine's source of luck, from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - for pictures, not for matches

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


def observe_random(game: AnyGame, seed: int, ply: int, viewer: int | None) -> object:
    """What ``viewer`` sees after ``ply`` moves (or at the end) of the random match that belongs to ``seed``."""
    luck = _Luck(seed)
    state = game.initial_state(game.info.min_players, {})
    trail: list[Step[object, object]] = []
    for _ in range(ply):
        players = game.players_to_move(state)
        if not players:
            break
        player = players[luck.below(len(players))]
        if player == CHANCE:
            move = game.sample_chance(state, luck)
        else:
            moves = game.legal_moves(state, player)
            move = moves[luck.below(len(moves))]
        if player != CHANCE:
            trail = [*(() if game.turn_ended(state) else trail), Step(state, player, move)]
        state = game.apply(state, player, move)
    return game.observe(state, viewer, trail)


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw one position into a file."""
    parser = argparse.ArgumentParser(prog="python -m render", description="Draw a position of a random match.")
    parser.add_argument("game", choices=sorted(PAINTERS))
    parser.add_argument("--seed", type=int, default=1, help="which random match")
    parser.add_argument("--ply", type=int, default=20, help="how many moves, deals included; past the end is the end")
    parser.add_argument("--out", type=Path, required=True, help="the PNG file to write")
    parser.add_argument("--theme", choices=THEMES, default="dark")
    parser.add_argument("--palette", choices=PALETTES, default="standard")
    parser.add_argument("--size", type=int, default=DEFAULT_SIZE, help="width in pixels, 400 to 1600")
    parser.add_argument("--viewer", type=int, default=None, help="seat that sits nearest, from 0")
    parser.add_argument("--names", nargs="*", default=(), help="names of the seats")
    given = parser.parse_args(arguments)
    game = GAMES[given.game]
    try:
        options = PictureOptions(
            viewer=given.viewer,
            theme=given.theme,
            palette=given.palette,
            size=given.size,
            names=tuple(given.names),
            seat_titles=game.info.seat_titles,
        )
    except ValueError as error:
        parser.error(str(error))
    observation = observe_random(game, given.seed, given.ply, given.viewer)
    given.out.write_bytes(render_png(given.game, observation, options))


if __name__ == "__main__":
    main()
