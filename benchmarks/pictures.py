"""Pictures: how long one takes to draw and encode, how large it is, and how chess boards from SVG compare."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median, quantiles
from time import perf_counter

from engines.registry import GAMES
from render import PictureOptions, render_png
from render.__main__ import random_match

SIZE = 1000
MATCHES = 12
EVERY = 3
"""One in so many positions of each match is drawn."""
SVG_BOARDS = 8
ROUNDS = 5
"""The best of so many rounds is reported: the one least disturbed by other work of the machine."""


def measure(slug: str) -> dict[str, float]:
    """Milliseconds for a picture (median and 99th percentile), the largest file, and the ratio of medians.

    Every position of the sample is drawn once to warm the caches. Within a round no picture repeats.

    Args:
        slug: a registered game.

    Returns:
        ``picture.<game>.ms_p50``, ``.ms_p99``, ``.kb`` (kilobytes of 1000 bytes) and ``.ratio_to_svg``.
    """
    options = PictureOptions(size=SIZE, names=("Ayşe", "Boris"), seat_titles=GAMES[slug].info.seat_titles)
    seen = [
        observation
        for seed in range(MATCHES)
        for observation in list(random_match(GAMES[slug], seed, viewer=None))[1::EVERY]
    ]
    kilobytes = max(len(render_png(slug, observation, options)) for observation in seen) / 1000
    pictures = [partial(render_png, slug, observation, options) for observation in seen]
    boards = _svg_boards()
    rounds = [(_times(pictures), _times(boards)) for _ in range(ROUNDS)]
    fastest = min(median(times) for times, _ in rounds)
    return {
        f"picture.{slug}.ms_p50": fastest,
        f"picture.{slug}.ms_p99": min(quantiles(times, n=100)[-1] for times, _ in rounds),
        f"picture.{slug}.kb": kilobytes,
        f"picture.{slug}.ratio_to_svg": min(median(times) for _, times in rounds) / fastest,
    }


def _times(actions: Sequence[Callable[[], object]]) -> list[float]:
    """How long each takes, in milliseconds."""
    times = []
    for action in actions:
        begin = perf_counter()
        action()
        times.append((perf_counter() - begin) * 1000)
    return times


def _svg_boards() -> list[Callable[[], object]]:
    """The usual way of chess bots: python-chess writes an SVG, CairoSVG turns it into a PNG of the same width."""
    import cairosvg  # noqa: PLC0415 - needed for this comparison only, and slow to import
    import chess  # noqa: PLC0415
    import chess.svg  # noqa: PLC0415

    def draw(board: chess.Board) -> bytes:
        drawing = chess.svg.board(board, size=SIZE, lastmove=board.peek() if board.move_stack else None)
        picture: bytes = cairosvg.svg2png(bytestring=drawing.encode())
        return picture

    luck = random.Random(1)
    boards = []
    for _ in range(SVG_BOARDS):
        board = chess.Board()
        for _ in range(luck.randrange(1, 60)):
            if board.is_game_over():
                break
            board.push(luck.choice(list(board.legal_moves)))
        boards.append(board)
    draw(boards[0])
    return [partial(draw, board) for board in boards]
