"""Answers of a paused match, and the notification when it resumes."""

from __future__ import annotations

import pytest

from tests.e2e.totem import roll
from tests.e2e.world import World, buttons, labels, refused, shown, written

pytestmark = pytest.mark.usefixtures("unpainted")


async def test_plan_survives_a_pause(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await roll(world, monkeypatch, (4, 3))
    mover, window = await game.plan_turn()
    for member in (world.ann, world.bob):
        await member.slash(game.place, "match", action="pause")
    answer = await mover.click(shown(window), label="Confirm")
    assert refused(answer).endswith("The match resumes when the others accept. Your plan is kept.")
    for member in (world.ann, world.bob):
        await member.slash(game.place, "match", action="resume")
    notice = game.place.history()[-1]
    assert labels(notice) == ["Take turn", "Board"]
    again = await mover.click(notice, label="Take turn")
    await mover.click(shown(again), label="Confirm")
    assert written(again).startswith("Played in ")
    assert buttons(notice) == []


async def test_paused_solo_match_resumes_without_agreement(world: World) -> None:
    table = await world.open_table(game="chiefdom")
    await world.begin(table)
    place = world.channel_of(table)
    await world.ann.slash(place, "match", action="pause")
    refusal = await world.ann.slash(place, "move", text="pass")
    assert refused(refusal) == "This match is paused. Press Resume to play on."
    await world.ann.click(shown(refusal), label="Resume")
    assert (await world.bot.services.matches.history.get(1)).paused_at is None


@pytest.mark.parametrize(("pace", "has_clocks"), [("none", False), ("1d", True)])
async def test_pause_mentions_clocks_only_where_there_are_any(world: World, pace: str, has_clocks: bool) -> None:
    game = await world.start_match(pace=pace)
    for days in ({}, {"detail": "3"}):
        before = len(game.place.history())
        await world.ann.slash(game.place, "match", action="pause", **days)
        answer = await world.bob.slash(game.place, "match", action="pause", **days)
        await world.ann.slash(game.place, "match", action="resume")
        await world.bob.slash(game.place, "match", action="resume")
        proposed, paused, *_ = map(written, game.place.history()[before:])
        assert "proposes a pause" in proposed
        assert "The match is paused" in paused
        assert "The match is paused" in written(answer)
        for text in (proposed, paused, written(answer)):
            assert ("clocks" in text) is has_clocks, text
