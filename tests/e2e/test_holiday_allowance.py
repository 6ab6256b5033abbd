"""What is told of the days of a yearly allowance that are left."""

from __future__ import annotations

import pytest

from bot.matches.model.availability import Holiday
from bot.matches.store.players import save_holiday
from tests.e2e.world import World, written

pytestmark = pytest.mark.usefixtures("unpainted")

DAY = 86_400


@pytest.mark.parametrize(
    ("spent", "left", "counts"),
    [
        (27 * DAY, "one of 28 days is left this year.", "counts against your one remaining day this year only if"),
        (28 * DAY - 3600, "0 of 28 days are left this year.", "Less than a day of your yearly allowance is left."),
    ],
)
async def test_last_day_of_the_allowance_is_told_as_one(world: World, spent: int, left: str, counts: str) -> None:
    world.clock.now += 60 * DAY  # the simulated year has just begun
    now = world.clock()
    earlier = Holiday(0, world.ann.id, now - spent, now, now, needed=True)
    await world.bot.services.matches.holidays._db.write(lambda tx: save_holiday(tx, earlier))
    assert left in written(await world.ann.slash(world.channel, "player away"))
    assert counts in written(await world.ann.slash(world.channel, "player away", until="30 min"))
