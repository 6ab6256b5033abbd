"""Verifiable random numbers: draw n is HMAC-SHA256(key, match id, n), reduced without bias."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.model.rng import CommittedRng, commitment_of, draw, shown_digits

KEY = bytes(range(32))


def test_draws_and_commitment_equal_values_computed_by_openssl() -> None:
    # Computed outside this program: printf '12:0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f
    assert f"{draw(KEY, 12, 0):064x}" == DRAW_12_0
    assert f"{draw(KEY, 12, 1):064x}" == DRAW_12_1
    assert commitment_of(KEY) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    posted = shown_digits(commitment_of(KEY))
    assert posted == "630dcd29 66c43366 91125448 bbb25b4f f412a49c"
    assert 4 * len(posted.replace(" ", "")) >= 160, "docs/adr/0019: fewer bits could be forged by a birthday search"


DRAW_12_0 = "49b413a6b7ddc2866f6fa72a5967325c1f061983fa963a169ca4978a6c808080"
DRAW_12_1 = "9b6fbc6f331fe116f91eeb3497d31fc4e95b804e6dd87ff956d13a01be0a096a"


def test_draw_is_the_hmac_of_match_and_number() -> None:
    expected = hmac.new(KEY, b"7:300", hashlib.sha256).digest()
    assert draw(KEY, 7, 300) == int.from_bytes(expected, "big")


def test_draw_numbers_count_up_from_any_start() -> None:
    whole = CommittedRng(KEY, 1, 0)
    numbers = [whole.randrange(6) for _ in range(20)]
    assert whole.next == 20
    rest = CommittedRng(KEY, 1, 13)
    assert [rest.randrange(6) for _ in range(7)] == numbers[13:]


def test_draws_differ_between_matches_and_keys() -> None:
    def numbers(key: bytes, match_id: int) -> list[int]:
        rng = CommittedRng(key, match_id, 0)
        return [rng.randrange(1000) for _ in range(5)]

    assert len({tuple(numbers(KEY, 1)), tuple(numbers(KEY, 2)), tuple(numbers(bytes(32), 1))}) == 3


@given(st.integers(1, 1 << 256), st.integers(0, 1 << 40))
def test_every_number_is_below_its_bound(bound: int, first: int) -> None:
    assert 0 <= CommittedRng(KEY, 3, first).randrange(bound) < bound


def test_draws_that_would_cause_a_bias_are_skipped() -> None:
    bound = (1 << 255) + 1  # its second multiple does not fit, so about half of all draws are skipped
    rng, rejected = CommittedRng(KEY, 5, 0), 0
    for _ in range(40):
        first = rng.next
        number = rng.randrange(bound)
        used = rng.next - 1
        assert all(draw(KEY, 5, skipped) >= bound for skipped in range(first, used))
        assert draw(KEY, 5, used) == number
        rejected += used - first
    assert rejected > 10


def test_draws_are_rejected_from_the_last_whole_multiple_on(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = (1 << 256) - (1 << 256) % 6
    drawn = [complete, (1 << 256) - 1, complete - 1, 0]
    monkeypatch.setattr("bot.matches.model.rng.draw", lambda _key, _match_id, number: drawn[number])
    rng = CommittedRng(KEY, 1, 0)
    assert [rng.randrange(6), rng.next, rng.randrange(6), rng.next] == [5, 3, 0, 4]


def test_die_is_about_uniform() -> None:
    rng = CommittedRng(KEY, 9, 0)
    counts = Counter(rng.randrange(6) for _ in range(12_000))
    # The chi-squared of a fair die exceeds 25 once in 7,000 keys; this key is fixed.
    assert sum((counts[side] - 2000) ** 2 / 2000 for side in range(6)) < 25


@pytest.mark.parametrize("bound", [0, -1, (1 << 256) + 1])
def test_bound_outside_the_range_of_a_draw_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        CommittedRng(KEY, 1, 0).randrange(bound)
