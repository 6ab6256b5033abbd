"""A running match of Awéthi in the simulated server, played with the planner or by typing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import simcord

from engines.awethi.observation import AwethiObservation, HuntEnd, WalkEnd
from engines.awethi.squares import coordinates
from tests.e2e.planned import Planned, offered
from tests.e2e.world import Answer, World, control


@dataclass
class Awethi(Planned):
    """A running match of Awéthi."""

    async def seen(self) -> AwethiObservation:
        """The public view of the position."""
        return observation((await self.world.bot.services.matches.history.view(self.id)).observation)

    async def planned(self, member: simcord.MemberActor) -> AwethiObservation:
        """A player's planned position."""
        return observation((await self.plan(member)).view.observation)

    async def plan_step(self, member: simcord.MemberActor, window: Answer) -> None:
        """Plan the next decision: the best-looking walk with each die, the biggest prey."""
        seen = await self.planned(member)
        if seen.phase == "hunt":
            number, end = best_hunt(seen)
            await self.reach(member, window, f"!{end.move}", f"W{number}")
        else:
            await self.plan_walk(member, window, best_walk(seen).move)

    async def plan_walk(self, member: simcord.MemberActor, window: Answer, move: str) -> None:
        """Plan a walk with a die; choose the awéthi and then the die if the target is not offered directly."""
        opening = "!each" if (await self.planned(member)).phase == "choose" else ""
        await self.reach(member, window, f"{opening}!{move}", move[0], move.partition(":")[0])

    async def reach(self, member: simcord.MemberActor, window: Answer, value: str, *steps: str) -> None:
        """Choose something, stepping through these menus until it is offered."""
        for step in steps:
            if value in offered(window):
                break
            await self.choose(member, window, step)
        await self.choose(member, window, value)


async def start_awethi(world: World, number: int = 2, **options: str) -> Awethi:
    """Start a match with Ann, Bob, Carol, Dave and Eve (as needed); by default the last plays the wairgka."""
    members = [world.ann, world.bob, world.carol, world.dave]
    if number == 5:
        members.append(world.join("eve", "Eve"))
    members = members[:number]
    chosen: dict[str, Any] = {"wairgka": "last"} | options
    table = await world.open_table(game="awethi", **chosen)
    for member in members[1:]:
        await member.click(table, custom_id=control(table, "join"))
    await world.begin(table)
    return Awethi(world, world.channel_of(table), dict(enumerate(members)))


def observation(value: object) -> AwethiObservation:
    """Return the observation of a view."""
    assert isinstance(value, AwethiObservation)
    return value


def best_walk(seen: AwethiObservation) -> WalkEnd:
    """Return the walk that catches most, otherwise one that ends next to the player's aiwe and not on an awéthi."""
    taken = {awethi.square for awethi in seen.awethi}
    own = [aiwe.square for aiwe in seen.aiwe if aiwe.player == seen.to_move and not aiwe.caught]

    def worth(end: WalkEnd) -> tuple[int, int, int, str]:
        away = min((distance(end.square, square) for square in own), default=0)
        return len(end.frees) - len(end.catches), int(end.square in taken), abs(away - 1), end.move

    choices = [choice for walker in seen.walkers for choice in walker.choices]
    fitting = [choice for choice in choices if choice.average == (seen.phase == "sum")]
    return min((end for choice in fitting for end in choice.ends), key=worth)


def best_hunt(seen: AwethiObservation) -> tuple[int, HuntEnd]:
    """Return the wairgk move that eats, otherwise the one that ends nearest to an aiwe."""
    aiwe = [one.square for one in seen.aiwe]

    def worth(offer: tuple[int, HuntEnd]) -> tuple[bool, int, str]:
        end = offer[1]
        return end.prey is None, min(distance(end.square, square) for square in aiwe), end.move

    return min(((hunter.number, end) for hunter in seen.hunters for end in hunter.ends), key=worth)


def distance(one: int, other: int) -> int:
    """Return the orthogonal steps between two squares, ignoring obstacles."""
    (file, rank), (to_file, to_rank) = coordinates(one), coordinates(other)
    return abs(file - to_file) + abs(rank - to_rank)
