"""Presses that no client of Discord would send: a sentence each, nothing changed, no error in the log."""

from __future__ import annotations

from typing import Any

import pytest
import simcord
from simcord.enums import InteractionType

from bot.matches.models import MatchStatus
from tests.e2e.world import Game, World, buttons, refused

NO_CHOICE = "That is not one of the choices. Please choose from the list."


async def forge(
    world: World,
    member: simcord.MemberActor,
    game: Game,
    custom_id: str,
    values: list[str] | None = None,
    channel: simcord.ChannelHandle | None = None,
) -> simcord.InteractionResult:
    """Somebody presses a control that was never there."""
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
    if values is not None:
        data["values"] = values
    return await member._dispatch_interaction(
        InteractionType.MESSAGE_COMPONENT, channel or game.place, data, source_message_id=game.board.id
    )


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("k:pick:0:0:board:", []),
        ("k:pick:0:0:board:", ["one"]),
        ("k:pick:0:0:board:", ["9" * 30]),
        ("k:rulespage:0:0:iye", ["²"]),
        ("k:settings:0:0:theme", []),
    ],
)
async def test_a_choice_that_no_list_offers_is_refused(world: World, custom_id: str, values: list[str]) -> None:
    game = await world.start_match()
    assert refused(await forge(world, world.ann, game, custom_id, values)) == NO_CHOICE


@pytest.mark.parametrize("name", ["board", "more", "history", "turnpage", "export", "verify", "join", "cancel"])
async def test_a_button_reaches_no_match_of_others_elsewhere(world: World, name: str) -> None:
    game = await world.start_match()
    elsewhere = world.guild.create_text_channel("elsewhere")
    answer = await forge(world, world.carol, game, f"k:{name}:1:0:", channel=elsewhere)
    assert refused(answer) == "There is no match #1 here. /matches lists yours."


async def test_nobody_moves_or_gives_up_for_somebody_else(world: World) -> None:
    game = await world.start_match()
    move = next(button["custom_id"] for button in buttons(game.board) if ":move:" in button["custom_id"])
    for custom_id in (move, "k:typed:1:0:d3", "k:resign:1:0:yes", "k:accept:1:0:draw", "k:manage:1:0:spam"):
        answer = await forge(world, world.carol, game, custom_id)
        assert refused(answer).startswith(("You do not play in this match", "Only people who manage"))
    match = await world.bot.desk.matches.get(1)
    assert (match.status, match.ply) == (MatchStatus.RUNNING, 1)
