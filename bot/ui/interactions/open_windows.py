"""Sheets open in ephemeral messages, which are updated when the turn is over.

Discord lets a bot edit such a message for 15 minutes after the last click in it
(https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages). Nothing depends on what
is remembered here: a sheet that was not updated says so when it is clicked.
"""

from __future__ import annotations

from collections import OrderedDict
from contextvars import Context
from typing import Any, NamedTuple

import discord

from bot.ui.components.text import Writer

OPEN_SECONDS = 14 * 60
"""Seconds after the last click for which an ephemeral message is edited; Discord allows a minute more."""
REMEMBERED = 500
"""Maximum number of remembered sheets; the oldest are forgotten first."""


class OpenSheet(NamedTuple):
    """A sheet in an ephemeral message whose player has decided and waits for the others."""

    interaction: discord.Interaction[Any]
    """The last click in it."""
    write: Writer
    """Writes in its reader's language."""
    since: int
    """Unix seconds."""
    context: Context
    """Only what discord.py needs to edit the response, so that no long-lived task refers to the interaction."""


class OpenSheets:
    """Sheets of players who wait for the others, by match and user."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[int, int], OpenSheet] = OrderedDict()

    def note(self, match_id: int, user_id: int, sheet: OpenSheet) -> None:
        """Remember a sheet, replacing the player's earlier one."""
        self._open.pop((match_id, user_id), None)
        self._open[match_id, user_id] = sheet
        if len(self._open) > REMEMBERED:
            self._open.popitem(last=False)

    def take(self, match_id: int, user_id: int, now: int) -> OpenSheet | None:
        """Remove and return a user's sheet, if it can still be edited."""
        sheet = self._open.pop((match_id, user_id), None)
        return sheet if sheet is not None and now - sheet.since < OPEN_SECONDS else None
