"""Short public messages about a match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.models import OfferKind
from bot.matches.sight import gone
from bot.matches.texts import text_to_json
from engines.game import Player
from engines.text import T, Text


def notice(text: Text, mention: Sequence[int] = (), offer: OfferKind | None = None) -> dict[str, object]:
    """What an outbox row of kind ``notice`` says: a sentence, the user ids to mention, the offer to be answered."""
    return {"text": text_to_json(text), "mention": list(mention), "offer": offer}


def farewell(player: Player, *, free: bool) -> dict[str, object]:
    """The notice that somebody has left for good; a ``free`` seat is offered to whoever wants to play on."""
    said = gone(player)
    if not free:
        return notice(said)
    offered = T(
        "{resigned} Anybody who does not play here may take over: press the button, or type /match takeover. Until"
        " somebody does, the turns of this seat pass.",
        resigned=said,
    )
    return notice(offered) | {"seat": player}
