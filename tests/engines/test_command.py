"""``python -m engines``: random matches from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.__main__ import main
from engines.iye.game import IYE
from engines.playthrough import read, replay


def test_one_match_is_printed_as_a_playthrough(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["iye", "--seed", "5", "--option", "wins=1"]) == 0
    assert replay(IYE, capsys.readouterr().out) is not None


def test_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for _ in range(2):
        main(["iye", "--seed", "6"])
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]


def test_player_can_withdraw_at_an_entry(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["iye", "--withdraw-at", "4"]) == 0
    text = capsys.readouterr().out
    assert len(read(text).entries) == 5
    assert "end resignation" in text


def test_several_matches_are_summarised(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["iye", "--matches", "4"]) == 0
    text = capsys.readouterr().out
    assert "4 matches" in text
    assert "ended by wins: 4" in text
    assert "moves a second" in text


def test_playthrough_is_regenerated_with_its_comments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["iye", "--seed", "7"])
    fresh = "# a remark\n" + capsys.readouterr().out
    path = tmp_path / "old.txt"
    path.write_text(fresh.replace("> ", "> Once "), encoding="utf-8")
    assert main(["iye", "--again", str(path)]) == 0
    assert capsys.readouterr().out == fresh


def test_invalid_option_value_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["iye", "--option", "wins=9"]) == 2
    assert "wins" in capsys.readouterr().err
