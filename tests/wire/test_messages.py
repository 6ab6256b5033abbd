"""Messages, files, threads and direct messages over the wire, with the refusals that Discord gives."""

import discord
import pytest

from tests.wire.channels import text_channel
from tests.wire.conftest import Club, Start, memory_file
from tests.wire.emulator import DiscordEmulator, Permission

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (640).to_bytes(4, "big") + (480).to_bytes(4, "big") + bytes(range(256)) * 40


async def test_files_are_sent_as_multipart(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    view = discord.ui.LayoutView()
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    gallery.add_item(media="attachment://board.png", description="An empty board")
    view.add_item(gallery)
    sent = await text_channel(bot, club).send(view=view, file=memory_file(PNG, "board.png"))
    (request,) = emulated.requests_for("POST /channels/*/messages")
    assert request.multipart
    (file,) = request.files
    assert (file.field, file.filename, file.data) == ("files[0]", "board.png", PNG)
    assert request.body["attachments"] == [{"id": 0, "filename": "board.png", "description": "10264 bytes"}]
    (attachment,) = sent.attachments
    assert (attachment.width, attachment.height, attachment.description) == (640, 480, "10264 bytes")
    assert await attachment.read() == PNG
    (message,) = club.channel.everything
    media = message["components"][0]["items"][0]["media"]
    assert media["url"] == attachment.url
    assert request.body["components"][0]["items"][0]["media"]["url"] == "attachment://board.png"


async def test_enforced_nonce_posts_once(club: Club, start: Start) -> None:
    bot = await start()
    channel = text_channel(bot, club)
    first = await channel.send("your turn", nonce="17")
    again = await channel.send("your turn", nonce="17")
    other = await channel.send("your turn", nonce="18")
    assert first.id == again.id != other.id
    assert len(club.channel.everything) == 2


async def test_messages_are_edited_fetched_listed_and_deleted(club: Club, start: Start) -> None:
    bot = await start()
    channel = text_channel(bot, club)
    sent = [await channel.send(f"turn {number}") for number in range(4)]
    await sent[0].edit(content="changed")
    assert (await channel.fetch_message(sent[0].id)).content == "changed"
    assert [message.content async for message in channel.history(limit=2)] == ["turn 3", "turn 2"]
    listed = [message.content async for message in channel.history(after=sent[1], oldest_first=True)]
    assert listed == ["turn 2", "turn 3"]
    await sent[3].delete()
    with pytest.raises(discord.NotFound) as refused:
        await channel.fetch_message(sent[3].id)
    assert refused.value.code == 10008


async def test_only_allowed_mentions_notify(club: Club, start: Start) -> None:
    bot = await start()
    ada, ben = club.people
    allowed = discord.AllowedMentions(users=[discord.Object(ben.id)], everyone=False, roles=False)
    await text_channel(bot, club).send(f"{ada.mention} played, {ben.mention} is to move", allowed_mentions=allowed)
    (message,) = club.channel.everything
    assert [user["id"] for user in message["mentions"]] == [str(ben.id)]


async def test_threads_start_with_and_without_a_message(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    channel = text_channel(bot, club)
    message = await channel.send("table")
    on_message = await message.create_thread(name="Match 1")
    private = await channel.create_thread(name="Match 2", type=discord.ChannelType.private_thread)
    assert on_message.id == message.id
    await bot.noted.until(lambda: "thread Match 2" in bot.events, "the second thread")
    assert channel.get_thread(private.id) is not None
    await private.add_user(discord.Object(club.people[0].id))
    assert {member.id for member in await private.fetch_members()} == {club.people[0].id, emulated.world.bot.id}
    await on_message.send("hello")
    await on_message.edit(archived=True, locked=True)
    assert emulated.world.channels[on_message.id].thread["archived"]
    with pytest.raises(discord.HTTPException) as refused:
        await on_message.send("too late")
    assert refused.value.code == 50083


async def test_message_reopens_an_archived_thread(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    thread = await text_channel(bot, club).create_thread(name="Match", type=discord.ChannelType.public_thread)
    emulated.archive(emulated.world.channels[thread.id])
    await thread.send("your turn")
    assert not emulated.world.channels[thread.id].thread["archived"]


async def test_closed_direct_messages_are_refused(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    ada = club.people[0]
    user = await bot.fetch_user(ada.id)
    await user.send("your sheet")
    ada.account.takes_direct_messages = False
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("your sheet")
    assert refused.value.code == 50007
    assert [message["content"] for message in ada.direct_channel.everything] == ["your sheet"]


async def test_missing_permissions_and_channels_are_refused(
    emulated: DiscordEmulator, club: Club, start: Start
) -> None:
    bot = await start()
    quiet = emulated.create_channel(club.guild, "quiet", denied=Permission.SEND_MESSAGES)
    hidden = emulated.create_channel(club.guild, "hidden", denied=Permission.VIEW_CHANNEL)
    for place, code in ((quiet, 50013), (hidden, 50001)):
        with pytest.raises(discord.Forbidden) as refused:
            await bot.get_partial_messageable(place.id).send("hello")
        assert refused.value.code == code
    emulated.delete_channel(club.channel)
    with pytest.raises(discord.NotFound) as gone:
        await bot.get_partial_messageable(club.channel.id).send("hello")
    assert gone.value.code == 10003


async def test_changes_made_by_users_reach_the_cache(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    other = emulated.create_guild("Other")
    news = emulated.create_channel(other, "news")
    ada = emulated.create_member(other, "Ada")
    emulated.delete_channel(emulated.create_channel(other, "gone"))
    emulated.kick_bot(club.guild)
    emulated.edit_message(emulated.post(ada, news, "first"), "edited")
    emulated.delete_message(emulated.post(ada, news, "second"))
    emulated.change_permissions(other, Permission.VIEW_CHANNEL)
    emulated.post(ada, news, "last")
    await bot.noted.until(lambda: "message last" in bot.events, "the last message")
    assert [guild.name for guild in bot.guilds] == ["Other"]
    assert [channel.name for channel in bot.guilds[0].channels] == ["news"]
    assert [message.content for message in bot.cached_messages] == ["edited", "last"]
    assert bot.guilds[0].me.guild_permissions.value & Permission.MANAGE_THREADS == 0
