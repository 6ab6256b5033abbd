"""Interactions reach the bot, and its responses reach the users."""

import asyncio

import discord
import pytest

from tests.wait_limit import WAIT_LIMIT
from tests.wire.conftest import Club, SmallBot, Start
from tests.wire.emulator import Callback, DiscordEmulator, Interaction, Kind, NotAnsweredError


async def test_slash_command_is_answered_in_the_channel(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    await start()
    answer = await club.people[0].slash(club.channel, "counter", {"start": 7})
    assert answer.callback_type is Callback.MESSAGE
    assert answer.text.startswith("Click")
    assert not answer.private
    assert 0 < answer.latency < 3
    assert club.channel.everything == [answer.shown]
    assert emulated.requests_for("POST /interactions/*/*/callback") == [answer.request]


async def test_subcommands_are_found_and_unknown_ones_are_not(club: Club, start: Start) -> None:
    await start()
    answer = await club.people[0].slash(club.channel, "table open")
    assert answer.text == "open"
    with pytest.raises(LookupError, match="no subcommand 'close' among"):
        club.people[0].send_slash(club.channel, "table close")
    with pytest.raises(ValueError, match="needs \\['text'\\]"):
        club.people[0].send_slash(club.channel, "later")
    with pytest.raises(TypeError, match="start does not take 'x'"):
        club.people[0].send_slash(club.channel, "counter", {"start": "x"})


async def test_deferred_answer_is_completed_with_a_file(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    await start()
    ada, ben = club.people
    answer = await ada.slash(club.channel, "later", {"text": "İyi oyunlar", "to": ben})
    assert answer.callback_type is Callback.DEFERRED_MESSAGE
    await answer.until_complete()
    assert answer.completion >= answer.latency
    assert answer.shown["content"] == "ben"
    (attachment,) = answer.shown["attachments"]
    assert emulated.file(attachment).decode() == "İyi oyunlar"
    assert attachment["description"] == "12 bytes"


async def test_menus_of_a_right_click_name_their_target(club: Club, start: Start) -> None:
    await start()
    ada, ben = club.people
    waved = await ada.menu(club.channel, "Wave", ben)
    assert waved.private
    assert waved.text == "Hello Ben"
    counter = await ada.slash(club.channel, "counter")
    quoted = await ben.menu(club.channel, "Quote this", counter.shown)
    assert quoted.text.endswith(": Click")
    with pytest.raises(LookupError, match="no menu command 'Wave' among"):
        ada.send_menu(club.channel, "Wave", counter.shown)


async def test_private_answers_are_in_no_channel(club: Club, start: Start) -> None:
    await start()
    answer = await club.people[0].slash(club.channel, "later", {"text": "secret"})
    await answer.until_complete()
    assert answer.private
    assert club.channel.everything == []


async def test_autocomplete_offers_choices(club: Club, start: Start) -> None:
    await start()
    answer = await club.people[0].autocomplete(club.channel, "later", "text", "a1")
    assert [choice["value"] for choice in answer.choices] == ["a1", "a1a1"]


async def test_all_of_a_hundred_concurrent_clicks_are_answered(
    emulated: DiscordEmulator, club: Club, start: Start
) -> None:
    bot = await start()
    message = (await club.people[0].slash(club.channel, "counter")).shown
    people = [emulated.create_member(club.guild, f"Guest {number}") for number in range(100)]
    answers = await asyncio.gather(*(person.click(message, "Count") for person in people))
    assert bot.clicks == 100
    assert {answer.shown["content"].split()[0] for answer in answers} == {str(n) for n in range(1, 101)}
    for person, answer in zip(people, answers, strict=True):
        assert [user["id"] for user in answer.shown["mentions"]] == [str(person.id)]


async def test_select_changes_its_message(club: Club, start: Start) -> None:
    await start()
    message = (await club.people[0].slash(club.channel, "counter")).shown
    with pytest.raises(LookupError, match="offers"):
        club.people[0].send_select(message, "Spend", "three")
    with pytest.raises(LookupError, match="no 'Steal' among"):
        club.people[0].send_click(message, "Steal")
    answer = await club.people[0].select(message, "Spend", "two")
    assert answer.callback_type is Callback.UPDATE
    (now,) = club.channel.everything
    assert now["content"] == "spent two"
    assert now["components"] == []


async def test_modal_is_submitted_with_valid_values_only(club: Club, start: Start) -> None:
    await start()
    message = (await club.people[0].slash(club.channel, "counter")).shown
    opened = await club.people[0].click(message, "name")
    assert opened.callback_type is Callback.MODAL
    with pytest.raises(ValueError, match="does not send 'x'"):
        club.people[0].send_submit(opened, {"Name": "x"})
    with pytest.raises(LookupError, match="has no"):
        club.people[0].send_submit(opened, {"Colour": "red"})
    answer = await club.people[0].submit(opened, {"Name": "Ayşe"})
    assert answer.kind is Kind.MODAL
    assert answer.text == "Hello Ayşe"


async def test_commands_work_in_direct_messages(emulated: DiscordEmulator, start: Start) -> None:
    await start()
    stranger = emulated.create_user("Stranger")
    answer = await stranger.slash(stranger.direct_channel, "table open")
    assert stranger.direct_channel.everything == [answer.shown]


async def test_unanswered_command_raises_an_error(club: Club, start: Start) -> None:
    bot = await start()
    bot.tree.remove_command("counter")
    pending = club.people[0].send_slash(club.channel, "counter")
    with pytest.raises(NotAnsweredError, match="command 'counter' of Ada was not answered"):
        await pending.until_answered(limit=0.05)


async def test_late_answer_is_refused(club: Club, start: Start, emulated: DiscordEmulator) -> None:
    bot = await start()
    emulated._api.deadline = 0.0
    message, command = await answers_of(bot, club)
    assert isinstance(command, discord.NotFound)
    assert command.code == 10062
    assert message.callback is None


async def test_second_answer_is_refused(club: Club, start: Start) -> None:
    bot = await start()
    answer, error = await answers_of(bot, club, times=2)
    assert isinstance(error, discord.HTTPException)
    assert error.code == 40060
    assert answer.text == "1"


async def answers_of(bot: SmallBot, club: Club, times: int = 1) -> tuple[Interaction, Exception | None]:
    """Answer one command several times, each as if it were the first; return it and the error."""
    failed: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        try:
            for number in range(times):
                interaction.response._response_type = None
                await interaction.response.send_message(str(number + 1))
        except discord.HTTPException as error:
            failed.set_result(error)
        else:
            failed.set_result(None)

    bot.tree.clear_commands(guild=None)
    pending = club.people[0].send_slash(club.channel, "table open")
    return pending, await asyncio.wait_for(failed, WAIT_LIMIT)
