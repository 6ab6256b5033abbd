"""Tables: opening, joining, leaving, starting, closing, and every refusal with nothing changed."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.matches.errors import (
    MatchNotFoundError,
    MatchOverError,
    NotAllowedError,
    NotSeatedError,
    TableError,
)
from bot.matches.model.match import Match, MatchChannel, MatchStatus, Person
from engines.errors import InvalidOptionsError
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, DANA, NO_CLOCK, ROBOT, STRANGER, ServiceHarness

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def opened(harness: ServiceHarness, *invited: Person, game: str = "iye", players: int | None = None) -> Match:
    return await harness.service.tables.open_table(game, {}, ANN, CHANNEL, invited, NO_CLOCK, players=players)


async def refused(
    harness: ServiceHarness, kind: type[Exception], says: str, ask: Callable[[], Awaitable[object]]
) -> None:
    """Assert that an action is refused with this sentence and changes nothing."""
    before, woken = await harness.dump(), list(harness.woken)
    with pytest.raises(kind, match=says):
        await ask()
    assert await harness.dump() == before
    assert harness.woken == woken


# -------------------------------------------------------------------------------------------------------------- opening


async def test_opener_has_a_seat_and_unset_options_have_defaults(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {"wins": "3"}, ANN, CHANNEL)
    assert table == await harness.service.history.get(table.id)
    assert table.status is MatchStatus.OPEN
    assert table.options == {"first": "random", "wins": "3"}
    assert [(seat.player, seat.user_id, seat.name) for seat in table.seats] == [(0, ANN.user_id, "Ann")]
    assert (table.opener_id, table.channel, table.created_at) == (ANN.user_id, CHANNEL, harness.clock.now)
    assert (table.commitment, table.key, table.ply, table.to_move) == (None, None, 0, ())


async def test_opening_posts_nothing_because_the_interaction_shows_the_table(harness: ServiceHarness) -> None:
    table = await opened(harness)
    assert await harness.kinds(table.id) == []


@pytest.mark.parametrize(
    ("invited", "says"),
    [
        ((ROBOT,), "Bots cannot play"),
        ((ANN,), "You cannot invite yourself"),
        ((BOB, CEM), "İYE is for at most 2 players"),
    ],
    ids=["a bot", "oneself", "too many"],
)
async def test_impossible_invitations_are_refused(
    harness: ServiceHarness, invited: tuple[Person, ...], says: str
) -> None:
    await refused(harness, TableError, says, lambda: opened(harness, *invited))


async def test_inviting_twice_is_refused(harness: ServiceHarness) -> None:
    await refused(harness, TableError, "the same person twice", lambda: opened(harness, BOB, BOB, game="trek"))


async def test_bots_cannot_open_tables(harness: ServiceHarness) -> None:
    await refused(harness, TableError, "Bots", lambda: harness.service.tables.open_table("iye", {}, ROBOT, CHANNEL))


@pytest.mark.parametrize("options", [{"wins": "4"}, {"wins": ""}, {"speed": "fast"}, {"first": "3"}])
async def test_options_out_of_range_are_refused(harness: ServiceHarness, options: dict[str, str]) -> None:
    await refused(
        harness, InvalidOptionsError, "option", lambda: harness.service.tables.open_table("iye", options, ANN, CHANNEL)
    )


async def test_unknown_game_is_refused(harness: ServiceHarness) -> None:
    await refused(harness, TableError, "no game called chess", lambda: opened(harness, game="chess"))


# -------------------------------------------------------------------------------------------------- joining and leaving


async def test_joining_takes_the_next_seat_and_refreshes_the_table(harness: ServiceHarness) -> None:
    table = await opened(harness, game="trek")
    await harness.service.tables.join(table.id, CEM)
    joined = await harness.service.tables.join(table.id, BOB)
    assert joined == await harness.service.history.get(table.id)
    assert [(seat.player, seat.name) for seat in joined.seats] == [(0, "Ann"), (1, "Cem"), (2, "Bob")]
    assert await harness.kinds(table.id) == ["notice", "table", "table"], "with Cem the match can start"


async def test_invitation_reserves_a_seat(harness: ServiceHarness) -> None:
    table = await opened(harness, BOB)
    assert table.invited == (BOB.user_id,)
    await refused(
        harness, TableError, "reserved for invited players", lambda: harness.service.tables.join(table.id, CEM)
    )
    joined = await harness.service.tables.join(table.id, replace(BOB, name="Bobby"))
    assert (joined.invited, joined.seats[1].name) == ((), "Bobby")


async def test_seats_that_are_not_reserved_are_open_to_all(harness: ServiceHarness) -> None:
    table = await opened(harness, BOB, DANA, game="trek", players=4)
    await harness.service.tables.join(table.id, CEM)
    await refused(
        harness, TableError, "reserved for", lambda: harness.service.tables.join(table.id, Person(STRANGER, "Stranger"))
    )
    await harness.service.tables.join(table.id, DANA)
    full = await harness.service.tables.join(table.id, BOB)
    assert [seat.name for seat in full.seats] == ["Ann", "Cem", "Dana", "Bob"]
    assert full.status is MatchStatus.RUNNING


async def test_joining_twice_or_as_a_bot_is_refused(harness: ServiceHarness) -> None:
    table = await opened(harness, game="trek")
    await refused(harness, TableError, "already have a seat", lambda: harness.service.tables.join(table.id, ANN))
    await refused(harness, TableError, "Bots cannot play", lambda: harness.service.tables.join(table.id, ROBOT))


async def test_leaving_moves_later_seats_up(harness: ServiceHarness) -> None:
    table = await opened(harness, game="trek")
    for person in (BOB, CEM):
        await harness.service.tables.join(table.id, person)
    left = await harness.service.tables.leave(table.id, BOB.user_id)
    assert left == await harness.service.history.get(table.id)
    assert [(seat.player, seat.name) for seat in left.seats] == [(0, "Ann"), (1, "Cem")]


async def test_option_that_names_a_seat_follows_its_player_when_others_leave(harness: ServiceHarness) -> None:
    table = await opened(harness, game="awethi", players=4)
    for person in (BOB, CEM):
        await harness.service.tables.join(table.id, person)
    await harness.service.tables.configure(table.id, ANN.user_id, options={"wairgka": "third"})
    left = await harness.service.tables.leave(table.id, BOB.user_id)
    assert left.options["wairgka"] == "second", "it is still Cem"
    left = await harness.service.tables.leave(table.id, CEM.user_id)
    assert left.options["wairgka"] == "drawn", "nobody is named"


async def test_table_passes_to_the_next_player_when_the_opener_leaves(harness: ServiceHarness) -> None:
    table = await opened(harness, CEM, game="trek", players=3)
    await harness.service.tables.join(table.id, BOB)
    left = await harness.service.tables.leave(table.id, ANN.user_id)
    assert (left.opener_id, left.invited) == (BOB.user_id, (CEM.user_id,))
    assert left == await harness.service.history.get(table.id)
    closed = await harness.service.tables.cancel(table.id, BOB.user_id)
    assert closed.status is MatchStatus.CANCELLED


async def test_table_closes_when_the_last_player_leaves(harness: ServiceHarness) -> None:
    table = await opened(harness, BOB)
    closed = await harness.service.tables.leave(table.id, ANN.user_id)
    assert closed.status is MatchStatus.CANCELLED
    assert str(closed.result) == "Everyone has left the table, so it was closed."
    assert (await harness.service.history.get(table.id)).status is MatchStatus.CANCELLED
    assert await harness.kinds(table.id) == ["table"]
    await refused(harness, TableError, "closed", lambda: harness.service.tables.join(table.id, BOB))


async def test_invited_user_may_decline(harness: ServiceHarness) -> None:
    table = await opened(harness, BOB)
    declined = await harness.service.tables.leave(table.id, BOB.user_id)
    assert (declined.invited, len(declined.seats)) == ((), 1)
    (notice,) = [row.args for row in await harness.rows(table.id) if row.kind == "notice"]
    assert notice["mention"] == [ANN.user_id], "who opened the table was not told"
    assert (await harness.service.tables.join(table.id, CEM)).status is MatchStatus.RUNNING


async def test_user_without_a_seat_cannot_leave(harness: ServiceHarness) -> None:
    table = await opened(harness)
    await refused(harness, NotSeatedError, "no seat", lambda: harness.service.tables.leave(table.id, STRANGER))


# ---------------------------------------------------------------------------------------------------- starting, closing


async def test_solo_game_starts_with_one_player(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, game="bids")
    assert (match.status, match.to_move) == (MatchStatus.RUNNING, (0,))


async def test_i4_seat_0_is_the_openers_and_the_option_first_names_seats(harness: ServiceHarness) -> None:
    for player, first in enumerate(("1", "2")):
        match = await harness.start(ANN, BOB, first=first)
        assert [seat.user_id for seat in match.seats] == [ANN.user_id, BOB.user_id]
        assert match.to_move == (player,)


async def test_start_posts_its_messages_in_order(harness: ServiceHarness) -> None:
    table = await opened(harness)
    await harness.service.tables.set_table_message(table.id, 777)
    match = await harness.service.tables.join(table.id, BOB)
    rows = await harness.rows(table.id)
    assert [row.kind for row in rows] == ["place", "table", "turn"]
    assert dict(rows[2].args) == {"ply": match.ply, "call": list(match.to_move)}
    assert {row.queue_key for row in rows} == {f"match:{match.id}"} == set(harness.woken)


@pytest.mark.parametrize(
    "channel", [MatchChannel(None, 60), MatchChannel(50, 60, 70)], ids=["direct messages", "a thread already"]
)
async def test_no_thread_is_created_where_impossible_or_present(harness: ServiceHarness, channel: MatchChannel) -> None:
    match = await harness.start(channel=channel)
    assert "place" not in await harness.kinds(match.id)


async def test_opener_closes_a_table(harness: ServiceHarness) -> None:
    table = await opened(harness)
    closed = await harness.service.tables.cancel(table.id, ANN.user_id)
    assert closed == await harness.service.history.get(table.id)
    assert (closed.status, closed.ended_at) == (MatchStatus.CANCELLED, harness.clock.now)
    assert (closed.key, closed.commitment) == (None, None)
    assert await harness.kinds(table.id) == ["table"]
    for ask in (
        lambda: harness.service.tables.join(table.id, CEM),
        lambda: harness.service.tables.leave(table.id, ANN.user_id),
        lambda: harness.service.tables.start(table.id, ANN.user_id),
        lambda: harness.service.tables.cancel(table.id, ANN.user_id),
    ):
        await refused(harness, TableError, "closed", ask)


async def test_other_players_cannot_close_a_table(harness: ServiceHarness) -> None:
    table = await opened(harness, game="trek")
    await harness.service.tables.join(table.id, BOB)
    for user_id in (BOB.user_id, STRANGER):
        await refused(
            harness, NotAllowedError, "Only the person", partial(harness.service.tables.cancel, table.id, user_id)
        )


async def test_running_or_ended_match_cannot_be_joined_left_or_cancelled(harness: ServiceHarness) -> None:
    match = await harness.start()
    for error, says in ((TableError, "already started"), (MatchOverError, "It’s over")):
        if error is MatchOverError:
            await harness.service.turns.resign(match.id, ANN.user_id)
        for ask in (
            lambda: harness.service.tables.join(match.id, CEM),
            lambda: harness.service.tables.leave(match.id, ANN.user_id),
            lambda: harness.service.tables.cancel(match.id, ANN.user_id),
        ):
            await refused(harness, error, says, ask)


async def test_unknown_match_is_not_found(harness: ServiceHarness) -> None:
    for ask in (
        lambda: harness.service.history.get(404),
        lambda: harness.service.tables.join(404, ANN),
        lambda: harness.service.tables.start(404, 1),
        lambda: harness.service.turns.play(404, 1, 0, ["a1"]),
        lambda: harness.service.history.view(404),
    ):
        await refused(harness, MatchNotFoundError, "no such match", ask)


async def test_names_chosen_for_a_match_are_stored_with_the_seat(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("bids", {}, ANN, CHANNEL)
    await harness.service.tables.rename(table.id, ANN.user_id, " Attila ")
    await harness.service.tables.join(table.id, BOB, "Bleda")
    joined = await harness.service.tables.join(table.id, CEM)
    assert [seat.display_name for seat in joined.seats] == ["Attila", "Bleda", "Cem"]
    assert [seat.name for seat in joined.seats] == ["Ann", "Bob", "Cem"]
    renamed = await harness.service.tables.rename(table.id, CEM.user_id, "Ellac")
    assert await harness.service.history.get(table.id) == renamed
    assert renamed.seats[2].alias == "Ellac"
    started = await harness.service.tables.start(table.id, ANN.user_id)
    assert [seat.display_name for seat in started.seats] == ["Attila", "Bleda", "Ellac"]
    with pytest.raises(TableError):
        await harness.service.tables.rename(table.id, CEM.user_id, "late")


async def test_only_seated_players_choose_a_name_and_a_blank_one_removes_it(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("bids", {}, ANN, CHANNEL)
    with pytest.raises(NotSeatedError):
        await harness.service.tables.rename(table.id, BOB.user_id, "Bleda")
    assert (await harness.service.tables.rename(table.id, ANN.user_id, "  ")).seats[0].alias is None


async def test_only_the_opener_chooses_options_and_only_known_ones(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {"wins": "3"}, ANN, CHANNEL)
    chosen = await harness.service.tables.configure(table.id, ANN.user_id, options={"first": "2"})
    assert chosen.options == {"wins": "3", "first": "2"}
    assert chosen == await harness.service.history.get(table.id)
    with pytest.raises(NotAllowedError):
        await harness.service.tables.configure(table.id, BOB.user_id, options={"first": "1"})
    for option, value in (("first", "3"), ("second", "1")):
        with pytest.raises(TableError, match="not one of the choices"):
            await harness.service.tables.configure(table.id, ANN.user_id, options={option: value})
    await harness.service.tables.join(table.id, BOB)
    with pytest.raises(TableError):
        await harness.service.tables.configure(table.id, ANN.user_id, options={"first": "1"})
    assert (await harness.service.history.get(table.id)).options == chosen.options
