"""Replays: their positions, what each viewer may see, and which turns are new to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.matches.errors import MatchError
from bot.matches.history.replays import Replay
from bot.matches.model.match import OfferKind
from bot.matches.model.views import MatchView
from bot.storage.errors import StorageError
from engines.text import Text
from tests.bot.matches.harness import (
    ANN,
    BOB,
    CEM,
    CHANNEL,
    STRANGER,
    ServiceHarness,
    bids_match,
    refused,
    trek_match,
    user_of,
)
from tests.engines.toys.bids import Seen


def sentences_of(views: Sequence[MatchView]) -> list[str]:
    return [str(sentence) for view in views for sentence in view.sentences]


async def test_replay_has_a_position_for_every_turn_and_starts_with_the_deal(
    harness: ServiceHarness,
) -> None:
    match = await harness.start()
    boards = [await harness.service.history.view(match.id)]
    for _ in range(4):
        match = (await harness.play(match)).match
        boards.append(await harness.service.history.view(match.id))
    replay = await harness.service.replays.replay(match.id, None)
    assert (replay.first, replay.total, replay.viewer) == (0, 4, None)
    shown = await replay.views(range(5))
    assert [view.observation for view in shown] == [board.observation for board in boards]
    assert [view.sentences for view in shown] == [board.sentences for board in boards]
    assert (await harness.service.replays.replay(match.id, None, last=3)).first == 1
    assert (await harness.service.replays.replay(match.id, None, last=99)).first == 0


async def test_last_position_of_an_ended_match_shows_the_result(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start(wins="1"))
    replay = await harness.service.replays.replay(match.id, ANN.user_id)
    assert replay.view(replay.total).outcome is not None
    assert replay.view(replay.total - 1).outcome is None
    drawn = await harness.start()
    drawn = (await harness.play(drawn)).match
    await harness.service.turns.resign(drawn.id, ANN.user_id)
    replay = await harness.service.replays.replay(drawn.id, None)
    outcome = replay.view(replay.total).outcome
    assert outcome is not None
    assert outcome.termination == "resignation"


async def test_several_moves_of_one_turn_are_one_position(
    harness: ServiceHarness,
) -> None:
    match = await harness.play_out(await harness.start(ANN, BOB, CEM, game="trek"))
    entries = await harness.log(match.id)
    replay = await harness.service.replays.replay(match.id, None)
    ends = [replay.view(turn).ply for turn in range(replay.total + 1)]
    assert ends[-1] == match.ply
    acting = [ply for ply in range(match.ply) if entries[ply][2] == "move"]
    assert ends[0] == acting[0], "deals and rolls come before the first turn"
    turns = [entries[start:end] for start, end in pairwise(ends)]
    assert all(len({entry[1] for entry in turn if entry[2] == "move"}) == 1 for turn in turns)
    assert any(sum(entry[2] == "move" for entry in turn) > 1 for turn in turns)
    assert all(turn[0][2] == "move" for turn in turns)


async def test_incomplete_turn_is_the_last_position(harness: ServiceHarness) -> None:
    match = await trek_match(harness, points=3)
    match = (await harness.play(match)).match
    assert match.to_move
    replay = await harness.service.replays.replay(match.id, None)
    assert replay.total == 1
    assert replay.view(1).ply == match.ply


async def test_table_has_no_replay(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    await refused(harness, MatchError, lambda: harness.service.replays.replay(table.id, ANN.user_id))


# -------------------------------------------------------------------------------------------------------------- secrets


def seen(replay: Replay) -> list[Seen]:
    views = [replay.view(turn).observation for turn in range(replay.total + 1)]
    assert all(isinstance(view, Seen) for view in views)
    return views  # type: ignore[return-value]


async def test_replay_omits_decisions_of_an_open_turn(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    before = {user: seen(await harness.service.replays.replay(match.id, user)) for user in (BOB.user_id, None)}
    match = (await harness.play(match)).match
    assert {user: seen(await harness.service.replays.replay(match.id, user)) for user in before} == before
    assert (await harness.service.replays.replay(match.id, BOB.user_id)).total == 0


async def test_replay_is_seen_from_the_players_seat(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    for _ in range(3):
        match = (await harness.play(match)).match
    assert [one.viewer for one in seen(await harness.service.replays.replay(match.id, BOB.user_id))] == [1, 1]
    assert [one.viewer for one in seen(await harness.service.replays.replay(match.id, STRANGER))] == [None, None]


async def test_chiefdom_replay_shows_the_players_sheet_and_after_the_end_every_sheet(
    harness: ServiceHarness,
) -> None:
    match = await harness.start(ANN, BOB, game="chiefdom")
    for _ in range(6):
        match = (await harness.play(match)).match

    async def sheets(user: int | None) -> set[tuple[bool, ...]]:
        replay = await harness.service.replays.replay(match.id, user)
        views = [replay.view(turn).observation for turn in range(replay.total + 1)]
        return {tuple(sheet is not None for sheet in view.sheets) for view in views}  # type: ignore[attr-defined]

    assert await sheets(ANN.user_id) == {(True, False)}
    assert await sheets(BOB.user_id) == {(False, True)}
    assert await sheets(STRANGER) == {(False, False)}
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert await sheets(BOB.user_id) == {(False, True)}
    await harness.service.turns.resign(match.id, BOB.user_id)
    assert await sheets(STRANGER) == await sheets(BOB.user_id) == {(True, True)}
    assert (await harness.service.replays.replay(match.id, BOB.user_id)).view(0).viewer == 1


async def test_solo_replay_shows_its_only_sheet(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, game="chiefdom")
    match = (await harness.play(match)).match
    await harness.service.turns.resign(match.id, ANN.user_id)
    replay = await harness.service.replays.replay(match.id, STRANGER)
    observation = replay.view(0).observation
    assert observation.viewer == 0  # type: ignore[attr-defined]
    assert observation.sheets[0] is not None  # type: ignore[attr-defined]


# --------------------------------------------------------------------------------------------------- turns that are new


async def new(harness: ServiceHarness, match_id: int, user_id: int) -> int:
    replay = await harness.service.replays.replay_since(match_id, user_id, unseen=2)
    return replay.total - replay.first


async def test_turns_of_others_since_the_players_last_are_new(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    assert await new(harness, match.id, ANN.user_id) == 0
    for expected in ((0, 1, 1), (1, 0, 2)):
        match = (await harness.play(match)).match
        assert tuple([await new(harness, match.id, person.user_id) for person in (ANN, BOB, CEM)]) == expected


async def test_viewing_marks_turns_as_seen_for_good(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    for _ in range(2):
        match = (await harness.play(match)).match
    await harness.service.replays.mark_seen(match.id, CEM.user_id, match.ply)
    await harness.service.replays.mark_seen(match.id, CEM.user_id, 0)
    assert await new(harness, match.id, CEM.user_id) == 0
    match = (await harness.play(match)).match
    assert await new(harness, match.id, BOB.user_id) == 1


async def test_spectator_views_are_not_stored_and_the_last_turns_are_new(harness: ServiceHarness) -> None:
    match = await harness.start()
    for _ in range(3):
        match = (await harness.play(match)).match
    before = await harness.dump()
    await harness.service.replays.mark_seen(match.id, STRANGER, match.ply)
    assert await harness.dump() == before
    assert await new(harness, match.id, STRANGER) == 2


async def test_roll_after_the_players_turn_is_not_new(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="trek")
    mover = match.to_move
    while match.to_move == mover:
        match = (await harness.play(match)).match
    last = (await harness.log(match.id))[-1]
    assert last[2] == "chance"
    assert await new(harness, match.id, user_of(match, mover[0])) == 0


async def test_own_decision_in_a_simultaneous_turn_is_not_news(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, game="chiefdom")
    for _ in range(2):
        match = (await harness.play(match)).match
    replay = await harness.service.replays.replay_since(match.id, ANN.user_id, unseen=2)
    (told,) = await replay.views_to_narrate([replay.total])
    assert str(told.sentences[0]).startswith("Everybody has decided")


async def test_failure_to_store_a_view_is_ignored(harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await harness.start()

    async def fail(_work: object) -> None:
        raise StorageError(Text("The disk is full."))

    monkeypatch.setattr(harness.database, "write", fail)
    await harness.service.replays.mark_seen(match.id, ANN.user_id, match.ply)


async def test_narration_repeats_no_roll(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, game="totem")
    for _ in range(40):
        match = (await harness.play(match)).match
    replay = await harness.service.replays.replay(match.id, None)
    together = sentences_of(await replay.views_to_narrate(range(replay.total + 1)))
    alone = sentences_of(await replay.views(range(replay.total + 1)))
    rolls = [sentence for sentence in together if re.search(" rolls [0-9]", sentence)]
    made = [entry for entry in await harness.log(match.id) if entry[2] == "chance"]
    assert 10 < len(rolls) <= len(made)
    assert len(together) < len(alone)


async def test_deleting_a_match_deletes_its_views(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.service.replays.mark_seen(match.id, ANN.user_id, match.ply)
    await harness.database.write(lambda tx: tx.execute("DELETE FROM matches WHERE id = ?", (match.id,)).rowcount)
    assert (await harness.dump())["looks"] == []


async def test_replay_contains_undone_turns_and_the_position_after_the_undo(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    for _ in range(2):
        match = (await harness.play(match)).match
    await harness.service.undo.ask_undo(match.id, BOB.user_id)
    match = await harness.service.offers.answer(match.id, CEM.user_id, OfferKind.UNDO, accept=True)
    await harness.play(match)
    replay = await harness.service.replays.replay(match.id, None)
    assert [view.ply for view in await replay.views(range(replay.total + 1))] == [0, 1, 2, 3, 4]
    assert [len(view.sentences) for view in await replay.views_to_narrate(range(replay.total + 1))] == [0, 1, 1, 0, 1]
    assert await harness.service.replays.count_turns(match.id) == 2, "one was taken back"
