"""The members of the simulated server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Persona:
    """A member to play as."""

    link: str
    """The path of the persona's page and the Discord username: lower-case ASCII."""
    name: str
    """The display name."""


PERSONAS = (
    Persona("ada", "Ada"),
    Persona("bjork", "Björk"),
    Persona("cagri", "Çağrı"),
    Persona("sakura", "さくら"),
    Persona("ilkay", "İlkay"),
    Persona("zoe", "Zoë *the bold*"),
    Persona("maria", "Мария"),
    Persona("noor", "نور"),
)
"""In a fixed order, so that each keeps the same Discord id however many are used. The names are hard for bots: letters
outside ASCII, scripts that a font may lack, writing from right to left, and Discord's formatting signs."""

DEFAULT_COUNT = 4
