"""``python -m bot check`` against an emulated Discord: it only asks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import discord
import pytest

from bot.cli.check import NAMED, SERVERS_AT_ONCE, check_everything
from bot.cli.console import Console
from bot.invite import PERMISSIONS, permission_bits
from bot.locales import Catalogues
from bot.settings import Settings
from tests.wire.emulator import DiscordEmulator


class Checker:
    """Runs the check; returns its status and output."""

    def __init__(self, emulated: DiscordEmulator, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._emulated = emulated
        self._folder = folder
        self._capsys = capsys

    async def __call__(self, token: str | None = None) -> tuple[int, list[str]]:
        settings = Settings(
            token=self._emulated.token if token is None else token, database=self._folder / "kurultai.sqlite3"
        )
        status = await check_everything(settings, Console(Catalogues(), {}), self._emulated.connector)
        assert list(self._folder.iterdir()) == []
        assert self._emulated.requests_for("GATEWAY /") == []
        return status, self._capsys.readouterr().out.splitlines()


@pytest.fixture
def check(emulated: DiscordEmulator, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Checker:
    return Checker(emulated, tmp_path, capsys)


async def test_working_setup_is_reported_ok_in_every_line(emulated: DiscordEmulator, check: Checker) -> None:
    emulated.create_guild("Club")
    emulated.create_guild("Other club")
    status, lines = await check()
    assert status == 0
    assert all(line.startswith("ok: ") for line in lines)
    assert lines[3:] == [
        "ok: Discord accepts the token of Kurultai.",
        "ok: Discord still allows 999 of 1000 starts today.",
        "ok: The bot is in 2 servers.",
    ]


async def test_warnings_about_voice_are_not_logged(
    emulated: DiscordEmulator, check: Checker, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("warn_nacl", "warn_dave"):
        monkeypatch.setattr(discord.VoiceClient, name, True)
    emulated.create_guild("Club")
    await check()
    assert "voice" not in caplog.text


async def test_missing_permissions_are_named_without_failing(emulated: DiscordEmulator, check: Checker) -> None:
    emulated.create_guild("Club").bot_permissions = permission_bits() & ~PERMISSIONS["Create Public Threads"]
    emulated.create_guild("Ruled").bot_permissions = 1 << 3
    status, lines = await check()
    assert status == 0
    assert lines[-2:] == ["ok: The bot is in 2 servers.", "note: Missing permissions in Club: Create Public Threads."]


async def test_only_some_of_many_servers_are_named(emulated: DiscordEmulator, check: Checker) -> None:
    for number in range(SERVERS_AT_ONCE + 1):
        emulated.create_guild(f"Club {number}").bot_permissions = 0
    status, lines = await check()
    assert status == 0
    assert lines[5] == f"ok: The bot is in {SERVERS_AT_ONCE + 1} servers."
    assert sum(line.startswith("note: Missing permissions in Club") for line in lines) == NAMED
    assert lines[-1] == f"note: Permissions are missing in {SERVERS_AT_ONCE + 1 - NAMED} more servers."


async def test_bot_without_servers_gets_the_invite_link(check: Checker) -> None:
    status, lines = await check()
    assert status == 0
    assert lines[-1] == "note: The bot is not in any server yet. “python -m bot invite” prints the invite link."


async def test_unknown_token_fails_the_check(check: Checker) -> None:
    status, lines = await check("a" * 24 + ".wrong." + "b" * 30)
    assert status == 2
    assert lines[-1].startswith("WRONG: Discord does not accept the bot token.")
    assert sum(line.startswith("ok: ") for line in lines) == 3


async def test_missing_token_fails_after_the_other_checks_ran(check: Checker) -> None:
    status, lines = await check("")
    assert status == 2
    assert lines[-1].startswith("WRONG: There is no bot token")
    assert sum(line.startswith("ok: ") for line in lines) == 3


async def test_interactions_endpoint_fails_the_check(emulated: DiscordEmulator, check: Checker) -> None:
    emulated.world.interactions_address = "https://example.org/interactions"
    status, lines = await check()
    assert status == 2
    assert any(line.startswith("WRONG: Discord sends commands and clicks to https://example.org/") for line in lines)


async def test_used_up_sessions_fail_the_check(emulated: DiscordEmulator, check: Checker) -> None:
    limit = {"total": 1000, "remaining": 0, "reset_after": 1, "max_concurrency": 1}
    gateway = {"url": "wss://gateway.discord.gg", "shards": 1, "session_start_limit": limit}
    emulated.fail("GET /gateway/bot", 200, answer=gateway)
    status, lines = await check()
    assert status == 2
    assert "WRONG: Discord still allows 0 of 1000 starts today." in lines


async def test_unavailable_discord_fails_the_check(
    emulated: DiscordEmulator, check: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    emulated.fail("GET /users/@me", 403)
    status, lines = await check()
    assert status == 2
    assert lines[-1].startswith("WRONG: Discord cannot be reached: it answers with 403")
    monkeypatch.setattr("bot.cli.check.SECONDS", 0.05)
    gate = emulated.hold("GET /users/@me")
    asking = asyncio.create_task(check())
    await gate.reached()
    status, lines = await asking
    gate.open()
    assert status == 2
    assert lines[-1].startswith("WRONG: Discord did not answer within")
