"""What every painter must keep, in positions of random matches; also that of boards of squares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from engines.game import AnyGame
from engines.registry import GAMES
from engines.text import Text
from render import PALETTES, THEMES, Picture, PictureOptions, found_painter
from render.__main__ import random_match
from render.options import english
from tests.engines.toys.konane import KONANE
from tests.render.words import LONG_NAMES, lengthened

PAINTED: dict[str, AnyGame] = {**GAMES, "konane": KONANE}
SEEDS = (1, 2)
MOST = 400
"""So many moves of a random match are made."""
EVERY = 57
"""One in so many positions is drawn, and the last one."""
NAMES = ("Ayşe", "Boris", "Çiğdem", "Danièle", "Erol", "Fatma", "Göksu", "Ilgaz")
MARK = "¬"

each_game = pytest.mark.parametrize("slug", PAINTED)


@cache
def shown(slug: str) -> tuple[object, ...]:
    """Observations of matches of few and of many, of spectators and of a player."""
    game, found = PAINTED[slug], list[object]()
    for seed in SEEDS:
        seats = game.info.min_players if seed % 2 else game.info.max_players
        for viewer in (None, 0):
            match = list(islice(random_match(game, seed, viewer, seats), 1, MOST))
            found += (*match[:-1:EVERY], match[-1])
    return tuple(found)


def painted(slug: str, options: PictureOptions) -> Iterator[Picture]:
    painter = found_painter(slug)
    for observation in shown(slug):
        yield painter.paint(observation, options)


@each_game
@pytest.mark.parametrize("size", [400, 1000])
def test_nothing_is_written_outside_its_box_or_the_picture(slug: str, size: int) -> None:
    names = (*LONG_NAMES, *NAMES[2:])
    titles = PAINTED[slug].info.seat_titles
    for picture in painted(slug, PictureOptions(names=names, seat_titles=titles, translate=lengthened, size=size)):
        assert picture.frame.width == size
        for placed in picture.texts:
            left, top, right, bottom = placed.inked
            assert max(placed.box[0], 0) <= left <= right <= min(placed.box[2], picture.frame.width), placed
            assert max(placed.box[1], 0) <= top <= bottom <= min(placed.box[3], picture.frame.height), placed


@each_game
def test_every_word_comes_from_the_catalogue_or_is_a_name(slug: str) -> None:
    def marked(text: Text) -> str:
        return f"{MARK}{english(text)}{MARK}"

    info = PAINTED[slug].info
    own = (*NAMES, info.title)
    for picture in painted(slug, PictureOptions(names=NAMES, seat_titles=info.seat_titles, translate=marked)):
        for placed in picture.texts:
            rest = re.sub(f"{MARK}.*{MARK}", "", placed.wanted)
            for name in own:
                rest = rest.replace(name, "")
            assert not re.search(r"[^\W\d_]{3}", rest), placed.wanted


@each_game
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_the_same_observation_gives_the_same_picture_which_differs_for_each_theme(
    slug: str, theme: str, palette: str
) -> None:
    options = PictureOptions(theme=theme, palette=palette, size=400)  # type: ignore[arg-type]
    painter, seen = found_painter(slug), shown(slug)[0]
    painter.warm_up(options)
    one, other = (painter.paint(seen, options) for _ in range(2))
    assert (one.frame.tobytes(), one.palette) == (other.frame.tobytes(), other.palette)
    if theme != "dark":
        dark = painter.paint(seen, PictureOptions(palette=options.palette, size=400))
        assert (dark.frame.tobytes(), dark.palette) != (one.frame.tobytes(), one.palette)


@each_game
def test_what_is_no_observation_of_the_game_is_refused(slug: str) -> None:
    others = [shown(other)[0] for other in PAINTED if other != slug]
    for foreign in (*others, "a board", None):
        with pytest.raises(TypeError):
            found_painter(slug).paint(foreign, PictureOptions())


@each_game
def test_a_seat_that_there_is_not_cannot_sit_nearest(slug: str) -> None:
    for seat in (-1, 8):
        with pytest.raises(ValueError, match="seat"):
            found_painter(slug).paint(shown(slug)[0], PictureOptions(viewer=seat))


@each_game
def test_an_unknown_focus_changes_nothing(slug: str) -> None:
    painter, seen = found_painter(slug), shown(slug)[0]
    plain, focused = (painter.paint(seen, PictureOptions(size=400, focus=focus)) for focus in (None, "no such thing"))
    assert plain.frame.tobytes() == focused.frame.tobytes()


@each_game
def test_the_figures_of_the_rules_are_drawn(slug: str) -> None:
    for page in PAINTED[slug].rules_pages():
        if page.figure is not None:
            options = PictureOptions(seat_titles=PAINTED[slug].info.seat_titles, focus=page.figure_focus)
            for placed in found_painter(slug).paint(page.figure, options).texts:
                assert placed.inked[2] <= placed.box[2]
