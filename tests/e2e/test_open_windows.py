"""Private boards, planners and receipts that nobody presses, when their match moves on."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import simcord

from bot.load.fast_responses import edit_answer
from bot.ui.components.messages import OutgoingMessage
from bot.ui.interactions import window_updates
from bot.ui.interactions.open_windows import OPEN_SECONDS
from tests.e2e.against_computers import begin
from tests.e2e.totem import Totem, start_totem
from tests.e2e.world import Game, World, control, labels, parts, shown, stored, written


def ply_shown(message: simcord.ResponseMessage) -> int:
    """Return the ply of the picture in a private board."""
    return int(stored(message).attachments[0]["filename"].removesuffix(".png").split("-")[-1])


async def ply_of(world: World) -> int:
    return (await world.bot.services.matches.history.get(1)).ply


async def board_of(game: Game, member: simcord.MemberActor) -> simcord.ResponseMessage:
    """Show a private board below the newest public one."""
    return shown(await member.click(game.board, label="Board"))


async def test_private_board_follows_the_match(world: World) -> None:
    game = await world.start_match()
    waiting, mover = game.waiter, game.mover
    private = await board_of(game, waiting)
    watched = await board_of(game, world.carol)
    first = ply_shown(private)
    await game.click_move()
    for board in (private, watched):
        assert ply_shown(board) == await ply_of(world) > first
    assert game.mover is waiting
    played = shown(await waiting.click(private, custom_id=control(private, "move")))
    assert played.id == private.id
    assert written(played).startswith("Played in İYE #1: ")
    await mover.slash(game.place, "match", action="resign")
    assert ply_shown(watched) == await ply_of(world), "boards follow turn after turn"


async def test_receipt_stays_until_the_match_is_over(world: World) -> None:
    game = await world.start_match()
    private = await board_of(game, game.mover)
    receipt = shown(await game.mover.click(private, custom_id=control(private, "move")))
    said = written(receipt)
    await game.click_move()
    assert written(receipt) == said
    await game.resign(game.mover)
    assert written(receipt).startswith("🏁 ")
    assert "resigns" in written(receipt)
    assert [part["label"] for part in parts(receipt) if part.get("url")] == ["Go to the result"]


async def test_window_of_a_confirmed_turn_loses_take_turn_at_the_end(world: World) -> None:
    begun = await begin(world, "totem", "1 · Beginner")
    game = Totem(world, begun.place, {0: world.ann})
    await game.place_totems()
    await world.until_computers_have_moved()
    window = shown(await game.take_turn(world.ann))
    await world.until_computers_have_moved()
    assert "Take turn" in labels(window)
    await game.resign(world.ann)
    assert "Take turn" not in labels(window)
    assert [part["label"] for part in parts(window) if part.get("url")] == ["Go to the result"]


async def test_planner_follows_the_match_when_the_turn_is_taken_in_another_window(world: World) -> None:
    game = await start_totem(world)
    await game.place_totems()
    mover = game.mover
    planner = shown(await game.open_planner(mover))
    assert "Confirm" in labels(planner)
    await game.take_turn(mover)
    assert game.mover is not mover
    assert "Confirm" not in labels(planner)
    assert [part["label"] for part in parts(planner) if part.get("url")] == ["Go to the board"]
    await game.take_turn()
    assert game.mover is mover
    assert "Confirm" in labels(planner), "it is the next turn"


async def test_planner_says_that_a_resignation_has_changed_the_position_of_its_plan(world: World) -> None:
    game = await start_totem(world, 3)
    await game.place_totems()
    mover = game.mover
    window = await game.open_planner(mover)
    await game.plan_step(mover, window)
    assert (await game.plan(mover)).moves
    assert "your plan no longer fits" not in written(window)
    await game.resign(next(member for member in game.players.values() if member is not mover))
    assert "your plan no longer fits" in written(window)
    again = await mover.click(game.board, custom_id=control(game.board, "turn"))
    assert "your plan no longer fits" in written(again)
    await game.plan_step(mover, again)
    assert "your plan no longer fits" not in written(again)


async def test_message_below_a_public_board_is_followed_not_the_board(world: World) -> None:
    """A press that was acknowledged first is answered in another message; the first one is the public board."""
    game = await world.start_match()
    board, before = game.board, written(game.board)
    with world.overload():
        answer = await world.carol.click(board, label="Board")
    private = answer.followups[-1]
    first = ply_shown(private)
    await game.click_move()
    assert ply_shown(private) == await ply_of(world) > first
    assert written(board) == before


async def test_board_is_not_updated_after_a_quarter_of_an_hour(world: World) -> None:
    game = await world.start_match()
    private = await board_of(game, world.carol)
    first = ply_shown(private)
    world.clock.now += OPEN_SECONDS
    await game.click_move()
    assert ply_shown(private) == first


async def test_boards_that_cannot_be_updated_delay_nothing_and_are_forgotten(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await world.start_match()
    private, tried = await board_of(game, world.carol), list[Any]()
    first = ply_shown(private)

    async def fail(*arguments: Any) -> None:
        tried.append(arguments)
        raise TimeoutError

    monkeypatch.setattr(window_updates, "edit_answer", fail)
    for _ in range(2):
        await game.click_move()
    assert len(game.boards) == 3
    assert len(tried) == 1
    monkeypatch.setattr(window_updates, "edit_answer", edit_answer)
    await game.click_move()
    assert ply_shown(private) == first


async def test_boards_are_not_updated_under_overload(world: World) -> None:
    game = await world.start_match()
    private = await board_of(game, world.carol)
    first = ply_shown(private)
    with world.overload():
        await game.click_move()
    assert ply_shown(private) == first
    await game.click_move()
    assert ply_shown(private) == await ply_of(world)


@pytest.mark.parametrize("leaves_server", [False, True], ids=["the channel is hidden", "the server is left"])
async def test_board_of_a_reader_who_may_no_longer_see_the_channel_is_not_updated(
    world: World, *, leaves_server: bool
) -> None:
    game = await world.start_match()
    private = await board_of(game, world.carol)
    first = ply_shown(private)
    if leaves_server:
        world.guild.remove_member(world.carol)
    else:
        world.hide(world.channel, world.carol)
    await game.click_move()
    assert ply_shown(private) == first


async def test_board_that_cannot_be_drawn_leaves_the_others_alone(
    world: World, monkeypatch: pytest.MonkeyPatch, unexpected: list[logging.LogRecord]
) -> None:
    game = await world.start_match()
    failing, private = await board_of(game, world.carol), await board_of(game, world.ann)
    first = ply_shown(failing)

    async def fail() -> OutgoingMessage:
        raise ValueError("it cannot be drawn")

    windows = world.bot.services.open_windows
    for window_id, window in windows.showing(1, world.clock.now).items():
        if window.user_id == world.carol.id:
            windows.note(window_id, window._replace(draw=fail))
    await game.click_move()
    assert ply_shown(private) == await ply_of(world)
    assert ply_shown(failing) == first
    assert [record.getMessage() for record in unexpected] == ["an open window was not updated"]
    unexpected.clear()
