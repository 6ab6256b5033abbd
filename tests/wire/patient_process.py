"""The bot of `tests.wire.bot_process` with more patience than any test.

It defers nothing only because time has passed, and gives up neither an answer nor a write only because Discord or
another process takes long.
"""

import sys

import bot.load.thresholds
from tests.wait_limit import WAIT_LIMIT
from tests.wire import bot_process
from tests.wire.crash.bot_process import put, wait_for_others


def main() -> int:
    """Serve until SIGTERM."""
    put(bot.load.thresholds, "DEFER_AFTER", 2 * WAIT_LIMIT)
    put(bot.load.thresholds, "LONGEST_CALLBACK", 2 * WAIT_LIMIT)
    wait_for_others(2 * WAIT_LIMIT)
    return bot_process.main()


if __name__ == "__main__":
    sys.exit(main())
