"""What managers set and do, and the limits that hold without them."""

from functools import partial

import pytest

from bot.matches.errors import ChannelError, LimitError, MatchOverError
from bot.matches.model.match import Match, MatchChannel, MatchStatus, OfferKind, Person
from bot.matches.model.settings import OPEN_TABLES, Openers, ServerSettings, is_time_control
from engines.text import T
from tests.bot.matches.harness import ANN, BOB, CEM, PLACE, STRANGER, ServiceHarness, refused_saying

ELSEWHERE = MatchChannel(51, 61)
ACT = T("set something")


async def limit(house: ServiceHarness, *, tables: int = 5, matches: int = 50, guild_id: int = 50) -> None:
    settings = ServerSettings(open_tables=tables, running_matches=matches)
    await house.service.server_settings.save(guild_id, STRANGER, settings, ACT)


async def table(house: ServiceHarness, opener: Person = ANN, place: MatchChannel = PLACE) -> Match:
    return await house.service.tables.open_table("iye", {}, opener, place)


async def test_settings_have_defaults_and_are_stored_for_each_server(
    house: ServiceHarness,
) -> None:
    settings = ServerSettings((7, 8), False, "3d+24h", "tr", Openers.ROLE, 9, 2, 3)
    assert await house.service.server_settings.get(50) == ServerSettings()
    await house.service.server_settings.save(50, STRANGER, settings, ACT)
    assert await house.service.server_settings.get(50) == settings
    assert await house.service.server_settings.get(51) == ServerSettings()
    assert await house.service.server_settings.get(None) == ServerSettings()


async def test_server_language_is_cached_and_survives_a_restart(house: ServiceHarness) -> None:
    service = house.service
    assert service.server_settings.language_of(50) is None
    await service.server_settings.save(50, STRANGER, ServerSettings(language="tr"), ACT)
    assert service.server_settings.language_of(50) == "tr"
    again = ServiceHarness(house.database).service
    assert again.server_settings.language_of(50) is None
    await again.server_settings.load_languages()
    assert again.server_settings.language_of(50) == "tr"
    await service.server_settings.save(50, STRANGER, ServerSettings(), ACT)
    await again.server_settings.get(50)
    assert again.server_settings.language_of(50) is None


@pytest.mark.parametrize("text", ["none", "relaxed", "daily", "live", "3d+24h", "15m+1m", "30d+1m"])
def test_paces(text: str) -> None:
    assert is_time_control(text)


@pytest.mark.parametrize("text", ["", "quick", "3d", "0d+1h", "3d+", "+1h", "3w+1d", "1000d+1h", "3d + 1h", "3d+1h\n"])
def test_no_paces(text: str) -> None:
    assert not is_time_control(text)


# ------------------------------------------------------------------------------------------------------------ limits


async def test_open_tables_are_limited_for_each_server_also_by_default(
    house: ServiceHarness,
) -> None:
    tables = [await table(house) for _ in range(OPEN_TABLES)]
    await refused_saying(house, LimitError, "You already have 5 open tables here", partial(table, house))
    await table(house, place=ELSEWHERE)
    await table(house, BOB)
    await house.service.tables.cancel(tables[0].id, ANN.user_id)
    await table(house)
    await limit(house, tables=6)
    await table(house)
    await limit(house, tables=1)
    await refused_saying(house, LimitError, "You already have an open table here", partial(table, house))


async def test_direct_messages_have_the_default_limits(house: ServiceHarness) -> None:
    for _ in range(OPEN_TABLES):
        await table(house, place=MatchChannel(None, 7))
    await refused_saying(house, LimitError, "open tables", partial(table, house, place=MatchChannel(None, 8)))


async def test_running_matches_are_limited_for_each_server(house: ServiceHarness) -> None:
    await limit(house, matches=1)
    waiting = await table(house, CEM)
    await house.service.tables.join(waiting.id, ANN)
    match = await house.start(ANN, BOB)
    await refused_saying(house, LimitError, "You are already in a match here", partial(table, house))
    other = await table(house, STRANGER_PERSON)
    await refused_saying(
        house, LimitError, "You are already in a match", partial(house.service.tables.join, other.id, BOB)
    )
    begin = partial(house.service.tables.start, waiting.id, CEM.user_id)
    await refused_saying(house, LimitError, "Ann is already in a match here", begin)
    await house.start(ANN, BOB, place=ELSEWHERE)
    await house.service.turns.resign(match.id, BOB.user_id)
    assert (await begin()).status is MatchStatus.RUNNING
    await house.service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH)
    agree = partial(house.service.offers.answer, match.id, BOB.user_id, OfferKind.REMATCH, accept=True)
    await refused_saying(house, LimitError, "Ann is already in a match here", agree)


STRANGER_PERSON = Person(STRANGER, "Sue")


async def test_matches_a_player_left_do_not_count_for_the_limit(house: ServiceHarness) -> None:
    await limit(house, matches=1)
    match = await house.start(ANN, BOB, CEM, game="trek")
    await house.service.turns.resign(match.id, ANN.user_id)
    assert (await house.service.history.get(match.id)).status is MatchStatus.RUNNING
    await house.start(ANN, STRANGER_PERSON)


# ------------------------------------------------------------------------------------------------- matches and record


async def test_open_and_running_matches_of_a_server_are_listed_in_pages(house: ServiceHarness) -> None:
    await limit(house, tables=50)
    ids = [(await table(house)).id for _ in range(5)] + [(await house.start(BOB, CEM)).id for _ in range(2)]
    await house.service.tables.cancel(ids.pop(0), ANN.user_id)
    await house.start(ANN, BOB, place=ELSEWHERE)
    seen = []
    for number in range(3):
        page = await house.service.moderation.matches_of_server(50, number, 2)
        assert (page.number, page.pages, page.total) == (number, 3, 6)
        seen += [match.id for match in page.matches]
    assert seen == ids
    assert (await house.service.moderation.matches_of_server(50, 99, 2)).number == 2
    nothing = await house.service.moderation.matches_of_server(52, 0, 2)
    assert (nothing.matches, nothing.pages, nothing.total) == ([], 1, 0)


async def test_manager_actions_are_recorded_for_their_server(house: ServiceHarness) -> None:
    opened, running = await table(house), await house.start(BOB, CEM)
    await limit(house)
    house.clock.now += 60
    await house.service.moderation.abort_as_manager(opened.id, 1, "no games today")
    await house.service.moderation.move_as_manager(running.id, 2, MatchChannel(50, 66))
    acts = (await house.service.moderation.actions_of_server(50, 0, 10)).actions
    assert [(act.user_id, str(act.text), act.at - house.clock.now) for act in acts] == [
        (2, f"moved İYE #{running.id} to another channel", 0),
        (1, f"ended İYE #{opened.id}: no games today", 0),
        (STRANGER, "set something", -60),
    ]
    assert (await house.service.moderation.actions_of_server(51, 0, 10)).actions == []
    assert len((await house.service.moderation.actions_of_server(50, 1, 2)).actions) == 1


async def test_manager_closes_an_open_table(house: ServiceHarness) -> None:
    opened = await table(house)
    closed = await house.service.moderation.abort_as_manager(opened.id, 1, "no games today")
    assert closed == await house.service.history.get(opened.id)
    assert closed.status is MatchStatus.CANCELLED
    assert str(closed.result) == "A server manager closed the table: no games today"
    assert await house.kinds(opened.id) == ["table"]
    await refused_saying(
        house, MatchOverError, "closed", partial(house.service.moderation.abort_as_manager, opened.id, 1, "again")
    )


async def test_match_is_not_moved_to_its_own_channel(house: ServiceHarness) -> None:
    match = await house.start()
    await house.service.tables.set_thread(match.id, 70)
    for channel_id in (PLACE.channel_id, 70):
        move = partial(house.service.moderation.move_as_manager, match.id, 1, MatchChannel(50, channel_id))
        await refused_saying(house, ChannelError, "already being played there", move)
