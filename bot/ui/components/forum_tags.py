"""Tags of matches' posts in a forum: one for the game and one for the state, where the forum has tags of these names.

Names are those in the server's language or in English. Members who moderate the forum make the tags.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from discord import ForumChannel, ForumTag

from bot.matches.model.match import Match, MatchStatus
from bot.ui.components.text import Writer
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T, Text

TAGS_OF_POST, TAGS_OF_FORUM, TAG_LENGTH = 5, 20, 20
"""Most tags of a post and of a forum, and of characters in a tag's name
(https://discord.com/developers/docs/resources/channel#forum-tag-object)."""

OPEN, UNDER_WAY, FINISHED = T("open"), T("under way"), T("finished")
STATES = (OPEN, UNDER_WAY, FINISHED)


def missing_tags(forum: ForumChannel, write: Writer) -> tuple[str, ...]:
    """Return the names of the tags that a forum lacks."""
    states = tuple(write.plain(state, TAG_LENGTH) for state in STATES if not _named(forum.available_tags, state, write))
    games = tuple(info.title for info in _games() if not _of_game(forum.available_tags, info))
    return games + states


def usable_tags(forum: ForumChannel) -> list[ForumTag]:
    """Return the tags of a forum that the bot may apply: some are for members who may manage threads."""
    may_moderate = forum.permissions_for(forum.guild.me).manage_threads
    return [tag for tag in forum.available_tags if may_moderate or not tag.moderated]


def tags_for(info: GameInfo, status: MatchStatus, forum: ForumChannel, write: Writer) -> list[int]:
    """Return the ids of the tags for a match of a game, that of its state first."""
    usable = usable_tags(forum)
    return [tag.id for tag in (*_named(usable, _state(status), write), *_of_game(usable, info))]


def updated_tags(match: Match, forum: ForumChannel, applied: Collection[int], write: Writer) -> list[int]:
    """Return the ids of all tags of a match's post: the old state's tags are replaced, others kept.

    Tags that the forum no longer has are left out.
    """
    usable = usable_tags(forum)
    of_states = {tag.id for state in STATES for tag in _named(usable, state, write)}
    known = {tag.id for tag in forum.available_tags}
    kept = [tag_id for tag_id in applied if tag_id in known - of_states]
    added = [tag_id for tag_id in tags_for(GAMES[match.game].info, match.status, forum, write) if tag_id not in kept]
    return (kept + added)[:TAGS_OF_POST]


def _state(status: MatchStatus) -> Text:
    return {MatchStatus.OPEN: OPEN, MatchStatus.RUNNING: UNDER_WAY}.get(status, FINISHED)


def _games() -> list[GameInfo]:
    return [game.info for game in GAMES.values()]


def _named(tags: Sequence[ForumTag], state: Text, write: Writer) -> list[ForumTag]:
    names = {state.singular.casefold(), write.plain(state, TAG_LENGTH).casefold()}
    return [tag for tag in tags if tag.name.casefold() in names][:1]


def _of_game(tags: Sequence[ForumTag], info: GameInfo) -> list[ForumTag]:
    return [tag for tag in tags if tag.name.casefold() in {info.title.casefold(), info.slug}][:1]
