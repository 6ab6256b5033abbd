"""The bot of `tests.wire.bot_process` that gives up pictures of its rendering process at once, as on a busy machine."""

import sys

from bot.load import thresholds
from tests.wire import bot_process


def main() -> int:
    """Serve until SIGTERM."""
    thresholds.LONGEST_PICTURE = 0.01
    return bot_process.main()


if __name__ == "__main__":
    sys.exit(main())
