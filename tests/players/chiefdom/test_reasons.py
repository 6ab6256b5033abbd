"""Whether the reasons of Chiefdom's computer player are true."""

from __future__ import annotations

from collections import Counter

from engines.chiefdom import rules
from engines.chiefdom.drawing import drawings, drawn
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Draw
from engines.chiefdom.scoring import running_total
from players.chiefdom.player import PLAYER
from players.chiefdom.reasons import reason
from tests.players.chiefdom.claims import KINDS, PASS, Told
from tests.players.chiefdom.claims import claims as claims_of
from tests.players.chiefdom.positions import CARDS, waiting
from tests.players.claims import checked

MATCHES = 8
"""`python -m benchmarks reasons.chiefdom` checks more."""

EXPECTED = "I pass: I expect every drawing to cost me points in the end."


def test_each_kind_of_sentence_is_true() -> None:
    numbers, false = checked((claim for seed in range(MATCHES) for claim in claims_of(seed)), 50)
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
                assert (-count if "more" in text else count) == round(decision.value - other.value)
    assert len(told) == 3
    assert min(told.values()) > 2


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
