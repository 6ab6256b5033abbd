"""Controls that no message of the bot contains."""

from __future__ import annotations

from typing import Any

import simcord
from simcord.enums import InteractionType

from tests.e2e.world import Game, World


async def forge(
    world: World,
    member: simcord.MemberActor,
    game: Game,
    custom_id: str,
    values: list[str] | None = None,
    channel: simcord.ChannelHandle | None = None,
) -> simcord.InteractionResult:
    """Click a control that never existed."""
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
    if values is not None:
        data["values"] = values
    return await member._dispatch_interaction(
        InteractionType.MESSAGE_COMPONENT, channel or game.place, data, source_message_id=game.board.id
    )
