"""Whether the reasons of Chiefdom's computer player are true."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.chiefdom import rules
from engines.chiefdom.drawing import drawings, drawn
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Draw
from engines.chiefdom.scoring import running_total
from players.chiefdom.player import PLAYER, judge_draws, outlook
from players.chiefdom.reasons import reason
from tests.players.chiefdom.claims import EXPECTED_OF_OTHERS, KINDS, PASS, Told
from tests.players.chiefdom.claims import claims as claims_of
from tests.players.chiefdom.positions import CARDS, waiting
from tests.players.claims import checked

MATCHES = 6
"""`python -m benchmarks reasons.chiefdom` checks more."""

EXPECTED = "I pass: I expect every drawing to cost me points in the end."


def test_each_kind_of_sentence_is_true() -> None:
    numbers, false = checked((claim for seed in range(MATCHES) for claim in claims_of(seed)), 8)
    assert [(claim.kind, claim.where) for claim in false] == []
    assert numbers.keys() <= KINDS
    assert len(numbers) > 12


def test_what_another_drawing_is_expected_to_cost_is_the_difference_of_the_values() -> None:
    told: Counter[str] = Counter()
    for seed in range(10):
        for state, player in waiting(seed, 1, CARDS if seed % 2 else ()):
            decision = PLAYER.decide(CHIEFDOM.observe(state, player), player, 3, seed)
            if (other := decision.alternative) is not None:
                text, count = other.reason.singular, other.reason.count or 0
                told[text] += 1
                assert " now" not in text
                assert (-count if "was better" in text else count) == round(decision.value - other.value)
    assert told.keys() <= EXPECTED_OF_OTHERS.keys()
    assert len(told) > 4


def test_another_drawing_is_not_said_to_do_what_its_icon_says() -> None:
    houses = 0
    for seed in range(6):
        for state, player in waiting(seed):
            for level in (3, 4):
                other = PLAYER.decide(CHIEFDOM.observe(state, player), player, level, seed).alternative
                if other is not None and other.moves[0].startswith(("house", "wall")):
                    houses += 1
                    assert "builds a house" not in str(other.reason)
                    assert "adds a wall" not in str(other.reason)
    assert houses > 3


def test_passes_are_told_only_where_every_drawing_costs_points() -> None:
    passed: Counter[int] = Counter()
    for seed in range(60):
        for state, player in list(waiting(seed))[-6:]:
            if not rules.may_pass(state, player):
                continue
            assert state.dice is not None
            gains = [running_total(drawn(state.sheets[0], draw), ()) for draw in drawings(state.sheets[0], state.dice)]
            for level in (2, 4):
                decision = PLAYER.decide(CHIEFDOM.observe(state, player), player, level, seed)
                loses = max(gains) < running_total(state.sheets[0], ())
                if level == 2:
                    assert (decision.moves == ("pass",)) == loses
                if decision.moves == ("pass",):
                    passed[level] += 1
                    told_so = PASS if level == 2 else EXPECTED
                    assert decision.reason.own.singular == told_so
                    assert decision.value == running_total(state.sheets[0], ())
    assert min(passed[2], passed[4]) > 0


def test_people_are_said_to_need_something_only_if_more_is_missing_after_the_drawing() -> None:
    """In this position a person costs points although nothing more is missing afterwards."""
    ranks = "=FF=~..JF=/~==3~=FLF=/~==~=Ldt==/=FF=FLdtLF/##BHHd2.##/3.HHBLt332/3..HBLtt33/tLBH2dtLt3"
    state = CHIEFDOM.load_state(f"35 draw 2/5/5 none closed {ranks},5,-")
    (sheet,) = state.sheets
    people = [draw for draw in CHIEFDOM.legal_moves(state, 0) if isinstance(draw, Draw) and draw.icon == "person"]
    assert people
    for draw in people:
        after = drawn(sheet, draw)
        needs = "needs a home" in str(reason(sheet, draw, (), is_only=False).own)
        assert not needs or Told.wants(after) > Told.wants(sheet)


@pytest.mark.parametrize(
    ("dice", "ranks", "drawing", "told"),
    [
        (
            "2/3/3",
            "HB......../.J...Ltt33/.JLttttL../...tLt3.../##...2..##/=F......../=FF=....../~==~......,1",
            "trees2 c3 c4 (2)",
            "My drawing brings 2 fishermen and trees together: 8 points now.",
        ),
        (
            "4/5/5",
            "........../.....Lt.../...3tttL../...tLt3.../##...2..##/=F......../=FJ......./~=........,0",
            "person b6 b7 b8 c6 (5)",
            "My drawing cuts 3 logs, but costs 11 points now; I expect more from it in the end.",
        ),
        (
            "2/6/6",
            ".3t33...../.tLt23...3/..Lt222333/...3....../##......##/........../........../..........,0",
            "person j3",
            "My drawing costs 4 points now, but I expect more from it in the end.",
        ),
        (
            "1/2/3",
            "33t333t.../3tLt2tLL~3/3tLtd2dt33/...tL...../##33t3..##/33322333.B/.332..33.H/.332......,0",
            "wall h4",
            "My drawing adds a wall square: 4 points now.",
        ),
        (
            "1/6/6",
            ".......2../.......2../.......22./....~~~.../##.3..~.##/..F3....../.~=~~...../.~~......2,0",
            "water h1",
            "My drawing fills 1 empty square: 1 point now.",
        ),
    ],
)
def test_reason_says_what_brings_most_points_and_why_some_are_given_up(
    dice: str, ranks: str, drawing: str, told: str
) -> None:
    state = CHIEFDOM.load_state(f"9 draw {dice} none open {ranks},-")
    (sheet,), draw = state.sheets, CHIEFDOM.parse_move(state, 0, drawing)
    judged = judge_draws(sheet, (), [*drawings(sheet, state.dice)] if state.dice else [], by_points=False)
    (chosen,) = (one for one in judged if one.draw == draw)
    seen = outlook(sheet, judged, chosen, by_points=False)
    assert str(reason(sheet, chosen.draw, (), is_only=False, outlook=seen).own) == told


def test_rolls_that_cost_points_wherever_they_are_drawn_are_told_as_such() -> None:
    """Of the people in a row on the empty sheet, where they are the only drawing looked at."""
    empty = "/".join([".........."] * 4 + ["##......##"] + [".........."] * 3)
    state = CHIEFDOM.load_state(f"1 draw 3/6/6 none open {empty},0,-")
    (sheet,) = state.sheets
    people = [draw for draw in CHIEFDOM.legal_moves(state, 0) if isinstance(draw, Draw) and draw.die == 6]
    judged = judge_draws(sheet, (), people, by_points=True)
    seen = outlook(sheet, judged, judged[0], by_points=True)
    assert str(reason(sheet, people[0], (), is_only=False, outlook=seen).advice) == (
        "Every drawing costs points now; this one costs the fewest: 12."
    )
