"""The rules of Totem in pages, with figures for everything that pieces can do."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from engines.game import RulesPage, Step
from engines.text import Seat, T
from engines.totem import moves, observe, rules, state_text, turns
from engines.totem.observation import TotemObservation

Page: TypeAlias = RulesPage[TotemObservation]

_CHOOSING = "-/- 25/25 place 1 - 0 - - 0 1: -"
_ROLLED = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 62 0 - - 0 - -"
_RUNNING = "G3f3g2g4h2/G11f10f11g10g12h10h11 19/19 run 1 62 2 - - 0 - -"
_CHAIN = "G3f2f3g4g5h5/G11f10f11g10g12h10h11 19/19 run 1 32 3 - - 0 - -"
_LAST_ONE = "G3g4/G11f10f11g10g12h10h11 0/19 run 1 32 3 g4 - 0 - -"
_TOUCH = "G3f2f3g2g4g5h3/G9f6f7g7g8g10h9 18/18 run 1 63 3 - - 0 - -"
_EQUAL = "G3f2f3g2g4g5h3/G9f6f7g7g8h6h7 18/18 run 1 63 3 - - 0 - -"
_CUT = "K5i6i7j5j6k6l5/G10f7g7g8g9g11h10 18/18 run 1 42 2 - - 0 - -"
_FALL = "K5i7i8j6k6l5/G8f7f8g7g9h7 18/18 run 1 42 2 - - 0 - -"
_EXCHANGE = "G3f2f3g4h3/G11f10f11g10g12h10h11 19/19 use 1 55 0 - - 0 - -"
_TWELVE = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 run 1 66 6 - - 0 - -"


@cache
def pages() -> tuple[Page, ...]:
    """All pages, in reading order."""
    return (
        _aim(),
        _setting_up(),
        _dice(),
        _running(),
        _together(),
        _all_points(),
        _touching(),
        _choosing(),
        _cutting_off(),
        _falling(),
        _exchanging(),
        _twelve(),
        _end(),
        _typing(),
    )


def _aim() -> Page:
    return RulesPage(
        T("What it is about"),
        (
            T(
                "Two to four players each have a **totem** and 25 pieces on a board of 127 hexagons. **Touch the "
                "totems of the others** with a piece or with your own totem: a touched totem falls, and its owner is "
                "out. The last totem standing wins."
            ),
            T(
                "Your pieces never move alone. They run along each other, and all of them must stay connected "
                "to your totem. Pieces that an attack cuts off from it are lost."
            ),
            T(
                "A cell is named by its file, a to m from west to east, and its number from the south: the middle is "
                "g7."
            ),
        ),
        _after(_CHOOSING, "start:g3"),
        T(
            "Two players at the start: {first}’s totem on g3 and {second}’s on g11, each with six pieces around it.",
            first=Seat(0),
            second=Seat(1),
        ),
    )


def _setting_up() -> Page:
    return RulesPage(
        T("Setting up"),
        (
            T(
                "Everybody rolls a die. The player with the highest roll begins (ties roll again) and puts "
                "their totem on any of the **twelve starting cells**: the six corners and the middles of the "
                "six sides of the fourth ring. The others follow in seat order, as far away as possible:"
            ),
            T(
                "- two players: the opposite cell;\n- three players: the two cells of the same kind a third of the"
                " circle away. The second player takes one of them, the third the other;\n- four players: the second"
                " takes the cell opposite the first. The third chooses one of the two cells of the other kind at"
                " right angles to these, the fourth takes the other."
            ),
            T(
                "If only one cell is left for a player, the totem is put there automatically. Six of your "
                "pieces stand around the totem, and 19 are your reserve. The player who chose first has the "
                "first turn; the others follow in seat order."
            ),
        ),
        _seen(_CHOOSING),
        T("The twelve starting cells: the corners c3, c7, g3, g11, k3 and k7 and the sides c5, e3, e9, i3, i9 and k5."),
    )


def _dice() -> Page:
    return RulesPage(
        T("The dice"),
        (
            T(
                "Your turn begins with a roll of two dice. Use **both**: their sum is your points. Or **discard one** "
                "and use the other. With doubles, or with 10 or more, you may instead **exchange** the roll for a new "
                "piece on a free cell next to your totem."
            ),
            T("Each point is one step. Spread your points over as many pieces as you like."),
        ),
        _seen(_ROLLED),
        T("{player} has rolled 6 and 2 and may use 8, 6 or 2 points.", player=Seat(0)),
    )


def _running() -> Page:
    return RulesPage(
        T("Running"),
        (
            T(
                "A piece runs step by step to an **empty** cell beside it. Each cell that it steps on must be **next "
                "to another of your pieces** or to your totem. The totem runs in the same way, next to your pieces."
            ),
            T(
                "A piece makes all its steps in one go, and at least one. Once it has stopped, it is finished, and "
                "another piece may run with the points that are left."
            ),
            T("Within a turn, a piece never returns to a cell it has stood on. Another piece may go there."),
        ),
        _seen(_RUNNING),
        T(
            "{player} has 2 points. The piece on h2, for example, can run to h1 and h3 in one step, and to g1 and h4 "
            "in two.",
            player=Seat(0),
        ),
    )


def _together() -> Page:
    return RulesPage(
        T("Staying together"),
        (
            T(
                "After **every single step** all your pieces must be connected to your totem, directly or "
                "through each other. A step that would cut one off is not possible, even if the next step would "
                "repair it."
            ),
            T("So a piece that links others may step only where they all stay linked."),
        ),
        _seen(_CHAIN),
        T(
            "{player}’s piece on g5 links g4 and h5 and can step only to h4, which is next to both. The "
            "piece on g4 links the others and can step only to f4, between f3 and g5.",
            player=Seat(0),
        ),
    )


def _all_points() -> Page:
    return RulesPage(
        T("Using all points"),
        (
            T(
                "You must use all your points. You may stop a run with points left only if **another unfinished "
                "piece** can then step; otherwise the piece must go on."
            ),
            T(
                "This is checked with the piece where it stops, before anything is eliminated; the totem counts as a"
                " piece. When no unfinished piece can take a step, the points that are left are lost."
            ),
            T("You do not have to find the way that uses the most points: any unfinished piece may run next."),
            T(
                "You cannot choose to pass. If no step is possible, you must exchange if the roll allows it; if it "
                "does not, your turn passes automatically. A totem alone on the board cannot move."
            ),
        ),
        _seen(_LAST_ONE),
        T(
            "{player}’s piece on g4 has run, and 3 points are left. Only the totem on g3 can still run, so it must use "
            "all of them.",
            player=Seat(0),
        ),
    )


def _touching() -> Page:
    return RulesPage(
        T("Touching"),
        (
            T(
                "A piece that **stops** next to enemy pieces eliminates one of them at once: of all that it touches, "
                "the one that is **farthest from its own totem**. You cannot decline."
            ),
            T(
                "Passing by does nothing, and neither does a piece that did not run. You are never harmed by your own "
                "run. Eliminated pieces never come back."
            ),
        ),
        _after(_TOUCH, "h3-g6.3"),
        T(
            "The piece from h3 has stopped on g6 and touches g7 and f6. f6 was three cells from {second}’s totem, g7 "
            "is two: f6 is eliminated.",
            second=Seat(1),
        ),
    )


def _choosing() -> Page:
    return RulesPage(
        T("Equal distances"),
        (
            T(
                "If several touched pieces are equally far from their own totems, **you choose** which one is "
                "eliminated. It does not matter whose they are."
            ),
            T("In notation the chosen piece follows an x: `{move}`.", move="h3-g6 x h6"),
        ),
        _after(_EQUAL, "h3-g6.3xh6"),
        T(
            "The piece from h3 has stopped on g6 and touches g7, f6 and h6. f6 and h6 were both three cells from "
            "{second}’s totem: {first} has chosen h6, and f6 stays.",
            first=Seat(0),
            second=Seat(1),
        ),
    )


def _cutting_off() -> Page:
    return RulesPage(
        T("Cutting off"),
        (
            T(
                "When a piece is eliminated, **every piece that is no longer connected to its totem** goes with "
                "it. One touch can take a whole arm."
            ),
            T("Pieces that run later in the same move can use the gaps at once."),
        ),
        _after(_CUT, "i6-h8.2"),
        T(
            "The piece from i6 has stopped on h8 and eliminated g8. That cut g7 and f7 off from {second}’s totem on "
            "g10: they are lost as well.",
            second=Seat(1),
        ),
    )


def _falling() -> Page:
    return RulesPage(
        T("When a totem is touched"),
        (
            T(
                "A touched **totem** is eliminated instead of any piece, however near or far, and its owner is "
                "out and loses all pieces and the reserve. If a stop touches several totems, all of them fall."
            ),
            T("A totem attacks like a piece. When only one totem is left, its player wins at once."),
        ),
        _after(_FALL, "i8-h8.1"),
        T(
            "The piece from i8 has stopped on h8, next to {second}’s totem on g8. {first} wins.",
            first=Seat(0),
            second=Seat(1),
        ),
    )


def _exchanging() -> Page:
    return RulesPage(
        T("Exchanging"),
        (
            T(
                "With **doubles**, or with a roll of **10 or more**, you may put one piece from your reserve on a free "
                "cell next to your totem instead of running. A piece placed in this way eliminates nothing."
            ),
        ),
        _seen(_EXCHANGE),
        T(
            "{player} has rolled two fives and may put a piece on g2 or h2, the free cells next to the totem.",
            player=Seat(0),
        ),
    )


def _twelve() -> Page:
    return RulesPage(
        T("A 12"),
        (
            T(
                "With two sixes you may run 12 steps, or 6, or exchange. After that you may **roll again** for another "
                "move, or stop there. This is true even if points were lost, but not after a pass."
            ),
            T(
                "In the new move, all your pieces may run again, but a piece still cannot step on cells that it "
                "has stood on this turn. Another 12 lets you roll once more."
            ),
        ),
        _after(_TWELVE, "f2-i2.5", "g2-h1.1"),
        T(
            "{player} has rolled two sixes and used 6 points, and may now roll again or stop there.",
            player=Seat(0),
        ),
    )


def _end() -> Page:
    return RulesPage(
        T("The end"),
        (
            T("**Won:** as soon as only one totem is left, its player wins."),
            T(
                "**Tied:** if, at the end of a turn, no player still in has more than one piece besides the totem and "
                "all their reserves are empty; or if 300 turns go by without an elimination or an exchange."
            ),
            T(
                "**Places:** the last player to go out is second, the first to go out is last; totems that fall at"
                " the same stop share a place. In a tie, all players still in share first place."
            ),
            T("A player who resigns is out with all their pieces, as if their totem had been touched."),
        ),
    )


def _typing() -> Page:
    return RulesPage(
        T("Typing a turn"),
        (
            T(
                "With `/move`, type a whole turn, its moves separated by spaces: `{turn}` uses 9 points, runs from "
                "e5 to f7 and then from g4 to g5.",
                turn="use 9 e5-f7 g4-g5",
            ),
            T(
                "- `{use}`: how many points you use, from both dice or from one;\n"
                "- `{run}`: a run, in the fewest steps; for a longer way, type all its cells, `{path}`;\n"
                "- `{choice}`: where you choose which piece is eliminated, it follows an x;\n"
                "- `{add}`: exchange the roll for a piece on d6;\n"
                "- `{reroll}` or `{stay}`: after a 12;\n"
                "- `{start}`: where your totem starts.",
                use="use 9",
                run="e5-f7",
                path="e5-e6-e7-f7",
                choice="e5-f7 x f8",
                add="add d6",
                reroll="reroll",
                stay="stay",
                start="start c3",
            ),
            T(
                "If you type only the beginning of a turn, it becomes your plan, and you continue from there. "
                "As you type, you see the moves that fit. You can search for any word in them."
            ),
        ),
    )


def _seen(line: str) -> TotemObservation:
    return observe.observe(state_text.load(line), None)


def _after(line: str, *texts: str) -> TotemObservation:
    """The observation after some moves of one player."""
    state = state_text.load(line)
    last_turn = []
    for text in texts:
        player, move = rules.mover(state), moves.decode(text)
        last_turn.append(Step(state, player, move))
        state = turns.apply(state, player, move)
    return observe.observe(state, None, tuple(last_turn))
