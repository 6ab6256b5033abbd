"""Visibility of a match's channel."""

from __future__ import annotations

from unittest.mock import AsyncMock, Mock, create_autospec

import discord
import pytest

from bot.delivery.discord_api import DiscordApi
from bot.matches.model.match import MatchChannel

CHANNEL = MatchChannel(5, 6)


def refusal(kind: type[discord.NotFound | discord.Forbidden], code: int) -> discord.HTTPException:
    return kind(Mock(status=404 if kind is discord.NotFound else 403, reason="refused"), {"code": code, "message": ""})


UNKNOWN_MEMBER = refusal(discord.NotFound, 10007)


def channel_of(kind: type[discord.TextChannel | discord.Thread], **permissions: bool) -> Mock:
    channel = create_autospec(kind, instance=True)
    channel.permissions_for.return_value = discord.Permissions(**permissions)
    return channel  # type: ignore[no-any-return]


def thread(*, private: bool, member: bool = False, **permissions: bool) -> Mock:
    found = channel_of(discord.Thread, **permissions)
    found.is_private.return_value = private
    found.fetch_member = AsyncMock(side_effect=None if member else UNKNOWN_MEMBER)
    return found


def channels(
    known: Mock | None, asked: Mock | Exception = UNKNOWN_MEMBER, *, guild: bool = True, member: bool = True
) -> DiscordApi:
    server = create_autospec(discord.Guild, instance=True)
    server.unavailable = False
    server.fetch_member = AsyncMock(side_effect=None if member else UNKNOWN_MEMBER)
    server.get_channel_or_thread.return_value = known
    server.fetch_channel = (
        AsyncMock(side_effect=asked) if isinstance(asked, Exception) else AsyncMock(return_value=asked)
    )
    client = create_autospec(discord.Client, instance=True)
    client.get_guild.return_value = server if guild else None
    return DiscordApi(client)


@pytest.mark.parametrize("view", [True, False])
async def test_channel_is_visible_to_members_with_permission(view: bool) -> None:
    assert await channels(channel_of(discord.TextChannel, view_channel=view)).may_see(CHANNEL, 7) is view


async def test_channel_is_invisible_to_users_outside_the_server() -> None:
    assert await channels(channel_of(discord.TextChannel, view_channel=True), member=False).may_see(CHANNEL, 7) is False


@pytest.mark.parametrize(
    ("found", "seen"),
    [
        (thread(private=False, view_channel=True), True),
        (thread(private=False, view_channel=False), False),
        (thread(private=True, view_channel=True), False),
        (thread(private=True, member=True, view_channel=True), True),
        (thread(private=True, member=True, view_channel=False), False),
        (thread(private=True, view_channel=True, manage_threads=True), True),
    ],
)
@pytest.mark.parametrize("archived", [False, True])
async def test_thread_is_visible_to_those_who_may_read_it(found: Mock, seen: bool, archived: bool) -> None:
    api = channels(None, found) if archived else channels(found)
    assert await api.may_see(CHANNEL, 7) is seen


async def test_visibility_is_unknown_without_discords_data() -> None:
    assert await channels(None, guild=False).may_see(CHANNEL, 7) is None
    assert await channels(None, discord.InvalidData()).may_see(CHANNEL, 7) is None


@pytest.mark.parametrize("refused", [refusal(discord.NotFound, 10003), refusal(discord.Forbidden, 50001)])
async def test_missing_or_forbidden_thread_is_invisible(refused: discord.HTTPException) -> None:
    assert await channels(None, refused).may_see(CHANNEL, 7) is False


@pytest.mark.parametrize("code", [0, 987654])
async def test_unrelated_refusals_are_raised(code: int) -> None:
    with pytest.raises(discord.Forbidden):
        await channels(None, refusal(discord.Forbidden, code)).may_see(CHANNEL, 7)
