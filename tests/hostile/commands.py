"""Slash commands as they are registered, and as clients send them."""

from __future__ import annotations

import random

from tests.hostile import texts
from tests.wire.emulator.requests import Json
from tests.wire.emulator.world import World

STRING, INTEGER, BOOLEAN, PERSON, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
"""Types of options."""


def commands(world: World) -> list[tuple[tuple[str, ...], list[Json]]]:
    """Return every command's path with its options."""
    found: list[tuple[tuple[str, ...], list[Json]]] = []

    def walk_down(path: tuple[str, ...], declared: Json) -> None:
        options = declared.get("options") or []
        inner = [option for option in options if option["type"] in {1, 2}]
        for option in inner:
            walk_down((*path, option["name"]), option)
        if not inner:
            found.append((path, options))

    for command in world.commands[None]:
        if command.get("type", 1) != 1:
            continue  # in a menu
        walk_down((command["name"],), command)
    return found


def invocation(world: World, path: tuple[str, ...], given: list[Json]) -> Json:
    """Return the data of a command with these options."""
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


def spoiled(data: Json, rng: random.Random) -> Json:
    """Return a command that differs from the registered one, as an older one would. Values keep their type."""
    level = data
    while level.get("options") and level["options"][0]["type"] in {1, 2} and rng.random() < 0.7:
        level = level["options"][0]
    match rng.randrange(3):
        case 0:
            level["name"] = texts.text(rng, ("move", "match"), 32)
        case 1:
            level["options"] = []
        case _:
            level.setdefault("options", []).append({"name": "shadow", "type": 3, "value": "x"})
    return data
