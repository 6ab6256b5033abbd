"""Judgements of every game: about what, of what worth, and from what is known."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines.game import CHANCE, AnyGame, Player
from engines.iye.game import IYE
from engines.registry import GAMES
from players.registry import player_of
from players.review import Judgement, has_reviews, judge, margin_of
from tests.engines.conformance.cases import ALL

each_game = pytest.mark.parametrize("slug", GAMES)


def decided(
    game: AnyGame, seed: int, level: int = 1, most: int = 24, nodes: int = 60
) -> Iterator[tuple[Any, Player, tuple[str, ...]]]:
    """Positions of a match of computer players with chances to err, and what was decided there."""
    rng, random, found = Random(seed), Random(seed + 1), 0
    state = game.initial_state(max(2, game.info.min_players), {})
    while found < most and (waiting := game.players_to_move(state)):
        player = waiting[0]
        if player == CHANCE:
            state = game.apply(state, player, game.sample_chance(state, rng))
            continue
        seen = game.observe(state, player)
        moves = player_of(game).decide(seen, player, level, random.getrandbits(30), nodes=nodes).moves
        found += 1
        yield state, player, moves
        for text in moves:
            state = game.apply(state, player, game.decode_move(text))


@each_game
@pytest.mark.parametrize("deep", [False, True])
def test_other_moves_are_legal_and_not_those_played(slug: str, *, deep: bool) -> None:
    game, judged = GAMES[slug], 0
    for state, player, moves in decided(game, 3, most=16 if deep else 24):
        found = judge(game, game.observe(state, player), player, moves, deep=deep)
        if found is None:
            continue
        judged += 1
        after = state
        for text in found.other:
            move = game.decode_move(text)
            assert game.is_legal(after, player, move)
            after = game.apply(after, player, move)
        assert found.other != moves
        assert str(found.reason).endswith(".")
        assert str(found.difference).endswith(".")
    assert judged > 8


@each_game
@pytest.mark.parametrize("deep", [False, True])
def test_judgement_depends_on_what_the_player_knew_alone(slug: str, *, deep: bool) -> None:
    game = GAMES[slug]
    for state, player, moves in decided(game, 4, most=4 if deep else 8):
        seen = game.observe(state, player)
        twin = game.observe(game.imagine(seen, player, Random(8)), player)
        assert twin == seen
        assert judge(game, twin, player, moves, deep=deep) == judge(game, seen, player, moves, deep=deep)


@each_game
def test_strongest_players_err_less_than_beginners(slug: str) -> None:
    game = GAMES[slug]

    def cost(level: int) -> float:
        leads = []
        for state, player, moves in decided(game, 0, level, most=10, nodes=1000):
            found = judge(game, game.observe(state, player), player, moves, deep=True)
            leads.append(0.0 if found is None else min(0.0, found.lead))
        return -sum(leads) / len(leads)

    assert cost(5) < cost(1)


def test_margins_are_positive_and_games_without_judgements_have_none() -> None:
    assert all(margin_of(slug) > 0 for slug in GAMES)
    others = [game.info.slug for game in ALL if game.info.slug not in GAMES]
    assert others
    for slug in others:
        assert not has_reviews(slug)
        with pytest.raises(LookupError):
            margin_of(slug)


def iye_judgement(board: str, move: str) -> Judgement:
    """Judge a move in a written position of İYE."""
    state = IYE.load_state(board)
    player = next(iter(IYE.players_to_move(state)))
    found = judge(IYE, IYE.observe(state, player), player, (move,), deep=True)
    assert found is not None
    return found


def test_last_tiles_of_iye_are_calculated_to_the_end() -> None:
    exact = 0
    for seed in range(4):
        for state, player, moves in decided(IYE, seed, most=200):
            seen = IYE.observe(state, player)
            if seen.phase != "play" or sum(letter != "." for letter in seen.board) > 7:
                continue
            found = judge(IYE, seen, player, moves, deep=True)
            if found is None:
                continue
            exact += 1
            assert found.is_exact
            assert str(found.difference).startswith("Calculated to the end: ")
            assert found.lead == pytest.approx(true_value(state, player, moves[0]) - best_of(state, player, moves[0]))
    assert exact > 5


def test_better_move_of_iye_is_told_beside_what_the_move_made_leads_to() -> None:
    """The reason says already that only the better one wins."""
    found = iye_judgement("...../S..../....T/..SS./..... a2 play 1 SSSSHHHHHHW/STTTWW -/SHTO 2 2 1-0 2 -", "c2")
    assert str(found.reason) == "Only a4 wins cycle 2 for you."
    assert str(found.difference) == "Calculated to the end: a4 wins cycle 2, your move loses it."


def test_only_way_that_costs_no_tile_is_no_find_in_iye() -> None:
    """It was the one button under the board."""
    state = IYE.load_state("...../HHH../...../...../..... a2 play 1 SSSSSSSHHTT/SHHTTT -/SWWWO 1 4 1-1 2 -")
    assert judge(IYE, IYE.observe(state, 0), 0, ("a4",), deep=True) is None
    worse = judge(IYE, IYE.observe(state, 0), 0, ("Hb4",), deep=True)
    assert worse is not None
    assert worse.lead < 0


def test_turn_that_wins_in_totem_is_praised() -> None:
    game = GAMES["totem"]
    state = game.load_state("H6g6g7h7h8i6i7/G11f10f11g12h11 19/19 run 1 32 5 - - 0 - -")
    for deep in (False, True):
        found = judge(game, game.observe(state, 0), 0, ("g7-g9.2", "i7-g10.3"), deep=deep)
        assert found is not None
        assert found.lead >= margin_of("totem")
        assert found.is_exact
        assert str(found.reason) == "Player 2’s totem falls, and you win."
        after = state
        for text in found.other:
            after = game.apply(after, 0, game.decode_move(text))
        assert game.outcome(after) is None, "the other turn does not win"


@pytest.mark.parametrize(
    ("line", "moves", "reason", "is_clear"),
    [
        (
            "J10h10i9i10j8j9/D4e5e6f7g8g9 19/19 use 1 52 0 - - 2 - -",
            ("use:5", "i10-h11.1", "j10-i11.1", "j9-j7.3"),
            "You then have more pieces than Player 2: 5 to 3.",
            False,
        ),
        (
            "E9f9g7g8g9h9/B2c3d4d5d6 19/17 use 1 62 0 - - 4 - -",
            ("use:2", "e9-f10.1", "h9-g10.1"),
            "Player 2 could fell your totem with 17% of rolls; after this, none does.",
            True,
        ),
    ],
)
def test_one_or_two_pieces_are_no_clear_moment_of_totem(
    line: str, moves: tuple[str, ...], reason: str, *, is_clear: bool
) -> None:
    game = GAMES["totem"]
    found = judge(game, game.observe(game.load_state(line), 0), 0, moves, deep=True)
    assert found is not None
    assert str(found.reason) == reason
    assert (found.lead <= -margin_of("totem")) == is_clear


def true_value(state: Any, player: Player, move: str) -> float:
    """The value of a move of İYE by trying everything: 1 wins the cycle, one half ties it, 0 loses it."""
    before = state
    after = IYE.apply(state, player, IYE.decode_move(move))
    return cycle_value(before, after, player)


def cycle_value(before: Any, state: Any, player: Player) -> float:
    """The value of a position within a cycle that began with the wins of ``before``."""
    won = [now - then for now, then in zip(state.wins, before.wins, strict=True)]
    if any(won) or CHANCE in IYE.players_to_move(state) or not IYE.players_to_move(state):
        return 1.0 if won[player] else 0.0 if won[1 - player] else 0.5
    mover = next(iter(IYE.players_to_move(state)))
    if IYE.observe(state, mover).phase != "play":
        return 0.5
    values = (cycle_value(before, IYE.apply(state, mover, move), player) for move in IYE.legal_moves(state, mover))
    return max(values) if mover == player else min(values)


def best_of(state: Any, player: Player, played: str) -> float:
    """The value of the best other move, but for spending a tile on a square that is reached without (I9)."""
    seen = IYE.observe(state, player)
    natural = {IYE.encode_move(move) for move in IYE.legal_moves(state, player)}
    names = {name for name in natural if len(name) == 2}
    others = {name for name in natural if name != played and (len(name) == 2 or name[1:] not in names)}
    assert seen.phase == "play"
    return max(true_value(state, player, move) for move in others)
