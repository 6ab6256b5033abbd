"""Why the computer player made a drawing: one sentence, chosen among facts of the sheet before and after.

It says “my drawing”: below a board it follows the roll of the next turn, which it is not about.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.chiefdom import scoring
from engines.chiefdom.drawing import drawn
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import name_of
from engines.chiefdom.sheet import Sheet
from engines.text import TN, T, Text
from players.chiefdom.masks import BOARD
from players.reason import Reason, both, neutral


def reason(sheet: Sheet, draw: Draw, cards: tuple[int, ...], *, is_only: bool) -> Reason:
    """The most telling sentence that is true of a legal drawing.

    Args:
        sheet: before the drawing.
        draw: the drawing.
        cards: the cards of the match.
        is_only: whether nothing else is possible.
    """
    if is_only:
        return neutral(T("Nothing else can be drawn."))
    then = drawn(sheet, draw)
    gained = scoring.running_total(then, ()) - scoring.running_total(sheet, ())
    facts = _facts(sheet, then, cards, gained)[:_MOST_FACTS]
    if facts and len(facts) < _MOST_FACTS and gained < 0:
        facts.append(_costs(-gained, cards))
    if len(facts) > 1:
        return both(
            T("My drawing {first} and {second}."), T("It {first} and {second}."), first=facts[0], second=facts[1]
        )
    if facts:
        return both(T("My drawing {fact}."), T("It {fact}."), fact=facts[0])
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
    if draw.icon == "person" and _missing(then) > _missing(sheet):
        more = TN(
            "{count} more person needs a home, food or work",
            "{count} more people need homes, food or work",
            len(draw.squares),
        )
        return both(
            T("My drawing {costs}: {people}."), T("It {costs}: {people}."), costs=_costs(-gained, cards), people=more
        )
    return both(T("My drawing {fact}."), T("It {fact}."), fact=_costs(-gained, cards))


_MOST_FACTS = 2
"""In a sentence."""


def _facts(sheet: Sheet, then: Sheet, cards: tuple[int, ...], gained: int) -> list[Text]:
    """What a drawing brings, the most telling first; each follows “my drawing”.

    Args:
        sheet: before the drawing.
        then: after it.
        cards: the cards of the match.
        gained: the points now, without cards.
    """
    of_cards = scoring.running_total(then, cards) - scoring.running_total(sheet, cards) - gained
    found: list[Text | None] = [
        T("completes the wall") if scoring.wall_is_completed(then) > scoring.wall_is_completed(sheet) else None,
        _housed(sheet) if then.houses > sheet.houses else None,
        _counted(then.logs_cut - sheet.logs_cut, _logs),
        _counted(then.fish - sheet.fish, _fish),
        _counted(scoring.trees_in_largest_forest(then) - scoring.trees_in_largest_forest(sheet), _forest),
        _counted(scoring.largest_lake(then) - scoring.largest_lake(sheet), _lake),
        _counted(sheet.mask("J").bit_count() - then.mask("J").bit_count(), _work),
        _counted(of_cards, _cards),
        _counted(gained, _points_apart if cards else _points),
    ]
    return [fact for fact in found if fact is not None]


def _counted(number: int, tell: Callable[[int], Text]) -> Text | None:
    return tell(number) if number > 0 else None


def _missing(sheet: Sheet) -> int:
    """How many homes, meals and jobs the people lack."""
    lines = scoring.score(sheet, ()).lines
    return sum(line.number for line in lines if line.name in {"homeless", "hungry", "jobless"})


def _housed(sheet: Sheet) -> Text:
    """What a new house does for those who have no home."""
    unhoused = sheet.people - scoring.PEOPLE_PER_HOUSE * sheet.houses
    if unhoused <= 0:
        return T("builds a house for people to come")
    number = min(unhoused, scoring.PEOPLE_PER_HOUSE)
    return TN("gives a home to {count} person", "gives a home to {count} people", number)


def _logs(number: int) -> Text:
    return TN("cuts {count} log", "cuts {count} logs", number)


def _fish(number: int) -> Text:
    return TN("catches {count} fish", "catches {count} fish", number)


def _forest(number: int) -> Text:
    return TN(
        "makes the largest forest larger by {count} tree", "makes the largest forest larger by {count} trees", number
    )  # fmt: skip


def _lake(number: int) -> Text:
    return TN(
        "makes the largest lake larger by {count} square", "makes the largest lake larger by {count} squares", number
    )  # fmt: skip


def _work(number: int) -> Text:
    return TN("finds work for {count} jobless person", "finds work for {count} jobless people", number)


def _cards(number: int) -> Text:
    return TN("brings {count} point of the cards", "brings {count} points of the cards", number)


def _points(number: int) -> Text:
    return TN("brings {count} point now", "brings {count} points now", number)


def _points_apart(number: int) -> Text:
    return TN("brings {count} point now, cards apart", "brings {count} points now, cards apart", number)


def _costs(number: int, cards: tuple[int, ...]) -> Text:
    if cards:
        return TN("costs {count} point now, cards apart", "costs {count} points now, cards apart", number)
    return TN("costs {count} point now", "costs {count} points now", number)


def cost(draw: Draw, points: float, *, by_points: bool) -> Text:
    """What another drawing would have cost.

    Args:
        draw: the other drawing.
        points: the points that it is judged worse; negative if it is better.
        by_points: whether they are points now, and not expected ones.
    """
    icon, square = name_of(draw.icon, len(draw.squares)), BOARD.names[draw.squares[0]]
    whole = round(points)
    if whole == 0 and by_points:
        return T("{icon} at {square} would have brought as many points at once.", icon=icon, square=square)
    if whole == 0:
        return T("{icon} at {square} would have been about as good.", icon=icon, square=square)
    if whole < 0 and by_points:
        return TN(
            "{icon} at {square} would even have brought {count} point more at once.",
            "{icon} at {square} would even have brought {count} points more at once.",
            -whole, icon=icon, square=square,
        )  # fmt: skip
    if whole < 0:
        return TN(
            "{icon} at {square} might even have brought about {count} point more in the end.",
            "{icon} at {square} might even have brought about {count} points more in the end.",
            -whole, icon=icon, square=square,
        )  # fmt: skip
    if by_points:
        return TN(
            "{icon} at {square} would have brought {count} point less at once.",
            "{icon} at {square} would have brought {count} points less at once.",
            whole, icon=icon, square=square,
        )  # fmt: skip
    return TN(
        "{icon} at {square} would have brought about {count} point less in the end, I expect.",
        "{icon} at {square} would have brought about {count} points less in the end, I expect.",
        whole, icon=icon, square=square,
    )  # fmt: skip
