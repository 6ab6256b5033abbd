"""Labels in pictures of Chiefdom."""

from __future__ import annotations

from collections.abc import Mapping

from engines.chiefdom.observation import (
    CARD_POINTS,
    ICON_NAMES,
    ChiefdomObservation,
    Gain,
    Ghost,
    LineName,
    Reading,
    phrase_of,
)
from engines.text import TN, T, Text

LINE_LABELS: Mapping[LineName, Text] = {
    "houses": T("Houses"),
    "walls": T("Walls"),
    "wall_completed": T("Full wall"),
    "people": T("People"),
    "fishermen_by_trees": T("By trees"),
    "lumberjacks_by_water": T("By water"),
    "forest": T("Forest"),
    "lake": T("Lake"),
    "logs": T("Logs"),
    "fish": T("Fish"),
    "empty": T("Empty"),
    "homeless": T("Homeless"),
    "hungry": T("Hungry"),
    "jobless": T("Jobless"),
}
"""The lines of the score, in one or two words beside their signs."""


GONE = T("has left")
GAINS, LOSSES, CARDS = T("Gains"), T("Losses"), T("Cards")
"""Above the columns of the table of scores."""


def heading(seen: ChiefdomObservation) -> Text:
    """Return the turn of the match."""
    return T("Turn {number}", number=seen.turn)


def news(seen: ChiefdomObservation) -> Text | None:
    """Return the status line: the viewer's own decision, else who still has to decide."""
    if seen.outcome is not None:
        return seen.outcome.summary
    if seen.phase == "deal":
        return T("The scoring cards are being dealt")
    return None if seen.phase != "draw" else _of_decision(seen) or _of_awaited(seen)


def _of_decision(seen: ChiefdomObservation) -> Text | None:
    ghost = seen.ghost
    if ghost is not None:
        if ghost.asks and ghost.reason is not None:
            return T("Planned, not complete: {drawing}", drawing=_drawing(seen, ghost))
        if ghost.reason is not None:
            return ghost.reason
        drawing = _drawing(seen, ghost)
        if ghost.decided:
            return T("Decided: {drawing}", drawing=drawing)
        if ghost.decision is not None:
            decided = _drawing(seen, ghost.decision)
            return T("Planned: {drawing}. Still decided: {decided}", drawing=drawing, decided=decided)
        return T("Planned, not confirmed: {drawing}", drawing=drawing)
    if seen.passed:
        return T("You pass this turn")
    if seen.may_decide:
        return T("Choose what to draw")
    return None


def _drawing(seen: ChiefdomObservation, ghost: Ghost) -> Text:
    """Return an icon and its squares."""
    return T("{icon} on {squares}", icon=phrase_of(ghost.icon, len(ghost.squares)), squares=_squares(seen, ghost))


def _squares(seen: ChiefdomObservation, ghost: Ghost) -> str:
    ranks = seen.edition.ranks
    return " ".join(seen.edition.name(*divmod(square, ranks)) for square in ghost.squares)


def _of_awaited(seen: ChiefdomObservation) -> Text:
    count = len(seen.awaited)
    if len(seen.decided) == 1:  # the public board of a solo match
        return T("Your turn")
    if count == len(seen.decided):
        return T("Waiting for everyone")
    return TN("Waiting for one chieftain", "Waiting for {count} chieftains", count)


def points(number: int) -> Text:
    """Return a number of points."""
    return TN("{number} point", "{number} points", abs(number), number=number)


def running(total: int, gain: Gain | None) -> Text:
    """Return the score, and the score with the planned or decided drawing."""
    if gain is None:
        return points(total)
    return T("{before} → {points}", before=total, points=points(total + gain.points))


def reading(way: Reading) -> Text:
    """Return what a reading of the dice draws."""
    return T("Any icon") if way.icon == "wild" else ICON_NAMES[way.icon]


def worth(card: int) -> Text:
    """Return the points of a scoring card."""
    first, *second = CARD_POINTS[card]
    if second:
        return T("{first} first, {second} second", first=first, second=second[0])
    return T("{points} each", points=first)
