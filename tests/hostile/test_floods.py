"""One user floods the bot: every interaction is answered, the user is warned once, others are not delayed."""

from __future__ import annotations

import pytest

from bot.load import thresholds
from tests.hostile.attack import Attack, control, text_of
from tests.wire.emulator.interactions import Callback, Interaction, Kind
from tests.wire.emulator.world import Account

SLOW_DOWN = "⚠️ You are going too fast. Please wait a moment and try again."


@pytest.fixture(autouse=True)
def _gated(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the rate limits, without recovery over time."""
    monkeypatch.setattr(thresholds, "USER_BURST", 120)
    monkeypatch.setattr(thresholds, "USER_PER_SECOND", 0.0)
    attack.session.client.services.rate_limiter._quotas.clear()


def push(attack: Attack, user: Account, name: str = "board") -> Interaction:
    """Click a button of the board without waiting."""
    data = {"custom_id": control(attack.board, name), "component_type": 2}
    return attack.session.discord.send(Kind.COMPONENT, user, attack.place, data, attack.board)


def got_message(interaction: Interaction) -> bool:
    """Whether an interaction got a message, at once or after an acknowledgement."""
    return interaction.callback_type is Callback.MESSAGE or bool(interaction.followups)


def order_of(attack: Attack) -> list[str]:
    """Return the tokens of the interactions that got a message, in order."""
    sent = [request for request in attack.session.discord.requests if "token" in request.params]
    return [request.params["token"] for request in sent if request.body.get("type") != Callback.DEFERRED_UPDATE]


async def test_flood_of_clicks_is_handled_up_to_the_limit_and_then_acknowledged(attack: Attack) -> None:
    pushed = [push(attack, attack.people[1]) for _ in range(1000)]
    await attack.session.discord.settle()
    assert all(each.callback is not None for each in pushed)
    assert [got_message(each) for each in pushed] == [True] * 121 + [False] * 879
    assert [text_of(each) == SLOW_DOWN for each in pushed[:121]] == [False] * 120 + [True]


async def test_floods_do_not_delay_other_players_of_the_match(attack: Attack) -> None:
    first, second = attack.people[1:3]
    flooding = {push(attack, first).token for _ in range(1000)}
    other = push(attack, second)
    await attack.session.discord.settle()
    assert text_of(other) != SLOW_DOWN
    order = order_of(attack)
    before = order[: order.index(other.token)]
    assert len(flooding.intersection(before)) <= 2 * thresholds.CONCURRENT_PER_USER + 1  # including the warning


async def test_commands_over_the_limit_are_refused_and_suggestions_are_empty(attack: Attack) -> None:
    user = attack.people[1]
    for _ in range(120):
        push(attack, user)
    command = attack.session.inputs.slash(user, attack.channel, "next", {})
    sent = [attack.session.discord.send(command.kind, user, attack.channel, command.data) for _ in range(3)]
    await attack.session.discord.settle()
    assert [text_of(each) for each in sent] == [SLOW_DOWN] * 3
    assert (await attack.complete(user, "move", "d")).choices == []


async def test_notifications_of_other_players_are_limited(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "NOTIFICATION_BURST", 4)
    monkeypatch.setattr(thresholds, "SECONDS_PER_NOTIFICATION", 1e9)
    attack.session.client.services.rate_limiter._quotas.clear()
    ann = attack.people[1]
    answers = []
    for _ in range(8):
        answers.append(text_of(await attack.slash(ann, "match", {"action": "draw", "match": 1})))
        await attack.slash(ann, "match", {"action": "draw", "detail": "decline", "match": 1})
    assert all(answer.startswith("You have offered a draw.") for answer in answers[:4])
    assert all(answer.startswith("⚠️ You have notified other players too often lately.") for answer in answers[4:])
    assert len([message for message in attack.place.everything if "offers a draw" in message["content"]]) == 4
