"""Why the computer player made a drawing: one sentence, chosen among facts of the sheet before and after."""

from __future__ import annotations

from engines.chiefdom import scoring
from engines.chiefdom.drawing import drawn
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import ICON_NAMES
from engines.chiefdom.sheet import Sheet
from engines.text import TN, T, Text
from players.chiefdom.masks import BOARD


def reason(sheet: Sheet, draw: Draw, *, is_only: bool) -> Text:
    """The most telling sentence that is true of a legal drawing.

    Args:
        sheet: before the drawing.
        draw: the drawing.
        is_only: whether nothing else is possible.
    """
    if is_only:
        return T("Nothing else can be drawn.")
    then = drawn(sheet, draw)
    logs, fish = then.logs_cut - sheet.logs_cut, then.fish - sheet.fish
    forest = scoring.trees_in_largest_forest(then) - scoring.trees_in_largest_forest(sheet)
    lake = scoring.largest_lake(then) - scoring.largest_lake(sheet)
    if then.houses > sheet.houses:
        return T("A house is worth 7 points and shelters 4 people.")
    if logs > 0:
        return TN("It cuts {count} log at once.", "It cuts {count} logs at once.", logs)
    if fish > 0:
        return TN("It catches {count} fish at once.", "It catches {count} fish at once.", fish)
    if forest > 0:
        return TN(
            "My largest forest grows by {count} tree.", "My largest forest grows by {count} trees.", forest
        )  # fmt: skip
    if lake > 0:
        return TN("My largest lake grows by {count} square.", "My largest lake grows by {count} squares.", lake)
    gained = scoring.running_total(then, ()) - scoring.running_total(sheet, ())
    if gained > 0:
        return TN(
            "It brings {count} point at once, cards apart.", "It brings {count} points at once, cards apart.", gained
        )  # fmt: skip
    if gained == 0:
        return T("It costs nothing now, cards apart, and fills squares.")
    return T("It costs points now, but the sheet has to be filled.")


def cost(draw: Draw, points: float, *, by_points: bool) -> Text:
    """What another drawing would have cost.

    Args:
        draw: the other drawing.
        points: the points that it is judged worse; negative if it is better.
        by_points: whether they are points at once, and not expected ones.
    """
    icon, square = ICON_NAMES[draw.icon], BOARD.names[draw.squares[0]]
    whole = round(points)
    if whole < 0:
        return T("{icon} at {square} may even be a little better.", icon=icon, square=square)
    if whole == 0:
        return T("{icon} at {square} is about as good.", icon=icon, square=square)
    if by_points:
        return TN(
            "{icon} at {square} brings {count} point less at once.",
            "{icon} at {square} brings {count} points less at once.",
            whole, icon=icon, square=square,
        )  # fmt: skip
    return TN(
        "{icon} at {square} costs about {count} point in the end, I expect.",
        "{icon} at {square} costs about {count} points in the end, I expect.",
        whole, icon=icon, square=square,
    )  # fmt: skip
