"""Copies of ended matches, which one person plays on against computer players."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.matches.doctor import examine
from bot.matches.errors import LimitError, MatchNotFoundError, NotAllowedError, OfferError, TableError
from bot.matches.history.verification import ExportError, failure_reason, verify_export
from bot.matches.model.match import Match, MatchChannel, MatchStatus, OfferKind
from bot.matches.model.outbox_messages import Board
from engines.registry import GAMES
from tests.bot.matches.computers.steps import posted, until_person
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, CHANNEL, DANA, ServiceHarness, refused_saying

ELSEWHERE = MatchChannel(guild_id=50, channel_id=61)


async def ended(harness: ServiceHarness, game: str, turns: int = 10) -> Match:
    """Play some turns of a match of three people, or as many as the game is for, and end it without a result.

    A match of Lap is over after a few turns, so only two are played.
    """
    people = (ANN, BOB, CEM)[: min(3, ALL_GAMES[game].info.max_players)]
    match = await harness.start(*people, game=game)
    for _ in range(min(turns, 2) if game == "lap" else turns):
        match = (await harness.play(match)).match
    assert match.to_move, "it would end by its rules"
    return await aborted(harness, match)


async def aborted(harness: ServiceHarness, match: Match) -> Match:
    """End a match without a result."""
    return await harness.service.moderation.abort_as_manager(match.id, ANN.user_id, "It ends without a result.")


async def copied(harness: ServiceHarness, match: Match, ply: int, person: Any = BOB, level: int = 1) -> Match:
    return await harness.service.copies.play_on(match.id, ply, person, ELSEWHERE, level)


async def played_on(harness: ServiceHarness, copy: Match, turns: int) -> Match:
    """Play the first legal moves of the person, and let the computer players answer."""
    copy = await until_person(harness, copy)
    for _ in range(turns):
        if not copy.to_move:
            break
        (mine,) = copy.people
        moves = (await harness.legal(copy, mine.player))[:1]
        await harness.service.turns.play(copy.id, mine.user_id, copy.ply, moves)
        copy = await until_person(harness, copy)
    return copy


async def over(harness: ServiceHarness, copy: Match) -> Match:
    """End a copy, by its player's resignation if it is not over."""
    if copy.status is MatchStatus.RUNNING:
        copy = await harness.service.turns.resign(copy.id, copy.people[0].user_id)
    return copy


@pytest.mark.parametrize("game", ALL_GAMES)
async def test_copy_begins_with_the_position_and_goes_on_with_its_own_key(harness: ServiceHarness, game: str) -> None:
    match = await ended(harness, game)
    await harness.service.computer_turns.open()
    for ply in (1, match.ply // 2, match.ply):
        original = await harness.service.history.view(match.id, ply=ply)
        copy = await copied(harness, match, ply)
        shown = await harness.service.history.view(copy.id, ply=copy.given)
        if original.to_move:
            assert shown.to_move == original.to_move
        assert copy.given == ply
        assert copy.commitment != match.commitment
        assert await examine(harness.database, games=ALL_GAMES, match_ids=[copy.id]) == []
        copy = await over(harness, await played_on(harness, copy, 4))
        assert not copy.rated
        proof = await harness.service.history.verify(copy.id)
        assert proof.holds, str(failure_reason(proof))
        given_chance = sum(kind == "chance" for _, _, kind, *_ in (await harness.log(copy.id))[: copy.given])
        all_chance = sum(kind == "chance" for _, _, kind, *_ in await harness.log(copy.id))
        assert proof.rolls == all_chance - given_chance
        file = await harness.service.history.export(copy.id, None)
        assert verify_export(file, ALL_GAMES) == proof
        assert await examine(harness.database, games=ALL_GAMES) == []


async def test_asker_keeps_the_seat_and_computer_players_get_the_others(harness: ServiceHarness) -> None:
    match = await ended(harness, "totem")
    copy = await copied(harness, match, match.ply, BOB, level=3)
    assert [(seat.player, seat.user_id) for seat in copy.seats] == [(0, -1), (1, BOB.user_id), (2, -3)]
    assert [seat.computer.level for seat in copy.seats if seat.computer is not None] == [3, 3]
    assert copy.channel == ELSEWHERE
    assert copy.opener_id == BOB.user_id
    assert (copy.rated, copy.time_control, copy.clocks) == (False, None, ())


async def test_spectator_gets_the_seat_that_is_to_move(harness: ServiceHarness) -> None:
    match = await ended(harness, "lap", turns=1)
    copy = await copied(harness, match, match.ply, DANA)
    assert copy.seat_of(DANA.user_id) == copy.seat_at(copy.to_move[0])
    assert copy.to_move == (1,)


async def test_player_who_had_left_by_then_gets_the_seat_that_is_to_move(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="totem")
    match = await harness.service.turns.resign(match.id, BOB.user_id)
    for person in (ANN, CEM):
        if match.status is MatchStatus.RUNNING:
            match = await harness.service.turns.resign(match.id, person.user_id)
    assert match.status is MatchStatus.FINISHED
    left = next(entry[0] for entry in await harness.log(match.id) if entry[2] == "withdraw")
    before = await copied(harness, match, left - 1, BOB)
    assert before.seat_at(1).user_id == BOB.user_id
    after = await copied(harness, match, left, BOB)
    assert after.seat_at(1).user_id != BOB.user_id
    assert after.seat_at(1).withdrawn
    assert after.seat_of(BOB.user_id) == after.seat_at(after.to_move[0])
    await harness.service.computer_turns.open()
    await over(harness, await played_on(harness, after, 3))
    assert (await harness.service.history.verify(after.id)).holds
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_nobody_else_takes_a_seat_that_had_been_given_up(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="awethi")
    match = await harness.service.turns.resign(match.id, CEM.user_id)
    assert await harness.service.substitution.free_seats(match.id) == (2,)
    match = await aborted(harness, match)
    copy = await copied(harness, match, match.ply, ANN)
    assert copy.seat_at(2).withdrawn
    assert await harness.service.substitution.free_seats(copy.id) == ()


async def test_copy_contains_nothing_about_the_others(harness: ServiceHarness) -> None:
    match = await ended(harness, "iye", turns=6)
    harness.clock.now += 100_000
    copy = await copied(harness, match, match.ply, ANN)
    stored = json.dumps(await all_rows(harness, copy.id))
    for word in ("Bob", str(BOB.user_id), str(match.started_at)):
        assert word not in stored
    assert {at for *_, at in await harness.log(copy.id)} == {copy.started_at}


async def all_rows(harness: ServiceHarness, match_id: int) -> list[list[str]]:
    """Return everything that is stored about a match."""
    found = []
    for table, rows in (await harness.dump()).items():
        columns = [row["name"] for row in await harness.database.rows(f"SELECT name FROM pragma_table_info('{table}')")]
        key = "id" if table == "matches" else "match_id"
        if key in columns:
            at = columns.index(key)
            found += [list(map(repr, row)) for row in rows if row[at] == match_id]
    assert found
    return found


async def test_copy_does_not_need_the_original(harness: ServiceHarness) -> None:
    match = await ended(harness, "iye", turns=6)
    copy = await copied(harness, match, match.ply, ANN)
    await harness.service.personal_data.forget(BOB.user_id)
    await harness.database.write(lambda tx: tx.execute("DELETE FROM matches WHERE id = ?", (match.id,)))
    await harness.service.computer_turns.open()
    await over(harness, await played_on(harness, copy, 3))
    assert (await harness.service.history.verify(copy.id)).holds
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_copy_goes_on_with_another_key_after_a_backup_was_restored(harness: ServiceHarness) -> None:
    match = await ended(harness, "totem", turns=6)
    await harness.service.computer_turns.open()
    copy = await played_on(harness, await copied(harness, match, match.ply, ANN), 2)
    assert await harness.service.restoring.begin_epoch(7, harness.clock.now) == [copy.id]
    copy = await over(harness, await played_on(harness, await harness.service.history.get(copy.id), 3))
    proof = await harness.service.history.verify(copy.id)
    assert proof.holds
    assert len(proof.keys) == 2
    assert verify_export(await harness.service.history.export(copy.id, None), ALL_GAMES).holds
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_copy_of_a_copy_is_a_copy(harness: ServiceHarness) -> None:
    match = await ended(harness, "iye", turns=6)
    first = await over(harness, await copied(harness, match, match.ply, ANN))
    second = await copied(harness, first, first.given, BOB)
    assert (second.given, second.given_turns) == (first.given, first.given_turns)
    assert [entry[1:4] for entry in await harness.log(second.id)][: first.given] == [
        entry[1:4] for entry in await harness.log(first.id)
    ][: first.given]
    assert (await harness.service.history.verify((await over(harness, second)).id)).holds


async def test_running_match_cannot_be_copied(harness: ServiceHarness) -> None:
    match = (await harness.play(await harness.start())).match
    await refused_saying(harness, NotAllowedError, "still running", lambda: copied(harness, match, 1))


async def test_match_cannot_be_played_on_where_its_rules_end_it(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start())
    await refused_saying(harness, TableError, "is over here", lambda: copied(harness, match, match.ply))
    await refused_saying(harness, MatchNotFoundError, "no position", lambda: copied(harness, match, match.ply + 1))
    await refused_saying(harness, MatchNotFoundError, "no position", lambda: copied(harness, match, -1))
    await refused_saying(harness, TableError, "have the levels", lambda: copied(harness, match, 2, level=9))


async def test_copies_count_for_the_limit_of_matches(harness: ServiceHarness) -> None:
    match = await ended(harness, "iye", turns=2)
    limit = (await harness.service.server_settings.get(50)).running_matches
    for _ in range(limit):
        await copied(harness, match, match.ply, ANN)
    await refused_saying(harness, LimitError, "that is the limit", lambda: copied(harness, match, match.ply, ANN))


async def test_copy_counts_for_no_record(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start(ANN, game="chiefdom"))
    best = await harness.database.rows("SELECT * FROM best_scores")
    copy = await harness.play_out(await copied(harness, match, match.ply // 2, ANN))
    assert copy.status is MatchStatus.FINISHED
    assert [tuple(row) for row in await harness.database.rows("SELECT * FROM best_scores")] == [
        tuple(row) for row in best
    ]
    assert not await harness.database.rows("SELECT * FROM results WHERE match_id = ?", (copy.id,))
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_rematch_of_a_copy_is_a_match_from_the_start(harness: ServiceHarness) -> None:
    match = await ended(harness, "iye", turns=4)
    copy = await over(harness, await copied(harness, match, match.ply, ANN))
    assert await harness.service.offers.offer(copy.id, ANN.user_id, OfferKind.REMATCH) is None
    again = await harness.service.history.get((await harness.service.history.get(copy.id)).rematch_id or 0)
    assert (again.given, again.given_turns) == (0, 0)
    assert [seat.user_id for seat in again.people] == [ANN.user_id]
    assert await examine(harness.database, games=ALL_GAMES) == []


@pytest.mark.parametrize("number", [3, 4, 5])
async def test_changed_given_move_is_found_in_the_database(harness: ServiceHarness, number: int) -> None:
    match = await ended(harness, "iye", turns=6)
    copy = await over(harness, await copied(harness, match, match.ply, ANN))
    log = await harness.log(copy.id)
    assert log[number - 1][2] == "move"
    assert number <= copy.given
    other = next(move for _, _, kind, move, *_ in log[number:] if kind == "move" and move != log[number - 1][3])
    change = "UPDATE log SET move = ? WHERE match_id = ? AND ply = ?"
    await harness.database.write(lambda tx: tx.execute(change, (other, copy.id, number)))
    assert not (await harness.service.history.verify(copy.id)).holds
    assert await examine(harness.database, games=ALL_GAMES, match_ids=[copy.id])


async def test_given_turns_cannot_be_taken_back(harness: ServiceHarness) -> None:
    match = await ended(harness, "iye", turns=4)
    (player,) = match.to_move or (await harness.service.history.view(match.id, ply=match.ply - 1)).to_move
    person = (ANN, BOB)[1 - player]
    copy = await copied(harness, match, match.ply - 1, person)

    async def take_back() -> None:
        await harness.service.undo.ask_undo(copy.id, person.user_id)

    await refused_saying(harness, OfferError, "played nothing yet", take_back)
    await harness.service.computer_turns.open()
    copy = await played_on(harness, copy, 1)
    before = copy.ply
    await take_back()
    copy = await harness.service.history.get(copy.id)
    assert copy.ply == before + 1
    assert copy.awaits(person.user_id)
    await refused_saying(harness, OfferError, "played nothing yet", take_back)


async def test_first_board_tells_the_last_given_turn_and_then_what_the_computer_answered(
    harness: ServiceHarness,
) -> None:
    match = await ended(harness, "iye", turns=5)
    copy = await copied(harness, match, match.ply, BOB if match.ply % 2 else ANN)
    view = await harness.service.history.view(copy.id)
    assert view.opening
    assert view.sentences
    boards = await posted(harness, copy)
    assert [board.ply for board in boards if isinstance(board, Board)] == [copy.ply]
    assert not (await harness.service.history.view(copy.id, ply=copy.given - 1)).opening


async def test_board_waits_for_computer_players_who_are_to_move_first(harness: ServiceHarness) -> None:
    match = await ended(harness, "iye", turns=5)
    waiting = (await harness.service.history.view(match.id, ply=match.ply - 1)).to_move
    person = ANN if 1 in waiting else BOB
    copy = await copied(harness, match, match.ply - 1, person)
    assert copy.seat_of(person.user_id) != copy.seat_at(copy.to_move[0])
    await harness.service.computer_turns.open()
    copy = await until_person(harness, copy)
    assert copy.awaits(person.user_id)
    (board,) = await posted(harness, copy)
    assert board.told == (copy.given,)


def swap(log: list[dict[str, Any]], number: int) -> None:
    """Let another entry of the same kind stand in the place of one."""
    other = next(one for one in log[number + 1 :] if one["kind"] == "move" and one["move"] != log[number]["move"])
    log[number]["move"] = other["move"]


CHANGES: dict[str, Callable[[list[dict[str, Any]], int], None]] = {
    "a given move": lambda log, given: swap(log, given - 2),
    "a given roll": lambda log, given: log[0].update(move=log[0]["move"][::-1]),
    "a later move": swap,
    "the time of a given move": lambda log, given: log[given - 1].update(at=1),
    "a draw for a given roll": lambda log, given: log[0].update(first_draw=5),
}


async def finished_copy(harness: ServiceHarness) -> dict[str, Any]:
    match = await ended(harness, "iye", turns=6)
    await harness.service.computer_turns.open()
    copy = await over(harness, await played_on(harness, await copied(harness, match, match.ply), 3))
    document: dict[str, Any] = json.loads(await harness.service.history.export(copy.id, None))
    assert verify_export(json.dumps(document)).holds
    return document


@pytest.mark.parametrize("change", CHANGES)
async def test_every_change_of_an_exported_copy_is_found(harness: ServiceHarness, change: str) -> None:
    document = await finished_copy(harness)
    CHANGES[change](document["log"], document["given"])
    assert not verify_export(json.dumps(document)).holds


@pytest.mark.parametrize("more", [-1, 1])
async def test_number_of_given_entries_cannot_be_changed(harness: ServiceHarness, more: int) -> None:
    document = await finished_copy(harness)
    document["given"] += more
    assert not verify_export(json.dumps(document)).holds


@pytest.mark.parametrize("gone", ["digest", "seals", "given"])
async def test_exported_copy_without_its_digest_is_no_proof(harness: ServiceHarness, gone: str) -> None:
    document = await finished_copy(harness)
    document[gone] = None
    with pytest.raises(ExportError, match="not a complete export"):
        verify_export(json.dumps(document))


async def test_nothing_is_given_in_the_export_of_another_match(harness: ServiceHarness) -> None:
    document = await finished_copy(harness)
    document.update(version=2)
    assert not verify_export(json.dumps(document)).holds


async def test_export_of_a_copy_is_of_a_version_that_older_programs_refuse(harness: ServiceHarness) -> None:
    document = await finished_copy(harness)
    assert document["version"] == 3
    assert "given" in document
    other = json.loads(await harness.service.history.export(1, None))
    assert other["version"] == 2
    assert "given" not in other


# ---------------------------------------------------------------------------------------------------------------- twins

HIDDEN = [slug for slug, game in ALL_GAMES.items() if game.info.has_hidden_information]


@pytest.mark.parametrize("game", HIDDEN)
async def test_running_copy_shows_nobody_what_only_another_seat_may_know(tmp_path: Path, game: str) -> None:
    """Two matches differ only in Ann's secret decision of the last turn. So do their copies, which look the same."""
    shown: list[list[Any]] = []
    for number in range(2):
        async with await ServiceHarness.open(tmp_path / str(number)) as harness:
            shown.append(await what_a_copy_shows(harness, game, number))
    assert shown[0] == shown[1]


async def what_a_copy_shows(harness: ServiceHarness, game: str, number: int) -> list[Any]:
    """Return what a copy shows to spectators and to Bob, who plays it, after Ann has decided in secret."""
    match = await harness.start(ANN, BOB, game=game)
    decision = (await harness.legal(match, 0))[number]
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, [decision])
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.ABORT)
    match = await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.ABORT, accept=True)
    copy = await copied(harness, match, match.ply, BOB)
    assert copy.to_move == (1,), "the copy begins after Ann's decision"
    found: list[Any] = []
    for user in (None, BOB.user_id, CEM.user_id):
        view = await harness.service.history.view(copy.id, user_id=user)
        found += [view.observation, [str(sentence) for sentence in view.sentences], view.to_move]
        lines = await harness.service.history.lines(copy.id, user)
        found.append(
            [(line.ply, line.player, line.text, str(line.note), str(line.phrase), line.given) for line in lines]
        )
        document = json.loads(await harness.service.history.export(copy.id, user))
        assert decision not in json.dumps(document["log"])
        found.append(document)
        assert document["log"][-1]["move"] is None, "it is there, but secret"
    return found


def test_every_game_with_secrets_is_tested() -> None:
    assert {slug for slug, game in GAMES.items() if game.info.has_hidden_information} <= set(HIDDEN)
    assert HIDDEN
    assert CHANNEL != ELSEWHERE
