"""Checks that must hold after every input of any user."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bot.storage.paths import is_server
from tests.discord_limits import callback_problems, message_problems, walk
from tests.hostile.inside import InsideDiscord
from tests.hostile.texts import TRAP
from tests.postgres import Reading
from tests.wire.emulator.interactions import Callback, Interaction, Kind
from tests.wire.emulator.messages import EPHEMERAL, texts
from tests.wire.emulator.requests import UNKNOWN_MEMBER, UNKNOWN_MESSAGE, Json, Request
from tests.wire.emulator.world import Account, Guild

REFUSED = "⚠️"

CALLBACK = "/interactions/{interaction_id}/{token}/callback"
FOLLOW_UPS = "/webhooks/{application_id}/{token}"
CREATE, CHANGE = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"

TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Matches characters that change the direction of text."""
ISOLATED = re.compile("\u2068([^\u2066-\u2069]*)\u2069")
"""Matches a name from right to left, around which the bot puts these two."""
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
BAD = re.compile(
    r"@(?:everyone|here)|<@&|</[^>\n]*:\d+>|<a?:\w+:\d+>|<id:|<sound:|\|\||~~|`c`|\]\(|__"
    rf"|<t:{TRAP}|<#{TRAP}|https?://evil|discord\.gg/evil"
)
"""Matches markup that the bot's own texts never have outside of code blocks."""
BAD_LINE = re.compile(r"^\s*(?:#{1,3} h|>+ q|-# s|- l)", re.MULTILINE)
MENTION = re.compile(r"<@!?(\d+)>")
KEY = re.compile(r"[0-9a-f]{64}")
ESCAPED = "\N{REPLACEMENT CHARACTER}"
"""Replaces an escaped character, so that it neither begins markup nor joins the text around it."""


def markup_problems(text: str, known: frozenset[int]) -> Iterator[str]:
    """Yield the parts of a text that Discord would read as markup, a mention or a link of a user."""
    outside, inside = text.split("```")[::2], text.split("```")[1::2]
    if len(outside) == len(inside):
        yield "a code block is left open"
    plain = re.sub(r"\\[^\w\s]", ESCAPED, "\n".join(outside))
    for found in BAD.finditer(plain):
        yield f"unescaped {found[0]!r}"
    for found in BAD_LINE.finditer(plain):
        yield f"a line that begins with {found[0]!r}"
    yield from (f"a mention of nobody, {number}" for number in MENTION.findall(plain) if int(number) not in known)
    if plain.count("`") % 2:
        yield "an unescaped backtick"
    if plain.count("**") % 2:
        yield "bold text is left open"


class MatchRow(NamedTuple):
    """The stored facts of a match that inputs may change."""

    status: str
    ply: int
    state: str | None
    people: tuple[tuple[int, str, str], ...]
    """Seated and invited users: id, name, standing."""
    offers: tuple[tuple[str, str], ...]
    guild_id: int | None
    opener_id: int
    game: str
    channel_id: int
    thread_id: int | None


Plans = dict[tuple[int, int], str]


class StoredMatches:
    """The matches in the running bot's database."""

    def __init__(self, address: Path | str) -> None:
        self._db: Any = Reading(str(address)) if is_server(address) else sqlite3.connect(address)
        self._find_version = (
            "SELECT CAST(pg_current_snapshot() AS TEXT)" if is_server(address) else "PRAGMA data_version"
        )
        self._version: object = None
        self.matches: dict[int, MatchRow] = {}
        self.plans: Plans = {}
        self.keys: frozenset[str] = frozenset()
        """Keys of matches that are still secret."""
        self._people_of: dict[int, set[int]] = {}
        """All users who were ever seated in or invited to a match."""
        self.people_at: dict[int, set[int]] = {}
        """Users who may be mentioned in a channel or thread: its players and invited users."""

    def refresh(self) -> bool:
        """Read the database again if it has changed; return whether it has."""
        (version,) = self._db.execute(self._find_version).fetchone()
        if version == self._version:
            return False
        self._version = version
        people: dict[int, list[tuple[int, str, str]]] = {}
        for match_id, *person in self._db.execute(
            "SELECT match_id, user_id, coalesce(alias, name), standing FROM seats ORDER BY 1, 2"
        ):
            people.setdefault(match_id, []).append(tuple(person))
        offers: dict[int, list[tuple[str, str]]] = {}
        for match_id, kind, accepted in self._db.execute("SELECT match_id, kind, accepted FROM offers ORDER BY 1, 2"):
            offers.setdefault(match_id, []).append((kind, accepted))
        self.matches, keys = {}, set()
        rows = (
            "SELECT id, status, ply, state, guild_id, opener_id, game, channel_id, thread_id, secret"
            " FROM matches"
            " WHERE status IN ('open', 'running') OR id > (SELECT max(id) - 40 FROM matches)"
        )
        for number, status, ply, state, *more, key in self._db.execute(rows):
            there = tuple(people.get(number, ()))
            self.matches[number] = row = MatchRow(status, ply, state, there, tuple(offers.get(number, ())), *more)
            people_of = self._people_of.setdefault(number, set())
            people_of.update(person[0] for person in there)
            # A thread may be created while a user leaves, and then mentions that user.
            for place in (row.channel_id, row.thread_id or 0):
                self.people_at.setdefault(place, set()).update(people_of)
            if status in {"open", "running"}:
                keys.add(bytes(key).hex())
        self.keys = frozenset(keys)
        for number, to in self._db.execute("SELECT match_id, to_user FROM seat_offers WHERE to_user IS NOT NULL"):
            for channel_id in self.matches[number][-2:] if number in self.matches else ():
                self.people_at.setdefault(channel_id or 0, set()).add(to)
        plans = self._db.execute("SELECT match_id, user_id, moves FROM drafts")
        self.plans = {(match_id, user_id): moves for match_id, user_id, moves in plans}
        return True

    def is_due(self, now: int) -> bool:
        """Whether a job is due."""
        return bool(self._db.execute("SELECT EXISTS (SELECT 1 FROM due WHERE at <= ?)", (now,)).fetchone()[0])

    def close(self) -> None:
        """Close the database."""
        self._db.close()


class Judge:
    """Checks all effects of an input.

    Args:
        discord: where the bot's requests arrive.
        stored: the bot's database.
        closed: a server whose members' names no other user may ever read.
        secret: part of all these names.
    """

    def __init__(self, discord: InsideDiscord, stored: StoredMatches, closed: Guild, secret: str) -> None:
        self._discord = discord
        self._stored = stored
        self._closed = closed
        self._secret = secret
        self.there: frozenset[str] = frozenset()
        """Custom ids of the clicked messages before the input."""
        self.refused = 0
        """Inputs that were refused with a sentence."""

    def problems(self, interactions: Sequence[Interaction], may_post: bool) -> list[str]:
        """Return all problems after the inputs of one moment; ``may_post``: whether a public answer is allowed."""
        requests, self._discord.requests = self._discord.requests, []
        before, plans = self._stored.matches, self._stored.plans
        changed = self._stored.refresh()
        known = frozenset(self._discord.world.accounts)
        found = [problem for each in interactions for problem in self._answered(each, requests, may_post)]
        for request in requests:
            found += request.problems
            if request.status is not None and request.status >= 400 and not _is_expected(request, interactions):
                found.append(f"Discord refused {request.name}: {request.answer}")
            if isinstance(request.body, dict):
                found += self._said(request, known)
        refused = [each for each in interactions if any(map(_is_refusal, self._to_asker(each, requests)))]
        self.refused += len(refused)
        if changed:
            users = {each.user.id: each.user for each in interactions}
            found += self._effects(users, before, plans, refused=len(refused) == len(interactions))
        return found

    # ------------------------------------------------------------------------------------------------------- answers

    def _answered(self, interaction: Interaction, requests: list[Request], may_post: bool) -> Iterator[str]:
        kind = interaction.callback_type
        if kind is None:
            yield "there was no answer"
            return
        if kind is Callback.DEFERRED_MESSAGE and not interaction.complete.done():
            yield "the deferred answer never came"
        if interaction.kind is Kind.AUTOCOMPLETE and kind is not Callback.AUTOCOMPLETE:
            yield f"an autocomplete was answered with {kind.name}"
        for request in self._own(interaction, requests):
            if request.template not in {CALLBACK, FOLLOW_UPS, FOLLOW_UPS + "/messages/{message_id}"}:
                continue
            data = request.body if request.template != CALLBACK else request.body.get("data") or {}
            type_ = request.body.get("type") if request.template == CALLBACK else None
            creates = type_ in {Callback.MESSAGE, Callback.DEFERRED_MESSAGE} or (request.method == "POST" and not type_)
            if creates and not (data.get("flags") or 0) & EPHEMERAL and not may_post:
                yield f"everybody can read the answer: {texts_of(data)[:1]}"
            of_message = request.params.get("message_id") == "@original" and kind in {
                Callback.UPDATE,
                Callback.DEFERRED_UPDATE,
            }
            if type_ == Callback.UPDATE or (request.method == "PATCH" and of_message):
                yield from self._changed(interaction, data)

    def _changed(self, interaction: Interaction, data: Json) -> Iterator[str]:
        """Check that a public message has changed only by losing its controls, or by showing its table."""
        message = interaction.message
        if message is None or message["flags"] & EPHEMERAL or interaction.channel.guild is None:
            return
        if "components" in data and not data["components"] and interaction.data["custom_id"] not in self.there:
            yield "a public message lost its controls, although none of them was clicked"
        content = data.get("content") or texts_of(data)
        shows_table = any("**Players**" in text for text in texts_of(data))
        if content and not shows_table:
            yield f"a public message now says: {texts_of(data)}"

    def _to_asker(self, interaction: Interaction, requests: list[Request]) -> Iterator[str]:
        for request in self._own(interaction, requests):
            if isinstance(request.body, dict):
                data = request.body if request.template != CALLBACK else request.body.get("data") or {}
                yield from texts_of(data)

    @staticmethod
    def _own(interaction: Interaction, requests: Sequence[Request]) -> list[Request]:
        return [request for request in requests if request.params.get("token") == interaction.token]

    # ----------------------------------------------------------------------------------------------------------- texts

    def _said(self, request: Request, known: frozenset[int]) -> Iterator[str]:
        body = request.body
        data, readers, mentioned = self._readers(request)
        yield from self._over_limits(request)
        for text in texts_of(data):
            yield from (f"{problem} in {text!r}" for problem in markup_problems(text, known))
        for text in texts({"components": [], **data}):
            if TURNING.search(ISOLATED.sub(r"\1", text)) or CONTROL.search(text):
                yield f"marks of direction or control characters in {text!r}"
        if texts_of(data):
            allowed = data.get("allowed_mentions")
            if allowed is None or allowed.get("parse"):
                yield f"mentions are not limited: {allowed}"
            elif too_many := {int(user) for user in allowed.get("users") or ()} - mentioned:
                yield f"unconcerned users {too_many} are mentioned by {request.name} {texts_of(data)}"
            elif allowed.get("roles"):
                yield "roles are mentioned"
        everything = json.dumps(body, ensure_ascii=False) + "".join(
            file.data.decode("utf-8", "replace") for file in request.files if file.filename.endswith((".json", ".txt"))
        )
        if readers != "closed" and self._secret in everything:
            yield f"a user elsewhere reads names of the closed server: {everything[:300]}"
        if self._stored.keys & set(KEY.findall(everything)):
            yield "the key of a running match is shown"

    def _over_limits(self, request: Request) -> Iterator[str]:
        """Yield violations of Discord's limits, unless the schema's judge has checked the request already."""
        if self._discord.judge is not None:
            return
        if request.template == CALLBACK:
            yield from callback_problems(request.body, request.uploads)
        elif request.template in {CREATE, CHANGE} or request.template.startswith("/webhooks"):
            yield from message_problems(request.body, request.uploads, creates=request.method == "POST")

    def _readers(self, request: Request) -> tuple[Json, str, set[int]]:
        """Return the message, whether all its readers are in the closed server, and who may be mentioned."""
        if "token" in request.params:
            interaction = self._discord.interactions.by_token[request.params["token"]]
            data = request.body if request.template != CALLBACK else request.body.get("data") or {}
            inside = interaction.user.id in self._closed.members
            people = self._stored.people_at.get(interaction.channel.id, set()) | {interaction.user.id}
            # A user may delete their data between an invitation and this check.
            people = people | {int(number) for number in (interaction.data.get("resolved") or {}).get("users") or ()}
            private = (data.get("flags") or 0) & EPHEMERAL
            return data, "closed" if inside else "all", {interaction.user.id} if private else people
        if "channel_id" in request.params:
            channel = self._discord.world.channels[request.id("channel_id")]
            people = set(self._stored.people_at.get(channel.id, set()))
            inside = channel.guild is self._closed
            if channel.recipient is not None:
                inside, people = channel.recipient.id in self._closed.members, {channel.recipient.id}
            return request.body, "closed" if inside else "all", people
        return {}, "all", set()

    # -------------------------------------------------------------------------------------------------------- effects

    def _effects(
        self, users: Mapping[int, Account], before: Mapping[int, MatchRow], plans: Plans, *, refused: bool
    ) -> Iterator[str]:
        """Yield changes of matches and plans that the users were not allowed to make."""
        names = ", ".join(repr(user.name) for user in users.values())
        for number, now in self._stored.matches.items():
            was = before.get(number)
            if was is None or was[:-1] == now[:-1]:  # its thread may be made later
                continue
            if refused:
                yield f"a refused input changed match {number}: {was} became {now}"
            concerned = {was.opener_id, *(person[0] for person in (*was.people, *now.people))}
            if not users.keys() & concerned and not any(self._manages(user, now) for user in users):
                yield f"{names} changed match {number} of others: {was} became {now}"
            seated = {person[0] for person in (*was.people, *now.people) if person[2] == "seated"}
            if was.state not in (None, now.state) and not users.keys() & seated:
                yield f"{names} moved in match {number} of others"
        for key, moves in self._stored.plans.items():
            if plans.get(key) != moves and key[1] not in users:
                yield f"{names} changed the plan of {key[1]}: {plans.get(key)} became {moves}"
        for number, planner in plans.keys() - self._stored.plans.keys():
            was, now_or_gone = before.get(number), self._stored.matches.get(number)
            same = was is not None and now_or_gone is not None and was[:2] == now_or_gone[:2]
            if planner not in users and same:
                yield f"{names} deleted the plan of {planner}"

    def _manages(self, user_id: int, match: MatchRow) -> bool:
        guild = self._discord.world.guilds.get(match.guild_id or 0)
        return guild is not None and user_id in guild.members and bool(guild.permissions(user_id) & MANAGING)


MANAGING = 1 << 5
"""Manage server."""


def _is_expected(request: Request, interactions: Sequence[Interaction]) -> bool:
    """Whether Discord's refusal is expected: the session deletes old messages and sends ids of unknown users."""
    if request.answer["code"] == UNKNOWN_MEMBER.code:
        return any(request.params["user_id"] in f"{each.user.id} {each.data}" for each in interactions)
    return bool(request.answer["code"] == UNKNOWN_MESSAGE.code)


def _is_refusal(text: str) -> bool:
    return text.startswith(REFUSED)


def texts_of(data: Any) -> list[str]:
    """Return the texts of a message in which Discord reads markup."""
    if not isinstance(data, dict):
        return []
    parts = (part.get("content") for part in walk(data.get("components") or ()) if part.get("type") == 10)
    return [text for text in (data.get("content"), *parts) if text]
