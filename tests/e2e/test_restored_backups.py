"""After restoring a backup: what is posted, and what buttons posted after the backup do."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest
import simcord

from bot.__main__ import main
from bot.cli import restore
from bot.matches.model.rng import shown_digits
from bot.storage.sqlite.backup import copy_database
from bot.ui.components.custom_id import begin_epoch, current_epoch
from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.private_sheets import sheet_message
from tests.e2e.world import Game, World, buttons, database_of, refused, written

pytestmark = pytest.mark.usefixtures("unpainted")

NEWEST = "Please use the newest board."


@pytest.fixture(autouse=True)
def epoch() -> Iterator[None]:
    """Other tests run at epoch zero, as if nothing was ever restored."""
    yield
    begin_epoch(0)


async def save(world: World, tmp_path: Path) -> Path:
    backup = tmp_path / "saved.sqlite3"
    await asyncio.to_thread(copy_database, database_of(world), backup)
    return backup


async def restore_backup(world: World, backup: Path) -> None:
    """Do what an operator does: stop, restore, start."""
    await world.bot.close()
    environment = {"KURULTAI_DATABASE": str(database_of(world))}
    with patch.object(restore, "unix_time", world.clock):
        assert await asyncio.to_thread(main, ["restore", str(backup)], environment) == 0
    await world.start_after_crash()
    await world.env.settle()


def moves(message: discord.Message) -> list[str]:
    return [button["custom_id"] for button in buttons(message) if ":move:" in button["custom_id"]]


async def press(world: World, member: Any, message: discord.Message, custom_id: str) -> str:
    """Click a control; return the private answer."""
    record = world.press(member, message, custom_id)
    await world.env.settle()
    return refused(simcord.InteractionResult(world.env, record))


async def test_match_continues_from_the_backup_and_later_buttons_are_refused(world: World, tmp_path: Path) -> None:
    game = await world.start_match()
    await game.play_on(("click",), 2)
    backup = await save(world, tmp_path)
    known, mover = game.board, game.mover
    of_known = moves(known)
    lost = []
    for _ in range(2):
        await game.play_on(("click",), 1)
        lost.append((game.mover, game.board, moves(game.board)))
    promised = (await world.bot.services.matches.history.get(1)).commitment
    await restore_backup(world, backup)

    match = await world.bot.services.matches.history.get(1)
    assert match.commitment not in (None, promised)
    board = game.board
    assert board.id > lost[-1][1].id, "the newest board is posted once more"
    assert game.mover is mover, "and mentions the player to move"
    assert "⏪ The bot was restored from a backup made <t:" in board.content
    assert f"another secret key. Its SHA-256 begins with {shown_digits(match.commitment)}" in board.content
    assert moves(board) == [move.replace("k:", f"k{current_epoch():x}:") for move in of_known]
    assert moves(known) == [], "the buttons of the earlier board are removed"

    for member, message, controls in [*lost, (mover, known, of_known)]:
        assert NEWEST in await press(world, member, message, controls[0])
    assert (await world.bot.services.matches.history.get(1)).ply == match.ply, "nothing was played"
    old = f"k:more:1:{match.ply}:"
    assert NEWEST in await press(world, mover, lost[0][1], old), "other buttons are refused too"
    await game.play_on()
    ended = await world.bot.services.matches.history.get(1)
    assert ended.key is not None
    assert ended.earlier[0].key is not None
    menu = written(await world.ann.click(game.board, label="More"))
    assert f"{ended.earlier[0].key}, then {ended.key} after the bot was restored" in menu
    assert ended.key not in game.board.content
    proof = written(await world.ann.slash(game.place, "match", action="verify", match=1))
    assert "was fair" in proof
    assert promised is not None
    for commitment in (promised, match.commitment):
        assert f", {shown_digits(commitment)}." in proof


async def test_message_known_to_the_backup_still_works(world: World, tmp_path: Path) -> None:
    table = await world.open_table()
    join = next(button["custom_id"] for button in buttons(table) if ":join:" in button["custom_id"])
    backup = await save(world, tmp_path)
    await restore_backup(world, backup)
    (rewritten,) = [message for message in world.channel.history() if message.id == table.id]
    assert all(button["custom_id"].startswith(f"k{current_epoch():x}:") for button in buttons(rewritten))
    record = world.press(world.bob, table, join)
    await world.env.settle()
    answer = simcord.InteractionResult(world.env, record)
    assert answer.response is None or not answer.response.ephemeral, written(answer)
    assert [seat.user_id for seat in (await world.bot.services.matches.history.get(1)).seats] == [
        world.ann.id,
        world.bob.id,
    ]


async def test_match_unknown_to_the_backup_does_not_exist(world: World, tmp_path: Path) -> None:
    backup = await save(world, tmp_path)
    game = await world.start_match()
    lost, controls, mover = game.board, moves(game.board), game.mover
    await restore_backup(world, backup)
    assert NEWEST in await press(world, mover, lost, controls[0])
    table = await world.open_table()
    assert f":{int(controls[0].split(':')[2]) + 1}:" in buttons(table)[0]["custom_id"], "its number is not used again"


async def test_result_posted_after_the_backup_is_not_posted_again(world: World, tmp_path: Path) -> None:
    game = await world.start_match()
    await game.play_on()
    ended = await world.bot.services.matches.history.get(1)
    assert ended.result is not None
    posted = game.board
    row = ("match:1", json.dumps({"ply": ended.ply}), world.clock(), world.clock())
    world.clock.now += 3600
    backup = await save(world, tmp_path)
    with closing(sqlite3.connect(backup)) as connection, connection:
        sql = "INSERT INTO outbox (lane, match_id, kind, args, due_at, created_at) VALUES (?, 1, 'result', ?, ?, ?)"
        connection.execute(sql, row)
    await restore_backup(world, backup)
    assert game.board.id == posted.id
    assert await world.bot.acting.database.rows("SELECT * FROM outbox") == []


async def test_private_sheet_is_sent_again(world: World, tmp_path: Path) -> None:
    game = await start_chiefdom(world)
    backup = await save(world, tmp_path)
    await game.type_decision(world.ann)
    before = {member: sheet_message(member).id for member in game.players.values()}
    await restore_backup(world, backup)
    for member, number in before.items():
        assert sheet_message(member).id != number
        assert "Choose how to read the dice" in written(sheet_message(member))
    assert "⏪ The bot was restored from a backup" in game.board.content
    await game.type_decision(world.bob)
    await game.type_decision(world.ann)
    assert await world.bot.acting.database.rows("SELECT failed FROM outbox WHERE failed IS NOT NULL") == []


async def test_never_restored_database_uses_epoch_zero(world: World) -> None:
    game: Game = await world.start_match()
    assert current_epoch() == 0
    assert moves(game.board)[0].startswith("k:move:1:")
