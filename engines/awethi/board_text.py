"""A position of Awéthi without a picture: in sentences, and in fixed-width characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engines.awethi.observation import KINDS, ROUNDS, SIDE, SQUARE_NAMES, AwethiObservation, Kind, ShownHerder
from engines.awethi.texts import direction_name, of_kind
from engines.game import Player, unconfirmed
from engines.text import TN, Seat, T, Text

_GROUND = {"land": ".", "herding": ".", "forest": ",", "water": "~", "lair": "#", "shelter": "^"}

_LETTERS = "ABCD"
"""The herders in the text board, clockwise from NW."""


def describe_position(seen: AwethiObservation) -> tuple[Text, ...]:
    """Describe the position: who acts, then each player's pieces."""
    lines = [*_describe_turn(seen), *(_describe_herder(seen, herder) for herder in seen.herders)]
    if seen.wairgka_player is not None:
        lines.append(_describe_wairgka(seen))
    return tuple(lines)


def _describe_turn(seen: AwethiObservation) -> tuple[Text, ...]:
    waiting = (unconfirmed(seen.turn),) if seen.planned and seen.turn is not None else ()
    if seen.outcome is not None:
        return (seen.outcome.summary, *waiting)
    if seen.turn is None:
        return (T("The match is about to begin."),)
    if waiting:  # the position may already be one of the next round
        return waiting
    lines = [T("Round {round} of {last}.", round=seen.round, last=ROUNDS)]
    player = Seat(seen.turn)
    if seen.prowl is not None:
        direction, steps = seen.prowl
        lines.append(
            TN(
                "{player} moves a wairgk {count} step, to end further {direction}.",
                "{player} moves a wairgk {count} steps, to end further {direction}.",
                steps,
                player=player,
                direction=direction_name(direction),
            )
        )
    elif seen.dice:
        values = " ".join(str(die.value) for die in seen.dice)
        lines.append(
            T(
                "{player} has rolled {dice}; the average, rounded down, is {average}.",
                player=player,
                dice=values,
                average=seen.average or 0,
            )
        )
        if seen.walkers and seen.phase != "choose":
            numbers = " ".join(str(walker.number) for walker in seen.walkers)
            lines.append(T("Still to move: awéthi {numbers}.", numbers=numbers))
            left = [die.value for die in seen.dice if die.awethi is None]
            if seen.phase == "each":
                lines.append(TN("Die left: {dice}.", "Dice left: {dice}.", len(left), dice=" ".join(map(str, left))))
    else:
        lines.append(T("It is {player}’s turn.", player=player))
    return tuple(lines)


def _names(squares: Iterable[int]) -> str:
    return " ".join(SQUARE_NAMES[square] for square in squares)


def _describe_herder(seen: AwethiObservation, herder: ShownHerder) -> Text:
    line = T(
        "{player} ({corner}): {aiwe}; awéthi {awethi}; {home} home, {eaten} eaten.",
        player=Seat(herder.player),
        corner=herder.corner,
        aiwe=_aiwe(seen, herder),
        awethi=_names(awethi.square for awethi in seen.awethi if awethi.player == herder.player),
        home=herder.heads,
        eaten=sum(herder.eaten),
    )
    if seen.scoring == "points":
        points = TN("{count} point", "{count} points", herder.points)
        line = T("{herder} {points}.", herder=line, points=points)
    caught = [aiwe.square for aiwe in seen.aiwe if aiwe.player == herder.player and aiwe.caught]
    if caught:
        line = T("{herder} Caught: {squares}.", herder=line, squares=_names(caught))
    return T("{herder} Has left.", herder=line) if herder.left else line


def _aiwe(seen: AwethiObservation, herder: ShownHerder) -> Text:
    """The grazing aiwe, kind by kind."""
    if not any(herder.grazing):
        return T("no aiwe on the board")
    calves, cows, bull = (_of_kind(seen, herder, kind) for kind in KINDS)
    return T("{calves}, {cows}, {bull}", calves=calves, cows=cows, bull=bull)


def _of_kind(seen: AwethiObservation, herder: ShownHerder, kind: Kind) -> Text:
    own = [SQUARE_NAMES[one.square] for one in seen.aiwe if (one.player, one.kind) == (herder.player, kind)]
    if own:
        return of_kind(kind, own, " ")
    match kind:
        case "calf":
            return T("no calves")
        case "cow":
            return T("no cows")
        case _:
            return T("no bull")


def _describe_wairgka(seen: AwethiObservation) -> Text:
    player = Seat(seen.wairgka_player or 0)
    if seen.wairgka_left:
        return T("{player} has left; the wairgka stay on {squares}.", player=player, squares=_wairgka(seen))
    if not seen.unleashed:
        return T("{player}’s wairgka sleep in the Lair.", player=player)
    return T("{player}’s wairgka are loose: {squares}.", player=player, squares=_wairgka(seen))


def _wairgka(seen: AwethiObservation) -> str:
    return _names(wairgk.square for wairgk in seen.wairgka)


# ------------------------------------------------------------------------------------------------ fixed-width board


def text_board(seen: AwethiObservation) -> str:
    """The board in fixed width, a character for each square, 28 columns.

    Herders are A to D, clockwise from NW: ``A`` is an awéthi, ``a`` an aiwe, ``W`` a wairgk. :func:`legend` says which
    piece is which, and what is in the shelters and the Lair.
    """
    marks = [_GROUND[terrain] for terrain in seen.terrain]
    letters = _letters(seen)
    for awethi in seen.awethi:
        if not awethi.sheltered:
            marks[awethi.square] = letters[awethi.player]
    for wairgk in seen.wairgka:
        if seen.terrain[wairgk.square] != "lair":
            marks[wairgk.square] = "W"
    for aiwe in seen.aiwe:
        marks[aiwe.square] = letters.get(aiwe.player, "?").lower()
    files = "   " + "".join(name[0] for name in SQUARE_NAMES[:SIDE])
    rows = [f"{rank + 1:>2} " + "".join(marks[SIDE * rank : SIDE * (rank + 1)]) for rank in range(SIDE - 1, -1, -1)]
    return "\n".join((files, *rows, files))


def _letters(seen: AwethiObservation) -> dict[Player, str]:
    return {herder.player: letter for herder, letter in zip(seen.herders, _LETTERS, strict=False)}


def legend(seen: AwethiObservation) -> Sequence[Text]:
    """The meaning of the letters of :func:`text_board`, and every piece with its square."""
    letters = _letters(seen)
    lines = [line for herder in seen.herders for line in _herder_lines(seen, herder, letters[herder.player])]
    if seen.wairgka_player is not None:
        lines.append(T("W wairgka: {player}", player=Seat(seen.wairgka_player)))
        lines.append(T("  {wairgka}", wairgka=_numbered((f"W{one.number}", one.square) for one in seen.wairgka)))
    return (*lines, T("~ water, # Lair, ^ shelter"), T(", forest, . other land"))


def _herder_lines(seen: AwethiObservation, herder: ShownHerder, letter: str) -> Iterator[Text]:
    yield T("{awethi} awéthi, {aiwe} aiwe: {player}", awethi=letter, aiwe=letter.lower(), player=Seat(herder.player))
    own = (one for one in seen.awethi if one.player == herder.player)
    yield T("  awéthi {awethi}", awethi=_numbered((str(one.number), one.square) for one in own))
    for kind, number in zip(KINDS, herder.grazing, strict=True):
        if number:
            yield T("  {aiwe}", aiwe=_of_kind(seen, herder, kind))
    caught = [one.square for one in seen.aiwe if one.player == herder.player and one.caught]
    if caught:
        yield T("  caught: {squares}", squares=_names(caught))
    yield T(
        "  {home} home, {grazing} grazing, {eaten} eaten",
        home=herder.heads,
        grazing=sum(herder.grazing),
        eaten=sum(herder.eaten),
    )


def _numbered(pieces: Iterable[tuple[str, int]]) -> str:
    """Such as “1 d10, 2 e9”."""
    return ", ".join(f"{name} {SQUARE_NAMES[square]}" for name, square in pieces)
