"""Plays matches of every game against computer players of levels 1 to 3 in virtual time.

Everything is as in :mod:`proofs.soak`, and computer players decide in their process, as with the bot. In each match one
person types random turns, like a beginner who tries what happens; the computer players have the other seats. Then time
passes until nothing is open, and the messages and the database are checked as after the month.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bot.computer.process_decider import ProcessDecider
from bot.matches.model.match import Match, MatchChannel, MatchStatus, Person
from bot.matches.model.time_control import TermsRequest
from engines.game import GameInfo
from engines.registry import GAMES
from proofs.month.checks import judge
from proofs.month.personas import start_of_month
from proofs.month.simulated_players import server_id
from proofs.month.virtual_time import VirtualClock, VirtualTimeLoop, run_until_idle
from proofs.soak import Soak, assembled, folder_in_memory, without_log

MATCHES = 1000
"""Of each game."""
PEOPLE = 60
LEVELS = (1, 2, 3)
MOST_TURNS = 500
"""Turns of the person, who then resigns: random turns need not come to an end."""
BETWEEN = 90
"""Seconds between two matches."""


@dataclass(slots=True)
class _Played:
    """What was played."""

    matches: Counter[str] = field(default_factory=Counter)
    """By game."""
    resigned: int = 0


def measure(size: int = MATCHES, seed: int = 1) -> dict[str, float]:
    """Play ``size`` matches of each game.

    Returns:
        ``computers.<game>.matches``, ``computers.turns`` of people, ``computers.decisions`` of computer players,
        ``computers.posts`` that were posted or edited, ``computers.resigned`` matches, and how long it took in seconds.

    Raises:
        RuntimeError: a check failed; the message says which.
    """
    clock = VirtualClock(start_of_month())
    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(clock)) as runner, without_log():
        return runner.run(_measure(clock, size, seed))


async def _measure(clock: VirtualClock, number: int, seed: int) -> dict[str, float]:
    began, decider, played = time.perf_counter(), ProcessDecider(clock), _Played()
    with tempfile.TemporaryDirectory(dir=folder_in_memory()) as folder:
        try:
            path = Path(folder) / "computers.sqlite3"
            async with assembled(path, path.parent, clock, 1, seed, PEOPLE, decider=decider) as soak:
                for index in range(number):
                    for game in GAMES.values():
                        await _play(soak, game.info, index, played)
                await soak.end()
                await judge(soak.checker, soak.bot.database, soak.players.fake_discord)
                figures = _figures(soak, decider, played)
                _check_decisions(soak, decider)
        finally:
            await decider.close()
    if soak.checker.problems:
        raise RuntimeError("\n".join([f"{len(soak.checker.problems)} problems:", *soak.checker.problems[:60]]))
    return {**figures, "computers.seconds_s": time.perf_counter() - began}


async def _play(soak: Soak, info: GameInfo, index: int, played: _Played) -> None:
    """Play a match to its end."""
    person, service, rng = soak.people[index % len(soak.people)], soak.bot.matches, soak.rng
    channel = MatchChannel(server_id(person.guild), rng.choice(soak.players.channels[person.guild]))
    soak.checker.act()
    match = await service.tables.open_table(
        info.slug,
        {option.name: rng.choice(option.choices).value for option in info.options if option.name != "wairgka"}
        | _role(info, index),
        Person(person.id, person.name),
        channel,
        terms=TermsRequest(rng.choice(("none", "daily"))),
        computers=_levels(info, index, rng),
    )
    if match.status is MatchStatus.OPEN:
        match = await service.tables.start(match.id, person.id)
    await service.tables.set_table_message(match.id, soak.players.fake_discord.new_number())
    for _ in range(MOST_TURNS):
        match = await _until_person(soak, match)
        if match.status is not MatchStatus.RUNNING:
            break
        await soak.players.take_turn(match, person)
    else:
        await service.turns.resign(match.id, person.id)
        played.resigned += 1
    played.matches[info.slug] += 1
    soak.clock.now += BETWEEN
    await run_until_idle()


def _role(info: GameInfo, index: int) -> dict[str, str]:
    """Let people play each role, in a game that has some."""
    return {"wairgka": "last" if index % 2 else "first"} if any(one.name == "wairgka" for one in info.options) else {}


def _levels(info: GameInfo, index: int, rng: random.Random) -> list[int]:
    """Return the levels of the computer players: one, and in every fourth match as many as the game allows."""
    most = min(info.max_players, 5) - 1
    return [LEVELS[index % len(LEVELS)], *(rng.choice(LEVELS) for _ in range(most - 1) if index % 4 == 3)]


async def _until_person(soak: Soak, match: Match) -> Match:
    """Wait until the computer players have decided all that is due, and everything is posted."""
    await soak.bot.matches.computer_turns.until_idle()
    await run_until_idle()
    return await soak.bot.matches.history.get(match.id)


def _check_decisions(soak: Soak, decider: ProcessDecider) -> None:
    """Check that every computer player has decided by itself."""
    made = decider.figures
    if made.failed or made.over_budget or decider.process.deaths:
        soak.checker.report(f"{made}, and the process died {decider.process.deaths} times")


def _figures(soak: Soak, decider: ProcessDecider, played: _Played) -> Mapping[str, float]:
    return {
        **{f"computers.{slug}.matches": number for slug, number in played.matches.items()},
        "computers.turns": soak.players.done["turn"],
        "computers.decisions": decider.figures.made,
        "computers.posts": sum(soak.checker.posted_kinds.values()) + sum(soak.checker.edited_kinds.values()),
        "computers.resigned": played.resigned,
    }
