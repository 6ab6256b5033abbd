"""A match of İYE, played in a browser through the pages of ``make play``."""

import itertools
import re

import pytest

from tests.browser.chromium import Browser
from tests.browser.person import Board, Person

SQUARE = re.compile(r"[a-e][1-5]: ")
SPEND = "Spend a tile …"


async def arrive(browser: Browser, links: dict[str, str], name: str) -> Person:
    person = Person(name, await browser.open(links[name]))
    await person.arrive()
    return person


def squares(board: Board) -> list[str]:
    """Return the buttons that move the drum."""
    return [button for button in board.buttons if SQUARE.match(button)]


async def move_by_button(person: Person, board: Board) -> str:
    """Move the drum naturally (I6); return the text to expect afterwards."""
    button = squares(board)[0]
    await person.press(button)
    return f"moves the drum to {button[:2]}"


async def move_by_spending(person: Person, board: Board) -> str:
    """Spend a tile (I7): the type in the menu under the board, then the square in the private menu."""
    await person.choose(SPEND, "×")
    await person.sees("Spend one")
    await person.choose("Choose a square …", "goes to")
    return "spends one"


async def move_by_typing(person: Person, board: Board) -> str:
    """Type the first letter of a square, select the suggestion, send it."""
    square = squares(board)[0][:2]
    await person.begin_command("move")
    await person.open_option("text")
    assert any(square in line for line in await person.suggestions(square[0]))
    await person.take(square)
    await person.send()
    await person.sees(f"Played in İYE #1: {square}")
    return f"moves the drum to {square}"


@pytest.mark.browser
async def test_two_players_play_a_match_to_its_result(browser: Browser, links: dict[str, str]) -> None:
    ada, bjork = await arrive(browser, links, "Ada"), await arrive(browser, links, "Björk")
    await ada.begin_command("play")
    await ada.open_option("game")
    await ada.take("İYE")
    await ada.open_option("options")
    await ada.suggestions("one")
    await ada.take("One cycle")
    await ada.send()
    await bjork.sees("one free seat")
    await bjork.press("Join")

    other_ways = itertools.chain([move_by_button, move_by_typing], itertools.repeat(move_by_button))
    has_spent = False
    board = await ada.board()
    while "🏁" not in board.text:
        (name,) = board.mentioned
        assert f"{name} is to move" in board.alt
        assert board.width == 1000
        mover, other = (ada, bjork) if name == "Ada" else (bjork, ada)
        assert (await mover.board()).id == board.id
        spends = SPEND in board.menus and not (has_spent and squares(board))
        has_spent = has_spent or spends
        move = move_by_spending if spends else next(other_ways)
        happened = await move(mover, board)
        board = await other.board(after=board.id)
        assert happened in board.text
        assert happened in board.alt
    assert has_spent

    for person in (ada, bjork):
        result = await person.board()
        assert result.id == board.id
        assert sorted(result.mentioned) == ["Ada", "Björk"]
        assert "is the next shaman" in result.text
        assert "Rematch" in result.buttons
        assert not squares(result)
    assert browser.page_errors == []
