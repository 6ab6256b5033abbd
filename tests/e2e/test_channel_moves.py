"""Moving matches to another channel: by agreement, by a manager, and after the channel was lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord

from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.forged_controls import forge
from tests.e2e.world import Game, World, buttons, change, changes, control, refused, shown, stored, written

pytestmark = pytest.mark.usefixtures("unpainted")


def create_hall(world: World) -> simcord.ChannelHandle:
    return world.guild.create_text_channel("hall")


def moved(world: World, game: Game, channel: simcord.ChannelHandle) -> Game:
    """Return the match where it is played now: in the new thread, otherwise in the channel."""
    return Game(world, channel.threads[-1] if channel.threads else channel, game.players)


async def lost_at(world: World) -> int | None:
    return (await world.bot.services.matches.history.get(1)).unreachable_since


async def test_players_agree_to_move_the_match(world: World) -> None:
    game, hall = await world.start_match(), create_hall(world)
    await game.click_move()
    old, mover = game.board, game.mover
    asked = await world.ann.slash(hall, "match", action="move")
    assert written(asked) == f"I am asking the other players whether to play on in another channel: <#{hall.id}>"
    offer = game.place.history()[-1]
    text = f"{world.bob.mention}: **Ann** proposes to move the match to another channel: <#{hall.id}>"
    assert written(offer).startswith(text)
    await world.bob.click(offer, label="Accept")
    assert written(game.place.history()[-1]) == f"İYE #1 continues in another channel: <#{hall.id}>"
    assert buttons(old) == []
    there = moved(world, game, hall)
    assert there.place.is_thread
    assert hall.history()[0].content == "The match continues here. **Ann**, **Bob**\n-# İYE #1"
    assert there.board.attachments[0].filename == "iye-1-2.png"
    assert stored(there.board).ping_user_ids == [], "nobody is mentioned twice for one turn"
    move = next(button for button in buttons(there.board) if ":move:" in button["custom_id"])
    await mover.click(there.board, custom_id=move["custom_id"])
    assert there.board.attachments[0].filename == "iye-1-3.png"
    assert len(game.boards) == 2


async def test_move_offer_is_answered_by_typing(world: World) -> None:
    game, hall = await world.start_match(), create_hall(world)
    panel = await world.bob.click(game.board, label="More")
    await change(world.bob, panel, "Play elsewhere")
    await world.bob.select(shown(panel), [hall], custom_id="k:gothere:1:0:")
    panel = await world.ann.click(game.board, label="More")
    assert "**Bob** proposes to move the match to another channel:" in written(panel)
    assert "Play elsewhere" not in changes(panel)
    await world.ann.slash(game.place, "match", action="move", detail="decline")
    assert "**Ann** wants to stay in this channel." in written(game.place.history()[-1])
    await world.bob.slash(game.place, "match", action="move", detail=f"<#{hall.id}>")
    await world.ann.slash(game.place, "match", action="move", detail="accept")
    assert (await world.bot.services.matches.history.get(1)).channel.channel_id == hall.id


async def test_manager_moves_a_match_directly(world: World) -> None:
    game, hall, dora = await world.start_match(), create_hall(world), world.join_manager()
    answer = await dora.slash(hall, "match", action="move", detail=f"<#{hall.id}>", match=1)
    assert written(answer) == f"İYE #1 continues in another channel: <#{hall.id}>"
    assert len(moved(world, game, hall).boards) == 1
    again = await dora.slash(hall, "match", action="move", detail=f"<#{hall.id}>", match=1)
    assert refused(again) == "The match is already being played there. Choose another channel."


async def test_non_players_cannot_move_a_match(world: World) -> None:
    game, hall = await world.start_match(), create_hall(world)
    answer = await world.carol.slash(game.place, "match", action="move", detail=f"<#{hall.id}>")
    assert refused(answer).startswith("You do not play in this match")
    nothing = await world.carol.slash(hall, "match", action="move")
    assert refused(nothing).startswith("You have no match elsewhere that could move here.")
    assert (await world.bot.services.matches.history.get(1)).channel.target_id == game.place.id


async def test_nobody_is_asked_where_an_ended_match_continues(world: World) -> None:
    game, dora = await world.start_match(), world.join_manager()
    panel = await world.ann.click(game.board, label="More")
    managed = await dora.slash(world.channel, "server matches")
    move = control(shown(managed), "elsewhere")
    assert refused(await forge(world, world.carol, game, move)).startswith("You do not play in this match")
    await game.resign(world.bob)
    over = "It’s over: **Bob** resigns. **Ann** wins."
    late = await change(world.ann, panel, "Play elsewhere")
    assert refused(late) == over
    assert refused(await dora.click(shown(managed), custom_id=move)) == over


async def test_unsuitable_channels_are_refused(world: World) -> None:
    game, hall = await world.start_match(), create_hall(world)
    world.hide(hall, world.bob)
    await world.env.settle()
    answer = await world.ann.slash(game.place, "match", action="move", detail=f"<#{hall.id}>")
    assert refused(answer) == "Bob cannot see that channel. Choose another one."
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("talk")
    ann_there = elsewhere.add_member(world.ann.user)
    foreign = await ann_there.slash(channel, "match", action="move", match=1)
    assert refused(foreign).startswith("İYE #1 can only continue in a channel of its own server.")
    private = await world.ann.user.slash("match", action="move", match=1)
    assert refused(private).startswith("İYE #1 can only continue in a channel of its own server.")
    role = world.guild.roles[world.env.backend.bot_user.name]
    silent: dict[Any, Any] = {role: discord.PermissionOverwrite(send_messages=False)}
    mute = world.guild.create_text_channel("mute", overwrites=silent)
    await world.env.settle()
    answer = await world.ann.slash(game.place, "match", action="move", detail=f"<#{mute.id}>")
    assert refused(answer) == "I cannot post boards there. I need these permissions: Send Messages."
    await world.join_manager().slash(world.channel, "server settings", allow=world.channel)
    other = world.guild.create_text_channel("other")
    answer = await world.ann.slash(game.place, "match", action="move", detail=f"<#{other.id}>")
    assert refused(answer) == f"Matches are not played in this channel. Please go to: <#{world.channel.id}>"


async def test_match_in_direct_messages_stays_there(world: World) -> None:
    await world.ann.user.slash("play", game="chiefdom")
    answer = await world.ann.user.slash("match", action="move", match=1)
    assert refused(answer) == "A match played in direct messages stays there."
    assert "Play elsewhere" not in changes(await world.ann.user.slash("match", match=1))


async def test_board_moved_in_a_simultaneous_turn_shows_who_has_decided(world: World) -> None:
    game, hall, dora = await start_chiefdom(world, 2), create_hall(world), world.join_manager()
    await game.type_decision(world.ann)
    await dora.slash(hall, "match", action="move", detail=f"<#{hall.id}>", match=game.id)
    board = next(message for message in (*hall.history(), *hall.threads[-1].history()) if message.attachments)
    before = written(board)
    assert control(board, "sheet")
    await game.type_decision(world.bob)
    boards = [message for message in hall.threads[-1].history() if message.attachments]
    assert len(boards) == 2
    assert "✅ Decided: **Ann**." in before


# ----------------------------------------------------------------------------------------------------- lost channels


async def test_match_in_a_deleted_channel_is_reported_and_can_be_moved(world: World) -> None:
    game, hall = await world.start_match(), create_hall(world)
    mover, waiter = game.mover, game.waiter
    world.clock.now += 50
    world.delete_channel(game.place)
    world.delete_channel(world.channel)
    await world.env.settle()
    assert await lost_at(world) == world.clock.now
    for member in (world.ann, world.bob):
        (dm,) = world.direct_messages(member)
        assert "I can no longer post in the channel of İYE #1" in dm
        assert "/match action: move" in dm
    answer = await waiter.slash(hall, "match", action="move")
    assert written(answer) == f"İYE #1 continues in another channel: <#{hall.id}>"
    assert await lost_at(world) is None
    there = moved(world, game, hall)
    assert stored(there.board).ping_user_ids == [mover.id], "the player was mentioned in a channel that nobody can see"
    await there.click_move()
    assert len(there.boards) == 2
    assert "I can no longer post" not in written(await mover.slash(hall, "matches"))
    assert [len(world.direct_messages(member)) for member in (world.ann, world.bob)] == [1, 1]


async def test_failed_direct_message_delays_no_other_and_is_sent_once(world: World) -> None:
    game = await world.start_match()
    world.env.inject_error("POST", "/users/@me/channels", status=500, times=1)
    world.delete_channel(game.place)
    world.delete_channel(world.channel)
    await world.env.settle()
    assert sorted(len(world.direct_messages(member)) for member in (world.ann, world.bob)) == [0, 1]
    await world.pass_time(300)
    assert [len(world.direct_messages(member)) for member in (world.ann, world.bob)] == [1, 1]


async def test_table_in_a_deleted_channel_is_closed(world: World) -> None:
    await world.open_table()
    world.delete_channel(world.channel)
    await world.env.settle()
    (dm,) = world.direct_messages(world.ann)
    assert dm.endswith("The channel was deleted, and the table with it.")
    assert await world.bot.services.matches.history.matches_of(world.ann.id) == []


async def test_match_opened_in_a_deleted_thread_can_be_moved(world: World) -> None:
    first = await world.start_match()
    thread = first.place
    table = shown(await world.ann.slash(thread, "play", game="iye")).message
    await world.bob.click(table, label="Join")
    world.delete_channel(thread)
    await world.env.settle()
    kept, lost = [await world.bot.services.matches.history.get(number) for number in (1, 2)]
    assert (kept.channel.target_id, kept.unreachable_since) == (world.channel.id, None), "its channel is still there"
    assert lost.unreachable_since is not None
    await world.ann.slash(world.channel, "match", action="move", match=2)
    assert (await world.bot.services.matches.history.get(2)).channel.channel_id == world.channel.id
    assert (await world.bot.services.matches.history.get(2)).unreachable_since is None


async def test_bot_that_is_added_again_resumes_its_matches(world: World) -> None:
    game = await world.start_match()
    mover = game.mover
    bring_back = await world.remove_bot()
    assert await lost_at(world) is not None
    assert [len(world.direct_messages(member)) for member in (world.ann, world.bob)] == [1, 1]
    board = await mover.user.slash("next")
    assert shown(board).attachments, "it can still be played"
    await bring_back()
    assert await lost_at(world) is None
    assert len(game.boards) == 2
    assert stored(game.board).ping_user_ids == [mover.id]
    await game.click_move()
    assert len(game.boards) == 3


async def test_restored_permissions_restore_the_match(world: World) -> None:
    game = await world.start_match()
    world.deny("send_messages", "send_messages_in_threads")
    await game.click_move()
    assert await lost_at(world) is not None
    role = world.guild.roles[world.env.backend.bot_user.name]
    world.env.backend.delete_overwrite(world.channel.id, role.id)
    await world.env.settle()
    assert await lost_at(world) is None
    assert game.board.attachments[0].filename == "iye-1-2.png"
    assert len(world.direct_messages(world.ann)) == 1


@pytest.mark.parametrize("event", ["guild_role_update", "member_update"])
async def test_permissions_given_by_a_role_restore_the_match(world: World, event: str) -> None:
    await world.start_match()
    await world.bot.services.matches.channels.mark_unreachable(1)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    after: Any = guild.me if event == "member_update" else guild.default_role
    for before, boards in ((after, 0), (SimpleNamespace(roles=[], permissions=discord.Permissions(1)), 1)):
        await getattr(world.bot, f"on_{event}")(before, after)
        assert len(await world.bot.acting.database.rows("SELECT 1 FROM outbox WHERE kind = 'turn'")) == boards


async def test_ended_match_without_a_channel_sends_the_result_to_its_players(world: World) -> None:
    game, hall, dora = await world.start_match(), create_hall(world), world.join_manager()
    world.delete_channel(game.place)
    world.delete_channel(world.channel)
    await world.env.settle()
    listed = await dora.slash(hall, "server matches")
    assert "I can no longer post there. Move the match to another channel." in written(listed)
    await dora.slash(hall, "match", action="abort", detail="reason: gone", match=1)
    assert world.direct_messages(world.ann)[-1].endswith("A server manager ended the match: gone")


@pytest.mark.parametrize("times", [1, 2])
async def test_restarts_do_not_repeat_the_message_about_a_lost_channel(world: World, times: int) -> None:
    game = await world.start_match()
    world.deny("send_messages", "send_messages_in_threads")
    await game.click_move()
    for _ in range(times):
        await world.restart()
    assert await lost_at(world) is not None
    assert [len(world.direct_messages(member)) for member in (world.ann, world.bob)] == [1, 1]
