"""Labels in pictures of Awéthi."""

from __future__ import annotations

from engines.awethi.observation import Account, AwethiObservation, Kind, ShownHerder
from engines.game import Player
from engines.text import TN, Seat, T, Text

CATCHES = T("catches an aiwe")
FREES = T("frees a caught aiwe")
UNLEASHES = T("unleashes the wairgka")
FOREST = T("can end here, in the forest")
END = T("can end here")
END_WITH_DICE = T("can end here; the numbers are dice")
WET = T("can end here, in the water")
HOME = T("home")
GRAZING = T("grazing")
EATEN = T("eaten")
EATS = T("eats an aiwe")
PASSED = T("no wairgk can move")
AWETHI = T("awéthi")
WAIRGK = T("wairgk")


def kind(name: Kind) -> Text:
    """Return the name of one animal."""
    match name:
        case "calf":
            return T("calf")
        case "cow":
            return T("cow")
        case _:
            return T("bull")


def round_number(seen: AwethiObservation) -> Text | None:
    """Return the round of the match; ``None`` for a turn that is only planned, which may already count as the next."""
    return T("Round {number}", number=seen.round) if seen.round and not seen.planned else None


def status(seen: AwethiObservation) -> Text | None:
    """Return what happens now."""
    if seen.phase in ("seats", "deal", "first"):
        return _beginning(seen)
    if seen.turn is None:
        return None
    player = Seat(seen.turn)
    if seen.planned:
        return T("{player} has not confirmed yet", player=player)
    match seen.phase:
        case "herd":
            return T("{player}’s herd moves on", player=player)
        case "dice":
            return T("{player} rolls the dice", player=player)
        case "choose":
            return T("{player} plans the walks", player=player)
        case "each" | "sum":
            return TN(
                "{player} has {count} walk left", "{player} has {count} walks left", len(seen.walkers), player=player
            )
        case "prowl":
            return T("The wairgka’s dice are rolled")
        case _:
            return T("{player} sends a wairgk out", player=player)


def _beginning(seen: AwethiObservation) -> Text:
    match seen.phase:
        case "seats":
            return T("Lots decide who plays the wairgka")
        case "deal":
            return T("The herds are being shuffled")
        case _:
            return T("Lots decide whose herd goes first")


def result(seen: AwethiObservation) -> Text | None:
    """Return who has won, in short."""
    if seen.outcome is None:
        return None
    winners = seen.outcome.winners
    if seen.wairgka_player in winners and len(winners) == 1:
        return T("The wairgka win!")
    match winners:
        case ():
            return T("Nobody wins")
        case (winner,):
            return T("{winner} wins!", winner=Seat(winner))
        case _ if seen.wairgka_player in winners:
            return T("A draw with the wairgka")
        case (first, second):
            return T("{first} and {second} win together", first=Seat(first), second=Seat(second))
        case _:
            return T("The herders win together")


def ending(seen: AwethiObservation) -> Text | None:
    """Return how the match ended, or the outcome's summary if it was ended from outside."""
    if seen.outcome is None:
        return None
    match seen.outcome.termination:
        case "sheltered":
            return T("A herd’s last aiwe is in its shelter")
        case "eaten":
            return T("A herd’s last aiwe has been eaten")
        case "rounds":
            return T("200 rounds have been played")
        case "resignation":
            return T("All others have left")
        case _:
            return seen.outcome.summary


def account(value: Account) -> Text | None:
    """Return the result of a herder against the wairgka (A26)."""
    match value:
        case "won":
            return T("won")
        case "draw":
            return T("drew")
        case "lost":
            return T("lost")
        case _:
            return None


def herder_tag(seen: AwethiObservation, herder: ShownHerder) -> tuple[Text, bool] | None:
    """Return a herder's task or result, and whether it is highlighted."""
    if seen.outcome is not None and not seen.planned:
        if herder.player in seen.outcome.winners:
            return (T("winner") if len(seen.outcome.winners) == 1 else T("shared")), True
        tag = T("has left") if herder.left else account(herder.account)
        return None if tag is None else (tag, False)
    if herder.left:
        return T("has left"), False
    return _turn_tag(seen, herder.player)


def wairgka_tag(seen: AwethiObservation) -> tuple[Text, bool] | None:
    """Return the same for the wairgka player."""
    player = seen.wairgka_player
    if seen.outcome is not None and not seen.planned and player in seen.outcome.winners:
        return (T("winner") if len(seen.outcome.winners) == 1 else T("shared")), True
    if seen.wairgka_left:
        return T("has left"), False
    if player is not None and (tag := _turn_tag(seen, player)) is not None:
        return tag
    return (T("unleashed") if seen.unleashed else T("in the Lair")), False


def _turn_tag(seen: AwethiObservation, player: Player) -> tuple[Text, bool] | None:
    if seen.planned:
        return (T("confirm!"), True) if seen.turn == player else None
    return (T("to move"), True) if seen.to_move == player else None


def points(number: int) -> Text:
    """Return the points of a shelter (A27), in short."""
    return TN("{count} pt", "{count} pts", number)


def all_walk(number: int) -> Text:
    """Return that all four awéthi move the average (A12)."""
    return T("all walk {number}", number=number)


def or_all_walk(number: int) -> Text:
    """Return that all four awéthi may move the average (A12)."""
    return T("or all {number}", number=number)
