"""Whether the reasons of Awéthi's computer player are true."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.awethi.game import AWETHI
from players.awethi.player import PLAYER
from players.decision import Decision
from tests.players.awethi.claims import KINDS, eats, said
from tests.players.awethi.positions import told
from tests.players.claims import checked

OFTEN = 4
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


def test_level_1_says_several_things() -> None:
    """More than half of its turns had the same sentence, first that each awéthi goes to the nearest aiwe."""
    said_by_it = [str(one.decision.reason.own) for one in told() if one.level == 1 and one.before.phase != "hunt"]
    assert len(said_by_it) > 20
    kinds = Counter(one.decision.reason.own.singular for one in told() if one.level == 1)
    assert max(kinds.values()) < 0.5 * len(said_by_it)


def test_other_plan_goes_for_another_aiwe_than_the_one_that_is_told() -> None:
    """It was said that going for the bull would be worse, of which the reason spoke."""
    compared = [
        (dict(one.decision.reason.own.args).get("square"), dict(other.reason.args)["square"])
        for one in told()
        if (other := one.decision.alternative) is not None and other.reason.singular.startswith("If I went for")
    ]
    assert len(compared) > 10
    assert [each for each in compared if each[0] == each[1]] == []


@pytest.mark.parametrize(
    ("line", "level", "said"),
    [
        ("d20cf20cf21cg20wd22we19b a25a25a25a25 m13 000 asleep 1 choose 1 1 2234", 1,
         "4 of my awéthi come nearer to the cow on d22."),
        ("d18cf18cf19ck16wg19we16b c21d24b23d22 m13 000 loose 3 choose 1 1 1134", 1,
         "An awéthi now stands beside the calf on d18; three catch it."),
        ("l25wx25b k25j25l24x24 m25 010 loose 53 choose 1 1 1222", 1,
         "None of my awéthi comes nearer to an aiwe this time."),
        ("d20cf20cf21cg20wd22we19b a25a25a25a25 m13 000 asleep 1 choose 1 1 2234", 3,
         "My awéthi come nearer to the cow on d22: together 13 steps away instead of 24."),
        ("d18ce19ce20cg16we17wc17b d19c18d21d20 l14 000 loose 5 choose 1 1 1144", 3,
         "The calf on d18 is the nearest: my awéthi are together 7 steps away from it."),
    ],
)  # fmt: skip
def test_sentence_of_a_position(line: str, level: int, said: str) -> None:
    assert str(decided_in_line(line, level).reason.own) == said


@pytest.mark.parametrize(
    ("line", "level", "said"),
    [
        ("d19cf19cf20ci18we21we17b d24a23c25b23 m13 000 asleep 2 choose 1 1 1223", 3,
         "With the average for all, my awéthi would be just as near to the cow on e21."),
        ("d20cf20cf21cg20wd22we19b a25a25a25a25 m13 000 asleep 1 choose 1 1 2234", 3,
         ("With the average for all, my awéthi would be farther from the cow on d22: together 18 steps away instead of"
         " 13.")),
        # These sounded as if the computer player had refused what is better.
        ("d18cf18cf19ck16wg19we16b d21a21d25d23 m13 000 loose 3 choose 1 1 1134", 3,
         ("I did not try the average for all: with it, my awéthi would be nearer to the calf on d18, together 13 steps"
         " away instead of 14.")),
        ("a10wa11wa16b a15a17b18a18 e18 300 loose 16 choose 1 1 1124", 3,
         "I did not try the average for all: with it, 1 aiwe would be caught."),
        ("e18ce19ci14wc15b f17d18d17e16 k13 110 loose 6 choose 1 1 1222", 5,
         "If I went for the calf on e19, 1 fewer aiwe would be caught."),
        ("d20cf20cf21cg20wd22we19b a25a25a25a25 m13 000 asleep 1 choose 1 1 2234", 5,
         "If I went for the calf on d20, my awéthi together would still be 21 steps away from it."),
    ],
)  # fmt: skip
def test_sentence_on_the_best_other_decision(line: str, level: int, said: str) -> None:
    other = decided_in_line(line, level).alternative
    assert other is not None
    assert str(other.reason) == said


def decided_in_line(line: str, level: int) -> Decision:
    """What a herder alone decides with the dice just rolled."""
    state = AWETHI.load_state(f"meadow heads HW {line} ---- - -")
    return PLAYER.decide(AWETHI.observe(state, 0), 0, level, 1)
