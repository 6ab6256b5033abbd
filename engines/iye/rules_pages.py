"""The rules of İYE in pages."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TypeAlias

from engines.game import RulesPage, Step
from engines.iye import observe, rules, state_text
from engines.iye.board import SQUARE_OF
from engines.iye.moves import NATURALS
from engines.iye.observation import IyeObservation
from engines.text import Seat, T

Page: TypeAlias = RulesPage[IyeObservation]

_DEALT = "SHTWS/THSSH/HSOTS/WTHSH/SHSTW c3 play 1 -/- -/- 1 1 0-0 2 -"
_CROSS = "SHTSW/HS.HS/.T..T/SHSTH/SW.HS c3 play 1 {hands} -/- 2 1 0-0 2 -"
_LAST_BUT_ONE = "...../.S.../...../...H./..... b3 play 2 SSSHHHTTW/SSSSHHTWO ST/HTW 1 1 0-0 2 -"
_TRAP = "...../..H../...../...S./T.... a3 play 1 SSSHHTW/SSHHT STWO/SSHHTW 1 1 0-0 2 -"


@cache
def pages() -> tuple[Page, ...]:
    """All pages, in reading order."""
    return (_components(), _natural(), _spending(), _handing_over(), _scoring(), _premature(), _match(), _typing())


def _components() -> Page:
    return RulesPage(
        T("What it is about"),
        (
            T(
                "Two apprentices share one drum. Wherever you move it, a spirit wakes and goes to **your "
                "opponent**. If you have **more unspent tiles of a type** than your opponent at the end, you "
                "get all its points."
            ),
            T(
                "The spirits lie on a board of 5×5 squares, a1 to e5: 25 tiles, shuffled and dealt face up, one to a "
                "square. Both of you can see everything on the table."
            ),
            T(
                "There are five types. A type is worth as many points as it has tiles: **Sun** 9, **Horse** "
                "7, **Tree** 5, **Water** 3, **Owl** 1."
            ),
            T(
                "The drum starts on c3. The tile under it belongs to nobody: once the drum has left, it is a"
                " tile like any other."
            ),
        ),
        replace(_seen(_DEALT), natural=(), spend=()),
        T("A board of 25 tiles at the start of a cycle. The drum stands on the tile on c3."),
    )


def _natural() -> Page:
    return RulesPage(
        T("The drum moves by itself"),
        (
            T("On your turn you make exactly one move of the drum. You cannot pass."),
            T(
                "The natural move takes it **one or two squares in a straight line**, up, down, left or "
                "right; never diagonally and never round a corner."
            ),
            T(
                "The move must end on a square with a tile. What lies between does not matter: the drum passes "
                "over tiles and empty squares alike, and an empty square counts as a square too."
            ),
        ),
        replace(_seen(_CROSS.format(hands="SHT/WO")), spend=()),
        T(
            "The drum on c3 reaches c2 and b3, one square away, and c5 and e3, two squares away across an "
            "empty square. a3, d3, c1 and c4 are empty, so it cannot go there."
        ),
    )


def _spending() -> Page:
    seen = _seen(_CROSS.format(hands="SHT/WO"))
    return RulesPage(
        T("Spending a tile"),
        (
            T(
                "Instead of a natural move you may spend one tile that you have gathered, even the one you have just"
                " received. Each type moves the drum in its own way:"
            ),
            T("- **Sun**: to any of the four corners;"),
            T("- **Horse**: like a knight in chess, two squares straight and one to the side;"),
            T("- **Tree**: exactly one square diagonally;"),
            T("- **Water**: any distance in a straight line, in any of the eight directions;"),
            T("- **Owl**: to any square of the board."),
            T(
                "Nothing on the way blocks the drum, and the move must end on a square with a tile, as always. "
                "A spent tile lies face up beside the board for the rest of the cycle and brings no points."
            ),
            T(
                "You may spend a tile to reach a square that the drum could reach without one, but that never helps: "
                "such squares come last in the list, with a note."
            ),
        ),
        replace(seen, natural=(), spend=tuple(each for each in seen.spend if each[0] == "H")),
        T("From c3 a Horse takes the drum to a2, a4, b1, b5, d1, d5, e2 and e4."),
    )


def _typing() -> Page:
    return RulesPage(
        T("Typing a move"),
        (
            T("With `/move`, type the square the drum goes to: `{move}`.", move="d3"),
            T(
                "To spend a tile, put its letter before the square: `{spend}` spends a Horse. The letters are S Sun,"
                " H Horse, T Tree, W Water and O Owl; `{words}` works too.",
                spend="Hd5",
                words="horse d5",
            ),
            T(
                "If you choose who begins, type `{me}` or `{opponent}`.",
                me="start:me",
                opponent="start:opponent",
            ),
            T("As you type, you see the moves that fit. You can search for any word in them: try “sun”."),
        ),
    )


def _handing_over() -> Page:
    return RulesPage(
        T("Handing over"),
        (
            T(
                "The tile on which the drum ends its move goes to **your opponent**, together with the turn. "
                "You choose what your opponent gets, and your opponent chooses what you get."
            ),
            T("This is true of every move, natural or with a spent tile. The square is then empty."),
        ),
        _after(_DEALT, "c5"),
        T(
            "The drum has moved from c3 to c5. The Tree that lay there now belongs to {second}, whose turn it is.",
            second=Seat(1),
        ),
    )


def _scoring() -> Page:
    return RulesPage(
        T("The last tile and the points"),
        (
            T(
                "When one tile is left on the board, the cycle ends at once, even if a player could still "
                "reach it. That tile belongs to nobody."
            ),
            T(
                "Then each type is counted separately. The player with **more unspent tiles of a type** takes "
                "all its points; if both have the same number, nobody gets any. The player with more points "
                "wins the cycle; equal points are a tie."
            ),
            T(
                "In the picture, only the Horse on d2 is left. Both have 4 Suns and 1 Water. {first} has more "
                "Horses (3 to 2) and Trees (2 to 1): 7 + 5 = 12 points. {second} has the Owl: 1 point.",
                first=Seat(0),
                second=Seat(1),
            ),
        ),
        _after(_LAST_BUT_ONE, "b4"),
        T(
            "The drum has taken the second-to-last tile, on b4; a Horse is left on d2. {first} wins the cycle "
            "with 12 points to 1.",
            first=Seat(0),
        ),
    )


def _premature() -> Page:
    return RulesPage(
        T("When a player cannot move"),
        (
            T(
                "If two or more tiles are left and the player to move has no move at all, neither a natural "
                "one nor one with a tile to spend, the cycle ends at once. **The player who moved last wins it**; "
                "nothing is counted."
            ),
            T("A player who can move only by spending a tile must do so."),
        ),
        _after(_TRAP, "a1"),
        T(
            "The drum has gone to a1. Tiles are left on c4 and d2 only. {second} holds Suns, Horses and "
            "Trees, and none of them leads there: {first} wins the cycle.",
            first=Seat(0),
            second=Seat(1),
        ),
    )


def _match() -> Page:
    return RulesPage(
        T("The match"),
        (
            T(
                "Who begins the first cycle is drawn at random or agreed on before the match. The first to win two"
                " cycles wins the match, unless you agreed on one or three."
            ),
            T(
                "All tiles are dealt again for each cycle, and nobody keeps any. **The loser of the last "
                "cycle** looks at the new board and then chooses who begins."
            ),
            T("A tied cycle counts for nobody; the player who began it begins the next one too."),
            T("If you resign, you lose the match at once, however many cycles you have won."),
        ),
    )


def _seen(line: str) -> IyeObservation:
    return observe.observe(state_text.load(line), None)


def _after(line: str, target: str) -> IyeObservation:
    """The observation after a natural move."""
    before = state_text.load(line)
    player, move = rules.mover(before), NATURALS[SQUARE_OF[target]]
    return observe.observe(rules.apply(before, player, move), None, (Step(before, player, move),))
