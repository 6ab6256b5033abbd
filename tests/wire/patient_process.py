"""The bot of `tests.wire.bot_process` with more patience than any test.

It defers nothing only because time has passed, and gives up neither an answer nor a write only because Discord or
another process takes long.
"""

import sys

import bot.load.thresholds
from tests.patience import PATIENCE
from tests.wire import bot_process
from tests.wire.crash.bot_process import put, wait_for_others


def main() -> int:
    """Serve until SIGTERM."""
    put(bot.load.thresholds, "DEFER_AFTER", 2 * PATIENCE)
    put(bot.load.thresholds, "LONGEST_CALLBACK", 2 * PATIENCE)
    wait_for_others(2 * PATIENCE)
    return bot_process.main()


if __name__ == "__main__":
    sys.exit(main())
