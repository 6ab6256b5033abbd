"""The link with which a server's manager invites the bot: least permissions, no privileged intent."""

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
"""What the bot asks for, with Discord's bits (https://discord.com/developers/docs/topics/permissions).
History is read only to find out, after a crash, whether a board has been posted already."""


def permission_bits() -> int:
    """The sum of :data:`PERMISSIONS`."""
    return sum(PERMISSIONS.values())


def invite_link(application_id: int) -> str:
    """The link for an application, with the scopes ``bot`` and ``applications.commands``."""
    query = {
        "client_id": application_id,
        "scope": "bot applications.commands",
        "permissions": permission_bits(),
    }
    return "https://discord.com/oauth2/authorize?" + urlencode(query)


def application_id_of(token: str) -> int | None:
    """The application a bot token belongs to: its first part is the id in Base64. ``None`` if it is not."""
    head = token.partition(".")[0]
    try:
        number = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return int(number) if number.isascii() and number.isdigit() else None
