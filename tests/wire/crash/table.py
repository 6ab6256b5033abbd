"""One table and its match, in Discord and in the database."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.wire.emulator import Channel, Interaction, User

if TYPE_CHECKING:
    from tests.wire.crash.harness import BotHarness

Json = dict[str, Any]


def controls(message: Json) -> list[Json]:
    """The controls of a message."""
    found: list[Json] = []
    for part in message["components"]:
        found += [part] if "custom_id" in part else []
        found += controls({"components": part.get("components") or ()})
    return found


def match_of(message: Json) -> int:
    """The match of a message's controls."""
    return int(controls(message)[0]["custom_id"].split(":")[2])


@dataclass(slots=True, eq=False)
class Table:
    """One table and its match, as users see it."""

    harness: "BotHarness"
    channel: Channel
    """The table's channel, which has no other table."""
    match_id: int
    message: Json = field(default_factory=dict)
    """The table's message; empty if the match was not started by a press."""

    @property
    def threads(self) -> list[Channel]:
        """All threads of the channel."""
        return [channel for channel in self.harness.discord.world.channels.values() if channel.parent is self.channel]

    def boards(self, ply: int | None = None) -> list[Json]:
        """Posted boards, of one ply or of all."""
        start = f"iye-{self.match_id}-" + (f"{ply}." if ply is not None else "")
        return [
            message
            for message in self.messages()
            if any(attachment["filename"].startswith(start) for attachment in message["attachments"])
        ]

    def messages(self) -> list[Json]:
        """All messages in the channel and its threads."""
        return [message for place in (self.channel, *self.threads) for message in place.everything]

    async def until_board(self, ply: int) -> Json:
        """Wait for the board of a ply, and return it."""
        await self.harness.until(lambda: bool(self.boards(ply)), f"the board of ply {ply}")
        return self.boards(ply)[0]

    async def until_message_recorded(self) -> None:
        """Wait until the table's message is recorded: that transaction begins only after the answer to the command."""
        await self.harness.reports.watch.until(
            lambda: self.stored()["table_message_id"] is not None, "the record of the table's message"
        )

    async def until_settled(self) -> None:
        """Wait until every press is answered and nothing about the match is left to be posted or recorded."""
        harness = self.harness
        try:
            await harness.reports.watch.until(
                lambda: harness.reports.idle and not self.waiting_rows(), "an empty outbox"
            )
            # A commit is on the disk before the process knows it, and before its report arrives here.
            await harness.reports.caught_up()
            await harness.reports.watch.until(lambda: harness.reports.idle, "the end of every transaction")
        except TimeoutError as error:
            raise AssertionError(f"{error}: {self.waiting_rows()}\n{self.harness.log}") from None

    # ---------------------------------------------------------------------------------------------------------- playing

    def press_join(self) -> Interaction:
        """Let Ben take the last seat, which starts the match."""
        return self.harness.ben.send_click(self.message, "Join")

    def mover(self, board: Json) -> User:
        """Return the player whom a board mentions."""
        (called,) = board["mentions"]
        return next(user for user in self.harness.people if str(user.id) == called["id"])

    def buttons(self, board: Json) -> list[str]:
        """The buttons of a board that move the drum."""
        return [part["custom_id"] for part in controls(board) if ":move:" in part["custom_id"]]

    def click(self, board: Json, button: str | None = None) -> Interaction:
        """Let the player to move press a board's first button, or the given one."""
        return self.mover(board).send_click(board, button or self.buttons(board)[0])

    def type(self, board: Json) -> Interaction:
        """Let the player to move type the move of a board's first button."""
        move = self.buttons(board)[0].split(":", 4)[4]
        return self.mover(board).send_slash(self.channel_of(board), "move", {"text": move})

    def channel_of(self, message: Json) -> Channel:
        """The channel of a message."""
        return self.harness.discord.world.channel(int(message["channel_id"]))

    # -------------------------------------------------------------------------------------------------------- comparing

    def stored(self) -> sqlite3.Row:
        """The match in the database."""
        (row,) = self.harness.rows("SELECT * FROM matches WHERE id = ?", self.match_id)
        return row

    def waiting_rows(self) -> list[str]:
        """The kinds of the match's rows in the outbox."""
        rows = self.harness.rows("SELECT kind FROM outbox WHERE match_id = ? ORDER BY id", self.match_id)
        return [row["kind"] for row in rows]

    def log(self, kind: str) -> list[tuple[int, str]]:
        """Plies and machine texts of the stored moves, or of the deals."""
        rows = self.harness.rows("SELECT ply, move FROM log WHERE match_id = ? AND kind = ?", self.match_id, kind)
        return [(row["ply"], row["move"]) for row in rows]

    async def play_on(self) -> None:
        """Press a button of the newest board, and check everything since the start."""
        ply = self.stored()["ply"]
        await self.click(await self.until_board(ply)).until_answered()
        await self.until_board(ply + 1)
        await self.audit(range(self.log("chance")[-1][0], ply + 2))

    async def audit(self, plies: Sequence[int]) -> None:
        """Check what was posted after the boards of all ``plies``."""
        await self.until_settled()
        posted = Counter(ply for ply in plies for _ in self.boards(ply))
        assert posted == dict.fromkeys(plies, 1), "the board of every ply is posted once"
        assert len(self.boards()) == len(plies), "and no others"
        pressable = [ply for ply in plies for board in self.boards(ply) if self.buttons(board)]
        assert set(pressable) <= {plies[-1]}, "only the newest board has buttons"
        assert await self.harness.findings(self.match_id) == []
