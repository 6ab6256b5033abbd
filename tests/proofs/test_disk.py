"""Measurement of the disk's latency."""

import os
import time
from pathlib import Path

import pytest

from proofs.disk import DiskProbe


def test_share_of_slow_writes_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _file: time.sleep(0.05))
    probe = DiskProbe(tmp_path)
    with probe:
        while len(probe.seconds) < 3:
            time.sleep(0.01)
    assert min(probe.seconds) >= 0.05
    assert probe.watched >= sum(probe.seconds)
    assert probe.share_over(0) == pytest.approx(sum(probe.seconds) / probe.watched)
    assert 0 < probe.share_over(0.02) < probe.share_over(0)
    assert probe.share_over(max(probe.seconds)) == 0
