"""The painter process, called as a function: orders in, pictures out."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from bot.locales import Catalogues
from bot.painting import worker
from bot.painting.frames import DONE, FAILED, FilmOrder, Order, Splitter, decode_film, encode_order
from bot.painting.worker import EARLY, TIDIED_AFTER, serve
from engines.iye.game import IYE
from render import PictureOptions, render_png
from render.reel import Reel, Scene
from tests.bot.ui.views import state
from tests.locales import pseudo

BOARD = IYE.observe(state(), None)
OPTIONS = PictureOptions(size=400, seat_titles=IYE.info.seat_titles)


def answers(*orders: Order | FilmOrder, catalogues: Catalogues | None = None) -> list[bytes]:
    """What the process answers to some orders."""
    output = BytesIO()
    serve(BytesIO(b"".join(map(encode_order, orders))), output, catalogues or Catalogues())
    return list(Splitter().feed(output.getvalue()))


def test_an_order_is_answered_with_the_picture() -> None:
    assert answers(Order("iye", BOARD, OPTIONS)) == [DONE + render_png("iye", BOARD, OPTIONS)]


def test_preparing_is_answered_with_nothing() -> None:
    assert answers(Order("iye", None, OPTIONS)) == [DONE]


def test_the_painter_has_the_catalogues_itself(tmp_path: Path) -> None:
    catalogues = Catalogues(pseudo.write_catalogue(tmp_path, "de"))
    german = PictureOptions(size=400, language="de", translate=catalogues.for_locale("de").pattern)
    (answer,) = answers(Order("iye", BOARD, german), catalogues=catalogues)
    assert answer == DONE + render_png("iye", BOARD, german)
    assert answer != DONE + render_png("iye", BOARD, PictureOptions(size=400))


def test_a_picture_that_fails_is_told_and_the_next_one_drawn() -> None:
    refused, drawn = answers(Order("iye", "no board", OPTIONS), Order("iye", BOARD, OPTIONS))
    assert refused.startswith(FAILED)
    assert b"cannot draw a str" in refused
    assert drawn.startswith(DONE + b"\x89PNG")


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_messages_are_found_in_pieces_of_any_size(size: int) -> None:
    output = BytesIO()
    serve(BytesIO(encode_order(Order("iye", None, OPTIONS)) * 3), output, Catalogues())
    stream, splitter = output.getvalue(), Splitter()
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    assert [message for piece in pieces for message in splitter.feed(piece)] == [DONE] * 3


def test_now_and_then_free_memory_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    returned: list[int] = []
    monkeypatch.setattr(worker, "give_back", lambda: returned.append(len(drawn)))
    drawn: list[Order] = []

    def fulfil(order: Order, _catalogues: Catalogues) -> bytes:
        drawn.append(order)
        return b""

    monkeypatch.setattr(worker, "fulfil", fulfil)
    orders = [Order("iye", None, OPTIONS)] * (2 * TIDIED_AFTER + 1)
    assert len(answers(*orders)) == len(orders)
    assert returned == [*sorted(EARLY), TIDIED_AFTER, 2 * TIDIED_AFTER]


def test_a_painter_of_boards_starts_without_what_it_does_not_need() -> None:
    """A board that is due after a restart waits for every import: no rules, no event loop, no animations."""
    program = """
import sys
import bot.painting.worker
from render import PAINTERS, PictureOptions, prepare
for slug in PAINTERS:
    prepare(slug, PictureOptions(size=400))
loaded = [name for name in sys.modules if name in ("asyncio", "render.animate") or name.endswith((".game", ".rules"))]
sys.exit(loaded != ["engines.game"])
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_film_is_made_by_the_same_process() -> None:
    (answer,) = answers(FilmOrder("iye", Reel((Scene(BOARD, 0),), 0), OPTIONS, 1_000_000))
    assert answer.startswith(DONE)
    assert decode_film(answer[1:]).data.startswith(b"GIF89a")
