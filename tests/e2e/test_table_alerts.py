"""Table alerts as members get them: by direct message, with a button to stop them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import simcord

from bot.matches.lobby import table_alerts
from bot.matches.lobby.table_alerts import AlertState
from tests.e2e.forged_controls import forge
from tests.e2e.world import World, buttons, labels, parts, refused, shown, stored, written

pytestmark = pytest.mark.usefixtures("unpainted")


async def wait_for(world: World, member: simcord.MemberActor, game: str = "iye") -> None:
    await world.bot.services.matches.table_alerts.turn_on(world.guild.id, game, member.id)


def messages_to(world: World, member: simcord.MemberActor) -> list[Any]:
    """A member's direct messages, oldest first."""
    channel_id = world.env.backend.dm_channels.get(member.id)
    return [] if channel_id is None else list(world.env.backend.messages[channel_id].values())


async def state(world: World, member: simcord.MemberActor) -> AlertState:
    return await world.bot.services.matches.table_alerts.state(world.guild.id, "iye", member.id)


async def test_alert_names_the_opener_and_links_to_the_table(world: World) -> None:
    await wait_for(world, world.carol)
    table = await world.open_table()
    (alert,) = world.carol.user.dm_channel.history()
    assert f"🔔 **Ann** has opened a table for İYE: <#{world.channel.id}>" in written(alert)
    assert stored(alert).ping_user_ids == []
    link, stop = (part for part in parts(alert) if part["type"] == 2)
    assert link["url"] == f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{table.id}"
    assert stop["label"] == "Turn off alerts"
    await world.bob.click(table, label="Join")
    assert len(messages_to(world, world.carol)) == 1


async def test_alerts_stop_and_come_back_by_button(world: World) -> None:
    await wait_for(world, world.carol)
    await world.open_table()
    (alert,) = world.carol.user.dm_channel.history()
    answer = await world.carol.user.click(alert, label="Turn off alerts")
    assert "I will stop telling you about new tables for İYE." in written(answer)
    assert await state(world, world.carol) is AlertState.OFF
    again = await world.carol.user.click(shown(answer), label="Tell me when a table opens")
    assert "when a table for İYE opens on this server" in written(again)
    assert await state(world, world.carol) is AlertState.ON


async def test_alert_button_of_an_open_panel_changes_when_it_is_pressed(world: World) -> None:
    panel = await world.carol.slash(world.channel, "play")
    custom_id = next(b["custom_id"] for b in buttons(panel) if ":game:0:0:iye;" in b["custom_id"])
    await world.carol.click(shown(panel), custom_id=custom_id)
    before, text = labels(panel), written(panel)
    told = await world.carol.click(shown(panel), label="Tell me when a table opens")
    assert labels(panel) == [*before[:-1], "Turn off alerts"]
    assert written(panel) == text
    assert "when a table for İYE opens on this server" in written(told.followups[0])
    assert await state(world, world.carol) is AlertState.ON
    await world.carol.click(shown(panel), label="Turn off alerts")
    assert labels(panel) == before
    assert await state(world, world.carol) is AlertState.OFF
    await world.carol.click(shown(panel), label="New match")
    assert written(panel) == "İYE #1 is open."


async def test_panel_keeps_its_picture_when_alerts_are_turned_on(world: World) -> None:
    panel = await world.carol.slash(world.channel, "play")
    await world.carol.click(shown(panel), label="Awéthi")
    (before,) = shown(panel).attachments
    await world.carol.click(shown(panel), label="Tell me when a table opens")
    assert "Turn off alerts" in labels(panel)
    assert [attachment.id for attachment in shown(panel).attachments] == [before.id]


async def test_member_who_cannot_see_the_channel_is_not_alerted(world: World) -> None:
    await wait_for(world, world.carol)
    world.hide(world.channel, world.carol)
    await world.open_table()
    assert messages_to(world, world.carol) == []
    assert await state(world, world.carol) is AlertState.ON


async def test_members_who_cannot_see_the_channel_leave_room_for_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_alerts, "ALERTS_PER_TABLE", 1)
    for member in (world.carol, world.dave):
        await wait_for(world, member)
    world.hide(world.channel, world.carol)
    for _ in range(2):
        await world.open_table()
    assert len(messages_to(world, world.dave)) == 1
    hall = world.guild.create_text_channel("hall")
    await world.bob.slash(hall, "play", game="iye")
    assert len(messages_to(world, world.carol)) == 1, "here Carol can see it"


async def test_member_who_left_is_not_alerted_and_forgotten(world: World) -> None:
    await wait_for(world, world.carol)
    world.guild.remove_member(world.carol)
    await world.env.settle()
    await world.open_table()
    assert messages_to(world, world.carol) == []
    assert await state(world, world.carol) is AlertState.OFF


async def test_blocked_direct_messages_pause_the_alerts(world: World) -> None:
    await wait_for(world, world.carol)
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    table = await world.open_table()
    assert messages_to(world, world.carol) == []
    assert await state(world, world.carol) is AlertState.DM_BLOCKED
    await world.ann.click(table, label="Cancel")
    await world.open_table()
    assert messages_to(world, world.carol) == []


async def test_forged_alert_buttons_are_refused(world: World) -> None:
    game = await world.start_match()
    huge = [f"k:{name}:0:0:iye:{number}" for name in ("alerton", "alertoff") for number in (2**63, "9" * 70)]
    for custom_id in ("k:alerton:0:0:nosuchgame:1", "k:alerton:0:0:iye:", "k:alertoff:0:0:iye:x", *huge):
        assert "no longer works" in refused(await forge(world, world.carol, game, custom_id))
    other = await forge(world, world.carol, game, f"k:alerton:0:0:iye:{world.guild.id + 1}")
    assert "another server" in refused(other)


async def test_only_members_turn_alerts_on_in_direct_messages(world: World) -> None:
    await wait_for(world, world.carol)
    await world.open_table()
    (alert,) = world.carol.user.dm_channel.history()
    stopped = await world.carol.user.click(alert, label="Turn off alerts")
    world.guild.remove_member(world.carol)
    await world.env.settle()
    again = await world.carol.user.click(shown(stopped), label="Tell me when a table opens")
    assert refused(again) == "I cannot find you on that server, so I will not tell you about its tables."
    assert await state(world, world.carol) is AlertState.OFF


async def test_alert_posted_before_a_crash_is_not_posted_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await wait_for(world, world.carol)
    await wait_for(world, world.carol, "totem")
    await world.open_table(game="totem")

    async def die(*_args: object, **_options: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(world.bot.services.matches.table_alerts, "note_sent", die)
    await world.open_table()
    assert len(messages_to(world, world.carol)) == 2
    # Discord remembers nonces for some minutes, the simulation not at all: this is a start after that time.
    world.clock.now += 600
    await world.start_after_crash()
    assert len(messages_to(world, world.carol)) == 2
    assert await state(world, world.carol) is AlertState.ON
    await world.open_table()
    assert len(messages_to(world, world.carol)) == 2, "the alert was noted"
