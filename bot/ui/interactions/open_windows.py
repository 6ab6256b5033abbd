"""Private messages that show a running match, and are updated when it moves on.

Discord lets a bot edit such a message for 15 minutes after the last click in it
(https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages). Nothing depends on what
is remembered here: a window that was not updated says so when it is clicked.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from bot.load.fast_responses import EditableAnswer
from bot.ui.components.messages import OutgoingMessage

OPEN_SECONDS = 14 * 60
"""Seconds after the last click for which an ephemeral message is edited; Discord allows a minute more."""
REMEMBERED = 500
"""Maximum number of remembered windows; the oldest are forgotten first."""
OF_A_USER = 3
"""Maximum number of remembered windows of a user in a match: a turn updates no more than these."""

Draw: TypeAlias = Callable[[], Awaitable[OutgoingMessage | None]]
"""Returns what a window shows now; ``None``: what it shows already."""


class OpenWindow(NamedTuple):
    """An ephemeral message that shows a running match to its reader."""

    match_id: int
    user_id: int
    ply: int
    """The ply that it shows."""
    draw: Draw
    answer: EditableAnswer
    """The message, by the last click in it."""
    since: int
    """When that was, in Unix seconds."""


class OpenWindows:
    """The windows of all matches, by the interaction that opened them."""

    def __init__(self) -> None:
        self._open: OrderedDict[int, OpenWindow] = OrderedDict()

    def note(self, window_id: int, window: OpenWindow) -> None:
        """Remember what a window shows."""
        self._open.pop(window_id, None)
        self._open[window_id] = window
        whose = window[:2]
        own = [other_id for other_id, other in self._open.items() if other[:2] == whose]
        if len(own) > OF_A_USER:
            self.forget(own[0])
        if len(self._open) > REMEMBERED:
            self._open.popitem(last=False)

    def forget(self, window_id: int) -> None:
        """Forget a window: it shows something else, or can no longer be edited."""
        self._open.pop(window_id, None)

    def showing(self, match_id: int, now: int) -> dict[int, OpenWindow]:
        """Return the windows of a match that can still be edited."""
        for window_id, window in list(self._open.items()):
            if now - window.since >= OPEN_SECONDS:
                self.forget(window_id)
        return {window_id: window for window_id, window in self._open.items() if window.match_id == match_id}

    def has(self, window_id: int, window: OpenWindow) -> bool:
        """Return whether a window is as it was: neither clicked nor forgotten meanwhile."""
        return self._open.get(window_id) is window
