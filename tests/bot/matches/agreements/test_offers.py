"""Offers to draw, abort or rematch: who must agree, who may take them back, and what follows."""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from bot.matches.errors import MatchNotStartedError, MatchOverError, NotAllowedError, NotSeatedError, OfferError
from bot.matches.model.match import Match, MatchChannel, MatchStatus, OfferKind, Person
from bot.matches.model.text_json import text_from_json
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, STRANGER, ServiceHarness, user_of

pytestmark = pytest.mark.engines("sqlite", "postgres")

DRAW, ABORT, REMATCH = OfferKind.DRAW, OfferKind.ABORT, OfferKind.REMATCH
IN_PLAY = (DRAW, ABORT)


async def new_match(harness: ServiceHarness) -> Match:
    match = await harness.start()
    await harness.rows(match.id)
    return match


async def refused(
    harness: ServiceHarness, kind: type[Exception], says: str, ask: Callable[[], Awaitable[object]]
) -> None:
    before = await harness.dump()
    with pytest.raises(kind, match=says):
        await ask()
    assert await harness.dump() == before


@pytest.mark.parametrize("kind", IN_PLAY)
async def test_offer_notifies_the_asked_players_and_stays_open(harness: ServiceHarness, kind: OfferKind) -> None:
    match = await new_match(harness)
    offer = await harness.service.offers.offer(match.id, ANN.user_id, kind)
    assert offer is not None
    assert (offer.kind, offer.by, offer.accepted, offer.needed) == (kind, 0, (0,), (1,))
    assert await harness.service.offers.open_in(match.id) == [offer]
    (row,) = await harness.rows(match.id)
    assert (row.kind, row.args["mention"], row.args["offer"]) == ("notice", [BOB.user_id], kind.value)
    assert str(text_from_json(row.args["text"])).startswith("Player 1 ")
    assert (await harness.service.history.get(match.id)).status is MatchStatus.RUNNING


async def test_undo_offer_without_its_turns_is_refused(harness: ServiceHarness) -> None:
    match = await new_match(harness)
    await refused(
        harness,
        OfferError,
        "no such offer",
        lambda: harness.service.offers.offer(match.id, ANN.user_id, OfferKind.UNDO),
    )
    assert await harness.service.offers.open_in(match.id) == []


async def test_accepted_draw_ends_the_match_with_a_shared_first_place(harness: ServiceHarness) -> None:
    match = await new_match(harness)
    await harness.service.offers.offer(match.id, BOB.user_id, DRAW)
    await harness.rows(match.id)
    ended = await harness.service.offers.answer(match.id, ANN.user_id, DRAW, accept=True)
    assert ended == await harness.service.history.get(match.id)
    assert (ended.status, ended.to_move, ended.ended_at) == (MatchStatus.FINISHED, (), harness.clock.now)
    assert str(ended.result) == "The match ends in a draw by agreement."
    assert ended.key is not None
    assert await harness.service.offers.open_in(match.id) == []
    assert [(row.kind, dict(row.args)) for row in await harness.rows(match.id)] == [("result", {"ply": match.ply})]
    view = await harness.service.history.view(match.id)
    assert view.outcome is not None
    assert (view.outcome.termination, view.outcome.ranking, view.to_move) == ("agreement", ((0, 1),), ())


async def test_accepted_abort_ends_the_match_without_a_result(harness: ServiceHarness) -> None:
    match = await new_match(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, ABORT)
    await harness.rows(match.id)
    ended = await harness.service.offers.answer(match.id, BOB.user_id, ABORT, accept=True)
    assert ended == await harness.service.history.get(match.id)
    assert ended.status is MatchStatus.ABORTED
    assert await harness.kinds(match.id) == ["result"]
    assert (await harness.service.history.view(match.id)).outcome is None


@pytest.mark.parametrize("kind", IN_PLAY)
async def test_second_player_making_the_same_offer_accepts_it(harness: ServiceHarness, kind: OfferKind) -> None:
    match = await new_match(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, kind)
    assert await harness.service.offers.offer(match.id, BOB.user_id, kind) is None
    assert (await harness.service.history.get(match.id)).status is not MatchStatus.RUNNING


@pytest.mark.parametrize("kind", IN_PLAY)
@pytest.mark.parametrize(("closes", "says"), [(BOB, "Player 2"), (ANN, "Player 1")], ids=["declined", "taken back"])
async def test_declined_or_taken_back_offer_is_closed_and_can_be_made_again(
    harness: ServiceHarness, kind: OfferKind, closes: Person, says: str
) -> None:
    match = await new_match(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, kind)
    await harness.rows(match.id)
    after = await harness.service.offers.answer(match.id, closes.user_id, kind, accept=False)
    assert after.status is MatchStatus.RUNNING
    assert await harness.service.offers.open_in(match.id) == []
    (row,) = await harness.rows(match.id)
    assert (row.kind, row.args["mention"], row.args["offer"]) == ("notice", [], None)
    assert str(text_from_json(row.args["text"])).startswith(says)
    await refused(
        harness,
        OfferError,
        "no longer open",
        lambda: harness.service.offers.answer(match.id, BOB.user_id, kind, accept=True),
    )
    assert await harness.service.offers.offer(match.id, ANN.user_id, kind) is not None


@pytest.mark.parametrize("kind", IN_PLAY)
async def test_accepting_twice_or_without_an_offer_is_refused(harness: ServiceHarness, kind: OfferKind) -> None:
    match = await new_match(harness)
    await refused(
        harness,
        OfferError,
        "no longer open",
        lambda: harness.service.offers.answer(match.id, BOB.user_id, kind, accept=True),
    )
    await harness.service.offers.offer(match.id, ANN.user_id, kind)
    await refused(
        harness, OfferError, "already offered this", lambda: harness.service.offers.offer(match.id, ANN.user_id, kind)
    )
    await refused(
        harness,
        OfferError,
        "already offered this",
        lambda: harness.service.offers.answer(match.id, ANN.user_id, kind, accept=True),
    )


async def test_draw_offer_expires_when_the_asked_player_moves_not_the_offering_one(
    harness: ServiceHarness,
) -> None:
    match = await new_match(harness)
    mover, asked = user_of(match, match.to_move[0]), user_of(match, 1 - match.to_move[0])
    await harness.service.offers.offer(match.id, mover, DRAW)
    match = (await harness.play(match)).match
    assert len(await harness.service.offers.open_in(match.id)) == 1
    match = (await harness.play(match)).match
    assert await harness.service.offers.open_in(match.id) == []
    with pytest.raises(OfferError):
        await harness.service.offers.answer(match.id, asked, DRAW, accept=True)


async def test_abort_offer_survives_moves_that_close_a_draw_offer(harness: ServiceHarness) -> None:
    match = await new_match(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, ABORT)
    await harness.service.offers.offer(match.id, BOB.user_id, DRAW)
    assert [offer.kind for offer in await harness.service.offers.open_in(match.id)] == [ABORT, DRAW]
    for _ in range(2):
        match = (await harness.play(match)).match
    assert [offer.kind for offer in await harness.service.offers.open_in(match.id)] == [ABORT]


async def test_end_of_a_match_closes_its_offers(harness: ServiceHarness) -> None:
    match = await new_match(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, ABORT)
    await harness.service.turns.resign(match.id, BOB.user_id)
    assert await harness.service.offers.open_in(match.id) == []


async def match_of_three(harness: ServiceHarness) -> Match:
    match = await harness.start(ANN, BOB, CEM, game="trek")
    await harness.rows(match.id)
    return match


async def test_offer_among_three_needs_every_player_and_one_decline_closes_it(harness: ServiceHarness) -> None:
    match = await match_of_three(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, DRAW)
    (row,) = await harness.rows(match.id)
    assert row.args["mention"] == [BOB.user_id, CEM.user_id]
    after = await harness.service.offers.answer(match.id, CEM.user_id, DRAW, accept=True)
    assert after.status is MatchStatus.RUNNING
    (offer,) = await harness.service.offers.open_in(match.id)
    assert (offer.accepted, offer.needed) == ((0, 2), (1,))
    await harness.service.offers.answer(match.id, BOB.user_id, DRAW, accept=False)
    assert await harness.service.offers.open_in(match.id) == []


async def test_player_who_left_is_not_asked(harness: ServiceHarness) -> None:
    match = await match_of_three(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, DRAW)
    await harness.service.turns.resign(match.id, CEM.user_id)
    assert await harness.service.offers.open_in(match.id) == [], "every active player decides again"
    offer = await harness.service.offers.offer(match.id, ANN.user_id, DRAW)
    assert offer is not None
    assert offer.needed == (1,)
    with pytest.raises(NotSeatedError, match="left this match"):
        await harness.service.offers.answer(match.id, CEM.user_id, DRAW, accept=True)
    await harness.service.offers.answer(match.id, BOB.user_id, DRAW, accept=True)
    view = await harness.service.history.view(match.id)
    assert view.outcome is not None
    assert view.outcome.ranking == ((0, 1),)


async def test_solo_match_aborts_and_rematches_at_once_and_refuses_draws(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, game="bids")
    await refused(
        harness, OfferError, "nobody can agree", lambda: harness.service.offers.offer(match.id, ANN.user_id, DRAW)
    )
    assert await harness.service.offers.offer(match.id, ANN.user_id, ABORT) is None
    assert (await harness.service.history.get(match.id)).status is MatchStatus.ABORTED
    assert await harness.service.offers.offer(match.id, ANN.user_id, REMATCH) is None
    assert (await harness.service.history.get(match.id)).rematch_id is not None


@pytest.mark.parametrize("kind", IN_PLAY)
async def test_offers_are_refused_before_the_start_after_the_end_and_to_spectators(
    harness: ServiceHarness, kind: OfferKind
) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    await refused(
        harness, MatchNotStartedError, "not started", lambda: harness.service.offers.offer(table.id, ANN.user_id, kind)
    )
    match = await new_match(harness)
    for ask in (
        lambda: harness.service.offers.offer(match.id, STRANGER, kind),
        lambda: harness.service.offers.answer(match.id, STRANGER, kind, accept=True),
    ):
        await refused(harness, NotSeatedError, "do not play", ask)
    await harness.service.turns.resign(match.id, ANN.user_id)
    for ask in (
        lambda: harness.service.offers.offer(match.id, ANN.user_id, kind),
        lambda: harness.service.offers.answer(match.id, BOB.user_id, kind, accept=True),
    ):
        await refused(harness, MatchOverError, "over", ask)


# ------------------------------------------------------------------------------------------------------------- managers


async def test_manager_must_give_a_reason_to_end_a_match(harness: ServiceHarness) -> None:
    match = await new_match(harness)
    for reason in ("", " \n "):
        await refused(
            harness,
            NotAllowedError,
            "Please give a reason",
            partial(harness.service.moderation.abort_as_manager, match.id, 1, reason),
        )
    ended = await harness.service.moderation.abort_as_manager(match.id, STRANGER, "  spam\n\nspam " + "x" * 300)
    assert ended == await harness.service.history.get(match.id)
    text = "A server manager ended the match: spam spam " + "x" * 190
    assert (ended.status, str(ended.result)) == (MatchStatus.ABORTED, text)
    assert await harness.kinds(match.id) == ["result"]
    await refused(
        harness,
        MatchOverError,
        "over",
        partial(harness.service.moderation.abort_as_manager, match.id, STRANGER, "spam"),
    )


# ------------------------------------------------------------------------------------------------------------ rematches


async def aborted_match(harness: ServiceHarness, *people: Person, game: str = "iye", **options: str) -> Match:
    match = await harness.start(*people, game=game, channel=CHANNEL, **options)
    after = await harness.service.moderation.abort_as_manager(match.id, STRANGER, "spam")
    await harness.rows(match.id)
    return after


async def test_rematch_starts_when_all_agree_and_rotates_seats(harness: ServiceHarness) -> None:
    match = await aborted_match(harness, ANN, BOB, CEM, game="trek")
    await harness.service.offers.offer(match.id, CEM.user_id, REMATCH)
    await harness.service.offers.answer(match.id, ANN.user_id, REMATCH, accept=True)
    assert (await harness.service.history.get(match.id)).rematch_id is None
    after = await harness.service.offers.answer(match.id, BOB.user_id, REMATCH, accept=True)
    assert after == await harness.service.history.get(match.id)
    assert after.rematch_id is not None
    rematch = await harness.service.history.get(after.rematch_id)
    assert [seat.user_id for seat in rematch.seats] == [BOB.user_id, CEM.user_id, ANN.user_id]
    assert (rematch.status, rematch.game, rematch.options) == (MatchStatus.RUNNING, "trek", match.options)
    assert rematch.commitment != match.commitment
    assert await harness.kinds(rematch.id) == ["place", "turn"]
    assert (await harness.service.history.view(rematch.id)).sentences


async def test_rematch_keeps_options_and_channel(harness: ServiceHarness) -> None:
    match = await aborted_match(harness, ANN, BOB, first="1", wins="3")
    await harness.service.tables.set_thread(match.id, 900)
    await harness.service.offers.offer(match.id, ANN.user_id, REMATCH)
    after = await harness.service.offers.answer(match.id, BOB.user_id, REMATCH, accept=True)
    rematch = await harness.service.history.get(after.rematch_id or 0)
    assert (rematch.options, rematch.channel) == (match.options, MatchChannel(50, 60, 900))
    assert rematch.to_move == (0,), "seat 0 begins, and another player has it now"
    assert rematch.seats[0].user_id == BOB.user_id
    assert (rematch.table_message_id, rematch.board_message_id) == (None, None)


async def test_resigned_player_can_offer_and_join_a_rematch(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert await harness.service.offers.offer(match.id, ANN.user_id, REMATCH) is not None
    assert await harness.service.offers.offer(match.id, BOB.user_id, REMATCH) is None
    rematch = await harness.service.history.get((await harness.service.history.get(match.id)).rematch_id or 0)
    assert not any(seat.withdrawn for seat in rematch.seats)


async def test_declined_rematch_does_not_start(harness: ServiceHarness) -> None:
    match = await aborted_match(harness, ANN, BOB)
    await harness.service.offers.offer(match.id, ANN.user_id, REMATCH)
    after = await harness.service.offers.answer(match.id, BOB.user_id, REMATCH, accept=False)
    assert after.rematch_id is None
    assert len(await harness.database.rows("SELECT 1 FROM matches")) == 1


async def test_rematch_is_refused_before_the_end_to_spectators_and_a_second_time(harness: ServiceHarness) -> None:
    running = await new_match(harness)
    await refused(
        harness,
        OfferError,
        "still being played",
        lambda: harness.service.offers.offer(running.id, ANN.user_id, REMATCH),
    )
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    await refused(
        harness,
        MatchNotStartedError,
        "not started",
        lambda: harness.service.offers.offer(table.id, ANN.user_id, REMATCH),
    )
    await harness.service.tables.cancel(table.id, ANN.user_id)
    await refused(
        harness, MatchOverError, "closed", lambda: harness.service.offers.offer(table.id, ANN.user_id, REMATCH)
    )
    match = await aborted_match(harness, ANN, BOB)
    await refused(
        harness,
        NotSeatedError,
        "Only the players of this match",
        lambda: harness.service.offers.offer(match.id, STRANGER, REMATCH),
    )
    for person in (ANN, BOB):
        await harness.service.offers.offer(match.id, person.user_id, REMATCH)
    await refused(
        harness, OfferError, "has already started", lambda: harness.service.offers.offer(match.id, ANN.user_id, REMATCH)
    )
