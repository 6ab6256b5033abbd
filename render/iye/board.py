"""The board: tiles, drum, marks and the traces of the last moves."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from engines.iye.observation import CycleResult, DrumMove, IyeObservation
from render.indexed import fill_box, paste
from render.iye import labels
from render.iye.layout import SIDE, LastBoardPlan
from render.iye.sprites import SpriteSet, shade


def draw_board(frame: Image.Image, sprites: SpriteSet, observation: IyeObservation) -> None:
    """Draw everything on the board."""
    for number in range(25):
        marks = _marks(observation, number)
        letter = _content(observation, number)
        if marks or letter != ".":
            paste(frame, sprites.cell(letter, shade(number), *marks), sprites.layout.square(number))
    for move in _shown(observation):
        _draw_trace(frame, sprites, move)


def draw_last_board(
    frame: Image.Image, sprites: SpriteSet, plan: LastBoardPlan, observation: IyeObservation, result: CycleResult
) -> None:
    """Draw the last board of the cycle that has just ended; the ``sprites`` are as small as it is."""
    left, top, right, bottom = plan.box
    for inset, wood in ((0, sprites.theme.frame_dark), (1, sprites.theme.frame)):
        box = left + inset, top + inset, right - inset, bottom - inset
        fill_box(frame, sprites.palette.nearest(wood), box)
    table, (x, y), side = sprites.table.copy(), sprites.layout.squares_at, SIDE * sprites.layout.cell
    last = replace(
        observation,
        board=result.board,
        dealt=result.dealt,
        drum=result.drum,
        natural=(),
        spend=(),
        last=result.last,
        earlier=(),
    )
    draw_board(table, sprites, last)
    paste(frame, table.crop((x, y, x + side, y + side)), plan.squares_at)


def _shown(observation: IyeObservation) -> tuple[DrumMove, ...]:
    """Return the moves that are drawn, oldest first: none below the drum of a winner, which would cover them."""
    if labels.celebrated(observation) is not None:
        return ()
    return observation.earlier if observation.last is None else (*observation.earlier, observation.last)


def _content(observation: IyeObservation, number: int) -> str:
    """Return a tile's letter, the small letter of a tile that is gone, or ``.``."""
    letter = observation.board[number] if observation.board else "."
    return observation.dealt[number].lower() if letter == "." and observation.dealt else letter


def _marks(observation: IyeObservation, number: int) -> tuple[str, ...]:
    """Return the marks on a square besides its tile, from bottom to top."""
    bare = not observation.board or observation.board[number] == "."
    marks = []
    if number in observation.natural:
        marks.append("target")
    elif not observation.natural and any(number in squares for _, squares in observation.spend):
        marks.append("spending target")
    left = next((move for move in reversed(_shown(observation)) if move.origin == number), None)
    if left is not None:
        marks.append("origin" if bare else "origin on tile")
        if left.spent is not None:
            marks.append("spent " + left.spent)
    if number == observation.drum:
        marks.append("drum" if bare else "drum on tile")
    return tuple(marks)


def _draw_trace(frame: Image.Image, sprites: SpriteSet, move: DrumMove) -> None:
    files = move.target % 5 - move.origin % 5
    ranks = move.target // 5 - move.origin // 5
    if files == ranks == 0:
        return
    x, y = sprites.layout.square(move.origin)
    middle = (x + sprites.layout.cell // 2, y + sprites.layout.cell // 2)
    edge, body = sprites.trace(files, ranks)
    sprites.palette.overlay(frame, edge, middle, sprites.theme.trace_edge)
    sprites.palette.overlay(frame, body, middle, sprites.theme.trace)
