"""What a hint tells of a turn of Totem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.game import Player
from engines.text import TN, T, Text
from engines.totem.board import BOARD, NAMES
from engines.totem.moves import Add, Move, Run, Start, Use, decode
from engines.totem.observation import TotemObservation
from players.hints import part_of_board


def clues(observation: TotemObservation, player: Player, moves: tuple[str, ...]) -> tuple[Text, ...]:
    """Return where to look, and which pieces run, or that none does; nothing for the choice of a starting cell."""
    move = _first(moves)
    return () if isinstance(move, Start) else (_where(observation, player, move), _which(observation, player, moves))


def _where(observation: TotemObservation, player: Player, move: Move) -> Text:
    """Return where to look: the part of the player's own group, which may all be in one part of the board."""
    if isinstance(move, Run):
        totem, pieces = observation.totems[player], observation.pieces[player]
        return T("Look {part} of your group.", part=_part(move.origin, pieces if totem is None else (*pieces, totem)))
    if isinstance(move, Add):
        return T("Look at the cells next to your totem, and at your reserve.")
    return T("Look at how far your pieces are from the totems.")


def _which(observation: TotemObservation, player: Player, moves: tuple[str, ...]) -> Text:
    """Return which pieces run, or that none does."""
    move = _first(moves)
    if isinstance(move, Run):
        if move.origin == observation.totems[player]:
            return T("Run with your totem first.")
        runs = sum(isinstance(decode(text), Run) for text in moves)
        return TN(
            "Run with the piece on {cell}.",
            "Run with the piece on {cell} first; there are {count} runs.",
            runs,
            cell=NAMES[move.origin],
        )
    if isinstance(move, Add):
        return T("Exchange the roll for a piece.")
    return T("Take what a 12 gives you.")


def _first(moves: tuple[str, ...]) -> Move:
    """The first move after the choice of the dice."""
    made = [decode(text) for text in moves]
    return next((move for move in made if not isinstance(move, Use)), made[0])


def _part(cell: int, group: Iterable[int]) -> Text:
    """Return in which ninth of a group's extent a cell of it is."""
    files, heights = zip(*(BOARD.centres[one] for one in group), strict=True)
    file, height = BOARD.centres[cell]
    return part_of_board(_share(file, files), 1 - _share(height, heights))


def _share(place: float, places: Sequence[float]) -> float:
    """Return how far a place is between the least and the greatest, from 0 to 1; ½ if they are the same."""
    least, most = min(places), max(places)
    return (place - least) / (most - least) if most > least else 0.5


ADVICE: Mapping[str, Text] = {
    "All starting cells are alike to me.": T("All starting cells are alike."),
    "My pieces may run once more.": T("Your pieces may run once more."),
    "{owner}’s totem falls, and I win.": T("{owner}’s totem falls, and you win."),
    "{attacker} could have felled my totem with {before}% of rolls, and now cannot with any.": T(
        "{attacker} could fell your totem with {before}% of rolls, and then cannot with any."
    ),
    "{attacker} could have felled my totem with {before}% of rolls, and now only with {after}%.": T(
        "{attacker} could fell your totem with {before}% of rolls, and then only with {after}%."
    ),
    "Threatens {owner}’s totem: if nothing changes, {percent}% of my next rolls fell it.": T(
        "Threatens {owner}’s totem: if nothing changes, {percent}% of your next rolls fell it."
    ),
    "That leaves {owner} {count} piece; I have {mine}.": TN(
        "That leaves {owner} {count} piece; you have {mine}.",
        "That leaves {owner} {count} pieces; you have {mine}.",
        0,
    ),
    "One piece more, on {cell}: my pieces are now {mine} to {owner}’s {theirs}.": T(
        "One piece more, on {cell}: your pieces are then {mine} to {owner}’s {theirs}."
    ),
    "One piece more, on {cell}, is worth more than any run that I see.": T(
        "One piece more, on {cell}, is worth more than any run that it sees."
    ),
    "{owner}’s totem was out of my reach; now I need at least {count} point to fell it.": TN(
        "{owner}’s totem is out of your reach; then you need at least {count} point to fell it.",
        "{owner}’s totem is out of your reach; then you need at least {count} points to fell it.",
        0,
    ),
    "I now need at least {count} point to fell {owner}’s totem, instead of {before}.": TN(
        "You then need at least {count} point to fell {owner}’s totem, instead of {before}.",
        "You then need at least {count} points to fell {owner}’s totem, instead of {before}.",
        0,
    ),
    "{attacker} cannot fell my totem with one roll now.": T("{attacker} cannot fell your totem with one roll then."),
    "{attacker} now needs at least {count} point to fell my totem, instead of {before}.": TN(
        "{attacker} then needs at least {count} point to fell your totem, instead of {before}.",
        "{attacker} then needs at least {count} points to fell your totem, instead of {before}.",
        0,
    ),
    "A move with {run} looked better, but then {attacker} could fell my totem with {percent}% of rolls.": T(
        "A move with {run} looks better, but then {attacker} could fell your totem with {percent}% of rolls."
    ),
    "A move with {run} looked better, but I expect it to lose {count} piece if {attacker} rolls a 7.": TN(
        "A move with {run} looks better, but is expected to lose {count} piece if {attacker} rolls a 7.",
        "A move with {run} looks better, but is expected to lose {count} pieces if {attacker} rolls a 7.",
        0,
    ),
    "I expect most other moves that I compared to lose more pieces if {attacker} rolls a 7.": T(
        "Most other moves that it compared are expected to lose more pieces if {attacker} rolls a 7."
    ),
    "{owner}’s pieces were out of my reach; now I need at least {count} point to eliminate one.": TN(
        "{owner}’s pieces are out of your reach; then you need at least {count} point to eliminate one.",
        "{owner}’s pieces are out of your reach; then you need at least {count} points to eliminate one.",
        0,
    ),
    "I now need at least {count} point to eliminate one of {owner}’s pieces, instead of {before}.": TN(
        "You then need at least {count} point to eliminate one of {owner}’s pieces, instead of {before}.",
        "You then need at least {count} points to eliminate one of {owner}’s pieces, instead of {before}.",
        0,
    ),
    "{attacker} cannot eliminate anything of mine with one roll now.": T(
        "{attacker} cannot eliminate anything of yours with one roll then."
    ),
    "{attacker} now needs at least {count} point to eliminate anything of mine, instead of {before}.": TN(
        "{attacker} then needs at least {count} point to eliminate anything of yours, instead of {before}.",
        "{attacker} then needs at least {count} points to eliminate anything of yours, instead of {before}.",
        0,
    ),
    "I need at least {count} point to fell {owner}’s totem; {owner} needs at least {theirs} to fell mine.": TN(
        "You need at least {count} point to fell {owner}’s totem; {owner} needs at least {theirs} to fell yours.",
        "You need at least {count} points to fell {owner}’s totem; {owner} needs at least {theirs} to fell yours.",
        0,
    ),
    "{owner} needs at least {count} point to fell my totem; I cannot fell {owner}’s with one roll.": TN(
        "{owner} needs at least {count} point to fell your totem; you cannot fell {owner}’s with one roll.",
        "{owner} needs at least {count} points to fell your totem; you cannot fell {owner}’s with one roll.",
        0,
    ),
    "I need at least {count} point to fell {owner}’s totem; {owner} cannot fell mine with one roll.": TN(
        "You need at least {count} point to fell {owner}’s totem; {owner} cannot fell yours with one roll.",
        "You need at least {count} points to fell {owner}’s totem; {owner} cannot fell yours with one roll.",
        0,
    ),
    "{owner} needs at least {count} point to eliminate anything of mine.": TN(
        "{owner} needs at least {count} point to eliminate anything of yours.",
        "{owner} needs at least {count} points to eliminate anything of yours.",
        0,
    ),
    "I need at least {count} point to eliminate anything of {owner}’s.": TN(
        "You need at least {count} point to eliminate anything of {owner}’s.",
        "You need at least {count} points to eliminate anything of {owner}’s.",
        0,
    ),
    "{owner} and I are too far apart to eliminate anything with one roll.": T(
        "You and {owner} are too far apart to eliminate anything with one roll."
    ),
    "My totem is now {count} cell from {owner}’s nearest piece, instead of {before}.": TN(
        "Your totem is then {count} cell from {owner}’s nearest piece, instead of {before}.",
        "Your totem is then {count} cells from {owner}’s nearest piece, instead of {before}.",
        0,
    ),
    "Closer to {owner}’s totem: my nearest piece is {count} cell away.": TN(
        "Closer to {owner}’s totem: your nearest piece is then {count} cell away.",
        "Closer to {owner}’s totem: your nearest piece is then {count} cells away.",
        0,
    ),
    "More pieces near my totem: {count} within {near} cells.": TN(
        "More pieces near your totem: {count} within {near} cells.",
        "More pieces near your totem: {count} within {near} cells.",
        0,
    ),
}
"""The reasons of the computer player, said to the person."""
