"""The rendering process, called as a function: requests in, pictures out."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from bot.locales import Catalogues
from bot.process.messages import DONE, FAILED, MessageReader, answer_requests, length_prefixed
from bot.rendering import worker
from bot.rendering.protocol import AnimationRequest, RenderRequest, decode_gif, encode_request
from bot.rendering.worker import EARLY_TRIMS, TRIM_EVERY, handle, trim
from engines.iye.game import IYE
from render import PictureOptions, render_png
from render.animation import Animation, Frame
from tests.bot.ui.views import state
from tests.locales import pseudo

BOARD = IYE.observe(state(), None)
OPTIONS = PictureOptions(size=400, seat_titles=IYE.info.seat_titles)


def answers(*requests: RenderRequest | AnimationRequest, catalogues: Catalogues | None = None) -> list[bytes]:
    """Return the answers to these requests."""
    output, found = BytesIO(), catalogues or Catalogues()
    sent = BytesIO(b"".join(length_prefixed(encode_request(request)) for request in requests))
    answer_requests(sent, output, lambda request: handle(request, found))
    return list(MessageReader().feed(output.getvalue()))


def test_request_is_answered_with_the_picture() -> None:
    assert answers(RenderRequest("iye", BOARD, OPTIONS)) == [DONE + render_png("iye", BOARD, OPTIONS)]


def test_warm_up_is_answered_with_nothing() -> None:
    assert answers(RenderRequest("iye", None, OPTIONS)) == [DONE]


def test_worker_loads_the_catalogues_itself(tmp_path: Path) -> None:
    catalogues = Catalogues(pseudo.write_catalogue(tmp_path, "de"))
    german = PictureOptions(size=400, language="de", translate=catalogues.for_locale("de").pattern)
    (answer,) = answers(RenderRequest("iye", BOARD, german), catalogues=catalogues)
    assert answer == DONE + render_png("iye", BOARD, german)
    assert answer != DONE + render_png("iye", BOARD, PictureOptions(size=400))


def test_failed_picture_is_reported_and_the_next_one_drawn() -> None:
    refused, drawn = answers(RenderRequest("iye", "no board", OPTIONS), RenderRequest("iye", BOARD, OPTIONS))
    assert refused.startswith(FAILED)
    assert b"cannot draw a str" in refused
    assert drawn.startswith(DONE + b"\x89PNG")


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_messages_are_read_from_chunks_of_any_size(size: int) -> None:
    output = BytesIO()
    answer_requests(BytesIO(length_prefixed(b"picture") * 3), output, bytes.upper)
    stream, reader = output.getvalue(), MessageReader()
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    assert [message for piece in pieces for message in reader.feed(piece)] == [DONE + b"PICTURE"] * 3


def test_free_memory_is_returned_regularly(monkeypatch: pytest.MonkeyPatch) -> None:
    answered, returned = [0], list[int]()
    monkeypatch.setattr(worker, "malloc_trim", lambda: returned.append(answered[0]))
    for number in range(1, 2 * TRIM_EVERY + 2):
        answered[0] = number
        trim(number)
    assert returned == [*sorted(EARLY_TRIMS), TRIM_EVERY, 2 * TRIM_EVERY]


def test_worker_for_boards_imports_only_what_it_needs() -> None:
    """Boards wait for every import after a restart: no rules, no event loop, no animations."""
    program = """
import sys
import bot.rendering.worker
from render import PAINTERS, PictureOptions, warm_up
for slug in PAINTERS:
    warm_up(slug, PictureOptions(size=400))
loaded = [name for name in sys.modules if name in ("asyncio", "render.animate") or name.endswith((".game", ".rules"))]
sys.exit(loaded != ["engines.game"])
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_animation_is_made_by_the_same_process() -> None:
    (answer,) = answers(AnimationRequest("iye", Animation((Frame(BOARD, 0),), 0), OPTIONS, 1_000_000))
    assert answer.startswith(DONE)
    assert decode_gif(answer[1:]).data.startswith(b"GIF89a")
