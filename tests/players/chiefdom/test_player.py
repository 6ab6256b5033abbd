"""What the computer player of Chiefdom decides, and that its masks agree with the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engines.chiefdom import rules
from engines.chiefdom.drawing import drawings, drawn
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Draw
from engines.chiefdom.scoring import largest_lake, running_total, trees_in_largest_forest
from engines.chiefdom.state import State
from engines.game import CHANCE
from players import LEVELS
from players.chiefdom import masks as fast
from players.chiefdom.player import PLAYER, possible_drawings
from players.chiefdom.yardsticks import YARDSTICKS
from tests.engines.chiefdom.matches import match
from tests.fakes import SeededRng

CARDS = (("cards", "on"),)


def waiting(seed: int, seats: int = 1, options: tuple[tuple[str, str], ...] = ()) -> Iterator[tuple[State, int]]:
    """The positions of a random match in which a player is to move."""
    for state in match(seed, seats, options):
        players = CHIEFDOM.players_to_move(state)
        if players and players[0] != CHANCE:
            yield state, players[0]


@pytest.mark.parametrize("seed", range(4))
def test_masks_draw_and_score_as_the_engine(seed: int) -> None:
    for state, player in waiting(seed):
        sheet, dice = state.sheets[player], state.dice
        assert dice is not None
        legal = list(drawings(sheet, dice))
        assert set(possible_drawings(sheet, dice)) == set(legal)
        masks = fast.masks_of(sheet)
        assert fast.points(masks) == running_total(sheet, ())
        for draw in legal[:: max(1, len(legal) // 20)]:
            after = drawn(sheet, draw)
            mask = sheet.board.mask(draw.squares)
            assert fast.after(masks, draw.icon, mask, draw.jobs, bonus=draw.bonus) == fast.masks_of(after)
            assert fast.points(fast.masks_of(after)) == running_total(after, ())


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_decides_legally_and_the_same_for_the_same_seed(level: int, seats: int) -> None:
    for state, player in list(waiting(11, seats, CARDS))[::9]:
        seen = CHIEFDOM.observe(state, player)
        decision = PLAYER.decide(seen, player, level, 5, nodes=300)
        assert decision == PLAYER.decide(seen, player, level, 5, nodes=300)
        assert decision.nodes <= 300
        assert CHIEFDOM.is_legal(state, player, CHIEFDOM.decode_move(*decision.moves))
        if decision.alternative is not None:
            (other,) = decision.alternative.moves
            assert CHIEFDOM.is_legal(state, player, CHIEFDOM.decode_move(other))
            assert other.split()[0] != decision.moves[0].split()[0]


def test_decisions_do_not_depend_on_what_others_have() -> None:
    for state, player in list(waiting(3, 3, (("sheets", "open"),)))[5::20]:
        others = tuple(sheet if seat == player else state.sheets[player] for seat, sheet in enumerate(state.sheets))
        none = tuple(None for _ in state.decisions)
        changed = replace(state, sheets=others, decisions=none)
        for level in LEVELS:
            one, other = CHIEFDOM.observe(state, player), CHIEFDOM.observe(changed, player)
            decide = PLAYER.decide
            assert decide(one, player, level, 7, nodes=200) == decide(other, player, level, 7, nodes=200)


def test_only_a_player_who_is_to_move_can_decide() -> None:
    state = CHIEFDOM.initial_state(1, {})
    with pytest.raises(ValueError, match="not to move"):
        PLAYER.decide(CHIEFDOM.observe(state, 0), 0, 1, 1)


def final_score(level: int, seed: int, *, greedy: bool = False) -> int:
    """The score of a solo match without cards."""
    rng, state = SeededRng(seed), CHIEFDOM.initial_state(1, {})
    while CHIEFDOM.outcome(state) is None:
        (player,) = CHIEFDOM.players_to_move(state)
        if player == CHANCE:
            state = CHIEFDOM.apply(state, player, CHIEFDOM.sample_chance(state, rng))
            continue
        deciding = YARDSTICKS["greedy"] if greedy else PLAYER
        decision = deciding.decide(CHIEFDOM.observe(state, player), player, level, seed)
        state = CHIEFDOM.apply(state, player, CHIEFDOM.decode_move(*decision.moves))
    return running_total(state.sheets[0], ())


def test_higher_levels_score_more() -> None:
    first, third, fourth = (sum(final_score(level, seed) for seed in range(6)) for level in (1, 3, 4))
    greedy = sum(final_score(1, seed, greedy=True) for seed in range(6))
    assert first < third < fourth
    assert first < greedy < fourth


def test_reasons_count_what_the_drawing_changes() -> None:
    checked = set()
    for seed in range(12):
        for state, player in waiting(seed):
            decision = PLAYER.decide(CHIEFDOM.observe(state, player), player, 2, seed)
            move = CHIEFDOM.decode_move(*decision.moves)
            before, dice = state.sheets[player], state.dice
            assert dice is not None
            if not isinstance(move, Draw):
                assert decision.reason.singular == "I pass: every drawing would lower my score."
                gains = [running_total(drawn(before, draw), ()) for draw in drawings(before, dice)]
                assert max(gains) < running_total(before, ())
                continue
            after, said = drawn(before, move), decision.reason.singular
            changes = {
                "log at once": after.logs_cut - before.logs_cut,
                "fish at once": after.fish - before.fish,
                "largest forest": trees_in_largest_forest(after) - trees_in_largest_forest(before),
                "largest lake": largest_lake(after) - largest_lake(before),
                "cards apart": running_total(after, ()) - running_total(before, ()),
            }
            for words, change in changes.items():
                if words in said:
                    assert decision.reason.count == change > 0
                    checked.add(words)
            if "house" in said:
                assert after.houses == before.houses + 1
                checked.add("house")
            if "Nothing else" in said:
                assert len(list(drawings(before, dice))) == 1
            if "costs nothing" in said:
                assert changes["cards apart"] == 0
            if "costs points" in said:
                assert changes["cards apart"] < 0
    assert checked >= {"log at once", "fish at once", "largest forest", "largest lake", "house"}


def test_cost_of_the_alternative_is_the_points_it_brings_less() -> None:
    told = 0
    for seed in range(6):
        for state, player in waiting(seed):
            decision = PLAYER.decide(CHIEFDOM.observe(state, player), player, 1, seed)
            if decision.alternative is None or "less at once" not in decision.alternative.reason.singular:
                continue
            scores = []
            for text in (*decision.moves, *decision.alternative.moves):
                move = CHIEFDOM.decode_move(text)
                assert isinstance(move, Draw)
                scores.append(running_total(drawn(state.sheets[player], move), ()))
            assert decision.alternative.reason.count == scores[0] - scores[1]
            told += 1
    assert told


def test_passes_only_where_every_drawing_costs_points() -> None:
    passed = 0
    for seed in range(60):
        for state, player in list(waiting(seed))[-6:]:
            sheet, dice = state.sheets[player], state.dice
            assert dice is not None
            if not rules.may_pass(state, player):
                continue
            gains = [running_total(drawn(sheet, draw), ()) for draw in drawings(sheet, dice)]
            (move,) = PLAYER.decide(CHIEFDOM.observe(state, player), player, 2, seed).moves
            assert (move == "pass") == (max(gains) < running_total(sheet, ()))
            passed += move == "pass"
    assert passed
