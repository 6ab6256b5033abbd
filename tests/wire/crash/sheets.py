"""A match with private sheets, as its players see it in the channel and in their direct messages."""

from dataclasses import dataclass
from typing import Any

from tests.wire.crash.boundaries import Stop
from tests.wire.crash.harness import BotHarness
from tests.wire.crash.table import Json, Table, controls, match_of
from tests.wire.emulator import Interaction, User


@dataclass(slots=True, eq=False)
class Sheets(Table):
    """A match of Chiefdom between Ada and Ben. Every picture's name tells the match and the ply."""

    @property
    def start(self) -> str:
        """What the names of its pictures begin with."""
        return f"chiefdom-{self.match_id}-"

    def boards(self, ply: int | None = None) -> list[Json]:
        start = self.start + (f"{ply}." if ply is not None else "")
        return [message for message in self.messages() if _has_picture(message, start)]

    def direct_messages(self, user: User) -> list[Json]:
        """The direct messages that a player got about it."""
        return [message for message in user.direct_channel.everything if _has_picture(message, self.start)]

    async def decide(self, user: User, stop: Stop | None = None) -> Interaction:
        """Let a player type what is offered first; waited for is only the end of the process, if it is to ``stop``."""
        channel = self.channel_of(self.boards()[-1])
        typing = await user.autocomplete(channel, "move", "text", "", {"match": self.match_id})
        if stop is not None:
            self.harness.kill_at(*stop)
        sent = user.send_slash(channel, "move", {"text": typing.choices[0]["value"], "match": self.match_id})
        if stop is not None:
            await self.harness.killed()
        return sent

    def decisions(self) -> list[tuple[int, str]]:
        """Players and machine texts of what was decided."""
        rows = self.harness.rows("SELECT player, move FROM log WHERE match_id = ? AND kind = 'move'", self.match_id)
        return [(row["player"], row["move"]) for row in rows]

    def rolls(self) -> int:
        """How many rolls there were."""
        return len(self.log("chance"))

    async def audit_turn(self, turn: int) -> None:
        """Hold what everybody sees against what must be true once a turn has begun and nobody has decided in it."""
        await self.until_settled()
        assert (self.rolls(), len(self.decisions())) == (turn, 2 * (turn - 1))
        boards = self.boards()
        assert len(boards) == turn, "the board of every turn is posted once"
        assert [bool(_plays(board)) for board in boards] == [False] * (turn - 1) + [True]
        news = f"Turn {turn}: the dice show"
        assert [news in board["content"] for board in boards] == [False] * (turn - 1) + [True]
        for user in self.harness.people:
            (message,) = self.direct_messages(user)
            assert news in message["content"], "one message, about this turn"
            assert _plays(message)
        assert await self.harness.findings(self.match_id) == []


def _has_picture(message: Json, start: str) -> bool:
    return any(attachment["filename"].startswith(start) for attachment in message["attachments"])


def _plays(message: Json) -> list[Any]:
    """The controls with which something is decided."""
    names = [part["custom_id"].split(":")[1] for part in controls(message)]
    return [name for name in names if name in {"sheet", "plan", "turn"}]


async def begin_sheets(harness: BotHarness, name: str) -> Sheets:
    """Ada and Ben begin a match in a channel of its own; its first board and both direct messages are there."""
    channel = harness.discord.create_channel(harness.guild, name)
    asked = await harness.ada.slash(channel, "play", {"game": "chiefdom", "opponent": harness.ben, "pace": "none"})
    table = Sheets(harness, channel, match_of(asked.shown), asked.shown)
    await table.press_join().until_answered()
    await harness.until(
        lambda: bool(table.boards()) and all(map(table.direct_messages, harness.people)), "a board and direct messages"
    )
    await table.audit_turn(1)
    return table
