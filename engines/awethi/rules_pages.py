"""The rules of Awéthi in pages, with positions that the painter draws."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from engines.awethi import figures
from engines.awethi.observation import AwethiObservation
from engines.game import RulesPage
from engines.text import Seat, T

Page: TypeAlias = RulesPage[AwethiObservation]


@cache
def pages() -> tuple[Page, ...]:
    """All pages, in reading order."""
    return (
        _aim(),
        _turns(),
        _herd_steps(),
        _herd_blocked(),
        _dice(),
        _walking(),
        _catching(),
        _bringing_home(),
        _unleashing(),
        _hunting(),
        _fear(),
        _end(),
        _typing(),
    )


def _aim() -> Page:
    return RulesPage(
        T("What it is about"),
        (
            T(
                "One to four herders each have a herd of six **aiwe** (three calves, two cows, a bull) and four "
                "shepherds, the **awéthi**. The herds wander as the dice say. **Surround your aiwe with your "
                "awéthi and bring them home** to the shelter in your corner."
            ),
            T(
                "One more player plays the **wairgka**, the wolves that sleep in the Lair in the middle. There "
                "are as many wairgka as herders. Once they are loose, they eat what they can. The wairgka "
                "player’s aim is that no herder brings three aiwe home."
            ),
            T(
                "The board has 25×25 squares, a1 in the southwest to y25 in the northeast, with forest in the "
                "middle and water that differs from board to board. A single herder plays in the northwest, two "
                "play in the northwest and the southeast, and three in all corners but the southwest."
            ),
            T(
                "Each herd starts in random order on six squares near its corner, the awéthi start in the "
                "shelter and the wairgka in the Lair. A herder drawn at random goes first, and the others "
                "follow clockwise. Nothing is hidden."
            ),
        ),
        figures.seen(figures.BOARD),
        T(
            "Four herds on their herding-points at the corners, all awéthi in the shelters a25, y25, y1 and a1, and "
            "four wairgka in the Lair on m13, with the forest around it."
        ),
    )


def _turns() -> Page:
    return RulesPage(
        T("A turn"),
        (
            T("Every herder’s turn follows the same order:"),
            T(
                "1. The herd moves by a die. There is nothing to decide.\n"
                "2. Aiwe of this herd that were caught before it moved go to the shelter.\n"
                "3. Four dice are rolled, and the herder moves all four awéthi.\n"
                "4. Once the wairgka are loose, their player moves one of them."
            ),
            T("A round is one turn of every herder."),
        ),
    )


def _herd_steps() -> Page:
    return RulesPage(
        T("How a herd moves"),
        (
            T(
                "A four-sided die gives the whole herd a direction: **1** north or northwest, **2** east or northeast, "
                "**3** south or southeast, **4** west or southwest."
            ),
            T(
                "- a **calf** goes 1 square straight;\n- a **bull** 2 squares straight;\n- a **cow** 2 squares "
                "diagonally."
            ),
            T(
                "Calves go first, then cows, then the bull. Within a kind, the one that is furthest in that "
                "direction goes first."
            ),
        ),
        figures.after(figures.STEPS, "herd:2"),
        T(
            "The die shows 2: the calf goes east from f21 to g21, the bull from h20 to j20, the cow northeast from l18 "
            "to n20."
        ),
        "area:e16-o24",
    )


def _herd_blocked() -> Page:
    return RulesPage(
        T("What stops an aiwe"),
        (
            T(
                "Aiwe stop before **water**, the **Lair**, **shelters** and the edge of the board. "
                "**Other pieces** do not stop an aiwe, but it cannot end on one."
            ),
            T(
                "So it ends on the last free square of its path. If there is none, it stays. For a cow, only "
                "the squares on its diagonal count: what lies to the left or right of them does not matter."
            ),
        ),
        figures.after(figures.BLOCKED, "herd:1"),
        T(
            "The die shows 1. The calf on c17 stays because of the water on c18, the calf on j18 because of "
            "the awéthi on j19. The bull goes only from h22 to h23, because of the water on h24. The cow on "
            "b22 goes to a23, at the edge. The other cow passes the awéthi on e19 on its way from f18 to "
            "d20."
        ),
        "area:a15-k25",
    )


def _dice() -> Page:
    return RulesPage(
        T("Your four dice"),
        (
            T("You roll four four-sided dice and choose:"),
            T(
                "- **a die each**: every awéthi moves the number on one die, and you choose which awéthi uses "
                "which die;\n"
                "- **the average**: each of the four moves the sum divided by four, rounded down."
            ),
            T("All four awéthi move once, in any order you like."),
        ),
        figures.seen(figures.DICE),
        T(
            "{player} has rolled 1, 2, 2 and 4. With a die each, one awéthi moves 1 square, two move 2 and one moves 4;"
            " with the average all move 2.",
            player=Seat(0),
        ),
        "area:a17-i25",
    )


def _walking() -> Page:
    return RulesPage(
        T("How an awéthi walks"),
        (
            T(
                "An awéthi walks square by square, never diagonally. It may turn and go back as it likes, but "
                "it must take **exactly** as many steps as the number says."
            ),
            T(
                "It cannot leave the board, and it can neither pass nor end on other pieces (your own too), the "
                "Lair or any shelter but yours. It may walk through your own shelter, or end there with exactly "
                "its last step; the shelter has room for all four."
            ),
            T(
                "It may cross **water** and end in it; but if it starts in water, it must end on dry land or in "
                "your shelter."
            ),
            T(
                "If it has nowhere to go, you choose: it **stays** or returns **straight to the shelter**. In "
                "water it may not stay; in the shelter it can only stay."
            ),
        ),
        figures.after(figures.WATER, "1(1):f24"),
        T(
            "The awéthi that stood in the water on g24 has left it with a 1 and is now on f24. The others on e25, c22 "
            "and in the shelter on a25 are still to move."
        ),
        "area:a15-k25",
    )


def _catching() -> Page:
    return RulesPage(
        T("Caught and not caught"),
        (
            T(
                "An aiwe is **caught** while awéthi stand on **at least three of the four squares beside it**, "
                "no matter whose they are: herders may help each other. Diagonal squares do not count, nor do "
                "water, the edge or other pieces. A shelter with awéthi in it counts as one of the three."
            ),
        ),
        figures.seen(figures.CATCH),
        T(
            "The calf on f18 is caught: awéthi stand on f19, e18 and g18. The cow on j20 is not: there are awéthi on "
            "i20 and k20, but the third, on k21, stands diagonally."
        ),
        "area:c14-k22",
    )


def _bringing_home() -> Page:
    return RulesPage(
        T("Bringing them home"),
        (
            T(
                "A caught aiwe is not safe yet. It must still be caught when its own herd’s next turn begins; until "
                "then a wairgk may eat it, or one of the awéthi may walk away."
            ),
            T(
                "If it is still caught, the aiwe does **not move** with its herd, and the others cannot end on its "
                "square. Right after that it goes to the shelter of the herder it belongs to, no matter who caught it."
            ),
        ),
        figures.after(figures.CATCH, "herd:2"),
        T(
            "The herd of {player} has moved east and northeast; the caught calf on f18 has stayed and is "
            "now in the shelter on a25.",
            player=Seat(0),
        ),
        "area:a13-m25",
    )


def _unleashing() -> Page:
    return RulesPage(
        T("The wairgka wake"),
        (
            T(
                "As soon as an **aiwe or an awéthi ends its move in the forest**, all wairgka are loose for the rest "
                "of the match. Passing through does not wake them."
            ),
            T(
                "Their first turn comes right after the awéthi have moved in that turn. From then on, a wairgk turn "
                "follows every herder’s turn."
            ),
        ),
        figures.after(figures.FOREST, "1(1):i12"),
        T("The awéthi from h12 has ended on i12, in the forest: the wairgk in the Lair on m13 is loose."),
        "area:d8-p18",
    )


def _hunting() -> Page:
    return RulesPage(
        T("A wairgk turn"),
        (
            T(
                "Two dice are rolled: a direction (north, east, south or west) and a number from 1 to 6. The "
                "player picks **one wairgk**, which takes exactly that many steps, never diagonally. It may "
                "turn as it likes and cross the same square again. It must end **at least one square further** "
                "in that direction than it started."
            ),
            T(
                "It may run past aiwe, but not through awéthi, water, shelters or another wairgk outside the Lair. The "
                "Lair is open to all of them."
            ),
            T(
                "If it **ends on an aiwe, it eats it**, no matter whose it is, caught or not. If any wairgk has a"
                " legal move, one must be made; otherwise the turn passes without another roll."
            ),
        ),
        figures.seen(figures.HUNT),
        T(
            "The roll is west, 4 steps. The wairgk on k14 can end on any of the marked squares: the calf on g14 and "
            "the cow on i12 are among them."
        ),
        "hunt:1",
    )


def _fear() -> Page:
    return RulesPage(
        T("What wairgka fear"),
        (
            T(
                "A wairgk may not end **beside an awéthi** (diagonally does not count); awéthi in a shelter count too. "
                "The only exception: it may end there if it eats an aiwe."
            ),
            T("It may start beside an awéthi and run past one."),
        ),
        figures.seen(figures.FEAR),
        T(
            "The roll is west, 4 steps. Awéthi stand on i15 and g15, so the wairgk on k14 may not end beside them on "
            "i14, j15, h15 or i16; but it may eat the calf on g14."
        ),
        "hunt:1",
    )


def _end() -> Page:
    return RulesPage(
        T("The end, and who wins"),
        (
            T(
                "The match ends at once when **a herd has no aiwe left** on the board. Aiwe that are still "
                "grazing count for nobody. After 200 rounds the match ends anyway, and what each herder has by "
                "then counts."
            ),
            T(
                "**One herder:** with four or more aiwe at home the herder wins, with three it is a draw, with "
                "fewer the wairgka player wins."
            ),
            T(
                "**Several herders:** the herder with the most aiwe at home wins; herders with equal numbers share"
                " the win. If nobody has three, the wairgka player wins. The result also says how each herder did"
                " against the wairgka: won with four or more, a draw with three, lost with fewer, unfinished while the"
                " herd still grazes."
            ),
            T(
                "**Points** (an option, for several herders): a calf counts 1, a cow 3, a bull 5. Once a herder has"
                " three aiwe at home, the herder with the most points wins, even with fewer aiwe; herders with equal"
                " points share the win. If nobody has three, the wairgka player wins as usual."
            ),
            T(
                "**Leaving:** when a herder leaves, the herd still moves by the dice, and the awéthi stay where "
                "they are. If the wairgka player leaves, the wairgka stay where they are. A player who leaves "
                "cannot win; the last player left wins."
            ),
        ),
        figures.seen(figures.END),
        T(
            "The last aiwe of {second} is eaten. {second} has three at home, {first} two: {second} wins.",
            first=Seat(0),
            second=Seat(1),
        ),
    )


def _typing() -> Page:
    return RulesPage(
        T("Typing moves"),
        (
            T(
                "Awéthi are called 1 to 4, wairgka W1 to W4. Start with {each} or {average} for the dice. With "
                "a die each, type the awéthi, its die and where it ends: {walk}. With the average: {plain}. For "
                "a wairgk: {hunt}.",
                each="`each`",
                average="`average`",
                walk="`1(3):c4`",
                plain="`1:c4`",
                hunt="`W1:m16`",
            ),
            T(
                "If an awéthi has nowhere to go, type {stay} or {home}. You can type a whole turn on one line: {turn}.",
                stay="`2(1):stay`",
                home="`2(1):home`",
                turn="`each 1(3):c24 2(1):b25 3(4):a21 4(2):b24`",
            ),
        ),
    )
