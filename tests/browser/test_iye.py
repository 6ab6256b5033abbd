"""A match of İYE, played in a browser through the pages of ``make play``."""

import itertools
import re

import pytest

from tests.browser.chromium import Browser
from tests.browser.person import Board, Person

SQUARE = re.compile(r"[a-e][1-5] ")
SPEND = "Spend a tile …"

pytestmark = pytest.mark.browser


async def arrive(browser: Browser, links: dict[str, str], name: str) -> Person:
    person = Person(name, await browser.open(links[name]))
    await person.arrive()
    return person


def squares(board: Board) -> list[str]:
    """The buttons that move the drum."""
    return [button for button in board.buttons if SQUARE.match(button)]


async def move_by_button(person: Person, board: Board) -> str:
    """Move the drum naturally (I6); returns the square."""
    button = squares(board)[0]
    await person.press(button)
    return button[:2]


async def move_by_spending(person: Person, board: Board) -> str:
    """Spend a tile (I7): the type in the menu under the board, then the square in the private menu."""
    await person.choose(SPEND, "×")
    await person.sees("Spend one")
    await person.choose("Choose a square …", "goes to")
    return ""


async def move_by_typing(person: Person, board: Board) -> str:
    """Type the first letter of a square, take what is suggested, send it."""
    square = squares(board)[0][:2]
    await person.begin_command("move")
    await person.open_option("text")
    assert any(square in line for line in await person.suggestions(square[0]))
    await person.take(square)
    await person.send()
    await person.sees(f"You played {square}")
    return square


async def test_two_people_play_a_match_to_its_result(browser: Browser, links: dict[str, str]) -> None:
    ada, bjork = await arrive(browser, links, "Ada"), await arrive(browser, links, "Björk")
    await ada.begin_command("play iye")
    await ada.open_option("wins")
    await ada.take("One cycle")
    await ada.send()
    await bjork.sees("one free seat")
    await bjork.press("Join")
    await ada.press("Start")

    ways = itertools.chain([move_by_button, move_by_typing], itertools.repeat(move_by_button))
    has_spent = False
    board = await ada.board()
    while "🏁" not in board.text:
        assert board.called in (["Ada"], ["Björk"])
        assert board.width >= 600
        assert board.alt
        mover, other = (ada, bjork) if board.called == ["Ada"] else (bjork, ada)
        assert (await mover.board()).id == board.id
        may_spend = SPEND in board.menus
        way = move_by_spending if may_spend and not (has_spent and squares(board)) else next(ways)
        has_spent = has_spent or way is move_by_spending
        square = await way(mover, board)
        after = await other.board(after=board.id)
        assert square in after.text
        board = after
    assert has_spent

    for person in (ada, bjork):
        result = await person.board()
        assert result.id == board.id
        assert sorted(result.called) == ["Ada", "Björk"]
        assert "Rematch" in result.buttons
        assert not squares(result)
    assert browser.page_errors == []
