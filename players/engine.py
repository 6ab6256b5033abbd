"""A computer player behind a line protocol, so that players of other programs can be held against it.

``players/README.md`` documents the protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engines.errors import GameError
from engines.game import CHANCE, AnyGame, Player
from players.contestants import Contestant

LONGEST_LINE = 100_000
"""Characters; longer lines are refused."""


class RefusedError(Exception):
    """A line cannot be obeyed; the message is a sentence for its sender."""


class Engine:
    """Answers one line after the other. A session has a position and, if it was named, a seat."""

    def __init__(self, game: AnyGame, contestant: Contestant, seed: int) -> None:
        self._game = game
        self._contestant = contestant
        self._seed = seed
        self._state: Any | None = None
        self._seat: Player | None = None

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the answer to each line, until ``quit`` or the end."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return
            if not word:
                continue
            try:
                yield from self._answer(word, rest.strip(), len(line))
            except (RefusedError, GameError) as error:
                yield "error " + " ".join(str(error).split())

    def _answer(self, word: str, rest: str, length: int) -> Iterator[str]:
        if length > LONGEST_LINE:
            raise RefusedError(f"the line is longer than {LONGEST_LINE} characters")
        if word in ("position", "seen"):
            self._state = None
            self._state = self._game.load_state(rest)
            yield "ok"
        elif word == "seat":
            self._seat = _number("seat", rest, least=1) - 1
            yield "ok"
        elif word == "seed":
            self._seed = _number("seed", rest, least=0)
            yield "ok"
        elif word == "go":
            yield from self._go(_number("nodes", rest, least=1) if rest else None)
        else:
            raise RefusedError(f"unknown line “{word[:40]}”; there are position, seen, seat, seed, go and quit")

    def _go(self, nodes: int | None) -> Iterator[str]:
        if self._state is None:
            raise RefusedError("no position was given")
        waiting = [player for player in self._game.players_to_move(self._state) if player != CHANCE]
        if not waiting:
            raise RefusedError("no player is to move in this position")
        seat = waiting[0] if self._seat is None else self._seat
        if seat not in waiting:
            raise RefusedError(f"seat {seat + 1} is not to move")
        # Only what the seat may know is decided from: the rest of the line changes nothing.
        observation = self._game.observe(self._state, seat)
        decision = self._contestant.player.decide(observation, seat, self._contestant.level, self._seed, nodes=nodes)
        yield "move " + " | ".join(decision.moves)
        yield f"value {decision.value:.4f}"
        yield f"reason {decision.reason.own}"


def _number(what: str, text: str, *, least: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19 and int(text) >= least):
        raise RefusedError(f"{what} must be a whole number from {least} on")
    return int(text)
