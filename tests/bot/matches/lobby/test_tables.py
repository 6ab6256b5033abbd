"""Tables: opening, joining, leaving, starting, closing, and every refusal with nothing changed."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.matches.errors import MatchNotFoundError, MatchOverError, NotAllowedError, NotSeatedError, TableError
from bot.matches.model.match import Match, MatchChannel, MatchStatus, Person
from engines.errors import InvalidOptionsError
from tests.bot.matches.harness import ANN, BOB, CEM, DANA, PLACE, ROBOT, STRANGER, ServiceHarness


async def opened(house: ServiceHarness, *invited: Person, game: str = "iye") -> Match:
    return await house.service.tables.open_table(game, {}, ANN, PLACE, invited)


async def refused(
    house: ServiceHarness, kind: type[Exception], says: str, ask: Callable[[], Awaitable[object]]
) -> None:
    """The refusal comes with its sentence, and nothing is changed or posted."""
    before, woken = await house.dump(), list(house.woken)
    with pytest.raises(kind, match=says):
        await ask()
    assert await house.dump() == before
    assert house.woken == woken


# --------------------------------------------------------------------------------------------------------- opening


async def test_opener_has_a_seat_and_unset_options_have_defaults(house: ServiceHarness) -> None:
    table = await house.service.tables.open_table("iye", {"wins": "3"}, ANN, PLACE)
    assert table == await house.service.history.get(table.id)
    assert table.status is MatchStatus.OPEN
    assert table.options == {"first": "random", "wins": "3"}
    assert [(seat.player, seat.user_id, seat.name) for seat in table.seats] == [(0, ANN.user_id, "Ann")]
    assert (table.opener_id, table.channel, table.created_at) == (ANN.user_id, PLACE, house.clock.now)
    assert (table.commitment, table.key, table.ply, table.to_move) == (None, None, 0, ())


async def test_opening_posts_nothing_because_the_interaction_shows_the_table(house: ServiceHarness) -> None:
    table = await opened(house)
    assert await house.kinds(table.id) == []


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
    house: ServiceHarness, invited: tuple[Person, ...], says: str
) -> None:
    await refused(house, TableError, says, lambda: opened(house, *invited))


async def test_inviting_twice_is_refused(house: ServiceHarness) -> None:
    await refused(house, TableError, "the same person twice", lambda: opened(house, BOB, BOB, game="trek"))


async def test_bots_cannot_open_tables(house: ServiceHarness) -> None:
    await refused(house, TableError, "Bots", lambda: house.service.tables.open_table("iye", {}, ROBOT, PLACE))


@pytest.mark.parametrize("options", [{"wins": "4"}, {"wins": ""}, {"speed": "fast"}, {"first": "3"}])
async def test_options_out_of_range_are_refused(house: ServiceHarness, options: dict[str, str]) -> None:
    await refused(
        house, InvalidOptionsError, "option", lambda: house.service.tables.open_table("iye", options, ANN, PLACE)
    )


async def test_unknown_game_is_refused(house: ServiceHarness) -> None:
    await refused(house, TableError, "no game called chess", lambda: opened(house, game="chess"))


# --------------------------------------------------------------------------------------------- joining and leaving


async def test_joining_takes_the_next_seat_and_refreshes_the_table(house: ServiceHarness) -> None:
    table = await opened(house, game="trek")
    await house.service.tables.join(table.id, CEM)
    joined = await house.service.tables.join(table.id, BOB)
    assert joined == await house.service.history.get(table.id)
    assert [(seat.player, seat.name) for seat in joined.seats] == [(0, "Ann"), (1, "Cem"), (2, "Bob")]
    assert await house.kinds(table.id) == ["table", "table"]


async def test_invitation_reserves_a_seat(house: ServiceHarness) -> None:
    table = await opened(house, BOB)
    assert table.invited == (BOB.user_id,)
    await refused(house, TableError, "reserved for invited players", lambda: house.service.tables.join(table.id, CEM))
    joined = await house.service.tables.join(table.id, replace(BOB, name="Bobby"))
    assert (joined.invited, joined.seats[1].name) == ((), "Bobby")


async def test_seats_that_are_not_reserved_are_open_to_all(house: ServiceHarness) -> None:
    table = await opened(house, BOB, DANA, game="trek")
    await house.service.tables.join(table.id, CEM)
    await refused(
        house, TableError, "reserved for", lambda: house.service.tables.join(table.id, Person(STRANGER, "Stranger"))
    )
    await house.service.tables.join(table.id, DANA)
    full = await house.service.tables.join(table.id, BOB)
    assert [seat.name for seat in full.seats] == ["Ann", "Cem", "Dana", "Bob"]
    await refused(house, TableError, "full", lambda: house.service.tables.join(table.id, Person(STRANGER, "Stranger")))


async def test_joining_twice_or_as_a_bot_is_refused(house: ServiceHarness) -> None:
    table = await opened(house, game="trek")
    await refused(house, TableError, "already have a seat", lambda: house.service.tables.join(table.id, ANN))
    await refused(house, TableError, "Bots cannot play", lambda: house.service.tables.join(table.id, ROBOT))


async def test_full_table_refuses_players(house: ServiceHarness) -> None:
    table = await opened(house)
    await house.service.tables.join(table.id, BOB)
    await refused(house, TableError, "full", lambda: house.service.tables.join(table.id, CEM))


async def test_leaving_moves_later_seats_up(house: ServiceHarness) -> None:
    table = await opened(house, game="trek")
    for person in (BOB, CEM):
        await house.service.tables.join(table.id, person)
    left = await house.service.tables.leave(table.id, BOB.user_id)
    assert left == await house.service.history.get(table.id)
    assert [(seat.player, seat.name) for seat in left.seats] == [(0, "Ann"), (1, "Cem")]


async def test_table_passes_to_the_next_player_when_the_opener_leaves(house: ServiceHarness) -> None:
    table = await opened(house, CEM, game="trek")
    await house.service.tables.join(table.id, BOB)
    left = await house.service.tables.leave(table.id, ANN.user_id)
    assert (left.opener_id, left.invited) == (BOB.user_id, (CEM.user_id,))
    assert left == await house.service.history.get(table.id)
    closed = await house.service.tables.cancel(table.id, BOB.user_id)
    assert closed.status is MatchStatus.CANCELLED


async def test_table_closes_when_the_last_player_leaves(house: ServiceHarness) -> None:
    table = await opened(house, BOB)
    closed = await house.service.tables.leave(table.id, ANN.user_id)
    assert closed.status is MatchStatus.CANCELLED
    assert str(closed.result) == "Everyone has left the table, so it was closed."
    assert (await house.service.history.get(table.id)).status is MatchStatus.CANCELLED
    assert await house.kinds(table.id) == ["table"]
    await refused(house, TableError, "closed", lambda: house.service.tables.join(table.id, BOB))


async def test_invited_user_may_decline(house: ServiceHarness) -> None:
    table = await opened(house, BOB)
    declined = await house.service.tables.leave(table.id, BOB.user_id)
    assert (declined.invited, len(declined.seats)) == ((), 1)
    assert len((await house.service.tables.join(table.id, CEM)).seats) == 2


async def test_user_without_a_seat_cannot_leave(house: ServiceHarness) -> None:
    table = await opened(house)
    await refused(house, NotSeatedError, "no seat", lambda: house.service.tables.leave(table.id, STRANGER))


# ---------------------------------------------------------------------------------------------- starting, closing


async def test_any_player_may_start_once_enough_are_seated(house: ServiceHarness) -> None:
    table = await opened(house)
    await refused(house, TableError, "One more player", lambda: house.service.tables.start(table.id, ANN.user_id))
    await refused(house, NotSeatedError, "Press Join first", lambda: house.service.tables.start(table.id, STRANGER))
    await house.service.tables.join(table.id, BOB)
    await refused(house, NotSeatedError, "This table is full", lambda: house.service.tables.start(table.id, STRANGER))
    match = await house.service.tables.start(table.id, BOB.user_id)
    assert match == await house.service.history.get(table.id)
    assert match.status is MatchStatus.RUNNING
    assert (match.started_at, match.moved_at, match.ply) == (house.clock.now, house.clock.now, 2)
    assert len(match.to_move) == 1
    await refused(house, TableError, "already started", lambda: house.service.tables.start(table.id, ANN.user_id))


async def test_solo_game_starts_with_one_player(house: ServiceHarness) -> None:
    match = await house.start(ANN, game="bids")
    assert (match.status, match.to_move) == (MatchStatus.RUNNING, (0,))


async def test_start_waits_for_invited_users(house: ServiceHarness) -> None:
    table = await opened(house, BOB, CEM, game="trek")
    await refused(house, TableError, "2 invited players", lambda: house.service.tables.start(table.id, ANN.user_id))
    await house.service.tables.join(table.id, BOB)
    await refused(house, TableError, "has not pressed", lambda: house.service.tables.start(table.id, ANN.user_id))
    await house.service.tables.leave(table.id, CEM.user_id)
    assert (await house.service.tables.start(table.id, ANN.user_id)).status is MatchStatus.RUNNING


async def test_i4_seat_0_is_the_openers_and_the_option_first_names_seats(house: ServiceHarness) -> None:
    for player, first in enumerate(("1", "2")):
        match = await house.start(ANN, BOB, first=first)
        assert [seat.user_id for seat in match.seats] == [ANN.user_id, BOB.user_id]
        assert match.to_move == (player,)


async def test_start_posts_its_messages_in_order(house: ServiceHarness) -> None:
    table = await opened(house)
    await house.service.tables.set_table_message(table.id, 777)
    await house.service.tables.join(table.id, BOB)
    await house.rows(table.id)
    match = await house.service.tables.start(table.id, ANN.user_id)
    rows = await house.rows(table.id)
    assert [row.kind for row in rows] == ["place", "table", "turn"]
    assert dict(rows[2].args) == {"ply": match.ply, "call": list(match.to_move)}
    assert {row.queue_key for row in rows} == {f"match:{match.id}"} == set(house.woken)


@pytest.mark.parametrize(
    "place", [MatchChannel(None, 60), MatchChannel(50, 60, 70)], ids=["direct messages", "a thread already"]
)
async def test_no_thread_is_created_where_impossible_or_present(house: ServiceHarness, place: MatchChannel) -> None:
    match = await house.start(place=place)
    assert "place" not in await house.kinds(match.id)


async def test_opener_closes_a_table(house: ServiceHarness) -> None:
    table = await opened(house)
    closed = await house.service.tables.cancel(table.id, ANN.user_id)
    assert closed == await house.service.history.get(table.id)
    assert (closed.status, closed.ended_at) == (MatchStatus.CANCELLED, house.clock.now)
    assert (closed.key, closed.commitment) == (None, None)
    assert await house.kinds(table.id) == ["table"]
    for ask in (
        lambda: house.service.tables.join(table.id, CEM),
        lambda: house.service.tables.leave(table.id, ANN.user_id),
        lambda: house.service.tables.start(table.id, ANN.user_id),
        lambda: house.service.tables.cancel(table.id, ANN.user_id),
    ):
        await refused(house, TableError, "closed", ask)


async def test_other_players_cannot_close_a_table(house: ServiceHarness) -> None:
    table = await opened(house)
    await house.service.tables.join(table.id, BOB)
    for user_id in (BOB.user_id, STRANGER):
        await refused(
            house, NotAllowedError, "Only the person", partial(house.service.tables.cancel, table.id, user_id)
        )


async def test_running_or_ended_match_is_no_table(house: ServiceHarness) -> None:
    match = await house.start()
    for error, says in ((TableError, "already started"), (MatchOverError, "is over")):
        if error is MatchOverError:
            await house.service.turns.resign(match.id, ANN.user_id)
        for ask in (
            lambda: house.service.tables.join(match.id, CEM),
            lambda: house.service.tables.leave(match.id, ANN.user_id),
            lambda: house.service.tables.cancel(match.id, ANN.user_id),
        ):
            await refused(house, error, says, ask)


async def test_unknown_match_is_not_found(house: ServiceHarness) -> None:
    for ask in (
        lambda: house.service.history.get(404),
        lambda: house.service.tables.join(404, ANN),
        lambda: house.service.tables.start(404, 1),
        lambda: house.service.turns.play(404, 1, 0, ["a1"]),
        lambda: house.service.history.view(404),
    ):
        await refused(house, MatchNotFoundError, "no such match", ask)


async def test_table_stays_open_if_the_game_refuses_to_start(house: ServiceHarness) -> None:
    table = await opened(house)
    await house.service.tables.join(table.id, BOB)
    await house.database.write(
        lambda tx: tx.executemany("UPDATE matches SET options = ? WHERE id = ?", [('{"wins":"9"}', table.id)])
    )
    await refused(house, InvalidOptionsError, "option", lambda: house.service.tables.start(table.id, ANN.user_id))
    assert (await house.service.history.get(table.id)).status is MatchStatus.OPEN


async def test_names_chosen_for_a_match_are_stored_with_the_seat(house: ServiceHarness) -> None:
    table = await house.service.tables.open_table("bids", {}, ANN, PLACE, alias=" Attila ")
    await house.service.tables.join(table.id, BOB, "Bleda")
    joined = await house.service.tables.join(table.id, CEM)
    assert [seat.called for seat in joined.seats] == ["Attila", "Bleda", "Cem"]
    assert [seat.name for seat in joined.seats] == ["Ann", "Bob", "Cem"]
    renamed = await house.service.tables.rename(table.id, CEM.user_id, "Ellac")
    assert await house.service.history.get(table.id) == renamed
    assert renamed.seats[2].alias == "Ellac"
    started = await house.service.tables.start(table.id, ANN.user_id)
    assert [seat.called for seat in started.seats] == ["Attila", "Bleda", "Ellac"]
    with pytest.raises(TableError):
        await house.service.tables.rename(table.id, CEM.user_id, "late")


async def test_only_seated_players_have_names_at_a_table(house: ServiceHarness) -> None:
    table = await house.service.tables.open_table("bids", {}, ANN, PLACE)
    with pytest.raises(NotSeatedError):
        await house.service.tables.rename(table.id, BOB.user_id, "Bleda")
    assert (await house.service.tables.rename(table.id, ANN.user_id, "  ")).seats[0].alias is None


async def test_only_the_opener_chooses_options_and_only_known_ones(house: ServiceHarness) -> None:
    table = await house.service.tables.open_table("iye", {"wins": "3"}, ANN, PLACE)
    chosen = await house.service.tables.set_option(table.id, ANN.user_id, "first", "2")
    assert chosen.options == {"wins": "3", "first": "2"}
    assert chosen == await house.service.history.get(table.id)
    with pytest.raises(NotAllowedError):
        await house.service.tables.set_option(table.id, BOB.user_id, "first", "1")
    for option, value in (("first", "3"), ("second", "1")):
        with pytest.raises(TableError, match="not one of the choices"):
            await house.service.tables.set_option(table.id, ANN.user_id, option, value)
    await house.service.tables.join(table.id, BOB)
    await house.service.tables.start(table.id, ANN.user_id)
    with pytest.raises(TableError):
        await house.service.tables.set_option(table.id, ANN.user_id, "first", "1")
    assert (await house.service.history.get(table.id)).options == chosen.options
