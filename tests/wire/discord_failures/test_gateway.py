"""Failures of the gateway."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.wire.discord_failures.day import Day
from tests.wire.emulator import DiscordEmulator
from tests.wire.emulator.gateway import Intent, Op
from tests.wire.many_servers import is_confirmed

BREAKS: dict[str, Callable[[DiscordEmulator], None]] = {
    "a dropped socket": lambda discord: discord.gateway.drop(),
    "op 7": lambda discord: discord.gateway.ask_to_reconnect(),
    "op 9 that can be resumed": lambda discord: discord.gateway.suspend_sessions(),
    "close code 4000": lambda discord: discord.gateway.close(4000),
}


async def test_match_of_every_game_is_played_without_failures(day: Day) -> None:
    await day.play(3)
    await day.end_well()


@pytest.mark.parametrize("name", BREAKS)
async def test_turns_during_a_lost_connection_are_taken_once_it_is_back(day: Day, name: str) -> None:
    await day.play()
    gate = day.discord.hold("GATEWAY /")
    BREAKS[name](day.discord)
    await gate.reached()
    turns = day.turns()
    interactions = day.take(turns)
    gate.open()
    for interaction in interactions:
        await interaction.until_complete()
        assert is_confirmed(interaction.text)
    await day.end_well()


@pytest.mark.parametrize("forgotten", [False, True], ids=["op 9", "a session that is forgotten"])
async def test_turns_lost_with_a_session_can_be_repeated(day: Day, *, forgotten: bool) -> None:
    await day.play()
    turns = day.turns()
    if forgotten:
        day.discord.gateway.sessions.clear()
        day.discord.gateway.drop()
    else:
        day.discord.gateway.end_sessions()
    await day.discord.until(lambda: len(day.discord.gateway.frames(Op.IDENTIFY)) == 2, "a second login")
    await day.discord.until_ready()
    for interaction in day.take(turns):
        await interaction.until_complete()
        assert is_confirmed(interaction.text)
    await day.end_well()


async def test_turns_that_arrive_twice_are_taken_once(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = day.turns()
    dispatch, events = day.discord.gateway.dispatch, []

    def twice(event: str, data: Any, intent: Intent | None = None) -> None:
        dispatch(event, data, intent)
        if event == "INTERACTION_CREATE":
            events.append(data)
            dispatch(event, data)

    with monkeypatch.context() as patch:
        patch.setattr(day.discord.gateway, "dispatch", twice)
        interactions = day.take(turns)
    for interaction in interactions:
        await interaction.until_complete()
    assert len(events) == len(turns)
    confirmed = [interaction.text for interaction in interactions if is_confirmed(interaction.text)]
    assert len(confirmed) == len(turns)
    assert [day.turns_since(turn) for turn in turns] == [1] * len(turns)
    await day.end_well()


async def test_every_repeated_turn_is_answered(day: Day) -> None:
    turns = day.turns()
    for interaction in [*reversed(day.take([*turns, *turns]))]:
        await interaction.until_complete()
        assert interaction.text
    await day.until_played(turns)
    await day.end_well()
