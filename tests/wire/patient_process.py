"""The bot of `tests.wire.bot_process` with longer time limits than any test.

It never defers because of elapsed time, and never gives up a response or a write because Discord or another process is
slow.
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
