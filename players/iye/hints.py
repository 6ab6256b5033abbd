"""What a hint tells of a turn of İYE."""

from __future__ import annotations

from collections.abc import Mapping

from engines.game import Player
from engines.iye.board import SIZE
from engines.iye.moves import Natural, Spend, decode
from engines.iye.observation import TILE_NAMES, IyeObservation
from engines.text import TN, T, Text
from players.hints import part_of_board


def clues(observation: IyeObservation, _player: Player, moves: tuple[str, ...]) -> tuple[Text, ...]:
    """Return where to look, and what kind of move it is."""
    return _where(moves), _which(observation, moves)


def _where(moves: tuple[str, ...]) -> Text:
    """Return where to look."""
    move = decode(moves[0])
    if not isinstance(move, Natural | Spend):
        return T("Look at what the first move could take, and what the second could.")
    across, down = move.target % SIZE, SIZE - 1 - move.target // SIZE
    return T("Look at the squares {part}.", part=part_of_board(across / (SIZE - 1), down / (SIZE - 1)))


def _which(observation: IyeObservation, moves: tuple[str, ...]) -> Text:
    """Return what kind of move it is."""
    move = decode(moves[0])
    if isinstance(move, Spend):
        return T("Spend one {tile}.", tile=TILE_NAMES[move.tile])
    if isinstance(move, Natural):
        return T("Spend nothing, and give one {tile} away.", tile=TILE_NAMES[observation.board[move.target]])
    return T("Count how many good first moves there are.")


ADVICE: Mapping[str, Text] = {
    "You cannot move, so the cycle is mine.": T("Your opponent cannot move then, so the cycle is yours."),
    "That ends the cycle, and I have more points.": T("That ends the cycle, and you have more points."),
    "That ends the cycle, and you have more points.": T("That ends the cycle, and your opponent has more points."),
    "From any other square you could win the cycle at once.": T(
        "From any other square your opponent could win the cycle at once."
    ),
    "Only {square} wins the cycle for me.": T("Only {square} wins the cycle for you."),
    "To leave {square} you have to spend one {tile}, and then I hold more of them.": T(
        "To leave {square} your opponent has to spend one {tile}, and then you hold more of them."
    ),
    "You can leave {square} only if you spend one {tile}.": T(
        "Your opponent can leave {square} only by spending one {tile}."
    ),
    "To leave {square} you have to spend a tile and give me another one.": T(
        "To leave {square} your opponent has to spend a tile and give you another one."
    ),
    "I have to spend a tile, and only a {tile} takes the drum anywhere.": T(
        "You have to spend a tile, and only a {tile} takes the drum anywhere."
    ),
    "I have to spend a tile, and of those that help the {tile} is worth least.": T(
        "You have to spend a tile, and of those that help the {tile} is worth least."
    ),
    "I have to spend a tile to move at all.": T("You have to spend a tile to move at all."),
    "Wherever you go from {square}, I get one {tile}.": T(
        "Wherever your opponent goes from {square}, you get one {tile}."
    ),
    "Wherever you go from {square}, I get one {tile} or one {other}.": T(
        "Wherever your opponent goes from {square}, you get one {tile} or one {other}."
    ),
    "Without spending a tile I could only give you one {tile}.": T(
        "Without spending a tile you could only give away one {tile}."
    ),
    "I can spare the {tile}: you cannot get as many as I still hold.": T(
        "You can spare the {tile}: your opponent cannot get as many as you still hold."
    ),
    "I can spare the {tile}: you hold more of them than I could ever get.": T(
        "You can spare the {tile}: your opponent holds more of them than you could ever get."
    ),
    "You get one {tile}, but can no longer get as many as I hold.": T(
        "Your opponent gets one {tile}, but can no longer get as many as you hold."
    ),
    "You get one {tile}, but you had too many for me to catch up anyway.": T(
        "Your opponent gets one {tile}, but had too many for you to catch up anyway."
    ),
    "You get one {tile}; from now on I leave those to you.": T(
        "Your opponent gets one {tile}; those are lost to you from now on."
    ),
    "I win this cycle, whatever you do.": T("You can win this cycle, whatever your opponent does."),
    "If you find the best moves, this cycle is yours.": T(
        "If your opponent finds the best moves, this cycle is lost; this makes it as hard as possible."
    ),
    "If we both find the best moves, this cycle ends in a tie.": T(
        "If you both find the best moves, this cycle ends in a tie."
    ),
    "You would like to give me one {tile}, I think, but from {square} you reach none.": T(
        "Your opponent would like to give you one {tile}, it seems, but reaches none from {square}."
    ),
    "Of all that I could give you, one {tile} seems to help you least: {yours} to my {mine}, and {count} is left.": TN(
        "Of all that you could give away, one {tile} seems to help your opponent least: {yours} to your {mine}, "
        "and {count} is left.",
        "Of all that you could give away, one {tile} seems to help your opponent least: {yours} to your {mine}, "
        "and {count} are left.",
        0,
    ),
    "You get one {tile}, but whatever you give me next is worth more to me, I think.": T(
        "Your opponent gets one {tile}, but whatever you get next seems to be worth more to you."
    ),
    "From {square} you can only give me one {tile}, unless you spend.": T(
        "From {square} your opponent can only give you one {tile}, unless they spend."
    ),
    "You would like to give me one {tile}, I think, but from {square} you have to spend one {other} for that.": T(
        "Your opponent would like to give you one {tile}, it seems, but from {square} has to spend one {other}."
    ),
    "From {square} you reach no {tile}, so whatever you give me has more points.": T(
        "From {square} your opponent reaches no {tile}, so whatever you get has more points."
    ),
    "You get one {tile}; whatever you give me from {square} has at least as many points.": T(
        "Your opponent gets one {tile}; whatever you get from {square} has at least as many points."
    ),
    "You get one {tile}; whatever you give me from {square} has more points.": T(
        "Your opponent gets one {tile}; whatever you get from {square} has more points."
    ),
    "You get one {tile}, but I still hold more of them: {mine} to {yours}.": T(
        "Your opponent gets one {tile}, but you still hold more of them: {mine} to {yours}."
    ),
    "You get one {tile}; now each of us holds {number}.": T(
        "Your opponent gets one {tile}; now each of you holds {number}."
    ),
    "You get one {tile} and hold more of them: {yours} to {mine}.": T(
        "Your opponent gets one {tile} and holds more of them: {yours} to {mine}."
    ),
    "You get one {tile}, but you held more of them anyway: {yours} to {mine} now, and {count} is left.": TN(
        "Your opponent gets one {tile}, but held more of them anyway: {yours} to {mine} now, and {count} is left.",
        "Your opponent gets one {tile}, but held more of them anyway: {yours} to {mine} now, and {count} are left.",
        1,
    ),
    "You get one {tile} and lead by one, {yours} to {mine}; the one that is left would bring me level.": TN(
        "Your opponent gets one {tile} and leads by one, {yours} to {mine}; the one that is left would bring you "
        "level.",
        "Your opponent gets one {tile} and leads by one, {yours} to {mine}; one of the {count} that are left would "
        "bring you level.",
        1,
    ),
    "I leave it to chance who begins.": T("It makes no difference who begins."),
    "I begin: on this board I like the first move better.": T("Begin: on this board the first move looks better."),
    "You begin: on this board I like the second move better.": T(
        "Let your opponent begin: on this board the second move looks better."
    ),
}
"""The reasons of the computer player, said to the person."""
