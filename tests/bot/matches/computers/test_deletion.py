"""Deletion of a person's data in matches with computer players, whose seats have the same kind of ids."""

import json
from pathlib import Path

import pytest

from bot.matches.doctor import examine
from bot.matches.history.verification import verify_export
from bot.matches.model.match import Match, MatchStatus
from engines.registry import GAMES
from tests.bot.matches.both_engines import on_engines
from tests.bot.matches.computers.steps import ann_to_move, play_as_ann, until_person
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CHANNEL, ServiceHarness

pytestmark = pytest.mark.engines("sqlite", "postgres")

GUILD = CHANNEL.guild_id or 0


async def with_bob(harness: ServiceHarness, game: str, computers: int) -> Match:
    """A match of Ann, Bob and computer players, in which a person is to move."""
    levels = (1, 2, 3)[:computers]
    match = await harness.service.tables.open_table(game, {}, ANN, CHANNEL, players=2 + computers, computers=levels)
    match = await harness.service.tables.join(match.id, BOB)
    await harness.service.computer_turns.open()
    return await until_person(harness, match)


async def play_people(harness: ServiceHarness, match: Match, turns: int) -> Match:
    """Play the first legal move of whichever person is to move, some times."""
    for _ in range(turns):
        people = [seat for seat in match.people if seat.player in match.to_move]
        if not people:
            break
        moves = (await harness.legal(match, people[0].player))[:1]
        await harness.service.turns.play(match.id, people[0].user_id, match.ply, moves)
        match = await until_person(harness, match)
    return match


async def check_history(harness: ServiceHarness, match: Match) -> None:
    """Check that a match without Ann can be shown, replayed, exported and verified, and is sound."""
    service = harness.service
    assert verify_export(await service.history.export(match.id, None)).holds
    assert (await service.history.verify(match.id)).holds
    assert await service.history.lines(match.id, None)
    for ply in range(match.ply + 1):
        assert (await service.history.view(match.id, ply=ply)).match.id == match.id
    assert str(ANN.user_id) not in json.dumps(await harness.dump(), default=repr)
    assert await examine(harness.database, games=ALL_GAMES) == []


@pytest.mark.parametrize(("engine", "game"), on_engines(GAMES, ["iye"]))
async def test_match_alone_ends_when_its_person_is_deleted(harness: ServiceHarness, game: str) -> None:
    match = await play_as_ann(harness, await ann_to_move(harness, 1, game=game))
    held = [seat for seat in match.seats if seat.computer is not None]
    await harness.service.personal_data.forget(ANN.user_id)
    ended = await until_person(harness, match)
    assert (ended.status, ended.to_move) == (MatchStatus.FINISHED, ())
    assert [seat for seat in ended.seats if seat.computer is not None] == held, "computer players keep their seats"
    (person,) = ended.people
    assert (person.user_id, person.name, person.has_user) == (-1 - person.player, "", False)
    await check_history(harness, ended)


async def test_ended_match_keeps_its_computer_players_when_its_person_is_deleted(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    while match.to_move:
        match = await play_as_ann(harness, match)
    await harness.service.personal_data.forget(ANN.user_id)
    after = await harness.service.history.get(match.id)
    assert [seat.computer for seat in after.seats] == [seat.computer for seat in match.seats]
    assert await harness.service.leaderboards.player_stats(GUILD, -1) == []
    assert await harness.service.leaderboards.player_stats(GUILD, 0) == []
    board = await harness.service.leaderboards.leaderboard(GUILD, "iye", 0, 10, ANN.user_id)
    assert board.total == 0
    await check_history(harness, after)


@pytest.mark.parametrize(
    ("engine", "game"), on_engines([slug for slug in GAMES if GAMES[slug].info.max_players > 2], ["chiefdom"])
)
async def test_match_goes_on_for_the_others_when_a_person_is_deleted(harness: ServiceHarness, game: str) -> None:
    match = await play_people(harness, await with_bob(harness, game, 2), 6)
    await harness.service.personal_data.forget(ANN.user_id)
    match = await play_people(harness, await until_person(harness, match), 6)
    assert match.status is MatchStatus.RUNNING
    assert [seat.user_id for seat in match.seats if seat.player in match.to_move] == [BOB.user_id]
    assert not match.is_alone, "Bob is still told whose turn it is by a new message"
    ended = await harness.service.turns.resign(match.id, BOB.user_id)
    assert ended.status is MatchStatus.FINISHED
    await check_history(harness, ended)


async def test_processor_time_is_asked_of_a_person_who_still_plays(harness: ServiceHarness) -> None:
    match = await play_people(harness, await with_bob(harness, "totem", 1), 4)
    await harness.service.personal_data.forget(ANN.user_id)
    harness.decider.asked.clear()
    await play_people(harness, await until_person(harness, match), 12)
    assert {question.user_id for question in harness.decider.asked} == {BOB.user_id}


async def test_data_export_contains_nothing_of_computer_players(harness: ServiceHarness) -> None:
    match = await play_as_ann(harness, await ann_to_move(harness, 1, 2))
    exported = json.loads(await harness.service.personal_data.export_person(ANN.user_id))
    assert {seat["user_id"] for seat in exported["tables"]["seats"]} == {ANN.user_id}
    plies = {ply for ply, player, *_ in await harness.log(match.id) if player == 0}
    assert {move["ply"] for move in exported["moves"]} == plies
    assert "Computer" not in json.dumps(exported["tables"]["seats"])


async def test_deletion_is_not_confused_by_computer_players_after_a_restart(path: Path) -> None:
    async with await ServiceHarness.open(path) as first:
        match = await play_as_ann(first, await ann_to_move(first, 1, 1, game="totem"))
        await first.service.personal_data.forget(ANN.user_id)
    async with await ServiceHarness.open(path) as second:
        await second.service.computer_turns.open()
        ended = await until_person(second, match)
        assert ended.status is MatchStatus.FINISHED
        assert [seat.computer is None for seat in ended.seats] == [True, False, False]
