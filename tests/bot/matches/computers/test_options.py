"""What is agreed at a table about computer players: they take their time, and they resign when it is hopeless."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.computer.decider import NotNow, NotNowError
from bot.matches.doctor import examine
from bot.matches.errors import NotAllowedError
from bot.matches.model.jobs import ComputerTurnDue
from bot.matches.model.match import ComputerOptions, Match, MatchStatus, OfferKind
from bot.matches.model.rng import seconds_taken
from tests.bot.matches.computers.steps import play_as_ann, posted, until_person
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CHANNEL, ServiceHarness, refused

TAKE_TIME, RESIGN = ComputerOptions(take_time=True), ComputerOptions(resign=True)


async def start(harness: ServiceHarness, options: ComputerOptions, *levels: int, game: str = "iye") -> Match:
    """Start a match of Ann, who moves first, against computer players with options."""
    chosen = {"first": "1"} if game == "iye" else {}
    seats = levels or (1,)
    table = await harness.service.tables.open_table(game, chosen, ANN, CHANNEL, computers=seats)
    await harness.service.computer_seats.set_options(table.id, ANN.user_id, options)
    match = await harness.service.tables.start(table.id, ANN.user_id)
    await harness.service.computer_turns.open()
    return await until_person(harness, match)


async def ann_moves(harness: ServiceHarness, match: Match) -> Match:
    """Play Ann's turn until a computer player is to move."""
    while 0 in match.to_move:
        match = await play_as_ann(harness, match)
    return match


async def due_at(harness: ServiceHarness, match: Match) -> int | None:
    """Return when the computer player decides, as it is stored."""
    rows = await harness.database.rows(
        "SELECT at FROM due WHERE kind = ? AND match_id = ?", (ComputerTurnDue.kind, match.id)
    )
    return rows[0]["at"] if rows else None


@pytest.mark.parametrize("ply", range(200))
def test_computer_player_takes_20_to_90_seconds(ply: int) -> None:
    assert 20 <= seconds_taken(b"key", 1, ply) <= 90


def test_time_taken_follows_from_key_match_and_ply() -> None:
    assert len({seconds_taken(b"key", 1, ply) for ply in range(200)}) > 40
    assert seconds_taken(b"key", 1, 7) == seconds_taken(b"key", 1, 7)
    assert any(seconds_taken(b"key", 1, ply) != seconds_taken(b"other", 1, ply) for ply in range(5))


async def test_computer_player_that_takes_its_time_moves_later_and_posts_a_board_of_its_own(
    harness: ServiceHarness,
) -> None:
    match = await start(harness, TAKE_TIME)
    await posted(harness, match)
    match = await ann_moves(harness, match)
    assert match.to_move == (1,)
    (own,) = await posted(harness, match)
    assert own.ply == match.ply, "the board of the person waits for nobody"
    at = await due_at(harness, match)
    assert at is not None
    assert match.moved_at is not None
    assert 20 <= at - match.moved_at <= 90
    harness.clock.now = at
    await harness.service.computer_turns.turn_due(ComputerTurnDue(match.id))
    match = await until_person(harness, match)
    assert match.to_move == (0,)
    (answer,) = await posted(harness, match)
    assert answer.told == ()


async def test_start_before_the_time_has_passed_does_not_shorten_it(path: Path) -> None:
    async with await ServiceHarness.open(path) as harness:
        match = await ann_moves(harness, await start(harness, TAKE_TIME))
        now, at = harness.clock.now, await due_at(harness, match)
    async with await ServiceHarness.open(path) as again:
        again.clock.now = now
        await again.service.computer_turns.open()
        match = await until_person(again, match)
        assert match.to_move == (1,)
        assert await due_at(again, match) == at
        again.clock.now = at or 0
        await again.service.computer_turns.turn_due(ComputerTurnDue(match.id))
        assert (await until_person(again, match)).to_move == (0,)


async def test_without_the_option_nothing_waits(harness: ServiceHarness) -> None:
    match = await start(harness, ComputerOptions())
    match = await play_as_ann(harness, match)
    assert await due_at(harness, match) is None
    assert match.to_move == (0,)


# ------------------------------------------------------------------------------------------------------- resignation


@pytest.mark.parametrize("game", ["iye", "totem"])
async def test_computer_player_resigns_after_two_hopeless_decisions(harness: ServiceHarness, game: str) -> None:
    harness.decider.expected = 0.04
    match = await start(harness, RESIGN, game=game)
    for _ in range(20):
        if match.status is MatchStatus.RUNNING:
            match = await play_as_ann(harness, match)
    assert match.status is MatchStatus.FINISHED
    rows = await harness.database.rows("SELECT player, kind FROM log WHERE kind IN ('withdraw', 'move') ORDER BY ply")
    assert (rows[-1]["player"], rows[-1]["kind"]) == (1, "withdraw")
    decided = await harness.database.rows("SELECT * FROM computer_decisions")
    assert len(decided) == 1, "the second hopeless decision is a resignation"
    assert await examine(harness.database, games=ALL_GAMES) == []


@pytest.mark.parametrize(("options", "expected"), [(ComputerOptions(), 0.0), (RESIGN, 0.06)])
async def test_computer_player_plays_on_without_the_option_or_with_a_chance(
    harness: ServiceHarness, options: ComputerOptions, expected: float
) -> None:
    harness.decider.expected = expected
    match = await start(harness, options)
    for _ in range(4):
        match = await play_as_ann(harness, match)
    assert match.status is MatchStatus.RUNNING


async def test_one_hopeless_decision_is_not_enough(harness: ServiceHarness) -> None:
    match = await start(harness, RESIGN)
    for expected in (0.01, 0.5, 0.01, 0.5):
        harness.decider.expected = expected
        match = await play_as_ann(harness, match)
    assert match.status is MatchStatus.RUNNING


async def test_no_computer_player_resigns_a_match_of_three(harness: ServiceHarness) -> None:
    harness.decider.expected = 0.0
    match = await start(harness, RESIGN, 1, 1, game="totem")
    for _ in range(6):
        match = await play_as_ann(harness, match)
    assert (match.status, [seat.withdrawn for seat in match.seats]) == (MatchStatus.RUNNING, [False] * 3)


async def test_no_computer_player_resigns_where_it_expects_points(harness: ServiceHarness) -> None:
    harness.decider.expected = 0.0
    match = await start(harness, RESIGN, game="chiefdom")
    for _ in range(6):
        match = await play_as_ann(harness, match)
    assert match.status is MatchStatus.RUNNING


async def test_only_the_opener_chooses_the_options(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("totem", {}, ANN, CHANNEL, players=3, computers=(1,))
    await refused(
        harness,
        NotAllowedError,
        lambda: harness.service.computer_seats.set_options(table.id, BOB.user_id, TAKE_TIME),
    )


async def test_rematch_keeps_the_options(harness: ServiceHarness) -> None:
    match = await start(harness, ComputerOptions(take_time=True, resign=True))
    await harness.service.turns.resign(match.id, ANN.user_id)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH)
    rematch = (await harness.service.history.get(match.id)).rematch_id
    assert rematch is not None
    assert (await harness.service.history.get(rematch)).computer_options == ComputerOptions(take_time=True, resign=True)


async def test_computer_player_that_takes_its_time_is_not_said_to_be_off_before_it_tries(
    harness: ServiceHarness,
) -> None:
    match = await start(harness, TAKE_TIME)

    def off(_match_id: int) -> None:
        raise NotNowError(NotNow.OFF, None)

    harness.decider.before = off
    match = await ann_moves(harness, match)
    harness.clock.now = await due_at(harness, match) or 0
    await harness.service.computer_turns.turn_due(ComputerTurnDue(match.id))
    assert (await until_person(harness, match)).computers_wait == "off"
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    harness.decider.before = lambda _match_id: None
    match = await ann_moves(harness, await harness.service.history.get(match.id))
    assert match.to_move == (1,)
    assert match.computers_wait == ""
