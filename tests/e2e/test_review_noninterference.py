"""What a review shows everyone does not depend on what the player whose moment it is could not know.

The same match of Chiefdom is played twice; only Bob's drawings differ. What Ann's review says and draws is compared.
Pictures are pure functions of the observation and the options, so a digest of these
represents them, in the alt text.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.matches.model.views import MatchView
from bot.ui.boards.board_renderer import BoardRenderer, alt_text, picture_name
from bot.ui.components.messages import Attachment
from bot.ui.components.text import Writer
from engines.chiefdom import observe
from players.chiefdom import review
from tests.e2e.chiefdom import load_dice, start_chiefdom
from tests.e2e.conftest import running
from tests.e2e.world import World, alt_texts, shown, written

ROLL = (2, 3, 4)
MINE = ("water a1 a2 b1 b2 (4)", "trees2 d1 d2 e1 (3)")
"""What Ann draws in each turn, after Bob."""
OF_BOB = {
    "water": ("water a1 a2 b1 b2 (4)", "trees2 d1 d2 e1 (3)"),
    "trees": ("trees3 j7 j8 (2)", "water f5 f6 g5 g6 (4)"),
}
"""What Bob draws in either match; the dice allow both."""

Told = list[tuple[str, list[str]]]
"""What is written in messages, and the alt texts of their pictures."""

Play = Callable[[str, str, int], Awaitable[Told]]


async def told_of_each_moment(world: World, drawings: tuple[str, ...], sheets: str) -> Told:
    """Play some turns, end the match, and return what Ann's moments tell her and then everyone."""
    game = await start_chiefdom(world, 2, sheets=sheets)
    for mine, other in zip(MINE, drawings, strict=False):
        await world.bob.slash(game.place, "move", text=other, match=game.id)
        await world.ann.slash(game.place, "move", text=mine, match=game.id)
    for member in (world.bob, world.ann):
        if not game.over:
            await game.resign(member)
    found: Told = []
    page = shown(await world.ann.click(game.board, label="Review"))
    for number in range(len(drawings)):
        if number:
            page = shown(await world.ann.click(page, label="Next"))
        found.append((written(page), alt_texts(page)))
        await world.ann.click(page, label="Show everyone")
        posted = game.place.history()[-1]
        assert "From **Ann**’s review of" in written(posted)
        found.append((written(posted), alt_texts(posted)))
    return found


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Play a match in which Bob draws as in :data:`OF_BOB`; all decisions are moments, and the dice are the same."""

    async def draw(_self: Any, view: MatchView, write: Writer, *drawn: Any, **named: Any) -> Attachment:
        digest = sha256(repr((view.observation, drawn, named)).encode()).hexdigest()
        return Attachment(picture_name(view), b"", f"{digest} {alt_text(view, write, named.get('marked', ()))}")

    monkeypatch.setattr(BoardRenderer, "render", draw)
    monkeypatch.setattr(review, "MARGIN", 0.0)

    async def run(secret: str, sheets: str, turns: int) -> Told:
        load_dice(monkeypatch, [ROLL])
        folder = tmp_path / f"{secret}-{sheets}-{turns}"
        folder.mkdir()
        async with running(folder) as world:
            await world.found()
            return await told_of_each_moment(world, OF_BOB[secret][:turns], sheets)

    return run


@pytest.mark.parametrize(("sheets", "turns"), [("closed", 2), ("open", 1)])
async def test_shared_moment_does_not_depend_on_what_its_player_could_not_know(
    play: Play, sheets: str, turns: int
) -> None:
    """Private sheets differ from the first turn on; where sheets are open, a decision is secret until all decided."""
    one, other = await play("water", sheets, turns), await play("trees", sheets, turns)
    assert len(one) == 2 * turns
    assert one == other


async def test_comparison_detects_a_leak(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observe, "_may_see", lambda *_: True)
    assert await play("water", "closed", 2) != await play("trees", "closed", 2)
