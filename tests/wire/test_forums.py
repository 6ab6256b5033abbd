"""Matches in a forum of the emulated Discord: posts are created once, with their tags."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.matches.model.settings import ServerSettings
from bot.matches.service import build as build_matches
from bot.storage.database import Database
from engines.text import T
from tests.wire.channels import text_channel
from tests.wire.conftest import Club, Start
from tests.wire.emulator import Channel, DiscordEmulator, Guild, Interaction, Permission, User
from tests.wire.process import UNLIMITED_REQUESTS, BotProcess

CREATE = "POST /channels/*/threads"


@dataclass
class ForumClub:
    """A server whose managers have chosen a forum for matches, and the bot as a process."""

    discord: DiscordEmulator
    guild: Guild
    channel: Channel
    forum: Channel
    ada: User
    ben: User
    bot: BotProcess

    def play(self) -> Interaction:
        """Open a table outside the forum."""
        return self.ada.send_slash(self.channel, "play", {"game": "iye"})

    @property
    def posts(self) -> list[Channel]:
        """The posts of the forum, oldest first."""
        return self.discord.posts(self.forum)

    def tags(self, post: Channel) -> list[str]:
        """Return the names of a post's tags."""
        names = {tag["id"]: tag["name"] for tag in self.forum.tags}
        return [names[tag] for tag in post.applied]

    async def restart_after_crash(self) -> None:
        """Kill the process and start another one."""
        await self.bot.kill()
        self.discord.clear_faults()
        self.bot = BotProcess.fork(self.discord, self.bot.folder, more=UNLIMITED_REQUESTS)


async def choose_forum(folder: Path, guild: Guild, forum: Channel) -> None:
    """Store a server's forum for matches, as a manager's command does."""
    async with await Database.open(folder / "kurultai.sqlite3") as database:
        matches = build_matches(database, clock=lambda: 1_800_000_000, wake=lambda _key: None)
        await matches.server_settings.save(guild.id, 1, ServerSettings((forum.id,)), T("chose a forum"))


@pytest.fixture
async def forum_club(emulated: DiscordEmulator, tmp_path: Path, request: Any) -> AsyncIterator[ForumClub]:
    options = {"tags": ("İYE", "open", "Under way", "finished"), **getattr(request, "param", {})}
    guild = emulated.create_guild("Club")
    channel = emulated.create_channel(guild, "talk")
    forum = emulated.create_forum(guild, "matches", *options.pop("tags"), **options)
    people = [emulated.create_member(guild, name) for name in ("Ada", "Ben")]
    await choose_forum(tmp_path, guild, forum)
    bot = BotProcess.fork(emulated, tmp_path, more=UNLIMITED_REQUESTS)
    made = ForumClub(emulated, guild, channel, forum, people[0], people[1], bot)
    await emulated.until_ready()
    await emulated.until(lambda: bool(channel.messages), "the greeting")
    yield made
    await made.bot.kill()


async def test_match_in_a_post_from_its_table_to_its_first_board(forum_club: ForumClub) -> None:
    answer = forum_club.play()
    await answer.until_complete()
    (post,) = forum_club.posts
    assert answer.private
    assert answer.text.endswith(f"<#{post.id}>")
    assert post.name == "İYE #1: Ada"
    assert forum_club.tags(post) == ["open", "İYE"]
    (table,) = post.everything
    assert table["id"] == str(post.id)
    await forum_club.ben.click(table, "Join")
    await forum_club.discord.until(lambda: len(post.messages) == 2, "the first board")
    await forum_club.discord.until(lambda: forum_club.tags(post) == ["İYE", "Under way"], "the tags")
    assert post.name == "İYE #1: Ada – Ben"
    assert post.everything[1]["attachments"][0]["filename"].startswith("iye-1-")


async def test_challenge_becomes_a_post_and_its_board_is_explained_by_right_clicks(forum_club: ForumClub) -> None:
    asked = await forum_club.ada.send_menu(forum_club.channel, "Challenge", forum_club.ben).until_complete()
    assert asked.private
    await forum_club.ada.send_click(asked.shown, "İYE").until_complete()
    (post,) = forum_club.posts
    await forum_club.ben.click(post.everything[0], "Join")
    await forum_club.discord.until(lambda: len(post.messages) == 2, "the first board")
    explained = await forum_club.ben.send_menu(post, "Explain this board", post.everything[1]).until_complete()
    assert explained.private
    assert "What the picture shows" in explained.text
    assert len(forum_club.channel.messages) == 1, "besides the greeting, nothing is posted there"


async def test_post_is_created_once_if_the_connection_breaks(forum_club: ForumClub) -> None:
    forum_club.discord.drop(CREATE, moment="after")
    answer = forum_club.play()
    await answer.until_complete()
    (post,) = forum_club.posts
    assert len(post.messages) == 1
    assert len(forum_club.discord.requests_for(CREATE)) == 1


async def test_post_is_created_once_if_the_process_dies(forum_club: ForumClub) -> None:
    forum_club.discord.hold(CREATE, moment="after")
    forum_club.play()
    await forum_club.discord.until(lambda: bool(forum_club.posts), "a post")
    await forum_club.restart_after_crash()
    looks = "GET /guilds/*/threads/active"
    await forum_club.discord.until(lambda: len(forum_club.discord.requests_for(looks)) == 2, "another attempt")
    (post,) = forum_club.posts
    (table,) = post.everything
    await forum_club.ben.click(table, "Join")
    await forum_club.discord.until(lambda: len(post.messages) == 2, "the first board")


@pytest.mark.parametrize("forum_club", [{"tags": ("league",), "requires_tag": True}], indirect=True)
async def test_required_tag_that_is_missing_is_a_sentence(forum_club: ForumClub) -> None:
    answer = forum_club.play()
    await answer.until_complete()
    assert "wants a tag on every post, and it has no tag for İYE that I may use" in answer.text
    assert forum_club.posts == []


@pytest.mark.parametrize("forum_club", [{"denied": Permission.SEND_MESSAGES}], indirect=True)
async def test_missing_permission_is_a_sentence(forum_club: ForumClub) -> None:
    answer = forum_club.play()
    await answer.until_complete()
    assert "I need these permissions: Create Posts." in answer.text


async def test_archived_post_is_opened_when_a_player_joins(forum_club: ForumClub) -> None:
    await forum_club.play().until_complete()
    (post,) = forum_club.posts
    forum_club.discord.archive(post)
    await forum_club.ben.slash(post, "match", {"action": "join"})
    await forum_club.discord.until(lambda: not post.thread["archived"], "an open post")


async def test_locked_post_is_replaced(forum_club: ForumClub) -> None:
    await forum_club.play().until_complete()
    (post,) = forum_club.posts
    forum_club.discord.archive(post, locked=True)
    await forum_club.ben.slash(post, "match", {"action": "join"})
    await forum_club.discord.until(lambda: len(forum_club.posts) == 2, "another post")
    _, new = forum_club.posts
    assert new.name == "İYE #1: Ada – Ben"
    assert new.everything[0]["content"].startswith("-# The thread of this match can no longer be used")


# -------------------------------------------------------------------------------------------- the emulated Discord


async def test_emulated_forum_takes_posts_and_no_messages(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    emulated.create_forum(club.guild, "forum", "a", "b")
    bot = await start()
    channel = next(channel for channel in text_channel(bot, club).guild.channels if channel.name == "forum")
    assert isinstance(channel, discord.ForumChannel)
    made = await channel.create_thread(name="Post", content="first", applied_tags=channel.available_tags[:1])
    assert made.thread.id == made.message.id
    assert [tag.name for tag in made.thread.applied_tags] == ["a"]
    with pytest.raises(discord.HTTPException) as refused:
        await bot.get_partial_messageable(channel.id).send("hello")
    assert refused.value.code == 40058
    await made.thread.edit(applied_tags=[])
    assert emulated.posts(emulated.world.channels[channel.id])[0].applied == []


async def test_emulated_forum_can_require_tags_and_reserve_some(
    emulated: DiscordEmulator, club: Club, start: Start
) -> None:
    forum = emulated.create_forum(club.guild, "forum", "a", requires_tag=True)
    forum.tags.append(emulated.world.tag("b", moderated=True))
    emulated.change_permissions(club.guild, club.guild.bot_permissions & ~Permission.MANAGE_THREADS)
    bot = await start()
    channel = bot.get_channel(forum.id)
    assert isinstance(channel, discord.ForumChannel)
    assert channel.flags.require_tag
    with pytest.raises(discord.HTTPException) as without:
        await channel.create_thread(name="Post", content="first")
    assert without.value.code == 40067
    with pytest.raises(discord.Forbidden):
        await channel.create_thread(name="Post", content="first", applied_tags=channel.available_tags[1:])
