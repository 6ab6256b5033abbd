"""The people who live in the simulated server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody to play as."""

    link: str
    """The path of this person's page and the Discord username: lower-case ASCII."""
    name: str
    """The display name, as people write their names."""


EVERYBODY = (
    Persona("ada", "Ada"),
    Persona("bjork", "Björk"),
    Persona("cagri", "Çağrı"),
    Persona("sakura", "さくら"),
    Persona("ilkay", "İlkay"),
    Persona("zoe", "Zoë *the bold*"),
    Persona("maria", "Мария"),
    Persona("noor", "نور"),
)
"""In order of arrival, so that a person keeps the same Discord id however many are asked for. The names are what bots
stumble over: letters outside ASCII, scripts that a font may lack, right to left, Discord's own formatting signs."""

DEFAULT_NUMBER = 4
