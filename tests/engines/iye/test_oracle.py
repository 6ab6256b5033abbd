"""The engine agrees with a slow second implementation, over whole random matches."""

from __future__ import annotations

from random import Random

import pytest

from engines.game import CHANCE
from engines.iye.game import IYE
from engines.iye.moves import Deal
from engines.iye.rules import finished_cycle
from engines.iye.state import State
from engines.playthrough import play_at_random
from tests.engines.iye.oracle import Cycle, square

NAMES = [file + rank for rank in "12345" for file in "abcde"]


def laid_out(deal: Deal, starter: int) -> Cycle:
    return Cycle({square(name): letter for name, letter in zip(NAMES, deal.board, strict=True)}, starter)


def same(state: State, cycle: Cycle) -> bool:
    """Whether board, drum, hands and spent tiles are the same."""
    tiles = {square(name): letter for name, letter in zip(NAMES, state.board, strict=True) if letter != "."}
    piles = [[pile.count(letter) for letter in "SHTWO"] for pile in (*cycle.hands, *cycle.spent)]
    return (tiles, square(NAMES[state.drum])) == (cycle.tiles, cycle.drum) and piles == [
        list(pile) for pile in (*state.hands, *state.spent)
    ]


@pytest.mark.parametrize("seed", range(40))
def test_moves_positions_and_winners_agree(seed: int) -> None:
    """I5 to I15 together: every position of a match of up to three won cycles."""
    played = play_at_random(IYE, 2, {"wins": "3"}, Random(seed))
    state = IYE.initial_state(2, {"wins": "3"})
    cycle: Cycle | None = None
    wins = [0, 0]
    deal: Deal | None = None
    for entry in played.entries:
        assert entry.move is not None
        move = IYE.decode_move(entry.move)
        before, state = state, IYE.apply(state, entry.player, move)
        if isinstance(move, Deal):
            deal, cycle = move, None
        if before.phase != "play":
            if state.phase == "play":
                assert deal is not None
                assert state.turn is not None
                cycle = laid_out(deal, state.turn)
            continue
        assert cycle is not None
        assert entry.player == cycle.to_move != CHANCE
        assert {IYE.encode_move(each) for each in IYE.legal_moves(before, entry.player)} == cycle.moves()
        cycle.make(entry.move)
        assert same(state, cycle)
        result = finished_cycle(state)
        assert (result is not None) == cycle.over
        if result is not None:
            assert result.winner == cycle.winner
            assert not result.scored or [sum(points) for points in result.points] == cycle.totals()
            if cycle.winner is not None:
                wins[cycle.winner] += 1
            assert list(state.wins) == wins
    assert max(wins) == 3


def test_compared_matches_have_every_kind_of_end() -> None:
    """Otherwise the comparison would be incomplete."""
    kinds = set()
    for seed in range(40):
        state = IYE.initial_state(2, {"wins": "3"})
        for entry in play_at_random(IYE, 2, {"wins": "3"}, Random(seed)).entries:
            assert entry.move is not None
            state = IYE.apply(state, entry.player, IYE.decode_move(entry.move))
            result = finished_cycle(state)
            if result is not None:
                kinds.add((result.scored, result.winner))
    assert kinds == {(True, 0), (True, 1), (True, None), (False, 0), (False, 1)}
