"""Online use of one match needs that match's rows only, and the sender those of one lane."""

from typing import Any

import pytest

from bot.matches.expiries import ABSENCE
from bot.matches.holidays import KIND as HOLIDAY
from bot.matches.limits import ServerSettings
from bot.matches.models import OfferKind, Place, Played, PlayerSettings
from bot.matches.outbox import watch_lane
from bot.matches.paces import DAY, OnExpiry, Wish
from bot.matches.pruning import PRUNE
from bot.matches.schedule import NEXT, Appointment, Scheduler
from engines.text import T
from tests.bot.matches.house import ANN, BOB, CEM, DANA, PLACE, House, user_of

CONTROL = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA", "EXPLAIN", "--")


async def use(house: House) -> None:
    """Everything that is done online with one match, one player, one channel, one lane."""
    service = house.service
    table = await service.open_table("trek", {}, ANN, PLACE)
    await service.set_table_message(table.id, 1)
    await service.join(table.id, BOB)
    await service.leave(table.id, BOB.user_id)
    await service.join(table.id, BOB)
    match = await service.start(table.id, ANN.user_id)
    await service.set_thread(match.id, 70)
    user = user_of(match, match.to_move[0])
    move = (await house.legal(match))[0]
    await service.put_draft(match.id, user, match.ply, [move])
    await service.undo_draft(match.id, user)
    await service.clear_draft(match.id, user)
    await service.offer(match.id, user, OfferKind.DRAW)
    await service.offers(match.id)
    await service.answer(match.id, user, OfferKind.DRAW, accept=False)
    await service.offer(match.id, ANN.user_id, OfferKind.DRAW)
    await service.play(match.id, user, match.ply, [move])
    service._positions._positions.clear()
    await service.complete(match.id, user, "")
    await service.view(match.id, ply=1)
    await service.matches_of(ANN.user_id)
    await service.matches_of(ANN.user_id, active_only=False)
    await service.matches_in(70)
    await service.matches_under(PLACE.channel_id)
    await service.history(match.id, None)
    await service.export(match.id, None)
    bids = await house.start(ANN, BOB, game="bids")
    await service.play(bids.id, ANN.user_id, bids.ply, (await house.legal(bids))[:1])
    await service.play(bids.id, BOB.user_id, bids.ply, (await house.legal(bids))[:1])
    await service.resign(match.id, ANN.user_id)
    await service.verify(match.id)
    await service.offer(match.id, ANN.user_id, OfferKind.REMATCH)
    await service.answer(match.id, BOB.user_id, OfferKind.REMATCH, accept=True)
    await use_places(house)
    await reminded(house)
    await timed(house)
    await looked_back(house)
    await service.player_settings(1)
    await service.save_player_settings(1, PlayerSettings())
    row = await house.outbox.next_row(f"match:{match.id}")
    assert row is not None
    await house.outbox.retry(row, 0)
    await house.outbox.failed(row, "x")
    await house.outbox.unposted([match.id, 7])
    await house.outbox.greet(50)
    while (row := await house.outbox.next_row(f"match:{match.id}")) is not None:
        await house.outbox.delivered(row, message_id=row.id, thread_id=70)


async def use_places(house: House) -> None:
    """The same for servers, places and spectators."""
    service = house.service
    match = await house.start(ANN, BOB)
    await service.save_server_settings(50, 1, ServerSettings(language="tr"), T("set something"))
    await service.server_settings(50)
    await service.matches_of_server(50, 0, 5)
    await service.acts_of_server(50, 0, 5)
    await service.watch(match.id, CEM.user_id)
    await service.watcher(match.id, CEM.user_id)
    await service.watched_by(CEM.user_id)
    row = await house.outbox.next_row(watch_lane(match.id, CEM.user_id))
    assert row is not None
    await house.outbox.has_later(row)
    await house.outbox.delivered(row, message_id=9)
    await service.close_watching(match.id, CEM.user_id)
    await service.stopped_watching(CEM.user_id)
    await service.watch(match.id, CEM.user_id)
    await service.unwatch(match.id, CEM.user_id)
    await service.propose_move(match.id, ANN.user_id, Place(50, 61))
    await service.move_as_manager(match.id, 1, Place(50, 62))
    await service.lose_channel(62)
    await service.lose_thread(63)
    await service.lose_server(50)
    await service.find_server(50, lambda _place: True)
    await service.find(match.id)
    await service.begin_pruning()
    await service.prune(Appointment(PRUNE, 0))
    await service.abort_as_manager(match.id, 1, "spam")


async def timed(house: House) -> None:
    """The same for a match with a pace, and for what nobody touches."""
    service = house.service
    table = await service.open_table("trek", {}, ANN, Place(50, 60, 80), wish=Wish("daily"))
    await service.agree(table.id, ANN.user_id, Wish("live"))
    await service.join(table.id, BOB)
    match = await service.start(table.id, ANN.user_id)
    await house.play(match)
    await house.database.write(lambda tx: service.retime_player(tx, ANN.user_id))
    for kind in (OfferKind.PAUSE, OfferKind.RESUME):
        for person in (ANN, BOB):
            await service.offer(match.id, person.user_id, kind, days=5 if kind is OfferKind.PAUSE else None)
    house.clock.now += 90 * DAY
    for player in (0, 1):
        await service.deadline_passed(Appointment("deadline", 0, match.id, player))
    await service.match_stalls(Appointment("stall", 0, match.id))
    await service.resume_day(Appointment("resume", 0, match.id))
    await service.announced(match.id)
    await service.resign(match.id, ANN.user_id)
    house.clock.now += 90 * DAY
    await service.thread_closes(Appointment("archive", 0, match.id))
    await service.keep_pulse(Appointment("pulse", 0))
    lapsed = await service.open_table("trek", {}, ANN, PLACE)
    house.clock.now += 90 * DAY
    await service.table_lapses(Appointment("lapse", 0, lapsed.id))


async def reminded(house: House) -> None:
    """The same for reminders, seats that change hands and absences."""
    service = house.service
    lap = await house.start(ANN, BOB, CEM, game="lap")
    await service.offer_seat(lap.id, ANN.user_id, DANA)
    await service.free_seats(lap.id, DANA.user_id)
    await service.take_over(lap.id, DANA)
    await service.remind(Appointment("remind", 0, lap.id, 0))
    house.clock.now += 86400
    await service.remind(Appointment("remind", 0, lap.id, 0))
    await service.reminded(lap.id, [0])
    await service.nudge(DANA.user_id)
    await service.close_nudges(DANA.user_id)
    await service.not_waiting(lap.id, BOB.user_id)
    while (row := await house.outbox.next_row(f"match:{lap.id}")) is not None:
        await house.outbox.delivered(row, message_id=row.id)
    late = await service.open_table("lap", {}, ANN, PLACE, wish=Wish("daily", on_expiry=OnExpiry.WAIT))
    for person in (BOB, CEM):
        await service.join(late.id, person)
    await service.start(late.id, ANN.user_id)
    await house.rows(late.id)
    house.clock.now += 2 * 86400
    await service.deadline_passed(Appointment("deadline", 0, late.id, 0))
    await service.absence(late.id)
    await service.asked_of(BOB.user_id)
    for person in (BOB, CEM):
        await service.vote(late.id, person.user_id, OnExpiry.EXTEND)
    house.clock.now += 2 * 86400
    await service.deadline_passed(Appointment("deadline", 0, late.id, 0))
    await service.vote(late.id, BOB.user_id, OnExpiry.OFFER, DANA)
    await service.vote(late.id, CEM.user_id, OnExpiry.OFFER, DANA)
    await service.decline_seat(late.id, DANA.user_id)
    house.clock.now += 2 * 86400
    await service.absence_due(Appointment(ABSENCE, 0, late.id))
    for person in (BOB, CEM):
        await service.vote(late.id, person.user_id, OnExpiry.CONDUCT)


async def looked_back(house: House) -> None:
    """The same for what is taken back, looked at, and for who is away or compares results."""
    service = house.service
    lap = await house.start(ANN, BOB, CEM, game="lap")
    await house.play(lap)
    await service.ask_undo(lap.id, ANN.user_id)
    await service.answer(lap.id, BOB.user_id, OfferKind.UNDO, accept=True)
    await service.note_look(lap.id, ANN.user_id, 1)
    await service.replay(lap.id, ANN.user_id)
    await service.replay_since(lap.id, ANN.user_id, 1)
    absence = await service.go_away(ANN.user_id, 0, house.clock() + 5 * DAY)
    await service.keep_holiday(Appointment(HOLIDAY, 0, who=absence.holiday.id))
    await service.holiday_of(ANN.user_id)
    await service.allowance_left(ANN.user_id)
    await service.away_now([ANN.user_id, BOB.user_id])
    await service.come_back(ANN.user_id)
    await house.play_out(await house.start(ANN, BOB))
    await service.leaderboard(50, "iye", 0, 10, ANN.user_id)
    await service.best_scores(50, "chiefdom", "cards=off", 0, 10, ANN.user_id)
    await service.figures(50, ANN.user_id)
    await service.rating_changes(lap.id)
    await service.enter_results()
    scheduler = Scheduler(house.database, service.keepers, house.clock)
    scheduler._open = True
    await scheduler._due()
    await house.database.rows(NEXT)


async def test_every_query_finds_its_rows_by_an_index(house: House) -> None:
    statements: set[str] = set()
    connections = (house.database._writer, house.database._reader)
    for connection in connections:
        await connection.run(lambda c: c.set_trace_callback(statements.add))
    await use(house)
    for connection in connections:
        await connection.run(lambda c: c.set_trace_callback(None))
    queries = sorted(sql for sql in statements if not sql.lstrip().startswith(CONTROL))
    assert len(queries) > 60
    scanned: dict[str, list[Any]] = {}
    for sql in queries:
        plan = [row["detail"] for row in await house.database.rows(f"EXPLAIN QUERY PLAN {sql}")]
        # json_each walks a value, not a table; constant rows are no table either.
        scans = [step for step in plan if step.startswith("SCAN") and "CONSTANT ROW" not in step]
        scans = [step for step in scans if "VIRTUAL TABLE" not in step and "subquery" not in step.lower()]
        # A page is the few rows that were found by a query of its own, whose steps are looked at like all others.
        scans = [step for step in scans if step != "SCAN page"]
        if scans:
            scanned[sql] = scans
    assert scanned == {}


async def test_a_typed_turn_asks_the_database_twice_and_its_board_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question is a change of threads and back, which costs more than most answers."""
    match = await house.start(game="iye")
    user, text = user_of(match, match.to_move[0]), (await house.legal(match))[0]
    house.service._positions.forget([match.id])
    asked: list[object] = []
    reader = house.database._reader
    begin = reader.begin

    def counted(work: Any) -> Any:
        asked.append(work)
        return begin(work)

    monkeypatch.setattr(reader, "begin", counted)
    played = await house.service.play_text(match.id, user, text)
    assert isinstance(played, Played)
    assert len(asked) == 2
    asked.clear()
    await house.service.view(match.id)
    assert len(asked) == 1
