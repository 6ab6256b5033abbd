"""Matches of computer players are measured, stored in a journal, and compared."""

import json
from pathlib import Path
from statistics import mean

import pytest

from benchmarks import __main__ as runner
from benchmarks import players
from engines.registry import GAMES
from players.arena import compete
from players.contestants import contestant


def test_matches_of_computer_players_are_measured_and_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "journal"
    pairing = players.Pairing("mean.level1", ("1",), 1, is_score=True)
    monkeypatch.setattr(players, "pairings", lambda _slug: [pairing])
    first = players.measure("chiefdom", 1, 3, journal)
    assert first["players.chiefdom.mean.level1"] > 50
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 1
    assert players.measure("chiefdom", 1, 3, journal) == first, "processor times come from the journal"
    assert list(runner.lines({"players.chiefdom.mean.level1": 5.0})) == ["players.chiefdom.mean.level1: 5 points"]


def test_part_of_the_matches_is_played_where_a_player_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing = players.Pairing("mean.level1", ("1",), 1, is_score=True, part=2)
    monkeypatch.setattr(players, "pairings", lambda _slug: [pairing])
    players.measure("chiefdom", 5, 3, tmp_path / "journal")
    (line,) = (tmp_path / "journal").read_text(encoding="utf-8").splitlines()
    assert len(json.loads(line)["row"]["scores"]) == 2


def test_levels_that_play_alone_are_compared_by_their_scores_with_the_same_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = [players.Pairing(f"mean.level{level}", (str(level),), 1, is_score=True) for level in (1, 2)]
    compared = players.Pairing("level2_vs_level1", (), 1, compares=("mean.level2", "mean.level1"))
    monkeypatch.setattr(players, "pairings", lambda _slug: [*alone, compared])
    found = players.measure("chiefdom", 4, 3)["players.chiefdom.level2_vs_level1"]
    game = GAMES["chiefdom"]
    both = [contestant(game, name) for name in ("2", "1")]
    tallies, _ = compete(game, both, 1, 8, 3, {})
    assert found == 100 * mean(tallies[0].results)
