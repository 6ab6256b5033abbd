"""Texts and mentions of short messages."""

from typing import Any, get_args, get_type_hints

from bot.delivery.forum_posts import thread_name
from bot.delivery.relocation import channel_lost_message, moved_away_message
from bot.delivery.sender import Sender, moved_here_message, notice
from bot.delivery.worker import Dropped
from bot.matches.model.match import MatchStatus, OfferKind, SeatHolder
from bot.matches.model.outbox_messages import Message, Notice
from bot.matches.model.outbox_rows import load_message
from bot.matches.outbox import OutboxRow
from bot.ui.server.greeting import greeting
from engines.text import Seat, T
from tests.bot.ui.views import match, writer


def test_notice_mentions_players_in_its_sentence() -> None:
    row = Notice(12, T("{player}, please answer.", player=Seat(1)), [102])
    message = notice(row, match(), writer())
    assert message.content == "<@102>, please answer.\n-# İYE #12"
    assert message.mentions == (102,)
    assert message.rows == ()


def test_notice_mentions_unnamed_players_before_its_sentence() -> None:
    notice_row = Notice(12, T("{player} offers a draw.", player=Seat(0)), [102], OfferKind.DRAW)
    message = notice(notice_row, match(), writer())
    assert message.content == "<@102>: **Ann** offers a draw.\n-# İYE #12"
    ids = [getattr(control, "custom_id", "") for row in message.rows for control in row]
    assert ids == ["k:accept:12:0:draw", "k:decline:12:0:draw"]


def test_thread_name_has_plain_player_names_and_fits() -> None:
    assert thread_name(match(), writer()) == "İYE #12: Ann – Bob"
    long = match(seats=(SeatHolder(0, 1, "x" * 60), SeatHolder(1, 2, "y\ny" * 30)))
    assert len(thread_name(long, writer(seats=long.seats))) <= 100
    assert "\n" not in thread_name(long, writer(seats=long.seats))


def test_notice_can_end_with_a_channel() -> None:
    proposal = T("{player} proposes to move the match to another channel:", player=Seat(0))
    row = Notice(12, proposal, [102], channel_id=9)
    assert notice(row, match(), writer()).content.startswith(
        "<@102>: **Ann** proposes to move the match to another channel: <#9>"
    )


def test_relocation_notice_mentions_no_players() -> None:
    assert moved_away_message(match(), writer()).content == "İYE #12 continues in another channel: <#2>"
    assert moved_here_message(match(), writer()).content == "The match continues here. **Ann**, **Bob**\n-# İYE #12"
    assert (moved_away_message(match(), writer()).mentions, moved_here_message(match(), writer()).mentions) == ((), ())


def test_direct_messages_and_greetings_explain_the_next_step() -> None:
    assert "/next" in channel_lost_message(match(), writer()).content
    assert "/match action: move" in channel_lost_message(match(), writer()).content
    ended = channel_lost_message(match(status=MatchStatus.ABORTED, result=T("Over.")), writer())
    assert ended.content == "I can no longer post in the channel of İYE #12. Over."
    assert greeting(writer()).is_layout


def sender() -> Sender:
    """Return a sender without services."""
    nothing: Any = None
    return Sender(nothing, nothing, lambda: 0, lambda _: None)


def test_every_message_kind_has_a_sender() -> None:
    handlers = sender().handlers
    assert set(handlers) == set(get_args(Message))
    assert {message: get_type_hints(handler)["message"] for message, handler in handlers.items()} == {
        message: message for message in handlers
    }


async def test_unreadable_row_is_dropped_with_its_reason() -> None:
    row = OutboxRow(1, "match:12", 12, load_message("poem", "match:12", 12, "{}"), 0, 0, 0)
    assert await sender().deliver(row) == Dropped("unknown kind poem")
