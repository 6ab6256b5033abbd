"""Why the computer player made a drawing: one sentence, chosen among facts of the sheet before and after.

It says “my drawing”: below a board it follows the roll of the next turn, which it is not about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto

from engines.chiefdom import scoring
from engines.chiefdom.drawing import drawn
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import JOBLESS, LineName, name_of, phrase_of
from engines.chiefdom.sheet import Sheet
from engines.text import TN, T, Text
from players.chiefdom.masks import BOARD
from players.reason import Reason, both, neutral


class Outlook(Enum):
    """How a drawing compares with the others where it costs points at once; cards are left out of these points."""

    UNKNOWN = auto()
    FEWEST = auto()
    """Every drawing costs points, and none costs fewer."""
    LATER = auto()
    """By the estimate, whatever brings most points at once brings less in the end."""


def reason(
    sheet: Sheet, draw: Draw, cards: tuple[int, ...], *, is_only: bool, outlook: Outlook = Outlook.UNKNOWN
) -> Reason:
    """The most telling sentence that is true of a legal drawing.

    Args:
        sheet: before the drawing.
        draw: the drawing.
        cards: the cards of the match.
        is_only: whether nothing else is possible.
        outlook: what is known of the other drawings.
    """
    if is_only:
        return neutral(T("Nothing else can be drawn."))
    then = drawn(sheet, draw)
    gained = scoring.running_total(then, ()) - scoring.running_total(sheet, ())
    facts = _facts(sheet, then, draw, cards, gained)[:_MOST_FACTS]
    if not facts:
        return _without_facts(sheet, then, draw, cards, gained, outlook)
    what = facts[0] if len(facts) == 1 else T("{first} and {second}", first=facts[0], second=facts[1])
    if gained > 0:
        return both(T("My drawing {what}: {points}."), T("It {what}: {points}."), what=what, points=_now(gained, cards))
    if gained == 0:
        return both(T("My drawing {what}."), T("It {what}."), what=what)
    costs = _costs(-gained, cards)
    if outlook is Outlook.LATER:
        return both(
            T("My drawing {what}, but {costs}; I expect more from it in the end."),
            T("It {what}, but {costs}; it can be expected to bring more in the end."),
            what=what,
            costs=costs,
        )
    if outlook is Outlook.FEWEST:
        return both(
            T("My drawing {what}, but {costs}; no other costs fewer."),
            T("It {what}, but {costs}; no other drawing costs fewer."),
            what=what,
            costs=costs,
        )
    return both(T("My drawing {what}, but {costs}."), T("It {what}, but {costs}."), what=what, costs=costs)


def _without_facts(
    sheet: Sheet, then: Sheet, draw: Draw, cards: tuple[int, ...], gained: int, outlook: Outlook
) -> Reason:
    """What a drawing that brings nothing in particular does to the score; arguments as of :func:`_facts`."""
    if gained > 0:
        brings = _brings(gained, cards)
        return both(T("My drawing {brings}."), T("It {brings}."), brings=brings)
    if gained == 0:
        return both(
            TN(
                "My drawing changes no points now and fills {count} square.",
                "My drawing changes no points now and fills {count} squares.",
                len(draw.squares),
            ),
            TN(
                "It changes no points now and fills {count} square.",
                "It changes no points now and fills {count} squares.",
                len(draw.squares),
            ),
        )
    costs = _costs(-gained, cards)
    if outlook is Outlook.FEWEST:
        return both(
            T("Every drawing costs me points now; mine costs the fewest: {number}."),
            T("Every drawing costs points now; this one costs the fewest: {number}."),
            number=-gained,
        )
    if outlook is Outlook.LATER:
        return both(
            T("My drawing {costs}, but I expect more from it in the end."),
            T("It {costs}, but it can be expected to bring more in the end."),
            costs=costs,
        )
    if draw.icon == "person" and _missing(then) > _missing(sheet):
        people = TN(
            "{count} more person needs a home, food or work",
            "{count} more people need homes, food or work",
            len(draw.squares),
        )
        return both(T("My drawing {costs}: {people}."), T("It {costs}: {people}."), costs=costs, people=people)
    return both(T("My drawing {costs}."), T("It {costs}."), costs=costs)


_MOST_FACTS = 2
"""In a sentence."""
_FOR_LATER = T("builds a house for people to come")
_ADDS_WALL = T("adds a wall square")


def _facts(sheet: Sheet, then: Sheet, draw: Draw, cards: tuple[int, ...], gained: int) -> list[Text]:
    """What a drawing brings, what is worth most first; each follows “my drawing”.

    Args:
        sheet: before the drawing.
        then: after it.
        draw: the drawing.
        cards: the cards of the match.
        gained: the points now, without cards.
    """
    before, after = _numbers(sheet), _numbers(then)
    of_cards = scoring.running_total(then, cards) - scoring.running_total(sheet, cards) - gained
    counted: list[tuple[int, int, Callable[[int], Text]]] = [
        (after["wall_completed"] - before["wall_completed"], 12, _completed),
        (min(scoring.PEOPLE_PER_HOUSE, before["homeless"]) if then.houses > sheet.houses else 0, 4, _housed),
        (then.logs_cut - sheet.logs_cut, 1, _logs),
        (then.fish - sheet.fish, 3, _fish),
        (after["forest"] - before["forest"], 1, _forest),
        (after["lake"] - before["lake"], 2, _lake),
        (before["jobless"] - after["jobless"], 2, _work),
        (after["fishermen_by_trees"] - before["fishermen_by_trees"], 3, _fishermen),
        (after["lumberjacks_by_water"] - before["lumberjacks_by_water"], 3, _lumberjacks),
        (_settled(then, draw, after), 2, _people),
        (of_cards, 1, _cards),
    ]
    found = [(number * worth, tell(number)) for number, worth, tell in counted if number > 0]
    if then.houses > sheet.houses and not before["homeless"]:
        found.append((7, _FOR_LATER))
    if not found and gained > 0 and draw.icon == "wall":
        found.append((gained, _ADDS_WALL))
    if not found and gained == len(draw.squares):
        found.append((gained, TN("fills {count} empty square", "fills {count} empty squares", gained)))
    return [tell for _, tell in sorted(found, key=lambda one: -one[0])]


def _numbers(sheet: Sheet) -> Mapping[LineName, int]:
    """What each line of the score counts."""
    return {line.name: line.number for line in scoring.score(sheet, ()).lines}


def _missing(sheet: Sheet) -> int:
    """How many homes, meals and jobs the people lack."""
    numbers = _numbers(sheet)
    return numbers["homeless"] + numbers["hungry"] + numbers["jobless"]


def _settled(then: Sheet, draw: Draw, after: Mapping[LineName, int]) -> int:
    """How many people are drawn, if they lack nothing; arguments as of :func:`_facts`, ``after`` counted there."""
    if draw.icon != "person" or after["homeless"] or after["hungry"]:
        return 0
    return 0 if any(then.squares[square] == JOBLESS for square in draw.squares) else len(draw.squares)


def _completed(_number: int) -> Text:
    return T("completes the wall")


def _housed(number: int) -> Text:
    return TN("gives a home to {count} person", "gives a home to {count} people", number)


def _logs(number: int) -> Text:
    return TN("cuts {count} log", "cuts {count} logs", number)


def _fish(number: int) -> Text:
    return TN("catches {count} fish", "catches {count} fish", number)


def _forest(number: int) -> Text:
    return TN("enlarges the largest forest by {count} tree", "enlarges the largest forest by {count} trees", number)


def _lake(number: int) -> Text:
    return TN("enlarges the largest lake by {count} square", "enlarges the largest lake by {count} squares", number)


def _work(number: int) -> Text:
    return TN("finds work for {count} jobless person", "finds work for {count} jobless people", number)


def _fishermen(number: int) -> Text:
    return TN("brings {count} fisherman and trees together", "brings {count} fishermen and trees together", number)


def _lumberjacks(number: int) -> Text:
    return TN("brings {count} lumberjack and water together", "brings {count} lumberjacks and water together", number)


def _people(number: int) -> Text:
    return TN(
        "settles {count} person with a home, food and work",
        "settles {count} people with homes, food and work",
        number,
    )


def _cards(number: int) -> Text:
    return TN("earns {count} point of the cards", "earns {count} points of the cards", number)


def _now(number: int, cards: tuple[int, ...]) -> Text:
    if cards:
        return TN("{count} point now without the cards", "{count} points now without the cards", number)
    return TN("{count} point now", "{count} points now", number)


def _brings(number: int, cards: tuple[int, ...]) -> Text:
    if cards:
        return TN("brings {count} point now without the cards", "brings {count} points now without the cards", number)
    return TN("brings {count} point now", "brings {count} points now", number)


def _costs(number: int, cards: tuple[int, ...]) -> Text:
    if cards:
        return TN("costs {count} point now without the cards", "costs {count} points now without the cards", number)
    return TN("costs {count} point now", "costs {count} points now", number)


def cost(sheet: Sheet, cards: tuple[int, ...], draw: Draw, points: float, *, by_points: bool) -> Text:
    """What another drawing would have cost.

    Args:
        sheet: before the drawing.
        cards: the cards of the match.
        draw: the other drawing.
        points: the points that it is judged worse; negative if it is better.
        by_points: whether they are points now, and not expected ones.
    """
    whole = round(points)
    return _cost_now(draw, whole) if by_points else _expected_cost(sheet, cards, draw, whole)


def _cost_now(draw: Draw, less: int) -> Text:
    """What another drawing would have brought at once; ``less``: how many points less."""
    icon, square = name_of(draw.icon, len(draw.squares)), BOARD.names[draw.squares[0]]
    if less == 0:
        return T("{icon} at {square} would have brought as many points at once.", icon=icon, square=square)
    if less < 0:
        return TN(
            "{icon} at {square} would have brought {count} point more at once.",
            "{icon} at {square} would have brought {count} points more at once.",
            -less, icon=icon, square=square,
        )  # fmt: skip
    return TN(
        "{icon} at {square} would have brought {count} point less at once.",
        "{icon} at {square} would have brought {count} points less at once.",
        less, icon=icon, square=square,
    )  # fmt: skip


def _expected_cost(sheet: Sheet, cards: tuple[int, ...], draw: Draw, less: int) -> Text:
    """What another drawing could be expected to bring in the end; ``less``: how many points less."""
    icon, square = phrase_of(draw.icon, len(draw.squares)), BOARD.names[draw.squares[0]]
    then = drawn(sheet, draw)
    gained = scoring.running_total(then, ()) - scoring.running_total(sheet, ())
    found = _facts(sheet, then, draw, cards, gained)
    what = next((fact for fact in found if fact not in (_FOR_LATER, _ADDS_WALL)), None)  # the icon says so already
    if what is None:
        return _expected_cost_alone(icon, square, less)
    if less == 0:
        return T("Drawing {icon} at {square} looks about as good: it {what}.", icon=icon, square=square, what=what)
    if less < 0:
        return TN(
            "Perhaps drawing {icon} at {square} was better: it {what}, and I expect about {count} point more in all.",
            "Perhaps drawing {icon} at {square} was better: it {what}, and I expect about {count} points more in all.",
            -less, icon=icon, square=square, what=what,
        )  # fmt: skip
    return TN(
        "Drawing {icon} at {square} {what}, but I expect about {count} point less in the end.",
        "Drawing {icon} at {square} {what}, but I expect about {count} points less in the end.",
        less, icon=icon, square=square, what=what,
    )  # fmt: skip


def _expected_cost_alone(icon: Text, square: str, less: int) -> Text:
    """The same of a drawing that brings nothing in particular."""
    if less == 0:
        return T("Drawing {icon} at {square} looks about as good.", icon=icon, square=square)
    if less < 0:
        return TN(
            "Perhaps drawing {icon} at {square} was better: I expect about {count} point more from it in the end.",
            "Perhaps drawing {icon} at {square} was better: I expect about {count} points more from it in the end.",
            -less, icon=icon, square=square,
        )  # fmt: skip
    return TN(
        "Drawing {icon} at {square} would bring about {count} point less in the end, I expect.",
        "Drawing {icon} at {square} would bring about {count} points less in the end, I expect.",
        less, icon=icon, square=square,
    )  # fmt: skip
