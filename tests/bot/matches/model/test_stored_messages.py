"""Stored rows of the outbox: those of earlier versions can be read, and the format stays the same."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.matches.model.match import OfferKind
from bot.matches.model.outbox_messages import (
    ArchiveThread,
    Board,
    ChannelLost,
    CreateThread,
    DeleteDigest,
    DeleteReminder,
    DeleteSheet,
    DeleteSpectatorBoard,
    Digest,
    Greeting,
    Message,
    MovedAway,
    MovedHere,
    Notice,
    Priority,
    RefreshDeadlines,
    RefreshPost,
    RefreshSheetDeadline,
    RefreshStatus,
    RefreshTable,
    Reminder,
    RemoveButtons,
    ResultBoard,
    Sheet,
    SpectatorBoard,
    TableAlert,
    TimeoutQuestion,
)
from bot.matches.model.outbox_rows import Unreadable, dump_message, load_message, match_of, queue_key_of
from engines.text import TN, Seat, T

PROPOSED = T("{player} proposes a pause.", player=Seat(0))
PROPOSED_JSON = '{"text":"{player} proposes a pause.","args":[["player",{"seat":0}]]}'
COUNTED = TN("The match is paused for one day.", "The match is paused for {count} days.", 2)
COUNTED_JSON = '{"text":"The match is paused for one day.","plural":"The match is paused for {count} days.","count":2}'

FIRST_VERSION: list[tuple[str, str, int | None, str, Message]] = [
    ("place", "match:12", 12, "{}", CreateThread(12)),
    ("table", "match:12", 12, "{}", RefreshTable(12)),
    ("turn", "match:12", 12, '{"ply":3,"call":[1,2]}', Board(12, 3, (1, 2))),
    ("turn", "match:12", 12, '{"ply":3,"call":[],"outage":7200}', Board(12, 3, (), 7200)),
    ("turn", "match:12", 12, '{"ply":3,"call":[1],"since":2}', Board(12, 3, (1,), since=2)),
    ("result", "match:12", 12, '{"ply":9}', ResultBoard(12, 9)),
    ("notice", "match:12", 12, f'{{"text":{PROPOSED_JSON},"mention":[],"offer":null}}', Notice(12, PROPOSED)),
    ("notice", "match:12", 12, f'{{"text":{COUNTED_JSON},"mention":[102],"offer":null}}', Notice(12, COUNTED, (102,))),
    (
        "notice",
        "match:12",
        12,
        f'{{"text":{PROPOSED_JSON},"mention":[102,103],"offer":"draw"}}',
        Notice(12, PROPOSED, (102, 103), OfferKind.DRAW),
    ),
    (
        "notice",
        "match:12",
        12,
        f'{{"text":{PROPOSED_JSON},"mention":[102],"offer":"pause","days":5}}',
        Notice(12, PROPOSED, (102,), OfferKind.PAUSE, days=5),
    ),
    (
        "notice",
        "match:12",
        12,
        f'{{"text":{PROPOSED_JSON},"mention":[102],"offer":"move","guild":6,"channel":7}}',
        Notice(12, PROPOSED, (102,), OfferKind.MOVE, guild_id=6, channel_id=7),
    ),
    (
        "notice",
        "match:12",
        12,
        f'{{"text":{PROPOSED_JSON},"mention":[104],"offer":null,"seat":0,"named":true}}',
        Notice(12, PROPOSED, (104,), seat=0, named=True),
    ),
    (
        "notice",
        "match:12",
        12,
        f'{{"text":{PROPOSED_JSON},"mention":[],"offer":null,"seat":0}}',
        Notice(12, PROPOSED, seat=0),
    ),
    (
        "notice",
        "match:12",
        12,
        f'{{"text":{PROPOSED_JSON},"mention":[101],"offer":null,"at":[1700000000]}}',
        Notice(12, PROPOSED, (101,), at=(1700000000,)),
    ),
    (
        "notice",
        "match:12",
        12,
        f'{{"text":{PROPOSED_JSON},"mention":[101],"offer":null,"clocks":true}}',
        Notice(12, PROPOSED, (101,), clocks=True),
    ),
    ("strip", "match:12", 12, '{"message_id":100}', RemoveButtons(12, 100)),
    ("strip", "match:12", 12, '{"message_id":100,"channel":7}', RemoveButtons(12, 100, 7)),
    ("status", "match:12", 12, '{"ply":3,"since":1}', RefreshStatus(12, 3, 1)),
    ("clock", "match:12", 12, "{}", RefreshDeadlines(12)),
    ("question", "match:12", 12, '{"new":true}', TimeoutQuestion(12, new=True)),
    ("question", "match:12", 12, '{"new":false}', TimeoutQuestion(12, new=False)),
    ("reminder", "match:12", 12, '{"players":[0,2]}', Reminder(12, (0, 2))),
    ("reminder", "match:12", 12, '{"players":[0],"closed":[0]}', Reminder(12, (0,), (0,))),
    ("reminder", "match:12", 12, '{"players":[0],"closed":[]}', Reminder(12, (0,), ())),
    ("remove", "match:12", 12, '{"message_id":100}', DeleteReminder(12, 100)),
    ("depart", "match:12", 12, '{"guild":6,"channel":7,"message_id":100}', MovedAway(12, 6, 7, 100)),
    ("depart", "match:12", 12, '{"guild":null,"channel":7,"message_id":null}', MovedAway(12, None, 7, None)),
    ("arrive", "match:12", 12, "{}", MovedHere(12)),
    ("post", "match:12", 12, "{}", RefreshPost(12)),
    ("post", "match:12", 12, '{"rename":true}', RefreshPost(12, rename=True)),
    ("archive", "match:12", 12, "{}", ArchiveThread(12)),
    ("sheet", "sheet:12:0", 12, '{"player":0,"ply":3,"new":true}', Sheet(12, 0, 3, new=True)),
    ("discard", "sheet:12:0", 12, '{"player":0,"message_id":100}', DeleteSheet(match_id=12, player=0, message_id=100)),
    (
        "discard",
        "sheet:12:0",
        12,
        '{"player":0,"user":101,"message_id":100}',
        DeleteSheet(match_id=12, player=0, user_id=101, message_id=100),
    ),
    ("watch", "watch:12:103", 12, '{"user":103}', SpectatorBoard(12, 103)),
    ("unwatch", "watch:12:103", 12, '{"user":103,"message_id":100}', DeleteSpectatorBoard(12, 103, 100)),
    ("nudge", "user:101", None, '{"new":true}', Digest(101, new=True)),
    ("nudge", "user:101", None, '{"new":true,"called":12}', Digest(101, new=True, announces=12)),
    ("nudge", "user:101", None, '{"new":false}', Digest(101, new=False)),
    ("unnudge", "user:101", None, '{"message_id":100}', DeleteDigest(101, 100)),
    ("lost", "user:101", 12, "{}", ChannelLost(12, 101)),
    ("greeting", "guild:6", None, "{}", Greeting(6)),
]
"""Rows of the oldest supported version with their messages, which are still written like this."""

LATER_VERSIONS: list[tuple[str, str, int | None, str, Message]] = [
    (
        "notice",
        "match:12",
        12,
        f'{{"text":{PROPOSED_JSON},"mention":[],"offer":null,"resume":true}}',
        Notice(12, PROPOSED, resume=True),
    ),
    (
        "notice",
        "match:12",
        12,
        f'{{"text":{PROPOSED_JSON},"mention":[101],"offer":null,"clocks":true,"board":true,"turn":0}}',
        Notice(12, PROPOSED, (101,), clocks=True, board=True, turn=0),
    ),
    ("retime", "sheet:12:0", 12, '{"player":0}', RefreshSheetDeadline(12, 0)),
    ("tablealert", "user:101", 12, "{}", TableAlert(12, 101)),
]
"""Rows that only later versions write."""

OLDER_VERSIONS: list[tuple[str, str, int | None, str, Message]] = [
    ("turn", "match:12", 12, '{"ply":3}', Board(12, 3)),
    ("notice", "match:12", 12, f'{{"text":{PROPOSED_JSON}}}', Notice(12, PROPOSED)),
    ("lost", "match:12", 12, "{}", ChannelLost(12)),
    # After the deletion of a user's data.
    (
        "discard",
        "sheet:12:0",
        12,
        '{"player":0,"user":0,"message_id":100}',
        DeleteSheet(match_id=12, player=0, user_id=0, message_id=100),
    ),
]
"""Formats of even earlier versions, which may still be stored and are no longer written."""

UNREADABLE = [
    ("poem", "match:12", 12, "{}", "unknown kind poem"),
    ("turn", "match:12", 12, '{"call":[1]}', "turn: ply is missing"),
    ("turn", "match:12", 12, '{"ply":"3"}', "turn: ply is '3'"),
    ("turn", "match:12", 12, '{"ply":3,"call":1}', "turn: call is 1"),
    ("notice", "match:12", 12, '{"text":{},"mention":[]}', "notice: text is {}"),
    ("notice", "match:12", 12, f'{{"text":{PROPOSED_JSON},"offer":"tea"}}', "notice: offer is 'tea'"),
    ("result", "match:12", 12, "[]", "result: '[]' is no object"),
    ("result", "match:12", 12, "{", None),
    ("nudge", "user:", None, '{"new":true}', None),
    ("nudge", "nowhere", None, '{"new":true}', "nudge: nowhere is no queue key"),
]


@pytest.mark.parametrize(
    ("kind", "queue_key", "match_id", "args", "message"), FIRST_VERSION + LATER_VERSIONS + OLDER_VERSIONS
)
def test_stored_row_is_decoded(kind: str, queue_key: str, match_id: int | None, args: str, message: Message) -> None:
    assert load_message(kind, queue_key, match_id, args) == message


@pytest.mark.parametrize(("kind", "queue_key", "match_id", "args", "message"), FIRST_VERSION + LATER_VERSIONS)
def test_message_is_encoded_as_in_earlier_versions(
    kind: str, queue_key: str, match_id: int | None, args: str, message: Message
) -> None:
    stored = message.kind, queue_key_of(message), match_of(message), dump_message(message)
    assert stored == (kind, queue_key, match_id, args)


@pytest.mark.parametrize(("kind", "queue_key", "match_id", "args", "reason"), UNREADABLE)
def test_unreadable_row_says_why(
    kind: str, queue_key: str, match_id: int | None, args: str, reason: str | None
) -> None:
    found = load_message(kind, queue_key, match_id, args)
    assert isinstance(found, Unreadable)
    assert found.kind == kind
    assert found.reason == reason or (reason is None and found.reason)
    assert found.priority is Priority.PUBLIC


def test_every_kind_is_tested_here_and_unique() -> None:
    assert {type(message) for *_, message in FIRST_VERSION + LATER_VERSIONS} == set(get_args(Message))
    assert len({message.kind for message in get_args(Message)}) == len(get_args(Message))


def test_kinds_have_their_priorities() -> None:
    priorities = {
        priority: {message.kind for message in get_args(Message) if message.priority is priority}
        for priority in Priority
    }
    assert priorities[Priority.PERSONAL] == {"sheet", "watch", "nudge", "tablealert"}
    assert priorities[Priority.CLEANUP] == {
        "strip",
        "status",
        "remove",
        "discard",
        "unwatch",
        "unnudge",
        "post",
        "archive",
    }
    assert priorities[Priority.DEADLINES] == {"clock", "retime"}
