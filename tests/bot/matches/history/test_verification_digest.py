"""Verification finds ends that contradict the log; the posted digest shows changes that no log can show."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.locales import reworded
from bot.matches.history.verification import failure_reason, verify_export
from bot.matches.model.digest import SealedName, WholeRecord, seal_of
from bot.matches.model.log import Entry, EntryKind
from bot.matches.model.rng import KeyPart
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, DANA, ServiceHarness, exported

Document = dict[str, Any]


def in_first_format(document: Document) -> Document:
    """Return the file as an earlier version wrote it."""
    kept = {name: value for name, value in document.items() if name not in {"seals", "salts", "digest"}}
    return {**kept, "version": 1}


def forged(document: Document) -> Document:
    """Return the file with a digest and seals that fit its changes, as a careful forger would write them."""
    seats = [SealedName(name, "00" * 16, seal_of(name, "00" * 16)) for name in document["seats"]]
    fresh = {**document, "salts": [seat.salt for seat in seats], "seals": [seat.seal for seat in seats]}
    return {**fresh, "digest": verify_export(json.dumps(fresh), ALL_GAMES).digest}


def unchanged(document: Document) -> Document:
    """Return the file as it is."""
    return document


def swap_seats(value: Any) -> Any:
    """Return a text about the other player."""
    if isinstance(value, dict) and "seat" in value:
        return {"seat": 1 - value["seat"]}
    if isinstance(value, dict):
        return {key: swap_seats(inner) for key, inner in value.items()}
    return [swap_seats(inner) for inner in value] if isinstance(value, list) else value


def reverse_the_result(document: Document) -> None:
    document["result"] = swap_seats(document["result"])


def write_another_result(document: Document) -> None:
    document["result"] = {"text": "Bob has won everything."}


def claim_a_draw(document: Document) -> None:
    document["termination"] = "agreement"
    document["result"] = {"text": "The match ends in a draw by agreement."}


def claim_an_abort(document: Document) -> None:
    document["status"], document["termination"] = "aborted", "abort"
    document["result"] = {"text": "The match ends without a result by agreement."}


def cut_the_log(document: Document) -> None:
    """Drop the last third of the log, and store the position before it."""
    game = ALL_GAMES["iye"]
    entries = document["log"][: 2 * len(document["log"]) // 3]
    state = game.initial_state(2, document["options"])
    for entry in entries:
        state = game.apply(state, entry["player"], game.decode_move(entry["move"]))
    document["log"], document["position"] = entries, game.dump_state(state)


def empty(document: Document) -> None:
    game = ALL_GAMES["iye"]
    document["log"], document["position"] = [], game.dump_state(game.initial_state(2, document["options"]))


def empty_and_abort(document: Document) -> None:
    empty(document)
    claim_an_abort(document)


@pytest.mark.parametrize("write", [unchanged, in_first_format, forged])
@pytest.mark.parametrize(
    "change",
    [reverse_the_result, write_another_result, claim_a_draw, claim_an_abort, cut_the_log, empty, empty_and_abort],
)
def test_end_that_contradicts_the_log_is_found(
    document: Document, change: Callable[[Document], None], write: Callable[[Document], Document]
) -> None:
    assert verify_export(json.dumps(write(document)), ALL_GAMES).holds
    change(document)
    found = verify_export(json.dumps(write(document)), ALL_GAMES)
    assert not found.end_matches
    assert not found.holds
    assert "does not lead to the recorded end and result" in str(failure_reason(found))


def swap_names(document: Document) -> None:
    document["seats"].reverse()


def swap_names_with_their_seals(document: Document) -> None:
    for field in ("seats", "salts", "seals"):
        document[field].reverse()


def change_a_name(document: Document) -> None:
    document["seats"][0] = "Zoë"


def delete_a_salt(document: Document) -> None:
    document["salts"][0] = None


def change_a_time(document: Document) -> None:
    document["log"][3]["at"] += 60


def change_the_end(document: Document) -> None:
    document["ended_at"] += 60


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (swap_names, "names are not those recorded"),
        (swap_names_with_their_seals, "its digest does not match the record"),
        (change_a_name, "names are not those recorded"),
        (delete_a_salt, "names are not those recorded"),
        (change_a_time, "its digest does not match the record"),
        (change_the_end, "its digest does not match the record"),
    ],
)
async def test_digest_finds_what_the_log_cannot_show(
    harness: ServiceHarness, change: Callable[[Document], None], why: str
) -> None:
    match, document = await exported(harness)
    posted = await harness.service.history.digest(match.id)
    change(document)
    found = verify_export(json.dumps(document), ALL_GAMES)
    assert not found.holds
    assert why in str(failure_reason(found))
    if change is not delete_a_salt:
        careful = verify_export(json.dumps(forged(document)), ALL_GAMES)
        assert careful.holds, "a whole file can be forged"
        assert careful.digest != posted, "but its digest is not the posted one"


async def test_digest_survives_the_deletion_of_a_user(harness: ServiceHarness) -> None:
    match, before = await exported(harness)
    posted = await harness.service.history.digest(match.id)
    assert before["digest"] == posted
    await harness.service.personal_data.forget(ANN.user_id)
    after = json.loads(await harness.service.history.export(match.id, BOB.user_id))
    assert (after["seats"], after["salts"][0]) == (["", "Bob"], None)
    assert await harness.service.history.digest(match.id) == posted
    found = verify_export(json.dumps(after), ALL_GAMES)
    assert found.holds
    assert found.digest == posted
    assert found.players == ("", "Bob")


async def test_digest_survives_a_reworded_result(harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    match, before = await exported(harness)
    posted = await harness.service.history.digest(match.id)
    monkeypatch.setitem(vars(reworded)["REWORDED"], before["result"]["text"], "Reworded.")
    assert str((await harness.service.history.get(match.id)).result) == "Reworded."
    assert await harness.service.history.digest(match.id) == posted
    after = await harness.service.history.export(match.id, None)
    assert json.loads(after)["result"] == before["result"]
    assert verify_export(after, ALL_GAMES).holds
    assert (await harness.service.history.verify(match.id)).holds


async def test_digest_survives_the_deletion_of_a_user_named_in_the_result(harness: ServiceHarness) -> None:
    match, document = await exported(harness)
    named = {**document["result"], "args": [*document["result"].get("args", []), ["by", "Ann"]]}
    await harness.database.write(
        lambda tx: tx.executemany("UPDATE matches SET result = ? WHERE id = ?", [(json.dumps(named), match.id)])
    )
    before = await harness.service.history.digest(match.id)
    await harness.service.personal_data.forget(ANN.user_id)
    assert await harness.service.history.digest(match.id) == before


async def test_digest_contains_substitutions_without_names(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.turns.resign(match.id, ANN.user_id)
    match = await harness.play_out(await harness.service.substitution.take_over(match.id, DANA), 1)
    document = json.loads(await harness.service.history.export(match.id, None))
    assert verify_export(json.dumps(document), ALL_GAMES).holds
    swapped = {**document, "seats": ["Dora", *document["seats"][1:]]}
    assert not verify_export(json.dumps(in_first_format(swapped)), ALL_GAMES).holds, "the log names the substitute"
    for person in (ANN, DANA):
        await harness.service.personal_data.forget(person.user_id)
    found = verify_export(await harness.service.history.export(match.id, None), ALL_GAMES)
    assert found.holds
    assert found.digest == document["digest"]


@pytest.mark.parametrize("reason", ["too late", BOB.name])
async def test_digest_of_an_aborted_match_survives_the_deletion_of_a_player(
    harness: ServiceHarness, reason: str
) -> None:
    match = await harness.start()
    await harness.service.moderation.abort_as_manager(match.id, CEM.user_id, reason)
    posted = await harness.service.history.digest(match.id)
    await harness.service.personal_data.forget(BOB.user_id)
    found = verify_export(await harness.service.history.export(match.id, None), ALL_GAMES)
    assert found.holds
    assert found.digest == posted


async def test_digest_is_unknown_while_the_match_runs(harness: ServiceHarness) -> None:
    match = await harness.start()
    document = json.loads(await harness.service.history.export(match.id, ANN.user_id))
    assert [document[field] for field in ("digest", "seals", "salts", "key")] == [None] * 4
    assert await harness.service.history.digest(match.id) is None


async def test_matches_ended_before_digests_existed_still_verify(harness: ServiceHarness) -> None:
    match, _ = await exported(harness)
    await harness.database.write(lambda tx: tx.executemany("UPDATE seats SET seal = NULL, salt = NULL", [()]))
    found = await harness.service.history.verify(match.id)
    assert (found.holds, found.digest) == (True, None)
    assert verify_export(await harness.service.history.export(match.id, None), ALL_GAMES) == found


def test_record_format_never_changes() -> None:
    """A posted digest must stay the same forever."""
    record = WholeRecord(
        match_id=12,
        game="iye",
        rules_version=1,
        options={"wins": "2", "first": "1"},
        seats=(SealedName("Zoë", "00" * 16, seal_of("Zoë", "00" * 16)), SealedName("", None, "ab" * 32)),
        status="finished",
        termination="wins",
        result={"text": "{who} wins.", "args": [["who", {"seat": 1}]]},
        created_at=1,
        started_at=2,
        ended_at=9,
        keys=(KeyPart(0, bytes(32)), KeyPart(4, b"k" * 32)),
        log=(
            Entry(1, -1, EntryKind.CHANCE, "deal:ü", 0, 3),
            Entry(2, 0, EntryKind.TAKEOVER, '["Ann","Zoë",true]', None, 4),
            Entry(3, 0, EntryKind.MOVE, "c5", None, 5),
        ),
    )
    assert record.digest == "31c7d1630a157c5832661a9f883cfd3d481a085842106c9672459ed681eee623"


def test_file_of_the_first_format_is_verified_as_far_as_possible() -> None:
    """The file was written by a version without digests."""
    text = Path(__file__).with_name("first_format.json").read_text("utf-8")
    assert json.loads(text)["version"] == 1
    found = verify_export(text)
    assert (found.holds, found.digest, found.players) == (True, None, ("Ann", "Bob"))
    swapped = json.dumps({**json.loads(text), "seats": ["Bob", "Ann"]})
    assert verify_export(swapped).holds, "the first format does not protect names"
