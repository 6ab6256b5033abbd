"""Certificates of the emulator."""

import ssl

import trustme

NAMES = ("discord.com", "*.discord.com", "*.discord.gg", "cdn.discordapp.com", "media.discordapp.net")
"""Names that discord.py connects to, by itself or because of the emulator's answers."""


class Authority:
    """A certificate authority for one emulator."""

    def __init__(self) -> None:
        self._authority = trustme.CA()
        self.pem = self._authority.cert_pem.bytes().decode()
        """What a client has to trust."""

    def server_context(self) -> ssl.SSLContext:
        """TLS settings of a server with Discord's name."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._authority.issue_cert(*NAMES).configure_cert(context)
        return context
