"""Inputs: legal ones, nearly legal ones, and ones that no client of Discord would send."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.commands.match_actions import ACTIONS
from bot.ui.handlers import HANDLERS
from engines.game import CHANCE
from engines.registry import GAMES
from tests.discord_limits import walk
from tests.hostile.commands import BOOLEAN, CHANNEL, INTEGER, NUMBER, STRING, commands, invocation, spoiled
from tests.hostile.crowd import PLAYERS, Crowd
from tests.hostile.judge import StoredMatches
from tests.hostile.material import Material
from tests.wire.emulator.interactions import Kind
from tests.wire.emulator.messages import EPHEMERAL
from tests.wire.emulator.requests import Json
from tests.wire.emulator.world import Account, Channel, Guild

FINAL = frozenset({"resign", "cancel", "leave", "abort"})
"""Actions of `/match` that end something, which are tried less often."""

BUSY = 6
"""With fewer running matches than this, more tables are opened."""


PUBLIC = frozenset(
    (
        "sharemoment",
        "showfilm",
        "showranks",
        "showresult",
        "testtell",
        "newmatch",
        "matchformed",
        "tryalone",
        "versusbegin",
        "versusformed",
    )
)
"""Actions whose answers may be public, in any epoch: a table, a test of mentions, and what a user shares."""


@dataclass(frozen=True, slots=True)
class Input:
    """An input that a user sends."""

    kind: Kind
    user: Account
    channel: Channel
    data: Json
    message: Json | None = None

    @property
    def may_post(self) -> bool:
        """Whether the answer may be public: a table, a test of mentions, or what the user shares."""
        if self.kind is Kind.COMMAND:
            return self.data.get("name") == "play"
        _, _, action = str(self.data.get("custom_id")).partition(":")
        return action.partition(":")[0] in PUBLIC

    def __str__(self) -> str:
        return f"{self.kind.name} of {self.user.name!r} in {self.channel.name!r}: {self.data}"


class Inputs:
    """Makes inputs for the bot's current state."""

    def __init__(self, crowd: Crowd, stored: StoredMatches, rng: random.Random) -> None:
        self.crowd = crowd
        self.stored = stored
        self._rng = rng
        self._world = crowd.discord.world
        self._commands = commands(self._world)
        self.material = Material(stored, rng)
        self.private: deque[tuple[Account, Channel, Json]] = deque(maxlen=60)
        """Private answers, whose controls their readers can click."""
        self.forms: deque[tuple[Account, Channel, Json, Json | None]] = deque(maxlen=12)
        """Forms that are open."""

    # -------------------------------------------------------------------------------------------------------- choice

    def next(self) -> Input:
        """Return any input: about a third is legal, the rest is hostile."""
        rng = self._rng
        made = rng.choices(
            (
                self.turn,
                self.press,
                self.gathering,
                self.form,
                self.forged,
                self.forged_form,
                self.command,
                self.typing,
                self.menu,
            ),
            (8, 18, 4 if self._is_busy else 40, 6, 26, 10, 20, 8, 4),
        )[0]()
        return made or self.forged()

    @property
    def _is_busy(self) -> bool:
        """Whether enough matches are running."""
        return sum(row.status == "running" for row in self.stored.matches.values()) >= BUSY

    def note(self, user: Account, channel: Channel, message: Json) -> None:
        """Remember a message that a user received."""
        ids = [part["custom_id"] for part in walk(message["components"]) if part.get("custom_id")]
        self.material.custom_ids.extend(ids[:8])
        if message["flags"] & EPHEMERAL and ids:
            self.private.append((user, channel, message))

    # --------------------------------------------------------------------------------------------------------- legal

    def turn(self) -> Input | None:
        """Return a legal turn, or the beginning of one, typed by a player to move."""
        running = [(number, row) for number, row in self.stored.matches.items() if row.status == "running"]
        if not running:
            return None
        number, row = self._rng.choice(running)
        game = GAMES[row.game]
        state = game.load_state(row.state or "")
        players = [player for player in game.players_to_move(state) if player != CHANCE]
        seated = [person for person in row.people if person[2] != "invited"]
        if not players:
            return None
        player = self._rng.choice(players)
        user = self.crowd.who(seated[player][0])
        channel = self.crowd.channel_of(self.stored, number)
        if user is None or channel is None:
            return None
        typed: list[str] = []
        while not typed or self._rng.random() < 0.9:
            move = self._rng.choice(game.legal_moves(state, player))
            typed.append(game.format_move(state, player, move, player))
            state = game.apply(state, player, move)
            if game.turn_ended(state) or player not in game.players_to_move(state):
                break
        return self.slash(user, channel, "move", {"text": " ".join(typed)[:200], "match": number})

    def press(self) -> Input | None:
        """Return a click on a component that exists."""
        rng = self._rng
        if self.private and rng.random() < 0.6:
            user, channel, message = rng.choice(self.private)
        else:
            user = rng.choice(self.crowd.hostile + self.crowd.closed)
            there = [(place, message) for place in self.crowd.places_of(user) for message in place.everything[-4:]]
            if not there:
                return None
            channel, message = rng.choice(there)
        parts = [part for part in walk(message["components"]) if part.get("custom_id") and not part.get("disabled")]
        if not parts or (channel.guild is not None and user.id not in channel.guild.members):
            return None
        part = rng.choice(parts)
        if part["custom_id"].startswith(("k:resign", "k:cancel", "k:leave")) and rng.random() < 0.8:
            return None
        data: Json = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if part["type"] == STRING:
            data["values"] = [rng.choice(part["options"])["value"]]
        return Input(Kind.COMPONENT, user, channel, data, message)

    def gathering(self) -> Input | None:
        """Return a command that opens, joins or starts a table, so that matches are always running."""
        rng = self._rng
        guild = rng.choice(self.crowd.guilds)
        people = self.crowd.people_of(guild)
        slug = rng.choice(list(PLAYERS))
        here = [(number, row) for number, row in self.stored.matches.items() if row.guild_id == guild.id]
        tables = [(number, row) for number, row in here if row.status == "open"]
        mine = [pair for pair in tables if pair[1].game == slug]
        running = [row for _, row in here if row.status == "running" and row.game == slug]
        channel = rng.choice([place for place in guild.channels.values() if not place.is_thread])
        if len(tables) > 8:
            number, row = tables[0]
            opener = self.crowd.who(row.opener_id)
            closing = {"action": "cancel", "match": number}
            return None if opener is None else self.slash(opener, channel, "match", closing)
        if not mine:
            if len(running) > 2:
                return None
            return self.slash(rng.choice(people), channel, "play", {"game": slug})
        number, row = rng.choice(mine)
        channel = self.crowd.channel_of(self.stored, number) or channel
        if len(row.people) >= PLAYERS[slug]:
            user = self.crowd.who(row.people[0][0])
            return None if user is None else self.slash(user, channel, "match", {"action": "start", "match": number})
        sitting = {person[0] for person in row.people}
        user = rng.choice([person for person in people if person.id not in sitting])
        return self.slash(user, channel, "match", {"action": "join", "match": number})

    def form(self) -> Input | None:
        """Return a form that a user has opened and filled in."""
        if not self.forms:
            return None
        user, channel, modal, message = self.forms.popleft()
        value = self.material.typed() if user in self.crowd.hostile else "d3"
        return self._submitted(user, channel, modal["custom_id"], value, message)

    # ------------------------------------------------------------------------------------------------------- hostile

    def forged(self) -> Input:
        """Return a click on a control that does not exist, or that another user or message has."""
        rng = self._rng
        user, channel, message = self._somewhere()
        data: Json = {
            "custom_id": self.material.custom_id(user),
            "component_type": rng.choice((2, 2, 3, 3, 3, 5, 6, 8)),
        }
        if data["component_type"] != 2:
            count = rng.choice((0, 1, 1, 1, 1, 2, 25))
            data["values"] = [self.material.value(user) for _ in range(count)]
        return Input(Kind.COMPONENT, user, channel, data, message)

    def forged_form(self) -> Input:
        """Return a form that was never opened, filled in with anything."""
        user, channel, message = self._somewhere()
        name = self._rng.choice(("written", "cell", "named", "ask", *HANDLERS))
        custom_id = self.material.custom_id(user, name if self._rng.random() < 0.8 else None)
        return self._submitted(
            user, channel, custom_id, self.material.typed(4000), message if self._rng.random() < 0.7 else None
        )

    def command(self) -> Input:
        """Return any slash command with any options, sometimes one that differs from the registered one."""
        rng, user = self._rng, self._rng.choice(self.crowd.hostile)
        channel = rng.choice(self.crowd.places_of(user))
        path, options = rng.choice(self._commands)
        chosen = [option for option in options if option.get("required") or rng.random() < 0.5]
        data = invocation(self._world, path, [self._option(option, user, channel) for option in chosen])
        return Input(Kind.COMMAND, user, channel, spoiled(data, rng) if rng.random() < 0.06 else data)

    def typing(self) -> Input:
        """Return a request for suggestions."""
        rng, user = self._rng, self._rng.choice(self.crowd.hostile)
        channel = rng.choice(self.crowd.places_of(user))
        offering = [item for item in self._commands if any(option.get("autocomplete") for option in item[1])]
        path, options = rng.choice(offering)
        asked = rng.choice([option for option in options if option.get("autocomplete")])
        given = [self._option(option, user, channel) for option in options if option is asked or rng.random() < 0.3]
        for item in given:
            if item["name"] == asked["name"]:
                item |= {"value": self.material.typed() if rng.random() < 0.8 else "", "focused": True}
        data = invocation(self._world, path, given)
        return Input(Kind.AUTOCOMPLETE, user, channel, spoiled(data, rng) if rng.random() < 0.04 else data)

    def menu(self) -> Input:
        """Return a command in the menu of a right-click, on a user or a message."""
        rng = self._rng
        user, channel, message = self._somewhere()
        if rng.random() < 0.6:
            data = {"id": "1", "name": "Explain this board", "type": 3, "target_id": message["id"]}
            return Input(Kind.COMMAND, user, channel, data | {"resolved": {"messages": {message["id"]: message}}})
        target = rng.choice(self._guests(channel.guild))
        data = {"id": "1", "name": "Challenge", "type": 2, "target_id": str(target.id)}
        return Input(Kind.COMMAND, user, channel, data | {"resolved": {"users": {str(target.id): target.json()}}})

    # -------------------------------------------------------------------------------------------------------- parts

    def slash(self, user: Account, channel: Channel, name: str, values: Json) -> Input:
        """Return a valid command."""
        path = tuple(name.split())
        options = next(known for declared, known in self._commands if declared == path)
        chosen = [option for option in options if option["name"] in values]
        given = [{"name": each["name"], "type": each["type"], "value": values[each["name"]]} for each in chosen]
        return Input(Kind.COMMAND, user, channel, invocation(self._world, path, given))

    def _submitted(
        self, user: Account, channel: Channel, custom_id: str, value: str, message: Json | None = None
    ) -> Input:
        line = {"type": 4, "id": 2, "custom_id": "text", "value": value}
        part: Json = {"type": 18, "id": 1, "component": line}
        if self._rng.random() < 0.1:
            part = {"type": 1, "id": 1, "components": [line]}
        components = self._rng.choice(([part], [part], [part], [part], [], [part, part]))
        return Input(Kind.MODAL, user, channel, {"custom_id": custom_id, "components": components}, message)

    def _somewhere(self) -> tuple[Account, Channel, Json]:
        """Return a user, a channel and a message in it: the newest board, a table, a private answer."""
        rng = self._rng
        while True:
            if self.private and rng.random() < 0.3:
                user, channel, message = rng.choice(self.private)
                if user in self.crowd.hostile and (channel.guild is None or user.id in channel.guild.members):
                    return user, channel, message
                continue
            user = rng.choice(self.crowd.hostile)
            channel = rng.choice(self.crowd.places_of(user))
            if channel.messages:
                return user, channel, rng.choice(channel.everything[-5:])
            if channel.guild is None:
                return user, channel, _strange(channel, user)

    # ----------------------------------------------------------------------------------------------------- commands

    def _option(self, option: Json, user: Account, channel: Channel) -> Json:
        rng, kind = self._rng, option["type"]
        choices = [choice["value"] for choice in option.get("choices") or ()]
        value: Any
        if choices and rng.random() < 0.85:
            value = rng.choice(choices)
        elif option["name"] == "action" and rng.random() < 0.85:
            value = rng.choice([action.key for action in ACTIONS if action.key not in FINAL or rng.random() < 0.4])
        elif kind == STRING:
            longest = option.get("max_length") or 300
            value = self.material.typed(longest if rng.random() < 0.9 else 6000)
        elif kind in {INTEGER, NUMBER}:
            value = self.material.number()
        elif kind == BOOLEAN:
            value = rng.random() < 0.5
        elif kind == CHANNEL:
            places = [place for place in self.crowd.places_of(user) if place.guild is not None]
            value = str(rng.choice(places).id)
        else:
            value = str(rng.choice(self._guests(channel.guild)).id)
        return {"name": option["name"], "type": kind, "value": value}

    def _guests(self, guild: Guild | None) -> Sequence[Account]:
        bot = self.crowd.discord.world.bot
        return [*(self.crowd.hostile if guild is None else self.crowd.people_of(guild)), bot]


def _strange(channel: Channel, user: Account) -> Json:
    """Return a message that is not the bot's."""
    return {
        "id": "1",
        "channel_id": str(channel.id),
        "type": 0,
        "author": user.json(),
        "content": "not yours",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "flags": 0,
    }
