"""Answers in the place of the private panel that was used, or in a message of their own."""

from __future__ import annotations

from bot.ui.components.messages import Outgoing
from bot.ui.components.panels import panel
from bot.ui.interactions.context import Call
from engines.text import Text


async def confirm(call: Call, text: Text, also: str = "") -> None:
    """Confirm in a sentence; ``also`` is markup that stands behind it, such as a channel."""
    written = f"{call.write(text)} {also}".rstrip()
    if not call.answer.on_private:
        await call.answer.say(Outgoing(written))
    elif call.answer.on_layout:
        await call.answer.update(panel([written]))
    else:
        await call.answer.update(Outgoing(written))


async def show(call: Call, message: Outgoing) -> None:
    """Show a panel."""
    if call.answer.on_private and call.answer.on_layout:
        await call.answer.update(message)
    else:
        await call.answer.say(message)
