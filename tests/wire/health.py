"""``python -m bot health`` in a process of its own, as an operator or a container runs it."""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.wait_limit import WAIT_LIMIT
from tests.wire.process import ROOT


async def health(environment: Mapping[str, str], folder: Path = ROOT, python: str = sys.executable) -> tuple[int, str]:
    """Return the exit status and everything written."""
    process = await asyncio.create_subprocess_exec(
        python,
        *("-m", "bot", "health"),
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode().strip()


async def until_health(environment: Mapping[str, str], begins: str, folder: Path = ROOT) -> tuple[int, str]:
    """Run it until its output begins in a certain way."""
    found = (-1, "")
    try:
        async with asyncio.timeout(WAIT_LIMIT):
            while not (found := await health(environment, folder))[1].startswith(begins):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.2)
    except TimeoutError:
        raise AssertionError(f"health says: {found}") from None
    return found
