"""Connections to Discord: few enough that a burst does not fill the memory with them."""

from __future__ import annotations

from typing import Any

import aiohttp

CONNECTIONS = 32
"""Most connections to one host: as many as interactions are served at a time.

asyncio keeps a third of a megabyte for each one that is encrypted. Without a limit, which is discord.py's choice, 500
interactions at one moment took 150 MB and a sixth more of the processor, for shaking hands. With this one they are all
acknowledged within Discord's three seconds as long as Discord takes less than 0.19 for each; 50 posts a second keep ten
connections busy.
"""


def bounded_connector(**more: Any) -> aiohttp.TCPConnector:
    """Make a connector; to be called inside a running loop, with ``more`` of aiohttp's arguments.

    The limit holds for each host, so that the gateway, which has a host of its own, never waits for requests.
    """
    return aiohttp.TCPConnector(limit=0, limit_per_host=CONNECTIONS, **more)
