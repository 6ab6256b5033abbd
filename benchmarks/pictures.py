"""Measures pictures: time to draw and encode, size, and a comparison with chess boards from SVG."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

from engines.chiefdom.observation import ChiefdomObservation
from engines.registry import GAMES
from render import PictureOptions, render_png
from render.__main__ import random_match

SIZE = 1000
NAMES = ("Ayşe", "Boris", "Çiğdem", "Danièle", "Erol", "Fatma", "Göksu", "Ilgaz")
WARM_MATCHES, TIMED_MATCHES = range(12), range(100, 124)
"""Seeds of the matches that warm the caches, and of those whose pictures are timed."""


class Table(NamedTuple):
    """The kind of match whose pictures are drawn."""

    seats: int | None = None
    """``None``: as few as the game allows."""
    viewer: int | None = None
    """The viewer; ``None`` for a spectator."""
    options: Mapping[str, str] = {}
    every: int = 3
    """Draws every n-th position of a match, and the last."""
    longest: int = 240
    """Maximum moves of a random match: some games take random players thousands."""


TABLES: Mapping[str, tuple[Table, ...]] = {
    "chiefdom": (Table(2, 0), Table(8, 0, {"cards": "on"}, every=8, longest=400)),
}
"""Games with several kinds of tables, used in turn. The largest pictures of sheets show full ones, with cards and many
players.
"""
FULL = {"awethi": Table(seats=5)}
"""A full table, for a game whose pictures then show much more than with the fewest players."""
SVG_BOARDS = 24


def measure(slug: str) -> dict[str, float]:
    """Measure milliseconds per picture (median and 99th percentile), the largest file, and the ratio of medians.

    The caches are warm from pictures of other matches; every picture that is timed is drawn for the first time, once.

    Args:
        slug: a registered game.

    Returns:
        ``picture.<game>.ms_p50``, ``.ms_p99``, ``.kb`` (kilobytes of 1000 bytes) and ``.ratio_to_svg``; for a game in
        :data:`FULL` also ``.full_ms_p50``, ``.full_ms_p99`` and ``.full_kb``; where the end shows everybody's sheet,
        ``.end.kb`` is the size of that.
    """
    options = PictureOptions(size=SIZE, names=NAMES, seat_titles=GAMES[slug].info.seat_titles)
    boards = _svg_boards(SIZE)
    running, ended = [0], [0]
    for observation in _positions(slug, WARM_MATCHES):
        (ended if _is_revealed(observation) else running).append(len(render_png(slug, observation, options)))
    pictures = [partial(render_png, slug, observation, options) for observation in _positions(slug, TIMED_MATCHES)]
    # Half of the comparison before and half after, so that a machine that grows slower or faster is fair to both.
    half = SVG_BOARDS // 2
    svg = timed(boards[:half])
    times = timed(pictures)
    svg += timed(boards[half:])
    figures = {
        f"picture.{slug}.ms_p50": median(times),
        f"picture.{slug}.ms_p99": quantiles(times, n=100)[-1],
        f"picture.{slug}.kb": max(running) / 1000,
        **({f"picture.{slug}.end.kb": max(ended) / 1000} if len(ended) > 1 else {}),
        f"picture.{slug}.ratio_to_svg": median(svg) / median(times),
    }
    return figures | (_full(slug, options) if slug in FULL else {})


def _full(slug: str, options: PictureOptions) -> dict[str, float]:
    """Return the same for a full table, from a third of the matches; the largest file is of all of them."""
    warm, later = (_positions(slug, seeds[::3], (FULL[slug],)) for seeds in (WARM_MATCHES, TIMED_MATCHES))
    largest = _largest(slug, warm, options)
    times = timed([partial(render_png, slug, observation, options) for observation in later])
    return {
        f"picture.{slug}.full_ms_p50": median(times),
        f"picture.{slug}.full_ms_p99": quantiles(times, n=100)[-1],
        f"picture.{slug}.full_kb": max(largest, _largest(slug, later, options)) / 1000,
    }


def _largest(slug: str, observations: Iterable[object], options: PictureOptions) -> int:
    """Return the size of the largest picture in bytes."""
    return max(len(render_png(slug, observation, options)) for observation in observations)


def _is_revealed(observation: object) -> bool:
    """Return whether every sheet is shown because the match is over."""
    return isinstance(observation, ChiefdomObservation) and observation.phase == "over"


def _positions(slug: str, seeds: Iterable[int], tables: Sequence[Table] = ()) -> list[object]:
    """Yield positions as spectators see them or, in a game with secrets, as one of the players does."""
    game = GAMES[slug]
    found: list[object] = []
    for seed, table in zip(seeds, cycle(tables or TABLES.get(slug, (Table(),))), strict=False):
        match = list(islice(random_match(game, seed, table.viewer, table.seats, table.options), 1, table.longest))
        found += (*match[: -1 : table.every], match[-1])
    return found


def timed(actions: Sequence[Callable[[], object]]) -> list[float]:
    """Return the times in milliseconds."""
    times = []
    for action in actions:
        begin = perf_counter()
        action()
        times.append((perf_counter() - begin) * 1000)
    return times


def _svg_boards(size: int) -> list[Callable[[], object]]:
    """Yield pictures as chess bots usually make them: python-chess writes an SVG, CairoSVG converts it to a PNG."""
    import cairosvg  # noqa: PLC0415 - needed for this comparison only, and slow to import
    import chess  # noqa: PLC0415
    import chess.svg  # noqa: PLC0415

    def draw(board: chess.Board) -> bytes:
        drawing = chess.svg.board(board, size=size, lastmove=board.peek() if board.move_stack else None)
        picture: bytes = cairosvg.svg2png(bytestring=drawing.encode())
        return picture

    rng = random.Random(1)
    boards = []
    for _ in range(SVG_BOARDS):
        board = chess.Board()
        for _ in range(rng.randrange(1, 60)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        boards.append(board)
    draw(boards[0])
    return [partial(draw, board) for board in boards]
