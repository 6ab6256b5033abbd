"""A running match of Totem in the simulated server, and how its players play it: with the planner, or by typing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import simcord

from bot.matches.models import Draft
from bot.storage.database import Transaction
from engines.totem import TOTEM, luck
from engines.totem.board import DISTANCE
from engines.totem.moves import Dice
from engines.totem.observation import CELL_NAMES, PossibleRun, Stop, TotemObservation
from tests.e2e.world import Answer, Game, Message, World, buttons, control, selects, shown


@dataclass
class Totem(Game):
    """A running match of Totem."""

    async def seen(self) -> TotemObservation:
        """The position as everybody sees it."""
        return observation((await self.world.bot.desk.matches.view(self.id)).observation)

    async def draft(self, member: simcord.MemberActor) -> Draft:
        """What somebody plans."""
        return await self.world.bot.desk.matches.draft(self.id, member.id)

    async def place_totems(self, *cells: str) -> None:
        """The choices of the set-up, by the buttons under the board: these cells as long as there are some."""
        wanted = list(cells)
        while moves := [button for button in buttons(self.board) if ":move:" in button["custom_id"]]:
            cell = wanted.pop(0) if wanted else self.rng.choice(moves)["label"]
            await self.mover.click(self.board, label=cell)

    async def open_planner(self, member: simcord.MemberActor | None = None) -> Answer:
        """Somebody (the mover) presses “Take turn”."""
        return await (member or self.mover).click(self.board, custom_id=control(self.board, "turn"))

    async def stand(self, line: str) -> None:
        """Put the match into a composed position, as if its last turn had led there, and begin the bot anew."""
        state = TOTEM.load_state(line)
        canonical, to_move = TOTEM.dump_state(state), list(TOTEM.players_to_move(state))
        database = self.world.bot._database
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
        """Choose something in the planner: the button or the menu's line that leads there."""
        for menu in selects(window):
            if value in [option["value"] for option in menu["options"]]:
                await member.select(shown(window), [value], custom_id=menu["custom_id"])
                return
        found = next(b["custom_id"] for b in buttons(window) if b["custom_id"].endswith(f":{value}"))
        await member.click(shown(window), custom_id=found)

    async def plan_step(self, member: simcord.MemberActor, window: Answer) -> None:
        """Plan the next decision: all points, the run that looks best, never another roll."""
        seen = observation((await self.draft(member)).view.observation)
        match seen.phase:
            case "use":
                await self.choose(member, window, f"!{seen.uses[0].move if seen.uses else seen.placements[0].move}")
            case "again":
                await self.choose(member, window, "!stay")
            case _:
                await self.plan_run(member, window, best_run(seen))

    async def plan_run(self, member: simcord.MemberActor, window: Answer, run: PossibleRun) -> None:
        """Choose the piece, then the stop, then whatever is asked about it."""
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

    async def plan_turn(self) -> tuple[simcord.MemberActor, Answer]:
        """The mover plans a whole turn, in the planner; it is not confirmed."""
        mover = self.mover
        window = await self.open_planner()
        while not can_confirm(window):
            await self.plan_step(mover, window)
        return mover, window

    async def take_turn(self) -> Answer:
        """The mover plans a whole turn and confirms it."""
        mover, window = await self.plan_turn()
        await mover.click(shown(window), label="Confirm")
        return window

    # ------------------------------------------------------------------------------------------------------ by typing

    async def type_turn(self) -> Answer:
        """The mover types a whole turn, token by token, with what autocomplete offers."""
        mover, line = self.mover, ""
        while True:
            choices = await mover.autocomplete(self.place, "move", "text", line, match=self.id)
            further = [choice["value"] for choice in choices if choice["value"].startswith(f"{line} ".lstrip())]
            if line and not further:
                return await mover.slash(self.place, "move", text=line, match=self.id)
            line = further[0]


async def start_totem(world: World, number: int = 2) -> Totem:
    """Ann, Bob, Carol and Dave (as many as play) begin a match."""
    members = [world.ann, world.bob, world.carol, world.dave][:number]
    table = await world.open_table(game="totem")
    for member in members[1:]:
        await member.click(table, custom_id=control(table, "join"))
    await world.ann.click(table, custom_id=control(table, "start"))
    return Totem(world, world.place_of(table), dict(enumerate(members)))


async def roll(world: World, monkeypatch: pytest.MonkeyPatch, *rolls: tuple[int, int]) -> Totem:
    """A match of Ann and Bob whose set-up is made, and whose turns begin with these rolls."""
    load_dice(monkeypatch, rolls)
    game = await start_totem(world)
    await game.place_totems("c3")
    return game


def load_dice(monkeypatch: pytest.MonkeyPatch, rolls: Sequence[tuple[int, int]]) -> None:
    """Let the next turns begin with these rolls; the last one comes again and again."""
    ahead, honest = list(rolls), luck.sample

    def sample(state: Any, rng: Any) -> Any:
        move = honest(state, rng)
        if not isinstance(move, Dice):
            return move
        return Dice(*(ahead.pop(0) if len(ahead) > 1 else ahead[0]))

    monkeypatch.setattr(luck, "sample", sample)


def observation(value: object) -> TotemObservation:
    """The observation of a view."""
    assert isinstance(value, TotemObservation)
    return value


def best_run(seen: TotemObservation) -> PossibleRun:
    """The run that eliminates most, else the one that gets nearest to an enemy totem."""
    enemies = [cell for seat, cell in enumerate(seen.totems) if cell is not None and seat != seen.to_move]

    def worth(stop: Stop, run: PossibleRun) -> tuple[int, ...]:
        felled = sum(loss.cause == "totem" for loss in run.losses)
        way = min(DISTANCE[stop.cell][enemy] for enemy in enemies)
        return -felled, -len(run.losses), way, run.steps

    runs = [(stop, run) for piece in seen.movable if not piece.totem for stop in piece.stops for run in stop.runs]
    runs = runs or [(stop, run) for piece in seen.movable for stop in piece.stops for run in stop.runs]
    return min(runs, key=lambda each: worth(*each))[1]


def button_of(message: Message | Answer, action: str) -> dict[str, Any] | None:
    """A message's button for an action, if it has one."""
    return next((button for button in buttons(message) if button["custom_id"].startswith(f"k:{action}:")), None)


def can_confirm(window: Message | Answer) -> bool:
    """Whether a planner's window lets its plan be played."""
    button = button_of(window, "confirm")
    return button is not None and not button.get("disabled")
