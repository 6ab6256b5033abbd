"""Why a computer player decides as it does, in its own words and said to a person in its place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.text import Arg, Text

TEMPTING = "run"
"""The field of a sentence that names a move that only looks better."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence without the player's name, about the first move or the whole turn: true by the search."""

    own: Text
    """Said by the computer player of its own decision: “I …”."""
    advice: Text
    """Said to a person of the same decision in their place, by hints and reviews: “You …”."""


def both(own: Text, advice: Text, /, **args: Arg) -> Reason:
    """Return a reason with a sentence for each voice.

    Args:
        own: as :attr:`Reason.own`, without values of its fields.
        advice: as :attr:`Reason.advice`, with the same fields and the same count.
        **args: the values of the fields of both.
    """
    values = tuple(args.items())
    return Reason(replace(own, args=values), replace(advice, args=values))


def neutral(text: Text) -> Reason:
    """Return a reason that speaks of neither “I” nor “you”: one sentence for both voices."""
    return Reason(text, text)
