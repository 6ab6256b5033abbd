"""The link to invite the bot: least permissions, no privileged intents."""

from __future__ import annotations

import base64
import binascii
from urllib.parse import urlencode

PERMISSIONS = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Create Public Threads": 1 << 35,
    "Send Messages in Threads": 1 << 38,
}
"""Permissions that the bot needs, with their bits (https://discord.com/developers/docs/topics/permissions).
It reads the history only after a crash, to find out whether a board was posted."""


def permission_bits() -> int:
    """Return the sum of :data:`PERMISSIONS`."""
    return sum(PERMISSIONS.values())


def invite_link(application_id: int) -> str:
    """Return an application's link, with the scopes ``bot`` and ``applications.commands``."""
    query = {
        "client_id": application_id,
        "scope": "bot applications.commands",
        "permissions": permission_bits(),
    }
    return "https://discord.com/oauth2/authorize?" + urlencode(query)


def application_id_of(token: str) -> int | None:
    """Return the application ID of a bot token, which is its first part in Base64; ``None`` if it is invalid."""
    head = token.partition(".")[0]
    try:
        number = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return int(number) if number.isascii() and number.isdigit() else None
