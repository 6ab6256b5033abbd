"""A match with private sheets, as its players see it in the channel and in direct messages."""

from dataclasses import dataclass
from typing import Any

from tests.wire.crash.boundaries import Stop
from tests.wire.crash.harness import BotHarness
from tests.wire.crash.table import Json, Table, controls, match_of
from tests.wire.emulator import Interaction, User


@dataclass(slots=True, eq=False)
class Sheets(Table):
    """A match of Chiefdom between Ada and Ben. A picture's name contains the match and the ply."""

    @property
    def start(self) -> str:
        """The beginning of its pictures' names."""
        return f"chiefdom-{self.match_id}-"

    def boards(self, ply: int | None = None) -> list[Json]:
        start = self.start + (f"{ply}." if ply is not None else "")
        return [message for message in self.messages() if _has_picture(message, start)]

    def direct_messages(self, user: User) -> list[Json]:
        """The player's direct messages about the match."""
        return [message for message in user.direct_channel.everything if _has_picture(message, self.start)]

    async def decide(self, user: User, stop: Stop | None = None) -> Interaction:
        """Let a player type the first suggestion. With ``stop``, wait only for the end of the process."""
        channel = self.channel_of(self.boards()[-1])
        typing = await user.autocomplete(channel, "move", "text", "", {"match": self.match_id})
        if stop is not None:
            self.harness.kill_at(*stop)
        sent = user.send_slash(channel, "move", {"text": typing.choices[0]["value"], "match": self.match_id})
        if stop is not None:
            await self.harness.killed()
        return sent

    def decisions(self) -> list[tuple[int, str]]:
        """Players and machine texts of the decisions."""
        rows = self.harness.rows("SELECT player, move FROM log WHERE match_id = ? AND kind = 'move'", self.match_id)
        return [(row["player"], row["move"]) for row in rows]

    def rolls(self) -> int:
        """The number of rolls."""
        return len(self.log("chance"))

    async def audit_turn(self, turn: int) -> None:
        """Check what all players see at the beginning of a turn, before any decision."""
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
    """The controls for decisions."""
    names = [part["custom_id"].split(":")[1] for part in controls(message)]
    return [name for name in names if name in {"sheet", "plan", "turn"}]


async def begin_sheets(harness: BotHarness, name: str) -> Sheets:
    """Start a match of Ada and Ben in its own channel; wait for the first board and both direct messages."""
    channel = harness.discord.create_channel(harness.guild, name)
    asked = await harness.ada.slash(channel, "play", {"game": "chiefdom", "opponent": harness.ben, "pace": "none"})
    table = Sheets(harness, channel, match_of(asked.shown), asked.shown)
    await table.press_join().until_answered()
    await harness.until(
        lambda: bool(table.boards()) and all(map(table.direct_messages, harness.people)), "a board and direct messages"
    )
    await table.audit_turn(1)
    return table
