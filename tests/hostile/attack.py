"""Actions of tests against a match: clicks on controls that exist, and forged ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.discord_limits import walk
from tests.hostile.fuzz_session import FuzzSession
from tests.hostile.inputs import Input
from tests.wire.emulator.interactions import Interaction, Kind
from tests.wire.emulator.requests import Json
from tests.wire.emulator.world import Account, Channel


@dataclass(slots=True)
class Attack:
    """A match under a fuzz session, and the actions of its users."""

    session: FuzzSession
    problems: list[str] = field(default_factory=list)
    """Problems that the judge has found."""

    @property
    def people(self) -> list[Account]:
        """Users of the first server: a manager, the two players, and others."""
        return self.session.crowd.hostile[:6]

    @property
    def channel(self) -> Channel:
        """The channel of the table."""
        return next(iter(self.session.crowd.guilds[0].channels.values()))

    @property
    def place(self) -> Channel:
        """The channel or thread of the match."""
        found = self.session.crowd.channel_of(self.session.stored, 1)
        assert found is not None
        return found

    @property
    def table(self) -> Json:
        """The message of the table."""
        return self.channel.everything[0]

    @property
    def board(self) -> Json:
        """The newest board."""
        return self.place.everything[-1]

    async def begin(self, game: str = "iye") -> None:
        """Open a table for two and join it, with which the match starts."""
        ann, bob = self.people[1:3]
        options = {"options": "wins: 3, first: 1"} if game == "iye" else {}
        await self.slash(ann, "play", {"game": game, **options})
        await self.slash(bob, "match", {"action": "join", "match": 1})

    async def slash(self, user: Account, name: str, options: Json, channel: Channel | None = None) -> Interaction:
        """Send a command of a user."""
        return await self.send(self.session.inputs.slash(user, channel or self.channel, name, options))

    async def menu(self, user: Account, name: str, kind: int, target: int, resolved: Json) -> Interaction:
        """Use a command in the menu of a right-click on a user (2) or a message (3)."""
        data = {"id": "1", "name": name, "type": kind, "target_id": str(target), "resolved": resolved}
        return await self.send(Input(Kind.COMMAND, user, self.channel, data))

    async def press(
        self, user: Account, message: Json, custom_id: str, values: list[str] | None = None, kind: int | None = None
    ) -> Interaction:
        """Click a component, whether it exists or not."""
        data: Json = {"custom_id": custom_id, "component_type": kind or (2 if values is None else 3)}
        if values is not None:
            data["values"] = values
        channel = self.session.discord.world.channels[int(message["channel_id"])]
        return await self.send(Input(Kind.COMPONENT, user, channel, data, message))

    async def complete(self, user: Account, path: str, typed: str, option: str = "text") -> Interaction:
        """Request suggestions for an option of a command."""
        given = [{"name": option, "type": 3, "value": typed, "focused": True}]
        data = {"id": "1", "name": path, "type": 1, "options": given}
        return await self.send(Input(Kind.AUTOCOMPLETE, user, self.channel, data))

    async def send(self, sent: Input) -> Interaction:
        """Send an input and judge its effects."""
        tokens = set(self.session.discord.interactions.by_token)
        self.problems += await self.session.moment([sent])
        (token,) = set(self.session.discord.interactions.by_token) - tokens
        return self.session.discord.interactions.by_token[token]


def controls(message: Json) -> list[str]:
    """Return the custom ids of a message's controls."""
    return [part["custom_id"] for part in walk(message["components"]) if part.get("custom_id")]


def control(message: Json, name: str) -> str:
    """Return the custom id of a message's control for an action."""
    return next(custom_id for custom_id in controls(message) if custom_id.startswith(f"k:{name}:"))


def text_of(interaction: Interaction) -> str:
    """Return the text of the private answer to an interaction."""
    shown: Any = interaction.original if interaction.original is not interaction.message else None
    message = shown or interaction.followups[-1]
    assert message["flags"] & 64, "everybody can read it"
    return "\n".join([message["content"], *(part.get("content") or "" for part in walk(message["components"]))])
