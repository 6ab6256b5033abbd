"""Direct messages about a match without a channel."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.delivery.posting import DirectMessageSender
from bot.delivery.relocation import RelocationMessages
from bot.matches.model.outbox_messages import ChannelLost
from bot.matches.model.outbox_rows import load_message
from bot.matches.outbox import OutboxRow
from tests.bot.ui.views import match, writer


@pytest.mark.parametrize(
    ("queue_key", "notified"), [("user:102", [(102, "k7")]), ("match:12", [(101, "k7-0"), (102, "k7-1")])]
)
async def test_row_notifies_one_player_or_all_if_written_by_an_older_version(
    queue_key: str, notified: list[tuple[int, str]]
) -> None:
    sent = []

    async def get(_match_id: int) -> Any:
        return match()

    async def dm_writer(*_about: object) -> Any:
        return writer()

    async def post_dm(user_id: int, message: Any, nonce: str) -> int:
        assert message.content.startswith("I can no longer post in the channel of İYE #12")
        sent.append((user_id, nonce))
        return 1

    services: Any = SimpleNamespace(matches=SimpleNamespace(history=SimpleNamespace(get=get)), dm_writer=dm_writer)
    api: Any = SimpleNamespace(send_dm=post_dm, post_dm=post_dm)
    message = load_message("lost", queue_key, 12, "{}")
    assert isinstance(message, ChannelLost)
    await RelocationMessages(api, services, DirectMessageSender(api, lambda: 0)).handlers[ChannelLost](
        OutboxRow(7, queue_key, 12, message, 0, 0, 0), message
    )
    assert sent == notified
