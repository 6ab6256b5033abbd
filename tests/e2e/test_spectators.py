"""Spectators: by direct message or in the thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
import pytest
import simcord

from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.world import Game, World, alt_texts, as_typed, buttons, labels, refused, selects, shown, stored, written


def direct_messages(world: World, member: simcord.MemberActor) -> list[Any]:
    """Return a user's direct messages."""
    channel_id = world.env.backend.dm_channels.get(member.id)
    return [] if channel_id is None else list(world.env.backend.messages[channel_id].values())


def board_of(world: World, member: simcord.MemberActor) -> discord.Message:
    """Return a user's only direct message, as that user sees it."""
    (message,) = member.user.dm_channel.history()
    return message


async def watched(world: World, member: simcord.MemberActor) -> Game:
    game = await world.start_match()
    await member.slash(game.place, "match", action="watch")
    return game


async def test_spectator_message_is_replaced_each_turn(world: World) -> None:
    game = await watched(world, world.carol)
    assert board_of(world, world.carol).attachments[0].filename == "iye-1-1.png"
    for ply in (2, 3):
        await game.click_move()
        board = board_of(world, world.carol)
        assert board.attachments[0].filename == f"iye-1-{ply}.png"
        assert "moves the drum" in written(board)
        assert stored(board).ping_user_ids == []
        assert "<@" not in written(board)
        assert labels(board) == ["Stop watching", "More"], "nothing to play with"
    await game.resign(world.ann)
    last = board_of(world, world.carol)
    assert "resigns" in written(last)
    assert labels(last) == ["More"]
    assert await world.bot.services.matches.spectators.watched_by(world.carol.id) == []


async def test_spectators_subscribe_and_unsubscribe_by_buttons(world: World) -> None:
    game = await world.start_match()
    panel = await world.carol.click(game.board, label="More")
    await world.carol.click(shown(panel), label="Watch")
    assert "You are watching İYE #1" in written(panel)
    panel = await world.carol.click(game.board, label="More")
    assert "Stop watching" in labels(panel)
    board = board_of(world, world.carol)
    more = await world.carol.user.click(board, label="More")
    assert "Stop watching" in labels(more)
    answer = await world.carol.user.click(board, label="Stop watching")
    assert "You are no longer watching İYE #1." in written(answer.followups[-1] if answer.followups else answer)
    assert buttons(board) == []
    await game.click_move()
    assert [message.id for message in direct_messages(world, world.carol) if message.attachments] == [board.id]


async def test_matches_in_threads_can_be_watched_from_their_channel(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    other = world.guild.create_text_channel("other")
    assert refused(await world.carol.slash(other, "match", action="watch")).startswith(
        "There is no match here that you can"
    )
    offered = await world.carol.autocomplete(world.channel, "match", "match", "", action="watch")
    assert [choice["value"] for choice in offered] == [game.id]
    assert "İYE #1" in written(await world.carol.slash(world.channel, "board"))
    assert "You are watching İYE #1" in written(await world.carol.slash(world.channel, "match", action="watch"))
    assert board_of(world, world.carol).attachments[0].filename == "iye-1-2.png"


async def test_players_cannot_watch_their_own_match(world: World) -> None:
    game = await world.start_match()
    assert "Watch" not in labels(await world.ann.click(game.board, label="More"))
    assert refused(await world.ann.slash(game.place, "match", action="watch", match=1)).startswith(
        "You are playing in this match"
    )
    nothing = await world.ann.slash(game.place, "match", action="watch")
    assert refused(nothing).startswith("There is no match here that you can watch")
    thread = await world.ann.slash(game.place, "match", action="watch", detail="thread", match=1)
    assert refused(thread).startswith("You are playing in this match")


async def test_spectators_unsubscribe_by_typing_anywhere(world: World) -> None:
    await watched(world, world.carol)
    table = await world.open_table(opener=world.bob)
    await world.dave.click(table, label="Join")
    await world.carol.slash(world.channel_of(table), "match", action="watch", match=2)
    assert "👁️ You are watching: İYE #1, İYE #2" in written(await world.carol.slash(world.channel, "matches"))
    offered = await world.carol.user.autocomplete("match", "match", "", action="unwatch")
    assert [choice["value"] for choice in offered] == [1, 2]
    asked = await world.carol.user.slash("match", action="unwatch")
    assert written(asked) == "Which match do you mean?"
    await world.carol.user.select(shown(asked), ["2"], custom_id="k:pick:0:0:unwatch:")
    assert written(asked) == "You are no longer watching İYE #2."
    assert "You are no longer watching İYE #1." in written(await world.carol.user.slash("match", action="unwatch"))
    assert refused(await world.carol.user.slash("match", action="unwatch")) == (
        "You are not watching a match. Use /match action: watch to start."
    )


async def test_blocked_direct_messages_end_the_subscription_once(world: World) -> None:
    game = await world.start_match()
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await world.carol.slash(game.place, "match", action="watch")
    attempts = len(world.requests("POST", "/users/@me/channels"))
    await game.click_move()
    assert len(world.requests("POST", "/users/@me/channels")) == attempts, "no second attempt is made"
    text = "I could no longer send you the boards of İYE #1, so you are no longer watching it."
    assert text in written(await world.carol.slash(game.place, "matches"))
    assert text not in written(await world.carol.slash(game.place, "matches"))


async def test_spectator_without_channel_access_gets_nothing(world: World) -> None:
    game = await watched(world, world.carol)
    world.hide(world.channel, world.carol)
    await world.env.settle()
    await game.click_move()
    last = direct_messages(world, world.carol)[-1]
    assert last.content == "You can no longer see the channel of İYE #1, so I have stopped sending you its boards."
    await game.click_move()
    assert len(direct_messages(world, world.carol)) == 2


async def test_spectator_who_left_the_server_gets_nothing(world: World) -> None:
    game = await watched(world, world.carol)
    world.guild.remove_member(world.carol)
    await world.env.settle()
    await game.click_move()
    assert [message.content for message in direct_messages(world, world.carol)][1:] == [
        "You can no longer see the channel of İYE #1, so I have stopped sending you its boards."
    ]


async def test_only_the_newest_late_spectator_board_is_posted(world: World) -> None:
    game = await watched(world, world.carol)
    path = f"/channels/{world.carol.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=500, times=1)
    for _ in range(3):
        await game.click_move()
    await world.pass_time(300)
    assert board_of(world, world.carol).attachments[0].filename == "iye-1-4.png"


async def test_failed_spectator_board_is_posted_later(world: World) -> None:
    game = await watched(world, world.carol)
    path = f"/channels/{world.carol.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=500, times=1)
    await game.click_move()
    old = board_of(world, world.carol)
    assert old.attachments[0].filename == "iye-1-1.png"
    await world.pass_time(300)
    assert board_of(world, world.carol).attachments[0].filename == "iye-1-2.png"


async def test_spectator_can_join_the_thread_instead(world: World) -> None:
    game = await world.start_match()
    answer = await world.carol.slash(game.place, "match", action="watch", detail="thread")
    assert (
        written(answer) == f"You are now in the thread of İYE #1. Leave the thread to stop watching. <#{game.place.id}>"
    )
    assert world.carol.id in world.env.backend.get_thread(game.place.id).thread_members
    await world.join_manager().slash(world.channel, "server settings", threads="off")
    second = await world.start_match()
    without = await world.carol.slash(second.place, "match", action="watch", detail="thread", match=2)
    assert refused(without).startswith("İYE #2 has no thread that you can join.")


async def test_spectator_gets_a_text_board_when_set(world: World) -> None:
    await world.carol.slash(world.channel, "player settings", boards="text")
    await watched(world, world.carol)
    board = board_of(world, world.carol)
    assert board.attachments == []
    assert "    a   b   c   d   e" in written(board)


async def test_spectator_sees_who_has_decided_but_no_sheet(world: World) -> None:
    game = await start_chiefdom(world, 2)
    await world.dave.slash(game.place, "match", action="watch", match=game.id)
    first = board_of(world, world.dave)
    await game.type_decision(world.ann)
    assert board_of(world, world.dave).id == first.id, "one decision changes nothing"
    await game.type_decision(world.bob)
    board = board_of(world, world.dave)
    public = [message for message in game.place.history() if message.attachments][-1]
    assert alt_texts(board) == alt_texts(public)


# -------------------------------------------------------------------------------------------- without channel access

COMMANDS = (
    "board",
    "match history",
    "match export",
    "match replay since",
    "match replay",
    "match watch",
    "match unwatch",
    "sheet",
)
"""Commands that show something of a match to users who do not play in it."""


def hide_channel(world: World, member: simcord.MemberActor) -> None:
    world.hide(world.channel, member)


def leave_server(world: World, member: simcord.MemberActor) -> None:
    world.guild.remove_member(member)


@pytest.fixture(params=[hide_channel, leave_server], ids=["the channel is hidden", "the server is left"])
def lose_access(request: pytest.FixtureRequest) -> Callable[[World, simcord.MemberActor], None]:
    lose: Callable[[World, simcord.MemberActor], None] = request.param
    return lose


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("closed", [False, True], ids=["direct messages come", "direct messages are closed"])
async def test_commands_show_nothing_without_channel_access(
    world: World, lose_access: Callable[[World, simcord.MemberActor], None], command: str, closed: bool
) -> None:
    game = await start_chiefdom(world, 2) if command == "sheet" else await world.start_match()
    if closed:
        world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    await world.carol.slash(game.place, "match", action="watch", match=game.id)
    board = await world.bot.services.matches.spectators.board_message(game.id, world.carol.id)
    assert board is not None
    assert board.dm_blocked == closed
    assert alt_texts(await world.carol.user.slash("board", match=game.id))
    lose_access(world, world.carol)
    await world.env.settle()
    name, options = as_typed(command)
    answer = await world.carol.user.slash(name, **options, match=game.id)
    assert refused(answer).startswith("You can no longer see the channel of")
    assert await world.bot.services.matches.spectators.board_message(game.id, world.carol.id) is None
    again = await world.carol.user.slash(name, **options, match=game.id)
    assert refused(again) == f"There is no match #{game.id} here. /matches lists yours."


async def test_controls_show_nothing_without_channel_access(
    world: World, lose_access: Callable[[World, simcord.MemberActor], None]
) -> None:
    await watched(world, world.carol)
    board = board_of(world, world.carol)
    panel = await world.carol.user.click(board, label="More")
    assert "Replay" in str(labels(panel))
    lose_access(world, world.carol)
    await world.env.settle()
    of_match = [button["label"] for button in buttons(panel) if not button["custom_id"].startswith("k:rules:")]
    pressed = [await world.carol.user.click(shown(panel), label=label) for label in of_match]
    pressed.append(await world.carol.user.click(board, label="More"))
    texts = [refused(answer.followups[-1] if answer.followups else answer) for answer in pressed]
    assert len(texts) >= 3
    assert texts[0].startswith("You can no longer see the channel of İYE #1")
    assert set(texts[1:]) == {"There is no match #1 here. /matches lists yours."}


async def test_suggestions_show_only_titles_without_channel_access(
    world: World, lose_access: Callable[[World, simcord.MemberActor], None]
) -> None:
    await watched(world, world.carol)
    table = await world.open_table(opener=world.bob)
    await world.dave.click(table, label="Join")
    await world.carol.slash(world.channel_of(table), "match", action="watch", match=2)
    lose_access(world, world.carol)
    await world.env.settle()
    offered = await world.carol.user.autocomplete("match", "match", "", action="unwatch")
    assert [choice["name"] for choice in offered] == ["İYE #1", "İYE #2"]
    asked = await world.carol.user.slash("match", action="unwatch")
    (menu,) = selects(asked)
    assert [(line["label"], line.get("description")) for line in menu["options"]] == [
        ("İYE #1", None),
        ("İYE #2", None),
    ]
    assert await world.carol.user.autocomplete("match", "match", "", action="history") == []


async def test_nothing_is_shown_while_access_cannot_be_checked(world: World) -> None:
    await watched(world, world.carol)
    bring_back = await world.remove_bot()
    answer = await world.carol.user.slash("board", match=1)
    assert refused(answer).startswith("I cannot check right now whether you can still see the channel of İYE #1.")
    await bring_back()
    assert "İYE #1" in written(await world.carol.user.slash("board", match=1))
