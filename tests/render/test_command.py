"""``python -m render`` draws any position of a random match."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from engines.registry import GAMES
from render.__main__ import main, random_match


def draw(tmp_path: Path, *arguments: str) -> bytes:
    out = tmp_path / "board.png"
    main(["iye", "--out", str(out), *arguments])
    return out.read_bytes()


def test_the_same_seed_and_ply_give_the_same_picture(tmp_path: Path) -> None:
    first = draw(tmp_path, "--seed", "5", "--ply", "9")
    assert draw(tmp_path, "--seed", "5", "--ply", "9") == first
    assert draw(tmp_path, "--seed", "6", "--ply", "9") != first
    assert draw(tmp_path, "--seed", "5", "--ply", "10") != first


def test_options_reach_the_picture(tmp_path: Path) -> None:
    plain = draw(tmp_path, "--ply", "9")
    for more in (["--theme", "light"], ["--palette", "colour-blind"], ["--viewer", "1"], ["--names", "Ada", "Bo"]):
        assert draw(tmp_path, "--ply", "9", *more) != plain
    assert Image.open(BytesIO(draw(tmp_path, "--size", "450"))).width == 450


def test_past_the_end_the_end_is_drawn(tmp_path: Path) -> None:
    length = len(list(random_match(GAMES["iye"], 1, None)))
    assert draw(tmp_path, "--ply", "99999") == draw(tmp_path, "--ply", str(length - 1))


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [(["--size", "3"], "400 to 1600"), (["--ply", "-1"], "before ply 0"), (["--theme", "pink"], "invalid choice")],
)
def test_wrong_options_are_explained(
    tmp_path: Path, wrong: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        draw(tmp_path, *wrong)
    assert reason in capsys.readouterr().err
