"""Secrets of a running match are not shown: its key, and decisions of a simultaneous turn."""

import dataclasses
import json
import logging
from typing import Any

import pytest

from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness, user_of


async def everything_shown(harness: ServiceHarness, match_id: int, user_id: int | None) -> str:
    """Return everything the service shows a user about a match, as one text."""
    service = harness.service
    view = await service.history.view(match_id, user_id=user_id)
    shown: list[Any] = [
        await service.history.get(match_id),
        view,
        [str(sentence) for sentence in view.sentences],
        await service.history.lines(match_id, user_id),
        await service.history.export(match_id, user_id),
        await service.offers.open_in(match_id),
        await service.history.matches_in(60),
        await harness.database.rows("SELECT args FROM outbox"),
    ]
    if user_id is not None:
        shown += [await service.history.matches_of(user_id), await service.typed_moves.complete(match_id, user_id, "")]
    return "\n".join(map(repr, shown)) + "\n".join(row["args"] for row in shown[7])


async def test_key_of_a_running_match_is_never_shown(harness: ServiceHarness, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    match = await harness.start()
    match = (await harness.play(match)).match
    secret = harness.entropy.drawn[0]
    shown = "".join([await everything_shown(harness, match.id, user) for user in (None, ANN.user_id, BOB.user_id)])
    assert match.commitment is not None
    assert match.commitment in shown
    for spelling in (secret.hex(), repr(secret), str(list(secret)), repr(secret)[2:-1]):
        assert spelling not in shown
        assert spelling not in caplog.text
    assert repr(secret) not in repr(await harness.loader.load(match.id)), "a logged record does not contain it"


async def test_key_is_shown_after_the_match(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start())
    assert match.key == harness.entropy.drawn[0].hex()
    assert match.key in await everything_shown(harness, match.id, None)


async def test_keys_come_from_the_entropy_and_differ(harness: ServiceHarness) -> None:
    matches = [await harness.start() for _ in range(3)]
    assert len({match.commitment for match in matches}) == 3
    assert [len(secret) for secret in harness.entropy.drawn] == [32] * 3


async def test_decision_of_a_simultaneous_turn_is_shown_only_to_its_player(harness: ServiceHarness) -> None:
    while True:
        match = await harness.start(ANN, BOB, CEM, game="bids")
        state = await harness.state(match.id)
        if len(set(state.dice)) == 2:
            break
    before = {user: await everything_shown(harness, match.id, user) for user in (None, BOB.user_id)}
    shown: dict[int | None, list[str]] = {}
    for number in state.dice:
        copy = await harness.service.history.get(match.id)
        await harness.service.turns.play(match.id, ANN.user_id, copy.ply, [f"take:{number}"])
        for user in (None, BOB.user_id, CEM.user_id):
            text = await everything_shown(harness, match.id, user)
            shown.setdefault(user, []).append(text)
            assert f"take:{number}" not in text.replace(before.get(user, ""), "")
    for user, (first, second) in shown.items():
        # Ann took one number and then the other: to all others both look the same, except for one more secret entry.
        assert len(json.loads(_export(first))["log"]) + 1 == len(json.loads(_export(second))["log"]), user
        assert _masked(first) == _masked(second), user
    mine = await harness.service.history.export(match.id, ANN.user_id)
    assert f"take:{state.dice[1]}" in mine


def _export(shown: str) -> str:
    """Return the export among what was shown."""
    line = next(line for line in shown.splitlines() if "kurultai match" in line)
    return str(eval(line))


def _masked(shown: str) -> dict[str, Any]:
    """Return an export without the numbers of changed decisions, which may differ."""
    document = json.loads(_export(shown))
    document["log"] = [entry | {"ply": 0} for entry in document["log"] if entry["kind"] != "move"]
    return dict(document)


async def test_export_of_a_running_game_with_secrets_has_only_the_users_moves(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, game="bids")
    move = (await harness.legal(match))[0]
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, [move])

    async def log(user_id: int | None) -> tuple[list[str | None], object]:
        document = json.loads(await harness.service.history.export(match.id, user_id))
        return [entry["move"] for entry in document["log"]], document["position"]

    roll = (await log(None))[0][0]
    assert roll is not None
    assert roll.startswith("roll")
    assert await log(None) == ([roll, None], None)
    assert await log(BOB.user_id) == ([roll, None], None)
    assert await log(ANN.user_id) == ([roll, move], None)
    over = await harness.play_out(await harness.service.history.get(match.id))
    moves, position = await log(None)
    assert None not in moves
    assert position is not None
    assert over.key is not None
    assert {line.text for line in await harness.service.history.lines(match.id, None) if line.player >= 0}.isdisjoint(
        {"?"}
    )


async def test_row_about_a_decision_does_not_contain_it(
    harness: ServiceHarness,
) -> None:
    for number in range(2):
        match = await harness.start(ANN, BOB, CEM, game="bids")
        await harness.rows(match.id)
        moves = await harness.legal(match)
        await harness.service.turns.play(match.id, user_of(match, 2), match.ply, [moves[-number]])
        posted = [(row.kind, dict(row.args)) for row in await harness.rows(match.id)]
        assert posted == [("status", {"ply": match.ply + 1, "since": match.ply})]


async def test_changed_decision_posts_nothing(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="bids")
    moves = await harness.legal(match)
    await harness.service.turns.play(match.id, user_of(match, 2), match.ply, [moves[0]])
    await harness.rows(match.id)
    await harness.service.turns.play(match.id, user_of(match, 2), match.ply + 1, [moves[-1]])
    assert await harness.rows(match.id) == []


async def test_returned_values_are_frozen(harness: ServiceHarness) -> None:
    match = await harness.start()
    view = await harness.service.history.view(match.id)
    for value in (match, view, match.seats[0], match.channel):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, dataclasses.fields(value)[0].name, 5)
