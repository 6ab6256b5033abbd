"""Certificates of the emulator."""

import ssl

import trustme

NAMES = ("discord.com", "*.discord.com", "*.discord.gg", "cdn.discordapp.com", "media.discordapp.net")
"""Names that discord.py connects to, or may be sent to by what the emulator answers."""


class Authority:
    """A certificate authority made up for one emulator."""

    def __init__(self) -> None:
        self._authority = trustme.CA()
        self.pem = self._authority.cert_pem.bytes().decode()
        """What a client has to trust."""

    def server_context(self) -> ssl.SSLContext:
        """Settings of a server that shows itself as Discord."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._authority.issue_cert(*NAMES).configure_cert(context)
        return context
