"""A position of Chiefdom in sentences and in fixed-width characters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engines.chiefdom.board import Board, board_of
from engines.chiefdom.observation import (
    BUILDER,
    CARD_TITLES,
    FISHERMAN,
    ICON_NAMES,
    JOB_PHRASES,
    JOBLESS,
    LINE_TITLES,
    LUMBERJACK,
    PEOPLE,
    SHAPE_NAMES,
    SQUARE_NAMES,
    ChiefdomObservation,
    Gain,
    Ghost,
    Icon,
    Reading,
    Score,
    ShownSheet,
    name_of,
    phrase_of,
)
from engines.game import Outcome, Player
from engines.text import TN, Seat, T, Text, format_number, listed

_LISTED = "~=23dtHLFBJ#W"
"""The letters whose squares a description names, in its order."""

_FEW, _MANY = 2, 3
"""The number of sheets side by side: two if there are few, to suit a phone, else three."""


def describe_position(seen: ChiefdomObservation) -> tuple[Text, ...]:
    """The whole position, at most 900 characters in English: the roll, the players still to decide, the viewer's own
    sheet, or the only visible one.
    """
    visible = [seat for seat, sheet in enumerate(seen.sheets) if sheet is not None]
    lines = [*_describe_turn(seen)]
    if seen.viewer in visible or len(visible) == 1:
        lines += _describe_sheet(seen, visible[0] if seen.viewer not in visible else seen.viewer or 0)
    if seen.ghost is not None:
        lines += _describe_ghost(seen, seen.ghost)
    return (*lines, *_describe_others(seen))


# ------------------------------------------------------------------------------------------------------- the turn


def _describe_turn(seen: ChiefdomObservation) -> Iterator[Text]:
    if seen.outcome is not None:
        yield seen.outcome.summary
        return
    if seen.phase == "deal":
        yield T("The scoring cards are being dealt.")
        return
    if seen.dice is None:
        yield T("Turn {number}.", number=seen.turn)
    else:
        low, middle, high = seen.dice
        yield T(
            "Turn {number}: the dice show {low}, {middle} and {high}.",
            number=seen.turn,
            low=low,
            middle=middle,
            high=high,
        )
        if seen.ghost is None:  # otherwise one of them is chosen
            yield T("They can be read as: {readings}.", readings=listing(map(describe_reading, seen.readings)))
    if seen.cards:
        yield T("Scoring cards: {cards}.", cards=", ".join(map(str, seen.cards)))
    awaited = seen.awaited
    if seen.viewer in awaited and len(seen.decided) == 1:
        yield T("It is your turn.")
    elif awaited and not any(seen.decided) and len(seen.decided) > 1:
        yield T("Waiting for everybody.")
    elif awaited:
        yield T("Waiting for {players}.", players=listing(T("{player}", player=Seat(seat)) for seat in awaited))


def describe_reading(reading: Reading) -> Text:
    """A reading of the dice in a few words."""
    if reading.sum is None:
        return T("Any icon (triple)")
    low, high = reading.sum
    if reading.icon == "wild":
        return T("Any icon ({low}+{high})", low=low, high=high)
    name = ICON_NAMES[reading.icon]
    if reading.die is None:
        return T("{icon} ({low}+{high})", icon=name, low=low, high=high)
    return T("{icon} ({low}+{high}, {shape})", icon=name, low=low, high=high, shape=SHAPE_NAMES[reading.die])


def listing(items: Iterable[Text]) -> Text:
    """The items with commas between, if there are any."""
    found = tuple(items)
    return listed(found) if found else T("nothing")


# ------------------------------------------------------------------------------------------------------ the sheets


def _describe_sheet(seen: ChiefdomObservation, seat: Player) -> Iterator[Text]:
    sheet = seen.sheets[seat]
    if sheet is None:
        return
    points = TN("{count} point", "{count} points", sheet.score.total)
    counts = T(
        "{points}, {logs}, {fish}, {houses}, {bonuses}",
        points=points if seen.phase == "over" else T("{points} so far", points=points),
        logs=TN("{count} log", "{count} logs", sheet.logs),
        fish=TN("{count} fish", "{count} fish", sheet.fish),
        houses=TN("{count} house", "{count} houses", sheet.houses),
        bonuses=_bonuses(sheet),
    )
    if seat == seen.viewer:
        yield T("Your chiefdom: {counts}.", counts=counts)
    else:
        yield T("The chiefdom of {player}: {counts}.", player=Seat(seat), counts=counts)
    board = board_of(seen.edition)
    names: dict[str, list[str]] = {}
    for name, letter in zip(board.names, sheet.squares, strict=True):
        names.setdefault(letter, []).append(name)
    for letter in _LISTED:
        if letter in names:
            yield T("{icon}: {squares}.", icon=SQUARE_NAMES[letter], squares=" ".join(names[letter]))


def _bonuses(sheet: ShownSheet) -> Text:
    return TN("{count} bonus left", "{count} bonuses left", sheet.bonuses)


def _describe_ghost(seen: ChiefdomObservation, ghost: Ghost) -> Iterator[Text]:
    """Sentences about the decision, the plan, and the change of the score."""
    if ghost.decision is not None:
        yield T("You have decided: {drawing}.", drawing=describe_drawing(seen, ghost.decision))
    drawing = describe_drawing(seen, ghost)
    if ghost.reason is not None:
        if ghost.asks:
            yield T("You are planning: {drawing}; {asked}", drawing=drawing, asked=ghost.reason)
        else:
            yield T("You are planning: {drawing}. Not possible: {reason}", drawing=drawing, reason=ghost.reason)
        return
    if ghost.decided:
        yield T("You have decided: {drawing}.", drawing=drawing)
    elif ghost.decision is None:
        yield T("You are planning: {drawing}. It is not confirmed yet.", drawing=drawing)
    else:
        yield T("You are planning something else: {drawing}. It is not confirmed yet.", drawing=drawing)
    own, gain = seen.own, ghost.gain
    if own is not None and gain is not None:
        yield T("Points: {changes}.", changes=describe_changes(own.score, gain))


def drawing_on(icon: Icon, squares: Sequence[str], *, within: bool = False) -> Text:
    """The name of an icon and its squares, ``within`` a sentence or at its beginning; for trees with “each”."""
    called, names = (phrase_of if within else name_of)(icon, len(squares)), " ".join(squares)
    if icon in ("trees2", "trees3") and len(squares) > 1:
        return T("{icon} each on {squares}", icon=called, squares=names)
    return T("{icon} on {squares}", icon=called, squares=names)


def describe_drawing(seen: ChiefdomObservation, ghost: Ghost) -> Text:
    """An icon and where it is, or would be, drawn, with everybody's job and the bonus that is used."""
    names = board_of(seen.edition).names
    squares = [names[square] for square in ghost.squares]
    jobs = [
        T("{square} {job}", square=names[square], job=JOB_PHRASES[job] if job else T("jobless"))
        for square, job in ghost.jobs
        if job or square in ghost.jobless
    ]
    drawing = drawing_on(ghost.icon, squares, within=True)
    if jobs:
        drawing = T("{drawing} ({jobs})", drawing=drawing, jobs=listing(jobs))
    return T("{drawing}, with a bonus", drawing=drawing) if ghost.bonus else drawing


def describe_people(board: Board, people: Iterable[tuple[int, str]]) -> Iterator[Text]:
    """Sentences about people who find a job or none.

    Args:
        board: the board of their sheet.
        people: their squares and letters on the sheet.
    """
    squares: dict[str, list[str]] = {}
    for square, letter in people:
        squares.setdefault(letter, []).append(board.names[square])
    for letter in sorted(squares, key=PEOPLE.index):
        yield _PEOPLE[letter](" ".join(squares[letter]), len(squares[letter]))


_PEOPLE: dict[str, Callable[[str, int], Text]] = {
    JOBLESS: lambda squares, count: TN(
        "The person on {squares} finds no job.", "The people on {squares} find no job.", count, squares=squares
    ),
    LUMBERJACK: lambda squares, count: TN(
        "The person on {squares} becomes a lumberjack.",
        "The people on {squares} become lumberjacks.",
        count,
        squares=squares,
    ),
    FISHERMAN: lambda squares, count: TN(
        "The person on {squares} becomes a fisherman.",
        "The people on {squares} become fishermen.",
        count,
        squares=squares,
    ),
    BUILDER: lambda squares, count: TN(
        "The person on {squares} becomes a builder.", "The people on {squares} become builders.", count, squares=squares
    ),
}


def describe_changes(score: Score, gain: Gain) -> Text:
    """The change of a sheet's points by a drawing, line by line: at least a square is no longer empty."""
    scores = [(LINE_TITLES[one.name], one.points, other.points) for one, other in score.changes(gain.score)]
    cards = [(CARD_TITLES[one.card], one.points, other.points) for one, other in score.card_changes(gain.score)]
    changes = [
        T("{line} {before} → {after}", line=title, before=before, after=after)
        for title, before, after in (*scores, *cards)
        if before is not None and after is not None
    ]
    total = T("{before} → {after}", before=score.total, after=score.total + gain.points)
    return T("{total} ({lines})", total=total, lines=listing(changes))


def _besides(seen: ChiefdomObservation, seat: Player) -> Sequence[ShownSheet | None]:
    """All sheets but one."""
    return (*seen.sheets[:seat], *seen.sheets[seat + 1 :])


def _describe_others(seen: ChiefdomObservation) -> Iterator[Text]:
    """Sentences about players who left, the viewer's pass, and known points of others."""
    if seen.passed and seen.phase == "draw":
        yield T("You pass this turn.")
    left = [T("{player}", player=Seat(seat)) for seat, gone in enumerate(seen.gone) if gone]
    if left:
        yield T("Left for good: {players}.", players=listing(left))
    known = [
        T("{player} {points}", player=Seat(seat), points=sheet.score.total)
        for seat, sheet in enumerate(seen.sheets)
        if sheet is not None and seat != seen.viewer and any(other is not None for other in _besides(seen, seat))
    ]
    if seen.outcome is not None and seen.outcome.ranking and len(seen.sheets) > 1:
        yield T("Places: {places}.", places=listing(_describe_places(seen, seen.outcome)))
    elif known:
        yield T("Points: {points}.", points=listing(known))


def _describe_places(seen: ChiefdomObservation, outcome: Outcome) -> Iterator[Text]:
    """The result as its table shows it; who has left has no place."""
    place = 1
    for group in (*outcome.ranking, tuple(seat for seat, gone in enumerate(seen.gone) if gone)):
        for seat in group:
            sheet = seen.sheets[seat]
            if sheet is None:
                continue
            player = T("{player} {points}", player=Seat(seat), points=sheet.score.total)
            yield player if seen.gone[seat] else T("{place}. {player}", place=place, player=player)
        place += len(group)


# ------------------------------------------------------------------------------------------------------ fixed width


def text_board(seen: ChiefdomObservation) -> str:
    """The dice and the visible sheets in fixed-width letters, at most 40 columns.

    If there are several sheets, each has its seat and points above. ``+`` marks a decided or planned drawing.
    """
    rows = [] if seen.dice is None else [f"[{' '.join(map(str, seen.dice))}]"]
    shown = [(seat, sheet) for seat, sheet in enumerate(seen.sheets) if sheet is not None]
    if len(shown) == 1:
        rows += _block(seen, *shown[0], " ")
    else:
        blocks = [
            [f"{seat + 1}: {format_number(sheet.score.total)}", *_block(seen, seat, sheet, "")] for seat, sheet in shown
        ]
        beside = _FEW if len(blocks) <= _FEW * _FEW else _MANY
        for start in range(0, len(blocks), beside):
            rows.append("")
            block = blocks[start : start + beside]
            width = max(len(line) for lines in block for line in lines)
            rows += ("  ".join(line.ljust(width) for line in lines).rstrip() for lines in zip(*block, strict=True))
    return "\n".join(rows)


def _block(seen: ChiefdomObservation, seat: Player, sheet: ShownSheet, between: str) -> list[str]:
    """A sheet as lines, its squares with ``between`` between them, the ranks from the north."""
    files, ranks = seen.edition.files, seen.edition.ranks
    ghost = seen.ghost.squares if seen.ghost is not None and seat == seen.viewer else ()
    letters = ["+" if square in ghost else letter for square, letter in enumerate(sheet.squares)]
    edge = " " + between
    lines = [f"{rank + 1}{edge}" + between.join(letters[rank::ranks]) for rank in range(ranks - 1, -1, -1)]
    lines.append(f" {edge}" + between.join(chr(ord("a") + file) for file in range(files)))
    return lines


def legend(seen: ChiefdomObservation) -> Iterator[Text]:
    """The meaning of the letters, the supplies and the score of the sheet, in lines of up to 40 columns in English."""
    if seen.dice is not None:
        yield T("[ ] dice of turn {number}", number=seen.turn)
    shown = [sheet for sheet in seen.sheets if sheet is not None]
    if not shown:
        return
    yield T("~ water  = fished  2 3 trees  d t cut")
    yield T("J jobless  L lumberjack  F fisherman")
    yield T("B builder  H house  W wall  # printed")
    ghost = seen.ghost
    if ghost is not None:
        yield T("+ decided") if ghost.decided else T("+ planned, not confirmed")
    if len(shown) > 1:
        yield T("Above a sheet: the player and the points")
    own = seen.own or (shown[0] if len(shown) == 1 else None)
    if own is not None:
        yield from _legend_of_sheet(own, None if ghost is None or ghost.gain is None else ghost.gain.score)


def _legend_of_sheet(own: ShownSheet, after: Score | None) -> Iterator[Text]:
    """The supplies of a sheet, and its score line by line, now and after the plan."""
    then = own.score if after is None else after
    logs, fish = TN("{count} log", "{count} logs", own.logs), TN("{count} fish", "{count} fish", own.fish)
    yield T("{logs}, {fish}, {bonuses}", logs=logs, fish=fish, bonuses=_bonuses(own))
    yield _line(T("Points"), own.score.total, then.total)
    for line, other in zip(own.score.lines, then.lines, strict=True):
        if line.points or other.points:
            yield _line(LINE_TITLES[line.name], line.points, other.points)
    for card, later in zip(own.score.cards, then.cards, strict=True):
        if card.points is not None and later.points is not None:
            yield _line(CARD_TITLES[card.card], card.points, later.points)


def _line(title: Text, before: int, after: int) -> Text:
    if before == after:
        return T("{title}: {points}", title=title, points=before)
    return T("{title}: {before} → {after}", title=title, before=before, after=after)
