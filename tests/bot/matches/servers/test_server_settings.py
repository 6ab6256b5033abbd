"""Server settings, actions of managers, and the default limits."""

from functools import partial

import pytest

from bot.matches.errors import ChannelError, LimitError, MatchOverError
from bot.matches.model.match import Match, MatchChannel, MatchStatus, OfferKind, Person
from bot.matches.model.settings import OPEN_TABLES, Openers, ServerSettings, is_time_control
from engines.text import T
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, NO_CLOCK, STRANGER, ServiceHarness, refused_saying

pytestmark = pytest.mark.engines("sqlite", "postgres")

OTHER_SERVER_CHANNEL = MatchChannel(51, 61)
ACT = T("set something")


async def limit(harness: ServiceHarness, *, tables: int = 5, matches: int = 50, guild_id: int = 50) -> None:
    settings = ServerSettings(open_tables=tables, running_matches=matches)
    await harness.service.server_settings.save(guild_id, STRANGER, settings, ACT)


async def table(harness: ServiceHarness, opener: Person = ANN, channel: MatchChannel = CHANNEL) -> Match:
    return await harness.service.tables.open_table("iye", {}, opener, channel)


async def test_settings_have_defaults_and_are_stored_for_each_server(
    harness: ServiceHarness,
) -> None:
    settings = ServerSettings((7, 8), False, "3d+24h", "tr", Openers.ROLE, 9, 2, 3)
    assert await harness.service.server_settings.get(50) == ServerSettings()
    await harness.service.server_settings.save(50, STRANGER, settings, ACT)
    assert await harness.service.server_settings.get(50) == settings
    assert await harness.service.server_settings.get(51) == ServerSettings()
    assert await harness.service.server_settings.get(None) == ServerSettings()


async def test_server_language_is_cached_and_survives_a_restart(harness: ServiceHarness) -> None:
    service = harness.service
    assert service.server_settings.language_of(50) is None
    await service.server_settings.save(50, STRANGER, ServerSettings(language="tr"), ACT)
    assert service.server_settings.language_of(50) == "tr"
    again = ServiceHarness(harness.database).service
    assert again.server_settings.language_of(50) is None
    await again.server_settings.load_languages()
    assert again.server_settings.language_of(50) == "tr"
    await service.server_settings.save(50, STRANGER, ServerSettings(), ACT)
    await again.server_settings.get(50)
    assert again.server_settings.language_of(50) is None


@pytest.mark.parametrize("text", ["none", "relaxed", "daily", "live", "3d+24h", "15m+1m", "30d+1m"])
def test_valid_time_control_is_accepted(text: str) -> None:
    assert is_time_control(text)


@pytest.mark.parametrize("text", ["", "quick", "3d", "0d+1h", "3d+", "+1h", "3w+1d", "1000d+1h", "3d + 1h", "3d+1h\n"])
def test_invalid_time_control_is_refused(text: str) -> None:
    assert not is_time_control(text)


# --------------------------------------------------------------------------------------------------------------- limits


async def test_open_tables_are_limited_for_each_server_also_by_default(
    harness: ServiceHarness,
) -> None:
    tables = [await table(harness) for _ in range(OPEN_TABLES)]
    await refused_saying(harness, LimitError, "You already have 5 open tables here", partial(table, harness))
    await table(harness, channel=OTHER_SERVER_CHANNEL)
    await table(harness, BOB)
    await harness.service.tables.cancel(tables[0].id, ANN.user_id)
    await table(harness)
    await limit(harness, tables=6)
    await table(harness)
    await limit(harness, tables=1)
    await refused_saying(harness, LimitError, "You already have an open table here", partial(table, harness))


async def test_direct_messages_have_the_default_limits(harness: ServiceHarness) -> None:
    for _ in range(OPEN_TABLES):
        await table(harness, channel=MatchChannel(None, 7))
    await refused_saying(harness, LimitError, "open tables", partial(table, harness, channel=MatchChannel(None, 8)))


async def test_running_matches_are_limited_for_each_server(harness: ServiceHarness) -> None:
    await limit(harness, matches=1)
    waiting = await harness.service.tables.open_table("trek", {}, CEM, CHANNEL, terms=NO_CLOCK)
    await harness.service.tables.join(waiting.id, ANN)
    match = await harness.start(ANN, BOB)
    await refused_saying(harness, LimitError, "You are already in a match here", partial(table, harness))
    other = await table(harness, STRANGER_PERSON)
    await refused_saying(
        harness, LimitError, "You are already in a match", partial(harness.service.tables.join, other.id, BOB)
    )
    begin = partial(harness.service.tables.start, waiting.id, CEM.user_id)
    await refused_saying(harness, LimitError, "Ann is already in a match here", begin)
    await harness.start(ANN, BOB, channel=OTHER_SERVER_CHANNEL)
    await harness.service.turns.resign(match.id, BOB.user_id)
    assert (await begin()).status is MatchStatus.RUNNING
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH)
    agree = partial(harness.service.offers.answer, match.id, BOB.user_id, OfferKind.REMATCH, accept=True)
    await refused_saying(harness, LimitError, "Ann is already in a match here", agree)


STRANGER_PERSON = Person(STRANGER, "Sue")


async def test_matches_a_player_left_do_not_count_for_the_limit(harness: ServiceHarness) -> None:
    await limit(harness, matches=1)
    match = await harness.start(ANN, BOB, CEM, game="trek")
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert (await harness.service.history.get(match.id)).status is MatchStatus.RUNNING
    await harness.start(ANN, STRANGER_PERSON)


# --------------------------------------------------------------------------------------------------- matches and record


async def test_open_and_running_matches_of_a_server_are_listed_in_pages(harness: ServiceHarness) -> None:
    await limit(harness, tables=50)
    ids = [(await table(harness)).id for _ in range(5)] + [(await harness.start(BOB, CEM)).id for _ in range(2)]
    await harness.service.tables.cancel(ids.pop(0), ANN.user_id)
    await harness.start(ANN, BOB, channel=OTHER_SERVER_CHANNEL)
    seen = []
    for number in range(3):
        page = await harness.service.moderation.matches_of_server(50, number, 2)
        assert (page.number, page.pages, page.total) == (number, 3, 6)
        seen += [match.id for match in page.matches]
    assert seen == ids
    assert (await harness.service.moderation.matches_of_server(50, 99, 2)).number == 2
    nothing = await harness.service.moderation.matches_of_server(52, 0, 2)
    assert (nothing.matches, nothing.pages, nothing.total) == ([], 1, 0)


async def test_manager_actions_are_recorded_for_their_server(harness: ServiceHarness) -> None:
    opened, running = await table(harness), await harness.start(BOB, CEM)
    await limit(harness)
    harness.clock.now += 60
    await harness.service.moderation.abort_as_manager(opened.id, 1, "no games today")
    await harness.service.moderation.move_as_manager(running.id, 2, MatchChannel(50, 66))
    acts = (await harness.service.moderation.actions_of_server(50, 0, 10)).actions
    assert [(act.user_id, str(act.text), act.at - harness.clock.now) for act in acts] == [
        (2, f"moved İYE #{running.id} to another channel", 0),
        (1, f"ended İYE #{opened.id}: no games today", 0),
        (STRANGER, "set something", -60),
    ]
    assert (await harness.service.moderation.actions_of_server(51, 0, 10)).actions == []
    assert len((await harness.service.moderation.actions_of_server(50, 1, 2)).actions) == 1


async def test_manager_closes_an_open_table(harness: ServiceHarness) -> None:
    opened = await table(harness)
    closed = await harness.service.moderation.abort_as_manager(opened.id, 1, "no games today")
    assert closed == await harness.service.history.get(opened.id)
    assert closed.status is MatchStatus.CANCELLED
    assert str(closed.result) == "A server manager closed the table: no games today"
    assert await harness.kinds(opened.id) == ["table"]
    await refused_saying(
        harness, MatchOverError, "closed", partial(harness.service.moderation.abort_as_manager, opened.id, 1, "again")
    )


async def test_match_is_not_moved_to_its_own_channel(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.service.tables.set_thread(match.id, 70)
    for channel_id in (CHANNEL.channel_id, 70):
        move = partial(harness.service.moderation.move_as_manager, match.id, 1, MatchChannel(50, channel_id))
        await refused_saying(harness, ChannelError, "already being played there", move)
