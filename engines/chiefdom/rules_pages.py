"""The rules of Chiefdom in pages, with a figure for each icon."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from engines.chiefdom import figures, result, scoring
from engines.chiefdom.observation import CARD_TITLES, ChiefdomObservation
from engines.game import RulesPage
from engines.text import T, Text

Page: TypeAlias = RulesPage[ChiefdomObservation]


@cache
def pages() -> tuple[Page, ...]:
    """All pages, in reading order."""
    return (
        _sheet(),
        _dice(),
        _shapes(),
        _people(),
        _fish(),
        _wood(),
        _choosing(),
        _houses(),
        _bonus(),
        _walls(),
        _deciding(),
        _scoring(),
        _below_zero(),
        _cards(),
        _end(),
        _icons(),
    )


SCORING_PAGE = 11
"""Index of the page about scoring."""


def _sheet() -> Page:
    return RulesPage(
        T("The sheet"),
        (
            T(
                "You are a chieftain. Every player draws a chiefdom on their own sheet: 10 files, a to j, and 8 "
                "ranks. Two wall squares are printed in the west, a4 and b4, and two in the east, i4 and j4."
            ),
            T(
                "You see only your own sheet, and which of the other players have decided. At the end all "
                "sheets are shown. The option **Sheets: open** shows them all the time."
            ),
            T("The player with the most points at the end wins. Alone, you play for a title."),
        ),
        figures.seen(None),
        T("An empty sheet: 76 empty squares and the four printed walls in rank 4."),
    )


def _dice() -> Page:
    return RulesPage(
        T("Reading the dice"),
        (
            T(
                "Each turn three dice are rolled for everybody. You choose **two of them and add them up**: the "
                "sum says what you draw. The **third is the placement die**: it says in which shape."
            ),
            T(
                "3 a wall · 4 and 5 water · 6 two trees on each square · 7 three trees on each square · 8 a house · 9, "
                "10 and 11 people · **2 and 12 wild**"
            ),
            T(
                "Wild means any one icon in one empty square, without a placement die: two trees or three "
                "trees, water, a person, a house or a wall. A house or a wall must still meet its usual "
                "conditions. You may also use **three equal dice** as wild."
            ),
            T("If you can draw, you must, even if it hurts you. If you cannot, you pass automatically."),
        ),
        figures.seen(None, (2, 3, 4)),
        T(
            "The dice show 2, 3 and 4: water on a block of four, two trees on each of three squares round a corner, or "
            "three trees on each of two squares in a row."
        ),
    )


def _shapes() -> Page:
    return RulesPage(
        T("The six shapes"),
        (
            T(
                "**1** one square · **2** two in a row · **3** three round a corner · **4** a block of four · **5** "
                "three in a row and one beside an end · **6** three in a row"
            ),
            T(
                "You may turn and mirror the shape and put it anywhere: it does not have to touch anything. **All of "
                "it** must lie on empty squares of the sheet, and all its squares get the same icon."
            ),
            T("Walls and houses are always a single square, whatever the placement die shows."),
            T("Beside each way to read the dice, small squares show the shape it would draw."),
        ),
        figures.planned(None, (2, 3, 5), "water e5 e6 e7 f5 (5)"),
        T("Water on four squares in an L, planned on e5, e6, e7 and f5 of an empty sheet."),
    )


def _people() -> Page:
    return RulesPage(
        T("People and their jobs"),
        (
            T(
                "A person drawn beside a tree square at once becomes a **lumberjack (L)**, beside water a "
                "**fisherman (F)**, beside a house a **builder (B)**. Beside none of these, the person is "
                "**jobless (J)**."
            ),
            T(
                "A jobless person gets a job as soon as you draw trees, water or a house beside them. You "
                "cannot decline a job, and it never changes."
            ),
            T("Beside means sharing a side; diagonals never count. Cut trees and fished water still give jobs."),
        ),
        figures.drawn(figures.LAKE, (2, 4, 6), "trees2 f5 f6 f7 (6)"),
        T(
            "Two trees have been drawn on each of f5, f6 and f7. The jobless person on g5 touches f5 and has become a "
            "lumberjack; the one on b7 stays jobless."
        ),
    )


def _fish() -> Page:
    return RulesPage(
        T("Fish"),
        (
            T(
                "A fisherman **takes one fish from every water square beside them, at once**, and from water "
                "drawn there later. The fish is marked in the water: each square gives only one fish, however "
                "many fishermen are beside it."
            ),
            T("At the end, one fish feeds two of your people."),
        ),
        figures.drawn(figures.LAKE, (1, 4, 6), "water b6 c6 d6 (6)"),
        T(
            "Water has been drawn on b6, c6 and d6. The jobless person on b7 has become a fisherman and has taken the "
            "fish from b6; c6 and d6 still have theirs."
        ),
    )


def _wood() -> Page:
    return RulesPage(
        T("Wood"),
        (
            T(
                "A lumberjack **cuts all trees on every tree square beside them, at once**: two or three logs. Each "
                "square is cut once; trees drawn beside a lumberjack later are cut at once, too."
            ),
            T(
                "Logs pay for houses, and you must hold two to draw a wall. Cut or not, trees count for the "
                "largest forest. There is no limit to logs, fish and houses."
            ),
        ),
        figures.drawn(figures.FOREST, (3, 6, 1), "person d4 (1)"),
        T("A person drawn on d4 has become a lumberjack and has cut d3 and d5: five logs."),
    )


def _choosing() -> Page:
    return RulesPage(
        T("Several jobs to choose from"),
        (
            T(
                "If a person is beside two or more kinds of squares that give jobs, **you choose** the job as "
                "part of your decision. Each person of a shape gets a job separately."
            ),
            T("In notation the job follows the square: `{move}`.", move="person d6=F e6 (2)"),
        ),
        figures.planned(figures.CHOICE, (2, 4, 5), "person d6=F e6 (2)"),
        T(
            "People planned on d6 and e6. The one on d6 touches two trees on c6, water on d7 and a house on "
            "d5, and will be a fisherman; the one on e6 will be jobless."
        ),
    )


def _houses() -> Page:
    return RulesPage(
        T("Houses"),
        (
            T(
                "A house **costs 5 logs** and stands on an empty square beside a jobless person, who becomes a "
                "builder, or beside a builder. It shelters any four of your people."
            ),
        ),
        figures.planned(figures.BUILDING, (2, 6, 6), "house d4"),
        T(
            "A house planned on d4, beside the jobless person on d5. Six logs have been cut on d7 and f7; "
            "five pay for it."
        ),
    )


def _bonus() -> Page:
    return RulesPage(
        T("The bonus of a house"),
        (
            T(
                "Each house gives **one bonus**, which you can use once; use at most one in a turn. With it you "
                "draw **one square fewer** than the placement die shows. At least one square must remain, and "
                "the squares that remain must be connected."
            ),
            T(
                "The square left out does not have to be empty or on the sheet. You cannot use a bonus with walls, "
                "houses, wild or face 1."
            ),
            T(
                "You never have to use a bonus: if you could draw only with one, you may pass. In notation, a bonus "
                "is a ~ before the die: `{move}`.",
                move="water f6 g6 (~6)",
            ),
        ),
        figures.planned(figures.ONE_HOUSE, (2, 3, 6), "water f6 g6 (~6)"),
        T(
            "Water planned on f6 and g6: the shape of 6 without one of its three squares, thanks to the "
            "bonus of the house on d4."
        ),
    )


def _walls() -> Page:
    return RulesPage(
        T("Walls"),
        (
            T(
                "To draw a wall you must **hold two logs**; you keep them. The wall must be beside another "
                "wall, printed or drawn. Walls may branch."
            ),
            T(
                "Each wall square that you draw brings 3 points. A chain of walls from the western to the eastern "
                "printed ones brings 12 more."
            ),
        ),
        figures.planned(figures.WALLED, (1, 2, 6), "wall e4"),
        T("A wall planned on e4, beside the wall on d4. The walls on c4 and d4 continue the printed ones in the west."),
    )


def _deciding() -> Page:
    return RulesPage(
        T("Deciding together"),
        (
            T(
                "Everybody decides about the same roll at the same time and in secret. You may **change your "
                "decision** until the last player has decided. Then all decisions are drawn at once, and the next dice "
                "are rolled."
            ),
            T(
                "To type a decision, give what you draw, its squares and the placement die: `{water}`, `{house}`, "
                "`{person}`. Squares may come in any order, and you may leave out the die where only one fits.",
                water="water c4 d4 d5 (3)",
                house="house e5",
                person="person c4=F d4 (2)",
            ),
            T(
                "If the match has a pace and your time runs out, your plan is drawn if it is possible. If not, "
                "the drawing that scores most at once is made for you, without a bonus. A message says so."
            ),
            T(
                "If you leave for good, nobody waits for you. Your sheet stays as it is and is shown at the end,"
                " without a rank. On cards 13 to 18 it is not compared with the others."
            ),
        ),
    )


def _scoring() -> Page:
    return RulesPage(
        T("What brings points"),
        (
            T(
                "- each house: 7\n- each wall square drawn: 3, and 12 for a wall from west to east\n- each person: "
                "1\n- each fisherman beside trees: 3\n- each lumberjack beside water: 3\n- each tree of the largest "
                "forest: 1\n- each square of the largest lake: 2\n- each log left: 1\n- each fish left after "
                "feeding: 3"
            ),
            T(
                "The largest forest is the one with the most squares; if several have equally many, the one "
                "with the most trees."
            ),
        ),
        figures.seen(figures.EXAMPLE),
        T(
            "A finished chiefdom with {points} points: five houses, a wall from west to east, 23 people, a forest of "
            "34 trees and a lake of nine squares.",
            points=scoring.running_total(figures.sheet(figures.EXAMPLE), ()),
        ),
    )


def _below_zero() -> Page:
    return RulesPage(
        T("What costs points"),
        (
            T(
                "- each empty square: −1\n- each homeless person: −2 (a house shelters four)\n- each hungry person: "
                "−2 (a fish feeds two)\n- each jobless person: −2"
            ),
            T("You must feed as many people as your fish can; an odd last person takes a whole fish."),
            T(
                "The chiefdom on the previous page has 23 people: five houses shelter 20 and seven fish feed 14. Ten "
                "squares are empty and two people jobless: −10 −6 −18 −4."
            ),
        ),
    )


def _cards() -> Page:
    titles = [T("{number}. {title}", number=card, title=title) for card, title in CARD_TITLES.items()]
    return RulesPage(
        T("Scoring cards"),
        (
            T(
                "With the option **Scoring cards** three of the 18 cards lie face up and score as well. A group is "
                "three or more connected squares of one kind, however large. Rows and columns go across the whole "
                "sheet; printed walls are not empty, so rank 4 is never a row of forest or lake. Surrounded means on "
                "all four sides."
            ),
            T("**6** points for each: {cards}", cards=_listed(titles[0:2])),
            T("**5** points: {cards}", cards=_listed([*titles[2:7], *titles[9:12]])),
            T("**2** points: {card} · **4** points: {other}", card=titles[7], other=titles[8]),
            T("**10** for the most, **5** for the second most: {cards}", cards=_listed(titles[12:17])),
            T("**15**, and **10** for the second: {card}", card=titles[17]),
            T(
                "All players who tie for first place get its points, and then there is no second place; all who "
                "tie for second place get its points. Even 0 can be the most, or the fewest. With two players, "
                "too, both places score. Alone, only cards 1 to 12 are dealt."
            ),
        ),
    )


def _listed(items: list[Text]) -> Text:
    first, *others = items
    for item in others:
        first = T("{items} · {item}", items=first, item=item)
    return first


def _end() -> Page:
    bounds = [limit for limit, _ in result.TITLES]
    names = [*(title for _, title in result.TITLES), result.HIGHEST_TITLE]
    lines = [T("up to {points}: {title}", points=bounds[0] - 1, title=names[0])]
    lines += [
        T("from {points}: {title}", points=bound, title=name) for bound, name in zip(bounds, names[1:], strict=True)
    ]
    return RulesPage(
        T("The end"),
        (
            T(
                "The match ends with the turn in which **nobody draws**. The most points win. In a tie, the player "
                "with more fish left after feeding wins; if that is equal too, the victory is shared."
            ),
            T("Alone, you get a title: {titles}", titles=_listed(lines)),
        ),
    )


def _icons() -> Page:
    return RulesPage(
        T("All icons"),
        (
            T(
                "**b7** water with its fish · **d7** fished water · **g7** two trees · **i7** three trees · **b5** two "
                "cut trees · **d5** three cut trees · **f5** a house · **c4** a wall; those on a4, b4, i4 and j4 are "
                "printed"
            ),
            T("**e7** F, fisherman · **c5** L, lumberjack · **g5** B, builder · **i5** without a letter, jobless"),
            T(
                "Below the sheet: logs as tally marks; fish, with those left over behind the line and bones for each "
                "one missing to feed everybody; houses, each with a star until its bonus is used, and the next roof."
            ),
            T(
                "Beside it, each row of the score: what is counted, how many, and the points. *Full wall*: a wall from "
                "west to east. *By trees*: fishermen beside trees. *By water*: lumberjacks beside water. The forest "
                "and the lake are the largest ones. What you are planning shows as old → new."
            ),
            T("On squares: corners, drawn last · dashes, planned · a line all round, decided · a cross, not empty."),
        ),
        figures.seen(figures.ICONS),
        T(
            "A sheet with every icon: water on b7 and fished water on d7 beside a fisherman on e7; two trees on g7, "
            "three on i7; cut trees on b5 and d5 beside a lumberjack on c5; a house on f5 beside a builder on g5; a "
            "jobless person on i5; a wall on c4."
        ),
    )
