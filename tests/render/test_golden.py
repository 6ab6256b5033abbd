"""Golden pictures: reviewed pictures do not change unnoticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.registry import GAMES
from render import CARD, render_png
from render.gallery import LIST, PHASES, phases
from render.listing import read_list
from tests.render.golden import GOLDEN, IMAGES, SCRIPTS
from tests.render.regenerate import DRAWN_FROM, PUBLISHED, ROOT, differs, state_of_pictures
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


def test_published_pictures_are_drawn_from_the_present_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """They show what golden pictures show, so a digest of these says when they are stale."""
    monkeypatch.chdir(ROOT)
    assert DRAWN_FROM.read_text(encoding="utf-8") == state_of_pictures(), (
        "docs/images has to be drawn again: python -m tests.render.regenerate"
    )
    assert {"gallery.png", "match.gif"} <= {path.name for path in PUBLISHED.iterdir()}


def test_gallery_has_every_phase_of_every_game() -> None:
    listed = {one.match.slug: one for one in reversed([*read_list(ROOT / LIST)])}
    assert set(listed) == set(GAMES)
    for slug, one in listed.items():
        assert [phase.slug for phase in phases(one)] == [slug] * (len(PHASES) - 1) + [CARD]
