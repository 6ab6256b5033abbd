"""Static facts, options and the texts about a game."""

from __future__ import annotations

import re

import pytest

from engines.errors import InvalidOptionsError
from engines.game import AnyGame, Outcome
from engines.registry import GAMES
from engines.text import Seat, T, Text, fill
from tests.engines.conformance.cases import each_game


def test_games_are_registered_under_their_slugs() -> None:
    assert all(slug == game.info.slug for slug, game in GAMES.items())


@each_game
def test_machine_names_fit_commands(game: AnyGame) -> None:
    names = [game.info.slug, *(option.name for option in game.info.options)]
    assert all(re.fullmatch("[a-z][a-z0-9_]{0,15}", name) for name in names)
    assert len(set(names)) == len(names)


@each_game
def test_cover_is_a_page_of_the_rules_with_a_figure(game: AnyGame) -> None:
    pages = game.rules_pages()
    assert pages[game.info.cover].figure is not None or all(page.figure is None for page in pages)


@each_game
def test_one_line_texts_fit_menus(game: AnyGame) -> None:
    info = game.info
    assert 0 < len(str(info.tagline)) <= 100
    assert 0 < len(str(info.typical_length)) <= 100
    assert len(info.seat_titles) == info.max_players
    assert len({str(title) for title in info.seat_titles}) == info.max_players
    for option in info.options:
        assert 0 < len(str(option.title)) <= 100
        assert 0 < len(str(option.explanation)) <= 100
        assert 1 < len(option.choices) <= 25
        assert all(0 < len(str(choice.title)) <= 100 for choice in option.choices)


@each_game
def test_defaults_are_values_of_their_options(game: AnyGame) -> None:
    for option in game.info.options:
        values = [choice.value for choice in option.choices]
        assert option.default in values
        assert len(set(values)) == len(values)


@each_game
def test_numbers_of_players_outside_the_range_are_refused(game: AnyGame) -> None:
    assert 1 <= game.info.min_players <= game.info.max_players
    for players in (game.info.min_players - 1, game.info.max_players + 1, 0, -1):
        with pytest.raises(InvalidOptionsError):
            game.initial_state(players, {})


@each_game
def test_unknown_options_and_values_are_refused(game: AnyGame) -> None:
    players = game.info.max_players
    with pytest.raises(InvalidOptionsError):
        game.initial_state(players, {"no such option": "1"})
    for option in game.info.options:
        with pytest.raises(InvalidOptionsError):
            game.initial_state(players, {option.name: "no such value"})


@each_game
def test_explicit_defaults_change_nothing(game: AnyGame) -> None:
    spelt = {option.name: option.default for option in game.info.options}
    assert game.initial_state(game.info.max_players, spelt) == game.initial_state(game.info.max_players, {})


@each_game
def test_rules_pages_are_within_their_limits(game: AnyGame) -> None:
    pages = game.rules_pages()
    assert pages
    assert len({str(page.title) for page in pages}) == len(pages)
    for page in pages:
        assert 0 < sum(len(str(paragraph)) for paragraph in page.paragraphs) <= 1200
        assert (page.figure is None) == (page.figure_alt is None)
        if page.figure_alt is not None:
            assert 0 < len(str(page.figure_alt)) <= 1024


@each_game
def test_figures_are_complete_observations(game: AnyGame) -> None:
    for page in game.rules_pages():
        if page.figure is not None:
            assert game.describe_position(page.figure)
            assert game.text_board(page.figure)


@each_game
def test_every_text_can_be_translated_with_other_names(game: AnyGame) -> None:
    """No field is filled in too early: another pattern and another name reach every part of a text."""
    texts = [game.info.tagline, *game.info.seat_titles]
    texts += [paragraph for page in game.rules_pages() for paragraph in (page.title, *page.paragraphs)]
    for text in texts:
        assert fill(text, _marked, lambda seat: f"<{seat.player}>") == _expected(text)


def _marked(text: Text) -> str:
    pattern = text.singular if text.plural is None or text.count == 1 else text.plural
    return f"[{pattern}]"


def _expected(text: Text) -> str:
    fields = {
        name: _expected(arg) if isinstance(arg, Text) else f"<{arg.player}>" if isinstance(arg, Seat) else arg
        for name, arg in text.args
    }
    return _marked(text).format_map({"count": text.count, **fields})


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_position_ended_by_agreement_is_described_with_the_result(game: AnyGame) -> None:
    state = game.initial_state(game.info.min_players, {})
    seen = game.observe(state, None)
    drawn = Outcome("agreement", T("All agreed."), ((0,),))
    assert T("All agreed.") in game.describe_position(game.observe_ended(state, None, (), drawn))
    assert game.observe(state, None) == seen
