"""Matches in a forum: a post for each, with its table, its tags and its end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.matches.model.match import Match, MatchStatus
from bot.storage.errors import StorageError
from engines.text import T
from tests.e2e.world import Game, World, control, labels, refused, shown, stored, written

DAY = 86_400
TAGS = ("İYE", "Chiefdom", "Open", "under way", "Finished", "league")


@pytest.fixture
async def forum(world: World) -> simcord.ChannelHandle:
    """A forum that a manager has chosen for matches; the bot may create and edit posts there."""
    forum = world.guild.create_forum_channel("matches")
    # The simulated Discord wants this permission for every change of a thread; Discord lets a post's creator do it.
    allow(world, forum, discord.Permissions(manage_channels=True))
    await world.join_manager().slash(world.channel, "server settings", allow=forum)
    return forum


def allow(
    world: World,
    channel: simcord.ChannelHandle,
    allowed: discord.Permissions,
    denied: discord.Permissions | None = None,
) -> None:
    """Change what the bot may do in a channel."""
    role = world.guild.roles[world.env.backend.bot_user.name]
    deny = 0 if denied is None else denied.value
    overwrite = Overwrite(target_id=role.id, type=OverwriteType.ROLE, allow=allowed.value, deny=deny)
    world.env.backend.set_overwrite(channel.id, overwrite)


async def set_tags(world: World, forum: simcord.ChannelHandle, *names: str, moderated: tuple[str, ...] = ()) -> None:
    """Give a forum tags of these names."""
    tags = [
        {"id": str(9000 + number), "name": name, "moderated": name in moderated, "emoji_id": None, "emoji_name": None}
        for number, name in enumerate(names)
    ]
    world.env.backend.edit_channel(forum.id, {"available_tags": tags})
    await world.env.settle()


def posts(forum: simcord.ChannelHandle) -> list[simcord.ChannelHandle]:
    """Return the posts of a forum, oldest first."""
    return sorted(forum.threads, key=lambda thread: thread.id)


def tags_of(world: World, forum: simcord.ChannelHandle, post: simcord.ChannelHandle) -> list[str]:
    """Return the names of a post's tags."""
    names = {int(tag["id"]): tag["name"] for tag in world.env.backend.get_channel(forum.id).available_tags}
    return [names[tag] for tag in world.env.backend.get_channel(post.id).applied_tags]


async def match_of(world: World, match_id: int = 1) -> Match:
    return await world.bot.services.matches.history.get(match_id)


async def open_post(world: World, forum: simcord.ChannelHandle, **options: Any) -> simcord.ChannelHandle:
    """Open a table of Ann's outside the forum; return its post."""
    await world.ann.slash(world.channel, "play", game="iye", options="wins: 1, first: 1", **options)
    return posts(forum)[-1]


async def start(world: World, post: simcord.ChannelHandle) -> Game:
    """Seat Bob at Ann's table and start the match."""
    table = post.history()[0]
    await world.bob.click(table, custom_id=control(table, "join"))
    return Game(world, post, {0: world.ann, 1: world.bob})


async def test_table_opened_elsewhere_is_a_post(world: World, forum: simcord.ChannelHandle) -> None:
    answer = await world.ann.slash(world.channel, "play", game="iye", options="wins: 1, first: 1", opponent=world.bob)
    (post,) = posts(forum)
    assert answer.ephemeral
    assert written(answer) == f"İYE #1 is open: <#{post.id}>"
    assert post.name == "İYE #1: Ann"
    (table,) = post.history()
    assert "## İYE" in written(table)
    assert stored(table).ping_user_ids == [world.bob.id]
    assert (await match_of(world)).table_message_id == table.id


async def test_match_is_played_in_its_post(world: World, forum: simcord.ChannelHandle) -> None:
    game = await start(world, await open_post(world, forum))
    assert game.place.name == "İYE #1: Ann – Bob"
    await game.play_on()
    assert game.over
    assert world.channel.history() == []
    assert [post.id for post in posts(forum)] == [game.place.id]


async def test_tags_follow_game_and_state_and_others_stay(world: World, forum: simcord.ChannelHandle) -> None:
    await set_tags(world, forum, *TAGS)
    post = await open_post(world, forum)
    assert tags_of(world, forum, post) == ["Open", "İYE"]
    applied = world.env.backend.get_channel(post.id).applied_tags
    world.env.backend.edit_channel(post.id, {"applied_tags": [*applied, 9005]})
    game = await start(world, post)
    assert tags_of(world, forum, post) == ["İYE", "league", "under way"]
    await game.resign(world.ann)
    assert tags_of(world, forum, post) == ["İYE", "league", "Finished"]
    renamed = [r.json["name"] for r in world.requests("PATCH", f"/channels/{post.id}") if "name" in (r.json or {})]
    assert renamed == ["İYE #1: Ann – Bob"], "Discord allows two new titles in ten minutes"


async def test_deleted_tags_leave_the_post(world: World, forum: simcord.ChannelHandle) -> None:
    await set_tags(world, forum, "İYE", "Open")
    post = await open_post(world, forum)
    await set_tags(world, forum, "İYE")
    await start(world, post)
    assert tags_of(world, forum, post) == ["İYE"]


async def test_title_changes_although_discord_refuses_the_tags(world: World, forum: simcord.ChannelHandle) -> None:
    await set_tags(world, forum, *TAGS)
    post = await open_post(world, forum)
    world.env.inject_error("PATCH", f"/channels/{post.id}", status=400, code=50035, times=1)
    await start(world, post)
    assert post.name == "İYE #1: Ann – Bob"
    assert tags_of(world, forum, post) == ["Open", "İYE"]


async def test_post_keeps_five_tags(world: World, forum: simcord.ChannelHandle) -> None:
    await set_tags(world, forum, *TAGS, "a", "b", "c", "d", "e")
    post = await open_post(world, forum)
    world.env.backend.edit_channel(post.id, {"applied_tags": [9006, 9007, 9008, 9009, 9010]})
    await start(world, post)
    assert tags_of(world, forum, post) == ["a", "b", "c", "d", "e"]


async def test_moderated_tags_are_left_to_managers(world: World, forum: simcord.ChannelHandle) -> None:
    await set_tags(world, forum, *TAGS, moderated=("İYE",))
    allow(world, forum, discord.Permissions(manage_channels=True), discord.Permissions(manage_threads=True))
    await world.env.settle()
    assert tags_of(world, forum, await open_post(world, forum)) == ["Open"]
    allow(world, forum, discord.Permissions(manage_channels=True, manage_threads=True))
    await world.env.settle()
    assert tags_of(world, forum, await open_post(world, forum)) == ["Open", "İYE"]


async def test_post_is_archived_a_day_after_the_end(world: World, forum: simcord.ChannelHandle) -> None:
    game = await start(world, await open_post(world, forum))
    await game.resign(world.ann)
    closed = await open_post(world, forum)
    table = closed.history()[0]
    await world.ann.click(table, custom_id=control(table, "cancel"))
    assert "The table was closed." in written(table)
    await world.pass_time(DAY + 60)
    for post in (game.place, closed):
        metadata = world.env.backend.get_channel(post.id).thread_metadata
        assert metadata is not None
        assert metadata.archived


async def test_rematch_goes_on_in_the_post(world: World, forum: simcord.ChannelHandle) -> None:
    await set_tags(world, forum, *TAGS)
    game = await start(world, await open_post(world, forum))
    await game.resign(world.ann)
    for member in (world.ann, world.bob):
        await member.slash(game.place, "match", action="rematch", match=1)
    assert game.id == 2
    assert tags_of(world, forum, game.place) == ["İYE", "under way"]
    assert len(posts(forum)) == 1


async def test_commands_in_a_post_are_about_its_match(world: World, forum: simcord.ChannelHandle) -> None:
    post = await open_post(world, forum)
    assert written(await world.bob.slash(post, "match", action="join")) == "You have joined İYE #1, and it has started."
    within = await world.carol.slash(post, "play", game="iye")
    assert not within.ephemeral, "a table opened in a post stays there, as in every thread"
    assert (await match_of(world, 2)).channel.channel_id == post.id


async def test_other_channels_that_are_allowed_have_tables_of_their_own(
    world: World, forum: simcord.ChannelHandle
) -> None:
    other = world.guild.create_text_channel("other")
    await world.join_manager().slash(world.channel, "server settings", allow=other)
    assert not (await world.ann.slash(other, "play", game="iye")).ephemeral
    assert (await world.ann.slash(world.channel, "play", game="iye")).ephemeral
    assert len(posts(forum)) == 1


@pytest.mark.parametrize(
    ("permission", "name"),
    [("send_messages", "Create Posts"), ("send_messages_in_threads", "Send Messages in Threads")],
)
async def test_missing_permission_in_the_forum_is_named(
    world: World, forum: simcord.ChannelHandle, permission: str, name: str
) -> None:
    allow(world, forum, discord.Permissions(), discord.Permissions(**{permission: True}))
    answer = await world.ann.slash(world.channel, "play", game="iye")
    assert refused(answer) == (
        "Tables open in the forum \\#matches, but I cannot post there. I need these permissions:"
        f" {name}. Ask a server manager."
    )
    assert await world.bot.services.matches.history.matches_of(world.ann.id) == []


async def test_forum_must_be_visible_to_the_opener(world: World, forum: simcord.ChannelHandle) -> None:
    world.hide(forum, world.ann)
    answer = await world.ann.slash(world.channel, "play", game="iye")
    assert refused(answer).startswith("Tables open in the forum of this server, and you cannot see it.")


async def test_required_tag_that_is_missing_is_a_sentence(
    world: World, forum: simcord.ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The simulated Discord has no flags of channels; tests/wire/test_forums.py has them.
    monkeypatch.setattr(discord.ForumChannel, "flags", property(lambda _forum: discord.ChannelFlags(require_tag=True)))
    answer = await world.ann.slash(world.channel, "play", game="iye")
    assert refused(answer) == (
        "The forum \\#matches wants a tag on every post, and it has no tag for İYE that I may use."
        " A server manager can create it: /server settings."
    )
    await set_tags(world, forum, "iye")
    assert tags_of(world, forum, await open_post(world, forum)) == ["iye"]


# ------------------------------------------------------------------------------------------------------------ failures


@pytest.mark.parametrize("code", [50013, 40067, 160006])
async def test_refused_post_closes_the_table(world: World, forum: simcord.ChannelHandle, code: int) -> None:
    status = 400 if code == 160006 else 403
    world.env.inject_error("POST", f"/channels/{forum.id}/threads", status=status, code=code, times=None)
    answer = await world.ann.slash(world.channel, "play", game="iye")
    text = "Discord did not let me create a post in the forum, so the table was closed."
    assert refused(answer) == text
    assert (await match_of(world)).status is MatchStatus.CANCELLED
    assert text in world.direct_messages(world.ann)[0]


async def test_late_post_is_announced(
    world: World, forum: simcord.ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.bot.services.outbox, "until_thread", AsyncMock())
    world.env.inject_error("POST", f"/channels/{forum.id}/threads", status=500, times=1)
    answer = await world.ann.slash(world.channel, "play", game="iye")
    assert written(answer) == f"İYE #1 is open. You will soon find it in the forum: <#{forum.id}>"
    await world.pass_time(60)
    (post,) = posts(forum)
    assert (await match_of(world)).channel.thread_id == post.id


async def unrecorded_post(
    world: World, forum: simcord.ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> simcord.ChannelHandle:
    """Return the post of a table, which the bot creates but cannot record."""
    full = AsyncMock(side_effect=StorageError(T("The disk is full.")))
    with monkeypatch.context() as crash:
        crash.setattr(world.bot.services.outbox, "delivered", full)
        crash.setattr(world.bot.services.outbox, "until_thread", AsyncMock())
        await world.ann.slash(world.channel, "play", game="iye", options="wins: 1, first: 1")
    (post,) = posts(forum)
    return post


async def test_post_is_created_once_if_the_process_ends_before_it_is_recorded(
    world: World, forum: simcord.ChannelHandle, monkeypatch: pytest.MonkeyPatch, unexpected: list[Any]
) -> None:
    post = await unrecorded_post(world, forum, monkeypatch)
    assert (await match_of(world)).channel.thread_id is None
    unexpected.clear()  # what the crash left in the log
    await world.start_after_crash()
    assert [found.id for found in posts(forum)] == [post.id]
    assert len(post.history()) == 1
    game = await start(world, post)
    assert len(game.boards) == 1


async def test_table_is_closed_if_nothing_can_be_written_in_its_unrecorded_post(
    world: World, forum: simcord.ChannelHandle, monkeypatch: pytest.MonkeyPatch, unexpected: list[Any]
) -> None:
    post = await unrecorded_post(world, forum, monkeypatch)
    unexpected.clear()  # what the crash left in the log
    for method in ("GET", "POST"):
        world.env.inject_error(method, f"/channels/{post.id}/messages", status=403, code=50013, times=None)
    await world.start_after_crash()
    assert (await match_of(world)).status is MatchStatus.CANCELLED
    assert "Discord did not let me create a post" in world.direct_messages(world.ann)[0]


async def test_post_of_an_older_database_is_not_taken_for_the_new_one(
    world: World, forum: simcord.ChannelHandle, tmp_path: Path
) -> None:
    """Its matches have the same numbers."""
    old = await open_post(world, forum)
    await world.bot.close()
    world.settings = replace(world.settings, database=tmp_path / "new.sqlite3")
    await world.pass_time(DAY)
    await world.start_after_crash()
    await world.join_manager().slash(world.channel, "server settings", allow=forum)
    new = await open_post(world, forum)
    assert new.id != old.id
    assert (await match_of(world)).channel.thread_id == new.id
    assert len(old.history()) == len(new.history()) == 1


async def test_deleted_post_closes_its_table(world: World, forum: simcord.ChannelHandle) -> None:
    world.delete_channel(await open_post(world, forum))
    await world.env.settle()
    assert (await match_of(world)).status is MatchStatus.CANCELLED
    (message,) = world.direct_messages(world.ann)
    assert "The post was deleted, and the table with it." in message


async def test_deleted_post_of_a_match_is_replaced_once(world: World, forum: simcord.ChannelHandle) -> None:
    game = await start(world, await open_post(world, forum))
    mover = game.mover
    world.delete_channel(game.place)
    await world.env.settle()
    (post,) = posts(forum)
    again = Game(world, post, game.players)
    assert written(again.board).startswith("-# The thread of this match can no longer be used")
    assert post.name == "İYE #1: Ann – Bob"
    assert (await match_of(world)).channel.thread_id == post.id
    await mover.user.slash("move", text="d3")
    assert len(again.boards) == 2
    assert len(posts(forum)) == 1


@pytest.mark.parametrize("code", [160005, 50083])
async def test_locked_post_is_replaced(world: World, forum: simcord.ChannelHandle, code: int) -> None:
    game = await start(world, await open_post(world, forum))
    world.env.inject_error("POST", f"/channels/{game.place.id}/messages", status=403, code=code, times=None)
    await game.click_move()
    old, new = posts(forum)
    assert old.id == game.place.id
    assert Game(world, new, game.players).board.attachments[0].filename == "iye-1-2.png"


async def test_archived_post_is_opened_for_its_table(world: World, forum: simcord.ChannelHandle) -> None:
    post = await open_post(world, forum)
    table = post.history()[0]
    world.env.inject_error("PATCH", f"/channels/{post.id}/messages/{table.id}", status=400, code=50083, times=1)
    await world.bob.slash(post, "match", action="join")
    assert "Bob" in written(table)
    assert {"archived": False} in [request.json for request in world.requests("PATCH", f"/channels/{post.id}")]


async def test_deleted_forum_is_reported_to_the_players_once(world: World, forum: simcord.ChannelHandle) -> None:
    game = await start(world, await open_post(world, forum))
    world.delete_channel(forum)
    await world.env.settle()
    for member in game.players.values():
        (message,) = world.direct_messages(member)
        assert message.startswith("I can no longer post in the channel of İYE #1")


# ------------------------------------------------------------------------------------------------------------ moving


async def test_match_moves_into_a_forum(world: World) -> None:
    game, forum = await world.start_match(), world.guild.create_forum_channel("matches")
    await set_tags(world, forum, *TAGS)
    mover = game.mover
    await world.ann.slash(game.place, "match", action="move", detail=f"<#{forum.id}>")
    offer = game.place.history()[-1]
    await world.bob.click(offer, label="Accept")
    (post,) = posts(forum)
    there = Game(world, post, game.players)
    assert post.history()[0].content == "The match continues here. **Ann**, **Bob**\n-# İYE #1"
    assert there.board.attachments[0].filename == "iye-1-1.png"
    assert stored(there.board).ping_user_ids == [], "nobody is called twice for one turn"
    assert tags_of(world, forum, post) == ["under way", "İYE"]
    await mover.user.slash("move", text="d3")
    assert len(there.boards) == 2


async def test_manager_moves_a_match_to_a_forum_and_back(world: World) -> None:
    game, forum = await world.start_match(), world.guild.create_forum_channel("matches")
    dora, mover = world.join_manager(), game.mover
    await dora.slash(world.channel, "match", action="move", detail=f"<#{forum.id}>", match=1)
    hall = world.guild.create_text_channel("hall")
    await dora.slash(world.channel, "match", action="move", detail=f"<#{hall.id}>", match=1)
    await dora.slash(world.channel, "match", action="move", detail=f"<#{forum.id}>", match=1)
    (post,) = posts(forum)
    assert (await match_of(world)).channel.thread_id == post.id, "it goes on in the post that it had"
    there = Game(world, post, game.players)
    await mover.user.slash("move", text="d3")
    assert len(there.boards) == 3


# ---------------------------------------------------------------------------------------------------------- settings


async def test_settings_offer_the_tags_and_create_them(world: World, forum: simcord.ChannelHandle) -> None:
    await set_tags(world, forum, "iye", "OPEN", "league")
    dora = world.join_manager()
    panel = await dora.slash(world.channel, "server settings")
    missing = "Totem, Awéthi, Chiefdom, under way, finished"
    assert f"It has none of these names yet: {missing}." in written(panel)
    assert f"Tables that are opened in other channels become posts in: <#{forum.id}>" in written(panel)
    await dora.click(shown(panel), label="Create the tags")
    assert written(panel) == f"✅ The forum has these tags now: {missing}."
    names = [tag["name"] for tag in world.env.backend.get_channel(forum.id).available_tags]
    assert names == ["iye", "OPEN", "league", *missing.split(", ")]
    again = await dora.slash(world.channel, "server settings")
    assert "Create the tags" not in labels(again)
    assert tags_of(world, forum, await open_post(world, forum)) == ["OPEN", "iye"]


async def why_no_tags_are_created(world: World) -> str:
    dora = world.join_manager()
    panel = await dora.slash(world.channel, "server settings")
    return refused(await dora.click(shown(panel), label="Create the tags"))


async def test_creating_tags_says_which_permission_it_takes(world: World, forum: simcord.ChannelHandle) -> None:
    allow(world, forum, discord.Permissions(), discord.Permissions(manage_channels=True))
    said = await why_no_tags_are_created(world)
    assert said.startswith("To create tags I need the permission Manage Channels in \\#matches.")
    assert said.endswith("Totem, Awéthi, Chiefdom, open, under way, finished.")


async def test_full_forum_gets_no_more_tags(world: World, forum: simcord.ChannelHandle) -> None:
    await set_tags(world, forum, *(f"tag {number}" for number in range(20)))
    assert await why_no_tags_are_created(world) == "A forum has at most 20 tags, so there is no room for all of mine."


async def test_failure_to_create_tags_is_a_sentence(world: World, forum: simcord.ChannelHandle) -> None:
    world.env.inject_error("PATCH", f"/channels/{forum.id}", status=403, code=50013, times=1)
    assert await why_no_tags_are_created(world) == "Discord did not let me create the tags. Please try again later."


async def test_settings_name_permissions_that_are_missing_in_chosen_channels(
    world: World, forum: simcord.ChannelHandle
) -> None:
    allow(world, forum, discord.Permissions(), discord.Permissions(send_messages=True))
    await world.env.settle()
    panel = await world.join_manager().slash(world.channel, "server settings")
    lacks = f"<#{forum.id}> I cannot play matches there. I need these permissions: Create Posts."
    assert lacks in written(panel)
