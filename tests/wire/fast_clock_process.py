"""The bot of `tests.wire.bot_process` on a machine whose clock is five seconds ahead."""

import sys
import time

from tests.wire import bot_process


def main() -> int:
    """Serve until SIGTERM."""
    right = time.time
    time.time = lambda: right() + 5
    return bot_process.main()


if __name__ == "__main__":
    sys.exit(main())
