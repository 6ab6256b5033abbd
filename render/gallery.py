"""All pictures on one sheet: ``python -m render gallery --out docs/images/gallery.png``.

A row for each game, theme and palette; a column for each phase of a match: set-up, early, late, a plan, the result, and
the card of the result. Positions come from the recorded matches of the listing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from engines.game import CHANCE, Player, Step
from engines.registry import GAMES, AnyGame
from engines.text import T, format_number
from render import CARD, PALETTES, THEMES, paint
from render.cards.content import Figure, ResultCard, Standing
from render.fonts import face, face_lock
from render.listing import Listed, in_full_colour, png_of, read_list
from render.options import PaletteName, PictureOptions, ThemeName
from render.theme import DARK

LIST = Path("docs/listing/pictures.txt")
PHASES = ("set-up", "early", "late", "plan", "result", "card")
SIZE, WIDTH, GAP, LINE = 480, 240, 12, 40
"""Widths at which a picture is drawn and shown, the space around it, and the height of a line of words."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A picture of one phase."""

    slug: str
    """Of the game, or of cards."""
    observation: object
    viewer: int | None = None


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw the sheet into a file."""
    parser = argparse.ArgumentParser(prog="python -m render gallery", description="Draw all pictures on one sheet.")
    parser.add_argument("--out", type=Path, required=True, help="the PNG file to write")
    parser.add_argument("--list", type=Path, default=LIST, help="the list of pictures of the listing")
    given = parser.parse_args(arguments)
    given.out.write_bytes(png_of(sheet(given.list)))


def sheet(listing: Path) -> Image.Image:
    """Draw the sheet; each game appears with the first recorded match of the list."""
    listed: dict[str, Listed] = {}
    for one in read_list(listing):
        listed.setdefault(one.match.slug, one)
    rows = [_row(one, theme, palette) for one in listed.values() for theme, palette in product(THEMES, PALETTES)]
    across = (len(PHASES) + 1) * GAP + len(PHASES) * WIDTH
    picture = Image.new("RGB", (across, LINE + sum(row.height for row in rows)), DARK.table)
    pen, letters = ImageDraw.Draw(picture), face("Semibold", 26)
    with face_lock:
        for number, phase in enumerate(PHASES):
            middle = GAP + number * (WIDTH + GAP) + WIDTH // 2
            pen.text((middle, LINE // 2), phase, DARK.text_muted, letters, anchor="mm")
    top = LINE
    for row in rows:
        picture.paste(row, (0, top))
        top += row.height
    return picture


def _row(one: Listed, theme: ThemeName, palette: PaletteName) -> Image.Image:
    """Draw the phases of a match beside each other, as high as the highest."""
    options = PictureOptions(
        theme=theme, palette=palette, size=SIZE, names=one.names, seat_titles=GAMES[one.match.slug].info.seat_titles
    )
    shown = []
    for phase in phases(one):
        drawn = in_full_colour(paint(phase.slug, phase.observation, replace(options, viewer=phase.viewer)))
        shown.append(drawn.resize((WIDTH, round(drawn.height * WIDTH / drawn.width)), Image.Resampling.LANCZOS))
    row = Image.new("RGB", (GAP + len(shown) * (WIDTH + GAP), max(one.height for one in shown) + GAP), DARK.table)
    for number, drawn in enumerate(shown):
        row.paste(drawn, (GAP + number * (WIDTH + GAP), 0))
    return row


def phases(one: Listed) -> Iterator[Phase]:
    """Yield the pictures of a recorded match in the order of :data:`PHASES`."""
    game, slug, entries = GAMES[one.match.slug], one.match.slug, one.match.entries
    state: Any = game.initial_state(one.match.num_players, dict(one.match.options))
    turn: list[Step[Any, Any]] = []
    begun, wanted, plan = False, [len(entries) // 5, len(entries) * 4 // 5], None
    for ply, entry in enumerate(entries):
        if not begun and entry.player != CHANCE:
            begun = True
            yield Phase(slug, game.observe(state, None, tuple(turn)))
        elif begun and wanted and ply >= wanted[0] and _is_telling(game, state, entry.player):
            del wanted[0]
            viewer = entry.player if game.info.has_private_sheets else None
            yield Phase(slug, game.observe(state, viewer, tuple(turn)), viewer)
        if begun and game.turn_ended(state):
            turn = []
        move = game.decode_move(entry.move or "")
        turn.append(Step(state, entry.player, move))
        state = game.apply(state, entry.player, move)
        if entry.player != CHANCE and game.turn_ended(state) and ply < len(entries) * 2 // 3:
            own = tuple(step for step in turn if step.player in (CHANCE, entry.player))
            plan = Phase(slug, game.observe_planned(state, entry.player, own), entry.player)
    if plan is None:
        raise ValueError(f"{one.file}: the match of {slug} is too short")
    yield plan
    ended = game.observe(state, None, tuple(turn))
    yield Phase(slug, ended)
    yield Phase(CARD, _card(one, state, ended))


def _is_telling(game: AnyGame, state: Any, player: Player) -> bool:
    """Whether a position before the move of a player shows much: after a turn, or a sheet before its decision."""
    return player != CHANCE if game.info.has_private_sheets else game.turn_ended(state)


def _card(one: Listed, state: Any, ended: object) -> ResultCard:
    game, outcome = GAMES[one.match.slug], GAMES[one.match.slug].outcome(state)
    if outcome is None:
        raise ValueError(f"{one.file}: the match has not ended")
    # Games that can be played alone are played for points.
    scores = outcome.scores.total if outcome.scores is not None and game.info.min_players == 1 else None
    standings: list[Standing] = []
    for group in outcome.ranking:
        place = len(standings) + 1
        for player in group:
            value = None if scores is None else scores.values[player]
            standings.append(Standing(player, place, format_number(value) if isinstance(value, int) else ""))
    focus = f"seat:{outcome.winners[0]}" if game.info.has_private_sheets and outcome.winners else "last"
    facts = (T("{match}", match=game.info.title),)
    figure = Figure(one.match.slug, ended, game.info.seat_titles, focus)
    return ResultCard(game.info.title, outcome.summary, "", facts, tuple(standings), figure)
