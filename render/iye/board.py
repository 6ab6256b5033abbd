"""The board: tiles, drum, marks and the trace of the last move."""

from __future__ import annotations

from PIL import Image

from engines.iye.observation import DrumMove, IyeObservation
from render.indexed import paste
from render.iye.sprites import SpriteSet, shade


def draw_board(frame: Image.Image, sprites: SpriteSet, observation: IyeObservation) -> None:
    """Draw everything on the board."""
    last = observation.last
    for number in range(25):
        marks = _marks(observation, number)
        letter = observation.board[number] if observation.board else "."
        if marks or letter != ".":
            paste(frame, sprites.cell(letter, shade(number), *marks), sprites.layout.square(number))
    if last is not None:
        _draw_trace(frame, sprites, last)


def _marks(observation: IyeObservation, number: int) -> tuple[str, ...]:
    """Return the marks on a square besides its tile, from bottom to top."""
    last = observation.last
    bare = not observation.board or observation.board[number] == "."
    marks = []
    if number in observation.natural:
        marks.append("target")
    elif not observation.natural and any(number in squares for _, squares in observation.spend):
        marks.append("spending target")
    if last is not None and number == last.origin:
        marks.append("origin" if bare else "origin on tile")
        if last.spent is not None:
            marks.append("spent " + last.spent)
    if number == observation.drum:
        marks.append("drum" if bare else "drum on tile")
    return tuple(marks)


def _draw_trace(frame: Image.Image, sprites: SpriteSet, last: DrumMove) -> None:
    files = last.target % 5 - last.origin % 5
    ranks = last.target // 5 - last.origin // 5
    if files == ranks == 0:
        return
    x, y = sprites.layout.square(last.origin)
    middle = (x + sprites.layout.cell // 2, y + sprites.layout.cell // 2)
    edge, body = sprites.trace(files, ranks)
    sprites.palette.overlay(frame, edge, middle, sprites.theme.trace_edge)
    sprites.palette.overlay(frame, body, middle, sprites.theme.trace)
