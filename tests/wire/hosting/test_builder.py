"""The image is built and started where a container builder works; elsewhere its steps are run by ``test_ways``."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.wait_limit import WAIT_LIMIT
from tests.wire.emulator import DiscordEmulator
from tests.wire.hosting.containerfile import ROOT, read_dockerfile
from tests.wire.hosting.machine import Machine

IMAGE = "kurultai-of-the-tests"
LIMITED = ("--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--network=host")
"""The limits of compose.yaml; the emulated Discord is on this machine."""

PULL_SECONDS = 300
"""Timeout of fetching the base image."""


def find_builder() -> str | None:
    """Return a command that can run the base image, if there is one."""
    base = read_dockerfile()[0]["PYTHON_IMAGE"]
    for name in ("docker", "podman"):
        command = [name, "run", "--rm", *LIMITED, base, "true"]
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(command, capture_output=True, check=True, timeout=PULL_SECONDS)
            return name
    return None


@pytest.fixture
def builder() -> Iterator[str]:
    """A container builder that works; without one the test is skipped, or fails where one is required."""
    found = find_builder()
    if found is None:
        if os.environ.get("KURULTAI_REQUIRE_CONTAINER"):
            pytest.fail("no container builder works here")
        pytest.skip("no container builder works here; test_ways runs the same steps")
    yield found
    subprocess.run([found, "rm", "--force", IMAGE], capture_output=True, check=False)


async def run(*command: str) -> tuple[int, str]:
    """Run a command; returns its exit status and output."""
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


async def test_image_is_built_and_connects(builder: str, emulated: DiscordEmulator) -> None:
    emulated.create_channel(emulated.create_guild("Club"), "games")
    status, output = await run(builder, "build", "--tag", IMAGE, ".")
    assert status == 0, output
    with Machine() as machine:
        environment = machine.environment(emulated)
        wire = machine.folder / "wire"
        environment = {name: environment[name] for name in environment if name.startswith(("DISCORD_", "KURULTAI_"))}
        environment["PYTHONPATH"] = f"{wire}:/opt/kurultai"
        variables = [f"--env={name}={value}" for name, value in environment.items()]
        status, output = await run(
            *(builder, "run", "--detach", "--name", IMAGE, *LIMITED, f"--volume={wire}:{wire}:ro", *variables, IMAGE)
        )
        assert status == 0, output
        await emulated.until_ready()
        async with asyncio.timeout(WAIT_LIMIT):
            while (await run(builder, "exec", IMAGE, "python", "-m", "bot", "health"))[0] != 0:
                pass
        assert (await run(builder, "stop", "--time=15", IMAGE))[0] == 0
        assert '"event": "ready"' in (await run(builder, "logs", IMAGE))[1]
