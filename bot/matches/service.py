"""The match service: everything that is done to matches, whoever asks for it."""

from __future__ import annotations

from bot.matches.reading import Reading
from bot.matches.tables import Tables
from bot.matches.turns import Turns


class MatchService(Tables, Turns, Reading):
    """Tables, turns, agreements, drafts, boards and settings of every match in one database."""
