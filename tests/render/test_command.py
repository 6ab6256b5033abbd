"""``python -m render`` draws any position of a random match."""

from __future__ import annotations

from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest
from PIL import Image

from engines.registry import GAMES
from engines.totem.observation import CELL_NAMES, TotemObservation
from render.__main__ import main, random_match


def draw(tmp_path: Path, *arguments: str) -> bytes:
    out = tmp_path / "board.png"
    main(["iye", "--out", str(out), *arguments])
    return out.read_bytes()


def test_same_seed_and_ply_give_the_same_picture(tmp_path: Path) -> None:
    first = draw(tmp_path, "--seed", "5", "--ply", "9")
    assert draw(tmp_path, "--seed", "5", "--ply", "9") == first
    assert draw(tmp_path, "--seed", "6", "--ply", "9") != first
    assert draw(tmp_path, "--seed", "5", "--ply", "10") != first


def test_options_reach_the_picture(tmp_path: Path) -> None:
    plain = draw(tmp_path, "--ply", "9")
    for more in (["--theme", "light"], ["--palette", "colour-blind"], ["--viewer", "1"], ["--names", "Ada", "Bo"]):
        assert draw(tmp_path, "--ply", "9", *more) != plain
    assert Image.open(BytesIO(draw(tmp_path, "--size", "450"))).width == 450


def test_number_of_players_changes_the_picture(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    drawn = set()
    for players in ("2", "3", "4"):
        main(["totem", "--out", str(out), "--players", players, "--ply", "0"])
        drawn.add(out.read_bytes())
    assert len(drawn) == 3


def test_focus_is_shown(tmp_path: Path) -> None:
    found = enumerate(random_match(GAMES["totem"], 3, None))
    ply, piece = next(
        (ply, seen.movable[0].cell) for ply, seen in found if isinstance(seen, TotemObservation) and seen.movable
    )
    drawn = []
    for more in ([], ["--focus", CELL_NAMES[piece]]):
        main(["totem", "--seed", "3", "--ply", str(ply), "--out", str(tmp_path / "board.png"), *more])
        drawn.append((tmp_path / "board.png").read_bytes())
    assert drawn[0] != drawn[1]


def test_last_turn_contains_one_turn_and_the_start_of_the_next() -> None:
    """As in a match: earlier moves are dropped as soon as the next player has acted."""
    for seen in islice(random_match(GAMES["totem"], 3, None, seats=3), 150):
        assert isinstance(seen, TotemObservation)
        assert len({run.player for run in seen.runs}) <= 1
        assert len({roll.player for roll in seen.rolls}) <= 2


def test_ply_past_the_end_draws_the_end(tmp_path: Path) -> None:
    length = len(list(random_match(GAMES["iye"], 1, None)))
    assert draw(tmp_path, "--ply", "99999") == draw(tmp_path, "--ply", str(length - 1))


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (["--players", "3"], "İYE is for 2 to 2 players, not for 3"),
        (["--size", "3"], "400 to 1600"),
        (["--ply", "-1"], "before ply 0"),
        (["--theme", "pink"], "invalid choice"),
    ],
)
def test_wrong_options_are_explained(
    tmp_path: Path, wrong: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        draw(tmp_path, *wrong)
    assert reason in capsys.readouterr().err
