"""Cards: every content in every theme, legible, in its boxes, with room for the longest names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from PIL import Image

from bot.ui.boards.cards import cover_of, title_card
from engines.awethi.observation import AwethiObservation
from engines.iye.observation import IyeObservation
from engines.registry import GAMES
from engines.text import T
from engines.totem.observation import TotemObservation
from render import CARD, PAINTERS, PALETTES, THEMES, PictureOptions, board_share, is_shown_in_part, paint, render_png
from render.canvas import Point
from render.cards.content import Card, FiguresCard, ResultCard, Standing
from render.cards.medals import METALS
from render.cards.page import SMALLEST, edges, grounds
from render.listing import in_full_colour
from render.options import PaletteName, ThemeName
from render.scripts import can_draw
from render.text import Placed
from render.theme import THEME_COLOURS
from render.totem.colours import SIDES
from tests.render import card_contents as cards
from tests.render.colours import BLINDNESS, contrast, distance, seen_by
from tests.render.golden import CHIEFTAINS, GOLDEN
from tests.render.sample_texts import ALONE, GALLERY, LONG_NAMES, lengthened, needs_shaping

CONTENTS: dict[str, Card] = {
    "games": cards.GAMES_CARD,
    "boards": cards.BOARDS,
    **{f"title of {slug}": cards.title_of(slug) for slug in GAMES},
    **{card.title: card for card in (cards.IYE, cards.TOTEM, cards.AWETHI, cards.CHIEFDOM)},
    "Chiefdom with eight": cards.EIGHT,
    "Chiefdom alone": cards.SOLO,
    "drawn": cards.DRAWN,
    "leaderboard": cards.leaderboard(8),
}


def middle_of(board: Sequence[Point]) -> tuple[int, int]:
    left, top, right, bottom = (pick(line) for pick in (min, max) for line in zip(*board, strict=True))
    return round((left + right) / 2), round((top + bottom) / 2)


each_card = pytest.mark.parametrize("name", CONTENTS)


@each_card
@pytest.mark.parametrize("size", [400, 1000])
def test_texts_stay_in_their_boxes(name: str, size: int) -> None:
    for names, translate in ((CHIEFTAINS, None), (LONG_NAMES * 4, lengthened)):
        options = PictureOptions(names=names, size=size)
        if translate is not None:
            options = replace(options, translate=translate, language="xx")
        picture = paint(CARD, CONTENTS[name], options)
        assert picture.frame.width == size
        for placed in picture.texts:
            assert placed.box[0] <= placed.inked[0] <= placed.inked[2] <= placed.box[2], placed
            assert placed.box[1] <= placed.inked[1] <= placed.inked[3] <= placed.box[3], placed
            assert placed.box[3] <= picture.frame.height, placed
            assert can_draw(placed.string), placed


@needs_shaping
@pytest.mark.parametrize("name", ["Chiefdom with eight", "leaderboard"])
def test_names_in_all_scripts_are_drawn(name: str) -> None:
    names = (*GALLERY, ALONE["Korean"], ALONE["Chinese"], ALONE["Greek"])
    written = {placed.string for placed in paint(CARD, CONTENTS[name], PictureOptions(names=names)).texts}
    assert set(names) <= written


@cache
def usual_texts(name: str) -> tuple[Placed, ...]:
    return tuple(paint(CARD, CONTENTS[name], PictureOptions(names=CHIEFTAINS)).texts)


@each_card
def test_usual_texts_are_neither_cut_nor_small(name: str) -> None:
    """On a phone, which shows a card 340 pixels wide, all letters have ten pixels."""
    for placed in usual_texts(name):
        assert placed.string == placed.wanted, placed
        assert placed.pixels >= SMALLEST, placed


@each_card
def test_no_text_covers_another(name: str) -> None:
    texts = usual_texts(name)
    for number, one in enumerate(texts):
        for other in texts[:number]:
            (left, top, right, bottom), (x, y, end, foot) = one.inked, other.inked
            assert right <= x or end <= left or bottom <= y or foot <= top, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_every_card_is_drawn_in_every_theme_and_palette(theme: ThemeName, palette: PaletteName) -> None:
    """Each card in half of the combinations, and so in both themes and in both palettes."""
    options = PictureOptions(theme=theme, palette=palette, names=CHIEFTAINS)
    number = THEMES.index(theme) + PALETTES.index(palette)
    for content in [*CONTENTS.values()][number % 2 :: 2]:
        assert len(render_png(CARD, content, options)) <= 110_000


@pytest.mark.parametrize("theme", THEMES)
def test_texts_and_ornaments_stand_out(theme: ThemeName) -> None:
    colours = THEME_COLOURS[theme]
    for ink, ground in grounds(colours):
        assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert (colours.accent, colours.table) in edges(colours)
    assert contrast(colours.accent, colours.table) >= 3, "the frame of the first"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_first_row_differs_for_all_colour_vision(theme: ThemeName, blindness: str) -> None:
    """A star marks it, too."""
    colours = THEME_COLOURS[theme]
    assert distance(seen_by(blindness, colours.accent), seen_by(blindness, colours.card_edge)) >= 25


@pytest.mark.parametrize("theme", THEMES)
def test_medals_stand_out(theme: ThemeName) -> None:
    """By their face or their rim; the number on them says which one it is."""
    colours = THEME_COLOURS[theme]
    for metal, ground in zip(METALS, (colours.card_active, colours.card, colours.card), strict=True):
        assert max(contrast(metal.face, ground), contrast(metal.rim, ground)) >= 3, metal
        assert contrast(metal.face, metal.rim) >= 2, metal


@pytest.mark.parametrize("theme", THEMES)
def test_medals_have_their_own_colours_on_every_board(theme: ThemeName) -> None:
    """Colours for which a palette has no room would become others."""
    for game in GAMES.values():
        content = replace(cards.leaderboard(3), figure=cover_of(game.info))
        palette = paint(CARD, content, PictureOptions(theme=theme)).palette
        rgb = {tuple(palette[at : at + 3]) for at in range(0, len(palette), 3)}
        assert {shade for metal in METALS for shade in metal} <= rgb, game.info.slug


def test_first_three_of_a_leaderboard_have_a_medal_each() -> None:
    card = in_full_colour(paint(CARD, cards.leaderboard(8), PictureOptions(names=CHIEFTAINS)))
    seen = [rgb for _, rgb in card.getcolors(1 << 20) or ()]
    assert all(metal.face in seen for metal in METALS)
    card = in_full_colour(paint(CARD, replace(cards.leaderboard(8), figure=None), PictureOptions(names=CHIEFTAINS)))
    column = [card.getpixel((104, down)) for down in range(200, card.height - 60)]
    assert [metal for metal in METALS if metal.face in column] == list(METALS)


def test_leaderboard_has_the_levels_beaten_and_says_what_they_are() -> None:
    texts = [placed.string for placed in paint(CARD, cards.leaderboard(8), PictureOptions(names=CHIEFTAINS)).texts]
    levels = [str(level) for level in cards.LEVELS if level is not None]
    # Ranks are written, too: of eight players 1 to 7, the last two sharing theirs.
    assert sorted(text for text in texts if len(text) == 1 and text.isdigit()) == sorted([*levels, *"12345677"])
    assert "= highest computer level beaten" in texts
    none = tuple(replace(rank, level=None) for rank in cards.leaderboard(3).ranks)
    without = paint(CARD, replace(cards.leaderboard(3), ranks=none), PictureOptions(names=CHIEFTAINS)).texts
    assert "= highest computer level beaten" not in [placed.string for placed in without]


def test_long_title_of_a_leaderboard_leaves_room_for_the_server() -> None:
    content = replace(cards.leaderboard(3), subtitle=T("Best scores, alone · Scoring cards: None"))
    texts = {placed.string for placed in paint(CARD, content, PictureOptions(names=CHIEFTAINS)).texts}
    assert {content.server, content.date, "Best scores, alone · Scoring cards: None"} <= texts


def test_ratings_of_a_leaderboard_end_below_each_other() -> None:
    """The mark of a provisional rating does not move the digits."""
    content = cards.leaderboard(8)
    texts = paint(CARD, content, PictureOptions(names=CHIEFTAINS)).texts
    numbers = [rank.number.removesuffix("?") for rank in content.ranks]
    assert len({placed.box[2] for placed in texts if placed.string in numbers}) == 1
    assert sum(placed.string == "?" for placed in texts) == sum(rank.number[-1] == "?" for rank in content.ranks)


@pytest.mark.parametrize("content", [cards.IYE, cards.TOTEM, cards.AWETHI, cards.CHIEFDOM, cards.EIGHT, cards.SOLO])
def test_winner_is_written_larger_than_anybody_else(content: ResultCard) -> None:
    texts = paint(CARD, content, PictureOptions(names=CHIEFTAINS)).texts
    sizes = {name: max((one.pixels for one in texts if one.string == name), default=0) for name in CHIEFTAINS}
    winner, *others = (CHIEFTAINS[one.player] for one in content.standings)
    assert all(sizes[winner] > sizes[name] >= SMALLEST for name in others)


def test_winners_who_share_a_place_are_as_large_as_each_other() -> None:
    for content in (cards.CHIEFDOM, cards.EIGHT):
        first = tuple(
            replace(one, place=1 if number < 2 else one.place) for number, one in enumerate(content.standings)
        )
        texts = paint(CARD, replace(content, standings=first), PictureOptions(names=("Ada", "Bob") * 4)).texts
        names = [placed for placed in texts if placed.string.startswith(("Ada", "Bob"))]
        sizes = [placed.box[3] - placed.box[1] for placed in names if placed.box[0] > 400][:2]
        assert sizes[0] == sizes[1]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("content", [cards.DRAWN, cards.DRAWN_TOTEM])
def test_nobody_has_gold_in_a_drawn_match(content: ResultCard, theme: ThemeName) -> None:
    """Two gold plates looked like two winners."""
    drawn, won = (
        in_full_colour(paint(CARD, shown, PictureOptions(theme=theme, names=CHIEFTAINS)))
        for shown in (content, replace(content, standings=(content.standings[0], Standing(1, 2))))
    )
    beside = [
        {rgb for _, rgb in card.crop((600, 240, 1000, card.height - 100)).getcolors(1 << 20) or ()}
        for card in (drawn, won)
    ]
    gold = {METALS[0].face, THEME_COLOURS[theme].card_active}
    assert not gold & beside[0]
    assert gold <= beside[1]


def test_headline_of_long_names_is_not_cut() -> None:
    """Its names are shortened."""
    said = cards.AWETHI.headline
    written = paint(CARD, cards.AWETHI, PictureOptions(names=LONG_NAMES * 4)).texts
    assert any(placed.string.endswith("points.") for placed in written), said
    assert all(placed.string == placed.wanted for placed in written[2:5])


@pytest.mark.parametrize("name", [*(game.info.title for game in GAMES.values()), "leaderboard"])
def test_colours_of_letters_are_those_of_the_theme(name: str) -> None:
    """A board has colours of its own, which must leave room for those of the card."""
    for theme in THEMES:
        picture = paint(CARD, CONTENTS[name], PictureOptions(theme=theme, names=CHIEFTAINS))
        rgb = [tuple(picture.palette[at : at + 3]) for at in range(0, len(picture.palette), 3)]
        colours = THEME_COLOURS[theme]
        assert {colours.text, colours.text_muted, colours.accent, colours.card, colours.card_active} <= set(rgb)


@pytest.mark.parametrize("slug", GAMES)
def test_board_is_as_large_as_its_share_says(slug: str) -> None:
    """Otherwise it is drawn twice for a card, as a close-up of Awéthi is."""
    content = CONTENTS[GAMES[slug].info.title]
    assert isinstance(content, ResultCard)
    figure = content.figure
    focus = None if figure.focus == "last" else figure.focus
    picture = paint(slug, figure.observation, PictureOptions(focus=focus, board_only=True))
    across, down = zip(*picture.board, strict=True)
    longer = max(max(across) - min(across), max(down) - min(down))
    assert longer <= board_share(slug) * 1000 * 1.002
    assert longer >= board_share(slug) * 1000 * 0.94


def test_every_player_has_another_piece_in_games_with_pieces_of_players() -> None:
    for name, seats in (("Totem", 2), ("Awéthi", 4), ("İYE", 0), ("Chiefdom", 0)):
        content = CONTENTS[name]
        assert isinstance(content, ResultCard)
        token = paint(content.figure.game, content.figure.observation, PictureOptions()).token
        ground = THEME_COLOURS["dark"].card
        drawn = set() if token is None else {token(seat, 60, ground).tobytes() for seat in range(seats)}
        assert (token is not None) == bool(seats)
        assert len(drawn) == seats, name


def test_long_headline_is_not_cut() -> None:
    said = T(
        "The last aiwe of Ayşe’s herd is eaten. No herder has three aiwe in the shelter: Boris Gödünov wins with all"
        " wairgka."
    )
    placed = paint(CARD, replace(cards.AWETHI, headline=said), PictureOptions(names=CHIEFTAINS)).texts
    headline = [one for one in placed if one.string in said.singular and len(one.string) > 20]
    assert " ".join(one.string for one in headline) == said.singular
    assert len(headline) == 3


def test_ornaments_of_games_differ() -> None:
    bands: set[bytes] = set()
    borders: set[bytes] = set()
    for game in GAMES.values():
        picture = paint(CARD, CONTENTS[f"title of {game.info.slug}"], PictureOptions())
        width, height = picture.frame.size
        for found, box in ((bands, (0, height - 54, width, height)), (borders, (0, 0, width, 30))):
            part = picture.frame.crop(box)
            part = Image.frombytes("P", part.size, part.tobytes())
            part.putpalette(picture.palette)
            found.add(part.convert("RGB").tobytes())
    assert len(bands) == len(borders) == len(GAMES)


def test_titles_show_positions_without_open_choices() -> None:
    """Rings around what can be chosen would distract from the game."""
    for one in cards.GAMES_CARD.figures:
        seen = one.figure.observation
        match seen:
            case IyeObservation():
                assert (seen.natural, seen.spend) == ((), ())
            case TotemObservation():
                assert (seen.movable, seen.placements) == ((), ())
            case AwethiObservation():
                assert (one.figure.focus or "").startswith("area:")


def test_two_players_are_shown_larger_than_more() -> None:
    sizes = []
    for standings in (cards.TOTEM.standings, (*cards.TOTEM.standings, Standing(2, 3))):
        written = paint(CARD, replace(cards.TOTEM, standings=standings), PictureOptions(names=CHIEFTAINS)).texts
        sizes.append(next(placed.pixels for placed in written if placed.string == CHIEFTAINS[0]))
    assert sizes == [60, 50]


def test_board_only_changes_nothing_on_the_board() -> None:
    for name, (slug, observation, options) in GOLDEN.items():
        if slug not in PAINTERS or not name.endswith(("middle", "own")):
            continue
        whole, alone = (paint(slug, observation, replace(options, board_only=only)) for only in (False, True))
        assert whole.board == alone.board
        across, down = zip(*whole.board, strict=True)
        middle = (round(sum(across) / len(across)), round(sum(down) / len(down)))
        box = (middle[0] - 100, middle[1] - 100, middle[0] + 100, middle[1] + 100)
        assert whole.frame.crop(box).tobytes() == alone.frame.crop(box).tobytes()


def test_board_without_outline_is_shown_whole_and_scaled_down() -> None:
    """Chiefdom's public picture has no large plan."""
    public = GOLDEN["chiefdom-public"][1]
    content = FiguresCard(
        T("Title"),
        tuple(
            replace(one, figure=replace(one.figure, observation=public))
            for one in cards.GAMES_CARD.figures
            if one.figure.game == "chiefdom"
        )
        * 3,
    )
    chosen = tuple(replace(one, figure=replace(one.figure, whole=True)) for one in content.figures)
    for figures in (content.figures, chosen):
        assert paint(CARD, replace(content, figures=figures), PictureOptions(size=400)).frame.width == 400


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("slug", GAMES)
def test_title_shows_a_part_of_the_board_as_large_as_in_its_game(slug: str, theme: ThemeName) -> None:
    """A board of 380 units showed pieces of 12 pixels on a phone."""
    cover = cover_of(GAMES[slug].info)
    assert cover is not None
    options = PictureOptions(theme=theme)
    own = paint(slug, cover.observation, replace(options, focus=cover.focus, board_only=True))
    x, y = own.eye or middle_of(own.board)
    piece = in_full_colour(own).crop((x - 40, y - 40, x + 40, y + 40)).tobytes()
    card = in_full_colour(paint(CARD, cards.title_of(slug), options))
    shown = card.crop((960 - 436, 70, 960, 70 + 500))
    assert any(
        shown.getpixel(at) == (piece[0], piece[1], piece[2])
        and shown.crop((*at, at[0] + 80, at[1] + 80)).tobytes() == piece
        for at in ((across, down) for across in range(436 - 80) for down in range(500 - 80))
    )


def test_result_of_totem_shows_each_players_totem_in_its_colours() -> None:
    """A part of a board with a shadow has a palette of its own, in which they had others."""
    card = in_full_colour(paint(CARD, cards.TOTEM, PictureOptions(names=CHIEFTAINS)))
    beside = {rgb for _, rgb in card.crop((610, 260, 960, 800)).getcolors(1 << 20) or ()}
    assert SIDES["standard"][0].face in beside


@pytest.mark.parametrize("theme", THEMES)
def test_result_of_totem_shows_the_winners_pieces_as_large_as_in_the_game(theme: ThemeName) -> None:
    """On a card with the whole board they had 11 pixels on a phone; all games but Totem show all of it."""
    assert [slug for slug in GAMES if is_shown_in_part(slug)] == ["totem"]
    seen = cards.TOTEM.figure.observation
    own = paint("totem", seen, PictureOptions(theme=theme, board_only=True))
    x, y = own.eye or (0, 0)
    around = (x - 130, y - 170, x + 130, y + 170)
    piece = in_full_colour(own).crop(around)
    card = in_full_colour(paint(CARD, cards.TOTEM, PictureOptions(theme=theme, names=CHIEFTAINS)))
    rows = range(250, card.height - 400)
    found = {
        (across, down)
        for across in range(40, 400)
        for down in rows
        if card.getpixel((across, down)) == piece.getpixel((0, 0))
    }
    assert any(card.crop((*at, at[0] + 260, at[1] + 340)).tobytes() == piece.tobytes() for at in found)


def test_title_of_another_board_shows_it_whole_in_its_own_frame() -> None:
    """Two frames, one around the other, left dark bands between them."""
    content = title_card(GAMES["awethi"].info, {"board": "river"})
    assert content is not None
    assert content.figure.whole
    card = in_full_colour(paint(CARD, content, PictureOptions()))
    assert card.getpixel((960 - 436 // 2, 30 + 40 - 6)) == THEME_COLOURS["dark"].table
    titled = in_full_colour(paint(CARD, cards.title_of("awethi"), PictureOptions()))
    assert titled.getpixel((960 - 436 // 2, 30 + 40 - 6)) == THEME_COLOURS["dark"].frame, "a part has one"


def test_boards_to_choose_from_are_seen_whole() -> None:
    assert isinstance(cards.BOARDS, FiguresCard)
    assert all(one.figure.whole for one in cards.BOARDS.figures)
    assert not any(one.figure.whole for one in cards.GAMES_CARD.figures)


def test_boards_to_choose_from_and_ten_players_suit_a_phone() -> None:
    for content in (cards.BOARDS, cards.leaderboard(10)):
        width, height = paint(CARD, content, PictureOptions()).frame.size
        assert height <= 1.25 * width


def test_each_board_to_choose_from_has_its_words_below_it() -> None:
    """Those of the third stood beside it."""
    card = paint(CARD, cards.BOARDS, PictureOptions())
    shown = in_full_colour(card)
    for name in ("Meadow", "River", "Lake"):
        words = next(placed for placed in card.texts if placed.string.startswith(name))
        middle = (words.box[0] + words.box[2]) // 2
        assert shown.getpixel((middle, words.box[1] - 14)) == THEME_COLOURS["dark"].frame, "the lower edge of a board"


def test_sign_of_a_leaderboard_covers_no_part_of_the_board() -> None:
    """It lay on a piece."""
    card = paint(CARD, cards.leaderboard(3), PictureOptions())
    assert in_full_colour(card).getpixel((500, 266)) == THEME_COLOURS["dark"].frame_light, "the sign's upper edge"
    name = next(placed for placed in card.texts if placed.string == "Totem")
    assert name.box[1] > 266


def test_leaderboard_without_a_board_has_its_title() -> None:
    texts = paint(CARD, replace(cards.leaderboard(3), figure=None), PictureOptions(names=CHIEFTAINS)).texts
    assert {"Totem", "The Board Room 🎲"} <= {placed.string for placed in texts}


def test_other_contents_are_rejected() -> None:
    for content in ("a card", None, GOLDEN["iye-end"][1]):
        with pytest.raises(TypeError):
            paint(CARD, content, PictureOptions())
