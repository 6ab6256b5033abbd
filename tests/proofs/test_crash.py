"""The proof of crashes does not take a slow picture for a lost board."""

from functools import partial

import pytest

from proofs import crash
from tests.wire.process import BotProcess


def test_board_is_found_however_slow_pictures_are(monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = partial(BotProcess.fork, module="tests.wire.hasty_process")
    monkeypatch.setattr(BotProcess, "fork", hasty)
    monkeypatch.setattr(crash, "EARLY", 0.0)
    assert crash.measure(size=2, seed=3, matches=16)["crash.boards"] > 0
