"""Turns of computer players: when they decide, what is committed and stored, and what follows when they cannot."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.computer.decider import DecisionFailedError, NotNow, NotNowError, Question, VersionedDecision
from bot.matches.computers import turns
from bot.matches.model.match import Computer, MatchStatus
from bot.matches.model.outbox_messages import Board, Queue, ResultBoard
from bot.matches.model.rng import computer_seed
from bot.matches.store import matches as match_store
from bot.matches.store import turns as turn_store
from bot.storage.errors import StorageError
from engines.registry import GAMES
from engines.text import T
from players.decision import Decision
from players.iye.player import IyePlayer
from players.reason import neutral
from tests.bot.matches.both_engines import on_engines
from tests.bot.matches.computers.steps import against, ann_to_move, play_as_ann, posted, until_person
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CHANNEL, ServiceHarness

pytestmark = pytest.mark.engines("sqlite", "postgres")


@pytest.mark.parametrize(("engine", "game"), on_engines([*GAMES, "bids", "trek"], ["bids", "trek"]))
async def test_match_against_computer_players_is_played_to_its_end(harness: ServiceHarness, game: str) -> None:
    levels = (1, 2)[: ALL_GAMES[game].info.max_players - 1]
    match = await against(harness, *levels, game=game)
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    for _ in range(400):
        if not match.to_move:
            break
        match = await play_as_ann(harness, match)
        assert match.to_move in {(), (0,)}
    made = {player for _, player, kind, *_ in await harness.log(match.id) if kind == "move"}
    assert made == {seat.player for seat in match.seats}


async def test_decision_gets_seat_level_and_a_seed_of_its_own(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 3, game="iye")
    harness.decider.asked.clear()
    record = await harness.loader.load(match.id)
    await play_as_ann(harness, match)
    (question,) = harness.decider.asked
    assert (question.match_id, question.user_id, question.player, question.level) == (match.id, ANN.user_id, 1, 3)
    assert question.seed == computer_seed(record.secret, match.id, match.ply + 1, 1)


async def test_decision_is_stored_and_shown_with_its_turn(harness: ServiceHarness) -> None:
    match = await play_as_ann(harness, await ann_to_move(harness, 4, game="iye"))
    view = await harness.service.history.view(match.id)
    (shown,) = view.decisions
    assert shown == await harness.database.read(lambda db: turn_store.newest_decision(db, match.id, 1))
    assert (shown.player, shown.level, shown.version) == (1, 4, IyePlayer.version)
    assert match.seat_at(1).computer == Computer(4, IyePlayer.version)
    entry = next(entry for entry in await harness.log(match.id) if entry[0] == shown.ply)
    assert (entry[1], entry[2]) == (1, "move")


async def test_match_goes_on_with_the_new_version_after_an_upgrade(
    harness: ServiceHarness, caplog: pytest.LogCaptureFixture
) -> None:
    match = await play_as_ann(harness, await ann_to_move(harness, 1, game="iye"))
    await harness.database.write(lambda tx: tx.execute("UPDATE seats SET player_version = 99 WHERE level IS NOT NULL"))
    caplog.set_level("INFO")
    match = await play_as_ann(harness, await harness.service.history.get(match.id))
    assert match.seat_at(1).computer == Computer(1, IyePlayer.version)
    newest = await harness.database.read(lambda db: turn_store.newest_decision(db, match.id, 1))
    assert newest is not None
    assert newest.version == IyePlayer.version
    assert [one.__dict__["version"] for one in caplog.records if "new version" in one.message] == [IyePlayer.version]


async def test_decisions_on_private_sheets_are_shown_when_the_match_is_over(harness: ServiceHarness) -> None:
    match = await against(harness, 1, game="bids")
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    match = await play_as_ann(harness, match)
    assert await harness.database.rows("SELECT 1 FROM computer_decisions WHERE match_id = ?", (match.id,))
    assert (await harness.service.history.view(match.id)).decisions == ()
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert (await harness.service.history.view(match.id)).decisions


async def test_decision_of_a_running_turn_is_told_to_nobody_before_it_is_over(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="chiefdom", options={"sheets": "open"})
    history = harness.service.history
    for _ in range(2):
        match = await play_as_ann(harness, match)
    first, second, running = await harness.database.rows("SELECT ply FROM computer_decisions ORDER BY ply")
    assert running["ply"] == match.ply, "it has decided before Ann"
    for ply in range(second["ply"], match.ply + 1):
        assert (await harness.service.computer_turns.decisions(match.id, ply))[1] == ()
        (told,) = (await history.view(match.id, ply=ply)).decisions
        assert told.ply == (first if ply == second["ply"] else second)["ply"]
    (told,) = (await history.announced(match.id)).decisions
    assert told.ply == second["ply"]


async def test_match_ends_when_its_last_person_leaves(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, 1, game="bids")
    ended = await harness.service.turns.resign(match.id, ANN.user_id)
    assert ended.status is MatchStatus.FINISHED
    await harness.service.computer_turns.until_idle()
    stored = await harness.service.history.get(match.id)
    assert (stored.ply, stored.to_move) == (ended.ply, ())
    assert await harness.service.leaderboards.rating_changes(match.id) == []


async def test_no_sheet_is_sent_to_a_computer_player(harness: ServiceHarness) -> None:
    match = await against(harness, 1, game="bids")
    await harness.service.computer_turns.open()
    await play_as_ann(harness, await until_person(harness, match))
    rows = await harness.database.rows("SELECT DISTINCT lane FROM outbox WHERE kind = 'sheet'")
    assert [row["lane"] for row in rows] == [Queue.SHEET.key(match.id, 0)]


# ------------------------------------------------------------------------------------------------------------ boards


async def test_one_board_tells_the_turns_of_the_person_and_of_all_computer_players(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, 1, 1)
    deciders: list[set[int]] = []
    for _ in range(8):
        before, match = match, await play_as_ann(harness, match)
        boards = await posted(harness, match)
        if not boards:  # a part of Ann's turn
            continue
        assert [board.ply for board in boards] == [match.ply], "one post, also if all have moved"
        told = await harness.service.history.view(match.id, told=boards[0].told)
        assert all(before.ply < ply < match.ply for ply in boards[0].told)
        deciders.append({decision.player for decision in told.decisions})
        assert len(told.paragraphs) > len(deciders[-1])
    assert {1, 2, 3} in deciders


async def test_one_picture_shows_the_turns_of_the_person_and_of_the_computer_player(harness: ServiceHarness) -> None:
    match = await play_as_ann(harness, await ann_to_move(harness, 1, game="iye"))
    (board,) = await posted(harness, match)
    history = harness.service.history
    seen: Any = (await history.view(match.id, ply=board.ply, told=board.told)).observation
    assert [move.player for move in (*seen.earlier, seen.last)] == [0, 1]
    assert replace(seen, earlier=()) == (await history.view(match.id)).observation


async def test_at_most_the_last_turn_of_each_player_is_drawn(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    told = []
    for _ in range(2):
        match = await play_as_ann(harness, match)
        told += [ply for board in await posted(harness, match) for ply in (*board.told, board.ply)]
    view = await harness.service.history.view(match.id, told=told[:-1])
    seen: Any = view.observation
    assert (len(seen.earlier), len(view.paragraphs)) == (1, 4)


async def test_turn_that_was_taken_back_is_neither_told_nor_drawn(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    played = await play_as_ann(harness, match)
    (board,) = await posted(harness, played)
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    again = await play_as_ann(harness, await harness.service.history.get(match.id))
    told = [ply for one in await posted(harness, again) for ply in (*getattr(one, "told", ()), one.ply)]
    view = await harness.service.history.view(match.id, told=(*board.told, board.ply, *told[:-1]))
    seen: Any = view.observation
    assert (len(seen.earlier), len(view.paragraphs)) == (1, 2)


async def test_board_with_a_new_deadline_still_tells_all_turns(harness: ServiceHarness) -> None:
    match = await play_as_ann(harness, await ann_to_move(harness, 1, 1))
    (board,) = await posted(harness, match)
    told = await harness.service.history.view(match.id, told=board.told)
    announced = await harness.service.history.announced(match.id)
    assert len(told.sentences) > len((await harness.service.history.view(match.id)).sentences)
    assert (announced.sentences, announced.decisions) == (told.sentences, told.decisions)


async def test_board_of_a_person_is_held_back_for_two_seconds(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    harness.decider.held = asyncio.Event()
    played = await harness.service.turns.play(match.id, ANN.user_id, match.ply, (await harness.legal(match, 0))[:1])
    row = await harness.outbox.next_row(Queue.MATCH.key(match.id))
    assert row is not None
    assert row.message == Board(match.id, played.match.ply, (1,))
    assert row.is_put_off
    assert row.due_at - harness.clock() == 2
    harness.clock.now += 3
    assert [board.ply for board in await posted(harness, match)] == [played.match.ply]
    harness.decider.held.set()
    match = await until_person(harness, match)
    assert await posted(harness, match) == [Board(match.id, match.ply, (0,))]


async def test_result_tells_the_turn_before_it(harness: ServiceHarness) -> None:
    before = match = await ann_to_move(harness, 1, game="iye")
    while match.to_move:
        await posted(harness, match)
        before = match
        match = await play_as_ann(harness, match)
    *_, last = await posted(harness, match)
    assert isinstance(last, ResultBoard)
    log = await harness.log(match.id)
    by_computer = log[-1][1] == 1
    assert bool(last.told) == by_computer
    assert all(before.ply < ply < match.ply for ply in last.told)


# ------------------------------------------------------------------------------------------------ when it goes wrong


def refuse(reason: NotNow, retry_after: float | None) -> Any:
    def before(_match_id: int) -> None:
        raise NotNowError(reason, retry_after)

    return before


async def test_match_says_that_computer_players_are_off_and_goes_on_after_a_restart(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    harness.decider.before = refuse(NotNow.OFF, None)
    match = await play_as_ann(harness, match)
    assert (match.to_move, match.computers_wait) == ((1,), "off")
    row = await harness.outbox.next_row(Queue.MATCH.key(match.id))
    assert row is not None
    assert row.due_at <= harness.clock(), "the person's board waits no longer"
    assert await harness.kinds(match.id) == ["turn", "clock"]
    harness.decider.before = lambda _match_id: None
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    assert (match.to_move, match.computers_wait) == ((0,), "")


async def test_computer_player_that_could_not_decide_tries_again(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    refusals = [NotNow.UNAVAILABLE, NotNow.OVER_BUDGET]

    def refuse_twice(_match_id: int) -> None:
        if refusals:
            raise NotNowError(refusals.pop(), 0.001)

    harness.decider.before = refuse_twice
    match = await play_as_ann(harness, match)
    assert (match.to_move, match.computers_wait, refusals) == ((0,), "", [])


async def test_match_goes_on_although_it_could_not_be_stored_why_it_waits(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    monkeypatch.setattr(turns, "STORAGE_RETRY_SECONDS", 0.001)
    failures = [StorageError(T("The disk is full."))]
    note = turn_store.set_computers_wait

    def fail_once(*args: Any) -> bool:
        if failures:
            raise failures.pop()
        return note(*args)

    monkeypatch.setattr(turn_store, "set_computers_wait", fail_once)
    refusals = [NotNow.OVER_BUDGET]

    def refuse_once(_match_id: int) -> None:
        if refusals:
            raise NotNowError(refusals.pop(), 0.001)

    harness.decider.before = refuse_once
    match = await play_as_ann(harness, match)
    assert (match.to_move, failures, refusals) == ((0,), [], [])


@pytest.mark.parametrize("error", [DecisionFailedError("no"), ZeroDivisionError()])
async def test_failed_decision_is_replaced_by_a_legal_move(
    harness: ServiceHarness, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    match = await ann_to_move(harness, 1, game="iye")

    def before(_match_id: int) -> None:
        raise error

    harness.decider.before = before
    match = await play_as_ann(harness, match)
    assert match.to_move == (0,)
    assert "a computer player has not decided" in caplog.text
    assert not (await harness.service.history.view(match.id)).decisions


@pytest.mark.parametrize("moves", [(), ("nonsense",), ("a1", "a2")])
async def test_illegal_decision_is_replaced_by_a_legal_move(
    harness: ServiceHarness, moves: tuple[str, ...], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await ann_to_move(harness, 1, game="iye")

    async def decide(_question: Question) -> VersionedDecision:
        return VersionedDecision(Decision(moves, 0.5, neutral(T("Why?")), 0), 1)

    monkeypatch.setattr(harness.decider, "decide", decide)
    match = await play_as_ann(harness, match)
    assert match.to_move == (0,)
    assert "illegal move" in caplog.text


async def test_match_that_waits_is_woken_after_a_start(path: Path) -> None:
    async with await ServiceHarness.open(path) as first:
        match = await ann_to_move(first, 1, game="iye")
        first.decider.held = asyncio.Event()
        await first.service.turns.play(match.id, ANN.user_id, match.ply, (await first.legal(match, 0))[:1])
    async with await ServiceHarness.open(path) as second:
        assert (await second.service.history.get(match.id)).to_move == (1,)
        await second.service.computer_turns.open()
        assert (await until_person(second, match)).to_move == (0,)


async def test_match_that_waits_is_woken_although_the_database_cannot_be_read_at_first(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "STORAGE_RETRY_SECONDS", 0.001)
    match = await against(harness, 1)
    failures, rows = [StorageError(T("The server is away."))], harness.database.rows

    async def fail_once(*query: Any) -> Any:
        if failures:
            raise failures.pop()
        return await rows(*query)

    monkeypatch.setattr(harness.database, "rows", fail_once)
    await harness.service.computer_turns.open()
    assert (await until_person(harness, match)).to_move == (0,)
    assert failures == []


async def test_nothing_is_decided_in_a_paused_match(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    harness.decider.held = asyncio.Event()
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, (await harness.legal(match, 0))[:1])
    await harness.database.write(lambda tx: match_store.pause(tx, match.id, harness.clock(), None))
    harness.decider.held.set()
    assert (await until_person(harness, match)).ply == match.ply + 1


async def test_decision_for_a_position_that_has_changed_is_not_played(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    harness.decider.held = asyncio.Event()
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, (await harness.legal(match, 0))[:1])
    await asyncio.sleep(0)
    ended = await harness.service.turns.resign(match.id, ANN.user_id)
    harness.decider.held.set()
    assert (await until_person(harness, match)).ply == ended.ply


async def test_decisions_are_for_the_first_person_who_still_plays(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("bids", {}, ANN, CHANNEL, players=3, computers=(1,))
    match = await harness.service.tables.join(table.id, BOB)
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    await harness.service.turns.resign(match.id, ANN.user_id)
    match = await until_person(harness, match)
    bob = match.seat_of(BOB.user_id)
    assert bob is not None
    await harness.service.turns.play(match.id, BOB.user_id, match.ply, (await harness.legal(match, bob.player))[:1])
    await until_person(harness, match)
    assert [question.user_id for question in harness.decider.asked] == [ANN.user_id, BOB.user_id]


async def test_people_and_computer_players_take_turns(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("totem", {}, ANN, CHANNEL, players=3, computers=(1,))
    match = await harness.service.tables.join(table.id, BOB)
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    for _ in range(30):
        (player,) = match.to_move
        holder = match.seat_at(player)
        assert holder.computer is None
        await harness.service.turns.play(match.id, holder.user_id, match.ply, (await harness.legal(match, player))[:1])
        match = await until_person(harness, match)
    assert {player for _, player, *_ in await harness.log(match.id)} >= {0, 1, 2}
