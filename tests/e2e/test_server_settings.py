"""``/server settings``, in the panel and by typing, and its effects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord.actors import _dispatch_actor_interaction
from simcord.enums import InteractionType

from bot.matches.model.settings import SERVER_SETTINGS, Openers, ServerSettings
from tests.e2e.conftest import running
from tests.e2e.world import Answer, World, alt_texts, control, parts, refused, selects, shown, written
from tests.locales.pseudo import write_bare_catalogue, write_catalogue


async def settings(world: World) -> ServerSettings:
    return await world.bot.services.matches.server_settings.get(world.guild.id)


def menu(answer: Answer, setting: str) -> dict[str, Any]:
    """Return the select of a setting, of any kind."""
    return next(part for part in parts(answer) if part.get("custom_id") == f"k:serverset:0:0:{setting}")


def settings_in(panel: Answer) -> set[str]:
    """Return the settings that a page of the panel has menus for."""
    controls = [part["custom_id"].split(":") for part in parts(panel) if "custom_id" in part]
    return {control[-1] for control in controls if control[1] == "serverset"}


async def choose(member: simcord.MemberActor, panel: Answer, setting: str, *values: Any) -> str:
    """Choose in the panel; return its text."""
    await member.select(shown(panel), list(values), custom_id=f"k:serverset:0:0:{setting}")
    return written(panel)


async def test_panel_shows_each_setting_once(world: World) -> None:
    dora = world.join_manager()
    panel = await dora.slash(world.channel, "server settings")
    assert panel.ephemeral
    assert "**Language of boards:** English (en), the only one I speak so far" in written(panel)
    assert menu(panel, "channels")["placeholder"] == "Everywhere"
    for setting, title, shown_there in (
        ("pace", "Pace of new tables", ("relaxed", "3 days, plus 24 hours for each turn")),
        ("openers", "Who may open tables", ("everyone", None)),
        ("threads", "Threads", ("a thread for each match", None)),
        ("tables", "Open tables per player", ("at most 5", None)),
        ("matches", "Running matches per player", ("at most 50", None)),
    ):
        if setting == "threads":
            await dora.click(shown(panel), label="More settings")
        chosen = [one for one in menu(panel, setting)["options"] if one.get("default")]
        assert [(one["label"], one.get("description")) for one in chosen] == [shown_there]
        assert written(panel).count(f"**{title}**") == 1, "each setting is shown once"


async def test_values_outside_the_menu_are_shown_as_text(world: World) -> None:
    panel = await world.join_manager().slash(world.channel, "server settings", pace="3d+24h")
    assert "**Pace of new tables:** 3 days, plus 24 hours for each turn" in written(panel)


async def test_every_setting_is_changed_and_confirmed_in_the_panel(world: World) -> None:
    dora = world.join_manager()
    panel = await dora.slash(world.channel, "server settings")
    role = world.guild.create_role("Hosts")
    text = await choose(dora, panel, "channels", world.channel)
    assert "✅ Saved. Channels for matches: only in \\#games" in text
    assert (await settings(world)).channels == (world.channel.id,)
    assert "✅ Saved. Pace of new tables: daily: 1 day" in await choose(dora, panel, "pace", "daily")
    assert "✅ Saved. Who may open tables: members with the role Hosts" in await choose(dora, panel, "role", role)
    assert menu(panel, "channels")["default_values"] == [{"id": world.channel.id, "type": "channel"}]
    assert menu(panel, "role")["default_values"] == [{"id": role.id, "type": "role"}]
    await dora.click(shown(panel), label="More settings")
    assert "✅ Saved. Threads: no threads" in await choose(dora, panel, "threads", "off")
    assert "✅ Saved. Open tables per player: at most 2" in await choose(dora, panel, "tables", "2")
    assert "✅ Saved. Running matches per player: at most 20" in await choose(dora, panel, "matches", "20")
    wanted = ServerSettings((world.channel.id,), False, "daily", None, Openers.ROLE, role.id, 2, 20)
    assert await settings(world) == wanted
    chosen = [option["value"] for select in selects(panel) for option in select["options"] if option.get("default")]
    assert chosen == ["off", "2", "20"]
    await dora.click(shown(panel), label="Back")
    assert "Channels for matches: everywhere" in await choose(dora, panel, "channels")
    assert "Who may open tables: everyone" in await choose(dora, panel, "role")
    assert "server managers" in await choose(dora, panel, "openers", "managers")
    assert (await settings(world)).opener_role is None


async def test_panel_and_the_command_have_every_setting(tmp_path: Path, unexpected: list[Any]) -> None:
    async with running(tmp_path, locales=write_bare_catalogue(tmp_path / "locales", "de")) as world:
        await world.found()
        dora = world.join_manager()
        panel = await dora.slash(world.channel, "server settings")
        controls = settings_in(panel)
        assert controls == {"channels", "pace", "language", "openers", "role"}, "what matters most comes first"
        await dora.click(shown(panel), label="More settings")
        controls |= settings_in(panel)
        assert controls == {setting.name for setting in SERVER_SETTINGS}
        (command,) = [c for c in world.env.backend.commands[None].values() if c["name"] == "server"]
        (typed,) = [option for option in command["options"] if option["name"] == "settings"]
        options = {option["name"] for option in typed["options"]}
        assert options - {"allow", "disallow"} == controls - {"channels"}
        assert options >= {"allow", "disallow"}, "channels one by one"
    assert unexpected == []


async def test_every_setting_can_be_typed(world: World) -> None:
    dora, role = world.join_manager(), world.guild.create_role("Hosts")
    other = world.guild.create_text_channel("other")
    panel = await dora.slash(
        world.channel,
        "server settings",
        allow=world.channel,
        threads="off",
        pace=" 3D+24h",
        role=role,
        tables=7,
        matches=3,
    )
    assert written(panel).count("✅ Saved.") == 6
    assert "3 days, plus 24 hours for each turn" in written(panel)
    wanted = ServerSettings((world.channel.id,), False, "3d+24h", None, Openers.ROLE, role.id, 7, 3)
    assert await settings(world) == wanted
    await dora.slash(world.channel, "server settings", allow=other, openers="managers")
    assert (await settings(world)).channels == (world.channel.id, other.id)
    await dora.slash(world.channel, "server settings", disallow=world.channel)
    assert (await settings(world)).channels == (other.id,)
    assert (await settings(world)).openers is Openers.MANAGERS
    wrong = await dora.slash(world.channel, "server settings", pace="quick")
    assert refused(wrong).startswith("Choose a pace from the list, or type the time for the match")
    offered = await dora.autocomplete(world.channel, "server settings", "pace", "2h+5m")
    assert [choice["value"] for choice in offered] == ["2h+5m"]
    offered = await dora.autocomplete(world.channel, "server settings", "pace", "")
    assert [choice["value"] for choice in offered] == ["none", "relaxed", "daily", "live"]


async def test_tables_open_only_in_allowed_channels(world: World) -> None:
    dora, other = world.join_manager(), world.guild.create_text_channel("other")
    await dora.slash(other, "server settings", allow=other)
    answer = await world.ann.slash(world.channel, "play", game="iye")
    assert refused(answer) == f"Matches are not played in this channel. Please go to: <#{other.id}>"
    assert await world.bot.services.matches.history.matches_of(world.ann.id) == []
    await world.ann.slash(other, "play", game="iye")
    assert len(await world.bot.services.matches.history.matches_of(world.ann.id)) == 1
    panel = await dora.slash(world.channel, "server settings")
    assert "This channel is not among those chosen for matches." in written(panel)
    world.delete_channel(other)
    lost = await world.ann.slash(world.channel, "play", game="iye")
    assert refused(lost).endswith("were deleted. A server manager can choose others with: `/server settings`")
    assert "only in one deleted channel" in written(await dora.slash(world.channel, "server settings"))


async def test_allowed_category_includes_its_channels_and_a_channel_its_threads(world: World) -> None:
    dora, hall = world.join_manager(), world.guild.create_category("hall")
    inside = world.guild.create_text_channel("inside", category=hall)
    await dora.slash(inside, "server settings", allow=hall)
    await world.ann.slash(inside, "play", game="iye")
    assert refused(await world.ann.slash(world.channel, "play", game="iye")).startswith(
        "Matches are not played in this channel"
    )
    await dora.slash(inside, "server settings", disallow=hall, allow=world.channel)
    game = await world.start_match()
    assert game.place.is_thread
    await world.bob.slash(game.place, "play", game="iye")
    assert len(await world.bot.services.matches.history.matches_in(game.place.id)) == 2


async def test_rematch_is_refused_in_a_channel_no_longer_allowed(world: World) -> None:
    dora, other = world.join_manager(), world.guild.create_text_channel("other")
    game = await world.start_match()
    await game.resign(world.ann)
    await world.bob.slash(game.place, "match", action="rematch")
    await dora.slash(other, "server settings", allow=other)
    text = f"Matches are not played in this channel. Please go to: <#{other.id}>"
    assert refused(await world.ann.slash(game.place, "match", action="rematch")) == text
    assert refused(await world.ann.click(game.place.history()[-1], label="Accept")) == text


async def test_match_is_played_in_the_channel_without_threads(world: World) -> None:
    await world.join_manager().slash(world.channel, "server settings", threads="off")
    game = await world.start_match()
    assert game.place.id == world.channel.id
    assert len(game.boards) == 1


async def test_default_time_control_applies_to_new_tables(world: World) -> None:
    dora, before = world.join_manager(), await world.open_table(pace=None)
    await dora.slash(world.channel, "server settings", pace="2d+12h")
    assert "**Pace:** Relaxed" in written(before), "open tables keep their pace"
    assert "2 days" in written(await world.open_table(pace=None))
    assert "**Pace:** No clock" in written(await world.open_table(pace="none"))


@pytest.mark.parametrize("by", ["role", "managers"])
async def test_only_hosts_or_managers_open_tables_if_set(world: World, by: str) -> None:
    dora, hosts = world.join_manager(), world.guild.create_role("Hosts")
    host = world.join("eve", "Eve", roles=[hosts])
    chosen: dict[str, Any] = {"role": hosts} if by == "role" else {"openers": "managers"}
    await dora.slash(world.channel, "server settings", **chosen)
    text = refused(await world.ann.slash(world.channel, "play", game="iye"))
    who = "members with the role Hosts" if by == "role" else "server managers"
    assert text.startswith(f"Only {who} can open tables")
    table = await world.open_table(opener=dora)
    await world.ann.click(table, label="Join")
    answer = await host.slash(world.channel, "play", game="iye")
    assert answer.ephemeral == (by == "managers")


async def test_open_tables_and_running_matches_are_limited(world: World) -> None:
    for _ in range(5):
        await world.open_table()
    text = refused(await world.ann.slash(world.channel, "play", game="iye"))
    assert text.startswith("You already have 5 open tables here, and that is the limit.")
    await world.ann.slash(world.channel, "match", action="cancel", match=1)
    await world.open_table()
    await world.join_manager().slash(world.channel, "server settings", matches=1)
    table = await world.open_table(opener=world.carol)
    await world.bob.click(table, label="Join")
    late = await world.open_table(opener=world.dave)
    assert refused(await world.bob.click(late, label="Join")).startswith("You are already in a match here")


# ------------------------------------------------------------------------------------------------------------- rights


async def forge(world: World, member: simcord.MemberActor, custom_id: str, values: list[str]) -> Answer:
    """Click in another user's panel."""
    message = await world.open_table(opener=world.dave)
    data = {"custom_id": custom_id, "component_type": 3, "values": values}
    return await member._dispatch_interaction(
        InteractionType.MESSAGE_COMPONENT, world.channel, data, source_message_id=message.id
    )


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("k:serverset:0:0:threads", ["off"]),
        ("k:serverset:0:0:channels", []),
        ("k:serverpage:0:0:", []),
        ("k:serverpanel:0:1:", []),
        ("k:serverchannels:0:0:", []),
        ("k:servertags:0:0:", []),
        ("k:serveracts:0:0:", []),
    ],
)
async def test_server_panel_refuses_non_managers(world: World, custom_id: str, values: list[str]) -> None:
    answer = await forge(world, world.ann, custom_id, values)
    assert refused(answer) == "Only server managers can do that: members with the permission “Manage Server”."
    assert await settings(world) == ServerSettings()


@pytest.mark.parametrize("name", ["settings", "matches"])
async def test_server_commands_refuse_non_managers_and_direct_messages(world: World, name: str) -> None:
    data = {"id": "1", "name": "server", "type": 1, "options": [{"name": name, "type": 1, "options": []}]}
    answer = await world.act(world.ann, world.channel, dict(data))
    assert refused(answer) == "Only server managers can do that: members with the permission “Manage Server”."
    user: Any = world.ann.user
    answer = await _dispatch_actor_interaction(user, InteractionType.APPLICATION_COMMAND, user.dm_channel, dict(data))
    assert refused(answer) == "This command is about a server. Use it in one of its channels."


@pytest.mark.parametrize(
    ("setting", "values"),
    [
        ("threads", ["perhaps"]),
        ("language", ["xx"]),
        ("openers", ["nobody"]),
        ("openers", ["role"]),
        ("tables", ["0"]),
        ("tables", ["51"]),
        ("matches", ["501"]),
        ("channels", ["#games"]),
        ("channels", [str(number) for number in range(26)]),
        ("gone", ["1"]),
    ],
)
async def test_unoffered_setting_values_are_refused(world: World, setting: str, values: list[str]) -> None:
    answer = await forge(world, world.join_manager(), f"k:serverset:0:0:{setting}", values)
    assert refused(answer) == "There is no such setting."
    assert await settings(world) == ServerSettings()


async def test_at_most_25_channels_can_be_allowed(world: World) -> None:
    dora = world.join_manager()
    channels = [world.guild.create_text_channel(f"c{number}") for number in range(26)]
    panel = await dora.slash(world.channel, "server settings")
    await choose(dora, panel, "channels", *channels[:25])
    await dora.slash(world.channel, "server settings", allow=channels[0])
    answer = await dora.slash(world.channel, "server settings", allow=channels[25])
    assert refused(answer) == "You can allow at most 25 channels. Allow a whole category instead."


# ---------------------------------------------------------------------------------------------------------- language


async def test_language_choice_is_hidden_with_one_language(world: World) -> None:
    panel = await world.join_manager().slash(world.channel, "server settings")
    assert "The person who runs me can add languages" in written(panel)
    assert not any(select["custom_id"].endswith(":language") for select in selects(panel))
    (command,) = [c for c in world.env.backend.commands[None].values() if c["name"] == "server"]
    (typed,) = [option for option in command["options"] if option["name"] == "settings"]
    assert "language" not in [option["name"] for option in typed["options"]]


async def test_language_choice_is_shown_with_two_languages(tmp_path: Path, unexpected: list[Any]) -> None:
    async with running(tmp_path, locales=write_bare_catalogue(tmp_path / "locales", "de")) as world:
        await world.found()
        dora = world.join_manager()
        panel = await dora.slash(world.channel, "server settings")
        assert "✅ Saved. Language of boards: Deutsch (de)" in await choose(dora, panel, "language", "de")
        assert (await settings(world)).language == "de"
        assert "the language of this server on Discord" in await choose(dora, panel, "language", "discord")
        assert (await settings(world)).language is None
        panel = await dora.slash(world.channel, "server settings", language="en")
        assert "✅ Saved. Language of boards: English (en)" in written(panel)
    assert unexpected == []


async def test_public_messages_use_the_server_language_after_a_restart(tmp_path: Path, unexpected: list[Any]) -> None:
    locales = write_catalogue(tmp_path / "locales", "de")
    async with running(tmp_path, locales=locales) as world:
        await world.found(preferred_locale="en-US")
        assert "[" not in written(await world.open_table())
        await world.join_manager().slash(world.channel, "server settings", language="de")
        table = await world.open_table()
        assert "[" in written(table)
        await world.restart()
        await world.bob.click(table, custom_id=control(table, "join"))
        board = world.channel_of(table).history()[-1]
        assert "[" in written(board)
        assert "[" in alt_texts(board)[0]
    assert [record.getMessage() for record in unexpected] == []


async def test_missing_thread_permission_is_shown_unless_threads_are_off(world: World) -> None:
    dora = world.join_manager()
    hint = "I need permission to create public threads in this channel and to write in them"
    assert hint not in written(await dora.slash(world.channel, "server settings"))
    world.deny("create_public_threads")
    text = written(await dora.slash(world.channel, "server settings"))
    assert text.index("I speak so far") < text.index("can add languages") < text.index(hint), "what belongs together"
    assert hint not in written(await dora.slash(world.channel, "server settings", threads="off"))
