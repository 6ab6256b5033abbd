"""Parts of boards on cards: where they are cut, and the shadow of their frame."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL.ImageStat import Stat

from bot.ui.boards.cards import cover_of
from engines.awethi.observation import SIDE, AwethiObservation
from engines.registry import GAMES
from render import CARD, THEMES, PictureOptions, paint
from render.awethi.focus import focus_of
from render.awethi.layout import close_up
from render.cards.figures import CutOut
from render.cards.figures import window as part_of
from render.listing import in_full_colour
from render.options import ThemeName
from render.picture import Picture
from render.theme import THEME_COLOURS
from tests.render import card_contents as cards


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("slug", GAMES)
def test_frame_throws_a_shadow_on_a_part_of_a_board(slug: str, theme: ThemeName) -> None:
    """Pieces that a straight edge cut looked like a mistake, and a fading edge showed wide steps on dark cards."""
    cover = cover_of(GAMES[slug].info)
    assert cover is not None
    options = PictureOptions(theme=theme)
    plain, shaded = (part_of(cover, options, (436, 500), shaded=shaded, between=True) for shaded in (False, True))
    dark, shares = sum(THEME_COLOURS[theme].frame_dark) / 3, []
    for line in range(24):
        box = (40, line, plain.numbers.width - 40, line + 1)
        before, after = (sum(Stat(in_full_colour(_picture(one)).crop(box)).mean) / 3 for one in (plain, shaded))
        shares.append((before - after) / (before - dark))
    assert shares[0] > 0.5
    assert max(shares[20:]) < 0.01
    assert all(-0.04 < one - other < 0.13 for one, other in pairwise(shares)), shares


def _picture(board: CutOut) -> Picture:
    return Picture(board.numbers, board.palette, ())


@pytest.mark.parametrize("theme", THEMES)
def test_title_of_chiefdom_is_cut_between_squares(theme: ThemeName) -> None:
    """People and trees were cut in halves at its edges."""
    cover = cover_of(GAMES["chiefdom"].info)
    assert cover is not None
    own = paint("chiefdom", cover.observation, PictureOptions(theme=theme, board_only=True))
    board = part_of(cover, PictureOptions(theme=theme), (436, 500), between=True)
    assert own.square is not None
    assert board.numbers.size == (7 * own.square, 8 * own.square)
    left, top, _, _ = own.pieces[8]  # b8
    inside = in_full_colour(own).crop((left + 20, top + 20, left + board.numbers.width - 20, top + 200))
    card = in_full_colour(paint(CARD, cards.title_of("chiefdom"), PictureOptions(theme=theme)))
    line = inside.crop((0, 0, inside.width, 1)).tobytes()
    assert any(line in card.crop((0, y, card.width, y + 1)).tobytes() for y in range(card.height))


def test_title_of_awethi_shows_whole_animals() -> None:
    """Three of them were cut in halves at its edge."""
    cover = cover_of(GAMES["awethi"].info)
    assert cover is not None
    assert isinstance(cover.observation, AwethiObservation)
    own = paint("awethi", cover.observation, PictureOptions(focus=cover.focus, board_only=True))
    caught = next(one for one in cover.observation.aiwe if one.caught)
    file = caught.square % SIDE
    beside = [one.square % SIDE for one in cover.observation.aiwe if one.player == caught.player]
    focused = focus_of(cover.focus, cover.observation)
    assert focused is not None
    stage = close_up(1000, focused.window, 1).stage
    corner = stage.corner(caught.square)
    assert own.eye is not None
    assert corner is not None
    assert min(beside) < file
    assert own.eye[0] == corner[0], "between the caught one and those to the west"
