"""What is forgotten, and when."""

from bot.matches.limits import ServerSettings
from bot.matches.pruning import ACT_DAYS, DAY, FAILED_DAYS, PRUNE
from bot.matches.schedule import Appointment
from engines.text import T
from tests.bot.matches.house import House


async def count(house: House, table: str) -> int:
    (row,) = await house.database.rows(f"SELECT count(*) FROM {table}")
    return int(row[0])


async def test_posts_that_were_given_up_and_the_record_of_managers_are_kept_for_the_stated_time(house: House) -> None:
    match = await house.start()
    row = await house.outbox.next_row(f"match:{match.id}")
    assert row is not None
    await house.outbox.failed(row, "unreachable")
    waiting = await count(house, "outbox") - 1
    await house.service.save_server_settings(50, 1, ServerSettings(), T("set something"))
    await house.service.begin_pruning()
    await house.service.begin_pruning()
    assert [row["key"] for row in await house.database.rows("SELECT key FROM due WHERE kind = ?", (PRUNE,))] == [PRUNE]
    begun = house.clock.now
    for day, posts, acts in (
        (0, 1, 1),
        (FAILED_DAYS, 1, 1),
        (FAILED_DAYS + 1, 0, 1),
        (ACT_DAYS, 0, 1),
        (ACT_DAYS + 1, 0, 0),
    ):
        house.clock.now = begun + day * DAY
        await house.service.keepers[PRUNE](Appointment(PRUNE, house.clock.now))
        found = await house.database.rows("SELECT 1 FROM outbox WHERE failed IS NOT NULL")
        assert (len(found), await count(house, "manager_acts")) == (posts, acts), day
        (appointment,) = await house.database.rows("SELECT at FROM due WHERE kind = ?", (PRUNE,))
        assert appointment["at"] == house.clock.now + DAY
    assert await count(house, "outbox") == waiting, "what is still to be posted stays"
