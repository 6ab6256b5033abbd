"""Users at their clients: they type commands, click, choose and fill in modals.

Every action comes in two forms: ``send_click`` hands the interaction over and returns at once, ``click`` also waits for
the first answer as Discord does, and fails where Discord would show "The application did not respond".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.wire.emulator.interactions import Interaction, Kind, invocation, menu_invocation
from tests.wire.emulator.messages import component, inputs, numbered, snapshot
from tests.wire.emulator.requests import Json
from tests.wire.emulator.world import Account, Channel, Guild, World

Begin = Callable[[Kind, Account, Channel, Json, Json | None], Interaction]

STRING_SELECT, TEXT_INPUT, USER_SELECT = 3, 4, 5


class User:
    """A user of the bot."""

    def __init__(self, world: World, account: Account, guild: Guild | None, begin: Begin) -> None:
        self._world = world
        self._begin = begin
        self.account = account
        self.guild = guild
        """The server they are in, as far as the test is concerned."""

    @property
    def id(self) -> int:
        """Their id."""
        return self.account.id

    @property
    def name(self) -> str:
        """Their name."""
        return self.account.name

    @property
    def mention(self) -> str:
        """How a message names them."""
        return f"<@{self.id}>"

    @property
    def member(self) -> Json | None:
        """Their member object in their server."""
        return self.guild.members.get(self.id) if self.guild else None

    @property
    def direct_channel(self) -> Channel:
        """Their conversation with the bot."""
        return self._world.direct_channel(self.account)

    # --------------------------------------------------------------------------------------------------------- commands

    def send_slash(self, channel: Channel, name: str, options: Mapping[str, Any] | None = None) -> Interaction:
        """Use a slash command, `player away` for a subcommand; options by name, people as `User`."""
        data = invocation(self._commands(channel), name, dict(options or {}))
        return self._send(Kind.COMMAND, channel, data)

    async def slash(self, channel: Channel, name: str, options: Mapping[str, Any] | None = None) -> Interaction:
        """Use a slash command and wait for the first answer."""
        return await self.send_slash(channel, name, options).until_answered()

    def send_menu(self, channel: Channel, name: str, target: "User | Json") -> Interaction:
        """Use a command in the menu of a right-click, on a user or on a message."""
        return self._send(Kind.COMMAND, channel, menu_invocation(self._commands(channel), name, target))

    async def menu(self, channel: Channel, name: str, target: "User | Json") -> Interaction:
        """Use a command in a menu and wait for the first answer."""
        return await self.send_menu(channel, name, target).until_answered()

    def send_typing(
        self, channel: Channel, name: str, focused: str, typed: str, options: Mapping[str, Any] | None = None
    ) -> Interaction:
        """Type into an option of a slash command."""
        data = invocation(self._commands(channel), name, {**(options or {}), focused: typed}, focused)
        return self._send(Kind.AUTOCOMPLETE, channel, data)

    async def autocomplete(
        self, channel: Channel, name: str, focused: str, typed: str, options: Mapping[str, Any] | None = None
    ) -> Interaction:
        """Type into an option of a slash command; the answer's ``choices`` are what is offered."""
        return await self.send_typing(channel, name, focused, typed, options).until_answered()

    def _commands(self, channel: Channel) -> list[Json]:
        guild_id = channel.guild.id if channel.guild else None
        return self._world.commands.get(guild_id, []) * (guild_id is not None) + self._world.commands[None]

    # ------------------------------------------------------------------------------------------------------- components

    def send_click(self, message: Json, name: str) -> Interaction:
        """Click a button, named by its custom_id or its label."""
        return self._use(message, component(message, name))

    async def click(self, message: Json, name: str) -> Interaction:
        """Click a button and wait for the first answer."""
        return await self.send_click(message, name).until_answered()

    def send_select(self, message: Json, name: str, *values: Any) -> Interaction:
        """Choose in a select, named by its custom_id or placeholder: values of its options, or people."""
        part = component(message, name)
        low, high = part.get("min_values"), part.get("max_values")
        if not (1 if low is None else low) <= len(values) <= (1 if high is None else high):
            raise ValueError(f"{name!r} takes {low} to {high} values, not {len(values)}")
        offered = {option["value"] for option in part.get("options") or ()}
        if part["type"] == STRING_SELECT and not set(values) <= offered:
            raise LookupError(f"{name!r} offers {sorted(offered)}, not {values}")
        chosen: Json = {"values": [str(getattr(value, "id", value)) for value in values]}
        if part["type"] == USER_SELECT:
            chosen["resolved"] = {"users": {str(user.id): user.account.json() for user in values}}
        return self._use(message, part, chosen)

    async def select(self, message: Json, name: str, *values: Any) -> Interaction:
        """Choose in a select and wait for the first answer."""
        return await self.send_select(message, name, *values).until_answered()

    def _use(self, message: Json, part: Json, more: Json | None = None) -> Interaction:
        channel = self._world.channel(int(message["channel_id"]))
        data = {"component_type": part["type"], "custom_id": part["custom_id"], "id": part["id"], **(more or {})}
        # A client may show an old version; Discord sends the current message.
        current = channel.messages.get(int(message["id"]), message)
        return self._send(Kind.COMPONENT, channel, data, current)

    # ----------------------------------------------------------------------------------------------------------- modals

    def send_submit(self, opened: Interaction, values: Mapping[str, str | Sequence[str]]) -> Interaction:
        """Send the modal that an interaction was answered with; values by custom_id or label."""
        modal = snapshot(opened.callback_data)
        if unused := values.keys() - {name for part in modal["components"] for name in names(part)}:
            raise LookupError(f"the modal has no {sorted(unused)}")
        components = [submitted(part, values) for part in numbered(modal["components"])]
        data = {"custom_id": modal["custom_id"], "components": components}
        return self._send(Kind.MODAL, opened.channel, data, opened.message)

    def send_form(self, channel: Channel, data: Json, message: Json | None = None) -> Interaction:
        """Send a modal that was never opened, as a modified client can."""
        return self._send(Kind.MODAL, channel, data, message)

    async def submit(self, opened: Interaction, values: Mapping[str, str | Sequence[str]]) -> Interaction:
        """Send a modal and wait for the first answer."""
        return await self.send_submit(opened, values).until_answered()

    def _send(self, kind: Kind, channel: Channel, data: Json, message: Json | None = None) -> Interaction:
        if channel.guild is not None and self.id not in channel.guild.members:
            raise LookupError(f"{self.name} is not a member of {channel.guild.name}")
        return self._begin(kind, self.account, channel, data, message)


def names(part: Json) -> set[str]:
    """The names of a top-level part of a modal."""
    labels = {part.get("label"), *(item.get("label") for item in inputs({"components": [part]}))}
    return {item["custom_id"] for item in inputs({"components": [part]})} | {label for label in labels if label}


def submitted(part: Json, values: Mapping[str, str | Sequence[str]]) -> Json:
    """Return a top-level part of a modal as it is sent in: a row, a label, or a text."""
    shown: Json = {"type": part["type"], "id": part["id"]}
    if "component" in part:
        shown["component"] = filled(part["component"], values, part.get("label"))
    elif "components" in part:
        shown["components"] = [filled(item, values, item.get("label")) for item in part["components"]]
    return shown


def filled(item: Json, values: Mapping[str, str | Sequence[str]], label: str | None) -> Json:
    """Return an input with its value, if a client would accept it."""
    given = values.get(item["custom_id"], values.get(label or "", item.get("value") or ""))
    shown = {"type": item["type"], "id": item["id"], "custom_id": item["custom_id"]}
    if item["type"] != TEXT_INPUT:
        return shown | {"values": [given] if isinstance(given, str) and given else list(given)}
    if not isinstance(given, str):
        raise TypeError(f"{label!r} takes one text")
    low = (item.get("min_length") or 0) if given else int(item.get("required") is not False)
    if not low <= len(given) <= (item.get("max_length") or 4000):
        raise ValueError(f"the client does not send {given!r} for {label!r}")
    return shown | {"value": given}
