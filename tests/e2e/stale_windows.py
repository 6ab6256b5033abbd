"""Private messages that are too old to be updated when their match moves on."""

from __future__ import annotations

from bot.ui.interactions.open_windows import OPEN_SECONDS
from tests.e2e.world import World


def let_windows_age(world: World) -> None:
    """Let a quarter of an hour pass for the open private messages, and for nothing else."""
    world.bot.services.open_windows.showing(0, world.clock.now + OPEN_SECONDS)
