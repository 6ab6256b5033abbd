"""What the computer player of Chiefdom decides, and that its masks agree with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engines.chiefdom import rules
from engines.chiefdom.drawing import drawings, drawn
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Draw
from engines.chiefdom.scoring import largest_lake, running_total, trees_in_largest_forest, wall_is_completed
from engines.chiefdom.state import State
from engines.game import CHANCE
from engines.text import Text
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


@pytest.mark.parametrize("cards", ["on", "off"])
def test_secret_sheets_and_decisions_of_others_change_nothing(cards: str) -> None:
    """Twins: positions that differ only in what the player may not know."""
    tried = 0
    elsewhere = [state for state, _ in waiting(4, 3, (("cards", cards),))]
    for state, player in list(waiting(3, 3, (("cards", cards),)))[5::20]:
        other = next(each for each in reversed(elsewhere) if each.sheets[player] != state.sheets[player])
        twin = replace(
            state,
            sheets=tuple(
                state.sheets[seat] if seat == player else other.sheets[seat] for seat in range(len(state.sheets))
            ),
        )
        assert twin != state
        for level in LEVELS:
            one, two = CHIEFDOM.observe(state, player), CHIEFDOM.observe(twin, player)
            decisions = [PLAYER.decide(seen, player, level, 7, nodes=200) for seen in (one, two)]
            assert repr(decisions[0]) == repr(decisions[1])
            tried += 1
    assert tried >= len(LEVELS)


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


def facts(reason: Text) -> list[Text]:
    """The facts told in a reason, or the reason itself."""
    return [value for _, value in reason.args if isinstance(value, Text)] or [reason]


def test_reasons_tell_what_the_drawing_changes() -> None:
    """Each kind of sentence against the engine's own drawing and scoring."""
    checked: Counter[str] = Counter()
    for seed in range(40):
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
            after = drawn(before, move)
            gained = running_total(after, ()) - running_total(before, ())
            counts = {
                "cuts {count} log at once": after.logs_cut - before.logs_cut,
                "catches {count} fish at once": after.fish - before.fish,
                "adds {count} tree to the largest forest": trees_in_largest_forest(after)
                - trees_in_largest_forest(before),
                "adds {count} square to the largest lake": largest_lake(after) - largest_lake(before),
                "gives a job to {count} jobless person": before.mask("J").bit_count() - after.mask("J").bit_count(),
                "brings {count} point at once, cards apart": gained,
            }
            holds = {
                "Nothing else can be drawn.": len(list(drawings(before, dice))) == 1,
                "completes the wall": wall_is_completed(after) and not wall_is_completed(before),
                "shelters 4 people in a new house": after.houses == before.houses + 1,
                "It costs nothing now, cards apart, and fills squares.": gained == 0,
                "It costs points now, but the sheet has to be filled.": gained < 0,
            }
            for fact in facts(decision.reason):
                checked[fact.singular] += 1
                if fact.count is None:
                    assert holds[fact.singular]
                else:
                    assert fact.count == counts[fact.singular] > 0
    assert sum(checked.values()) > 500
    assert set(checked) >= {
        "cuts {count} log at once",
        "catches {count} fish at once",
        "adds {count} tree to the largest forest",
        "adds {count} square to the largest lake",
        "gives a job to {count} jobless person",
        "brings {count} point at once, cards apart",
        "shelters 4 people in a new house",
    }


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
