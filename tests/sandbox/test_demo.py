"""The demonstration, played by the real bot."""

from pathlib import Path

from bot.client import KurultaiClient
from bot.settings import Settings
from engines.registry import GAMES
from sandbox.demo import MEMBERS, play_demo, seeded_entropy
from sandbox.simulation import Simulation


async def test_every_game_has_a_match_under_way_with_all_its_turns(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "play.sqlite3", painter="inside")
    client: KurultaiClient = KurultaiClient(settings, entropy=seeded_entropy())
    simulation = Simulation(client, MEMBERS, lambda _text: None)
    await simulation.open(lambda: play_demo(simulation))
    try:
        history = client.services.matches.history
        matches = [await history.get(number) for number in range(1, len(GAMES) + 1)]
    finally:
        await simulation.close()
    assert [match.game for match in matches] == list(GAMES)
    for match in matches:
        assert match.to_move, match.game
        assert sorted(seat.name for seat in match.seats) == ["Ada", "Björk"], match.game
    # A turn that does not fit the dice is refused and leaves the match where it was.
    assert [match.ply for match in matches] == [8, 22, 32, 10]
