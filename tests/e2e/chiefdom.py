"""A running match of Chiefdom in the simulated server, played with the planner or by typing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import simcord

from bot.matches.play.planning import Plan
from engines.chiefdom import dice
from engines.chiefdom.moves import Roll
from engines.chiefdom.observation import ChiefdomObservation
from tests.e2e.planned import can_confirm
from tests.e2e.world import Answer, Game, Message, World, buttons, control, selects, shown


@dataclass
class Chiefdom(Game):
    """A running match of Chiefdom."""

    async def seen(self, member: simcord.MemberActor | None = None) -> ChiefdomObservation:
        """A player's view of the position."""
        user_id = None if member is None else member.id
        return observation((await self.world.bot.services.matches.history.view(self.id, user_id=user_id)).observation)

    async def plan(self, member: simcord.MemberActor) -> Plan:
        """A player's plan."""
        return await self.world.bot.services.matches.plans.get(self.id, member.id)

    async def undecided(self) -> list[simcord.MemberActor]:
        """The players who have not decided yet."""
        match = await self.world.bot.services.matches.history.get(self.id)
        return [self.players[player] for player in match.to_move]

    async def open_sheet(self, member: simcord.MemberActor) -> Answer:
        """Click “My sheet” under the newest board."""
        return await member.click(self.board, custom_id=control(self.board, "sheet"))

    async def decide(self, member: simcord.MemberActor) -> Answer:
        """Plan the first possible reading and confirm it."""
        window = await self.open_sheet(member)
        await plan_any(member, window)
        await member.click(shown(window), label="Confirm")
        return window

    async def type_decision(self, member: simcord.MemberActor) -> Answer:
        """Type the first suggestion of autocomplete."""
        choices = await member.autocomplete(self.place, "move", "text", "", match=self.id)
        return await member.slash(self.place, "move", text=choices[0]["value"], match=self.id)


async def plan_any(member: simcord.MemberActor, window: Answer) -> None:
    """Plan the first possible reading with the first jobs, or pass."""
    if not can_confirm(window):
        await member.click(shown(window), custom_id=readings(window)[0])
    if not can_confirm(window) and any(":read:wall" in button["custom_id"] for button in buttons(window)):
        icons = [b["custom_id"] for b in buttons(window) if ":read:" in b["custom_id"] and not b.get("disabled")]
        plain = [custom_id for custom_id in icons if custom_id.rpartition(":")[2].isalnum()]
        await member.click(shown(window), custom_id=plain[0])
    while not can_confirm(window):
        (menu,) = selects(window)
        undecided = [option for option in menu["options"] if option.get("description") != "chosen"]
        done = {option["label"][:2] for option in menu["options"] if option.get("description") == "chosen"}
        option = next(option for option in undecided if option["label"][:2] not in done)
        await member.select(shown(window), [option["value"]], custom_id=menu["custom_id"])


def readings(window: Message | Answer) -> list[str]:
    """Return the custom_ids of the possible readings, and of passing."""
    return [
        button["custom_id"]
        for button in buttons(window)
        if any(part in button["custom_id"] for part in (":read:", ":any", ":pass")) and not button.get("disabled")
    ]


async def start_chiefdom(world: World, number: int = 2, **options: Any) -> Chiefdom:
    """Start a match with Ann, Bob, Carol and Dave (as many as needed)."""
    members = [world.ann, world.bob, world.carol, world.dave][:number]
    table = await world.open_table(game="chiefdom", **options)
    for member in members[1:]:
        await join_table(table, member)
    await world.begin(table)
    return Chiefdom(world, world.channel_of(table), dict(enumerate(members)))


async def join_table(table: Any, member: simcord.MemberActor, name: str | None = None) -> Answer:
    """Click “Join” and, with a name, “Name”."""
    joined = await member.click(table, custom_id=control(table, "join"))
    if name is None:
        return joined
    return await member.submit_modal(await member.click(table, custom_id=control(table, "name")), {"text": name})


def load_dice(monkeypatch: pytest.MonkeyPatch, rolls: Sequence[tuple[int, int, int]]) -> None:
    """Make the next turns begin with these rolls; the last one repeats."""
    ahead = [Roll((low, middle, high)) for low, middle, high in map(sorted, rolls)]
    monkeypatch.setattr(dice, "roll", lambda _rng: ahead.pop(0) if len(ahead) > 1 else ahead[0])


def observation(value: object) -> ChiefdomObservation:
    """Return the observation of a view."""
    assert isinstance(value, ChiefdomObservation)
    return value
