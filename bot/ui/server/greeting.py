"""The greeting of a new server: what the bot is, and how to begin."""

from __future__ import annotations

import discord

from bot.ui.components.custom_id import Action
from bot.ui.components.learn import learn_buttons
from bot.ui.components.messages import Attachment, OutgoingMessage
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from engines.text import T
from lessons.registry import LESSONS


def greeting(write: Writer, picture: Attachment | None = None) -> OutgoingMessage:
    """Return the greeting, with a picture of the games. It is posted once, and its buttons keep working.

    *Learn* opens the first lesson at once, so that the second press is the first move.
    """
    said = T(
        "Hello! I bring tabletop games that you play over days, a turn now and a turn tomorrow. /play begins a match,"
        " /rules explains a game, and /help says what you can do. Server managers can choose below where tables may"
        " be opened."
    )
    attempt = Action("tryit").button(write.plain(T("Try it")), discord.ButtonStyle.success, "🎲")
    game = next((lesson.game for lesson in LESSONS.values()), None)
    channels = Action("serverchannels").button(write.plain(T("Choose the channel")), emoji="📍")
    settings = Action("serverpanel").button(write.plain(T("Settings")), emoji="⚙️")
    return panel(
        [f"## Kurultai\n{write(said)}"], ((attempt, *learn_buttons(write, game), channels, settings),), picture=picture
    )
