"""Sheets open in ephemeral messages, updated when the turn is over.

Discord lets a bot edit such a message for a quarter of an hour after the last press in it
(https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages). What is remembered here
is of use for no longer, and nothing depends on it: a sheet that does not go on says so when it is pressed.
"""

from __future__ import annotations

from collections import OrderedDict
from contextvars import Context
from typing import Any, NamedTuple

import discord

from bot.ui.components.text import Writer

OPEN_SECONDS = 14 * 60
"""For so long after the last press a message that vanishes is edited; Discord takes it for a minute more."""
REMEMBERED = 500
"""Sheets at most; the oldest are forgotten first."""


class OpenSheet(NamedTuple):
    """A sheet in a message that vanishes, whose player has decided and waits for the others."""

    interaction: discord.Interaction[Any]
    """The last press in it."""
    write: Writer
    """Writes in its reader's language."""
    since: int
    """Unix seconds."""
    context: Context
    """Holds nothing but the way in which discord.py answers the press: tasks that last know nothing of it."""


class OpenSheets:
    """Sheets of players who wait for the others, by match and user."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[int, int], OpenSheet] = OrderedDict()

    def note(self, match_id: int, user_id: int, sheet: OpenSheet) -> None:
        """Remember a sheet, replacing the one that its player had before."""
        self._open.pop((match_id, user_id), None)
        self._open[match_id, user_id] = sheet
        if len(self._open) > REMEMBERED:
            self._open.popitem(last=False)

    def take(self, match_id: int, user_id: int, now: int) -> OpenSheet | None:
        """Remove and return a user's sheet, if it can still be edited."""
        sheet = self._open.pop((match_id, user_id), None)
        return sheet if sheet is not None and now - sheet.since < OPEN_SECONDS else None
