"""The simulated Discord waits for a slow bot."""

from tests.e2e.world import World, written


async def test_env_waits_for_a_slow_bot(world: World) -> None:
    world.env.settle_timeout = 1e-6  # as if every machine were too slow
    game = await world.start_match()
    await world.pass_time(60)
    assert "to move" in written(game.board) or "begins" in written(game.board)
