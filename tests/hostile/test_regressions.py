"""Regressions that fuzz sessions have found."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest

from bot.ui.match.menu import match_panel
from tests.bot.ui.views import match, writer
from tests.discord_limits import walk
from tests.hostile.attack import Attack, control, controls, text_of
from tests.hostile.inputs import Input
from tests.wire.emulator.interactions import Callback, Kind

UNKNOWN = "⚠️ This button no longer works. Use /board for a fresh one."


@pytest.mark.parametrize("custom_id", ["nonsense", "k:more:-1:0:", "k:more:" + "9" * 19 + ":0:", "k:more:1:0:\n", ""])
async def test_click_with_an_invalid_custom_id_is_refused(attack: Attack, custom_id: str) -> None:
    assert text_of(await attack.press(attack.people[1], attack.board, custom_id)) == UNKNOWN


async def test_form_with_an_invalid_custom_id_is_refused(attack: Attack) -> None:
    form = Input(Kind.MODAL, attack.people[1], attack.place, {"custom_id": "nonsense", "components": []}, attack.board)
    assert text_of(await attack.send(form)) == UNKNOWN


async def test_button_sent_as_a_menu_is_answered(attack: Attack) -> None:
    pressed = await attack.press(attack.people[1], attack.board, control(attack.board, "board"), ["d3"])
    assert text_of(pressed)


@pytest.mark.parametrize("custom_id", ["k:matches:0:0:", "k:rulespage:0:1:iye", "k:turn:1:0:0123abcd:"])
async def test_private_answer_does_not_replace_a_public_message(attack: Attack, custom_id: str) -> None:
    before = copy.deepcopy(attack.board)
    assert text_of(await attack.press(attack.people[3], attack.board, custom_id))
    assert attack.board == before


async def test_move_sent_with_another_message_keeps_its_buttons(attack: Attack) -> None:
    mover = next(user for user in attack.people if f"<@{user.id}>" in attack.board["content"])
    board = attack.board
    move = control(board, "move")
    await attack.slash(attack.people[4], "play", {"game": "totem"})
    table = attack.channel.everything[-1]
    before = controls(table)
    assert text_of(await attack.press(mover, table, move)).startswith("Played in ")
    assert controls(table) == before
    assert controls(board) == [], "the old board loses its own buttons"


async def test_offer_answered_with_another_message_keeps_its_buttons(attack: Attack) -> None:
    ann, bob = attack.people[1:3]
    board = attack.board
    before = controls(board)
    await attack.slash(ann, "match", {"action": "draw", "match": 1})
    assert text_of(await attack.press(bob, board, "k:decline:1:0:draw")).strip() == "You have declined."
    assert controls(board) == before


async def test_invitation_in_direct_messages_is_refused(attack: Attack) -> None:
    user, guest = attack.people[3:5]
    direct = attack.session.discord.world.direct_channel(user)
    command = attack.session.inputs.slash(user, direct, "play", {"game": "chiefdom", "opponent": str(guest.id)})
    command.data["resolved"] = {"users": {str(guest.id): guest.json()}}
    assert "Nobody can join you here." in text_of(await attack.send(command))


async def test_suggestions_for_overlong_text_are_within_discords_limit(attack: Attack) -> None:
    ann, bob = attack.people[1:3]
    await attack.slash(ann, "play", {"game": "iye"})
    await attack.slash(bob, "match", {"action": "join", "match": 2})
    answered = await attack.complete(ann, "move", "d3 " * 60)
    assert answered.callback_type is Callback.AUTOCOMPLETE
    assert all(len(choice["value"]) <= 100 for choice in answered.choices)


async def test_suggestions_for_an_unknown_command_are_empty(attack: Attack) -> None:
    answered = await attack.complete(attack.people[1], "teleport", "d3")
    assert answered.callback_type is Callback.AUTOCOMPLETE
    assert answered.choices == []


async def test_match_panel_offers_every_agreement(attack: Attack) -> None:
    shown = await attack.press(attack.people[1], attack.board, control(attack.board, "more"))
    assert "k:change:1:0:" in controls(shown.original or {})
    for value in ("draw", "abort", "takeback", "moveto", "pause", "resign"):
        assert f'"{value}"' in json.dumps(shown.original)


async def test_details_that_are_invalid_numbers_are_answered(attack: Attack) -> None:
    for name in ("replace", "pause", "elsewhere", "takeover", "replay", "since", "history", "board", "sheet"):
        for detail in ("²", "٣", "9" * 60, "-1", "1_0", "0"):
            assert text_of(await attack.press(attack.people[1], attack.board, f"k:{name}:1:0:{detail}")), detail


@pytest.mark.parametrize("name", ["askcell", "asktext", "turn", "board"])
async def test_custom_id_of_a_hundred_emoji_is_refused(attack: Attack, name: str) -> None:
    custom_id = f"k:{name}:1:999999999:".ljust(100, "🫠")
    assert text_of(await attack.press(attack.people[1], attack.board, custom_id)) == UNKNOWN


async def test_holiday_until_the_last_day_of_the_calendar_is_refused(attack: Attack) -> None:
    answered = await attack.slash(attack.people[1], "player away", {"until": "9999-12-31"})
    assert text_of(answered) == "⚠️ There is no such day: “9999-12-31”."


async def test_user_who_deletes_their_data_is_not_at_a_table_opened_meanwhile(
    attack: Attack,
) -> None:
    user, guest = attack.people[3:5]
    command = attack.session.inputs.slash(user, attack.channel, "play", {"game": "chiefdom", "opponent": str(guest.id)})
    command.data["resolved"] = {"users": {str(guest.id): guest.json()}}
    forget = Input(Kind.COMPONENT, guest, attack.channel, {"custom_id": "k:forgetmenow:0:0:", "component_type": 2})
    forget = replace(forget, message=attack.board)
    for both in ([command, forget], [forget, command]):
        attack.problems += await attack.session.moment(both)
        assert f"<@{guest.id}>" not in str(attack.channel.everything[-1])


@pytest.mark.parametrize("whom", ["nobody", "a member of another server", "the bot"])
async def test_seat_can_be_offered_only_to_members_of_the_server(attack: Attack, whom: str) -> None:
    outsider, world = attack.session.crowd.hostile[-1], attack.session.discord.world
    number = {"nobody": 2**53, "a member of another server": outsider.id, "the bot": world.bot.id}[whom]
    before = len(attack.place.everything)
    pressed = await attack.press(attack.people[1], attack.board, f"k:replace:1:0:{number}")
    assert text_of(pressed).startswith("⚠️")
    assert len(attack.place.everything) == before
    member = attack.people[3]
    offered = await attack.press(attack.people[1], attack.board, f"k:replace:1:0:{member.id}")
    assert text_of(offered).startswith("Your seat in ")


def test_match_panel_has_room_for_seven_free_seats() -> None:
    shown = match_panel(match(), None, (), writer(), plays=False, free=range(7), watching=False, why=())
    rows = [part for part in walk(shown.to_send()["view"].to_components()) if part["type"] == 1]
    assert all(len(row["components"]) <= 5 for row in rows)
    assert sum("k:takeover:" in str(part) for row in rows for part in row["components"]) == 7


@pytest.mark.parametrize(
    ("command", "option"), [("move", "player"), ("move", "own"), ("castle", "text"), ("play", "x")]
)
async def test_suggestions_for_options_of_an_older_version_are_empty(attack: Attack, command: str, option: str) -> None:
    answered = await attack.complete(attack.people[1], command, "water f2 f3", option)
    assert answered.callback_type is Callback.AUTOCOMPLETE
    assert answered.choices == []
    assert attack.problems == []


async def test_forged_message_of_a_menu_is_refused(attack: Attack) -> None:
    user, bot = attack.people[1], attack.session.discord.world.bot
    forged = copy.deepcopy(attack.board) | {"id": "7", "components": []}
    forged["attachments"] = [forged["attachments"][0] | {"filename": f"iye-{'9' * 17}-0.png"}]
    answers = []
    for author in (bot, user):
        message = forged | {"author": author.json()}
        answers.append(text_of(await attack.menu(user, "Explain this board", 3, 7, {"messages": {"7": message}})))
    assert answers[0].startswith("⚠️ There is no match #")
    assert answers[1].startswith("⚠️ I can only explain my own boards.")


async def test_forged_target_of_a_challenge_is_refused(attack: Attack) -> None:
    user = attack.people[1]
    for request in (f"iye;{10**17};;;", "iye;x;;;", f"iye;{user.id};;;", f"gone;{user.id};;;"):
        assert text_of(await attack.press(user, attack.board, f"k:newmatch:0:0:{request}")).startswith("⚠️ "), request


async def test_names_are_no_markup_in_the_explanation_of_a_board(attack: Attack) -> None:
    message = attack.board
    for user in attack.people[1:4]:
        explained = await attack.menu(
            user, "Explain this board", 3, int(message["id"]), {"messages": {message["id"]: message}}
        )
        assert "What the picture shows" in text_of(explained)
