"""A running match of any game whose turns are planned."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import simcord

from bot.matches.play.planning import Plan
from bot.storage.database import Transaction
from engines.registry import GAMES
from tests.e2e.world import Answer, Game, Message, buttons, control, selects, shown


@dataclass
class Planned(Game):
    """A running match of a game with a planner."""

    async def plan(self, member: simcord.MemberActor) -> Plan:
        """A player's plan."""
        return await self.world.bot.services.matches.plans.get(self.id, member.id)

    async def open_planner(self, member: simcord.MemberActor | None = None) -> Answer:
        """Click “Take turn” (the mover by default)."""
        return await (member or self.mover).click(self.board, custom_id=control(self.board, "turn"))

    async def stand(self, line: str) -> None:
        """Put the match into a composed position, as if its last turn had led there, and restart the bot."""
        rules = GAMES[(await self.world.bot.services.matches.history.get(self.id)).game]
        state = rules.load_state(line)
        canonical, to_move = rules.dump_state(state), list(rules.players_to_move(state))
        database = self.world.bot.acting.database
        assert database is not None

        def work(tx: Transaction) -> None:
            tx.execute(
                "UPDATE matches SET state = ?1, trail_state = ?1, trail_ply = ply, to_move = ?2 WHERE id = ?3",
                (canonical, json.dumps(to_move), self.id),
            )

        await database.write(work)
        await self.world.restart()

    # --------------------------------------------------------------------------------------------- with the planner

    async def choose(self, member: simcord.MemberActor, window: Answer, value: str) -> None:
        """Click the button or menu entry of the planner that leads to a step."""
        for menu in selects(window):
            if value in [option["value"] for option in menu["options"]]:
                await member.select(shown(window), [value], custom_id=menu["custom_id"])
                return
        found = next(b["custom_id"] for b in buttons(window) if b["custom_id"].endswith(f":{value}"))
        await member.click(shown(window), custom_id=found)

    async def plan_step(self, member: simcord.MemberActor, window: Answer) -> None:
        """Plan the next decision as a player might."""
        raise NotImplementedError

    async def plan_turn(self, member: simcord.MemberActor | None = None) -> tuple[simcord.MemberActor, Answer]:
        """Plan a whole turn in the planner (the mover by default) without confirming it."""
        mover = member or self.mover
        window = await self.open_planner(mover)
        while not can_confirm(window):
            await self.plan_step(mover, window)
        return mover, window

    async def take_turn(self, member: simcord.MemberActor | None = None) -> Answer:
        """Plan a whole turn (the mover by default) and confirm it."""
        mover, window = await self.plan_turn(member)
        await mover.click(shown(window), label="Confirm")
        return window

    # ------------------------------------------------------------------------------------------------------ by typing

    async def type_turn(self) -> Answer:
        """Type a whole turn as the mover, token by token, with the suggestions of autocomplete."""
        mover, line = self.mover, ""
        while True:
            choices = await mover.autocomplete(self.place, "move", "text", line, match=self.id)
            further = [choice["value"] for choice in choices if choice["value"].startswith(f"{line} ".lstrip())]
            if line and not further:
                return await mover.slash(self.place, "move", text=line, match=self.id)
            line = further[0]


def offered(window: Message | Answer) -> set[str]:
    """Return the values of all menus in a planner window."""
    return {option["value"] for menu in selects(window) for option in menu["options"]}


def button_of(message: Message | Answer, action: str) -> dict[str, Any] | None:
    """Return a message's button for an action, if there is one."""
    return next((button for button in buttons(message) if button["custom_id"].startswith(f"k:{action}:")), None)


def can_confirm(window: Message | Answer) -> bool:
    """Whether the plan in a planner window can be confirmed."""
    button = button_of(window, "confirm")
    return button is not None and not button.get("disabled")
