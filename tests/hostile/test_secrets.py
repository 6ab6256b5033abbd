"""A secret decision changes nothing that other users get, whatever they send."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.hostile import fuzz_session, noninterference
from tests.hostile.inputs import Input, Inputs
from tests.hostile.noninterference import differences


@pytest.fixture(autouse=True)
def _painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint every picture, so that pictures are compared."""
    monkeypatch.setattr(fuzz_session, "REALLY_PAINTED", 1)


@pytest.mark.parametrize("seed", [1, 2])
def test_bots_that_differ_in_one_secret_send_the_same_to_others(seed: int) -> None:
    """If a match ends before all inputs are sent, the next seed continues."""
    sent = 0
    for lucky in range(seed, 20, 2):
        more, different = asyncio.run(differences(lucky, 60 - sent))
        assert different == []
        sent += more
        if sent == 60:
            return
    raise AssertionError(f"{sent} of 60 inputs could be sent")


def test_secret_changes_what_its_holder_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise equal answers would prove nothing."""

    def look_at_own_sheet(maker: Inputs, _rng: random.Random) -> Input:
        holder, place = maker.stored.matches[1].people[1][0], maker.crowd.channel_of(maker.stored, 1)
        assert place is not None
        return maker.slash(maker.crowd.discord.world.accounts[holder], place, "sheet", {"match": 1})

    monkeypatch.setattr(noninterference, "next_input", look_at_own_sheet)
    sent, different = asyncio.run(differences(1, 1))
    assert sent == 1
    assert "chiefdom-1" in different[0]
