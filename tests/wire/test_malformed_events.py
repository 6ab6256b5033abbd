"""Events that discord.py cannot read are skipped; the bot keeps running."""

import asyncio
import copy
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.wait_limit import WAIT_LIMIT
from tests.wire.conftest import Club
from tests.wire.emulator import DiscordEmulator, Interaction, NotAnsweredError, Op, User
from tests.wire.malformed import MARK, gateway_events, malformed
from tests.wire.process import QUICK, UNLIMITED_REQUESTS, BotProcess

VARIANTS = 30
"""How many malformed copies of each event are sent."""
IDENTITY = frozenset({"id", "token", "type", "application_id"})
"""Fields without which an interaction cannot be answered."""
UNREADABLE = "I could not read what Discord sent me."

Launch = Callable[[], BotProcess]


@pytest.fixture
async def launch(emulated: DiscordEmulator, club: Club, tmp_path: Path) -> AsyncIterator[Launch]:
    """Return a function that starts the bot, which is killed after the test."""
    del club
    runs: list[BotProcess] = []

    def start_process() -> BotProcess:
        runs.append(BotProcess.fork(emulated, tmp_path, module=QUICK, more=UNLIMITED_REQUESTS))
        return runs[-1]

    yield start_process
    for run in runs:
        await run.kill()


def errors(run: BotProcess) -> list[dict[str, Any]]:
    """Return the errors in the bot's log."""
    lines = [json.loads(line) for line in run.log.splitlines() if line.startswith("{")]
    return [line for line in lines if line["level"] == "error"]


async def answers(club: Club, person: int = 0) -> bool:
    """Return whether a user's command is answered as usual."""
    answer = await club.people[person].slash(club.channel, "about")
    await answer.until_complete()
    return "Kurultai" in answer.text


def alter(emulated: DiscordEmulator, event: str, change: Callable[[Any], Any], times: int = 1) -> None:
    """Change the next events of a kind."""
    left = times

    def changed(name: str, data: Any) -> Any:
        nonlocal left
        if name != event or left == 0:
            return data
        left -= 1
        return change(copy.deepcopy(data))

    emulated.gateway.alter = changed


# ----------------------------------------------------------------------------------------------------------- all events


@pytest.mark.parametrize("seed", [1, 2])
async def test_malformed_events_do_not_stop_the_bot(
    emulated: DiscordEmulator, club: Club, launch: Launch, seed: int
) -> None:
    run = launch()
    await emulated.until_ready()
    for event, data in gateway_events(emulated, club.guild, club.channel).items():
        rng = random.Random(f"{seed} {event}")
        for _ in range(VARIANTS):
            emulated.gateway.dispatch(event, malformed(rng, data))
        assert await answers(club), event
    nothings: tuple[Any, ...] = (None, [], "text", 7)
    for nothing in nothings:
        for event in gateway_events(emulated, club.guild, club.channel):
            emulated.gateway.dispatch(event, nothing)
    assert await answers(club, 1)
    assert [len(emulated.gateway.frames(op)) for op in (Op.IDENTIFY, Op.RESUME)] == [1, 0]
    logged = [line["event"] for line in errors(run)]
    assert set(logged) == {"an event of Discord cannot be read"}, "no other errors"
    assert MARK not in run.log
    assert not any(str(user.id) in run.log for user in club.people)


async def test_unreadable_event_is_logged_with_its_kind_and_error(
    emulated: DiscordEmulator, club: Club, launch: Launch
) -> None:
    run = launch()
    await emulated.until_ready()
    emulated.gateway.dispatch("GUILD_ROLE_UPDATE", {"guild_id": MARK, "role": {}})
    assert await answers(club)
    (logged,) = errors(run)
    assert logged["gateway_event"] == "GUILD_ROLE_UPDATE"
    assert logged["error"].startswith("ValueError in state.py:")


# --------------------------------------------------------------------------------------------------------- interactions


async def every_interaction(club: Club) -> list[Callable[[User], Interaction]]:
    """Return every action of a user: commands, autocompletion, clicks, selects and forms."""
    ada, channel = club.people[0], club.channel
    opened = await (await ada.slash(channel, "play", {"game": "iye"})).until_complete()
    settings = await (await ada.slash(channel, "player settings")).until_complete()
    choice = next(part for part in _parts(settings.shown["components"]) if part["type"] == 3)
    value = {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "v", "value": "a2"}}
    form = {"custom_id": "k:typed:1:0:", "components": [value], "resolved": {}}
    return [
        lambda user: user.send_slash(channel, "about"),
        lambda user: user.send_slash(channel, "play", {"game": "iye", "opponent": ada}),
        lambda user: user.send_typing(channel, "board", "match", "1"),
        lambda user: user.send_click(opened.shown, "Join"),
        lambda user: user.send_select(settings.shown, choice["custom_id"], choice["options"][0]["value"]),
        lambda user: user.send_form(channel, form, opened.shown),
    ]


def _parts(components: list[Any]) -> Iterator[Any]:
    for part in components:
        yield part
        yield from _parts(part.get("components") or [])


@pytest.mark.parametrize("seed", [1, 2])
async def test_malformed_interactions_are_answered(
    emulated: DiscordEmulator, club: Club, launch: Launch, seed: int
) -> None:
    run = launch()
    await emulated.until_ready()
    actions = await every_interaction(club)
    rng = random.Random(seed)
    people = [emulated.create_member(club.guild, f"Guest {number}") for number in range(VARIANTS)]
    sent: list[tuple[Interaction, Any]] = []

    def change(name: str, data: Any) -> Any:
        if name != "INTERACTION_CREATE":
            return data
        events.append(malformed(rng, data, IDENTITY))
        return events[-1]

    events: list[Any] = []
    for act in actions:
        emulated.gateway.alter = change
        batch = [act(user) for user in people]
        emulated.gateway.alter = lambda _name, data: data
        sent += zip(batch, events[-len(batch) :], strict=True)
        for interaction in batch:
            try:
                await asyncio.wait_for(asyncio.shield(interaction.first), WAIT_LIMIT)
            except TimeoutError:
                at = next(data for one, data in sent if one is interaction)
                raise NotAnsweredError(json.dumps(at)) from None
        assert await answers(club, 1)
    assert [len(emulated.gateway.frames(op)) for op in (Op.IDENTIFY, Op.RESUME)] == [1, 0]
    assert MARK not in run.log


@pytest.mark.parametrize("field", ["version", "data", "attachment_size_limit"])
async def test_unreadable_interactions_get_a_private_reply(
    emulated: DiscordEmulator, club: Club, launch: Launch, field: str
) -> None:
    launch()
    await emulated.until_ready()

    def without(data: Any) -> Any:
        del data[field]
        return data

    alter(emulated, "INTERACTION_CREATE", without)
    answer = await club.people[0].slash(club.channel, "about")
    assert UNREADABLE in answer.text
    assert answer.private
    alter(emulated, "INTERACTION_CREATE", without)
    typing = await club.people[0].autocomplete(club.channel, "board", "match", "1")
    assert typing.choices == []
    assert await answers(club)


# --------------------------------------------------------------------------------------------------------------- logins

ODD_SERVERS: dict[str, Callable[[Any], Any]] = {
    "an overwrite": lambda server: server["channels"][0].update(
        permission_overwrites=[{"id": "5", "type": 0, "allow": None, "deny": "0"}]
    ),
    "a channel without a place": lambda server: server["channels"][0].pop("position"),
    "a channel of no type": lambda server: server["channels"].append({"id": "7", "name": "new"}),
    "a role": lambda server: server["roles"].append({"id": "8", "permissions": None}),
    "a thread": lambda server: server["threads"].append({"id": "9", "type": 11}),
    "a stage": lambda server: server["stage_instances"].append({}),
    "the bot itself": lambda server: server["members"][0].pop("user"),
    "its owner": lambda server: server.update(owner_id=MARK),
    "everything but its id": lambda server: server.update({key: 7 for key in server if key != "id"}),
}


@pytest.mark.parametrize("odd", ODD_SERVERS)
async def test_malformed_server_does_not_prevent_the_login(
    emulated: DiscordEmulator, club: Club, launch: Launch, odd: str
) -> None:
    def change(data: Any) -> Any:
        ODD_SERVERS[odd](data)
        return data

    alter(emulated, "GUILD_CREATE", change)
    launch()
    await emulated.until_ready()
    assert await answers(club)
    opened = await club.people[0].slash(club.channel, "play", {"game": "iye"})
    await opened.until_complete()
    joined = await club.people[1].click(opened.shown, "Join")
    await joined.until_complete()
    assert len(emulated.gateway.frames(Op.IDENTIFY)) == 1


ODD_LOGINS: dict[str, tuple[Callable[[Any], Any], int]] = {
    "no user": (lambda ready: ready.pop("user"), 1),
    "an odd user": (lambda ready: ready["user"].update(id=None), 1),
    "an odd server": (lambda ready: ready["guilds"].append({"id": None}), 1),
    "a server that is none": (lambda ready: ready["guilds"].append(None), 1),
    "no servers": (lambda ready: ready.pop("guilds"), 1),
    "no session": (lambda ready: ready.pop("session_id"), 2),
    "no address": (lambda ready: ready.update(resume_gateway_url=None), 2),
}


@pytest.mark.parametrize("odd", ODD_LOGINS)
async def test_malformed_ready_is_read_in_part_or_followed_by_a_second_login(
    emulated: DiscordEmulator, club: Club, launch: Launch, odd: str
) -> None:
    spoil, logins = ODD_LOGINS[odd]

    def change(data: Any) -> Any:
        spoil(data)
        return data

    alter(emulated, "READY", change)
    launch()
    await emulated.until(lambda: len(emulated.gateway.frames(Op.IDENTIFY)) == logins, "logins")
    await emulated.until_ready()
    assert await answers(club)
    assert len(emulated.gateway.frames(Op.IDENTIFY)) == logins


async def test_broken_session_is_replaced(emulated: DiscordEmulator, club: Club, launch: Launch) -> None:
    launch()
    await emulated.until_ready()
    alter(emulated, "RESUMED", lambda _data: None)
    emulated.gateway.drop()
    await emulated.until(lambda: len(emulated.gateway.frames(Op.IDENTIFY)) == 2, "a second login")
    await emulated.until_ready()
    assert await answers(club)
