"""The simulated server: its members, its clock, and what members see of each other."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
import simcord
from simcord.preview import _markdown
from simcord.preview._media import MediaWorker

from bot.invite import PERMISSIONS, permission_bits
from sandbox.personas import PERSONAS, Persona
from sandbox.simulation import RESPONSE_SECONDS, ClockError, ImagePassthrough, ReusedParsers, Simulation
from tests.sandbox.conftest import Sandbox, Visit
from tests.sandbox.tiny import TinyBot, picture


def created(personas: tuple[Persona, ...]) -> Simulation:
    return Simulation(TinyBot(), personas, print)


async def test_personas_keep_the_ids_of_earlier_runs() -> None:
    # Matches are stored with these ids: a change loses all running matches of every sandbox.
    expected = {
        "ada": 1456074443980800002,
        "bjork": 1456074443980800006,
        "cagri": 1456074443980800007,
        "sakura": 1456074443980800008,
    }
    for number in (4, len(PERSONAS)):
        simulation = created(PERSONAS[:number])
        assert {link: simulation.member_id(link) for link in expected} == expected
    assert created(PERSONAS[:1]).member_id("ada") == expected["ada"]


def test_links_are_unique() -> None:
    assert len({persona.link for persona in PERSONAS}) == len(PERSONAS)
    assert all(persona.link.isascii() and persona.link.islower() for persona in PERSONAS)


async def test_channel_and_bot_keep_their_ids(sandbox: Sandbox) -> None:
    guild = sandbox.bot.guilds[0]
    assert [channel.id for channel in guild.text_channels] == [1456074443980800005]
    assert sandbox.bot.user is not None
    assert sandbox.bot.user.id == 1456074443980800001
    assert sandbox.bot.user.name == "Kurultai"


async def test_messages_of_a_later_run_have_later_ids(sandbox: Sandbox, visit: Visit) -> None:
    await sandbox.simulation.post("hello")
    ada = await visit("ada")
    assert ada.texts() == ["hello"]
    (message,) = ada.shown["timeline"]
    assert int(message) >= discord.utils.time_snowflake(sandbox.time)


async def test_bot_has_the_permissions_of_its_invitation_without_threads(sandbox: Sandbox) -> None:
    guild = sandbox.bot.guilds[0]
    permissions = guild.text_channels[0].permissions_for(guild.me)
    assert permissions.value == permission_bits() & ~PERMISSIONS["Create Public Threads"]


async def test_bot_receives_the_event_of_its_invitation(sandbox: Sandbox) -> None:
    assert sandbox.bot.joined == ["Kurultai"]


async def test_first_persona_owns_the_server(sandbox: Sandbox) -> None:
    assert sandbox.bot.guilds[0].owner_id == sandbox.simulation.member_id("ada")


async def test_click_is_shown_on_all_pages(visit: Visit) -> None:
    ada, bjork = await visit("ada"), await visit("bjork")
    await ada.command("open")
    await bjork.look()
    assert bjork.texts() == ["A table is open."]
    await bjork.press("Join")
    await ada.look()
    assert ada.texts() == ["A table is open.", "Björk joins."]


async def test_private_answer_is_shown_to_its_recipient_only(visit: Visit) -> None:
    ada, bjork = await visit("ada"), await visit("bjork")
    await ada.command("move", text="d3")
    await ada.look()
    await bjork.look()
    assert ada.texts() == ["moved d3"]
    assert bjork.texts() == []


async def test_autocomplete_changes_no_page(visit: Visit) -> None:
    ada, bjork = await visit("ada"), await visit("bjork")
    assert await ada.choices("move", "text", "d") == ["d3", "Hd5"]
    before = bjork.shown["publishedRevision"]
    await bjork.look()
    assert bjork.shown["publishedRevision"] == before


async def test_direct_message_is_printed(sandbox: Sandbox, visit: Visit) -> None:
    bjork = await visit("bjork")
    await bjork.command("open")
    await bjork.look()
    await bjork.press("Join")
    assert sandbox.direct_messages == [
        "Direct message to Björk:\n    A sheet for @Björk.\n    [sheet.png: Your secret sheet]"
    ]
    await sandbox.pass_time(seconds=1)
    assert len(sandbox.direct_messages) == 1


async def test_timers_of_the_bot_follow_the_machines_clock(sandbox: Sandbox, visit: Visit) -> None:
    ada = await visit("ada")
    await sandbox.pass_time(seconds=30)
    await ada.look()
    assert ada.texts() == []
    await sandbox.pass_time(seconds=31)
    await ada.look()
    assert ada.texts() == ["minute 1"]
    await sandbox.pass_time(hours=1)
    assert sandbox.bot.minutes == 61


async def test_click_does_not_wait_for_a_timer_of_the_bot(
    sandbox: Sandbox, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    fired: list[str] = []

    async def set_timer(_client: TinyBot, interaction: discord.Interaction) -> None:
        asyncio.get_running_loop().call_later(0.8 * RESPONSE_SECONDS, fired.append, "timer")
        await interaction.response.send_message("Set.")

    monkeypatch.setattr(TinyBot, "_join", set_timer)
    ada = await visit("ada")
    await ada.command("open")
    await ada.look()
    await ada.press("Join")
    await ada.look()
    assert ada.texts()[-1] == "Set."
    assert not fired


async def test_timers_do_not_run_for_the_time_before_the_start(sandbox: Sandbox) -> None:
    await sandbox.simulation.sync_clock()
    assert sandbox.bot.minutes == 0


async def test_clock_set_back_stops_the_simulated_clock(sandbox: Sandbox) -> None:
    await sandbox.pass_time(hours=-1)
    await sandbox.pass_time(minutes=59)
    assert sandbox.bot.minutes == 0
    await sandbox.pass_time(minutes=2)
    assert sandbox.bot.minutes == 1


async def test_simultaneous_operations_run_one_by_one(sandbox: Sandbox, visit: Visit) -> None:
    visitors = [await visit(persona.link) for persona in PERSONAS[:3]]
    await visitors[0].command("open")
    for visitor in visitors:
        await visitor.look()
    await asyncio.gather(*(visitor.press("Join") for visitor in visitors), sandbox.pass_time(minutes=1))
    assert sorted(sandbox.bot.clicks) == ["ada", "bjork", "cagri"]
    assert sandbox.bot.minutes == 1


async def test_unknown_member_has_no_id() -> None:
    simulation = created(PERSONAS[:1])
    assert simulation.member_id("ada")
    assert simulation.member_id("nobody") is None


async def test_clock_before_the_simulation_is_reported_in_a_sentence() -> None:
    with pytest.raises(ClockError, match=r"clock says 2019-05-01, but .* begins on 2026-01-01\. Set the clock"):
        Simulation(TinyBot(), PERSONAS[:1], print, lambda: datetime(2019, 5, 1, tzinfo=UTC))


# ------------------------------------------------------------------------------------------- slow machines, backlogs


async def test_start_waits_for_a_busy_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    settle, late = simcord.Env._settle_internal, iter(range(3))

    async def settle_late(self: simcord.Env, **limits: Any) -> None:
        await settle(self, **limits)
        if next(late, None) is not None:
            raise TimeoutError("bot did not settle (timeout=5s)")

    monkeypatch.setattr(simcord.Env, "_settle_internal", settle_late)
    simulation = Simulation(bot := TinyBot(), PERSONAS[:1], print)
    await simulation.open()
    try:
        assert next(late, None) is None, "it was waited for each time"
        assert bot.joined == ["Kurultai"]
    finally:
        await simulation.close()


async def test_preparation_is_waited_for_like_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    settle, late = simcord.Env._settle_internal, iter(range(3))
    prepares = False

    async def settle_late(self: simcord.Env, **limits: Any) -> None:
        await settle(self, **limits)
        if prepares and next(late, None) is not None:
            raise TimeoutError("bot did not settle (timeout=30s)")

    async def prepare() -> None:
        nonlocal prepares
        prepares = True
        table = await simulation.command(PERSONAS[0], "open")
        await simulation.press(PERSONAS[1], table, "Join")
        await simulation.post("Welcome!")

    monkeypatch.setattr(simcord.Env, "_settle_internal", settle_late)
    simulation = Simulation(bot := TinyBot(), PERSONAS[:2], print)
    await simulation.open(prepare)
    try:
        assert next(late, None) is None, "it was waited for each time"
        assert bot.clicks == ["bjork"]
    finally:
        await simulation.close()


async def test_slow_first_refresh_does_not_end_the_simulation(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refresh(_self: simcord.Preview) -> None:
        raise TimeoutError("bot did not settle")

    monkeypatch.setattr(simcord.Preview, "refresh", refresh)
    await sandbox.simulation.post("hello")


async def test_session_can_end_during_an_operation(monkeypatch: pytest.MonkeyPatch) -> None:
    shutdown = simcord.Env.shutdown

    async def shut_late(self: simcord.Env) -> None:
        await shutdown(self)
        raise TimeoutError("bot did not detach; native executor work remains tracked")

    monkeypatch.setattr(simcord.Env, "shutdown", shut_late)
    simulation = Simulation(bot := TinyBot(), PERSONAS[:1], print)
    await simulation.open()
    await simulation.close()
    assert bot.was_closed


# ---------------------------------------------------------------------------------------------------------- pictures


async def test_png_files_are_passed_through_in_any_number(monkeypatch: pytest.MonkeyPatch) -> None:
    async def begin_process(*_arguments: str, **_more: Any) -> None:
        raise AssertionError("a picture is looked at in a process of its own")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin_process)
    blob = picture().fp.read()
    pictures = ImagePassthrough()
    seen = await asyncio.gather(*(pictures.validate(str(number), blob) for number in range(50)))
    assert {(info.content_type, info.width, info.height) for info in seen} == {("image/png", 20, 20)}
    assert all(info.normalized == blob for info in seen)


async def test_other_media_are_decoded_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    running: list[str] = []

    async def look(_self: MediaWorker, key: str, blob: bytes, **_more: Any) -> Any:
        assert blob.startswith(b"GIF89a")
        running.append(key)
        await asyncio.sleep(0)
        assert running == [key], "one at a time"
        running.remove(key)
        return key

    monkeypatch.setattr(MediaWorker, "validate", look)
    pictures = ImagePassthrough()
    keys = [str(number) for number in range(20)]
    seen: list[Any] = await asyncio.gather(*(pictures.validate(key, b"GIF89a" + bytes(30)) for key in keys))
    assert seen == keys


# ------------------------------------------------------------------------------------------------------------- texts


def test_reused_parsers_read_texts_as_new_ones_do(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = (
        "**<@1>** in <#2>: ||c2|| https://example.org",
        "> </play:3>\n-# <@1> <t:0:R>",
        "[a](https://b.example) _d_",
    )
    named: list[dict[str, Any]] = [
        {"users": {"1": "Ann"}, "channels": {"2": "games"}, "commands": {"3": "play"}},
        {"users": {"1": "Ben"}},
        {},
    ]

    def read() -> list[list[dict[str, Any]]]:
        return [
            _markdown.markdown_tokens(text, field, context=context)
            for text in texts
            for context in named
            for field in ("message", "label", "embed_title")
        ]

    reused = _markdown._markdown_parser
    assert isinstance(reused, ReusedParsers)
    found = read()
    monkeypatch.setattr(_markdown, "_markdown_parser", reused.make)
    assert found == read()
    assert [name in str(found) for name in ("@Ann", "@Ben", "#games", "/play")] == [True] * 4
