"""Computer players at tables: who chooses them, which seats they take, and that they start nothing by themselves."""

import pytest

from bot.matches.errors import NotAllowedError, TableError
from bot.matches.model.match import Computer, Match, MatchStatus
from bot.matches.model.results import is_rated
from bot.matches.model.time_control import TermsRequest
from bot.storage.database import Reader
from tests.bot.matches.harness import ANN, BOB, CHANNEL, ServiceHarness


async def opened(harness: ServiceHarness, *levels: int, game: str = "totem", players: int | None = None) -> Match:
    return await harness.service.tables.open_table(game, {}, ANN, CHANNEL, players=players, computers=levels)


def levels_of(match: Match) -> list[int | None]:
    return [None if seat.computer is None else seat.computer.level for seat in match.seats]


async def test_computer_players_take_the_seats_after_the_opener(harness: ServiceHarness) -> None:
    table = await opened(harness, 2, 5)
    assert table == await harness.service.history.get(table.id)
    assert [(seat.player, seat.user_id, seat.name) for seat in table.seats] == [
        (0, ANN.user_id, "Ann"),
        (1, -2, "Computer L2"),
        (2, -3, "Computer L5"),
    ]
    assert [seat.computer for seat in table.seats] == [None, Computer(2, 0), Computer(5, 0)]
    assert (table.num_seats, is_rated(table), table.has_computers, table.is_alone) == (3, False, True, True)


async def test_opener_may_sit_among_computer_players(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("totem", {}, ANN, CHANNEL, computers=(2, 5), seat=1)
    assert table == await harness.service.history.get(table.id)
    assert [(seat.player, seat.user_id) for seat in table.seats] == [(0, -1), (1, ANN.user_id), (2, -3)]
    assert levels_of(table) == [2, None, 5]


@pytest.mark.parametrize(
    ("levels", "says"),
    [((0,), "have the levels 1 to 5"), ((6,), "have the levels 1 to 5"), ((1,) * 8, "Totem is for at most")],
)
async def test_impossible_computer_players_are_refused(
    harness: ServiceHarness, levels: tuple[int, ...], says: str
) -> None:
    with pytest.raises(TableError, match=says):
        await opened(harness, *levels)


async def test_table_filled_by_a_computer_player_waits_for_its_opener(harness: ServiceHarness) -> None:
    table = await opened(harness, game="iye", players=2)
    full = await harness.service.computer_seats.add_computer(table.id, ANN.user_id, 3)
    assert (full.status, full.is_full, levels_of(full)) == (MatchStatus.OPEN, True, [None, 3])
    started = await harness.service.tables.start(table.id, ANN.user_id)
    assert (started.status, started.rated, started.clocks) == (MatchStatus.RUNNING, False, ())


async def test_options_of_a_table_filled_by_computer_players_start_nothing(harness: ServiceHarness) -> None:
    table = await opened(harness, 1, 2, players=3)
    changed = await harness.service.tables.configure(table.id, ANN.user_id, players=3, rated=False)
    assert (changed.status, changed.is_full) == (MatchStatus.OPEN, True), "the form says again how many there are"


async def test_person_in_the_last_seat_starts_a_match_with_a_computer_player(harness: ServiceHarness) -> None:
    table = await opened(harness, 1, players=3)
    started = await harness.service.tables.join(table.id, BOB)
    assert started.status is MatchStatus.RUNNING
    assert levels_of(started).count(None) == 2
    assert started == await harness.service.history.get(table.id)


async def test_level_is_changed_and_the_seat_is_given_back(harness: ServiceHarness) -> None:
    table = await opened(harness, 1, 2, players=4)
    changed = await harness.service.computer_seats.set_computer(table.id, ANN.user_id, 1, 4)
    assert levels_of(changed) == [None, 4, 2]
    freed = await harness.service.computer_seats.set_computer(table.id, ANN.user_id, 1, None)
    assert [(seat.player, seat.user_id, seat.name) for seat in freed.seats[1:]] == [(1, -2, "Computer L2")]
    with pytest.raises(TableError, match="No computer player has this seat"):
        await harness.service.computer_seats.set_computer(table.id, ANN.user_id, 0, 3)


@pytest.mark.parametrize(("wish", "opened_with_it"), [(True, True), (True, False), (False, True), (False, False)])
async def test_table_without_its_computer_player_is_rated_as_it_was_opened(
    harness: ServiceHarness,
    wish: bool,
    opened_with_it: bool,
) -> None:
    tables, seats = harness.service.tables, harness.service.computer_seats
    levels = (1,) if opened_with_it else ()
    table = await tables.open_table("totem", {}, ANN, CHANNEL, players=2, rated=wish, computers=levels)
    if not opened_with_it:
        table = await seats.add_computer(table.id, ANN.user_id, 1)
    assert not is_rated(table)
    # Its form offers “no” only, and says so whatever else is changed.
    await tables.configure(table.id, ANN.user_id, rated=False, allows_hints=False)
    freed = await seats.set_computer(table.id, ANN.user_id, 1, None)
    assert is_rated(freed) is wish
    started = await tables.join(table.id, BOB)
    assert (started.status, started.rated) == (MatchStatus.RUNNING, wish)
    assert started == await harness.service.history.get(table.id)


async def test_hints_chosen_beside_a_computer_player_stay_without_it(harness: ServiceHarness) -> None:
    table = await opened(harness, 1, game="iye")
    await harness.service.tables.configure(table.id, ANN.user_id, rated=False, allows_hints=True)
    freed = await harness.service.computer_seats.set_computer(table.id, ANN.user_id, 1, None)
    assert (is_rated(freed), freed.allows_hints) == (False, True)


async def test_only_the_opener_chooses_computer_players(harness: ServiceHarness) -> None:
    table = await opened(harness, 1, players=4)
    await harness.service.tables.join(table.id, BOB)
    with pytest.raises(NotAllowedError):
        await harness.service.computer_seats.add_computer(table.id, BOB.user_id, 1)
    with pytest.raises(NotAllowedError):
        await harness.service.computer_seats.set_computer(table.id, BOB.user_id, 1, None)


async def test_table_without_people_is_closed(harness: ServiceHarness) -> None:
    table = await opened(harness, 1, players=4)
    assert (await harness.service.tables.leave(table.id, ANN.user_id)).status is MatchStatus.CANCELLED


async def test_person_becomes_the_opener_before_a_computer_player(harness: ServiceHarness) -> None:
    table = await opened(harness, 1, players=4)
    await harness.service.tables.join(table.id, BOB)
    left = await harness.service.tables.leave(table.id, ANN.user_id)
    assert (left.opener_id, levels_of(left)) == (BOB.user_id, [1, None])


async def test_computer_players_do_not_count_against_a_limit(harness: ServiceHarness) -> None:
    """Their ids recur in every match of a server."""

    def count(db: Reader) -> int:
        (number,) = db.execute("SELECT count(*) FROM seats WHERE user_id = -2").fetchone()
        return int(number)

    for number in range(1, 12):
        table = await opened(harness, 1, game="iye")
        await harness.service.tables.start(table.id, ANN.user_id)
        assert await harness.database.read(count) == number
        await harness.service.turns.resign(table.id, ANN.user_id)


async def test_match_against_a_computer_player_has_no_clock(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table(
        "totem", {}, ANN, CHANNEL, terms=TermsRequest("1d"), computers=(1, 1)
    )
    assert table.time_control is not None
    started = await harness.service.tables.start(table.id, ANN.user_id)
    assert (started.time_control, started.clocks) == (None, ())
