"""Hints: who may use them, what they tell, and what they write."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.computer.decider import SWITCHED_OFF, NotNow, NotNowError, Question, TimedJudgement
from bot.matches.doctor import examine
from bot.matches.errors import MatchOverError, NotAllowedError, NotSeatedError, NotYourTurnError
from bot.matches.model.match import Match, may_use_hints
from bot.matches.model.rng import computer_seed, hint_seed
from bot.matches.play.hints import PlannedHint
from engines.registry import GAMES
from engines.text import T
from players.hints import LEVEL
from players.review import Judgement, margin_of
from tests.bot.matches.computers.steps import against, ann_to_move, play_as_ann
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, ServiceHarness, after_next_read, refused


async def friendly(harness: ServiceHarness, game: str = "totem", *, hints: bool = True) -> Match:
    """Start a match of Ann and Bob that is not rated, with hints if they are allowed."""
    table = await harness.service.tables.open_table(game, {}, ANN, CHANNEL, [BOB], rated=False)
    await harness.service.tables.configure(table.id, ANN.user_id, allows_hints=hints)
    await harness.service.tables.join(table.id, BOB)
    return await harness.service.history.get(table.id)


def person_to_move(match: Match) -> int:
    """Return the user who is to move."""
    return match.seat_at(match.to_move[0]).user_id


@pytest.mark.parametrize("slug", GAMES)
async def test_hint_is_a_legal_plan_of_the_strongest_level(harness: ServiceHarness, slug: str) -> None:
    match = await ann_to_move(harness, 1, game=slug)
    hinted = await harness.service.hints.hint(match.id, ANN.user_id)
    assert harness.decider.asked[-1].level == LEVEL
    assert harness.decider.asked[-1].at_once, "a person waits for it"
    planned = await harness.service.plans.put(match.id, ANN.user_id, match.ply, hinted.advised)
    assert planned.moves == hinted.advised == hinted.hint.moves
    assert len(hinted.phrases) == len(hinted.advised)


async def test_hint_for_a_begun_plan_goes_on_with_it(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1)
    first = (await harness.service.hints.hint(match.id, ANN.user_id)).advised
    while len(first) < 2:
        match = await play_as_ann(harness, match)
        first = (await harness.service.hints.hint(match.id, ANN.user_id)).advised
    await harness.service.plans.put(match.id, ANN.user_id, match.ply, first[:1])
    hinted = await harness.service.hints.hint(match.id, ANN.user_id)
    assert hinted.advised[:1] == first[:1]
    assert hinted.hint.moves == hinted.advised[1:]
    await harness.service.plans.put(match.id, ANN.user_id, match.ply, hinted.advised)
    complete = await harness.service.hints.hint(match.id, ANN.user_id)
    assert complete.advised == first, "a complete plan is replaced as a whole"


async def test_each_position_is_decided_and_counted_once(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    asked = len(harness.decider.asked)
    for _ in range(3):
        await harness.service.hints.hint(match.id, ANN.user_id)
    assert len(harness.decider.asked) == asked + 1
    assert [seat.hints for seat in (await harness.service.history.get(match.id)).seats] == [1, 0]
    match = await play_as_ann(harness, match)
    if 0 in match.to_move:
        await harness.service.hints.hint(match.id, ANN.user_id)
        assert [seat.hints for seat in (await harness.service.history.get(match.id)).seats] == [2, 0]


async def test_hint_takes_no_draw_and_is_not_the_decision_of_a_computer_player(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1)
    before = await harness.dump()
    await harness.service.hints.hint(match.id, ANN.user_id)
    changed = {table for table, rows in (await harness.dump()).items() if rows != before[table]}
    assert changed == {"seats"}
    assert hint_seed(b"key", 1, 2, 0) != computer_seed(b"key", 1, 2, 0)


async def test_hint_in_a_match_of_secrets_knows_what_the_player_knows(harness: ServiceHarness) -> None:
    match = await friendly(harness, "chiefdom")
    game = GAMES["chiefdom"]
    own = await harness.service.hints.hint(match.id, ANN.user_id)
    record = await harness.loader.load(match.id)
    state = (await harness.loader.position(record)).state
    twin = game.imagine(game.observe(state, 0), 0, Random(3))
    assert game.observe(twin, 0) == game.observe(state, 0)
    seed = hint_seed(record.secret, match.id, match.ply, 0)
    again = await harness.decider.decide(Question(match.id, ANN.user_id, game, 0, game.observe(twin, 0), LEVEL, seed))
    assert again.decision.moves == own.hint.moves


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.info.has_hidden_information])
async def test_hint_does_not_depend_on_what_another_player_has_decided_in_secret(tmp_path: Path, slug: str) -> None:
    told = []
    for number in (0, -1):
        async with await ServiceHarness.open(tmp_path / str(number)) as harness:
            match = await friendly(harness, slug)
            secret = (await harness.legal(match, 0))[number]
            match = (await harness.service.turns.play(match.id, ANN.user_id, match.ply, [secret])).match
            first = await harness.service.hints.hint(match.id, BOB.user_id)
            own = next(move for move in await harness.legal(match, 1) if (move,) != first.advised)
            await harness.service.plans.put(match.id, BOB.user_id, match.ply, [own])
            again = await harness.service.hints.hint(match.id, BOB.user_id)
            compared = str(await harness.service.hints.compared(again, BOB.user_id))
            told.append(
                (secret, [first.hint, first.phrases, first.advised, again.hint, compared, first.plan.view.sentences])
            )
    assert told[0][0] != told[1][0]
    assert told[0][1] == told[1][1]


async def test_friendly_match_has_hints_only_if_the_table_allowed_them(harness: ServiceHarness) -> None:
    allowed = await friendly(harness)
    assert (await harness.service.hints.hint(allowed.id, person_to_move(allowed))).advised
    forbidden = await friendly(harness, hints=False)
    said = await refused(
        harness, NotAllowedError, lambda: harness.service.hints.hint(forbidden.id, person_to_move(forbidden))
    )
    assert said.startswith("This match has no hints.")


async def test_rated_match_between_people_never_has_hints(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("totem", {}, ANN, CHANNEL, [BOB])
    changed = await harness.service.tables.configure(table.id, ANN.user_id, allows_hints=True)
    assert not changed.allows_hints
    friendly_table = await harness.service.tables.configure(table.id, ANN.user_id, rated=False, allows_hints=True)
    assert friendly_table.allows_hints
    rated = await harness.service.tables.configure(table.id, ANN.user_id, rated=True)
    assert not rated.allows_hints
    await harness.service.tables.join(table.id, BOB)
    match = await harness.service.history.get(table.id)
    await refused(harness, NotAllowedError, lambda: harness.service.hints.hint(match.id, person_to_move(match)))


async def test_person_whose_only_opponent_was_replaced_in_a_rated_match_has_no_hints(harness: ServiceHarness) -> None:
    match = await harness.start(game="totem")
    computer = replace(match.seats[1], user_id=-2, computer=(await against(harness, 3)).seats[1].computer)
    replaced = replace(match, seats=(match.seats[0], computer))
    assert replaced.is_alone
    assert replaced.rated
    assert not may_use_hints(replaced)


async def test_newest_hints_are_kept(harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matches.play.hints.KEPT", 1)
    matches = [await friendly(harness), await friendly(harness)]
    for match in (*matches, matches[1]):
        await harness.service.hints.hint(match.id, person_to_move(match))
    assert [question.match_id for question in harness.decider.asked] == [match.id for match in matches]


async def test_hint_is_for_players_who_are_to_move(harness: ServiceHarness) -> None:
    match = await friendly(harness)
    waiting = ANN.user_id if person_to_move(match) == BOB.user_id else BOB.user_id
    await refused(harness, NotYourTurnError, lambda: harness.service.hints.hint(match.id, waiting))
    await refused(harness, NotSeatedError, lambda: harness.service.hints.hint(match.id, CEM.user_id))
    await harness.service.turns.resign(match.id, ANN.user_id)
    await refused(harness, MatchOverError, lambda: harness.service.hints.hint(match.id, BOB.user_id))


async def test_computer_players_that_are_off_give_no_hint_and_nothing_is_counted(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1)

    def off(_match_id: int) -> None:
        raise NotNowError(NotNow.OFF, None)

    harness.decider.before = off
    await refused(harness, NotNowError, lambda: harness.service.hints.hint(match.id, ANN.user_id))


async def test_score_of_a_match_alone_with_hints_does_not_count(harness: ServiceHarness) -> None:
    for hints in (False, True):
        match = await harness.start(ANN, game="chiefdom")
        if hints:
            await harness.service.hints.hint(match.id, ANN.user_id)
        while match.to_move:
            moves = (await harness.legal(match, 0))[-1:]
            await harness.service.turns.play(match.id, ANN.user_id, match.ply, moves)
            match = await harness.service.history.get(match.id)
    rows = await harness.database.rows("SELECT score FROM results ORDER BY match_id")
    assert [row["score"] is None for row in rows] == [False, True]


async def test_hint_that_comes_after_the_end_is_neither_told_nor_counted(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, game="chiefdom")
    harness.decider.held, decided = asyncio.Event(), asyncio.Event()
    harness.decider.before = lambda _match_id: decided.set()
    asked = asyncio.ensure_future(harness.service.hints.hint(match.id, ANN.user_id))
    await decided.wait()
    while match.to_move:
        moves = (await harness.legal(match, 0))[-1:]
        match = (await harness.service.turns.play(match.id, ANN.user_id, match.ply, moves)).match
    harness.decider.held.set()
    await refused(harness, MatchOverError, lambda: asked)
    assert [seat.hints for seat in (await harness.service.history.get(match.id)).seats] == [0]
    assert await examine(harness.database, games=harness.games) == [], "the score that was recorded still counts"


async def test_hint_is_for_the_position_that_the_plan_was_made_on(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await friendly(harness, "trek")
    user, largest = person_to_move(match), (await harness.legal(match))[-1]
    while largest == "walk 1":
        match = await friendly(harness, "trek")
        user, largest = person_to_move(match), (await harness.legal(match))[-1]
    planned = await harness.service.plans.put(match.id, user, match.ply, [largest])
    after_next_read(harness, monkeypatch, lambda: harness.play(match, "walk 1"))
    hinted = await harness.service.hints.hint(match.id, user)
    assert hinted.plan == planned
    assert hinted.advised[0] == largest


# ------------------------------------------------------------------------------------------------ the player's own plan


async def whole_plan(harness: ServiceHarness, slug: str = "totem") -> PlannedHint:
    """Begin a match with a whole turn of Ann's planned that is not the hint's; return the hint."""
    match = await ann_to_move(harness, 1, game=slug)
    hinted = await harness.service.hints.hint(match.id, ANN.user_id)
    seen = await harness.service.plans.seen(match.id, ANN.user_id)
    game = GAMES[slug]
    first = [game.encode_move(move) for move in game.legal_moves(seen.position.state, seen.player)]
    plans = (harness.service.plans.planned(seen, match.ply, [move]).plan for move in first if move != hinted.advised[0])
    plan = next(plan for plan in plans if plan.complete)
    await harness.service.plans.put(match.id, ANN.user_id, match.ply, plan.moves)
    return await harness.service.hints.hint(match.id, ANN.user_id)


async def compared(harness: ServiceHarness, hinted: PlannedHint) -> str | None:
    """Return what is said of Ann's plan."""
    said = await harness.service.hints.compared(hinted, ANN.user_id)
    return None if said is None else str(said)


@pytest.mark.parametrize(
    ("lead", "is_hint", "expected"),
    [
        (-1.0, True, "Your plan is worth less. One and two."),
        (-1.0, False, "Your plan is worth less."),
        (0.0, True, "Your plan is about as good."),
        (1.0, False, "Your plan is about as good."),
    ],
)
async def test_whole_plan_is_compared_with_the_hint(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch, lead: float, is_hint: bool, expected: str
) -> None:
    hinted = await whole_plan(harness)
    asked = []

    async def judge(*decision: object, deep: bool) -> TimedJudgement:
        asked.append((decision[-1], deep))
        other = hinted.advised if is_hint else ("another",)
        found = Judgement(lead * margin_of("totem"), other, T("Because."), T("One and two."), is_exact=False)
        return TimedJudgement(found, 0.0)

    monkeypatch.setattr(harness.decider, "judge", judge)
    assert await compared(harness, hinted) == expected
    assert asked == [(hinted.plan.moves, True)]


async def test_plan_that_is_the_hint_is_not_judged(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1)
    hinted = await harness.service.hints.hint(match.id, ANN.user_id)
    assert await compared(harness, hinted) is None, "nothing is planned"
    while not (await harness.service.plans.get(match.id, ANN.user_id)).complete:
        hinted = await harness.service.hints.hint(match.id, ANN.user_id)
        await harness.service.plans.put(match.id, ANN.user_id, match.ply, hinted.advised)
    assert await compared(harness, await harness.service.hints.hint(match.id, ANN.user_id)) == "That is your plan."
    assert not harness.decider.judged


async def test_plan_is_not_compared_while_nobody_can_judge(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    hinted = await whole_plan(harness)
    monkeypatch.setattr(harness.decider, "judge", SWITCHED_OFF.judge)
    assert await compared(harness, hinted) is None


async def test_judgement_of_a_plan_is_a_real_one(harness: ServiceHarness) -> None:
    said = await compared(harness, await whole_plan(harness, "chiefdom"))
    assert said is not None
    assert said.startswith("Your plan is ")
