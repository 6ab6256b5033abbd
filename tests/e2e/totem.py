"""A running match of Totem in the simulated server, played with the planner or by typing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import simcord

from engines.totem import chance
from engines.totem.board import DISTANCE
from engines.totem.moves import Dice
from engines.totem.observation import CELL_NAMES, PossibleRun, Stop, TotemObservation
from tests.e2e.planned import Planned
from tests.e2e.world import Answer, World, buttons, control, selects


@dataclass
class Totem(Planned):
    """A running match of Totem."""

    async def seen(self) -> TotemObservation:
        """The public view of the position."""
        return observation((await self.world.bot.services.matches.history.view(self.id)).observation)

    async def place_totems(self, *cells: str) -> None:
        """Make the choices of the set-up with the buttons under the board, using these cells first."""
        wanted = list(cells)
        while moves := [button for button in buttons(self.board) if ":move:" in button["custom_id"]]:
            cell = wanted.pop(0) if wanted else self.rng.choice(moves)["label"]
            await self.mover.click(self.board, label=cell)

    # --------------------------------------------------------------------------------------------- with the planner

    async def plan_step(self, member: simcord.MemberActor, window: Answer) -> None:
        """Plan the next decision: all points, the best-looking run, never another roll."""
        seen = observation((await self.plan(member)).view.observation)
        match seen.phase:
            case "use":
                await self.choose(member, window, f"!{seen.uses[0].move if seen.uses else seen.placements[0].move}")
            case "again":
                await self.choose(member, window, "!stay")
            case _:
                await self.plan_run(member, window, best_run(seen))

    async def plan_run(self, member: simcord.MemberActor, window: Answer, run: PossibleRun) -> None:
        """Choose the run if it is offered as a whole; otherwise the piece, the stop, and everything else asked."""
        if f"!{run.move}" in [option["value"] for menu in selects(window) for option in menu["options"]]:
            await self.choose(member, window, f"!{run.move}")
            return
        origin, stop = CELL_NAMES[run.path[0]], CELL_NAMES[run.path[-1]]
        chosen = [option["value"] for menu in selects(window) for option in menu["options"] if option.get("default")]
        if origin not in chosen:
            await self.choose(member, window, origin)
        offered = [option["value"] for menu in selects(window) for option in menu["options"]]
        if f"!{run.move}" not in offered:
            await self.choose(member, window, f"{origin}-{stop}")
            if all(not button["custom_id"].endswith(f":!{run.move}") for button in buttons(window)):
                await self.choose(member, window, f"{origin}-{stop}.{run.steps}")
        await self.choose(member, window, f"!{run.move}")


async def start_totem(world: World, number: int = 2, **options: Any) -> Totem:
    """Start a match with Ann, Bob, Carol and Dave (as many as needed)."""
    members = [world.ann, world.bob, world.carol, world.dave][:number]
    table = await world.open_table(game="totem", **options)
    for member in members[1:]:
        await member.click(table, custom_id=control(table, "join"))
    await world.begin(table)
    return Totem(world, world.channel_of(table), dict(enumerate(members)))


async def roll(world: World, monkeypatch: pytest.MonkeyPatch, *rolls: tuple[int, int]) -> Totem:
    """Start a match of Ann and Bob with a finished set-up, whose turns begin with these rolls."""
    load_dice(monkeypatch, rolls)
    game = await start_totem(world)
    await game.place_totems("c3")
    return game


def load_dice(monkeypatch: pytest.MonkeyPatch, rolls: Sequence[tuple[int, int]]) -> None:
    """Make the next turns begin with these rolls; the last one repeats."""
    ahead, honest = list(rolls), chance.sample

    def sample(state: Any, rng: Any) -> Any:
        move = honest(state, rng)
        if not isinstance(move, Dice):
            return move
        return Dice(*(ahead.pop(0) if len(ahead) > 1 else ahead[0]))

    monkeypatch.setattr(chance, "sample", sample)


def observation(value: object) -> TotemObservation:
    """Return the observation of a view."""
    assert isinstance(value, TotemObservation)
    return value


def best_run(seen: TotemObservation) -> PossibleRun:
    """Return the run that eliminates most, otherwise the one that ends nearest to an enemy totem."""
    enemies = [cell for seat, cell in enumerate(seen.totems) if cell is not None and seat != seen.to_move]

    def worth(stop: Stop, run: PossibleRun) -> tuple[int, ...]:
        felled = sum(loss.cause == "totem" for loss in run.losses)
        way = min(DISTANCE[stop.cell][enemy] for enemy in enemies)
        return -felled, -len(run.losses), way, run.steps

    runs = [(stop, run) for piece in seen.movable if not piece.totem for stop in piece.stops for run in stop.runs]
    runs = runs or [(stop, run) for piece in seen.movable for stop in piece.stops for run in stop.runs]
    return min(runs, key=lambda each: worth(*each))[1]
