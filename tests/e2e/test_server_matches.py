"""``/server matches``: lists, ending and moving matches, the record of managers' actions."""

from __future__ import annotations

import discord

from bot.matches.model.match import MatchStatus
from bot.matches.model.settings import ServerSettings
from engines.text import T
from tests.e2e.world import World, labels, parts, refused, shown, written


async def test_list_shows_channel_turn_and_waiting_time(world: World) -> None:
    game = await world.start_match()
    table = await world.open_table(opener=world.carol, game="totem")
    listed = await world.join_manager().slash(world.channel, "server matches")
    assert listed.ephemeral
    text = written(listed)
    assert text.startswith("## 2 open tables and running matches")
    assert f"**İYE #1** · **Ann**, **Bob** · <#{game.place.id}>" in text
    mover = "Ann" if game.mover is world.ann else "Bob"
    assert f"**{mover}** is to move · <t:{world.clock.now}:R> · Started <t:{world.clock.now}:d>" in text
    assert f"**Totem #2** · **Carol** · <#{world.channel.id}>\nwaiting for players" in text
    links = [part["url"] for part in parts(listed) if part.get("url")]
    assert links == [
        f"https://discord.com/channels/{world.guild.id}/{game.place.id}/{game.board.id}",
        f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{table.id}",
    ]
    assert labels(listed) == ["Move …", "End …", "End …", "Actions by server managers"]


async def test_empty_list_says_so(world: World) -> None:
    listed = await world.join_manager().slash(world.channel, "server matches")
    assert written(listed) == "## No table is open here, and no match is running."


async def test_list_has_pages(world: World) -> None:
    dora = world.join_manager()
    matches = world.bot.services.matches
    await matches.server_settings.save(world.guild.id, dora.id, ServerSettings(open_tables=50), T("set something"))
    for _ in range(11):
        await world.open_table()
    listed = await dora.slash(world.channel, "server matches")
    seen = [[n for n in range(1, 12) if f"#{n}**" in written(listed)]]
    for label in ("Next", "Next", "Back"):
        await dora.click(shown(listed), label=label)
        seen.append([n for n in range(1, 12) if f"#{n}**" in written(listed)])
    assert seen == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11], [6, 7, 8, 9, 10]]


async def test_match_is_ended_with_a_reason_shown_to_players_and_managers(world: World) -> None:
    game, dora = await world.start_match(), world.join_manager()
    elsewhere = world.guild.create_text_channel("office")
    listed = await dora.slash(elsewhere, "server matches")
    asked = await dora.click(shown(listed), label="End …")
    assert (await world.bot.services.matches.history.get(1)).status is MatchStatus.RUNNING
    done = await dora.submit_modal(asked, {"text": "both *left*"})
    assert "You have ended İYE #1 without a result." in written(listed) + written(done)
    assert (await world.bot.services.matches.history.get(1)).status is MatchStatus.ABORTED
    result = game.place.history()[-1]
    assert "🏁 A server manager ended the match: both \\*left\\*" in written(result)
    again = await dora.slash(elsewhere, "server matches")
    await dora.click(shown(again), label="Actions by server managers")
    assert f"{dora.mention} ended İYE #1: both \\*left\\*" in written(again)
    await dora.click(shown(again), label="Matches")
    assert "no match is running" in written(again)


async def test_open_table_is_closed_with_a_reason(world: World) -> None:
    table, dora = await world.open_table(), world.join_manager()
    listed = await dora.slash(world.channel, "server matches")
    asked = await dora.click(shown(listed), label="End …")
    await dora.submit_modal(asked, {"text": "not today"})
    assert (await world.bot.services.matches.history.get(1)).status is MatchStatus.CANCELLED
    assert "A server manager closed the table: not today" in written(table)
    late = await dora.click(
        shown(await dora.slash(world.channel, "server matches")), label="Actions by server managers"
    )
    assert "ended İYE #1: not today" in written(late)


async def test_match_is_moved_from_the_list(world: World) -> None:
    game, dora = await world.start_match(), world.join_manager()
    hall = world.guild.create_text_channel("hall")
    listed = await dora.slash(world.channel, "server matches")
    await dora.click(shown(listed), label="Move …")
    assert "Where should İYE #1 continue?" in written(listed)
    await dora.select(shown(listed), [hall], custom_id="k:gothere:1:0:")
    assert f"İYE #1 continues in another channel: <#{hall.id}>" in written(listed)
    assert (await world.bot.services.matches.history.get(1)).channel.channel_id == hall.id
    assert f"İYE #1 continues in another channel: <#{hall.id}>" in written(game.place.history()[-1])
    record = await dora.click(
        shown(await dora.slash(world.channel, "server matches")), label="Actions by server managers"
    )
    assert "moved İYE #1 to another channel" in written(record)


async def test_managers_of_another_server_have_no_access(world: World) -> None:
    await world.start_match()
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("talk")
    keepers = elsewhere.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    carol_there = elsewhere.add_member(world.carol.user, roles=[keepers])
    assert "No table is open here" in written(await carol_there.slash(channel, "server matches"))
    for options in ({"action": "abort", "detail": "reason: mine"}, {"action": "move"}):
        answer = await carol_there.slash(channel, "match", match=1, **options)
        assert refused(answer) == "There is no match #1 here. /matches lists yours."
