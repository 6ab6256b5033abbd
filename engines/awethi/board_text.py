"""A position of Awéthi without a picture: in sentences, and in fixed-width characters."""

from __future__ import annotations

from collections.abc import Iterable

from engines.awethi.observation import KINDS, ROUNDS, SIDE, SQUARE_NAMES, AwethiObservation, ShownHerder
from engines.awethi.wording import direction_name
from engines.game import unconfirmed
from engines.text import TN, Seat, T, Text

_GROUND = {"land": " .", "herding": " .", "forest": " ,", "water": " ~", "lair": "##", "shelter": "[]"}

_LETTERS = "ABCD"
"""The herders in the text board, clockwise from NW."""

_KIND_LETTERS = dict(zip(KINDS, "cwb", strict=True))


def describe_position(seen: AwethiObservation) -> tuple[Text, ...]:
    """The whole position: who acts, then everybody's pieces."""
    told = [*_describe_turn(seen), *(_describe_herder(seen, herder) for herder in seen.herders)]
    if seen.wairgka_player is not None:
        told.append(_describe_wairgka(seen))
    return tuple(told)


def _describe_turn(seen: AwethiObservation) -> tuple[Text, ...]:
    waiting = (unconfirmed(seen.turn),) if seen.planned and seen.turn is not None else ()
    if seen.outcome is not None:
        return (seen.outcome.summary, *waiting)
    if seen.turn is None:
        return (T("The match is about to begin."),)
    told = [T("Round {round} of {last}.", round=seen.round, last=ROUNDS)]
    if waiting:
        return (*told, *waiting)
    player = Seat(seen.turn)
    if seen.prowl is not None:
        direction, steps = seen.prowl
        told.append(
            TN(
                "{player} moves a wairgk {count} step, further {direction}.",
                "{player} moves a wairgk {count} steps, further {direction}.",
                steps,
                player=player,
                direction=direction_name(direction),
            )
        )
    elif seen.dice:
        values = " ".join(str(die.value) for die in seen.dice)
        told.append(
            T(
                "{player} has rolled {dice}, on average {average}.",
                player=player,
                dice=values,
                average=seen.average or 0,
            )
        )
        if seen.walkers and seen.phase != "choose":
            numbers = " ".join(str(walker.number) for walker in seen.walkers)
            told.append(T("Still to move: awéthi {numbers}.", numbers=numbers))
    else:
        told.append(T("It is {player}’s turn.", player=player))
    return tuple(told)


def _names(squares: Iterable[int]) -> str:
    return " ".join(SQUARE_NAMES[square] for square in squares) or "–"


def _describe_herder(seen: AwethiObservation, herder: ShownHerder) -> Text:
    own = [aiwe for aiwe in seen.aiwe if aiwe.player == herder.player]
    calves, cows, bulls = (_names(aiwe.square for aiwe in own if aiwe.kind == kind) for kind in KINDS)
    told = T(
        "{player} ({corner}): calves {calves}, cows {cows}, bull {bulls}; awéthi {awethi}; {home} home, {eaten} eaten.",
        player=Seat(herder.player),
        corner=herder.corner,
        calves=calves,
        cows=cows,
        bulls=bulls,
        awethi=_names(awethi.square for awethi in seen.awethi if awethi.player == herder.player),
        home=herder.heads,
        eaten=sum(herder.eaten),
    )
    caught = [aiwe.square for aiwe in own if aiwe.caught]
    if caught:
        told = T("{herder} Caught: {squares}.", herder=told, squares=_names(caught))
    return T("{herder} Has left.", herder=told) if herder.left else told


def _describe_wairgka(seen: AwethiObservation) -> Text:
    player = Seat(seen.wairgka_player or 0)
    if seen.wairgka_left:
        return T("{player} has left the wairgka alone on {squares}.", player=player, squares=_wairgka(seen))
    if not seen.unleashed:
        return T("{player}’s wairgka sleep in the Lair.", player=player)
    return T("{player}’s wairgka are loose: {squares}.", player=player, squares=_wairgka(seen))


def _wairgka(seen: AwethiObservation) -> str:
    return _names(wairgk.square for wairgk in seen.wairgka)


# ------------------------------------------------------------------------------------------------ fixed-width board


def text_board(seen: AwethiObservation) -> str:
    """The board in fixed width, 56 columns.

    Herders are A to D, clockwise from NW. ``A1`` to ``A4`` are awéthi, ``cA``, ``wA`` and ``bA`` calf, cow and bull, in
    capitals (``CA``) while caught; ``W1`` to ``W4`` wairgka. ``~`` is water, ``,`` forest, ``##`` the Lair, ``[]`` a
    shelter. Under the board: what each herder has in the shelter, has lost to the wairgka and has grazing, and who
    stands in shelters and in the Lair.
    """
    marks = [_GROUND[terrain] for terrain in seen.terrain]
    letters = {herder.player: letter for herder, letter in zip(seen.herders, _LETTERS, strict=False)}
    for awethi in seen.awethi:
        if not awethi.sheltered:
            marks[awethi.square] = f"{letters[awethi.player]}{awethi.number}"
    for wairgk in seen.wairgka:
        if seen.terrain[wairgk.square] != "lair":
            marks[wairgk.square] = f"W{wairgk.number}"
    for aiwe in seen.aiwe:
        kind = _KIND_LETTERS[aiwe.kind]
        marks[aiwe.square] = (kind.upper() if aiwe.caught else kind) + letters.get(aiwe.player, "?")
    files = "   " + "".join(f" {name[0]}" for name in SQUARE_NAMES[:SIDE])
    rows = [
        f"{rank + 1:>2} " + "".join(marks[SIDE * rank : SIDE * (rank + 1)]) + f" {rank + 1}"
        for rank in range(SIDE - 1, -1, -1)
    ]
    return "\n".join((files, *rows, files, "", *_piles(seen, letters)))


def _piles(seen: AwethiObservation, letters: dict[int, str]) -> Iterable[str]:
    for herder in seen.herders:
        letter = letters[herder.player]
        inside = [f"{letter}{each.number}" for each in seen.awethi if each.player == herder.player and each.sheltered]
        counts = f"{herder.heads} + {sum(herder.eaten)} + {sum(herder.grazing)}"
        yield f"{letter}  {counts}" + "".join(f" {name}" for name in inside)
    asleep = [f"W{wairgk.number}" for wairgk in seen.wairgka if seen.terrain[wairgk.square] == "lair"]
    if asleep:
        yield "## " + " ".join(asleep)
