"""``python -m bot standby-check`` against an emulated Discord."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.cli import standby_check as module
from bot.cli.console import Console
from bot.cli.standby_check import BOTH_HEAR, NOT_SHOWN, check_standby
from bot.locales import Catalogues
from bot.settings import Settings
from tests.wire.emulator import DiscordEmulator
from tests.wire.emulator.gateway import CloseCode

ADVICE = "A process that stands by can be connected to Discord: set KURULTAI_STANDBY=connected."

COMMAND = {
    "id": "1",
    "application_id": "2",
    "type": 2,
    "token": "token",
    "version": 1,
    "user": {"id": "3", "username": "ada", "discriminator": "0", "avatar": None},
    "channel": {"id": "4", "type": 1},
    "data": {"id": "5", "name": "about", "type": 1},
    "attachment_size_limit": 10_000_000,
    "entitlements": [],
    "authorizing_integration_owners": {},
}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IDENTIFY_INTERVAL", 0.0)
    monkeypatch.setattr(module, "COMMAND_SECONDS", 10.0)


async def run(emulated: DiscordEmulator, folder: Path, token: str | None = None) -> int:
    settings = Settings(token=token or emulated.token, database=folder / "kurultai.sqlite3")
    return await check_standby(settings, Console(Catalogues(), {}), emulated.connector)


async def sessions(emulated: DiscordEmulator) -> None:
    gateway = emulated.gateway
    await emulated.until(lambda: len(gateway.sessions) == 2 and gateway.ready, "two sessions")


async def test_two_sessions_that_hear_of_one_command(
    emulated: DiscordEmulator, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checking = asyncio.create_task(run(emulated, tmp_path))
    await sessions(emulated)
    emulated.gateway.dispatch("INTERACTION_CREATE", COMMAND)
    assert await checking == BOTH_HEAR
    assert capsys.readouterr().out.splitlines()[-1].endswith(ADVICE)


async def test_session_that_hears_nothing_is_told(
    emulated: DiscordEmulator,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "OTHER_SECONDS", 0.05)
    checking = asyncio.create_task(run(emulated, tmp_path))
    await sessions(emulated)
    silenced = next(iter(emulated.gateway.sessions))
    del emulated.gateway.sessions[silenced]
    emulated.gateway.dispatch("INTERACTION_CREATE", COMMAND)
    assert await checking == NOT_SHOWN
    assert "Only one session heard of it." in capsys.readouterr().out


async def test_ended_session_is_told(
    emulated: DiscordEmulator, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checking = asyncio.create_task(run(emulated, tmp_path))
    await sessions(emulated)
    emulated.gateway.connections[0].close(4005)
    assert await checking == NOT_SHOWN
    assert "Discord ended one of the sessions." in capsys.readouterr().out


async def test_reason_why_discord_refuses_a_session_is_told(
    emulated: DiscordEmulator, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    emulated.gateway.refuses = CloseCode.SHARDING_REQUIRED
    assert await run(emulated, tmp_path) == NOT_SHOWN
    assert "it closed the connection with 4011" in capsys.readouterr().err


async def test_wrong_token_is_told(
    emulated: DiscordEmulator, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run(emulated, tmp_path, "wrong") == NOT_SHOWN
    assert "Discord does not accept the bot token." in capsys.readouterr().err
