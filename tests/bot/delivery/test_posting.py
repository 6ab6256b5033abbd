"""Messages that may have been posted before a crash are looked for among those since their row was written."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from discord.utils import time_snowflake

from bot.delivery.posting import NONCE_SECONDS, DirectMessageSender
from bot.matches.model.outbox_messages import ChannelLost
from bot.matches.outbox import OutboxRow
from bot.ui.components.messages import OutgoingMessage

WRITTEN_AT = 1_790_000_000
NEW = 7


@pytest.mark.parametrize(
    ("sent_at", "is_new"), [(WRITTEN_AT - 3600, True), (WRITTEN_AT - 60, False), (WRITTEN_AT, False)]
)
async def test_equal_message_from_earlier_is_another_one(sent_at: int, is_new: bool) -> None:
    """A channel that is lost a second time is told in the same words."""
    earlier = SimpleNamespace(id=time_snowflake(datetime.fromtimestamp(sent_at, UTC)), content="lost")

    async def find_dm(_user_id: int, is_same: Any) -> int | None:
        return earlier.id if is_same(earlier) else None

    async def edit_dm(*_message: Any) -> None:
        pass

    async def post_dm(*_message: Any) -> int:
        return NEW

    api: Any = SimpleNamespace(find_dm=find_dm, edit_dm=edit_dm, post_dm=post_dm)
    row = OutboxRow(1, "user:5", 12, ChannelLost(12, 5), 0, 0, WRITTEN_AT)
    sender = DirectMessageSender(api, lambda: WRITTEN_AT + NONCE_SECONDS + 1)
    posted = await sender.post_once(row, 5, OutgoingMessage("lost"), lambda found: found.content == "lost")
    assert posted == (NEW if is_new else earlier.id)
