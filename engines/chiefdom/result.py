"""The end: final scores, places, and the titles of solo matches (C18 to C24)."""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace

from engines.chiefdom import scoring
from engines.chiefdom.observation import CARD_TITLES, LINE_TITLES, CardLine, Score
from engines.chiefdom.state import State
from engines.game import Outcome, Player, ScoreRow, ScoreTable
from engines.text import TN, Seat, T, Text

TITLES: tuple[tuple[int, Text], ...] = (
    (51, T("Seriously? Try again!")),
    (81, T("Well, you should try harder!")),
    (101, T("You won’t be a leader!")),
    (121, T("You’re getting there young one!")),
    (151, T("A Khan appears!")),
    (171, T("A Paramount Chieftain!")),
    (200, T("Your story will be told!")),
)
"""The titles of solo matches (C22), each with the score from which the next one is given."""
HIGHEST_TITLE = T("Too good for this Chiefdom!")


def title(total: int) -> Text:
    """The title for the score of a solo match (C22); the lowest for a negative score."""
    reached = bisect([limit for limit, _ in TITLES], total)
    return HIGHEST_TITLE if reached == len(TITLES) else TITLES[reached][1]


def outcome(state: State) -> Outcome | None:
    """The result of a finished match."""
    if state.phase != "over":
        return None
    scores = final_scores(state)
    table = score_table(state, scores)
    present = state.present
    if not present:
        if len(state.gone) == 1:
            return Outcome("resignation", T("{player} resigns.", player=Seat(0)), (), table)
        return Outcome("resignation", T("Everybody has left: nobody wins."), (), table)
    ranking = places(state, scores)
    return Outcome("nobody_draws", _summary(state, ranking, scores), ranking, table)


def final_scores(state: State) -> tuple[Score, ...]:
    """The scores with all cards; players who left are not compared (C24)."""
    scores = [scoring.score(sheet, state.cards) for sheet in state.sheets]
    for place, card in enumerate(state.cards):
        if card not in scoring.COMPARISON_CARDS or not state.present:
            continue
        numbers = [scores[seat].cards[place].number for seat in state.present]
        for seat, points in zip(state.present, scoring.card_points(card, numbers), strict=True):
            settled = list(scores[seat].cards)
            settled[place] = replace(settled[place], points=points)
            scores[seat] = replace(scores[seat], cards=tuple(settled))
    return tuple(scores)


def places(state: State, scores: tuple[Score, ...]) -> tuple[tuple[Player, ...], ...]:
    """The active seats from first to last: by points, then by fish left after feeding; else shared (C21)."""
    marks = {seat: (scores[seat].total, scores[seat].line("fish").number) for seat in state.present}
    return tuple(
        tuple(seat for seat in state.present if marks[seat] == mark)
        for mark in sorted(set(marks.values()), reverse=True)
    )


def _summary(state: State, ranking: tuple[tuple[Player, ...], ...], scores: tuple[Score, ...]) -> Text:
    first = ranking[0]
    total = scores[first[0]].total
    points = TN("{count} point", "{count} points", total)
    if len(state.sheets) == 1:
        return T("{title} {player} has {points}.", player=Seat(0), points=points, title=title(total))
    if len(first) > 1:
        return TN(
            "The victory is shared by {count} chieftain with {points}.",
            "The victory is shared by {count} chieftains with {points}.",
            len(first),
            points=points,
        )
    if len(ranking) > 1 and scores[ranking[1][0]].total == total:
        return T(
            "{player} wins the tie at {points} with more fish left over: {fish} to {others}.",
            player=Seat(first[0]),
            points=points,
            fish=scores[first[0]].line("fish").number,
            others=scores[ranking[1][0]].line("fish").number,
        )
    if len(ranking) == 1:
        return T("Only {player} stayed to the end and has {points}.", player=Seat(first[0]), points=points)
    return T("{player} has the greatest chiefdom with {points}.", player=Seat(first[0]), points=points)


# ----------------------------------------------------------------------------------------------------------- table


def score_table(state: State, scores: tuple[Score, ...]) -> ScoreTable:
    """The table of C19 with the cards, line by line and player by player."""
    rows = [
        ScoreRow(label, tuple(_cell(score.line(name).number, score.line(name).points) for score in scores))
        for name, label in LINE_TITLES.items()
    ]
    rows += [
        ScoreRow(
            T("Card {number}: {title}", number=card, title=CARD_TITLES[card]),
            tuple(_card_cell(score.cards[place]) for score in scores),
        )
        for place, card in enumerate(state.cards)
    ]
    total = ScoreRow(T("Points"), tuple(score.total for score in scores))
    return ScoreTable(T("The chiefdoms"), tuple(rows), total)


def _cell(number: int, points: int) -> int | Text:
    """The points, with the number counted if it differs."""
    return points if number == points else T("{points} ({number})", number=number, points=points)


def _card_cell(line: CardLine) -> int | Text:
    if line.points is None:
        return T("{number}, not compared", number=line.number)
    return _cell(line.number, line.points)
