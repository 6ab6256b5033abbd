"""A demonstration: a match of every game between two members, after its first turns.

The turns are written down and are played through the bot, so every start shows the same boards.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from sandbox.personas import PERSONAS
from sandbox.simulation import Simulation

OPENER, OPPONENT = MEMBERS = PERSONAS[:2]
TURNS = Path(__file__).with_name("demo_turns.txt")
SEED = 19


def seeded_entropy() -> Callable[[int], bytes]:
    """Return a source of the bot's secret keys from which every start deals and rolls the same."""
    return random.Random(SEED).randbytes  # noqa: S311 - the matches of the demonstration keep nothing secret


async def play_demo(simulation: Simulation) -> None:
    """Open a table for two of every game, seat both members, which starts the match, and play all turns."""
    text = TURNS.read_text(encoding="utf-8")
    turns = [line.split(maxsplit=2) for line in text.splitlines() if not line.startswith("#")]
    numbers = {game: number for number, game in enumerate(dict.fromkeys(game for game, *_ in turns), start=1)}
    members = {member.link: member for member in MEMBERS}
    for game in numbers:
        table = await simulation.command(OPENER, "play", game=game, players=len(MEMBERS))
        await simulation.press(OPPONENT, table, "Join")
    for game, member, turn in turns:
        await simulation.command(members[member], "move", text=turn, match=numbers[game])
