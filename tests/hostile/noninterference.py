"""Two bots that differ in one secret only: a player's decision on a sheet of Chiefdom.

All other users send both the same. If any answer, board, picture or direct message to them differs, the secret has
leaked.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from bot.matches.model.match import MatchChannel, Person
from bot.matches.model.time_control import TermsRequest
from engines.registry import GAMES
from tests.hostile.fuzz_session import FuzzSession, running_session
from tests.hostile.inputs import Input, Inputs
from tests.wire.emulator.requests import Json, ReceivedFile, Request
from tests.wire.emulator.world import Account

CHIEFDOM = GAMES["chiefdom"]
ID = re.compile(r"71303168\d{11}")
"""Matches ids. Ids of messages may come in another order; those of users have been replaced by names before."""


@dataclass(slots=True)
class ComparedBot:
    """One of the two bots."""

    session: FuzzSession
    holder: Account
    """The user who knows the secret."""
    messages: dict[str, Json] = field(default_factory=dict)
    """All answers so far, by id."""

    async def begin(self, decision: int) -> str:
        """Start a match of three in which the holder decides and the last player never does; return the decision."""
        people, matches = self.session.crowd.hostile[1:4], self.session.client.services.matches
        guild = self.session.crowd.guilds[0]
        place = MatchChannel(guild.id, next(iter(guild.channels)))
        persons = [Person(account.id, f"Player {number}") for number, account in enumerate(people)]
        table = await matches.tables.open_table(
            "chiefdom", {}, persons[0], place, terms=TermsRequest("none"), players=len(persons)
        )
        for person in persons[1:]:
            await matches.tables.join(table.id, person)
        await self.session.discord.settle()
        self.session.stored.refresh()
        state = CHIEFDOM.load_state(self.session.stored.matches[1].state or "")
        moves = CHIEFDOM.legal_moves(state, 1)
        text = CHIEFDOM.encode_move(moves[decision % len(moves)])
        match = await matches.history.get(1)
        await matches.turns.play(1, self.holder.id, match.ply, [text])
        await self.session.discord.settle()
        self.session.discord.requests.clear()
        return text

    async def send(self, given: Input) -> Counter[str] | None:
        """Send an input that the other bot gets too; return the requests that it caused, except to the holder.

        ``None`` if it cannot be sent to this bot.
        """
        await self.session.pass_time()
        world = self.session.discord.world
        channel = world.channels.get(given.channel.id)
        message = None
        if given.message is not None:
            number = given.message["id"]
            public = {} if channel is None else channel.messages
            message = self.messages.get(number) or public.get(int(number))
            if message is None or message["flags"] != given.message["flags"]:
                return None  # another message has the id here
        if channel is None:
            return None
        own = Input(given.kind, world.accounts[given.user.id], channel, given.data, message)
        interaction = self.session.discord.send(own.kind, own.user, own.channel, own.data, own.message)
        await self.session.discord.settle()
        for shown in filter(None, (interaction.original, *interaction.followups)):
            self.messages[shown["id"]] = shown
            self.session.inputs.note(own.user, own.channel, shown)
        requests, self.session.discord.requests = self.session.discord.requests, []
        self.session.stored.refresh()
        return Counter(self._line(request) for request in requests if not self.is_to_holder(request))

    @property
    def is_secret(self) -> bool:
        """Whether the decision has not been revealed by the rules."""
        match = self.session.stored.matches[1]
        return match.status == "running"

    def is_to_holder(self, request: Request) -> bool:
        """Whether a request goes to the holder."""
        channel = self.session.discord.world.channels.get(int(request.params.get("channel_id", 0)))
        return channel is not None and channel.recipient is not None and channel.recipient.id == self.holder.id

    def _line(self, request: Request) -> str:
        files = [(file.filename, _content(file)) for file in request.files]
        body = json.dumps(request.body, ensure_ascii=False, sort_keys=True)
        line = f"{request.method} {request.template} {body} {files}"
        for account in self.session.crowd.hostile:
            line = line.replace(str(account.id), account.name)
        return ID.sub("ID", line)


@dataclass(slots=True)
class Transcript:
    """The inputs of one bot, and the requests that each caused."""

    decided: str
    inputs: list[Input] = field(default_factory=list)
    outcomes: list[Counter[str] | None] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


async def differences(seed: int, inputs: int) -> tuple[int, list[str]]:
    """Send inputs to both bots until the limit or until the secret is revealed; return their number and differences."""
    first = await _run(seed, 3, inputs)
    second = await _run(seed, 40, inputs, first.inputs)
    assert first.decided != second.decided
    for given, one, other in zip(first.inputs, first.outcomes, second.outcomes, strict=False):
        if other is None:
            break  # its message is another one there
        if one is not None and one != other:
            return len(second.inputs), [f"{given}: {_difference(one, other)}"]
    return len(second.inputs), first.errors + second.errors


async def _run(seed: int, decision: int, inputs: int, given: Sequence[Input] = ()) -> Transcript:
    """Run one bot, with new inputs or with those of the other bot."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        async with running_session(Path(folder), seed) as session:
            compared = ComparedBot(session, session.crowd.hostile[2])
            transcript = Transcript(await compared.begin(decision))
            # The holder sends nothing more, and the last player never decides.
            del session.crowd.hostile[2:4]
            for number in range(inputs):
                if not compared.is_secret or (given and number >= len(given)):
                    break
                made = given[number] if given else next_input(session.inputs, rng)
                transcript.inputs.append(made)
                transcript.outcomes.append(await compared.send(made))
            transcript.errors = session.alarm.records
            return transcript


def _content(file: ReceivedFile) -> str:
    return file.data.decode() if file.filename.endswith((".json", ".txt")) else sha256(file.data).hexdigest()


def next_input(maker: Inputs, rng: random.Random) -> Input:
    """Return an input of a user about the match."""
    return rng.choice((maker.forged, maker.forged_form, maker.command, maker.command, maker.typing))()


def _difference(one: Counter[str], other: Counter[str]) -> Sequence[str]:
    return [line[:1500] for line in ((one - other) + (other - one))]
