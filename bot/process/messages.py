"""Messages between the bot and a worker process, over the process's standard input and output.

A message is its length in four bytes, most significant first, followed by that many bytes. The worker answers each with
a status byte, then the answer or the text of the error. Answers come in the order of the requests.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
import traceback
from collections.abc import Callable, Iterator
from itertools import count
from typing import BinaryIO, Final

LENGTH = struct.Struct(">L")
DONE, FAILED = b"\x01", b"\x00"

LOW_PRIORITY: Final = 10
"""Nice value (nice(2)) of a worker that yields to others: a tenth of the processor of one that does not."""


def length_prefixed(*message: bytes) -> bytes:
    """Return the joined parts of a message with their total length in front."""
    return b"".join((LENGTH.pack(sum(map(len, message))), *message))


class MessageReader:
    """Splits a stream of bytes into messages."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the messages that these bytes complete, without their lengths."""
        self._rest += data
        while len(self._rest) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._rest)
            end = LENGTH.size + length
            if len(self._rest) < end:
                return
            yield bytes(self._rest[LENGTH.size : end])
            del self._rest[:end]


def run_worker(
    handle: Callable[[bytes], bytes], answered: Callable[[int], None] = lambda _number: None, *, niceness: int
) -> None:
    """Answer the requests of the bot until the input ends, so also when the bot is killed.

    Signals are ignored, because a terminal and a service manager send them to both processes; stopping is up to the
    bot.

    Args:
        handle: returns the answer to a request; what it raises is sent as text.
        answered: called after each answer with its number, from 1 on.
        niceness: 0, or the nice value by which the process yields to everything else on the machine.
    """
    if hasattr(os, "nice"):
        os.nice(niceness)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # Output printed by libraries goes to the log, not into the stream of answers.
    try:
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
            os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
            answer_requests(sys.stdin.buffer, answers, handle, answered)
    except BrokenPipeError:
        return  # the bot has ended meanwhile


def answer_requests(
    requests: BinaryIO,
    answers: BinaryIO,
    handle: Callable[[bytes], bytes],
    answered: Callable[[int], None] = lambda _number: None,
) -> None:
    """Answer all requests, one after the other; see :func:`run_worker`."""
    for number in count(1):
        length = requests.read(LENGTH.size)
        if not length:
            return
        request = requests.read(*LENGTH.unpack(length))
        try:
            answer = length_prefixed(DONE, handle(request))
        except Exception:  # noqa: BLE001 - the caller logs it
            answer = length_prefixed(FAILED, traceback.format_exc().encode())
        answers.write(answer)
        answers.flush()
        answered(number)
