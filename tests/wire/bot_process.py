"""The real bot as a process, connected to an emulated Discord: `python -m tests.wire.bot_process`.

It does what `python -m bot` does, but its connector is made from what `DiscordEmulator.environment` put into the
environment.
"""

import asyncio
import os
import sys

from bot.log import configure_logging, enable_faulthandler
from bot.process.gc_tuning import GcTuning
from bot.settings import load_settings
from tests.wire.loopback import connector_from


def main() -> int:
    """Serve until SIGTERM; the exit status is 2 if Discord refused the bot, 1 if the database did."""
    settings = load_settings(os.environ, dotenv=None)
    configure_logging(settings.log_level, settings.log_format, (settings.token,))
    enable_faulthandler()
    with GcTuning() as gc_tuning:
        from bot.runner import serve

        fatal = asyncio.run(serve(settings, gc_tuning, lambda: connector_from(os.environ)))
    if fatal is None:
        return 0
    print(fatal.reason, file=sys.stderr)  # noqa: T201 - as a console does
    return 2 if fatal.refused_by_discord else 1


if __name__ == "__main__":
    sys.exit(main())
