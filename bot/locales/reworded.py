"""Texts that earlier versions stored in other words: in results, in acts of managers, in notices not yet posted.

A stored text is an English pattern, which is the key of its translations. Reading one looks its wording of today up
here, so that translations of old texts are found. Both wordings have the same fields. Patterns in the singular and in
the plural are listed alike.
"""

from __future__ import annotations

from collections.abc import Mapping

REWORDED: Mapping[str, str] = {
    "Go on by the rules of the game": "Continue by the rules of the game",
    "Wait on": "Keep waiting",
}
"""The former pattern, and the one of today."""
