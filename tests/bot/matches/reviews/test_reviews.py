"""Reviews: whose decisions they judge, within what time, and what they keep."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib import import_module
from itertools import groupby, pairwise
from pathlib import Path
from random import Random

import pytest

from bot.computer.decider import NotNow, NotNowError, TimedJudgement
from bot.matches.errors import NotAllowedError
from bot.matches.model.match import Match
from bot.matches.reviews import service
from bot.matches.reviews.decisions import PersonsDecision, decisions_of
from bot.matches.reviews.service import clear_moments
from bot.matches.reviews.stored_moments import Moment, dump_moments, load_moments
from bot.storage.errors import StorageError
from engines.registry import GAMES
from engines.text import Seat, T
from players.registry import player_of
from players.review import Judgement, margin_of
from tests.bot.matches.both_engines import on_engines
from tests.bot.matches.computers.steps import against, play_as_ann, until_person
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness, refused, user_of

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def ended(harness: ServiceHarness, game: str = "iye") -> Match:
    """Play a match of Ann and Bob at random to its end."""
    return await harness.play_out(await harness.start(game=game), seed=3)


async def played_by_beginners(harness: ServiceHarness, slug: str) -> Match:
    """Play a match of Ann and Bob to its end as computer players of level 1 would, or for 60 turns."""
    match, game, rng = await harness.start(game=slug), GAMES[slug], Random(5)
    for _ in range(60):
        if not match.to_move:
            return match
        player, state = match.to_move[0], await harness.state(match.id)
        seen = game.observe(state, player)
        moves = player_of(game).decide(seen, player, 1, rng.getrandbits(30), nodes=60).moves
        match = (await harness.service.turns.play(match.id, user_of(match, player), match.ply, moves)).match
    for person in (ANN, BOB):
        if (await harness.service.history.get(match.id)).to_move:
            await harness.service.turns.resign(match.id, person.user_id)
    return await harness.service.history.get(match.id)


def moment(player: int, ply: int, lead: float) -> Moment:
    """Return a moment."""
    return Moment(player, ply, T("a1"), T("b2"), lead, T("It falls to {p}.", p=Seat(1)), T("Much."))


@pytest.mark.parametrize(("engine", "slug"), on_engines(GAMES, ["iye"]))
async def test_review_tells_at_most_three_clear_moments_of_each_player(harness: ServiceHarness, slug: str) -> None:
    match = await played_by_beginners(harness, slug)
    harness.decider.seconds = 0.08  # so long matches are judged in part
    found = await harness.service.reviews.moments(match.id, within=60)
    assert found
    game = GAMES[slug]
    log = (await harness.loader.with_log(match.id))[1]
    decided = {(one.player, one.ply) for one in decisions_of(game, match, log)}
    for player in {one.player for one in found}:
        assert 1 <= sum(one.player == player for one in found) <= 3
    for one in found:
        assert abs(one.lead) >= margin_of(slug)
        assert (one.player, one.ply) in decided
        assert str(one.played) != str(one.other)
    assert [one.ply for one in found] == sorted(one.ply for one in found)


async def test_review_is_made_once_and_kept(harness: ServiceHarness) -> None:
    match = await ended(harness)
    first = await asyncio.gather(*(harness.service.reviews.moments(match.id, within=60) for _ in range(3)))
    asked = list(harness.decider.judged)
    log = (await harness.loader.with_log(match.id))[1]
    assert sum(not deep for *_, deep in asked) == len(decisions_of(GAMES["iye"], match, log))
    assert first[0] == first[1] == first[2] == await harness.service.reviews.moments(match.id)
    assert harness.decider.judged == asked
    assert len(await harness.database.rows("SELECT * FROM reviews")) == 1


async def test_processor_time_of_a_review_has_a_limit(harness: ServiceHarness) -> None:
    match = await ended(harness)
    harness.decider.seconds = 0.5
    await harness.service.reviews.moments(match.id, within=60)
    assert sum(not deep for *_, deep in harness.decider.judged) == 6
    assert len(harness.decider.judged) * 0.5 <= service.LONGEST_SECONDS + 0.5


async def test_review_that_takes_long_goes_on(harness: ServiceHarness) -> None:
    match = await ended(harness)
    harness.decider.held = asyncio.Event()
    assert await harness.service.reviews.moments(match.id, within=0.01) is None
    harness.decider.held.set()
    assert await harness.service.reviews.moments(match.id, within=60) is not None


async def test_who_waits_for_a_review_is_told_that_the_bot_stops(harness: ServiceHarness) -> None:
    match = await ended(harness)
    harness.decider.held = asyncio.Event()
    waiting = asyncio.ensure_future(harness.service.reviews.moments(match.id))
    while not harness.decider.judged:
        await asyncio.wait({waiting}, timeout=0.001)
    await harness.service.reviews.close()
    assert await refused(harness, StorageError, lambda: waiting) == (
        "The bot is restarting. Please try again in a moment."
    )


async def test_review_is_stopped_with_the_bot_and_made_again(harness: ServiceHarness) -> None:
    match = await ended(harness)
    harness.decider.held = asyncio.Event()
    assert await harness.service.reviews.moments(match.id, within=0.01) is None
    await harness.service.reviews.close()
    assert await harness.database.rows("SELECT * FROM reviews") == []
    harness.decider.held.set()
    assert await harness.service.reviews.moments(match.id, within=60) is not None


async def test_running_match_has_no_review(harness: ServiceHarness) -> None:
    match = await harness.start()
    said = await refused(harness, NotAllowedError, lambda: harness.service.reviews.moments(match.id))
    assert said == "There is a review when the match is over."


async def test_game_without_judgements_has_no_review(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start(ANN, BOB, CEM, game="lap"))
    said = await refused(harness, NotAllowedError, lambda: harness.service.reviews.moments(match.id))
    assert said == "There are no reviews for this game."


async def test_computer_players_that_are_off_make_no_review(harness: ServiceHarness) -> None:
    match = await ended(harness)

    def off(_match_id: int) -> None:
        raise NotNowError(NotNow.OFF, None)

    harness.decider.before = off
    await refused(harness, NotNowError, lambda: harness.service.reviews.moments(match.id, within=60))
    harness.decider.before = lambda _match_id: None
    assert await harness.service.reviews.moments(match.id, within=60) is not None


async def test_decisions_of_computer_players_are_not_judged(harness: ServiceHarness) -> None:
    match = await against(harness, 1)
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    for _ in range(4):
        match = await play_as_ann(harness, match)
    await harness.service.turns.resign(match.id, ANN.user_id)
    await harness.service.reviews.moments(match.id, within=60)
    assert {player for _, player, _, _ in harness.decider.judged} == {0}


async def test_turns_taken_back_are_not_judged(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, game="chiefdom")
    rng = Random(1)
    played = []
    for _ in range(3):
        move = rng.choice(await harness.legal(match))
        match = (await harness.play(match, move)).match
        played.append(move)
    record, log = await harness.loader.with_log(match.id)
    whole = decisions_of(GAMES["chiefdom"], record.match, log)
    assert [one.moves for one in whole] == [(move,) for move in played]


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.info.has_hidden_information])
async def test_moments_depend_on_what_their_player_knew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """Two matches differ in what Ann decides in secret, and in nothing else. So Bob's reviews are the same."""
    monkeypatch.setattr(import_module(f"players.{slug}.review"), "MARGIN", 0.0)
    kept = []
    for number in range(2):
        async with await ServiceHarness.open(tmp_path / str(number)) as harness:
            match, secret = await harness.start(game=slug), []
            for _ in range(6):
                choices = await harness.legal(match, 0)
                secret.append(choices[-1] if number else choices[0])
                match = (await harness.service.turns.play(match.id, ANN.user_id, match.ply, secret[-1:])).match
                move = (await harness.legal(match, 1))[0]
                match = (await harness.service.turns.play(match.id, BOB.user_id, match.ply, [move])).match
            for person in (ANN, BOB):
                await harness.service.turns.resign(match.id, person.user_id)
            found = await harness.service.reviews.moments(match.id, within=60) or ()
            kept.append((secret, [one for one in found if one.player == 1]))
    (secret, bobs), (other_secret, other_bobs) = kept
    assert secret != other_secret
    assert bobs
    assert bobs == other_bobs


async def test_decisions_of_a_former_holder_are_not_judged(harness: ServiceHarness) -> None:
    match = await harness.start()
    for _ in range(4):
        match = (await harness.play(match)).match
    await harness.service.substitution.offer_seat(match.id, BOB.user_id, None)
    await harness.service.substitution.take_over(match.id, CEM, 1)
    match = await harness.service.history.get(match.id)
    for _ in range(2):
        match = (await harness.play(match)).match
    record, log = await harness.loader.with_log(match.id)
    of_second = [one for one in decisions_of(GAMES["iye"], record.match, log) if one.player == 1]
    assert 1 <= len(of_second) <= 2


async def test_deleted_match_takes_its_review_with_it(harness: ServiceHarness) -> None:
    match = await ended(harness)
    await harness.service.reviews.moments(match.id, within=60)
    await harness.database.write(lambda tx: tx.execute("DELETE FROM matches WHERE id = ?", (match.id,)).rowcount)
    assert await harness.database.rows("SELECT * FROM reviews") == []


def test_stored_moments_are_read_as_they_were() -> None:
    found = (moment(0, 4, -0.25), moment(1, 9, 0.5))
    assert load_moments(dump_moments(found)) == found
    assert load_moments(dump_moments(())) == ()


@pytest.mark.engines("sqlite")
async def test_thirty_reviews_delay_no_turn(harness: ServiceHarness) -> None:
    """They are made one match after the other, a decision at a time."""
    matches = []
    for _ in range(30):
        match = (await harness.play(await harness.start())).match
        await harness.service.turns.resign(match.id, ANN.user_id)
        matches.append(match.id)
    running, begun, harness.decider.held = await harness.start(), asyncio.Event(), asyncio.Event()
    harness.decider.before = lambda _match_id: begun.set()
    asked = [asyncio.create_task(harness.service.reviews.moments(one, within=60)) for one in matches]
    await begun.wait()
    for _ in range(4):
        running = (await harness.play(running)).match
    assert len(running.to_move) == 1
    assert len(harness.decider.judged) == 1
    harness.decider.held.set()
    assert None not in await asyncio.gather(*asked)
    assert sorted(match for match, _ in groupby(one for one, *_ in harness.decider.judged)) == matches


async def told(leads: Sequence[tuple[str, float, float]]) -> list[int]:
    """Return the plies of what is told of decisions, of each of which a quick and a deep search find the other move and
    these leads.
    """
    game = GAMES["iye"]
    state = game.load_state("SHWTS/THSSH/HSOTS/WTHSH/SHSTW c3 play 1 -/- -/- 1 1 0-0 2 -")
    made = [PersonsDecision(0, ply, state, None, ("c2",)) for ply in range(len(leads))]

    async def judge(decision: PersonsDecision, *, deep: bool) -> TimedJudgement:
        other, quick, sure = leads[decision.ply]
        lead = sure if deep else quick
        return TimedJudgement(Judgement(lead, (other,), T("Why."), T("Much."), is_exact=False), 0.0)

    return [one.ply for one in await clear_moments(game, made, judge)]


async def test_move_that_is_missed_again_and_again_is_told_once() -> None:
    assert await told([(other, -0.5, -0.5) for other in ("c5", "c5", "c5", "d3")]) == [0, 3]


async def test_good_moves_beside_the_same_other_one_are_all_told() -> None:
    assert await told([("c5", 0.5, 0.5), ("c5", 0.5, 0.5)]) == [0, 1]


async def test_decision_about_which_the_searches_disagree_is_not_told() -> None:
    assert await told([("c5", 0.5, -0.5), ("d3", -0.5, 0.5)]) == []


def test_decisions_for_which_no_time_is_left_are_spread_over_the_match_and_the_players() -> None:
    made = [PersonsDecision(ply % 2, ply, None, None, ()) for ply in range(90)]
    order = service.evenly(made)
    assert sorted(one.ply for one in order) == list(range(90))
    for cut in (8, 20, 50):
        for player in (0, 1):
            judged = sorted(one.ply for one in order[:cut] if one.player == player)
            assert len(judged) == cut / 2
            assert judged[-1] == 88 + player, "the last decision is among them"
            assert max(after - before for before, after in pairwise(judged)) <= 2 * 90 / len(judged)
