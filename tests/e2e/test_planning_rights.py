"""Who can plan a turn: not spectators, eliminated players or players who have resigned or left."""

from __future__ import annotations

import pytest

from bot.matches.model.match import MatchStatus
from tests.e2e.planned import can_confirm
from tests.e2e.stale_windows import let_windows_age
from tests.e2e.totem import Totem, load_dice, roll, start_totem
from tests.e2e.world import World, buttons, changes, control, labels, refused, selects, shown, stored, written

pytestmark = pytest.mark.usefixtures("unpainted")

STALE_PLAN = "The match has moved on. Here is what you need to do now."
NOT_YOURS = "It is not your turn. I will notify you when it is."
STRANGER = "You do not play in this match. You can watch it with /board."
OVER = "It’s over: "


@pytest.fixture
async def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Totem:
    """A match in which the mover has rolled 5 and 3."""
    return await roll(world, monkeypatch, (5, 3))


async def ply(world: World) -> int:
    return (await world.bot.services.matches.history.get(1)).ply


async def test_only_the_player_to_move_can_plan(game: Totem) -> None:
    world = game.world
    assert refused(await game.open_planner(game.waiter)) == NOT_YOURS
    assert refused(await game.open_planner(world.carol)) == STRANGER
    assert buttons(game.board), "another player's click must not remove the buttons"
    answer = await world.carol.slash(game.place, "move", text="use 8", match=1)
    assert refused(answer) == STRANGER
    assert await game.waiter.autocomplete(game.place, "move", "text", "", match=1) == []


async def test_plan_is_private_to_its_player(game: Totem) -> None:
    world, mover, waiter = game.world, game.mover, game.waiter
    window = await game.open_planner()
    for _ in range(3):
        await game.plan_step(mover, window)
    public = written(await world.carol.slash(game.place, "board"))
    assert "runs from" not in public
    assert "runs from" not in written(await waiter.slash(game.place, "board"))
    assert "runs from" not in written(await mover.slash(game.place, "board")), "the private board shows no plan"
    assert "dice, " not in written(await waiter.slash(game.place, "match", action="history"))
    export = await waiter.slash(game.place, "match", action="export")
    assert b"use:8" not in await shown(export).attachments[0].read()


async def test_finished_match_refuses_plans(game: Totem) -> None:
    old = stored(game.board)
    components, board = list(old.components), game.board
    mover = game.mover
    window = await game.open_planner()
    await game.plan_step(mover, window)
    let_windows_age(game.world)
    await game.resign(game.waiter)
    assert game.over
    old.components = components
    assert refused(await mover.click(board, custom_id=control(board, "turn"))).startswith(OVER)
    await game.choose(mover, window, selects(window)[0]["options"][0]["value"])
    assert f"⚠️ {OVER}" in written(window)
    assert labels(window) == ["Show the result", "Rematch"]


async def test_resigned_player_cannot_plan_and_their_pieces_are_removed_t21(world: World) -> None:
    game = await start_totem(world, 3)
    await game.place_totems()
    leaver = game.mover
    window = await game.open_planner()
    await game.plan_step(leaver, window)
    seat = next(seat for seat, member in game.players.items() if member is leaver)
    let_windows_age(game.world)
    await game.resign(leaver)
    seen = await game.seen()
    assert seen.totems[seat] is None
    assert seen.pieces[seat] == ()
    assert game.mover is not leaver
    assert f"**{leaver.user._user.global_name}** has resigned." in written(game.board)
    left = "You have left this match. You can still watch it with /board."
    assert refused(await game.open_planner(leaver)) == left
    await leaver.click(shown(window), label="Undo")
    assert written(window) == f"⚠️ {left}"
    more = await leaver.click(game.board, label="More")
    assert changes(more) == {}, "everything in that menu would be refused"
    assert "Watch" in labels(more)
    assert left in written(await leaver.context_menu(game.place, "Explain this board", game.board))
    await game.take_turn()
    assert (await world.bot.services.matches.history.get(1)).status is MatchStatus.RUNNING


async def test_resignation_of_another_player_invalidates_a_plan(world: World) -> None:
    game = await start_totem(world, 3)
    await game.place_totems()
    mover = game.mover
    window = await game.open_planner()
    for _ in range(2):
        await game.plan_step(mover, window)
    let_windows_age(game.world)
    await game.resign(next(member for member in game.players.values() if member is not mover))
    await mover.click(shown(window), label="Undo")
    assert written(window).endswith(f"\n{STALE_PLAN}")
    assert (await game.plan(mover)).moves == ()
    while not can_confirm(window):
        await game.plan_step(mover, window)
    await mover.click(shown(window), label="Confirm")
    assert written(window).startswith("Played in ")


async def test_eliminated_player_cannot_act_and_is_not_mentioned_again(world: World) -> None:
    game = await start_totem(world, 3)
    await game.place_totems()
    while len((await game.seen()).active_players) == 3:
        await game.take_turn()
    seen = await game.seen()
    (out,) = set(range(3)) - set(seen.active_players)
    member, boards = game.players[out], len(game.boards)
    text = "Your totem has fallen, so you are out of this match. You can still follow it with /board."
    assert refused(await game.open_planner(member)) == text
    assert refused(await member.slash(game.place, "move", text="use 8", match=1)) == text
    assert f"**{member.user._user.global_name}** is out" in written(game.board)
    more = await member.click(game.board, label="More")
    assert changes(more) == {}, "everything in that menu would be refused"
    assert "Watch" not in labels(more)
    assert text in written(await member.context_menu(game.place, "Explain this board", game.board))
    asked = await member.slash(game.place, "match", action="resign", match=1)
    answer = await member.click(shown(asked), label="Yes, resign")
    assert refused(answer) == "You are already out of this match."
    for _ in range(4):
        if game.over:
            break
        await game.take_turn()
    assert all(member.mention not in written(board) for board in game.boards[boards:] if "🏁" not in board.content)


async def test_eliminated_player_has_no_vote_and_no_share_in_a_draw(world: World) -> None:
    game = await start_totem(world, 3)
    await game.place_totems()
    while len((await game.seen()).active_players) == 3:
        await game.take_turn()
    standing = (await game.seen()).active_players
    (out,) = set(range(3)) - set(standing)
    refusal = await game.players[out].slash(game.place, "match", action="draw", match=1)
    assert refused(refusal) == "You are out of this match. Only players who are still in it can decide this."
    first, second = (game.players[seat] for seat in standing)
    await first.slash(game.place, "match", action="draw", match=1)
    assert game.players[out].mention not in written(game.place.history()[-1])
    await second.slash(game.place, "match", action="draw", match=1)
    view = await world.bot.services.matches.history.view(1)
    assert view.match.status is MatchStatus.FINISHED
    assert view.outcome is not None
    assert view.outcome.ranking == (tuple(sorted(standing)),)


async def test_player_who_leaves_the_server_keeps_seat_and_plan(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(5, 3)])
    game = await start_totem(world, 3)
    await game.place_totems()
    leaver = game.mover
    window = await game.open_planner()
    await game.plan_step(leaver, window)
    world.guild.remove_member(leaver)
    await world.env.settle()
    assert (await world.bot.services.matches.history.get(1)).status is MatchStatus.RUNNING
    private = await leaver.user.slash("next")
    await leaver.user.click(shown(private), label="Take turn")
    assert "8 points left to use." in written(private), "the plan can be continued in direct messages"
    others = [member for member in game.players.values() if member is not leaver]
    assert refused(await game.open_planner(others[0])) == NOT_YOURS
    asked = await leaver.user.slash("match", action="resign", match=1)
    await leaver.user.click(shown(asked), label="Yes, resign")
    assert game.mover in others
    await game.take_turn()
