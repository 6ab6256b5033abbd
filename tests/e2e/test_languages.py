"""Every text is translated: with a pseudo-language, no text of the bot stays English.

The simulated members use English (SimCord sends en-US), so the pseudo-language is installed as ``en_US``; the server
prefers it as well.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.load import thresholds
from engines.registry import GAMES
from lessons.lesson import Lesson
from lessons.registry import LESSONS
from tests.e2e import chiefdom
from tests.e2e.awethi import start_awethi
from tests.e2e.conftest import running
from tests.e2e.lesson_turns import any_turn, turn_text
from tests.e2e.planned import can_confirm
from tests.e2e.pseudo_language import everything, untranslated
from tests.e2e.totem import load_dice, start_totem
from tests.e2e.world import (
    Answer,
    Game,
    Message,
    World,
    alt_texts,
    as_typed,
    buttons,
    control,
    labels,
    selects,
    shown,
    written,
)
from tests.lessons.presses import presses
from tests.lessons.turns import attempts
from tests.locales.pseudo import write_catalogue

REROLL = "reroll"

AWETHI_TURNS = (
    "meadow heads HHW e10ce20w/t9b e9d10h10a25/y5y6x5x6 i14t7 110/320 loose 30 choose 1 1 1224 ---- - -",
    "meadow heads HHW e10ce20w/t9b e9d9f9e8/y5y6x5x6 i14t7 110/320 loose 30 each 1 1 1224 ---- - -",
    "meadow heads HHW e20c/t9b h9d10c3a25/y5y6x5x6 m13m13 221/320 asleep 30 sum 1 1 1112 -111 - -",
    "meadow heads HHW e10ce20w/t9bx9c e9d10h10a25/y5y6x5x6 i14t7 110/220 loose 30 hunt 1 1 - ---- N4 -",
)


@pytest.fixture
async def world(tmp_path: Path, unexpected: list[Any]) -> AsyncIterator[World]:
    """The bot with the pseudo-language."""
    locales = write_catalogue(tmp_path / "locales", "en_US")
    async with running(tmp_path, locales=locales) as made:
        await made.found(preferred_locale="en-US")
        yield made
    assert [record.getMessage() for record in unexpected] == []


def leftovers(message: Message | Answer) -> list[str]:
    """Return the lines of a message that are still English."""
    in_block = False
    found = []
    for line in everything(message):
        in_block ^= line.startswith("```")
        if not in_block and untranslated(line):
            found.append(line)
    return found


async def test_whole_match_is_translated(world: World) -> None:
    table = await world.open_table(wins="1")
    assert leftovers(table) == []
    await press(world, world.bob, table, "join")
    game = Game(world, world.channel_of(table), {0: world.ann, 1: world.bob})
    await game.play_on()
    for message in (*world.channel.history(), *game.place.history()):
        if message.type is discord.MessageType.default:
            assert leftovers(message) == []
    assert leftovers(table) == []
    assert "[" in alt_texts(game.board)[0]


async def press(world: World, member: Any, message: Message | Answer, action: str) -> Answer:
    """Click the control of an action, whatever its label."""
    target = shown(message) if isinstance(message, Answer) else message
    answer: Answer = await member.click(target, custom_id=control(message, action))
    return answer


async def test_panels_answers_errors_and_sheets_are_translated(world: World) -> None:
    table = await world.open_table()
    await press(world, world.bob, table, "join")
    game = Game(world, world.channel_of(table), {0: world.ann, 1: world.bob})
    answers = [
        await game.mover.slash(game.place, name, **options)
        for name, options in map(
            as_typed,
            (
                "board",
                "next",
                "matches",
                "about",
                "player settings",
                "player privacy",
                "player away",
                "play",
                "rules",
                "help",
                "match",
                "match draw",
                "match abort",
                "match resign",
                "match export",
                "match verify",
                "match join",
                "match rematch",
            ),
        )
    ]
    answers.append(await game.mover.context_menu(game.place, "Explain this board", game.board))
    answers.append(await game.mover.context_menu(game.place, "Challenge", world.carol))
    answers.append(await game.mover.slash(game.place, "player away", until="5d"))
    answers.append(await game.mover.slash(game.place, "player away", until="zz"))
    answers.append(await game.mover.slash(game.place, "player away"))
    answers.append(await press(world, game.mover, answers[-1], "endholiday"))
    answers.append(await game.mover.slash(game.place, "move", text="zz"))
    answers.append(await game.waiter.slash(game.place, "move", text="d3"))
    answers.append(await world.carol.slash(game.place, "move", text="d3", match=1))
    panel = await press(world, game.mover, game.board, "more")
    answers += [panel, await press(world, game.mover, panel, "history")]
    for message in game.place.history()[-2:]:
        assert leftovers(message) == []
    await game.click_move()
    menu = selects(game.board)[0]
    answers.append(await game.mover.select(game.board, [menu["options"][0]["value"]], custom_id=menu["custom_id"]))
    for answer in answers:
        assert leftovers(answer) == [], answer
        assert any("[" in line for line in everything(answer))
    world.delete_channel(game.place)
    world.delete_channel(world.channel)
    await game.players[0].user.slash("match", action="abort", detail="decline", match=1)
    for member in game.players.values():
        for dm in world.direct_messages(member):
            assert untranslated(dm) == ""


async def test_settings_and_privacy_are_translated(world: World) -> None:
    panel = await world.ann.slash(world.channel, "player settings", timezone="+5:30")
    assert leftovers(panel) == []
    panel = await world.ann.slash(world.channel, "player settings", quiet="22-7", daysoff="weekend", tell="both")
    assert leftovers(panel) == []
    for page in (1, 2, 0):
        turn = next(b["custom_id"] for b in buttons(panel) if b["custom_id"].startswith(f"k:settingspage:0:{page}:"))
        await world.ann.click(shown(panel), custom_id=turn)
        assert leftovers(panel) == []
        if page == 1:
            test = await press(world, world.ann, panel, "testtell")
            assert untranslated(test.followups[-1].content) == ""
    assert [untranslated(dm) for dm in world.direct_messages(world.ann)] == [""]
    for action in ("askzone", "askquiet"):
        form = await press(world, world.ann, panel, action)
        assert form.modal is not None
        (line,) = form.modal["components"]
        assert "[" in form.modal["title"]
        assert untranslated(form.modal["title"] + line["label"] + line["description"]) == ""
    await world.open_table()
    privacy = await world.ann.slash(world.channel, "player privacy")
    for action in ("exportme", "forgetme", "forgetmenow"):
        answer = await press(world, world.ann, privacy, action)
        assert leftovers(answer) == []
        assert leftovers(privacy) == []


async def test_planner_is_translated(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(6, 6), (5, 5), (2, 1)])
    game = await start_totem(world)
    assert leftovers(game.board) == []
    await game.place_totems()
    assert leftovers(game.board) == []
    mover, waiter, window = game.mover, game.waiter, await game.open_planner()
    while not can_confirm(window):
        assert leftovers(window) == []
        if f"!{REROLL}" in " ".join(button["custom_id"] for button in buttons(window)):
            await game.choose(mover, window, f"!{REROLL}")
        else:
            await game.plan_step(mover, window)
    assert leftovers(window) == []
    await press(world, mover, window, "confirm")
    assert leftovers(window) == []
    form = await press(world, mover, window, "ask")
    assert form.modal is not None
    assert untranslated(form.modal["title"]) == ""
    (line,) = form.modal["components"]
    assert untranslated(line["label"] + line["description"]) == ""
    assert leftovers(await game.open_planner(waiter)) == []
    answer = await mover.slash(game.place, "move", text="use 10")
    assert leftovers(answer) == []
    assert leftovers(await mover.slash(game.place, "move", text="stay")) == []
    assert leftovers(game.board) == []


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("line", AWETHI_TURNS)
async def test_awethi_planner_is_translated(world: World, line: str) -> None:
    game = await start_awethi(world, 3)
    assert leftovers(game.board) == []
    await game.stand(line)
    match = await world.bot.services.matches.history.get(1)
    mover = game.players[match.to_move[0]]
    window = await game.open_planner(mover)
    assert leftovers(window) == []
    while not can_confirm(window):
        seen = await game.planned(mover)
        places = [str(one.number) for one in seen.walkers[1:]]
        further = [(one.number, choice) for one in seen.walkers[-1:] for choice in one.choices if len(one.choices) > 1]
        places += [f"{number}=" if choice.average else f"{number}({choice.steps})" for number, choice in further]
        for place in places:
            await game.choose(mover, window, place)
            assert leftovers(window) == []
        window = await game.open_planner(mover)
        await game.plan_step(mover, window)
        assert leftovers(window) == []
    await press(world, mover, window, "confirm")
    assert leftovers(window) == []
    assert leftovers(game.board) == []


@pytest.mark.usefixtures("unpainted")
async def test_resignation_takeover_and_areas_are_translated(world: World) -> None:
    game = await start_awethi(world, 3)
    await game.players[2].slash(game.place, "match", action="resign", match=1)
    asked = await game.players[2].slash(game.place, "match", action="resign", match=1)
    await press(world, game.players[2], asked, "resign")
    await press(world, world.dave, game.board, "more")
    dave = world.dave
    answers = [
        await press(world, dave, game.board, "board"),
        await press(world, dave, game.board, "more"),
        await dave.slash(game.place, "board", area="m13"),
        await dave.slash(game.place, "board", area="nowhere"),
        await dave.slash(game.place, "board", area="m13", form="text"),
        await dave.slash(game.place, "match", action="takeover"),
        await dave.slash(game.place, "match", action="takeover", match=1),
        await dave.slash(game.place, "match", action="history", match=1),
    ]
    for answer in answers:
        assert leftovers(answer) == []
    for message in game.place.history():
        assert leftovers(message) == []
    names = [choice["name"] for choice in await dave.autocomplete(game.place, "board", "area", "", match=1)]
    assert [name for name in names if untranslated(name)] == []


async def test_private_sheets_are_translated(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    chiefdom.load_dice(monkeypatch, [(1, 1, 1), (2, 3, 4), (1, 2, 6)])
    game = await chiefdom.start_chiefdom(world, 2, cards="on")
    table = world.channel.history()[1]
    assert leftovers(table) == []
    for _ in range(2):
        for member in game.players.values():
            (dm,) = member.user.dm_channel.history()
            assert leftovers(dm) == []
            window = await press(world, member, game.board, "sheet")
            assert leftovers(window) == []
            await chiefdom.plan_any(member, window)
            assert leftovers(window) == []
            form = await press(world, member, window, "askcell")
            assert form.modal is not None
            (line,) = form.modal["components"]
            assert untranslated(form.modal["title"] + line["label"] + line["description"]) == ""
            await press(world, member, window, "confirm")
            assert leftovers(window) == []
            assert leftovers(game.board) == []
    assert leftovers(await press(world, world.ann, game.board, "sheet")) == []
    assert leftovers(await world.carol.slash(game.place, "sheet")) == []
    asked = await world.bob.slash(game.place, "match", action="resign", match=game.id)
    await press(world, world.bob, asked, "resign")
    assert leftovers(game.board) == []
    assert leftovers(world.bob.user.dm_channel.history()[0]) == []


def lesson_control(message: Message | Answer, action: str, detail: str | None = None) -> str:
    """Return the custom_id of a lesson's control, of any detail if none is given."""
    every = [part["custom_id"] for part in (*buttons(message), *selects(message))]
    return next(
        str(one) for one in every if one.startswith(f"k:l{action}:") and (detail is None or one.endswith(f":{detail}"))
    )


async def type_in_lesson(world: World, message: Answer, text: str) -> Answer:
    """Type a turn and confirm it if the planner asks for that."""
    form = await world.ann.click(shown(message), custom_id=lesson_control(message, "ask"))
    assert form.modal is not None
    (line,) = form.modal["components"]
    assert untranslated(form.modal["title"] + line["label"] + line["description"]) == ""
    answer: Answer = await world.ann.submit_modal(form, {"text": text})
    confirm = [b for b in buttons(answer) if b["custom_id"].startswith("k:lconfirm:") and not b.get("disabled")]
    assert leftovers(answer) == []
    if confirm:
        answer = await world.ann.click(shown(answer), custom_id=confirm[0]["custom_id"])
    return answer


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
async def test_lesson_is_translated(world: World, monkeypatch: pytest.MonkeyPatch, lesson: Lesson) -> None:
    monkeypatch.setattr(thresholds, "USER_BURST", 10_000)
    game = GAMES[lesson.game]
    choice = await world.ann.slash(world.channel, "learn")
    assert leftovers(choice) == []
    opening = next(b["custom_id"] for b in buttons(choice) if b["custom_id"].endswith(f":{lesson.slug}"))
    message: Answer = await world.ann.click(shown(choice), custom_id=opening)
    for number, step in enumerate(lesson.steps):
        assert leftovers(message) == []
        wrong = next(one for one in attempts(lesson, step) if not step.judge(one).is_right)
        moves = tuple(map(game.encode_move, wrong.moves))
        message = await type_in_lesson(world, message, turn_text(lesson, step, moves))
        assert leftovers(message) == []
        for one in presses(lesson, number):
            target = lesson_control(message, one.name, one.detail)
            if one.value is None:
                message = await world.ann.click(shown(message), custom_id=target)
            else:
                message = await world.ann.select(shown(message), [one.value], custom_id=target)
            assert leftovers(message) == []
        message = await world.ann.click(shown(message), custom_id=lesson_control(message, "next"))
    while not any(button["custom_id"].startswith("k:lnext:") for button in buttons(message)):
        assert leftovers(message) == []
        message = await type_in_lesson(world, message, await any_turn(world, lesson))
    assert leftovers(message) == []
    assert leftovers(await world.ann.click(shown(message), custom_id=lesson_control(message, "next"))) == []


@pytest.mark.usefixtures("unpainted")
async def test_ratings_leaderboards_and_stats_are_translated(world: World) -> None:
    assert leftovers(await world.ann.slash(world.channel, "leaderboard")) == []
    assert leftovers(await world.ann.slash(world.channel, "player stats")) == []
    game = await start_awethi(world, 2)
    asked = await world.ann.slash(game.place, "match", action="resign", match=game.id)
    await press(world, world.ann, asked, "resign")
    assert "📈" in game.board.content
    assert leftovers(game.board) == []
    answers = [
        await world.ann.slash(world.channel, "leaderboard"),
        await world.ann.slash(world.channel, "leaderboard", game="awethi"),
        await world.ann.slash(world.channel, "leaderboard", game="iye"),
        await world.ann.slash(world.channel, "leaderboard", game="chiefdom/cards=on"),
        await world.ann.slash(world.channel, "player stats"),
        await world.ann.user.slash("leaderboard"),
    ]
    for answer in answers:
        assert leftovers(answer) == []
        assert any("[" in line for line in everything(answer))
    friendly = await world.open_table(rated=False)
    assert leftovers(friendly) == []


async def test_rules_pages_are_translated(world: World) -> None:
    answer = await world.carol.slash(world.channel, "rules", game="iye")
    while True:
        assert leftovers(answer) == []
        following = [b for b in buttons(answer) if b["custom_id"].startswith("k:rulespage:") and "▶" in str(b["emoji"])]
        if not following:
            break
        await world.carol.click(shown(answer), custom_id=following[0]["custom_id"])


async def test_autocomplete_and_commands_are_translated(world: World) -> None:
    table = await world.open_table(first="1")
    await press(world, world.bob, table, "join")
    choices = await world.ann.autocomplete(world.channel_of(table), "move", "text", "")
    assert [choice["name"] for choice in choices if "[" not in choice["name"]] == []
    for command in world.env.backend.commands[None].values():
        # The commands of menus have a name and no description.
        key, limit = (
            ("description", 100) if command["type"] == discord.AppCommandType.chat_input.value else ("name", 32)
        )
        localised = command[f"{key}_localizations"]["en-US"]
        assert localised.startswith("["), localised
        assert len(localised) <= limit


async def test_public_texts_use_the_server_language_and_private_ones_the_readers(
    tmp_path: Path, unexpected: list[Any]
) -> None:
    locales = write_catalogue(tmp_path / "locales", "tr")
    async with running(tmp_path, locales=locales) as world:
        await world.found(preferred_locale="tr")
        game = await world.start_match()
        await game.click_move()
        assert leftovers(game.board) == []
        assert "[" in alt_texts(game.board)[0]
        answer = await game.mover.slash(game.place, "board")
        assert "[" not in written(answer)
        assert labels(answer)[-1] == "More"
    assert unexpected == []
