"""``/player settings``, ``away``, ``back`` and ``privacy``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.load import thresholds
from bot.log import JsonFormatter
from bot.matches.model.settings import PLAYER_SETTINGS
from bot.storage.sqlite.backup import BACKUP_DAYS
from bot.ui.player.setting_texts import TEXTS
from tests.e2e import chiefdom
from tests.e2e.conftest import running
from tests.e2e.world import Answer, World, alt_texts, control, labels, parts, refused, selects, shown, stored, written
from tests.locales.pseudo import write_bare_catalogue, write_catalogue

pytestmark = pytest.mark.usefixtures("unpainted")

DAY = 86_400


def menu(message: Answer, setting: str) -> dict[str, Any]:
    """Return the select of a setting."""
    return next(part for part in selects(message) if part["custom_id"].endswith(f":{setting}"))


def custom_ids(message: Answer) -> set[str]:
    """Return the custom_ids of a message's controls."""
    return {part["custom_id"] for part in parts(message) if "custom_id" in part}


async def choose(world: World, panel: Answer, setting: str, *values: str) -> Answer:
    answer: Answer = await world.ann.select(shown(panel), list(values), custom_id=menu(panel, setting)["custom_id"])
    return answer


async def test_every_setting_can_be_chosen_and_is_confirmed(world: World) -> None:
    panel = await world.ann.slash(world.channel, "player settings")
    assert "**Time zone:** UTC, it is 00:00 there now" in written(panel)
    assert "28 of 28 days are left" in written(panel)
    form = await world.ann.click(shown(panel), label="Change quiet hours …")
    assert "22:00-07:00" in str(form.modal)
    await world.ann.submit_modal(form, {"text": "22:00-06:00"})
    assert "✅ **Quiet hours:** 22:00 to 06:00" in written(panel)
    await choose(world, panel, "days", "5", "6")
    assert "✅ **Days off:** Saturday, Sunday" in written(panel)
    await choose(world, panel, "days")
    assert "✅ **Days off:** None" in written(panel)
    await world.ann.click(shown(panel), label="Messages")
    await choose(world, panel, "remind", "6")
    assert "✅ **Reminders:** Every 6 hours" in written(panel)
    await choose(world, panel, "tell", "both")
    assert "✅ **Notifications:** By mention and direct message" in written(panel)
    await world.ann.click(shown(panel), label="Pictures")
    for setting, value, expected in (
        ("theme", "light", "**Background:** Light"),
        ("palette", "colour-blind", "**Colours:** Colour-blind safe"),
        ("size", "600", "**Width:** 600 pixels"),
        ("boards", "text", "**Boards:** Text"),
        ("orientation", "fixed", "**Orientation:** The same for everyone"),
        ("layout", "landscape", "**Layout:** Landscape, for wide screens (İYE and Totem)"),
    ):
        await choose(world, panel, setting, value)
        assert f"✅ {expected}" in written(panel)
    settings = await world.bot.services.matches.player_settings.get(world.ann.id)
    assert (settings.quiet_hours, settings.days_off, settings.remind_every) == ((1320, 360), frozenset(), 6 * 3600)
    assert (settings.notify_by, settings.locale, settings.orientation) == ("both", None, "fixed")
    assert settings.layout == "landscape"
    assert (settings.theme, settings.palette, settings.size, settings.text_board) == (
        "light",
        "colour-blind",
        600,
        True,
    )
    again = await world.ann.slash(world.channel, "player settings")
    assert "**Quiet hours:** 22:00 to 06:00" in written(again)
    form = await world.ann.click(shown(again), label="Change quiet hours …")
    assert "22:00-06:00" in str(form.modal), "the form shows the saved hours"


async def test_every_setting_can_be_typed(world: World) -> None:
    answer = await world.ann.slash(
        world.channel,
        "player settings",
        timezone="Asia/Kolkata",
        quiet="22:30-7",
        daysoff="weekend",
        reminders="0",
        tell="dm",
        sheets="button",
        background="light",
        colours="colour-blind",
        width="800",
        boards="picture",
        orientation="fixed",
        layout="landscape",
    )
    text = written(answer)
    for expected in (
        "✅ **Time zone:** Asia/Kolkata (UTC+5:30), it is 05:30 there now",
        "✅ **Quiet hours:** 22:30 to 07:00",
        "✅ **Days off:** Saturday, Sunday",
        "✅ **Reminders:** Never",
        "✅ **Private sheets:** With the button “My sheet”",
        "✅ **Orientation:** The same for everyone",
        "✅ **Layout:** Landscape, for wide screens (İYE and Totem)",
    ):
        assert expected in text


async def test_panel_and_the_command_have_every_setting(tmp_path: Path, unexpected: list[Any]) -> None:
    names = {setting.name for setting in PLAYER_SETTINGS}
    assert set(TEXTS) == names
    async with running(tmp_path, locales=write_bare_catalogue(tmp_path / "locales", "tr")) as world:
        await world.found()
        panel = await world.ann.slash(world.channel, "player settings")
        text, controls = written(panel), custom_ids(panel)
        for page in ("Messages", "Pictures"):
            await world.ann.click(shown(panel), label=page)
            text, controls = text + written(panel), controls | custom_ids(panel)
        assert [words.title for words in TEXTS.values() if f"**{words.title}:**" not in text] == []
        controls |= {f"k:settings:0:0:{form}" for form in ("zone", "quiet") if f"k:ask{form}:0:0:" in controls}
        assert {name for name in names if f"k:settings:0:0:{name}" not in controls} == set()
        (command,) = [c for c in world.env.backend.commands[None].values() if c["name"] == "player"]
        (settings,) = [option for option in command["options"] if option["name"] == "settings"]
        typed = [option["name"] for option in settings["options"]]
        assert typed == [str(words.option).removeprefix("/") for words in TEXTS.values()]
    assert unexpected == []


async def test_time_zone_can_be_typed_as_city_or_offset(world: World) -> None:
    choices = await world.ann.autocomplete(world.channel, "player settings", "timezone", "ankara")
    assert [(choice["value"], choice["name"]) for choice in choices] == [
        ("Europe/Istanbul", "Europe/Istanbul: now 03:00 (UTC+3)")
    ]
    choices = await world.ann.autocomplete(world.channel, "player settings", "timezone", "UTC+5:30")
    assert [choice["value"] for choice in choices] == ["Asia/Colombo", "Asia/Kolkata"]
    panel = await world.ann.slash(world.channel, "player settings")
    form = await world.ann.click(shown(panel), custom_id=control(panel, "askzone"))
    await world.ann.submit_modal(form, {"text": "+5:30"})
    assert "Nothing has been changed yet" in written(panel)
    await choose(world, panel, "zone", "Asia/Colombo")
    assert "✅ **Time zone:** Asia/Colombo" in written(panel)
    form = await world.ann.click(shown(panel), custom_id=control(panel, "askquiet"))
    await world.ann.submit_modal(form, {"text": "23:15 - 6:45"})
    assert "✅ **Quiet hours:** 23:15 to 06:45" in written(panel)
    answer = await world.ann.slash(world.channel, "player settings", timezone="Atlantis")
    assert refused(answer).startswith("I do not know the time zone “Atlantis”.")
    answer = await world.ann.slash(world.channel, "player settings", quiet="0-23")
    assert refused(answer) == "Quiet hours can be at most 16 hours a day, so that there is time to play."


async def test_notification_test_uses_the_chosen_way(world: World) -> None:
    panel = await world.ann.slash(world.channel, "player settings", tell="both")
    answer = await world.ann.click(shown(panel), label="Send me a test")
    mentioned = world.channel.history()[-1]
    assert mentioned.content.startswith(world.ann.mention)
    assert [user.id for user in mentioned.mentions] == [world.ann.id]
    assert "test" in world.direct_messages(world.ann)[0]
    reply = answer.followups[-1]
    assert reply.ephemeral
    assert "mentioned you in this channel" in reply.content
    assert "sent you a direct message" in reply.content


async def test_notification_test_posts_nothing_where_the_user_may_not_write(world: World) -> None:
    """Commands can be allowed where messages are not, such as in a channel for announcements."""
    world.mute(world.channel, world.ann)
    before = len(world.channel.history())
    panel = await world.ann.slash(world.channel, "player settings", tell="both")
    answer = await world.ann.click(shown(panel), label="Send me a test")
    reply = answer.followups[-1].content if answer.followups else shown(answer).content
    assert reply.startswith("🔔 You cannot write in this channel, so I do not mention you here.")
    assert "sent you a direct message" in reply
    assert len(world.channel.history()) == before


async def test_notification_test_explains_blocked_direct_messages(world: World) -> None:
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    panel = await world.ann.slash(world.channel, "player settings", tell="dm")
    before = len(world.channel.history())
    answer = await world.ann.click(shown(panel), label="Send me a test")
    text = shown(answer).content if not answer.followups else answer.followups[-1].content
    assert "Privacy Settings" in text
    assert len(world.channel.history()) == before


async def test_language_choice_is_hidden_with_one_language(world: World) -> None:
    panel = await world.ann.slash(world.channel, "player settings")
    await world.ann.click(shown(panel), label="Messages")
    assert "**Language:** English, the only one I speak so far" in written(panel)
    assert [part for part in selects(panel) if part["custom_id"].endswith(":language")] == []
    (command,) = [c for c in world.env.backend.commands[None].values() if c["name"] == "player"]
    (settings,) = [option for option in command["options"] if option["name"] == "settings"]
    assert "language" not in [option["name"] for option in settings["options"]]


async def test_language_choice_is_shown_with_two_languages(tmp_path: Path, unexpected: list[Any]) -> None:
    async with running(tmp_path, locales=write_bare_catalogue(tmp_path / "locales", "tr")) as world:
        await world.found()
        panel = await world.ann.slash(world.channel, "player settings")
        await world.ann.click(shown(panel), label="Messages")
        assert "**Language:** As in Discord" in written(panel)
        assert [option["value"] for option in menu(panel, "language")["options"]] == ["discord", "en", "tr"]
        await choose(world, panel, "language", "tr")
        assert "✅ **Language:** Türkçe" in written(panel)
    assert unexpected == []


async def test_language_applies_to_private_answers_sheets_and_pictures(tmp_path: Path, unexpected: list[Any]) -> None:
    locales = write_catalogue(tmp_path / "locales", "tr")
    async with running(tmp_path, locales=locales) as world:
        await world.found()
        answer = await world.ann.slash(world.channel, "player settings", language="tr")
        assert "Türkçe" in written(answer)
        assert "[" in written(answer)
        assert "[" in written(await world.ann.slash(world.channel, "about"))
        assert "[" not in written(await world.bob.slash(world.channel, "about"))
        game = await world.start_match()
        board = await world.ann.slash(game.place, "board")
        assert "[" in (stored(board).attachments[0].get("description") or "")
        assert "[" not in (stored(game.board).attachments[0].get("description") or "")
        back = await world.ann.slash(world.channel, "player settings", language="discord")
        assert "[" not in written(back)
    assert unexpected == []


async def test_holiday_is_announced_in_all_matches_and_shown_on_boards_and_lists(world: World) -> None:
    game = await world.start_match()
    mover, waiter = game.mover, game.waiter
    answer = await mover.slash(world.channel, "player away", until="5d")
    end = world.clock() + 5 * DAY
    assert f"until <t:{end}:f>" in written(answer)
    assert "I have notified the other players in your match." in written(answer)
    notice = game.place.history()[-1]
    assert f"is away from <t:{world.clock()}:f> until <t:{end}:f>." in notice.content
    assert notice.mentions == []
    board = await waiter.slash(game.place, "board")
    assert f"is away until <t:{end}:f>." in written(board)
    assert f"is away until <t:{end}:f>." in written(await waiter.slash(game.place, "matches"))
    panel = await mover.slash(world.channel, "player settings")
    assert "You are away from" in written(panel)
    await world.pass_time(3600)
    away = await mover.slash(world.channel, "player away")
    assert f"until <t:{end}:f>" in written(away)
    back = await mover.click(shown(away), label="End the holiday")
    assert "Welcome back!" in written(back)
    assert labels(back) == []
    assert "is back from holiday" in game.place.history()[-1].content
    assert "is away" not in written(await waiter.slash(game.place, "board"))
    nothing = await mover.slash(world.channel, "player away")
    assert "of 28 days are left this year." in written(nothing)
    assert "To announce a holiday, use /player away until: and its last day." in written(nothing)
    assert labels(nothing) == []
    assert refused(await mover.slash(world.channel, "player away", **{"from": "24 Dec"})) == (
        "Please type the last day of your holiday, too."
    )


async def test_holiday_is_ended_once(world: World) -> None:
    await world.ann.slash(world.channel, "player away", until="2d")
    panels = [shown(await world.ann.slash(world.channel, "player away")) for _ in range(2)]
    await world.ann.click(panels[0], label="End the holiday")
    assert refused(await world.ann.click(panels[1], label="End the holiday")) == (
        "You have not announced a holiday. Announce one with /player away."
    )


async def test_repeated_holidays_do_not_flood_matches(world: World) -> None:
    game = await world.start_match()
    for _ in range(thresholds.NOTIFICATION_BURST):
        await world.ann.slash(world.channel, "player away", until="2d")
    answer = await world.ann.slash(world.channel, "player away", until="3d")
    assert refused(answer).startswith("You have notified other players too often lately.")
    notices = [message for message in game.place.history() if "is away from" in message.content]
    assert len(notices) == thresholds.NOTIFICATION_BURST - 1, "opening the table counted as well"


async def test_holiday_is_cancelled_before_it_begins(world: World) -> None:
    game = await world.start_match()
    await world.ann.slash(world.channel, "player away", until="2 weeks", **{"from": "24 Dec"})
    answer = await world.ann.click(
        shown(await world.ann.slash(world.channel, "player away")), label="Cancel the holiday"
    )
    assert "Your holiday is cancelled." in written(answer)
    assert "has cancelled the holiday." in game.place.history()[-1].content


async def test_holiday_dates_use_the_players_time_zone(world: World) -> None:
    await world.ann.slash(world.channel, "player settings", timezone="Pacific/Auckland")
    await world.ann.slash(world.channel, "player away", until="24 Dec", **{"from": "2026-12-20"})
    holiday = await world.bot.services.matches.holidays.holiday_of(world.ann.id)
    assert holiday is not None
    assert holiday.ends - holiday.begins == 5 * DAY
    assert (holiday.begins + 13 * 3600) % DAY == 0
    assert refused(await world.ann.slash(world.channel, "player away", until="3/4")).startswith("In “3/4”")
    assert refused(await world.ann.slash(world.channel, "player away", until="2025-12-24")) == (
        "This holiday would end before it starts."
    )


async def test_data_export_is_for_its_owner_only(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    panel = await world.ann.slash(world.channel, "player privacy")
    assert "You play in one match." in written(panel)
    assert "30 days" in written(panel)
    answer = await world.ann.click(shown(panel), label="Get it as a file")
    assert answer.ephemeral
    document = json.loads(await shown(answer).attachments[0].read())
    assert document["user_id"] == world.ann.id
    text = json.dumps(document)
    assert "Ann" in text
    for other in ("Bob", str(world.bob.id)):
        assert other not in text


async def test_data_deletion_is_confirmed_and_makes_the_seat_anonymous(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=2)
    await world.open_table()
    await world.ann.slash(world.channel, "player settings", timezone="Europe/Istanbul")
    panel = await world.ann.slash(world.channel, "player privacy")
    assert "Everyone who can see the match can see your name and your moves." in written(panel)
    await world.ann.click(shown(panel), label="Delete it …")
    assert "You **resign** your running match." in written(panel)
    assert "You leave the open table" in written(panel)
    await world.ann.click(shown(panel), label="No, keep my data")
    assert "What I store about you" in written(panel)
    await world.ann.click(shown(panel), label="Delete it …")
    await world.ann.click(shown(panel), label="Yes, delete everything")
    assert "Your data is deleted. In" in written(panel)
    assert game.over
    assert "Ann" not in written(game.board), "nothing posted after the deletion names the deleted user"
    assert world.ann.mention not in written(game.board)
    assert "Ann" not in alt_texts(game.board)[0]
    match = await world.bot.services.matches.history.get(game.id)
    assert [seat.user_id for seat in match.seats if seat.player == 0] == [-1]
    history = await world.bob.slash(game.place, "match", action="history", match=game.id)
    assert "Ann" not in written(history)
    for answer in (
        await world.bob.slash(game.place, "board", match=game.id),
        await world.bob.slash(game.place, "match", action="verify", match=game.id),
        await world.ann.slash(world.channel, "matches"),
    ):
        assert "Ann" not in written(answer)
    again = await world.bob.slash(game.place, "match", action="rematch", match=game.id)
    assert "One of the players has deleted their data, so a rematch is not possible." in refused(again)


async def test_match_continues_with_an_anonymous_seat(world: World) -> None:
    table = await world.open_table(game="totem")
    for member in (world.bob, world.carol):
        await member.click(table, custom_id=control(table, "join"))
    await world.begin(table)
    place = world.channel_of(table)
    panel = await world.carol.slash(place, "player privacy")
    await world.carol.click(shown(panel), label="Delete it …")
    await world.carol.click(shown(panel), label="Yes, delete everything")
    match = await world.bot.services.matches.history.get(1)
    assert [seat.user_id > 0 for seat in match.seats].count(False) == 1
    await world.ann.slash(place, "match", action="abort", match=1)
    for message in place.history():
        assert "<@-" not in message.content
    await world.bob.slash(place, "match", action="abort", detail="accept", match=1)
    assert "<@-" not in place.history()[-1].content
    assert world.problems() == []


async def test_sheets_of_deleted_users_are_not_sent(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    chiefdom.load_dice(monkeypatch, [(1, 1, 1), (2, 3, 4), (1, 2, 6)])
    game = await chiefdom.start_chiefdom(world, 3)
    gone = game.players[1]
    panel = await gone.slash(game.place, "player privacy")
    await gone.click(shown(panel), label="Delete it …")
    await gone.click(shown(panel), label="Yes, delete everything")
    dms = len(gone.user.dm_channel.history())
    for member in (game.players[0], game.players[2]):
        window = await member.click(game.board, custom_id=control(game.board, "sheet"))
        await chiefdom.plan_any(member, window)
        await member.click(shown(window), custom_id=control(window, "confirm"))
    assert len(gone.user.dm_channel.history()) == dms
    assert "<@-" not in game.board.content
    assert gone.mention not in game.board.content
    rows = await world.bot.services.matches.context.database.rows("SELECT failed FROM outbox")
    assert [row["failed"] for row in rows] == []


async def test_logs_contain_no_ids_or_names_of_people(world: World, caplog: pytest.LogCaptureFixture) -> None:
    game = await world.start_match()
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await game.play_on(turns=3)
    world.deny("send_messages", "send_messages_in_threads")
    await world.ann.slash(world.channel, "move", text="zz", match=1)
    await world.ann.slash(world.channel, "player away", until="2d")
    await world.ann.slash(world.channel, "player settings", timezone="Atlantis")
    await world.pass_time(DAY)
    panel = await world.ann.slash(world.channel, "player privacy")
    await world.ann.click(shown(panel), label="Delete it …")
    await world.ann.click(shown(panel), label="Yes, delete everything")
    lines = [JsonFormatter(()).format(record) for record in caplog.records if record.name.startswith("bot")]
    assert any("cannot be reached" in line for line in lines)
    for line in lines:
        for word in (str(world.ann.id), str(world.bob.id), '"Ann"', '"Bob"', " Ann", " Bob"):
            assert word not in line


async def test_anonymous_seat_gets_no_message_when_a_channel_is_lost(world: World) -> None:
    game = await world.start_match()
    world.deny("send_messages", "send_messages_in_threads")
    panel = await world.ann.slash(world.channel, "player privacy")
    before = len(world.requests("POST", "/users/@me/channels"))
    await world.ann.click(shown(panel), label="Delete it …")
    await world.ann.click(shown(panel), label="Yes, delete everything")
    opened = [entry.json["recipient_id"] for entry in world.requests("POST", "/users/@me/channels")[before:]]
    assert [int(user_id) for user_id in opened] == [world.bob.id], game.place


async def test_privacy_page_is_linked_when_configured(tmp_path: Path) -> None:
    page = "https://example.org/privacy"
    for url in (None, page):
        folder = tmp_path / str(url is None)
        folder.mkdir()
        async with running(folder, privacy_url=url) as world:
            await world.found()
            panel = await world.ann.slash(world.channel, "player privacy")
            links = [part["url"] for part in parts(panel) if part.get("url")]
            assert links == ([] if url is None else [page])
            assert ("docs/privacy.md" in written(panel)) is (url is None)


def test_privacy_page_states_how_long_backups_are_kept() -> None:
    page = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text("utf-8")
    assert f"{BACKUP_DAYS} days" in page
