"""Databases written by earlier versions, with a simulated Discord that contains what they refer to."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.e2e.world import World

FOLDER = Path(__file__).parents[1] / "fixtures" / "older_databases"
VERSIONS = ("5689bb7", "87b0308")

HERE = ("reminders", "expiries")
"""Tables whose messages are in the match's channel."""
LAID_OUT = 1 << 15
"""Flag of a message that consists of components only, as tables do."""
TEXT = {"type": 10, "content": "Old"}
BUTTONS = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "Old", "custom_id": "k:matches:0:0:"}]}]


def write_database(version: str, path: Path) -> None:
    """Restore the database of a version as that version left it."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript((FOLDER / f"{version}.sql").read_text(encoding="utf-8"))


def restore_world(world: World, version: str) -> None:
    """Set up what a version left: the database, and users, channels and messages in Discord."""
    path = world.settings.database
    write_database(version, path)
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        (alive,) = database.execute("SELECT value FROM meta WHERE key = 'alive_at'").fetchone()
        world.clock.now = int(alive) + 30
        WorldRestorer(world, database).restore()


class WorldRestorer:
    """Creates the users, channels and messages that a database refers to, with the same ids."""

    def __init__(self, world: World, database: sqlite3.Connection) -> None:
        self._world = world
        self._backend: Any = world.env.backend
        self._database = database

    def restore(self) -> None:
        """Create everything."""
        (guild,) = self._rows("SELECT DISTINCT guild_id AS id FROM matches WHERE guild_id IS NOT NULL")
        self._world.guild = self._world.env.create_guild("Steppe", id=guild["id"])
        self._world.guild.create_text_channel("welcome")
        self._users()
        for match in self._rows("SELECT * FROM matches ORDER BY id"):
            if match["lost_at"] is None:
                self._channels(match)
        self._messages()

    def _rows(self, sql: str) -> list[sqlite3.Row]:
        return self._database.execute(sql).fetchall()

    @contextmanager
    def _with_id(self, number: int) -> Iterator[None]:
        """Give this id to the next object that is created."""
        with patch.object(self._backend, "snowflake", lambda: self._backend.reserve_id(number)):
            yield

    def _users(self) -> None:
        everybody = (
            "SELECT user_id, name FROM seats UNION SELECT user_id, 'Watcher' FROM watchers"
            " UNION SELECT user_id, name FROM former_seats"
        )
        names = {row["user_id"]: row["name"] for row in self._rows(everybody) if row["user_id"] > 0}
        for user_id, name in names.items():
            with self._with_id(user_id):
                user = self._world.env.create_user(name.lower(), global_name=name)
            self._world.guild.add_member(user)

    def _channels(self, match: sqlite3.Row) -> None:
        channel_id, thread_id = match["channel_id"], match["thread_id"]
        if channel_id not in self._backend.channels:
            with self._with_id(channel_id):
                if match["guild_id"] is None:
                    self._backend.get_dm_channel(match["opener_id"])
                else:
                    self._world.guild.create_text_channel(f"games-{channel_id % 100}")
        if match["table_message_id"] is not None:
            self._message(channel_id, match["table_message_id"], "", [TEXT, *BUTTONS], LAID_OUT)
        if thread_id is not None:
            bot = self._backend.bot_user.id
            self._backend.create_thread(channel_id, f"match {match['id']}", bot, message_id=thread_id, broadcast=False)
        if match["board_message_id"] is not None:
            self._message(self._channel_of(match["id"]), match["board_message_id"])

    def _channel_of(self, match_id: int) -> int:
        sql = f"SELECT coalesce(thread_id, channel_id) AS place FROM matches WHERE id = {match_id}"
        return int(self._rows(sql)[0]["place"])

    def _holder(self, match_id: int, player: int) -> int:
        sql = f"SELECT user_id FROM seats WHERE match_id = {match_id} AND player = {player}"
        return int(self._rows(sql)[0]["user_id"])

    def _messages(self) -> None:
        for table in HERE:
            for row in self._rows(f"SELECT match_id, message_id FROM {table} WHERE message_id IS NOT NULL"):
                self._message(self._channel_of(row["match_id"]), row["message_id"])
        for row in self._rows("SELECT channel_id, message_id FROM answerable"):
            self._message(row["channel_id"], row["message_id"])
        for row in self._rows("SELECT * FROM letters WHERE message_id IS NOT NULL"):
            self._direct_message(self._holder(row["match_id"], row["player"]), row["message_id"])
        for table in ("watchers", "nudges"):
            for row in self._rows(f"SELECT user_id, message_id FROM {table} WHERE message_id IS NOT NULL"):
                self._direct_message(row["user_id"], row["message_id"])
        for row in self._rows("SELECT lane, match_id, args FROM outbox"):
            args = json.loads(row["args"])
            if args.get("message_id") is not None:
                self._edited(row["lane"], row["match_id"], args)

    def _edited(self, queue_key: str, match_id: int | None, args: dict[str, Any]) -> None:
        """Create the message that a row of the outbox edits or deletes."""
        family, _, rest = queue_key.partition(":")
        if family == "match" and match_id is not None:
            self._message(args.get("channel", self._channel_of(match_id)), args["message_id"])
        elif family == "sheet" and match_id is not None:
            user_id = args["user"] if "user" in args else self._holder(match_id, args["player"])
            self._direct_message(user_id, args["message_id"])
        else:
            self._direct_message(int(rest.rpartition(":")[2]), args["message_id"])

    def _direct_message(self, user_id: int, message_id: int) -> None:
        self._message(self._backend.get_dm_channel(user_id).id, message_id)

    def _message(
        self, channel_id: int, message_id: int, content: str = "Old", parts: list[Any] = BUTTONS, flags: int = 0
    ) -> None:
        if message_id not in self._backend.messages.get(channel_id, {message_id: None}):
            with self._with_id(message_id):
                bot = self._backend.bot_user.id
                self._backend.create_message(channel_id, bot, content, components=parts, flags=flags, broadcast=False)
