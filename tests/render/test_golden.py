"""Golden pictures: reviewed pictures do not change unnoticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from render import render_png
from tests.render.golden import GOLDEN, IMAGES, SCRIPTS
from tests.render.regenerate import differs
from tests.render.sample_texts import needs_shaping

SHAPED = {name for name, (_, _, options) in GOLDEN.items() if options.names == SCRIPTS}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[needs_shaping] if name in SHAPED else []) for name in GOLDEN]
)
def test_pictures_equal_their_golden_files(name: str, tmp_path: Path) -> None:
    """Pixels are compared, because other machines may compress them into other bytes."""
    slug, observation, options = GOLDEN[name]
    drawn = render_png(slug, observation, options)
    (tmp_path / f"{name}.png").write_bytes(drawn)
    assert not differs((IMAGES / f"{name}.png").read_bytes(), drawn), (
        f"{name}.png changed, see {tmp_path / name}.png. If it is better so: python -m tests.render.regenerate"
    )


def test_golden_files_are_all_used() -> None:
    assert {path.stem for path in IMAGES.glob("*.png")} == set(GOLDEN)
