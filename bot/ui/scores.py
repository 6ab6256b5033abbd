"""Score tables in messages: in full where there is room, else the places, and the table line by line as a file."""

from __future__ import annotations

from collections.abc import Iterator

from bot.matches.models import MatchView
from bot.ui.messages import Attachment
from bot.ui.text import Writer
from engines.game import Player, ScoreRow
from engines.text import Seat, T, Text

TABLE_ROOM = 1200
"""Characters of a table that leave enough of a message's 2,000 for what happened and how it ended."""


def scores_shown(view: MatchView, write: Writer) -> str:
    """The table of a turn, or where it is too large, everybody's total by places; empty when there is none."""
    if view.scores is None:
        return ""
    table = write.table(view.scores)
    if len(table) <= TABLE_ROOM or view.scores.total is None:
        return table
    lines = [f"**{write(view.scores.title)}**", *_places(view, view.scores.total, write)]
    return "\n".join([*lines, "-# " + write(T("The whole table is in the attached file."))])


def score_file(view: MatchView, write: Writer) -> tuple[Attachment, ...]:
    """The table as a text file, where it is too large for the message."""
    if view.scores is None or view.scores.total is None or len(write.table(view.scores)) <= TABLE_ROOM:
        return ()
    body = "\n".join((write.plain(view.scores.title), "", *write.table_lines(view.scores), ""))
    return (Attachment(f"{view.match.game}-{view.match.id}-scores.txt", body.encode()),)


def _places(view: MatchView, total: ScoreRow, write: Writer) -> Iterator[str]:
    """A line for everybody: the ranked ones by their places, then the others."""
    ranking = () if view.outcome is None else view.outcome.ranking
    place = 1
    for group in ranking:
        for player in group:
            yield f"{place}. {_line(player, total, write)}"
        place += len(group)
    ranked = {player for group in ranking for player in group}
    for player in range(len(total.values)):
        if player not in ranked:
            yield f"– {_line(player, total, write)}"


def _line(player: Player, total: ScoreRow, write: Writer) -> str:
    value = total.values[player]
    points = value if isinstance(value, Text) else T("{number}", number=value)
    return write(T("{player}: {points}", player=Seat(player), points=points))
