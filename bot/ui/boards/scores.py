"""Scores in messages.

A table if it fits on a phone, else a paragraph for each player. If that is too long, only the ranking with totals, and
the table as a file.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.matches.model.views import MatchView
from bot.ui.components.messages import Attachment
from bot.ui.components.text import Writer
from engines.game import Player, ScoreRow, ScoreTable
from engines.text import Seat, T, Text

TABLE_ROOM = 1200
"""Maximum length of a table, which leaves enough of a message's 2,000 characters for the rest."""


def scores_shown(view: MatchView, write: Writer) -> str:
    """Return the scores of a turn, or only the ranked totals if they are too long; empty without scores."""
    if view.scores is None:
        return ""
    if (whole := _whole(view, view.scores, write)) is not None:
        return whole
    lines = [f"**{write(view.scores.title)}**", *(head for _, head in _heads(view, view.scores, write))]
    return "\n".join([*lines, "-# " + write(T("The full table is in the attached file."))])


def score_file(view: MatchView, write: Writer) -> tuple[Attachment, ...]:
    """Return the table as a text file if it is too large for the message."""
    if view.scores is None or _whole(view, view.scores, write) is not None:
        return ()
    body = "\n".join((write.plain(view.scores.title), "", *write.table_lines(view.scores), ""))
    return (Attachment(f"{view.match.game}-{view.match.id}-scores.txt", body.encode()),)


def _whole(view: MatchView, scores: ScoreTable, write: Writer) -> str | None:
    """Return all scores, or ``None`` if they do not fit into a message."""
    shown = write.table(scores)
    if shown is None:
        paragraphs = (
            f"{head}\n-# {details}" if (details := _details(player, scores, write)) else head
            for player, head in _heads(view, scores, write)
        )
        shown = "\n".join((f"**{write(scores.title)}**", *paragraphs))
    return shown if len(shown) <= TABLE_ROOM or scores.total is None else None


def _heads(view: MatchView, scores: ScoreTable, write: Writer) -> Iterator[tuple[Player, str]]:
    """Yield a line for each player with the total: ranked players first, then the others."""
    ranking = () if view.outcome is None or scores.total is None else view.outcome.ranking
    place = 1
    for group in ranking:
        for player in group:
            yield player, f"{place}. {_head(player, scores.total, write)}"
        place += len(group)
    ranked = {player for group in ranking for player in group}
    for player in range(len(scores.rows[0].values)):
        if player not in ranked:
            yield player, f"– {_head(player, scores.total, write)}"


def _head(player: Player, total: ScoreRow | None, write: Writer) -> str:
    if total is None:
        return write.bold(player)
    return write(T("{player}: {points}", player=Seat(player), points=_value(total, player)))


def _details(player: Player, scores: ScoreTable, write: Writer) -> str:
    """Return the lines of a player's score as a paragraph, without those that are zero or do not apply."""
    rows = [row for row in scores.rows if row.values[player] not in (0, None)]
    return " · ".join(write(T("{line} {points}", line=row.label, points=_value(row, player))) for row in rows)


def _value(row: ScoreRow, player: Player) -> Text:
    value = row.values[player]
    return value if isinstance(value, Text) else T("{number}", number="–" if value is None else value)
