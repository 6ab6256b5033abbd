"""Checks that must hold after every input of any user."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.discord_limits import callback_problems, message_problems, walk
from tests.hostile.inside import InsideDiscord
from tests.hostile.texts import TRAP
from tests.wire.emulator.interactions import Callback, Interaction, Kind
from tests.wire.emulator.messages import EPHEMERAL, texts
from tests.wire.emulator.requests import UNKNOWN_MEMBER, UNKNOWN_MESSAGE, Json, Request
from tests.wire.emulator.world import Account, Guild

REFUSED = "⚠️"

CALLBACK = "/interactions/{interaction_id}/{token}/callback"
FOLLOW_UPS = "/webhooks/{application_id}/{token}"
CREATE, CHANGE = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"

TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that change the direction of what follows."""
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
BAD = re.compile(
    r"@(?:everyone|here)|<@&|</[^>\n]*:\d+>|<a?:\w+:\d+>|<id:|<sound:|\|\||~~|`c`|\]\(|__"
    rf"|<t:{TRAP}|<#{TRAP}|https?://evil|discord\.gg/evil"
)
"""Markup that none of the bot's own texts has outside of code blocks."""
BAD_LINE = re.compile(r"^\s*(?:#{1,3} h|>+ q|-# s|- l)", re.MULTILINE)
MENTION = re.compile(r"<@!?(\d+)>")
KEY = re.compile(r"[0-9a-f]{64}")
ESCAPED = "\N{REPLACEMENT CHARACTER}"
"""Stands for a character that Discord shows as it is: it begins nothing, and joins nothing on both sides of it."""


def markup_problems(text: str, known: frozenset[int]) -> Iterator[str]:
    """What of a text Discord would take for markup, a mention or a link made by a user."""
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


class Stand(NamedTuple):
    """How a match stands, as far as inputs may change it."""

    status: str
    ply: int
    state: str | None
    people: tuple[tuple[int, str, str], ...]
    """Who sits and who is invited: id, name, standing."""
    offers: tuple[tuple[str, str], ...]
    guild_id: int | None
    opener_id: int
    game: str
    channel_id: int
    thread_id: int | None


Drafts = dict[tuple[int, int], str]


class Books:
    """The database of the running bot, read from outside."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path)
        self._version = -1
        self.matches: dict[int, Stand] = {}
        self.drafts: Drafts = {}
        self.keys: frozenset[str] = frozenset()
        """Of matches whose keys nobody may know yet."""
        self._people_of: dict[int, set[int]] = {}
        """Who has ever had to do with a match."""
        self.people_at: dict[int, set[int]] = {}
        """Who may be mentioned in a channel or thread: those who play there or are invited."""

    def look(self) -> bool:
        """Read everything again if anything was committed since; whether there was."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
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
            "SELECT id, status, ply, state, guild_id, opener_id, game, channel_id, thread_id, hex(secret)"
            " FROM matches"
            " WHERE status IN ('open', 'running') OR id > (SELECT max(id) - 40 FROM matches)"
        )
        for number, status, ply, state, *more, key in self._db.execute(rows):
            there = tuple(people.get(number, ()))
            self.matches[number] = stand = Stand(status, ply, state, there, tuple(offers.get(number, ())), *more)
            people_of = self._people_of.setdefault(number, set())
            people_of.update(person[0] for person in there)
            # Its thread may come in the moment in which a user leaves: who was in it before is told of in the thread.
            for place in (stand.channel_id, stand.thread_id or 0):
                self.people_at.setdefault(place, set()).update(people_of)
            if status in {"open", "running"}:
                keys.add(key.lower())
        self.keys = frozenset(keys)
        for number, to in self._db.execute("SELECT match_id, to_user FROM seat_offers WHERE to_user IS NOT NULL"):
            for channel_id in self.matches[number][-2:] if number in self.matches else ():
                self.people_at.setdefault(channel_id or 0, set()).add(to)
        drafts = self._db.execute("SELECT match_id, user_id, moves FROM drafts")
        self.drafts = {(match_id, user_id): moves for match_id, user_id, moves in drafts}
        return True

    def is_due(self, now: int) -> bool:
        """Whether anything is to be done at a time that has come."""
        return bool(self._db.execute("SELECT EXISTS (SELECT 1 FROM due WHERE at <= ?)", (now,)).fetchone()[0])

    def close(self) -> None:
        """Let the database go."""
        self._db.close()


class Judge:
    """Looks at everything that came of one input.

    Args:
        discord: where the bot's requests arrive.
        books: the bot's database.
        closed: a server whose people's names nobody outside of it may ever read.
        secret: what all their names contain.
    """

    def __init__(self, discord: InsideDiscord, books: Books, closed: Guild, secret: str) -> None:
        self._discord = discord
        self._books = books
        self._closed = closed
        self._secret = secret
        self.there: frozenset[str] = frozenset()
        """The controls of the messages that were pressed, as they were before."""
        self.refused = 0
        """Inputs that were refused in a sentence."""

    def problems(self, interactions: Sequence[Interaction], may_post: bool) -> list[str]:
        """Everything that is wrong after inputs of one moment; ``may_post``: whether some may be answered publicly."""
        requests, self._discord.requests = self._discord.requests, []
        before, drafts = self._books.matches, self._books.drafts
        changed = self._books.look()
        known = frozenset(self._discord.world.accounts)
        found = [problem for each in interactions for problem in self._answered(each, requests, may_post)]
        for request in requests:
            found += request.problems
            if request.status is not None and request.status >= 400 and not _in_vain(request, interactions):
                found.append(f"Discord refused {request.name}: {request.answer}")
            if isinstance(request.body, dict):
                found += self._said(request, known)
        refused = [each for each in interactions if any(map(_is_refusal, self._to_asker(each, requests)))]
        self.refused += len(refused)
        if changed:
            users = {each.user.id: each.user for each in interactions}
            found += self._effects(users, before, drafts, refused=len(refused) == len(interactions))
        return found

    # ------------------------------------------------------------------------------------------------------- answers

    def _answered(self, interaction: Interaction, requests: list[Request], may_post: bool) -> Iterator[str]:
        kind = interaction.callback_type
        if kind is None:
            yield "there was no answer"
            return
        if kind is Callback.DEFERRED_MESSAGE and not interaction.complete.done():
            yield "the bot thinks forever"
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
        """Of a message that everybody sees, only the controls may be taken off; that of a table shows the table."""
        message = interaction.message
        if message is None or message["flags"] & EPHEMERAL or interaction.channel.guild is None:
            return
        if "components" in data and not data["components"] and interaction.data["custom_id"] not in self.there:
            yield "the controls of a message that everybody sees were taken off without one of them pressed"
        content = data.get("content") or texts_of(data)
        shows_table = any("**Players**" in text for text in texts_of(data))
        if content and not shows_table:
            yield f"a message that everybody sees says now: {texts_of(data)}"

    def _to_asker(self, interaction: Interaction, requests: list[Request]) -> Iterator[str]:
        for request in self._own(interaction, requests):
            if isinstance(request.body, dict):
                data = request.body if request.template != CALLBACK else request.body.get("data") or {}
                yield from texts_of(data)

    @staticmethod
    def _own(interaction: Interaction, requests: Sequence[Request]) -> list[Request]:
        return [request for request in requests if request.params.get("token") == interaction.token]

    # --------------------------------------------------------------------------------------------------- what is said

    def _said(self, request: Request, known: frozenset[int]) -> Iterator[str]:
        body = request.body
        data, readers, mentioned = self._readers(request)
        yield from self._over_limits(request)
        for text in texts_of(data):
            yield from (f"{problem} in {text!r}" for problem in markup_problems(text, known))
        for text in texts({"components": [], **data}):
            if TURNING.search(text) or CONTROL.search(text):
                yield f"marks of direction or control characters in {text!r}"
        if texts_of(data):
            allowed = data.get("allowed_mentions")
            if allowed is None or allowed.get("parse"):
                yield f"mentions are not limited: {allowed}"
            elif too_many := {int(user) for user in allowed.get("users") or ()} - mentioned:
                yield f"{too_many} are mentioned who have nothing to do with it, by {request.name} {texts_of(data)}"
            elif allowed.get("roles"):
                yield "roles are mentioned"
        everything = json.dumps(body, ensure_ascii=False) + "".join(
            file.data.decode("utf-8", "replace") for file in request.files if file.filename.endswith((".json", ".txt"))
        )
        if readers != "closed" and self._secret in everything:
            yield f"a user elsewhere reads of those in the closed server: {everything[:300]}"
        if self._books.keys & set(KEY.findall(everything)):
            yield "the key of a running match is shown"

    def _over_limits(self, request: Request) -> Iterator[str]:
        """What Discord would not take, where no other judge has seen to it; that one's finds are with the request."""
        if self._discord.judge is not None:
            return
        if request.template == CALLBACK:
            yield from callback_problems(request.body, request.uploads)
        elif request.template in {CREATE, CHANGE} or request.template.startswith("/webhooks"):
            yield from message_problems(request.body, request.uploads, creates=request.method == "POST")

    def _readers(self, request: Request) -> tuple[Json, str, set[int]]:
        """What is said, whether everybody who reads it is in the closed server, and who may be mentioned."""
        if "token" in request.params:
            interaction = self._discord.interactions.by_token[request.params["token"]]
            data = request.body if request.template != CALLBACK else request.body.get("data") or {}
            inside = interaction.user.id in self._closed.members
            people = self._books.people_at.get(interaction.channel.id, set()) | {interaction.user.id}
            # Who is called to a table, and has deleted everything before this is judged, was called anyway.
            people = people | {int(number) for number in (interaction.data.get("resolved") or {}).get("users") or ()}
            private = (data.get("flags") or 0) & EPHEMERAL
            return data, "closed" if inside else "all", {interaction.user.id} if private else people
        if "channel_id" in request.params:
            channel = self._discord.world.channels[request.id("channel_id")]
            people = set(self._books.people_at.get(channel.id, set()))
            inside = channel.guild is self._closed
            if channel.recipient is not None:
                inside, people = channel.recipient.id in self._closed.members, {channel.recipient.id}
            return request.body, "closed" if inside else "all", people
        return {}, "all", set()

    # -------------------------------------------------------------------------------------------------------- effects

    def _effects(
        self, users: Mapping[int, Account], before: Mapping[int, Stand], drafts: Drafts, *, refused: bool
    ) -> Iterator[str]:
        """Who may have changed what."""
        names = ", ".join(repr(user.name) for user in users.values())
        for number, now in self._books.matches.items():
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
        for key, moves in self._books.drafts.items():
            if drafts.get(key) != moves and key[1] not in users:
                yield f"{names} changed the plan of {key[1]}: {drafts.get(key)} became {moves}"
        for number, planner in drafts.keys() - self._books.drafts.keys():
            was, now_or_gone = before.get(number), self._books.matches.get(number)
            same = was is not None and now_or_gone is not None and was[:2] == now_or_gone[:2]
            if planner not in users and same:
                yield f"{names} deleted the plan of {planner}"

    def _manages(self, user_id: int, match: Stand) -> bool:
        guild = self._discord.world.guilds.get(match.guild_id or 0)
        return guild is not None and user_id in guild.members and bool(guild.permissions(user_id) & MANAGING)


MANAGING = 1 << 5
"""Manage server."""


def _in_vain(request: Request, interactions: Sequence[Interaction]) -> bool:
    """Whether it is nobody's fault that Discord refused: the crowd forgets old messages, and sends ids of nobody."""
    if request.answer["code"] == UNKNOWN_MEMBER.code:
        return any(request.params["user_id"] in str(each.data) for each in interactions)
    return bool(request.answer["code"] == UNKNOWN_MESSAGE.code)


def _is_refusal(text: str) -> bool:
    return text.startswith(REFUSED)


def texts_of(data: Any) -> list[str]:
    """What is written in a message where markup is read."""
    if not isinstance(data, dict):
        return []
    parts = (part.get("content") for part in walk(data.get("components") or ()) if part.get("type") == 10)
    return [text for text in (data.get("content"), *parts) if text]
