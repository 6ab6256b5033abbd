"""Golden playthroughs of every registered game.

After a deliberate change of words a file is brought up to date with ``python -m engines <game> --again FILE``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.game import Outcome
from engines.playthrough import replay
from engines.registry import GAMES

FILES = sorted(Path(__file__).parent.glob("*/*.txt"))


def replayed(path: Path) -> Outcome | None:
    return replay(GAMES[path.parent.name], path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playthrough_is_reproduced(path: Path) -> None:
    assert replayed(path) is not None


@pytest.mark.parametrize("slug", GAMES)
def test_every_way_a_match_can_end_has_a_playthrough(slug: str) -> None:
    outcomes = [replayed(path) for path in FILES if path.parent.name == slug]
    ended = {outcome.termination for outcome in outcomes if outcome is not None}
    assert GAMES[slug].info.terminations
    assert ended == set(GAMES[slug].info.terminations)


def test_every_playthrough_belongs_to_a_game() -> None:
    assert {path.parent.name for path in FILES} <= set(GAMES)
