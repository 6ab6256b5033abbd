"""What people agree on in matches with computer players, and what such matches count for."""

from dataclasses import replace

import pytest

from bot.matches.doctor import examine
from bot.matches.errors import OfferError
from bot.matches.model.log import ComputerDecision
from bot.matches.model.match import Match, MatchStatus, OfferKind
from bot.matches.store import matches as match_store
from bot.matches.store import turns as turn_store
from bot.storage.database import Transaction
from engines.iye.game import IYE
from engines.iye.observation import IyeObservation
from engines.text import T
from players.iye.player import PLAYER
from tests.bot.matches.computers.steps import ann_to_move, play_as_ann, until_person
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CHANNEL, ServiceHarness, refused_saying


async def with_bob(harness: ServiceHarness, level: int = 1) -> Match:
    """Start a match of Ann, Bob and a computer player, with a person to move."""
    table = await harness.service.tables.open_table("totem", {}, ANN, CHANNEL, players=3, computers=(level,))
    match = await harness.service.tables.join(table.id, BOB)
    await harness.service.computer_turns.open()
    return await until_person(harness, match)


async def expect(harness: ServiceHarness, match: Match, player: int, value: float) -> None:
    """Store what a computer player expects."""
    decision = ComputerDecision(match.ply, player, 1, 1, value, is_proven=False, reason=T("Why?"))
    await harness.database.write(lambda tx: turn_store.add_decision(tx, match.id, decision))


@pytest.mark.parametrize("kind", [OfferKind.ABORT, OfferKind.PAUSE])
async def test_nobody_waits_for_computer_players_to_agree(harness: ServiceHarness, kind: OfferKind) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    assert await harness.service.offers.offer(match.id, ANN.user_id, kind) is None


async def test_only_people_are_asked(harness: ServiceHarness) -> None:
    match = await with_bob(harness)
    offer = await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.ABORT)
    assert offer is not None
    assert [match.seat_at(player).user_id for player in offer.needed] == [BOB.user_id]


async def test_resumed_match_goes_on_with_the_computer_player(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.PAUSE)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.RESUME)
    assert (await play_as_ann(harness, match)).to_move == (0,)


@pytest.mark.parametrize(("value", "drawn"), [(0.2, True), (0.5, True), (0.51, False)])
async def test_computer_player_agrees_to_a_draw_unless_it_expects_more(
    harness: ServiceHarness, value: float, drawn: bool
) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    await expect(harness, match, 1, value)
    if drawn:
        assert await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW) is None
        assert (await harness.service.history.get(match.id)).status is MatchStatus.FINISHED
        return
    with pytest.raises(OfferError, match=r"Computer L1 would like to play on"):
        await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)


@pytest.mark.parametrize(("value", "drawn"), [(0.5, True), (0.9, False)])
async def test_computer_player_is_asked_again_when_the_last_person_agrees_to_a_draw(
    harness: ServiceHarness, value: float, drawn: bool
) -> None:
    match = await with_bob(harness)
    computer = next(seat.player for seat in match.seats if seat.computer is not None)
    await expect(harness, match, computer, 0.2)
    assert await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW) is not None
    await expect(harness, replace(match, ply=match.ply + 1), computer, value)
    if drawn:
        answered = await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=True)
        assert answered.status is MatchStatus.FINISHED
    else:
        with pytest.raises(OfferError, match="would like to play on"):
            await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=True)
        assert (await harness.service.history.get(match.id)).status is MatchStatus.RUNNING


@pytest.mark.parametrize(("value", "status"), [(0.5, MatchStatus.FINISHED), (0.9, MatchStatus.RUNNING)])
async def test_draw_that_no_person_is_waited_for_still_needs_the_computer_player(
    harness: ServiceHarness, value: float, status: MatchStatus
) -> None:
    match = await with_bob(harness)
    computer = next(seat.player for seat in match.seats if seat.computer is not None)
    await expect(harness, match, computer, 0.2)
    offer = await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    assert offer is not None
    await expect(harness, replace(match, ply=match.ply + 1), computer, value)

    def bob_is_out_of_time(tx: Transaction) -> None:
        record = match_store.find_match(tx, match.id)
        assert record is not None
        clocks = tuple(replace(one, expired_at=1) if one.player in offer.needed else one for one in match.clocks)
        late = replace(record, match=replace(record.match, clocks=clocks))
        harness.service.offers.apply_agreed_offers(tx, late)

    await harness.database.write(bob_is_out_of_time)
    assert (await harness.service.history.get(match.id)).status is status


async def test_computer_player_that_has_not_moved_yet_plays_on(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL, computers=(1,))
    match = await harness.service.tables.start(table.id, ANN.user_id)
    with pytest.raises(OfferError, match="would like to play on"):
        await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)


async def test_turn_is_taken_back_with_the_computers_answer(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    answered = await play_as_ann(harness, match)
    assert await harness.service.undo.ask_undo(match.id, ANN.user_id) is None
    back = await until_person(harness, match)
    assert back.to_move == (0,)
    assert back.ply == answered.ply + 1
    before = (await harness.service.history.view(match.id, ply=match.ply)).observation
    after = (await harness.service.history.view(match.id, ply=back.ply)).observation
    assert isinstance(before, IyeObservation)
    assert isinstance(after, IyeObservation)
    assert (after.board, after.hands, after.drum) == (before.board, before.hands, before.drum)


async def test_nothing_is_taken_back_across_a_roll(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="totem")
    while not any(entry[2] == "chance" and entry[0] > match.ply for entry in await harness.log(match.id)):
        await play_as_ann(harness, await harness.service.history.get(match.id))
    await refused_saying(
        harness, OfferError, "cannot be taken back", lambda: harness.service.undo.ask_undo(match.id, ANN.user_id)
    )


async def play_well(harness: ServiceHarness, match: Match) -> Match:
    """Let Ann play much better than the computer player, and wait for its answer."""
    state = await harness.state(match.id)
    decision = PLAYER.decide(IYE.observe(state, 0), 0, 5, 1, nodes=1000)
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, decision.moves)
    return await until_person(harness, match)


async def ended(harness: ServiceHarness, *levels: int, game: str = "iye") -> Match:
    """Play a match of Ann against computer players to its end."""
    match = await ann_to_move(harness, *levels, game=game)
    while match.to_move:
        match = await play_well(harness, match)
    return match


async def test_rematch_begins_at_once_with_the_seats_exchanged(harness: ServiceHarness) -> None:
    match = await ended(harness, 3)
    assert await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH) is None
    old = await harness.service.history.get(match.id)
    assert old.rematch_id is not None
    again = await harness.service.history.get(old.rematch_id)
    assert [(seat.player, seat.user_id) for seat in again.seats] == [(0, -1), (1, ANN.user_id)]
    assert [None if seat.computer is None else seat.computer.level for seat in again.seats] == [3, None]
    await harness.service.computer_turns.until_idle()
    assert (await harness.service.history.get(again.id)).to_move == (1,)


async def test_match_counts_for_no_rating_but_for_the_level_beaten(harness: ServiceHarness) -> None:
    levels = {}
    for level in (1, 2):
        won = False
        while not won:
            match = await ended(harness, level)
            rows = await harness.database.rows("SELECT verdict FROM results WHERE match_id = ?", (match.id,))
            assert len(rows) == 1, "only people have results"
            won = rows[0]["verdict"] == "won"
        (one,) = await harness.service.leaderboards.player_stats(CHANNEL.guild_id or 0, ANN.user_id)
        levels[level] = one.level_beaten
        assert (one.rating.finished, one.rating.won, one.rating.lost, one.rank) == (0, 0, 0, None)
    assert levels == {1: 1, 2: 2}
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_win_after_a_turn_was_taken_back_does_not_count(harness: ServiceHarness) -> None:
    won = False
    while not won:
        match = await ann_to_move(harness, 1, game="iye")
        match = await play_as_ann(harness, match)
        await harness.service.undo.ask_undo(match.id, ANN.user_id)
        match = await until_person(harness, match)
        while match.to_move:
            match = await play_well(harness, match)
        rows = await harness.database.rows("SELECT verdict FROM results WHERE match_id = ?", (match.id,))
        won = rows[0]["verdict"] == "won"
    assert await harness.service.leaderboards.player_stats(CHANNEL.guild_id or 0, ANN.user_id) == []


async def test_doctor_finds_nothing_in_a_running_match_with_clocks(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("totem", {}, ANN, CHANNEL, players=3, computers=(1,))
    match = await harness.service.tables.join(table.id, BOB)
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    assert {clock.player for clock in match.clocks} == {seat.player for seat in match.people} or not match.clocks
    assert await examine(harness.database, games=ALL_GAMES) == []
