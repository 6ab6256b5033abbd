"""Under overload, a turn is acknowledged, then its board is posted, then it is confirmed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.delivery.request_limits import RequestRateLimiter
from bot.delivery.worker import Worker
from bot.load import thresholds
from tests.e2e.world import Game, World, buttons, written

pytestmark = pytest.mark.usefixtures("unpainted")

DEFERRED_MESSAGE, DEFERRED_UPDATE = 5, 6
"""Types of first answers (https://discord.com/developers/docs/interactions/receiving-and-responding)."""


@pytest.fixture
async def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Ann and Bob; a single pending board counts as many."""
    monkeypatch.setattr(thresholds, "IDLE_QUEUES", 0)
    return await world.start_match()


def answers_and_boards(game: Game, since: int) -> list[tuple[str, Any]]:
    """Return answers and posts since a request, in order."""
    sent: list[tuple[str, Any]] = []
    for entry in game.world.env.http_requests[since:]:
        if entry.path.endswith("/callback"):
            sent.append(("first answer", (entry.json or {}).get("type")))
        elif entry.path.endswith("/messages/@original"):
            sent.append(("answer", (entry.json or {}).get("content")))
        elif entry.method == "POST" and entry.path == f"/channels/{game.place.id}/messages":
            sent.append(("board", None))
    return sent


async def test_typed_turn_is_confirmed_after_its_board(game: Game) -> None:
    requests, board = len(game.world.env.http_requests), game.board
    with game.world.overload():
        answer = await game.type_move()
    sent = [entry for entry in answers_and_boards(game, requests) if entry != ("first answer", 8)]
    assert [kind for kind, _ in sent] == ["first answer", "board", "answer"]
    assert sent[0][1] == DEFERRED_MESSAGE
    assert "Played in" in written(answer)
    assert game.board.id != board.id


async def test_buttons_of_a_clicked_board_are_removed_after_the_next_board(game: Game) -> None:
    requests, board = len(game.world.env.http_requests), game.board
    with game.world.overload():
        await game.click_move()
    sent = answers_and_boards(game, requests)
    assert [kind for kind, _ in sent] == ["first answer", "board", "answer"]
    assert sent[0][1] == DEFERRED_UPDATE
    assert not buttons(next(message for message in game.boards if message.id == board.id))


async def test_refusals_are_sent_at_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Worker, "is_busy", True)
    choices = await game.mover.autocomplete(game.place, "move", "text", "")
    with game.world.overload():
        answer = await game.waiter.slash(game.place, "move", text=choices[0]["value"])
    assert "not your turn" in written(answer)


async def test_boards_waiting_for_discord_delay_no_confirmation(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    admission = game.world.bot.services.admission
    assert not admission.is_posting_boards()
    monkeypatch.setattr(Worker, "is_busy", True)
    assert admission.is_posting_boards()
    monkeypatch.setattr(RequestRateLimiter, "is_full", True)
    assert not admission.is_posting_boards()
    with game.world.overload():
        answer = await game.type_move()
    assert "Played in" in written(answer)
