"""The bot of `tests.wire.bot_process` that begins a new session soon after another, and waits shortly for Discord.

Discord demands five seconds between two sessions, and discord.py waits as long again before a second one; how long the
bot waits, `tests.wire.test_shards` checks.
"""

import sys
from typing import Any

import bot.gateway.command_registration
import bot.gateway.shards
from bot.client import KurultaiClient
from tests.wire import bot_process
from tests.wire.crash.bot_process import put


async def begin_at_once(_client: KurultaiClient, *_arguments: Any, **_named: Any) -> None:
    """Do nothing before a session begins."""


def main() -> int:
    """Serve until SIGTERM."""
    put(bot.gateway.shards, "IDENTIFY_INTERVAL", 0.2)
    put(bot.gateway.command_registration, "START_SECONDS", 0.2)
    KurultaiClient.before_identify_hook = begin_at_once  # type: ignore[method-assign, assignment]
    return bot_process.main()


if __name__ == "__main__":
    sys.exit(main())
