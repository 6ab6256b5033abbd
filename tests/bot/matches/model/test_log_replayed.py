"""A match is its log: replaying it gives the stored position, for every game, after any moves."""

import asyncio
import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.matches.doctor import examine
from bot.matches.errors import MatchError
from bot.matches.model.match import Match, OfferKind
from engines.errors import GameError
from tests.bot.matches.harness import ANN, BOB, CEM, DANA, ServiceHarness, user_of

TABLES = {"iye": (ANN, BOB), "trek": (ANN, BOB, CEM, DANA), "bids": (ANN, BOB, CEM)}


async def play_randomly(harness: ServiceHarness, game: str, rng: random.Random, turns: int) -> Match:
    """Play some turns of a new match: mostly moves, sometimes other actions."""
    match = await harness.start(*TABLES[game], game=game)
    for _ in range(turns):
        match = await harness.service.history.get(match.id)
        if not match.to_move:
            break
        seat = rng.choice(match.seats)
        try:
            match rng.randrange(20):
                case 0:
                    await harness.service.turns.resign(match.id, seat.user_id)
                case 1:
                    kind = rng.choice(list(OfferKind))
                    await harness.service.offers.offer(match.id, seat.user_id, kind)
                case 2:
                    kind = rng.choice(list(OfferKind))
                    await harness.service.offers.answer(match.id, seat.user_id, kind, accept=rng.random() < 0.5)
                case _:
                    player = rng.choice(match.to_move)
                    move = rng.choice(await harness.legal(match, player))
                    await harness.service.turns.play(match.id, user_of(match, player), match.ply, [move])
        except (MatchError, GameError):
            continue
    return await harness.service.history.get(match.id)


@pytest.mark.parametrize("game", TABLES)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), turns=st.integers(0, 120))
@example(seed=49, turns=18)
def test_log_leads_to_the_stored_position_also_in_a_new_process(game: str, seed: int, turns: int) -> None:
    async def check() -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "k.sqlite3"
            async with await ServiceHarness.open(path) as harness:
                match = await play_randomly(harness, game, random.Random(seed), turns)
                viewers = [None, *(seat.user_id for seat in match.seats)]
                seen = [await harness.service.history.view(match.id, user_id=viewer) for viewer in viewers]
                if match.key is not None:
                    assert (await harness.service.history.verify(match.id)).holds
            async with await ServiceHarness.open(path) as again:
                assert await examine(again.database, games=again.games) == []
                assert [await again.service.history.view(match.id, user_id=viewer) for viewer in viewers] == seen

    asyncio.run(check())
