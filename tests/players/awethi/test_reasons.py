"""Whether the reasons of Awéthi's computer player are true."""

from __future__ import annotations

from collections import Counter

from tests.players.awethi.claims import KINDS, eats, said
from tests.players.awethi.positions import told
from tests.players.claims import checked

OFTEN = 8
"""`python -m benchmarks reasons.awethi` checks more."""


def test_each_kind_of_sentence_is_true() -> None:
    numbers, false = checked((claim for one in told() for claim in said(one)), OFTEN)
    assert [(claim.kind, claim.where) for claim in false] == []
    assert numbers.keys() <= KINDS
    assert len(numbers) > 20


def test_wairgka_of_every_level_eat_when_they_can() -> None:
    levels = Counter[int]()
    for one in told():
        if one.before.phase == "hunt" and eats(one.before, one.player):
            assert one.after.aiwe.bit_count() == one.before.aiwe.bit_count() - 1
            levels[one.level] += 1
    assert set(levels) >= {1, 3, 5}


def test_level_1_says_where_its_awethi_go() -> None:
    """It said of more than half of its turns that each awéthi goes to the nearest aiwe."""
    said_by_it = [one.decision.reason.own.singular for one in told() if one.level == 1 and one.before.phase != "hunt"]
    assert len(said_by_it) > 20
    assert sum("as near as it can" in sentence for sentence in said_by_it) < 0.1 * len(said_by_it)
