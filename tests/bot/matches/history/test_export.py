"""Exports are read back and verified without a database; every change to one is found."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.matches.errors import NotAllowedError
from bot.matches.history.verification import ExportError, verify_export
from bot.matches.model.rng import commitment_of
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, PEOPLE, ServiceHarness, exported


@pytest.mark.parametrize("game", PEOPLE)
async def test_ended_match_verifies_from_its_file_alone(harness: ServiceHarness, game: str) -> None:
    match, document = await exported(harness, game)
    found = verify_export(json.dumps(document), ALL_GAMES)
    assert found.holds
    assert found.rolls == sum(entry["kind"] == "chance" for entry in document["log"]) > 1
    assert found == await harness.service.history.verify(match.id)
    assert len(document["log"]) == match.ply


async def test_export_is_one_complete_document(harness: ServiceHarness) -> None:
    match, document = await exported(harness)
    assert (document["match"], document["game"], document["rules_version"]) == (match.id, "iye", 1)
    assert document["options"] == {"first": "random", "wins": "2"}
    assert document["seats"] == ["Ann", "Bob"]
    assert (document["commitment"], document["key"]) == (match.commitment, match.key)
    assert commitment_of(bytes.fromhex(document["key"])) == document["commitment"]
    assert ALL_GAMES["iye"].load_state(document["position"]) == await harness.state(match.id)
    assert document["result"]["text"]
    assert str(ANN.user_id) not in json.dumps(document), "names, not ids"


async def test_match_ended_by_resignation_verifies(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.play(match)
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert verify_export(await harness.service.history.export(match.id, None), ALL_GAMES).holds


def change_roll(document: dict[str, Any]) -> None:
    entry = next(entry for entry in document["log"] if entry["move"].startswith("deal:"))
    ranks = entry["move"].removeprefix("deal:").split("/")
    entry["move"] = "deal:" + "/".join([ranks[1], ranks[0], *ranks[2:]])


def change_draw(document: dict[str, Any]) -> None:
    document["log"][1]["first_draw"] += 1


def change_key(document: dict[str, Any]) -> None:
    document["key"] = "00" * 32


def change_key_and_commitment(document: dict[str, Any]) -> None:
    document["key"], document["commitment"] = "00" * 32, commitment_of(bytes(32))


def change_match(document: dict[str, Any]) -> None:
    document["match"] += 1


def change_last_move(document: dict[str, Any]) -> None:
    game = ALL_GAMES["iye"]
    state = game.initial_state(2, document["options"])
    for entry in document["log"][:-1]:
        state = game.apply(state, entry["player"], game.decode_move(entry["move"]))
    last = document["log"][-1]
    moves = [game.encode_move(move) for move in game.legal_moves(state, last["player"])]
    last["move"] = next(move for move in moves if move != last["move"])


def change_move_to_an_illegal_one(document: dict[str, Any]) -> None:
    document["log"][2]["move"] = "c3"


def change_player(document: dict[str, Any]) -> None:
    document["log"][3]["player"] = 1 - document["log"][3]["player"]


def change_number(document: dict[str, Any]) -> None:
    document["log"][3]["ply"] += 1000


def drop_the_last(document: dict[str, Any]) -> None:
    document["log"].pop()


def drop_one(document: dict[str, Any]) -> None:
    del document["log"][4]


def change_options(document: dict[str, Any]) -> None:
    document["options"]["wins"] = "3"


def change_position(document: dict[str, Any]) -> None:
    document["position"] = document["position"][::-1]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (change_roll, "wrong"),
        (change_draw, "wrong"),
        (change_key, "key"),
        (change_key_and_commitment, "wrong"),
        (change_match, "wrong"),
        (change_last_move, "position"),
        (change_move_to_an_illegal_one, "wrong"),
        (change_player, "wrong"),
        (drop_the_last, "position"),
        (drop_one, "wrong"),
        (change_number, "wrong"),
        (change_options, "position"),
        (change_position, "position"),
    ],
)
def test_tampering_is_found(document: dict[str, Any], change: Callable[[dict[str, Any]], None], found: str) -> None:
    change(document)
    proof = verify_export(json.dumps(document), ALL_GAMES)
    assert not proof.holds
    assert {"wrong": bool(proof.wrong_plies), "key": not proof.key_matches, "position": not proof.position_matches}[
        found
    ]


@pytest.mark.parametrize(
    "document",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"format": "kurultai match"}',
        '{"format": "kurultai match", "version": 1}',
        '{"format": "kurultai match", "version": 1, "key": "zz", "game": "iye", "rules_version": 1}',
    ],
)
def test_file_that_is_no_export_is_refused(document: str) -> None:
    with pytest.raises(ExportError):
        verify_export(document, ALL_GAMES)


@pytest.mark.parametrize("field", ["match", "seats", "options", "log", "position", "commitment", "game", "key"])
@pytest.mark.parametrize("value", [7, "x", [], None, {"odd": 1}])
def test_export_with_invalid_fields_fails_verification(document: dict[str, Any], field: str, value: object) -> None:
    assert document[field] != value
    try:
        holds = verify_export(json.dumps({**document, field: value}), ALL_GAMES).holds
    except ExportError:
        holds = False
    assert not holds


def test_exports_of_other_versions_are_refused_with_the_reason(document: dict[str, Any]) -> None:
    with pytest.raises(ExportError, match="Another version of the program"):
        verify_export(json.dumps({**document, "version": 4}), ALL_GAMES)
    with pytest.raises(ExportError, match="rules that this version"):
        verify_export(json.dumps({**document, "rules_version": 2}), ALL_GAMES)
    older = {**document, "rules_version": 2, "seals": None, "digest": None}
    assert verify_export(json.dumps(older), {**ALL_GAMES, "iye@2": ALL_GAMES["iye"]}).holds


async def test_running_match_is_not_verified(harness: ServiceHarness) -> None:
    match = await harness.start()
    with pytest.raises(NotAllowedError, match="Until then its key is secret"):
        await harness.service.history.verify(match.id)
    with pytest.raises(ExportError, match="was not over"):
        verify_export(await harness.service.history.export(match.id, ANN.user_id), ALL_GAMES)


async def test_changed_key_in_the_database_is_found(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start(ANN, BOB, game="trek"), 5)
    await harness.database.write(
        lambda tx: tx.executemany("UPDATE matches SET secret = ? WHERE id = ?", [(bytes(32), match.id)])
    )
    assert (await harness.service.history.verify(match.id)).wrong_plies


async def test_only_moves_of_players_count_as_moves(harness: ServiceHarness) -> None:
    match = await harness.start(game="iye")
    await harness.play(match)
    await harness.service.turns.resign(match.id, ANN.user_id)
    found = await harness.service.history.verify(match.id)
    kinds = [entry["kind"] for entry in json.loads(await harness.service.history.export(match.id, None))["log"]]
    assert found.holds
    assert (found.moves, kinds.count("withdraw")) == (1, 1)
    unplayed = await harness.start(game="iye")
    await harness.service.turns.resign(unplayed.id, ANN.user_id)
    assert (await harness.service.history.verify(unplayed.id)).moves == 0
