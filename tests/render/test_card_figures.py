"""What cards show of a game: parts of boards, and rows of what it is played with."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import ceil, floor

import pytest

from bot.ui.boards.cards import cover_of
from engines.registry import GAMES
from render import CARD, THEMES, PictureOptions, paint
from render.cards.figures import colours_of, frieze, window
from render.listing import in_full_colour
from render.options import ThemeName
from render.picture import Picture
from render.theme import THEME_COLOURS
from tests.render import card_contents as cards


@pytest.mark.parametrize("size", [400, 1000])
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("slug", GAMES)
def test_row_of_pieces_of_a_leaderboard_shows_them_whole(slug: str, theme: ThemeName, size: int) -> None:
    """A strip of the board cut pieces in halves. Each is at least as high as 24 pixels on a phone."""
    cover = cover_of(GAMES[slug].info)
    assert cover is not None
    options = PictureOptions(theme=theme, size=size)
    room = round(896 * size / 1000), round(196 * size / 1000)
    row = frieze(cover, options, room)
    assert row is not None
    ground = colours_of(row.palette).index(THEME_COLOURS[theme].card)
    covered = row.numbers.point([255 * (number != ground) for number in range(256)])
    box = covered.getbbox()
    assert box is not None
    assert box[0] > 0 < box[1]
    assert box[2] < room[0]
    assert box[3] < room[1]
    columns = [any(covered.crop((x, 0, x + 1, room[1])).tobytes()) for x in range(room[0])]
    assert sum(now and not before for before, now in pairwise([False, *columns])) >= 5, "they are apart"
    pieces = paint(slug, cover.observation, options).frieze
    assert pieces is not None
    assert min(one.height for one in pieces(room[1] * 5 // 6, THEME_COLOURS[theme].card)) * 340 / size >= 24


def test_row_of_pieces_tells_the_games_apart() -> None:
    shown = set()
    for game in GAMES.values():
        card = in_full_colour(paint(CARD, replace(cards.leaderboard(1), figure=cover_of(game.info)), PictureOptions()))
        shown.add(card.crop((52, 70, 948, 266)).tobytes())
    assert len(shown) == len(GAMES)


def test_part_of_a_board_begins_where_it_cuts_the_fewest_pieces() -> None:
    """Some were halves in the card of a result of Totem."""
    figure, options = cards.TOTEM.figure, PictureOptions()
    part = window(figure, options, (516, 516), shaded=False).numbers
    board = paint("totem", figure.observation, replace(options, board_only=True))
    xs, ys = zip(*board.board, strict=True)
    whole = board.frame.crop((floor(min(xs)), floor(min(ys)), ceil(max(xs)), ceil(max(ys))))
    left, top = next(
        (x, y)
        for y in range(whole.height - 515)
        for x in range(whole.width - 515)
        if whole.getpixel((x, y)) == part.getpixel((0, 0))
        and whole.crop((x, y, x + 516, y + 516)).tobytes() == part.tobytes()
    )
    left, top = left + floor(min(xs)), top + floor(min(ys))
    assert len(board.pieces) > 10
    for a, b, c, d in board.pieces:
        within = left <= a and top <= b and c <= left + 516 and d <= top + 516
        assert within or c <= left or d <= top or a >= left + 516 or b >= top + 516


def test_leaderboard_of_a_game_without_such_a_row_shows_a_part_of_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(slug: str, observation: object, options: PictureOptions) -> Picture:
        return replace(paint(slug, observation, options), frieze=None)

    content, options = cards.leaderboard(1), PictureOptions()
    usual = paint(CARD, content, options).frame
    monkeypatch.setattr("render.cards.figures.paint_picture", without)
    drawn = in_full_colour(paint(CARD, content, options))
    assert drawn.size == usual.size
    assert len(drawn.crop((52, 70, 948, 266)).getcolors(1 << 20) or ()) > 20
