"""Direct messages as text for a terminal, because the page shows only the server's channel."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime

import discord

MENTION = re.compile(r"<@!?(\d+)>")
TIMESTAMP = re.compile(r"<t:(-?\d+)(?::\w)?>")


def format_direct_message(recipient: str, message: discord.Message, name_of: Callable[[int], str]) -> str:
    """Return a direct message as text, with descriptions in place of pictures and buttons.

    Args:
        recipient: the name of the recipient.
        message: the bot's message.
        name_of: returns the display name of a user id.
    """
    text = "\n".join(_lines(message))
    text = MENTION.sub(lambda match: "@" + name_of(int(match[1])), text)
    text = TIMESTAMP.sub(lambda match: f"{datetime.fromtimestamp(int(match[1])).astimezone():%Y-%m-%d %H:%M}", text)
    return f"Direct message to {recipient}:\n" + "\n".join("    " + line for line in text.splitlines())


def _lines(message: discord.Message) -> Iterator[str]:
    if message.content:
        yield message.content
    shown_in_gallery: set[str] = set()
    for component in message.components:
        yield from _component_lines(component, shown_in_gallery)
    for attachment in message.attachments:
        if attachment.description not in shown_in_gallery:
            yield f"[{attachment.filename}: {attachment.description or 'no description'}]"


def _component_lines(component: discord.Component, described: set[str]) -> Iterator[str]:
    if isinstance(component, discord.TextDisplay):
        yield component.content
    elif isinstance(component, discord.MediaGalleryComponent):
        for item in component.items:
            described.add(item.description or "")
            yield f"[picture: {item.description or 'no description'}]"
    elif isinstance(component, discord.Button):
        yield f"[button: {component.label or component.emoji}]"
    for child in getattr(component, "children", ()):
        yield from _component_lines(child, described)
