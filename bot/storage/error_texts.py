"""What users are told when the database fails."""

from __future__ import annotations

from typing import Final

from engines.text import T

DISK_FULL: Final = T(
    "The bot’s disk is full, so nothing was changed. Please tell the person who runs the bot, and try again later."
)
BUSY: Final = T("The bot’s database is busy, so nothing was changed. Please try again in a moment.")
READ_ONLY: Final = T(
    "The bot cannot write to its database, so nothing was changed. Please tell the person who runs the bot."
)
DAMAGED: Final = T("The bot’s database is damaged, so nothing was changed. Please tell the person who runs the bot.")
REPLACED: Final = T("Another process of the bot has taken over, so nothing was changed here. Please try again.")
UNREACHABLE: Final = T(
    "The bot cannot reach its database, so nothing was changed. Please try again later. If it keeps happening, tell"
    " the person who runs the bot."
)
