"""A new host, from the project's files to a connected bot, in every way that docs/hosting describes."""

from __future__ import annotations

import asyncio
import configparser
import shlex
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wait_limit import WAIT_LIMIT
from tests.wire.emulator import DiscordEmulator
from tests.wire.hosting.containerfile import Stage, read_dockerfile
from tests.wire.hosting.machine import ROOT, Machine


@pytest.fixture
def machine() -> Iterator[Machine]:
    with Machine() as made:
        yield made


async def connect_and_stop(
    machine: Machine, discord: DiscordEmulator, command: list[str], environment: dict[str, str], umask: int = -1
) -> None:
    """Start the bot, see it ready and healthy, and stop it."""
    discord.create_channel(discord.create_guild("Club"), "games")
    bot = await machine.start(command, environment, umask)
    ready = asyncio.create_task(discord.until_ready())
    ended = asyncio.create_task(bot.wait())
    await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
    assert bot.returncode is None, machine.log.read_text()
    await ready
    await until_healthy(machine, environment)
    async with asyncio.timeout(WAIT_LIMIT):
        while '"event": "ready"' not in machine.log.read_text():  # noqa: ASYNC110 - nothing tells of a line in the log
            await asyncio.sleep(0.1)
    bot.send_signal(signal.SIGTERM)
    async with asyncio.timeout(WAIT_LIMIT):
        assert await ended == 0
    text = machine.log.read_text()
    assert '"level": "error"' not in text
    assert "Traceback" not in text


async def until_healthy(
    machine: Machine, environment: dict[str, str], command: tuple[str, ...] = ("python", "-m", "bot", "health")
) -> None:
    """Ask for the bot's health until it is healthy."""
    if "VIRTUAL_ENV" in environment:
        command = (f"{environment['VIRTUAL_ENV']}/bin/python", *command[1:])
    async with asyncio.timeout(WAIT_LIMIT):
        while await (await machine.start(command, environment)).wait() != 0:
            pass


# ----------------------------------------------------------------------------------------------------------- container


def build(machine: Machine, stages: list[Stage]) -> None:
    """Carry out the steps of the Dockerfile, in one folder for all stages: the last one copies it from the first."""
    machine.clone()
    context = machine.folder / "context"
    machine.app.rename(context)
    for stage in stages:
        folder = machine.folder
        for instruction in stage.instructions:
            text = machine.moved(instruction.text)
            match instruction.name:
                case "WORKDIR":
                    folder = Path(text)
                    folder.mkdir(parents=True, exist_ok=True)
                case "RUN":
                    machine.run(text, folder)
                case "COPY" if not text.startswith("--from="):
                    *sources, target = text.split()
                    if target.endswith("/"):
                        (folder / target).mkdir(parents=True, exist_ok=True)
                    files = [str(context / source) for source in sources]
                    machine.run(shlex.join(["cp", "-R", *files, target]), folder)


async def test_container(machine: Machine, emulated: DiscordEmulator) -> None:
    """The root is read-only; only the volume and /tmp can be written."""
    _, stages = read_dockerfile()
    final = stages[-1]
    build(machine, stages)
    assert sorted(path.name for path in machine.app.iterdir()) == [
        ".venv",
        "LICENSE",
        "bot",
        "engines",
        "lessons",
        "players",
        "render",
        "requirements",
    ]
    machine.protect(machine.app)
    settings = {name: machine.moved(value) for name, value in final.environment.items()}
    settings["PATH"] = settings["PATH"].replace("$PATH", "/usr/bin:/bin")
    environment = machine.environment(emulated) | settings
    assert final.health_check == ["python", "-m", "bot", "health"]
    await connect_and_stop(machine, emulated, final.command, environment)
    data = machine.folder / "data"
    assert "kurultai.sqlite3" in {path.name for path in data.iterdir()}
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    started = (data / "kurultai.sqlite3").stat().st_mtime
    assert [path for path in machine.app.rglob("*") if path.lstat().st_mtime > started] == []


# ------------------------------------------------------------------------------------------------------------- systemd


async def test_systemd_unit(machine: Machine, emulated: DiscordEmulator) -> None:
    """As docs/hosting/systemd.md says: the folder belongs to the user; the token is in .env."""
    unit = configparser.ConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(machine.moved((ROOT / "docs" / "kurultai.service").read_text(encoding="utf-8")))
    service = unit["Service"]
    machine.clone()
    machine.run(f"make --silent install PYTHON={machine.python} PIP_INSTALL='{machine.pip}'", machine.app)
    environment = machine.environment(emulated)
    token = environment.pop("DISCORD_TOKEN")
    settings = (machine.app / ".env.example").read_text(encoding="utf-8")
    (machine.app / ".env").write_text(settings.replace("DISCORD_TOKEN=", f"DISCORD_TOKEN={token}"), encoding="utf-8")
    (machine.app / ".env").chmod(0o600)
    machine.give(machine.app)
    assert service["WorkingDirectory"] == service["ReadWritePaths"] == str(machine.app)
    environment["VIRTUAL_ENV"] = str(machine.app / ".venv")
    await connect_and_stop(
        machine, emulated, shlex.split(service["ExecStart"]), environment, umask=int(service["UMask"], 8)
    )
    assert (machine.app / "kurultai.sqlite3").exists()


# ------------------------------------------------------------------------------------------------------------ Procfile


async def test_procfile(machine: Machine, emulated: DiscordEmulator) -> None:
    """A platform installs requirements.txt and sets variables; the only disk that is kept is elsewhere."""
    machine.clone()
    (processes,) = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    kind, _, command = processes.partition(": ")
    assert kind == "worker"
    machine.run("python3 -m venv .venv", machine.app)
    machine.run("python3 -m pip --python .venv/bin/python install -r requirements.txt", machine.app)
    disk = machine.folder / "data"
    disk.mkdir()
    machine.give(disk)
    machine.protect(machine.app)
    environment = machine.environment(emulated, KURULTAI_DATABASE=str(disk / "kurultai.sqlite3"))
    environment["PATH"] = f"{machine.app / '.venv' / 'bin'}:{environment['PATH']}"
    await connect_and_stop(machine, emulated, ["sh", "-c", f"exec {command}"], environment)
    assert (disk / "kurultai.sqlite3").exists()
