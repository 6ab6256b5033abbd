"""The bot of `tests.wire.bot_process` with more patience than any test.

It defers nothing only because time has passed, and gives up no write only because another process takes long over its.
"""

import sys

import bot.ui.call
from tests.patience import PATIENCE
from tests.wire import bot_process
from tests.wire.crash.bot_process import put, wait_for_others


def main() -> int:
    """Serve until SIGTERM."""
    put(bot.ui.call, "DEFER_AFTER", 2 * PATIENCE)
    wait_for_others(2 * PATIENCE)
    return bot_process.main()


if __name__ == "__main__":
    sys.exit(main())
