"""Requirements for every painter, checked in positions of random matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice

import pytest
from PIL import ImageFont

from engines.game import AnyGame
from engines.registry import GAMES
from engines.text import Text
from render import CARD, PALETTES, THEMES, Picture, PictureOptions, found_painter, paint
from render.__main__ import random_match
from render.fonts import face_lock
from render.options import english
from render.text import Placed
from tests.engines.toys.konane import KONANE
from tests.render import card_contents as cards
from tests.render.sample_texts import LONG_NAMES, lengthened

PAINTED: dict[str, AnyGame] = {**GAMES, "konane": KONANE}
SEEDS = (1, 2)
MOST = 400
"""Number of moves of a random match."""
EVERY = 57
"""One of this many positions is drawn, and the last one."""
NAMES = ("Ayşe", "Boris", "Çiğdem", "Danièle", "Erol", "Fatma", "Göksu", "Ilgaz")
OPEN, CLOSE = "«»"
"""Around every translated text."""

each_game = pytest.mark.parametrize("slug", PAINTED)


@cache
def shown(slug: str) -> tuple[object, ...]:
    """Return observations of small and large matches, for spectators and a player."""
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
def test_texts_stay_in_their_boxes_and_the_picture(slug: str, size: int) -> None:
    names = (*LONG_NAMES, *NAMES[2:])
    titles = PAINTED[slug].info.seat_titles
    for picture in painted(slug, PictureOptions(names=names, seat_titles=titles, translate=lengthened, size=size)):
        assert picture.frame.width == size
        for placed in picture.texts:
            left, top, right, bottom = placed.inked
            assert max(placed.box[0], 0) <= left <= right <= min(placed.box[2], picture.frame.width), placed
            assert max(placed.box[1], 0) <= top <= bottom <= min(placed.box[3], picture.frame.height), placed


def sentences(texts: Iterable[Placed]) -> Iterator[str]:
    """Yield what is written, sentences of several lines in one piece."""
    begun: list[str] = []
    for placed in texts:
        begun.append(placed.wanted)
        sentence = " ".join(begun)
        if sentence.count(OPEN) == sentence.count(CLOSE):
            yield sentence
            begun = []
    assert not begun


@each_game
def test_every_text_is_translated_or_a_name(slug: str) -> None:
    def marked(text: Text) -> str:
        return f"{OPEN}{english(text)}{CLOSE}"

    info = PAINTED[slug].info
    own = (*NAMES, info.title)
    for picture in painted(slug, PictureOptions(names=NAMES, seat_titles=info.seat_titles, translate=marked)):
        for sentence in sentences(picture.texts):
            rest = re.sub(f"{OPEN}.*{CLOSE}", "", sentence)
            for name in own:
                rest = rest.replace(name, "")
            assert not re.search(r"[^\W\d_]{3}", rest), sentence


@each_game
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_pictures_are_deterministic_and_differ_by_theme(slug: str, theme: str, palette: str) -> None:
    options = PictureOptions(theme=theme, palette=palette, size=400)  # type: ignore[arg-type]
    painter, seen = found_painter(slug), shown(slug)[0]
    painter.warm_up(options)
    one, other = (painter.paint(seen, options) for _ in range(2))
    assert (one.frame.tobytes(), one.palette) == (other.frame.tobytes(), other.palette)
    if theme != "dark":
        dark = painter.paint(seen, PictureOptions(palette=options.palette, size=400))
        assert (dark.frame.tobytes(), dark.palette) != (one.frame.tobytes(), one.palette)


@each_game
def test_observation_of_another_game_is_rejected(slug: str) -> None:
    others = [shown(other)[0] for other in PAINTED if other != slug]
    for foreign in (*others, "a board", None):
        with pytest.raises(TypeError):
            found_painter(slug).paint(foreign, PictureOptions())


@each_game
def test_viewer_without_a_seat_is_rejected(slug: str) -> None:
    for seat in (-1, 8):
        with pytest.raises(ValueError, match="seat"):
            found_painter(slug).paint(shown(slug)[0], PictureOptions(viewer=seat))


@each_game
def test_unknown_focus_is_ignored(slug: str) -> None:
    painter, seen = found_painter(slug), shown(slug)[0]
    plain, focused = (painter.paint(seen, PictureOptions(size=400, focus=focus)) for focus in (None, "no such thing"))
    assert plain.frame.tobytes() == focused.frame.tobytes()


@each_game
def test_rules_figures_are_drawn(slug: str) -> None:
    for page in PAINTED[slug].rules_pages():
        if page.figure is not None:
            options = PictureOptions(seat_titles=PAINTED[slug].info.seat_titles, focus=page.figure_focus)
            for placed in found_painter(slug).paint(page.figure, options).texts:
                assert placed.inked[2] <= placed.box[2]


def test_faces_are_used_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pictures drawn at the same time use the same faces, which are not thread-safe."""
    used: list[bool] = []
    for name in ("getbbox", "getlength", "getmask2"):
        plain = getattr(ImageFont.FreeTypeFont, name)

        def watched(*args: object, _plain: Callable[..., object] = plain, **named: object) -> object:
            used.append(face_lock.locked())
            return _plain(*args, **named)

        monkeypatch.setattr(ImageFont.FreeTypeFont, name, watched)
    options = PictureOptions(names=NAMES, size=437)  # of which nothing is cached
    for slug in PAINTED:
        next(painted(slug, options))
    paint(CARD, cards.GAMES_CARD, options)
    assert len(used) > 500
    assert all(used)
