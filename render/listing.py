"""Pictures for a listing of the bot: ``python -m render.listing docs/listing/pictures.txt build/listing``.

An icon, a banner, a picture of a board with the game's name for each line of the list, and an animation of each match
that is listed as a GIF. Positions come from recorded matches (:mod:`engines.playthrough`).
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from engines.playthrough import Playthrough, read
from engines.registry import GAMES
from render import paint
from render.__main__ import observed_match
from render.animate import animate
from render.animation import Animation, Frame
from render.fonts import face
from render.iye.pieces import drum
from render.options import PictureOptions
from render.picture import Picture
from render.theme import THEME_COLOURS

ICON, BANNER, BOARD = (1024, 1024), (1360, 480), (1280, 720)
"""Sizes in pixels: Discord's app icon, twice its profile banner, and 16 to 9."""
ICON_SHARE = 0.8
"""How much of the icon the drum fills: Discord shows a circle of it."""
DRUM_UNITS = 120
"""Side of the square in which the drum is drawn."""
MARGIN, TEXT_WIDTH, LINE = 48, 380, 44
"""Measures of a board's picture: around everything, of the column of text, and of a line in it."""
GIF_WIDTH, GIF_BYTES = 600, 1_400_000
NAME = "Kurultai"
SLOGAN = "Board games in Discord, a turn a day"


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of the list."""

    file: str
    """Name of the picture: ``.png`` for one position, ``.gif`` for a match up to it."""
    match: Playthrough
    ply: int
    names: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw all pictures into a folder; the banner shows the first board of the list."""
    parser = argparse.ArgumentParser(prog="python -m render.listing", description="Draw the pictures of a listing.")
    parser.add_argument("list", type=Path, help="the list of pictures; recorded matches are named relative to it")
    parser.add_argument("folder", type=Path, help="where to write them")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    listed = list(read_list(given.list))
    (given.folder / "icon.png").write_bytes(png_of(icon()))
    (given.folder / "banner.png").write_bytes(png_of(banner(board(listed[0]))))
    for one in listed:
        data = gif(one) if one.file.endswith(".gif") else png_of(captioned(one))
        (given.folder / one.file).write_bytes(data)


def icon() -> Image.Image:
    """Draw the shaman's drum on the table."""
    picture = Image.new("RGB", ICON, THEME_COLOURS["dark"].table)
    shown = drum(ICON[0] * ICON_SHARE / DRUM_UNITS).finish()
    picture.paste(shown, ((ICON[0] - shown.width) // 2, (ICON[1] - shown.height) // 2), shown)
    return picture


def banner(shown: Image.Image) -> Image.Image:
    """Draw the name beside a board."""
    theme = THEME_COLOURS["dark"]
    width, height = BANNER
    picture = Image.new("RGB", BANNER, theme.table)
    shown.thumbnail((width // 2, height - MARGIN), Image.Resampling.LANCZOS)
    picture.paste(shown, (width - MARGIN - shown.width, (height - shown.height) // 2))
    pen = ImageDraw.Draw(picture)
    pen.text((MARGIN, height // 2), NAME, theme.accent, face("Display", 108), anchor="ls")
    _write(pen, (MARGIN, height // 2 + 28), SLOGAN, "", width - shown.width - 3 * MARGIN)
    return picture


def captioned(one: Listed) -> Image.Image:
    """Draw a board beside its game's name and what the game is about."""
    theme, info = THEME_COLOURS["dark"], GAMES[one.match.slug].info
    picture, shown = Image.new("RGB", BOARD, theme.table), board(one)
    shown.thumbnail((BOARD[0] - TEXT_WIDTH - 3 * MARGIN, BOARD[1] - 2 * MARGIN), Image.Resampling.LANCZOS)
    left = TEXT_WIDTH + 2 * MARGIN
    picture.paste(shown, (left + (BOARD[0] - MARGIN - left - shown.width) // 2, (BOARD[1] - shown.height) // 2))
    pen = ImageDraw.Draw(picture)
    pen.text((MARGIN, BOARD[1] // 3), info.title, theme.accent, face("Display", 84), anchor="ls")
    _write(pen, (MARGIN, BOARD[1] // 3 + 32), str(info.tagline), str(info.typical_length), TEXT_WIDTH)
    return picture


def board(one: Listed) -> Image.Image:
    """Draw the position that a line names."""
    *_, observation = _observations(one)
    return in_full_colour(paint(one.match.slug, observation, _options(one)))


def in_full_colour(painted: Picture) -> Image.Image:
    """Return a picture in full colour."""
    shown = Image.frombytes("P", painted.frame.size, painted.frame.tobytes())
    shown.putpalette(painted.palette)
    return shown.convert("RGB")


def gif(one: Listed) -> bytes:
    """Make the animation of a match: a frame for each position after its first."""
    frames = tuple(Frame(observation, turn) for turn, observation in enumerate(_observations(one)) if turn)
    return animate(one.match.slug, Animation(frames, frames[-1].turn), _options(one, GIF_WIDTH), GIF_BYTES).data


def read_list(listing: Path) -> Iterator[Listed]:
    """Yield the lines of a list of pictures."""
    for line in listing.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            file, match, ply, *names = line.split()
            yield Listed(file, read((listing.parent / match).read_text(encoding="utf-8")), int(ply), tuple(names))


def _observations(one: Listed) -> Iterator[object]:
    """Yield what a spectator sees of each position up to the one that the line names."""
    game = GAMES[one.match.slug]
    entries = iter(one.match.entries[: one.ply])

    def choose(_state: Any, _players: Sequence[int]) -> tuple[int, Any]:
        entry = next(entries)
        return entry.player, game.decode_move(entry.move or "")

    positions = observed_match(game, game.initial_state(one.match.num_players, dict(one.match.options)), choose, None)
    for _ in range(len(one.match.entries[: one.ply]) + 1):
        yield next(positions)


def _options(one: Listed, size: int = BOARD[0]) -> PictureOptions:
    return PictureOptions(size=size, names=one.names, seat_titles=GAMES[one.match.slug].info.seat_titles)


def _write(pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, smaller: str, width: int) -> None:
    """Write a paragraph in lines of at most ``width`` pixels, and a quieter one below it."""
    theme, (left, top) = THEME_COLOURS["dark"], at
    for paragraph, ink in ((text, theme.text), (smaller, theme.text_muted)):
        letters, line = face("Regular", 34), ""
        for word in paragraph.split():
            if line and letters.getlength(f"{line} {word}") > width:
                pen.text((left, top), line, ink, letters)
                line, top = "", top + LINE
            line = f"{line} {word}".strip()
        pen.text((left, top), line, ink, letters)
        top += LINE + LINE // 2


def png_of(picture: Image.Image) -> bytes:
    """Return the smallest file that looks the same: 256 colours."""
    file = io.BytesIO()
    picture.quantize(256, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
