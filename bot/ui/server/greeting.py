"""The greeting of a new server: what the bot is, and how to begin."""

from __future__ import annotations

from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from engines.text import T


def greeting(write: Writer) -> OutgoingMessage:
    """Return the greeting, which is posted once. Its buttons keep working."""
    said = T(
        "Hello! I bring tabletop games that you play over days, a turn now and a turn tomorrow. /play opens a table,"
        " /rules explains a game, and /about tells you more. Server managers can choose below where tables may be"
        " opened."
    )
    channels = Action("serverchannels").button(write.plain(T("Choose the channel")), emoji="📍")
    settings = Action("serverpanel").button(write.plain(T("Settings")), emoji="⚙️")
    return panel([f"## Kurultai\n{write(said)}"], ((channels, settings),))
