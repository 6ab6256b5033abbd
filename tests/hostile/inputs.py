"""One input after the other: what is legal, what is nearly legal, what no client of Discord would send."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.ui.every import ERRANDS, HANDLERS
from bot.ui.planners.plan import mark_of
from engines.game import CHANCE
from engines.registry import GAMES
from tests.discord_limits import walk
from tests.hostile import texts
from tests.hostile.crowd import PLAYERS, Crowd
from tests.hostile.judge import Books, Stand
from tests.wire.emulator.interactions import Kind
from tests.wire.emulator.messages import EPHEMERAL
from tests.wire.emulator.requests import Json
from tests.wire.emulator.world import Account, Channel, Guild

WORDS = (
    *("a1", "m13", "a1-m13", "z9-a1", "h9:r17", "N4", "home", "pass", "d3", "top left", "middle"),
    *("22:00-07:00", "24:00", "7-22", "Europe/Istanbul", "America/Argentina/Buenos_Aires", "Mars/Olympus", "UTC+99"),
    *("2026-12-24", "2026-02-30", "24.12.-1.1.", "tomorrow", "1970-01-01", "9999-12-31", "0000-00-00"),
    *(
        "3d",
        "1h+10m",
        "1d 12h",
        "0",
        "-1d",
        "99999999999d",
        "1e400",
        "12h,1h",
        "90",
        "draw",
        "abort",
        "rematch",
        "undo",
    ),
    *("yes", "text", "picture", "text:h9-r17", "iye", "totem", "#pieces", "#ends", "!pass", "spam"),
)
"""Beginnings of what options and details may hold: areas, times, zones, dates, paces, kinds."""

STRING, INTEGER, BOOLEAN, PERSON, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
BUSY = 6
"""Running matches below which people open more tables than later."""
NUMBERS = (0, 1, -1, 2**31, 2**53, -(2**53), 10**17, 404)


@dataclass(frozen=True, slots=True)
class Input:
    """Something that somebody sends."""

    kind: Kind
    user: Account
    channel: Channel
    data: Json
    message: Json | None = None

    @property
    def may_post(self) -> bool:
        """Whether the answer may be for everybody: a table, a film that is shown around, a test of mentions."""
        if self.kind is Kind.COMMAND:
            return self.data.get("name") == "play"
        return str(self.data.get("custom_id")).startswith(("k:showfilm:", "k:testtell:"))

    def __str__(self) -> str:
        return f"{self.kind.name} of {self.user.name!r} in {self.channel.name!r}: {self.data}"


class Inputs:
    """Makes inputs for the bot as it stands."""

    def __init__(self, crowd: Crowd, books: Books, luck: random.Random) -> None:
        self._crowd = crowd
        self._books = books
        self._luck = luck
        self.custom_ids: deque[str] = deque(maxlen=600)
        """Those that were seen lately, of whomever."""
        self.private: deque[tuple[Account, Channel, Json]] = deque(maxlen=60)
        """Private answers, which their readers can press on."""
        self.forms: deque[tuple[Account, Channel, Json, Json | None]] = deque(maxlen=12)
        """Forms that are open."""
        self._words: dict[tuple[int, int], Sequence[str]] = {}

    # -------------------------------------------------------------------------------------------------------- choice

    def next(self) -> Input:
        """Any input: a third is what people do, the rest is trouble."""
        luck = self._luck
        made = luck.choices(
            (
                self.turn,
                self.press,
                self.gathering,
                self.form,
                self.forged,
                self.forged_form,
                self.command,
                self.typing,
            ),
            (8, 18, 4 if self._is_busy else 40, 6, 26, 10, 20, 8),
        )[0]()
        return made or self.forged()

    @property
    def _is_busy(self) -> bool:
        """Whether enough matches are played to make trouble in."""
        return sum(stand.status == "running" for stand in self._books.matches.values()) >= BUSY

    def note(self, user: Account, channel: Channel, message: Json) -> None:
        """Remember what somebody was shown."""
        ids = [part["custom_id"] for part in walk(message["components"]) if part.get("custom_id")]
        self.custom_ids.extend(ids[:8])
        if message["flags"] & EPHEMERAL and ids:
            self.private.append((user, channel, message))

    # --------------------------------------------------------------------------------------------------- what is legal

    def turn(self) -> Input | None:
        """Somebody who is awaited types a legal turn, or the beginning of one."""
        running = [(number, stand) for number, stand in self._books.matches.items() if stand.status == "running"]
        if not running:
            return None
        number, stand = self._luck.choice(running)
        game = GAMES[stand.game]
        state = game.load_state(stand.state or "")
        awaited = [player for player in game.players_to_move(state) if player != CHANCE]
        seated = [person for person in stand.people if person[2] != "invited"]
        if not awaited:
            return None
        player = self._luck.choice(awaited)
        user = self._crowd.who(seated[player][0])
        channel = self._crowd.place_of(self._books, number)
        if user is None or channel is None:
            return None
        typed: list[str] = []
        while not typed or self._luck.random() < 0.9:
            move = self._luck.choice(game.legal_moves(state, player))
            typed.append(game.format_move(state, player, move, player))
            state = game.apply(state, player, move)
            if game.turn_ended(state) or player not in game.players_to_move(state):
                break
        return self.slash(user, channel, "move", {"text": " ".join(typed)[:200], "match": number})

    def press(self) -> Input | None:
        """Somebody presses what is there."""
        luck = self._luck
        if self.private and luck.random() < 0.6:
            user, channel, message = luck.choice(self.private)
        else:
            user = luck.choice(self._crowd.hostile + self._crowd.closed)
            there = [(place, message) for place in self._crowd.places_of(user) for message in place.everything[-4:]]
            if not there:
                return None
            channel, message = luck.choice(there)
        parts = [part for part in walk(message["components"]) if part.get("custom_id") and not part.get("disabled")]
        if not parts or (channel.guild is not None and user.id not in channel.guild.members):
            return None
        part = luck.choice(parts)
        if part["custom_id"].startswith(("k:resign", "k:cancel", "k:leave")) and luck.random() < 0.8:
            return None
        data: Json = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if part["type"] == STRING:
            data["values"] = [luck.choice(part["options"])["value"]]
        return Input(Kind.COMPONENT, user, channel, data, message)

    def gathering(self) -> Input | None:
        """Somebody opens a table, joins or starts one, so that there is always something to play."""
        luck = self._luck
        guild = luck.choice(self._crowd.guilds)
        people = self._crowd.people_of(guild)
        slug = luck.choice(list(PLAYERS))
        here = [(number, stand) for number, stand in self._books.matches.items() if stand.guild_id == guild.id]
        tables = [(number, stand) for number, stand in here if stand.status == "open"]
        mine = [pair for pair in tables if pair[1].game == slug]
        running = [stand for _, stand in here if stand.status == "running" and stand.game == slug]
        channel = luck.choice([place for place in guild.channels.values() if not place.is_thread])
        if len(tables) > 8:
            number, stand = tables[0]
            opener = self._crowd.who(stand.opener_id)
            return None if opener is None else self.slash(opener, channel, "match cancel", {"match": number})
        if not mine:
            if len(running) > 2:
                return None
            wanted = {"name": texts.name(luck)} if slug == "chiefdom" and guild is not self._crowd.guilds[2] else {}
            return self.slash(luck.choice(people), channel, f"play {slug}", wanted)
        number, stand = luck.choice(mine)
        channel = self._crowd.place_of(self._books, number) or channel
        if len(stand.people) >= PLAYERS[slug]:
            user = self._crowd.who(stand.people[0][0])
            return None if user is None else self.slash(user, channel, "match start", {"match": number})
        sitting = {person[0] for person in stand.people}
        user = luck.choice([person for person in people if person.id not in sitting])
        return self.slash(user, channel, "match join", {"match": number})

    def form(self) -> Input | None:
        """Somebody fills in a form that is open."""
        if not self.forms:
            return None
        user, channel, modal, message = self.forms.popleft()
        value = self._typed() if user in self._crowd.hostile else "d3"
        return self._submitted(user, channel, modal["custom_id"], value, message)

    # ----------------------------------------------------------------------------------------------- what is trouble

    def forged(self) -> Input:
        """A press on a control that is not there, or not for this person, or on another message."""
        luck = self._luck
        user, channel, message = self._somewhere()
        data: Json = {"custom_id": self._custom_id(user), "component_type": luck.choice((2, 2, 3, 3, 3, 5, 6, 8))}
        if data["component_type"] != 2:
            count = luck.choice((0, 1, 1, 1, 1, 2, 25))
            data["values"] = [self._value(user) for _ in range(count)]
        return Input(Kind.COMPONENT, user, channel, data, message)

    def forged_form(self) -> Input:
        """A form that nobody opened, filled in with whatever."""
        user, channel, message = self._somewhere()
        name = self._luck.choice(("written", "cell", "named", "ask", *HANDLERS))
        custom_id = self._custom_id(user, name if self._luck.random() < 0.8 else None)
        return self._submitted(
            user, channel, custom_id, self._typed(4000), message if self._luck.random() < 0.7 else None
        )

    def command(self) -> Input:
        """Any slash command with any options, sometimes one that does not fit what is registered."""
        luck, user = self._luck, self._luck.choice(self._crowd.hostile)
        channel = luck.choice(self._crowd.places_of(user))
        path, options = luck.choice(self._commands())
        if path[-1] in {"resign", "cancel", "leave", "abort"} and luck.random() < 0.6:
            path, options = next(item for item in self._commands() if item[0] == ("move",))
        chosen = [option for option in options if option.get("required") or luck.random() < 0.5]
        data = self._invocation(path, [self._option(option, user, channel) for option in chosen])
        return Input(Kind.COMMAND, user, channel, self._spoiled(data) if luck.random() < 0.06 else data)

    def typing(self) -> Input:
        """Suggestions are asked for while something is typed."""
        luck, user = self._luck, self._luck.choice(self._crowd.hostile)
        channel = luck.choice(self._crowd.places_of(user))
        offering = [item for item in self._commands() if any(option.get("autocomplete") for option in item[1])]
        path, options = luck.choice(offering)
        asked = luck.choice([option for option in options if option.get("autocomplete")])
        given = [self._option(option, user, channel) for option in options if option is asked or luck.random() < 0.3]
        for item in given:
            if item["name"] == asked["name"]:
                item |= {"value": self._typed() if luck.random() < 0.8 else "", "focused": True}
        data = self._invocation(path, given)
        return Input(Kind.AUTOCOMPLETE, user, channel, self._spoiled(data) if luck.random() < 0.04 else data)

    # -------------------------------------------------------------------------------------------------------- parts

    def slash(self, user: Account, channel: Channel, name: str, values: Json) -> Input:
        """A command as it is meant to be."""
        path = tuple(name.split())
        options = next(known for declared, known in self._commands() if declared == path)
        chosen = [option for option in options if option["name"] in values]
        given = [{"name": each["name"], "type": each["type"], "value": values[each["name"]]} for each in chosen]
        return Input(Kind.COMMAND, user, channel, self._invocation(path, given))

    def _submitted(
        self, user: Account, channel: Channel, custom_id: str, value: str, message: Json | None = None
    ) -> Input:
        line = {"type": 4, "id": 2, "custom_id": "text", "value": value}
        part: Json = {"type": 18, "id": 1, "component": line}
        if self._luck.random() < 0.1:
            part = {"type": 1, "id": 1, "components": [line]}
        components = self._luck.choice(([part], [part], [part], [part], [], [part, part]))
        return Input(Kind.MODAL, user, channel, {"custom_id": custom_id, "components": components}, message)

    def _somewhere(self) -> tuple[Account, Channel, Json]:
        """Somebody, a place and a message that is there: the newest board, a table, a private answer."""
        luck = self._luck
        while True:
            if self.private and luck.random() < 0.3:
                user, channel, message = luck.choice(self.private)
                if user in self._crowd.hostile and (channel.guild is None or user.id in channel.guild.members):
                    return user, channel, message
                continue
            user = luck.choice(self._crowd.hostile)
            channel = luck.choice(self._crowd.places_of(user))
            if channel.messages:
                return user, channel, luck.choice(channel.everything[-5:])
            if channel.guild is None:
                return user, channel, _strange(channel, user)

    def _number(self) -> int:
        """A match: of anybody, or none."""
        known = list(self._books.matches)
        return self._luck.choice(known) if known and self._luck.random() < 0.85 else self._luck.choice(NUMBERS)

    def _custom_id(self, user: Account, name: str | None = None) -> str:
        luck = self._luck
        if name is None and self.custom_ids and luck.random() < 0.35:
            seen = luck.choice(self.custom_ids)
            return seen if luck.random() < 0.5 else texts.mutated(seen, luck)[:100]
        if name is None and luck.random() < 0.05:
            return texts.text(luck, WORDS, 100)
        number = self._number()
        stand = self._books.matches.get(number)
        ply = (
            luck.choice((stand.ply, stand.ply, stand.ply, 0, stand.ply + 1, max(0, stand.ply - 1), 999999999))
            if stand
            else 1
        )
        name = name or luck.choice(list(HANDLERS))
        detail = self._detail(user, number, stand)
        if luck.random() < 0.03:
            return f"k:{name}:{luck.choice(('-1', '9' * 19, '', '٣', 'x'))}:{ply}:{detail}"[:100]
        return f"k:{name}:{number}:{ply}:{detail}"[:100]

    def _detail(self, user: Account, number: int, stand: Stand | None) -> str:
        """What a control may carry besides: a plan's mark, a place, a move, a kind, an errand, anything."""
        luck = self._luck
        detail = luck.choice((self._value(user), luck.choice(WORDS), "", "yes"))
        if luck.random() < 0.35:
            plans = [moves for (match, _), moves in self._books.drafts.items() if match == number]
            moves = luck.choice(plans) if plans and luck.random() < 0.7 else "[]"
            detail = f"{mark_of(_moves(moves))}:{detail}"
        elif luck.random() < 0.15:
            detail = f"{luck.choice(list(ERRANDS))}:{detail}"
        return detail.replace("\n", " ") if luck.random() < 0.95 else detail

    def _value(self, user: Account) -> str:
        """A value of a menu: one of somewhere else, a move, a match, anything."""
        luck = self._luck
        match luck.randrange(5):
            case 0:
                return str(self._number())
            case 1:
                words = self._game_words()
                return luck.choice(("", "!")) + (luck.choice(words) if words else "d3")
            case 2:
                return luck.choice(WORDS)
            case 3:
                return str(user.id)
            case _:
                return texts.text(luck, WORDS, 100)

    def _typed(self, limit: int = 200) -> str:
        words = self._game_words() if self._luck.random() < 0.7 else WORDS
        return texts.text(self._luck, words or WORDS, limit)

    def _game_words(self) -> Sequence[str]:
        """Some moves of a match that is played, as they are typed and as they are stored."""
        running = [(number, stand) for number, stand in self._books.matches.items() if stand.status == "running"]
        if not running:
            return ()
        number, stand = self._luck.choice(running)
        key = number, stand.ply // 8
        if key not in self._words:
            if len(self._words) > 200:
                self._words.clear()
            game = GAMES[stand.game]
            state = game.load_state(stand.state or "")
            found: list[str] = []
            for player in game.players_to_move(state):
                moves = game.legal_moves(state, player)
                for move in self._luck.sample(moves, min(12, len(moves))):
                    found += [game.encode_move(move), game.format_move(state, player, move, player)]
            self._words[key] = found
        return self._words[key]

    # ----------------------------------------------------------------------------------------------------- commands

    def _commands(self) -> list[tuple[tuple[str, ...], list[Json]]]:
        """Every command by its path, with its options."""
        found: list[tuple[tuple[str, ...], list[Json]]] = []

        def walk_down(path: tuple[str, ...], declared: Json) -> None:
            options = declared.get("options") or []
            inner = [option for option in options if option["type"] in {1, 2}]
            for option in inner:
                walk_down((*path, option["name"]), option)
            if not inner:
                found.append((path, options))

        for command in self._crowd.discord.world.commands[None]:
            walk_down((command["name"],), command)
        return found

    def _option(self, option: Json, user: Account, channel: Channel) -> Json:
        luck, kind = self._luck, option["type"]
        choices = [choice["value"] for choice in option.get("choices") or ()]
        value: Any
        if choices and luck.random() < 0.85:
            value = luck.choice(choices)
        elif kind == STRING:
            longest = option.get("max_length") or 300
            value = self._typed(longest if luck.random() < 0.9 else 6000)
        elif kind in {INTEGER, NUMBER}:
            value = self._number()
        elif kind == BOOLEAN:
            value = luck.random() < 0.5
        elif kind == CHANNEL:
            places = [place for place in self._crowd.places_of(user) if place.guild is not None]
            value = str(luck.choice(places).id)
        else:
            value = str(luck.choice(self._guests(channel.guild)).id)
        return {"name": option["name"], "type": kind, "value": value}

    def _guests(self, guild: Guild | None) -> Sequence[Account]:
        bot = self._crowd.discord.world.bot
        return [*(self._crowd.hostile if guild is None else self._crowd.people_of(guild)), bot]

    def _invocation(self, path: tuple[str, ...], given: list[Json]) -> Json:
        world = self._crowd.discord.world
        command = next(item for item in world.commands[None] if item["name"] == path[0])
        data: Json = {"id": command["id"], "name": path[0], "type": 1}
        level = data
        for name in path[1:]:
            inner: Json = {"name": name, "type": 1 if name == path[-1] else 2}
            level["options"] = [inner]
            level = inner
        level["options"] = given
        people = {item["value"] for item in given if item["type"] in {PERSON, MENTIONABLE}}
        if people:
            data["resolved"] = {"users": {number: world.accounts[int(number)].json() for number in people}}
        for item in given:
            if item["type"] == CHANNEL:
                shown = world.channels[int(item["value"])].json(world.bot) | {"permissions": "0"}
                data.setdefault("resolved", {})["channels"] = {item["value"]: shown}
        return data

    def _spoiled(self, data: Json) -> Json:
        """A command that is not as it is registered now: an older one. Values are of the type that they say."""
        level = data
        while level.get("options") and level["options"][0]["type"] in {1, 2} and self._luck.random() < 0.7:
            level = level["options"][0]
        match self._luck.randrange(3):
            case 0:
                level["name"] = texts.text(self._luck, ("move", "match"), 32)
            case 1:
                level["options"] = []
            case _:
                level.setdefault("options", []).append({"name": "shadow", "type": 3, "value": "x"})
        return data


def _moves(stored: str) -> list[str]:
    return list(json.loads(stored))


def _strange(channel: Channel, user: Account) -> Json:
    """A message that is not the bot's."""
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
