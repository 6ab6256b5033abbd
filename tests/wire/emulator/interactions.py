"""Interactions: users' actions, and the bot's answers.

https://docs.discord.com/developers/interactions/receiving-and-responding
"""

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from tests.wait_limit import WAIT_LIMIT
from tests.wire.emulator.messages import EPHEMERAL, texts
from tests.wire.emulator.requests import Json, Request
from tests.wire.emulator.world import Account, Channel, Permission, World

DEADLINE = 3.0
"""Seconds within which Discord wants the first answer."""


class Kind(IntEnum):
    """Types of interactions."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """Types of answers."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9


class NotAnsweredError(AssertionError):
    """The user was shown "The application did not respond"."""


@dataclass(slots=True, eq=False)
class Interaction:
    """One thing that a user did, with everything the bot answered."""

    id: int
    token: str
    kind: Kind
    user: Account
    channel: Channel
    data: Json
    """Which command, component or modal, with its values."""
    message: Json | None
    """The message whose component was used."""
    sent: float
    """Clock `time.perf_counter` when it was handed to the gateway."""
    answered: float | None = None
    """The same clock when the first answer had arrived."""
    completed: float | None = None
    """The same clock when the answer was visible; for a deferred answer, when its content arrived."""
    callback: Json | None = None
    """The first answer: its type and data."""
    request: Request | None = None
    """The request of the first answer, with its files."""
    original: Json | None = None
    """The message that the answer created, or updated."""
    followups: list[Json] = field(default_factory=list)
    """Messages that came after it."""
    first: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    complete: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def callback_type(self) -> Callback | None:
        """The type of the first answer; None before it."""
        return Callback(self.callback["type"]) if self.callback else None

    @property
    def callback_data(self) -> Json:
        """The data of the first answer."""
        return (self.callback or {}).get("data") or {}

    @property
    def latency(self) -> float:
        """Seconds from the gateway to the first answer."""
        if self.answered is None:
            raise NotAnsweredError(f"{self} was not answered")
        return self.answered - self.sent

    @property
    def completion(self) -> float:
        """Seconds from the gateway to the first visible answer."""
        if self.completed is None:
            raise NotAnsweredError(f"{self} was put off and not completed")
        return self.completed - self.sent

    @property
    def choices(self) -> list[Json]:
        """What autocomplete offered."""
        return list(self.callback_data.get("choices") or ())

    @property
    def shown(self) -> Json:
        """The message that the user got: the answer, or the content of a deferred one.

        Raises:
            LookupError: the answer was not a message.
        """
        if self.original is not None:
            return self.original
        if self.followups:
            return self.followups[0]
        raise LookupError(f"{self} was answered with no message")

    @property
    def private(self) -> bool:
        """Whether only this user sees the answer."""
        return bool(self.shown["flags"] & EPHEMERAL)

    @property
    def text(self) -> str:
        """All texts in the answer."""
        return "\n".join(texts(self.shown))

    async def until_answered(self, limit: float = WAIT_LIMIT) -> "Interaction":
        """Wait for the first answer."""
        return await self._until(self.first, limit, "answered")

    async def until_complete(self, limit: float = WAIT_LIMIT) -> "Interaction":
        """Wait for a visible answer, which a deferred one is not yet."""
        return await self._until(self.complete, limit, "completed")

    async def _until(self, future: "asyncio.Future[None]", limit: float, what: str) -> "Interaction":
        try:
            async with asyncio.timeout(limit):
                await asyncio.shield(future)
        except TimeoutError:
            raise NotAnsweredError(f"{self} was not {what} within {limit:g} s") from None
        return self

    def __str__(self) -> str:
        name = self.data.get("name") or self.data.get("custom_id")
        return f"{self.kind.name.lower()} {name!r} of {self.user.name}"

    def begin(self, request: Request, original: Json | None, *, complete: bool) -> None:
        """Record the first answer."""
        self.request, self.callback, self.original = request, request.body, original
        self.answered = request.received
        if not self.first.done():
            self.first.set_result(None)
        if complete:
            self.finish(request)

    def finish(self, request: Request) -> None:
        """Record that the answer is visible."""
        if not self.complete.done():
            self.completed = request.received
            self.complete.set_result(None)


class Interactions:
    """All interactions; makes the event of each."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.by_token: dict[str, Interaction] = {}

    def begin(
        self, kind: Kind, user: Account, channel: Channel, data: Json, message: Json | None = None
    ) -> tuple[Interaction, Json]:
        """Make an interaction and the data of its event."""
        interaction = Interaction(
            id=self._world.snowflake(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user=user,
            channel=channel,
            data=data,
            message=message,
            sent=time.perf_counter(),
        )
        self.by_token[interaction.token] = interaction
        return interaction, self._event(interaction)

    def find(self, token: str) -> Interaction | None:
        """Return the interaction of a token."""
        return self.by_token.get(token)

    def forget(self, before: float) -> None:
        """Forget what was answered and sent before a moment of the clock `time.perf_counter`."""
        old = [token for token, one in self.by_token.items() if one.complete.done() and one.sent < before]
        for token in old:
            del self.by_token[token]

    def _event(self, interaction: Interaction) -> Json:
        """Return the data of INTERACTION_CREATE."""
        user, channel, guild = interaction.user, interaction.channel, interaction.channel.guild
        app_permissions = self._world.bot_permissions(channel) | Permission.EMBED_LINKS
        event: Json = {
            "id": str(interaction.id),
            "application_id": str(self._world.application_id),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel": channel.json(self._world.bot),
            "channel_id": str(channel.id),
            "locale": user.locale,
            "app_permissions": str(app_permissions),
            "entitlements": [],
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if guild is not None:
            event |= {
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_id": str(guild.id),
                "guild_locale": guild.locale,
                "member": guild.members[user.id] | {"permissions": str(guild.permissions(user.id))},
                "context": 0,
                "authorizing_integration_owners": {"0": str(guild.id)},
            }
        else:
            event |= {"user": user.json(), "context": 1, "authorizing_integration_owners": {"0": "0"}}
        if interaction.message is not None:
            event["message"] = interaction.message
        return event


OPTION_VALUES = {3: str, 4: int, 5: bool, 6: int, 7: int, 8: int, 9: int, 10: float}
"""Python types of the values of an option, by its type."""


def invocation(commands: list[Json], name: str, values: dict[str, Any], focused: str | None = None) -> Json:
    """Return the data of a slash command as a client sends it: path of subcommands, options with their types.

    ``values`` are by option name: texts, numbers, truth values, and for people and channels whatever has an ``id``.

    Raises:
        LookupError: there is no such command, subcommand or option.
        ValueError: a required option is missing, or a value is not one of the choices.
    """
    top, *path = name.split()
    command = _named(commands, top, "command")
    level: Json = {"options": []}
    data: Json = {"id": command["id"], "name": top, "type": 1, "options": level["options"]}
    declared = command
    for part in path:
        declared = _named(declared.get("options") or [], part, "subcommand")
        inner: Json = {"name": part, "type": declared["type"], "options": []}
        level["options"].append(inner)
        level = inner
    options = {option["name"]: option for option in declared.get("options") or ()}
    if unknown := values.keys() - options.keys():
        raise LookupError(f"/{name} has no option {sorted(unknown)}, it has {sorted(options)}")
    if focused is None and (missing := {n for n, o in options.items() if o.get("required")} - values.keys()):
        raise ValueError(f"/{name} needs {sorted(missing)}")
    level["options"].extend(_given(option, values[key], focused) for key, option in options.items() if key in values)
    resolved = _resolved(options, values)
    return data | ({"resolved": resolved} if resolved else {})


def menu_invocation(commands: list[Json], name: str, target: Any) -> Json:
    """Return the data of a command in the menu of a right-click, on a `User` or on a message.

    The target is resolved as in Discord
    (https://discord.com/developers/docs/interactions/application-commands#user-commands).

    Raises:
        LookupError: there is no such command for this kind of target.
    """
    on_message = isinstance(target, dict)
    kind = 3 if on_message else 2
    command = _named([item for item in commands if item.get("type") == kind], name, "menu command")
    number = str(target["id"] if on_message else target.id)
    resolved = {"messages": {number: target}} if on_message else _resolved({"target": {"type": 6}}, {"target": target})
    return {"id": command["id"], "name": name, "type": kind, "target_id": number, "resolved": resolved}


def _named(items: list[Json], name: str, kind: str) -> Json:
    for item in items:
        if item["name"] == name:
            return item
    raise LookupError(f"no {kind} {name!r} among {[item['name'] for item in items]}")


def _given(option: Json, value: Any, focused: str | None) -> Json:
    plain = getattr(value, "id", value)
    kind = option["type"]
    if option["name"] == focused:
        return {"name": option["name"], "type": kind, "value": str(plain), "focused": True}
    choices = [choice["value"] for choice in option.get("choices") or ()]
    if choices and plain not in choices:
        raise ValueError(f"{option['name']} is one of {choices}, not {plain!r}")
    if not isinstance(plain, OPTION_VALUES.get(kind, object)):
        raise TypeError(f"{option['name']} does not take {plain!r}")
    return {"name": option["name"], "type": kind, "value": str(plain) if kind in (6, 7, 8, 9) else plain}


def _resolved(options: dict[str, Json], values: dict[str, Any]) -> Json:
    found: Json = {}
    for name, value in values.items():
        if options[name]["type"] in (6, 9):
            found.setdefault("users", {})[str(value.id)] = value.account.json()
            if value.member is not None:
                member = {key: item for key, item in value.member.items() if key not in ("user", "deaf", "mute")}
                found.setdefault("members", {})[str(value.id)] = member
        elif options[name]["type"] == 7:
            shown = {"id": str(value.id), "name": value.name, "type": value.type, "permissions": "0"}
            found.setdefault("channels", {})[str(value.id)] = shown
    return found
