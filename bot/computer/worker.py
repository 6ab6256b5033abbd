"""The process of the computer players: ``python -m bot.computer.worker``.

It yields to everything else, unless the argument ``--usual-priority`` says otherwise.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Final

from bot.computer.decider import TimedJudgement, VersionedDecision
from bot.computer.protocol import USUAL_PRIORITY, JudgementRequest, TimedAnswer, decode_request, encode_answer
from bot.process.end_with_parent import end_with_parent
from bot.process.memory_limit import OUT_OF_MEMORY, limit_memory
from bot.process.messages import run_worker
from bot.process.thread_priority import LOWEST
from engines.registry import GAMES
from players.registry import player_of
from players.review import judge

MOST_MEMORY: Final = 128 * 1024 * 1024
"""Bytes of data that the process may have: five times what any decision was seen to need (docs/proof.md)."""


def handle(message: bytes) -> bytes:
    """Return the decision or judgement that a request asks for.

    Raises:
        ValueError: this version does not have the rules.
    """
    request = decode_request(message)
    game = GAMES[request.game]
    if game.info.rules_version != request.rules_version:
        raise ValueError(f"{request.game} has rules {game.info.rules_version}, not {request.rules_version}")
    began = time.process_time()
    if isinstance(request, JudgementRequest):
        found = judge(game, request.observation, request.player, request.moves, deep=request.deep)
        return encode_answer(TimedJudgement(found, time.process_time() - began))
    player = player_of(game)
    decision = player.decide(request.observation, request.player, request.level, request.seed, nodes=request.nodes)
    return encode_answer(TimedAnswer(VersionedDecision(decision, player.version), time.process_time() - began))


def main() -> None:
    """Answer the requests of the bot; end at the first that takes too much memory, so that all of it is free again."""
    end_with_parent()
    limit_memory(MOST_MEMORY)
    run_worker(_handle_or_end, niceness=0 if USUAL_PRIORITY in sys.argv else LOWEST)


def _handle_or_end(message: bytes) -> bytes:
    try:
        return handle(message)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


if __name__ == "__main__":
    main()
