"""The moments of a review, as they are found and stored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.model.text_json import compact_json, text_from_json, text_to_json
from engines.game import Player
from engines.text import Text


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision of a person that cost or won much."""

    player: Player
    ply: int
    """The ply before the decision."""
    played: Text
    """The moves that were made."""
    other: Text
    """The best other moves."""
    lead: float
    """How much more the decision was worth than the other one, as :attr:`players.review.Judgement.lead`."""
    reason: Text
    difference: Text


def dump_moments(moments: Sequence[Moment]) -> str:
    """Return moments as one line of JSON."""
    return compact_json(
        [
            [
                one.player,
                one.ply,
                text_to_json(one.played),
                text_to_json(one.other),
                one.lead,
                text_to_json(one.reason),
                text_to_json(one.difference),
            ]
            for one in moments
        ]
    )


def load_moments(line: str) -> tuple[Moment, ...]:
    """Return the moments that :func:`dump_moments` wrote.

    Raises:
        ValueError: it is something else.
    """
    return tuple(
        Moment(
            player,
            ply,
            text_from_json(played),
            text_from_json(other),
            lead,
            text_from_json(reason),
            text_from_json(difference),
        )
        for player, ply, played, other, lead, reason, difference in json.loads(line)
    )
