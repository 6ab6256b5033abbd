"""discord.py's cache of servers, shared by all shards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord.state import AutoShardedConnectionState


class ShardedState(AutoShardedConnectionState[Any]):
    """The state of any number of shards; one until :meth:`set_shards` is called.

    discord.py forgets its servers when a client without shards starts a new session, but not when one of several shards
    does, although some servers may have removed the bot meanwhile. This state forgets the servers of that shard.
    """

    shard_count: int
    hold: Callable[[Any], None] | None
    """Called with each interaction instead of handling it, while another process acts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.hold = None
        super().__init__(*args, **kwargs)
        self.set_shards(1)

    def set_shards(self, count: int) -> None:
        """Set the number of shards, before the first one is connected."""
        self.shard_count = count
        self.shard_ids = range(count)

    def parse_ready(self, data: Any) -> None:
        """Read READY of the shard whose connection it came from."""
        shard_id = data.get("__shard_id__") or 0  # set by discord.py's socket
        if self.shard_count == 1:
            self.clear(views=False)
        else:
            for guild in [guild for guild in self.guilds if guild.shard_id == shard_id]:
                self._remove_guild(guild)
        super().parse_ready(data | {"shard": [shard_id, self.shard_count]})

    def parse_interaction_create(self, data: Any) -> None:
        """Read an interaction, or hold it."""
        if self.hold is None:
            super().parse_interaction_create(data)
        else:
            self.hold(data)

    def end_hold(self) -> None:
        """Hold no more interactions."""
        self.hold = None

    def parse_held(self, data: Any) -> None:
        """Read an interaction that was held."""
        hold, self.hold = self.hold, None
        try:
            self.parsers["INTERACTION_CREATE"](data)
        finally:
            self.hold = hold

    def parse_resumed(self, data: Any) -> None:
        """Read RESUMED of a shard."""
        super().parse_resumed(data | {"__shard_id__": data.get("__shard_id__") or 0})

    def cancel_ready_tasks(self) -> None:
        """End the tasks that wait for the last server, which would fail without an event loop."""
        for task in (self._ready_task, *self._ready_tasks.values()):
            if task is not None:
                task.cancel()
