"""Regressions that fuzz sessions have found."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from bot.ui.match.menu import match_panel
from tests.bot.ui.views import match, writer
from tests.discord_limits import walk
from tests.hostile.attack import Attack, control, controls, said
from tests.hostile.inputs import Input
from tests.wire.emulator.interactions import Callback, Kind

UNKNOWN = "⚠️ This button no longer works. Use /board for a fresh one."


@pytest.mark.parametrize("custom_id", ["nonsense", "k:more:-1:0:", "k:more:" + "9" * 19 + ":0:", "k:more:1:0:\n", ""])
async def test_a_press_that_says_nothing_in_our_way_is_answered(attack: Attack, custom_id: str) -> None:
    assert said(await attack.press(attack.people[1], attack.board, custom_id)) == UNKNOWN


async def test_a_form_that_says_nothing_in_our_way_is_answered(attack: Attack) -> None:
    form = Input(Kind.MODAL, attack.people[1], attack.place, {"custom_id": "nonsense", "components": []}, attack.board)
    assert said(await attack.send(form)) == UNKNOWN


async def test_a_button_that_is_pressed_as_if_it_were_a_menu_is_answered(attack: Attack) -> None:
    pressed = await attack.press(attack.people[1], attack.board, control(attack.board, "board"), ["d3"])
    assert said(pressed)


@pytest.mark.parametrize("custom_id", ["k:matches:0:0:", "k:rulespage:0:1:iye", "k:turn:1:0:0123abcd:"])
async def test_what_everybody_sees_is_not_replaced_by_what_one_person_asked_for(attack: Attack, custom_id: str) -> None:
    before = copy.deepcopy(attack.board)
    assert said(await attack.press(attack.people[3], attack.board, custom_id))
    assert attack.board == before


async def test_a_move_sent_with_another_message_takes_no_buttons_off_that(attack: Attack) -> None:
    mover = next(user for user in attack.people if f"<@{user.id}>" in attack.board["content"])
    board = attack.board
    move = control(board, "move")
    await attack.slash(attack.people[4], "play totem", {})
    table = attack.channel.everything[-1]
    before = controls(table)
    assert said(await attack.press(mover, table, move)).startswith("Played in ")
    assert controls(table) == before
    assert controls(board) == [], "the old board's own buttons are taken off"


async def test_an_answer_sent_with_another_message_takes_no_buttons_off_that(attack: Attack) -> None:
    ann, bob = attack.people[1:3]
    board = attack.board
    before = controls(board)
    await attack.slash(ann, "match draw", {"match": 1})
    assert said(await attack.press(bob, board, "k:decline:1:0:draw")) == "You have declined."
    assert controls(board) == before


async def test_nobody_is_invited_to_a_table_in_direct_messages(attack: Attack) -> None:
    user, guest = attack.people[3:5]
    direct = attack.session.discord.world.direct_channel(user)
    command = attack.session.inputs.slash(user, direct, "play chiefdom", {"opponent1": str(guest.id)})
    command.data["resolved"] = {"users": {str(guest.id): guest.json()}}
    assert "Nobody can join you here." in said(await attack.send(command))


async def test_suggestions_for_a_text_that_is_too_long_are_such_as_discord_takes(attack: Attack) -> None:
    ann, bob = attack.people[1:3]
    await attack.slash(ann, "play iye", {})
    await attack.slash(bob, "match join", {"match": 2})
    await attack.slash(ann, "match start", {"match": 2})
    answered = await attack.complete(ann, "move", "d3 " * 60)
    assert answered.callback_type is Callback.AUTOCOMPLETE
    assert all(len(choice["value"]) <= 100 for choice in answered.choices)


async def test_suggestions_for_a_command_that_is_no_more_are_none(attack: Attack) -> None:
    answered = await attack.complete(attack.people[1], "teleport", "d3")
    assert answered.callback_type is Callback.AUTOCOMPLETE
    assert answered.choices == []


async def test_a_value_that_does_not_fit_is_refused_in_a_sentence(attack: Attack) -> None:
    user = attack.people[1]
    direct = attack.session.discord.world.direct_channel(user)
    command = attack.session.inputs.slash(user, attack.channel, "match move", {"channel": str(direct.id), "match": 1})
    shown = direct.json(attack.session.discord.world.bot) | {"permissions": "0", "name": "@everyone"}
    command.data["resolved"] = {"channels": {str(direct.id): shown}}
    assert said(await attack.send(command)).endswith("does not fit there. Please choose something else.")


async def test_the_panel_of_a_match_holds_all_that_can_be_settled(attack: Attack) -> None:
    shown = await attack.press(attack.people[1], attack.board, control(attack.board, "more"))
    names = {custom_id.split(":")[1] for custom_id in controls(shown.original or {})}
    assert {"draw", "abort", "takeback", "elsewhere", "pause", "resign"} <= names


async def test_what_looks_like_a_number_and_is_none_is_answered(attack: Attack) -> None:
    for name in ("replace", "pause", "elsewhere", "takeover", "replay", "since", "history", "board", "sheet"):
        for detail in ("²", "٣", "9" * 60, "-1", "1_0", "0"):
            assert said(await attack.press(attack.people[1], attack.board, f"k:{name}:1:0:{detail}")), detail


@pytest.mark.parametrize("name", ["askcell", "asktext", "turn", "board"])
async def test_what_fits_only_if_emoji_are_counted_as_one_is_answered(attack: Attack, name: str) -> None:
    custom_id = f"k:{name}:1:999999999:".ljust(100, "🫠")
    assert said(await attack.press(attack.people[1], attack.board, custom_id)) == UNKNOWN


async def test_nobody_is_away_until_the_end_of_the_calendar(attack: Attack) -> None:
    answered = await attack.slash(attack.people[1], "player away", {"until": "9999-12-31"})
    assert said(answered) == "⚠️ There is no such day: “9999-12-31”."


async def test_who_is_called_to_a_table_while_deleting_everything_sits_there_no_more(
    attack: Attack,
) -> None:
    user, guest = attack.people[3:5]
    command = attack.session.inputs.slash(user, attack.channel, "play chiefdom", {"opponent1": str(guest.id)})
    command.data["resolved"] = {"users": {str(guest.id): guest.json()}}
    forget = Input(Kind.COMPONENT, guest, attack.channel, {"custom_id": "k:forgetmenow:0:0:", "component_type": 2})
    forget = replace(forget, message=attack.board)
    for both in ([command, forget], [forget, command]):
        attack.problems += await attack.session.moment(both)
        assert f"<@{guest.id}>" not in str(attack.channel.everything[-1])


@pytest.mark.parametrize("whom", ["nobody", "a member of another server", "the bot"])
async def test_a_seat_is_offered_to_nobody_but_people_of_the_server(attack: Attack, whom: str) -> None:
    outsider, world = attack.session.crowd.hostile[-1], attack.session.discord.world
    number = {"nobody": 2**53, "a member of another server": outsider.id, "the bot": world.bot.id}[whom]
    before = len(attack.place.everything)
    pressed = await attack.press(attack.people[1], attack.board, f"k:replace:1:0:{number}")
    assert said(pressed).startswith("⚠️")
    assert len(attack.place.everything) == before
    member = attack.people[3]
    offered = await attack.press(attack.people[1], attack.board, f"k:replace:1:0:{member.id}")
    assert said(offered).startswith("Your seat in ")


def test_any_number_of_free_seats_finds_room_in_the_panel() -> None:
    shown = match_panel(match(), None, (), writer(), free=range(7))
    rows = [part for part in walk(shown.to_send()["view"].to_components()) if part["type"] == 1]
    assert all(len(row["components"]) <= 5 for row in rows)
    assert sum("k:takeover:" in str(part) for row in rows for part in row["components"]) == 7


@pytest.mark.parametrize(
    ("command", "option"), [("move", "player"), ("move", "own"), ("castle", "text"), ("play", "x")]
)
async def test_suggestions_for_what_an_older_version_had_are_none(attack: Attack, command: str, option: str) -> None:
    answered = await attack.complete(attack.people[1], command, "water f2 f3", option)
    assert answered.callback_type is Callback.AUTOCOMPLETE
    assert answered.choices == []
    assert attack.problems == []
