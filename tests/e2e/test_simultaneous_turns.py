"""Simultaneous turns: several players decide in secret, each in their own planner.

The game is the toy game of the engine tests, with a planner as real games have.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest
import simcord
from PIL import Image

from bot.matches.model.views import MatchView
from bot.matches.play.planning import Plan
from bot.ui import planners
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Rows
from bot.ui.components.text import Writer
from bot.ui.planners.panel import Panel, move_action, take_turn
from engines.game import Player
from engines.registry import GAMES
from engines.text import Seat, T, Text
from render import PAINTERS, Picture
from render.picture import Painter
from tests.e2e.conftest import running
from tests.e2e.planned import can_confirm
from tests.e2e.world import Answer, Game, World, buttons, control, labels, refused, shown, stored, written
from tests.engines.toys.bids import BIDS, Seen

pytestmark = pytest.mark.usefixtures("unpainted")


class BidsPlanner:
    """Both ways to decide: with buttons under the board, and in the planner."""

    def prompt(self, view: MatchView, player: Player) -> Text:
        return T("{player}, choose.", player=Seat(player))

    def controls(self, view: MatchView, write: Writer) -> Rows:
        moves = [Action("move", view.match.id, view.ply, f"take:{die}") for die in dice_of(view)]
        return ([action.button(action.detail) for action in moves], take_turn(view, write))

    def panel(self, plan: Plan, place: str, write: Writer) -> Panel | None:
        if place:
            return None
        presses = [move_action(plan, f"take:{die}").button(f"take:{die}") for die in dice_of(plan.view)]
        return Panel(write(T("Choose.")), (presses,))

    def exit_reason(self, view: MatchView, player: Player) -> Text | None:
        return None


def dice_of(view: MatchView) -> list[int]:
    """Return the different dice of the roll."""
    seen = view.observation
    assert isinstance(seen, Seen)
    return sorted(set(seen.dice or ()))


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """The bot with the toy game registered."""
    blank = Painter(
        lambda _observation, _options: Picture(Image.new("L", (8, 8)), bytes(768), ()), lambda _options: None
    )
    monkeypatch.setitem(cast("dict[str, Any]", GAMES), "bids", BIDS)
    monkeypatch.setitem(planners.PLANNERS, "bids", BidsPlanner())
    monkeypatch.setitem(cast("dict[str, Painter]", PAINTERS), "bids", blank)
    async with running(tmp_path) as made:
        await made.found()
        yield made


@pytest.fixture
async def game(world: World) -> Game:
    """Ann, Bob and Carol with two different dice."""
    while True:
        table = await world.open_table(game="bids")
        for member in (world.bob, world.carol):
            await member.click(table, custom_id=control(table, "join"))
        await world.begin(table)
        game = Game(world, world.channel_of(table), {0: world.ann, 1: world.bob, 2: world.carol})
        if len(moves_of(game)) == 2:
            return game


def moves_of(game: Game) -> list[str]:
    """Return the custom_ids of the decisions under the newest board."""
    return [button["custom_id"] for button in buttons(game.board) if ":move:" in button["custom_id"]]


async def decide(game: Game, member: simcord.MemberActor, number: int) -> Answer:
    """Decide with a button under the board."""
    return await member.click(game.board, custom_id=moves_of(game)[number])


async def plan(game: Game, member: simcord.MemberActor, number: int) -> Answer:
    """Plan a decision without confirming it."""
    window = await member.click(game.board, custom_id=control(game.board, "turn"))
    choices = [button["custom_id"] for button in buttons(window) if ":plan:" in button["custom_id"]]
    await member.click(shown(window), custom_id=choices[number])
    return window


async def test_decision_keeps_the_buttons_for_the_others(game: Game) -> None:
    first, controls = game.board, labels(game.board)
    for member in (game.players[2], game.players[0]):
        answer = await decide(game, member, 0)
        assert answer.ephemeral, "decisions are private"
        assert written(answer).startswith("Played in ")
        assert labels(first) == controls
        assert len(game.boards) == 1
    last = await decide(game, game.players[1], 1)
    assert last.followups == []
    assert buttons(first) == []
    assert len(game.boards) == 2
    assert sorted(stored(game.board).ping_user_ids) == sorted(member.id for member in game.players.values())


async def test_concurrent_plans_are_private(game: Game) -> None:
    windows = {member: await plan(game, member, 0) for member in game.players.values()}
    assert len(game.boards) == 1
    for number, (member, window) in enumerate(windows.items()):
        assert can_confirm(window)
        assert labels(game.boards[0]) != []
        await member.click(shown(window), label="Confirm")
        assert len(game.boards) == (2 if number == 2 else 1)
        assert "Played in " in written(window)
    assert "Choose." in written(window), "the last player's planner shows the next round"


async def test_plan_stays_valid_while_others_decide(game: Game) -> None:
    window = await plan(game, game.players[0], 0)
    await decide(game, game.players[1], 1)
    assert can_confirm(window)
    await game.players[0].click(shown(window), label="Undo")
    assert "changed" not in written(window)
    assert not can_confirm(window)


async def test_decision_can_be_changed_until_all_have_decided(game: Game) -> None:
    ann = game.players[0]
    window = await plan(game, ann, 0)
    await ann.click(shown(window), label="Confirm")
    first = written(window)
    again = await ann.click(game.board, custom_id=control(game.board, "turn"))
    decided = "You have already decided. You can change your mind until everyone has decided."
    assert written(again).endswith(f"\n{decided}")
    choices = [button["custom_id"] for button in buttons(again) if ":plan:" in button["custom_id"]]
    await ann.click(shown(again), custom_id=choices[1])
    await ann.click(shown(again), label="Confirm")
    assert "Played in " in written(again)
    assert written(again) != first
    await decide(game, game.players[1], 0)
    await decide(game, game.players[2], 0)
    assert len(game.boards) == 2
    assert labels(game.boards[0]) == [], "the buttons are removed once everyone has decided"


async def test_non_player_cannot_decide(game: Game) -> None:
    dave = game.world.dave
    answer = await dave.click(game.board, custom_id=control(game.board, "turn"))
    assert refused(answer).startswith("You do not play in this match")
    assert labels(game.board) != []
