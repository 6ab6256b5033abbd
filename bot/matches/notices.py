"""Short public messages about a match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.models import OfferKind
from bot.matches.texts import text_to_json
from engines.text import Text


def notice(text: Text, mention: Sequence[int] = (), offer: OfferKind | None = None) -> dict[str, object]:
    """What an outbox row of kind ``notice`` says: a sentence, the user ids to mention, the offer to be answered."""
    return {"text": text_to_json(text), "mention": list(mention), "offer": offer}
