"""Pending requests of a match besides turns, for lists and panels."""

from __future__ import annotations

import discord

from bot.matches.agreements.inbox import PendingRequests
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec
from bot.ui.components.text import Writer
from bot.ui.match.offers import offer_line
from engines.text import T, players_listed


def request_lines(asked: PendingRequests | None, write: Writer) -> list[str]:
    """Return a line for each pending request to a user in a match."""
    if asked is None:
        return []
    lines = [offer_line(offer, write) for offer in asked.offers]
    if asked.late:
        said = T("⌛ {players} ran out of time. Decide what should happen.", players=players_listed(asked.late))
        lines.append(write(said))
    return lines


def answer_button(asked: PendingRequests, write: Writer) -> ButtonSpec:
    """Return a button that leads to a request."""
    action = Action("expired" if asked.late else "more", asked.match.id)
    return action.button(write.plain(T("Answer")), discord.ButtonStyle.primary, "❓")
